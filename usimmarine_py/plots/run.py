"""The figure of one run or of several on top of each other: track, speed, heading and depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.plots.output import save_figure
from usimmarine_py.plots.sources import Series
from usimmarine_py.plots.style import COLOURS, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["RunSeries", "Series", "run_figure", "save_figure", "step_at", "unwrapped_gaps"]

#: Heading jumps larger than this are the step from 359 to 0, not a turn.
_WRAP_DEG = 180.0
#: Drift steps smaller than this (m/s) are rounding, not weather.
_DRIFT_SHOWN = 0.005


@dataclass(frozen=True, slots=True)
class RunSeries:
    """What a figure needs of one run; every series is (t, value) with t in seconds since the start of the log."""

    name: str
    track_t: NDArray[np.float64]  #: s, shape (n,)
    x: NDArray[np.float64]  #: m east, shape (n,)
    y: NDArray[np.float64]  #: m north, shape (n,)
    heading: Series | None = None  #: deg
    speed: Series | None = None  #: m/s
    speed_over_ground: Series | None = None  #: m/s
    depth: Series | None = None  #: m, positive down
    drift_x: Series | None = None  #: m/s to the east, a step function
    drift_y: Series | None = None  #: m/s to the north, a step function

    @property
    def drifts(self) -> bool:
        """True when an external drift was ever in force."""
        return any(s is not None and bool(np.any(np.abs(s[1]) > _DRIFT_SHOWN)) for s in (self.drift_x, self.drift_y))


def run_figure(runs: Sequence[RunSeries]) -> Figure:
    """Track on the left, time series on the right; several runs share the axes.

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
        for run, colour in zip(runs, colours(len(runs)), strict=True):
            _draw_track(track, run, colour, alone=len(runs) == 1)
        track.set(xlabel="x, east (m)", ylabel="y, north (m)", title="Track")
        track.set_aspect("equal", adjustable="datalim")
        track.legend(loc="best")
        _draw_columns(figure, grid, runs, drift=drift, deep=deep)
        figure.suptitle(" / ".join(run.name for run in runs), fontsize=11)
        return figure


def colours(n: int) -> list[str]:
    """One colour a run; they begin again where there are more runs than colours."""
    return [COLOURS[i % len(COLOURS)] for i in range(n)]


def _draw_track(axes: Axes, run: RunSeries, colour: str, *, alone: bool) -> None:
    axes.plot(run.x, run.y, color=colour, label="track" if alone else run.name)
    axes.plot(run.x[0], run.y[0], "o", color=colour, markersize=8, label="start" if alone else None)
    axes.plot(
        run.x[-1], run.y[-1], "s", color=colour, markersize=8, markerfacecolor="white", label="end" if alone else None
    )
    _draw_heading_ticks(axes, run, colour, "heading" if alone else None)
    if alone and run.drifts:
        _draw_drift_arrows(axes, run)


def _draw_heading_ticks(axes: Axes, run: RunSeries, colour: str, label: str | None, count: int = 12) -> None:
    """Small strokes along the bow: with drift the vehicle does not point where it goes."""
    if run.heading is None or len(run.x) < 2:
        return
    times = np.linspace(run.track_t[0], run.track_t[-1], count + 2)[1:-1]
    index = np.clip(np.searchsorted(run.track_t, times), 0, len(run.x) - 1)
    heading = np.radians(step_at(run.heading, times))
    axes.quiver(
        run.x[index], run.y[index], np.sin(heading), np.cos(heading),
        color=colour, pivot="tail", angles="xy", scale=28, width=0.004, headwidth=5, alpha=0.9, zorder=3, label=label,
    )  # fmt: skip


def _draw_drift_arrows(axes: Axes, run: RunSeries, count: int = 10) -> None:
    times = np.linspace(run.track_t[0], run.track_t[-1], count)
    east, north = step_at(run.drift_x, times), step_at(run.drift_y, times)
    moving = np.hypot(east, north) > _DRIFT_SHOWN
    if not moving.any():
        return
    index = np.clip(np.searchsorted(run.track_t, times[moving]), 0, len(run.x) - 1)
    fastest = float(np.max(np.hypot(east, north)))
    axes.quiver(
        run.x[index], run.y[index], east[moving], north[moving],
        color=COLOURS[1], angles="xy", scale=fastest * 11, width=0.004, zorder=2,
        label=f"drift, at most {fastest:.2g} m/s",
    )  # fmt: skip


def _draw_columns(figure: Figure, grid: Any, runs: Sequence[RunSeries], *, drift: bool, deep: bool) -> None:
    row = 0

    def next_axes(title: str, ylabel: str, shared: Axes | None) -> Axes:
        nonlocal row
        axes: Axes = figure.add_subplot(grid[row, 1], sharex=shared)
        axes.set(title=title, ylabel=ylabel)
        row += 1
        return axes

    speed = next_axes("Speed", "m/s", None)
    heading = next_axes("Heading", "deg", speed)
    heading.set_yticks(range(0, 361, 90))
    heading.set_ylim(-5, 365)
    bottom = heading
    depth_axes = next_axes("Depth", "m", speed) if deep else None
    drift_axes = next_axes("Drift", "m/s", speed) if drift else None
    bottom = drift_axes or depth_axes or bottom
    alone = len(runs) == 1
    for run, colour in zip(runs, colours(len(runs)), strict=True):
        if run.speed is not None:
            speed.plot(*run.speed, color=colour, label="through water" if alone else run.name)
        if run.speed_over_ground is not None and (alone or run.speed is None):
            shade = COLOURS[2] if alone else colour
            label = "over ground" if alone else f"{run.name}, over ground"
            speed.plot(*run.speed_over_ground, color=shade, linestyle="--", label=label)
        if run.heading is not None:
            heading.plot(*unwrapped_gaps(run.heading), color=colour)
        if depth_axes is not None and run.depth is not None:
            depth_axes.plot(*run.depth, color=colour)
        if drift_axes is not None:
            end = float(run.track_t[-1])
            for part, style, label in ((run.drift_x, "-", "to the east"), (run.drift_y, "--", "to the north")):
                if part is not None:
                    t, v = np.append(part[0], end), np.append(part[1], part[1][-1])
                    shade = COLOURS[1] if alone else colour
                    drift_axes.step(t, v, where="post", color=shade, linestyle=style, label=label)
    if depth_axes is not None:
        deepest = max((float(np.max(run.depth[1], initial=0.0)) for run in runs if run.depth is not None), default=0.0)
        # down is down; a surface vehicle gets a line at the top instead of magnified noise
        depth_axes.set_ylim(max(1.05 * deepest, 1.0), -0.05 * max(deepest, 1.0))
    if drift_axes is not None and alone:
        drift_axes.margins(y=0.25)
        drift_axes.legend(loc="upper left", ncols=2)
    speed.margins(y=0.25)
    if speed.get_legend_handles_labels()[0]:
        speed.legend(loc="upper left", ncols=2)
    bottom.set_xlabel("time since start of the log (s)")


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
