"""The shipped missions with Fossen vehicles, offline: all waypoints, no warning, whichever controller steers."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission


@pytest.mark.parametrize("controller", ["", "_embedded"])
def test_odin_rounds_its_waypoints(controller: str) -> None:
    log = run_mission(MISSIONS / "odin_waypoints" / f"odin_waypoints{controller}.moos")
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (4, 0)
    assert log.summary.config_warnings == []
    time, speed = log.track["time"], log.track["speed"]
    assert np.max(np.abs(speed[time > 40.0] - 3.0)) < 0.3


@pytest.mark.parametrize("controller", ["", "_embedded"])
def test_the_auv_dives_and_rounds_its_rectangle(controller: str) -> None:
    log = run_mission(MISSIONS / "auv_dive" / f"auv_dive{controller}.moos")
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (4, 0)
    assert log.summary.config_warnings == []
    time, depth = log.track["time"], log.track["depth"]
    assert np.max(np.abs(depth[(time > 100.0) & (time < 150.0)] - 10.0)) < 1.0
    assert abs(depth[-1] - 4.0) < 1.0
