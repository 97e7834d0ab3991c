"""Figures of standard manoeuvres: one subject or several on the same axes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.plots.style import COLOURS, dash, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrialSeries:
    """What a figure needs of one trial; place and heading count from the order to execute, time too."""

    label: str
    t: Array  #: s, 0 = execute, shape (n,)
    ahead: Array  #: m
    across: Array  #: m, to starboard
    heading: Array  #: deg, change since execute
    speed: Array  #: m/s, forward
    yaw_rate: Array  #: deg/s
    rudder: Array  #: %
    thrust: Array  #: %
    metrics: Mapping[str, object]
    table: Array = field(default_factory=lambda: np.empty((0, 3)))  #: spiral: rudder (%), yaw rate (rad/s), way


def trial_figure(name: str, series: Sequence[TrialSeries]) -> Figure:
    """The figure of the manoeuvre ``name``. Raises ``MissingExtraError`` without matplotlib."""
    draw = _DRAWERS.get(name, _zigzag)
    with styled():
        figure = new_figure(10.0, 5.2)
        draw(figure, series)
        figure.suptitle(name.replace("_", " ").capitalize(), fontsize=11)
        return figure


def _colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def _plan(axes: Axes, series: Sequence[TrialSeries]) -> None:
    for i, one in enumerate(series):
        axes.plot(one.across, one.ahead, color=_colour(i), linestyle=dash(i), label=one.label)
        axes.plot(0.0, 0.0, "o", color="black", markersize=4, zorder=5)
    axes.set(xlabel="across, to starboard (m)", ylabel="ahead (m)", title="Track, execute at 0, 0")
    axes.set_aspect("equal", adjustable="datalim")
    axes.legend(loc="best")


def _over_time(axes: Axes, series: Sequence[TrialSeries], what: Callable[[TrialSeries], Array], label: str) -> None:
    for i, one in enumerate(series):
        axes.plot(one.t, what(one), color=_colour(i), linestyle=dash(i), label=one.label)
    axes.axvline(0.0, color="#888888", linewidth=0.8, linestyle=":")
    axes.set(ylabel=label)


def _circle(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(2, 2, width_ratios=(1.2, 1.0))
    plan = figure.add_subplot(grid[:, 0])
    # of the long approach only what is as long as the turn is wide
    width = max(float(np.max(np.hypot(one.across, one.ahead)[one.t >= 0.0])) for one in series)
    near = [_from(one, one.ahead >= -0.5 * width) for one in series]
    _plan(plan, near)
    for i, one in enumerate(series):
        _mark_circle(plan, one, _colour(i), named=len(series) == 1)
    speed = figure.add_subplot(grid[0, 1])
    _over_time(speed, series, lambda s: s.speed, "forward speed (m/s)")
    rate = figure.add_subplot(grid[1, 1], sharex=speed)
    _over_time(rate, series, lambda s: s.yaw_rate, "yaw rate (deg/s)")
    rate.set_xlabel("time since execute (s)")


def _mark_circle(axes: Axes, one: TrialSeries, colour: str, *, named: bool) -> None:
    """Advance, transfer and tactical diameter as dimension lines."""
    advance, transfer = one.metrics.get("advance"), one.metrics.get("transfer")
    diameter = one.metrics.get("tactical_diameter")
    if isinstance(advance, float) and isinstance(transfer, float):
        axes.plot([0, 0, transfer], [0, advance, advance], color=colour, linewidth=0.8, linestyle="--")
        axes.plot(transfer, advance, "D", color=colour, markersize=4)
        if named:
            axes.annotate(f"advance {advance:.3g} m", (0, 0.55 * advance), rotation=90, ha="right", fontsize=8)
            axes.annotate(f"transfer {transfer:.3g} m", (0.5 * transfer, advance), va="bottom", ha="center", fontsize=8)
    if isinstance(diameter, float):
        place = float(np.interp(180.0, one.heading, one.ahead))
        axes.plot(diameter, place, "s", color=colour, markersize=4)
        if named:
            axes.plot([0, diameter], [place, place], color=colour, linewidth=0.8, linestyle="--")
            text = f"tactical diameter {diameter:.3g} m"
            axes.annotate(text, (0.5 * diameter, place), va="bottom", ha="center", fontsize=8)


def _zigzag(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(2, 2, width_ratios=(1.6, 1.0))
    heading = figure.add_subplot(grid[0, 0])
    _over_time(heading, series, lambda s: s.heading, "heading change (deg)")
    for i, one in enumerate(series):
        scale = 0.2 if np.max(np.abs(one.rudder)) > 40 else 1.0
        name = "rudder / 5 (%)" if scale < 1 else "rudder (%)"
        label = name if len(series) == 1 else None
        heading.step(
            one.t, scale * one.rudder, where="pre", color=_colour(i), linewidth=0.8, linestyle="--", label=label
        )
    heading.legend(loc="best")
    rate = figure.add_subplot(grid[1, 0], sharex=heading)
    _over_time(rate, series, lambda s: s.yaw_rate, "yaw rate (deg/s)")
    rate.set_xlabel("time since execute (s)")
    start = max(-5.0, *(float(one.t[0]) for one in series))
    heading.set_xlim(start, max(float(one.t[-1]) for one in series))
    _plan(figure.add_subplot(grid[:, 1]), [_since(one, start) for one in series])


def _since(one: TrialSeries, start: float) -> TrialSeries:
    return _from(one, one.t >= start)


def _from(one: TrialSeries, keep: NDArray[np.bool_]) -> TrialSeries:
    columns = ("t", "ahead", "across", "heading", "speed", "yaw_rate", "rudder", "thrust")
    values = {name: getattr(one, name)[keep] for name in columns}
    return TrialSeries(one.label, metrics=one.metrics, table=one.table, **values)


def _stop(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(1, 2)
    speed = figure.add_subplot(grid[0, 0])
    longest = max(float(one.t[-1]) for one in series)
    shown = [_since(one, -max(longest, 1.0)) for one in series]
    _over_time(speed, shown, lambda s: s.speed, "forward speed (m/s)")
    speed.set(xlabel="time since execute (s)", title="Speed")
    speed.legend(loc="best")
    reach = figure.add_subplot(grid[0, 1])
    _over_time(reach, shown, lambda s: s.ahead, "ahead (m)")
    for i, one in enumerate(series):
        head, when = one.metrics.get("head_reach"), one.metrics.get("t_stop")
        if isinstance(head, float) and isinstance(when, float):
            label = f"{one.label}: {head:.3g} m in {when:.3g} s"
            reach.plot(when, head, "D", color=_colour(i), markersize=5, label=label)
    reach.set(xlabel="time since execute (s)", title="Head reach")
    if any(isinstance(one.metrics.get("head_reach"), float) for one in series):
        handles, labels = reach.get_legend_handles_labels()
        named = [(h, label) for h, label in zip(handles, labels, strict=True) if " m in " in label]
        reach.legend(*zip(*named, strict=True), loc="best")


def _acceleration(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(1, 2)
    speed = figure.add_subplot(grid[0, 0])
    _over_time(speed, series, lambda s: s.speed, "forward speed (m/s)")
    far = figure.add_subplot(grid[0, 1])
    _over_time(far, series, lambda s: s.ahead, "distance (m)")
    end = 0.0
    for i, one in enumerate(series):
        for share in (50, 90, 95):
            when = one.metrics.get(f"time_to_{share}")
            if isinstance(when, float):
                speed.plot(when, np.interp(when, one.t, one.speed), "o", color=_colour(i), markersize=4)
                end = max(end, when)
    for axes, title in ((speed, "Speed; dots at 50, 90 and 95 %"), (far, "Distance")):
        axes.set(xlabel="time (s)", title=title)
        if end > 0.0:
            axes.set_xlim(0.0, 2.0 * end)
    if end > 0.0:
        reach = max(float(np.interp(2.0 * end, one.t, one.ahead)) for one in series)
        far.set_ylim(0.0, 1.05 * reach)
    speed.legend(loc="best")


def _spiral(figure: Figure, series: Sequence[TrialSeries]) -> None:
    axes = figure.add_subplot()
    for i, one in enumerate(series):
        for way, style, marker in ((-1.0, "-", "v"), (1.0, "--", "^")):
            rows = one.table[one.table[:, 2] == way]
            label = f"{one.label}, rudder going to {'port' if way < 0 else 'starboard'}"
            axes.plot(
                rows[:, 0], np.degrees(rows[:, 1]), style, color=_colour(i), marker=marker, markersize=4, label=label
            )
    axes.axhline(0.0, color="#888888", linewidth=0.8)
    axes.axvline(0.0, color="#888888", linewidth=0.8)
    axes.set(xlabel="rudder (%), positive to starboard", ylabel="steady yaw rate (deg/s)")
    axes.legend(loc="best")


_DRAWERS: Mapping[str, Callable[[Figure, Sequence[TrialSeries]], None]] = {
    "turning_circle": _circle,
    "crash_stop": _stop,
    "acceleration": _acceleration,
    "spiral": _spiral,
}
