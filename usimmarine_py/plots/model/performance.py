"""Figure of what a vehicle will do: speed and power over thrust, speeds with rates of turn, turning and stopping."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.plots.style import COLOURS, legend_inside, new_figure, seen_from_above, styled
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.vehicle import Vehicle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_THRUSTS = np.linspace(-100.0, 100.0, 21)
_RUDDERS = np.linspace(-100.0, 100.0, 9)
_ROW = 0.2  # s, of the tracks
_LONGEST = 1200.0  # s, of a track


def performance_figure(vehicle: Vehicle) -> Figure:
    """Draw it, in calm water. Raises ``ConfigError`` for a vehicle without [command]."""
    with styled():
        figure = new_figure(11.0, 3.8)
        speeds, turns, tracks = figure.subplots(1, 3)
        found = vehicle.reachable(thrust=_THRUSTS, rudder=_RUDDERS)
        straight = found.rudder == 0.0
        speeds.plot(found.thrust[straight], found.speed[straight], color=COLOURS[0], label="speed")
        speeds.set(xlabel="thrust (%)", ylabel="steady speed (m/s)", xlim=(-104, 104))
        speeds.set_title("Straight ahead", loc="left")
        power = _power(vehicle, found.states[straight])
        if power is not None:
            other = speeds.twinx()
            other.plot(found.thrust[straight], power, color=COLOURS[1], linestyle="--")
            other.set_ylabel("power at the shafts (W), dashed")
        rates = np.degrees(found.turn_rate)
        edge = np.append(found.boundary, found.boundary[:1])
        turns.fill(found.speed[edge], rates[edge], color=COLOURS[0], alpha=0.15)
        turns.plot(found.speed, rates, ".", color=COLOURS[0], markersize=3)
        turns.set(xlabel="steady speed (m/s)", ylabel="rate of turn (deg/s)")
        turns.set_title("Within reach", loc="left")
        _draw_tracks(tracks, vehicle)
        figure.suptitle(f"{vehicle.name}, calm water", fontsize=11)
        return figure


def _power(vehicle: Vehicle, states: Array) -> Array | None:
    """W at all shafts, by the cube of the rate of turns; None where a shaft's is not known."""
    turns, place = vehicle.actuators(states), 0
    total = np.zeros(len(states))
    known = False
    for actuator in vehicle.description.actuators:
        if actuator.power and actuator.states:
            known = True
            total += actuator.power * abs(turns[:, place] / actuator.states[0].high) ** 3
        place += len(actuator.states)
    return total if known else None


def _draw_tracks(axes: Axes, vehicle: Vehicle) -> None:
    """From full speed to the north: full rudder, and full astern until it stops."""
    deep = 20.0 if vehicle.description.submerged else 0.0
    start = vehicle.state([0.0, 0.0, deep, 0.0, 0.0, 0.0] if vehicle.dof == 6 else 0.0)
    ahead = vehicle.reachable(thrust=[100.0], rudder=[0.0], start=start).states[0].copy()
    ahead[:2] = 0.0
    ahead[vehicle.names.index("psi")] = 0.0
    u = vehicle.names.index("u")
    size = vehicle.description.length_pp / max(vehicle.description.speed_max, 1e-3)
    rows = round(min(_LONGEST, max(60.0, 150.0 * size)) / _ROW)
    for name, thrust, rudder, look in (("full rudder", 100.0, 100.0, "-"), ("full astern", -100.0, 0.0, "--")):
        table = np.tile(vehicle.inputs(vehicle.orders(thrust, rudder)), (rows, 1))
        track = vehicle.simulate(ahead, table, step=0.05, steps=round(_ROW / 0.05))
        if rudder:
            turned = abs(track[:, vehicle.names.index("psi")]) >= 2.0 * np.pi
            end = int(np.argmax(turned)) + 1 if turned.any() else len(track)
        else:
            still = track[:, u] <= 0.0
            end = int(np.argmax(still)) + 1 if still.any() else len(track)
            place = float(np.hypot(track[end - 1, 0], track[end - 1, 1]))
            name += f": {place:.3g} m, {(end - 1) * _ROW:.3g} s" if still.any() else ": does not stop"
        axes.plot(track[:end, 1], track[:end, 0], look, color=COLOURS[0 if rudder else 1], label=name)
    seen_from_above(axes, "From full speed ahead")
    legend_inside(axes)
