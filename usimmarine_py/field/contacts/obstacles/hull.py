"""The hull of points that belong to one obstacle."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, radians, sin

from usimmarine_py.maths.plane.polygon import Point, Polygon, radial_points
from usimmarine_py.sums import plain_sum

#: Distance (m) of the corners of the triangle around a single point.
_SPOT = 0.1
#: Half the width of the rectangle around points on a line, as a share of its length.
_SLENDER = 0.1
#: A corner that turns by less (sine of the angle) is no vertex. Recorded hulls leave out turns of 0.0022 and have turns
#: of 0.0145; the value of the original is not known.
_STRAIGHT = 0.005
#: Least radius (m) of the octagon around points that have no convex hull.
_LEAST = 0.5


def hull_of(points: Sequence[Point]) -> list[Point]:
    """Return a convex polygon around points: their hull, clockwise, the lowest last.

    One point becomes a triangle, points on a line a rectangle, and what has no convex hull an octagon.
    """
    distinct = sorted(set(points), key=lambda p: (p[1], p[0]))
    first = distinct[0]
    if len(distinct) == 1:
        angles = (radians(30.0), radians(150.0), radians(270.0))
        return [(first[0] + _SPOT * sin(a), first[1] + _SPOT * cos(a)) for a in angles]
    hull = _scan(distinct)
    if len(hull) < 3:
        last = max(distinct, key=lambda p: hypot(p[0] - first[0], p[1] - first[1]))
        side = (last[1] - first[1]) * _SLENDER, (first[0] - last[0]) * _SLENDER
        return [
            (first[0] + side[0], first[1] + side[1]), (first[0] - side[0], first[1] - side[1]),
            (last[0] - side[0], last[1] - side[1]), (last[0] + side[0], last[1] + side[1]),
        ]  # fmt: skip
    found = hull[::-1]
    if Polygon.convex(tuple(found)) is None:
        x, y = mean_of(points)
        radius = max(max(hypot(px - x, py - y) for px, py in points), _LEAST)
        return radial_points(x, y, radius, 8)
    return found


def mean_of(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    return plain_sum(x for x, _ in points) / len(points), plain_sum(y for _, y in points) / len(points)


def _scan(distinct: Sequence[Point]) -> list[Point]:
    """Return the hull counter-clockwise from the first point, the lowest (Graham scan)."""
    first = distinct[0]

    def direction(point: Point) -> tuple[float, float]:
        dx, dy = point[0] - first[0], point[1] - first[1]
        return atan2(dy, dx), dx * dx + dy * dy

    hull = [first]
    for point in sorted(distinct[1:], key=direction):
        while len(hull) > 1 and _turn(hull[-2], hull[-1], point) <= _STRAIGHT:
            hull.pop()
        hull.append(point)
    while len(hull) > 3 and _turn(hull[-2], hull[-1], first) <= _STRAIGHT:
        hull.pop()
    return hull


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return the sine of the turn at b, positive to the left; below zero also for a turn back."""
    one, other = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    if one[0] * other[0] + one[1] * other[1] < 0:
        side = one[0] * other[1] - one[1] * other[0]
        return 1.0 if side > 0 else -1.0
    return (one[0] * other[1] - one[1] * other[0]) / (hypot(*one) * hypot(*other))
