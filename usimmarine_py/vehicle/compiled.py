"""The same equations compiled by numba (extra ``fast``): one vehicle, a loop of steps, or a fleet in parallel.

numba is told that the plain functions of the kernels may be called from compiled code; the very same code objects run
interpreted and compiled. Machine code is cached on disk under a digest of the kernels' sources, so that an update of
any of them is noticed.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import MissingExtraError, NotFiniteError
from usimmarine_py.maths import attitude, flow
from usimmarine_py.vehicle.actuators import lag, laws
from usimmarine_py.vehicle.equations import (
    damping,
    kernel3,
    kernel6,
    memory,
    mmg,
    propulsion,
    restoring,
    stepper,
    wind_load,
)
from usimmarine_py.vehicle.equations import layout as at
from usimmarine_py.vehicle.model import Model

Array = NDArray[np.float64]
Which = NDArray[np.intp]

_MODULES: tuple[ModuleType, ...] = (
    attitude, flow, lag, laws, wind_load, damping, restoring, memory, propulsion, mmg, kernel6, kernel3, stepper,
)  # fmt: skip

#: every function that compiled code may reach
KERNELS: tuple[Callable[..., Any], ...] = (
    attitude.rzyx_of, attitude.rquat, attitude.euler_rates_of, attitude.quaternion_rates,
    flow.folded, flow.lift_drag_coefficients, flow.lift_drag_force,
    lag.decay, lag.lagged, lag.lagged_limited,
    laws.thrust, laws.wrench_at, laws.speed_along, laws.immersed_share,
    laws.waterjet, laws.waterjet_planar, laws.advance_thrust, laws.slipstream_lift,
    laws.propeller, laws.curve_by_table, laws.curve_by_series, laws.four_quadrant, laws.fin_anywhere,
    laws.fin_yaw, laws.fin_pitch, laws.fin_simple_yaw, laws.fin_simple_pitch,
    wind_load.relative_wind, wind_load.blendermann_force, wind_load.simple_coefficients, wind_load.simple_force,
    wind_load.hull_wind_force,
    damping.friction_line, damping.surge_friction, damping.cross_flow_exact, damping.cross_flow_strips,
    damping.cylinder_drag_coefficient, damping.polynomial, damping.glide_forces,
    restoring.submerged_wrench, restoring.submerged_share, restoring.submerged_forces, restoring._row,
    restoring.linear_restoring, restoring.vertical_restoring,
    memory.memory_forces,
    propulsion._axial, propulsion.pushed, propulsion._weights, propulsion._anywhere, propulsion.actuator_forces,
    kernel6.row, kernel6.cross_flow, kernel6.section_drag, kernel6.current_body, kernel6.coriolis_forces,
    kernel6.damping_forces, kernel6.accelerations, kernel6.derivative_euler, kernel6.derivative_quaternion,
    mmg.mmg_thrust, mmg.mmg_drive, mmg.mmg_hull, mmg.mmg_forces,
    kernel3.coriolis3, kernel3.derivative3,
    stepper._actuators, stepper.derivative, stepper.step, stepper.advance,
)  # fmt: skip


#: vehicles that one thread takes at a time
CHUNK = 64


class _Machine(NamedTuple):
    """Compiled functions."""

    one: Callable[..., None]  #: ``stepper.advance`` of one state
    fleet: Callable[..., None]  #: the same for rows of states of one or several vehicles
    rates: Callable[..., None]  #: ``stepper.derivative`` for rows of states
    mark: Path  #: a file that says that ``one`` is on the disk


@lru_cache(maxsize=1)
def _compiled() -> _Machine:
    """Nothing is compiled before it is called; raises MissingExtraError without numba."""
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError:
        raise MissingExtraError("running compiled equations", "numba", "fast") from None
    # the kernels allocate nothing: inlined, and without numba's reference counting, they take less than half the time
    plain = {"error_model": "numpy", "_nrt": False}
    for function in KERNELS:
        register_jitable(forceinline=True, **plain)(function)
    digest = hashlib.sha256()
    for module in _MODULES:
        digest.update(Path(str(module.__file__)).read_bytes())
    # a closure's values are part of numba's cache key: another digest, other machine code
    key = digest.hexdigest()
    many: Callable[..., None] = stepper.advance  # on arrays here
    slope: Callable[..., None] = stepper.derivative

    def advance_one(s: Array, inp: Array, c: Array, tab: Array, k: Array, steps: int) -> None:
        _ = key
        many(s, inp, c, tab, k, steps)

    def advance_fleet(
        s: Array, inp: Array, which: Which, form: Which, c: Array, tab: Array, k: Array, steps: int, out: Array
    ) -> None:
        _ = key
        for chunk in numba.prange(k.shape[0]):
            for i in range(chunk * CHUNK, min(s.shape[0], (chunk + 1) * CHUNK)):
                w = which[i]
                for j in range(inp.shape[0]):
                    many(s[i], inp[j, i], c[w], tab[w], k[chunk, form[w]], steps)
                    if out.shape[0] > 0:
                        for n in range(s.shape[1]):
                            out[j, i, n] = s[i, n]

    def rates(s: Array, inp: Array, which: Which, c: Array, out: Array) -> None:
        _ = key
        for i in numba.prange(s.shape[0]):
            slope(s[i], inp[i], c[which[i]], out[i])

    one = numba.njit(cache=True, **plain)(advance_one)
    fleet = numba.njit(cache=True, parallel=True, error_model="numpy")(advance_fleet)
    derive = numba.njit(cache=True, parallel=True, error_model="numpy")(rates)
    # beside the machine code, wherever numba keeps that
    name = f"equations-{key[:16]}-{numba.__version__}-{sys.implementation.cache_tag}.ready"
    return _Machine(one, fleet, derive, Path(one.stats.cache_path) / name)


def is_ready() -> bool:
    """Whether an earlier run left the machine code of a vehicle's steps on the disk."""
    return _compiled().mark.exists()


