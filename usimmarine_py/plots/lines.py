"""Prepare series for drawing: breaks at jumps, an axis for directions, merging of equal series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.logs.motion import RunSeries
from usimmarine_py.logs.runs import Series
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Heading jumps larger than this are the step from 359 to 0, not a turn.
_WRAP_DEG = 180.0
#: Minimum span of an axis of directions (deg), the steps of its ticks, and their largest number.
_LEAST_SPAN, _STEPS, _MOST_TICKS = 20.0, (5, 10, 15, 30, 45, 90), 6
#: Directions (deg) at which the circle may be split, and the number of samples used to choose one.
_CUTS, _SAMPLES = np.arange(0.0, 360.0, 5.0), 20_000
#: Lines that are nowhere farther apart than this share of what a panel shows are one to the eye.
_ALIKE = 0.004


def step_at(series: Series | None, times: Array) -> Array:
    """Values of a step function at ``times``, shape (m,); zero before its first entry and for no series."""
    if series is None:
        return np.zeros_like(times)
    index = np.searchsorted(series[0], times, side="right") - 1
    return np.where(index >= 0, series[1][np.clip(index, 0, None)], 0.0)


def unwrapped_gaps(series: Series) -> Series:
    """A heading with a gap where it steps through north, so that no line crosses the whole figure."""
    t, v = series
    jumps = np.flatnonzero(np.abs(np.diff(v)) > _WRAP_DEG) + 1
    return np.insert(t, jumps, t[jumps]), np.insert(v, jumps, np.nan)


def broken(series: Series, jumps: Array) -> Series:
    """A line with a gap before the first entry after each jump (s)."""
    t, v = series
    places = np.searchsorted(t, jumps - 1e-9)
    places = np.unique(places[(places > 0) & (places < len(t))])
    return np.insert(t, places, t[places]), np.insert(v, places, np.nan)


def track_of(run: RunSeries) -> tuple[Array, Array]:
    """x and y (m) of a run with gaps at its jumps."""
    return broken((run.track_t, run.x), run.jumps)[1], broken((run.track_t, run.y), run.jumps)[1]


def circle_cut(directions: Sequence[Array]) -> float:
    """The direction (deg) at which splitting the circle splits the fewest turns; north if that is as good."""
    crossings = np.zeros(len(_CUTS))
    for values in directions:
        path = np.unwrap(values[:: max(len(values) // _SAMPLES, 1)], period=360.0)
        rounds = np.floor((path[None, :] - _CUTS[:, None]) / 360.0)
        crossings += np.abs(np.diff(rounds, axis=1)).sum(axis=1)
    best = crossings == crossings.min()
    if best[0] or not best.any():  # none: too many turns
        return 0.0
    # the middle of the widest arc with the fewest turns
    first = int(np.flatnonzero(~best)[0])
    turned = np.concatenate([[False], np.roll(best, -first), [False]])
    begins, ends = np.flatnonzero(~turned[:-1] & turned[1:]), np.flatnonzero(turned[:-1] & ~turned[1:])
    widest = int(np.argmax(ends - begins))
    middle = (begins[widest] + ends[widest] - 1) // 2
    return float(_CUTS[(middle + first) % len(_CUTS)])


def opened(values: Array, cut: float) -> Array:
    """Directions (deg) from ``cut`` on, less than 360 above it; of a cut beyond south the part before north below 0."""
    base = cut if cut <= 180.0 else cut - 360.0
    return np.asarray(base + (values - base) % 360.0)


def direction_lines(axes: Axes, lines: Sequence[Series]) -> list[Series]:
    """Directions (deg) as lines that wrap where the fewest turns are split; the axis is labelled 0 to 359."""
    known = [(t, v) for t, v in lines if len(v)]
    if not known:
        return list(lines)
    cut = circle_cut([v for _, v in known])
    values = np.concatenate([opened(v, cut) for _, v in known])
    low, high = float(values.min()), float(values.max())
    middle, half = 0.5 * (low + high), 0.5 * max(1.1 * (high - low), _LEAST_SPAN)
    step = next((s for s in _STEPS if 2.0 * half / s <= _MOST_TICKS), _STEPS[-1])
    ticks = np.arange(np.ceil((middle - half) / step), np.floor((middle + half) / step) + 1.0) * step
    axes.set_ylim(middle - half, middle + half)
    axes.set_yticks(ticks, [f"{tick % 360.0:.0f}" for tick in ticks])
    return [unwrapped_gaps((t, opened(v, cut))) for t, v in lines]


def same(one: Series, other: Series, span: float) -> bool:
    """Whether two lines coincide on an axis with this ``span``."""
    begin, end = max(one[0][0], other[0][0]), min(one[0][-1], other[0][-1])
    longest = max(one[0][-1], other[0][-1]) - min(one[0][0], other[0][0])
    if end - begin < 0.98 * longest:
        return False
    inside = one[0][(one[0] >= begin) & (one[0] <= end)]
    if not len(inside):
        return False
    return bool(np.max(np.abs(np.interp(inside, *one) - np.interp(inside, *other))) <= _ALIKE * span)


def joined(labels: Sequence[str]) -> str:
    """Join labels: ``jet port alpha`` and ``jet stbd alpha`` become ``jet port, stbd alpha``."""
    if len(labels) < 2:
        return "".join(labels)
    words = [label.split(" ") for label in labels]
    shortest = min(len(own) for own in words)
    front = next((k for k in range(shortest) if len({own[k] for own in words}) > 1), shortest)
    back = next((k for k in range(shortest - front) if len({own[-1 - k] for own in words}) > 1), shortest - front)
    parts = [" ".join(own[front : len(own) - back]) for own in words]
    if not all(parts) or not front + back:
        return " = ".join(labels)
    return " ".join([*words[0][:front], ", ".join(parts), *words[0][len(words[0]) - back :]])
