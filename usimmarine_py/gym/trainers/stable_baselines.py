"""Many vehicles as Stable-Baselines3's ``VecEnv``: the compiled vector environment, no copy of it in each process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from usimmarine_py.errors import UsimError
from usimmarine_py.gym.vector import MarineVectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv

    _there = True
except ImportError:
    VecEnv, _there = object, False


class StableBaselinesEnv(VecEnv):  # type: ignore[misc]  # no types of it
    """``num_envs`` episodes of a task for a learner of Stable-Baselines3; keywords as of ``MarineVectorEnv``.

    ``infos[i]`` has ``terminal_observation`` and ``TimeLimit.truncated`` of an episode that has ended, ``is_success``
    and ``end`` (as the single environment), and of one that begins what was drawn of ``weather`` and ``vehicle``.
    Raises ``ConfigError`` for what is wrong, ``UsimError`` without stable_baselines3.
    """

    def __init__(self, num_envs: int = 1, task: str = "Waypoint", **keywords: Any) -> None:
        if not _there:
            raise UsimError("StableBaselinesEnv needs stable_baselines3", remedy="pip install stable-baselines3")
        self.env = MarineVectorEnv(num_envs, task, autoreset_mode=AutoresetMode.SAME_STEP, **keywords)
        self.render_mode = self.env.render_mode
        super().__init__(self.env.num_envs, self.env.single_observation_space, self.env.single_action_space)
        self._given: Any = None

    def reset(self) -> Any:
        """Begin all episodes, with the seeds of ``seed`` if it was called; observations (N, n)."""
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        found, info = self.env.reset(seed=seeds)
        self.reset_infos = [_row(info, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return found

    def step_async(self, actions: Any) -> None:
        """Take the actions (N, n) of the step that ``step_wait`` makes."""
        self._given = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """All episodes one step on: observations, rewards, whether each is over, and its info."""
        found, rewards, terminated, truncated, info = self.env.step(self._given)
        over = terminated | truncated
        last, ends = info.pop("final_obs", None), info.pop("final_info", {})
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over).tolist():
            infos[i] = {
                **_row(info, i), **_row(ends, i), "terminal_observation": last[i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
            }  # fmt: skip
        return found, rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """Nothing is open."""
        self.env.close()

    def get_images(self) -> Sequence[Any]:
        """Pictures of all episodes, with ``render_mode="rgb_array"``."""
        return self.env.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute of some rows, as a single environment has it."""
        if attr_name == "render_mode":
            return [self.render_mode for _ in self._get_indices(indices)]
        found = self.env.get_attr(attr_name)
        return [found[i] for i in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set ``progress`` of all rows; all else is a keyword. Raises ``AttributeError``."""
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise AttributeError("progress is one number for all rows")
        self.env.set_attr(attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of some rows, as a single environment has it."""
        found = self.env.call(method_name, *method_args, **method_kwargs)
        return [found[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        """None is."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]


def _row(info: dict[str, Any], i: int) -> dict[str, Any]:
    """Return what an info of many rows has of one."""
    return {key: value[i] for key, value in info.items() if not key.startswith("_") and info[f"_{key}"][i]}
