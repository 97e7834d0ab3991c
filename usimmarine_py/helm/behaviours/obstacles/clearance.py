"""How near a path comes to a convex polygon, for every course. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import inf

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges, foot_on_segment
from usimmarine_py.sums import plain_hypot

Array = npt.NDArray[np.float64]
Chosen = npt.NDArray[np.bool_]


def clearances(
    points: Sequence[Point], own: Point, heading: float, courses: Array, turning: TurningModel | None
) -> Array:
    """Return the least distance (m) to the polygon ``points`` of the path on each course (deg), 0 where they meet.

    The path goes straight from ``own`` (m), or, with a model, first on a circle from ``heading`` (deg) to the course.
    """
    starts = np.array([own])  # of all courses
    turned = np.full(len(courses), inf)
    if turning is not None:
        starts = np.tile(starts, (len(courses), 1))
        for side in (1.0, -1.0):
            places = turning.places(own, heading, side)
            ways = [_segment_distance(points, start, end) for start, end in pairwise(places)]
            nearest = [inf, *accumulate(ways, min)]
            for i, course in enumerate(courses):
                turn = angle_180(float(course) - heading)
                if (turn >= 0) == (side > 0):
                    count = turning.place_count(turn)
                    starts[i], turned[i] = places[count], nearest[count]
    nearest_ahead: Array = np.minimum(turned, _rays(points, starts, courses))
    return nearest_ahead


def misses(points: Sequence[Point], own: Point, heading: float, courses: Array, turning: TurningModel | None) -> Chosen:
    """Return whether the path of each course keeps out of the polygon: where its clearance is above 0."""
    if turning is not None:
        return clearances(points, own, heading, courses, turning) > 0
    angles = np.radians(courses)
    _, along, across = _seen(points, np.array([own]), np.sin(angles)[:, None], np.cos(angles)[:, None])
    return ~_hit(along, across)


def runs(chosen: Chosen) -> list[tuple[int, int]]:
    """Return the first and last index of each unbroken run that is chosen."""
    data, found = chosen.tobytes(), []
    first = data.find(1)
    while first >= 0:
        end = data.find(0, first)
        found.append((first, (len(data) if end < 0 else end) - 1))
        first = data.find(1, end) if end >= 0 else -1
    return found


def _segment_distance(points: Sequence[Point], start: Point, end: Point) -> float:
    previous = points[-1]
    for point in points:
        if _sides_differ(previous, point, start, end) and _sides_differ(start, end, previous, point):
            return 0.0
        previous = point
    best = min(distance_to_edges(points, *start), distance_to_edges(points, *end))
    for x, y in points:
        fx, fy = foot_on_segment(*start, *end, x, y)
        best = min(best, plain_hypot(fx - x, fy - y))
    return best


def _sides_differ(a: Point, b: Point, one: Point, other: Point) -> bool:
    """Whether two points lie on both sides of the line from a to b, or on it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    first = dx * (one[1] - a[1]) - dy * (one[0] - a[0])
    second = dx * (other[1] - a[1]) - dy * (other[0] - a[0])
    return first * second <= 0


def _rays(points: Sequence[Point], starts: Array, courses: Array) -> Array:
    """Return the distance of rays, each with its course and its start (or one for all), to the polygon."""
    angles = np.radians(courses)
    (rx, ry), along, across = _seen(points, starts, np.sin(angles)[:, None], np.cos(angles)[:, None])
    best: Array = np.where(along > 0, np.abs(across), np.hypot(rx, ry)).min(axis=1)
    # the start may be nearer to the middle of an edge than to its ends
    ex, ey = _next(rx) - rx, _next(ry) - ry
    share = np.clip(-(rx * ex + ry * ey) / (ex * ex + ey * ey), 0.0, 1.0)
    best = np.minimum(best, np.hypot(rx + share * ex, ry + share * ey).min(axis=1))
    return np.where(_hit(along, across), 0.0, best)


def _next(columns: Array) -> Array:
    """Return the columns of the following vertices."""
    found = np.empty_like(columns)
    found[:, :-1], found[:, -1] = columns[:, 1:], columns[:, 0]
    return found


def _seen(points: Sequence[Point], starts: Array, dx: Array, dy: Array) -> tuple[tuple[Array, Array], Array, Array]:
    """Return the vertices (a column each) from the starts, and along and across of the rays."""
    polygon = np.array(points)
    rx, ry = polygon[:, 0] - starts[:, :1], polygon[:, 1] - starts[:, 1:]
    return (rx, ry), rx * dx + ry * dy, rx * dy - ry * dx


def _hit(along: Array, across: Array) -> Chosen:
    """Return which rays hit an edge: its ends lie on both sides of the ray, and the crossing ahead."""
    next_across = _next(across)
    split = across * next_across <= 0
    hit: Chosen = np.zeros(len(along), dtype=bool)
    rays, edges = np.nonzero(split)  # two edges a ray, where it meets the polygon at all
    first, second = across[rays, edges], next_across[rays, edges]
    begin, gap = along[rays, edges], first - second
    end = along[rays, (edges + 1) % along.shape[1]]
    place = np.where(gap != 0, begin + (end - begin) * first / np.where(gap != 0, gap, 1.0), begin)
    hit[rays[place >= 0]] = True
    return hit
