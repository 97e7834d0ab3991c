"""The shipped dive: depth by the embedded controller, offline."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission
from usimmarine_py.run.mission import RunLog


@pytest.fixture(scope="module")
def log() -> RunLog:
    return run_mission(MISSIONS / "dive" / "dive_guidance.moos")


def test_all_waypoints_are_reached_without_a_warning(log: RunLog) -> None:
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (5, 0)
    assert log.summary.config_warnings == []
    assert log.summary.run_warnings == {}


def test_it_keeps_the_depths_of_the_plan(log: RunLog) -> None:
    time, depth = log.track["time"], log.track["depth"]
    deep = depth[(time > 120.0) & (time < 160.0)]
    assert np.max(np.abs(deep - 15.0)) < 0.3
    assert np.any(np.abs(depth[time > 190.0] - 8.0) < 0.5)
    assert depth[-1] < 0.2
    assert np.max(depth) < 16.0
