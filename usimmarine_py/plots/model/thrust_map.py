"""Figure of a mission's thrust map, its inverse and the depth rate, as in the published documentation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.apps.setup import MissionSimulator
from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.kernels.kinematic import coupled_depth, documented_dive
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.plots.output import check_output, save_figure
from usimmarine_py.plots.style import COLOURS, legend_beside_title, new_figure, styled
from usimmarine_py.simulator.parts.motion import Motion

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ELEVATORS = (100.0, 50.0, 0.0)
_DEEP = 1e4
_PANEL_WIDTH = 3.2


def draw_thrust_map(mission: Path, output: Path | None) -> Path:
    """Draw the figure beside the mission, unless ``output`` is given, and return its path.

    Raises ``NothingToDrawError`` for a vehicle with hydrodynamics, which has no thrust map, and as ``from_mission``.
    """
    target = output or mission.with_name(f"{mission.stem}_thrust_map.png")
    check_output(target)
    simulator = MissionSimulator.from_mission(mission)
    if simulator.backend is not None:
        raise NothingToDrawError(
            f"{mission}: dynamics = {simulator.dynamics} has no thrust map",
            remedy="its speeds: usim trials, usim vehicles NAME --envelope",
        )
    settings = simulator.vehicle.part(Motion).state.settings
    save_figure(
        thrust_map_figure(settings, f"{mission.stem}, dialect {simulator.dialect}"),
        target,
    )
    return target


def thrust_map_figure(settings: KinematicSettings, title: str) -> Figure:
    """Speed over thrust with the pairs given, thrust over speed, and depth rate over speed.

    Raises ``MissingExtraError`` without matplotlib.
    """
    with styled():
        figure = new_figure(11.0, 3.8)
        ahead, inverse, depth = figure.subplots(1, 3)
        _draw_map(ahead, settings)
        _draw_inverse(inverse, settings)
        _draw_depth(depth, settings)
        figure.suptitle(title, fontsize=11)
        return figure


def depth_rate(settings: KinematicSettings, speed: float, elevator: float) -> float:
    """Change of depth (m/s, downwards) at a speed (m/s) and an elevator (%), pitch 0, including buoyancy."""
    if not settings.dialect.recorded:
        rate, _ = documented_dive(speed, elevator, settings.max_depth_rate, settings.max_depth_rate_speed)
        return rate - settings.buoyancy_rate
    return coupled_depth(_DEEP, 0.0, speed, elevator, settings.limits, 1.0)[0] - _DEEP


def _draw_map(axes: Axes, settings: KinematicSettings) -> None:
    table = settings.thrust_map
    thrust = np.linspace(-100.0, 100.0, 801)
    axes.plot(thrust, [table.speed(t) for t in thrust], color=COLOURS[0])
    pairs = [*table.negative, *table.positive]
    if pairs:
        axes.plot(*zip(*pairs, strict=True), "o", color=COLOURS[1], markersize=5, label="pairs given")
    axes.set(xlabel="thrust (%)", ylabel="speed (m/s)", xlim=(-104, 104))
    axes.set_title("Thrust map", loc="left")
    legend_beside_title(axes, _PANEL_WIDTH)


def _draw_inverse(axes: Axes, settings: KinematicSettings) -> None:
    table = settings.thrust_map
    inverse = table.thrust if settings.dialect.recorded else table.smallest_thrust
    speed = np.linspace(1.05 * min(table.speed(-100.0), 0.0), 1.05 * max(table.speed(100.0), 0.1), 801)
    axes.plot(speed, [inverse(v) for v in speed], color=COLOURS[0])
    lowest = -108 if table.speed(-100.0) < 0.0 else -4
    axes.set(xlabel="speed (m/s)", ylabel="thrust (%)", ylim=(lowest, 108))
    axes.set_title("Inverse", loc="left")


def _draw_depth(axes: Axes, settings: KinematicSettings) -> None:
    fastest = max(1.2 * settings.max_depth_rate_speed, settings.thrust_map.speed(100.0), 0.1)
    speed = np.linspace(0.0, fastest, 401)
    for elevator, colour in zip(_ELEVATORS, COLOURS, strict=False):
        rates = [depth_rate(settings, v, elevator) for v in speed]
        axes.plot(speed, rates, color=colour, label=f"{elevator:g} %")
    if 0.0 < settings.max_depth_rate_speed <= fastest:
        axes.axvline(settings.max_depth_rate_speed, color="#999999", linewidth=0.8, linestyle=":")
    axes.set(xlabel="speed (m/s)", ylabel="depth rate (m/s, down)")
    axes.set_title("Elevator", loc="left")
    legend_beside_title(axes, _PANEL_WIDTH)
