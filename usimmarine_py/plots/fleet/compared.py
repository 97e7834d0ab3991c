"""The figure of the difference of two runs: both tracks, the distance between them over time, and the modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from usimmarine_py.logs.fleet.difference import RunDifference
from usimmarine_py.logs.fleet.read import FleetVehicle
from usimmarine_py.plots.fleet.colours import rimmed, vehicle_colours
from usimmarine_py.plots.fleet.timeline import draw_lane
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
from usimmarine_py.plots.track import draw_plan, widen

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK = "#222222"
#: Half the heights of the lanes of one vehicle, and where they stand.
_HALF, _LANES = 0.17, (0.2, -0.2)
_LEAST_APART = 0.1


def difference_figure(difference: RunDifference) -> Figure:
    """Tracks (A with lines, B dashed), distance at the same time, speeds, and a lane of modes for each run.

    Raises ``MissingExtraError`` without matplotlib.
    """
    with styled():
        first, second = difference.runs
        pairs = [(first.vehicle(v.name) or first.vehicles[0], second.vehicle(v.name) or second.vehicles[0]) for v in
                 difference.vehicles]  # fmt: skip
        colours = vehicle_colours([one for one, _ in pairs])
        below = 1.0 + 0.5 * len(pairs)
        figure = new_figure(12.0, 6.0 + below)
        grid = figure.add_gridspec(3, 2, width_ratios=(1.4, 1.0), height_ratios=(3.0, 3.0, below))
        chart, apart, speeds = (figure.add_subplot(place) for place in (grid[:2, 0], grid[0, 1], grid[1, 1]))
        draw_plan(chart, [vehicle.run.plan for one in pairs for vehicle in one])
        for (one, other), colour, found in zip(pairs, colours, difference.vehicles, strict=True):
            for vehicle, style, width in ((one, dash(0), 1.4), (other, dash(1), 1.8)):
                run = vehicle.run
                look = {**rimmed(colour, width), "linestyle": style}
                chart.plot(*track_of(run), **look)
                chart.plot(run.x[-1], run.y[-1], "s" if style == dash(1) else "o", markersize=6,
                           markerfacecolor=colour, markeredgecolor=_INK)  # fmt: skip
                speed = run.speed if run.speed is not None else run.speed_over_ground
                if speed is not None:
                    speeds.plot(*broken(speed, run.jumps), **look)
            apart.plot(*found.apart, **rimmed(colour, 1.3), label=f"{found.name}, at most {found.largest:.1f} m")
        chart.plot([], [], "o-", color=_INK, label=f"A: {first.name}")
        chart.plot([], [], "s", linestyle=dash(1), color=_INK, label=f"B: {second.name}")
        widen(chart, [vehicle.run for one in pairs for vehicle in one])
        seen_from_above(chart, "Tracks, squares and circles at their ends")
        legend_inside(chart, handlelength=3.5)
        panel(apart, "Distance at the same time", "m")
        at_least(apart, _LEAST_APART)
        apart.set_ylim(bottom=0.0)
        legend_inside(apart)
        panel(speeds, "Speed", "m/s")
        speeds.set_xlabel("time since the start of each run (s)")
        at_least(speeds, LEAST_SPEEDS)
        _draw_lanes(figure.add_subplot(grid[2, :]), difference, pairs, colours)
        figure.suptitle(f"{first.name} and {second.name}", fontsize=11)
        return figure


def _draw_lanes(
    axes: Axes, difference: RunDifference, pairs: Sequence[Sequence[FleetVehicle]], colours: Sequence[str]
) -> None:
    end = max(run.end for run in difference.runs)
    ticks = []
    for row, (vehicles, colour) in enumerate(zip(pairs, colours, strict=True)):
        for letter, vehicle, shift, run in zip("AB", vehicles, _LANES, difference.runs, strict=True):
            draw_lane(axes, vehicle, colour, shift - row, end, half=_HALF, until=run.end)
            ticks.append((shift - row, f"{vehicle.name} {letter}"))
    axes.set_yticks([y for y, _ in ticks], [name for _, name in ticks])
    axes.set_xlim(0.0, end)
    axes.set_ylim(-len(pairs) + 0.4, 0.6)
    axes.grid(visible=False, axis="y")
    axes.set_title("Modes and waypoints", loc="left")
    axes.set_xlabel("time since the start of each run (s)")
