"""Segments in the local plane (m), in the original's order of arithmetic: rounding decides between equal courses."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.maths.plane.buffers import holds_point
from usimmarine_py.maths.plane.polygon import Point, edges_of
from usimmarine_py.sums import plain_dist

#: Segments that are narrower count as upright, lower ones as level, m.
THIN = 1e-7


def foot_on_segment(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> Point:
    """Return the point of the segment from a to b that is nearest to (x, y)."""
    if abs(bx - ax) < THIN:
        return ax, _clamped(y, ay, by)
    if abs(by - ay) < THIN:
        return _clamped(x, ax, bx), ay
    slope = (by - ay) / (bx - ax)
    base = ay - slope * ax
    across = -1.0 / slope
    other = y - across * x
    at_x = (other - base) / (slope - across)
    return _clamped(at_x, ax, bx), _clamped(across * at_x + other, ay, by)


def distance_to_polygon(points: Sequence[Point], x: float, y: float) -> float:
    """Return the distance from a point to the nearest edge of a closed polygon, m."""
    return min(_distance(*a, *b, x, y) for a, b in edges_of(points))


def segment_to_polygon(points: Sequence[Point], start: Point, end: Point) -> float:
    """Return the distance from a segment to a convex polygon, m; 0 where they meet."""
    if holds_point(points, start):
        return 0.0
    best = float("inf")
    for a, b in edges_of(points):
        if segments_meet(start, end, a, b):
            return 0.0
        best = min(
            best, _distance(*start, *end, *a), _distance(*start, *end, *b), _distance(*a, *b, *start),
            _distance(*a, *b, *end),
        )  # fmt: skip
    return best


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments, from a to b and from c to d, have a point in common."""
    if c in (a, b) or d in (a, b):
        return True
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = a, b, c, d
    upright, level, other_upright, other_level = x1 == x2, y1 == y2, x3 == x4, y3 == y4
    if upright and other_upright:
        return x1 == x3 and _overlap(y1, y2, y3, y4)
    if level and other_level:
        return y1 == y3 and _overlap(x1, x2, x3, x4)
    if (level and other_upright) or (upright and other_level):
        x, y = (x3, y1) if level and other_upright else (x1, y3)
        return _between(x, x1, x2) and _between(x, x3, x4) and _between(y, y1, y2) and _between(y, y3, y4)
    if upright or level:
        return _meets_aligned(x1, y1, x2, y2, x3, y3, x4, y4, upright=upright)
    if other_upright or other_level:
        return _meets_aligned(x3, y3, x4, y4, x1, y1, x2, y2, upright=other_upright)
    slope, other_slope = (y2 - y1) / (x2 - x1), (y4 - y3) / (x4 - x3)
    base, other_base = y2 - slope * x2, y4 - other_slope * x4
    if slope == other_slope:
        return base == other_base and _overlap(x1, x2, x3, x4)
    x = (other_base - base) / (slope - other_slope)
    return _between(x, x1, x2) and _between(x, x3, x4)


def _meets_aligned(
    x1: float, y1: float, x2: float, y2: float, x3: float, y3: float, x4: float, y4: float, *, upright: bool
) -> bool:
    """Whether an upright or level segment meets one that is neither."""
    slope = (y4 - y3) / (x4 - x3)
    base = y4 - slope * x4
    if upright:
        return _between(x1, x3, x4) and _between(slope * x1 + base, y1, y2)
    return _between(y1, y3, y4) and _between((y1 - base) / slope, x1, x2)


def _distance(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    return plain_dist((x, y), foot_on_segment(ax, ay, bx, by, x, y))


def _clamped(value: float, one: float, other: float) -> float:
    low, high = (one, other) if other > one else (other, one)
    return low if value < low else high if value > high else value


def _between(value: float, one: float, other: float) -> bool:
    return min(one, other) <= value <= max(one, other)


def _overlap(a: float, b: float, c: float, d: float) -> bool:
    return max(c, d) >= min(a, b) and min(c, d) <= max(a, b)
