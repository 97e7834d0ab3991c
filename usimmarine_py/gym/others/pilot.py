"""A helm in the place of the learner: what it does by the rules of the road is what a policy is compared with."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.actions.modes import SPEED, TURN
from usimmarine_py.gym.actions.shares import discrete_of
from usimmarine_py.gym.others.minds import RULES_OF_THE_ROAD, HelmMind
from usimmarine_py.gym.others.steering import CourseKeeper, wrapped_turns
from usimmarine_py.gym.others.vehicles import goal_mail, name_of, seen_mail

if TYPE_CHECKING:
    from usimmarine_py.gym.environment import MarineEnv
    from usimmarine_py.gym.vector import MarineVectorEnv


class HelmPilot:
    """Actions of a helm for an Encounter environment, single or of many rows.

    ``file`` is a .bhv file, by default the package's: a waypoint, and BHV_AvdColregsV22. Call ``actions()`` before each
    ``step``; helms begin anew with each episode. Raises ``ConfigError`` for a file that is refused, or another task.
    """

    def __init__(self, env: MarineEnv | MarineVectorEnv | Any, file: str = RULES_OF_THE_ROAD) -> None:
        found: Any = getattr(env, "unwrapped", env)
        self._single = not hasattr(found, "num_envs")
        self._rows = rows = getattr(found, "_rows", None) or found.env._rows
        if rows.others is None:
            raise ConfigError("steers in the task Encounter", key="HelmPilot")
        count = len(rows.episodes)
        self._minds = [HelmMind(file, rows.craft.fastest, key="file", name="learner") for _ in range(count)]
        self._keeper = CourseKeeper(count)

    def actions(self) -> Any:
        """Return the actions of the next step, as the environment takes them."""
        rows, count = self._rows, len(self._minds)
        seen, contacts = rows.fleet.seen, rows.others.contacts
        course, speed, stopped = np.zeros(count), np.zeros(count), np.zeros(count, dtype=bool)
        for i, mind in enumerate(self._minds):
            now = float(rows.fleet.ticks[i]) * rows.craft.tick
            others = {name_of(k): rows.others.fleet.seen[i * contacts + k] for k in range(contacts)}
            heard = seen_mail(now, seen[i], rows.craft.length, others)
            if now == 0.0:
                mind.begin(i)
                self._keeper.begin(i)
                heard.append(goal_mail(rows.goals[i], rows.task.options["pace"]))
            wanted = mind.decide(now, heard)
            stopped[i] = "course" not in wanted or "speed" not in wanted
            course[i], speed[i] = np.radians(wanted.get("course", 0.0)), wanted.get("speed", 0.0)
        off, names = course - seen[:, of.PSI], rows.named
        if rows.mode.courses:
            shares = 2.0 * np.where(stopped, 0.0, speed) / rows.craft.fastest - 1.0
            two, names_of_two = np.stack([wrapped_turns(off) / pi, shares], axis=1), (TURN, SPEED)
        else:
            missing, names_of_two = speed - seen[:, of.SPEED], ("thrust", "rudder")
            two = self._keeper.shares(off, seen[:, of.YAW_RATE], missing, stopped, rows.time_step)
        if rows.mode.pairs is not None:
            numbers = np.array([discrete_of(one, other, rows.mode.pairs) for one, other in two.tolist()])
            return int(numbers[0]) if self._single else numbers
        found = np.zeros((count, len(names)), dtype=np.float32)
        if rows.craft.points is None:
            found[:, [names.index(name) for name in names_of_two]] = two
        else:
            found[:] = rows.fleet.set_points(two)
        return found[0] if self._single else found
