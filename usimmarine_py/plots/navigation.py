"""Figure of navigation errors: true track, dead reckoning and fixes, with their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.motion import jump_times
from usimmarine_py.logs.runs import RESET, RecordedRun, Series
from usimmarine_py.logs.viewer.planned import planned
from usimmarine_py.plots.lines import broken
from usimmarine_py.plots.style import (
    COLOURS,
    legend_beside_title,
    legend_inside,
    new_figure,
    panel,
    say_in,
    seen_from_above,
    styled,
)
from usimmarine_py.plots.track import draw_bed, draw_plan
from usimmarine_py.sea.data.seabed import Seabed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: (first part of X and Y, name, colour, style) of continuous position estimates.
_TRACKS = (
    ("USM_DR", "dead reckoning", COLOURS[1], "-"),
    ("USM_EST", "with fixes", COLOURS[0], "-"),
)
#: (ending of X and Y, name, colour, marker, size) of fixes.
_FIXES = (("_GPS", "GPS fix", COLOURS[2], ".", 3.0), ("_USBL", "USBL fix", COLOURS[3], "x", 6.0))
_BED = "#8a6d3b"
_WIDTH = 4.6


def navigation_figure(run: RecordedRun, prefix: str = "", bed: Seabed | None = None) -> Figure:
    """Track on the left; errors, depth over the bed and altitude on the right. Raises ``NothingToDrawError``."""
    truth = next(
        (p for p in ([f"{prefix}_GT", prefix] if prefix else ["NAV_GT", "USM_GT", "NAV", "USM"]) if _has(run, p)), ""
    )
    tracks = [row for row in _TRACKS if _has(run, row[0])]
    if not truth or not tracks:
        remedy = "set dead_reckoning = true in the simulator's block"
        raise NothingToDrawError(f"{run.path}: no dead reckoning (USM_DR_X) beside a track in this log", remedy=remedy)
    with styled():
        figure = new_figure(11.0, 6.4)
        grid = figure.add_gridspec(3, 2, width_ratios=(1.15, 1.0))
        track, errors = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1])
        depth = figure.add_subplot(grid[1, 1], sharex=errors)
        altitude = figure.add_subplot(grid[2, 1], sharex=errors)
        true = _way(run, truth)
        jumps = jump_times(true[0], true[1], true[2], np.array([time for time, _ in run.mail.get(RESET, ())]))
        x, y = (broken((true[0], values), jumps)[1] for values in true[1:])
        track.plot(x, y, color="#000000", linewidth=1.0, label="truth")
        for name, label, colour, style in tracks:
            own = _way(run, name)
            track.plot(own[1], own[2], color=colour, linestyle=style, label=label)
            errors.plot(own[0], _off(own, true), color=colour, linestyle=style, label=label)
        draw_plan(track, [planned(run.mail, run.series)])
        _draw_fixes(run, true, track, errors)
        if "USM_EST_SIGMA" in run.series:
            # of one coordinate: a distance stays below 2.45 of them in 95 % of all cases
            times, sigma = run.series["USM_EST_SIGMA"]
            errors.fill_between(times, 0.0, 2.45 * sigma, color=COLOURS[0], alpha=0.15, linewidth=0, label="its 95 %")
        seen_from_above(track)
        legend_inside(track)
        if bed is not None:
            draw_bed(figure, track, bed)
        panel(errors, "Position error", "m")
        # the legend is above the curves
        largest = max(float(np.max(np.asarray(line.get_ydata()), initial=0.0)) for line in errors.lines)
        errors.set_ylim(0.0, 1.6 * largest)
        _draw_depth(run, truth, depth, altitude)
        altitude.set_xlabel("time since start of the log (s)")
        for axes in (errors, depth, altitude):
            legend_beside_title(axes, _WIDTH)
        figure.suptitle(run.name, fontsize=11)
        return figure


def _draw_fixes(run: RecordedRun, true: tuple[NDArray[np.float64], ...], track: Axes, errors: Axes) -> None:
    for ending, label, colour, marker, size in _FIXES:
        for name in sorted({n.removesuffix("_X") for n in run.series if n.endswith(f"{ending}_X")}):
            fix = _way(run, name)
            track.plot(fix[1], fix[2], marker, color=colour, markersize=size, label=label)
            errors.plot(fix[0], _off(fix, true), marker, color=colour, markersize=size, label=label)


def _draw_depth(run: RecordedRun, truth: str, depth: Axes, altitude: Axes) -> None:
    own = run.series.get(f"{truth}_DEPTH")
    panel(depth, "Depth", "m")
    if own is not None:
        depth.plot(*own, color=COLOURS[0], label="vehicle")
    bed = run.series.get("USM_WATER_DEPTH_HERE")
    if bed is not None:
        depth.plot(*bed, color=_BED, label="bed")
        depth.fill_between(*bed, float(np.max(bed[1])) * 1.05, color=_BED, alpha=0.2, linewidth=0)
    depth.invert_yaxis()
    panel(altitude, "Altitude", "m")
    high = run.series.get(f"{truth}_ALTITUDE")
    if high is not None:
        altitude.plot(*high, color=COLOURS[0], label="truth")
        altitude.set_ylim(0.0, 1.05 * float(np.max(high[1])))
    else:
        say_in(altitude)


def _has(run: RecordedRun, name: str) -> bool:
    return f"{name}_X" in run.series and f"{name}_Y" in run.series


def _way(run: RecordedRun, name: str) -> tuple[NDArray[np.float64], ...]:
    """Time, x and y of one source, shape (n,)."""
    x: Series = run.series[f"{name}_X"]
    y: Series = run.series[f"{name}_Y"]
    return x[0], x[1], np.interp(x[0], *y)


def _off(own: tuple[NDArray[np.float64], ...], true: tuple[NDArray[np.float64], ...]) -> NDArray[np.float64]:
    """Distance (m) from the true track at the same time."""
    east, north = own[1] - np.interp(own[0], true[0], true[1]), own[2] - np.interp(own[0], true[0], true[2])
    return np.hypot(east, north)
