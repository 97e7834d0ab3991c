"""The figure of runs in weather: track, motion, actuators, wind and sea.

One run fills a page of two columns. Several have one column each, with common scales in each row for comparison.
Colours distinguish the quantities of a panel; equal curves are drawn as one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.motion import RunSeries, run_series
from usimmarine_py.logs.runs import RecordedRun, Series
from usimmarine_py.plots.lines import (
    broken,
    circle_cut,
    direction_lines,
    joined,
    opened,
    same,
    track_of,
    unwrapped_gaps,
)
from usimmarine_py.plots.style import COLOURS, legend_inside, new_figure, say_in, styled
from usimmarine_py.plots.track import draw_plan, draw_vehicle
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a panel: the first of the variables that is in the log."""

    label: str
    names: tuple[str, ...]  #: ``PREFIX`` stands for that of the position
    scale: float = 1.0
    angle: bool = False  #: deg that wrap at 360


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A row of panels, one per run, with one scale."""

    title: str
    unit: str
    curves: tuple[Curve, ...]


_DEG = 180.0 / np.pi
ROWS: tuple[PanelRow, ...] = (
    PanelRow(
        "Heading",
        "deg",
        (
            Curve("desired", ("DESIRED_HEADING",), angle=True),
            Curve("heading", ("PREFIX_HEADING",), angle=True),
            Curve("course over ground", ("PREFIX_HEADING_OVER_GROUND",), angle=True),
        ),
    ),
    PanelRow(
        "Velocities",
        "m/s",
        (
            Curve("through the water", ("PREFIX_SPEED",)),
            Curve("over ground", ("PREFIX_SPEED_OVER_GROUND",)),
            Curve("to starboard over ground", ("PREFIX_V",)),
            Curve("desired", ("DESIRED_SPEED",)),
        ),
    ),
    PanelRow("Roll and pitch", "deg", (Curve("roll", ("PREFIX_ROLL", "USM_WAVE_ROLL"), _DEG),
                                  Curve("pitch", ("PREFIX_PITCH",), _DEG))),
    PanelRow("Waves at the vehicle", "m", (Curve("elevation", ("USM_WAVE_ELEVATION",)),)),
    PanelRow("Wind", "m/s", (Curve("speed", ("USM_WIND_SPEED",)),)),
    PanelRow("Wind direction (from)", "deg", (Curve("direction", ("USM_WIND_DIR",), angle=True),)),
    PanelRow("Current", "m/s", (Curve("speed", ("USM_CURRENT_SPEED",)),)),
    PanelRow("Current direction (towards)", "deg", (Curve("direction", ("USM_CURRENT_DIR",), angle=True),)),
)  # fmt: skip
#: Endings of actuator states by the unit of their panel.
_ACTUATORS = (("Steering", "deg", ("_DEG",)), ("Propulsion", "rpm", ("_RPM",)))
#: Most actuators in one panel.
_MOST_ACTUATORS = 4
#: Height of the track in panels, and the relative width of the lane for arrows beside it.
_TRACK, _LANE = 3, 0.42


def weather_figure(logs: Sequence[RecordedRun], prefix: str = "") -> Figure:
    """One page for a run, one column each for several. Raises ``NothingToDrawError`` for a log without a position."""
    prefixes = [prefix.removesuffix("_") or _prefix(log) for log in logs]
    runs = [run_series(log, own) for log, own in zip(logs, prefixes, strict=True)]
    rows = [row for row in (*ROWS[:2], *_actuator_rows(logs, prefixes), *ROWS[2:]) if _any(row, logs, prefixes)]
    end = max(float(run.track_t[-1]) for run in runs)
    alone = len(logs) == 1
    with styled():
        # the track is as high as several panels, of a page so many that its columns are equally long
        track = _TRACK if not alone or len(rows) % 2 else 2 if _wide(runs[0]) else 4
        height = (len(rows) + track) // 2 if alone else len(rows) + track
        columns = 2 if alone else len(logs)
        figure = new_figure(12.0 if alone else 2.2 + 3.9 * columns, 0.6 + (1.3 if alone else 0.95) * height)
        grid = figure.add_gridspec(height, columns)
        first: Axes | None = None
        for column, (run, log) in enumerate(zip(runs, logs, strict=True)):
            axes = figure.add_subplot(grid[:track, column], sharex=first, sharey=first)
            _track(axes, run, log, runs)
            if first is None:
                axes.set_ylabel("north (m)")
                legend_inside(axes)
            first = first or axes
        shared: Axes | None = None
        for place, row in enumerate(rows, start=track):
            cells = [divmod(place, height)] if alone else [(column, place) for column in range(columns)]
            panels: list[Axes] = []
            for column, line in cells:
                axes = figure.add_subplot(grid[line, column], sharex=shared, sharey=panels[0] if panels else None)
                shared = shared or axes
                panels.append(axes)
                axes.set_title(row.title, fontsize=9)
                lowest = place == len(rows) + track - 1 or line == height - 1
                axes.tick_params(labelbottom=lowest, labelleft=len(panels) == 1)
                if lowest:
                    axes.set_xlabel("time (s)")
            panels[0].set_ylabel(row.unit)
            _draw_row(panels, row, logs, prefixes, runs)
        if shared is not None:
            shared.set_xlim(0.0, end)
        figure.align_ylabels()
        return figure


def _wide(run: RunSeries) -> bool:
    """Whether a track with its lane is far wider than high."""
    return float(np.ptp(run.y)) < 0.75 * float(np.ptp(run.x))


def _prefix(log: RecordedRun) -> str:
    for known in ("NAV", "USM"):
        if f"{known}_X" in log.series and f"{known}_Y" in log.series:
            return known
    raise NothingToDrawError(
        f"{log.path}: holds neither NAV_X, NAV_Y nor USM_X, USM_Y",
        remedy="give an .alog, or name the prefix by --prefix",
    )


def _find(log: RecordedRun, curve: Curve, prefix: str) -> Series | None:
    for name in curve.names:
        series = log.series.get(name.replace("PREFIX", prefix, 1))
        if series is not None:
            return series
    return None


def _any(row: PanelRow, logs: Sequence[RecordedRun], prefixes: Sequence[str]) -> bool:
    pairs = zip(logs, prefixes, strict=True)
    return any(_find(log, curve, prefix) is not None for log, prefix in pairs for curve in row.curves)


def _actuator_rows(logs: Sequence[RecordedRun], prefixes: Sequence[str]) -> list[PanelRow]:
    rows = []
    for title, unit, endings in _ACTUATORS:
        found: dict[str, None] = {}
        for log, prefix in zip(logs, prefixes, strict=True):
            for name in log.series:
                if name.startswith(f"{prefix}_") and name.endswith(endings):
                    found.setdefault(name.removeprefix(f"{prefix}_"))
        curves = tuple(
            Curve(name.removesuffix(endings[0]).lower().replace("_", " "), (f"PREFIX_{name}",))
            for name in sorted(found)[:_MOST_ACTUATORS]
        )
        rows.append(PanelRow(title, unit, curves))
    commands = (Curve("thrust", ("DESIRED_THRUST",)), Curve("rudder", ("DESIRED_RUDDER",)))
    rows.append(PanelRow("Commands", "%", commands))
    return rows


def _track(axes: Axes, run: RunSeries, log: RecordedRun, runs: Sequence[RunSeries]) -> None:
    """Draw the track, with arrows of wind, current and waves in a lane to its right."""
    axes.plot(*track_of(run), color=COLOURS[0])
    draw_plan(axes, [run.plan])
    axes.plot(run.x[0], run.y[0], "o", color=COLOURS[2], label="start", zorder=3)
    axes.set(xlabel="east (m)")
    axes.set_title(log.name)
    east, north = (np.concatenate([getattr(other, name) for other in runs]) for name in ("x", "y"))
    left, right = float(east.min()), float(east.max())
    middle, high = 0.5 * float(north.min() + north.max()), float(np.ptp(north))
    span = max(right - left, high, 2.0)
    high = 0.5 * max(1.12 * high, 0.5 * span)
    axes.set(xlim=(left - 0.06 * span, right + _LANE * span), ylim=(middle - high, middle + high))
    axes.set_aspect("equal", adjustable="box")
    draw_vehicle(axes, run, COLOURS[1], "end")
    place, reach = middle + 0.6 * high, 0.05 * span
    for name, label, towards in (("WIND", "wind", 180.0), ("CURRENT", "current", 0.0), ("WAVE", "waves", 0.0)):
        direction = log.series.get(f"USM_{name}_DIR")
        if direction is None:
            continue
        angle = np.deg2rad(_mean_angle(direction[1]) + towards)
        away = reach * np.array([np.sin(angle), np.cos(angle)])
        at = np.array([right + (_LANE - 0.09) * span, place])
        axes.annotate("", xy=tuple(at + away), xytext=tuple(at - away), arrowprops={"arrowstyle": "->", "shrinkA": 0})
        axes.text(right + (_LANE - 0.16) * span, place, label, ha="right", va="center", fontsize=8)
        place -= 0.6 * high


def _mean_angle(values: Array) -> float:
    return float(np.rad2deg(np.arctan2(np.mean(np.sin(np.deg2rad(values))), np.mean(np.cos(np.deg2rad(values))))))


def _draw_row(
    panels: Sequence[Axes],
    row: PanelRow,
    logs: Sequence[RecordedRun],
    prefixes: Sequence[str],
    runs: Sequence[RunSeries],
) -> None:
    """Draw one quantity of all runs: the curves, equal ones as one, and the legend beside them."""
    from matplotlib.lines import Line2D

    lines: list[dict[int, Series]] = []  # of each run, by the curve's number
    for log, own in zip(logs, prefixes, strict=True):
        found = [(k, curve, _find(log, curve, own)) for k, curve in enumerate(row.curves)]
        lines.append({k: (series[0], curve.scale * series[1]) for k, curve, series in found if series is not None})
    every = [series for column in lines for series in column.values()]
    if all(curve.angle for curve in row.curves):
        cut = circle_cut([values for _, values in every])
        lines = [{k: (t, opened(values, cut)) for k, (t, values) in column.items()} for column in lines]
        direction_lines(panels[0], every)
    span = float(np.ptp(np.concatenate([values for column in lines for _, values in column.values()])))
    groups: list[list[int]] = []
    for k in range(len(row.curves)):
        if not any(k in column for column in lines):
            continue
        alike = (group for group in groups if all(_alike(column, group[0], k, span) for column in lines))
        group = next(alike, None)
        if group is None:
            groups.append([k])
        else:
            group.append(k)
    handles = []
    for place, group in enumerate(groups):
        colour = COLOURS[place % len(COLOURS)]
        # what lies below shows on both sides of what lies on it
        look: dict[str, Any] = {"color": colour, "linewidth": 1.0 if len(groups) == 1 or place else 1.8}
        for axes, column, run in zip(panels, lines, runs, strict=True):
            if group[0] in column:
                series = column[group[0]]
                axes.plot(*broken(unwrapped_gaps(series) if row.curves[0].angle else series, run.jumps), **look)
        handles.append(Line2D([], [], **look, label=joined([row.curves[k].label for k in group])))
    for axes, column in zip(panels, lines, strict=True):
        if not column:
            say_in(axes, "none")
    if len(row.curves) > 1:
        panels[-1].legend(handles=handles, loc="center left", bbox_to_anchor=(1.01, 0.5), borderaxespad=0.0)


def _alike(column: dict[int, Series], one: int, other: int, span: float) -> bool:
    """Whether two curves of a run coincide, or are both missing."""
    if one not in column or other not in column:
        return one not in column and other not in column
    return same(column[one], column[other], span)
