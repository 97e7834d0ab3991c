"""The way around the end of a leg: out, along a circle, and back to the same point."""

from __future__ import annotations

from itertools import pairwise
from math import acos, atan, cos, radians, sin, sqrt

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import choice, number
from usimmarine_py.maths.angles import angle_180, angle_360, bearing, to_degrees, to_radians
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist, plain_hypot, plain_sum

# -- The two turns of BHV_LegRun as a mission gives them


class LegTurns(Behavior):
    """Has a turn at each end of a leg."""

    turn1_rad: float = number(0.0, above=0.0, unit="m", what="Radius of the turn at the first end; needed.")
    turn2_rad: float = number(0.0, above=0.0, unit="m", what="Radius of the turn at the second end; needed.")
    turn_rad_min: float = number(2.0, above=0.0, unit="m", what="Least radius of turns given below it.")
    turn1_ext: float = number(0.0, minimum=0.0, unit="m", what="Way beyond the first end before its turn.")
    turn2_ext: float = number(0.0, minimum=0.0, unit="m", what="Way beyond the second end before its turn.")
    turn1_dir: str = choice("port", ("port", "star", "starboard"), what="Side of the first turn.")
    turn2_dir: str = choice("port", ("port", "star", "starboard"), what="Side of the second turn.")
    turn1_bias: float = number(
        0.0, minimum=-100.0, maximum=100.0, clamped=True, unit="%",
        what="Share of the radius by which the first turn lies off the line of the leg.",
    )  # fmt: skip
    turn2_bias: float = number(
        0.0, minimum=-100.0, maximum=100.0, clamped=True, unit="%", what="The same of the second turn."
    )
    turn_pt_gap: float = number(
        20.0, minimum=0.5, maximum=180.0, clamped=True, unit="deg", what="Step of the points on a turn."
    )

    def turn_at(self, one: Point, other: Point, end: int) -> list[Point]:
        """Return the points of the turn at the first (1) or second (2) end of the leg between two points, m."""
        if end == 1:
            one, other, radius, extension = other, one, self.turn1_rad, self.turn1_ext
            port, bias = self.turn1_dir == "port", self.turn1_bias
        else:
            radius, extension, port, bias = self.turn2_rad, self.turn2_ext, self.turn2_dir == "port", self.turn2_bias
        return turn_points(one, other, radius, extension, port=port, bias=bias, gap=self.turn_pt_gap)


#: A circle off the line of the leg is by so much farther than where it touches the bend, and its place across is that
#: share of a radius which is by so much smaller, m: found by points of the original, all equal to their two decimals.
_FURTHER, _NEARER = 1.0, 0.05
#: Lines through the end of a leg are drawn by a second point so far away, m.
_ALONG = 20.0
#: A line that changes by less than this is taken as parallel to an axis, m.
_PARALLEL = 1e-4


def turn_points(
    start: Point, end: Point, radius: float, extension: float, *, port: bool, bias: float = 0.0, gap: float = 20.0
) -> list[Point]:
    """Return the points of the turn at ``end`` of the leg from ``start``, m.

    It goes on for ``extension``, bends away from the side of the turn, follows a circle of ``radius``, and bends back
    to the leg, as a Williamson turn does. The circle's centre lies on the line of the leg, or by ``bias`` (% of the
    radius) away from the side of the turn. ``gap`` is the step of the arcs, deg.

    Whether an arc has a last point, and whether the end of the leg is there twice, is a matter of rounding in the
    original: where it begins and how long its arcs are is calculated in its order here.
    """
    outward = bearing(*end, *start) + 180.0
    begin = project(outward, extension, end) if extension > 0 else end
    across = abs(_off_line(end, begin, project(outward, _ALONG, begin)))
    beyond = _off_line(end, begin, project(angle_360(outward + 90.0), _ALONG, begin))
    if not -90.0 < angle_180(bearing(*begin, *end) - outward) < 90.0:
        beyond = -beyond
    # x along the leg, y to the side of the turn
    course = to_radians(angle_360(outward))
    along = sin(course), cos(course)
    side = (-along[1], along[0]) if port else (along[1], -along[0])
    first, last, center = _bends(radius, bias, across)
    points = _arc((0.0, -radius), radius, 90.0, -first, gap)
    points += _arc(center, radius, 270.0 - first, 360.0 - (180.0 - (first + last)), gap)
    points += _arc((0.0, radius), radius, last - 90.0, -last, gap)
    x, y = begin
    found = [(x + a * along[0] + b * side[0], y + a * along[1] + b * side[1]) for a, b in points]
    before = [*([end] if extension > 0 else []), *([begin] if beyond > 0 else [])]
    return [*before, *found, *([end] if beyond < 0 else [])]


def _bends(radius: float, bias: float, across: float) -> tuple[float, float, Point]:
    """Return the angles (deg) of the first and the last bend, and the centre of the circle between (m)."""
    angle = acos((radius + across / 2) / (2 * radius))
    first = to_degrees(angle)
    last = (180.0 - (90.0 - first) * 2) / 2
    away = bias / 100.0 * (radius - _NEARER)
    if not away:
        return first, last, (sin(angle) * (2 * radius), 0.0)
    near, far = radius + across / 2 - away, radius + across / 2 + away
    ahead = sqrt(4 * (radius * radius) - min(near, far) ** 2) + _FURTHER
    first, last = (
        to_degrees(atan(ahead / width)) - to_degrees(acos(radius / (sqrt(ahead * ahead + width * width) / 2)))
        for width in (near, far)
    )
    return first, last, (ahead, -away)


def project(direction: float, way: float, start: Point) -> Point:
    """Return the point so many m from another in a direction, deg; exact along the axes."""
    angle = angle_360(direction)
    if angle in (0.0, 180.0):
        return start[0], start[1] + (way if angle == 0.0 else -way)
    if angle in (90.0, 270.0):
        return start[0] + (way if angle == 90.0 else -way), start[1]
    return start[0] + sin(to_radians(angle)) * way, start[1] + cos(to_radians(angle)) * way


def _off_line(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from the line through two others, m: of one on it, what rounding leaves."""
    if abs(one[0] - other[0]) < _PARALLEL:
        return abs(point[0] - one[0])
    if abs(one[1] - other[1]) < _PARALLEL:
        return abs(point[1] - one[1])
    slope = (other[1] - one[1]) / (other[0] - one[0])
    height, steep = one[1] - slope * one[0], -1.0 / slope
    above = point[1] - steep * point[0]
    x = (above - height) / (slope - steep)
    return plain_hypot(point[0] - x, point[1] - (steep * x + above))


def _arc(center: Point, radius: float, first: float, angle: float, gap: float) -> list[Point]:
    """Return points each ``gap`` on a circle from the angle ``first`` on through ``angle``, deg."""
    found, passed, sense = [], 0.0, 1.0 if angle > 0 else -1.0
    while passed <= abs(angle):
        at = radians(first + sense * passed)
        found.append((center[0] + radius * cos(at), center[1] + radius * sin(at)))
        passed += gap
    return found


def way_left(points: list[Point], index: int, here: Point) -> float:
    """Return the way from ``here`` over the points from ``index`` on, m."""
    rest = [here, *points[index:]]
    return plain_sum(plain_dist(a, b) for a, b in pairwise(rest))


def point_on_way(points: list[Point], way: float) -> tuple[Point, float | None]:
    """Return the point behind so many m of the way over some points, and the course there, deg; None past its end."""
    left = way
    for a, b in pairwise(points):
        length = plain_dist(a, b)
        if length > 0 and left <= length:
            part = left / length
            return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])), bearing(*a, *b)
        left -= length
    return points[-1], None
