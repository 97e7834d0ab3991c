"""A small mission to sweep."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from usimmarine_py.sweep.run import Job
from usimmarine_py.sweep.sweep import SweepResult, prepare, sweep, sweep_request

VARY = ("turn_rate=uniform(60,80)", "start_heading=normal(45,5)", "script.DESIRED_THRUST[1]=uniform(40,60)")
MISSION = """
ProcessConfig = usimmarine
{
  AppTick = 4
  prefix = NAV
  thrust_map = 20:1, 40:2, 60:3, 80:4, 100:5
}
ProcessConfig = uTimerScript
{
  AppTick = 4
  event = var=DESIRED_THRUST, val=50, time=0
  rand_var = varname=R, min=-30, max=30, key=at_reset
  event = var=DESIRED_RUDDER, val=$[R], time=3
}
"""
FOSSEN = MISSION.replace("  thrust_map", "  dynamics = fossen3\n  vehicle = cybership2\n  // thrust_map")


def written(folder: Path) -> Path:
    """The mission in a folder of its own."""
    file = folder / "home" / "some.moos"
    file.parent.mkdir()
    file.write_text(MISSION, encoding="utf-8")
    return file


def run(mission: Path, output: Path, runs: int = 6, **options: Any) -> SweepResult:
    options = {"vary": VARY, "duration": 8.0, "seed": 5, "workers": 1, **options}
    return sweep(mission, runs=runs, output=output, **options)


def job_of(mission: Path, tmp_path: Path, runs: int = 6) -> Job:
    return prepare(sweep_request([mission], tmp_path / "none", VARY, runs, seed=5, duration=8.0))[0]
