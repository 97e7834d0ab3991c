"""Vehicle state, actuator command and environment: frozen values, every field with its frame and unit.

Frames: MOOS local is x east, y north (m), heading in degrees clockwise from north, depth positive down.
NED is x north, y east, z down; BODY is x forward, y to starboard, z down.
"""

from __future__ import annotations

from math import nan

from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import dataclass, nan_equal

#: Largest distance (m) from the origin: more than twice around the Earth. A state beyond it is invalid.
FARTHEST = 1e8


@nan_equal
@dataclass(frozen=True)  # no slots: made in every step, see values.frozen
class VehicleState:
    """The state that a backend advances and the application posts. States with equal digits are equal, NaN included.

    The first group is that of uSimMarine's mail; ``nu`` and ``internal`` are for dynamic backends and stay empty for
    the kinematic one.
    """

    time: float = 0.0  #: s, the simulator's own stamp
    x: float = 0.0  #: m, east in MOOS local
    y: float = 0.0  #: m, north in MOOS local
    heading: float = 0.0  #: deg, clockwise from north
    speed: float = 0.0  #: m/s through the water, signed along the heading
    depth: float = 0.0  #: m, positive down: z, which is negative on the crest of a wave; published cut at 0
    roll: float = 0.0  #: rad, positive starboard down
    pitch: float = 0.0  #: rad, positive bow up
    yaw: float = 0.0  #: rad, positive to port (MOOS sign)
    sog: float = 0.0  #: m/s over ground
    hog: float = 0.0  #: deg over ground, [0, 360)
    altitude: float = nan  #: m above the bottom, nan while unknown
    nu: tuple[float, ...] = ()  #: u, v, w (m/s), p, q, r (rad/s) in BODY; empty for kinematic backends
    actuators: tuple[tuple[str, float], ...] = ()  #: (name with unit suffix, value) of actuator states
    internal: tuple[float, ...] = ()  #: the backend's own continuous state; other modules do not read it
    forces: tuple[tuple[str, float], ...] = ()  #: set-points and forces in BODY by name, if requested


@dataclass(frozen=True)  # no slots: every message copies it, see values.frozen
class ActuatorCommand:
    """Set-points in per cent, as in DESIRED_* mail, and commands in other units.

    ``thrust_left`` and ``thrust_right`` apply in differential mode only, ``fan`` in sailing mode only.
    """

    thrust: float = 0.0  #: %, DESIRED_THRUST
    rudder: float = 0.0  #: %, DESIRED_RUDDER, positive turns to starboard
    elevator: float = 0.0  #: %, DESIRED_ELEVATOR, positive dives
    thrust_left: float = 0.0  #: %, DESIRED_THRUST_L
    thrust_right: float = 0.0  #: %, DESIRED_THRUST_R
    fan: float = 0.0  #: %, DESIRED_FAN
    sway: float = 0.0  #: %, DESIRED_SWAY, positive to starboard
    heave: float = 0.0  #: %, DESIRED_HEAVE, positive down
    differential: bool = False  #: thrust_left and thrust_right are in force
    reverse: bool = False  #: THRUST_MODE_REVERSE
    faults: tuple[Fault, ...] = ()  #: for backends with own actuators; already applied to per cent
    set_points: tuple[tuple[str, float], ...] = ()  #: actuator state and set-point (rpm, deg), overrides per cent
    force: tuple[float, ...] = ()  #: X, Y, Z, K, M, N in N and N m, BODY, beside the actuators; empty = none


@dataclass(frozen=True)  # no slots: made in every step, see values.frozen
class Environment:
    """The surroundings of the vehicle during one step; directions are those that wind and current go TOWARDS."""

    drift_x: float = 0.0  #: m/s, external drift to the east (DRIFT_X)
    drift_y: float = 0.0  #: m/s, external drift to the north (DRIFT_Y)
    rotate_speed: float = 0.0  #: deg/s, external rotation, clockwise (ROTATE_SPEED)
    current_east: float = 0.0  #: m/s, ocean current apart from the drift
    current_north: float = 0.0  #: m/s, likewise
    current_down: float = 0.0  #: m/s, likewise
    water_depth: float = 0.0  #: m, 0 = unknown
    wind_speed: float | None = None  #: m/s; None = no wind was ever given, so there is no wind force
    wind_towards: float = 0.0  #: deg clockwise from north, where the wind blows to
    buoyancy_rate: float | None = None  #: m/s, positive upwards; None = neither configured nor received by mail
    wave_forces: tuple[float, ...] = ()  #: X, Y, Z, K, M, N in N and N m, BODY; empty = none
    surface: float = 0.0  #: m, wave elevation at the vehicle, if it follows the waves; positive up
    current_rate: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: m/s2 north, east, down; Du/Dt of the current
    water: tuple[float, float, float] | None = None  #: kg/m3, deg C, Pa without the air's; None = that of its file
    bank_forces: tuple[float, ...] = ()  #: X, Y, Z, K, M, N in N and N m, BODY, of banks beside it; empty = none
