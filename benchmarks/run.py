"""How long lock-step runs take: CPU of a run, size of the log, and whether memory stays flat.

    python -m benchmarks.run [--hours H] [--long H] [--repeat N] [--only NAME,NAME]

Each line is a process of its own that makes the run ``--repeat`` times: the least CPU time counts, without the start
of Python and without reading the mission, but with opening and closing the files. ``+guidance``: without the helm and
what goes with it (pNodeReporter, uProcessWatch), usim_guidance steers; ``+compiled``: with compiled equations.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MISSIONS = ROOT / "missions"
#: What ``+guidance`` leaves out.
HELM = ("pHelmIvP", "pNodeReporter", "uProcessWatch")
#: alpha has no guidance in its file: this steers it round the waypoints of its helm.
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


def variant(mission: str, app_tick: float) -> tuple[str, str]:
    """Return path and text of a mission of these parts: ``alpha+guidance``."""
    name, *parts = mission.split("+")
    path = MISSIONS / name.removesuffix("_embedded") / f"{name}.moos"
    steered = path.with_name(f"{name}_guidance.moos")
    if "guidance" in parts and steered.exists():
        path = steered
    text = path.read_text(encoding="utf-8").replace("AppTick   = 10", f"AppTick = {app_tick:g}")
    if "guidance" in parts and path != steered:
        for program in HELM:
            text = re.sub(rf"(?ms)^ProcessConfig = {program}\n.*?^}}\n|^ *Run = {program} .*?\n", "", text)
        text = (
            text.replace("  Run = usimmarine ", "  Run = usim_guidance @ NewConsole = false\n  Run = usimmarine ")
            + GUIDANCE
        )
    if "compiled" in parts:
        text = text.replace("vehicle  = odin", "vehicle  = odin\n  compiled = true")
    return str(path), text


def one(mission: str, app_tick: float, duration: float, log: bool, repeat: int) -> dict[str, float]:
    """Make the run here; return the figures."""
    from usimmarine_py.mission import parse_mission
    from usimmarine_py.run.files import run_to_files, summaries
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.plan import plan_run
    from usimmarine_py.run.run import execute

    path, text = variant(mission, app_tick)
    if mission.endswith("+compiled"):
        execute(plan_run(parse_mission(text, path, {}), duration=1.0))  # compiles, or loads what was compiled
    size, times, grown, ticks = 0, [], 0.0, 0
    for _ in range(repeat):
        plan = plan_run(parse_mission(text, path, {}), duration=duration)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        gc.collect()
        with tempfile.TemporaryDirectory() as folder:
            began = time.process_time()
            summary = run_to_files(plan, Path(folder), RunFiles()) if log else execute(plan)
            times.append(time.process_time() - began)
            ticks = sum(sum(one.ticks.values()) for one in summaries(plan, summary).values())
            size = (Path(folder) / f"{Path(path).stem}.alog").stat().st_size if log else 0
        grown = max(grown, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024.0)
    return {"cpu": min(times), "size": size, "ticks": ticks, "grown": grown}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="simulated hours of the first runs")
    parser.add_argument("--long", type=float, default=0.0, help="simulated hours of a long run at 10 Hz")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each line")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help="lines of these missions only")
    parser.add_argument("--one", nargs=4, metavar=("MISSION", "HZ", "S", "LOG"), help=argparse.SUPPRESS)
    found = parser.parse_args()
    if found.one:
        mission, rate, duration, log = found.one
        print(json.dumps(one(mission, float(rate), float(duration), log == "log", found.repeat)))
        return
    runs = [("drift_gusts", 20, 3600 * found.hours, log) for log in ("none", "log")]
    steered = ["box", "alpha+guidance", "odin_waypoints+guidance"]
    if find_spec("numba") is not None:
        steered += ["odin_waypoints+guidance+compiled", "odin_waypoints_embedded+guidance+compiled"]
    steered += ["alpha", "odin_waypoints"]
    runs += [(mission, 10, 400.0, log) for mission in steered for log in ("none", "log")]
    if found.long:
        runs.append(("drift_gusts", 10, 3600 * found.long, "none"))
    wanted = [name for name in found.only.split(",") if name]
    runs = [run for run in runs if not wanted or run[0] in wanted]
    print(f"{'mission':42} {'Hz':>4} {'simulated s':>12} {'log':>5} {'cpu s':>8} {'x real time':>12}", end="")
    print(f" {'us/tick':>8} {'MB log':>8} {'MB grown':>9}")
    for mission, rate, duration, log in runs:
        # as a module from the root, so that the package of this checkout is found without an installation
        command = [sys.executable, "-m", "benchmarks.run", "--one", mission, str(rate), str(duration), log]
        command += ["--repeat", str(found.repeat)]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        r = json.loads(done.stdout)
        print(
            f"{mission:42} {rate:4} {duration:12.0f} {log:>5} {r['cpu']:8.2f} {duration / r['cpu']:12,.0f} "
            f"{1e6 * r['cpu'] / r['ticks']:8.1f} {r['size'] / 1e6:8.1f} {r['grown']:9.1f}"
        )


if __name__ == "__main__":
    main()
