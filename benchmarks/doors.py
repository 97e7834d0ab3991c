"""The doors of ground stations, autopilots and instruments, by clients that do not import the package.

    python -m benchmarks.doors [--only sitl|px4|mavlink|nmea|foxglove|ros] [--seconds 20]

A row: what comes in a second, what is lost, and the latency: median and 99 %. Each is measured calm, and while another
process floods the door with all the datagrams that it can send. sitl: a stand-in for an autopilot steers a BlueBoat in
wind, waves and a current over a survey; a packet's answer. px4: the same, by its own sensors; a frame's. mavlink:
alpha at warp 1 and 10; a command's answer, and the clock's message. nmea: a heading by UDP, until a reader of the TCP
port has it. foxglove, ros: a viewer of the WebSocket and a node on DDS see the encounter; a position, from its post
until it is there.
"""

from __future__ import annotations

import argparse
import re
import shutil
import socket
import tempfile
import time
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path

from benchmarks._doors import Flood, door, row
from benchmarks._launched import launched
from benchmarks._viewers import foxglove, ros
from benchmarks.live import ROOT
from tests.doors.rover import Rover
from tests.support.processes import free_port

SURVEY = ROOT / "tests" / "data" / "blueboat_survey.moos"
#: North and east, m.
LEGS = [(40.0, 0.0), (40.0, 15.0), (0.0, 15.0), (0.0, 30.0), (40.0, 30.0)]


def sitl(folder: Path, seconds: float) -> None:
    """A survey by a stand-in for an autopilot, calm; a part of it, flooded."""
    for name, flooded in (("sitl", b""), ("sitl, flooded", bytes(40))):
        with ExitStack() as stack:
            words = ("sitl", str(SURVEY), "--port", "0", "-o", str(folder / name))
            process, found = stack.enter_context(door(folder, *words, until=r"udp (\S+):(\d+)"))
            rover = Rover((found[1], int(found[2])), LEGS)
            rover.frame()  # the engine may be compiled before it answers
            rover.waits.clear()
            flood = stack.enter_context(closing(Flood(rover.address, flooded))) if flooded else None
            began = time.perf_counter()
            last = rover.frame()
            while rover.steer(last) and not (flooded and time.perf_counter() - began > seconds):
                last = rover.frame()
            took = time.perf_counter() - began
            sent = flood.stop() if flood else 0.0
            process.send_signal(2)
            shown = process.communicate(timeout=60.0)[0]
            again = re.search(r"(\d+) sent again", shown)
            more = f"{last['timestamp'] / took:.1f} times real time, {len(rover.waypoints)} waypoints left"
            more += _flooded(sent, shown)
            lost = int(again[1]) if again else 0
            row(name, len(rover.waits) / took, lost, len(rover.waits), rover.waits, more)


def px4(folder: Path, seconds: float) -> None:
    """The survey by a stand-in for PX4, which knows what its sensors say."""
    from tests.doors.px4_rover import Px4Rover

    with ExitStack() as stack:
        words = ("sitl", "--px4", str(SURVEY), "--port", "0", "-o", str(folder / "px4"))
        _, found = stack.enter_context(door(folder, *words, until=r"tcp (\S+):(\d+)"))
        rover = stack.enter_context(closing(Px4Rover((found[1], int(found[2])), LEGS)))
        rover.sail(0.0)
        rover.waits.clear()
        began, before = time.perf_counter(), rover.last
        rover.sail(600.0)
        took = time.perf_counter() - began
        steps = [after.time_usec - one.time_usec for one, after in pairwise(rover.sensors[-len(rover.waits) :])]
        lost = sum(one != steps[0] for one in steps)
        more = f"{(rover.last - before) / took:.1f} times real time, {len(rover.waypoints)} waypoints left"
        row("px4", len(rover.waits) / took, lost, len(rover.waits), rover.waits, more)


