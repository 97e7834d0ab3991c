"""Exact derivatives of a model by dual numbers, side by side where both sides differ; the model on complex numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kernels.duals import Dual, on_duals
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.forces import Forces
from usimmarine_py.vehicle.model import Model

#: Jumps below this (m/s2 or rad/s2, or as a share of the rate) are rounding.
JUMP = 1e-9
_FAILED = (OverflowError, ValueError, ZeroDivisionError)


class DualModel(Model):
    """A model whose states and inputs may hold dual numbers."""

    eta = on_duals(Model.eta)
    derivative = on_duals(Model.derivative)
    advance = on_duals(Model.advance)

    @classmethod
    def of(cls, model: Model) -> DualModel:
        """The same equations."""
        made = cls.__new__(cls)
        made.__dict__.update(model.__dict__)
        return made


class DualForces(Forces):
    """Forces of such a model."""

    actuators = on_duals(Forces.actuators)
    wind = on_duals(Forces.wind)
    restoring = on_duals(Forces.restoring)


def slopes(
    model: Model, joint: Array, places: Sequence[int], approximately: Callable[[int], tuple[Array, Array]]
) -> list[tuple[Array, Array]]:
    """Slopes of the rates (n,) by entries of state and inputs in one row, to the left and to the right of it.

    One pass has all directions. A direction in which a comparison is undecided (a kink may be there, or a jump) has a
    pass of its own to each side. Infinite where a rate jumps. Where dual numbers have no derivative (the root of a
    speed at rest, a quotient by 0), ``approximately`` gives the two slopes by a place.
    """
    exact = DualModel.of(model)
    count = len(model.names)
    eye = np.eye(len(places))
    row: list[Any] = joint.tolist()
    ties: list[Any] = []
    for k, place in enumerate(places):
        row[place] = Dual(row[place], eye[k], ties)
    try:
        rates = exact.derivative(0.0, row[:count], row[count:])
    except _FAILED:
        return [approximately(place) for place in places]
    nothing = np.zeros(len(places))
    table = np.array([rate.slope if isinstance(rate, Dual) else nothing for rate in rates])
    middle = np.array([rate.value if isinstance(rate, Dual) else rate for rate in rates])
    tied = np.isnan(table).any(axis=0)
    for apart in ties:
        tied |= apart != 0.0
    found = []
    for k, place in enumerate(places):
        if not tied[k]:
            found.append((table[:, k], table[:, k]))
            continue
        sides = [_side(exact, joint, place, sign, middle) for sign in (-1.0, 1.0)]
        left, right = sides
        found.append(approximately(place) if left is None or right is None else (left, right))
    return found


def _side(model: DualModel, joint: Array, place: int, sign: float, middle: Array) -> Array | None:
    """The slopes by one entry on one side; None where there are none."""
    row: list[Any] = joint.tolist()
    row[place] = Dual(row[place], sign)
    count = len(model.names)
    try:
        rates = model.derivative(0.0, row[:count], row[count:])
    except _FAILED:
        return None
    found = np.zeros(count)
    for i, rate in enumerate(rates):
        value, slope = (rate.value, sign * rate.slope) if isinstance(rate, Dual) else (rate, 0.0)
        if isnan(slope):
            return None
        found[i] = inf if abs(value - middle[i]) > JUMP * max(abs(middle[i]), 1.0) else slope
    return found


def law_of(kernel: Callable[..., Any], rows: NDArray[Any]) -> Callable[..., Any]:
    """A law of floats for the rows of an array: for complex ones that of dual numbers."""
    return on_duals(kernel) if np.iscomplexobj(rows) else kernel


def forces_of(model: Model, *given: NDArray[Any]) -> Forces:
    """The forces of a model for arrays, complex ones, too."""
    return DualForces(DualModel.of(model)) if any(map(np.iscomplexobj, given)) else Forces(model)
