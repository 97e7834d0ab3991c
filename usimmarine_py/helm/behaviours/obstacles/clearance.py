"""How near a path comes to a convex polygon, for every course. Needs numpy.

Where several courses and speeds are equally good, rounding decides: so the arithmetic is the original's, with slopes
and intercepts of lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.maths.plane.buffers import holds_point, projected
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.maths.plane.segments import THIN, distance_to_polygon, segment_to_polygon

Array = npt.NDArray[np.float64]
Chosen = npt.NDArray[np.bool_]
#: What a ray needs of its way for a slope, m.
_WAY = 10.0
#: Edges that are narrower hold what a ray meets at any x, lower ones at any y, m.
_NARROW = 1e-6


def clearances(
    points: Sequence[Point], own: Point, heading: float, courses: Sequence[float], turning: TurningModel | None
) -> Array:
    """Return the least distance (m) to the polygon ``points`` of the path on each course (deg), 0 where they meet.

    The path goes straight from ``own`` (m), or, with a model, first on a circle from ``heading`` (deg) to the course.
    """
    held = 0.0 if holds_point(points, own) else distance_to_polygon(points, *own)
    if turning is None:
        nearest_ahead: Array = np.minimum(held, _rays(points, np.array([own]), tuple(courses)))
        return nearest_ahead
    starts = np.tile(np.array(own), (len(courses), 1))
    turned = np.full(len(courses), held)
    for side in (1.0, -1.0):
        places = turning.places(own, heading, side)
        ways = [segment_to_polygon(points, start, end) for start, end in pairwise(places)]
        nearest = [*accumulate(ways, min, initial=held)]
        for i, course in enumerate(courses):
            if (angle_360(course - heading) <= 180.0) == (side > 0):
                count = turning.place_count(heading, course)
                starts[i], turned[i] = places[count], nearest[count]
    found: Array = np.minimum(turned, _rays(points, starts, tuple(courses)))
    return found


def worth(clear: Array, least: float, most: float) -> Array:
    """Return the utility of clearances (m): 0 up to ``least``, 100 from ``most`` on."""
    share = (clear - least) / (most - least if most > least else 1.0)
    return np.where(clear >= most, 100.0, np.where(clear <= least, 0.0, share * 100.0))


def runs(chosen: Chosen) -> list[tuple[int, int]]:
    """Return the first and last index of each unbroken run that is chosen."""
    data, found = chosen.tobytes(), []
    first = data.find(1)
    while first >= 0:
        end = data.find(0, first)
        found.append((first, (len(data) if end < 0 else end) - 1))
        first = data.find(1, end) if end >= 0 else -1
    return found


class _RayLines:
    """The lines of rays, or of what is square on them: all that depends on their courses alone."""

    def __init__(self, courses: tuple[float, ...]) -> None:
        self.way, self.square = (
            np.array([projected((0.0, 0.0), angle_360(course + turn), _WAY) for course in courses])
            for turn in (0.0, 90.0)
        )
        angle = np.array(courses)[:, None]
        self.north, self.east = (angle < 90) | (angle >= 270), angle < 180
        self.upright, self.level = (angle == 0) | (angle == 180), (angle == 90) | (angle == 270)

    def ahead(self, x: Array, y: Array, sx: Array, sy: Array) -> Chosen:
        """Whether places are ahead of the starts of the rays."""
        found: Chosen = np.where(self.east, x >= sx, x <= sx) & np.where(self.north, y >= sy, y <= sy)
        return found


@lru_cache(maxsize=8)
def _lines(courses: tuple[float, ...]) -> _RayLines:
    return _RayLines(courses)


def _rays(points: Sequence[Point], starts: Array, courses: tuple[float, ...]) -> Array:
    """Return the distance of rays, each with its course and its start (or one for all), to the polygon."""
    lines = _lines(courses)
    sx, sy = starts[:, :1], starts[:, 1:]
    px, py = np.array(points).T
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = ((sy + lines.way[:, 1:]) - sy) / ((sx + lines.way[:, :1]) - sx)
        base = sy - slope * sx
        hit = _crossed(lines, (sx, sy), (slope, base), (px, py)).any(axis=1)
        # corners: where a line through one, square on the ray, meets it
        across = ((py + lines.square[:, 1:]) - py) / ((px + lines.square[:, :1]) - px)
        other = py - across * px
        x = np.where(lines.upright, sx, np.where(lines.level, px, (base - other) / (across - slope)))
        y = np.where(lines.level, sy, np.where(lines.upright, py, slope * x + base))
    meets = lines.ahead(x, y, sx, sy)
    # at a right angle to an axis the other co-ordinate does not count
    meets = np.where(lines.upright, np.where(lines.north, py >= sy, py <= sy), meets)
    meets = np.where(lines.level, np.where(lines.east, px >= sx, px <= sx), meets)
    distance = np.where(meets, np.hypot(x - px, y - py), np.hypot(sx - px, sy - py)).min(axis=1)
    return np.where(hit, 0.0, np.minimum(distance, _edges(px, py, sx, sy).min(axis=1)))


def _crossed(
    lines: _RayLines, start: tuple[Array, Array], line: tuple[Array, Array], corners: tuple[Array, Array]
) -> Chosen:
    """Return which edges the rays cross, of shape (rays, edges)."""
    (sx, sy), (slope, base), (x1, y1) = start, line, corners
    x2, y2 = np.roll(x1, -1), np.roll(y1, -1)
    upright, level = x1 == x2, y1 == y2
    edge = (y2 - y1) / (x2 - x1)
    foot = y1 - edge * x1
    x = np.where(upright, x1, np.where(level, (y1 - base) / slope, (base - foot) / (edge - slope)))
    y = np.where(upright, slope * x + base, np.where(level, y1, slope * x + base))
    x = np.where(lines.upright, sx, np.where(lines.level, np.where(upright, x1, (sy - foot) / edge), x))
    y = np.where(lines.level, sy, np.where(lines.upright, np.where(level, y1, edge * sx + foot), y))
    by_x = np.where(lines.east, x >= sx, x <= sx)
    by_y = np.where(lines.north, y >= sy, y <= sy)
    meets = np.where(upright | lines.level, by_x, np.where(level | lines.upright, by_y, by_x & by_y))
    along = (lines.upright & upright & (x1 == sx)) | (lines.level & level & (y1 == sy))
    parallel = (
        (lines.upright & upright)
        | (lines.level & level)
        | (~(lines.upright | lines.level | upright | level) & (slope == edge))
    )
    along |= parallel & ~(lines.upright | lines.level) & (base == foot)
    x, y = np.where(along, x1, x), np.where(along, y1, y)
    meets = np.where(parallel, along, meets)
    within_x = (np.abs(x2 - x1) <= _NARROW) | ((x >= np.minimum(x1, x2)) & (x <= np.maximum(x1, x2)))
    within_y = (np.abs(y2 - y1) <= _NARROW) | ((y >= np.minimum(y1, y2)) & (y <= np.maximum(y1, y2)))
    found: Chosen = meets & within_x & within_y
    return found


def _edges(x1: Array, y1: Array, sx: Array, sy: Array) -> Array:
    """Return the distances of the starts to the edges, of shape (starts, edges), as ``foot_on_segment``."""
    x2, y2 = np.roll(x1, -1), np.roll(y1, -1)
    upright, level = np.abs(x2 - x1) < THIN, np.abs(y2 - y1) < THIN
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (y2 - y1) / (x2 - x1)
        base = y1 - slope * x1
        across = -1.0 / slope
        other = sy - across * sx
        x = np.where(level, sx, (other - base) / (slope - across))
        y = np.where(upright, sy, across * x + other)
    x = np.where(upright, x1, np.clip(x, np.minimum(x1, x2), np.maximum(x1, x2)))
    y = np.where(level & ~upright, y1, np.clip(y, np.minimum(y1, y2), np.maximum(y1, y2)))
    found: Array = np.hypot(sx - x, sy - y)
    return found
