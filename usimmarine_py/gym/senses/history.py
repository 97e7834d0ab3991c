"""Frames of before: a stack of the last observations, and late ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.words import is_number


class FrameHistory:
    """The last ``stack`` observations of each row side by side, the oldest first, all ``late`` steps late."""

    def __init__(self, count: int, size: int, stack: int, late: int) -> None:
        self._stack = stack
        self._kept = np.zeros((count, stack + late, size), dtype=np.float32)

    def begin(self, row: int, observation: Any) -> None:
        """A new episode: nothing was before it but its first observation."""
        self._kept[row] = observation

    def push(self, observations: Any) -> None:
        """All rows have been observed anew."""
        self._kept[:, :-1] = self._kept[:, 1:]
        self._kept[:, -1] = observations

    def shown(self, which: slice) -> Any:
        """Return what is shown of some rows, (N, stack * n)."""
        found = self._kept[which, : self._stack]
        return found.reshape(len(found), -1)


def checked_history(stack: object, delay: object, time_step: float) -> tuple[int, int]:
    """Return how many frames are stacked, and how many steps observations are late. Raises ``ConfigError``."""
    if not (is_number(stack) and float(stack) == int(float(stack)) and 1 <= float(stack) <= 100):  # type: ignore[arg-type]
        raise ConfigError(f"must be a whole number from 1 to 100, not {stack!r}", key="stack")
    late = round(float(delay) / time_step) if is_number(delay) else -1  # type: ignore[arg-type]
    if late < 0 or abs(late * time_step - float(delay)) > 1e-6 or late > 1000:  # type: ignore[arg-type]
        raise ConfigError(f"must be a whole number of time steps of {time_step:g} s, not {delay!r}", key="delay")
    return int(float(stack)), late  # type: ignore[arg-type]
