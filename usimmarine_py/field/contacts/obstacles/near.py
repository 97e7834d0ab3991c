"""Obstacles near a place, without a look at all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite

from usimmarine_py.maths.plane.grid import PointGrid
from usimmarine_py.texts.obstacle import Obstacle

#: With fewer obstacles all are looked at.
_FEW = 8


class NearObstacles:
    """Obstacles, for questions within a reach (m) of their edges."""

    def __init__(self, obstacles: Sequence[Obstacle], reach: float) -> None:
        self.reach = reach
        self._obstacles = obstacles
        self._grid: PointGrid | None = None
        if len(obstacles) < _FEW or not isfinite(reach):
            return
        centres = [one.polygon.box_centre() for one in obstacles]
        radii = [
            max(hypot(px - x, py - y) for px, py in one.points)
            for one, (x, y) in zip(obstacles, centres, strict=True)
        ]  # fmt: skip
        if isfinite(farthest := reach + max(radii)):
            self._grid = PointGrid(farthest, centres)

    def near(self, x: float, y: float) -> Sequence[Obstacle]:
        """Return, in their order, all that are within reach of a place, and some that are farther."""
        return self._obstacles if self._grid is None else [self._obstacles[k] for k in self._grid.near(x, y)]
