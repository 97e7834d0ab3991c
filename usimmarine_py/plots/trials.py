"""Figures of standard manoeuvres: one subject or several on the same axes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.plots.style import colour, dash, new_figure, styled
from usimmarine_py.values.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class TrialSeries:
    """The data of one trial; position, heading and time count from the execute order."""

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
    place: int = 0  #: index of the subject: its colour and style, equal in every figure
    complete: bool = True  #: incomplete trials do not extend the axes
    table: Array = field(default_factory=lambda: np.empty((0, 3)))  #: spiral: rudder (%), yaw rate (rad/s), way


def trial_figure(name: str, series: Sequence[TrialSeries], missing: Sequence[str] = ()) -> Figure:
    """The figure of the manoeuvre ``name``; ``missing`` are the subjects that could not perform it.

    Raises ``MissingExtraError`` without matplotlib.
    """
    draw = _DRAWERS.get(name, _zigzag)
    title = _TITLES.get(name, name.replace("_", " ").capitalize())
    with styled():
        figure = new_figure(10.0, 5.6 if name.startswith("zigzag") else 5.2)
        draw(figure, _framed(series))
        figure.suptitle("\n".join([title, *([f"not done: {', '.join(missing)}"] if missing else [])]), fontsize=11)
        return figure


_TITLES = {"zigzag_10_10": "Zig-zag 10/10", "zigzag_20_20": "Zig-zag 20/20"}


def _framed(series: Sequence[TrialSeries]) -> list[TrialSeries]:
    """Cut incomplete trials to the time and the values of the complete ones, and mark them."""
    whole = [one for one in series if one.complete]
    if not whole:
        return [replace(one, label=f"{one.label}, not completed") for one in series]
    longest = max(float(one.t[-1]) for one in whole)
    framed = []
    for one in series:
        if one.complete:
            framed.append(one)
            continue
        early = _from(one, one.t <= longest)
        values: dict[str, Any] = {}
        for column in ("ahead", "across", "heading", "speed", "yaw_rate"):
            low = min(float(np.min(getattr(other, column)[other.t >= 0.0])) for other in whole)
            high = max(float(np.max(getattr(other, column)[other.t >= 0.0])) for other in whole)
            room, mine = 0.1 * (high - low), getattr(early, column)
            values[column] = np.where((mine >= low - room) & (mine <= high + room), mine, np.nan)
        framed.append(replace(early, label=f"{one.label}, not completed", **values))
    return framed


def _look(one: TrialSeries) -> dict[str, Any]:
    """Colour and dashes of a subject, visible also for equal motions and in grey prints."""
    return {"color": colour(one.place), "linestyle": dash(one.place)}


def _legend(figure: Figure, axes: Axes, *, most: int = 4) -> None:
    """Draw the legend of all subjects below the axes."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=min(most, len(labels)))


def _plan(axes: Axes, series: Sequence[TrialSeries]) -> None:
    for one in series:
        axes.plot(one.across, one.ahead, label=one.label, **_look(one))
        axes.plot(0.0, 0.0, "o", color="black", markersize=4, zorder=5)
    axes.set(xlabel="across, to starboard (m)", ylabel="ahead (m)", title="Track, execute at 0, 0")
    axes.set_aspect("equal", adjustable="datalim")


def _over_time(axes: Axes, series: Sequence[TrialSeries], what: Callable[[TrialSeries], Array], label: str) -> None:
    for one in series:
        axes.plot(one.t, what(one), label=one.label, **_look(one))
    axes.axvline(0.0, color="#888888", linewidth=0.8, linestyle=":")
    axes.set(ylabel=label)


