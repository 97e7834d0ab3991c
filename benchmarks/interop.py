"""The alpha mission on the built-in MOOSDB and on the real one: lines per variable in pLogger's log, CPU of the server.

Every other program is MOOS-IvP's own (pAntler starts them), the vehicle is ``usimmarine``. All programs are looked for
on PATH. A run is:

1. the server alone (``MOOSDB alpha.moos`` or ``usim db alpha.moos``), on a free port;
2. ``pAntler alpha.moos`` without its MOOSDB line and with pRealm;
3. when all clients are there and the vehicle posts, DEPLOY=true; then ``--duration`` simulated seconds; then SIGTERM.

Counted are the different lines whose message time lies in the ``--duration`` simulated seconds from DEPLOY on, so
start-up and shutdown times do not matter. C++ applications sleep a whole number of milliseconds after the work of a
tick and never catch up, so their rate depends on how busy the machine is. A run of each server is therefore repeated
(``--repeat``), in turn, and beside the difference of the servers the table shows the spread of equal runs: what the
machine does by itself.

A variable passes when the means differ by at most 1 % or by 2 lines (a variable of 30 lines cannot differ by 1 %). One
that differs by more, but by no more than equal runs do, is marked ~; all others are marked <-- and make exit code 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.logs.alog import read_alog
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

MISSION = Path(__file__).resolve().parents[1] / "missions" / "alpha"
#: What runs beside the server, under these client names.
CLIENTS = ("pLogger", "usimmarine", "pMarinePIDV22", "pHelmIvP", "pNodeReporter", "uProcessWatch", "pRealm")
SERVERS = {"real": ["MOOSDB", "alpha.moos"], "built-in": ["usim", "db", "alpha.moos"]}
WATCHER = "usim_interop"
TOLERANCE = 0.01
FEW_LINES = 2


@dataclass(frozen=True, slots=True)
class Run:
    """What one run left."""

    counts: Counter[str]  #: lines per variable in the window
    seconds: float  #: real s of the window
    cpu: float  #: CPU s of the server in the window


def missing_programs() -> list[str]:
    """The programs that a run needs and PATH lacks."""
    return [name for name in ("pAntler", "MOOSDB", "usim", *CLIENTS) if shutil.which(name) is None]


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, s (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_mission(folder: Path, port: int, warp: float) -> None:
    """A copy of missions/alpha for this port and warp; the server is ours to start, so Antler has none."""
    shutil.copy(MISSION / "alpha.bhv", folder)
    text = (MISSION / "alpha.moos").read_text()
    changes = [
        ("ServerPort   = 9000", f"ServerPort = {port}"),
        ("MOOSTimeWarp = 1\n", f"MOOSTimeWarp = {warp:g}\n"),
        ("Run = MOOSDB        @ NewConsole = false", "Run = pRealm @ NewConsole = false"),
    ]
    for old, new in changes:
        if old not in text:
            raise SystemExit(f"{MISSION / 'alpha.moos'} has no line {old!r} any more; adapt {Path(__file__).name}")
        text = text.replace(old, new)
    (folder / "alpha.moos").write_text(text)


def run_once(server: str, warp: float, duration: float, folder: Path) -> Run:
    """One run of ``duration`` simulated seconds from DEPLOY on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    write_mission(folder, port, warp)
    started: list[subprocess.Popen[bytes]] = []
    with (folder / "console.txt").open("wb") as console:

        def start(*command: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT
            )
            started.append(process)
            return process

        try:
            database = start(*SERVERS[server])
            client = connect(port=port, name=WATCHER, warp=warp, timeout=20.0)
            for name in ("DB_CLIENTS", "NAV_X", "IVPHELM_STATE"):
                client.register(name)
            start("pAntler", "alpha.moos")
            seen: dict[str, str] = {}

            def ready() -> bool:
                seen.update({m.variable: str(m.value) for m in client.fetch()})
                there = set(seen.get("DB_CLIENTS", "").split(","))
                return there.issuperset(CLIENTS) and "NAV_X" in seen and "IVPHELM_STATE" in seen

            if not wait_for(ready, 60.0):
                raise SystemExit(f"{server}, warp {warp:g}: not all programs came; see {folder / 'console.txt'}")
            time.sleep(2.0)  # pLogger finds new variables once a simulated second or so
            before = cpu_seconds(database.pid)
            client.notify("MOOS_MANUAL_OVERRIDE", "false")
            client.notify("DEPLOY", "true")
            time.sleep(duration / warp)
            cpu = cpu_seconds(database.pid) - before
            time.sleep(1.0)  # what is on its way to the log belongs to the window
            client.close()
        finally:
            for process in reversed(started):
                process.send_signal(signal.SIGTERM)
                process.wait(20.0)
    (log,) = folder.glob("MOOSLog*/*.alog")
    # a set: whenever pLogger meets new variables it registers all of them again and logs the present values once more
    rows = {(row.variable, row.time, row.source, row.value) for row in read_alog(log)}
    deployed = next(row[1] for row in rows if row[0] == "DEPLOY" and row[2].startswith(WATCHER))
    counts = Counter(row[0] for row in rows if deployed <= row[1] < deployed + duration)
    return Run(counts, duration / warp, cpu)


