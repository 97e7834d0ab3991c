"""The figure of runs in different weather, one column each: track, motion, actuators, and what wind and sea did.

Rows share their scale, so that calm and gale can be compared by eye.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.runs import RecordedRun, Series
from usimmarine_py.plots.style import COLOURS, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a panel: the first of the variables that the log holds."""

    label: str
    names: tuple[str, ...]  #: ``PREFIX`` stands for that of the position
    scale: float = 1.0
    style: str = "-"
    angle: bool = False  #: deg that wrap at 360


@dataclass(frozen=True, slots=True)
class Row:
    """Panels beside each other with one scale."""

    title: str
    unit: str
    curves: tuple[Curve, ...]


_DEG = 180.0 / np.pi
ROWS: tuple[Row, ...] = (
    Row(
        "Heading, turns counted on",
        "deg",
        (
            Curve("desired", ("DESIRED_HEADING",), style=":", angle=True),
            Curve("heading", ("PREFIX_HEADING",), angle=True),
            Curve("course over ground", ("PREFIX_HEADING_OVER_GROUND",), style="--", angle=True),
        ),
    ),
    Row(
        "Velocities",
        "m/s",
        (
            Curve("through the water", ("PREFIX_SPEED",)),
            Curve("over ground", ("PREFIX_SPEED_OVER_GROUND",), style="--"),
            Curve("to starboard over ground", ("PREFIX_V",), style="-."),
            Curve("desired", ("DESIRED_SPEED",), style=":"),
        ),
    ),
    Row("Roll and pitch", "deg", (Curve("roll", ("PREFIX_ROLL", "USM_WAVE_ROLL"), _DEG),
                                  Curve("pitch", ("PREFIX_PITCH",), _DEG, "--"))),
    Row("Waves at the vehicle", "m", (Curve("elevation", ("USM_WAVE_ELEVATION",)),)),
    Row("Wind", "m/s", (Curve("speed", ("USM_WIND_SPEED",)),)),
    Row("Wind direction (from)", "deg", (Curve("direction", ("USM_WIND_DIR",), angle=True),)),
    Row("Current", "m/s", (Curve("speed", ("USM_CURRENT_SPEED",)),)),
    Row("Current direction (towards)", "deg", (Curve("direction", ("USM_CURRENT_DIR",), angle=True),)),
)  # fmt: skip
#: Endings of actuator states by the unit of their panel.
_ACTUATORS = (("Steering", "deg", ("_DEG",)), ("Propulsion", "rpm", ("_RPM",)))
#: Actuators that are drawn at most in one panel.
_MOST_ACTUATORS = 4


def weather_figure(logs: Sequence[RecordedRun], prefix: str = "") -> Figure:
    """One column for each run. Raises ``NothingToDrawError`` for a log without a position."""
    prefixes = [prefix.removesuffix("_") or _prefix(log) for log in logs]
    rows = [row for row in (*ROWS[:2], *_actuator_rows(logs, prefixes), *ROWS[2:]) if _any(row, logs, prefixes)]
    end = max(log.variable(f"{p}_X")[0][-1] for log, p in zip(logs, prefixes, strict=True))
    with styled():
        figure = new_figure(1.0 + 4.0 * len(logs), 3.2 + 1.45 * len(rows))
        grid = figure.add_gridspec(len(rows) + 1, len(logs), height_ratios=[2.4] + [1.0] * len(rows))
        first: Axes | None = None
        for column, (log, own) in enumerate(zip(logs, prefixes, strict=True)):
            axes = figure.add_subplot(grid[0, column], sharex=first, sharey=first)
            first = first or axes
            _track(axes, log, own)
            axes.set_aspect("equal", adjustable="box")
            axes.set_title(log.name)
            if column == 0:
                axes.set_ylabel("north (m)")
                axes.legend(loc="center")
        for place, row in enumerate(rows, start=1):
            shared: Axes | None = None
            for column, (log, own) in enumerate(zip(logs, prefixes, strict=True)):
                axes = figure.add_subplot(grid[place, column], sharey=shared)
                shared = shared or axes
                _panel(axes, log, own, row)
                axes.set_xlim(0.0, end)
                if column == 0:
                    axes.set_ylabel(row.unit)
                if column == 0 and len(row.curves) > 1:
                    axes.legend(loc="best", ncols=2)
                axes.set_title(row.title, fontsize=9)
                if place == len(rows):
                    axes.set_xlabel("time (s)")
        return figure


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


