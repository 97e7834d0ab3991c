"""Patterns of variables and sources that a client may subscribe by."""

from __future__ import annotations

import fnmatch
import random

import pytest

from usimmarine_py.wire.patterns import Wildcard, format_wildcard, leading_number, matches, parse_wildcard


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("*", "", True),
        ("*", "NAV_X", True),
        ("?", "", False),
        ("NAV_*", "NAV_", True),
        ("NAV_*", "nav_X", False),
        ("NAV_?", "NAV_X", True),
        ("NAV_?", "NAV_XY", False),
        ("*_X", "NAV_GT_X", True),
        ("[N]AV", "NAV", False),
        ("[N]AV", "[N]AV", True),
        ("a*b*c", "aXXbYYbZc", True),
        ("", "", True),
        ("", "x", False),
    ],
)
def test_patterns(pattern: str, text: str, expected: bool) -> None:
    assert matches(pattern, text) is expected


def test_agrees_with_fnmatch() -> None:
    rng = random.Random(3)
    for _ in range(5000):
        pattern = "".join(rng.choices("ab*?", k=rng.randrange(7)))
        text = "".join(rng.choices("ab", k=rng.randrange(8)))
        assert matches(pattern, text) == fnmatch.fnmatchcase(text, pattern), (pattern, text)


def test_no_exponential_backtracking() -> None:
    assert not matches("*a" * 300, "a" * 299 + "b" * 300)


def test_text_form() -> None:
    wildcard = Wildcard("*", "NAV_*", 0.0)
    assert format_wildcard(wildcard) == "AppPattern=*,VarPattern=NAV_*,Interval=0"
    assert format_wildcard(Wildcard("p?", "X", 0.25)) == "AppPattern=p?,VarPattern=X,Interval=0.25"
    assert parse_wildcard(format_wildcard(wildcard)) == wildcard
    assert parse_wildcard("nonsense") is None
    assert parse_wildcard("VarPattern=X") == Wildcard("*", "X", 0.0)


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.25", 0.25), ("1.5s", 1.5), ("-2", -2.0), ("+.5", 0.5), ("nan", 0.0), ("x1", 0.0), ("", 0.0), ("1e999", 0.0)],
)
def test_interval_as_cpp_reads_it(text: str, value: float) -> None:
    assert leading_number(text) == value
