"""Trajectories of the reference data, integrated as ``usim simulate`` does it.

Tolerance of the README: 1e-6 * max(1, amplification/100); 1e-3 for cs2_current (a rudder law that jumps).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

from tests.support.paths import REFERENCE
from tests.support.tables.csv_table import read_csv
from usimmarine_py.maths.integrators import DP5
from usimmarine_py.run.scenarios.scenario import load_scenario
from usimmarine_py.run.scenarios.simulate import simulate

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES = ("scenarios.toml", "scenarios_quaternion.toml")
#: Longer ones (s) are compiled with each change, which gives the same numbers (tests/vehicle/test_compiled.py), and
#: interpreted by night.
SHORT = 60.0
_ALL = [(name, s) for name in FILES for s in tomllib.loads((REFERENCE / name).read_text())["scenario"]]
SCENARIOS = [pytest.param(name, s, s["t_end"] > SHORT, id=s["id"]) for name, s in _ALL]
SCENARIOS += [
    pytest.param(name, s, False, id=f"{s['id']}-interpreted", marks=pytest.mark.nightly)
    for name, s in _ALL
    if s["t_end"] > SHORT
]
#: the longest steps that meet the tolerance; 0.02 s elsewhere, to save time
FINE = {"jolner_zigzag", "cs2_zigzag", "cs2_crashstop", "auv_conservative", "otter_turn"}


@pytest.mark.parametrize(("name", "scenario", "compiled"), SCENARIOS)
def test_trajectory(name: str, scenario: dict[str, Any], compiled: bool, figure: Callable[[str], None]) -> None:
    step = 0.01 if scenario["id"] in FINE else 0.02
    compiled = compiled and find_spec("numba") is not None
    run = simulate(load_scenario(REFERENCE / name, scenario["id"]), DP5, step, compiled=compiled)
    stored = read_csv(REFERENCE / scenario["file"])
    tolerance = 1e-3 if scenario["id"] == "cs2_current" else 1e-6 * max(1.0, scenario.get("amplification", 1.0) / 100.0)
    # column E (energy) is informative: the physics tests check it
    columns = [c for c in stored.columns if c != "E"]
    assert set(columns) == set(run.columns)
    assert len(run.rows) == len(stored.rows)
    worst, where = 0.0, ""
    for i, row in enumerate(run.rows):
        ours = dict(zip(run.columns, row, strict=True))
        theirs = {c: stored.number(i, c) for c in columns}
        if "eps1" in theirs:
            parts = ("eta", "eps1", "eps2", "eps3")
            assert abs(abs(sum(ours[c] * theirs[c] for c in parts)) - 1.0) <= tolerance
            for c in parts:
                del theirs[c]
        for column, value in theirs.items():
            error = abs(ours[column] - value)
            if error >= worst:
                worst, where = error, f"{column} at {ours['t']:g} s"
    figure(f"trajectory {scenario['id']}: {len(run.rows)} rows, worst {worst:.1e} ({where}), tolerance {tolerance:.1e}")
    assert worst <= tolerance
