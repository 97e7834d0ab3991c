"""The shipped square: guidance, embedded controller and kinematic vehicle in lock step."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission
from usimmarine_py.run.mission import RunLog


@pytest.fixture(scope="module")
def log() -> RunLog:
    return run_mission(MISSIONS / "box" / "box.moos")


def test_it_ends_by_itself_after_two_rounds(log: RunLog) -> None:
    assert log.summary.ended == "usim_guidance"
    assert (log.summary.waypoints, log.summary.waypoints_missed) == (8, 0)
    assert log.summary.config_warnings == []
    assert log.summary.run_warnings == {}
    # two rounds of 400 m, 15 corners cut by the acceptance radius, at 2 m/s but for the start
    assert 770.0 < log.summary.distance < 800.0
    assert log.summary.time == pytest.approx(log.summary.distance / 2.0, rel=0.03)


def test_the_track_stays_on_the_square(log: RunLog) -> None:
    x, y = log.track["x"], log.track["y"]
    sides = [np.hypot(np.maximum(np.abs(a - 50.0) - 50.0, 0.0), b - c) for a, b, c in ((x, y, 0.0), (x, y, 100.0))]
    sides += [np.hypot(np.maximum(np.abs(b - 50.0) - 50.0, 0.0), a - c) for a, b, c in ((x, y, 0.0), (x, y, 100.0))]
    assert np.max(np.min(sides, axis=0)) < 5.0
    # each leg begins with what the acceptance radius left, and that is gone after half of it
    cross = log["GUIDANCE_CROSS_TRACK"].values
    assert np.max(np.abs(cross)) <= 5.0
    assert np.quantile(np.abs(cross), 0.4) < 0.2


def test_each_waypoint_is_told_of_where_it_was_reached(log: RunLog) -> None:
    reached = [text for text in log.texts["GUIDANCE_EVENT"].values if text.startswith("waypoint=")]
    corners = ["x=0, y=100", "x=100, y=100", "x=100, y=0", "x=0, y=0"]
    assert [", ".join(text.split(", ")[1:3]) for text in reached] == corners * 2
    distances = [float(text.rsplit("=", 1)[1]) for text in reached]
    assert max(distances) <= 5.0
    # at 2 m/s and 4 looks a second none is more than half a metre late
    assert min(distances) >= 4.4
