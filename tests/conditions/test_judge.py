"""What expectations find in what was posted, against plain Python and numpy."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.conditions import ExpectationError, Judge, refuse_constants

Posts = list[tuple[float, str, float | str]]


def verdict(expectation: str, posts: Posts, end: float, start: float = 0.0) -> bool:
    judge = Judge([expectation], start)
    for post in posts:
        judge.feed(*post)
    return judge.verdicts(end)[0].passed


def walk(seed: int = 4, count: int = 200) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times that are not evenly spaced, and two series."""
    random = np.random.default_rng(seed)
    times = np.cumsum(random.uniform(0.01, 0.5, count))
    return times, random.normal(0.0, 3.0, count), random.normal(1.0, 2.0, count)


def value_of(function: str, posts: Posts, end: float) -> float:
    """The number behind a value, by bisection with what the language answers."""
    low, high = -1e4, 1e4
    for _ in range(100):
        middle = (low + high) / 2.0
        if verdict(f"{function} > {middle!r}", posts, end):
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def test_numbers_over_a_run_are_those_of_numpy() -> None:
    times, x, y = walk()
    posts: Posts = [p for t, a, b in zip(times, x, y, strict=True) for p in ((t, "NAV_X", a), (t, "NAV_Y", b))]
    end = float(times[-1]) + 0.25
    lasting = np.diff([*times, end])
    near = np.hypot(x - 3.0, y + 4.0)
    expected = {
        "max(NAV_X)": x.max(),
        "min(NAV_X)": x.min(),
        "max(abs(NAV_X))": np.abs(x).max(),
        "mean(NAV_X)": (x * lasting).sum() / lasting.sum(),
        "rms(NAV_X)": math.sqrt((x * x * lasting).sum() / lasting.sum()),
        "near(3, -4)": near[-1],
        "min(near(3, -4))": near.min(),
        "max(NAV_X * NAV_Y - 2)": (x * y).max() - 2.0,
        "when(NAV_X > 4)": times[np.argmax(x > 4.0)],
        "count(NAV_X)": len(x),
        "max(NAV_X, NAV_Y)": max(x[-1], y[-1]),
        "time": end,
    }
    for function, number in expected.items():
        assert value_of(function, posts, end) == pytest.approx(number, abs=1e-9), function


@pytest.mark.parametrize("seed", range(5))
def test_lasting_is_the_longest_stretch(seed: int) -> None:
    times, x, _ = walk(seed)
    end = float(times[-1]) + 0.25
    longest = since = 0.0
    held = False
    for t, value, until in zip(times.tolist(), x.tolist(), [*times[1:].tolist(), end], strict=True):
        since = (since if held else t) if value > 0 else since
        held = bool(value > 0)
        longest = max(longest, until - since) if held else longest
    posts: Posts = [(t, "X", value) for t, value in zip(times, x, strict=True)]
    assert verdict(f"X > 0 for {longest - 1e-4!r} s", posts, end)
    assert not verdict(f"X > 0 for {longest + 1e-4!r} s", posts, end)
    assert verdict(f"X > 0 for {(longest - 1e-4) / 60.0!r} min", posts, end)


def test_a_condition_lasts_to_the_end_without_another_post() -> None:
    posts: Posts = [(5.0, "X", 1.0)]
    assert verdict("X = 1 for 10 s", posts, 15.0)
    assert not verdict("X = 1 for 10 s", posts, 14.9)


def test_posts_of_one_moment_count_together() -> None:
    posts: Posts = [(0.0, "NAV_X", 0.0), (0.0, "NAV_Y", 0.0), (1.0, "NAV_X", 9.0), (1.0, "NAV_Y", 9.0)]
    assert verdict("always(NAV_X = $(NAV_Y))", posts, 2.0)
    assert not verdict("ever(near(9, 0) < 1)", posts, 2.0)