def _circle(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(2, 2, width_ratios=(1.2, 1.0))
    plan = figure.add_subplot(grid[:, 0])
    # of the long approach only as much as the width of the turn
    width = max(float(np.nanmax(np.hypot(one.across, one.ahead)[one.t >= 0.0])) for one in series)
    # and one lap of the turn: more would fill the gaps of the dashes
    near = [_from(one, (one.ahead >= -0.5 * width) & (np.abs(one.heading) <= 370.0)) for one in series]
    _plan(plan, near)
    for one in series:
        if one.complete or len(series) == 1:
            _mark_circle(plan, one, named=len(series) == 1)
    speed = figure.add_subplot(grid[0, 1])
    _over_time(speed, series, lambda s: s.speed, "forward speed (m/s)")
    rate = figure.add_subplot(grid[1, 1], sharex=speed)
    _over_time(rate, series, lambda s: s.yaw_rate, "yaw rate (deg/s)")
    rate.set_xlabel("time since execute (s)")
    # the approach is long and straight: as much of it as of the turn
    longest = max(float(one.t[-1]) for one in series)
    rate.set_xlim(max(-0.3 * longest, min(float(one.t[0]) for one in series)), longest)
    _legend(figure, speed)


def _mark_circle(axes: Axes, one: TrialSeries, *, named: bool) -> None:
    """Draw advance, transfer and tactical diameter as dimension lines."""
    advance, transfer = one.metrics.get("advance"), one.metrics.get("transfer")
    diameter = one.metrics.get("tactical_diameter")
    side = -1.0 if one.metrics.get("side") == "port" else 1.0
    if isinstance(advance, float) and isinstance(transfer, float):
        axes.plot(side * transfer, advance, "D", color=colour(one.place), markersize=4)
        if not named:
            axes.plot([0, 0, side * transfer], [0, advance, advance], color=colour(one.place), linewidth=0.5)
    if isinstance(diameter, float):
        place = float(np.interp(180.0, side * one.heading, one.ahead))
        axes.plot(side * diameter, place, "s", color=colour(one.place), markersize=4)
    if named and isinstance(advance, float) and isinstance(transfer, float) and isinstance(diameter, float):
        # outside the track, as on a drawing
        width = float(np.ptp(one.across))
        left, top = side * float(np.min(side * one.across)) - side * 0.08 * width, float(np.max(one.ahead))
        _dimension(axes, (left, 0.0), (left, advance), f"advance {advance:.3g} m", side)
        axes.plot([left, side * transfer], [advance, advance], color="#888888", linewidth=0.6, linestyle=":")
        for size, name, at, begin in (
            (transfer, "transfer", top + 0.08 * width, advance),
            (diameter, "tactical diameter", top + 0.2 * width, place),
        ):
            _dimension(axes, (0.0, at), (side * size, at), f"{name} {size:.3g} m", side)
            axes.plot([side * size] * 2, [begin, at], color="#888888", linewidth=0.6, linestyle=":")
        axes.plot([0, 0], [0, top + 0.2 * width], color="#888888", linewidth=0.6, linestyle=":")


def _dimension(axes: Axes, begin: tuple[float, float], end: tuple[float, float], text: str, side: float) -> None:
    """Draw a dimension line with its text, beside a vertical line, else above."""
    arrows = {"arrowstyle": "<|-|>", "color": "black", "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, begin, arrowprops=arrows)
    middle = (0.5 * (begin[0] + end[0]), 0.5 * (begin[1] + end[1]))
    if begin[0] == end[0]:
        ha = "right" if side > 0 else "left"
        axes.annotate(
            text, middle, xytext=(-3 * side, 0), textcoords="offset points", rotation=90, ha=ha, va="center", fontsize=8
        )
    else:
        axes.annotate(text, middle, xytext=(0, 2), textcoords="offset points", ha="center", va="bottom", fontsize=8)


def _zigzag(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(3, 2, width_ratios=(1.6, 1.0), height_ratios=(1.5, 0.8, 1.0))
    heading = figure.add_subplot(grid[0, 0])
    _over_time(heading, series, lambda s: s.heading, "heading change (deg)")
    if len(series) == 1:
        _mark_overshoots(heading, series[0])
    rudder = figure.add_subplot(grid[1, 0], sharex=heading)
    for one in series:
        rudder.step(one.t, one.rudder, where="pre", linewidth=1.0, **_look(one))
    rudder.axvline(0.0, color="#888888", linewidth=0.8, linestyle=":")
    rudder.set_ylabel("rudder (%)")
    rate = figure.add_subplot(grid[2, 0], sharex=heading)
    _over_time(rate, series, lambda s: s.yaw_rate, "yaw rate (deg/s)")
    rate.set_xlabel("time since execute (s)")
    start = max(-5.0, *(float(one.t[0]) for one in series))
    heading.set_xlim(start, max(float(one.t[-1]) for one in series))
    _plan(figure.add_subplot(grid[:, 1]), [_since(one, start) for one in series])
    _legend(figure, heading)


def _mark_overshoots(axes: Axes, one: TrialSeries) -> None:
    """Draw each excursion beyond the heading at which the rudder was reversed."""
    overshoots, switches = one.metrics.get("overshoot_deg"), one.metrics.get("switch_times")
    if not isinstance(overshoots, list) or not isinstance(switches, list):
        return
    for k, size in enumerate(overshoots):
        begin = switches[k + 1] - switches[0]
        end = switches[k + 2] - switches[0] if k + 2 < len(switches) else float(one.t[-1])
        here = np.flatnonzero((one.t >= begin - 1e-9) & (one.t <= end + 1e-9))
        if not len(here):
            continue
        top = here[int(np.argmax(np.abs(one.heading[here])))]
        up = one.heading[top] > 0
        axes.plot(one.t[top], one.heading[top], "o", color="black", markersize=3)
        axes.annotate(
            f"overshoot {size:.1f}°", (one.t[top], one.heading[top]), xytext=(0, 5 if up else -5),
            textcoords="offset points", ha="center", va="bottom" if up else "top", fontsize=8,
        )  # fmt: skip
    axes.margins(y=0.2)


def _since(one: TrialSeries, start: float) -> TrialSeries:
    return _from(one, one.t >= start)


def _from(one: TrialSeries, keep: NDArray[np.bool_]) -> TrialSeries:
    columns = ("t", "ahead", "across", "heading", "speed", "yaw_rate", "rudder", "thrust")
    return replace(one, **{name: getattr(one, name)[keep] for name in columns})


def _stop(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(1, 2)
    speed = figure.add_subplot(grid[0, 0])
    longest = max(float(one.t[-1]) for one in series)
    shown = [_since(one, -max(longest, 1.0)) for one in series]
    _over_time(speed, shown, lambda s: s.speed, "forward speed (m/s)")
    speed.set(xlabel="time since execute (s)", title="Speed")
    reach = figure.add_subplot(grid[0, 1])
    _over_time(reach, shown, lambda s: s.ahead, "ahead (m)")
    for line, one in zip(list(reach.lines), series, strict=False):  # followed by the line of the order
        head, when = one.metrics.get("head_reach"), one.metrics.get("t_stop")
        if isinstance(head, float) and isinstance(when, float):
            reach.plot(when, head, "D", color=colour(one.place), markersize=5)
            text = f"{head:.3g} m in {when:.3g} s"
            if len(series) == 1:
                reach.annotate(text, (when, head), xytext=(-6, -4), textcoords="offset points", ha="right", va="top")
            line.set_label(f"{one.label}: {text}")
    reach.set(xlabel="time since execute (s)", title="Head reach")
    _legend(figure, reach, most=3)


def _acceleration(figure: Figure, series: Sequence[TrialSeries]) -> None:
    grid = figure.add_gridspec(1, 2)
    speed = figure.add_subplot(grid[0, 0])
    _over_time(speed, series, lambda s: s.speed, "forward speed (m/s)")
    far = figure.add_subplot(grid[0, 1])
    _over_time(far, series, lambda s: s.ahead, "distance (m)")
    end = 0.0
    for one in series:
        for share in (50, 90, 95):
            when = one.metrics.get(f"time_to_{share}")
            if isinstance(when, float) and when <= one.t[-1]:
                speed.plot(when, np.interp(when, one.t, one.speed), "o", color=colour(one.place), markersize=4)
                end = max(end, when)
    for axes, title in ((speed, "Speed; dots at 50, 90 and 95 %"), (far, "Distance")):
        axes.set(xlabel="time (s)", title=title)
        if end > 0.0:
            axes.set_xlim(0.0, 2.0 * end)
    if end > 0.0:
        reach = float(np.nanmax([np.interp(2.0 * end, one.t, one.ahead) for one in series]))
        far.set_ylim(0.0, 1.05 * reach)
    _legend(figure, speed)


def _spiral(figure: Figure, series: Sequence[TrialSeries]) -> None:
    axes = figure.add_subplot()
    ways = ((-1.0, "v", "rudder going to port"), (1.0, "^", "rudder going to starboard"))
    for one in series:
        for way, marker, _ in ways:
            rows = one.table[one.table[:, 2] == way]
            label = one.label if way < 0 else None
            rates = np.degrees(rows[:, 1])
            axes.plot(rows[:, 0], rates, marker=marker, markersize=4, label=label, **_look(one))
    for _, marker, label in ways:
        axes.plot([], [], linestyle="none", color="#555555", marker=marker, markersize=4, label=label)
    axes.axhline(0.0, color="#888888", linewidth=0.8)
    axes.axvline(0.0, color="#888888", linewidth=0.8)
    axes.set(xlabel="rudder (%), positive to starboard", ylabel="steady yaw rate (deg/s), positive to starboard")
    _legend(figure, axes)


_DRAWERS: Mapping[str, Callable[[Figure, Sequence[TrialSeries]], None]] = {
    "turning_circle": _circle,
    "crash_stop": _stop,
    "acceleration": _acceleration,
    "spiral": _spiral,
}
