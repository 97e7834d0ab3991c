"""The same equations compiled by numba (extra ``fast``): one vehicle, a loop of steps, or a fleet in threads.

The very same functions run interpreted on instances and compiled on numpy records, whose layout is made of the
declarations in ``kernels/body/records.py``. Machine code is cached on disk under a digest of the kernels' sources, so
that an update of any of them is noticed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, MissingExtraError, NotFiniteError
from usimmarine_py.kernels import lag
from usimmarine_py.kernels.body import (
    actuators,
    damping,
    drives,
    memory,
    mmg,
    motion3,
    motion6,
    places,
    propulsion,
    records,
    restoring,
    stepper,
    wind_load,
)
from usimmarine_py.kernels.body.places import SOLVER
from usimmarine_py.kernels.body.records import ActuatorTerms, Body, BodyTerms, MemoryTerms, names
from usimmarine_py.kernels.body.set_points import ZERO, CommandBody, CommandTerms, SetPointTerms, ThrusterTerms
from usimmarine_py.kernels.compiling import COMPILATIONS, register
from usimmarine_py.kernels.threads import in_threads
from usimmarine_py.maths import attitude, flow
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.model import Model

Records = NDArray[np.void]
Which = NDArray[np.intp]

#: modules whose functions compiled code may reach
KERNELS = (
    attitude, flow, places, drives, records, lag, actuators, wind_load, damping, restoring, memory, propulsion, mmg,
    motion6, motion3, stepper,
)  # fmt: skip

#: vehicles that one thread takes at a time
CHUNK = 64
#: s that compiling takes on a usual machine
COMPILING = 20.0


class _Machine(NamedTuple):
    """Compiled functions."""

    advance: Callable[..., None]  #: ``stepper.advance`` for rows of states of one or several vehicles
    rates: Callable[..., None]  #: ``stepper.derivative`` for rows of states
    mark: Path  #: a file that says that ``advance`` is on the disk


class BodyTables(NamedTuple):
    """The bodies of several vehicles as arrays, a row each; rows of what is listed are filled up with zeros."""

    terms: Records  #: (V,)
    actuators: Records  #: (V, a)
    memory: Records  #: (V, m)
    curves: Array  #: (V, c)


class CommandTables(NamedTuple):
    """How vehicles follow commands, as arrays of a row each."""

    terms: Records
    points: Records
    thrusters: Records


@cache
def record_type(record: Any) -> np.dtype[Any]:
    """Return the layout of a record of the kernels: its fields by name, floats or records themselves."""
    fields = get_type_hints(record)
    return np.dtype([(name, np.float64 if fields[name] is float else record_type(fields[name])) for name in fields])


def body_tables(models: Sequence[Model]) -> BodyTables:
    """Return the bodies of some vehicles as compiled code reads them."""
    bodies = [m.body for m in models]
    return BodyTables(
        _records([[body.terms] for body in bodies], BodyTerms)[:, 0],
        _records([body.actuators for body in bodies], ActuatorTerms),
        _records([body.memory for body in bodies], MemoryTerms),
        _table([body.curves for body in bodies]),
    )


def command_tables(*models: Model) -> CommandTables:
    """Return how vehicles follow commands as compiled code reads it; without a rule their actuators stay at rest."""
    rules = [_command(model) for model in models]
    return CommandTables(
        _records([[rule.terms] for rule in rules], CommandTerms)[:, 0],
        _records([rule.points for rule in rules], SetPointTerms),
        _records([rule.thrusters for rule in rules], ThrusterTerms),
    )


def _command(model: Model) -> CommandBody:
    if model.vehicle.command is not None:
        return model.vehicle.command.body
    points = [SetPointTerms(ZERO, 0.0, 0.0, lag.low, lag.high) for lag in model.lags]
    return CommandBody(CommandTerms(float(len(points)), 0.0), points, ())


def _records(rows: Sequence[Sequence[object]], record: type) -> Records:
    table = np.zeros((len(rows), max(1, *(len(row) for row in rows))), dtype=record_type(record))
    for line, row in zip(table, rows, strict=True):
        for i, one in enumerate(row):
            line[i] = _values(one)
    return table


def _values(record: Any) -> Any:
    """Return what a record holds as nested tuples."""
    if isinstance(record, (float, int)):
        return record
    return tuple(_values(getattr(record, name)) for name in names(record.__class__))


@lru_cache(maxsize=1)
def _compiled() -> _Machine:
    """Nothing is compiled before it is called; raises MissingExtraError without numba."""
    # the kernels allocate nothing: inlined, and without numba's reference counting, they take less than half the time
    plain = {"error_model": "numpy", "_nrt": False, "nogil": True}
    try:
        import numba

        key = register(*KERNELS)
    except ImportError:
        raise MissingExtraError("running compiled equations", "numba", "fast") from None
    many: Callable[..., None] = stepper.advance  # on arrays here
    slope: Callable[..., None] = stepper.derivative

    def advance(
        first: int, end: int, s: Array, inp: Array, which: Which, form: Which, b: BodyTables, tab: Array, k: Array,
        steps: int, out: Array,
    ) -> None:  # fmt: skip
        _ = key  # a closure's values are part of numba's cache key: another digest, other machine code
        scratch = k[first // CHUNK]
        for i in range(first, end):
            w = which[i]
            body = Body(b.terms[w], b.actuators[w], b.memory[w], b.curves[w])
            for j in range(inp.shape[0]):
                many(s[i], inp[j, i], body, tab[w], scratch[form[w]], steps)
                if out.shape[0] > 0:
                    for n in range(s.shape[1]):
                        out[j, i, n] = s[i, n]

    def rates(first: int, end: int, s: Array, inp: Array, which: Which, b: BodyTables, out: Array) -> None:
        _ = key
        for i in range(first, end):
            w = which[i]
            slope(s[i], inp[i], Body(b.terms[w], b.actuators[w], b.memory[w], b.curves[w]), out[i])

    made, derive = (numba.njit(cache=True, **plain)(function) for function in (advance, rates))
    # beside the machine code, wherever numba keeps that
    version = f"{key[:16]}-{numba.__version__}-{sys.implementation.cache_tag}"
    return _Machine(made, derive, Path(made.stats.cache_path) / f"equations-{version}.ready")


def is_ready() -> bool:
    """Return whether an earlier run left the machine code of a vehicle's steps on the disk."""
    return _compiled().mark.exists()


