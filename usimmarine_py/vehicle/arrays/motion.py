"""Derivatives, steps and runs of one vehicle for arrays of states, compiled where numba is installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, MissingExtraError, NotFiniteError
from usimmarine_py.kernels.body.places import IN_REF
from usimmarine_py.kernels.duals import joined, parts
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.inputs import whole
from usimmarine_py.vehicle.arrays.linear.exact import DualModel
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.solver import tableau


class ArrayMotion:
    """What ``Vehicle`` does with checked arrays; keeps the compiled equations of every step and method."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._direct = [i for i, lag in enumerate(model.lags) if lag.time_constant <= 0.0 and lag.rate <= 0.0]
        self._machines: dict[tuple[float, str], Any] = {}

    def rates(self, states: Array, table: Array, compiled: bool = False) -> Array:
        """``Vehicle.derivative``."""
        rows, held = _rows(states, table)
        if self._direct:
            # what follows at once stands at its set-point
            rows = np.array(rows, dtype=np.result_type(rows, held))
            for i in self._direct:
                rows[:, self.model.head + i] = held[:, IN_REF + i]
        if np.iscomplexobj(rows) or np.iscomplexobj(held):
            found = self._dual(rows, held, lambda exact, row, given: exact.derivative(0.0, row, given))
            return found.reshape(*np.broadcast_shapes(states.shape[:-1], table.shape[:-1]), states.shape[-1])
        out = np.zeros(rows.shape)
        machine = self._machine(0.05, "dp5") if compiled else None
        if machine is not None:
            machine.rates_in_place(np.array(rows), np.array(held), np.zeros(len(rows), dtype=np.intp), out)
            _lag_rates(self.model, rows, held, out)
        else:
            for i, (row, given) in enumerate(zip(rows.tolist(), held.tolist(), strict=True)):
                out[i] = self.model.derivative(0.0, row, given)
        return out.reshape(*np.broadcast_shapes(states.shape[:-1], table.shape[:-1]), states.shape[-1])

    def advance(self, states: Array, table: Array, step: float, steps: int, solver: str) -> Array:
        """``Vehicle.advance``."""
        steps = whole(steps)
        rows, held = _rows(states, table)
        complexes = np.iscomplexobj(rows) or np.iscomplexobj(held)
        machine = None if complexes else self._machine(step, solver)
        if complexes:
            method = self.model.solver(tableau(solver), checked_step(step))
            rows = self._dual(rows, held, lambda exact, row, given: exact.advance(row, given, method, steps))
        elif machine is not None:
            rows = np.array(rows)
            machine.advance_in_place(rows, np.ascontiguousarray(held)[None], np.zeros(len(rows), dtype=np.intp), steps)
        else:
            method = self.model.solver(tableau(solver), step)
            each = zip(rows.tolist(), held.tolist(), strict=True)
            rows = np.array([self.model.advance(row, given, method, steps) for row, given in each])
        self._check(rows, step)
        return rows.reshape(*np.broadcast_shapes(states.shape[:-1], table.shape[:-1]), states.shape[-1])

    def simulate(self, state: Array, table: Array, step: float, steps: int, solver: str) -> Array:
        """``Vehicle.simulate``."""
        if state.ndim != 1 or table.ndim != 2:
            raise ConfigError(f"must be (S, m) for one state (n,), not {table.shape} and {state.shape}", key="inputs")
        steps = whole(steps)
        found = np.zeros((len(table) + 1, len(state)), dtype=np.result_type(state, table))
        found[0] = state
        machine = None if np.iscomplexobj(found) else self._machine(step, solver)
        if machine is None:
            for i, row in enumerate(table):
                found[i + 1] = self.advance(found[i], row, step, steps, solver)
            return found
        row, held = found[:1].copy(), np.ascontiguousarray(table[:, None])
        machine.advance_in_place(row, held, np.zeros(1, dtype=np.intp), steps, found[1:, None])
        self._check(row, step)
        return found

    def _dual(
        self, rows: Array, held: Array, function: Callable[[DualModel, list[Any], list[Any]], Sequence[Any]]
    ) -> Array:
        """A function of states and inputs on dual numbers, row by row, as complex numbers."""
        exact = DualModel.of(self.model)
        each = zip(rows.tolist(), held.tolist(), strict=True)
        return np.array([joined(function(exact, parts(row), parts(given))) for row, given in each])

    def _check(self, rows: Array, step: float) -> None:
        if not np.isfinite(rows.sum()):
            name = self.model.vehicle.name
            raise NotFiniteError(f"{name}: the motion left the finite numbers with steps of {step:g} s; reduce them")

    def _machine(self, step: float, solver: str) -> Any:
        """Compiled equations for one step and method, made once; None without numba."""
        key = (float(checked_step(step)), solver)
        if key not in self._machines:
            self._machines[key] = compiled_fleet([self.model], [self.model.solver(tableau(solver), step)])
        return self._machines[key]


def checked_step(step: float) -> float:
    """A step (s); ConfigError for what is none."""
    if not step > 0.0:
        raise ConfigError(f"must be a number of seconds above 0, not {step!r}", key="step")
    return step


def _rows(states: Array, table: Array) -> tuple[Array, Array]:
    """States and inputs of one leading axis."""
    try:
        shape = np.broadcast_shapes(states.shape[:-1], table.shape[:-1])
    except ValueError:
        raise ConfigError(f"states {states.shape} and inputs {table.shape} do not go together", key="inputs") from None
    rows = np.broadcast_to(states, (*shape, states.shape[-1])).reshape(-1, states.shape[-1])
    return rows, np.broadcast_to(table, (*shape, table.shape[-1])).reshape(-1, table.shape[-1])


def _lag_rates(model: Model, rows: Array, held: Array, out: Array) -> None:
    """Rates of the actuator states, as ``actuators.lag.lag_rate``."""
    for i, lag in enumerate(model.lags):
        j = model.head + i
        error = held[:, IN_REF + i] - rows[:, j]
        if lag.time_constant > 0.0:
            out[:, j] = error / lag.time_constant
        elif lag.rate > 0.0:
            out[:, j] = lag.rate * np.sign(error)
        if lag.rate > 0.0:
            np.clip(out[:, j], -lag.rate, lag.rate, out=out[:, j])


def compiled_fleet(models: Sequence[Model], solvers: Sequence[Sequence[float]], insist: bool = False) -> Any:
    """Compiled equations of several vehicles; None without numba, unless that is insisted on."""
    from usimmarine_py.vehicle.compiled import CompiledFleet

    try:
        return CompiledFleet(models, solvers)
    except MissingExtraError:
        if insist:
            raise
        return None
