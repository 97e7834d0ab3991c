"""The shipped sound: aground on the islet that the tide sets the boat onto, off astern, over the bed of the file."""

from __future__ import annotations

from math import cos, radians

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission
from usimmarine_py.run.mission import RunLog

#: deg/s
M2, S2 = 28.9841042 / 3600.0, 30.0 / 3600.0


@pytest.fixture(scope="module")
def log() -> RunLog:
    return run_mission(MISSIONS / "tidal_sound" / "tidal_sound.moos")


def tide(t: float) -> float:
    """To the east, m/s."""
    return 0.45 * cos(radians(M2 * t - 15.0)) + 0.12 * cos(radians(S2 * t))


def test_the_tide_sets_it_onto_the_islet_and_thrust_takes_it_off(log: RunLog) -> None:
    assert log.summary.config_warnings == []
    (text,) = log.summary.run_warnings
    assert text.removeprefix("usimmarine: ").startswith("aground at x=50.1, y=150.1 m")
    t, x, y = (log.track[name] for name in ("time", "x", "y"))
    # 180 m due north at 2 m/s, meanwhile to the east with the tide
    drift = 0.1 * sum(tide(k / 10) for k in range(900))
    assert np.interp(90.0, t, x) == pytest.approx(drift, abs=0.2)
    lying = (t > 91.0) & (t < 110.0)
    assert np.ptp(x[lying]) == np.ptp(y[lying]) == 0.0
    assert y[-1] > 270.0


def test_the_depth_is_that_of_the_file(log: RunLog) -> None:
    lines = (MISSIONS / "tidal_sound" / "sound.asc").read_text().splitlines()
    heights = np.array([[float(word) for word in line.split()] for line in lines[6:]])[::-1]
    interpolate = pytest.importorskip("scipy.interpolate")
    bed = interpolate.RegularGridInterpolator((-50.0 + 10.0 * np.arange(41), -160.0 + 10.0 * np.arange(33)), -heights)
    depth = log["USM_WATER_DEPTH_HERE"]
    x, y = (np.interp(depth.times, log.track["time"], log.track[name]) for name in "xy")
    afloat = (depth.times < 89.0) | (depth.times > 115.0)
    assert np.abs(depth.values - bed(np.column_stack((y, x))))[afloat].max() < 0.05
