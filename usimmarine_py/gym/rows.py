"""Episodes side by side, in rows: one row is an ``Env``, many are a ``VectorEnv``."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym import task_rules as rules
from usimmarine_py.gym.actions.modes import ActionMode, ActionOrders
from usimmarine_py.gym.actions.shares import shares
from usimmarine_py.gym.craft import KINEMATIC, Craft
from usimmarine_py.gym.fleet import VehicleBatch
from usimmarine_py.gym.machine import CHUNK, machine
from usimmarine_py.gym.others.encounters import graded
from usimmarine_py.gym.others.vehicles import OtherVehicles, chosen
from usimmarine_py.gym.senses.history import checked_history
from usimmarine_py.gym.senses.measured import CONTACTS, sensor_names
from usimmarine_py.gym.senses.shown import ShownRows
from usimmarine_py.gym.tasks import KINDS, Task
from usimmarine_py.gym.truth import EpisodeTruth, Function, returned
from usimmarine_py.gym.words import Episode, is_number, takes_one
from usimmarine_py.kernels.threads import in_threads, thread_count
from usimmarine_py.maths.moos_frame import heading_deg
from usimmarine_py.values.arrays import Array

#: Keywords that are functions of the truth.
FUNCTIONS = ("reward", "observe", "terminate")
#: The keywords of every task, but those of vehicle and weather.
KEYWORDS = (
    *FUNCTIONS, "vehicle", "action", "actions", "discrete", "time_step", "time_limit", "render_mode", "sensors",
    "sensor_errors", "stack", "delay", "threads", "autoreset_mode",
)  # fmt: skip
#: Least share of a step by which the time step may miss a whole number of ticks.
_SLACK = 1e-6


class EpisodeRows:
    """``count`` episodes of one task."""

    def __init__(
        self,
        count: int,
        name: str,
        vehicle: str | None,
        actions: Sequence[str] | None,
        time_step: float,
        time_limit: float | None,
        keywords: dict[str, Any],
        *,
        discrete: bool = False,
        action: str | None = None,
        threads: int | None = None,
    ) -> None:
        """``threads``: most of them in a step; None: one for each ``CHUNK`` rows, as far as there are processors."""
        if threads is not None and not (is_number(threads) and threads >= 1 and threads == int(threads)):
            raise ConfigError(f"must be a whole number from 1, not {threads!r}", key="threads")
        self._threads = thread_count(count, CHUNK, None if threads is None else int(threads))
        if not isinstance(name, str):
            raise ConfigError(f"must be one of {', '.join(KINDS)}, not {name!r}", key="task")
        if not isinstance(vehicle, str | None):
            raise ConfigError(f"must be the name of a vehicle or a file, not {vehicle!r}", key="vehicle")
        if name == "CaptureTheFlag":
            raise ConfigError(f'is a game, not one vehicle: gymnasium.make("usimmarine/{name}-v0")', key="task")
        if name not in KINDS:
            raise ConfigError(f"there is no task {name!r}", key="task", suggestion=suggest(name, KINDS))
        kind = KINDS[name]
        self.functions: dict[str, Function] = {}
        for key in FUNCTIONS:
            given = keywords.pop(key, None)
            if given is not None and not callable(given):
                raise ConfigError(f"must be a function of the truth, not {given!r}", key=key)
            if given is not None and not takes_one(given):
                raise ConfigError("must be a function of one value, the truth", key=key)
            if given is not None:
                self.functions[key] = given
        how = keywords.pop("opponents", "straight") if name == "Encounter" else None
        sensors = sensor_names(keywords.pop("sensors", None), encounter=name == "Encounter")
        errors = keywords.pop("sensor_errors", 1.0)
        stack, delay = keywords.pop("stack", 1), keywords.pop("delay", 0.0)
        options = {key: keywords.pop(key) for key in tuple(keywords) if key in kind.options}
        for key in keywords:
            homes = [other for other, one in KINDS.items() if key in one.options]
            if homes := ["Encounter"] if key == "opponents" else homes:
                raise ConfigError(f"is an option of {', '.join(homes)}, not of {name}", key=key)
        vehicle = vehicle or kind.vehicle
        if vehicle.lower() == KINEMATIC:
            keywords = {**kind.kinematic, **keywords}
        mode = self.mode = ActionMode(action, actions, discrete=discrete)
        craft = self.craft = Craft(vehicle, mode.ordered, keywords, (*KEYWORDS, *kind.options))
        ticks = whole_ticks(time_step, craft.tick)
        history = checked_history(stack, delay, time_step)
        limit = kind.time_limit if time_limit is None else time_limit
        if not (is_number(limit) and limit >= time_step):
            raise ConfigError(f"must be at least the time step of {time_step:g} s, not {limit!r}", key="time_limit")
        if mode.table is not None and craft.actions != ("thrust", "rudder"):
            problem = f"discrete actions are of thrust and rudder, not of {', '.join(craft.actions)}"
            raise ConfigError(problem, key="actions")
        opponents = None if how is None else chosen(how)
        if opponents is not None and not {"thrust", "rudder"} <= set(craft.by_orders().actions):
            raise ConfigError("an Encounter needs thrust and rudder", key="actions")
        self.task = Task(
            name, craft, options, time_step, mode.names(craft), len(opponents or ()), sees=CONTACTS in sensors
        )
        self.time_step, self.time_limit = time_step, limit
        self.named = mode.names(craft)  #: what an action holds
        self._orders = ActionOrders(mode, craft, count)
        self.ticks, self.limit = ticks, round(limit / time_step) * ticks
        self.fleet = VehicleBatch(craft, count, self._threads)
        #: other vehicles in the water
        self.others = None if opponents is None else OtherVehicles(craft, count, opponents, self.task, mode)
        self._machine = machine()
        size = len(self.named)
        self.actions = np.zeros((count, size))
        self.goals, self.memory = np.zeros((count, self.task.goals)), np.zeros((count, self.task.memory))
        #: what the task itself observes; ``observations`` are what is returned
        self.seen_by_task = np.zeros((count, len(self.task.observed)), dtype=np.float32)
        self.rewards, self.ends = np.zeros(count), np.zeros(count, dtype=np.int64)
        self.terminated, self.truncated = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        self._judged = (
            count, CHUNK, self._threads, self.fleet.seen, self.actions, self.goals, self.memory, self.task.numbers,
            self.task.bound, self.seen_by_task, self.rewards, self.ends, self.fleet.ticks, self.limit, self.terminated,
            self.truncated,
        )  # fmt: skip
        #: how many of the episodes are over
        self.over = 0
        self.episodes: list[Episode | None] = [None] * count
        self.drawn: list[dict[str, float]] = [{} for _ in range(count)]
        self.shown = ShownRows(self, sensors, self.functions, history, errors)
        self.observations, self.bound = self.shown.observations, self.shown.bound
        #: Of the actions of all rows; of one row without the first.
        self.shape: tuple[int, ...] = (count,) if mode.table is not None else (count, size)

    def rest(self, row: int) -> None:
        """An episode is over, and its vehicles move no more."""
        self.fleet.rest(row)
        if self.others is not None:
            self.others.rest(row)

    def reset(self, row: int, random: np.random.Generator) -> None:
        """Begin a new episode; everything that is random comes from ``random``."""
        episode = self.task.draw(random, self.craft.progress)
        drawn = self.craft.draw(random)
        self.episodes[row], self.drawn[row] = episode, drawn
        self.fleet.place(row, episode.pose, drawn)
        self._orders.begin(row)
        self.goals[row] = episode.goal
        if self.others is not None:
            self.others.place(row, episode.others, drawn, random, self.fleet.seen[row])
            self.others.tell_one(row, self.memory[row])
        self.shown.switch_on(row, random)
        self.begin_here(row)

    def begin_here(self, row: int) -> None:
        """Begin an episode where the vehicle is seen now, with the goal that stands in ``goals``."""
        self.actions[row], self.terminated[row], self.truncated[row] = 0.0, False, False
        self.rewards[row], self.ends[row] = 0.0, rules.GOES_ON
        rules.begin(
            self.fleet.seen[row], self.actions[row], self.goals[row], self.memory[row], self.task.numbers,
            self.task.bound, self.seen_by_task[row],
        )  # fmt: skip
        self.shown.show(slice(row, row + 1), begins=True)

    def command(self, given: Any, shape: tuple[int, ...]) -> None:
        """The actions of all rows in the next step, from a policy of one row or of all.

        Raises ``ValueError`` for an invalid action, ``ResetNeeded`` before the first episode.
        """
        if self.episodes[0] is None:
            raise ResetNeeded("call reset before step")
        self.actions[:] = shares(given, shape, self.mode.table)

    def step(self) -> None:
        """All rows one step on with ``actions``."""
        if self.others is None:
            self._orders.step(self.fleet, self.actions, self.ticks)
        else:
            before = self.fleet.seen.copy()
            self._orders.step(self.fleet, self.actions, self.ticks)
            self.others.step(before, self.ticks)
            self.others.tell(self.memory)
        self.look()

    def look(self) -> None:
        """Observation, reward and end of all rows by what is seen of them now."""
        self.over = sum(in_threads(self._machine.judge, *self._judged))
        if self.functions:
            self._functions(EpisodeTruth(self, slice(None)))
        if self.shown.made:
            self.shown.show(slice(None))

    def observe(self, seen: Array, which: slice) -> None:
        """Observations of some rows, one or all, by what is measured of them (``seen``)."""
        in_threads(
            self._machine.observe, len(seen), CHUNK, self._threads, seen, self.actions[which], self.goals[which],
            self.memory[which], self.task.numbers, self.task.bound, self.seen_by_task[which],
        )  # fmt: skip

    def _functions(self, truth: EpisodeTruth) -> None:
        """Let the user's functions end episodes, and give rewards."""
        lost = self.ends == rules.DIVERGED  # what is seen of these is no number
        if terminate := self.functions.get("terminate"):
            over = returned("terminate", terminate, truth, self.truncated, lost)
            self.ends[over & ~self.terminated] = rules.TERMINATED
            self.terminated |= over
            self.truncated &= ~over
            self.over = int(np.count_nonzero(self.terminated | self.truncated))
        if reward := self.functions.get("reward"):
            self.rewards[:] = returned("reward", reward, truth, self.rewards, lost)

    @property
    def succeeded(self) -> NDArray[np.bool_]:
        """Whether each task is done: reached; of StationKeep, near the station at the time limit."""
        found: NDArray[np.bool_] = self.ends == rules.REACHED
        if self.task.name == "StationKeep" and self.truncated.any():
            away = self.goals[:, :2] - self.fleet.seen[:, [of.X, of.Y]]
            down = (self.goals[:, 3] - self.fleet.seen[:, of.DEPTH]) * float(self.task.dives)
            near = np.hypot(np.hypot(away[:, 0], away[:, 1]), down) <= self.task.options["radius"]
            found = found | (self.truncated & near)
        return found

    def goal(self, row: int) -> tuple[float, ...]:
        """The goal of an episode; see ``OneRow.goal``."""
        goal = self.goals[row].tolist()
        if self.task.name != "Waypoint":
            goal[2] = heading_deg(goal[2])
        return tuple(goal)

    def graded(self, row: int) -> dict[str, Any]:
        """Return how the encounters of an episode went, for the info of its end; empty in other tasks."""
        return {} if self.others is None else {"encounters": graded(self.memory[row], self.others.contacts)}

    def drawn_info(self, row: int) -> dict[str, dict[str, float]]:
        """Return what was drawn for an episode, for the info of a reset, by what varies."""
        found = {"weather": self.weather(row)} if self.craft.asked else {}
        if self.craft.varied:
            found["vehicle"] = self.craft.numbers_of(self.drawn[row])
        if self.task.drawn and (episode := self.episodes[row]):
            found["start"] = dict(episode.drawn)
        return found | self.shown.drawn_info(row)

    def weather(self, row: int) -> dict[str, float]:
        """Return what was drawn of the weather, as parameters of ``Simulator``; empty where there is none."""
        return self.craft.weather_of(self.drawn[row])


def whole_ticks(time_step: float, tick: float) -> int:
    """Steps of the simulator in a time step (s). Raises ``ConfigError`` where that is no whole number of them."""
    ticks = round(time_step / tick) if is_number(time_step) and 0 < time_step < inf else 0
    if ticks < 1 or abs(ticks * tick - time_step) > _SLACK * tick:
        raise ConfigError(f"must be a whole number of steps of {tick:g} s, not {time_step!r}", key="time_step")
    return ticks
