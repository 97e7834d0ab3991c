"""Attacks on a live community by raw sockets, without a module of the package: what a bystander notices.

    python -m benchmarks.attacks [--tree FOLDER] [--seconds 5] [--only NAME] [--load]

One vehicle with a helm, uFldNodeComms, pObstacleMgr and pContactMgrV20 is launched, attacked, and ended by SIGTERM
meanwhile. A row: 99 % of the round trips of a bystander, those that did not come back, the most memory of all
processes, the time from the signal to the end of the last one, and the most CPU of the live loop between two looks
around, where there is one (the launched interpreter notes it). ``--tree`` is another checkout of the package.
``--load`` measures the CPU of uFldNodeComms at AppTick 20 with 1,000 vehicles that report once a second.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

MISSION = """ServerHost = localhost
ServerPort = {port}
Community = abe
LatOrigin = 42
LongOrigin = -71
ProcessConfig = ANTLER
{{
{runs}
}}
ProcessConfig = uSimMarineV22
{{
  AppTick = 10
  prefix = NAV
  start_pos = x=0,y=0,speed=0,heading=0
}}
ProcessConfig = pHelmIvP
{{
  AppTick = 4
  behaviors = a.bhv
  start_in_drive = true
  domain = course:0:359:360
  domain = speed:0:4:41
}}
ProcessConfig = uFldNodeComms
{{
  AppTick = 4
  comms_range = 100
}}
ProcessConfig = pContactMgrV20
{{
  reject_range = off
}}
"""
BEHAVIORS = """Behavior = BHV_Waypoint
{
  name = w
  pwt = 100
  speed = 2
  updates = UP
  points = 0,500
}
Behavior = BHV_ConstantSpeed
{
  name = s_
  pwt = 1
  speed = 1
  updates = NEW
  templating = spawn
}
"""
#: Notes in a file, in the launched process, the most CPU (s) of the live loop between two looks around.
NOTED = """
import atexit, os, selectors, sys, time
class Noting(selectors.DefaultSelector):
    def __init__(self):
        super().__init__()
        self.noted = sys._getframe(1).f_globals.get("__name__", "").endswith("run.live.loop")
        self.last = None
    def select(self, timeout=None):
        if self.noted:
            now = time.thread_time()
            if self.last is not None and now - self.last > most[0]:
                most[0] = now - self.last
                with open(os.environ["NOTED"], "w") as file:
                    file.write(str(most[0]))
        found = super().select(timeout)
        self.last = time.thread_time()
        return found
