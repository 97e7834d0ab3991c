"""The helm decides and posts what the original did, in every tick of every recorded run."""

from __future__ import annotations

import pytest

from tests.support.helm_runs import FOLDER, compare, load
from tests.support.recorded import names
from usimmarine_py.run.scenarios.helm import decisions, play

RUNS = names(FOLDER)
#: Runs in which the original's vehicle follows the decisions.
CLOSED = [name for name in RUNS if load(name).scenario.plant is not None]


def test_the_data_is_there() -> None:
    assert len(RUNS) == 197
    assert len(CLOSED) > 10


@pytest.mark.parametrize("name", RUNS)
def test_decisions_and_posts_are_equal(name: str) -> None:
    played = compare(name)
    assert played.wrong_rows == []
    assert played.wrong_posts == []
    assert played.decisions > 0 or name.startswith("bad_")


@pytest.mark.parametrize("name", CLOSED)
def test_a_vehicle_that_follows_the_decisions_takes_the_recorded_way(name: str) -> None:
    recorded = load(name)
    for tick in play(recorded.scenario, recorded=False):
        row, wanted = decisions(tick), recorded.rows[tick.step]
        if wanted["nav_x"]:
            for column in ("nav_x", "nav_y", "nav_heading", "nav_speed", "nav_depth"):
                assert float(row[column]) == pytest.approx(float(wanted[column]), abs=1e-9), (tick.step, column)
