"""The cost of an application of one's own in lock step: CPU of runs without and with examples/odometry.py at 10 Hz.

    python -m benchmarks.apps [--rounds N] [--only MISSION]

The runs alternate in one process; of each the least CPU time of the rounds counts, the start of Python not in it; with
the log it is what `usim run` does. `inside` is the share of its own mail and iterations, timed one by one.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from usimmarine_py.apps.own.player import OwnApp

ROOT = Path(__file__).resolve().parents[1]
ODOMETRY = (str(ROOT / "examples" / "odometry.py"),)
#: Mission, simulated s, and whether the equations are compiled.
RUNS = (
    ("odin_waypoints/odin_waypoints_guidance", 150.0, False),
    ("odin_waypoints/odin_waypoints_guidance", 1000.0, True),
    ("odin_weather/gale_waves", 100.0, False),
    ("auv_dive/auv_dive_embedded_guidance", 300.0, False),
    ("alpha/alpha", 1500.0, False),
    ("box/box", 1500.0, False),
    ("drift_gusts/drift_gusts", 1500.0, False),
)


def inside(mission: str, duration: float, compiled: bool, log: bool) -> float:
    """The share of a run's CPU that the application's mail and iterations take."""
    spent = 0.0
    methods = {name: getattr(OwnApp, name) for name in ("on_mail", "iterate")}

    def timed(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            nonlocal spent
            began = time.perf_counter()
            made = method(*given)
            spent += time.perf_counter() - began
            return made

        return call

    for name, method in methods.items():
        setattr(OwnApp, name, timed(method))
    try:
        whole = one(mission, duration, compiled, ODOMETRY, log)
    finally:
        for name, method in methods.items():
            setattr(OwnApp, name, method)
    return spent / whole


def one(mission: str, duration: float, compiled: bool, apps: tuple[str, ...], log: bool) -> float:
    """CPU s of a run."""
    from usimmarine_py.mission import parse_mission
    from usimmarine_py.run.engine import use_engine
    from usimmarine_py.run.files import run_to_files
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.plan import plan_run
    from usimmarine_py.run.run import execute

    path = ROOT / "missions" / f"{mission}.moos"
    plan = plan_run(parse_mission(path.read_text(), str(path), {}), duration=duration, seed=1, apps=apps)
    use_engine(plan.simulators[0], compiled)
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        began = time.process_time()
        if log:
            run_to_files(plan, Path(folder), RunFiles())
        else:
            execute(plan)
        return time.process_time() - began


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", metavar="MISSION")
    given = parser.parse_args()
    print("mission                    log   simulated s   CPU s   with it   more   us an iteration   inside")
    for mission, duration, compiled in RUNS:
        if given.only not in mission or (compiled and find_spec("numba") is None):
            continue
        for log in (True, False):
            share = min(inside(mission, duration, compiled, log) for _ in range(given.rounds))
            found: tuple[list[float], list[float]] = ([], [])
            for _ in range(given.rounds):
                for times, apps in zip(found, ((), ODOMETRY), strict=True):
                    times.append(one(mission, duration, compiled, apps, log))
            bare, steered = map(min, found)
            name = mission.partition("/")[2] + "+compiled" * compiled
            each = 1e6 * (steered - bare) / (10.0 * duration)
            print(
                f"{name:<26} {'yes' if log else 'no':<5} {duration:>11g} {bare:>7.3f} {steered:>9.3f}"
                f" {100.0 * (steered / bare - 1.0):>5.1f} % {each:>9.1f} {100.0 * share:>17.1f} %",
                flush=True,
            )


if __name__ == "__main__":
    main()
