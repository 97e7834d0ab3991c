"""Many vehicles, equal or different, advanced together in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import ConfigError, NotFiniteError
from usimmarine_py.kernels.body.places import IN_REF
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.inputs import ActuatorLimits, input_table, numbers, together, whole
from usimmarine_py.vehicle.arrays.motion import compiled_fleet
from usimmarine_py.vehicle.arrays.vehicle import Orders, Vehicle
from usimmarine_py.vehicle.description.vehicle import axes_of
from usimmarine_py.vehicle.solver import tableau


class Fleet:
    """N vehicles, of one kind or several, that move in one call, each by its own equations and inputs.

    ``vehicles`` is one vehicle for all of ``count``, or a sequence of N (the same object stands for the same kind).
    ``step`` (s) is the solver's. Compiled and in threads with numba (extra ``fast``), else the same numbers slowly;
    ``compiled`` True insists. Rows of ``state`` are as long as the longest kind's; the rest is 0.

    >>> otter, remus = Vehicle.load("otter"), Vehicle.load("remus100", attitude="quaternion")
    >>> fleet = Fleet([otter, remus, otter], step=0.05)
    >>> fleet.place([[0, 0, 0, 0, 0, 0], [0, 0, 20, 0, 0, 0], [0, 9, 0, 0, 0, 0]])
    >>> fleet.advance(fleet.inputs(fleet.orders(thrust=[50, 80, 50], rudder=[0, 10, 20])), steps=200)
    >>> fleet.nu[:, 0].round(2).tolist()
    [0.77, 2.04, 0.8]
    """

    def __init__(
        self,
        vehicles: Vehicle | Sequence[Vehicle],
        count: int | None = None,
        *,
        step: float = 0.05,
        solver: str = "dp5",
        compiled: bool | None = None,
    ) -> None:
        each = [vehicles] * (1 if count is None else count) if isinstance(vehicles, Vehicle) else list(vehicles)
        if not all(isinstance(v, Vehicle) for v in each):
            raise ConfigError("must be a Vehicle or a sequence of them (Vehicle.load(name))", key="vehicles")
        if not each or (count is not None and len(each) != count):
            raise ConfigError(f"must be at least one vehicle, as many as count says: {len(each)}", key="vehicles")
        if not step > 0.0:
            raise ConfigError(f"must be a number of seconds above 0, not {step!r}", key="step")
        self.kinds: tuple[Vehicle, ...] = tuple(dict.fromkeys(each))  #: the different vehicles, by first appearance
        number = {v: i for i, v in enumerate(self.kinds)}
        self.which = np.array([number[v] for v in each], dtype=np.intp)  #: (N,), each row's kind
        self.step = step  #: s
        self._models = [v.model for v in self.kinds]
        self._solvers = [m.solver(tableau(solver), step) for m in self._models]
        self._limits = ActuatorLimits(self._models)
        self._machine = None if compiled is False else compiled_fleet(self._models, self._solvers, bool(compiled))
        # of equal states, and of equal actuators and commands: read and steered together
        self._alike = self._grouped(lambda a, b: a.names == b.names)
        self._steered = self._grouped(
            lambda a, b: (
                a.description.actuators == b.description.actuators and a.description.command == b.description.command
            )
        )
        self.state: Array = np.zeros((len(each), max(len(m.names) for m in self._models)))  #: (N, n), yours to change
        self.place()

    def _grouped(self, same: Callable[[Vehicle, Vehicle], bool]) -> list[tuple[Vehicle, NDArray[np.intp]]]:
        """Rows of vehicles that are the same in some way, each group with one of them."""
        found: list[tuple[Vehicle, list[int]]] = []
        for i, vehicle in enumerate(self.kinds):
            group = next((kinds for one, kinds in found if same(one, vehicle)), None)
            if group is None:
                found.append((vehicle, [i]))
            else:
                group.append(i)
        return [(one, np.flatnonzero(np.isin(self.which, kinds))) for one, kinds in found]

    def __len__(self) -> int:
        return len(self.which)

    @property
    def compiled(self) -> bool:
        """Whether machine code moves it."""
        return self._machine is not None

    @property
    def setpoint_limits(self) -> Array:
        """Least and largest set-points, (2, N, k); 0 where a vehicle has fewer than k."""
        return np.stack([self._limits.low[self.which], self._limits.high[self.which]])

    def place(self, eta: ArrayLike = 0.0, nu: ArrayLike = 0.0, where: Any = slice(None)) -> None:
        """Put vehicles ``where`` (an index, a slice, a mask) to poses and velocities (..., 6), m, rad, NED and BODY;
        actuators at rest, memory empty. 3-DOF vehicles take x, y, psi and u, v, r of them.
        """
        rows = np.atleast_1d(np.arange(len(self))[where])
        pose = np.broadcast_to(numbers(eta, 6, "eta"), (len(rows), 6))
        velocity = np.broadcast_to(numbers(nu, 6, "nu"), (len(rows), 6))
        for vehicle, group in self._alike:
            mine, used = np.isin(rows, group), axes_of(vehicle.dof)
            made = vehicle.state(pose[mine][:, used], velocity[mine][:, used])
            head, k = vehicle.model.head, len(vehicle.model.lags)
            made[:, head : head + k] = self._limits.rest[self.which[rows[mine]], :k]
            self.state[rows[mine]] = 0.0
            self.state[rows[mine], : made.shape[-1]] = made

    @property
    def eta(self) -> Array:
        """Poses (N, 6): x, y, z (m, NED), phi, theta, psi (rad)."""
        return self._read(Vehicle.eta)

    @property
    def nu(self) -> Array:
        """Velocities (N, 6): u, v, w (m/s), p, q, r (rad/s) over ground, BODY."""
        return self._read(Vehicle.nu)

    @property
    def actuators(self) -> Array:
        """Actuator states (N, k) in the units of their files; 0 where a vehicle has fewer than k."""
        found = np.zeros((len(self), self._limits.low.shape[1]))
        for vehicle, rows in self._alike:
            values = vehicle.actuators(self.state[rows, : len(vehicle.names)])
            found[rows, : values.shape[1]] = values
        return found

    def _read(self, read: Callable[[Vehicle, Array], Array]) -> Array:
        found = np.zeros((len(self), 6))
        for vehicle, rows in self._alike:
            if len(rows) == len(self):
                found[:, axes_of(vehicle.dof)] = read(vehicle, self.state)
            else:
                found[rows[:, None], axes_of(vehicle.dof)] = read(vehicle, self.state[rows, : len(vehicle.names)])
        return found

    def orders(
        self,
        thrust: ArrayLike = 0.0,
        rudder: ArrayLike = 0.0,
        elevator: ArrayLike = 0.0,
        *,
        left: ArrayLike | None = None,
        right: ArrayLike | None = None,
        sway: ArrayLike = 0.0,
        heave: ArrayLike = 0.0,
    ) -> Orders:
        """Set-points (..., N, k) and forces (..., N, 6) of commands (N,) or (S, N), as ``Vehicle.orders``."""
        demands: dict[str, ArrayLike] = {
            "thrust": thrust, "rudder": rudder, "elevator": elevator, "sway": sway, "heave": heave,
        }  # fmt: skip
        demands |= {name: side for name, side in (("left", left), ("right", right)) if side is not None}
        given = together(*demands.values(), np.zeros(len(self)))
        shape = given[-1].shape
        points, force = np.zeros((*shape, self._limits.low.shape[1])), np.zeros((*shape, 6))
        for vehicle, mine in self._steered:
            found = vehicle.orders(**{name: x[..., mine] for name, x in zip(demands, given, strict=False)})
            points[..., mine, : found.setpoints.shape[-1]] = found.setpoints
            force[..., mine[:, None], axes_of(vehicle.dof)] = found.tau
        return Orders(points, force)

    def inputs(
        self,
        orders: Orders | None = None,
        *,
        setpoints: ArrayLike | None = None,
        tau: ArrayLike = 0.0,
        current: ArrayLike = 0.0,
        wind: ArrayLike | None = None,
        lift: ArrayLike | None = None,
        surface: ArrayLike = 0.0,
    ) -> Array:
        """What acts on every vehicle, (N, m), or (S, N, m) from anything with a leading axis of S moments.

        ``orders`` as ``Fleet.orders`` gives them, or ``setpoints`` (..., N, k), and ``tau`` (..., N, 6) beside them;
        what else as in ``Vehicle.inputs``, with a row for each vehicle or one for all.
        """
        force = numbers(tau, 6, "tau")
        if orders is not None:
            if not isinstance(orders, Orders):
                raise ConfigError("must come from orders(); numbers go as setpoints=", key="orders")
            setpoints, force = orders.setpoints, orders.tau + force
        return input_table(self._limits, self.which, 6, setpoints, force, current, wind, 0.0, lift, surface)

    def advance(
        self, inputs: ArrayLike | None = None, steps: int = 1, *, record: bool = False, check: bool = True
    ) -> Array | None:
        """Move all vehicles: each of the S rows of ``inputs`` (N, m) or (S, N, m) is held for ``steps`` solver steps.

        With ``record`` the states at the end of each, (S, N, n). NotFiniteError names the first vehicle whose numbers
        end, unless ``check`` is False; the others have moved.
        """
        steps = whole(steps)
        table = np.ascontiguousarray(self.inputs() if inputs is None else inputs, dtype=float)
        table = table[None] if table.ndim == 2 else table
        wanted = (len(self), IN_REF + self._limits.low.shape[1])
        if table.shape[1:] != wanted:
            raise ConfigError(
                f"must come from Fleet.inputs: (..., {wanted[0]}, {wanted[1]}), not {table.shape}", key="inputs"
            )
        kept = np.zeros((table.shape[0], *self.state.shape)) if record else None
        if self._machine is not None:
            self._machine.advance_in_place(self.state, table, self.which, steps, kept)
        else:
            self._interpreted(table, steps, kept)
        if check and not np.isfinite(self.state.sum()):
            lost = np.flatnonzero(~np.isfinite(self.state.sum(axis=1)))
            raise NotFiniteError(
                f"{len(lost)} of {len(self)} vehicles left the finite numbers, first number {lost[0]} "
                f"({self.kinds[self.which[lost[0]]].name}), with a step of {self.step:g} s; reduce the step"
            )
        return kept

    def _interpreted(self, table: Array, steps: int, kept: Array | None) -> None:
        for j, moment in enumerate(table):
            for i, kind in enumerate(self.which):
                model = self._models[kind]
                n, m = len(model.names), IN_REF + len(model.lags)
                own = self.state[i, :n].tolist()
                try:
                    self.state[i, :n] = model.advance(own, moment[i, :m].tolist(), self._solvers[kind], steps)
                except NotFiniteError:
                    self.state[i, :n] = np.nan
            if kept is not None:
                kept[j] = self.state
