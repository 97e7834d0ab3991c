"""Trim with free commands: ``Vehicle.trim`` (laws/hydrodynamics 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from usimmarine_py.errors import ConfigError, TrialError, suggest
from usimmarine_py.kernels.body.places import IN_REF
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.linear.trim import must_stay
from usimmarine_py.vehicle.model import Model

#: Commands that can be free, in per cent.
COMMANDS = ("thrust", "rudder", "elevator", "left", "right", "sway", "heave")
#: What can be held besides states: the rate of a state, or another name of one.
RATES = {"depth_rate": "z", "turn_rate": "psi"}
NAMES = {"speed": "u", "pitch": "theta", "roll": "phi", "depth": "z", "heading": "psi"}
_STEPS, _HALVINGS = 80, 12
_WIDTH = 1e-6
_CLOSE, _SOLVED = 1e-11, 1e-8
_REACH = 0.5  # of the usual size of an unknown: the longest step


class Trim(NamedTuple):
    """A steady motion and the commands that give it."""

    state: Array  #: (n,), at x = y = 0
    nu: Array  #: (dof,), m/s, rad/s
    commands: Mapping[str, float]  #: per cent, given and found
    rates: Array  #: (n,), zero but for place, heading and, of a submerged vehicle, depth


def trim(
    model: Model,
    start: Array,
    inputs: Callable[[Mapping[str, float]], Array],
    commands: Mapping[str, float],
    free: Sequence[str],
    hold: Mapping[str, float],
) -> Trim:
    """Solve for the velocities, attitude, draft and memory that stay and the free commands that hold what is held.

    ``inputs`` gives the row of inputs (m,) of commands. Newton's method from ``start``.
    """
    names = list(model.names)
    moving = [name for name in free if name in COMMANDS]
    for name in free:
        if name not in COMMANDS and NAMES.get(name, name) not in names:
            known = [*COMMANDS, *NAMES, *names]
            raise ConfigError(f"has no {name!r} to be free", key="free", suggestion=suggest(name, known))
    for name, value in hold.items():
        if name not in RATES and NAMES.get(name, name) not in names:
            known = [*RATES, *NAMES, *names]
            raise ConfigError(f"has no {name!r} to be held", key="hold", suggestion=suggest(name, known))
        if not isfinite(value):
            raise ConfigError(f"{name} must be a finite number, not {value!r}", key="hold")
    if "speed" in hold and not {"thrust", "left", "right"} & set(moving):
        moving.append("thrust")  # speed is held by it
    if len(moving) != len(hold):
        listed = ", ".join(moving) or "no command"
        problem = f"{len(hold)} held values ({', '.join(hold)}) need as many free commands, not {listed}"
        raise ConfigError(problem, key="free")
    head, count = model.head, len(model.lags)
    places = must_stay(model, inputs({**commands}))
    state = start.copy()
    for name, value in hold.items():
        if name not in RATES:
            state[names.index(NAMES.get(name, name))] = value
    unknown = np.concatenate([state[places], [commands.get(name, 0.0) / 100.0 for name in moving]])

    def put(y: Array) -> tuple[Array, dict[str, float], Array]:
        whole = state.copy()
        whole[places] = y[: len(places)]
        given = {**commands, **{name: 100.0 * float(v) for name, v in zip(moving, y[len(places) :], strict=True)}}
        row = inputs(given)
        whole[head : head + count] = row[IN_REF : IN_REF + count]
        return whole, given, row

    def off(y: Array) -> Array:
        whole, _, row = put(y)
        rates = np.array(model.derivative(0.0, whole.tolist(), row.tolist()))
        held = [
            (rates[names.index(RATES[name])] if name in RATES else whole[names.index(NAMES.get(name, name))]) - value
            for name, value in hold.items()
        ]
        return np.concatenate([rates[places], held])

    solved = _newton(off, unknown)
    if solved is None:
        reach = f"within 100 % of {' and '.join(moving)}" if moving else "with these commands"
        raise TrialError(f"{model.vehicle.name}: found no steady motion with {_listed(hold)} {reach}")
    whole, given, row = put(solved)
    # the equations cut commands to what there is
    given |= {name: min(100.0, max(-100.0, given[name])) for name in moving}
    whole[:2] = 0.0
    rates = np.array(model.derivative(0.0, whole.tolist(), row.tolist()))
    return Trim(whole, whole[head - (3 if model.planar else 6) : head].copy(), given, rates)


def _listed(hold: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in hold.items())


def _newton(off: Callable[[Array], Array], y: Array) -> Array | None:
    try:
        residual = off(y)
        for _ in range(_STEPS):
            columns = []
            for i in range(len(y)):
                width = _WIDTH * max(1.0, abs(float(y[i])))
                up, down = y.copy(), y.copy()
                up[i] += width
                down[i] -= width
                columns.append((off(up) - off(down)) / (2.0 * width))
            step = -np.linalg.lstsq(np.stack(columns, axis=-1), residual, rcond=1e-12)[0]
            step *= min(1.0, _REACH / max(1e-300, float((abs(step) / np.maximum(1.0, abs(y))).max())))
            for _ in range(_HALVINGS):
                after = off(y + step)
                if np.linalg.norm(after) <= np.linalg.norm(residual):
                    break
                step *= 0.5
            y, residual = y + step, after
            if bool((abs(step) <= _CLOSE * np.maximum(1.0, abs(y))).all()):
                break
    except (OverflowError, ValueError, ZeroDivisionError, np.linalg.LinAlgError):
        return None
    return y if bool(np.isfinite(y).all() and (abs(residual) < _SOLVED).all()) else None
