"""Draw a track seen from above, with breaks at jumps, arrows, waypoints, legs, and the vehicle at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.logs.motion import DRIFT_SHOWN, RunSeries
from usimmarine_py.logs.viewer.planned import Planned
from usimmarine_py.plots.lines import step_at, track_of
from usimmarine_py.plots.style import COLOURS, MOST_NAMED, seen_from_above
from usimmarine_py.sea.data.picture import sampled
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path

#: A vehicle from above: corners (to starboard, ahead) of a hull two wide and two long.
OUTLINE = np.array([[0.0, 1.0], [0.6, 0.62], [1.0, 0.1], [1.0, -1.0], [-1.0, -1.0], [-1.0, 0.1], [-0.6, 0.62]])
#: Size (points) of a symbol that is not to scale, half as wide; smaller hulls are not drawn to scale.
_SYMBOL = 15.0
#: Lengths of arrows relative to the track's span.
_HEADING_ARROW, _DRIFT_ARROW = 0.045, 0.09
#: Minimum span of the track's axes (m), so that rounding errors of a vehicle at rest are not magnified.
_LEAST_SPAN = 2.0
_PLAN = "#7a7a7a"
_OVER_HULLS = 4.1

#: Water from shallow to deep, light enough for any track, and land.
_WATER = ("#f2f8fc", "#c5dff0", "#8fbfe0", "#5b9ccb")
_LAND, _COAST, _LINES = "#e9dfc6", "#8a7a55", "#4d7ea3"
#: Samples of a sea bed along the longer side.
_BED_SAMPLES = 220
_MOST_CONTOURS = 7


def draw_tracks(axes: Axes, runs: Sequence[RunSeries], styles: Sequence[dict[str, Any]]) -> None:
    """Draw the track's panel without the legend and the sea bed."""
    alone = len(runs) == 1
    size = size_of(runs)
    for run, look in zip(runs, styles, strict=True):
        axes.plot(*track_of(run), **look, label="track" if alone else run.name)
    seen_from_above(axes)
    if len(runs) <= MOST_NAMED:
        draw_plan(axes, [run.plan for run in runs])
    for run, look in zip(runs, styles, strict=True):
        axes.plot(
            run.x[0], run.y[0], "o", color=look["color"], markersize=8 if len(runs) <= MOST_NAMED else 4,
            label="start" if alone else None, zorder=3.5,
        )  # fmt: skip
        if len(runs) <= MOST_NAMED:
            draw_arrows(axes, run, look["color"], size, alone=alone)
    widen(axes, runs)
    for run, look in zip(runs, styles, strict=True):
        if len(runs) > MOST_NAMED:
            axes.plot(run.x[-1], run.y[-1], "s", color=look["color"], markersize=4, markerfacecolor="white")
        else:
            draw_vehicle(axes, run, look["color"], label="end" if alone else None)


def draw_plan(axes: Axes, plans: Sequence[Planned]) -> None:
    """Draw waypoints and legs of all runs, once each: behind the tracks, waypoints as outlines over hulls, too."""
    legs = list(dict.fromkeys(leg for plan in plans for leg in plan.legs))
    points = list(dict.fromkeys(point for plan in plans for point in plan.points))
    for place, leg in enumerate(legs):
        axes.plot(*zip(*leg, strict=True), color=_PLAN, linewidth=0.8, zorder=1.5, label="" if place else "leg")
    # a vehicle that has arrived lies on its waypoint
    for filled, order, label in (("white", 1.6, "waypoint"), ("none", _OVER_HULLS, None)) if points else ():
        axes.plot(
            *zip(*points, strict=True), linestyle="none", marker="D", markersize=5, markerfacecolor=filled,
            markeredgecolor=_PLAN, markeredgewidth=1.2, zorder=order, label=label,
        )  # fmt: skip


def bow(run: RunSeries, time: float) -> float:
    """The direction of the bow (deg): the logged heading, else the direction of the track."""
    if run.heading is not None:
        return float(step_at(run.heading, np.array([max(time, run.heading[0][0])]))[0])
    k = int(np.clip(np.searchsorted(run.track_t, time), 1, max(len(run.x) - 1, 1)))
    if k >= len(run.x):
        return 0.0
    return float(np.degrees(np.arctan2(run.x[k] - run.x[k - 1], run.y[k] - run.y[k - 1])))


def turned(heading: float, across: float = 1.0, along: float = 1.0) -> Array:
    """Corners (east, north) of a hull whose bow points to ``heading`` (deg), shape (7, 2)."""
    angle = np.radians(heading)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray((OUTLINE * [across, along]) @ turn)


def hull_marker(heading: float) -> Path:
    """A vehicle's symbol for ``marker``, twice as long as wide."""
    from matplotlib.path import Path

    corners = turned(heading, 0.5)
    return Path(np.vstack([corners, corners[:1]]), closed=True)


