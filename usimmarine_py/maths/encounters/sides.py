"""On which side of another vehicle a vehicle is."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, radians
from typing import NamedTuple

from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.sums import plain_hypot


class StraightMotion(NamedTuple):
    """A vehicle on a straight course: position (m), heading (deg), speed (m/s)."""

    x: float
    y: float
    heading: float
    speed: float


class Side(NamedTuple):
    """Where a vehicle is relative to another one; ends count to both, at the same point nothing holds."""

    range: float  #: m
    bearing: float  #: from the vehicle to the other one, deg
    relative: float  #: of the vehicle, as seen from the other one relative to that one's heading, deg

    @property
    def fore(self) -> bool:
        """Whether it is forward of the other one's beam."""
        return self.range > 0 and (self.relative <= 90 or self.relative >= 270)

    @property
    def aft(self) -> bool:
        """Whether it is abaft the other one's beam."""
        return self.range > 0 and 90 <= self.relative <= 270

    @property
    def port(self) -> bool:
        """Whether it is on the other one's port side."""
        return self.range > 0 and self.relative >= 180

    @property
    def starboard(self) -> bool:
        """Whether it is on the other one's starboard side."""
        return self.range > 0 and self.relative <= 180


@lru_cache(maxsize=64)
def side_of(vehicle: StraightMotion, other: StraightMotion) -> Side:
    """Return where ``vehicle`` is relative to ``other``."""
    to_other = bearing(vehicle.x, vehicle.y, other.x, other.y)
    back = bearing(other.x, other.y, vehicle.x, vehicle.y)
    distance = plain_hypot(other.x - vehicle.x, other.y - vehicle.y)
    return Side(distance, to_other, angle_360(back - other.heading))


def bearing_rate(vehicle: StraightMotion, other: StraightMotion) -> float:
    """Return how fast (deg/s, clockwise positive) the bearing from ``vehicle`` to ``other`` turns; 0 at one point.

    The own heading counts in whole degrees, as the original tabulates them.
    """
    side = side_of(vehicle, other)
    if side.range == 0:
        return 0.0
    across = side.bearing + 90
    one = other.speed * cos(radians(other.heading - across))
    return 360 / (2 * pi * side.range) * (one - vehicle.speed * cos(radians(int(vehicle.heading) - across)))
