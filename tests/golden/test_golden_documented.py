"""All recorded runs of the documented law."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.golden_runs import Run, replay_run, runs

RUNS = runs("golden-documented")


def test_the_data_is_there() -> None:
    assert len(RUNS) == 56


@pytest.mark.parametrize("run", RUNS, ids=str)
def test_states_match(run: Run, tally: Any) -> None:
    result = replay_run(run, quirks=False)
    assert result.states_wrong == []
    assert result.worst["x"] < 1e-9
    tally.add("documented", "states", result)
