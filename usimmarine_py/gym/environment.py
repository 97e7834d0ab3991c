"""One vehicle as a ``gymnasium.Env``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.rows import EpisodeRows
from usimmarine_py.gym.task_rules import ENDS
from usimmarine_py.gym.words import Observed, is_number
from usimmarine_py.simulator import Simulator

Shown = NDArray[np.float32]
RENDER_MODES = ("human", "rgb_array")


def spaces(rows: EpisodeRows) -> tuple[Box, Space[Any]]:
    """Observation and action space of one vehicle."""
    bound = rows.bound
    return Box(-bound, bound, dtype=np.float32), rows.mode.space(rows.craft)


def checked_render_mode(mode: str | None) -> str | None:
    """``mode``, if it is one. Raises ConfigError."""
    if mode is not None and mode not in RENDER_MODES:
        raise ConfigError(f"there is {', '.join(RENDER_MODES)}, not {mode!r}", key="render_mode")
    return mode


def shown_in_window(window: Any, picture: Any, seconds: float) -> Any:
    """Show a picture in a window, which is opened if it is None; ``seconds`` after the last one at the earliest.

    Without a screen it warns, once.
    """
    if window is None:
        from usimmarine_py.gym.drawing import PictureWindow  # matplotlib is slow to come, and training needs none

        window = PictureWindow(picture)
    window.show(picture, seconds)
    return window


class Described:
    """What an environment, single or of many rows, shows of its numbers."""

    _rows: EpisodeRows

    @property
    def observed(self) -> tuple[Observed, ...]:
        """Name, unit, bound and meaning of every number of an observation (of a single frame)."""
        return self._rows.shown.observed

    @property
    def actions(self) -> tuple[str, ...]:
        """The orders that an action holds."""
        return self._rows.named

    @property
    def physics_ticks(self) -> int:
        """Steps of the simulator in one step of the environment."""
        return self._rows.ticks

    @property
    def time_step(self) -> float:
        """Seconds of one step."""
        return self._rows.time_step

    @property
    def progress(self) -> float:
        """How far a training is, 0 to 1: what keywords that are functions are given on every reset; may be set."""
        return self._rows.craft.progress

    @progress.setter
    def progress(self, value: float) -> None:
        if not (is_number(value) and 0.0 <= value <= 1.0):
            raise ConfigError(f"must be a number from 0 to 1, not {value!r}", key="progress")
        self._rows.craft.progress = float(value)

    @property
    def options(self) -> dict[str, float]:
        """The task's options in force."""
        return dict(self._rows.task.options)

    @property
    def rules(self) -> NDArray[np.float64]:
        """The numbers that the rules go by (``rules.NUMBERS``)."""
        numbers: NDArray[np.float64] = self._rows.task.numbers.copy()
        return numbers


class OneRow(Described):
    """What one episode shows besides."""

    _row = 0

    def simulator(self) -> Simulator:
        """A ``Simulator`` that stands where this episode began, in the same weather: fed the same commands in the same
        steps it makes the same motion.
        """
        rows = self._rows
        episode = rows.episodes[self._row]
        if episode is None:
            raise ConfigError("call reset first", key="simulator")
        return rows.craft.simulator(episode.pose, rows.drawn[self._row])

    @property
    def goal(self) -> tuple[float, ...]:
        """Of waypoints x, y and depth (m) one after the other, otherwise x, y (m), heading (deg) and depth (m)."""
        return self._rows.goal(self._row)

    @property
    def vehicle(self) -> Mapping[str, float]:
        """Where the vehicle is: x east, y north, depth (m), heading (deg), surge, sway (m/s over ground), yaw_rate
        (rad/s), speed (m/s through the water), roll and pitch (rad).
        """
        return self._rows.fleet.shown(self._row)


class MarineEnv(OneRow, Env[Any, Any]):
    """A vehicle with a task; ``observed`` and ``actions`` describe observations and actions.

    ``task`` is Waypoint, StationKeep, Dock or Encounter, ``vehicle`` ``kinematic``, the name of a shipped vehicle or a
    file of your own. ``actions`` names the orders (thrust, rudder, elevator, sway, heave) that the action holds as
    shares of 100 per cent, in [-1, 1]; ``discrete`` takes numbers of ``DISCRETE`` in their place. ``action`` is
    ``thrust_rudder``, ``heading_speed``, ``actuators``, ``discrete`` or ``discrete_heading``. ``time_step`` is in s, a
    whole number of steps of the simulator; ``time_limit`` in s, at which episodes are truncated. ``sensors`` names what
    measures in the place of the truth, ``stack`` how many observations are shown side by side, ``delay`` (s) how late.
    All other keywords are options of the task and parameters of ``Simulator`` for vehicle and weather. A number of the
    weather or the vehicle may be a pair (low, high), from which every reset draws, or a function of ``progress`` that
    returns a number or a pair. ``reward``, ``observe`` and ``terminate`` are functions of an ``EpisodeTruth``. Raises
    ``ConfigError`` for what is wrong.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 10}  # noqa: RUF012, as gymnasium has it

    def __init__(
        self,
        task: str = "Waypoint",
        *,
        vehicle: str | None = None,
        actions: Sequence[str] | None = None,
        action: str | None = None,
        discrete: bool = False,
        time_step: float = 0.5,
        time_limit: float | None = None,
        render_mode: str | None = None,
        **keywords: Any,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self._rows = EpisodeRows(
            1, task, vehicle, actions, time_step, time_limit, dict(keywords), discrete=discrete, action=action
        )  # fmt: skip
        self.observation_space, self.action_space = spaces(self._rows)
        self._track: list[tuple[float, float]] = []
        self._canvas: Any = None
        self._window: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Shown, dict[str, Any]]:
        """Begin an episode; ``info`` holds what was drawn of the weather. ``options`` are not used."""
        super().reset(seed=seed)
        del options
        rows = self._rows
        rows.reset(0, self.np_random)
        self._track = []
        self._remember()
        return rows.observations[0].copy(), {"weather": {}, **rows.drawn_info(0)}

    def step(self, action: Any) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """One time step; see the class."""
        rows = self._rows
        rows.command(action, rows.shape[1:])
        rows.step()
        end, truncated = int(rows.ends[0]), bool(rows.truncated[0])
        self._remember()
        info: dict[str, Any] = {}
        if end or truncated:
            info = {"is_success": bool(rows.succeeded[0]), "end": ENDS[end] if end else "time limit", **rows.graded(0)}
        return rows.observations[0].copy(), float(rows.rewards[0]), end != 0, truncated, info

    def render(self) -> Any:
        """Return a picture of the episode so far, (height, width, 3) bytes; None without ``render_mode``, and with
        ``human``, which shows it in a window, with every step.
        """
        if self.render_mode is None:
            return None
        if self._canvas is None:
            from usimmarine_py.gym.drawing import Canvas  # matplotlib is slow to come, and training needs none

            self._canvas = Canvas(self._rows)
        picture = self._canvas.picture(0, self._track)
        if self.render_mode == "human":
            self._window = shown_in_window(self._window, picture, self._rows.time_step)
            return None
        return picture

    def close(self) -> None:
        """Close the window of ``human``."""
        if self._window is not None:
            self._window.close()
        self._canvas = self._window = None

    def _remember(self) -> None:
        if self.render_mode is not None:
            self._track.append(self._rows.fleet.place_of(0))
        if self.render_mode == "human":
            self.render()
