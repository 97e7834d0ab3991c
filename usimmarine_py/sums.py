"""Sums of floats, and lengths, that have the same bits under every Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add


def plain_sum(values: Iterable[float]) -> float:
    """Return the sum of floats, added one by one from the first on, each partial sum rounded; 0.0 of none.

    The built-in ``sum`` does so up to Python 3.11 and compensates the rounding from 3.12 on: a track would then differ
    in its last digits from that of the same mission under an older Python. ``tests/test_sums.py`` looks for it.
    """
    return reduce(add, values, 0.0)


def plain_hypot(x: float, y: float) -> float:
    """Return the length of (x, y) as the C library rounds it, which MOOS-IvP's programs are built with.

    ``math.hypot`` rounds in its own way: one in 160 lengths differs in the last bit, and that of ``math.dist`` with it.
    """
    return abs(complex(x, y))


def plain_dist(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the distance of two points of the plane, as ``plain_hypot``."""
    return abs(complex(one[0] - other[0], one[1] - other[1]))
