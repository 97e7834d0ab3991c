"""Closest approach to a contact for every course and speed of the domain. Needs numpy."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.maths.encounters.sides import StraightMotion

Array = npt.NDArray[np.float64]


@lru_cache(maxsize=8)
def _velocities(course: tuple[float, float, int], speed: tuple[float, float, int]) -> tuple[Array, Array]:
    """Return the velocities (east, north, m/s) of all courses and speeds; courses count in whole degrees."""
    low, step, count = course
    angles = np.radians(np.trunc(low + step * np.arange(count)))
    low, step, count = speed
    speeds = low + step * np.arange(count)
    return np.sin(angles)[:, None] * speeds, np.cos(angles)[:, None] * speeds


def closest_approaches(
    course: DomainAxis, speed: DomainAxis, own: StraightMotion, other: StraightMotion, horizon: float
) -> Array:
    """Return the least distance (m) to ``other`` within ``horizon`` s, of shape (courses, speeds)."""
    vx, vy = _velocities((course.low, course.step, course.count), (speed.low, speed.step, speed.count))
    heading = radians(other.heading)
    rx, ry = own.x - other.x, own.y - other.y
    wx, wy = vx - other.speed * sin(heading), vy - other.speed * cos(heading)
    square = wx * wx
    square += wy * wy
    time = rx * wx
    time += ry * wy
    np.negative(time, out=time)
    time /= np.where(square > 0, square, 1.0)
    np.clip(time, 0.0, horizon, out=time)
    wx *= time
    wx += rx
    wy *= time
    wy += ry
    found: Array = np.hypot(wx, wy)
    return found


def graded(distances: Array, least: float, most: float, at_least: float) -> Array:
    """Return 0 below ``least`` (m), 100 above ``most``, from ``at_least`` to 100 between."""
    span = most - least
    between = at_least + (100 - at_least) * (distances - least) / (span if span > 0 else 1.0)
    found: Array = np.where(distances < least, 0.0, np.where(distances > most, 100.0, between))
    return found
