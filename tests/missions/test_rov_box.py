"""The shipped ROV mission: hovering, sideways, and a turn on the spot, offline."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission
from usimmarine_py.run.mission import RunLog


@pytest.fixture(scope="module")
def log() -> RunLog:
    return run_mission(MISSIONS / "rov_box" / "rov_box.moos")


def between(log: RunLog, start: float, end: float) -> dict[str, np.ndarray]:
    chosen = (log.track["time"] > start) & (log.track["time"] <= end)
    found = {name: np.asarray(values)[chosen] for name, values in log.track.items()}
    found["heading"] = (found["heading"] + 180.0) % 360.0 - 180.0
    return found


def test_it_runs_to_the_end_of_its_script_without_a_warning(log: RunLog) -> None:
    assert log.summary.config_warnings == []
    assert log.summary.run_warnings == {}
    assert log.track["time"][-1] == pytest.approx(270.0, abs=1.0)


def test_it_hovers_against_the_current(log: RunLog) -> None:
    still = between(log, 45.0, 60.0)
    assert np.max(np.hypot(still["x"], still["y"])) < 0.02
    assert np.max(np.abs(still["depth"] - 5.0)) < 0.02
    assert np.max(np.abs(still["heading"])) < 0.1
    # it pushes against the water that passes: 0.15 m/s from the north-west
    assert np.mean(still["speed"]) == pytest.approx(0.15 * np.cos(np.radians(45.0)), abs=0.005)


def test_it_goes_sideways_ahead_and_astern_without_turning(log: RunLog) -> None:
    right = between(log, 62.0, 82.0)
    assert np.mean(np.diff(right["x"])) / np.mean(np.diff(right["time"])) == pytest.approx(0.25, abs=0.01)
    assert np.max(np.abs(right["y"])) < 0.05
    assert np.max(np.abs(between(log, 60.0, 219.0)["heading"])) < 2.0
    for end, x, y in ((100.0, 6.0, 0.0), (140.0, 6.0, 6.0), (180.0, 0.0, 6.0), (220.0, 0.0, 0.0)):
        place = between(log, end - 5.0, end)
        assert np.max(np.hypot(place["x"] - x, place["y"] - y)) < 0.15, end


def test_it_turns_on_the_spot(log: RunLog) -> None:
    turn = between(log, 220.0, 260.0)
    assert np.max(np.hypot(turn["x"], turn["y"])) < 0.06
    assert np.max(np.abs(turn["depth"] - 5.0)) < 0.01
    turned = np.degrees(np.unwrap(np.radians(turn["heading"])))
    assert turned[-1] - turned[0] == pytest.approx(360.0, abs=1.0)
    assert np.max(np.abs(turn["roll"])) < 0.02 and np.max(np.abs(turn["pitch"])) < 0.02
