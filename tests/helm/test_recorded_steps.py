"""The helm posts what the real pHelmIvP posted, step by step, in runs about kinds and lines of public missions."""

from __future__ import annotations

import pytest

from tests.support.helm_steps import load, names, play, recorded


@pytest.mark.parametrize("name", names())
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
    assert len(names()) >= 8