def compare(runs: dict[str, list[Run]]) -> tuple[list[str], list[str]]:
    """The table of one warp, a line each, and the names that fail."""
    lines = [f"{'variable':<34}{'real':>9}{'built-in':>9}{'diff %':>8}{'spread %':>9}"]
    failed = []
    for name in sorted({name for found in runs.values() for run in found for name in run.counts}):
        counts = {server: [run.counts[name] for run in found] for server, found in runs.items()}
        real, ours = (sum(counts[s]) / len(counts[s]) for s in ("real", "built-in"))
        base = max(real, 1.0)
        spread = max(max(found) - min(found) for found in counts.values()) / base
        difference = abs(ours - real)
        remark = ""
        if difference > max(FEW_LINES, TOLERANCE * real):
            remark = "  ~" if difference <= spread * base else "  <--"
        if "<" in remark:
            failed.append(name)
        lines.append(f"{name:<34}{real:9.1f}{ours:9.1f}{100 * (ours - real) / base:8.2f}{100 * spread:9.2f}{remark}")
    totals = {server: sum(sum(run.counts.values()) for run in found) / len(found) for server, found in runs.items()}
    lines.append(
        f"{'all lines':<34}{totals['real']:9.1f}{totals['built-in']:9.1f}"
        f"{100 * (totals['built-in'] / totals['real'] - 1):8.2f}"
    )
    for server, found in runs.items():
        cpu = ", ".join(f"{run.cpu:.2f}" for run in found)
        lines.append(f"CPU of the {server} server: {cpu} s in {found[0].seconds:.0f} s")
    return lines, failed


def main(argv: Sequence[str] | None = None) -> int:
    """Run, print, and return 1 if a variable differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warp", type=float, nargs="+", default=[10.0, 60.0])
    parser.add_argument("--duration", type=float, default=600.0, help="simulated s from DEPLOY on")
    parser.add_argument("--repeat", type=int, default=2, help="runs of each server at each warp")
    parser.add_argument("--keep", type=Path, help="folder for missions, logs and consoles; else they are removed")
    arguments = parser.parse_args(argv)
    if missing := missing_programs():
        print(f"interop: not run: not on PATH: {', '.join(missing)}")
        return 0
    all_failed = []
    with tempfile.TemporaryDirectory() as scratch:
        base = arguments.keep or Path(scratch)
        for warp in arguments.warp:
            runs: dict[str, list[Run]] = {server: [] for server in SERVERS}
            for number in range(arguments.repeat):
                for server in SERVERS:
                    folder = base / f"warp{warp:g}_{server}_{number + 1}"
                    folder.mkdir(parents=True)
                    runs[server].append(run_once(server, warp, arguments.duration, folder))
            lines, failed = compare(runs)
            all_failed += failed
            print(
                f"\nwarp {warp:g}, {arguments.duration:g} simulated s from DEPLOY on, mean of {arguments.repeat} runs"
            )
            print("\n".join(lines))
            print(
                f"differ by more than {TOLERANCE:.0%}, {FEW_LINES} lines and equal runs: {', '.join(failed) or 'none'}",
                flush=True,
            )
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
