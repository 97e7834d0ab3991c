"""The table of speed and memory of docs/performance.md, as markdown: offline, and live beside MOOS-IvP.

    scripts/bench table [--only GROUP,GROUP] [--repeat N] [--vehicles N,N] [--ratios] > table.md

Groups: ``offline``, missions and fields in lock step, which MOOS-IvP has not; ``missions``, two of them live at warp
10; ``vehicle``, one live vehicle; ``fleet``, the fields live at warp 4. What exists in both is measured in turns, ours,
theirs, ours, theirs; figures are medians, the ratio is that of each pair: median, lowest and highest. A ratio below 1
is less than MOOS-IvP takes. ``--ratios`` leaves out what another load of the machine would change: all but ratios and
memory. Where the programs of MOOS-IvP are not on PATH, the line above the table says so.

Times real time: simulated time over CPU time of all processes. Each row is one of ``benchmarks.whole``, ``missions``
and ``live``, which measure more and say how.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import live, missions, whole
from benchmarks._encounters import write_field
from benchmarks.results import machine

GROUPS = ("offline", "missions", "vehicle", "fleet")
WARP = 10.0
#: Simulated s of fields in lock step, by their number of vehicles times this.
PLAYED = 1200.0
#: A row: what, what it counts, whether a busy machine changes it, figures of this package and of MOOS-IvP in turns.
Row = tuple[str, str, bool, Sequence[float], Sequence[float]]


def processor() -> str:
    """The name of the processor, where the system tells it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def on_path(*names: str) -> bool:
    """Whether the original programs are there."""
    return all(shutil.which(name) is not None for name in names)


def in_turns(measure: Callable[[bool], Sequence[float]], repeat: int, both: bool) -> Iterator[list[Sequence[float]]]:
    """Yield for each figure the values of this package and those of MOOS-IvP (empty where it is not on PATH)."""
    runs: dict[bool, list[Sequence[float]]] = {True: [], False: []}
    for _ in range(repeat):
        for ours in (True, False)[: 1 + both]:
            runs[ours].append(measure(ours))
    for number in range(len(runs[True][0])):
        yield [[run[number] for run in runs[ours]] for ours in (True, False)]


def offline(given: argparse.Namespace) -> Iterator[Row]:
    """Missions and fields in lock step."""
    for name in whole.MISSIONS:
        runs = []
        for _ in range(given.repeat):
            with tempfile.TemporaryDirectory() as place:
                runs.append(whole.offline(name, Path(place)))
        speeds = [whole.LONGEST / run.cpu for run in runs]
        yield f"{name}, {whole.LONGEST:g} s with its start", "times real time", True, speeds, ()
        yield f"{name}", "MB", False, [run.memory for run in runs], ()
    for vehicles in given.vehicles:
        found = [missions.apart(["field", str(vehicles), f"{PLAYED / vehicles:g}"]) for _ in range(given.repeat)]
        what = f"{vehicles} vehicles that meet and a shore"
        yield what, "times real time", True, [float(one["time"]) / float(one["cpu"]) for one in found], ()
        yield what, "MB a community", False, [float(one["memory"]) for one in found], ()


def played(given: argparse.Namespace) -> Iterator[Row]:
    """Whole missions live."""
    for name in whole.MISSIONS:
        with tempfile.TemporaryDirectory() as place:
            whole.offline(name, Path(place))
            logs = {one: Path(place, "run", f"{one}.alog") for one in whole.MISSIONS[name].ports}
            way = {community: whole.track(log) for community, log in logs.items()}

        def measure(ours: bool, name: str = name, way: dict[str, whole.np.ndarray] = way) -> Sequence[float]:
            run = whole.live(name, ours, WARP, way)
            if not run.ended:
                raise SystemExit(f"{name}: a vehicle did not arrive, {'ours' if ours else 'MOOS-IvP'}")
            return run.cpu, run.memory, run.off

        cpu, memory, off = in_turns(measure, given.repeat, on_path(*whole.PROGRAMS))
        what = f"{name} live at warp {WARP:g}, to its end"
        yield what, "CPU, s", True, *cpu
        yield what, "MB", False, *memory
        yield what, "m from the track in lock step", True, *off


