"""The figure of a sweep: spread of the tracks, histograms, sensitivities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.plots.fleet.encounters import Encounters, draw_encounters
from usimmarine_py.plots.style import COLOURS, new_figure, styled
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_UNITS = {
    **dict.fromkeys(("distance", "end_x", "end_y", "end_depth", "largest_depth"), "m"),
    **dict.fromkeys(("cross_track_mean", "cross_track_rms", "cross_track_largest"), "m"),
    **dict.fromkeys(("end_speed", "largest_speed"), "m/s"),
    **{"end_heading": "deg", "time": "s", "energy": "s at full thrust", "battery_left": "%"},
    **dict.fromkeys(("battery_used", "shaft_energy"), "Wh"),
    **{"closest": "m", "closest_time": "s"},
}
#: The ellipse of a normal spread: fewest ends, and the largest difference of shares: one that the
#: eye does not see, or one that is chance (Kolmogorov, 95 in a hundred; over the root of their number).
_LEAST_FOR_ELLIPSE = 10
_SEEN, _CHANCE = 0.08, 1.36
#: Integer results.
_COUNTS = frozenset({"waypoints", "waypoints_missed", "config_warnings", "run_warnings"})
_COUNTS |= {"near_misses", "collisions", "contacts"}
#: Most points of a scatter plot.
_MOST_POINTS = 20_000
#: Most inputs with bars.
_MOST_INPUTS = 7


@dataclass(frozen=True, slots=True)
class SweepSeries:
    """The data of the figure; every array of a result or an input has one entry per run, shape (n,)."""

    title: str
    ends: tuple[Array, Array]  #: x, y (m) where the runs ended
    tracks: Sequence[tuple[Array, Array]] = ()  #: x, y (m)
    results: Mapping[str, Array] = field(default_factory=dict)
    inputs: Mapping[str, Array] = field(default_factory=dict)
    moved: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  #: result -> input -> rank correlation
    met: Encounters | None = None  #: of a field, in the place of the tracks


def sweep_figure(series: SweepSeries) -> Figure:
    """Tracks and ends, or encounters, on the left; histograms above, sensitivity and the strongest relation below."""
    with styled():
        from matplotlib.ticker import MaxNLocator

        shown = _most_interesting(series)
        figure = new_figure(12.0 if shown else 7.0, 6.6)
        grid = figure.add_gridspec(2, 4, width_ratios=(1.3, 1.3, 1.0, 1.0))
        # nothing varies (such as one run): the figure has only the tracks
        left = figure.add_subplot(grid[:, :2] if shown else grid[:, :])
        if series.met is None:
            _draw_tracks(left, series)
        else:
            draw_encounters(figure, left, series.met, series.inputs)
        for place, name in enumerate(shown[:2]):
            axes = figure.add_subplot(grid[0, 2 + place])
            values = series.results[name][np.isfinite(series.results[name])]
            axes.hist(values, bins=_bins(axes, name, values), color=COLOURS[0], edgecolor="white", linewidth=0.4)
            axes.axvline(float(np.median(values)), color=COLOURS[1], linestyle="--", label="median")
            axes.set(xlabel=_label(name), ylabel="runs" if place == 0 else "")
            axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6, min_n_ticks=1))
            if place == 0:
                axes.set_title("Histograms")
                axes.set_ylim(0.0, 1.15 * axes.get_ylim()[1])
                axes.legend(loc="upper right", borderaxespad=0.0)
        if series.moved:
            _draw_sensitivity(figure, figure.add_subplot(grid[1, 2]), series)
            _draw_strongest(figure.add_subplot(grid[1, 3]), series)
        figure.suptitle(series.title, fontsize=11)
        return figure


def _bins(axes: Axes, name: str, values: Array) -> list[float] | int:
    """Bins of integer results: one per number, if not too many; otherwise by the number of runs."""
    from matplotlib.ticker import MaxNLocator

    whole = name in _COUNTS and len(values) > 0 and bool(np.all(values == np.round(values)))
    if not whole:
        return int(np.clip(np.sqrt(len(values)), 5, 60))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6, min_n_ticks=1))
    low, high = float(values.min()), float(values.max())
    step = max(1.0, np.ceil((high - low + 1.0) / 60.0))
    return list(np.arange(low - 0.5, high + 0.5 + step, step).tolist())


def _most_interesting(series: SweepSeries) -> list[str]:
    """The results to show: those of guidance first, then the end positions."""
    order = (
        "closest",
        "near_misses",
        "cross_track_rms",
        "waypoints_missed",
        "distance",
        "end_x",
        "end_y",
        "time",
        "energy",
        "largest_depth",
    )
    found = [name for name in order if name in series.results]
    return found + [name for name in series.results if name not in found]


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _label(name: str) -> str:
    return f"{name} ({_UNITS[name]})" if name in _UNITS else name


def _some(values: Array) -> Array:
    """An evenly spaced selection of at most the shown number of points."""
    return values[:: -(-len(values) // _MOST_POINTS) or 1]


def _draw_tracks(axes: Axes, series: SweepSeries) -> None:
    many = len(series.tracks)
    shade = float(np.clip(12.0 / max(many, 1), 0.06, 0.9))
    for i, (x, y) in enumerate(series.tracks):
        axes.plot(x, y, color=COLOURS[0], alpha=shade, linewidth=0.8, label=_count(many, "track") if i == 0 else None)
    x, y = series.ends
    axes.plot(
        _some(x), _some(y), ".", color=COLOURS[1], markersize=3, alpha=0.6, label=f"ends of {_count(len(x), 'run')}"
    )
    _draw_ellipse(axes, x, y)
    axes.set(xlabel="x, east (m)", ylabel="y, north (m)", title="Spread of the tracks")
    axes.set_aspect("equal", adjustable="datalim")
    legend = axes.legend(loc="best")
    for handle in legend.legend_handles:
        if handle is not None:
            handle.set_alpha(1.0)


def normal_ellipse(x: Array, y: Array) -> tuple[Array, Array] | None:
    """The ellipse with 95 % of normally distributed positions; None for too few positions or another distribution.

    Of normal positions in two dimensions a fraction 1 - exp(-d2/2) lies within the squared distance d2 in sigmas; the
    largest difference from that is Kolmogorov's statistic. An invisible difference, or one by chance, is tolerated.
    """
    if len(x) < _LEAST_FOR_ELLIPSE:
        return None
    off = np.vstack([x - x.mean(), y - y.mean()])
    variances, axes_of = np.linalg.eigh(np.cov(off))
    if not variances[0] > 1e-6 * variances[1]:
        return None  # a line has no inside
    squares = np.sort(((axes_of.T @ off) ** 2 / variances[:, None]).sum(axis=0))
    expected = 1.0 - np.exp(-0.5 * squares)
    steps = np.arange(len(x) + 1) / len(x)
    difference = max(float((steps[1:] - expected).max()), float((expected - steps[:-1]).max()))
    if difference > max(_SEEN, _CHANCE / np.sqrt(len(x))):
        return None
    radii = np.sqrt(variances * -2.0 * np.log(0.05))
    angle = np.linspace(0.0, 2 * np.pi, 181)
    points = axes_of @ (radii[:, None] * np.vstack([np.cos(angle), np.sin(angle)]))
    return x.mean() + points[0], y.mean() + points[1]


def _draw_ellipse(axes: Axes, x: Array, y: Array) -> None:
    found = normal_ellipse(x, y)
    if found is not None:
        axes.plot(*found, color="black", linewidth=0.9, label="95 % of a normal spread")


def _draw_sensitivity(figure: Figure, axes: Axes, series: SweepSeries) -> None:
    results = [name for name in _most_interesting(series) if name in series.moved][:6]
    every = list(next(iter(series.moved.values())))
    strength = {name: max(abs(series.moved[result][name]) for result in results) for name in every}
    inputs = [name for name in every if name in sorted(every, key=lambda n: -strength[n])[:_MOST_INPUTS]]
    height = 0.8 / len(inputs)
    # a correlation of n unrelated pairs stays inside 1.96 / sqrt(n - 1) 95 times in a hundred
    runs = len(series.ends[0]) if series.met is None else len(series.met.closest)
    chance = 1.96 / np.sqrt(max(runs - 1, 1))
    axes.axvspan(-chance, chance, color="#888888", alpha=0.25, linewidth=0.0, label="mere chance (95 %)")
    for i, name in enumerate(inputs):
        values = [series.moved[result][name] for result in results]
        places = np.arange(len(results)) + (i - 0.5 * (len(inputs) - 1)) * height
        axes.barh(places, values, height=0.9 * height, color=COLOURS[i % len(COLOURS)], label=name)
    axes.set_yticks(np.arange(len(results)), results)
    axes.invert_yaxis()
    axes.axvline(0.0, color="#888888", linewidth=0.8)
    axes.set(xlim=(-1.0, 1.0), xlabel="rank correlation", title="Sensitivity")
    if len(inputs) < len(every):
        axes.plot([], [], " ", label=f"and {len(every) - len(inputs)} weaker")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower right", fontsize=7, ncols=5)


def _draw_strongest(axes: Axes, series: SweepSeries) -> None:
    pairs = [(abs(r), result, name) for result, found in series.moved.items() for name, r in found.items()]
    _, result, name = max(pairs)
    axes.plot(_some(series.inputs[name]), _some(series.results[result]), ".", color=COLOURS[2], markersize=3, alpha=0.7)
    axes.set(xlabel=name, ylabel=_label(result), title="Strongest relation")
