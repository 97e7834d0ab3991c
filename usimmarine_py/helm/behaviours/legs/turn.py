"""The way around the end of a leg: out, along a circle, and back to the same point."""

from __future__ import annotations

from itertools import pairwise
from math import acos, atan2, cos, degrees, dist, floor, hypot, radians, sin, sqrt

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import choice, number
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_sum

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
#: An arc whose length is a multiple of the step but for rounding ends with its last point.
_ROUNDING = 1e-9


def turn_points(
    start: Point, end: Point, radius: float, extension: float, *, port: bool, bias: float = 0.0, gap: float = 20.0
) -> list[Point]:
    """Return the points of the turn at ``end`` of the leg from ``start``, m.

    It goes on for ``extension``, bends away from the side of the turn, follows a circle of ``radius``, and bends back
    to the leg, as a Williamson turn does. The circle's centre lies on the line of the leg, or by ``bias`` (% of the
    radius) away from the side of the turn. ``gap`` is the step of the arcs, deg.
    """
    course = radians(bearing(*start, *end))
    # x along the leg, y to the side of the turn
    along = sin(course), cos(course)
    side = (-along[1], along[0]) if port else (along[1], -along[0])
    away = abs(bias) / 100.0 * (radius - _NEARER)
    touching = sqrt(4 * radius**2 - (radius - away) ** 2)
    center = (touching + _FURTHER, -away if bias > 0 else away) if bias else (touching, 0.0)
    first = _tangent(radius, (0.0, -radius), center, 1.0)
    last = _tangent(radius, (0.0, radius), center, -1.0)
    points = _arc((0.0, -radius), radius, 90.0, first - 90.0, gap)
    points += _arc(center, radius, first + 180.0, (last - first) % 360.0, gap)
    points += _arc((0.0, radius), radius, last, -90.0 - last, gap)
    x, y = end[0] + extension * along[0], end[1] + extension * along[1]
    found = [(x + a * along[0] + b * side[0], y + a * along[1] + b * side[1]) for a, b in points]
    return [end, *found, end] if extension > 0 else found


def _tangent(radius: float, bend: Point, center: Point, sense: float) -> float:
    """Return the angle (deg) on the circle around ``bend`` where it leads over to the one around ``center``."""
    x, y = center[0] - bend[0], center[1] - bend[1]
    return degrees(atan2(y, x) + sense * acos(min(2 * radius / hypot(x, y), 1.0)))


def _arc(center: Point, radius: float, first: float, angle: float, gap: float) -> list[Point]:
    """Return points each ``gap`` on a circle from the angle ``first`` on through ``angle``, deg."""
    count = floor(abs(angle) / gap + _ROUNDING)
    step = gap if angle > 0 else -gap
    angles = [radians(first + step * k) for k in range(count + 1)]
    return [(center[0] + radius * cos(a), center[1] + radius * sin(a)) for a in angles]


def way_left(points: list[Point], index: int, here: Point) -> float:
    """Return the way from ``here`` over the points from ``index`` on, m."""
    rest = [here, *points[index:]]
    return plain_sum(dist(a, b) for a, b in pairwise(rest))


def point_on_way(points: list[Point], way: float) -> tuple[Point, float | None]:
    """Return the point behind so many m of the way over some points, and the course there, deg; None past its end."""
    left = way
    for a, b in pairwise(points):
        length = dist(a, b)
        if length > 0 and left <= length:
            part = left / length
            return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])), bearing(*a, *b)
        left -= length
    return points[-1], None
