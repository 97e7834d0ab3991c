"""Actions as shares of 100 per cent of thrust, rudder and the others, and the discrete ones."""

from __future__ import annotations

from math import hypot
from typing import Any

import numpy as np

from usimmarine_py.values.arrays import Array

#: The discrete actions: fractions of full thrust and rudder.
DISCRETE = tuple((thrust, rudder) for thrust in (0.0, 0.5, 1.0) for rudder in (-1.0, -0.3, 0.0, 0.3, 1.0))
_MEANT = np.array(DISCRETE)


def discrete_of(thrust: float, rudder: float) -> int:
    """Return the number of the discrete action nearest to these shares."""
    return min(range(len(DISCRETE)), key=lambda k: hypot(DISCRETE[k][0] - thrust, DISCRETE[k][1] - rudder))


def shares(given: Any, shape: tuple[int, ...], *, discrete: bool) -> Array:
    """Shares of the orders for actions, or for numbers of ``DISCRETE``. Raises ``ValueError`` for what is neither."""
    try:
        numbers = np.asarray(given) if discrete else np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"an action must be numbers, not {given!r}") from None
    if numbers.shape != shape:
        raise ValueError(f"actions have the shape {shape}, not {numbers.shape}")
    if not discrete:
        if np.isnan(numbers).any():
            raise ValueError("an action is not a number: nan")
        return numbers
    if numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() >= len(DISCRETE):
        raise ValueError(f"a discrete action is a whole number from 0 to {len(DISCRETE) - 1}, not {given!r}")
    found: Array = _MEANT[numbers]
    return found
