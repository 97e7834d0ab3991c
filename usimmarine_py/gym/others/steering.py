"""A course and a speed to thrust and rudder, of many vehicles at once: proportional to what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi

import numpy as np

from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.fleet import VehicleBatch
from usimmarine_py.values.arrays import Array

#: Share of rudder per rad off the course, and per rad/s of turn rate.
GAIN, DAMPING = 0.7, 0.1
#: Largest thrust while more than so much (rad) is to be turned.
TURNING, SHARP = 0.4, pi / 3.0
#: Share of thrust per m/s that is missing, at once and in a second.
AT_ONCE, GATHERED = 0.2, 0.15
#: s between two orders to a vehicle that keeps a course, at most.
ORDERED = 0.25


def wrapped_turns(angle: Array) -> Array:
    """Return angles (rad) brought into [-pi, pi)."""
    return np.mod(angle + pi, 2.0 * pi) - pi


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
        off = wrapped_turns(off)
        np.clip(self._thrust + GATHERED * seconds * missing, 0.0, 1.0, out=self._thrust)
        self._thrust[stopped] = 0.0
        thrust = np.clip(self._thrust + AT_ONCE * missing, 0.0, 1.0)
        thrust = np.where(np.abs(off) > SHARP, np.minimum(thrust, TURNING), thrust)
        found = np.stack([thrust, np.clip(GAIN * off - DAMPING * yaw_rate, -1.0, 1.0)], axis=1)
        found[stopped] = 0.0
        return found


def keep_courses(
    fleet: VehicleBatch,
    keeper: CourseKeeper,
    course: Array,
    speed: Array,
    ticks: int,
    stopped: Array | None = None,
    given: Mapping[int, Array] | None = None,
    points: Mapping[int, Array] | None = None,
) -> None:
    """Let vehicles keep courses (rad) and speeds (m/s) for ``ticks`` ticks; rows of ``given`` get these shares of
    orders, rows of ``points`` these of the actuators' set-points.
    """
    craft, rows = fleet.craft, len(fleet.seen)
    two = [craft.actions.index(name) for name in ("thrust", "rudder")]
    parts = next(n for n in range(1, ticks + 1) if ticks % n == 0 and ticks // n * craft.tick <= ORDERED)
    none = np.zeros(rows, dtype=bool) if stopped is None else stopped
    orders = np.zeros((rows, len(craft.actions)))
    for _ in range(parts):
        seen = fleet.seen
        orders[:, two] = keeper.shares(
            course - seen[:, of.PSI], seen[:, of.YAW_RATE], speed - seen[:, of.SPEED], none,
            ticks // parts * craft.tick,
        )  # fmt: skip
        for row, shares in (given or {}).items():
            orders[row] = shares
        fleet.step(orders, ticks // parts, points)
