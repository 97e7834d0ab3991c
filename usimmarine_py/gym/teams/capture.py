"""Capture the flag, as in the Aquaticus competition, as a parallel environment of PettingZoo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isfinite
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.actions.modes import ActionMode, meant
from usimmarine_py.gym.actions.shares import DISCRETE, shares
from usimmarine_py.gym.craft import ACTUATORS, KINEMATIC, Craft
from usimmarine_py.gym.environment import RENDER_MODES, checked_render_mode, shown_in_window
from usimmarine_py.gym.fleet import VehicleBatch
from usimmarine_py.gym.machine import game
from usimmarine_py.gym.others.steering import CourseKeeper, keep_courses
from usimmarine_py.gym.rows import FUNCTIONS, whole_ticks
from usimmarine_py.gym.teams import capture_rules as flags
from usimmarine_py.gym.teams.after_play import AfterPlay
from usimmarine_py.gym.teams.chosen import player
from usimmarine_py.gym.teams.players import FunctionPlayer, TeamPlayer
from usimmarine_py.gym.words import Observed, is_number
from usimmarine_py.simulator import Simulator
from usimmarine_py.values.arrays import Array

Shown = NDArray[np.float32]
#: The default kinematic vehicle of the game, similar to a MOKAI of Aquaticus.
_MOKAI = {"thrust_map": "20:1, 40:2, 60:3, 80:5, 100:5", "max_acceleration": 1.0, "max_deceleration": 1.0}
#: Keywords of the environments of one vehicle.
_OF_TASKS = (*FUNCTIONS, "sensors", "sensor_errors", "stack", "delay", "opponents")
_KEYWORDS = (
    "team_size", "action", "discrete", "time_step", "time_limit", "max_score", "field", "radius", "cooldown",
    "scrimmage", "tag_on_collision", "teleport_on_tag", "reset_on_score", "rewards", "played", "render_mode",
)  # fmt: skip
#: The events and their rewards.
REWARDS = {"capture": 10.0, "captured": -10.0, "grab": 2.0, "tag": 1.0, "tagged": -1.0, "out": -1.0}


def _worth(rewards: Mapping[str, float]) -> dict[str, float]:
    """Return what each event is worth, with these changes. Raises ``ConfigError``."""
    worth = dict(REWARDS)
    if not isinstance(rewards, Mapping):
        raise ConfigError(f"must map events to numbers, not {rewards!r}", key="rewards")
    for name, value in rewards.items():
        if name not in worth:
            raise ConfigError(f"there is no event {name!r}", key="rewards", suggestion=suggest(name, worth))
        if not (is_number(value) and isfinite(value)):
            raise ConfigError(f"of {name} must be a finite number, not {value!r}", key="rewards")
        worth[name] = float(value)
    return worth


def _sizes(given: Any) -> tuple[int, int]:
    """Return how many are blue and red. Raises ``ConfigError``."""
    sizes = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(sizes) != 2 or not all(is_number(n) and n >= 1 and n == int(n) for n in sizes):
        raise ConfigError(f"must be a whole number from 1, or two of them (blue, red), not {given!r}", key="team_size")
    return int(sizes[0]), int(sizes[1])


def _numbers(
    field: tuple[float, float],
    radius: float,
    cooldown: float,
    time_step: float,
    team_size: int,
    worth: Mapping[str, float],
) -> NDArray[np.float64]:
    """Return the table of a game that its kernels read."""
    g = np.zeros(flags.NUMBERS)
    g[flags.G_HALF_LENGTH], g[flags.G_HALF_WIDTH] = 0.5 * field[0], 0.5 * field[1]
    g[flags.G_FLAG], g[flags.G_RADIUS], g[flags.G_COOLDOWN] = 0.5 * field[0] - radius, radius, cooldown
    g[flags.G_TIME_STEP], g[flags.G_TEAM] = time_step, team_size
    g[flags.G_CAPTURE : flags.G_OUT + 1] = list(worth.values())
    return g


class CaptureTheFlag(ParallelEnv):  # type: ignore[misc]  # PettingZoo comes without types
    """``team_size`` blue vehicles against as many red ones, or two numbers, on a field of ``field`` m (east, north).

    A vehicle in the opponents' half near their flag takes it, and scores by bringing it home; a vehicle touched there
    by a vehicle of that half (nearer than ``radius`` m) is tagged, as is one that leaves the field: out of play until
    it is near its own flag. After a tag a vehicle cannot tag for ``cooldown`` s. The game ends at ``max_score``
    (terminated) or at ``time_limit`` s (truncated). Actions are thrust and rudder as fractions of 100 per cent, in
    [-1, 1], or what ``action`` and ``discrete`` say (see ``MarineEnv``).

    ``scrimmage`` is where the parts of both teams meet (x, m). Two vehicles nearer than ``tag_on_collision`` m are
    both tagged; with ``teleport_on_tag`` who is tagged is at its own flag at once; with ``reset_on_score`` all begin
    again where they began after each flag that is brought home. ``rewards`` changes the rewards of events.
    ``played`` names agents that play by themselves, and are no agents of the environment: ``random``, ``attack``,
    ``defend``, FILE.bhv for a helm, or a function that takes the observation and returns the action (a policy of
    before, say). All other keywords are as those of ``MarineEnv``.
    """

    metadata = {  # noqa: RUF012, as PettingZoo has it
        "name": "usimmarine_capture_the_flag_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 10,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        team_size: int | tuple[int, int] = 3,
        *,
        vehicle: str = KINEMATIC,
        action: str | None = None,
        discrete: bool = False,
        time_step: float = 0.1,
        time_limit: float = 240.0,
        max_score: int = 1,
        field: tuple[float, float] = (160.0, 80.0),
        radius: float = 10.0,
        cooldown: float = 30.0,
        scrimmage: float = 0.0,
        tag_on_collision: float = 0.0,
        teleport_on_tag: bool = False,
        reset_on_score: bool = False,
        rewards: Mapping[str, float] | None = None,
        played: Mapping[str, str | Callable[[Any], Any]] | None = None,
        render_mode: str | None = None,
        **keywords: Any,
    ) -> None:
        blue, red = self.team_sizes = _sizes(team_size)
        for name, value, least in (
            ("max_score", max_score, 1),
            ("time_limit", time_limit, time_step),
            ("cooldown", cooldown, 0.0),
            ("tag_on_collision", tag_on_collision, 0.0),
            ("radius", radius, 0.0),
        ):
            if not (is_number(value) and value >= least) or isinstance(value, bool):
                raise ConfigError(f"must be at least {least:g}, not {value!r}", key=name)
        for name, given in (("teleport_on_tag", teleport_on_tag), ("reset_on_score", reset_on_score)):
            if not isinstance(given, bool | np.bool_):
                raise ConfigError(f"must be True or False, not {given!r}", key=name)
        sides = field if isinstance(field, (tuple, list)) else ()
        if len(sides) != 2 or not all(is_number(side) for side in (*sides, radius)):
            raise ConfigError(f"must be two numbers (east, north), m, not {field!r}", key="field")
        if not (radius > 0.0 and inf > min(field) > 2.0 * radius):
            raise ConfigError("a field is wider than twice the radius, which is above 0", key="field")
        if not (is_number(scrimmage) and abs(scrimmage) < 0.5 * field[0] - 2.0 * radius):
            raise ConfigError(f"is a line between both flags, x in m, not {scrimmage!r}", key="scrimmage")
        self._tagged_by = AfterPlay(float(tag_on_collision), teleports=teleport_on_tag, resets=reset_on_score)
        worth = _worth(rewards or {})
        self.render_mode = checked_render_mode(render_mode)
        if not isinstance(vehicle, str):
            raise ConfigError(f"must be the name of a vehicle or a file, not {vehicle!r}", key="vehicle")
        for name in keywords:
            if name in _OF_TASKS:
                problem = "is a keyword of tasks with one vehicle; in a game rewards changes what events are worth, and"
                raise ConfigError(f"{problem} a wrapper of PettingZoo all else", key=name)
        if vehicle.lower() == KINEMATIC:
            keywords = {**_MOKAI, **keywords}
        mode = self._mode = ActionMode(action, None, discrete=discrete)
        if mode.ordered == ACTUATORS:
            raise ConfigError("a game has actions of thrust and rudder, or of a course and a speed", key="action")
        self._craft = Craft(vehicle, ("thrust", "rudder"), keywords, _KEYWORDS)
        self._ticks = whole_ticks(time_step, self._craft.tick)
        self._limit = round(time_limit / time_step) * self._ticks
        count = blue + red
        self._fleet = VehicleBatch(self._craft, count)
        self.team_size, self.time_step, self.max_score, self.field = team_size, time_step, max_score, field
        #: of all vehicles, in the order of their rows
        self.names = [f"blue_{k}" for k in range(blue)] + [f"red_{k}" for k in range(red)]
        if not isinstance(played, Mapping | None):
            raise ConfigError(f"must map agents to players, not {played!r}", key="played")
        for name in played or {}:
            if name not in self.names:
                raise ConfigError(f"there is no agent {name!r}", key="played", suggestion=suggest(name, self.names))
        self.possible_agents = [name for name in self.names if name not in (played or {})]
        if not self.possible_agents:
            raise ConfigError("leave one agent at least: without agents there are no steps", key="played")
        self._learners = [self.names.index(name) for name in self.possible_agents]
        self.agents: list[str] = []
        self.numbers = _numbers(field, radius, cooldown, time_step, blue, worth)
        self.numbers[flags.G_SCRIMMAGE] = scrimmage
        self._play, self._watch = game()
        rows = range(count)
        self._order = np.array([self._others(i) for i in rows])
        self._long = max(cooldown, 1.0), float(np.hypot(*field))
        self.observed = self._observed(*self._long, blue, red)
        self._bound = np.array([entry.bound for entry in self.observed], dtype=np.float32)
        self._actions, self._rewards = np.zeros((count, 2)), np.zeros(count)
        self._status, self.score = np.zeros((count, flags.STATUS)), np.zeros(2)
        self._seen = np.zeros((count, len(self.observed)), dtype=np.float32)
        self._keeper = CourseKeeper(count)
        space = Box(-self._bound, self._bound, dtype=np.float32)
        acts = mode.space(self._craft)
        self.observation_spaces = {agent: _own(space) for agent in self.possible_agents}
        self.action_spaces = {agent: _own(acts) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._players: dict[int, TeamPlayer] = {
            self.names.index(name): player(how, self.observed_by(name), self.numbers, discrete=mode.pairs is DISCRETE)
            for name, how in (played or {}).items()
        }
        self._poses: list[dict[str, float]] = []
        self._begun: list[dict[str, float]] = []
        self._drawn: dict[str, float] = {}
        self._tracks: list[list[tuple[float, float]]] = [[] for _ in rows]
        self._canvas: Any = None
        self._window: Any = None

    def observation_space(self, agent: str) -> Space[Any]:
        """Return what an agent observes, in the order of ``observed``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return what an agent does."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        """Begin a game; without ``seed`` the random sequence continues. ``options`` are not used."""
        del options
        if seed is not None or self._random is None:
            self._random = seeding.np_random(seed)[0]
        random, (length, width) = self._random, self.field
        self._drawn = self._craft.draw(random)
        self._poses = []
        for row in range(len(self.names)):
            red = row >= self.team_sizes[0]
            x, y = -float(random.uniform(0.2, 0.45)) * length, float(random.uniform(-0.4, 0.4)) * width
            heading = 90.0 + float(random.uniform(-30.0, 30.0))
            if red:
                x, y, heading = -x, -y, heading + 180.0
            pose = {"start_x": x, "start_y": y, "start_heading": heading}
            self._poses.append(pose)
            self._fleet.place(row, pose, self._drawn)
        self._begun = list(self._poses)
        for array in (self._status, self.score, self._actions, self._rewards):
            array[:] = 0.0
        self._keeper.begin(slice(None))
        for each in self._players.values():
            each.begin(random)
        self.agents = list(self.possible_agents)
        self._tracks = [[] for _ in self._tracks]
        self._remember()
        self._watch(
            self._fleet.seen,
            self._actions,
            self._status,
            self.score,
            self._order,
            self.numbers,
            self._bound,
            self._seen,
        )
        craft = self._craft
        vehicle = {"vehicle": craft.numbers_of(self._drawn)} if craft.varied else {}
        return self._shown(), {agent: {"weather": craft.weather_of(self._drawn), **vehicle} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Shown], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make one time step of all vehicles."""
        if self._random is None:
            raise ResetNeeded("call reset before step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        if actions.keys() != set(self.agents):
            missing, unknown = sorted(set(self.agents) - set(actions)), sorted(set(actions) - set(self.agents))
            raise ValueError(f"one action for each of agents: missing {missing}, unknown {unknown}")
        given = dict(zip(self._learners, (actions[agent] for agent in self.agents), strict=True))
        given |= {row: each.act(self._seen[row].copy()) for row, each in self._players.items()}
        for row, action in given.items():
            try:
                # those that the package plays know thrust and rudder only
                plain = self._mode.courses and not self._learns(row)
                table = None if plain else self._mode.table
                self._actions[row] = shares(action, (2,) if table is None else (), table)
            except ValueError as error:
                raise ValueError(f"{self.names[row]}: {error}") from None
        fleet, before = self._fleet, (self._status[:, flags.TAGGED].copy(), float(self.score.sum()))
        if self._mode.courses:
            course, speed = meant(self._actions, fleet.seen[:, of.PSI], self._craft.fastest)
            plainly = {row: self._actions[row] for row in self._players if not self._learns(row)}
            keep_courses(fleet, self._keeper, course, speed, self._ticks, given=plainly)
        else:
            fleet.step(self._actions, self._ticks)
        self._play(
            fleet.seen, self._actions, self._status, self.score, self._order, self.numbers, self._bound, self._seen,
            self._rewards,
        )  # fmt: skip
        if self._tagged_by.applies:
            self._after_play(before)
        self._remember()
        agents = self.agents
        over = bool(self.score.max() >= self.max_score)
        late = not over and bool(fleet.ticks[0] >= self._limit)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if over or late:
            result = {"score": (int(self.score[0]), int(self.score[1])), "end": "score" if over else "time limit"}
            infos = {agent: dict(result) for agent in agents}
            self.agents = []
        rewards = dict(zip(agents, self._rewards[self._learners].tolist(), strict=True))
        return (
            dict(zip(agents, self._seen[self._learners], strict=True)),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, late),
            infos,
        )

    def state(self) -> Shown:
        """Return what all agents observe together, for central critics."""
        return self._seen.flatten()

    def render(self) -> Any:
        """Return a picture of the game so far, (height, width, 3) bytes; None without ``render_mode``."""
        if self.render_mode is None:
            return None
        if self._canvas is None:
            from usimmarine_py.gym.drawing import GameDrawing  # matplotlib is slow to come, and training needs none

            self._canvas = GameDrawing(self.numbers)
        time = float(self._fleet.ticks[0]) * self._craft.tick
        picture = self._canvas.picture(self._fleet.seen, self._status, self.score, self._tracks, time)
        if self.render_mode == "human":
            self._window = shown_in_window(self._window, picture, self.time_step)
            return None
        return picture

    def close(self) -> None:
        """Close the window of ``human``."""
        if self._window is not None:
            self._window.close()
        self._canvas = self._window = None

    def vehicle(self, agent: str) -> Mapping[str, float]:
        """Return where an agent's vehicle is; see ``MarineEnv.vehicle``."""
        return self._fleet.shown(self.names.index(agent))

    def status(self, agent: str) -> Mapping[str, float]:
        """Return whether an agent is ``tagged`` and ``carries`` a flag (0 or 1), and its ``cooldown`` in s."""
        return dict(zip(("tagged", "carries", "cooldown"), self._status[self.names.index(agent)].tolist(), strict=True))

    def put(self, agent: str, x: float, y: float, heading: float) -> None:
        """Put an agent's vehicle somewhere (m, deg), at rest: to set up a scene."""
        row = self.names.index(agent)
        self._poses[row] = {"start_x": x, "start_y": y, "start_heading": heading}
        self._put(row, self._poses[row])

    def simulator(self, agent: str) -> Simulator:
        """Return a ``Simulator`` that stands where an agent's vehicle began, in the same weather."""
        return self._craft.simulator(self._poses[self.names.index(agent)], self._drawn)

    def _after_play(self, before: tuple[Array, float]) -> None:
        """Play the rules that move vehicles, or tag them for a collision; ``before``: who was tagged, the scores."""
        rules, fleet = self._tagged_by, self._fleet
        for row in rules.collided(fleet.seen, self._status):
            self._rewards[row] += self.numbers[flags.G_TAGGED]
            flags.out_of_play(row, self._status)
        if rules.resets and float(self.score.sum()) > before[1]:
            for row, pose in enumerate(self._begun):
                self._put(row, pose)
                self._status[row] = 0.0
        elif rules.teleports:
            for row in np.flatnonzero(self._status[:, flags.TAGGED] > before[0]).tolist():
                side = flags.side(flags.team_of(row, self.numbers))
                home = {"start_x": side * float(self.numbers[flags.G_FLAG]), "start_y": 0.0}
                self._put(row, {**home, "start_heading": (-side * 90.0) % 360.0})
        self._watch(
            fleet.seen, self._actions, self._status, self.score, self._order, self.numbers, self._bound, self._seen
        )

    def _put(self, row: int, pose: Mapping[str, float]) -> None:
        """Put a vehicle somewhere at rest, in the middle of a game."""
        ticks = self._fleet.ticks[row]
        self._fleet.place(row, pose, self._drawn)
        self._fleet.ticks[row] = ticks
        self._keeper.begin(row)

    def _learns(self, row: int) -> bool:
        """Whether a vehicle's actions are those of a policy, of now or of before."""
        return row not in self._players or isinstance(self._players[row], FunctionPlayer)

    def _others(self, row: int) -> list[int]:
        """The vehicles that a vehicle observes: its own team, then the opponents."""
        first = self.team_sizes[0]
        blue, red = list(range(first)), list(range(first, len(self.names)))
        mates, opponents = (blue, red) if row in blue else (red, blue)
        return [*(j for j in mates if j != row), *opponents]

    def _shown(self) -> dict[str, Shown]:
        return dict(zip(self.agents, self._seen[self._learners], strict=True))

    def _remember(self) -> None:
        if self.render_mode is not None:
            for row, track in enumerate(self._tracks):
                track.append(self._fleet.place_of(row))
        if self.render_mode == "human":
            self.render()

    def observed_by(self, agent: str) -> tuple[Observed, ...]:
        """Return what an agent observes; of red with teams of two sizes other names than ``observed``, as of blue."""
        blue, red = self.team_sizes
        sizes = (blue, red) if self.names.index(agent) < blue else (red, blue)
        return self._observed(*self._long, *sizes)

    def _observed(self, cooldown: float, far: float, own: int, other: int) -> tuple[Observed, ...]:
        top, away = self._craft.top + 10.0, 3.0 * far
        found = []
        for flag in ("own_flag", "other_flag"):
            found += [
                Observed(f"{flag}_distance", "m", away, "to where the flag stands"),
                Observed(f"{flag}_aside", "", 1.0, "sine of its bearing relative to the heading"),
                Observed(f"{flag}_ahead", "", 1.0, "cosine of it"),
            ]
        found += [
            Observed("x", "m", away, "towards the opponents' end, from the middle of the field"),
            Observed("y", "m", away, "to the left of that"),
            Observed("heading_x", "", 1.0, "cosine of the angle between the heading and x"),
            Observed("heading_y", "", 1.0, "the same for y"),
            Observed("speed", "m/s", top, "through the water, forward"),
            Observed("yaw_rate", "rad/s", 10.0, "clockwise"),
            Observed("tagged", "", 1.0, "1: out of play until near the own flag"),
            Observed("carries", "", 1.0, "1: with the other flag"),
            Observed("cooldown", "s", cooldown, "until it can tag again"),
            Observed("at_home", "", 1.0, "1: in the own half"),
            Observed("own_flag_taken", "", 1.0, "1: an opponent carries it"),
            Observed("other_flag_taken", "", 1.0, "1: a vehicle of the own team carries it"),
            Observed("own_score", "", 1e3, "captures of the own team"),
            Observed("other_score", "", 1e3, "captures of the other team"),
            Observed("last_thrust", "", 1.0, "the last action, thrust"),
            Observed("last_rudder", "", 1.0, "the last action, rudder"),
        ]
        names = [f"mate_{k}" for k in range(1, own)] + [f"opponent_{k}" for k in range(other)]
        for who in names:
            found += [
                Observed(f"{who}_distance", "m", away, "to that vehicle"),
                Observed(f"{who}_aside", "", 1.0, "sine of its bearing relative to the heading"),
                Observed(f"{who}_ahead", "", 1.0, "cosine of it"),
                Observed(f"{who}_turn_sine", "", 1.0, "sine of its heading less the own"),
                Observed(f"{who}_turn_cosine", "", 1.0, "cosine of it"),
                Observed(f"{who}_speed", "m/s", top, "through the water, forward"),
                Observed(f"{who}_tagged", "", 1.0, "1: out of play"),
                Observed(f"{who}_carries", "", 1.0, "1: with a flag"),
                Observed(f"{who}_cooldown", "s", cooldown, "until it can tag again"),
                Observed(f"{who}_at_home", "", 1.0, "1: in its own half"),
            ]
        return tuple(found)


def parallel_env(**keywords: Any) -> CaptureTheFlag:
    """Return the game as PettingZoo's users ask for it."""
    return CaptureTheFlag(**keywords)


def _own(space: Space[Any]) -> Space[Any]:
    """Return a space of one agent's own: its random samples are not those of the others."""
    if isinstance(space, Discrete):
        return Discrete(int(space.n))
    if not isinstance(space, Box):
        raise AssertionError("there are two kinds")
    return Box(space.low, space.high, dtype=np.float32)
