"""The shipped survey: altitude kept over a bank, no GPS below the surface, navigation as good as it says."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission
from usimmarine_py.run.mission import RunLog


@pytest.fixture(scope="module")
def log() -> RunLog:
    return run_mission(MISSIONS / "auv_survey" / "auv_survey.moos")


def off(log: RunLog, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Times (s) and distances (m) from the true place at these times."""
    x, y = log[f"{name}_X"], log[f"{name}_Y"]
    east = x.values - np.interp(x.times, log.track["time"], log.track["x"])
    return x.times, np.hypot(east, y.values - np.interp(x.times, log.track["time"], log.track["y"]))


def test_all_waypoints_are_reached_without_a_warning(log: RunLog) -> None:
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (12, 0)
    assert log.summary.config_warnings == []
    assert log.summary.run_warnings == {}


def test_it_keeps_its_altitude_over_the_bank(log: RunLog) -> None:
    altitude = log["NAV_GT_ALTITUDE"]
    mowing = altitude.values[(altitude.times > 120.0) & (altitude.times < 760.0)]
    bed = log["USM_WATER_DEPTH_HERE"]
    below = bed.values[(bed.times > 120.0) & (bed.times < 760.0)]
    assert np.ptp(below) > 7.0
    assert np.abs(mowing - 8.0).max() < 1.0
    assert np.sqrt(np.mean((mowing - 8.0) ** 2)) < 0.5


def test_there_is_no_gps_fix_below_the_surface(log: RunLog) -> None:
    quality = log["USM_SENSOR_GPS_QUALITY"]
    depth = np.interp(quality.times, log.track["time"], log.track["depth"])
    # pitched bow up the antenna, half a metre above the vehicle, comes out a little earlier
    assert np.all(quality.values[depth > 0.5] == 0.0)
    assert np.count_nonzero(depth > 0.5) > 800
    assert np.count_nonzero(quality.values) > 20


def test_dead_reckoning_drifts_as_its_compass_is_off(log: RunLog) -> None:
    """A leg of 180 m to the east drives it 180 sin(1.5 deg) = 4.7 m aside, one to the west back."""
    times, error = off(log, "USM_DR")
    dive = 45.0
    legs = [np.interp(t, times, error) for t in (dive, 200.0, 340.0, 500.0)]
    assert all(3.0 < abs(rise) < 6.5 for rise in np.diff(legs))
    assert error[(times > dive) & (times < 900.0)].max() > 7.0


def test_with_fixes_it_knows_where_it_is_as_well_as_it_says(log: RunLog) -> None:
    times, error = off(log, "USM_EST")
    sigma = np.interp(times, log["USM_EST_SIGMA"].times, log["USM_EST_SIGMA"].values)
    below = (times > 45.0) & (times < 940.0)
    assert error[below].max() < 3.5
    assert np.mean(error[below] < 2.45 * sigma[below]) > 0.9
    fixes, seen = off(log, "USM_SENSOR_USBL")
    assert 18 <= fixes.size <= 25
    assert seen.max() < 8.0


def test_the_ctd_sees_the_thermocline(log: RunLog) -> None:
    cast = log["USM_SENSOR_CTD_TEMPERATURE"]
    depth = np.interp(cast.times, log.track["time"], log.track["depth"])
    expected = np.interp(depth, [0.0, 12.0, 18.0, 40.0], [16.0, 15.5, 9.5, 8.6])
    assert np.abs(cast.values - expected).max() < 0.3
    assert np.median(np.abs(cast.values - expected)) < 0.02
