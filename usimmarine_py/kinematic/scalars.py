"""Two scalar functions that the laws share."""

from __future__ import annotations

import math


def clip(value: float, low: float, high: float) -> float:
    """``value`` limited to [low, high]; not-a-number passes through."""
    return low if value < low else high if value > high else value


def hypot(x: float, y: float) -> float:
    """The C library's hypot, which the recorded runs used; Python's own rounds differently in the last bit."""
    try:
        return abs(complex(x, y))
    except OverflowError:
        return math.inf
