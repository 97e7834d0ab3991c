"""The figure of one run or of several: track, speed, heading, depth and drift.

Runs are distinguished by dashes, and by colours in a panel with one quantity; in a panel with several, colours
distinguish the quantities.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.logs.motion import RunSeries
from usimmarine_py.logs.runs import Series
from usimmarine_py.plots.lines import broken, direction_lines, same
from usimmarine_py.plots.lines import step_at as step_at
from usimmarine_py.plots.lines import unwrapped_gaps as unwrapped_gaps
from usimmarine_py.plots.style import (
    COLOURS,
    LEAST_SPEEDS,
    MOST_NAMED,
    at_least,
    legend_beside_title,
    legend_inside,
    looks,
    new_figure,
    panel,
    runs_title,
    say_in,
    styled,
)
from usimmarine_py.plots.track import draw_bed, draw_tracks
from usimmarine_py.sea.data.seabed import Seabed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: About how wide the panels over time are, inches.
_PANEL_WIDTH = 4.6
#: Width of a line below another one, so that it is visible on both sides.
_BELOW = 2.6


def run_figure(runs: Sequence[RunSeries], bed: Seabed | None = None) -> Figure:
    """Track on the left, over the sea bed if there is one, time series on the right; several runs share the axes.

    Raises ``ValueError`` without a run and ``MissingExtraError`` without matplotlib.
    """
    if not runs:
        raise ValueError("nothing to draw")
    with styled():
        figure = new_figure(11.0, 6.4)
        drift = any(run.drifts for run in runs)
        deep = any(run.dives for run in runs)
        rows = 2 + int(drift) + int(deep)
        grid = figure.add_gridspec(rows, 2, width_ratios=(1.15, 1.0))
        track = figure.add_subplot(grid[:, 0])
        draw_tracks(track, runs, looks(len(runs)))
        if len(runs) <= MOST_NAMED:
            legend_inside(track)
        if bed is not None:
            draw_bed(figure, track, bed)
        _draw_columns(figure, grid, runs, drift=drift, deep=deep)
        figure.suptitle(runs_title([run.name for run in runs]), fontsize=11)
        return figure


def _draw_columns(figure: Figure, grid: Any, runs: Sequence[RunSeries], *, drift: bool, deep: bool) -> None:
    row = 0

    def next_axes(title: str, ylabel: str, shared: Axes | None) -> Axes:
        nonlocal row
        axes: Axes = figure.add_subplot(grid[row, 1], sharex=shared)
        panel(axes, title, ylabel)
        row += 1
        return axes

    speed = next_axes("Speed", "m/s", None)
    heading = next_axes("Heading", "deg", speed)
    depth_axes = next_axes("Depth", "m", speed) if deep else None
    drift_axes = next_axes("Drift", "m/s", speed) if drift else None
    panels = [axes for axes in (speed, heading, depth_axes, drift_axes) if axes is not None]
    styles = looks(len(runs))
    _draw_speeds(speed, runs, styles)
    _draw_headings(heading, runs, styles)
    for run, look in zip(runs, styles, strict=True):
        if depth_axes is not None and run.depth is not None:
            depth_axes.plot(*broken(run.depth, run.jumps), **look)
        if drift_axes is not None:
            draw_drift(drift_axes, run, look)
    if depth_axes is not None:
        deepest = max((float(np.max(run.depth[1], initial=0.0)) for run in runs if run.depth is not None), default=0.0)
        # depth increases downwards; the surface stays in view
        depth_axes.set_ylim(max(1.05 * deepest, 1.0), -0.05 * max(deepest, 1.0))
    if drift_axes is not None:
        name_drift(drift_axes)
    for axes in panels:
        legend_beside_title(axes, _PANEL_WIDTH)
        if not any(len(np.asarray(line.get_xdata())) for line in axes.lines):
            say_in(axes)
    panels[-1].set_xlabel("time since start of the log (s)")


def _draw_speeds(axes: Axes, runs: Sequence[RunSeries], styles: Sequence[dict[str, Any]]) -> None:
    """Draw the speeds: through the water and over ground of one run, one of these of several."""
    alone = len(runs) == 1
    for run, look in zip(runs, styles, strict=True):
        through, over = run.speed, run.speed_over_ground
        if through is None or over is None or not alone:
            series = through if through is not None else over
            if series is None:
                continue
            label = None
            if alone or (through is None and len(runs) <= MOST_NAMED):
                label = "through water" if through is not None else "over ground"
                label = label if alone else f"{run.name}, {label}"
            axes.plot(*broken(series, run.jumps), **look, label=label)
        elif same(through, over, speed_span(through, over)):
            axes.plot(*broken(through, run.jumps), **look, label="through water = over ground")
        else:
            axes.plot(*broken(through, run.jumps), color=COLOURS[0], linewidth=_BELOW, label="through water")
            axes.plot(*broken(over, run.jumps), color=COLOURS[1], linewidth=1.2, label="over ground")
    axes.margins(y=0.1)
    at_least(axes, LEAST_SPEEDS)


def speed_span(*series: Series) -> float:
    """Return the span of speeds (m/s) that a panel shows at least."""
    values = np.concatenate([values for _, values in series])
    return max(float(np.ptp(values)), LEAST_SPEEDS)


def _draw_headings(axes: Axes, runs: Sequence[RunSeries], styles: Sequence[dict[str, Any]]) -> None:
    known = [(run, look, run.heading) for run, look in zip(runs, styles, strict=True) if run.heading is not None]
    for (run, look, _), line in zip(known, direction_lines(axes, [heading for _, _, heading in known]), strict=True):
        axes.plot(*broken(line, run.jumps), **look)


#: Of the drift to the east and to the north.
_DRIFT = (COLOURS[1], COLOURS[3])


def name_drift(axes: Axes) -> None:
    """Add the legend entries of a drift."""
    for colour, label in zip(_DRIFT, ("to the east", "to the north"), strict=True):
        axes.plot([], [], color=colour, label=label)
    axes.margins(y=0.1)


def draw_drift(axes: Axes, run: RunSeries, look: dict[str, Any]) -> None:
    """Draw the drift of a run over time as steps."""
    end = float(run.track_t[-1])
    for part, colour in zip((run.drift_x, run.drift_y), _DRIFT, strict=True):
        if part is not None:
            values = np.append(part[1], part[1][-1])
            axes.step(np.append(part[0], end), values, where="post", **{**look, "color": colour})