most = [0.0]
selectors.DefaultSelector = Noting
from usimmarine_py.cli.start import usim
sys.argv[0] = "usim"
sys.exit(usim())
"""
LOADED = """ServerHost = localhost
ServerPort = {port}
Community = shore
ProcessConfig = ANTLER
{{
  Run = MOOSDB @ NewConsole = false
  Run = uFldNodeComms @ NewConsole = false
}}
ProcessConfig = uFldNodeComms
{{
  AppTick = 20
  comms_range = 100
  stale_time = 60
}}
"""
PROGRAMS = ("MOOSDB", "uSimMarineV22", "pHelmIvP", "uFldNodeComms", "pObstacleMgr", "pContactMgrV20")


def _text(data: bytes) -> bytes:
    return struct.pack("<i", len(data)) + data


def _message(kind: bytes, source: bytes, key: bytes, value: bytes | float, number: int = -1) -> bytes:
    """Return one message of the protocol; a number or a text by the type of the value."""
    text, amount, form = (value, 0.0, b"S") if isinstance(value, bytes) else (b"", value, b"D")
    times = struct.pack("<3d", time.time(), amount, -1.0)
    body = struct.pack("<i", number) + kind + form + _text(source) + _text(b"") * 2 + _text(key) + times + _text(text)
    return struct.pack("<i", len(body) + 4) + body


def _packet(*messages: bytes) -> bytes:
    body = b"".join(messages)
    return struct.pack("<iib", len(body) + 9, len(messages), 0) + body


def connect(port: int, name: bytes) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), 60.0)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    hello = _message(b"i", b"", b"asynchronous", name)
    found.sendall(b"ELKS CAN'T DANCE 2/8/10".ljust(32, b"\0") + _packet(hello))
    found.recv(65536)
    return found


def _post(key: str, text: str) -> bytes:
    return _message(b"N", b"attacker", key.encode(), text.encode())


def _reports(count: int) -> Iterator[bytes]:
    rng = random.Random(1)
    while True:
        for first in range(0, count, 100):
            yield _packet(
                *(
                    _post(
                        "NODE_REPORT",
                        f"NAME=v{k},X={rng.uniform(0, 1e4):.1f},Y={rng.uniform(0, 1e4):.1f},SPD=1,HDG=9,LAT=42,"
                        f"LON=-71,TYPE=kayak,TIME={time.time():.2f}",
                    )
                    for k in range(first, min(first + 100, count))
                )
            )


def _again(key: str, *texts: str) -> Callable[[int], Iterator[bytes]]:
    def packets(_port: int) -> Iterator[bytes]:
        while True:
            yield from (_packet(_post(key, text)) for text in texts)

    return packets


def _spawning(_port: int = 0) -> Iterator[bytes]:
    number = 0
    while True:
        yield _packet(*(_post("NEW", f"name={number + k:07d}") for k in range(100)))
        number += 100


def _obstacles(_port: int = 0) -> Iterator[bytes]:
    while True:
        for k in range(2000):
            yield _packet(_post("GIVEN_OBSTACLE", f"format=radial,x={k},y=9,radius=5,pts=400,label=o{k},duration=60"))


def _alerts(_port: int = 0) -> Iterator[bytes]:
    yield _packet(*(_post("BCM_ALERT_REQUEST", f"id=a{k},alert_range=1000000,on_flag=Q{k}=1") for k in range(100)))
    yield from _reports(1000)


def _names(_port: int = 0) -> Iterator[bytes]:
    number = 0
    while True:
        yield _packet(*(_post(f"NAME_{number + k}", "x") for k in range(500)))
        number += 500


def _lengths(_port: int = 0) -> Iterator[bytes]:
    yield struct.pack("<iib", 2**31 - 1, 2**31 - 1, 0)


def _big(_port: int = 0) -> Iterator[bytes]:
    while True:
        yield _packet(_message(b"N", b"attacker", b"BIG", b"x" * 4_000_000))


def _requests() -> Iterator[bytes]:
    """Range reports to a contact manager, and 1,000 contacts."""
    text = "vname=abe,var=RANGE_{},range=1000000"
    yield _packet(*(_post("BCM_REPORT_REQUEST", text.format(k)) for k in range(100)))
    yield from _reports(1000)


def _messages() -> Iterator[bytes]:
    """Messages of each of 1,000 vehicles to all others."""
    reports = _reports(1000)
    for _ in range(10):
        yield next(reports)
    text = "src_node=v{},dest_node=all,var_name=NOTE,string_val=" + "x" * 500
    while True:
        for first in range(0, 1000, 50):
            yield _packet(*(_post("NODE_MESSAGE", text.format(first + k)) for k in range(50)))


def _forged() -> Iterator[bytes]:
    """Numbers that no vehicle has, as its position and as what it is to do, and texts where numbers are expected."""
    names = (b"NAV_X", b"NAV_Y", b"NAV_SPEED", b"NAV_HEADING", b"DESIRED_THRUST", b"DESIRED_RUDDER", b"USM_RESET")
    values = (float("nan"), float("inf"), -1e308, b"x", b"\xff\x00", 1e300)
    while True:
        yield _packet(*(_message(b"N", b"attacker", name, value) for name in names for value in values))


def _patterns() -> Iterator[bytes]:
    """Subscriptions to everything, time and again, with 20,000 names there."""
    for first in range(0, 20_000, 500):
        yield _packet(*(_post(f"THERE_{first + k}", "x") for k in range(500)))
    text = b"AppPattern=*,VarPattern=*,Interval=0"
    while True:
        yield _packet(_message(b"*", b"attacker", b"attacker", text))
        yield _packet(_message(b"/", b"attacker", b"attacker", text))
        yield _packet(_message(b"Q", b"attacker", b"ALL", b""))


def _guests(port: int) -> Iterator[bytes]:
    """Clients that come and go."""
    number = 0
    while True:
        try:
            guest = connect(port, b"guest_%d" % number)
            guest.sendall(_packet(_message(b"R", b"guest", b"NAV_X", 0.0)))
            guest.close()
        except OSError:
            time.sleep(0.01)
        number += 1
        yield b""


def _drops(port: int) -> Iterator[bytes]:
    """Forty connections that send packets byte by byte."""
    held = [connect(port, b"slow_%d" % k) for k in range(40)]
    data = _packet(*(_post("SLOW", "x" * 50) for _ in range(20)))
    while True:
        for at in range(len(data)):
            for one in held:
                one.sendall(data[at : at + 1])
        yield b""


def _deaf(port: int) -> Iterator[bytes]:
    """Twenty clients that want everything and read nothing."""
    held = []
    for k in range(20):
        held.append(connect(port, b"deaf_%d" % k))
        held[-1].sendall(_packet(_message(b"R", b"deaf_%d" % k, b"LOUD", 0.0)))
    while True:
        yield _packet(*(_post("LOUD", "x" * 5_000) for _ in range(20)))


def _own(_port: int) -> Iterator[bytes]:
    """Reports of a vehicle of this community's own name, and of names that differ by case alone."""
    while True:
        yield _packet(
            *(
                _post("NODE_REPORT", f"NAME={name},X={k},Y=9,SPD=1,HDG=9,TYPE=kayak,TIME={time.time() - k:.2f}")
                for k in range(25)
                for name in ("abe", "ABE", "Abe", "aBe")
            )
        )


