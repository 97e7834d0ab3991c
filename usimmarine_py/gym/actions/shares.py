"""Actions as shares of 100 per cent of thrust, rudder and the others, and the discrete ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isnan
from typing import Any

import numpy as np

from usimmarine_py.values.arrays import Array

Pairs = Sequence[tuple[float, float]]

#: The discrete actions: fractions of full thrust and rudder.
DISCRETE = tuple((thrust, rudder) for thrust in (0.0, 0.5, 1.0) for rudder in (-1.0, -0.3, 0.0, 0.3, 1.0))
#: Discrete actions of a course: a turn as a share of 180 degrees by a speed from -1 (none) to 1 (largest), and none.
COURSES = (*((turn / 180.0, speed) for speed in (1.0, 0.0) for turn in range(180, -180, -45)), (0.0, -1.0))


def discrete_of(one: float, other: float, pairs: Pairs = DISCRETE) -> int:
    """Return the number of the discrete action, one of ``pairs``, nearest to these shares."""
    return min(range(len(pairs)), key=lambda k: hypot(pairs[k][0] - one, pairs[k][1] - other))


def shares(given: Any, shape: tuple[int, ...], table: Array | None = None) -> Array:
    """Shares of the orders for actions, or for numbers of rows of ``table``. Raises ``ValueError`` for other things."""
    try:
        if table is not None or (type(given) is np.ndarray and given.dtype.kind == "f"):
            numbers = np.asarray(given)  # of any width: who takes them converts them
        else:
            numbers = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"an action must be numbers, not {given!r}") from None
    if numbers.shape != shape:
        raise ValueError(f"actions have the shape {shape}, not {numbers.shape}")
    if table is None:
        if isnan(numbers.item(numbers.argmin())):  # numpy's least is the one that is no number; quicker than asking all
            raise ValueError("an action is not a number: nan")
        return numbers
    if numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() >= len(table):
        raise ValueError(f"a discrete action is a whole number from 0 to {len(table) - 1}, not {given!r}")
    found: Array = table[numbers]
    return found
