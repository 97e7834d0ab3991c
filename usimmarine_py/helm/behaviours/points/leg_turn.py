"""The way around the end of a leg: out, along a circle, and back to the same point."""

from __future__ import annotations

from itertools import pairwise
from math import asin, cos, degrees, dist, radians, sin

from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.shapes import Point

#: Step of the arcs, deg.
_STEP = 20.0


def turn_points(start: Point, end: Point, radius: float, extension: float, *, port: bool) -> list[Point]:
    """Return the points of the turn at ``end`` of the leg from ``start``, m.

    It goes on for ``extension``, bends away from the side of the turn, follows a circle of ``radius`` around a centre
    on the line of the leg, and bends back, as a Williamson turn does.
    """
    course = bearing(*start, *end)
    side = -1.0 if port else 1.0
    corner = _ahead(end, course, extension)
    # the first bend ends where its circle touches the great one, whose centre lies on the line of the leg
    bend = degrees(asin(0.5))
    swing = 90.0 - bend
    away = _ahead(corner, course - side * 90.0, radius)
    points = [end, corner]
    points += _arc(away, radius, course + side * 90.0, -side, swing)[1:]
    center = _ahead(corner, course, 2 * radius * cos(radians(bend)))
    points += _arc(center, radius, bearing(*center, *points[-1]), side, 360.0 - 2 * bend)
    back = _ahead(corner, course + side * 90.0, radius)
    points += _arc(back, radius, course - side * (90.0 - swing), -side, swing)
    return [*points, end]


def _ahead(point: Point, course: float, way: float) -> Point:
    return point[0] + way * sin(radians(course)), point[1] + way * cos(radians(course))


def _arc(center: Point, radius: float, first: float, sense: float, angle: float) -> list[Point]:
    """Points on a circle from bearing ``first`` through ``angle`` (deg) in the sense of rotation (1: clockwise)."""
    count = max(round(angle / _STEP), 1)
    return [_ahead(center, first + sense * angle * k / count, radius) for k in range(count + 1)]


def way_left(points: list[Point], index: int, here: Point) -> float:
    """Return the way from ``here`` over the points from ``index`` on, m."""
    rest = [here, *points[index:]]
    return sum(dist(a, b) for a, b in pairwise(rest))


def point_on_way(points: list[Point], share: float) -> tuple[Point, float]:
    """Return the point at a share of the way over some points, and the course there, deg."""
    left = share * way_left(points, 1, points[0])
    for a, b in pairwise(points):
        length = dist(a, b)
        if length > 0 and left <= length:
            part = left / length
            return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])), bearing(*a, *b)
        left -= length
    return points[-1], 0.0