def _any(row: Row, logs: Sequence[RecordedRun], prefixes: Sequence[str]) -> bool:
    pairs = zip(logs, prefixes, strict=True)
    return any(_find(log, curve, prefix) is not None for log, prefix in pairs for curve in row.curves)


def _actuator_rows(logs: Sequence[RecordedRun], prefixes: Sequence[str]) -> list[Row]:
    rows = []
    for title, unit, endings in _ACTUATORS:
        found: dict[str, None] = {}
        for log, prefix in zip(logs, prefixes, strict=True):
            for name in log.series:
                if name.startswith(f"{prefix}_") and name.endswith(endings):
                    found.setdefault(name.removeprefix(f"{prefix}_"))
        styles = ("-", "--", "-.", ":")
        curves = tuple(
            Curve(name.removesuffix(endings[0]).lower().replace("_", " "), (f"PREFIX_{name}",), style=styles[i])
            for i, name in enumerate(sorted(found)[:_MOST_ACTUATORS])
        )
        rows.append(Row(title, unit, curves))
    commands = (Curve("thrust", ("DESIRED_THRUST",)), Curve("rudder", ("DESIRED_RUDDER",), style="--"))
    rows.append(Row("Commands", "%", commands))
    return rows


def _track(axes: Axes, log: RecordedRun, prefix: str) -> None:
    x, y = log.variable(f"{prefix}_X"), log.variable(f"{prefix}_Y")
    north = np.interp(x[0], y[0], y[1])
    axes.plot(x[1], north, color=COLOURS[0])
    axes.plot(x[1][0], north[0], "o", color=COLOURS[2], label="start")
    axes.plot(x[1][-1], north[-1], "s", color=COLOURS[1], label="end")
    axes.set(xlabel="east (m)")
    place = 0.86
    for name, label, towards in (("WIND", "wind", 180.0), ("CURRENT", "current", 0.0), ("WAVE", "waves", 0.0)):
        direction = log.series.get(f"USM_{name}_DIR")
        if direction is None:
            continue
        mean = np.deg2rad(_mean_angle(direction[1]) + towards)
        reach = 0.07
        axes.annotate(
            "",
            xy=(0.9 + reach * np.sin(mean), place + reach * np.cos(mean)),
            xytext=(0.9 - reach * np.sin(mean), place - reach * np.cos(mean)),
            xycoords="axes fraction",
            arrowprops={"arrowstyle": "->"},
        )
        axes.text(0.82, place, label, transform=axes.transAxes, ha="right", va="center", fontsize=8)
        place -= 0.2


def _mean_angle(values: Array) -> float:
    return float(np.rad2deg(np.arctan2(np.mean(np.sin(np.deg2rad(values))), np.mean(np.cos(np.deg2rad(values))))))


def _base(log: RecordedRun, prefix: str, row: Row) -> float | None:
    """About where the angles of a panel are drawn (deg): a steady direction near north straddles 0."""
    found = [_find(log, curve, prefix) for curve in row.curves if curve.angle]
    if not found or found[0] is None or len(found) > 1:
        return None
    mean = _mean_angle(found[0][1])
    return mean if mean > -90.0 else mean + 360.0


def _panel(axes: Axes, log: RecordedRun, prefix: str, row: Row) -> None:
    drawn, base = 0, _base(log, prefix, row)
    for i, curve in enumerate(row.curves):
        series = _find(log, curve, prefix)
        if series is None:
            continue
        times, values = series
        if curve.angle:
            # a turn through north goes on above 360 or below 0, and all curves of a panel on the same turn
            values = np.unwrap(values, period=360.0)
            values = values - 360.0 * np.round((np.mean(values) - base) / 360.0) if base is not None else values
            base = float(np.mean(values)) if base is None else base
        drawn += 1
        axes.plot(
            times, curve.scale * values, curve.style, color=COLOURS[i % len(COLOURS)], label=curve.label, linewidth=1.0
        )
    if not drawn:
        axes.text(0.5, 0.5, "none", transform=axes.transAxes, ha="center", va="center", color="#777777")
