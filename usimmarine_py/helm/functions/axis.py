"""The axes of a decision, and utility functions that are sums of one-axis parts."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Protocol

#: One straight piece of a utility: first and last index (inclusive), slope per index, value at index 0.
Piece = tuple[int, int, float, float]
Pieces = list[Piece]
#: First and last index by axis; slope by axis and intercept.
Box = tuple[tuple[tuple[int, int], ...], tuple[float, ...]]
#: All indices of an axis.
ALL = (0, 10**9)


class DomainAxis:
    """One decision variable, such as course: ``count`` values from ``low`` to ``high`` at equal distances.

    Course is in degrees clockwise from north, speed in m/s, depth in m.
    """

    __slots__ = ("count", "high", "low", "name", "step")

    def __init__(self, name: str, low: float, high: float, count: int) -> None:
        self.name, self.low, self.high, self.count = name, low, high, count
        self.step = (high - low) / (count - 1) if count > 1 else 1.0

    def value(self, index: int) -> float:
        """Return the value of an index, computed as ``low + index * step``: the original's bits."""
        return self.low + index * self.step

    def nearest(self, value: float) -> int:
        """Return the index nearest to ``value`` (of two equal ones the lower), an end for values outside."""
        place = (value - self.low) / self.step
        below = floor(place)
        return min(max(below if place - below <= 0.5 else below + 1, 0), self.count - 1)

    def __repr__(self) -> str:
        return f"DomainAxis({self.name!r}, {self.low!r}, {self.high!r}, {self.count!r})"


class Utility(Protocol):
    """What a behaviour may return: a ``Function``, or a surface over two coupled axes."""

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the axes that it depends on."""
        ...

    @property
    def count(self) -> int:
        """Number of its pieces."""
        ...


class Function:
    """A utility over one or more axes: the sum of a piecewise straight part for each axis.

    ``parts`` maps names of axes to pieces, in the order in which the original couples them. ``coupled``: the same
    before their sum was brought to [0, 100]; ``again``: the original brings it there a second time, which moves last
    bits, so that they decide between equal points. Treat it as constant: equal functions are shared.
    """

    __slots__ = ("again", "count", "coupled", "parts")

    def __init__(
        self, parts: Mapping[str, Pieces], coupled: Mapping[str, Pieces] | None = None, *, again: bool = False
    ) -> None:
        self.parts, self.coupled, self.again = parts, coupled, again
        #: Number of boxes that the original would make of it: the product over the axes.
        self.count = 1
        for pieces in parts.values():
            self.count *= len(pieces)

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the axes that it depends on."""
        return tuple(self.parts)


def extent(pieces: Pieces) -> tuple[float, float]:
    """Return the least and the largest value of the pieces."""
    first, _, slope, base = pieces[0]
    low = high = slope * first + base
    for first, last, slope, base in pieces:
        one, other = slope * first + base, slope * last + base
        if one > other:
            one, other = other, one
        if one < low:
            low = one
        if other > high:
            high = other
    return low, high