#: What is sent, by name.
ATTACKS: dict[str, Callable[[int], Iterator[bytes]]] = {
    "nothing": lambda port: iter(()),
    "1,000 vehicles": lambda port: _reports(1000),
    "10,000 vehicles": lambda port: _reports(10_000),
    "pts=2000000 to the helm": _again("UP", "points = radial::x=0,y=0,radius=10,pts=2000000"),
    "lawnmower of 2,000,000 lanes": _again(
        "UP", "points = format=lawnmower,x=0,y=0,width=100000,height=50,lane_width=0.05,rows=ns"
    ),
    "a list of 300,000 points": _again("UP", "points = pts={" + ":".join(f"{k},{k % 7}" for k in range(300_000)) + "}"),
    "pts=2000000 to obstacles": _again("GIVEN_OBSTACLE", "format=radial,x=0,y=0,radius=9,pts=2000000,label=a"),
    "obstacles of 400 corners": _obstacles,
    "requests to a template": _spawning,
    "100 alerts, 1,000 contacts": _alerts,
    "names without end": _names,
    "false lengths": _lengths,
    "texts of 4 MB": _big,
    "lists of 1,999 points": _again("UP", "points = pts={" + ":".join(f"{k},{k % 7}" for k in range(1999)) + "}"),
    "lawnmowers of 1,900 points": _again(
        "UP", "points = format=lawnmower,x=0,y=0,width=1000,height=50,lane_width=1.06,rows=ns"
    ),
    "100 range requests, 1,000 contacts": lambda port: _requests(),
    "messages of 1,000 vehicles to all": lambda port: _messages(),
    "forged numbers": lambda port: _forged(),
    "requests for reports": _again("APPCAST_REQ", "node=all,app=all,duration=3.0,key=attacker,thresh=any"),
    "subscriptions to everything": lambda port: _patterns(),
    "clients that come and go": _guests,
    "40 connections byte by byte": _drops,
    "20 that do not read": _deaf,
    "reports of one's own name": _own,
}


def descendants(process: int) -> list[int]:
    found = [process]
    for one in found:
        try:
            tasks = Path(f"/proc/{one}/task").iterdir()
            found += [int(k) for task in tasks for k in (task / "children").read_text().split()]
        except OSError:
            continue
    return found


def _memory(processes: list[int]) -> float:
    """Return the most memory that these have had, MB."""
    total = 0
    for one in processes:
        try:
            lines = Path(f"/proc/{one}/status").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return total / 1024


