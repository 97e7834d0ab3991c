"""A vehicle ready to be integrated: its table of constants, the names and order of its state, its derivative."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kernels.body import stepper
from usimmarine_py.kernels.body.places import IN_REF, SOLVER
from usimmarine_py.kernels.body.records import MODEL_3DOF, MODEL_EULER, MODEL_QUATERNION
from usimmarine_py.kernels.lag import lag_rate
from usimmarine_py.maths.attitude import euler_to_quaternion, quaternion_to_euler
from usimmarine_py.maths.integrators import Tableau
from usimmarine_py.vehicle.actuators.commands import Demand, SetPoints, set_points
from usimmarine_py.vehicle.body import body_of
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.solver import solver_table

_HEADS: dict[float, tuple[str, ...]] = {
    MODEL_3DOF: ("x", "y", "psi", "u", "v", "r"),
    MODEL_EULER: ("x", "y", "z", "phi", "theta", "psi", "u", "v", "w", "p", "q", "r"),
    MODEL_QUATERNION: ("x", "y", "z", "eta", "eps1", "eps2", "eps3", "u", "v", "w", "p", "q", "r"),
}

_UNITS = {"rad": "deg", "rad/s": "rad_s"}

Six = tuple[float, float, float, float, float, float]
ZERO: Six = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Forcing(NamedTuple):
    """What acts on the vehicle during a step, all held constant.

    ``tau`` X, Y, Z, K, M, N in N and N m (BODY); ``current`` m/s (NED); ``wind`` speed m/s and direction rad TOWARDS,
    None = no wind force; ``rotate`` rad/s added to psi_dot; ``lift`` N replaces B - W of a submerged vehicle;
    ``surface`` m, how high the water stands above its mean; ``rate`` m/s2 (NED), at which the current changes.
    """

    tau: Sequence[float] = ZERO
    current: tuple[float, float, float] = (0.0, 0.0, 0.0)
    wind: tuple[float, float] | None = None
    rotate: float = 0.0
    lift: float | None = None
    surface: float = 0.0
    rate: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Model:
    """The equations of one vehicle over a flat list of floats: pose, velocities, actuator states, memory states.

    Immutable after construction; one instance may serve many vehicles at once. ``attitude`` ("euler" or "quaternion")
    overrides the vehicle's own choice; without ``actuators`` it is a bare hull.
    """

    def __init__(self, vehicle: VehicleDescription, attitude: str = "", actuators: bool = True) -> None:
        self.vehicle = vehicle
        self.body = body_of(vehicle, attitude, actuators)  #: what the kernels read
        self.constants = self.body.terms
        head = _HEADS[self.constants.model]
        self.lags = vehicle.actuator_states if actuators else ()
        memory = tuple(f"m{i}" for i in range(sum(s.order for s in vehicle.forces.memory)))
        self.names = (*head, *(s.name for s in self.lags), *memory)  #: of the state's entries, in order
        self.head = len(head)  #: entries before the actuator states
        units = [_UNITS.get(s.unit, s.unit) for s in self.lags]
        #: of each actuator state: its name with the unit in which it is published, and whether it is an angle
        self.shown = tuple(
            (f"{s.name}_{unit}" if unit else s.name, s.unit == "rad") for s, unit in zip(self.lags, units, strict=True)
        )

    @property
    def quaternion(self) -> bool:
        """Whether the attitude is a unit quaternion."""
        return self.constants.model == MODEL_QUATERNION

    @property
    def planar(self) -> bool:
        """Whether this is a 3-DOF model."""
        return self.constants.model == MODEL_3DOF

    def state(self, eta: Sequence[float] = ZERO, nu: Sequence[float] = ZERO) -> list[float]:
        """A state from eta = x, y, z, phi, theta, psi (m, rad; NED) and nu (m/s, rad/s; BODY), the rest at rest."""
        if self.planar:
            pose = [eta[0], eta[1], eta[5]]
            velocity = [nu[0], nu[1], nu[5]]
        else:
            angles = euler_to_quaternion(eta[3], eta[4], eta[5]) if self.quaternion else tuple(eta[3:6])
            pose = [*eta[:3], *angles]
            velocity = list(nu)
        memory = len(self.names) - self.head - len(self.lags)
        return [float(x) for x in (*pose, *velocity, *(lag.rest for lag in self.lags))] + [0.0] * memory

    def eta(self, s: Sequence[float]) -> Six:
        """x, y, z, phi, theta, psi (m, rad) of a state."""
        if self.planar:
            return s[0], s[1], 0.0, 0.0, 0.0, s[2]
        if self.quaternion:
            return s[0], s[1], s[2], *quaternion_to_euler(s[3], s[4], s[5], s[6])
        return s[0], s[1], s[2], s[3], s[4], s[5]

    def nu(self, s: Sequence[float]) -> Six:
        """u, v, w (m/s), p, q, r (rad/s) of a state."""
        if self.planar:
            return s[3], s[4], 0.0, 0.0, 0.0, s[5]
        o = self.head - 6
        return s[o], s[o + 1], s[o + 2], s[o + 3], s[o + 4], s[o + 5]

    def inputs(self, forcing: Forcing, references: Sequence[float] = ()) -> list[float]:
        """The kernel's table of inputs; references are clipped to the limits of the actuator states."""
        wind = forcing.wind
        lift = forcing.lift
        table = [*forcing.tau, *forcing.current]
        table += [0.0, 0.0, 0.0] if wind is None else [1.0, wind[0], wind[1]]
        table += [
            forcing.rotate,
            0.0 if lift is None else 1.0,
            0.0 if lift is None else lift,
            forcing.surface,
            *forcing.rate,
        ]
        return table + [lag.clip(x) for lag, x in zip(self.lags, references, strict=True)]

    def set_points(self, demand: Demand) -> SetPoints:
        """What a demand means for the actuators; without a [command] they rest."""
        rule = self.vehicle.command
        return SetPoints(tuple([lag.rest for lag in self.lags])) if rule is None else set_points(rule, demand)

    def commanded(self, demand: Demand) -> list[float]:
        """The kernel's table of inputs under a demand in calm water."""
        points = self.set_points(demand)
        return self.inputs(Forcing((points.surge, 0.0, 0.0, 0.0, 0.0, points.yaw)), points.references)

    def derivative(self, t: float, s: Sequence[float], inputs: Sequence[float]) -> list[float]:
        """Time derivative of the whole state, actuators included; pure. ``t`` is not used (the inputs are held)."""
        out = [0.0] * len(s)
        stepper.derivative(list(s), inputs, self.body, out)
        for i, lag in enumerate(self.lags):
            j = self.head + i
            out[j] = lag_rate(s[j], inputs[IN_REF + i], lag.time_constant, lag.rate)
        return out

    def solver(self, method: Tableau, h: float) -> tuple[float, ...]:
        """The solver's table for steps of ``h`` s."""
        return solver_table(method, h, [lag.time_constant for lag in self.lags], [lag.rate for lag in self.lags])

    def advance(
        self, s: Sequence[float], inputs: Sequence[float], solver: Sequence[float], steps: int = 1
    ) -> list[float]:
        """The state after ``steps`` steps; raises NotFiniteError when it leaves the finite numbers."""
        state = list(s)
        scratch = [[0.0] * len(state) for _ in range(int(solver[SOLVER.stages]) + 1)]
        try:
            stepper.advance(state, inputs, self.body, solver, scratch, steps)
        except (OverflowError, ValueError, ZeroDivisionError):
            # math's functions raise where compiled code yields inf or nan
            raise self._diverged(solver) from None
        if not isfinite(sum(state)):
            raise self._diverged(solver)
        return state

    def _diverged(self, solver: Sequence[float]) -> NotFiniteError:
        return NotFiniteError(
            f"{self.vehicle.name}: the motion left the finite numbers with a step of {solver[SOLVER.step]:g} s; "
            "reduce the step or check added mass and damping"
        )
