"""Many vehicles at once as a ``gymnasium.vector.VectorEnv``, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.environment import RENDER_MODES, Described, OneRow, checked_render_mode, spaces
from usimmarine_py.gym.rows import EpisodeRows
from usimmarine_py.gym.task_rules import ENDS, REACHED
from usimmarine_py.gym.tasks import is_number

Shown = NDArray[np.float32]


class RowView(OneRow):
    """One row of many, with what a single environment shows."""

    def __init__(self, rows: EpisodeRows, row: int) -> None:
        self._rows, self._row = rows, row


class MarineVectorEnv(Described, VectorEnv[Any, Any, Any]):
    """``num_envs`` episodes of one task, each equal to ``MarineEnv`` with the same keywords.

    Row i of ``reset(seed=s)`` is the single environment of seed s + i. An episode that has ended restarts in the
    next step (``AutoresetMode.NEXT_STEP``), whose action is not used and whose reward is 0. ``threads`` is the largest
    number of threads in a step; by default one for 256 rows, as far as there are processors.
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
        discrete: bool = False,
        time_step: float = 0.5,
        time_limit: float | None = None,
        max_episode_steps: int | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
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
        self.num_envs = num_envs = int(num_envs)
        self._rows = EpisodeRows(
            num_envs, task, vehicle, actions, time_step, time_limit, dict(keywords), discrete=discrete,
            threads=threads,
        )  # fmt: skip
        self.single_observation_space, self.single_action_space = spaces(self._rows)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._random: list[np.random.Generator] = [seeding.np_random()[0] for _ in range(num_envs)]
        self._over = np.zeros(num_envs, dtype=bool)
        self._tracks: list[list[tuple[float, float]]] = [[] for _ in range(num_envs)]
        self._canvas: Any = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Begin all episodes; ``seed`` is that of the first row, or one for each. ``options`` are not used."""
        del options
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
        for i, own in enumerate(seeds):
            if own is not None:
                self._random[i] = seeding.np_random(own)[0]
            rows.reset(i, self._random[i])
            self._tracks[i].clear()
        self._over[:] = False
        self._remember()
        return rows.observations.copy(), self._weather_info(range(self.num_envs))

    def step(
        self, actions: Any
    ) -> tuple[Shown, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """All episodes one time step on."""
        rows = self._rows
        rows.command(actions, rows.shape)
        begun = np.flatnonzero(self._over).tolist()
        for i in begun:
            rows.fleet.rest(i)
        rows.step()
        for i in begun:
            rows.reset(i, self._random[i])
            self._tracks[i].clear()
        terminated, truncated = rows.ends != 0, rows.truncated.copy()
        self._over = terminated | truncated
        self._remember()
        info: dict[str, Any] = self._weather_info(begun) if len(begun) else {}
        if self._over.any():
            words = np.empty(self.num_envs, dtype=object)
            for k in np.flatnonzero(self._over):
                words[k] = ENDS[rows.ends[k]] or "time limit"
            info |= {"is_success": rows.ends == REACHED, "_is_success": self._over.copy()}
            info |= {"end": words, "_end": self._over.copy()}
        return rows.observations.copy(), rows.rewards.copy(), terminated, truncated, info

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture of every episode so far; None without ``render_mode``."""
        if self.render_mode is None:
            return None
        if self._canvas is None:
            from usimmarine_py.gym.drawing import Canvas  # matplotlib is slow to come, and training needs none

            self._canvas = Canvas(self._rows)
        return tuple(self._canvas.picture(i, track) for i, track in enumerate(self._tracks))

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
        """Raise ``AttributeError``: the rows share their numbers, which are those of the keywords."""
        del values
        raise AttributeError(f"{name} cannot be set: give it as a keyword when the environment is made")

    def _weather_info(self, fresh: Any) -> dict[str, Any]:
        """Return what was drawn of the weather in the rows that began anew."""
        if not self._rows.craft.asked:
            return {}
        drawn, which = np.empty(self.num_envs, dtype=object), np.zeros(self.num_envs, dtype=bool)
        for i in fresh:
            drawn[i], which[i] = dict(self._rows.weather(i)), True
        return {"weather": drawn, "_weather": which}

    def _remember(self) -> None:
        if self.render_mode is not None:
            for i, track in enumerate(self._tracks):
                track.append(self._rows.fleet.place_of(i))