CONDITIONS = {
    "ARRIVED = true": True,
    "ARRIVED = false": False,
    "ARRIVED != false": True,
    "ARRIVED = TRUE": False,
    "(ARRIVED = true) and (NAV_X > 3)": True,
    "ARRIVED = true and NAV_X > 3 or NAV_X < 0": True,
    "(ARRIVED = true) and (!(NAV_X > 3))": False,
    "not NAV_X > 5 and ARRIVED = true": True,
    "not (NAV_X > 5 or ARRIVED = true)": False,
    "NAV_X >= 5 && NAV_X <= 5": True,
    "NAV_X = $(NAV_Y)": False,
    "NAV_X = $(SAME)": True,
    "TEXT = 5": True,
    "TEXT == 5.0": True,
    'MODE = "MODE@ACTIVE:LOITERING"': True,
    "MODE = MODE@ACTIVE:LOITERING": True,
    "MODE = 'PARK'": False,
    "MODE != PARK": True,
    "MODE > 3": False,
    "MODE != 3": True,
    "MISSING = 3": False,
    "MISSING != 3": False,
    "not MISSING = 3": False,
    "not ever(MISSING = 3)": False,
    "not (MISSING = 3) and NAV_X > 3": False,
    "not (MISSING = 3) or NAV_X > 3": True,
    "MISSING = 3 or NAV_X > 3": True,
    "NAV_X / ZERO > 1": False,
    "NAV_X / ZERO < 1": False,
    "abs(angle(HEADING - 350)) < 15": True,
    "angle(HEADING + 178) = 180": True,
    "2 + 3 * 2 = 8": True,
    "(2 + 3) * 2 = 10": True,
    "-NAV_X < -4.9": True,
    "10 - 3 - 2 = 5": True,
    "hypot(3, 4) = 5 and sqrt(NAV_X * 5) = 5": True,
    "ended = guidance": True,
    "time < 0.5": False,
    "count(MISSING) = 0": True,
}


def test_what_is_counted_may_be_missing_but_not_misspelt() -> None:
    for name, near in (("COLISION", "COLLISION"), ("nav_x", "NAV_X"), ("RETURNED", "")):
        (found,) = Judge([f"count({name}) = 0"]).verdicts(1.0, ["COLLISION", "NAV_X", "RETURN"])
        assert found.passed is not bool(near) and (f"did you mean {near}?" in found.found) is bool(near)


def test_an_expectation_that_says_nothing_of_the_run_is_refused() -> None:
    with pytest.raises(ExpectationError, match="names no variable"):
        refuse_constants(["NAV_X > 3", "1 + 1 = 2"])
    refuse_constants(["NAV_X > 3", "time < 5"])


@pytest.mark.parametrize(("expectation", "expected"), CONDITIONS.items(), ids=str)
def test_conditions(expectation: str, expected: bool) -> None:
    values = {"ARRIVED": "true", "NAV_X": 5.0, "NAV_Y": 4.0, "SAME": 5.0, "TEXT": "5", "MODE": "MODE@ACTIVE:LOITERING"}
    posts: Posts = [(1.0, name, value) for name, value in {**values, "ZERO": 0.0, "HEADING": 2.0}.items()]
    assert verdict(expectation, [*posts, (2.0, "ended", "guidance")], 2.0) is expected


def test_it_holds_now_or_not_yet() -> None:
    judge = Judge(["X > 3", "Y = 1"], start=1000.0)
    judge.feed(1000.0, "X", 4.0)
    assert not judge.hold(1000.0)
    judge.feed(1001.0, "Y", 1.0)
    assert judge.hold(1001.0)
    judge.feed(1002.0, "X", 3.0)
    assert not judge.hold(1002.0)
    assert judge.variables == {"X", "Y"}


def test_what_failed_is_told() -> None:
    expectations = ["NAV_X > 3", "ARIVED = true", "always(NAV_X < 1)", "NAV_X > 1 for 5 s", "when(NAV_X > 9) < 3"]
    judge = Judge([*expectations, "NAV_X > 0 and NAV_X > 4"])
    for t, value in ((0.0, 0.0), (2.0, 2.0)):
        judge.feed(t, "NAV_X", value)
    assert [str(found) for found in judge.verdicts(4.0, ["ARRIVED", "NAV_X"])] == [
        "NAV_X > 3: NAV_X = 2",
        "ARIVED = true: ARIVED was never posted (did you mean ARRIVED?)",
        "always(NAV_X < 1): at 2 s NAV_X = 2",
        "NAV_X > 1 for 5 s: NAV_X > 1 held 2 s at most, NAV_X = 2",
        "when(NAV_X > 9) < 3: when(NAV_X > 9) never came, NAV_X = 2",
        "NAV_X > 0 and NAV_X > 4: NAV_X = 2",
    ]


def test_the_examples_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "expectations.md").read_text()
    Judge(re.findall(r"^\| `(.*?)` \|", page.partition("## In Python")[0], re.MULTILINE))
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    exec(code, {})
    told = [line[2:] for line in code.splitlines() if line.startswith("# ")]
    assert told and capsys.readouterr().out.splitlines() == told
