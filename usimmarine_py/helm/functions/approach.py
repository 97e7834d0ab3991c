"""Closest approach to a contact for courses and speeds of the domain. Needs numpy."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.surface import Layout
from usimmarine_py.maths.encounters.sides import StraightMotion

Array = npt.NDArray[np.float64]


@lru_cache(maxsize=8)
def _velocities(boxes: Layout) -> tuple[Array, Array]:
    """Return the velocities (east, north, m/s) of samples; courses count in whole degrees."""
    angles = np.radians(np.trunc(boxes.a))
    return boxes.sample(np.sin(angles) * boxes.b), boxes.sample(np.cos(angles) * boxes.b)


def closest_approaches(boxes: Layout, own: StraightMotion, other: StraightMotion, horizon: float) -> Array:
    """Return samples, over course and speed, of the least distance (m) to ``other`` within ``horizon`` s."""
    vx, vy = _velocities(boxes)
    heading = radians(other.heading)
    rx, ry = own.x - other.x, own.y - other.y
    wx, wy = vx - other.speed * sin(heading), vy - other.speed * cos(heading)
    square = wx * wx
    square += wy * wy
    time = rx * wx
    time += ry * wy
    np.negative(time, out=time)
    time /= np.where(square > 0, square, 1.0)
    time.clip(0.0, horizon, out=time)
    wx *= time
    wx += rx
    wy *= time
    wy += ry
    found: Array = np.hypot(wx, wy)
    return found


def graded(distances: Array, least: float, most: float, at_least: float) -> Array:
    """Return 0 below ``least`` (m), 100 above ``most``, from ``at_least`` to 100 between."""
    span = most - least
    found: Array = at_least + (100 - at_least) * (distances - least) / (span if span > 0 else 1.0)
    np.putmask(found, distances > most, 100.0)
    np.putmask(found, distances < least, 0.0)
    return found
