"""The time line of a run: a lane for each vehicle with its modes and waypoints; messages, orders and encounters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from typing import TYPE_CHECKING

from usimmarine_py.logs.fleet.meetings import Meeting
from usimmarine_py.logs.fleet.read import FleetLog, FleetVehicle

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Half the height of a lane's bar.
_HALF = 0.2
#: About how many letters fit into the whole width.
_LETTERS = 150
#: More messages are drawn without names, and without heads of arrows.
_MOST_NAMED, _MOST_ARROWS = 12, 150
_INK, _SENT, _SHORE = "#222222", "#3a4fa0", "shore"


def lanes_of(log: FleetLog) -> list[str]:
    """The names of the lanes from top to bottom."""
    return [*([_SHORE] if log.orders else []), *(vehicle.name for vehicle in log.vehicles)]


def draw_timeline(axes: Axes, log: FleetLog, colours: Sequence[str], met: Sequence[Meeting]) -> None:
    """Draw all of it; times are s since the start of the earliest log."""
    lanes = lanes_of(log)
    place = {name: -k for k, name in enumerate(lanes)}
    end = max(log.end, 1.0)
    axes.set_xlim(0.0, end)
    axes.set_ylim(-len(lanes) + 0.45, 0.75)
    axes.set_yticks([place[name] for name in lanes], lanes)
    axes.grid(visible=False, axis="y")
    axes.set_title("Modes, waypoints, messages, closest approaches", loc="left")
    axes.set_xlabel("time since start of the log (s)")
    for vehicle, colour in zip(log.vehicles, colours, strict=True):
        draw_lane(axes, vehicle, colour, place[vehicle.name], end)
    _draw_orders(axes, log, place.get(_SHORE, 0), end)
    _draw_messages(axes, log, place, end)
    for meeting in met:
        first, second = (place[name] for name in meeting.vehicles)
        axes.plot([meeting.time] * 2, [first, second], color=_INK, linewidth=0.9, marker="o", markersize=3.5, zorder=4)
    if met:
        axes.plot([], [], color=_INK, linewidth=0.9, marker="o", markersize=3.5, label="closest approach")
    for kind in dict.fromkeys(event.what.partition(" ")[0] for event in log.counted):
        times = [event.time for event in log.counted if event.what.startswith(kind)]
        axes.plot(
            times, [-len(lanes) + 0.6] * len(times), marker="x", linestyle="none", markersize=5,
            color={"collision": "#c00000", "near_miss": "#d07000"}.get(kind, "#777777"), label=kind.replace("_", " "),
        )  # fmt: skip
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.1, ncols=6)


def draw_lane(
    axes: Axes, vehicle: FleetVehicle, colour: str, y: float, end: float, *, half: float = _HALF,
    until: float | None = None,
) -> None:  # fmt: skip
    """Draw modes as bars of height 2 ``half`` around ``y`` to ``until`` (s; None: its last position), and waypoints.

    ``end``: of the time line, s.
    """
    begin = float(vehicle.run.track_t[0])
    last = float(vehicle.run.track_t[-1]) if until is None else until
    modes = list(vehicle.modes) or [(begin, "")]
    for k, (time, mode) in enumerate(modes):
        over = modes[k + 1][0] if k + 1 < len(modes) else max(last, time)
        axes.barh(
            y, over - time, left=time, height=2 * half, color=colour, alpha=0.28 if k % 2 else 0.55, zorder=1.5,
            edgecolor=_INK, linewidth=0.4,
        )  # fmt: skip
        text = mode.rpartition(":")[2]
        if text and len(text) <= (over - time) / end * _LETTERS:
            axes.text(time + 0.004 * end, y, text, va="center", fontsize=7, color=_INK, zorder=3, clip_on=True)
    reached = [event.time for event in vehicle.events if event.kind == "waypoint"]
    axes.plot(reached, [y - half] * len(reached), linestyle="none", marker="^", markersize=3.5, color=_INK, zorder=3)


def _draw_orders(axes: Axes, log: FleetLog, y: float, end: float) -> None:
    times = dict.fromkeys(order.time for order in log.orders)
    shown = -end
    for time in times:
        texts = [order.what for order in log.orders if order.time == time]
        axes.plot(time, y, marker="v", markersize=5, color=_INK, zorder=3)
        if time - shown > 0.02 * end:
            more = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
            axes.text(
                time + 0.008 * end, y, f"{texts[0]}{more}", va="center", fontsize=7, color=_INK, clip_on=True, zorder=3
            )
            shown = time + len(f"{texts[0]}{more}") / _LETTERS * end


def _draw_messages(axes: Axes, log: FleetLog, place: Mapping[str, float], end: float) -> None:
    """A line from the lane of the sender, when it was sent, to that of each receiver, when it came."""
    known = {name.lower(): y for name, y in place.items()}
    named = len(log.messages) <= _MOST_NAMED
    sent = False
    lost: list[tuple[float, float]] = []
    many: list[tuple[float, float]] = []
    for message in log.messages:
        y = known.get(message.sender.lower())
        if y is None:
            continue
        for name, time in message.arrivals:
            to = known[name.lower()]
            if len(log.messages) > _MOST_ARROWS:
                many += [(message.time, y), (time, to), (nan, nan)]
                continue
            axes.annotate(
                "", (time, to), (message.time, y), zorder=3.5,
                arrowprops={"arrowstyle": "-|>", "color": _SENT, "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0},
            )  # fmt: skip
        if not message.arrivals:
            lost.append((message.time, y))
        sent = sent or bool(message.arrivals)
        if named:
            axes.text(
                message.time + 0.004 * end, y + _HALF + 0.04, message.variable, fontsize=6.5, color=_SENT, zorder=3,
                clip_on=True,
            )  # fmt: skip
    if many:
        axes.plot(*zip(*many, strict=True), color=_SENT, linewidth=0.5, alpha=0.7, zorder=3.5)
    if sent:
        axes.plot([], [], color=_SENT, marker=">", markersize=4, label="message")
    if lost:
        axes.plot(
            *zip(*lost, strict=True), linestyle="none", marker="x", markersize=5, color="#a03a3a", zorder=3.5,
            label="message without receiver",
        )  # fmt: skip
    if any(event.kind == "waypoint" for vehicle in log.vehicles for event in vehicle.events):
        axes.plot([], [], linestyle="none", marker="^", markersize=3.5, color=_INK, label="waypoint")
