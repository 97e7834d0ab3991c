"""The hull of points that belong to one obstacle."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin

from usimmarine_py.maths.plane.polygon import Point, Polygon, radial_points
from usimmarine_py.sums import plain_sum

#: Distance (m) of the corners of the triangle around a single point.
_SPOT = 0.1
#: Half the width of the rectangle around points on a line, as a share of its length.
_SLENDER = 0.1
#: A corner of a smaller triangle (twice its area, m2) is no vertex.
_STRAIGHT = 0.01
#: Points whose directions from the lowest are nearer to each other (deg) are of one direction.
_ONE_DIRECTION = 0.1
#: Ends of a line nearer than this (m) are one point.
_SAME = 0.001
#: Least radius (m) of the octagon around points that have no convex hull.
_LEAST = 0.5


def hull_of(points: Sequence[Point]) -> list[Point]:
    """Return a convex polygon around points: their hull, clockwise, the lowest last.

    One point becomes a triangle, points on a line a rectangle, and what has no convex hull an octagon.
    """
    first = min(points, key=lambda p: (p[1], p[0]))
    others = _by_direction(first, [point for point in points if point != first])
    if not others:
        return _spot(first)
    if len(others) == 1:
        return _slender(first, others[0])
    hull = _scan(first, others)
    if len(hull) == 2:
        return _slender(hull[1], hull[0])
    found = hull[::-1]
    while Polygon.convex(tuple(found)) is None and len(found) > 2:
        # of those that turn the least one goes, until the others are convex
        del found[
            min(range(len(found)), key=lambda i: abs(_cross(found[i - 1], found[i], found[(i + 1) % len(found)])))
        ]
    if len(found) == 2:
        return _slender(found[0], found[1])
    if Polygon.convex(tuple(found)) is None:
        x, y = mean_of(points)
        radius = max(max(hypot(px - x, py - y) for px, py in points), _LEAST)
        return radial_points(x, y, radius, 8)
    return found


def _spot(point: Point) -> list[Point]:
    angles = (radians(30.0), radians(150.0), radians(270.0))
    return [(point[0] + _SPOT * sin(a), point[1] + _SPOT * cos(a)) for a in angles]


def _slender(one: Point, other: Point) -> list[Point]:
    """Return the rectangle along a line."""
    if hypot(other[0] - one[0], other[1] - one[1]) < _SAME:
        return _spot(one)
    x, y = (other[1] - one[1]) * _SLENDER, (one[0] - other[0]) * _SLENDER
    return [
        (one[0] + x, one[1] + y),
        (one[0] - x, one[1] - y),
        (other[0] - x, other[1] - y),
        (other[0] + x, other[1] + y),
    ]


def mean_of(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    return plain_sum(x for x, _ in points) / len(points), plain_sum(y for _, y in points) / len(points)


def _by_direction(first: Point, others: Sequence[Point]) -> list[Point]:
    """Return points counter-clockwise around the first; of those in about one direction the farthest alone."""

    def place(point: Point) -> tuple[float, float]:
        dx, dy = point[0] - first[0], point[1] - first[1]
        return degrees(atan2(dy, dx)), hypot(dx, dy)

    found: list[tuple[float, float, Point]] = []
    for angle, distance, point in sorted(((*place(point), point) for point in others), key=lambda one: one[0]):
        if found and angle - found[-1][0] <= _ONE_DIRECTION:
            if distance > found[-1][1]:
                found[-1] = angle, distance, point
        else:
            found.append((angle, distance, point))
    return [point for _, _, point in found]


def _scan(first: Point, others: Sequence[Point]) -> list[Point]:
    """Return the hull counter-clockwise from the first point, the lowest (Graham scan)."""
    hull = [first, others[0]]
    for point in others[1:]:
        while len(hull) > 1 and _cross(hull[-2], hull[-1], point) <= _STRAIGHT:
            hull.pop()
        hull.append(point)
    return hull


def _cross(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle (m2), positive for a turn to the left at b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
