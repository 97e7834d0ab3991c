"""Plays the control computer of Odin: hears NMEA 0183 on a port, drives both water jets by mail, sails a course.

What it knows of the boat comes from sentences alone. Its exit code: 0 the course was sailed, 1 it was not, 2 there was
nothing to control (no simulator, no sentences).
"""

from __future__ import annotations

import argparse
import csv
import os
import select
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Any

from usimmarine_py import connect, load_mission

HERE = Path(__file__).parent
#: The course, m east and north of the mission's origin, and how it is to be sailed.
COURSE = ((0.0, 0.0), (0.0, 110.0), (100.0, 110.0), (100.0, 0.0), (0.0, 0.0))
SPEED = 3.0  # m/s over ground
LOOKAHEAD = 25.0  # m
ACCEPTANCE = 25.0  # m: the tightest turn at that speed has a radius of 17
BRAKING = 10.0  # m before the end of the course
STOPPED = 0.2  # m/s ahead
TIME_LIMIT = 240.0  # s
CLOSE = 10.0  # m off the later half of a leg: well kept
LOST = 40.0  # m off a leg
KNOT = 1852.0 / 3600.0
#: Of the jets: idle and highest speed (rpm), nozzle stop (deg).
IDLE, FULL, STOP = 400.0, 2000.0, 27.0
#: What the bench measures for the table: true position, and what the actuators did.
TRUTH = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED_OVER_GROUND")
DONE = ("NAV_JET_PORT_N_RPM", "NAV_JET_STBD_N_RPM", "NAV_JET_PORT_ALPHA_DEG", "NAV_JET_PORT_BETA")
SILENCE = 10.0  # s (real) without a sentence
LOCAL = "127.0.0.1"
ANOTHER = "set another ServerPort in the mission"


class GaveUp(Exception):
    """Nothing to control."""


class Receiver:
    """Lines from a port, as bytes arrive."""

    def __init__(self, kind: str, host: str, where: str, stack: ExitStack) -> None:
        """``where`` is the port of the machine ``host``, or the path of a terminal."""
        self.bad = 0  # checksums
        self._kind, self._rest = kind, b""
        if kind == "serial":
            self._source: int | socket.socket = os.open(where, os.O_RDONLY | os.O_NOCTTY)
            stack.callback(os.close, self._source)
            return
        port = int(where.rpartition(":")[2])
        if kind == "tcp":
            self._source = stack.enter_context(socket.create_connection((host, port), SILENCE))
        else:
            self._source = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            # datagrams of another machine come to an address of this one
            self._source.bind(("127.0.0.1" if host == LOCAL else "", port))

    def sentences(self) -> Iterator[list[str]]:
        """Fields of sentences with the right checksum, address first; ends by ``GaveUp`` when none comes."""
        while True:
            if not select.select([self._source], [], [], SILENCE)[0]:
                raise GaveUp(f"no sentence on {self._kind} for {SILENCE:g} s")
            data = os.read(self._source, 4096) if isinstance(self._source, int) else self._source.recv(4096)
            if not data:
                raise GaveUp(f"{self._kind}: the other side has gone")
            *lines, self._rest = (self._rest + data).split(b"\r\n")
            for line in lines:
                body, _, given = line.decode("ascii", "replace").removeprefix("$").partition("*")
                total = 0
                for char in body:
                    total ^= ord(char)
                if f"{total:02X}" == given:
                    yield body.split(",")
                else:
                    self.bad += 1