def mavlink(folder: Path, seconds: float) -> None:
    """Telemetry and commands of alpha."""
    from tests.doors.station import Station
    from tests.doors.station import mavlink as names

    for warp, flooded in ((1.0, False), (10.0, False), (1.0, True)):
        place = folder / f"alpha{warp:g}{flooded}"
        shutil.copytree(ROOT / "missions" / "alpha", place)
        file, port = place / "alpha.moos", free_port()
        file.write_text(file.read_text().replace("ServerPort   = 9000", f"ServerPort = {port}"))
        with ExitStack() as stack:
            stack.enter_context(launched([file], warp, ours=True))
            station = stack.enter_context(closing(Station()))
            words = ("mavlink", str(file), "--control", "--station", f"127.0.0.1:{station.port}")
            process, _ = stack.enter_context(door(place, *words, until="^control"))
            station.expect("GLOBAL_POSITION_INT")
            assert station.peer is not None
            torn = names.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3).pack(station.mav)[:-1]
            flood = stack.enter_context(closing(Flood(station.peer, torn))) if flooded else None
            station.seen.clear()
            station.times.clear()
            waits, missed, number, began = [], 0, 0, time.perf_counter()
            while (now := time.perf_counter()) - began < seconds:
                if now - began > 0.1 * number:
                    number += 1
                    station.mav.command_long_send(1, 1, 65535, 0, 0, 0, 0, 0, 0, 0, 0)  # each has an answer
                    until = now + 2.0
                    while time.perf_counter() < until:
                        if any(one.get_type() == "COMMAND_ACK" for one in station.read()):
                            waits.append(time.perf_counter() - now)
                            break
                    else:
                        missed += 1
                station.read()
            took = time.perf_counter() - began
            numbers = [one.get_seq() for one in station.seen]
            steps = sum((after - before) % 256 for before, after in pairwise(numbers))
            clock = [
                at - one.time_unix_usec / 1e6
                for one, at in zip(station.seen, station.times, strict=True)
                if one.get_type() == "SYSTEM_TIME"
            ]
            sent = flood.stop() if flood else 0.0
            process.send_signal(2)
            shown = process.communicate(timeout=60.0)[0]
            name = f"mavlink, warp {warp:g}{', flooded' if flooded else ''}"
            row(
                name, len(numbers) / took, steps - len(numbers) + 1, len(numbers), clock if warp == 1.0 else [], "clock"
            )
            row("", number / took, missed, number, waits, f"command{_flooded(sent, shown)}")


def nmea(folder: Path, seconds: float) -> None:
    """A heading, in by UDP and out by TCP, through a MOOSDB."""
    for flooded in (False, True):
        place = folder / f"nmea{flooded}"
        place.mkdir()
        tcp, udp, port = free_port(), free_port(socket.SOCK_DGRAM), free_port()
        file = place / "shore.moos"
        file.write_text(
            f"ServerHost = localhost\nServerPort = {port}\nCommunity = shore\nLatOrigin = 43.8\nLongOrigin = -70.3\n"
            "ProcessConfig = ANTLER\n{\n  Run = MOOSDB @ NewConsole = false\n}\n"
        )
        with ExitStack() as stack:
            stack.enter_context(launched([file], 1.0, ours=True))
            words = ("nmea", str(file), "--tcp", f"127.0.0.1:{tcp}", "--from", f"udp:{udp}", "--rate", "50")
            process, _ = stack.enter_context(door(place, *words, until="^community"))
            reader = stack.enter_context(socket.create_connection(("127.0.0.1", tcp)))
            sender = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
            reader.settimeout(2.0)
            fix = "GPRMC,120000,A,4349.5,N,07019.8,W,4.0,84,010126,,,A"
            sender.sendto(_sentence(fix), ("127.0.0.1", udp))
            while b"HDT" not in reader.recv(65536):
                pass
            garbage = b"$HEHDT,1.0,T*00\r\n"
            flood = stack.enter_context(closing(Flood(("127.0.0.1", udp), garbage))) if flooded else None
            waits, missed, number, count, began = [], 0, 0, 0, time.perf_counter()
            while time.perf_counter() - began < seconds:
                number += 1
                wanted = f"HDT,{number % 3600 / 10:.1f},T".encode()
                at, data = time.perf_counter(), b""
                sender.sendto(_sentence(f"HEHDT,{number % 3600 / 10:.1f},T"), ("127.0.0.1", udp))
                while wanted not in data and time.perf_counter() - at < 2.0:
                    data += reader.recv(65536)
                count += data.count(b"\n")
                if wanted in data:
                    waits.append(time.perf_counter() - at)
                else:
                    missed += 1
            took = time.perf_counter() - began
            sent = flood.stop() if flood else 0.0
            process.send_signal(2)
            shown = process.communicate(timeout=60.0)[0]
            row(f"nmea{', flooded' if flooded else ''}", count / took, missed, number, waits, _flooded(sent, shown))


def _flooded(sent: float, shown: str) -> str:
    return f", flood of {sent:,.0f}/s, {shown.count('note: ')} lines" if sent else ""


def _sentence(body: str) -> bytes:
    total = 0
    for char in body.encode():
        total ^= char
    return f"${body}*{total:02X}\r\n".encode()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["sitl", "px4", "mavlink", "nmea", "foxglove", "ros"])
    parser.add_argument("--seconds", type=float, default=20.0, help="of each, but the whole survey [20]")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for one in (sitl, px4, mavlink, nmea, foxglove, ros):
            if given.only in (None, one.__name__):
                one(Path(folder), given.seconds)


if __name__ == "__main__":
    main()
