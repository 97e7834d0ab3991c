"""A long live run: a mission with a helm at a time warp, with a page, its reader and a client from outside.

    python -m benchmarks.long_live [--hours 8] [--warp 20] [--every 30] [-o FOLDER]
    python -m benchmarks.long --draw FOLDER FIGURE.png

launches missions/alpha (five waypoints, again and again) with a log, deploys it, and shows it on a page of ``usim
watch`` that is read all the time; every variable goes to MOOS-IvP's ``uXMS``, where that is on PATH, else to ``usim
log``. FOLDER/curve.csv has a row for each ``--every`` s of real time: hours by the log, CPU s, memory (MB,
proportional) and descriptors of the launch, MB of its log, memory and descriptors of the page's server. At its end the
run is played again offline from its journal: the logs must be equal.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path

from benchmarks._launched import USIM, family, used
from benchmarks.live import ROOT
from benchmarks.long import COLUMNS, descriptors, draw, simulated, tell
from tests.support.processes import free_port


def read_page(port: int) -> None:
    """Take every event of the page, until its server goes."""
    with suppress(OSError, ValueError), urllib.request.urlopen(f"http://127.0.0.1:{port}/events") as stream:
        while stream.read(65536):
            pass


def begin(stack: ExitStack, folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a program beside the mission; it ends with the block at the latest."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(words, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, **quiet)
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process


def play(folder: Path, hours: float, warp: float, every: float) -> int:
    """Play the run, and write its curve; its exit code."""
    shutil.copytree(ROOT / "missions" / "alpha", folder, dirs_exist_ok=True)
    mission, port = folder / "alpha.moos", free_port()
    mission.write_text(re.sub(r"(ServerPort\s*=\s*)\d+", rf"\g<1>{free_port()}", mission.read_text()))
    limits = ["--warp", f"{warp:g}", "--for", f"{3600.0 * hours:g}", "--prefer", "ours", "-q"]
    with ExitStack() as stack:
        launch = begin(stack, folder, *USIM, "launch", "alpha.moos", *limits)
        orders = ["DEPLOY=true", "MOOS_MANUAL_OVERRIDE=false"]
        subprocess.run([*USIM, "poke", "alpha.moos", *orders], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        watch = begin(stack, folder, *USIM, "watch", "alpha.moos", "--port", str(port), "--warp", f"{warp:g}")
        time.sleep(5.0)  # until the page is there
        threading.Thread(target=read_page, args=(port,), daemon=True).start()
        viewer = ["uXMS", "alpha.moos", "--all"] if shutil.which("uXMS") else [*USIM, "log", "alpha.moos", "-o", "seen"]
        others = begin(stack, folder, *viewer)
        began = time.monotonic()
        with (folder / "curve.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow((*COLUMNS, "page_mb", "page_descriptors"))
            while launch.poll() is None:
                pids, size = list(family(launch.pid)), sum(log.stat().st_size for log in folder.rglob("*.alog")) / 1e6
                cpu, memory = used(pids)
                found = (time.monotonic() - began, hours_of(folder), cpu, memory, descriptors(pids), size)
                page = list(family(watch.pid))
                if memory > 0.0:  # it has not ended meanwhile
                    rows.writerow([f"{value:.6g}" for value in (*found, used(page)[1], descriptors(page))])
                    file.flush()
                with suppress(subprocess.TimeoutExpired):
                    launch.wait(every)
        if watch.poll() is not None or others.poll() is not None:
            print("the page or the client outside did not stay to the end")
            return 1
    return launch.returncode


def hours_of(folder: Path) -> float:
    """Hours that the log of the launch has; 0 before there is one."""
    return max((simulated(log) for log in folder.glob("*/*.alog")), default=0.0)


def main() -> None:
    """Play, print, play again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="MOOS time")
    parser.add_argument("--warp", type=float, default=20.0)
    parser.add_argument("--every", type=float, default=30.0, help="real s between two rows")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="a temporary one if none is given")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.output or Path(name)
        code = play(folder, given.hours, given.warp, given.every)
        tell(folder)
        with (folder / "curve.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        page = [f"{row['page_mb']} MB and {row['page_descriptors']}" for row in (rows[len(rows) // 10], rows[-1])]
        print(f"memory and descriptors of the page's server after a tenth of the way: {page[0]}, at the end: {page[1]}")
        print(f"exit code {code}", flush=True)
        (log,) = folder.glob("*/*.alog")
        words, own = [*USIM, "run", "--again", log.parent.name], {**os.environ, "PYTHONPATH": str(ROOT)}
        again = subprocess.run(words, cwd=folder, env=own, check=False)
        if given.output:
            draw(folder, folder / "curve.png")
        sys.exit(code or again.returncode)


if __name__ == "__main__":
    main()
