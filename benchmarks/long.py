"""A long run: a field of vehicles that meet, with logs; memory, descriptors and speed by simulated time.

    python -m benchmarks.long [--vehicles 10] [--hours 24] [--guided] [--again 0.5] [-o FOLDER] [--every 30] [--thin]
    python -m benchmarks.long --draw FOLDER FIGURE.png

plays benchmarks/_encounters.py by ``usim run`` and adds a row to FOLDER/curve.csv every ``--every`` s of real time:
hours simulated, CPU s so far, memory (MB, proportional) and descriptors of all processes, MB of logs. Then it plays
the first ``--again`` hours once more, in one process and with another hash seed: its logs must be the beginning of the
long ones. Ctrl-C or SIGTERM ends it, and the run with whole files. ``--guided``: the vehicles go
round by usim_guidance, without helm and contact manager and with ticks of 4 Hz, in a quarter of the time. ``--draw``
makes the figure of a FOLDER, also while it plays. Speed is simulated time over the CPU time of all processes, whatever
else the machine does. Logs of ten vehicles take some 1.2 GB an hour, guided 0.5; ``--thin`` gives all but the first and
the last 100 MB of each log back to the disk while it grows (Linux, ``fallocate``).
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from benchmarks._encounters import write_field
from benchmarks._launched import USIM, family, used
from benchmarks.live import ROOT

COLUMNS = ("real_s", "hours", "cpu_s", "memory_mb", "descriptors", "logs_mb")
SHORE = "shoreside.alog"
#: Bytes of a log that ``--thin`` keeps at its begin and at its end.
KEPT = 100_000_000
#: What stands for the ticks of simulator and controller, and of reporter and shares, where vehicles are guided.
_TICKS = {"10": 4, "2": 1}
_GUIDANCE = """ProcessConfig = usim_guidance
{{
  AppTick = 2
  waypoints = {x:g},{y:g} : {east:g},{y:g} : {east:g},{south:g} : {x:g},{south:g}
  repeat = 1000000
  speed = 1.4
  lookahead = 10
  acceptance_radius = 5
}}
"""


def guide(file: Path) -> None:
    """Put guidance in the place of a vehicle's helm."""
    text = file.read_text()
    start = re.search(r"start_pos = ([-\d.]+),([-\d.]+)", text)
    if start is None:  # the shore
        return
    x, y = map(float, start.groups())
    for program in ("pHelmIvP", "pContactMgrV20", "uLoadWatch"):
        text = re.sub(rf"(?ms)^ProcessConfig = {program}\n.*?^}}\n|^ *Run = {program} .*?\n", "", text)
    text = text.replace("  Run = pMarinePIDV22 ", "  Run = usim_guidance @ NewConsole = false\n  Run = pMarinePIDV22 ")
    text = re.sub(r"AppTick = (10|2)\b", lambda tick: f"AppTick = {_TICKS[tick[1]]}", text)
    file.write_text(text + _GUIDANCE.format(x=x, y=y, east=x + 50.0, south=y - 50.0))


def thin(folder: Path) -> None:
    """Give the middle of long logs back to the disk; their sizes stay."""
    for log in folder.glob("*.alog"):
        length = log.stat().st_size - 2 * KEPT
        if length > KEPT:
            words = ["fallocate", "--punch-hole", "--offset", str(KEPT), "--length", str(length), str(log)]
            subprocess.run(words, check=True)


def begin(files: list[Path], hours: float, folder: Path, seed: str, *words: str) -> subprocess.Popen[bytes]:
    """Start the run of these missions for so many simulated hours."""
    seconds = f"{3600.0 * hours:g}"
    limits = ["--duration", seconds, "--max-time", seconds, "--max-log", "0", "-q", "-o", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
    return subprocess.Popen([*USIM, "run", *map(str, files), *limits, *words], env=environment)


def simulated(log: Path) -> float:
    """Hours that a log has, by its last whole row; 0 before there is one."""
    with suppress(OSError, ValueError, IndexError), log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 20_000))
        return float(file.read().rpartition(b"\n")[0].rpartition(b"\n")[2].split()[0]) / 3600.0
    return 0.0


def descriptors(pids: list[int]) -> int:
    """How many files and sockets processes have open."""
    count = 0
    for pid in pids:
        with suppress(OSError):
            count += sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    return count


def sample(pid: int, folder: Path) -> tuple[float, float, float, int, float]:
    """Hours, CPU s, MB, descriptors of a run and its processes, MB of logs."""
    pids = list(family(pid))
    cpu, memory = used(pids)
    size = sum(log.stat().st_size for log in folder.glob("*.alog")) / 1e6
    return simulated(folder / SHORE), cpu, memory, descriptors(pids), size


