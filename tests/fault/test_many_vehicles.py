"""Many vehicles on one machine: every tick is made in time, or it is told which were not.

Properties: of communities that one `usim launch` starts, a MOOSDB and a vehicle each (by night 50 for 60 s at warp 10),
each vehicle counts its iterations, the late ones and those left out, as what it posts shows: no gap in the time stamps
that its report does not tell. A vehicle that is held up for half a second tells so; at the end its last line, which the
launcher shows by name, says how many iterations were left out, and no other vehicle says more than it left out.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.community import Community
from tests.support.processes import free_port
from tests.support.torture import Torture
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

WARP, TICK = 10.0, 4.0
HELD_UP = 0.5  # s
REPORT = re.compile(r"(\d+) ticks, (\d+) late, (\d+) deadlines missed")
LAST_LINE = re.compile(r"^(v\d+)/usimmarine *\| (\d+) of (\d+) iterations were left out", re.MULTILINE)

MISSION = """
ServerHost = localhost
ServerPort = {port}
Community = {name}
MOOSTimeWarp = {warp:g}
ProcessConfig = ANTLER
{{
  MSBetweenLaunches = 10
  Run = MOOSDB @ NewConsole = false
  Run = usimmarine @ NewConsole = false
}}
ProcessConfig = usimmarine
{{
  AppTick    = {tick:g}
  prefix     = NAV
  start_pos  = x=0, y=0, heading=0, speed=2
  thrust_map = 20:1, 100:5
  turn_rate  = 40
}}
"""


class Seen:
    """A vehicle by its report and by the time stamps of what it posts."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.client = connect(port=port, name="observer", warp=WARP, timeout=120.0)
        for variable in ("APPCAST", "NAV_X"):
            self.client.register(variable)
        self.stamps: list[float] = []
        self.report: tuple[int, int, int] | None = None  #: made, late, left out

    def take(self) -> None:
        """What has come."""
        for message in self.client.fetch():
            if message.key == "NAV_X":
                self.stamps.append(message.time)
            elif found := REPORT.search(str(message.value)):
                self.report = int(found[1]), int(found[2]), int(found[3])

    def asked(self) -> tuple[int, int, int]:
        """Its report now."""
        self.take()
        self.report = None
        self.client.notify("APPCAST_REQ", "node=all,app=all,duration=30,key=observer,thresh=any")
        assert wait_for(lambda: self.take() or self.report is not None, 60.0), f"no report of {self.name}"
        assert self.report is not None
        return self.report

    @property
    def gaps(self) -> int:
        """Iterations that are wanting between the stamps."""
        return sum(max(0, round((b - a) * TICK) - 1) for a, b in pairwise(self.stamps))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Community]:
    found = Community(tmp_path, "")
    try:
        yield found
    finally:
        found.end()


def pid_of(launcher: int, file: str) -> int:
    """The launcher's child that plays the vehicle of a mission file."""
    for child in Path(f"/proc/{launcher}/task/{launcher}/children").read_text().split():
        words = Path(f"/proc/{child}/cmdline").read_bytes().rstrip(b"\0").split(b"\0")
        if words[-2:] == [file.encode(), b"usimmarine"]:
            return int(child)
    raise AssertionError(f"no process plays {file}")


@pytest.mark.nightly
def test_all_ticks_are_made_or_told(torture: Torture, world: Community) -> None:
    """What vehicles say of themselves beside what a client sees of them, and what the launcher shows at the end."""
    seconds = float(torture.amount(2, 60))
    ports = {f"v{number:02d}": free_port() for number in range(1, torture.amount(4, 50) + 1)}
    for name, port in ports.items():
        (world.folder / f"{name}.moos").write_text(MISSION.format(name=name, port=port, warp=WARP, tick=TICK))
    launcher = world.start("usim", "launch", *(f"{name}.moos" for name in ports), "--prefer", "ours", name="launcher")
    with ExitStack() as stack:
        vehicles = [Seen(name, port) for name, port in ports.items()]
        for vehicle in vehicles:
            stack.callback(vehicle.client.close)
        for vehicle in vehicles:
            vehicle.asked()  # the first report of each costs more
        before = {vehicle.name: vehicle.asked() for vehicle in vehicles}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for vehicle in vehicles:
                vehicle.take()
            time.sleep(0.05)
        after = {vehicle.name: vehicle.asked() for vehicle in vehicles}
        held_up = torture.rng().choice(sorted(ports))
        process = pid_of(launcher.pid, f"{held_up}.moos")
        os.kill(process, signal.SIGSTOP)
        time.sleep(HELD_UP)
        os.kill(process, signal.SIGCONT)
        # the stamps first, then the counts: what is wanting in those must be in these
        for vehicle in vehicles:
            vehicle.take()
        gaps = {vehicle.name: vehicle.gaps for vehicle in vehicles}
        last = {vehicle.name: vehicle.asked() for vehicle in vehicles}
    assert world.stop("launcher", timeout=60.0) == 0, world.output("launcher")[-2000:]
    told = {name: int(count) for name, count, _ in LAST_LINE.findall(world.output("launcher"))}
    for name in ports:
        assert gaps[name] <= last[name][2], name
        assert told.get(name, 0) >= last[name][2], name
    assert last[held_up][2] - after[held_up][2] >= 0.8 * HELD_UP * WARP * TICK
    made, late, lost = (sum(after[name][k] - before[name][k] for name in ports) for k in range(3))
    late_ones = sum(after[name][2] > before[name][2] for name in ports)
    torture.say(
        f"{len(ports)} vehicles with a MOOSDB each at warp {WARP:g} for {seconds:g} s: {made} ticks, {late} late, "
        f"{lost} left out by {late_ones} of them; one that is held up for {HELD_UP:g} s tells of "
        f"{last[held_up][2] - after[held_up][2]}, and is named at the end"
    )
