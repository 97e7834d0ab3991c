"""A live vehicle beside the C++ program it replaces: start, CPU a tick, ticks, memory.

    scripts/bench live [--repeat N] [--quick] [--start] [--vehicles N] [--keep [RELEASE]]

Every row is measured for ``usimmarine`` (under the alias uSimMarineV22) and, where it is on PATH, for uSimMarineV22
itself, in turn, on the same server: MOOSDB where it is on PATH, else the built-in one. The figures are medians.

- start: from the launch of the process to the first NAV_X that a waiting client sees, and the CPU until then;
- tick: CPU of all threads of the process between two of its appcasts, divided by the iterations that they count, in a
  window of ``--window`` real seconds; the share is iterations / (AppTick x warp x time);
- memory: resident, at the end of the window;
- fleet: ``--vehicles`` communities of one vehicle each at warp 10: CPU of all vehicles in per cent of a core, memory.

Vehicles start with their byte code in a cache that a run before has filled, as an installed program does. What differs
from the last figures kept in benchmarks/results by more than 5 % is told; ``--keep`` keeps these. On a busy machine
CPU alone means something.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.results import compare, keep
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.version import __version__

ROOT = Path(__file__).resolve().parents[1]
ALIAS = "uSimMarineV22"
WATCHER = "usim_bench"
CACHE = tempfile.TemporaryDirectory(prefix="usim_bench_")

MISSION = """ServerHost = 127.0.0.1
ServerPort = {port}
Community = bench
MOOSTimeWarp = {warp:g}
LatOrigin = 43.825300
LongOrigin = -70.330400
ProcessConfig = uSimMarineV22
{{
  AppTick = {tick:g}
  CommsTick = {tick:g}
  prefix = NAV
  start_pos = x=0, y=-20, heading=180, speed=2
  thrust_map = 20:1, 40:2, 60:3, 80:4, 100:5
  turn_rate = 40
}}
ProcessConfig = pLogger
{{
  AppTick = 8
  CommsTick = 8
  File = bench
  PATH = ./
  AsyncLog = true
  WildCardLogging = true
}}
"""


def programs() -> dict[str, list[str]]:
    """The command lines to compare, by name; the mission file and the alias are added."""
    found = {"usimmarine": [sys.executable, "-c", "from usimmarine_py.cli.start import usimmarine; usimmarine()"]}
    if (original := shutil.which(ALIAS)) is not None:
        found[ALIAS] = [original]
    return found


@dataclass(frozen=True, slots=True)
class Case:
    """One row: how the vehicle ticks, and whether somebody reads all that it posts."""

    tick: float
    warp: float
    reader: bool = False

    def __str__(self) -> str:
        return f"AppTick {self.tick:g}, warp {self.warp:g}" + (", all is read" if self.reader else "")


CASES = (
    Case(20, 10),
    Case(4, 50),
    Case(20, 100),
    Case(20, 100, reader=True),
    Case(20, 200),
    Case(20, 400),
)


def cpu_seconds(pid: int) -> float:
    """CPU time of all threads of a process that are alive, s (Linux)."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total * 1e-9


