"""Runs a second of a sweep of the drift mission: one worker, two, a killed one, a local Dask cluster if there is one.

    python -m benchmarks.sweep [RUNS]        200 by default; the issue's figure is that of 10000

Every way must give the same table, byte for byte; the exit code says whether it does.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from usimmarine_py.sweep.sweep import SweepRequest, run_sweep, sweep_request

MISSION = Path(__file__).parents[1] / "missions/drift_gusts/drift_gusts.moos"
VARY = (
    "turn_rate=uniform(60,80)",
    "start_heading=normal(45,5)",
    "script.DRIFT_VECTOR_ADD[1]=90,{uniform(0,0.6)}",
    "script.DESIRED_THRUST[1]=uniform(40,60)",
)
DURATION = 120.0


class _Assassin:
    """Kills one worker of ours when a third of the runs is done."""

    def __init__(self) -> None:
        self.killed = False

    def __call__(self, done: int, count: int) -> None:
        workers = multiprocessing.active_children()
        if not self.killed and done >= count // 3 and workers and workers[0].pid is not None:
            self.killed = True
            os.kill(workers[0].pid, signal.SIGKILL)


def measure(label: str, request: SweepRequest, assassin: _Assassin | None = None) -> str:
    """One line; gives the SHA-256 of the table."""
    began = time.perf_counter()
    result = run_sweep(request, progress=assassin)
    seconds = time.perf_counter() - began
    digest = hashlib.sha256((request.output / "runs.parquet").read_bytes()).hexdigest()
    count = len(result.rows)
    note = "" if assassin is None or assassin.killed else " (no worker was killed)"
    print(f"{label:<28}{seconds:9.1f} s  {count / seconds:8.2f} runs/s  table {digest[:16]}{note}", flush=True)
    return digest


def main(runs: int) -> int:
    """0 when every way gave the same table."""
    with tempfile.TemporaryDirectory() as scratch:

        def request(name: str, **options: object) -> SweepRequest:
            folder = Path(scratch) / name
            return sweep_request([MISSION], folder, VARY, runs, seed=1, duration=DURATION, **options)

        print(f"{runs} runs of {MISSION.name}, {DURATION:g} simulated s each, logs hashed")
        digests = {
            measure("one worker", request("one", workers=1)),
            measure("two workers", request("two", workers=2)),
            measure("two workers, one killed", request("killed", workers=2), _Assassin()),
        }
        if importlib.util.find_spec("distributed") is not None:
            digests.add(measure("Dask, two local workers", request("dask", workers=2, dask="local")))
        else:
            print("Dask: not installed")
        measure("two workers, no logs", request("bare", workers=2, digest=False))
        print("equal tables" if len(digests) == 1 else "TABLES DIFFER")
        return int(len(digests) != 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=int, nargs="?", default=200)
    sys.exit(main(parser.parse_args().runs))
