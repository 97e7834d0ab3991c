"""Many vehicles at once as a ``gymnasium.vector.VectorEnv``, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.environment import (
    RENDER_MODES,
    Described,
    OneRow,
    checked_render_mode,
    shown_in_window,
    spaces,
)
from usimmarine_py.gym.rows import EpisodeRows
from usimmarine_py.gym.task_rules import ENDS
from usimmarine_py.gym.words import is_number

Shown = NDArray[np.float32]


def tiled(pictures: Sequence[Any]) -> Any:
    """Return pictures of one size side by side, in about as many rows as columns."""
    wide = int(np.ceil(np.sqrt(len(pictures))))
    blank = np.full_like(pictures[0], 255)
    rows = [[*pictures[k : k + wide], *[blank] * wide][:wide] for k in range(0, len(pictures), wide)]
    return np.concatenate([np.concatenate(row, axis=1) for row in rows])


class RowView(OneRow):
    """One row of many, with what a single environment shows."""

    def __init__(self, rows: EpisodeRows, row: int) -> None:
        self._rows, self._row = rows, row


class MarineVectorEnv(Described, VectorEnv[Any, Any, Any]):
    """``num_envs`` episodes of one task, each equal to ``MarineEnv`` with the same keywords.

    Row i of ``reset(seed=s)`` is the single environment of seed s + i. An episode that has ended restarts as
    ``autoreset_mode`` says: ``NextStep`` (or gymnasium's ``AutoresetMode``), in the next step, whose action is not used
    and whose reward is 0; ``SameStep``, at once, and ``info`` has ``final_obs`` and ``final_info``; ``Disabled``, by
    ``reset(options={"reset_mask": rows})``. ``threads`` is the largest number of threads in a step; by default one for
    256 rows, as far as there are processors.
    """

    metadata = {  # noqa: RUF012, as gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 10,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        task: str = "Waypoint",
        *,
        vehicle: str | None = None,
        actions: Sequence[str] | None = None,
        action: str | None = None,
        discrete: bool = False,
        time_step: float = 0.5,
        time_limit: float | None = None,
        max_episode_steps: int | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **keywords: Any,
    ) -> None:
        if not (is_number(num_envs) and num_envs >= 1 and num_envs == int(num_envs)):
            raise ConfigError(f"must be a whole number from 1, not {num_envs!r}", key="num_envs")
        if max_episode_steps is not None:
            # of gymnasium.make_vec; a single environment is wrapped for it
            if not (is_number(max_episode_steps) and max_episode_steps >= 1 and is_number(time_step)):
                raise ConfigError(f"must be a number from 1, not {max_episode_steps!r}", key="max_episode_steps")
            time_limit = max_episode_steps * time_step
        self.render_mode = checked_render_mode(render_mode)
        try:
            self.autoreset_mode = AutoresetMode.__members__.get(str(autoreset_mode)) or AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise ConfigError(f"there are {modes}, not {autoreset_mode!r}", key="autoreset_mode") from None
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs = int(num_envs)
        self._rows = EpisodeRows(
            num_envs, task, vehicle, actions, time_step, time_limit, dict(keywords), discrete=discrete,
            action=action, threads=threads,
        )  # fmt: skip
        self.single_observation_space, self.single_action_space = spaces(self._rows)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._random: list[np.random.Generator] = [seeding.np_random()[0] for _ in range(num_envs)]
        self._over: list[int] = []  #: rows whose episodes begin anew in the next step
        self._tracks: list[list[tuple[float, float]]] = [[] for _ in range(num_envs)]
        self._canvas: Any = None
        self._window: Any = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Begin all episodes, or those of ``options["reset_mask"]`` (N,); ``seed`` is that of the first row, or one for
        each.
        """
        rows = self._rows
        seeds: Sequence[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, SupportsIndex):
            seeds = [index(seed) + i for i in range(self.num_envs)]
        elif isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
            seeds = seed
        else:
            raise ValueError(f"a seed is a whole number, or one for each environment, not {seed!r}")
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        mask = None if options is None else options.get("reset_mask")
        which = np.ones(self.num_envs, dtype=bool) if mask is None else np.asarray(mask)
        if which.shape != (self.num_envs,) or which.dtype.kind != "b":
            raise ValueError(f"reset_mask must be {self.num_envs} truth values, not {mask!r}")
        if not which.all() and None in rows.episodes:
            raise ResetNeeded("call reset without reset_mask first: it begins the episodes of all rows")
        for i in np.flatnonzero(which).tolist():
            if seeds[i] is not None:
                self._random[i] = seeding.np_random(seeds[i])[0]
            self._begin(i)
        self._over = [i for i in self._over if not which[i]]
        self._remember()
        return rows.observations.copy(), self._drawn_info(np.flatnonzero(which))

    def step(
        self, actions: Any
    ) -> tuple[Shown, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """All episodes one time step on."""
        rows = self._rows
        rows.command(actions, rows.shape)
        begun = self._over
        if begun and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeeded('episodes are over: call reset(options={"reset_mask": terminated | truncated})')
        for i in begun:
            rows.rest(i)
        rows.step()
        for i in begun:
            self._begin(i)
        terminated, truncated, rewards = rows.terminated.copy(), rows.truncated.copy(), rows.rewards.copy()
        self._remember()
        info: dict[str, Any] = self._drawn_info(begun) if begun else {}
        self._over = []
        # of rows that have begun anew ``over`` counts the end before
        if rows.over and (over := terminated | truncated).any():
            info |= self._end(over)
        return rows.observations.copy(), rewards, terminated, truncated, info

    def _end(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Return how the episodes that are over have ended, which begin anew in the next step, or now."""
        rows, ended, ends = self._rows, self._end_info(over), np.flatnonzero(over).tolist()
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._over = ends
            return ended
        last = np.empty(self.num_envs, dtype=object)
        for i in ends:
            last[i] = rows.observations[i].copy()
        for i in ends:
            self._begin(i)
        ended = {"final_obs": last, "_final_obs": over.copy(), "final_info": ended, "_final_info": over.copy()}
        return self._drawn_info(ends) | ended

    def _begin(self, i: int) -> None:
        """Begin the next episode of a row."""
        self._rows.reset(i, self._random[i])
        self._tracks[i].clear()

    def _end_info(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Return how the episodes that are over have ended."""
        rows, words = self._rows, np.empty(self.num_envs, dtype=object)
        for k in np.flatnonzero(over):
            words[k] = ENDS[rows.ends[k]] or "time limit"
        graded = np.empty(self.num_envs, dtype=object)
        if rows.others is not None:
            for k in np.flatnonzero(over):
                graded[k] = rows.graded(int(k))["encounters"]
        met = {} if rows.others is None else {"encounters": graded, "_encounters": over.copy()}
        success = met | {"is_success": rows.succeeded, "_is_success": over.copy()}
        return success | {"end": words, "_end": over.copy()}

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture of every episode so far; None without ``render_mode``."""
        if self.render_mode is None:
            return None
        if self._canvas is None:
            from usimmarine_py.gym.drawing import Canvas  # matplotlib is slow to come, and training needs none

            self._canvas = Canvas(self._rows)
        pictures = tuple(self._canvas.picture(i, track) for i, track in enumerate(self._tracks))
        if self.render_mode == "human":
            self._window = shown_in_window(self._window, tiled(pictures), self._rows.time_step)
            return None
        return pictures

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window of ``human``."""
        if self._window is not None:
            self._window.close()
        self._window = None

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each row, as a single environment has it (``goal``, ``vehicle``, ``time_step`` ...).

        Raises ``AttributeError`` with the names that there are.
        """
        return self.call(name)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call a method of each row, as a single environment has it (``simulator``); an attribute is returned.

        Raises ``AttributeError`` with the names that there are.
        """
        if name.startswith("_") or not hasattr(RowView, name):
            known = ", ".join(sorted(known for known in dir(RowView) if not known.startswith("_")))
            raise AttributeError(f"no attribute {name!r} of one environment among many; there are {known}")
        found = [getattr(RowView(self._rows, i), name) for i in range(self.num_envs)]
        return tuple(value(*args, **kwargs) if callable(value) else value for value in found)

    def set_attr(self, name: str, values: Any) -> None:
        """Set ``progress``, the same for all rows; all else is a keyword. Raises ``AttributeError``."""
        if name != "progress":
            raise AttributeError(f"{name} cannot be set: give it as a keyword when the environment is made")
        several = np.unique(np.asarray(values, dtype=float))
        if len(several) != 1:
            raise AttributeError("progress is one number for all rows")
        self.progress = float(several[0])

    def _drawn_info(self, fresh: Any) -> dict[str, Any]:
        """Return what was drawn in the rows that began anew, by what varies: weather, vehicle, start, sensors."""
        found: dict[str, Any] = {}
        for i in fresh:
            for name, own in self._rows.drawn_info(i).items():
                if name not in found:
                    found[name] = np.empty(self.num_envs, dtype=object)
                    found[f"_{name}"] = np.zeros(self.num_envs, dtype=bool)
                found[name][i], found[f"_{name}"][i] = own, True
        return found

    def _remember(self) -> None:
        if self.render_mode is not None:
            for i, track in enumerate(self._tracks):
                track.append(self._rows.fleet.place_of(i))
        if self.render_mode == "human":
            self.render()
