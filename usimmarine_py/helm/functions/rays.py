"""Turns to all courses at once, and how far it is along them to the edge of a polygon. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin

import numpy as np

from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.values.arrays import Array


@lru_cache(maxsize=16)
def _directions(course: DomainAxis) -> tuple[Array, Array]:
    """Return east and north of the unit vector of each course."""
    angles = [radians(course.value(i)) for i in range(course.count)]
    return np.array([sin(a) for a in angles]), np.array([cos(a) for a in angles])


def turns(course: DomainAxis, heading: float) -> Array:
    """Return the turn from a heading to each course, by ``angle_180`` (deg)."""
    found: Array = np.fmod(course.low + np.arange(course.count) * course.step - heading, 360.0)
    found += np.where(found < 0.0, 360.0, 0.0)
    found -= np.where(found >= 360.0, 360.0, 0.0)  # a tiny negative turn
    found -= np.where(found > 180.0, 360.0, 0.0)
    return found


def distances_ahead(points: Sequence[Point], here: Point, course: DomainAxis) -> Array:
    """Return the distance (m) along each course to the nearest edge of a polygon, -1 without one."""
    dx, dy = _directions(course)
    corners = np.array(points).T[:, :, None]
    # one row for each edge
    (ex, ey), (rx, ry) = np.roll(corners, -1, axis=1) - corners, corners - np.reshape(here, (2, 1, 1))
    across = dx * ey - dy * ex
    meets = across != 0
    divisor = np.where(meets, across, 1.0)
    along = (rx * ey - ry * ex) / divisor
    share = (rx * dy - ry * dx) / divisor
    hit = meets & (along >= 0) & (share >= -1e-12) & (share <= 1 + 1e-12)
    nearest = np.where(hit, along, np.inf).min(axis=0)
    return np.where(nearest < np.inf, nearest, -1.0)
