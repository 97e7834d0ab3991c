"""Conditions that hold in every run: they judge nothing.

The values that a condition compares take a few samples each: the numbers and texts that it names, one between and
beyond each two of them, within what the value can be (a distance is never negative). A condition that holds for all
combinations of them cannot fail, since a comparison changes only at what it names.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product

from usimmarine_py.conditions.terms import (
    TIME,
    Always,
    Bounded,
    Comparison,
    Computed,
    ConditionTerm,
    Counted,
    Ever,
    Extreme,
    FromRun,
    Joint,
    Literal,
    Mean,
    Negation,
    Value,
    ValueTerm,
    When,
    number,
)

#: More combinations are not tried: the condition counts as one that can fail.
MOST_COMBINATIONS = 5_000
#: Values of a run that are never negative (docs/expectations.md).
_NEVER_NEGATIVE = (
    "driven", "distance", "largest_speed", "energy", "waypoints", "waypoints_missed", "cross_track_mean",
    "cross_track_rms", "cross_track_largest", "battery_left", "contacts", "near_misses", "collisions", "closest",
)  # fmt: skip
_Range = tuple[float, float]
_ANY: _Range = (-math.inf, math.inf)
_NOT_NEGATIVE: _Range = (0.0, math.inf)
#: A text that no condition names.
_OTHER_TEXT = "\x00"


def cannot_fail(condition: ConditionTerm) -> bool:
    """Whether a condition holds whatever its variables are, once they are posted."""
    atoms: dict[str, ConditionTerm | ValueTerm] = {}
    compared: dict[str, list[Literal]] = {}
    numbers = {0.0}
    for one in _leaves(condition):
        if isinstance(one, Comparison):
            for this, other in ((one.left, one.right), (one.right, one.left)):
                if isinstance(this, Literal):
                    if (found := number(this.literal)) is not None:
                        numbers.add(found)
                else:
                    atoms[_key(this)] = this
                    compared.setdefault(_key(this), []).extend([other] if isinstance(other, Literal) else [])
        else:
            atoms[_key(one)] = one
    between = sorted(numbers)
    middle = [0.5 * (low + high) for low, high in pairwise(between)]
    points = sorted({*numbers, *middle, *(step + point for point in numbers for step in (-1.0, 1.0))})
    samples = {key: _samples(atom, points, compared.get(key, [])) for key, atom in atoms.items()}
    if math.prod(map(len, samples.values())) > MOST_COMBINATIONS:
        return False
    combinations = (dict(zip(samples, values, strict=True)) for values in product(*samples.values()))
    return all(_holds(condition, values) for values in combinations if _possible(values, atoms))


def _key(term: ConditionTerm | ValueTerm) -> str:
    """Return a name that is the same for the same value."""
    if type(term) is FromRun:
        return next(iter(term.variables))
    return "".join(term.text.split())


def _leaves(condition: ConditionTerm) -> Iterator[ConditionTerm]:
    """Yield the comparisons of a condition, and what in it follows the run."""
    if isinstance(condition, Joint):
        for term in condition.terms:
            yield from _leaves(term)
    elif isinstance(condition, Negation):
        yield from _leaves(condition.term)
    else:
        yield condition


def _holds(condition: ConditionTerm, found: dict[str, Value]) -> bool:
    if isinstance(condition, Joint):
        each = (_holds(term, found) for term in condition.terms)
        return all(each) if condition.every else any(each)
    if isinstance(condition, Negation):
        return not _holds(condition.term, found)
    if isinstance(condition, Comparison):
        left, right = (
            one.literal if isinstance(one, Literal) else found[_key(one)] for one in (condition.left, condition.right)
        )
        return condition.compare(left, right)
    return bool(found[_key(condition)])


def _samples(atom: ConditionTerm | ValueTerm, points: list[float], literals: list[Literal]) -> list[Value]:
    """Return what a value may be; of a condition that follows the run 0 and 1."""
    if isinstance(atom, ConditionTerm):
        if isinstance(atom, Always) and cannot_fail(atom.term):
            return [1.0]
        if isinstance(atom, Ever) and cannot_fail(atom.term):
            return [1.0]
        return [0.0, 1.0]
    low, high = _range(atom)
    found: list[Value] = [max(low, min(high, point)) for point in points]
    if isinstance(atom, Counted):
        found = [*(float(f(point)) for point in found if isinstance(point, float) for f in (math.floor, math.ceil))]
    texts = {one.literal for one in literals if number(one.literal) is None}
    if type(atom) is FromRun and low < 0.0 and texts:
        only = all(number(one.literal) is None for one in literals)
        found = [*([] if only else found), *texts, "", _OTHER_TEXT]
    if _may_be_unknown(atom):
        found.append(None)
    return list(dict.fromkeys(found))


def _may_be_unknown(term: ValueTerm) -> bool:
    """Whether a value may be missing although its variables were posted."""
    if isinstance(term, When):
        return not cannot_fail(term.term)
    if isinstance(term, Computed):
        if term.function is operator.truediv or (term.function is math.sqrt and _range(term.terms[0])[0] < 0.0):
            return True
        return any(map(_may_be_unknown, term.terms))
    return isinstance(term, (Extreme, Mean)) and _may_be_unknown(term.term)


def _range(term: ValueTerm) -> _Range:
    """Return between which numbers a value is."""
    if isinstance(term, (Extreme, Mean)):
        low, high = _range(term.term)
        return (0.0, max(abs(low), abs(high))) if isinstance(term, Mean) and term.square else (low, high)
    if isinstance(term, (Counted, When)):
        return _NOT_NEGATIVE
    if isinstance(term, Literal):
        found = number(term.literal)
        return _ANY if found is None else (found, found)
    if isinstance(term, FromRun):
        name = next(iter(term.variables)).rpartition(".")[2].partition("(")[0]
        return _NOT_NEGATIVE if name == TIME or name in _NEVER_NEGATIVE else _ANY
    return _computed(term.function, [_range(one) for one in term.terms]) if isinstance(term, Computed) else _ANY


def _computed(function: Callable[..., float], ranges: Sequence[_Range]) -> _Range:
    (low, high) = ranges[0]
    if function is abs:
        return (0.0 if low <= 0.0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if function is operator.neg:
        return -high, -low
    if function in (operator.add, operator.sub):
        other = ranges[1] if function is operator.add else (-ranges[1][1], -ranges[1][0])
        return low + other[0], high + other[1]
    if function is operator.mul:
        ends = [0.0 if 0.0 in (a, b) else a * b for a in ranges[0] for b in ranges[1]]
        return min(ends), max(ends)
    if function in (min, max):
        return function(one[0] for one in ranges), function(one[1] for one in ranges)
    return function.range if isinstance(function, Bounded) else _NOT_NEGATIVE if function in _ROOTS else _ANY


_ROOTS = (math.sqrt, math.hypot)


def _possible(found: dict[str, Value], atoms: dict[str, ConditionTerm | ValueTerm]) -> bool:
    """Whether values fit each other: a largest value is not below another of the same."""
    for key, atom in atoms.items():
        if not isinstance(atom, Extreme):
            continue
        inner, bound = _key(atom.term), found[key]
        for other, one in atoms.items():
            same = other == inner or (isinstance(one, (Extreme, Mean)) and _key(one.term) == inner)
            if not same or (isinstance(one, Mean) and one.square):
                continue
            this = found[other]
            if isinstance(bound, float) and isinstance(this, float) and atom.best(bound, this) != bound:
                return False
    return True