def vehicle(given: argparse.Namespace) -> Iterator[Row]:
    """One live vehicle."""
    commands = live.programs()
    ours, theirs = commands["usimmarine"], commands.get(live.ALIAS, [])
    case = live.CASES[0]
    live.start_once(ours, WARP)  # fills the caches

    def measure(own: bool) -> Sequence[float]:
        command = ours if own else theirs
        first, started = live.start_once(command, WARP)
        tick, _, memory = live.tick_once(command, case, 4.0)
        return first, started, tick, memory

    first, started, tick, memory = in_turns(measure, given.repeat, bool(theirs))
    yield f"one vehicle, launched at warp {WARP:g}, to its first NAV_X", "s", True, *first
    yield "until then", "CPU, s", True, *started
    yield f"{case}", "CPU of a tick, us", True, *tick
    yield "one vehicle", "MB", False, *memory


def fleet(given: argparse.Namespace) -> Iterator[Row]:
    """Fields live."""
    for vehicles in given.vehicles:

        def measure(ours: bool, vehicles: int = vehicles) -> Sequence[float]:
            with tempfile.TemporaryDirectory() as folder:
                found = missions.live(write_field(Path(folder), vehicles), 4.0, ours=ours)
            assert found is not None  # the programs are on PATH
            return (1000.0 / found[0],)

        (cpu,) = in_turns(measure, given.repeat, on_path("pAntler", "MOOSDB", "pHelmIvP", "uSimMarineV22"))
        yield f"{vehicles} vehicles that meet and a shore, live at warp 4", "CPU of a simulated second, ms", True, *cpu


def shown(values: Sequence[float]) -> str:
    """The median with three digits."""
    return f"{float(f'{statistics.median(values):.3g}'):,.10g}" if values else ""


def line(row: Row, ratios: bool) -> str:
    """A row of the table; empty where it would say nothing."""
    what, unit, load, ours, theirs = row
    pairs = [a / b for a, b in zip(ours, theirs, strict=False) if b and not unit.startswith("m ")]
    ratio = f"{statistics.median(pairs):.2f} ({min(pairs):.2f} to {max(pairs):.2f})" if pairs else ""
    hidden = ratios and load
    if hidden and not ratio:
        return ""
    figures = ["", ""] if hidden else [shown(ours), shown(theirs)]
    return f"| {what} | {unit} | {figures[0]} | {figures[1]} | {ratio} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(GROUPS), metavar="GROUP,GROUP", help=f"of {', '.join(GROUPS)}")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each in each row")
    parser.add_argument("--vehicles", type=lambda text: [int(word) for word in text.split(",")], default=[2, 10],
                        metavar="N,N", help="of the fields")  # fmt: skip
    parser.add_argument("--ratios", action="store_true", help="leave out what another load would change")
    given = parser.parse_args()
    groups = {"offline": offline, "missions": played, "vehicle": vehicle, "fleet": fleet}
    if unknown := [name for name in given.only.split(",") if name not in groups]:
        parser.error(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    about = machine()
    beside = "MOOS-IvP's programs on PATH" if on_path(*whole.PROGRAMS) else "without MOOS-IvP, which is not on PATH"
    print(f"Measured on {time.strftime('%Y-%m-%d')}, {about['system']}, {processor()}, Python {about['python']},")
    print(f"at a load of {about['load']}, {beside}; medians of {given.repeat}, in turns:\n")
    print("| | | this package | MOOS-IvP | ratio |\n| --- | --- | --- | --- | --- |", flush=True)
    for name in given.only.split(","):
        for row in groups[name](given):
            if text := line(row, given.ratios):
                print(text, flush=True)
    print(f"\nAt the end the load was {machine()['load']}.")


if __name__ == "__main__":
    main()
