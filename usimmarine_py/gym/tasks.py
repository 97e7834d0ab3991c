"""The tasks: the start of an episode, the observations, and the parameters of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from math import cos, degrees, inf, pi, radians, sin
from typing import Any, NamedTuple

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym import task_rules as rules
from usimmarine_py.gym.craft import Craft
from usimmarine_py.gym.others import encounter_rules as meeting
from usimmarine_py.gym.others.encounters import DEFAULTS, OPTIONS, checked_ranges, drawn_encounter, seen_of_encounter
from usimmarine_py.gym.words import DrawnNumber, Episode, Keyword, Observed, Option, Start, is_drawn, is_number

#: Options that may be ranges: only the start of an episode goes by them.
DRAWN_OPTIONS = ("offset", "distance")
Drawn = tuple[dict[str, float], Sequence[float], tuple[Start, ...]]


class Task:
    """One task for one craft."""

    def __init__(
        self,
        name: str,
        craft: Craft,
        options: Mapping[str, Keyword],
        time_step: float,
        actions: Sequence[str],
        contacts: int = 0,
        *,
        sees: bool = True,
    ) -> None:
        kind = KINDS[name]
        #: those of the options that are drawn anew for each episode
        self.drawn = {key: DrawnNumber(key, value) for key, value in options.items() if is_drawn(value)}
        given = {key: option.default for key, option in kind.options.items()}
        for key, asked in options.items():
            value: Any = asked
            if key not in given:
                raise ConfigError(f"is no option of {name}", key=key, suggestion=suggest(key, given), about_key=True)
            low = high = value
            if key in self.drawn:
                if key not in DRAWN_OPTIONS:
                    raise ConfigError(f"takes one number; {' and '.join(DRAWN_OPTIONS)} may be ranges", key=key)
                low, high = value = self.drawn[key].ends
            if not (is_number(high) and kind.options[key].low <= low <= high < inf):
                raise ConfigError(f"must be a number from {kind.options[key].low:g}, not {value!r}", key=key)
            value = high
            if key == "waypoints" and value != int(value):
                raise ConfigError(f"must be a whole number, not {value!r}", key=key)
            given[key] = float(value)
        if name == "Encounter":
            checked_ranges(given, craft.fastest)
        for key, most in (("shallow", "deep"), ("radius", "arena"), ("offset", "arena"), ("distance", "arena")):
            if key in given and given[key] > given[most]:
                problem = f"must not be above {most}: {given[key]:g} and {given[most]:g}"
                raise ConfigError(problem, key=key)
        self.name, self.options, self.dives, self.contacts, self.sees = name, given, craft.dives, contacts, sees
        n = self.numbers = np.zeros(rules.NUMBERS)
        n[rules.N_TASK], n[rules.N_TAIL_DIVES], n[rules.N_TIME_STEP] = kind.code, craft.dives, time_step
        n[rules.N_ARENA], n[rules.N_RADIUS] = given["arena"], given.get("radius", 0.0)
        n[rules.N_COUNT] = given["waypoints"] = float(int(given.get("waypoints", 1)))
        n[rules.N_LENGTH], n[rules.N_BEAM] = craft.length, craft.beam
        n[rules.N_TOP], n[rules.N_FLOATS], n[rules.N_EULER] = craft.top, craft.floats, craft.euler
        if name == "Dock":
            n[rules.N_DEPTH_OF_SLOT], n[rules.N_BERTH] = 1.5 * craft.length, 0.75 * craft.length
            n[rules.N_WIDTH] = craft.beam + 2.0 * given["clearance"]
            n[rules.N_SLOW], n[rules.N_STRAIGHT] = given["speed"], radians(given["angle"])
        if name == "Encounter":
            n[meeting.N_CONTACTS], n[meeting.N_STEP], n[meeting.N_SEES] = contacts, time_step, sees
            for place, key in _RANGES.items():
                n[place] = given[key]
        self.memory = meeting.FIRST + meeting.CONTACT * contacts  #: numbers that an episode remembers
        self.goals = max(4, 3 * int(given["waypoints"]))
        self.observed = (*kind.observed(self), *_common(craft, actions))
        self.bound = np.array([entry.bound for entry in self.observed], dtype=np.float32)
        self._draw = kind.draw

    def draw(self, random: np.random.Generator, progress: float) -> Episode:
        """Return how an episode begins; ``progress`` is that of the training, from 0 to 1."""
        task, drawn = self, {key: one.draw(random, progress) for key, one in self.drawn.items()}
        if drawn:
            task = copy(self)
            task.options = {**self.options, **drawn}
        pose, goal, others = self._draw(task, random)
        row = np.zeros(self.goals)
        row[: len(goal)] = goal
        return Episode(pose, row, others, drawn)


_RANGES = {
    meeting.N_COLLISION: "collision", meeting.N_NEAR_MISS: "near_miss", meeting.N_ENCOUNTER: "encounter",
    meeting.N_CONCERN: "concern", meeting.N_EXTREMIS: "extremis",
}  # fmt: skip


def _common(craft: Craft, actions: Sequence[str]) -> list[Observed]:
    """Return what every task observes behind its own part."""
    top = craft.top + 10.0
    found = [
        Observed("surge", "m/s", top, "velocity over ground, forward (BODY)"),
        Observed("sway", "m/s", top, "velocity over ground, to starboard (BODY)"),
        Observed("yaw_rate", "rad/s", 10.0, "turn rate, clockwise (BODY r)"),
        Observed("speed", "m/s", top, "speed through the water, forward"),
        Observed("wind_ahead", "m/s", 100.0, "apparent wind, where it blows to, along the heading; 0 without wind"),
        Observed("wind_aside", "m/s", 100.0, "the same, to starboard"),
    ]
    if craft.dives:
        found += [
            Observed("heave", "m/s", top, "velocity downwards (BODY w; kinematic: depth rate)"),
            Observed("pitch", "rad", pi, "positive bow up"),
        ]
    return found + [Observed(f"last_{name}", "", 1.0, f"the last action, {name}") for name in actions]


def _down(task: Task) -> list[Observed]:
    return [Observed("down", "m", 1e4, "goal's depth less the vehicle's")] if task.dives else []


def _pose(task: Task, x: float, y: float, heading: float, depth: float) -> dict[str, float]:
    found = {"start_x": x, "start_y": y, "start_heading": heading}
    return {**found, "start_depth": depth} if task.dives else found


def _depth(task: Task, random: np.random.Generator) -> float:
    """Return a depth (m) between those of the task, for vehicles that dive."""
    return float(random.uniform(task.options["shallow"], task.options["deep"])) if task.dives else 0.0


# ---- waypoints ----


def _see_waypoint(task: Task) -> list[Observed]:
    return [
        Observed("distance", "m", 10.0 * task.options["arena"] + 1e4 * task.dives, "to the waypoint, depth included"),
        Observed("aside", "", 1.0, "sine of the waypoint's bearing relative to the heading, positive to starboard"),
        Observed("ahead", "", 1.0, "cosine of it"),
        *_down(task),
    ]


def _draw_waypoints(task: Task, random: np.random.Generator) -> Drawn:
    """Start near the middle, each waypoint at least three radii from the one before."""
    side, least = 0.8 * task.options["arena"], 3.0 * task.options["radius"]
    x, y = (float(v) for v in random.uniform(-0.25 * side, 0.25 * side, 2))
    pose = _pose(task, x, y, float(random.uniform(0.0, 360.0)), _depth(task, random))
    goal: list[float] = []
    for _ in range(int(task.options["waypoints"])):
        while True:
            to_x, to_y = (float(v) for v in random.uniform(-side, side, 2))
            if (to_x - x) ** 2 + (to_y - y) ** 2 >= min(least, side) ** 2:
                break
        x, y = to_x, to_y
        goal += [x, y, _depth(task, random)]
    return pose, goal, ()


# ---- a place to keep ----


def _see_station(task: Task) -> list[Observed]:
    far = 10.0 * task.options["arena"]
    return [
        Observed("ahead", "m", far, "the station from the vehicle, along the heading"),
        Observed("aside", "m", far, "the same, to starboard"),
        Observed("turn_sine", "", 1.0, "sine of the desired heading less the vehicle's"),
        Observed("turn_cosine", "", 1.0, "cosine of it"),
        *_down(task),
    ]


def _draw_station(task: Task, random: np.random.Generator) -> Drawn:
    """Return the station in the origin, the vehicle somewhere within ``offset`` of it."""
    away, bearing = task.options["offset"] * float(np.sqrt(random.uniform())), float(random.uniform(0.0, 2.0 * pi))
    heading, desired = float(random.uniform(0.0, 360.0)), float(random.uniform(-pi, pi))
    pose = _pose(task, away * sin(bearing), away * cos(bearing), heading, _depth(task, random))
    return pose, (0.0, 0.0, desired, _depth(task, random)), ()


# ---- a dock ----


def _see_dock(task: Task) -> list[Observed]:
    far = 10.0 * task.options["arena"]
    return [
        Observed("ahead", "m", far, "the berth from the vehicle, along the slot's axis"),
        Observed("aside", "m", far, "the vehicle from the slot's axis, to starboard of it"),
        Observed("turn_sine", "", 1.0, "sine of the slot's direction less the vehicle's heading"),
        Observed("turn_cosine", "", 1.0, "cosine of it"),
        *_down(task),
    ]


def _draw_dock(task: Task, random: np.random.Generator) -> Drawn:
    """The slot's mouth in the origin, open to anywhere; the vehicle before it, headed towards it within 45 degrees."""
    psi = float(random.uniform(-pi, pi))
    length, far = float(task.numbers[rules.N_LENGTH]), task.options["distance"]
    along = -max(float(random.uniform(0.5 * far, far)), 2.0 * length)
    aside = float(random.uniform(-0.25, 0.25)) * far
    heading = degrees(psi) + float(random.uniform(-45.0, 45.0))
    north, east = cos(psi) * along - sin(psi) * aside, sin(psi) * along + cos(psi) * aside
    return _pose(task, east, north, heading % 360.0, _depth(task, random)), (0.0, 0.0, psi, _depth(task, random)), ()


