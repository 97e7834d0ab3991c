"""The states of a vehicle and its equations of motion term by term, with arrays; conventions as in ``vehicle.py``."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.quaternions import euler2q, q2euler
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays import terms
from usimmarine_py.vehicle.arrays.inputs import ActuatorLimits, input_table, leading, numbers, real, stream_of
from usimmarine_py.vehicle.arrays.motion import ArrayMotion
from usimmarine_py.vehicle.arrays.terms import reduced
from usimmarine_py.vehicle.description.vehicle import VehicleDescription as Description
from usimmarine_py.vehicle.model import Model


class Equations:
    """What a described vehicle consists of: states, and the terms of its equations of motion."""

    def _describe(self, description: Description, attitude: str) -> None:
        if attitude not in ("euler", "quaternion"):
            raise ConfigError(f"must be euler or quaternion, not {attitude!r}", key="attitude")
        self.description = description  #: everything that the file says, checked
        self.model = Model(description, attitude)  #: the equations that the simulator runs
        self._limits = ActuatorLimits([self.model])

    @property
    def name(self) -> str:
        """The name that its file gives it."""
        return self.description.name

    @property
    def dof(self) -> int:
        """3 or 6."""
        return self.description.dof

    @property
    def names(self) -> tuple[str, ...]:
        """Of the entries of a state: pose, velocities, actuator states, states of the fluid memory."""
        return self.model.names

    @property
    def setpoint_names(self) -> tuple[str, ...]:
        """Of the k actuator states that have set-points, in the order of a state."""
        return tuple(lag.name for lag in self.model.lags)

    @property
    def setpoint_units(self) -> tuple[str, ...]:
        """rpm, rad/s, rps or rad; empty where there is none."""
        return tuple(lag.unit for lag in self.model.lags)

    @property
    def setpoint_limits(self) -> Array:
        """Least and largest set-points, (2, k)."""
        return np.stack([self._limits.low[0], self._limits.high[0]])

    @property
    def rest(self) -> Array:
        """Set-points at which actuators rest: 0, or the limit next to it (a jet that idles), (k,)."""
        return np.array(self._limits.rest[0])

    # ---------------------------------------------------------------------------------------------------- states

    def state(self, eta: ArrayLike = 0.0, nu: ArrayLike = 0.0, actuators: ArrayLike | None = None) -> Array:
        """States (..., n) from poses and velocities (..., dof); actuators at rest unless given (..., k), memory zero.

        >>> Vehicle.load("mssjl_example").state(nu=[[1.0, 0, 0], [2.0, 0, 0]])[:, 3]
        array([1., 2.])
        """
        pose, velocity = numbers(eta, self.dof, "eta", slopes=True), numbers(nu, self.dof, "nu", slopes=True)
        lags = self.rest if actuators is None else numbers(actuators, len(self.model.lags), "actuators", slopes=True)
        if self.model.quaternion:
            turned: Array = euler2q(pose[..., 3], pose[..., 4], pose[..., 5])
            pose = np.concatenate([pose[..., :3], turned], axis=-1)
        shape = np.broadcast_shapes(pose.shape[:-1], velocity.shape[:-1], lags.shape[:-1])
        made: Array = np.zeros((*shape, len(self.names)), dtype=np.result_type(pose, velocity, lags))
        head = self.model.head
        made[..., : head - self.dof], made[..., head - self.dof : head] = pose, velocity
        made[..., head : head + len(self.model.lags)] = lags
        return made

    def eta(self, state: ArrayLike) -> Array:
        """Poses (..., dof) of states (..., n): m and rad, NED."""
        s = numbers(state, len(self.names), "state", slopes=True)
        if self.model.quaternion:
            return np.asarray(np.concatenate([s[..., :3], np.stack(q2euler(s[..., 3:7]), axis=-1)], axis=-1))
        return np.array(s[..., : self.dof])

    def nu(self, state: ArrayLike) -> Array:
        """Velocities (..., dof) of states (..., n): m/s and rad/s over ground, BODY."""
        head = self.model.head
        return np.array(numbers(state, len(self.names), "state", slopes=True)[..., head - self.dof : head])

    def actuators(self, state: ArrayLike) -> Array:
        """Actuator states (..., k) of states (..., n), in ``setpoint_units``."""
        head = self.model.head
        return np.array(numbers(state, len(self.names), "state", slopes=True)[..., head : head + len(self.model.lags)])

    # ----------------------------------------------------------------------------------------------- term by term

    def mass_matrix(self) -> Array:
        """M = M_RB + M_A about CO, (dof, dof): kg, kg m, kg m2."""
        return reduced(self.description.M, self.dof)

    def rigid_body_mass(self) -> Array:
        """M_RB, (dof, dof)."""
        return reduced(self.description.body.M_RB, self.dof)

    def added_mass(self) -> Array:
        """M_A, positive, (dof, dof)."""
        return reduced(self.description.body.M_A, self.dof)

    def coriolis(self, nu: ArrayLike) -> Array:
        """C(nu) = C_RB(nu) + C_A(nu), (..., dof, dof), for a vehicle in still water.

        In a current the two see different velocities: C_RB(nu) nu + C_A(nu_r) nu_r of ``rigid_body_coriolis`` and
        ``added_coriolis``.

        >>> v, nu = Vehicle.load("odin", "base"), np.array([2.0, 0.3, 0.1, 0.02, 0.01, 0.2])
        >>> bool(abs(nu @ v.coriolis(nu) @ nu) < 1e-9)
        True
        """
        return self.rigid_body_coriolis(nu) + self.added_coriolis(nu)

    def rigid_body_coriolis(self, nu: ArrayLike) -> Array:
        """C_RB(nu) of the velocity over ground, (..., dof, dof); zero with ``coriolis.model = "linear_surge"``."""
        return terms.rigid_body_coriolis(self.model, numbers(nu, self.dof, "nu", slopes=True))

    def added_coriolis(self, nu_r: ArrayLike) -> Array:
        """C_A(nu_r) of the velocity relative to the water, (..., dof, dof), as far as the vehicle's file has it act."""
        return terms.added_coriolis(self.model, numbers(nu_r, self.dof, "nu_r", slopes=True))

    def damping(self, nu_r: ArrayLike) -> Array:
        """D(nu_r), (..., dof, dof), positive where it takes energy out; D(nu_r) nu_r is ``damping_force``.

        Terms that the file gives as coefficients have their textbook entries; forces without entries (cross flow, lift
        of a body, a glider's polar, an MMG hull) come in as f (M nu)^T / (nu^T M nu).

        >>> Vehicle.load("mssjl_example").damping([1.0, 0.0, 0.0]).shape
        (3, 3)
        """
        return terms.damping_matrix(self.model, numbers(nu_r, self.dof, "nu_r", slopes=True))

    def damping_force(self, nu_r: ArrayLike) -> Array:
        """D(nu_r) nu_r, (..., dof), N and N m, which stands on the left side of the equations of motion."""
        return terms.damping_force(self.model, numbers(nu_r, self.dof, "nu_r", slopes=True))

    def restoring(self, eta: ArrayLike) -> Array:
        """g(eta), (..., dof), N and N m, on the left side of the equations of motion; payload included, 0 in 3 DOF.

        >>> Vehicle.load("torpedo_auv").restoring([0, 0, 20, 0, 0, 0]).round(2)[2].item()  # light: it wants to rise
        3.95
        """
        return terms.restoring_force(self.model, numbers(eta, self.dof, "eta", slopes=True))

    def wind_force(self, nu: ArrayLike, psi: ArrayLike, wind: ArrayLike) -> Array:
        """Force (..., dof), N and N m, of winds (..., 2), speed (m/s) and direction TOWARDS (rad), on hulls that move
        over ground with ``nu`` (..., dof) and head ``psi`` (rad); 0 where the vehicle has no windage.
        """
        velocity, air = numbers(nu, self.dof, "nu", slopes=True), numbers(wind, 2, "wind", slopes=True)
        return terms.wind_force(self.model, velocity, real(psi, "psi", slopes=True), air)

    def actuator_force(self, state: ArrayLike, current: ArrayLike = 0.0) -> Array:
        """Force (..., dof), N and N m, of the actuators as they stand in states (..., n), in still water or a current.

        >>> v = Vehicle.load("otter")
        >>> v.actuator_force(v.state(actuators=[100.0, 60.0])).round(2)[[0, 5]].tolist()
        [150.69, 28.01]
        """
        s = numbers(state, len(self.names), "state", slopes=True)
        return terms.actuator_force(self.model, s, self.relative_velocity(self.nu(s), self.eta(s), current))

    def relative_velocity(self, nu: ArrayLike, eta: ArrayLike, current: ArrayLike) -> Array:
        """nu_r = nu - R(eta)^T v_c, (..., dof), of a current north, east, down (m/s)."""
        velocity, pose = numbers(nu, self.dof, "nu", slopes=True), numbers(eta, self.dof, "eta", slopes=True)
        stream = stream_of(current, slopes=True)
        turn = terms.rotations(pose)
        level = np.concatenate([stream, np.zeros((*stream.shape[:-1], 3 - stream.shape[-1]))], axis=-1)
        water = (np.swapaxes(turn, -1, -2) @ level[..., None])[..., 0]
        shape = np.broadcast_shapes(velocity.shape, (*water.shape[:-1], self.dof))
        found: Array = velocity + np.zeros(shape, dtype=water.dtype)
        width = 2 if self.dof == 3 else 3
        found[..., :width] -= water[..., :width]
        return found

    def acceleration(
        self,
        nu: ArrayLike,
        tau: ArrayLike = 0.0,
        eta: ArrayLike = 0.0,
        current: ArrayLike = 0.0,
        wind: ArrayLike | None = None,
    ) -> Array:
        """nu_dot (..., dof), m/s2 and rad/s2, of the hull without actuators under a force ``tau`` (..., dof):

        M^-1 (tau + tau_wind - C_RB(nu) nu - C_A(nu_r) nu_r - D(nu_r) nu_r - g(eta) + M_A nu_dot_c). Memory is empty.
        """
        bare = Model(self.description, "" if self.dof == 3 else "euler", actuators=False)
        table = input_table(ActuatorLimits([bare]), 0, self.dof, None, tau, current, wind, slopes=True)
        pose, velocity = numbers(eta, self.dof, "eta", slopes=True), numbers(nu, self.dof, "nu", slopes=True)
        shape = leading((velocity, pose, table), "nu, eta, tau, current, wind")
        states: Array = np.zeros((*shape, len(bare.names)), dtype=np.result_type(pose, velocity))
        states[..., : self.dof], states[..., self.dof : 2 * self.dof] = pose, velocity
        return ArrayMotion(bare).rates(states, table)[..., self.dof : 2 * self.dof]
