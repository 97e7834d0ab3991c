"""Which of the points that are equal but for rounding the original's search comes to.

It goes through the boxes of the first function, and for each through those of the next that meet it. What cannot
become better than the best so far is left out. Two things make rounding count: sums have the original's order, and the
bound of what can still become of a box is a sum of another order, so that it may be below what it bounds.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Protocol

from usimmarine_py.helm.functions.axis import ALL, Box, DomainAxis, Function, Utility

#: Functions whose values span more are brought to [0, 100].
_WIDEST = 100.0


class SearchPart(Protocol):
    """The weighted boxes of one function, as far as they hold points that count."""

    @property
    def held(self) -> Sequence[Box]:
        """Its boxes, in the original's order."""
        ...

    def meeting(self, box: Box) -> Sequence[Box]:
        """Return its boxes in the order in which the original finds them around another one."""
        ...

    def bound(self, box: Box) -> float:
        """Return what it is worth in a box at most."""
        ...


def settle(
    axes: Sequence[DomainAxis], functions: Sequence[tuple[float, Utility]], tied: Mapping[str, Sequence[int]]
) -> dict[str, int]:
    """Return the indices of the box that the original chooses of those around points (``tied``: indices by axis) that
    are equal but for rounding.
    """
    used = list(dict.fromkeys(name for _, function in functions for name in function.axes))
    # those of the domain stand in its order where all take part, else as the functions name them
    names = used if len(used) < len(axes) else [axis.name for axis in axes]
    found = _Search([_part(function, names, weight, tied) for weight, function in functions])
    found.descend(0, ((ALL,) * len(names), (0.0,) * (len(names) + 1)))
    index = dict.fromkeys(names, 0)
    if found.box is not None:
        ranges, weights = found.box
        index = dict(zip(names, (_corner(span, m) for span, m in zip(ranges, weights, strict=False)), strict=True))
    return index


class _Search:
    def __init__(self, parts: Sequence[SearchPart]) -> None:
        self._parts = parts
        self.best = 0.0
        self.box: Box | None = None

    def descend(self, level: int, box: Box) -> None:
        """Look at all combinations that lie in a box of the functions before ``level``."""
        if level == len(self._parts):
            value = value_of(box)
            if self.box is None or value > self.best:  # the first one counts even if it is no number
                self.best, self.box = value, box
            return
        rest = self._parts[level + 1 :]
        part = self._parts[level]
        for other in part.meeting(box) if level else part.held:
            joined = _joined(box, other) if level else other
            if joined is None:
                continue
            if self.box is not None:
                reach = value_of(joined)
                for later in rest:
                    reach += later.bound(joined)
                if not reach > self.best:
                    continue
            self.descend(level + 1, joined)


class _Plain:
    """A function whose boxes stand in one order, with one bound."""

    def __init__(self, boxes: Sequence[Box], held: Sequence[Box]) -> None:
        self._boxes, self.held = boxes, held
        self._bound: float | None = None

    def meeting(self, box: Box) -> Sequence[Box]:
        return self.held

    def bound(self, box: Box) -> float:
        if self._bound is None:
            # what is no number gives way to what comes behind it
            self._bound = reduce(lambda most, one: most if most > one else one, map(value_of, self._boxes))
        return self._bound


def _part(function: Utility, names: Sequence[str], weight: float, tied: Mapping[str, Sequence[int]]) -> SearchPart:
    if not isinstance(function, Function):
        from usimmarine_py.helm.functions.surface import Surface

        return function.part(names, weight, tied, _WIDEST) if isinstance(function, Surface) else _Plain([], [])
    parts = function.coupled or function.parts
    found = []
    for pieces in itertools.product(*parts.values()):
        at = dict(zip(parts, pieces, strict=True))
        ranges = tuple((at[name][0], at[name][1]) if name in at else ALL for name in names)
        intercept = pieces[0][3]
        for piece in pieces[1:]:
            intercept += piece[3]
        found.append((ranges, (*(at[name][2] if name in at else 0.0 for name in names), intercept)))
    order = [names.index(name) for name in parts]
    if function.coupled is not None:
        found = _brought(found, order, exceeding=0.0)
    if function.again:
        found = _brought(found, order, exceeding=0.0)
    found = _brought(found, order, exceeding=_WIDEST)
    boxes = [(ranges, tuple([one * weight for one in weights])) for ranges, weights in found]
    return _Plain(boxes, [box for box in boxes if _holds(box, names, tied)])


def value_of(box: Box) -> float:
    """Return the largest value in a box."""
    ranges, weights = box
    value = weights[-1]
    for span, slope in zip(ranges, weights, strict=False):
        value += slope * _corner(span, slope)
    return value


def _corner(span: tuple[int, int], slope: float) -> int:
    return span[0] if slope < 0 else span[1]


def _brought(boxes: list[Box], order: Sequence[int], exceeding: float) -> list[Box]:
    """Return boxes brought to [0, 100] if their values span more than ``exceeding``."""
    low, high = 1e300, -1e300
    for ranges, (*slopes, intercept) in boxes:
        least = most = intercept
        for k in order:
            low_end, high_end = sorted(slopes[k] * place for place in ranges[k])
            least, most = least + low_end, most + high_end
        low, high = min(low, least), max(high, most)
    if high - low <= exceeding:
        return boxes
    factor, down = _WIDEST / (high - low), 0.0 - low
    return [(r, (*[m * factor for m in weights[:-1]], (weights[-1] + down) * factor)) for r, weights in boxes]


def _holds(box: Box, names: Sequence[str], tied: Mapping[str, Sequence[int]]) -> bool:
    return all(any(a <= i <= b for i in tied[name]) for name, (a, b) in zip(names, box[0], strict=True))


def _joined(one: Box, other: Box) -> Box | None:
    """Return what two boxes have in common, and the sums of their weights; None if they are apart."""
    ranges = tuple([(max(a, c), min(b, d)) for (a, b), (c, d) in zip(one[0], other[0], strict=True)])
    if any(a > b for a, b in ranges):
        return None
    return ranges, tuple([a + b for a, b in zip(one[1], other[1], strict=True)])
