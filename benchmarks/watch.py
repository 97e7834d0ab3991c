"""CPU time of the live page's server: twenty vehicles at 10 Hz, and one page that reads.

    python -m benchmarks.watch [--vehicles 20] [--rate 10] [--seconds 15] [--communities] [--warp 1] [--browser]
    python -m benchmarks.watch --vehicles 10 --seconds 60 --hostile shapes|labels|numbers|markup

The vehicles drive in circles and are posted by this process: as NODE_REPORTs to one MOOSDB, or, with --communities,
each with twelve variables to a MOOSDB of its own. `usim watch` is a process of its own, whose user and system time is
taken from /proc before and after. With --browser the page is drawn by a headless Chromium, without a graphics card: its
frames in a second, the longest time between two, and memory (JavaScript's heap after a collection, the server's) at
ten times of the run. --hostile posts such mail beside the vehicles, as fast as it is taken, and then tries the page:
whether anything of it ran, and how long a click on a vehicle takes.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.support.chromium import browser, find_chromium
from usimmarine_py import connect
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.comms import Comms

WATCH = "import sys; from usimmarine_py.cli import start; sys.argv[0] = 'usim'; sys.exit(start.usim())"


def cpu_time(process: int) -> float:
    """User and system time of a process so far, s."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def browser_time(folder: str) -> float:
    """User and system time (s) of the browser whose profile is in ``folder``, with all its processes."""
    parents, own = {}, set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if folder in (place / "cmdline").read_text():
                own.add(int(place.name))
        except (OSError, ValueError):
            continue
    for _ in range(6):
        own |= {process for process, parent in parents.items() if parent in own}
    total = 0.0
    for process in own:
        try:
            total += cpu_time(process)
        except OSError:
            continue
    return total


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


#: Counts the frames that are drawn.
_COUNT = """window.drawn = 0; window.longest = 0; let before = performance.now();
(function each() { const now = performance.now(); longest = Math.max(longest, now - before); before = now; drawn++;
requestAnimationFrame(each); })(); 1"""
#: Clicks on a vehicle of the list: the time (ms) until it is the chosen one and its values are shown.
_CLICK = """new Promise((done) => {
const start = performance.now(), button = document.querySelectorAll("#vehicles button")[3], name = button.textContent;
const shown = () => document.querySelector("[data-value=position]").textContent, before = shown();
button.click();
(function look() {
if (usimWatch.fleet.chosen === name && shown() !== before) done(performance.now() - start); else setTimeout(look, 10);
})(); })"""
_TIMES = 10
_EVIL = "<img src=x onerror=ran=1><script>ran=1</script>javascript:ran=1\\u003cscript>"
#: Hostile mail by kind: how many, and each one's variable and value.
_HOSTILE: dict[str, tuple[int, Callable[[int], tuple[str, str]]]] = {
    "shapes": (
        1_000_000,
        lambda k: (
            ("VIEW_POINT", f"x={k % 300},y={k % 301},label=p{k}"),
            ("VIEW_POLYGON", f"pts={{0,0:{k % 97},9:9,9}},label=q{k}"),
            ("VIEW_SEGLIST", f"pts={{{':'.join(f'{j},{(j * k) % 89}' for j in range(20))}}},label=r{k}"),
        )[k % 3],
    ),
    "labels": (20_000, lambda k: ("VIEW_POINT", f"x={k % 300},y={k % 301},label={'W' * 8000}{k},msg={'M' * 8000}")),
    "numbers": (
        200_000,
        lambda k: (
            ("VIEW_POINT", f"x=nan,y=1e400,label=n{k}"),
            ("VIEW_CIRCLE", f"x=1e308,y=-1e308,radius=1e308,label=n{k}"),
            ("NODE_REPORT", f"NAME=n{k % 50},X=nan,Y=inf,SPD=1e999,HDG=nan,TYPE=kayak"),
            ("NODE_REPORT", f"NAME=m{k % 50},X=1e300,Y=-1e300,SPD=1e300,HDG=1e300,LENGTH=1e300,TYPE=kayak"),
            ("VIEW_POLYGON", f"pts={{1e300,1e300:-1e300,2:nan,nan}},label=n{k},edge_size=1e9,vertex_size=1e9"),
        )[k % 5],
    ),
    "markup": (
        200_000,
        lambda k: (
            ("VIEW_TEXTBOX", f"x=1,y={k % 300},msg={_EVIL},label={_EVIL}{k % 5000},label_color={_EVIL}"),
            ("NODE_REPORT", f"NAME={_EVIL}{k % 50},X=1,Y=1,SPD=1,HDG=1,TYPE={_EVIL},MODE={_EVIL},COLOR={_EVIL}"),
            ("VIEW_MARKER", f"x=1,y=1,type={_EVIL},label={k % 5000},primary_color=url(javascript:ran=1)"),
            ("APPCAST", f"proc={_EVIL}!@#iter=1!@#node={_EVIL}!@#messages={_EVIL}"),
        )[k % 4],
    ),
}


