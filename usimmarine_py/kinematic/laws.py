"""The kinematic laws: speed, heading, depth and direction of motion, one by one.

Pure functions of floats in the order of the reference's arithmetic, so that recorded runs repeat to the last
digits. Where a dialect differs, ``Dialect`` says so.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from usimmarine_py.kinematic.sailing import limit_by_sail
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.angles import angle_360, to_radians
from usimmarine_py.values import ActuatorCommand, VehicleState
from usimmarine_py.values.frozen import maker, replace

#: Turn rate in differential mode with full opposite thrusts, deg/s (laws/kinematics 6).
DIFFERENTIAL_RATE = 36.0

#: The reference's pi where it turns a yaw by half a turn (laws/kinematics 7).
_COARSE_PI = 3.1415926

#: Below this sum of unit vectors two headings are opposite, and the new one counts (laws/documented 2.3).
_OPPOSITE = 1e-12


def clip(value: float, low: float, high: float) -> float:
    """``value`` limited to [low, high]; not-a-number passes through."""
    return low if value < low else high if value > high else value


def hypot(x: float, y: float) -> float:
    """The C library's hypot, which the recorded runs used; Python's own rounds differently in the last bit."""
    try:
        return abs(complex(x, y))
    except OverflowError:
        return math.inf


class Steering(NamedTuple):
    """Thrust and rudder as the speed law and the heading law see them, modes applied."""

    thrust: float  #: %, of the speed law
    rudder: float  #: %, of the speed law (only its size counts)
    turn_thrust: float  #: %, of the heading law in normal mode
    turn_rudder: float  #: %
    left: float  #: %, of the heading law in differential mode
    right: float  #: %


_steering = maker(Steering)


def steering(command: ActuatorCommand, settings: KinematicSettings) -> Steering:
    """Differential and reverse mode resolved into what the two laws use (laws/kinematics 3, 4, 6, 7)."""
    left, right = command.thrust_left, command.thrust_right
    slips = settings.dialect.reverse_differential
    if command.differential:
        if command.reverse and not slips:
            left, right = -right, -left
        thrust, rudder = (left + right) / 2, (left - right) / 2
        if command.reverse and slips:
            # left and right were swapped and negated on arrival already: the reference does it twice
            thrust, rudder = -thrust, -rudder
            left, right = -right, left
        return _steering((thrust, rudder, thrust, rudder, left, right))
    thrust, rudder = command.thrust, command.rudder
    if settings.dialect.whole_inputs:
        thrust, rudder = clip(thrust, -100.0, 100.0), clip(rudder, -100.0, 100.0)
    if command.reverse:
        thrust, rudder = -thrust, -rudder
    return _steering((thrust, rudder, thrust, rudder, left, right))


def wanted_speed(heading: float, use: Steering, fan: float, settings: KinematicSettings) -> float:
    """Speed (m/s) that the vehicle would have without limits of acceleration: map, sail, turn loss (laws/kinematics
    3).
    """
    speed = settings.thrust_map.speed(use.thrust)
    if settings.sail is not None:
        unlimited = settings.dialect.sail_zero_unlimited
        speed = limit_by_sail(speed, settings.sail(heading), zero_is_unlimited=unlimited)
        speed += settings.fan_map.speed(fan)
    rudder = abs(use.rudder)
    return speed * (1 - ((100.0 if rudder > 100.0 else rudder) / 100) * settings.turn_loss)


def limited_speed(v0: float, wanted: float, settings: KinematicSettings, dt: float) -> float:
    """Speed (m/s) after ``dt`` > 0 s on the way from ``v0`` to ``wanted``: acceleration limits (laws/kinematics 3)."""
    faster, slower = settings.max_acceleration, settings.max_deceleration
    if wanted > v0 and faster > 0 and (wanted - v0) / dt > faster:
        return faster * dt + v0
    if wanted < v0 and slower > 0 and (v0 - wanted) / dt > slower:
        return v0 - slower * dt
    return wanted


def new_speed(v0: float, heading: float, use: Steering, fan: float, settings: KinematicSettings, dt: float) -> float:
    """Speed (m/s) after ``dt`` > 0 s: map, sail, turn loss, acceleration limits (laws/kinematics 3)."""
    return limited_speed(v0, wanted_speed(heading, use, fan, settings), settings, dt)


def rudder_effect(v1: float, use: Steering, settings: KinematicSettings) -> float:
    """Turn rate (deg/s) of the rudder alone at speed ``v1`` (m/s) (laws/kinematics 4)."""
    rudder = use.turn_rudder
    if v1 == 0 and settings.dialect.stays_at_rest:
        rudder = 0.0
    rate = clip(settings.rate_at(v1), 0.0, 100.0)
    return clip(rudder, -100.0, 100.0) * (rate / 100)


def turn(v1: float, use: Steering, settings: KinematicSettings, rotate_speed: float, dt: float) -> float:
    """Change of heading (deg, clockwise) over ``dt`` s in normal mode, not wrapped (laws/kinematics 4)."""
    return turned(rudder_effect(v1, use, settings), use, rotate_speed, dt)


def turned(effect: float, use: Steering, rotate_speed: float, dt: float) -> float:
    """The same with a ``rudder_effect`` (deg/s)."""
    return (1 + (use.turn_thrust - 50) / 50) * (effect * dt) + dt * rotate_speed


def differential_turn(use: Steering, rotate_speed: float, dt: float) -> float:
    """Change of heading (deg, clockwise) over ``dt`` > 0 s in differential mode (laws/kinematics 6)."""
    return DIFFERENTIAL_RATE * ((use.left - use.right) / 200) * dt + dt * rotate_speed


def coupled_depth(
    depth: float, pitch: float, speed: float, elevator: float, settings: KinematicSettings, dt: float
) -> tuple[float, float]:
    """Depth (m) and pitch (rad) of the recorded programs: the elevator acts as an integrator (laws/kinematics 8)."""
    if not speed > 0:
        return max(depth - settings.buoyancy_rate * dt, 0.0), 0.0
    full = settings.max_depth_rate_speed
    ratio = min(1.0, speed / full) if full > 0 else 1.0
    rate = (clip(elevator, -100.0, 100.0) / 100) * (math.sqrt(ratio) * settings.max_depth_rate)
    vertical = -math.sin(pitch) * speed + rate
    depth += (-settings.buoyancy_rate + -math.sin(pitch) * speed + rate) * dt
    return max(depth, 0.0), -math.asin(vertical / speed) if abs(vertical) <= speed else 0.0


def documented_dive(mean_speed: float, elevator: float, settings: KinematicSettings) -> tuple[float, float]:
    """Depth rate (m/s) of the elevator and pitch (rad) by the documented law (laws/documented 2.4)."""
    full = settings.max_depth_rate_speed
    if full > 0:
        ratio = clip(mean_speed / full, -1.0, 1.0)
    else:
        ratio = float(mean_speed > 0) - float(mean_speed < 0)
    rate = ratio * ratio * clip(elevator, -100.0, 100.0) / 100 * settings.max_depth_rate
    return rate, -math.asin(clip(rate / mean_speed, -1.0, 1.0)) if mean_speed > 0 else 0.0


def documented_depth(
    depth: float, mean_speed: float, elevator: float, settings: KinematicSettings, dt: float
) -> tuple[float, float]:
    """Depth (m), not above the surface, and pitch (rad) after ``dt`` s (laws/documented 2.4)."""
    rate, pitch = documented_dive(mean_speed, elevator, settings)
    depth += (rate - settings.buoyancy_rate) * dt
    return max(depth, 0.0), pitch


def mean_heading(before: float, after: float) -> float:
    """Mathematical direction (rad, from north) between two headings (deg) as the mean of unit vectors (laws/kinematics
    9).
    """
    h0, h1 = to_radians(before), to_radians(after)
    return math.atan2(math.sin(h0) + math.sin(h1), math.cos(h0) + math.cos(h1))


def documented_mean_heading(before: float, after: float) -> float:
    """As ``mean_heading``; of two opposite headings the new one counts (laws/documented 2.3)."""
    h0, h1 = math.radians(before), math.radians(after)
    sines, cosines = math.sin(h0) + math.sin(h1), math.cos(h0) + math.cos(h1)
    if abs(sines) < _OPPOSITE and abs(cosines) < _OPPOSITE:
        return h1
    return math.atan2(sines, cosines)


def half_turned_yaw(yaw: float) -> float:
    """A yaw (rad) turned by 180 degrees with the recorded programs' pi (laws/kinematics 7)."""
    turned = yaw + _COARSE_PI
    return turned - 2 * _COARSE_PI if turned > 2 * _COARSE_PI else turned


def half_turned(state: VehicleState) -> VehicleState:
    """The state with heading, heading over ground and yaw turned by 180 degrees (laws/kinematics 7)."""
    return replace(
        state,
        heading=angle_360(state.heading + 180),
        hog=angle_360(state.hog + 180),
        yaw=half_turned_yaw(state.yaw),
    )
