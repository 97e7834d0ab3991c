"""Lines of equal depth over a grid of depths."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Depths between two lines (m), the smallest of these that gives at most ``_MOST_LINES`` lines.
_STEPS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
_MOST_LINES = 8

Depths = NDArray[np.float64]


def contours(depths: Depths, x: tuple[float, float], y: tuple[float, float]) -> list[dict[str, Any]]:
    """Return the lines, each as ``depth`` (m) and ``segments`` ``[x0, y0, x1, y1]`` (m); the coast is that of 0.

    ``depths``: shape (rows from south to north, columns from west to east), nan where unknown; ``x``, ``y``: of the
    first and the last column and row, m.
    """
    known = depths[np.isfinite(depths)]
    if not known.size:
        return []
    low, high = float(known.min()), float(known.max())
    step = next((step for step in _STEPS if (high - max(low, 0.0)) / step <= _MOST_LINES), _STEPS[-1])
    first = max(math.ceil(low / step), 0)
    found = []
    for k in range(first, first + _MOST_LINES + 1):
        lines = _segments(depths, x, y, k * step)
        if len(lines):
            found.append({"depth": k * step, "segments": np.round(lines, 1).tolist()})
    return found


def _segments(depths: Depths, x: tuple[float, float], y: tuple[float, float], level: float) -> Depths:
    """The line of one depth, as segments in triangles: half a cell each, so that no saddle is in doubt."""
    rows, columns = depths.shape
    east, north = np.meshgrid(np.linspace(*x, columns), np.linspace(*y, rows))
    points = np.stack([east, north, depths], axis=-1)
    southwest, southeast = points[:-1, :-1], points[:-1, 1:]
    northwest, northeast = points[1:, :-1], points[1:, 1:]
    lower = np.stack([southwest, southeast, northwest], axis=-2).reshape(-1, 3, 3)
    upper = np.stack([northeast, northwest, southeast], axis=-2).reshape(-1, 3, 3)
    triangles = np.concatenate([lower, upper])
    deep = triangles[..., 2] > level
    count = deep.sum(axis=1)
    crossed = np.isfinite(triangles[..., 2]).all(axis=1) & (count > 0) & (count < 3)
    triangles, deep, count = triangles[crossed], deep[crossed], count[crossed]
    # the corner on its own side of the line, and the other two
    alone = np.argmax(deep == (count == 1)[:, None], axis=1)
    each = np.arange(len(triangles))
    corner = triangles[each, alone]
    ends = []
    for other in (1, 2):
        far = triangles[each, (alone + other) % 3]
        share = (level - corner[:, 2]) / (far[:, 2] - corner[:, 2])
        ends.append(corner[:, :2] + share[:, None] * (far[:, :2] - corner[:, :2]))
    return np.hstack(ends)
