"""The kinematic backend: one step of the laws of ``kernels.kinematic``."""

from __future__ import annotations

import math
from typing import NamedTuple

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kernels import kinematic
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.values.frozen import dataclass, field, maker, replace


class Motion(NamedTuple):
    """The fields of ``VehicleState`` that the laws change, units and frames as there; a tuple is made quickly."""

    time: float  #: s
    x: float  #: m
    y: float  #: m
    heading: float  #: deg
    speed: float  #: m/s
    depth: float  #: m
    pitch: float  #: rad
    yaw: float  #: rad
    sog: float  #: m/s
    hog: float  #: deg
    altitude: float  #: m

    def of(self, before: VehicleState) -> VehicleState:
        """Return the whole state: what the laws leave alone comes from ``before``."""
        time, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude = self
        roll, rest = before.roll, (before.nu, before.actuators, before.internal)
        return VehicleState(time, x, y, heading, speed, depth, roll, pitch, yaw, sog, hog, altitude, *rest)


_motion = maker(Motion)


@dataclass(frozen=True)
class SimEngine:
    """The kinematic backend. ``step`` is pure; all that it needs besides its arguments is in ``settings``."""

    settings: KinematicSettings = field(default_factory=KinematicSettings)

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
        return moved(self.settings, state, command, environment, dt).of(state)


def moved(
    settings: KinematicSettings,
    before: VehicleState | Motion,
    command: ActuatorCommand,
    around: Environment,
    dt: float,
) -> Motion:
    """Return what changes in a step of ``dt`` s; see ``SimEngine.step``."""
    dialect = settings.dialect
    steered = kinematic.steering(
        command.thrust, command.rudder, command.thrust_left, command.thrust_right,
        command.differential, command.reverse, dialect.whole_inputs, dialect.reverse_differential,
    )  # fmt: skip
    desired = settings.desired_speed(steered, command.fan, before.heading) if dt > 0 else 0.0
    pose = (before.x, before.y, before.heading, before.speed, before.depth, before.pitch, before.yaw, before.hog)
    water = (around.drift_x, around.drift_y, around.current_east, around.current_north, around.rotate_speed)
    given = (pose, steered, desired, command.elevator, water, settings.turn_map, settings.limits, dt)
    if dialect.recorded_law:
        flipped = command.reverse and dialect.flips
        after = kinematic.recorded(*given, flipped, dialect.turn_radius_nan)
        unknown = before.altitude
    else:
        after, unknown = kinematic.documented(*given), math.nan
    x, y, heading, speed, depth, pitch, yaw, hog, sog = after
    if not kinematic.is_sound(x, y, heading, speed, depth, sog) and not dialect.turn_radius_nan:
        raise NotFiniteError(
            f"its speed went beyond {kinematic.FASTEST:g} m/s, or a number stopped being finite; check thrust, thrust "
            "map, drift and rotate_speed"
        )
    above = kinematic.altitude(around.water_depth, depth, unknown)
    return _motion((before.time + dt, x, y, heading, speed, depth, pitch, yaw, sog, hog, above))


def half_turned(state: VehicleState) -> VehicleState:
    """Return the state with heading, heading over ground and yaw turned by 180 degrees (laws/kinematics 7)."""
    return replace(
        state,
        heading=angle_360(state.heading + 180),
        hog=angle_360(state.hog + 180),
        yaw=kinematic.half_turned_yaw(state.yaw),
    )
