"""Sums of floats that have the same bits under every Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def plain_sum(values: Iterable[float]) -> float:
    """Return the sum of floats, added one by one from the first on, each partial sum rounded; 0.0 of none.

    The built-in ``sum`` does so up to Python 3.11 and compensates the rounding from 3.12 on: a track would then differ
    in its last digits from that of the same mission under an older Python. ``tests/test_sums.py`` looks for it.
    """
    return reduce(add, values, 0.0)
