"""The environment of a policy on a boat: a row of episodes, whose goal is a text, and whose vehicle is seen by mail."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.rows import EpisodeRows
from usimmarine_py.text import finite_number
from usimmarine_py.texts.pairs import pairs_of

_GOAL_KEYS = ("x", "y", "heading", "depth")
#: Keywords of a ``MarineEnv`` with defaults of its own there.
_USUAL: dict[str, Any] = {
    "task": "Waypoint", "vehicle": None, "actions": None, "time_step": 0.5, "time_limit": None, "discrete": False,
    "action": None,
}  # fmt: skip


class BoatEpisode:
    """One row of the environment whose keywords are ``environment``. Raises ``ConfigError``."""

    def __init__(self, environment: Mapping[str, Any]) -> None:
        given = {**_USUAL, **environment}
        for key in ("render_mode", "reward", "sensors"):  # the sensors are those of the boat itself
            given.pop(key, None)
        self._own = {key: given.pop(key) for key in _USUAL}
        self._keywords = given
        self.task = self._own.pop("task")
        if self.task == "Encounter":
            raise ConfigError("Encounter sees other vehicles, which a policy on a boat does not yet", key="task")
        self.rows = self._made(1)
        # what the first step compiles takes longer than a tick of an application may
        self.rows.begin_here(0)
        self.rows.look()
        self.windy = self.rows.craft.asked and "wind_speed" in given

    def _made(self, waypoints: int) -> EpisodeRows:
        """Return the environment's rows, for so many waypoints."""
        keywords = {**self._keywords, **({"waypoints": waypoints} if self.task == "Waypoint" else {})}
        own = self._own
        return EpisodeRows(
            1, self.task, own["vehicle"], own["actions"], own["time_step"], own["time_limit"], keywords,
            discrete=own["discrete"], action=own["action"],
        )  # fmt: skip

    def take_goal(self, text: str) -> None:
        """Take a new goal; ``rows`` may be others then. Raises ``ConfigError``."""
        goals = [_place(part) for part in text.split(":")]
        if self.task == "Waypoint":
            if int(self.rows.task.options["waypoints"]) != len(goals):
                self.rows = self._made(len(goals))
            numbers = [value for goal in goals for value in (goal["x"], goal["y"], goal["depth"])]
        elif len(goals) == 1:
            goal = goals[0]
            numbers = [goal["x"], goal["y"], radians(goal["heading"]), goal["depth"]]
        else:
            raise ConfigError(f"{self.task} has one goal, not {len(goals)}", key="goal")
        self.rows.goals[0, : len(numbers)] = numbers


def _place(text: str) -> dict[str, float]:
    """Return the numbers of ``x=, y=, heading=, depth=``; x and y must be there. Raises ``ConfigError``."""
    found = dict.fromkeys(_GOAL_KEYS, 0.0)
    given = pairs_of(text)
    for key, value in given:
        number = finite_number(value)
        if key not in found or number is None:
            raise ConfigError(f"must be x=, y=, heading=, depth= with numbers, not {text.strip()!r}", key="goal")
        found[key] = number
    if not {"x", "y"} <= {key for key, _ in given}:
        raise ConfigError(f"has no x= and y=: {text.strip()!r}", key="goal")
    return found