def resident(pid: int) -> float:
    """Resident memory of a process, MB (Linux)."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def process(command: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program that ends with the block."""
    # the checkout is found without being installed, and its byte code kept, whatever this shell has asked for
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with (folder / "console.txt").open("ab") as console:
        started = subprocess.Popen(
            command,
            cwd=folder,
            env={**inherited, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": CACHE.name},
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
        )
        try:
            yield started
        finally:
            started.send_signal(signal.SIGTERM)
            try:
                started.wait(5.0)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()


@contextmanager
def community(case: Case) -> Iterator[tuple[Path, int]]:
    """A server with a mission for it: the mission file and the port."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        mission = folder / "bench.moos"
        mission.write_text(MISSION.format(port=port, warp=case.warp, tick=case.tick))
        original = shutil.which("MOOSDB")
        ours = [sys.executable, "-c", "from usimmarine_py.cli.start import usim; usim()", "db"]
        with process([*([original] if original else ours), str(mission)], folder):
            yield mission, port


def start_once(command: Sequence[str], warp: float) -> tuple[float, float]:
    """Real seconds from launch to the first NAV_X, and the CPU seconds that it took."""
    with community(Case(20, warp)) as (mission, port):
        client = connect(port=port, name=WATCHER, warp=warp, timeout=20.0)
        client.register("NAV_X")
        time.sleep(0.2)
        client.fetch()
        began = time.perf_counter()
        with process([*command, str(mission), ALIAS], mission.parent) as vehicle:
            while not any(mail.key == "NAV_X" for mail in client.fetch()):
                if time.perf_counter() - began > 20.0:
                    raise SystemExit(f"no NAV_X: {(mission.parent / 'console.txt').read_text()[-2000:]}")
                time.sleep(0.0005)
            found = time.perf_counter() - began, cpu_seconds(vehicle.pid)
        client.close()
        return found


def tick_once(command: Sequence[str], case: Case, window: float) -> tuple[float, float, float]:
    """CPU microseconds a tick, share of the nominal ticks, resident megabytes."""
    with community(case) as (mission, port):
        client = connect(port=port, name=WATCHER, warp=case.warp, timeout=20.0)
        client.register("APPCAST")
        with process([*command, str(mission), ALIAS], mission.parent) as vehicle:
            reader = shutil.which("pLogger") if case.reader else None
            if case.reader and reader is None:
                client.register_wildcard("*", "*")
            with process([reader, str(mission)] if reader else ["sleep", "1000"], mission.parent):
                time.sleep(3.0)  # start-up is over, and the reader knows the variables

                def counted() -> tuple[int, float, float]:
                    """Iterations, real time and CPU at an appcast."""
                    client.fetch()
                    found: list[tuple[int, float, float]] = []

                    def asked() -> bool:
                        client.notify("APPCAST_REQ", f"node=all,app={ALIAS},duration=0.5,key=bench,thresh=any")
                        for mail in client.fetch():
                            text = str(mail.value)
                            if mail.key == "APPCAST" and f"proc={ALIAS}" in text:
                                ticks = int(text.split("iter=")[1].split("!")[0])
                                found.append((ticks, time.perf_counter(), cpu_seconds(vehicle.pid)))
                        return bool(found)

                    # a program that drowns in its own posts answers nobody
                    return found[0] if wait_for(asked, 20.0) else (0, math.nan, math.nan)

                ticks, began, cpu = counted()
                time.sleep(window)
                ticks_after, ended, cpu_after = counted()
                memory = resident(vehicle.pid)
        client.close()
    done = max(ticks_after - ticks, 1)
    nominal = case.tick * case.warp * (ended - began)
    return 1e6 * (cpu_after - cpu) / done, done / nominal, memory


def fleet_once(command: Sequence[str], vehicles: int, window: float) -> tuple[float, float]:
    """CPU of that many vehicles in communities of their own, per cent of a core, and their resident megabytes."""
    with ExitStack() as stack:
        places = [stack.enter_context(community(Case(20, 10))) for _ in range(vehicles)]
        running = [stack.enter_context(process([*command, str(m), ALIAS], m.parent)) for m, _ in places]
        time.sleep(3.0)
        began, cpu = time.perf_counter(), sum(cpu_seconds(vehicle.pid) for vehicle in running)
        time.sleep(window)
        used = sum(cpu_seconds(vehicle.pid) for vehicle in running) - cpu
        return 100.0 * used / (time.perf_counter() - began), sum(resident(vehicle.pid) for vehicle in running)


def medians(rows: Sequence[Sequence[float]]) -> list[float]:
    """The median of each column."""
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def measure(repeat: int, window: float, cases: Sequence[Case], vehicles: int) -> dict[str, dict[str, float]]:
    """All figures, by row and program."""
    table: dict[str, dict[str, float]] = {}
    for command in programs().values():
        start_once(command, 10.0)  # fills the caches
    for warp in (10.0, 1.0):
        runs: dict[str, list[tuple[float, float]]] = {name: [] for name in programs()}
        for _ in range(repeat):
            for name, command in programs().items():
                runs[name].append(start_once(command, warp))
        found = {name: medians(rows) for name, rows in runs.items()}
        table[f"start, warp {warp:g}: s to the first NAV_X"] = {name: row[0] for name, row in found.items()}
        table[f"start, warp {warp:g}: CPU s until then"] = {name: row[1] for name, row in found.items()}
    for case in cases:
        ticks: dict[str, list[tuple[float, float, float]]] = {name: [] for name in programs()}
        for _ in range(repeat):
            for name, command in programs().items():
                ticks[name].append(tick_once(command, case, window))
        found = {name: medians(rows) for name, rows in ticks.items()}
        table[f"{case}: CPU us a tick"] = {name: row[0] for name, row in found.items()}
        table[f"{case}: % of nominal ticks"] = {name: 100 * row[1] for name, row in found.items()}
        if case is cases[0]:
            table["memory: MB resident"] = {name: row[2] for name, row in found.items()}
    if vehicles:
        fleets = {name: fleet_once(command, vehicles, window) for name, command in programs().items()}
        table[f"{vehicles} vehicles, warp 10: CPU % of a core"] = {name: row[0] for name, row in fleets.items()}
        table[f"{vehicles} vehicles: MB resident"] = {name: row[1] for name, row in fleets.items()}
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table and what has changed, and keep it where asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5, help="runs of each program in each row")
    parser.add_argument("--window", type=float, default=4.0, help="real s in which ticks are counted")
    parser.add_argument("--quick", action="store_true", help="once, the first two rows of ticks only")
    parser.add_argument("--start", action="store_true", help="the start alone")
    parser.add_argument("--vehicles", type=int, default=10, help="of the fleet; 0 = no fleet")
    parser.add_argument(
        "--keep", nargs="?", const=__version__, metavar="RELEASE", help="keep the figures in benchmarks/results"
    )
    arguments = parser.parse_args(argv)
    if not Path("/proc/self/task").exists():
        print("live: not run: reads the CPU time of processes from /proc")
        return 0
    repeat, cases = (1, CASES[:2]) if arguments.quick else (arguments.repeat, CASES[: 0 if arguments.start else None])
    few = arguments.quick or arguments.start
    table = measure(repeat, arguments.window, cases, 0 if few else arguments.vehicles)
    names = list(programs())
    print(f"{'':<46}" + "".join(f"{name:>15}" for name in names) + ("" if len(names) < 2 else f"{'ratio':>8}"))
    for row, values in table.items():
        line = f"{row:<46}" + "".join(f"{values[name]:15.3f}" for name in names)
        if len(names) == 2:
            line += f"{values[names[0]] / values[names[1]]:8.2f}"
        print(line)
    compare("live", table)
    if arguments.keep:
        print(f"kept in {keep(arguments.keep, 'live', table).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