def code_folder() -> Path:
    """Return where numba keeps the machine code of the equations. Raises ``MissingExtraError`` without numba."""
    return _compiled().mark.parent


class Compiled:
    """One vehicle's equations compiled; the arrays are made once, so that a step costs a few microseconds."""

    def __init__(self, model: Model, solver: Sequence[float], threads: int | None = None) -> None:
        """``threads``: most of them in which a fleet is advanced."""
        self.model = model
        self._step = solver[SOLVER.step]
        self._fleet = CompiledFleet([model], [solver], threads)
        self._which = np.zeros(1, dtype=np.intp)

    def advance_in_place(self, state: Array, inputs: Array, steps: int = 1) -> None:
        """Advance ``state`` (shape (n,)) by ``steps`` steps; not for several threads at once."""
        self._fleet.advance_in_place(state[None], inputs[None, None], self._which, steps)

    def advance(self, s: Sequence[float], inputs: Sequence[float], steps: int = 1) -> list[float]:
        """As ``Model.advance``, with lists."""
        state = np.array(s, dtype=float)
        self.advance_in_place(state, np.array(inputs, dtype=float), steps)
        result: list[float] = state.tolist()
        if not isfinite(sum(result)):
            raise NotFiniteError(
                f"{self.model.vehicle.name}: the motion left the finite numbers with a step of "
                f"{self._step:g} s; reduce the step or check added mass and damping"
            )
        return result

    def advance_fleet_in_place(self, states: Array, inputs: Array, steps: int = 1) -> None:
        """Advance N equal vehicles, ``states`` of shape (N, n), ``inputs`` of shape (N, m), in threads."""
        self._fleet.advance_in_place(states, inputs[None], np.zeros(len(states), dtype=np.intp), steps)


