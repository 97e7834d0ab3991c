"""The shipped missions with Fossen vehicles, offline: all waypoints, no warning, whichever controller steers."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission


@pytest.mark.parametrize("controller", ["", "_embedded"])
def test_odin_rounds_its_waypoints(controller: str) -> None:
    log = run_mission(MISSIONS / "odin_waypoints" / f"odin_waypoints{controller}_guidance.moos")
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (4, 0)
    assert log.summary.config_warnings == []
    time, speed = log.track["time"], log.track["speed"]
    assert np.max(np.abs(speed[time > 40.0] - 3.0)) < 0.3


@pytest.mark.parametrize("controller", ["", "_embedded"])
def test_the_auv_dives_and_rounds_its_rectangle(controller: str) -> None:
    log = run_mission(MISSIONS / "auv_dive" / f"auv_dive{controller}_guidance.moos")
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (4, 0)
    assert log.summary.config_warnings == []
    time, depth = log.track["time"], log.track["depth"]
    assert np.max(np.abs(depth[(time > 100.0) & (time < 150.0)] - 10.0)) < 1.0
    assert abs(depth[-1] - 4.0) < 1.0


def test_the_glider_saws_through_the_water() -> None:
    """Two dives and climbs by buoyancy alone, at the steady glide of the printed polar; one bank changes the course."""
    # half an hour: compiled where numba is, with the same bits
    changes = {"compiled": "true"} if find_spec("numba") else None
    log = run_mission(MISSIONS / "glider" / "glider.moos", changes=changes)
    assert (log.summary.config_warnings, log.summary.run_warnings) == ([], {})
    time, depth = log.track["time"], log.track["depth"]
    assert np.max(depth[time < 700.0]) == pytest.approx(99.0, abs=2.0)
    assert np.min(depth[(time > 1100.0) & (time < 1200.0)]) < 0.5 and depth[-1] < 0.5
    dive = (time > 200.0) & (time < 500.0)
    path = np.polyfit(log.track["x"][dive], depth[dive], 1)[0]
    assert np.degrees(np.arctan(path)) == pytest.approx(35.0, abs=1.5)
    assert np.max(np.abs(log.track["heading"][time < 580.0] - 90.0)) < 0.1
    assert np.ptp(log.track["heading"][time > 1200.0]) < 0.5
    assert 110.0 < log.track["heading"][-1] < 125.0
