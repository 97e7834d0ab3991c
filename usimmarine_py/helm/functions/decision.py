"""The decision: the point of the domain with the largest sum of weighted functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Pieces, Utility, extent
from usimmarine_py.helm.functions.settling import settle

#: Functions whose values span more than this, rounding apart, are brought to [0, 100].
_WIDEST = 100.0
_ROUNDING = 1e-9


def decide(axes: Sequence[DomainAxis], functions: Mapping[str, tuple[float, Utility]]) -> dict[str, float]:
    """Return the chosen value of every axis that some function depends on.

    ``functions`` maps names of behaviours to (priority weight, function). Of equal points the first that the
    original's search comes to is chosen: functions in the order of their names, pieces in theirs; sums are compared as
    they are, so that the order of arithmetic decides ties.
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
            if equal:
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
