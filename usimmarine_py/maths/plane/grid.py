"""Points in a grid of square cells: who is near, without a look at all."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

#: Cells are wider than the reach by this share, and by this much (m): rounding puts no neighbour out of reach.
_WIDER, _LEAST = 1.000001, 1e-6


class PointGrid:
    """Points (x east, y north, m) by number, for questions within a reach (m)."""

    def __init__(self, reach: float, points: Iterable[tuple[float, float]]) -> None:
        """The points are numbered in their order, from 0."""
        self._size = size = reach * _WIDER + _LEAST
        self._cells: dict[tuple[int, int], list[int]] = {}
        for number, (x, y) in enumerate(points):
            self._cells.setdefault((floor(x / size), floor(y / size)), []).append(number)

    def near(self, x: float, y: float) -> list[int]:
        """Return the numbers, rising, of all points within the reach of a place, and of some that are farther."""
        column, row = floor(x / self._size), floor(y / self._size)
        found: list[int] = []
        for east in (column - 1, column, column + 1):
            for north in (row - 1, row, row + 1):
                if (cell := self._cells.get((east, north))) is not None:
                    found += cell
        found.sort()
        return found
