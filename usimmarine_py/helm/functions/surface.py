"""Functions over two axes that do not separate, as planes over boxes of points. Needs numpy.

The original samples such a function at the corners and the centre of boxes, fits a plane to each, and solves over
the planes; so does this module, for all boxes at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Pieces, Utility

Array = npt.NDArray[np.float64]


class Layout:
    """Boxes of at most ``sizes`` points per axis over two axes, and the five points of each where a plane is fitted."""

    def __init__(self, one: tuple[float, float, int], other: tuple[float, float, int], sizes: tuple[int, int]) -> None:
        (low_a, step_a, count_a), (low_b, step_b, count_b) = one, other
        first_a, first_b = np.arange(0, count_a, sizes[0]), np.arange(0, count_b, sizes[1])
        last_a = np.minimum(first_a + sizes[0] - 1, count_a - 1)
        last_b = np.minimum(first_b + sizes[1] - 1, count_b - 1)
        self.shape = count_a, count_b
        self.low_a, self.high_a, self.low_b, self.high_b = first_a[:, None], last_a[:, None], first_b, last_b
        self.run_a, self.run_b = np.maximum(self.high_a - self.low_a, 1), np.maximum(last_b - first_b, 1)
        self.mid_a, self.mid_b = (self.low_a + self.high_a) // 2, (first_b + last_b) // 2
        #: The original fits the centre too where a box has an edge of more than two points.
        self.middle = bool(max(sizes) > 2)
        #: The box of every point, as a place in an array of all boxes.
        self.places = (np.arange(count_a) // sizes[0])[:, None] * len(first_b) + np.arange(count_b) // sizes[1]
        self.i, self.j = np.arange(count_a)[:, None], np.arange(count_b)[None, :]
        self.a, self.b = low_a + step_a * np.arange(count_a), low_b + step_b * np.arange(count_b)
        self.count = len(first_a) * len(first_b)


@lru_cache(maxsize=16)
def _layout(one: tuple[float, float, int], other: tuple[float, float, int], sizes: tuple[int, int]) -> Layout:
    return Layout(one, other, sizes)


def layout(one: DomainAxis, other: DomainAxis, sizes: tuple[int, int] = (3, 3)) -> Layout:
    """Return the boxes over two axes; equal ones are made once."""
    return _layout((one.low, one.step, one.count), (other.low, other.step, other.count), sizes)


class Surface:
    """Planes fitted to the values ``u[i, j]`` of a function over two axes, brought to [0, 100].

    ``u`` has shape (count of the first axis, count of the second); ``grid`` holds the planes' values.
    """

    __slots__ = ("axes", "count", "grid")

    def __init__(self, one: DomainAxis, other: DomainAxis, u: Array, sizes: tuple[int, int] = (3, 3)) -> None:
        boxes = layout(one, other, sizes)
        self.axes, self.count = (one.name, other.name), boxes.count
        p, q = u[boxes.low_a, boxes.low_b], u[boxes.high_a, boxes.low_b]
        r, s = u[boxes.low_a, boxes.high_b], u[boxes.high_a, boxes.high_b]
        ma = ((q - p) + (s - r)) / 2 / boxes.run_a
        mb = ((r - p) + (s - q)) / 2 / boxes.run_b
        ca, cb = ma * boxes.low_a, mb * boxes.low_b
        da, db = ma * boxes.high_a, mb * boxes.high_b
        values, planes = [p, q, r, s], [ca + cb, da + cb, ca + db, da + db]
        if boxes.middle:
            values.append(u[boxes.mid_a, boxes.mid_b])
            planes.append(ma * boxes.mid_a + mb * boxes.mid_b)
        base = np.zeros_like(p)
        for value, plane in zip(values, planes, strict=True):
            base = base + (value - plane)
        base = base / len(values)
        above, below = np.maximum.reduce(planes), np.minimum.reduce(planes)
        high, low = np.maximum.reduce(values), np.minimum.reduce(values)
        # first below the largest value, then above the least
        base = base - np.maximum(above + base - high, 0)
        base = base + np.maximum(low - (below + base), 0)
        grid: Array = ma.take(boxes.places)
        grid *= boxes.i
        rise = mb.take(boxes.places)
        rise *= boxes.j
        grid += rise
        grid += base.take(boxes.places)
        least, most = grid.min(), grid.max()
        if most > least:
            grid -= least
            grid *= 100.0 / (most - least)
        self.grid = grid


def line(count: int, pieces: Pieces, weight: float) -> Array:
    """Return the weighted values of pieces at every index."""
    values = np.empty(count)
    for first, last, slope, base in pieces:
        values[first : last + 1] = weight * (slope * np.arange(first, last + 1) + base)
    return values


def decide_pairs(
    axes: Sequence[DomainAxis],
    functions: Sequence[tuple[float, Utility]],
    layers: Mapping[str, Sequence[tuple[float, Pieces]]],
) -> dict[str, int]:
    """Return the indices of the best point over the axes of coupled functions; other axes stay apart."""
    known = {axis.name: axis for axis in axes}
    surfaces = [(weight, f) for weight, f in functions if isinstance(f, Surface)]
    first, second = surfaces[0][1].axes
    total: Array = np.zeros((known[first].count, known[second].count))
    for weight, surface in surfaces:
        grid = surface.grid * weight
        total = total + (grid if surface.axes == (first, second) else grid.T)
    rows, columns = np.zeros(known[first].count), np.zeros(known[second].count)
    for name, values in ((first, rows), (second, columns)):
        for weight, pieces in layers.get(name, ()):
            values += line(len(values), pieces, weight)
    total = total + rows[:, None] + columns[None, :]
    i, j = divmod(int(total.argmax()), known[second].count)
    return {first: i, second: j}


def values_of(function: Utility, axes: Sequence[DomainAxis]) -> Array:
    """Return the utility of a function on the grid of ``axes``, one dimension for each, for figures.

    Its numbers are utilities, without unit.
    """
    if isinstance(function, Surface):
        order = [function.axes.index(axis.name) for axis in axes]
        return function.grid.transpose(order)
    if not isinstance(function, Function):
        raise TypeError(f"{type(function).__name__} is no function of the helm")
    total: Array = np.zeros(tuple(axis.count for axis in axes))
    for k, axis in enumerate(axes):
        pieces = function.parts.get(axis.name)
        if pieces is not None:
            shape = [1] * len(axes)
            shape[k] = axis.count
            total = total + line(axis.count, pieces, 1.0).reshape(shape)
    return total
