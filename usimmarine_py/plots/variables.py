"""The figure of variables over time: one panel each, with several runs in each panel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.logs.motion import run_series
from usimmarine_py.logs.runs import RecordedRun, Series
from usimmarine_py.plots.lines import broken, direction_lines
from usimmarine_py.plots.style import (
    MOST_NAMED,
    colour,
    legend_beside_title,
    looks,
    new_figure,
    runs_title,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Unit by the end of a variable's name, since MOOS has no units.
_UNITS = {
    "_X": "m", "_Y": "m", "_Z": "m", "_DEPTH": "m", "_ALTITUDE": "m", "_HS": "m", "_ELEVATION": "m", "_HEAVE": "m",
    "_SPEED": "m/s", "_SPEED_OVER_GROUND": "m/s", ".xmag": "m/s", ".ymag": "m/s", ".mag": "m/s", ".spd": "m/s",
    "_HEADING": "deg", "_HEADING_OVER_GROUND": "deg", "_DIR": "deg", ".ang": "deg", ".dir": "deg",
    "_THRUST": "%", "_RUDDER": "%", "_ELEVATOR": "%", "_THRUST_L": "%", "_THRUST_R": "%",
    "_LAT": "deg", "_LONG": "deg", "_YAW": "rad", "_PITCH": "rad", "_ROLL": "rad",
    "_DEG": "deg", "_deg": "deg", "_RPM": "rpm", "_rpm": "rpm", "_RAD_S": "rad/s", "_rad_s": "rad/s",
}  # fmt: skip
#: Units of the columns of tables, by their whole name.
_COLUMN_UNITS = {
    **dict.fromkeys(("x", "y", "depth", "altitude"), "m"),
    **dict.fromkeys(("speed", "sog", "sway", "u", "v", "w", "drift_x", "drift_y", "wind_speed"), "m/s"),
    **dict.fromkeys(("heading", "hog", "wind_dir"), "deg"),
    **dict.fromkeys(("roll", "pitch", "yaw"), "rad"),
    **dict.fromkeys(("p", "q", "r"), "rad/s"),
    **dict.fromkeys(("thrust", "rudder", "elevator", "thrust_left", "thrust_right"), "%"),
    "yaw_rate": "deg/s",
}
#: Forces on a vehicle, posted (laws/hydrodynamics 15) or in a table.
_FORCE = re.compile(r"(?:USM_FORCE_\w+_[XYZKMN]|force_\w+_[xyzkmn])\Z")
#: Endings of directions: they wrap at 360.
_DIRECTIONS = ("HEADING", "HEADING_OVER_GROUND", "_DIR", ".ang", ".dir", "heading", "hog", "wind_dir")
#: Posted only on changes: the value holds until the next post.
_STEPS = ("DESIRED_", "DRIFT_", "USM_DRIFT_SUMMARY.", "WIND_CONDITIONS.")


def parse_variables(text: str) -> tuple[tuple[str, ...], ...]:
    """``A,B+C``: one panel for A, one for B and C together. Raises ``ConfigError`` when nothing is named."""
    panels = (tuple(name.strip() for name in panel.split("+") if name.strip()) for panel in text.split(","))
    found = tuple(panel for panel in panels if panel)
    if not found:
        raise ConfigError("names no variable; write --vars NAV_SPEED,NAV_DEPTH", key="--vars")
    return found


def unit_of(name: str) -> str:
    """The unit of a variable by its name; empty if unknown."""
    if _FORCE.match(name):
        return "N" if name[-1].lower() in "xyz" else "N m"
    if name in _COLUMN_UNITS:
        return _COLUMN_UNITS[name]
    end = max((end for end in _UNITS if name.endswith(end)), key=len, default="")
    return _UNITS.get(end, "")


def absent(logs: Sequence[RecordedRun], panels: Sequence[Sequence[str]]) -> list[str]:
    """The gaps of a figure of several runs: one line for each variable that is missing in some of them."""
    found = []
    for name in dict.fromkeys(name for panel in panels for name in panel):
        without = [log.name for log in logs if _held(log, name) is None]
        if without:
            found.append(f"no {name} in {', '.join(without)}")
    return found


def _held(log: RecordedRun, name: str) -> Series | None:
    try:
        return log.variable(name)
    except NothingToDrawError:
        return None


def _jumps(log: RecordedRun) -> NDArray[np.float64]:
    try:
        return run_series(log).jumps
    except NothingToDrawError:
        return np.zeros(0)  # without a position


def _widths(place: int, of: int, *, alone: bool) -> float:
    """The width of a line below others, so that it is visible on both sides."""
    return 1.4 if of == 1 or not alone else 2.4 if place == 0 else 1.2


def variables_figure(logs: Sequence[RecordedRun], panels: Sequence[Sequence[str]]) -> Figure:
    """One panel for each entry of ``panels``, which names one variable or several.

    Several runs share the axes; dashes distinguish the runs, and so do colours, except in a panel of several variables,
    where they distinguish these. A jump of the vehicle breaks the lines.
    Raises ``NothingToDrawError`` with a suggestion for a variable that no log holds.
    """
    for name in (name for panel in panels for name in panel):
        if all(_held(log, name) is None for log in logs):
            logs[0].variable(name)  # raises the error with a suggestion
    jumps = {(log.path, log.name): _jumps(log) for log in logs}
    alone, named = len(logs) == 1, 1 < len(logs) <= MOST_NAMED
    with styled():
        figure = new_figure(10.0, 1.0 + 1.9 * len(panels))
        shared = None
        for row, panel in enumerate(panels, start=1):
            axes = figure.add_subplot(len(panels), 1, row, sharex=shared)
            shared = shared or axes
            directions = all(name.endswith(_DIRECTIONS) for name in panel)
            held = [log.variable(name) for name in panel for log in logs if _held(log, name) is not None]
            # of many runs with several names the lines come in this order, too
            wrapped = iter(direction_lines(axes, held) if directions else held)
            for place, name in enumerate(panel):
                for log, look in zip(logs, looks(len(logs)), strict=True):
                    series = _held(log, name)
                    if series is None:
                        continue
                    if alone or len(panel) > 1:
                        look = {**look, "color": colour(place), "linewidth": _widths(place, len(panel), alone=alone)}
                    times, values = broken(next(wrapped), jumps[log.path, log.name])
                    steps = name.startswith(_STEPS)
                    if steps:  # the last post holds to the end of the log
                        times, values = np.append(times, log.end), np.append(values, values[-1])
                    axes.plot(times, values, **look, drawstyle="steps-post" if steps else "default")
                if len(panel) > 1:
                    axes.plot([], [], color=colour(place), label=name)
            if named and row == 1:
                for log, look in zip(logs, looks(len(logs)), strict=True):
                    axes.plot([], [], **({**look, "color": "#555555"} if len(panel) > 1 else look), label=log.name)
            units = sorted({unit_of(name) for name in panel} - {""})
            axes.set(ylabel=units[0] if len(units) == 1 else "")
            axes.set_title(", ".join(panel), loc="left")
            if not directions:
                axes.margins(y=0.1)
            legend_beside_title(axes, 9.2)
        axes.set_xlabel("time since start of the log (s)")
        figure.align_ylabels()
        figure.suptitle(runs_title([log.name for log in logs]), fontsize=11)
        return figure