class Compiled:
    """One vehicle's equations compiled; the arrays are made once, so that a step costs a few microseconds."""

    def __init__(self, model: Model, solver: Sequence[float]) -> None:
        self._one = _compiled().one
        self.model = model
        self._constants = np.array(model.constants)
        self._solver = np.array(solver)
        self._scratch = np.zeros((int(solver[at.SOLVER_STAGES]) + 1, len(model.names)))
        self._fleet = CompiledFleet([model], [solver])

    def advance_in_place(self, state: Array, inputs: Array, steps: int = 1) -> None:
        """Advance ``state`` (shape (n,)) by ``steps`` steps; not for several threads at once."""
        self._one(state, inputs, self._constants, self._solver, self._scratch, steps)

    def advance(self, s: Sequence[float], inputs: Sequence[float], steps: int = 1) -> list[float]:
        """As ``Model.advance``, with lists."""
        state = np.array(s, dtype=float)
        self.advance_in_place(state, np.array(inputs, dtype=float), steps)
        result: list[float] = state.tolist()
        if not isfinite(sum(result)):
            raise NotFiniteError(
                f"{self.model.vehicle.name}: the motion left the finite numbers with a step of "
                f"{self._solver[at.SOLVER_STEP]:g} s; reduce the step or check added mass and damping"
            )
        return result

    def advance_fleet_in_place(self, states: Array, inputs: Array, steps: int = 1) -> None:
        """Advance N equal vehicles, ``states`` of shape (N, n), ``inputs`` of shape (N, m), in threads."""
        self._fleet.advance_in_place(states, inputs[None], np.zeros(len(states), dtype=np.intp), steps)

    def advance_fleet(self, states: ArrayLike, inputs: ArrayLike, steps: int = 1) -> Array:
        """The same on a copy: the states of the fleet ``steps`` steps later."""
        s = np.array(states, dtype=float, order="C")
        self.advance_fleet_in_place(s, np.ascontiguousarray(inputs, dtype=float), steps)
        return s


class CompiledFleet:
    """The equations of several vehicles compiled, in threads. Rows of states and inputs are as long as those of the
    largest vehicle; what is left over of a shorter one stays as it is.
    """

    def __init__(self, models: Sequence[Model], solvers: Sequence[Sequence[float]]) -> None:
        self._machine = _compiled()
        self._constants = _table([m.constants for m in models])
        self._solvers = _table(solvers)
        stages = max(int(solver[at.SOLVER_STAGES]) for solver in solvers)
        # in a thread vehicles of the same states share their scratch: none sees slopes of what it has not
        names = list(dict.fromkeys(m.names for m in models))
        self._form = np.array([names.index(m.names) for m in models], dtype=np.intp)
        self._shape = (len(names), stages + 1, max(len(n) for n in names))
        self._scratch = np.zeros((0, *self._shape))
        self._nothing = np.zeros((0, 0, 0))

    def advance_in_place(
        self, states: Array, inputs: Array, which: Which, steps: int = 1, record: Array | None = None
    ) -> None:
        """Advance ``states`` (N, n); row i is of the vehicle ``which[i]``.

        ``inputs`` (S, N, m): each of the S rows is held for ``steps`` steps; ``record`` (S, N, n) takes the states at
        the end of each.
        """
        chunks = -(-states.shape[0] // CHUNK)
        if self._scratch.shape[0] < chunks:
            self._scratch = np.zeros((chunks, *self._shape))
        out = self._nothing if record is None else record
        scratch = self._scratch[:chunks]
        self._machine.fleet(states, inputs, which, self._form, self._constants, self._solvers, scratch, steps, out)

    def rates_in_place(self, states: Array, inputs: Array, which: Which, out: Array) -> None:
        """Time derivatives of ``states`` (N, n) into ``out``, but for those of actuator states; ``inputs`` (N, m)."""
        self._machine.rates(states, inputs, which, self._constants, out)


def _table(rows: Sequence[Sequence[float]]) -> Array:
    """Rows of different lengths, filled up with zeros."""
    table = np.zeros((len(rows), max(len(row) for row in rows)))
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return table


def compiled_advance(model: Model) -> Callable[[Sequence[float], Sequence[float], Sequence[float], int], list[float]]:
    """A stand-in for ``model.advance``; compiled at once. Raises MissingExtraError without numba."""
    mark = _compiled().mark
    made: dict[tuple[float, ...], Compiled] = {}

    def advance(s: Sequence[float], inputs: Sequence[float], solver: Sequence[float], steps: int) -> list[float]:
        table = tuple(solver)
        if table not in made:
            made[table] = Compiled(model, table)
            found = made[table].advance(s, inputs, steps)
            with contextlib.suppress(OSError):  # where nothing can be kept, numba keeps nothing either
                mark.touch()
            return found
        return made[table].advance(s, inputs, steps)

    return advance
