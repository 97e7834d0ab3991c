"""Encounters of many runs of a field: how near its vehicles came, over what was varied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.plots.style import COLOURS
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DISTANCE = "closest approach (m)"


@dataclass(frozen=True, slots=True)
class Encounters:
    """Closest approaches (m) and their times (s), and which runs had a collision, each of shape (n,)."""

    closest: Array
    time: Array
    collided: Array


def draw_encounters(figure: Figure, axes: Axes, met: Encounters, inputs: Mapping[str, Array]) -> None:
    """The closest approach over the first two inputs as a map, over a single one as points; else over its time."""
    names = list(inputs)[:2]
    across = inputs[names[0]] if names else met.time
    if len(names) < 2:
        axes.plot(across, met.closest, ".", color=COLOURS[0], markersize=4, alpha=0.7)
        axes.set(xlabel=names[0] if names else "its time (s)", ylabel=_DISTANCE)
        axes.set_ylim(bottom=0.0)
        up = met.closest
    else:
        up = inputs[names[1]]
        look: dict[str, Any] = {
            "vmin": 0.0,
            "vmax": np.max(met.closest[np.isfinite(met.closest)], initial=1e-3),
            "cmap": "viridis",
        }
        cells = least_by_cell(across, up, met.closest)
        drawn = (
            axes.scatter(across, up, c=met.closest, s=14, **look)
            if cells is None
            else axes.pcolormesh(np.unique(across), np.unique(up), cells, shading="nearest", **look)
        )
        figure.colorbar(drawn, ax=axes, label=_DISTANCE, shrink=0.85)
        axes.set(xlabel=names[0], ylabel=names[1])
    hit = met.collided > 0
    if np.any(hit):
        axes.plot(across[hit], up[hit], "x", color=COLOURS[1], markersize=5, label="collision")
        axes.legend(loc="best", frameon=True, framealpha=0.8)
    axes.set_title("Closest approach")


def least_by_cell(x: Array, y: Array, values: Array) -> Array | None:
    """Return the least value at each point of the grid of ``x`` and ``y``, shape (rows, columns); None for no grid."""
    across, column = np.unique(x, return_inverse=True)
    up, row = np.unique(y, return_inverse=True)
    if min(len(across), len(up)) < 2 or len(across) * len(up) > len(x):
        return None
    cells = np.full((len(up), len(across)), np.inf)
    np.fmin.at(cells, (row, column), values)
    return np.where(np.isfinite(cells), cells, np.nan)