def play(given: argparse.Namespace, folder: Path) -> int:
    """Play the long run, and write its curve; its exit code."""
    mission = folder / "mission"
    mission.mkdir(parents=True, exist_ok=True)
    files = write_field(mission, given.vehicles)
    if given.guided:
        for one in files:
            guide(one)
    playing = begin(files, given.hours, folder / "run", "0")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: playing.terminate())
    began = time.monotonic()
    with (folder / "curve.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        while playing.poll() is None:
            found = sample(playing.pid, folder / "run")
            if found[0] > 0.0 and found[2] > 0.0:  # it plays, and has not ended meanwhile
                rows.writerow([f"{value:.6g}" for value in (time.monotonic() - began, *found)])
                file.flush()
            if given.thin:
                thin(folder / "run")
            with suppress(subprocess.TimeoutExpired):
                playing.wait(given.every)
    return playing.returncode


def begin_of(log: Path) -> int:
    """Bytes of a log up to where ``thin`` has given it back to the disk; all of one that is whole."""
    with log.open("rb") as file:
        return os.lseek(file.fileno(), 0, os.SEEK_HOLE)


def posts(log: Path, until: float) -> Iterator[bytes]:
    """Rows of a log before this time, s, and before its hole."""
    left = begin_of(log)
    with log.open("rb") as file:
        while (row := file.readline(left)).endswith(b"\n"):
            left -= len(row)
            if not row.startswith(b"%"):
                if float(row.split(None, 1)[0]) >= until:
                    return
                yield row


def compared(first: Path, second: Path, until: float) -> tuple[int, list[str]]:
    """Compare logs of two folders up to a time (s): number of rows, and names of the logs that differ.

    Of a first log that was thinned its begin is compared.
    """
    rows, different = 0, []
    for log in sorted(first.glob("*.alog")):
        others = posts(second / log.name, until)
        equal = True
        for row in posts(log, until):
            equal = equal and row == next(others, None)
            rows += 1
        whole = begin_of(log) == log.stat().st_size
        if not equal or (whole and next(others, None) is not None):
            different.append(log.name)
    return rows, different


def begins_as(folder: Path, hours: float) -> tuple[int, list[str]]:
    """Play the beginning again in one process: number of rows compared, and names of the logs that differ."""
    with tempfile.TemporaryDirectory() as name:
        files = sorted((folder / "mission").glob("*.moos"))
        if begin(files, hours, Path(name), "1", "--processes", "1").wait():
            raise SystemExit("the second run failed")
        return compared(folder / "run", Path(name), 3600.0 * hours)


def curve(folder: Path) -> list[dict[str, float]]:
    """The rows of a curve."""
    with (folder / "curve.csv").open(newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def tell(folder: Path) -> None:
    """Print what the curve says: after a tenth of the way, at half of it, at its end."""
    rows = curve(folder)
    print("| simulated h | CPU, h | times real time since the row before | memory, MB | descriptors | logs, MB |")
    print("| --- | --- | --- | --- | --- | --- |")
    end, before = rows[-1]["hours"], rows[0]
    for share in (0.1, 0.25, 0.5, 0.75, 1.0):
        row = min(rows, key=lambda row: abs(row["hours"] - share * end))
        speed = 3600.0 * (row["hours"] - before["hours"]) / max(row["cpu_s"] - before["cpu_s"], 1e-9)
        print(
            f"| {row['hours']:.2f} | {row['cpu_s'] / 3600.0:.2f} | {speed:.1f} | {row['memory_mb']:.0f} "
            f"| {row['descriptors']:.0f} | {row['logs_mb']:.0f} |"
        )
        before = row


def draw(folder: Path, figure: Path) -> None:
    """Draw the curve."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = curve(folder)
    hours = [row["hours"] for row in rows]
    far = rows[:1]  # apart by a fiftieth of the way: logs are written in portions
    for row in rows:
        if row["hours"] - far[-1]["hours"] >= hours[-1] / 50.0:
            far.append(row)
    steps = list(pairwise(far))
    speeds = [3600.0 * (b["hours"] - a["hours"]) / (b["cpu_s"] - a["cpu_s"]) for a, b in steps]
    _, axes = pyplot.subplots(3, 1, sharex=True, figsize=(8, 7), layout="constrained")
    axes[0].plot(hours, [row["memory_mb"] for row in rows], color="#1b6ca8")
    axes[1].plot(hours, [row["descriptors"] for row in rows], color="#1b6ca8")
    axes[2].plot([b["hours"] for _, b in steps], speeds, color="#1b6ca8")
    titles = ("Memory of all processes, MB", "Open descriptors", "Simulated time over CPU time")
    for axis, title in zip(axes, titles, strict=True):
        axis.set_title(title, loc="left", fontsize=11)
        axis.set_ylim(0, 1.1 * axis.get_ylim()[1])
        axis.grid(alpha=0.3)
    axes[2].set_xlabel("simulated hours")
    pyplot.savefig(figure, dpi=100)
    pyplot.close()


def main() -> None:
    """Play, compare, print; or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vehicles", type=int, default=10)
    parser.add_argument("--hours", type=float, default=24.0, help="simulated")
    parser.add_argument("--guided", action="store_true", help="guidance in the place of helms")
    parser.add_argument("--thin", action="store_true", help="keep only the begin and the end of logs")
    parser.add_argument("--again", type=float, default=0.5, help="simulated hours that are played twice; 0: none")
    parser.add_argument("--every", type=float, default=30.0, help="real s between two rows")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="a temporary one if none is given")
    parser.add_argument("--draw", nargs=2, type=Path, metavar=("FOLDER", "FIGURE"), help="only make the figure")
    given = parser.parse_args()
    if given.draw:
        tell(given.draw[0])
        draw(*given.draw)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = given.output or Path(name)
        code = play(given, folder)
        tell(folder)
        print(f"exit code {code}", flush=True)
        if given.again:
            rows, different = begins_as(folder, min(given.again, simulated(folder / "run" / SHORE)))
            print(f"the beginning again: {rows:,} rows, {', '.join(different) or 'all equal'}")
            if different:
                sys.exit(1)
    sys.exit(code)


if __name__ == "__main__":
    main()
