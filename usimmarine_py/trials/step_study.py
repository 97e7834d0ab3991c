"""The effect of the step on a scenario: one run with several steps and solvers (the study of thesis figure 4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, NotFiniteError
from usimmarine_py.maths.integrators import DP5, TABLEAUX
from usimmarine_py.plots.model.steps import StepRun, StepStudy
from usimmarine_py.run.scenarios.scenario import FossenScenario, load_scenario
from usimmarine_py.run.scenarios.simulate import Trajectory, simulate
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.solver import tableau

#: s, the steps of the thesis
STEPS = (0.2, 0.1, 0.05, 0.02, 0.01)
#: the reference is DP5 with this share of the smallest step
_FINER = 0.5
#: m; a track that leaves this box counts as diverged although its numbers are finite
_LOST = 1.0e5


def parse_steps(text: str) -> tuple[float, ...]:
    """Steps (s) from ``0.2,0.1``; raises ConfigError."""
    try:
        steps = tuple(float(x) for x in text.split(","))
    except ValueError:
        raise ConfigError(f"must be numbers separated by commas, not {text!r}", key="--steps") from None
    if not all(0.0 < s <= 10.0 for s in steps):
        raise ConfigError("must lie between 0 and 10 s", key="--steps")
    return steps


def study(path: Path, scenario_id: str, solver: str = "dp5", steps: Sequence[float] = STEPS) -> StepStudy:
    """Run a scenario with every step and every solver. Raises ConfigError."""
    scenario = load_scenario(path, scenario_id)
    shown = tableau(solver).name
    exact = simulate(scenario, DP5, _FINER * min(steps), path.parent)
    truth = _track(exact)
    runs = []
    for name in TABLEAUX:
        for step in steps:
            runs.append(_run(scenario, name, step, truth, path.parent))
    return StepStudy(scenario_id, shown, np.array([row[0] for row in exact.rows]), tuple(runs))


def _track(run: Trajectory) -> Array:
    x, y = run.columns.index("x"), run.columns.index("y")
    return np.array([(row[x], row[y]) for row in run.rows])


def _run(scenario: FossenScenario, solver: str, step: float, truth: Array, folder: Path) -> StepRun:
    lost = StepRun(solver, step, np.empty((0, 2)), np.empty(0))
    try:
        track = _track(simulate(scenario, TABLEAUX[solver], step, folder))
    except NotFiniteError:
        return lost
    difference = np.hypot(*(track - truth).T)
    return lost if difference.max() > _LOST else StepRun(solver, step, track, difference)