def draw_vehicle(axes: Axes, run: RunSeries, colour: str, label: str | None = None) -> None:
    """Draw the vehicle at the end: its hull to scale if it is known and visible, else a symbol."""
    heading = bow(run, float(run.track_t[-1]))
    x, y = float(run.x[-1]), float(run.y[-1])
    look: dict[str, Any] = {
        "markerfacecolor": "white",
        "markeredgecolor": colour,
        "markeredgewidth": 1.3,
        "linestyle": "none",
    }
    if run.hull is not None and _points(axes, run.hull[0]) >= _SYMBOL:
        from matplotlib.patches import Polygon

        corners = turned(heading, run.hull[1] / 2.0, run.hull[0] / 2.0) + np.array([x, y])
        axes.add_patch(
            Polygon(corners, closed=True, facecolor="white", edgecolor=colour, linewidth=1.3, zorder=4)
        )  # its corners widen the axes
        axes.plot([], [], marker=hull_marker(0.0), markersize=_SYMBOL, label=f"{label}, to scale", **look)
        return
    axes.plot(x, y, marker=hull_marker(heading), markersize=_SYMBOL, zorder=4, label=label, **look)


def _points(axes: Axes, length: float) -> float:
    """The approximate size of ``length`` (m), in points."""
    axes.apply_aspect()
    low, high = axes.get_xlim()
    return float(length / (high - low) * axes.get_window_extent().width * 72.0 / axes.figure.dpi)


def size_of(runs: Sequence[RunSeries]) -> float:
    """The larger span (m) of all tracks."""
    spans = [float(np.ptp(np.concatenate([getattr(run, name) for run in runs]))) for name in ("x", "y")]
    return max(*spans, _LEAST_SPAN)


def _along(run: RunSeries, count: int) -> Array:
    """Times (s), shape (count,), at even distances along the track; (1,) for a vehicle that stands."""
    steps = np.hypot(np.diff(run.x), np.diff(run.y))
    steps[np.searchsorted(run.track_t, run.jumps) - 1] = 0.0  # no distance there
    way = np.concatenate([[0.0], np.cumsum(steps)])
    if not way[-1] > 0.0:
        return run.track_t[-1:]
    return np.asarray(np.interp((np.arange(count) + 0.5) / count * way[-1], way, run.track_t), dtype=np.float64)


def _arrows(axes: Axes, run: RunSeries, times: Array, east: Array, north: Array, colour: str, order: float) -> None:
    """Draw arrows at the track (m) and extend the axes to them."""
    x, y = np.interp(times, run.track_t, run.x), np.interp(times, run.track_t, run.y)
    axes.quiver(
        x, y, east, north, color=colour, pivot="tail", angles="xy", scale_units="xy", scale=1.0, width=0.004,
        headwidth=5, alpha=0.9, zorder=order,
    )  # fmt: skip
    axes.update_datalim(np.column_stack([x + east, y + north]))


def draw_arrows(axes: Axes, run: RunSeries, colour: str, size: float, *, alone: bool) -> None:
    """Draw arrows along the bow, which differs from the course in drift; for one run also arrows of the drift."""
    if run.heading is not None and len(run.x) > 1:
        times = _along(run, 12)
        heading = np.radians(step_at(run.heading, times))
        length = _HEADING_ARROW * size
        _arrows(axes, run, times, length * np.sin(heading), length * np.cos(heading), colour, 3)
        if alone:
            _name_arrow(axes, colour, "heading")
    if not (alone and run.drifts):
        return
    times = _along(run, 10)
    east, north = step_at(run.drift_x, times), step_at(run.drift_y, times)
    moving = np.hypot(east, north) > DRIFT_SHOWN
    if moving.any():
        fastest = float(np.max(np.hypot(east, north)))
        scale = _DRIFT_ARROW * size / fastest
        _arrows(axes, run, times[moving], scale * east[moving], scale * north[moving], COLOURS[1], 2)
        _name_arrow(axes, COLOURS[1], f"drift, at most {fastest:.2g} m/s")


def _name_arrow(axes: Axes, colour: str, label: str) -> None:
    """Add a legend entry with an arrow; that of a quiver would be a block."""
    axes.plot([], [], linestyle="none", marker=r"$\rightarrow$", markersize=13, color=colour, label=label)


def widen(axes: Axes, runs: Sequence[RunSeries]) -> None:
    """Extend the axes for a vehicle at rest, and for the hulls."""
    x, y = (np.concatenate([getattr(run, name) for run in runs]) for name in ("x", "y"))
    if max(float(np.ptp(x)), float(np.ptp(y))) < _LEAST_SPAN:
        middle = np.array([x.min() + x.max(), y.min() + y.max()]) / 2.0
        axes.update_datalim([middle - _LEAST_SPAN / 2.0, middle + _LEAST_SPAN / 2.0])
    for run in runs:
        if run.hull is not None:
            half = run.hull[0] / 2.0
            axes.update_datalim([(run.x[-1] - half, run.y[-1] - half), (run.x[-1] + half, run.y[-1] + half)])
    axes.autoscale_view()


def draw_bed(figure: Figure, axes: Axes, bed: Seabed) -> None:
    """Draw shades and contours of the water depth, land, and a scale in m, below the present content of the axes."""
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
