"""The kinematic backend: one step of the laws of ``kernels.kinematic``."""

from __future__ import annotations

import math
from typing import Protocol

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kernels.kinematic import (
    FASTEST,
    LARGEST,
    Moved,
    Pose,
    Water,
    altitude,
    documented,
    recorded,
    steering,
)
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState


class KinematicCommand(Protocol):
    """What of a command the kinematic laws use; units as in ``ActuatorCommand``."""

    @property
    def thrust(self) -> float: ...
    @property
    def rudder(self) -> float: ...
    @property
    def elevator(self) -> float: ...
    @property
    def thrust_left(self) -> float: ...
    @property
    def thrust_right(self) -> float: ...
    @property
    def fan(self) -> float: ...
    @property
    def differential(self) -> bool: ...
    @property
    def reverse(self) -> bool: ...


class SimEngine:
    """The kinematic backend. ``step`` is pure; all that it needs besides its arguments is in ``settings``."""

    def __init__(self, settings: KinematicSettings | None = None) -> None:
        self.settings = settings = KinematicSettings() if settings is None else settings
        dialect = settings.dialect
        self.recorded = dialect.recorded  #: the law is that of the recorded programs
        self._turn_map, self._limits = settings.turn_map, settings.limits
        self._slips, self._flips = dialect.has("reverse_differential"), dialect.has("reverse_flip")
        self._reckless = dialect.has("turn_radius_nan")
        self._thrust, self._speed = 0.0, settings.thrust_map.speed(0.0)  # the last thrust, and what the map gives

    @property
    def name(self) -> str:
        """The value of ``dynamics`` that selects it."""
        return "kinematic"

    def initial_state(self, start: VehicleState) -> VehicleState:
        """Return ``start`` as it is: the kinematic laws keep nothing of their own."""
        return start

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """Return the state ``dt`` seconds later; the stamp moves by ``dt``.

        The recorded dialects also take ``dt`` <= 0, where the speed law and the differential turn are skipped
        (laws/kinematics 1.1).
        Raises ``NotFiniteError`` when a number stops being finite, unless the dialect reproduces that defect.
        """
        pose = (state.x, state.y, state.heading, state.speed, state.depth, state.pitch, state.yaw, state.hog)
        water = (
            environment.drift_x, environment.drift_y, environment.current_east, environment.current_north,
            environment.rotate_speed,
        )  # fmt: skip
        x, y, heading, speed, depth, pitch, yaw, hog, sog = self.moved(pose, command, water, dt)
        unknown = state.altitude if self.recorded else math.nan
        height = altitude(environment.water_depth, depth, unknown)
        rest = state.nu, state.actuators, state.internal
        return VehicleState(
            state.time + dt, x, y, heading, speed, depth, state.roll, pitch, yaw, sog, hog, height, *rest
        )

    def moved(self, pose: Pose, command: KinematicCommand, water: Water, dt: float) -> Moved:
        """Return the pose after a step of ``dt`` s, and the speed over ground; see ``step``."""
        steered = steering(
            command.thrust, command.rudder, command.thrust_left, command.thrust_right,
            command.differential, command.reverse, not self.recorded, self._slips,
        )  # fmt: skip
        desired = 0.0
        if dt > 0.0:
            if steered[0] != self._thrust:  # it mostly stays
                self._thrust, self._speed = steered[0], self.settings.thrust_map.speed(steered[0])
            desired = self.settings.desired_speed(self._speed, steered[1], command.fan, pose[2])
        if self.recorded:
            after = recorded(
                pose, steered, desired, command.elevator, water, self._turn_map, self._limits, dt,
                command.reverse and self._flips, self._reckless,
            )  # fmt: skip
            if self._reckless:
                return after
        else:
            after = documented(pose, steered, desired, command.elevator, water, self._turn_map, self._limits, dt)
        x, y, heading, speed, depth, _, _, _, sog = after
        # nan is not within any limits, and of numbers out of bounds the sum is
        if not (-LARGEST < x + y + heading + speed + depth + sog < LARGEST and -FASTEST <= speed <= FASTEST):
            raise NotFiniteError(
                f"its speed went beyond {FASTEST:g} m/s, or a number stopped being finite; check thrust, "
                "thrust map, drift and rotate_speed"
            )
        return after
