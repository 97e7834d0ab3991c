"""A course and a speed to thrust and rudder, of many vehicles at once: proportional to what is missing."""

from __future__ import annotations

from math import pi

import numpy as np

from usimmarine_py.values.arrays import Array

#: Share of rudder per rad off the course, and per rad/s of turn rate.
GAIN, DAMPING = 0.7, 0.1
#: Largest thrust while more than so much (rad) is to be turned.
TURNING, SHARP = 0.4, pi / 3.0
#: Share of thrust per m/s that is missing, at once and in a second.
AT_ONCE, GATHERED = 0.2, 0.15


class CourseKeeper:
    """Remembers what thrust each vehicle's speed has needed so far."""

    def __init__(self, count: int) -> None:
        self._thrust = np.zeros(count)

    def begin(self, which: int | slice) -> None:
        """Some vehicles begin anew."""
        self._thrust[which] = 0.0

    def shares(self, off: Array, yaw_rate: Array, missing: Array, stopped: Array, seconds: float) -> Array:
        """Return shares of thrust and rudder (N, 2) for the next ``seconds``.

        ``off`` is how far the course is to starboard of the bow (rad, any number of turns), ``missing`` how much speed
        is missing (m/s), ``stopped`` who gets no thrust and no rudder at all.
        """
        off = np.mod(off + pi, 2.0 * pi) - pi
        np.clip(self._thrust + GATHERED * seconds * missing, 0.0, 1.0, out=self._thrust)
        self._thrust[stopped] = 0.0
        thrust = np.clip(self._thrust + AT_ONCE * missing, 0.0, 1.0)
        thrust = np.where(np.abs(off) > SHARP, np.minimum(thrust, TURNING), thrust)
        found = np.stack([thrust, np.clip(GAIN * off - DAMPING * yaw_rate, -1.0, 1.0)], axis=1)
        found[stopped] = 0.0
        return found
