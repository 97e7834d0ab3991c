"""The river: what the file says acts on the vehicle and is told; numpy beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py.cli.usim import entry
from usimmarine_py.run.mission import RunLog, run_mission

MISSION = MISSIONS / "current_field" / "current_field.moos"


@pytest.fixture(scope="module")
def log() -> RunLog:
    return run_mission(MISSION, duration=145)


def test_nothing_is_warned_of(log: RunLog) -> None:
    assert (log.summary.config_warnings, log.summary.run_warnings) == ([], {})


def test_the_river_sets_the_vehicle_downstream_as_its_profile_says(log: RunLog) -> None:
    # 1.2 m/s (1 - ((y - 50)/50)^2) over 100 m at 2 m/s: 1.2 * 100 * 2/3 / 2 = 40 m
    there = log.track["time"] < 65.0
    assert log.track["y"][there][-1] > 105.0
    assert log.track["x"][there][-1] == pytest.approx(40.0, abs=1.0)


def test_the_current_that_is_told_is_that_of_the_file_where_the_vehicle_is(log: RunLog) -> None:
    file = (MISSION.parent / "river.cfd").read_text().splitlines()
    rows = [[float(p.split("=")[1]) for p in line.split(",")] for line in file if line.startswith("x=")]
    x, y, speed, _ = np.array(rows).T
    told = log["USM_CURRENT_SPEED"]
    places = np.column_stack([np.interp(told.times, log.track["time"], log.track[axis]) for axis in "xy"])
    checked = 0
    for t, (px, py), found in zip(told.times, places, told.values, strict=True):
        # between them the vehicle is put elsewhere, or the field goes off
        if t % 7.3 > 0.1 or 69.0 < t < 71.0 or t > 104.0:
            continue
        distance = np.hypot(x - px, y - py)
        weight = np.maximum(1.0 / distance - 1.0 / 20.0, 0.0) ** 2
        expected = (weight * speed).sum() / weight.sum() if weight.any() else 0.0
        assert found == pytest.approx(expected, abs=1e-6)
        checked += 1
    assert checked >= 12
    assert [d for d in log["USM_CURRENT_DIR"].values if abs(d) > 1e-9 and abs(d - 90.0) > 1e-9] == []
    assert told.values.max() == pytest.approx(1.2, abs=0.001)


def test_the_field_can_be_switched_off(log: RunLog) -> None:
    after = log.track["time"] > 105.2
    assert np.ptp(log.track["x"][after]) == 0.0
    assert set(log["USM_CURRENT_SPEED"].values[log["USM_CURRENT_SPEED"].times > 105.2]) == {0.0}


def test_it_is_graded_by_its_own_expectations(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["grade", str(MISSION)]) == 0
    assert "3 expectations" in capsys.readouterr().out


def test_the_mission_comes_with_its_file() -> None:
    assert {path.name for path in Path(MISSION).parent.iterdir()} >= {"README.md", "river.cfd"}
