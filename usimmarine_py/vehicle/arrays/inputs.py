"""What acts on vehicles: arrays to the table of inputs that the equations read, commands in per cent to set-points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.actuators.commands import CommandRule, Demand, set_points
from usimmarine_py.vehicle.description.vehicle import axes_of
from usimmarine_py.vehicle.model import Model


class ActuatorLimits:
    """Limits and rest of the actuator states of several vehicles, row by row, filled up with zeros: (V, k)."""

    def __init__(self, models: Sequence[Model]) -> None:
        size = max(len(m.lags) for m in models)
        self.low, self.high, self.rest = np.zeros((3, len(models), size))
        for i, model in enumerate(models):
            for j, lag in enumerate(model.lags):
                self.low[i, j], self.high[i, j], self.rest[i, j] = lag.low, lag.high, lag.rest

    def clipped(self, setpoints: Array, which: Any) -> Array:
        """Set-points (..., k) within the limits."""
        return np.clip(setpoints, self.low[which], self.high[which])


def _without_imaginary(value: ArrayLike, name: str) -> None:
    """Raise ``ConfigError`` for complex numbers: their imaginary parts would be dropped."""
    if np.iscomplexobj(value):
        raise ConfigError("must be real numbers, found complex ones; jacobian gives the derivatives", key=name)


def numbers(value: ArrayLike, width: int, name: str, *, slopes: bool = False) -> Array:
    """An array (..., width); a single 0 stands for all zeros. ConfigError for any other shape.

    With ``slopes`` complex numbers stay: values with derivatives, as of ``Vehicle.derivative``.
    """
    if not slopes:
        _without_imaginary(value, name)
    try:
        found: Array = np.asarray(value, dtype=complex if np.iscomplexobj(value) else float)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"must be numbers in a shape (..., {width}): {error}", key=name) from None
    if found.ndim == 0 and found == 0.0:
        return np.zeros(width)
    if found.ndim == 0 or found.shape[-1] != width:
        raise ConfigError(f"must have the shape (..., {width}), not {found.shape}", key=name)
    return found


def real(value: ArrayLike, name: str, *, slopes: bool = False) -> Array:
    """An array of any shape; ConfigError for what is no numbers. ``slopes`` as of ``numbers``."""
    if not slopes:
        _without_imaginary(value, name)
    try:
        return np.asarray(value, dtype=complex if np.iscomplexobj(value) else float)
    except (TypeError, ValueError):
        raise ConfigError(f"must be numbers, not {value!r}", key=name) from None


def at_least(value: ArrayLike, least: float, name: str, *, above: bool = False) -> Array:
    """The same as an array; ConfigError where one is not finite, or below the least (or equal to it, if ``above``)."""
    found = finite(real(value, name), name)
    if not ((found > least) if above else (found >= least)).all():
        raise ConfigError(f"must be {'above' if above else 'at least'} {least:g}, not {value!r}", key=name)
    return found


def leading(arrays: Sequence[Array], names: str) -> tuple[int, ...]:
    """The common shape in front of the last axis; ConfigError where there is none."""
    try:
        return np.broadcast_shapes(*(a.shape[:-1] for a in arrays))
    except ValueError:
        shapes = ", ".join(str(a.shape[:-1]) for a in arrays)
        raise ConfigError(f"the leading axes do not go together: {shapes}", key=names) from None


def stream_of(current: ArrayLike, *, slopes: bool = False) -> Array:
    """A current (..., 2) or (..., 3), north, east, down."""
    return numbers(current, 2 if np.shape(current)[-1:] == (2,) else 3, "current", slopes=slopes)


def whole(steps: object) -> int:
    """A number of steps; ConfigError for what is none."""
    if not isinstance(steps, (int, np.integer)) or steps < 0:
        raise ConfigError(f"must be a whole number from 0, not {steps!r}", key="steps")
    return int(steps)


def finite(values: Array, name: str) -> Array:
    """The same numbers; ConfigError when one is not finite."""
    if not np.isfinite(values).all():
        raise ConfigError("must be finite numbers", key=name)
    return values


def input_table(
    limits: ActuatorLimits,
    which: Any,
    dof: int,
    setpoints: ArrayLike | None = None,
    tau: ArrayLike = 0.0,
    current: ArrayLike = 0.0,
    wind: ArrayLike | None = None,
    rotate: ArrayLike = 0.0,
    lift: ArrayLike | None = None,
    surface: ArrayLike = 0.0,
    *,
    slopes: bool = False,
) -> Array:
    """The table (..., 19 + k) of inputs; ``which`` chooses the rows of ``limits``. The rest: ``Vehicle.inputs``.

    ``slopes``: set-points, forces, currents and winds may be complex, as of ``numbers``.
    """
    width = limits.low.shape[1]
    force = numbers(tau, dof, "tau", slopes=slopes)
    stream = stream_of(current, slopes=slopes)
    air = None if wind is None else numbers(wind, 2, "wind", slopes=slopes)
    points = limits.rest[which] if setpoints is None else numbers(setpoints, width, "setpoints", slopes=slopes)
    if np.isnan(points).any():
        raise ConfigError("must be numbers, not nan", key="setpoints")
    points = limits.clipped(points, which)
    turn, level = np.asarray(rotate, dtype=float), np.asarray(surface, dtype=float)
    up = None if lift is None else np.asarray(lift, dtype=float)
    parts = [force[..., 0], stream[..., 0], points[..., 0] if width else np.zeros(np.shape(which)), turn, level]
    parts += [] if air is None else [air[..., 0]]
    parts += [] if up is None else [up]
    try:
        shape = np.broadcast_shapes(*(part.shape for part in parts))
    except ValueError:
        shapes = ", ".join(str(part.shape) for part in parts)
        raise ConfigError(f"the leading axes of the inputs do not go together: {shapes}") from None
    table: Array = np.zeros((*shape, IN_REF + width), dtype=np.result_type(force, stream, points, *parts[5:6]))
    table[..., axes_of(dof) if dof == 3 else slice(6)] = force
    table[..., IN.current_n : IN.current_n + stream.shape[-1]] = stream
    if air is not None:
        table[..., IN.wind_on] = 1.0
        table[..., IN.wind_speed : IN.wind_towards + 1] = air
    table[..., IN.rotate] = turn
    if up is not None:
        table[..., IN.lift_on], table[..., IN.lift] = 1.0, up
    table[..., IN.surface] = level
    table[..., IN_REF:] = points
    return table


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


def demanded(rule: CommandRule, columns: Sequence[Array], sides: bool) -> tuple[Array, Array, Array]:
    """Set-points (..., k) and direct forces in surge (N) and yaw (N m), (...).

    ``columns``, all of one shape: thrust, rudder, elevator, left, right, sway, heave in per cent.
    """
    shape = columns[0].shape
    found = [
        set_points(rule, Demand(t, r, e, left, right, sides=sides, sway=y, heave=z))
        for t, r, e, left, right, y, z in zip(*(x.ravel().tolist() for x in columns), strict=True)
    ]
    points = np.array([one.references for one in found]).reshape(*shape, len(rule.body.points))
    surge, yaw = np.array([one[1:] for one in found]).reshape(-1, 2).T
    return points, surge.reshape(shape), yaw.reshape(shape)
