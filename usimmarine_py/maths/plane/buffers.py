"""Convex polygons grown on all sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, sin
from typing import TYPE_CHECKING

from usimmarine_py.maths.angles import angle_360, angle_difference, bearing, to_radians
from usimmarine_py.maths.plane.polygon import Point, Polygon, doubled_area, edges_of, side_of_line
from usimmarine_py.sums import plain_dist

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: An arc's end that is nearer (m) to the vertex before it is left out.
_LEAST_CHORD = 1.0
#: Edges and points of which more are looked at with numpy.
_MANY = 2_000
#: Vertices of which the side is looked at together.
_AT_ONCE = 8
#: Vertices of a grown polygon up to which it is looked whether it is convex.
_MOST_SETTLED = 150
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
    return tuple(_settled(grown)) if len(grown) <= _MOST_SETTLED else tuple(grown)


def _settled(grown: list[Point]) -> Sequence[Point]:
    """Return a polygon without the vertices for which rounding makes it none, the least corners first."""
    while Polygon.convex(tuple(grown)) is None and len(grown) > 2:
        before, after = [*grown[-1:], *grown[:-1]], [*grown[1:], *grown[:1]]
        corners = [abs(_corner(*three)) for three in zip(before, grown, after, strict=True)]
        del grown[corners.index(min(corners))]
    return grown


def _corner(one: Point, middle: Point, other: Point) -> float:
    """Return twice the area of a triangle (m2), with a sign."""
    return (other[0] - one[0]) * (middle[1] - one[1]) - (middle[0] - one[0]) * (other[1] - one[1])


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
    if len(polygon) * len(points) > _MANY:
        return _holds_many(polygon, points)
    lines, wanted = _sides(polygon)
    return all(_is_held(lines, wanted, point) for point in points)


def holds_point(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a polygon holds a point, as ``holds``."""
    return _is_held(*_sides(tuple(polygon)), point)


@lru_cache(maxsize=KEPT)
def _sides(polygon: tuple[Point, ...]) -> tuple[list[tuple[Point, Point]], list[int]]:
    """Return the edges of a polygon, and on which side of each of them its other corners are."""
    lines = edges_of(polygon)
    return lines, [next((s for p in polygon if p not in edge and (s := side_of_line(*edge, p))), 0) for edge in lines]


def _is_held(lines: Sequence[tuple[Point, Point]], wanted: Sequence[int], point: Point) -> bool:
    for edge, side in zip(lines, wanted, strict=True):
        if point == edge[0]:
            return True
        if (found := side_of_line(*edge, point)) and found != side:
            return False
    return True


def _holds_many(polygon: tuple[Point, ...], points: tuple[Point, ...]) -> bool:
    """Return what ``holds`` does, with the same arithmetic for all points together."""
    import numpy as np  # for many only, of obstacles, which load it

    ends, marks = np.array(polygon), np.array(points)
    following = np.concatenate((ends[1:], ends[:1]))
    wanted = np.zeros(len(ends), np.int64)
    for begin in range(0, len(ends), _AT_ONCE):
        some = ends[None, begin : begin + _AT_ONCE]
        sides = _sides_of_many(ends, some[0])
        # a vertex of the edge itself says nothing
        sides[(some == ends[:, None]).all(2) | (some == following[:, None]).all(2)] = 0
        seen = sides[np.arange(len(ends)), (sides != 0).argmax(1)]
        wanted = np.where(wanted == 0, seen, wanted)
        if wanted.all():
            break
    found = _sides_of_many(ends, marks)
    outside = (found != 0) & (found != wanted[:, None])
    at = (ends[:, None] == marks[None]).all(2)
    # the first edge of which it is the begin, or that it is outside of, decides
    first = np.where(outside.any(0), outside.argmax(0), len(ends))
    return bool((np.where(at.any(0), at.argmax(0), len(ends)) <= first).all())


def _sides_of_many(ends: npt.NDArray[np.float64], marks: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return on which side (1 or -1) of the line through each vertex and the next one each point is, 0 on it."""
    import numpy as np

    one, other = ends, np.concatenate((ends[1:], ends[:1]))
    upright = one[:, 0] == other[:, 0]
    across = np.where(upright, 1.0, other[:, 0] - one[:, 0])
    slope = (other[:, 1] - one[:, 1]) / across
    gap = slope[:, None] * marks[None, :, 0] + (other[:, 1] - slope * other[:, 0])[:, None] - marks[None, :, 1]
    long = one[upright, 1] != other[upright, 1]
    gap[upright] = np.where(long[:, None], marks[None, :, 0] - one[upright, 0][:, None], 0.0)
    return (gap > 0).astype(np.int64) - (gap < 0)
