"""CPU time of the live page's server: twenty vehicles at 10 Hz, and one page that reads.

    python -m benchmarks.watch [--vehicles 20] [--rate 10] [--seconds 15] [--communities] [--warp 1]

The vehicles drive in circles and are posted by this process: as NODE_REPORTs to one MOOSDB, or, with --communities,
each with twelve variables to a MOOSDB of its own. `usim watch` is a process of its own, whose user and system time is
taken from /proc before and after.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from usimmarine_py import connect
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.comms import Comms

WATCH = "import sys; from usimmarine_py.cli import start; sys.argv[0] = 'usim'; sys.exit(start.usim())"


def cpu_time(process: int) -> float:
    """User and system time of a process so far, s."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def post(clients: list[Comms], vehicles: int, t: float) -> None:
    """Where all vehicles are at ``t`` (s)."""
    for i in range(vehicles):
        radius = 20.0 + 4.0 * i
        turn = 1.5 * t / radius + i
        x, y, heading = radius * math.sin(turn), radius * math.cos(turn), math.degrees(turn + math.pi / 2) % 360.0
        if len(clients) == 1:
            report = f"NAME=v{i:02d},X={x:.2f},Y={y:.2f},SPD=1.5,HDG={heading:.2f},DEP=0,TYPE=kayak,MODE=DRIVE,LENGTH=4"
            clients[0].notify("NODE_REPORT", report)
            continue
        states = {"X": x, "Y": y, "HEADING": heading, "SPEED": 1.5, "SPEED_OVER_GROUND": 1.5, "DEPTH": 0.0}
        more = {"HEADING_OVER_GROUND": heading, "ALTITUDE": 30.0, "ROLL": 0.1 * math.sin(t), "PITCH": 0.01}
        for name, value in {**states, **more}.items():
            clients[i].notify(f"NAV_{name}", value)
        clients[i].notify("DESIRED_THRUST", 40.0)
        clients[i].notify("DESIRED_RUDDER", 5.0 * math.sin(t))


def read(url: str, seen: list[int]) -> None:
    """A page that takes every event; counts bytes and events."""
    with urllib.request.urlopen(url + "events") as stream:
        for line in stream:
            seen[0] += len(line)
            seen[1] += line.startswith(b"data:")


def main() -> None:
    """Measure, and say what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vehicles", type=int, default=20)
    parser.add_argument("--rate", type=float, default=10.0, help="posts of each vehicle, Hz real time")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--communities", action="store_true")
    parser.add_argument("--warp", type=float, default=1.0)
    given = parser.parse_args()
    databases = [
        MoosDb(community=f"c{i:02d}", warp=given.warp) for i in range(given.vehicles if given.communities else 1)
    ]
    for database in databases:
        database.start()
    clients = [connect(port=database.port, name="bench", warp=given.warp) for database in databases]
    addresses = [f"localhost:{database.port}" for database in databases]
    watch = subprocess.Popen(
        [sys.executable, "-c", WATCH, "watch", "--port", "0", *addresses], stdout=subprocess.PIPE, text=True
    )
    try:
        assert watch.stdout is not None
        found = re.search(r"http://\S+", watch.stdout.readline())
        assert found is not None
        seen = [0, 0]
        threading.Thread(target=read, args=(found[0], seen), daemon=True).start()
        start = begun = time.monotonic()
        count = events = 0
        measured = 0.0
        while time.monotonic() - start < 4.0 + given.seconds:
            if not measured and time.monotonic() - start > 4.0:
                measured, begun, events = cpu_time(watch.pid), time.monotonic(), seen[1]
            post(clients, given.vehicles, (time.monotonic() - start) * given.warp)
            count += 1
            time.sleep(max(0.0, start + count / given.rate - time.monotonic()))
        lasted = time.monotonic() - begun
        share = (cpu_time(watch.pid) - measured) / lasted
        rate = (seen[1] - events) / lasted
    finally:
        watch.terminate()
        watch.wait(10.0)
        for client in clients:
            client.close()
        for database in databases:
            database.close()
    way = "a MOOSDB each" if given.communities else "reports to one MOOSDB"
    print(
        f"{given.vehicles} vehicles at {given.rate:g} Hz, {way}: {100.0 * share:.1f} % of a core over {lasted:.0f} s, "
        f"{rate:.1f} events/s to the page, {count / (4.0 + given.seconds):.1f} posts/s made of each"
    )


if __name__ == "__main__":
    main()
