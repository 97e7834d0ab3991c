"""A sea bed as a picture: depths at even places of a rectangle."""

from __future__ import annotations

import numpy as np

from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.values.arrays import Array


def sampled(bed: Seabed, x: tuple[float, float], y: tuple[float, float], most: int) -> tuple[Array, Array, Array]:
    """Return eastings, northings and depths (m, (rows, columns)), ``most`` along the longer side; nan where unknown."""
    width, height = x[1] - x[0], y[1] - y[0]
    step = max(width, height) / (most - 1)
    xs = np.linspace(x[0], x[1], max(2, round(width / step) + 1), dtype=np.float64)
    ys = np.linspace(y[0], y[1], max(2, round(height / step) + 1), dtype=np.float64)
    # row by row, and on the grid's own tiles
    return xs, ys, np.array([[bed.depth(a, b) for a in xs.tolist()] for b in ys.tolist()], dtype=np.float64)
