"""How far it is to the edge of a polygon in many directions at once. Needs numpy."""

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
    """Return east and north of the unit vector of each course, shape (count, 1)."""
    angles = [radians(course.value(i)) for i in range(course.count)]
    return np.array([[sin(a)] for a in angles]), np.array([[cos(a)] for a in angles])


def distances_ahead(points: Sequence[Point], here: Point, course: DomainAxis) -> list[float]:
    """Return the distance (m) along each course to the nearest edge of a polygon, -1 without one."""
    dx, dy = _directions(course)
    corners = np.array(points)
    edges = np.roll(corners, -1, axis=0) - corners
    ex, ey = edges[:, 0], edges[:, 1]
    rx, ry = corners[:, 0] - here[0], corners[:, 1] - here[1]
    across = dx * ey - dy * ex
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (rx * ey - ry * ex) / across
        share = (rx * dy - ry * dx) / across
    hit = (across != 0) & (along >= 0) & (share >= -1e-12) & (share <= 1 + 1e-12)
    nearest = np.where(hit, along, np.inf).min(axis=1)
    return [float(way) for way in np.where(nearest < np.inf, nearest, -1.0)]
