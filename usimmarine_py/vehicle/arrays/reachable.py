"""Which speeds and rates of turn a vehicle can have: ``Vehicle.reachable``."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.inputs import finite, real

_USUAL = np.linspace(-100.0, 100.0, 11)
_MOST = 40_000  # pairs of commands
#: Lengths of the hull at full speed after which a motion is taken for settled, at least so many s.
_LENGTHS, _LEAST = 150.0, 120.0


class Reachable(NamedTuple):
    """Motions under held commands, one for each pair of them."""

    thrust: Array  #: (k,), per cent
    rudder: Array  #: (k,), per cent
    speed: Array  #: (k,), m/s ahead (surge)
    turn_rate: Array  #: (k,), rad/s of the heading, to starboard
    drift: Array  #: (k,), m/s to starboard (sway)
    states: Array  #: (k, n)
    seconds: float  #: how long the commands were held
    boundary: NDArray[np.intp]  #: (b,), the corners of the convex hull of speed and turn rate, counterclockwise


def reachable(
    seconds: float | None,
    thrust: ArrayLike | None,
    rudder: ArrayLike | None,
    size: tuple[float, float],
    moved: Callable[[Array, Array, float], tuple[Array, Array, Array, Array]],
) -> Reachable:
    """``Vehicle.reachable``; ``size``: length (m) and full speed (m/s) of the hull.

    ``moved`` holds thrusts and rudders (k,) for so many s: surge, sway, turn rate (k,) and states (k, n).
    """
    ahead, aside = (
        finite(np.atleast_1d(real(_USUAL if x is None else x, name)), name)
        for x, name in ((thrust, "thrust"), (rudder, "rudder"))
    )
    if ahead.ndim != 1 or aside.ndim != 1 or not 0 < len(ahead) * len(aside) <= _MOST:
        raise ConfigError(f"must be lists of commands in per cent, at most {_MOST} pairs of them", key="thrust, rudder")
    held = max(_LEAST, _LENGTHS * size[0] / size[1]) if seconds is None else seconds
    if not (isfinite(held) and held > 0.0):
        raise ConfigError(f"must be a time in s above 0, not {seconds!r}", key="seconds")
    pairs = np.stack(np.meshgrid(ahead, aside, indexing="ij"), axis=-1).reshape(-1, 2)
    surge, sway, rate, states = moved(pairs[:, 0], pairs[:, 1], held)
    return Reachable(pairs[:, 0], pairs[:, 1], surge, rate, sway, states, held, convex_hull(surge, rate))


def convex_hull(x: Array, y: Array) -> NDArray[np.intp]:
    """The corners (b,) of points (k,) counterclockwise, from the one with the least x on (Andrew's monotone chain)."""
    order = np.lexsort((y, x)).tolist()

    def side(points: list[int]) -> list[int]:
        found: list[int] = []
        for k in points:
            while len(found) > 1:
                a, b = found[-2], found[-1]
                if (x[b] - x[a]) * (y[k] - y[a]) - (y[b] - y[a]) * (x[k] - x[a]) > 0.0:
                    break
                found.pop()
            found.append(k)
        return found

    return np.array([*side(order)[:-1], *side(order[::-1])[:-1]] or order[:1], dtype=np.intp)
