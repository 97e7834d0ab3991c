"""How long lock-step runs take: seconds of real time, rows of the log, and whether memory stays flat.

    python -m benchmarks.run [--hours H] [--long H]

Each line is one run in a process of its own; the time is that of the loop, without the start of Python.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MISSIONS = ROOT / "missions"
#: alpha has a helm in its file; offline this steers it round the same waypoints.
GUIDANCE = """
ProcessConfig = usim_guidance
{
  AppTick = 4
  speed = 2
  lookahead = 10
  acceptance_radius = 5
  waypoints = 60,-40 : 60,-160 : 150,-160 : 180,-100 : 150,-40
  repeat = 5
}
"""


def one(mission: str, app_tick: float, duration: float, log: bool) -> dict[str, float]:
    """Run it here; the figures."""
    from usimmarine_py.mission import parse_mission
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.run import execute, plan_run, run_to_files

    name, _, compiled = mission.partition("+")
    text = (MISSIONS / name.removesuffix("_embedded") / f"{name}.moos").read_text()
    text = text.replace("AppTick   = 10", f"AppTick = {app_tick:g}") + GUIDANCE * (name == "alpha")
    if compiled:
        text = text.replace("vehicle  = odin", "vehicle  = odin\n  compiled = true")
        execute(plan_run(parse_mission(text, f"{name}.moos", {}), duration=1.0))  # compiles, or loads what was compiled
    plan = plan_run(parse_mission(text, f"{name}.moos", {}), duration=duration)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    if log:
        with tempfile.TemporaryDirectory() as folder:
            summary = run_to_files(plan, Path(folder), RunFiles())
            size = (Path(folder) / f"{name}.alog").stat().st_size
    else:
        summary, size = execute(plan), 0
    return {
        "cpu": time.process_time() - began,
        "size": size,
        "ticks": sum(summary.ticks.values()),
        "grown": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024.0,
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="simulated hours of the first runs")
    parser.add_argument("--long", type=float, default=0.0, help="simulated hours of a long run at 10 Hz")
    parser.add_argument("--one", nargs=4, metavar=("MISSION", "HZ", "S", "LOG"), help=argparse.SUPPRESS)
    found = parser.parse_args()
    if found.one:
        mission, rate, duration, log = found.one
        print(json.dumps(one(mission, float(rate), float(duration), log == "log")))
        return
    runs = [("drift_gusts", 20, 3600 * found.hours, log) for log in ("none", "log")]
    steered = ["box", "alpha", "odin_waypoints"]
    if find_spec("numba") is not None:
        steered += ["odin_waypoints+compiled", "odin_waypoints_embedded+compiled"]
    runs += [(mission, 10, 400.0, log) for mission in steered for log in ("none", "log")]
    if found.long:
        runs.append(("drift_gusts", 10, 3600 * found.long, "none"))
    print(f"{'mission':32} {'Hz':>4} {'simulated s':>12} {'log':>5} {'cpu s':>8} {'x real time':>12}", end="")
    print(f" {'us/tick':>8} {'MB log':>8} {'MB grown':>9}")
    for mission, rate, duration, log in runs:
        # as a module from the root, so that the package of this checkout is found without an installation
        command = [sys.executable, "-m", "benchmarks.run", "--one", mission, str(rate), str(duration), log]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        r = json.loads(done.stdout)
        print(
            f"{mission:32} {rate:4} {duration:12.0f} {log:>5} {r['cpu']:8.2f} {duration / r['cpu']:12,.0f} "
            f"{1e6 * r['cpu'] / r['ticks']:8.1f} {r['size'] / 1e6:8.1f} {r['grown']:9.1f}"
        )


if __name__ == "__main__":
    main()
