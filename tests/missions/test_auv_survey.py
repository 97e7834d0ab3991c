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
    """A compass that is off by 1.5 deg, and drifts, drives it aside by the way times that angle on every leg."""
    compass, track = log["USM_SENSOR_COMPASS_HEADING"], log.track
    heading = np.interp(compass.times, track["time"], np.unwrap(track["heading"], period=360.0))
    wrong = np.radians((compass.values - heading + 180.0) % 360.0 - 180.0)
    assert 0.5 < np.degrees(wrong.mean()) < 2.5
    dr_x, dr_y = log["USM_DR_X"], log["USM_DR_Y"]
    for start, end in ((45.0, 200.0), (200.0, 340.0), (340.0, 500.0)):
        at = np.linspace(start, end, 1000)
        east, north = (np.interp(at, track["time"], track[name]) for name in "xy")
        angle = np.interp(at, compass.times, wrong)[:-1]
        # a course that is taken for one further to starboard
        expected = np.sum(angle * np.diff(north)), -np.sum(angle * np.diff(east))
        off_east = np.diff(np.interp((start, end), dr_x.times, dr_x.values) - east[[0, -1]])[0]
        off_north = np.diff(np.interp((start, end), dr_y.times, dr_y.values) - north[[0, -1]])[0]
        assert np.hypot(*expected) > 2.0
        assert np.hypot(off_east - expected[0], off_north - expected[1]) < 0.6


def test_with_fixes_it_knows_where_it_is_as_well_as_it_says(log: RunLog) -> None:
    times, error = off(log, "USM_EST")
    sigma = np.interp(times, log["USM_EST_SIGMA"].times, log["USM_EST_SIGMA"].values)
    below = (times > 45.0) & (times < 940.0)
    assert error[below].mean() < 2.0
    assert (error[below] / sigma[below]).max() < 4.0
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
