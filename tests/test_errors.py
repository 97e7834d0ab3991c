"""Values made fit for one line."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import SHOWN_VALUE_LENGTH, shorten


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
