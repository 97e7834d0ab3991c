"""How the course of a vehicle crosses and passes another one that keeps its course.

Courses and speeds are numbers or arrays; the answers have their shape. Needs numpy.
"""

from __future__ import annotations

from math import cos, pi, sqrt, trunc
from typing import Any

import numpy as np

from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.maths.encounters.sides import Side, StraightMotion, side_of

#: What the original takes for pi in the rate of a bearing.
_SHORT_PI = 3.14159265359
#: A course this close (cosine) to parallel never meets the other one's line.
_PARALLEL = 0.00001


class Crossing:
    """A vehicle and another one; courses count in whole degrees, as the original tabulates them."""

    def __init__(self, vehicle: StraightMotion, other: StraightMotion) -> None:
        self.vehicle, self.other = vehicle, other
        self.side: Side = side_of(vehicle, other)
        self.on_bow_line = self.side.range > 0 and self.side.relative == 0
        self.on_stern_line = self.side.range > 0 and self.side.relative == 180
        self.on_beam = self.side.fore and self.side.aft
        #: Course square to the other one's bow-stern line, deg.
        self._square = other.heading + 90 if self.side.port else other.heading - 90

    def bearing_rate(self, course: Any, speed: Any) -> Any:
        """Return how fast (deg/s, clockwise positive) the bearing to the other one turns."""
        if self.side.range == 0:
            return course * 0.0 + speed * 0.0
        across = angle_360(self.side.bearing + 90)
        other = self.other.speed * _cos_of(angle_180(self.other.heading - across))
        return (other - speed * _cos(course, across)) * (360 / (2 * self.side.range * _SHORT_PI))

    def crosses_line(self, course: Any, speed: Any) -> Any:
        """Whether it crosses the other one's bow-stern line."""
        if self.on_bow_line or self.on_stern_line:
            return np.full(np.broadcast(course, speed).shape, fill_value=True)
        return (speed > 0) & (_cos(course, self._square) > _PARALLEL)

    def crosses_bow(self, course: Any, speed: Any) -> Any:
        """Whether it crosses ahead of the other one."""
        return self.crosses(course, speed)[0]

    def crosses_stern(self, course: Any, speed: Any) -> Any:
        """Whether it crosses astern of the other one."""
        return self.crosses(course, speed)[1]

    def crosses(self, course: Any, speed: Any) -> tuple[Any, Any]:
        """Whether it crosses ahead of the other one, and whether astern."""
        rate = self.bearing_rate(course, speed)
        crosses = (speed > 0) & (_cos(course, self._square) > 0)
        bow, stern = crosses & (rate >= 0), crosses & (rate <= 0)
        if not self.side.port:
            bow, stern = stern, bow
        if self.on_stern_line:
            bow = np.full(np.broadcast(course, speed).shape, fill_value=True)
        if self.on_bow_line:
            stern = np.full(np.broadcast(course, speed).shape, fill_value=True)
        return bow, stern

    def bow_distance(self, course: float, speed: float) -> float:
        """Return how far ahead of the other one it crosses, m; -1 if it does not."""
        if self.on_bow_line:
            return self.side.range
        towards = speed * float(_cos(course, self._square))
        if self.on_stern_line or self.side.range == 0 or towards <= 0:
            return -1.0
        # the original's arithmetic: it is posted when a bit of it changes
        reach = self.side.range
        to_line = reach * cos(to_radians(90.0 - abs(angle_180(self.side.relative))))
        to_beam = sqrt(max(reach * reach - to_line * to_line, 0.0))
        time = to_line / towards
        gained = time * (speed * float(_cos(course, self.other.heading))) - time * self.other.speed
        distance = gained + (to_beam if self.side.fore else -to_beam)
        return distance if distance >= 0 else -1.0

    def passes(self, course: Any, speed: Any) -> Any:
        """Whether it passes the other one, from aft to fore or from fore to aft."""
        along = speed * _cos(course, self.other.heading) - self.other.speed
        if self.on_beam:
            return along == along
        return along > 0 if self.side.aft else along < 0

    def passes_port(self, course: Any, speed: Any) -> Any:
        """Whether it passes on the other one's port side."""
        return self.passes(course, speed) & self._turns_to_port(course, speed)

    def passes_starboard(self, course: Any, speed: Any) -> Any:
        """Whether it passes on the other one's starboard side."""
        return self.passes(course, speed) & np.logical_not(self._turns_to_port(course, speed))

    def _turns_to_port(self, course: Any, speed: Any) -> Any:
        """Whether the bearing turns as it does on the other one's port side."""
        if self.on_beam:
            return self.side.port
        rate = self.bearing_rate(course, speed)
        return rate > 0 if self.side.aft else rate < 0


class PlatformCrossing(Crossing):
    """The same through a model of the vehicle: the rate of the bearing is summed the other way round."""

    def bearing_rate(self, course: Any, speed: Any) -> Any:
        if self.side.range == 0:
            return course * 0.0 + speed * 0.0
        across = angle_360(self.side.bearing - 90)
        away = abs(self.other.heading - across)
        other = self.other.speed * _cos_of(360.0 - away if away > 180.0 else away)
        return (other - speed * _cos(course, across)) * (-360 / (2 * self.side.range * _SHORT_PI))


def _cos_of(angle: float) -> float:
    return 0.0 if abs(angle) == 90.0 else cos(to_radians(abs(angle)))


def _cos(course: Any, direction: float) -> Any:
    """Return the cosine of the angle between a course, in whole degrees, and a direction (deg); exactly 0 at 90 deg, so
    that a course along a line does not cross it.
    """
    direction = angle_360(direction)
    if isinstance(course, float | int):
        off = abs(trunc(course) - direction)  # numpy is slow with single numbers
        off = min(off, 360.0 - off)
        return 0.0 if off == 90.0 else cos(to_radians(off))
    away = np.abs(np.trunc(course) - direction)
    np.minimum(away, 360.0 - away, out=away)
    # of the standard library, as in the original: numpy's differ in last bits
    found = np.array([cos(turn) for turn in (away / 180.0 * pi).ravel().tolist()]).reshape(away.shape)
    found[away == 90.0] = 0.0
    return found
