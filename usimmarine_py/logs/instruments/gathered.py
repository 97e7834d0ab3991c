"""Values that come one after the other, gathered into series."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

#: Times (s) and values of one variable, both of shape (n,), in order of time.
Series = tuple[NDArray[np.float64], NDArray[np.float64]]


class Gathered:
    """Times and values by name, and what of the log could not be taken."""

    def __init__(self) -> None:
        self._lost: Counter[str] = Counter()
        self._rows: dict[str, tuple[list[float], list[float]]] = {}

    def add(self, name: str, time: float, value: float) -> None:
        """Take a value at ``time`` (s)."""
        times, values = self._rows.setdefault(name, ([], []))
        times.append(time)
        values.append(value)

    def lose(self, what: str, count: int = 1) -> None:
        """Note that ``count`` of ``what`` (messages of a kind, bytes) could not be read; 0: it is one by its name."""
        self._lost[what] += count

    def left_out(self) -> list[str]:
        """Return a line for each sort of what could not be read."""
        return [f"left out: {what}{f': {count}' if count else ''}" for what, count in self._lost.items()]

    def series(self) -> dict[str, Series]:
        """All series, in order of time, what is not finite left out."""
        found = {}
        for name, rows in self._rows.items():
            times, values = (np.array(row, dtype=float) for row in rows)
            keep = np.isfinite(times) & np.isfinite(values)
            order = np.argsort(times[keep], kind="stable")
            if keep.any():
                found[name] = (times[keep][order], values[keep][order])
        return found
