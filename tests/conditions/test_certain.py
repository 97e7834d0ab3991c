"""Expectations that cannot fail are refused; those that can are not."""

from __future__ import annotations

import random

import pytest

from usimmarine_py.conditions import ExpectationError, Judge, refuse_constants
from usimmarine_py.conditions.certain import cannot_fail
from usimmarine_py.conditions.parser import read_condition

CANNOT_FAIL = [
    "count(NAV_X) >= 0", "count(NAV_X) > -1", "not (count(NAV_X) < 0)", "count(NAV_X) != 0.5",
    "max(abs(NAV_X)) >= 0", "min(abs(NAV_X)) >= 0", "mean(abs(NAV_X)) > -0.1", "rms(NAV_X) >= 0", "abs(NAV_X) >= 0",
    "0 <= abs(NAV_X)", "-abs(NAV_X) <= 0", "abs(NAV_X) + 1 > 0.5", "hypot(NAV_X, NAV_Y) >= 0", "near(3, 4) >= 0",
    "min(near(3, 4)) >= 0", "angle(NAV_HEADING) <= 180", "abs(angle(NAV_HEADING)) < 181", "closest >= 0",
    "closest(abe, ben) >= 0", "time >= 0", "distance >= 0", "abe.distance >= 0", "collisions >= 0", "driven > -1",
    "NAV_X = $(NAV_X)", "NAV_X >= $(NAV_X)", "NAV_X > 5 or NAV_X <= 5", "NAV_X > 5 or NAV_X < 10",
    "NAV_X = 5 or NAV_X != 5", "not (NAV_X > 5 and NAV_X < 2)", "MODE = A or MODE != A",
    "max(NAV_X) >= min(NAV_X)", "max(NAV_X) >= $(NAV_X)", "mean(NAV_X) <= max(NAV_X)", "min(NAV_X) <= $(NAV_X)",
    "always(abs(NAV_X) >= 0)", "ever(NAV_X > 1 or NAV_X < 2)", "when(abs(NAV_X) >= 0) >= 0",
    "ever(NAV_X > 3) or not ever(NAV_X > 3)", "max(abs(NAV_X), 3) >= 3", "NAV_X > 3 or 1 = 1",
    "(NAV_X > 3 or NAV_X <= 3) and abs(NAV_Y) >= 0", "count(NAV_X) != far",
]  # fmt: skip
CAN_FAIL = [
    "count(NAV_X) > 0", "count(NAV_X) = 0", "count(NAV_X) >= 1", "NAV_X >= 0", "max(NAV_X) >= 0", "abs(NAV_X) > 0",
    "abs(NAV_X) < 5", "max(abs(NAV_X)) < 3", "when(NAV_X > 3) >= 0", "1 / NAV_X != 0.5", "sqrt(NAV_X) >= 0",
    "angle(NAV_HEADING) < 180", "abs(angle(NAV_HEADING - 350)) < 5", "near(3, 4) < 5", "closest > 8", "time > 5",
    "NAV_X > 5 or NAV_X < 5", "NAV_X > 10 or NAV_X < 5", "NAV_X >= $(NAV_Y)", "MODE = A or MODE = B", "MODE != A",
    "max(NAV_X) > min(NAV_X)", "max(NAV_X) > mean(NAV_X)", "max(NAV_X) >= 1", "ever(NAV_X > 3)", "always(NAV_X > 3)",
    "NAV_X > 3 for 10 s", "ended = guidance", "near_misses = 0 and collisions = 0", "distance > 0", "rms(NAV_X) > 0",
    "max(NAV_X) - min(NAV_X) > 0", "max(NAV_X) >= min(NAV_Y)", "abs(NAV_X) >= 0 and NAV_Y > 2", "status = ok",
    "NAV_X != 5", "mean(NAV_X) <= rms(NAV_Y)", "MODE = A or MODE != B or NAV_X > 1",
]  # fmt: skip


@pytest.mark.parametrize("text", CANNOT_FAIL)
def test_refused(text: str) -> None:
    with pytest.raises(ExpectationError, match="cannot fail"):
        refuse_constants([text])


@pytest.mark.parametrize("text", CAN_FAIL)
def test_taken(text: str) -> None:
    refuse_constants([text])


@pytest.mark.parametrize("text", ["NAV_X > 1e9 for 0 s", "NAV_X > 3 for 0.0 min"])
def test_no_time_to_last(text: str) -> None:
    with pytest.raises(ExpectationError, match="says nothing"):
        Judge([text])


def _condition(rng: random.Random, depth: int = 2) -> str:
    if depth and rng.random() < 0.6:
        joint = rng.choice(("and", "or"))
        inner = f"({_condition(rng, depth - 1)}) {joint} ({_condition(rng, depth - 1)})"
        return f"not ({inner})" if rng.random() < 0.3 else inner
    left = rng.choice(("A", "B", "abs(A)", "count(A)", "max(A)", "min(A)", "max(abs(B))", "angle(A)", "mean(B)"))
    right = rng.choice(("$(A)", "$(B)", "max(A)", *map(str, (-181, -2, 0, 1, 2, 200))))
    return f"{left} {rng.choice(('<', '<=', '>', '>=', '=', '!='))} {right}"


def test_against_runs() -> None:
    """What is called certain never fails in a run of random posts; runs find most of what is not certain."""
    rng = random.Random(7)
    certain = missed = 0
    for _ in range(150):
        text = _condition(rng)
        fails = False
        for _ in range(25):
            judge = Judge([text])
            posts = [(n, rng.choice("AB"), rng.choice((-300.0, -2.0, 0.0, 1.0, 1.5, 2.0, 300.0))) for n in range(2, 9)]
            for time, name, value in [(0, "A", rng.choice((-2.0, 0.5))), (1, "B", rng.choice((0.0, 5.0))), *posts]:
                judge.feed(time, name, value)
            fails = fails or not judge.verdicts(10.0)[0].passed
        if cannot_fail(read_condition(text)[0]):
            certain += 1
            assert not fails, text
        elif not fails:
            missed += 1
    assert certain > 8
    assert missed < 30, missed
