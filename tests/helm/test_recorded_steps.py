"""The helm posts what the real pHelmIvP posted, step by step, in runs about kinds and lines of public missions."""

from __future__ import annotations

import pytest

from tests.support.helm_bench import behavior
from tests.support.helm_steps import FOLDER, load, play, recorded
from tests.support.recorded import names


@pytest.mark.parametrize("name", names(FOLDER))
def test_posts_are_equal(name: str) -> None:
    run = load(name)
    state, rows = play(run)
    wanted = recorded(run)
    assert state == run["state"]
    assert [row[:2] for row in rows] == [row[:2] for row in wanted]
    for (k, variable, value), (_, _, right) in zip(rows, wanted, strict=True):
        if isinstance(right, float):
            assert value == pytest.approx(right, abs=1e-9), (k, variable)
        else:
            assert value == right, (k, variable)


def test_the_data_is_there() -> None:
    assert len(names(FOLDER)) >= 8


def test_to_give_way_by_the_rules_of_2017_is_an_error() -> None:
    """The text is the original's; its function cannot be made any more."""
    report = "NAME=ben,X=60,Y={y},SPD=1.5,HDG=2,TYPE=kayak,TIME=NOW"
    pose = [["NAV_X", 0.0], ["NAV_Y", 0.0], ["NAV_HEADING", 90.4], ["NAV_SPEED", 2.0]]
    distances = "pwt_inner_dist = 20", "completed_dist = 200"
    run = {
        "config": ["domain = course:0:359:360", "domain = speed:0:4:41"],
        "bhv": behavior("BHV_AvdColregsV17", "name = avd", "contact = ben", *distances),
        "init": [],
        "steps": [[*pose, ["NODE_REPORT", report.format(y=y)]] for y in (-90, -60)],
    }
    errors = [value for _, variable, value in play(run)[1] if variable == "BHV_ERROR"]
    assert errors == ["avd: Unable to init AOF_R16:bad param[osh], value[90.4]"]
