"""Linear models in steps of time, and as objects of python-control (laws/hydrodynamics 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.values.arrays import Array

#: Terms of the series of exp of a matrix whose norm is at most a half: the rest is below 1e-17.
_TERMS = 14


class Discrete(NamedTuple):
    """x[k + 1] - x0 = A (x[k] - x0) + B (u[k] - u0) + drift, inputs held over each step of ``dt`` s."""

    A: Array  #: (n, n)
    B: Array  #: (n, p)
    drift: Array  #: (n,), what a step adds where it was linearised: zero at a steady state
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    x: Array  #: (n,), x0
    u: Array  #: (p,), u0
    dt: float  #: s

    @property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Of A, by falling magnitude: stable where below 1."""
        values = np.linalg.eigvals(self.A).astype(complex)
        return np.asarray(values[np.argsort(-abs(values), kind="stable")])

    def to_control(self, outputs: Sequence[str] | None = None) -> Any:
        """The deviations from x0 and u0 as a ``control.StateSpace`` of python-control, with this ``dt``."""
        return state_space(self.A, self.B, self.states, self.inputs, outputs, self.dt)


def discretise(a: Array, b: Array, rates: Array, dt: float) -> tuple[Array, Array, Array]:
    """A, B and the drift of ``Discrete``: exact for inputs that are held, by exp of [[A, B, f], [0, 0, 0]]."""
    if not (isinstance(dt, (int, float)) and 0.0 < dt < np.inf):
        raise ConfigError(f"must be a number of seconds above 0, not {dt!r}", key="dt")
    n, p = b.shape
    joint = np.zeros((n + p + 1, n + p + 1))
    joint[:n, :n], joint[:n, n : n + p], joint[:n, -1] = a, b, rates
    whole = exponential(joint * dt)
    return whole[:n, :n], whole[:n, n : n + p], whole[:n, -1]


def exponential(matrix: Array) -> Array:
    """exp of a square matrix, by its series for a small part of it, squared."""
    size = float(abs(matrix).sum(axis=0).max(initial=0.0))
    halvings = max(0, ceil(log2(size)) + 1) if size > 0.0 else 0
    part = matrix / 2.0**halvings
    term = np.eye(len(matrix))
    total = term.copy()
    for k in range(1, _TERMS + 1):
        term = term @ part / k
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return np.asarray(total)


def state_space(
    a: Array, b: Array, states: Sequence[str], inputs: Sequence[str], outputs: Sequence[str] | None, dt: float
) -> Any:
    """A ``control.StateSpace`` with names; ``outputs``: states, all when not given. Only here control is imported."""
    try:
        from control import ss
    except ImportError:
        raise MissingExtraError("linear models of python-control", "control", "control") from None
    shown = tuple(states if outputs is None else outputs)
    for name in shown:
        if name not in states:
            raise ConfigError(f"has no {name!r} ({', '.join(states)})", key="outputs")
    c = np.array([[float(name == state) for state in states] for name in shown])
    # a state and an output of python-control may have the same name
    return ss(
        a, b, c, np.zeros((len(shown), len(inputs))), dt, states=list(states), inputs=list(inputs), outputs=list(shown)
    )