# ---- encounters ----


def _see_encounter(task: Task) -> list[Observed]:
    return seen_of_encounter(task.options, task.contacts if task.sees else 0)


def _draw_encounter(task: Task, random: np.random.Generator) -> Drawn:
    return drawn_encounter(task.options, task.contacts, random)


class TaskKind(NamedTuple):
    """One kind of task."""

    code: float
    vehicle: str  #: unless the user names one
    time_limit: float  #: s, likewise
    options: Mapping[str, Option]
    observed: Callable[[Task], list[Observed]]
    draw: Callable[[Task, np.random.Generator], Drawn]
    #: of a kinematic vehicle, unless the user says otherwise
    kinematic: Mapping[str, float | str] = {}


_DEPTHS = {
    "shallow": Option(2.0, 0.0, "m", "least depth of start and goals, for vehicles that dive"),
    "deep": Option(10.0, 0.0, "m", "greatest depth, likewise"),
}
KINDS: dict[str, TaskKind] = {
    "Waypoint": TaskKind(
        rules.WAYPOINT,
        "kinematic",
        180.0,
        {
            "waypoints": Option(3.0, 1.0, "", "how many, one after the other"),
            "radius": Option(5.0, 0.1, "m", "a waypoint is reached this near"),
            "arena": Option(50.0, 1.0, "m", "|x| and |y| stay below"),
            **_DEPTHS,
        },
        _see_waypoint,
        _draw_waypoints,
    ),
    "StationKeep": TaskKind(
        rules.STATION,
        "otter",
        120.0,
        {
            "offset": Option(10.0, 0.0, "m", "largest distance from the station at the start"),
            "radius": Option(3.0, 0.1, "m", "at the time limit nearer than this is a success"),
            "arena": Option(50.0, 1.0, "m", "the distance stays below"),
            **_DEPTHS,
        },
        _see_station,
        _draw_station,
    ),
    "Dock": TaskKind(
        rules.DOCK,
        "otter",
        120.0,
        {
            "distance": Option(20.0, 1.0, "m", "largest distance from the slot's mouth at the start"),
            "clearance": Option(0.5, 0.01, "m", "between hull and wall on either side"),
            "radius": Option(0.5, 0.01, "m", "berthed this near to the berth,"),
            "angle": Option(15.0, 0.1, "deg", "this straight,"),
            "speed": Option(0.5, 0.01, "m/s", "and this slow over ground"),
            "arena": Option(50.0, 1.0, "m", "the distance from the berth stays below"),
            **_DEPTHS,
        },
        _see_dock,
        _draw_dock,
    ),
    "Encounter": TaskKind(rules.ENCOUNTER, "kinematic", 150.0, OPTIONS, _see_encounter, _draw_encounter, DEFAULTS),
}