class CompiledFleet:
    """The equations of several vehicles compiled, in threads. Rows of states and inputs are as long as those of the
    largest vehicle; what is left over of a shorter one stays as it is.
    """

    def __init__(self, models: Sequence[Model], solvers: Sequence[Sequence[float]], threads: int | None = None) -> None:
        """``threads``: most of them; by default one for ``CHUNK`` vehicles, as far as there are processors."""
        self._machine = _compiled()
        self._threads = threads
        self._bodies = body_tables(models)
        self._solvers = _table(solvers)
        stages = max(int(solver[SOLVER.stages]) for solver in solvers)
        # in a thread vehicles of the same states share their scratch: none sees slopes of what it has not
        names = list(dict.fromkeys(m.names for m in models))
        self._form = np.array([names.index(m.names) for m in models], dtype=np.intp)
        self._shape = (len(names), stages + 1, max(len(n) for n in names))
        self._scratch = np.zeros((1, *self._shape))
        self._nothing = np.zeros((0, 0, 0))
        self._first = True

    def advance_in_place(
        self, states: Array, inputs: Array, which: Which, steps: int = 1, record: Array | None = None
    ) -> None:
        """Advance ``states`` (N, n); row i is of the vehicle ``which[i]``.

        ``inputs`` (S, N, m): each of the S rows is held for ``steps`` steps; ``record`` (S, N, n) takes the states at
        the end of each.
        """
        # to numba an array that may not be written to is another type: it would compile all of it again
        if not inputs.flags.carray:
            inputs = np.require(inputs, requirements=("C", "W"))
        rows = len(states)
        chunks = -(-rows // CHUNK)
        if len(self._scratch) < chunks:
            self._scratch = np.zeros((chunks, *self._shape))
        out = self._nothing if record is None else record
        given = states, inputs, which, self._form, self._bodies, self._solvers, self._scratch, steps, out
        if self._first:
            self._first = False
            with COMPILATIONS.first(self._machine.mark, "the equations of motion", COMPILING):
                self._machine.advance(0, rows, *given)
        else:
            in_threads(self._machine.advance, rows, CHUNK, self._threads, *given)

    def put(self, place: int, model: Model, solver: Sequence[float]) -> None:
        """Put another model of as many states, actuators and curves in the place of one.

        ``solver`` is its own, as it has the lags of the model's actuators. Raises ``ConfigError`` for one of other
        numbers of them.
        """
        own = body_tables([model])
        if any(table.shape[1:] != row.shape[1:] for table, row in zip(self._bodies, own, strict=True)):
            problem = "has other actuators, curves or states than the one it stands for: only numbers may vary"
            raise ConfigError(problem, key="vehicle", file=model.vehicle.name)
        for table, row in zip(self._bodies, own, strict=True):
            table[place] = row[0]
        self._solvers[place] = _table([solver])[0]

    def rates_in_place(self, states: Array, inputs: Array, which: Which, out: Array) -> None:
        """Time derivatives of ``states`` (N, n) into ``out``, but for those of actuator states; ``inputs`` (N, m)."""
        in_threads(self._machine.rates, len(states), CHUNK, self._threads, states, inputs, which, self._bodies, out)


def _table(rows: Sequence[Sequence[float]]) -> Array:
    """Rows of different lengths, filled up with zeros."""
    table = np.zeros((len(rows), max(1, *(len(row) for row in rows))))
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return table


def compiled_advance(model: Model) -> Callable[[Sequence[float], Sequence[float], Sequence[float], int], list[float]]:
    """A stand-in for ``model.advance``; compiled at once. Raises MissingExtraError without numba."""
    _compiled()
    made: dict[tuple[float, ...], Compiled] = {}
    last: Sequence[float] = ()
    engine: Compiled | None = None

    def advance(s: Sequence[float], inputs: Sequence[float], solver: Sequence[float], steps: int) -> list[float]:
        nonlocal last, engine
        if engine is None or solver is not last:
            # the table has many numbers to look up by
            table = tuple(solver)
            if table not in made:
                made[table] = Compiled(model, table)
            last, engine = solver, made[table]
        return engine.advance(s, inputs, steps)

    return advance
