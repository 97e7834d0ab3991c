"""The functions of this package on arrays of numbers that may take different branches.

The same lines as of floats and the same functions of ``math``, so that every number is that of the function called for
it alone, to the last bit. Numbers that a comparison parts go on in groups of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kernels.arrays import rebuilt
from usimmarine_py.values.arrays import Array

#: Rows below which the function is called for each.
FEW = 24


class Lanes(np.ndarray):
    """Numbers (m,) that take one branch together; ``PartedError`` where they do not."""

    # what is added to a number leaves the number alone, as with floats
    def __iadd__(self, other: Any) -> Any:  # type: ignore[misc]
        return self + other

    def __isub__(self, other: Any) -> Any:  # type: ignore[misc]
        return self - other

    def __imul__(self, other: Any) -> Any:  # type: ignore[misc]
        return self * other

    def __itruediv__(self, other: Any) -> Any:  # type: ignore[misc]
        return self / other

    def __bool__(self) -> bool:
        taken = self.view(np.ndarray) != 0
        found = bool(taken.all())
        if not found and taken.any():
            raise PartedError(taken)
        return found


class PartedError(Exception):
    """Numbers take both branches; ``taken`` (m,) are those for which the comparison holds."""

    def __init__(self, taken: NDArray[np.bool_]) -> None:
        super().__init__("numbers take different branches")
        self.taken = taken


def _by(function: Callable[..., float]) -> Callable[..., Any]:
    """A function of ``math`` for each of some numbers; numpy's own differ in the last bit."""

    def applied(*numbers: Any) -> Any:
        if not any(isinstance(x, Lanes) for x in numbers):
            return function(*numbers)
        each = (column.tolist() for column in np.broadcast_arrays(*numbers))
        return np.array(list(map(function, *each))).view(Lanes)

    return applied


_FUNCTIONS = {
    name: _by(getattr(math, name))
    for name in ("acos", "asin", "atan2", "cos", "exp", "log", "log10", "sin", "sqrt", "tan", "tanh")
}
_MADE: dict[Any, Any] = {}


def on_lanes(kernel: Callable[..., None]) -> Callable[[Array, Array, Any], Array]:
    """Return ``kernel(s, inputs, body, out)`` as a function of states (m, n), inputs (m, k) and body that gives ``out``
    (m, n), 0 where the kernel leaves it alone.

    Where a float would be divided by 0, FloatingPointError.
    """
    made = rebuilt(kernel, _FUNCTIONS, ("usimmarine_py.kernels.", "usimmarine_py.maths."), _MADE)

    def applied(states: Array, inputs: Array, body: Any) -> Array:
        columns, given = (np.array(table.T, order="C") for table in (states, inputs))
        found = np.zeros(columns.shape)
        waiting = [np.arange(len(states))] if len(states) else []
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            while waiting:
                rows = waiting.pop()
                if len(rows) < FEW:
                    for i in rows.tolist():
                        one = [0.0] * len(found)
                        kernel(columns[:, i].tolist(), given[:, i].tolist(), body, one)
                        found[:, i] = one
                    continue
                out: list[Any] = [0.0] * len(found)
                try:
                    made(_lanes(columns[:, rows]), _held(given[:, rows]), body, out)
                except PartedError as error:
                    waiting += [rows[error.taken], rows[~error.taken]]
                    continue
                for column, value in zip(found, out, strict=True):
                    column[rows] = value
        return np.ascontiguousarray(found.T)

    return applied


def _lanes(columns: Array) -> list[Any]:
    return list(columns.view(Lanes))


def _held(columns: Array) -> list[Any]:
    """Columns, those that are 0 in all rows as a float: what they switch off is passed over."""
    used = [bool(column.any()) for column in columns]
    return [one if some else 0.0 for one, some in zip(_lanes(columns), used, strict=True)]
