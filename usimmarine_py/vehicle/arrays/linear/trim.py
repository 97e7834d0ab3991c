"""Steady states: where a vehicle settles under inputs that stay (laws/hydrodynamics 5.4)."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, TrialError
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.linear.linear import differences, mean
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model

_TOLERANCE = 1e-11  # of the unknowns, in a step of Newton's method
_STEPS = 40
#: m/s to which a speed is met, and thrusts that are tried for it
_NEAR_SPEED, _MOST_TRIES = 1e-9, 60
#: s of motion before each try, in lengths of the hull at its full speed, at least so many seconds
_FIRST, _LEAST, _TRIES = 20.0, 30.0, 6


class Steady(NamedTuple):
    """A state whose velocities, attitude, actuators and memory stay as they are."""

    state: Array  #: (n,), at x = y = 0
    nu: Array  #: (dof,), m/s, rad/s
    turning: float  #: rad/s, rate of the heading
    growth: float  #: 1/s, the largest real part of the eigenvalues of a small disturbance: stable where negative


def steady(
    model: Model, start: Array, table: Array, advance: Callable[[Array, float], Array], near: bool = False
) -> Steady:
    """``Vehicle.steady``; ``advance`` lets the vehicle go on from a state for some seconds. ``near``: the first try is
    the steady state next to ``start``.
    """
    unknown = must_stay(model, table)
    head, lags = model.head, len(model.lags)
    state = np.array(start)
    seconds = max(_LEAST, _FIRST * model.vehicle.length_pp / model.vehicle.speed_max)
    for i in range(_TRIES):
        if i > 0 or not near:
            state = advance(state, seconds)
            seconds *= 2.0
        state[head : head + lags] = table[IN_REF:]
        found = _newton(model, state, table, unknown)
        if found is not None:
            break
    else:
        raise TrialError(f"{model.vehicle.name} does not settle: no steady state was found within {seconds:.0f} s")
    found[:2] = 0.0
    if model.names.index("psi") not in unknown:
        found[model.names.index("psi")] = 0.0
    rates = model.derivative(0.0, found.tolist(), table.tolist())
    values = np.linalg.eigvals(_jacobian(model, found, table, unknown))
    nu = found[head - (3 if model.planar else 6) : head]
    return Steady(found, nu.copy(), rates[model.names.index("psi")], float(values.real.max()))


def must_stay(model: Model, table: Array) -> list[int]:
    """The states that have to stay: all that forces depend on. Depth of a submerged vehicle may run on; the heading
    stays where wind or current come from somewhere.
    """
    weather = table[IN.wind_on] != 0.0 or table[IN.current_n : IN.current_d + 1].any()
    free = {"x", "y"} | (set() if weather else {"psi"}) | ({"z"} if model.vehicle.submerged else set())
    after = model.head + len(model.lags)
    return [i for i, n in enumerate(model.names) if n not in free and not model.head <= i < after]


def _jacobian(model: Model, state: Array, table: Array, unknown: list[int]) -> Array:
    given = table.tolist()

    def rates(x: list[float]) -> list[float]:
        return model.derivative(0.0, x, given)

    columns = []
    for place in unknown:
        left, right = differences(rates, state, place, 1.0)
        columns.append(mean(left, right)[unknown])
    return np.stack(columns, axis=-1)


def _newton(model: Model, state: Array, table: Array, unknown: list[int]) -> Array | None:
    """The steady state next to ``state``; None where there is none near."""
    given, x = table.tolist(), state.copy()
    limit = np.maximum(1.0, abs(state[unknown]))

    def rates(y: Array) -> Array:
        return np.array(model.derivative(0.0, y.tolist(), given))[unknown]

    try:
        residual = rates(x)
        for _ in range(_STEPS):
            step = -np.linalg.lstsq(_jacobian(model, x, table, unknown), residual, rcond=1e-13)[0]
            step *= min(1.0, 0.5 / max(1e-300, float((abs(step) / limit).max())))
            share = 1.0
            while True:
                y = x.copy()
                y[unknown] += share * step
                after = rates(y)
                if np.linalg.norm(after) <= np.linalg.norm(residual) or share < 1e-3:
                    break
                share *= 0.5
            x, residual = y, after
            if (abs(share * step) <= _TOLERANCE * limit).all():
                break
        else:
            return None
    except (OverflowError, ValueError, ZeroDivisionError, np.linalg.LinAlgError):
        return None
    return x if np.isfinite(x).all() and (abs(residual) < 1e-8).all() else None


def eigenvalues(vehicle: VehicleDescription, speed: float) -> NDArray[np.complex128]:
    """``Vehicle.eigenvalues``: the states that no force depends on are left out (laws/hydrodynamics 5.1)."""
    model = Model(vehicle, "" if vehicle.dof == 3 else "euler")
    depth = 100.0 * vehicle.size.length_oa if vehicle.submerged else 0.0
    state = np.array(model.state((0.0, 0.0, depth, 0.0, 0.0, 0.0), (speed, 0.0, 0.0, 0.0, 0.0, 0.0)))
    state[model.head : model.head + len(model.lags)] = 0.0
    still = np.array(model.inputs(Forcing(), [0.0] * len(model.lags)))
    values = np.linalg.eigvals(_jacobian(model, state, still, must_stay(model, still))).astype(complex)
    return np.asarray(values[np.lexsort((values.imag, -values.real))])


def at_speed(run: Callable[[float], Steady], speed: float) -> Steady:
    """Return the steady run at a surge ``speed`` (m/s); ``run`` gives that of a thrust (per cent).

    The thrust is found by false position (Illinois), as speed grows with thrust. Raises ``ConfigError`` for a speed
    that the vehicle does not reach.
    """
    if not (isinstance(speed, int | float) and isfinite(speed)):
        raise ConfigError(f"must be a speed in m/s, not {speed!r}", key="speed")
    low, high = 0.0, 100.0 if speed >= 0.0 else -100.0
    rest, full = run(low), run(high)
    below, above = float(rest.nu[0]) - speed, float(full.nu[0]) - speed
    found = full if abs(above) < abs(below) else rest
    if abs(float(found.nu[0]) - speed) <= _NEAR_SPEED:
        return found
    if below * above > 0.0:
        ends = f"at {high:g} per cent of thrust it makes {float(full.nu[0]):.3g} m/s, at 0 {float(rest.nu[0]):.3g}"
        raise ConfigError(f"{speed:g} m/s is out of reach: {ends}", key="speed")
    for _ in range(_MOST_TRIES):
        if abs(float(found.nu[0]) - speed) <= _NEAR_SPEED:
            return found
        between = low + (high - low) * below / (below - above)
        found = run(between)
        off = float(found.nu[0]) - speed
        if off * above < 0.0:
            low, below = high, above
        else:
            below /= 2.0
        high, above = between, off
    raise TrialError(f"found no steady run at {speed:g} m/s: speed jumps at {high:.3g} per cent of thrust")
