"""Drift compensation: keep a track in a cross current or a gale by a heading into the drift. No clock, no mail.

Plain line of sight steers a heading. With a drift angle b it settles at the cross-track error lookahead * tan(b).

``integral``: integral line of sight of Borhaug, Pavlov and Pettersen (Integral LOS control for path following of
underactuated marine surface vessels in the presence of constant ocean currents, 47th IEEE CDC, 2008):

    heading = course of the path - atan((y + s*I)/D),    dI/dt = D*y/((y + s*I)^2 + D^2)

with cross-track error y and look-ahead D (m), I in s, s = ``integral_gain`` times the desired speed. Its rate fades
with growing error, which keeps it from winding up. Here I is a vector fixed to the Earth, of which each leg sees and
changes the part across itself: what one leg has learned of a current serves on the next, whatever its direction (the
thought behind the indirect adaptive law of Fossen and Lekkas, Int. J. Adapt. Control Signal Process. 31, 2017).

``course``: the drift angle is measured, course over ground minus heading, filtered, and taken off the desired course
(Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd edition, 12.4).
"""

from __future__ import annotations

from math import atan2, degrees, exp

from usimmarine_py.maths.angles import angle_180

NONE, INTEGRAL, COURSE = "none", "integral", "course"
MODES = (NONE, INTEGRAL, COURSE)

#: Slower than this over ground a vehicle has no course, m/s.
LEAST_SPEED = 0.1
#: The bow is never taken further off the desired course, deg: beyond, the current is stronger than the vehicle.
LARGEST_CRAB = 60.0
#: A longer gap between two updates counts as this much, s: the vehicle was not steered meanwhile.
LONGEST_STEP = 2.0


class DriftCompensation:
    """One of ``MODES`` with its memory."""

    def __init__(self, mode: str, gain: float, time_constant: float) -> None:
        """``gain``: of ``integral``, as a share of the speed; ``time_constant``: of the filter of ``course``, s."""
        self.mode = mode
        self.crab = 0.0  #: deg, how far the track that is made good lies to starboard of the bow; 0 until known
        self._gain = gain
        self._time_constant = time_constant
        self._integral = (0.0, 0.0)  # s, towards east and north
        self._step = 0.0
        self._last: float | None = None

    def begin(self, now: float, heading: float, course: float | None, speed: float | None, learns: bool) -> None:
        """A new update at clock ``now`` (s); heading and course over ground in deg, its speed in m/s, None unknown.

        Without ``learns`` nothing changes: the vehicle does not go where it is sent.
        """
        self._step = 0.0 if self._last is None or not learns else min(max(now - self._last, 0.0), LONGEST_STEP)
        self._last = now
        if self.mode != COURSE or course is None or (speed is not None and speed < LEAST_SPEED):
            return
        found = max(-LARGEST_CRAB, min(LARGEST_CRAB, angle_180(course - heading)))
        self.crab += (found - self.crab) * (1.0 - exp(-self._step / self._time_constant))

    def offset(self, cross: float, east: float, north: float, lookahead: float, speed: float) -> float:
        """Return what to add to the cross-track error ``cross`` (m, positive to starboard) before the law of sight.

        ``east``, ``north``: unit vector to starboard of the path; ``speed``: the desired one, m/s. Call it once in an
        update, or the integral goes ahead of the clock.
        """
        if self.mode != INTEGRAL:
            return 0.0
        sigma = self._gain * speed
        across = self._integral[0] * east + self._integral[1] * north
        aim = cross + sigma * across
        rate = lookahead * cross / (aim * aim + lookahead * lookahead)
        grown = rate * self._step
        self._step = 0.0
        self._integral = (self._integral[0] + grown * east, self._integral[1] + grown * north)
        offset = sigma * (across + grown)
        self.crab = degrees(atan2(offset, lookahead))
        return offset

    @property
    def heading_offset(self) -> float:
        """The difference of desired course and heading, deg: 0 except for ``course``."""
        return self.crab if self.mode == COURSE else 0.0
