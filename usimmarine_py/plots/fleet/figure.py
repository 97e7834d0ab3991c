"""The figure of a run of several vehicles: tracks in their colours, encounters, speeds, distances, and a time line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.fleet.meetings import Meeting, distance_between, meetings, place_at
from usimmarine_py.logs.fleet.read import FleetLog, FleetVehicle
from usimmarine_py.logs.runs import Series
from usimmarine_py.plots.fleet.colours import rimmed, vehicle_colours
from usimmarine_py.plots.fleet.timeline import draw_timeline, lanes_of
from usimmarine_py.plots.lines import broken, track_of
from usimmarine_py.plots.style import (
    LEAST_SPEEDS,
    at_least,
    dash,
    legend_inside,
    new_figure,
    panel,
    seen_from_above,
    styled,
)
from usimmarine_py.plots.track import bow, draw_bed, draw_plan, hull_marker, widen
from usimmarine_py.sea.data.seabed import Seabed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Closest approaches that are drawn: the nearest ones.
MOST_MEETINGS = 12
_WIDTH = 1.6
_INK = "#222222"
_POLYGON: dict[str, Any] = {"color": "#9a9a9a", "linewidth": 0.8, "linestyle": (0, (4, 2))}
#: Least span of an axis of distances, m.
_LEAST_DISTANCES = 2.0
#: Names closer than this part of the map's width stand below each other.
_CLOSE = 0.06


def fleet_figure(log: FleetLog, bed: Seabed | None = None) -> Figure:
    """Tracks over the sea bed if there is one; speeds and distances over time; below them the time line.

    Raises ``NothingToDrawError`` without a vehicle and ``MissingExtraError`` without matplotlib.
    """
    if not log.vehicles:
        raise NothingToDrawError(f"{log.name}: no vehicle to draw")
    with styled():
        lanes = len(lanes_of(log))
        below = 0.9 + 0.34 * lanes
        figure = new_figure(12.0, 6.2 + below)
        colours = vehicle_colours(log.vehicles)
        met = [one for one in meetings(log.vehicles) if one.passing][:MOST_MEETINGS]
        deep = [vehicle.run.dives for vehicle in log.vehicles]
        panels = 1 + int(len(log.vehicles) > 1) + int(any(deep))
        grid = figure.add_gridspec(
            panels + 1, 2, width_ratios=(1.5, 1.0), height_ratios=[6.2 / panels] * panels + [below]
        )
        chart = figure.add_subplot(grid[:panels, 0])
        draw_chart(chart, log, colours, met)
        if bed is not None:
            draw_bed(figure, chart, bed)
        _draw_columns([figure.add_subplot(grid[k, 1]) for k in range(panels)], log.vehicles, colours, any(deep))
        draw_timeline(figure.add_subplot(grid[panels, :]), log, colours, met)
        number = f": {len(log.vehicles)} vehicles" if len(log.vehicles) > 1 else ""
        figure.suptitle(f"{log.name}{number}", fontsize=11)
        return figure


def draw_chart(axes: Axes, log: FleetLog, colours: Sequence[str], met: Sequence[Meeting]) -> None:
    """Tracks with names at their ends, the plans, polygons that were shown, and where vehicles came closest."""
    for corners in log.regions:
        axes.plot(*zip(*corners, corners[0], strict=True), **_POLYGON, zorder=1.4)
    if log.regions:
        axes.plot([], [], **_POLYGON, label="polygon shown")
    draw_plan(axes, [vehicle.run.plan for vehicle in log.vehicles])
    for place, (vehicle, colour) in enumerate(zip(log.vehicles, colours, strict=True)):
        run = vehicle.run
        # vehicles on one course: those below are seen in the gaps
        axes.plot(*track_of(run), **rimmed(colour, _WIDTH), linestyle=dash(place), zorder=2.5)
        axes.plot(run.x[0], run.y[0], "o", markersize=6, markerfacecolor=colour, markeredgecolor=_INK, zorder=3.2)
        axes.plot(
            run.x[-1], run.y[-1], marker=hull_marker(bow(run, float(run.track_t[-1]))), markersize=15,
            markerfacecolor=colour, markeredgecolor=_INK, markeredgewidth=0.9, linestyle="none", zorder=4,
        )  # fmt: skip
    axes.plot([], [], "o", markersize=6, markerfacecolor="white", markeredgecolor=_INK, label="start")
    for meeting in met:
        axes.plot(*zip(*meeting.places, strict=True), color=_INK, linewidth=1.0, marker=".", markersize=5, zorder=4.2)
    if met:
        axes.plot([], [], color=_INK, linewidth=1.0, marker=".", markersize=5, label="closest approach of two")
    seen_from_above(axes, "Tracks")
    axes.margins(0.08)
    widen(axes, [vehicle.run for vehicle in log.vehicles])
    low, high = axes.get_xlim()
    span = max(high - low, *(np.ptp(axes.get_ylim()),), 1.0)
    taken: list[tuple[float, float]] = []
    for meeting in met:
        (ax, ay), (bx, by) = meeting.places
        _label(axes, f"{_metres(meeting.distance)}", ((ax + bx) / 2, (ay + by) / 2), span, taken, size=7)
    for vehicle, colour in zip(log.vehicles, colours, strict=True):
        run = vehicle.run
        _label(axes, vehicle.name, (float(run.x[-1]), float(run.y[-1])), span, taken, size=8, edge=colour)
    legend_inside(axes)


def _label(
    axes: Axes, text: str, place: tuple[float, float], span: float, taken: list[tuple[float, float]], *, size: float,
    edge: str = "none",
) -> None:  # fmt: skip
    """Write beside a place; below what stands there already."""
    near = sum(1 for x, y in taken if np.hypot(x - place[0], y - place[1]) < _CLOSE * span)
    taken.append(place)
    axes.annotate(
        text, place, xytext=(9, 7 - 13 * near), textcoords="offset points", fontsize=size, color=_INK, zorder=5,
        bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": edge, "alpha": 0.85, "linewidth": 1.2},
    )  # fmt: skip


def _metres(distance: float) -> str:
    return f"{distance:.1f} m" if distance < 100.0 else f"{distance:.0f} m"


def _draw_columns(panels: Sequence[Axes], vehicles: Sequence[FleetVehicle], colours: Sequence[str], deep: bool) -> None:
    """Speed, distance to the nearest other vehicle, and depth over time."""
    axes = iter(panels)
    speeds = next(axes)
    for place, (vehicle, colour) in enumerate(zip(vehicles, colours, strict=True)):
        speed = vehicle.run.speed if vehicle.run.speed is not None else vehicle.run.speed_over_ground
        if speed is not None:
            speeds.plot(*broken(speed, vehicle.run.jumps), **rimmed(colour, 1.2), linestyle=dash(place))
    panel(speeds, "Speed", "m/s")
    speeds.margins(y=0.1)
    at_least(speeds, LEAST_SPEEDS)
    if len(vehicles) > 1:
        apart = next(axes)
        if len(vehicles) == 2:
            both = distance_between(*vehicles)
            if both is not None:
                apart.plot(*both, color=_INK, linewidth=1.2)
            panel(apart, "Distance of the two", "m")
        else:
            for place, (vehicle, colour) in enumerate(zip(vehicles, colours, strict=True)):
                nearest = nearest_other(vehicle, vehicles)
                if nearest is not None:
                    apart.plot(*nearest, **rimmed(colour, 1.2), linestyle=dash(place))
            panel(apart, "Distance to the nearest other vehicle", "m")
        at_least(apart, _LEAST_DISTANCES)
        apart.set_ylim(bottom=0.0)
    if deep:
        depths = next(axes)
        for vehicle, colour in zip(vehicles, colours, strict=True):
            if vehicle.run.depth is not None:
                depths.plot(*broken(vehicle.run.depth, vehicle.run.jumps), **rimmed(colour, 1.2))
        panel(depths, "Depth", "m")
        depths.invert_yaxis()
    panels[-1].set_xlabel("time since start of the log (s)")


def nearest_other(vehicle: FleetVehicle, vehicles: Sequence[FleetVehicle]) -> Series | None:
    """Times (s) and distances (m) to the nearest other vehicle, while any other was recorded."""
    found = [
        pair for other in vehicles if other is not vehicle and (pair := distance_between(vehicle, other)) is not None
    ]
    if not found:
        return None
    times = np.unique(np.concatenate([times for times, _ in found]))
    own = place_at(vehicle, times)
    least = np.full(len(times), np.inf)
    for other in vehicles:
        if other is not vehicle:
            inside = (times >= other.run.track_t[0]) & (times <= other.run.track_t[-1])
            least[inside] = np.minimum(least, np.hypot(*(own - place_at(other, times)).T))[inside]
    return times, least