class Navigation:
    """What the sentences say, in a plane about the origin."""

    def __init__(self, latitude: float, longitude: float) -> None:
        self._origin = latitude, longitude
        # radii of curvature of the WGS 84 ellipsoid
        a, e2 = 6378137.0, 0.00669437999014
        w = sqrt(1.0 - e2 * sin(radians(latitude)) ** 2)
        self._north, self._east = radians(a * (1.0 - e2) / w**3), radians(a / w * cos(radians(latitude)))
        self.time = 0.0  # s of the day
        self.x = self.y = self.speed = self.track = self.heading = self.rate = 0.0
        self.has_fix = self.has_heading = False

    def take(self, fields: list[str]) -> bool:
        """Take in a sentence; whether it is a heading, with everything else known."""
        name = fields[0][2:]
        if name == "RMC":
            self.has_fix = fields[2] == "A"
            if self.has_fix:
                self._clock(fields[1])
                self._place(fields[3:7])
                self.speed, self.track = float(fields[7]) * KNOT, float(fields[8])
        elif name == "GGA" and fields[6] != "0":
            self._clock(fields[1])
            self._place(fields[2:6])
        elif name == "ROT" and fields[2] == "A":
            self.rate = float(fields[1]) / 60.0
        elif name == "HDT":
            self.heading, self.has_heading = float(fields[1]), True
            return self.has_fix
        return False

    def _clock(self, text: str) -> None:
        self.time = 3600.0 * int(text[:2]) + 60.0 * int(text[2:4]) + float(text[4:])

    def _place(self, fields: list[str]) -> None:
        latitude, longitude = (
            (1.0 if side in "NE" else -1.0) * (int(text[:digits]) + float(text[digits:]) / 60.0)
            for text, side, digits in ((fields[0], fields[1], 2), (fields[2], fields[3], 3))
        )
        self.x = (longitude - self._origin[1]) * self._east
        self.y = (latitude - self._origin[0]) * self._north


class Pilot:
    """Line of sight along the course, a heading controller for the nozzles, a speed controller for the shafts."""

    def __init__(self, course: Sequence[tuple[float, float]]) -> None:
        self.course = course
        self.leg = 0
        self.braking = self.finished = False
        self.worst = 0.0  # m off the later halves of the legs
        self._sum = 0.0
        self._last: float | None = None
        self._stopped: float | None = None

    def steer(self, now: float, nav: Navigation) -> dict[str, float]:
        """Set-points of the six actuators at ``now`` (s of the day)."""
        step = 0.0 if self._last is None else min(max(now - self._last, 0.0), 1.0)
        self._last = now
        course = self._course(nav)
        # under way the track has to point along the course, whatever wind and stream do to the bow
        error = turned(course - (nav.track if nav.speed > 1.0 and not self.braking else nav.heading))
        # a nozzle at a positive angle pushes the stern to starboard
        nozzle = max(-STOP, min(STOP, 1.0 * nav.rate - 0.7 * error))
        if self.braking:
            return self._brake(now, nav, nozzle)
        # 294 rpm for each m/s is the boat's own curve
        lack = SPEED - nav.speed
        self._sum = max(-300.0, min(300.0, self._sum + 20.0 * lack * step))
        shaft = max(IDLE, min(FULL, 294.0 * SPEED + 250.0 * lack + self._sum))
        return jets(shaft - 8.0 * nozzle, shaft + 8.0 * nozzle, nozzle, 1.0)

    def _course(self, nav: Navigation) -> float:
        goal, start = self.course[self.leg + 1], self.course[self.leg]
        last = self.leg + 2 == len(self.course)
        length = hypot(goal[0] - start[0], goal[1] - start[1])
        east, north = (goal[0] - start[0]) / length, (goal[1] - start[1]) / length
        along = (nav.x - start[0]) * east + (nav.y - start[1]) * north
        off = (nav.x - start[0]) * north - (nav.y - start[1]) * east
        if last:
            self.braking = self.braking or along >= length - BRAKING
        elif hypot(goal[0] - nav.x, goal[1] - nav.y) <= ACCEPTANCE:
            self.leg += 1
            print(f"waypoint {self.leg} of {len(self.course) - 1} at x={nav.x:.1f}, y={nav.y:.1f}", flush=True)
            return self._course(nav)
        if along > length + ACCEPTANCE or abs(off) > LOST:
            raise LookupError(f"lost: {off:.1f} m off leg {self.leg + 1}, {along:.1f} m along its {length:g} m")
        if along > 0.5 * length:
            self.worst = max(self.worst, abs(off))
        return degrees(atan2(east, north) - atan2(off, LOOKAHEAD))

    def _brake(self, now: float, nav: Navigation, nozzle: float) -> dict[str, float]:
        """Buckets down until the boat stands, then idle for some seconds."""
        ahead = nav.speed * cos(radians(nav.track - nav.heading))
        if ahead > STOPPED and self._stopped is None:
            return jets(1100.0, 1100.0, nozzle, -1.0)
        if self._stopped is None:
            self._stopped = now
            print(f"stopped at x={nav.x:.1f}, y={nav.y:.1f}", flush=True)
        self.finished = now - self._stopped >= 2.0
        return jets(IDLE, IDLE, 0.0, 0.0)


