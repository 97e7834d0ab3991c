"""A trained policy as a behaviour of the helm: its course and speed are a wish among those of others."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import degrees, inf
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.actions.modes import meant
from usimmarine_py.gym.actions.shares import shares
from usimmarine_py.gym.boat.episode import BoatEpisode
from usimmarine_py.gym.boat.policies import policy_from
from usimmarine_py.gym.boat.senses import MORE, NEEDED, numbers_of, sense
from usimmarine_py.gym.task_rules import ENDS, GOES_ON
from usimmarine_py.helm import Behavior, Function, Peak, couple, heading_peak, number, peak, word

#: Courses (deg) and speeds (m/s) beside the policy's are worth less, to nothing so far away.
_COURSES, _SPEEDS = 180.0, 4.0


class PolicyBehavior(Behavior):
    """Wishes the course and the speed of a policy that was trained with ``action="heading_speed"`` or
    ``"discrete_heading"``. Derive from it, and name the policy and the environment that it was trained in.

    It begins anew whenever its conditions come to hold, and completes when the environment's task is over.
    """

    #: The keywords of ``MarineEnv`` that it was trained with.
    environment: ClassVar[Mapping[str, Any]] = {}
    #: An ONNX file, a function that takes the observation (n,) and returns the action, or what has ``predict``.
    policy: ClassVar[Any] = None

    variables = (*NEEDED, *MORE)
    goal: str = word("", what="x=, y= (m), heading= (deg), depth= (m); waypoints separated by colons.")
    speed_width: float = number(_SPEEDS, above=0.0, unit="m/s", what="A speed so far from the policy's is worth 0.")

    def on_create(self) -> None:
        """Make the environment and the policy. Raises ``ConfigError``."""
        self._episode = BoatEpisode(self.environment)
        rows = self._episode.rows
        if not rows.mode.courses:
            raise ConfigError(
                "a behaviour wishes course and speed: train with action=heading_speed, or make an application",
                key=self.kind,
            )
        place = getattr(sys.modules.get(type(self).__module__), "__file__", None)
        given = type(self).__dict__.get("policy", self.policy)
        self._policy = policy_from(
            getattr(given, "__func__", given), Path(place).parent if place else Path(), rows.observations.shape[1],
            len(rows.named), discrete=rows.mode.table is not None,
        )  # fmt: skip
        self._taken, self._acted = "", -inf
        self._before: dict[str, float] = {}
        self._wish: Function | None = None

    def on_configured(self) -> None:
        """Take the goal."""
        self._begin()

    def on_updated(self) -> None:
        """Take a new one."""
        self._begin()

    def on_idle_to_run(self) -> None:
        """Begin anew."""
        self._begin()

    def _begin(self) -> None:
        self._acted, self._wish, self._before = -inf, None, {}
        if self.goal:
            try:
                self._episode.take_goal(self.goal)
            except ConfigError as error:
                self.fail(f"goal: {error.problem}")

    def on_run(self) -> Function | None:
        """The wish of the policy; a new one each ``time_step`` of its environment."""
        mail = numbers_of({name: self.value(name, np.nan) for name in self.variables})
        mail = {name: value for name, value in mail.items() if value == value}
        if not self.goal or any(name not in mail for name in NEEDED):
            return None
        rows = self._episode.rows
        if self.now - self._acted < rows.time_step - 1e-3:
            return self._wish
        began, passed, self._acted = self._acted > -inf, self.now - self._acted, self.now
        sense(mail, self._before, passed if began else 0.0, windy=self._episode.windy, seen=rows.fleet.seen[0])
        self._before = mail
        if began:
            rows.fleet.ticks += rows.ticks
            rows.look()
        else:
            rows.fleet.ticks[0] = 0
            rows.begin_here(0)
        end = int(rows.ends[0])
        if end != GOES_ON:
            self.post("POLICY_END", ENDS[end])
            self.complete()
            return None
        rows.actions[:] = shares(self._policy(rows.observations[0].copy()), rows.shape[1:], rows.mode.table)
        course, speed = meant(rows.actions, rows.fleet.seen[:, of.PSI], rows.craft.fastest)
        towards, axis = degrees(float(course[0])) % 360.0, self.axis("speed")
        wanted = min(max(float(speed[0]), axis.low), axis.high)
        self._wish = couple(
            heading_peak(self.axis("course"), Peak(towards, 0.0, _COURSES)),
            peak(axis, Peak(wanted, 0.0, self.speed_width)),
        )
        return self._wish
