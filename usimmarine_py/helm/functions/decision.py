"""The decision: the point of the domain with the largest sum of weighted functions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import isinf

from usimmarine_py.helm.functions.axis import ALL, Box, DomainAxis, Function, Pieces, Utility, extent

#: Functions whose values span more than this, rounding apart, are brought to [0, 100].
_WIDEST = 100.0
_ROUNDING = 1e-9


def decide(axes: Sequence[DomainAxis], functions: Mapping[str, tuple[float, Utility]]) -> dict[str, float]:
    """Return the chosen value of every axis that some function depends on.

    ``functions`` maps names of behaviours to (priority weight, function). Of equal points the first that the
    original's enumeration meets is chosen: functions in the order of their names, pieces in theirs; sums are compared
    as they are, so that the order of arithmetic decides ties.
    """
    layers: dict[str, list[tuple[float, Pieces]]] = {}
    plain: list[tuple[float, Utility]] = []
    coupled = False
    for name in sorted(functions):
        weight, function = functions[name]
        if weight <= 0:
            continue
        plain.append((weight, function))
        if isinstance(function, Function):
            parts: Mapping[str, Pieces] = function.parts
            for axis, pieces in (_narrow(parts) if len(parts) == 1 else parts).items():
                layers.setdefault(axis, []).append((weight, pieces))
        else:
            coupled = True
    index: dict[str, int] = {}
    tied: dict[str, list[int]] = {}
    if any(isinf(weight) for weight, _ in plain):
        # of such weights sums are no numbers: what the original then prefers says the order of its boxes
        used = {name for _, function in plain for name in function.axes}
        index = settle(axes, plain, {axis.name: range(axis.count) for axis in axes if axis.name in used})
        return {axis.name: axis.value(index[axis.name]) for axis in axes if axis.name in index}
    if coupled:
        from usimmarine_py.helm.functions.surface import decide_pairs  # numpy is imported for coupled functions only

        index, tied = decide_pairs(axes, plain, layers)
    for name, found in layers.items():
        if name not in index:
            index[name], equal = best_index(found)
            if equal and not coupled:
                tied[name] = [index[name], *equal]
    if tied:
        index = settle(axes, plain, {name: tied.get(name, [i]) for name, i in index.items()})
    return {axis.name: axis.value(index[axis.name]) for axis in axes if axis.name in index}


def _narrow(parts: Mapping[str, Pieces]) -> Mapping[str, Pieces]:
    ((name, pieces),) = parts.items()
    low, high = extent(pieces)
    if high - low <= _WIDEST + _ROUNDING:
        return parts
    k = _WIDEST / (high - low)
    return {name: [(a, b, m * k, (c - low) * k) for a, b, m, c in pieces]}


def best_index(layers: Sequence[tuple[float, Pieces]]) -> tuple[int, list[int]]:
    """Return the index of the largest sum of weighted pieces over one axis, of equals the first met, and the indices of
    other sums that differ by rounding only.
    """
    weight, pieces = layers[0]
    boxes = [(a, b, m * weight, c * weight) for a, b, m, c in pieces]
    for weight, pieces in layers[1:]:
        pieces = sorted(pieces)
        boxes = [
            (p if p > a else a, q if q < b else b, m + weight * n, c + weight * d)
            for a, b, m, c in boxes
            for p, q, n, d in pieces
            if p <= b and q >= a
        ]
    best, index = -1e300, 0
    near: list[tuple[float, int]] = []
    for a, b, m, c in boxes:
        i = a if m < 0 else b
        value = m * i + c
        if value > best - _ROUNDING:
            near.append((value, i))
            if a < b and abs(m) * (b - a) < _ROUNDING:  # opposite slopes: which end is best says rounding
                near.append((value, a + b - i))
            if value > best:
                best, index = value, i
    return index, [i for value, i in near if value > best - _ROUNDING and i != index] if len(near) > 1 else []


def settle(
    axes: Sequence[DomainAxis], functions: Sequence[tuple[float, Utility]], tied: Mapping[str, Sequence[int]]
) -> dict[str, int]:
    """Return the indices of the box that the original chooses of those around points (``tied``: indices by axis) that
    are equal but for rounding: the sums over all axes are made in its order of arithmetic.
    """
    used = list(dict.fromkeys(name for _, function in functions for name in function.axes))
    # those of the domain stand in its order where all take part, else as the functions name them
    names = used if len(used) < len(axes) else [axis.name for axis in axes]
    boxes: list[Box] = [((), ())]
    for weight, function in functions:
        found = _boxes(function, names, weight, tied)
        boxes = [joined for box in boxes for other in found if (joined := _joined(box, other)) is not None]
    best: float | None = None
    index = dict.fromkeys(names, 0)
    for ranges, weights in boxes:
        slopes, value = weights[:-1], weights[-1]
        corner = [a if m < 0 else b for (a, b), m in zip(ranges, slopes, strict=True)]
        for slope, i in zip(slopes, corner, strict=True):
            value += slope * i
        if best is None or value > best:  # the first one counts even if it is no number
            best, index = value, dict(zip(names, corner, strict=True))
    return index


def _boxes(function: Utility, names: Sequence[str], weight: float, tied: Mapping[str, Sequence[int]]) -> list[Box]:
    """Return the weighted boxes of a function over axes, in the original's order; of a surface those that matter."""
    if not isinstance(function, Function):
        from usimmarine_py.helm.functions.surface import Surface

        return function.weighted_boxes(names, weight, tied, _WIDEST) if isinstance(function, Surface) else []
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
    held = [box for box in found if _holds(box, names, tied)]
    return [(ranges, tuple([one * weight for one in weights])) for ranges, weights in held]


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
    if not one[0]:
        return other
    ranges = tuple([(max(a, c), min(b, d)) for (a, b), (c, d) in zip(one[0], other[0], strict=True)])
    if any(a > b for a, b in ranges):
        return None
    return ranges, tuple([a + b for a, b in zip(one[1], other[1], strict=True)])
