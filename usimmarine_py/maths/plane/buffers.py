"""Convex polygons grown on all sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, sin

from usimmarine_py.maths.angles import angle_360, angle_difference, bearing, to_radians
from usimmarine_py.maths.plane.polygon import Point, doubled_area, edges_of
from usimmarine_py.sums import plain_dist

#: An arc's end that is nearer (m) to the vertex before it is left out.
_LEAST_CHORD = 1.0
#: Polygons that are kept: two of each obstacle that a helm may avoid.
KEPT = 256


def buffered(points: Sequence[Point], distance: float, arc: float = 15.0) -> list[Point]:
    """Return a convex polygon grown by ``distance`` (m), with arcs around its vertices in steps of ``arc`` (deg).

    An arc's last step is at least ``arc`` long, and its end is left out within 1 m of the point before unless it is
    the polygon's second, as in MOOS-IvP 24.8. The arithmetic is the original's, too: rounding decides where steps fill
    an arc, and the last digit of what is drawn.
    """
    return list(_buffered(tuple(points), distance, arc))


@lru_cache(maxsize=KEPT)
def _buffered(points: tuple[Point, ...], distance: float, arc: float) -> tuple[Point, ...]:
    sense = 1.0 if doubled_area(points) > 0 else -1.0
    normals = [angle_360(bearing(*a, *b) + 90.0 * sense) for a, b in edges_of(points)]
    grown: list[Point] = []
    for k, vertex in enumerate(points):
        first, last = (projected(vertex, normals[i], distance) for i in (k - 1, k))
        start = bearing(*vertex, *first)
        steps = int(angle_difference(start, bearing(*vertex, *last)) / arc)
        grown.append(first)
        grown += [projected(vertex, angle_360(start - sense * j * arc), distance) for j in range(1, steps)]
        if len(grown) < 2 or plain_dist(last, grown[-1]) > _LEAST_CHORD:
            grown.append(last)
    return tuple(grown)


def projected(place: Point, towards: float, distance: float) -> Point:
    """Return the place ``distance`` (m) away on a bearing (deg)."""
    x, y = place
    if towards % 90.0 == 0:
        east, north = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(towards // 90.0)]
        return x + east * distance, y + north * distance
    angle = to_radians(towards)
    return x + sin(angle) * distance, y + cos(angle) * distance


@lru_cache(maxsize=KEPT)
def holds(polygon: tuple[Point, ...], points: tuple[Point, ...]) -> bool:
    """Whether a polygon holds all points, by the original's lines ``y = m x + b``: rounding may put one that is on an
    edge outside.
    """
    lines, wanted = _sides(polygon)
    return all(_is_held(lines, wanted, point) for point in points)


def holds_point(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a polygon holds a point, as ``holds``."""
    return _is_held(*_sides(tuple(polygon)), point)


@lru_cache(maxsize=KEPT)
def _sides(polygon: tuple[Point, ...]) -> tuple[list[tuple[Point, Point]], list[int]]:
    """Return the edges of a polygon, and on which side of each of them its other corners are."""
    lines = edges_of(polygon)
    return lines, [next((s for p in polygon if p not in edge and (s := _side(*edge, p))), 0) for edge in lines]


def _is_held(lines: Sequence[tuple[Point, Point]], wanted: Sequence[int], point: Point) -> bool:
    for edge, side in zip(lines, wanted, strict=True):
        if point == edge[0]:
            return True
        if (found := _side(*edge, point)) and found != side:
            return False
    return True


def _side(one: Point, other: Point, point: Point) -> int:
    """Return on which side (1 or -1) of the line through two points a point is, 0 on it."""
    if one[0] == other[0]:
        gap = point[0] - one[0] if one[1] != other[1] else 0.0
    else:
        slope = (other[1] - one[1]) / (other[0] - one[0])
        gap = slope * point[0] + (other[1] - slope * other[0]) - point[1]
    return (gap > 0) - (gap < 0)
