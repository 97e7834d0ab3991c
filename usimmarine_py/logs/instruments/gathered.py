"""Values that come one after the other, gathered into series."""

from __future__ import annotations

import numpy as np

from usimmarine_py.logs.runs import Series


class Gathered:
    """Times and values by name."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[list[float], list[float]]] = {}

    def add(self, name: str, time: float, value: float) -> None:
        """Take a value at ``time`` (s)."""
        times, values = self._rows.setdefault(name, ([], []))
        times.append(time)
        values.append(value)

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
