"""The fault tests at night's length and all other tests that a change leaves out, in about two hours, with a report.

    scripts/torture                              all of tests/fault, and what a change leaves out elsewhere
    scripts/torture tests/fault/test_soak.py     a part
    scripts/torture --seed 7 -o torture.md       what another night did
    scripts/torture --tier change                as with every change, some minutes
    scripts/torture --shaken 20                  is any test flaky? what speaks over sockets, 20 times, in another
                                                 order each time, two at once, while others burn all processors

Two lanes, each with a processor of its own where there are two: the soak and what is left behind it in one, all else
in the other, a file at a time, those that measure times first; behind them, with both processors, many vehicles. What
needs pymoos is run again by a Python 3.10, where there is one. Ctrl-C ends it, and the report has what was done. Exit
code 1 if a test failed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.torture_report import Results, report  # noqa: E402

FAULT = "tests/fault"
#: Arguments of pytest for what is too long for every change in the other folders.
ELSEWHERE = "tests\n--ignore=tests/fault\n-m\nnightly"
#: Begins alone in its lane: three quarters of an hour of nothing but waiting.
SOAK = f"{FAULT}/test_soak.py"
#: Behind all others, with all processors: half a hundred vehicles.
ALONE = f"{FAULT}/test_many_vehicles.py"
#: Of what is flaky, these: sockets, processes, threads.
SHAKEN = (FAULT, "tests/moos", "tests/apps", "tests/wire")
#: What a lane may take to end what runs, s.
PATIENCE = 30.0


class Lanes:
    """Runs of pytest, one after another in each lane; all of them add to one file of results."""

    def __init__(self, arguments: argparse.Namespace, results: Results) -> None:
        self._tier, self._seed, self._results = arguments.tier, arguments.seed, results
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._over = False

    def run(self, lanes: Sequence[deque[str]], python: str = sys.executable) -> None:
        """Every lane its own jobs (arguments of pytest), then those that are left of the other's."""
        processors = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        threads = []
        for number, lane in enumerate(lanes):
            others = [other for other in lanes if other is not lane]
            own = {processors[number]} if len(processors) == len(lanes) else set(processors)
            threads.append(threading.Thread(target=self._lane, args=(python, lane, others, own), daemon=True))
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """Interrupt what runs: pytest ends the test's processes with the test."""
        with self._lock:
            self._over = True
            running = list(self._running)
        for process in running:
            process.send_signal(signal.SIGINT)
        for process in running:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()

    def _lane(self, python: str, lane: deque[str], others: list[deque[str]], processors: set[int]) -> None:
        while job := self._next(lane, others):
            self._job(python, job, processors)

    def _next(self, lane: deque[str], others: list[deque[str]]) -> str:
        with self._lock:
            for jobs in (lane, *others):
                if jobs and not self._over:
                    return jobs.popleft() if jobs is lane else jobs.pop()
        return ""

    def _job(self, python: str, job: str, processors: set[int]) -> None:
        command = [
            *(python, "-m", "pytest", *job.split("\n"), "-q", "-p", "no:cacheprovider"),
            *("--tier", self._tier, "--fault-seed", str(self._seed), "--figures", str(self._results.file)),
        ]
        started = time.monotonic()
        with tempfile.TemporaryFile() as shown:
            with self._lock:
                process = subprocess.Popen(
                    command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=shown, stderr=shown, start_new_session=True
                )
                self._running.add(process)
            if processors and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(process.pid, processors)
            code = process.wait()
            with self._lock:
                self._running.discard(process)
            name = job.replace("\n", " ") if job.count("\n") < 5 else f"{job.count(chr(10)) + 1} tests with {python}"
            print(f"{time.monotonic() - started:7.0f} s  {'ok' if code in (0, 5) else 'FAILED'}  {name}", flush=True)
            if code not in (0, 1, 5) and not self._over:
                shown.seek(0)
                self._results.broken(job.replace("\n", " "), code, shown.read().decode(errors="replace"))


