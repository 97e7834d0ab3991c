"""Objective functions as the mail BHV_IPF carries them: pieces over a grid, in packets (FunctionEncoder)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, prod
from typing import Any, NamedTuple

import numpy as np

from usimmarine_py.errors import shorten
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass

#: Most axes and points of a function that is read.
MOST_AXES, MOST_POINTS = 4, 4_000_000


@dataclass(frozen=True, slots=True)
class GridAxis:
    """One axis of a decision: ``count`` values from ``low`` to ``high`` at equal distances (deg, m/s, m)."""

    name: str
    low: float
    high: float
    count: int

    @property
    def step(self) -> float:
        """The distance of two values."""
        return (self.high - self.low) / (self.count - 1) if self.count > 1 else 1.0

    def nearest(self, value: float) -> int:
        """Return the index nearest to ``value``, an end for values outside."""
        return min(max(round((value - self.low) / self.step), 0), self.count - 1)


@dataclass(frozen=True, slots=True, eq=False)
class SampledFunction:
    """The utility of every point of a grid, without unit; ``values`` has one dimension for each of ``axes``."""

    axes: tuple[GridAxis, ...]
    values: Array

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the axes."""
        return tuple(axis.name for axis in self.axes)

    def over(self, axes: Sequence[GridAxis], at: Mapping[str, float]) -> Array:
        """Return the utility over ``axes``, one dimension for each; constant along those that it does not have.

        On its other axes it is that of the values ``at``, or the largest where there is none.
        """
        values: Any = self.values
        names = list(self.names)
        for axis in self.axes:
            if axis.name in {one.name for one in axes}:
                continue
            k = names.index(axis.name)
            values = np.take(values, axis.nearest(at[axis.name]), k) if axis.name in at else np.max(values, axis=k)
            names.pop(k)
        order = [names.index(axis.name) for axis in axes if axis.name in names]
        shape = [axis.count if axis.name in names else 1 for axis in axes]
        found: Array = np.broadcast_to(values.transpose(order).reshape(shape), [axis.count for axis in axes])
        return found


class Packet(NamedTuple):
    """One post of BHV_IPF: a part of a function's text."""

    behavior: str
    iteration: int
    of: int  #: number of packets of this function
    number: int  #: of this one, from 1
    body: str


def read_packet(text: str) -> Packet:
    """Read a post: ``P,NAME^ITERATION,COUNT,NUMBER,BODY``, or a whole function. Raises ``ValueError`` for another."""
    if text.startswith("H,"):
        context = text.split(",", 3)[2]
        iteration, _, behavior = context.partition(":")
        return Packet(behavior, int(iteration), 1, 1, text)
    mark, name, count, number, body = text.split(",", 4)
    behavior, caret, iteration = name.rpartition("^")
    if mark != "P" or not caret or not 1 <= int(number) <= int(count) <= 100_000:
        raise ValueError(f"no packet of a function: {shorten(text, 40)}")
    return Packet(behavior, int(iteration), int(count), int(number), body)


def read_domain(text: str, comma: str = ",") -> tuple[GridAxis, ...]:
    """Read ``speed,0,4,41:course,0,359,360``. Raises ``ValueError`` for another text, or too many points."""
    axes = []
    for part in text.strip().strip('"').split(":"):
        name, low, high, count = part.split(comma)
        axis = GridAxis(name.strip(), float(low), float(high), int(count))
        if not (isfinite(axis.low) and isfinite(axis.high) and axis.count > 0 and axis.high >= axis.low):
            raise ValueError(f"no axis of a domain: {shorten(part, 40)}")
        axes.append(axis)
    if len({axis.name for axis in axes}) < len(axes):
        raise ValueError(f"an axis is named twice: {shorten(text, 60)}")
    return tuple(axes)


def read_function(text: str) -> tuple[float, SampledFunction]:
    """Read the weight and the function of a whole text.

    It is ``H,LENGTH,ITERATION:NAME,DIMENSIONS,PIECES,DEGREE,WEIGHT,D,DOMAIN,G,GRID,F,`` and the pieces: first and last
    index on each axis (an X before it: without this one), and the factors of a polynomial of the indices without mixed
    terms, the constant last. Points without a piece are 0. Raises ``ValueError`` for another text.
    """
    head, mark, body = text.partition(",F,")
    fields = head.split(",")
    if not mark or len(fields) < 10 or fields[0] != "H" or fields[7] != "D" or fields[9] != "G":
        raise ValueError(f"no objective function: {shorten(text, 40)}")
    dimensions, pieces, degree = (int(field) for field in fields[3:6])
    weight, axes = float(fields[6]), read_domain(fields[8], ";")
    if len(axes) != dimensions or dimensions > MOST_AXES or degree not in (0, 1, 2) or not isfinite(weight):
        raise ValueError(f"{dimensions} axes, degree {degree}, weight {fields[6]}: not a function that can be drawn")
    if prod(axis.count for axis in axes) > MOST_POINTS:
        raise ValueError(f"more than {MOST_POINTS} points")
    width = 2 * dimensions + degree * dimensions + 1
    words = body.rstrip(",\n").split(",")
    if len(words) != pieces * width:
        raise ValueError(f"{len(words)} numbers, not {width} for each of {pieces} pieces")
    return weight, SampledFunction(axes, _filled(axes, _table(words, width, dimensions), degree))


def _table(words: list[str], width: int, dimensions: int) -> Array:
    """The pieces as rows; an X moves a bound inwards."""
    open_ends = [k for k, word in enumerate(words) if word.startswith("X")]
    for k in open_ends:
        words[k] = words[k][1:]
    table = np.array(words, dtype=float).reshape(-1, width)
    if not np.isfinite(table).all():
        raise ValueError("a number that is not finite")
    for k in open_ends:
        place = k % width
        if place < 2 * dimensions:
            table[k // width, place] += 1.0 if place % 2 == 0 else -1.0
    return table


def _filled(axes: Sequence[GridAxis], table: Array, degree: int) -> Array:
    count = len(axes)
    values: Array = np.zeros([axis.count for axis in axes])
    indices = [np.arange(axis.count, dtype=float).reshape([-1 if k == d else 1 for k in range(count)])
               for d, axis in enumerate(axes)]  # fmt: skip
    bounds = np.clip(table[:, : 2 * count], -1, MOST_POINTS).astype(int).tolist()
    for bound, factors in zip(bounds, table[:, 2 * count :].tolist(), strict=True):
        box = tuple(slice(max(bound[2 * d], 0), bound[2 * d + 1] + 1) for d in range(count))
        part = np.full(values[box].shape, factors[-1])
        for d in range(count):
            along = indices[d][tuple(box[d] if k == d else slice(None) for k in range(count))]
            if degree == 1:
                part += factors[d] * along
            elif degree == 2:
                part += factors[d] * along * along + factors[d + count] * along
        values[box] = part
    return values
