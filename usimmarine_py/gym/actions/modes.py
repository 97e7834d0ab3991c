"""What an action means: shares of thrust and rudder, a course and a speed, or set-points of single actuators."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, Space

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.actions.shares import COURSES, DISCRETE
from usimmarine_py.gym.craft import ACTUATORS, Craft
from usimmarine_py.gym.fleet import VehicleBatch
from usimmarine_py.gym.others.steering import CourseKeeper, keep_courses
from usimmarine_py.values.arrays import Array

_PLAIN, _COURSES = "thrust_rudder", "heading_speed"
#: By name the pairs of a discrete action.
_TABLES = {"discrete": DISCRETE, "discrete_heading": COURSES}
NAMES = (_PLAIN, _COURSES, ACTUATORS, *_TABLES)
#: What an action of a course and a speed holds.
TURN, SPEED = "turn", "speed"


class ActionMode:
    """The keywords ``action``, ``actions`` and ``discrete`` of an environment. Raises ``ConfigError``."""

    def __init__(self, action: object, actions: Sequence[str] | None, *, discrete: bool) -> None:
        if action is not None:
            if not isinstance(action, str) or action not in NAMES:
                hint = suggest(action, NAMES) if isinstance(action, str) else ""
                raise ConfigError(f"must be {', '.join(NAMES)}, not {action!r}", key="action", suggestion=hint)
            if discrete or (actions is not None and action != _PLAIN):
                raise ConfigError("goes without discrete and actions, which say the same", key="action")
        self.courses = action in (_COURSES, "discrete_heading")
        table = _TABLES.get(str(action)) or (DISCRETE if discrete else None)
        #: the shares that the numbers of discrete actions mean
        self.table: Array | None = None if table is None else np.array(table)
        self.pairs = table
        #: what the vehicle itself is given
        self.ordered: Sequence[str] | str | None = actions
        if action == ACTUATORS:
            self.ordered = ACTUATORS
        elif action is not None and actions is None:
            self.ordered = ("thrust", "rudder")

    def names(self, craft: Craft) -> tuple[str, ...]:
        """Return what an action holds."""
        return (TURN, SPEED) if self.courses else craft.actions

    def space(self, craft: Craft) -> Space[Any]:
        """Return the action space of one vehicle."""
        if self.table is not None:
            return Discrete(len(self.table))
        return Box(-1.0, 1.0, (len(self.names(craft)),), np.float32)


class ActionOrders:
    """Moves vehicles by actions (N, n) of a mode: those of a course and a speed by a controller."""

    def __init__(self, mode: ActionMode, craft: Craft, count: int) -> None:
        self._courses, self._craft = mode.courses, craft
        self._keeper = CourseKeeper(count)

    def begin(self, row: int) -> None:
        """A vehicle begins anew."""
        self._keeper.begin(row)

    def step(self, fleet: VehicleBatch, actions: Array, ticks: int) -> None:
        """All vehicles ``ticks`` ticks on."""
        if not self._courses:
            fleet.step(actions, ticks)
            return
        course, speed = meant(actions, fleet.seen[:, of.PSI], self._craft.fastest)
        keep_courses(fleet, self._keeper, course, speed, ticks)


def meant(actions: Array, psi: Array, fastest: float) -> tuple[Array, Array]:
    """Return the course (rad) and the speed (m/s) that actions (N, 2) ask for: a turn of at most half a circle from
    the heading ``psi`` (rad), positive to starboard, and from no speed (-1) to the largest (1).
    """
    turn, share = np.clip(actions[:, 0], -1.0, 1.0), np.clip(actions[:, 1], -1.0, 1.0)
    return psi + pi * turn, 0.5 * (share + 1.0) * fastest
