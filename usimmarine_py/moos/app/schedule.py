"""Ticks on absolute deadlines, so that the mean rate is the nominal one."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: A deadline further ahead than this many periods means that the clock was set back: start anew from now.
MAX_PERIODS_AHEAD = 2.0


class Schedule:
    """Deadlines ``start + k * period`` (MOOS s).

    A tick that begins late does not move the ones after it. Deadlines that have passed when a tick ends are left out
    and counted as missed: a burst of catch-up ticks would simulate nothing that anybody could still react to.
    """

    def __init__(self, period: float, start: float) -> None:
        self.period = period
        self.ticks = 0
        self.late = 0
        self.missed = 0
        self._start = start
        self._next = 1

    @property
    def deadline(self) -> float:
        """When the next tick is due."""
        return self._start + self._next * self.period

    def deadlines(self, count: int) -> NDArray[np.float64]:
        """The next ``count`` deadlines, shape (count,), MOOS s."""
        counts = np.arange(self._next, self._next + count, dtype=np.float64)
        found: NDArray[np.float64] = self._start + counts * self.period
        return found

    def pass_over(self, ticks: int) -> None:
        """Count ``ticks`` on time that were left out."""
        self.ticks += ticks
        self._next += ticks

    def restart(self, now: float) -> None:
        """Begin to count deadlines from ``now``."""
        self._start = now
        self._next = 1

    def is_due(self, now: float) -> bool:
        """Whether the next deadline has come; starts anew if the clock was set back."""
        if self.deadline - now > MAX_PERIODS_AHEAD * self.period:
            self.restart(now)
        return now >= self.deadline

    def begin(self, now: float) -> None:
        """A tick begins at ``now``."""
        self.ticks += 1
        if self.period <= 0.0:
            return
        lateness = now - self.deadline
        if lateness > 0.5 * self.period:
            self.late += 1
        following = self._next + 1
        self._next = max(following, math.floor((now - self._start) / self.period) + 1)
        self.missed += self._next - following

    def summary(self) -> str:
        """One line for a report."""
        return f"{self.ticks} ticks, {self.late} late, {self.missed} deadlines missed"
