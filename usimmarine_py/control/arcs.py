"""Circular arcs where two legs meet (laws/guidance 1.3): geometry in the plane, x east and y north in m."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot, radians, tan

from usimmarine_py.values.frozen import dataclass

Point = tuple[float, float]  #: x east, y north, m

#: Legs that turn by less (deg) have a corner that cannot be seen.
LEAST_TURN = 1.0
#: An arc that keeps less than this share of its radius is left out.
LEAST_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Arc:
    """Touches the leg to a waypoint ``tangent`` m before it, and the leg from there as far behind it."""

    x: float  #: centre, m
    y: float
    radius: float  #: m
    clockwise: bool
    turn: float  #: deg, above 0
    tangent: float  #: m
    at: Point  #: the waypoint
    out: Point  #: unit vector of the leg from there

    @property
    def nearest(self) -> float:
        """Distance (m) of the waypoint from the arc."""
        return hypot(self.tangent, self.radius) - self.radius

    def beyond(self, x: float, y: float) -> float:
        """Return how far (m) a place lies beyond the end, along the leg from the waypoint; negative before it."""
        return (x - self.at[0]) * self.out[0] + (y - self.at[1]) * self.out[1] - self.tangent

    def swept(self, x: float, y: float) -> float:
        """Return how much of the arc lies behind a vehicle, 0 to 1."""
        bearing = degrees(atan2(x - self.x, y - self.y))
        # the end is touched where the leg from the waypoint has the centre abeam
        side = 1.0 if self.clockwise else -1.0
        end = degrees(atan2(-side * self.out[1], side * self.out[0]))
        left = (side * (end - bearing) + 180.0) % 360.0 - 180.0
        return min(max(1.0 - left / self.turn, 0.0), 1.0)


def arc_at(points: Sequence[Point | None], radius: float) -> Arc | None:
    """Return the arc at the middle one of five successive waypoints; None = a corner.

    Missing waypoints are None: at the ends of a track the first and the last do not exist. An arc that does not fit
    its legs gets a smaller radius.
    """
    first, before, at, after, last = points
    turn = _turn(before, at, after)
    if radius <= 0.0 or before is None or at is None or after is None or turn < LEAST_TURN:
        return None
    inward, outward = _length(before, at), _length(at, after)
    tangent = min(
        _tangent(turn, radius),
        max(0.5 * inward, inward - _tangent(_turn(first, before, at), radius)),
        max(0.5 * outward, outward - _tangent(_turn(at, after, last), radius)),
    )
    # radius = tangent length over the tangent of half the turn
    own = tangent / tan(radians(0.5 * turn))
    if own < LEAST_SHARE * radius:
        return None
    east, north = (at[0] - before[0]) / inward, (at[1] - before[1]) / inward
    out = (after[0] - at[0]) / outward, (after[1] - at[1]) / outward
    clockwise = east * out[1] - north * out[0] < 0.0
    side = own if clockwise else -own
    x, y = at[0] - tangent * east + side * north, at[1] - tangent * north - side * east
    return Arc(x, y, own, clockwise, turn, tangent, at, out)


def turns(before: Point | None, at: Point, after: Point | None) -> bool:
    """Return whether the legs meet at an angle that an arc could round."""
    return _turn(before, at, after) >= LEAST_TURN


def _turn(before: Point | None, at: Point | None, after: Point | None) -> float:
    """Change of course (deg, 0 to 180); 0 without two legs."""
    if before is None or at is None or after is None or before == at or at == after:
        return 0.0
    ax, ay, bx, by = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    return degrees(atan2(abs(ax * by - ay * bx), ax * bx + ay * by))


def _tangent(turn: float, radius: float) -> float:
    return radius * tan(radians(0.5 * turn)) if turn >= LEAST_TURN else 0.0


def _length(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])
