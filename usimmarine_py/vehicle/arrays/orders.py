"""Commands in per cent to set-points for arrays: ``actuators.commands.set_points`` over rows (laws/actuators 2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.actuators.actuator import Actuator, ActuatorState
from usimmarine_py.vehicle.actuators.commands import CommandRule, Demand, set_points
from usimmarine_py.vehicle.arrays.inputs import real
from usimmarine_py.vehicle.description.vehicle import Vehicle as Description

Array = NDArray[np.float64]


class Demands(NamedTuple):
    """Demands in per cent, all of one shape; ``left`` and ``right`` count when ``sides`` is true."""

    thrust: Array
    rudder: Array
    elevator: Array
    left: Array
    right: Array
    sway: Array
    heave: Array
    sides: bool = False


def together(*given: ArrayLike) -> list[Array]:
    """Demands (per cent) as arrays of one shape; ConfigError for shapes that do not go together and for nan."""
    arrays = [real(x, "orders") for x in given]
    if any(np.isnan(x).any() for x in arrays):
        raise ConfigError("must be numbers, not nan", key="orders")
    try:
        return list(np.broadcast_arrays(*arrays))
    except ValueError:
        shapes = ", ".join(str(x.shape) for x in arrays)
        raise ConfigError(f"the shapes do not go together: {shapes}", key="orders") from None


def demanded(vehicle: Description, rule: CommandRule, demands: Demands) -> tuple[Array, Array, Array]:
    """Set-points (..., k) and direct forces in surge (N) and yaw (N m), (...)."""
    if rule.allocation.full or rule.allocation.fins:
        return _one_by_one(vehicle, rule, demands)
    thrust, rudder, elevator, left, right, sway, heave = (_limited(x, -100.0, 100.0) for x in demands[:7])
    d = Demands(thrust, rudder, elevator, left, right, sway, heave, demands.sides)
    if d.sides and rule.type != "differential":
        d = d._replace(thrust=0.5 * (d.left + d.right), rudder=0.5 * (d.left - d.right), sides=False)
    surge, yaw = np.zeros(d.thrust.shape), np.zeros(d.thrust.shape)
    columns: list[Array] = []
    for a in vehicle.actuators:
        if a.kind == "generalised_force":
            surge += a.numbers["X_max"] * d.thrust / 100.0
            yaw += a.numbers["N_max"] * d.rudder / 100.0
            continue
        wanted = _wanted(rule, a, d, _share(rule, a, d))
        columns += [_limited(x, s.low, s.high) for s, x in zip(a.states, wanted, strict=True)]
    points = np.stack(columns, axis=-1) if columns else np.zeros((*d.thrust.shape, 0))
    return points, surge, yaw


def _share(rule: CommandRule, a: Actuator, d: Demands) -> Array:
    """The thrust that one actuator gets."""
    if rule.type != "differential":
        return d.thrust
    left, right = d.left, d.right
    if not d.sides:
        left = _limited(d.thrust + rule.mix * d.rudder, -100.0, 100.0)
        right = _limited(d.thrust - rule.mix * d.rudder, -100.0, 100.0)
    y = a.position[1]
    return left if y < 0.0 else (right if y > 0.0 else 0.5 * (left + right))


def _wanted(rule: CommandRule, a: Actuator, d: Demands, thrust: Array) -> tuple[Array, ...]:
    states = a.states
    if a.kind in ("fin", "fin_simple", "slipstream_rudder"):
        return (states[0].high * (d.elevator if a.axis == "pitch" else d.rudder) / 100.0,)
    if a.kind == "buoyancy_engine":
        drive = np.maximum(0.0, d.thrust) * d.elevator / 1e4
        return (np.where(drive < 0.0, -drive * states[0].high, drive * states[0].low),)
    if a.kind == "moving_mass":
        return states[0].high * d.elevator / 100.0, states[1].high * d.rudder / 100.0
    if a.kind == "tunnel":
        return (_shaft(np.zeros(d.thrust.shape), states[0], rule),)
    if a.kind == "waterjet":
        n, alpha, _bucket = states
        return (
            n.low + (n.high - n.low) * abs(thrust) / 100.0,
            -alpha.high * d.rudder / 100.0,
            np.minimum(1.0, np.maximum(-1.0, thrust / rule.deflector_band)),
        )
    speed = _shaft(thrust, states[0], rule)
    if a.kind == "mmg":
        return speed, states[1].high * d.rudder / 100.0
    if a.kind == "azimuth":
        side = 1.0 if a.position[0] >= 0.0 else -1.0
        return speed, side * states[1].high * d.rudder / 100.0
    return (speed,)


def _shaft(percent: Array, state: ActuatorState, rule: CommandRule) -> Array:
    share = percent / 100.0
    if rule.linear_thrust:
        share = np.where(share >= 0.0, np.sqrt(abs(share)), -np.sqrt(abs(share)))
    return np.where(share >= 0.0, state.high * share, -state.low * share)


def _limited(x: Array, low: float, high: float) -> Array:
    return np.clip(x, low, high)


def _one_by_one(vehicle: Description, rule: CommandRule, demands: Demands) -> tuple[Array, Array, Array]:
    """What shares thrust out among thrusters is asked row by row."""
    shape = demands.thrust.shape
    points = np.zeros((*shape, len(vehicle.actuator_states)))
    surge, yaw = np.zeros(shape), np.zeros(shape)
    for i in np.ndindex(shape):
        t, r, e, left, right, y, z = (float(x[i]) for x in demands[:7])
        demand = Demand(t, r, e, left, right, sides=demands.sides, sway=y, heave=z)
        points[i], surge[i], yaw[i] = set_points(rule, vehicle.actuators, demand)
    return points, surge, yaw
