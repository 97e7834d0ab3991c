"""Builders of utilities over one axis, and the coupling of two.

They make the straight pieces that the original's builders make. Kinks are computed, not searched for, and equal
functions are built once.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import floor
from typing import NamedTuple

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Pieces, extent
from usimmarine_py.sums import plain_sum

#: A value further than this from the line of its piece starts a new one.
_OFF_LINE = 0.001
#: One nearer than this is on the line, but for rounding.
_ON_LINE = 1e-9
#: By how much a point is better than its neighbour that is further from a limit, so that of equal points it wins.
_NEARER = 1e-5


class Peak(NamedTuple):
    """A summit in units of the axis: flat or sloping for ``peakwidth``, then falling over ``basewidth`` to ``low``."""

    summit: float  #: unit of the axis, as the widths
    peakwidth: float = 0.0
    basewidth: float = 0.0
    summit_delta: float = 0.0  #: how far utility falls over ``peakwidth``
    low: float = 0.0
    high: float = 100.0  #: utility at the summit


def peak(axis: DomainAxis, *peaks: Peak) -> Function:
    """Return the sum of some peaks over an axis (ZAIC_PEAK)."""
    return _peak(axis, peaks, False)


def heading_peak(axis: DomainAxis, *peaks: Peak) -> Function:
    """Return the sum of some peaks over the course, which wraps around."""
    return _peak(axis, peaks, True)


@lru_cache(maxsize=256)
def _peak(axis: DomainAxis, peaks: tuple[Peak, ...], wrap: bool) -> Function:
    low, high, step, count = axis.low, axis.high, axis.step, axis.count
    span = high - low + step
    kinks: set[float] = set()
    terms = []
    for summit, width, base, delta, least, most in peaks:
        if width <= 0:
            delta = 0.0
        edge = most - delta
        slope = delta / width if width > 0 else 0.0
        fall = (edge - least) / base if base > 0 else 0.0
        terms.append((summit, width, width + base, slope, fall, least, most, edge))
        offsets = (0.0, width, -width, width + base, -width - base) if width > 0 else (0.0, base, -base)
        if wrap:
            kinks.update(((summit + o - low) % span) / step for o in offsets if abs(o) < span / 2)
            kinks.add(((summit + span / 2 - low) % span) / step)
        else:
            kinks.update((summit + o - low) / step for o in offsets)
        if base <= 0:
            # utility jumps at the edges: a point beside a jump ends its piece
            edges = [((summit + o - low) % span if wrap else summit + o - low) / step for o in (width, -width)]
            kinks.update(edge + beside for edge in edges for beside in (-1, 1))

    def utility(index: int) -> float:
        value = low + index * step
        total = 0.0
        for summit, width, reach, slope, fall, least, most, edge in terms:
            distance = abs(value - summit)
            if wrap:  # the other way round, in the original's order of sums: its last bits decide between equal points
                if summit > value:
                    round_ = (value - low) + (high - summit) + step
                else:
                    round_ = (high - value) + (summit - low) + step
                distance = min(distance, round_)
            if distance <= width:
                total += most - slope * distance
            elif distance <= reach:
                total += edge - fall * (distance - width)
            else:
                total += least
        return total

    if len(peaks) == 1:
        # a summit between two points that touches none of them is moved to the nearest one
        summit, least, most = peaks[0].summit, peaks[0].low, peaks[0].high
        index = axis.nearest(summit)
        if utility(index) == least and not (wrap and utility((index + 1) % count) != least):
            return Function({axis.name: _walk(lambda i: float(most if i == index else least), count)})
    return Function({axis.name: _walk(utility, count, sorted(k for k in kinks if 0 < k < count - 1))})


def _walk(utility: Callable[[int], float], count: int, kinks: Sequence[float] | None = None) -> Pieces:
    """Return the pieces of ``utility`` over indices below ``count``.

    ``kinks`` are the sorted places between which it is straight: only points behind one are looked at. Without them
    every point is.
    """
    pieces: Pieces = []
    first, last = 0, count - 1
    start = utility(first)
    while first < last:
        before = value = utility(first + 1)
        slope = before - start
        end, i, fit = last, first + 2, 2
        while i <= last:
            if kinks is not None and fit >= 2:
                # two points of one straight stretch are on the line: so are all up to the next kink; utility may
                # jump behind a kink
                k = (bisect_right if i == first + 2 else bisect_left)(kinks, i - 2)
                stop = count if k == len(kinks) else floor(kinks[k]) + 1
                if stop > last:
                    before = utility(last)
                    break
                if stop > i:
                    i, fit = stop, 0
                    before = utility(i - 1)
            value = utility(i)
            off = abs(start + slope * (i - first) - value)
            if off > _OFF_LINE or (value - before) * slope < 0:
                end = i - 1
                break
            before = value
            # a slope that is rounding alone says nothing about what follows
            fit = fit + 1 if off < _ON_LINE and (slope == 0 or abs(slope) > _ON_LINE) else 0
            i += 1
        m = (before - start) / (end - first)  # ``before`` is the utility of ``end``, ``value`` that of the next point
        pieces.append((first, end, m, start - m * first))
        first, start = end + 1, value
    if first == last:
        # the original's order: the single last point stands before the piece that ends beside it
        pieces.insert(max(len(pieces) - 1, 0), (last, last, 0.0, start))
    return pieces


def lines(axis: DomainAxis, points: Sequence[tuple[int, float]]) -> Function:
    """Return straight lines through (index, utility) points; a line after the first starts one index later."""
    pieces = [(i + 1, j, m := (b - a) / (j - i), a - m * i) for (i, a), (j, b) in itertools.pairwise(points)]
    if pieces:
        pieces[0] = (points[0][0], *pieces[0][1:])
    return Function({axis.name: pieces or [(0, axis.count - 1, 0.0, points[0][1])]})


@lru_cache(maxsize=256)
def speed_band(
    axis: DomainAxis, middle: float, low: float, high: float, low_utility: float, high_utility: float,
    first: float = 0.0, last: float = 0.0,
) -> Function:  # fmt: skip
    """Return 100 at speed ``middle`` (m/s), ``low_utility`` at ``low``, ``high_utility`` at ``high``.

    It is ``first`` at the low end of the axis, ``last`` at its high end. This is ZAIC_SPD.
    """
    top = axis.high
    middle = min(max(middle, axis.low), top)
    low, high = min(max(low, axis.low), middle), max(min(high, top), middle)
    if low <= axis.low:
        low_utility = first
    if high >= top:
        high_utility = last

    def index(value: float) -> int:
        return min(floor((value - axis.low) / axis.step + 0.5), axis.count - 1)

    one, two, three = index(low), index(middle), index(high)
    points = [(0, first)] if two else []
    if 0 < one < two:
        points.append((one, low_utility))
    points.append((two, 100.0))
    if three > two:
        points.append((three, high_utility))
    if three < axis.count - 1:
        points.append((axis.count - 1, last))
    return lines(axis, points)


@lru_cache(maxsize=64)
def at_most(axis: DomainAxis, summit: float, basewidth: float) -> Function:
    """Return 100 up to ``summit``, falling to 0 over ``basewidth`` (ZAIC_LEQ).

    As in the original indices count from zero, not from the low end of the axis, what falls ends where the unrounded
    widths end but is as steep as the rounded one, and points nearer to the summit are a little better than others.
    """
    step, last = axis.step, axis.count - 1
    top = min(max(floor(summit / step + 0.5), 0), last)
    end = floor((summit + basewidth) / step + 0.5)
    pieces: Pieces = [(0, top, _NEARER, 100.0)]
    if top < end and top < last:
        slope = -100.0 / max(floor((basewidth + step / 2) / step), 1)
        end = min(end, last)
        # from a summit at 0 it falls to 0 in every case
        intercept = 100.0 - slope * top if top else -slope * end
        pieces.append((top + 1, end, slope, intercept))
    if pieces[-1][1] < last:
        pieces.append((pieces[-1][1] + 1, last, -_NEARER, 0.0))
    return Function({axis.name: pieces})


def vector(axis: DomainAxis, values: Sequence[float], utilities: Sequence[float]) -> Function:
    """Return straight lines through utilities at values (unit of the axis) along the axis (ZAIC_Vector).

    Values are moved to the nearest index; utilities of equal indices are averaged; the ends are extended level.
    """
    found: dict[int, list[float]] = {}
    for value, utility in zip(values, utilities, strict=True):
        found.setdefault(axis.nearest(value), []).append(utility)
    points = [(i, plain_sum(us) / len(us)) for i, us in sorted(found.items())]
    if points[0][0] > 0:
        points.insert(0, (0, points[0][1]))
    if points[-1][0] < axis.count - 1:
        points.append((axis.count - 1, points[-1][1]))
    return lines(axis, points)


@lru_cache(maxsize=64)
def lines_around(axis: DomainAxis, center: float, utilities: tuple[tuple[float, float], ...]) -> Function:
    """Return straight lines through utilities at distances (rising) from ``center``, over an axis that wraps around.

    This is ZAIC_HDG with equal sides: whatever the step of the axis, it wraps around at 360.
    """

    def utility(index: int) -> float:
        distance = abs(axis.low + index * axis.step - center) % 360.0
        distance = min(distance, 360.0 - distance)
        for (near, one), (far, other) in itertools.pairwise(utilities):
            if distance <= far:
                return one - (one - other) / (far - near) * (distance - near)
        return utilities[-1][1]

    return Function({axis.name: _walk(utility, axis.count)})


def _scaled(pieces: Pieces, top: float) -> tuple[Pieces, float, float]:
    """Return pieces brought to [0, top], and their extent; level ones stay as they are."""
    low, high = extent(pieces)
    if high <= low:
        return pieces, low, high
    k = top / (high - low)
    return [(a, b, m * k, (c - low) * k) for a, b, m, c in pieces], 0.0, top


def brought(function: Function) -> Function:
    """Return a function of one axis brought to [0, 100]."""
    ((name, pieces),) = function.parts.items()
    return Function({name: _scaled(pieces, 100.0)[0]})


def couple(
    one: Function, other: Function, one_weight: float = 50, other_weight: float = 50, *, again: bool = False
) -> Function:
    """Return the sum of two one-axis functions, brought to [0, 100]; the weights count as shares and have no unit.

    ``again``: as of ``Function``.
    """
    ((one_name, pieces),) = one.parts.items()
    ((other_name, others),) = other.parts.items()
    pieces, low, high = _scaled(pieces, one_weight)
    others, other_low, other_high = _scaled(others, other_weight)
    span = high + other_high - (low + other_low)
    before = {one_name: pieces, other_name: others}
    if span > 0:
        k = 100.0 / span
        pieces = [(a, b, m * k, (c - low) * k) for a, b, m, c in pieces]
        others = [(a, b, m * k, (c - other_low) * k) for a, b, m, c in others]
    return Function({one_name: pieces, other_name: others}, before, again=again)


def steering(
    course: DomainAxis, speed: DomainAxis, towards: float, heading: float, wanted: float, ratio: float = 50.0,
    band: Function | None = None, whole: float = 100.0,
) -> Function:  # fmt: skip
    """Return a wish for the course ``towards`` (deg), little turned from ``heading`` (deg), and a speed (m/s).

    ``ratio`` is the share of the course, of ``whole``, by default in %; ``band`` takes the place of the peak at the
    speed.
    """
    turn = heading_peak(course, Peak(towards, 0.0, 180.0, 50.0), Peak(heading, 30.0, 180.0, 5.0, 0.0, 20.0))
    fast = peak(speed, Peak(wanted, wanted / 2, 1.6, 20.0)) if band is None else band
    return couple(turn, fast, ratio, whole - ratio)


def straight_to(
    course: DomainAxis, speed: DomainAxis, towards: float, wanted: float, ratio: float = 50.0, *, again: bool = False,
    slower: float = 85.0,
) -> Function:  # fmt: skip
    """Return a wish for the course ``towards`` (deg) alone and a band around a speed (m/s).

    ``ratio`` as above, ``again`` as of ``Function``, ``slower``: what the lower speeds are worth.
    """
    turn = heading_peak(course, Peak(towards, 0.0, 180.0))
    return couple(turn, speed_band(speed, wanted, 0.1, wanted + 0.4, slower, 20.0), ratio, 100.0 - ratio, again=again)