def jobs_of(tests: Sequence[str]) -> tuple[list[deque[str]], deque[str]]:
    """What each lane begins with: files; of the soak each test for itself. And what is left for the end."""
    files: list[str] = []
    for test in tests:
        path = ROOT / test.partition("::")[0]
        if not path.exists():
            raise SystemExit(f"{test}: there is no such file or folder")
        files += sorted(str(f.relative_to(ROOT)) for f in path.rglob("test_*.py")) if path.is_dir() else [test]
    alone = [ALONE] if ALONE in files else []
    files = [f for f in files if f not in alone]
    soak = [f"{SOAK}::test_live"] if SOAK in files else [f for f in files if f.startswith(SOAK)]
    files = [f"{SOAK}::test_offline" if f == SOAK else f for f in files if f not in soak]
    # measured times before all that only counts
    files.sort(key=lambda f: "nightly" not in (ROOT / f.partition("::")[0]).read_text())
    lanes = [deque(soak), deque(files)] if soak else [deque(files), deque()]
    return lanes, deque(alone)


def shake(arguments: argparse.Namespace, results: Results) -> None:
    """The tests of ``SHAKEN`` in another order each time, beside processes that burn every processor."""
    rng = random.Random(arguments.seed)
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            burner = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(burner.wait)
            stack.callback(burner.kill)
        for number in range(1, arguments.shaken + 1):
            order = rng.randrange(10**6)
            command = [
                *(sys.executable, "-m", "pytest", *(arguments.tests or SHAKEN), "-q", "-n", "2", "--dist", "loadfile"),
                *("--shuffle", str(order), "--fault-seed", str(order), "--figures", str(results.file)),
            ]
            started = time.monotonic()
            done = subprocess.run(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
            seconds = time.monotonic() - started
            last = done.stdout.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
            print(f"{number:3}  --shuffle {order:<6}  {seconds:5.0f} s  {last[0].strip('= ')}", flush=True)
            results.round(order, seconds, last[0].strip("= "))
            if done.returncode:
                results.broken(f"round {number}, --shuffle {order}", done.returncode, done.stdout)


def obey_signals() -> None:
    """Under nohup or in the background signals are ignored, which all that tests start would inherit."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)  # goes on, but is not inherited


def main(argv: Sequence[str] | None = None) -> int:
    """Run, report, and tell by the exit code whether all was well: 0, 1, or 130 if it was interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", help=f"files or tests [{FAULT}, and what is marked `nightly` elsewhere]")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9), help="else a fresh one")
    parser.add_argument("--tier", choices=("change", "nightly"), default="nightly")
    parser.add_argument("--shaken", type=int, default=0, metavar="TIMES", help="look for flaky tests instead")
    parser.add_argument("-o", "--output", type=Path, default=Path("torture.md"), help="the report [torture.md]")
    parser.add_argument("--python310", default="", help="a Python 3.10 with pymoos")
    arguments = parser.parse_args(argv)
    obey_signals()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        results = Results(Path(folder) / "figures.jsonl")
        started, ended = time.time(), "whole"
        lanes = Lanes(arguments, results)
        try:
            if arguments.shaken:
                shake(arguments, results)
            else:
                side_by_side, alone = jobs_of(arguments.tests or [FAULT])
                if not arguments.tests and arguments.tier == "nightly":
                    side_by_side[-1].append(ELSEWHERE)
                lanes.run(side_by_side)
                lanes.run([alone])
                wanting = results.wanting("pymoos")
                if arguments.python310 and wanting:
                    lanes.run([deque(["\n".join(wanting)])], str(ROOT / arguments.python310))
        except KeyboardInterrupt:
            ended = "interrupted"
        text = report(results, arguments.seed, arguments.tier, time.time() - started, ended)
        arguments.output.write_text(text)
        print(f"\n{results.summary()}; report: {arguments.output}")
        return 130 if ended != "whole" else int(results.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
