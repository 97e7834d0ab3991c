"""Commands in per cent to set-points for arrays, row by row (laws/actuators 2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.errors import ConfigError
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.actuators.commands import CommandRule, Demand, set_points
from usimmarine_py.vehicle.arrays.inputs import real


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
