"""What tasks are described by: observed numbers, options, starts; keywords that are drawn, or unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.simulator import PARAMETERS
from usimmarine_py.simulator.config.reading import COLLECTED, OF_FORCES
from usimmarine_py.values.application import APPLICATION_PARAMETERS
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.overrides import PREFIX

#: A value as ``Simulator`` takes it, or (low, high) to draw from on every reset, or a function of the progress of a
#: training (0 to 1) that returns either.
Value = float | int | bool | str | tuple[float, float] | list[float]
Keyword = Value | Callable[[float], Value]


class Observed(NamedTuple):
    """One number of an observation."""

    name: str
    unit: str
    bound: float  #: it lies in [-bound, bound]
    meaning: str


class Start(NamedTuple):
    """How another vehicle begins."""

    pose: dict[str, float]
    goal: tuple[float, float]  #: where it goes to: m, east and north
    speed: float  #: m/s


class Episode(NamedTuple):
    """Where the vehicle starts (as parameters of ``Simulator``), and where it is to go."""

    pose: dict[str, float]
    goal: Array
    others: tuple[Start, ...] = ()
    drawn: Mapping[str, float] = {}  #: options of the task that were drawn


class Option(NamedTuple):
    """A keyword of a task."""

    default: float
    low: float
    unit: str
    meaning: str


def is_number(value: object) -> bool:
    """Return whether it can be compared with numbers at all: types are for those who check them."""
    return isinstance(value, Real)


def is_drawn(value: object) -> bool:
    """Return whether a keyword is a range, or a function of the progress."""
    return callable(value) or isinstance(value, (tuple, list, np.ndarray))


def takes_one(function: Callable[..., object]) -> bool:
    """Return whether a function can be called with one value alone, as far as Python knows it."""
    try:
        signature(function).bind(None)
    except TypeError:
        return False
    except ValueError:  # a built-in one without a signature
        return True
    return True


class DrawnNumber:
    """One number that resets draw."""

    def __init__(self, key: str, given: Keyword) -> None:
        """Raises ``ConfigError``; of a function by what it returns at the begin and the end of a training."""
        self._key, self._given = key, given
        if callable(given) and not takes_one(given):
            raise ConfigError("must be a function of one value, the progress of the training from 0 to 1", key=key)
        ends = [self._at(progress) for progress in (0.0, 1.0)]
        self.ends = min(low for low, _ in ends), max(high for _, high in ends)

    def _at(self, progress: float) -> tuple[float, float]:
        value: Any = self._given(progress) if callable(self._given) else self._given
        pair = isinstance(value, (tuple, list, np.ndarray))
        try:
            low, high = (float(x) for x in value) if pair else (float(value), float(value))
        except (TypeError, ValueError):
            raise ConfigError(f"a range is two numbers (low, high), not {value!r}", key=self._key) from None
        if not (isfinite(low) and isfinite(high)):
            raise ConfigError(f"a range is two finite numbers (low, high), not {value!r}", key=self._key)
        if low > high:
            problem = f"the range {value!r} ends before it begins: write ({high:g}, {low:g})"
            raise ConfigError(problem, key=self._key)
        return low, high

    def draw(self, random: np.random.Generator, progress: float) -> float:
        """Return a value; evenly between both ends."""
        return float(random.uniform(*self._at(progress)))


def unknown_keyword(key: str, known: Sequence[str]) -> ConfigError:
    """Return the error of a keyword that no environment has: why, and what to write instead as far as it is known."""
    bare, close, why = key.removeprefix(PREFIX), "", ""
    if key in _ELSEWHERE:
        why = f": {_ELSEWHERE[key]}"
    elif key.startswith("start_"):
        why = ": the task draws where an episode begins, within its offset or distance"
    elif key in OF_FORCES or any(key in p.names for p in (*PARAMETERS, *COLLECTED, *APPLICATION_PARAMETERS)):
        why = (
            ": it has deep water, and no controllers, sensors of a mission, batteries, faults, mail or data from "
            "files; Simulator and missions have these"
        )
    elif "." in key and bare == key:
        why = f", but an entry of the vehicle's file is one: {PREFIX}{key}"
    else:
        close = suggest(bare, known)
    return ConfigError(f"is no parameter of an environment{why}", key=key, suggestion=close, about_key=bool(close))


#: What others call it, and what this package's environments have in its place.
_ELSEWHERE = {
    "sb3": "StableBaselinesEnv(num_envs, task, ...) is the environment of Stable-Baselines3",
    "catch_radius": "it is radius", "tag_radius": "it is radius", "tagging_cooldown": "it is cooldown",
    "env_bounds": "it is field", "tau": "it is time_step", "dt": "it is time_step", "max_time": "it is time_limit",
    "max_steps": "it is time_limit, in s", "reward_config": "rewards changes what events are worth",
    "config_dict": "its entries are keywords (docs/from-pyquaticus.md)", "sim_speedup_factor": "there is no clock",
    "num_envs": "make_vec and MarineVectorEnv have many",
}  # fmt: skip