def turned(angle: float) -> float:
    """The same direction, -180 to 180 deg."""
    return (angle + 180.0) % 360.0 - 180.0


def jets(port: float, starboard: float, nozzle: float, bucket: float) -> dict[str, float]:
    """Mail for both jets: shafts in rpm, nozzles in deg (positive turns the boat to port), buckets 1 (ahead) to -1."""
    found = {}
    for side, shaft in (("PORT", port), ("STBD", starboard)):
        found[f"DESIRED_JET_{side}"] = max(IDLE, min(FULL, shaft))
        found[f"DESIRED_JET_{side}_ALPHA"] = nozzle
        found[f"DESIRED_JET_{side}_BETA"] = bucket
    return found


def start_simulator(command: str, mission: Path, warp: float, stack: ExitStack) -> subprocess.Popen[bytes]:
    """The live simulator with its own MOOSDB; it ends with us."""
    program, *arguments = shlex.split(command)
    beside = Path(sys.executable).parent
    found = shutil.which(program, path=os.pathsep.join([str(beside), os.environ.get("PATH", "")]))
    if found is None:
        raise GaveUp(f"no program {program}")
    process = subprocess.Popen([found, *arguments, "--db", f"--moos_time_warp={warp:g}", str(mission)])

    def end() -> None:
        process.terminate()
        try:
            process.wait(SILENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(end)
    return process


def reach(
    host: str, port: int, community: str, warp: float, process: subprocess.Popen[bytes] | None, stack: ExitStack
) -> Any:
    """A client of the simulator's MOOSDB; one of another community or time warp is none of ours."""
    until = time.monotonic() + SILENCE
    while True:
        try:
            moos = connect(host, port, "control_computer", warp=warp, timeout=1.0)
            stack.callback(moos.close)
            place, found = f"the MOOSDB at {host}:{port}", moos.moosdb_warp
            if moos.community.lower() != community.lower():
                raise GaveUp(f"{place} is of community {moos.community}, the mission's is {community}; {ANOTHER}")
            if found is not None and abs(found / warp - 1.0) > 0.01:
                raise GaveUp(f"{place} runs at time warp {found:g}, not {warp:g}; give --warp {found:g}, or {ANOTHER}")
            return moos
        except GaveUp:
            raise
        except Exception as error:
            if process is not None and process.poll() is not None:
                raise GaveUp(f"the simulator ended with exit code {process.returncode}") from None
            if time.monotonic() > until:
                raise GaveUp(str(error)) from None
        time.sleep(0.1)


def place_of(kind: str, moos: Any) -> str:
    """Where the simulator speaks: it says so once, at its start."""
    until = time.monotonic() + SILENCE
    while time.monotonic() < until:
        for message in moos.fetch():
            places = str(message.value).split(", ") if message.variable == "USM_NMEA_PORTS" else []
            for place in places:
                if place.startswith(f"{kind}="):
                    return place.partition("=")[2].rpartition("-> ")[2]
            if places:
                raise GaveUp(f"the simulator has no port for {kind}: {message.value}")
        time.sleep(0.01)
    raise GaveUp("nobody says where the sentences go (USM_NMEA_PORTS)")


def sail(options: argparse.Namespace, stack: ExitStack) -> str:
    """Sail the course; what is to be said of it. Raises ``LookupError`` when the boat was lost."""
    mission = load_mission(options.mission)
    warp = options.warp or mission.number("MOOSTimeWarp") or 1.0
    process = None if options.attach else start_simulator(options.simulator, options.mission, warp, stack)
    port, community = int(mission.number("ServerPort") or 9000), mission.value("Community") or ""
    moos = reach(options.host, port, community, warp, process, stack)
    measured = dict.fromkeys((*TRUTH, *DONE), float("nan"))
    for name in ("USM_NMEA_PORTS", *measured):
        moos.register(name)
    receiver = Receiver(options.by, options.host, place_of(options.by, moos), stack)
    nav, pilot = (
        Navigation(mission.number("LatOrigin") or 0.0, mission.number("LongOrigin") or 0.0),
        Pilot(COURSE[: options.legs + 1]),
    )
    columns = ["t", "x", "y", "heading", "speed", *jets(0.0, 0.0, 0.0, 0.0), *measured]
    table = csv.writer(stack.enter_context(options.csv.open("w", newline=""))) if options.csv else None
    if table is not None:
        table.writerow(columns)
    began: float | None = None
    for fields in receiver.sentences():
        if not nav.take(fields):
            continue
        began = nav.time if began is None else began
        elapsed = (nav.time - began) % 86400.0  # over midnight, too
        set_points = pilot.steer(elapsed, nav)
        for name, value in set_points.items():
            moos.notify(name, value)
        for message in moos.fetch():
            if message.variable in measured and isinstance(message.value, float):
                measured[message.variable] = message.value
        if table is not None:
            row = (elapsed, nav.x, nav.y, nav.heading, nav.speed, *set_points.values(), *measured.values())
            table.writerow([f"{value:.3f}" for value in row])
        if pilot.finished:
            break
        if elapsed > options.limit:
            raise LookupError(f"not done after {options.limit:g} s: on leg {pilot.leg + 1} of {options.legs}")
    end = hypot(nav.x - pilot.course[-1][0], nav.y - pilot.course[-1][1])
    said = f"{elapsed:.0f} s, at most {pilot.worst:.1f} m off the legs, stopped {end:.1f} m from the end"
    if pilot.worst > CLOSE or end > 2.0 * BRAKING:
        raise LookupError(said)
    return f"{said}, {receiver.bad} sentences spoilt"


def main() -> int:
    """Read the command line, sail, and say how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--by", choices=("tcp", "udp", "serial"), default="serial", help="port to read (serial)")
    parser.add_argument("--mission", type=Path, default=HERE / "odin_hil.moos", help="mission of the simulator")
    parser.add_argument("--attach", action="store_true", help="use a simulator that runs already")
    parser.add_argument("--host", default=LOCAL, help="with --attach: the computer of the simulator (this one)")
    parser.add_argument("--simulator", default="usimmarine", help="command that starts one (usimmarine)")
    parser.add_argument("--warp", type=float, help="time warp, instead of the mission's")
    parser.add_argument("--legs", type=int, choices=range(1, len(COURSE)), default=len(COURSE) - 1, help="stop sooner")
    parser.add_argument("--limit", type=float, default=TIME_LIMIT, help=f"simulated s it may take ({TIME_LIMIT:g})")
    parser.add_argument("--csv", type=Path, help="write a table of the run")
    options = parser.parse_args()
    if options.host != LOCAL and not (options.attach and options.by != "serial"):
        parser.error("--host is for --attach with --by tcp or --by udp")
    with ExitStack() as stack:
        try:
            print(f"the course was sailed: {sail(options, stack)}")
            return 0
        except LookupError as problem:
            print(f"the course was not sailed: {problem}", file=sys.stderr)
            return 1
        except (GaveUp, OSError) as problem:
            print(f"nothing to control: {problem}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