def _flood(client: Comms, kind: str, posted: list[float]) -> None:
    count, make = _HOSTILE[kind]
    for k in range(count):
        client.notify(*make(k))
        if k % 200 == 0:
            time.sleep(0.004)  # for the threads of the vehicles, and of the connection
        posted[0] = k + 1
    posted[1] = time.monotonic()


async def _drawn(url: str, process: int, seconds: float, program: str, hostile: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with browser(program, Path(folder)) as page:
            await page.look((1400, 900))
            await page.open(url)
            await page.wait("document.querySelectorAll('canvas').length > 0")
            await asyncio.sleep(4.0)
            await page.value(_COUNT)
            await page.call("Performance.enable")
            frames, at, spent = 0, time.monotonic(), browser_time(folder)
            for part in range(1, _TIMES + 1):
                await page.value("longest = 0")
                await asyncio.sleep(seconds / _TIMES)
                longest = float(await page.value("longest"))
                await page.call("HeapProfiler.collectGarbage")
                told = {one["name"]: one["value"] for one in (await page.call("Performance.getMetrics"))["metrics"]}
                count, now = int(await page.value("drawn")), time.monotonic()
                spends = browser_time(folder)
                cost = 1e3 * (spends - spent) / max(count - frames, 1)
                held = Path(f"/proc/{process}/status").read_text().split("VmRSS:")[1].split()[0]
                heap = f"heap {told['JSHeapUsedSize'] / 1e6:5.1f} MB, {told['Nodes']:5.0f} nodes"
                rate = f"{(count - frames) / (now - at):5.1f} frames/s, {cost:4.1f} ms of CPU each"
                memory = f"{heap}, server {int(held) / 1e3:.1f} MB"
                print(f"{part * seconds / _TIMES:5.0f} s {rate}, longest {longest:4.0f} ms, {memory}", flush=True)
                frames, at, spent = count, now, spends
            if hostile:
                ran, took = await page.value("window.ran === undefined ? 'nothing' : 'SOME'"), await page.value(_CLICK)
                held = await page.value("usimWatch.fleet.shapes.length + ' shapes, ' + usimWatch.fleet.vehicles.size")
                print(f"{ran} of the mail ran; a click on a vehicle takes {took:.0f} ms; the page has {held} vehicles")
            if page.complaints:
                print("the page complains:", *page.complaints[:5], sep="\n  ")


def main() -> None:
    """Measure, and say what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vehicles", type=int, default=20)
    parser.add_argument("--rate", type=float, default=10.0, help="posts of each vehicle, Hz real time")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--communities", action="store_true")
    parser.add_argument("--warp", type=float, default=1.0)
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--hostile", choices=sorted(_HOSTILE))
    given = parser.parse_args()
    wants = given.browser or given.hostile is not None
    program = find_chromium() if wants else None
    if wants and program is None:
        parser.error("there is no Chromium on PATH")
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
        drawn = None
        if program is not None:
            work = _drawn(found[0], watch.pid, given.seconds, program, given.hostile is not None)
            drawn = threading.Thread(target=asyncio.run, args=(work,))
            drawn.start()
        posted = [0.0, 0.0]
        start = begun = time.monotonic()
        count = events = 0
        measured = 0.0
        while time.monotonic() - start < 4.0 + given.seconds or (drawn is not None and drawn.is_alive()):
            if not measured and time.monotonic() - start > 4.0:
                if given.hostile:
                    attacker = connect(port=databases[0].port, name="attacker", warp=given.warp)
                    threading.Thread(target=_flood, args=(attacker, given.hostile, posted), daemon=True).start()
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
        f"{rate:.1f} events/s to the page, {count / (time.monotonic() - start):.1f} posts/s made of each"
    )
    if given.hostile:
        lasted = f"in {posted[1] - begun:.0f} s" if posted[1] else "so far"
        print(f"{posted[0]:.0f} of {_HOSTILE[given.hostile][0]} hostile {given.hostile} posted {lasted}")


if __name__ == "__main__":
    main()
