"""``PolicyApp``: a trained policy as an application, which plays live in a community and offline (docs/gym.md)."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any, ClassVar

from usimmarine_py.apps.own.app import App
from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.actions.shares import shares
from usimmarine_py.gym.boat.episode import BoatEpisode
from usimmarine_py.gym.boat.orders import orders_of
from usimmarine_py.gym.boat.policies import policy_from
from usimmarine_py.gym.boat.senses import NEEDED, numbers_of, sense
from usimmarine_py.gym.task_rules import ENDS, GOES_ON
from usimmarine_py.values import Key, Message

GOAL, REWARD, END, OVERRIDE = "POLICY_GOAL", "POLICY_REWARD", "POLICY_END", "MOOS_MANUAL_OVERRIDE"


class PolicyApp(App):
    """Steers a vehicle by a policy. Derive from it, and name the policy and the environment that it was trained in.

        class Keeper(PolicyApp):
            environment = {"task": "StationKeep", "vehicle": "otter"}
            policy = "keeper.onnx"                      # beside this file; or a function of the observation

    It reads NAV_* (and USM_WIND_* if the environment has wind) and makes the observation by the functions of the
    environment. Each ``time_step`` it posts the orders of the action (DESIRED_THRUST, DESIRED_RUDDER ... in per cent)
    and POLICY_REWARD; when the task is over POLICY_END, and then orders of 0. It waits, with orders of 0, while
    MOOS_MANUAL_OVERRIDE is true, and when NAV_* has not come for ``nav_timeout`` s.
    """

    #: The keywords of ``MarineEnv`` that it was trained with: task, vehicle, actions, time_step, observe ...
    environment: ClassVar[Mapping[str, Any]] = {}
    #: An ONNX file, a function that takes the observation (n,) and returns the action, or what has ``predict``.
    policy: ClassVar[Any] = None

    app_tick = 10.0
    subscriptions: ClassVar[Sequence[str]] = ()
    parameters: ClassVar[Sequence[Key]] = (
        Key("goal", "text", "", "x=, y= (m), heading= (deg), depth= (m); waypoints separated by colons. Also by mail."),
        Key("nav_timeout", "number", "2", "Without NAV_* for so long it orders nothing.", unit="s", minimum=0.1),
    )

    def on_start(self) -> None:
        """Make the environment's rows, one of them, and the policy."""
        self._episode = BoatEpisode(self.environment)
        self._rows, self._windy = self._episode.rows, self._episode.windy
        rows = self._rows
        place = getattr(sys.modules.get(type(self).__module__), "__file__", None)
        policy = type(self).__dict__.get("policy", self.policy)
        self._policy = policy_from(
            getattr(policy, "__func__", policy), Path(place).parent if place else Path(), rows.observations.shape[1],
            len(rows.named), discrete=rows.mode.table is not None,
        )  # fmt: skip
        for name in (*NEEDED, *numbers_mail(self._windy), GOAL, OVERRIDE):
            self.register(name)
        self._heard, self._acted, self._began, self._steers = -inf, -inf, False, False
        self._before: dict[str, float] = {}
        self._goal, self._end, self._why, self._total = "", GOES_ON, "no goal", 0.0
        if self.config["goal"]:
            try:
                self._take_goal(self.config["goal"])
            except ConfigError as error:
                raise ConfigError(error.problem, key=f"{self.alias}: goal") from None

    def on_mail(self, mail: Sequence[Message]) -> None:
        """Note when the vehicle was heard of, and a new goal."""
        for message in mail:
            if message.variable == NEEDED[0]:
                self._heard = message.time
            elif message.variable == GOAL:
                try:
                    self._take_goal(str(message.value))
                except ConfigError as error:
                    self.warn(f"{GOAL} of {message.source}: {error.problem}; the goal before stays")

    def iterate(self) -> None:
        """One step of the policy, each ``time_step``."""
        rows = self._rows
        if self.now - self._acted < rows.time_step - 0.5 / self.app_tick:
            return
        why = self._idle()
        if why:
            stops, self._why, self._steers = self._steers, why, False
            if stops:
                rows.actions[:] = 0.0
                self._order()
            return
        self._why, self._steers = "", True
        passed, self._acted = self.now - self._acted, self.now
        mail = numbers_of(self.latest)
        sense(mail, self._before, passed if self._began else 0.0, windy=self._windy, seen=rows.fleet.seen[0])
        self._before = mail
        if self._began:
            rows.fleet.ticks += rows.ticks
            rows.look()
            self._total += float(rows.rewards[0])
            self.post(REWARD, self._total)
        else:
            rows.fleet.ticks[0] = 0
            rows.begin_here(0)
            self._began = True
        self._end = int(rows.ends[0])
        if self._end != GOES_ON:
            self.post(END, ENDS[self._end])
            self._why, self._steers = "over", False
            rows.actions[:] = 0.0
            self._order()
            return
        rows.actions[:] = shares(self._policy(rows.observations[0].copy()), rows.shape[1:], rows.mode.table)
        self._order()

    def report(self) -> str:
        """Goal, what it waits for, reward and observation."""
        rows = self._rows
        names = [one.name for one in rows.task.observed]
        numbers = rows.seen_by_task[0].tolist()
        waits = self._why or (ENDS[self._end] if self._end != GOES_ON else "it steers")
        seen = "".join(f"{name:14} {value:10.3f}\n" for name, value in zip(names, numbers, strict=True))
        return f"{self._episode.task}: {waits}; goal {self._goal or 'none'}; return {self._total:.2f}\n{seen}"

    def _idle(self) -> str:
        """Return why it does not steer now; empty if it does."""
        missing = [name for name in NEEDED if not isinstance(self.latest.get(name), float)]
        if not self._goal:
            return f"no goal: its block has none, and no {GOAL} has come"
        if missing:
            return f"no {', '.join(missing)}"
        if self.now - self._heard > self.config["nav_timeout"]:
            return f"no {NEEDED[0]} for {self.config['nav_timeout']:g} s"
        if str(self.latest.get(OVERRIDE, "")).lower() == "true":
            return f"{OVERRIDE} is true"
        return "over" if self._end != GOES_ON else ""

    def _order(self) -> None:
        for variable, value in orders_of(self._rows, self._steers).items():
            self.post(variable, value)

    def _take_goal(self, text: str) -> None:
        """Begin anew with a goal. Raises ``ConfigError``."""
        self._episode.take_goal(text)
        self._rows = self._episode.rows
        self._goal, self._began, self._end, self._total = text, False, GOES_ON, 0.0


def numbers_mail(windy: bool) -> tuple[str, ...]:
    """Return the mail that is used if it comes."""
    from usimmarine_py.gym.boat.senses import MORE

    return tuple(name for name in MORE if windy or not name.startswith("USM_WIND"))
