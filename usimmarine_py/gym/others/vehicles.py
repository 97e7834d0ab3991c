"""The other vehicles of all episodes: where they are, who steers them, and what own ships know of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import degrees, hypot, pi
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym import task_rules
from usimmarine_py.gym.actions.modes import ActionMode, meant
from usimmarine_py.gym.actions.shares import shares
from usimmarine_py.gym.craft import Craft
from usimmarine_py.gym.fleet import VehicleBatch
from usimmarine_py.gym.others import encounter_rules as rules
from usimmarine_py.gym.others.minds import RULES_OF_THE_ROAD, HelmMind, own_mail, report_mail
from usimmarine_py.gym.others.steering import CourseKeeper, keep_courses
from usimmarine_py.gym.tasks import Task
from usimmarine_py.gym.words import Start
from usimmarine_py.values import Message
from usimmarine_py.values.arrays import Array

#: Kinds by name, besides .bhv files and functions.
STRAIGHT, WANDER, HELM = "straight", "wander", "rules"
KINDS = (STRAIGHT, WANDER, HELM)
#: One that wanders keeps a course for so long (s), and turns by at most so much (rad) off the way to its goal.
_WANDERS, _TURNS = (8.0, 20.0), pi / 3.0
#: Most others of an episode.
MOST = 16

How = str | Callable[[Any], Any]


def chosen(given: object) -> tuple[tuple[How, ...], ...]:
    """Return for each other vehicle the kinds that resets choose from. Raises ``ConfigError``."""
    if isinstance(given, str) or callable(given):
        given = (given,)
    if not isinstance(given, Sequence) or not 1 <= len(given) <= MOST:
        raise ConfigError(f"must be a list of 1 to {MOST} opponents, not {given!r}", key="opponents")
    found = []
    for one in given:
        several = one if isinstance(one, Sequence) and not isinstance(one, str) else (one,)
        if not several:
            raise ConfigError("an opponent has one kind at least", key="opponents")
        for how in several:
            if not (how in KINDS or (isinstance(how, str) and how.endswith(".bhv")) or callable(how)):
                hint = suggest(how, KINDS) if isinstance(how, str) else ""
                problem = f"must be {', '.join(KINDS)}, FILE.bhv or a function, not {how!r}"
                raise ConfigError(problem, key="opponents", suggestion=hint)
        found.append(tuple(several))
    return tuple(found)


class OtherVehicles:
    """``contacts`` vehicles in each of ``count`` episodes, in rows: those of the first episode first."""

    def __init__(
        self, craft: Craft, count: int, how: tuple[tuple[How, ...], ...], task: Task, mode: ActionMode
    ) -> None:
        self.contacts, self._how, self._task, self._mode = len(how), how, task, mode
        self._pointed = craft.points is not None  #: functions give set-points of actuators
        names, craft = mode.names(craft), craft.by_orders()
        rows = count * self.contacts
        self.fleet = VehicleBatch(craft, rows)
        self._craft = craft
        self._keeper = CourseKeeper(rows)
        self._course, self._speed, self._goal = np.zeros(rows), np.zeros(rows), np.zeros((rows, 2))
        self._turns = np.full(rows, np.inf)  #: when one that wanders takes a new course, s
        self._stopped = np.zeros(rows, dtype=bool)
        self._asked: dict[int, Callable[[Any], Any]] = {}
        self._deciding: dict[int, HelmMind] = {}
        #: helms of before, which begin anew instead of being made again
        self._minds: dict[tuple[int, str], HelmMind] = {}
        self._random = [np.random.default_rng(0) for _ in range(count)]
        self._top = craft.fastest
        for file in {one for several in how for one in several if isinstance(one, str)} - {STRAIGHT, WANDER}:
            self._mind(0, file)
        #: of those that functions steer: what they remember, their goals, and what they did last
        self._memory, self._goals = np.zeros((rows, task.memory)), np.zeros((rows, task.goals))
        self._actions = np.zeros((rows, len(names)))

    def _mind(self, row: int, how: str) -> HelmMind:
        if (row, how) not in self._minds:
            file = RULES_OF_THE_ROAD if how == HELM else how
            self._minds[row, how] = HelmMind(file, self._top, key="opponents", name=name_of(row % self.contacts))
        return self._minds[row, how]

    def place(
        self,
        episode: int,
        starts: Sequence[Start],
        drawn: Mapping[str, float],
        random: np.random.Generator,
        learner: Array,
    ) -> None:
        """Begin an episode's others; what is random comes from ``random``. ``learner``: what is seen of own ship."""
        own = self._random[episode] = np.random.default_rng(int(random.integers(1 << 31)))
        for k, start in enumerate(starts):
            row = episode * self.contacts + k
            self.fleet.place(row, start.pose, drawn)
            self._keeper.begin(row)
            self._asked.pop(row, None)
            self._deciding.pop(row, None)
            self._goal[row], self._speed[row], self._stopped[row] = start.goal, start.speed, False
            self._course[row], self._turns[row] = np.radians(start.pose["start_heading"]), np.inf
            how = self._how[k][int(own.integers(len(self._how[k])))]
            if how == WANDER:
                self._turns[row] = own.uniform(*_WANDERS)
            elif isinstance(how, str) and how != STRAIGHT:
                mind = self._deciding[row] = self._mind(row, how)
                mind.begin(int(own.integers(1 << 31)))
            elif not isinstance(how, str):
                self._asked[row] = how
                self._goals[row, :3], self._actions[row] = (*start.goal, self._course[row]), 0.0
        for row in range(episode * self.contacts, (episode + 1) * self.contacts):
            if row in self._asked:
                self._hear(row, learner)
                rules.begin_contacts(self.fleet.seen[row], self._memory[row], self._task.numbers)

    def rest(self, episode: int) -> None:
        """An episode is over."""
        for row in range(episode * self.contacts, (episode + 1) * self.contacts):
            self.fleet.rest(row)
            self._deciding.pop(row, None)
            self._asked.pop(row, None)

    def step(self, own: Array, ticks: int) -> None:
        """All on by ``ticks`` ticks; ``own`` (count, columns) is what is seen of own ships as the step begins."""
        fleet = self.fleet
        for row, mind in self._deciding.items():
            self._decide(row, mind, own)
        for row in np.flatnonzero(self._turns <= fleet.ticks * self._craft.tick).tolist():
            self._wander(row)
        for row, function in self._asked.items():
            self._ask(row, function, own[row // self.contacts])
        given = {row: self._actions[row] for row in self._asked if not self._mode.courses}
        orders, points = ({}, given) if self._pointed else (given, {})
        keep_courses(fleet, self._keeper, self._course, self._speed, ticks, self._stopped, orders, points)

    def _hear(self, row: int, learner: Array) -> None:
        """Write what one that a function steers knows of the others: of the learner, then of all but itself."""
        episode = row // self.contacts
        first = episode * self.contacts
        others = [learner, *(self.fleet.seen[j] for j in range(first, first + self.contacts) if j != row)]
        for k, seen in enumerate(others):
            at = rules.FIRST + k * rules.CONTACT
            write_contact(self._memory[row, None, at : at + rules.CONTACT], seen[None])

    def _ask(self, row: int, function: Callable[[Any], Any], learner: Array) -> None:
        """Give a function what it would observe as a learner, and take its action. Raises ``ConfigError``."""
        task = self._task
        self._hear(row, learner)
        obs = np.zeros(len(task.observed), dtype=np.float32)
        task_rules.observe(
            self.fleet.seen[row], self._actions[row], self._goals[row], self._memory[row], task.numbers, task.bound, obs
        )
        mode = self._mode
        shape = self._actions.shape[1:] if mode.table is None else ()
        try:
            self._actions[row] = shares(function(obs), shape, mode.table)
        except ValueError as error:
            raise ConfigError(f"a function of an opponent: {error}", key="opponents") from None
        if mode.courses:
            course, speed = meant(self._actions[row : row + 1], self.fleet.seen[row : row + 1, of.PSI], self._top)
            self._course[row], self._speed[row] = course[0], speed[0]

    def _wander(self, row: int) -> None:
        """A new course, not too far off the way to the goal."""
        own, seen = self._random[row // self.contacts], self.fleet.seen[row]
        east, north = self._goal[row] - seen[[of.X, of.Y]]
        self._course[row] = np.arctan2(east, north) + own.uniform(-_TURNS, _TURNS)
        self._turns[row] = self.fleet.ticks[row] * self._craft.tick + own.uniform(*_WANDERS)

    def _decide(self, row: int, mind: HelmMind, own: Array) -> None:
        """Course and speed as a helm decides them, which sees own ship and the other ones."""
        episode, mine = divmod(row, self.contacts)
        now = float(self.fleet.ticks[row]) * self._craft.tick
        heard = seen_mail(now, self.fleet.seen[row], self._craft.length, own={"learner": own[episode]} | {
            name_of(k): self.fleet.seen[episode * self.contacts + k] for k in range(self.contacts) if k != mine
        })  # fmt: skip
        if now == 0.0:
            heard.append(goal_mail(self._goal[row], float(self._speed[row])))
        wanted = mind.decide(now, heard)
        self._stopped[row] = "course" not in wanted or "speed" not in wanted
        if not self._stopped[row]:
            self._course[row], self._speed[row] = np.radians(wanted["course"]), wanted["speed"]

    def tell(self, memory: Array) -> None:
        """Write place and motion of the others into the memories (count, columns) of all episodes."""
        for k in range(self.contacts):
            first = rules.FIRST + k * rules.CONTACT
            write_contact(memory[:, first : first + rules.CONTACT], self.fleet.seen[k :: self.contacts])

    def tell_one(self, episode: int, memory: Array) -> None:
        """Write them into the memory of one episode."""
        for k in range(self.contacts):
            row, first = episode * self.contacts + k, rules.FIRST + k * rules.CONTACT
            write_contact(memory[None, first : first + rules.CONTACT], self.fleet.seen[row : row + 1])


def write_contact(contact: Array, seen: Array) -> None:
    """Write what is seen of vehicles (N, columns) into what is known of contacts (N, ``CONTACT``)."""
    contact[:, rules.C_X], contact[:, rules.C_Y] = seen[:, of.X], seen[:, of.Y]
    contact[:, rules.C_PSI] = seen[:, of.PSI]
    contact[:, rules.C_SPEED] = np.hypot(seen[:, of.SURGE], seen[:, of.SWAY])


def name_of(k: int) -> str:
    """Return the name by which helms know the other vehicle ``k``."""
    return f"other_{k}"


def goal_mail(goal: Array, speed: float) -> Message:
    """Return the mail that tells a helm where to go (m), and how fast (m/s)."""
    return Message("GOAL_UPDATE", f"points = {goal[0]:.2f},{goal[1]:.2f} # speed = {speed:.3f}", 0.0, "environment")


def seen_mail(now: float, mine: Array, length: float, own: Mapping[str, Array]) -> list[Message]:
    """Return what a helm hears: its own navigation, and a report of each other vehicle by its name."""
    heard = own_mail(now, *_pose(mine), float(mine[of.SPEED]))
    for name, seen in own.items():
        speed = hypot(float(seen[of.SURGE]), float(seen[of.SWAY]))
        heard.append(report_mail(now, name, *_pose(seen), speed, length=length))
    return heard


def _pose(seen: Array) -> tuple[float, float, float]:
    return float(seen[of.X]), float(seen[of.Y]), degrees(float(seen[of.PSI])) % 360.0