def attack(name: str, tree: str, seconds: float) -> str:
    """Make one row of the table."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        runs = "\n".join(f"  Run = {one} @ NewConsole = false" for one in PROGRAMS)
        Path(folder, "a.moos").write_text(MISSION.format(port=port, runs=runs))
        Path(folder, "a.bhv").write_text(BEHAVIORS)
        launched = _launch(folder, tree)
        try:
            row = _attacked(name, launched, port, seconds)
        finally:
            if launched.poll() is None:
                launched.kill()
        noted = Path(folder, "noted")
        return f"{row} | {1000 * float(noted.read_text()):.0f} ms" if noted.exists() else f"{row} | -"


def _launch(folder: str, tree: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", NOTED, "launch", "a.moos"], cwd=folder, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "PYTHONPATH": tree, "NOTED": str(Path(folder, "noted"))},
    )  # fmt: skip


def load(tree: str, seconds: float) -> str:
    """Return the share of a processor that 1,000 vehicles take, which report once a second."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.moos").write_text(LOADED.format(port=port))
        launched = _launch(folder, tree)
        try:
            sender = await_place(port, b"vehicles")
            threading.Thread(target=drain, args=(sender,), daemon=True).start()
            packets, before, began = _reports(1000), 0.0, 0.0
            for second in range(2 + round(seconds)):
                if second == 2:  # all are known
                    before, began = used(launched.pid), time.monotonic()
                for _ in range(10):
                    sender.sendall(next(packets))
                    time.sleep(0.1)
            share = (used(launched.pid) - before) / (time.monotonic() - began)
        finally:
            launched.kill()
            launched.wait()
        noted = Path(folder, "noted")
        longest = f"{1000 * float(noted.read_text()):.0f} ms" if noted.exists() else "-"
        return (
            f"1,000 vehicles, uFldNodeComms and MOOSDB at 20 Hz: {100 * share:.0f} % of a core, portions of {longest}"
        )


def used(process: int) -> float:
    """Return the CPU that a process and its descendants have used, s."""
    ticks = 0
    for one in descendants(process):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def await_place(port: int, name: bytes) -> socket.socket:
    """Connect as soon as the MOOSDB is there."""
    for _ in range(300):
        try:
            return connect(port, name)
        except OSError:
            time.sleep(0.1)
    raise SystemExit("it was not launched")


def _attacked(name: str, launched: subprocess.Popen[bytes], port: int, seconds: float) -> str:
    bystander = await_place(port, b"bystander")
    time.sleep(3.0)
    sent: dict[bytes, float] = {}
    trips: list[float] = []
    over = threading.Event()

    def read() -> None:
        kept = b""
        while not over.is_set():
            try:
                data = bystander.recv(65536)
            except OSError:
                return
            if not data:
                return
            now, kept = time.monotonic(), kept + data
            while (at := kept.find(b"PING#")) >= 0 and len(kept) >= at + 13:
                key, kept = kept[at + 5 : at + 13], kept[at + 13 :]
                if key in sent:
                    trips.append(now - sent.pop(key))

    def flood() -> None:
        try:
            attacker = connect(port, b"attacker")
            threading.Thread(target=drain, args=(attacker,), daemon=True).start()
            for data in ATTACKS[name](port):
                if over.is_set():
                    return
                attacker.sendall(data)
        except OSError:
            return

    bystander.sendall(_packet(_message(b"R", b"bystander", b"PING", 0.0)))
    threading.Thread(target=read, daemon=True).start()
    threading.Thread(target=flood, daemon=True).start()
    began, number, cut = time.monotonic(), 0, ""
    while time.monotonic() - began < seconds:
        key = b"%08d" % number
        sent[key] = time.monotonic()
        try:
            bystander.sendall(_packet(_message(b"N", b"bystander", b"PING", b"PING#" + key)))
        except OSError:
            cut = ", cut off"
            break
        number += 1
        time.sleep(0.05)
    processes = descendants(launched.pid)
    memory, began = _memory(processes), time.monotonic()
    launched.send_signal(signal.SIGTERM)
    while any(lives(one) for one in processes) and time.monotonic() - began < 60.0:
        launched.poll()
        time.sleep(0.01)
    ended = time.monotonic() - began
    over.set()
    bystander.close()
    trips.sort()
    p99 = f"{1000 * trips[int(0.99 * len(trips))]:.0f} ms" if trips else "none"
    return f"{p99} | {len(sent)} of {number}{cut} | {memory:.0f} MB | {ended:.2f} s"


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def drain(one: socket.socket) -> None:
    try:
        while one.recv(65536):
            pass
    except OSError:
        return


def main() -> None:
    """Print one row for each attack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", default=str(Path(__file__).parents[1]), metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", action="append", choices=ATTACKS)
    parser.add_argument("--load", action="store_true")
    arguments = parser.parse_args()
    if arguments.load:
        print(load(arguments.tree, arguments.seconds))
        return
    print("| attack | p99 | not back | memory | end | longest portion, CPU |\n| --- | --- | --- | --- | --- | --- |")
    for name in arguments.only or ATTACKS:
        print(f"| {name} | {attack(name, arguments.tree, arguments.seconds)} |", flush=True)


if __name__ == "__main__":
    main()
