"""The figure of one run or of several on top of each other: track, speed, heading and depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.environment.sea.picture import sampled
from usimmarine_py.environment.sea.seabed import Seabed
from usimmarine_py.logs.motion import DRIFT_SHOWN, RunSeries
from usimmarine_py.logs.runs import Series
from usimmarine_py.plots.style import COLOURS, MOST_NAMED, legend_beside_title, looks, new_figure, runs_title, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Heading jumps larger than this are the step from 359 to 0, not a turn.
_WRAP_DEG = 180.0
#: About how wide the panels over time are, inches.
_PANEL_WIDTH = 4.6
#: Least span of the track's axes (m) and of the speed's (m/s): a vehicle that stands gets no magnified rounding.
_LEAST_SPAN, _LEAST_SPEEDS = 2.0, 0.2

#: Water from shallow to deep, light enough for any track, and land.
_WATER = ("#f2f8fc", "#c5dff0", "#8fbfe0", "#5b9ccb")
_LAND, _COAST, _LINES = "#e9dfc6", "#8a7a55", "#4d7ea3"
#: Samples of a sea bed along the longer side.
_BED_SAMPLES = 220
_MOST_CONTOURS = 7


def run_figure(runs: Sequence[RunSeries], bed: Seabed | None = None) -> Figure:
    """Track on the left, over the sea bed if there is one, time series on the right; several runs share the axes.

    Raises ``ValueError`` without a run and ``MissingExtraError`` without matplotlib.
    """
    if not runs:
        raise ValueError("nothing to draw")
    with styled():
        figure = new_figure(11.0, 6.4)
        drift = any(run.drifts for run in runs)
        deep = any(run.depth is not None for run in runs)
        rows = 2 + int(drift) + int(deep)
        grid = figure.add_gridspec(rows, 2, width_ratios=(1.15, 1.0))
        track = figure.add_subplot(grid[:, 0])
        for run, look in zip(runs, looks(len(runs)), strict=True):
            _draw_track(track, run, look, len(runs))
        track.set(xlabel="x, east (m)", ylabel="y, north (m)")
        track.set_title("Track", loc="left")
        _widen(track, runs)
        track.set_aspect("equal", adjustable="datalim")
        if len(runs) <= MOST_NAMED:
            track.legend(loc="best", frameon=True, framealpha=0.8, edgecolor="none")
        if bed is not None:
            draw_bed(figure, track, bed)
        _draw_columns(figure, grid, runs, drift=drift, deep=deep)
        figure.suptitle(runs_title([run.name for run in runs]), fontsize=11)
        return figure


def draw_bed(figure: Figure, axes: Axes, bed: Seabed) -> None:
    """Shades and contours of the water depth, land, and a scale in m, beneath what the axes hold; their limits stay."""
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.ticker import MaxNLocator

    axes.apply_aspect()
    x, y = axes.get_xlim(), axes.get_ylim()
    xs, ys, depths = sampled(bed, x, y, _BED_SAMPLES)
    water = depths[depths > 0.0]
    land = depths <= 0.0
    if not (len(water) or land.any()):
        return
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=x, ylim=y)
    axes.grid(False)
    low, high = (float(water.min()), float(water.max())) if len(water) else (0.0, 1.0)
    if land.any():
        low = 0.0
        axes.contourf(xs, ys, depths, levels=[float(np.nanmin(depths)) - 1.0, 0.0], colors=[_LAND], zorder=0.2)
        axes.contour(xs, ys, depths, levels=[0.0], colors=_COAST, linewidths=1.0, zorder=0.4)
    if not len(water):
        return
    levels: Sequence[float] = MaxNLocator(_MOST_CONTOURS, steps=[1, 2, 5, 10]).tick_values(low, high)
    if high - low < 1e-6 * max(high, 1.0):
        levels = [low - 0.5, low + 0.5]
    shades = axes.contourf(
        xs, ys, depths, levels=levels, cmap=LinearSegmentedColormap.from_list("water", _WATER), zorder=0.1
    )
    # a shore is steep: no contours on it
    seen = np.ma.masked_invalid(np.where(land, np.nan, depths))
    lines = axes.contour(xs, ys, seen, levels=levels, colors=_LINES, linewidths=0.5, zorder=0.3)
    axes.clabel(lines, fmt="%g", fontsize=7, inline_spacing=2)
    scale = figure.colorbar(shades, ax=axes, fraction=0.035, pad=0.02)
    scale.set_label("water depth (m)")
    scale.ax.invert_yaxis()


def colours(n: int) -> list[str]:
    """One colour a run; they begin again where there are more runs than colours."""
    return [COLOURS[i % len(COLOURS)] for i in range(n)]


def _draw_track(axes: Axes, run: RunSeries, look: dict[str, Any], runs: int) -> None:
    alone, colour, size = runs == 1, look["color"], 8 if runs <= MOST_NAMED else 4
    axes.plot(run.x, run.y, **look, label="track" if alone else run.name)
    axes.plot(run.x[0], run.y[0], "o", color=colour, markersize=size, label="start" if alone else None)
    axes.plot(
        run.x[-1], run.y[-1], "s", color=colour, markersize=size, markerfacecolor="white",
        label="end" if alone else None,
    )  # fmt: skip
    if runs > MOST_NAMED:
        return
    if _draw_heading_ticks(axes, run, colour) and alone:
        _name_arrow(axes, colour, "heading")
    if alone and run.drifts:
        fastest = _draw_drift_arrows(axes, run)
        if fastest:
            _name_arrow(axes, COLOURS[1], f"drift, at most {fastest:.2g} m/s")


def _name_arrow(axes: Axes, colour: str, label: str) -> None:
    """An entry of the legend that looks like the arrow: that of a quiver would be a block."""
    axes.plot([], [], linestyle="none", marker=r"$\rightarrow$", markersize=13, color=colour, label=label)


def _along(run: RunSeries, count: int) -> NDArray[np.float64]:
    """Times (s), shape (count,), at even distances along the track; (1,) for a vehicle that stands."""
    way = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(run.x), np.diff(run.y)))])
    if not way[-1] > 0.0:
        return run.track_t[-1:]
    return np.asarray(np.interp((np.arange(count) + 0.5) / count * way[-1], way, run.track_t), dtype=np.float64)


def _draw_heading_ticks(axes: Axes, run: RunSeries, colour: str, count: int = 12) -> bool:
    """Small strokes along the bow: with drift the vehicle does not point where it goes. False without a heading."""
    if run.heading is None or len(run.x) < 2:
        return False
    times = _along(run, count)
    heading = np.radians(step_at(run.heading, times))
    axes.quiver(
        np.interp(times, run.track_t, run.x), np.interp(times, run.track_t, run.y), np.sin(heading), np.cos(heading),
        color=colour, pivot="tail", angles="xy", scale=28, width=0.004, headwidth=5, alpha=0.9, zorder=3,
    )  # fmt: skip
    return True


def _draw_drift_arrows(axes: Axes, run: RunSeries, count: int = 10) -> float:
    """Arrows to where the drift went; the fastest of them, m/s."""
    times = _along(run, count)
    east, north = step_at(run.drift_x, times), step_at(run.drift_y, times)
    moving = np.hypot(east, north) > DRIFT_SHOWN
    if not moving.any():
        return 0.0
    fastest = float(np.max(np.hypot(east, north)))
    axes.quiver(
        np.interp(times[moving], run.track_t, run.x), np.interp(times[moving], run.track_t, run.y),
        east[moving], north[moving], color=COLOURS[1], angles="xy", scale=fastest * 11, width=0.004, zorder=2,
    )  # fmt: skip
    return fastest


def _widen(axes: Axes, runs: Sequence[RunSeries]) -> None:
    x, y = (np.concatenate([getattr(run, name) for run in runs]) for name in ("x", "y"))
    if max(float(np.ptp(x)), float(np.ptp(y))) < _LEAST_SPAN:
        middle = np.array([x.min() + x.max(), y.min() + y.max()]) / 2.0
        axes.update_datalim([middle - _LEAST_SPAN / 2.0, middle + _LEAST_SPAN / 2.0])
        axes.autoscale_view()


def _draw_columns(figure: Figure, grid: Any, runs: Sequence[RunSeries], *, drift: bool, deep: bool) -> None:
    row = 0

    def next_axes(title: str, ylabel: str, shared: Axes | None) -> Axes:
        nonlocal row
        axes: Axes = figure.add_subplot(grid[row, 1], sharex=shared)
        axes.set(ylabel=ylabel)
        axes.set_title(title, loc="left")
        row += 1
        return axes

    speed = next_axes("Speed", "m/s", None)
    heading = next_axes("Heading", "deg", speed)
    heading.set_yticks(range(0, 361, 90))
    heading.set_ylim(-5, 365)
    depth_axes = next_axes("Depth", "m", speed) if deep else None
    drift_axes = next_axes("Drift", "m/s", speed) if drift else None
    panels = [axes for axes in (speed, heading, depth_axes, drift_axes) if axes is not None]
    alone = len(runs) == 1
    for run, look in zip(runs, looks(len(runs)), strict=True):
        if run.speed is not None:
            speed.plot(*run.speed, **look, label="through water" if alone else None)
        if run.speed_over_ground is not None and alone:
            speed.plot(*run.speed_over_ground, color=COLOURS[2], linestyle="--", label="over ground")
        elif run.speed_over_ground is not None and run.speed is None:
            speed.plot(
                *run.speed_over_ground, **look, label=f"{run.name}, over ground" if len(runs) <= MOST_NAMED else None
            )
        if run.heading is not None:
            heading.plot(*unwrapped_gaps(run.heading), **look)
        if depth_axes is not None and run.depth is not None:
            depth_axes.plot(*run.depth, **look)
        if drift_axes is not None:
            _draw_drift(drift_axes, run, COLOURS[1] if alone else look["color"])
    if depth_axes is not None:
        deepest = max((float(np.max(run.depth[1], initial=0.0)) for run in runs if run.depth is not None), default=0.0)
        # down is down; a surface vehicle gets a line at the top instead of magnified noise
        depth_axes.set_ylim(max(1.05 * deepest, 1.0), -0.05 * max(deepest, 1.0))
    if drift_axes is not None:
        for style, label in (("-", "to the east"), ("--", "to the north")):
            drift_axes.plot([], [], color=COLOURS[1] if alone else "#555555", linestyle=style, label=label)
        drift_axes.margins(y=0.1)
    _scale_speed(speed)
    for axes in panels:
        legend_beside_title(axes, _PANEL_WIDTH)
        if not any(len(np.asarray(line.get_xdata())) for line in axes.lines):
            axes.text(0.5, 0.5, "not in the log", transform=axes.transAxes, ha="center", va="center", color="#777777")
    panels[-1].set_xlabel("time since start of the log (s)")


def _draw_drift(axes: Axes, run: RunSeries, colour: str) -> None:
    end = float(run.track_t[-1])
    for part, style in ((run.drift_x, "-"), (run.drift_y, "--")):
        if part is not None:
            axes.step(
                np.append(part[0], end), np.append(part[1], part[1][-1]), where="post", color=colour, linestyle=style
            )


def _scale_speed(axes: Axes) -> None:
    axes.margins(y=0.1)
    low, high = axes.get_ylim()
    if high - low < _LEAST_SPEEDS:
        axes.set_ylim((low + high - _LEAST_SPEEDS) / 2, (low + high + _LEAST_SPEEDS) / 2)


def step_at(series: Series | None, times: NDArray[np.float64]) -> NDArray[np.float64]:
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
