"""Values made fit for one line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from usimmarine_py.errors import SHOWN_VALUE_LENGTH, is_near, is_slip, shorten, suggest


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("plain", "plain"),
        ("a\nb\x1b[1m", "a\\nb\\x1b[1m"),
        ("20 °", "20 °"),
        (b"\xca\xff1".decode("utf-8", "surrogateescape"), "\\xca\\xff1"),
        ("\ud800", "\\ud800"),
        (1.5, "1.5"),
    ],
)
def test_a_value_fits_one_line(value: object, shown: str) -> None:
    assert shorten(value) == shown


def test_a_long_value_is_cut() -> None:
    shown = shorten("x" * 1_000_000)
    assert len(shown) == SHOWN_VALUE_LENGTH
    assert shown.endswith("...")


@pytest.mark.parametrize(
    ("name", "other", "apart"),
    [("pLogger", "pLoger", 1), ("pLogger", "pLgoger", 1), ("pLogger", "pLagger", 1), ("pLogger", "pLaggerr", 2)],
)
def test_letters_that_are_wrong_are_counted(name: str, other: str, apart: int) -> None:
    for one, two in ((name, other), (other, name)):
        assert is_near(one, two, apart) and not is_near(one, two, apart - 1)
    assert not is_near(name, name, 3)


def test_names_of_any_length_are_not_compared_letter_by_letter() -> None:
    """Counting the letters of two names takes the product of their lengths: 25 million steps here, for each pair."""

    class Counted(str):
        looked = 0

        def __iter__(self) -> Iterator[str]:
            for letter in str(self):
                Counted.looked += 1
                yield letter

        def lower(self) -> Counted:
            return Counted(super().lower())

    long = Counted("b1c2d" * 1000)
    known = [Counted(name) for name in ("uSimMarineV22", "b1c2d" * 1000 + "e", "c1b2d" * 1000)]
    assert suggest(long, known) == ""
    assert not any(is_near(long, name, 2) for name in known)
    assert not is_slip(long, known[1])
    assert Counted.looked <= 4 * len(long)
    # in front of such names, short ones still are
    assert suggest("uSimMarinV22", known) == "uSimMarineV22"
