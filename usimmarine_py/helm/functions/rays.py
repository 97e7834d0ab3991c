"""Turns to all courses at once, and how far it is along them to the edge of a polygon. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, sin

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.maths.angles import angle_360, to_radians
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.values.arrays import Array


@lru_cache(maxsize=16)
def _directions(course: DomainAxis) -> tuple[Array, Array]:
    """Return east and north of the unit vector of each course; whole numbers for those along an axis."""
    exact = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}
    turned = [angle_360(course.value(i)) for i in range(course.count)]
    found = [exact.get(turn) or (sin(to_radians(turn)), cos(to_radians(turn))) for turn in turned]
    east, north = np.array(found).T
    return east, north


def turns(course: DomainAxis, heading: float) -> Array:
    """Return the turn from a heading to each course, by ``angle_180`` (deg)."""
    found: Array = np.fmod(course.low + np.arange(course.count) * course.step - heading, 360.0)
    found += np.where(found < 0.0, 360.0, 0.0)
    found -= np.where(found >= 360.0, 360.0, 0.0)  # a tiny negative turn
    found -= np.where(found > 180.0, 360.0, 0.0)
    return found


def distances_ahead(points: Sequence[Point], here: Point, course: DomainAxis) -> Array:
    """Return the distance (m) along each course to the nearest edge of a polygon, -1 without one.

    Courses on both sides of an edge are equally far but for rounding, and the decision goes to the nearer one: so the
    arithmetic is the original's. A ray ends at twice the distance of the farther corner; slopes and intercepts say
    whether it meets the edge (with intercepts of the ends) and where (with those of the beginnings).
    """
    (px, py), (dx, dy) = here, _directions(course)
    found = np.full(dx.shape, np.inf)
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        reach = 2 * max(np.hypot(x1 - px, y1 - py), np.hypot(x2 - px, y2 - py))  # of the C library, as the original's
        ex, ey = px + dx * reach, py + dy * reach
        upright, level = ex == px, ey == py
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (ey - py) / (ex - px)
            end, begin = ey - slope * ex, py - slope * px
            if x1 == x2:
                meets_x = at_x = np.full(dx.shape, x1)
                meets_y = np.where(level, py, slope * x1 + end)
                at_y = np.where(level, py, slope * x1 + begin)
                hit = ~upright & _between(meets_y, y1, y2) & _between(at_x, px, ex)
            elif y1 == y2:
                meets_y = at_y = np.full(dx.shape, y1)
                meets_x = np.where(upright, px, (y1 - end) / slope)
                at_x = np.where(upright, px, (y1 - begin) / slope)
                hit = ~level & _between(meets_x, x1, x2) & _between(at_y, py, ey)
            else:
                m = (y2 - y1) / (x2 - x1)
                last, first = y2 - m * x2, y1 - m * x1
                meets_x = np.where(upright, px, np.where(level, (py - last) / m, (end - last) / (m - slope)))
                at_x = np.where(upright, px, np.where(level, (py - first) / m, (first - begin) / (slope - m)))
                at_y = np.where(level, py, m * at_x + first)
                hit = _between(meets_x, x1, x2) & _between(meets_x, px, ex)
                hit &= ~upright | _between(m * meets_x + last, py, ey)
            hit &= ~(np.isnan(at_x) | np.isnan(at_y))
            distance = np.hypot(px - at_x, py - at_y)
        np.minimum(found, distance, out=found, where=hit)
    return np.where(found < np.inf, found, -1.0)


def _between(value: Array, one: Array | float, other: Array | float) -> npt.NDArray[np.bool_]:
    within: npt.NDArray[np.bool_] = (value >= np.minimum(one, other)) & (value <= np.maximum(one, other))
    return within
