"""The kinematic laws: one step of speed, heading, depth, position and altitude.

Pure functions of floats in the order of the reference's arithmetic, so that recorded runs repeat to the last
digits. Section numbers mean the behaviour specification of uSimMarine; where a dialect differs, ``Dialect`` says so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.scalars import clip, hypot
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.turn_limit import limit_turn
from usimmarine_py.maths.angles import angle_180, angle_360, bearing, to_radians
from usimmarine_py.model import ActuatorCommand, Environment, VehicleState

#: Turn rate in differential mode with full opposite thrusts, deg/s (6.6).
DIFFERENTIAL_RATE = 36.0

#: The reference's pi where it turns a yaw by half a turn (6.7).
_COARSE_PI = 3.1415926

#: Below this sum of unit vectors two headings are opposite, and the new one counts (documented dialect, 3).
_OPPOSITE = 1e-12

#: Below this speed over ground (m/s) the heading over ground keeps its value (documented dialect, 7).
_AT_REST = 1e-9


@dataclass(frozen=True, slots=True)
class Steering:
    """Thrust and rudder as the speed law and the heading law see them, modes applied."""

    thrust: float  #: %, of the speed law
    rudder: float  #: %, of the speed law (only its size counts)
    turn_thrust: float  #: %, of the heading law in normal mode
    turn_rudder: float  #: %
    left: float  #: %, of the heading law in differential mode
    right: float  #: %


def steering(command: ActuatorCommand, settings: KinematicSettings) -> Steering:
    """Differential and reverse mode resolved into what the two laws use (6.3, 6.4, 6.6, 6.7)."""
    left, right = command.thrust_left, command.thrust_right
    slips = settings.dialect.has("reverse_differential")
    if command.differential:
        if command.reverse and not slips:
            left, right = -right, -left
        thrust, rudder = (left + right) / 2, (left - right) / 2
        if command.reverse and slips:
            # left and right were swapped and negated on arrival already: the reference does it twice
            thrust, rudder = -thrust, -rudder
            left, right = -right, left
        return Steering(thrust, rudder, thrust, rudder, left, right)
    thrust, rudder = command.thrust, command.rudder
    if settings.dialect.whole_inputs:
        thrust, rudder = clip(thrust, -100.0, 100.0), clip(rudder, -100.0, 100.0)
    if command.reverse:
        thrust, rudder = -thrust, -rudder
    return Steering(thrust, rudder, thrust, rudder, left, right)


def new_speed(v0: float, heading: float, use: Steering, fan: float, settings: KinematicSettings, dt: float) -> float:
    """Speed (m/s) after ``dt`` > 0 s: map, sail, turn loss, acceleration limits (6.3)."""
    speed = settings.thrust_map.speed(use.thrust)
    if settings.sail is not None:
        limit = settings.sail(heading)
        in_irons = limit == 0 and settings.dialect.has("sail_zero_unlimited")
        if speed > limit and not in_irons:
            speed = limit
        speed += settings.fan_map.speed(fan)
    speed = speed * (1 - (abs(clip(use.rudder, -100.0, 100.0)) / 100) * settings.turn_loss)
    faster, slower = settings.max_acceleration, settings.max_deceleration
    if speed > v0 and faster > 0 and (speed - v0) / dt > faster:
        return faster * dt + v0
    if speed < v0 and slower > 0 and (v0 - speed) / dt > slower:
        return v0 - slower * dt
    return speed


def turn(v1: float, use: Steering, settings: KinematicSettings, rotate_speed: float, dt: float) -> float:
    """Change of heading (deg, clockwise) over ``dt`` s in normal mode, not wrapped (6.4)."""
    rudder = use.turn_rudder
    if v1 == 0 and settings.dialect.stays_at_rest:
        rudder = 0.0
    rate = clip(settings.rate_at(v1), 0.0, 100.0)
    change = clip(rudder, -100.0, 100.0) * (rate / 100) * dt
    change = (1 + (use.turn_thrust - 50) / 50) * change
    return change + dt * rotate_speed


def differential_turn(use: Steering, rotate_speed: float, dt: float) -> float:
    """Change of heading (deg, clockwise) over ``dt`` > 0 s in differential mode (6.6)."""
    return DIFFERENTIAL_RATE * ((use.left - use.right) / 200) * dt + dt * rotate_speed


def coupled_depth(
    depth: float, pitch: float, speed: float, elevator: float, settings: KinematicSettings, dt: float
) -> tuple[float, float]:
    """Depth (m) and pitch (rad) of the recorded programs: the elevator acts as an integrator (6.8)."""
    if not speed > 0:
        return max(depth - settings.buoyancy_rate * dt, 0.0), 0.0
    full = settings.max_depth_rate_speed
    ratio = min(1.0, speed / full) if full > 0 else 1.0
    rate = (clip(elevator, -100.0, 100.0) / 100) * (math.sqrt(ratio) * settings.max_depth_rate)
    vertical = -math.sin(pitch) * speed + rate
    depth += (-settings.buoyancy_rate + -math.sin(pitch) * speed + rate) * dt
    return max(depth, 0.0), -math.asin(vertical / speed) if abs(vertical) <= speed else 0.0


def documented_depth(
    depth: float, mean_speed: float, elevator: float, settings: KinematicSettings, dt: float
) -> tuple[float, float]:
    """Depth (m) and pitch (rad) of the documented law, quadratic in the speed (documented dialect, 4)."""
    full = settings.max_depth_rate_speed
    if full > 0:
        ratio = clip(mean_speed / full, -1.0, 1.0)
    else:
        ratio = float(mean_speed > 0) - float(mean_speed < 0)
    rate = ratio * ratio * clip(elevator, -100.0, 100.0) / 100 * settings.max_depth_rate
    depth += (rate - settings.buoyancy_rate) * dt
    pitch = -math.asin(clip(rate / mean_speed, -1.0, 1.0)) if mean_speed > 0 else 0.0
    return max(depth, 0.0), pitch


def mean_heading(before: float, after: float) -> float:
    """Mathematical direction (rad, from north) between two headings (deg) as the mean of unit vectors (6.9)."""
    h0, h1 = to_radians(before), to_radians(after)
    return math.atan2(math.sin(h0) + math.sin(h1), math.cos(h0) + math.cos(h1))


def documented_mean_heading(before: float, after: float) -> float:
    """As ``mean_heading``; of two opposite headings the new one counts (documented dialect, 3)."""
    h0, h1 = math.radians(before), math.radians(after)
    sines, cosines = math.sin(h0) + math.sin(h1), math.cos(h0) + math.cos(h1)
    if abs(sines) < _OPPOSITE and abs(cosines) < _OPPOSITE:
        return h1
    return math.atan2(sines, cosines)


def half_turned_yaw(yaw: float) -> float:
    """A yaw (rad) turned by 180 degrees with the recorded programs' pi (6.7)."""
    turned = yaw + _COARSE_PI
    return turned - 2 * _COARSE_PI if turned > 2 * _COARSE_PI else turned


def half_turned(state: VehicleState) -> VehicleState:
    """The state with heading, heading over ground and yaw turned by 180 degrees (6.7)."""
    return replace(
        state,
        heading=angle_360(state.heading + 180),
        hog=angle_360(state.hog + 180),
        yaw=half_turned_yaw(state.yaw),
    )


@dataclass(frozen=True, slots=True)
class SimEngine:
    """The kinematic backend. ``step`` is pure; all that it needs besides its arguments is in ``settings``."""

    settings: KinematicSettings = field(default_factory=KinematicSettings)

    @property
    def name(self) -> str:
        """The word that ``dynamics`` selects."""
        return "kinematic"

    def initial_state(self, start: VehicleState) -> VehicleState:
        """``start`` as it is: the kinematic laws keep nothing of their own."""
        return start

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """The state ``dt`` seconds later; the stamp moves by ``dt``.

        The recorded dialects also take ``dt`` <= 0, where the speed law and the differential turn are skipped (6.1).
        Raises ``NotFiniteError`` when a number stops being finite, unless the dialect reproduces that defect.
        """
        settings = self.settings
        use = steering(command, settings)
        v0, h0 = state.speed, state.heading
        v1 = new_speed(v0, h0, use, command.fan, settings, dt) if dt > 0 else v0
        if not command.differential:
            heading = angle_360(turn(v1, use, settings, environment.rotate_speed, dt) + h0)
        elif dt > 0:
            heading = angle_360(differential_turn(use, environment.rotate_speed, dt) + h0)
        else:
            heading = h0
        law = self._recorded_laws if settings.dialect.mean_speed else self._documented_laws
        moved = law(state, command, environment, v1, heading, dt)
        if settings.turn_radius > 0:
            moved = limit_turn(state, moved, h0, v1, settings)
        # a sum is finite only if all its terms are, short of an overflow that is worth refusing as well
        total = moved.x + moved.y + moved.heading + moved.speed + moved.depth + moved.sog
        if not math.isfinite(total) and not settings.dialect.has("turn_radius_nan"):
            raise NotFiniteError("a number stopped being finite; check drift, rotate_speed and the thrust map")
        return moved

    def _recorded_laws(
        self,
        state: VehicleState,
        command: ActuatorCommand,
        environment: Environment,
        v1: float,
        heading: float,
        dt: float,
    ) -> VehicleState:
        """Depth, reverse flip, position and altitude of the recorded programs (6.7 to 6.12)."""
        settings = self.settings
        v0 = state.speed
        depth, pitch = coupled_depth(state.depth, state.pitch, v1, command.elevator, settings, dt)
        # where the differential turn is skipped the yaw stays as well, even behind a heading that mail has set
        turned = dt > 0 or not command.differential
        yaw = -to_radians(angle_180(heading)) if turned else state.yaw
        if command.reverse and settings.dialect.flips:
            heading, yaw = angle_360(heading + 180), half_turned_yaw(yaw)
        drift_x = environment.drift_x + environment.current_east
        drift_y = environment.drift_y + environment.current_north
        mean = (v1 + v0) / 2
        angle = mean_heading(state.heading, heading)
        xd, yd = math.sin(angle) * mean, math.cos(angle) * mean
        x = state.x + (xd * dt) + (drift_x * dt)
        y = state.y + (yd * dt) + (drift_y * dt)
        speed = hypot(xd, yd)
        water = environment.water_depth
        return replace(
            state,
            time=state.time + dt,
            x=x,
            y=y,
            heading=heading,
            speed=-speed if mean < 0 else speed,
            depth=depth,
            pitch=pitch,
            yaw=yaw,
            sog=hypot(xd + drift_x, yd + drift_y),
            hog=bearing(state.x, state.y, x, y),
            altitude=max(0.0, water - depth) if water > 0 else state.altitude,
        )

    def _documented_laws(
        self,
        state: VehicleState,
        command: ActuatorCommand,
        environment: Environment,
        v1: float,
        heading: float,
        dt: float,
    ) -> VehicleState:
        """Position, depth, altitude and the rest of the documented law (documented dialect, 3 to 7)."""
        mean = (state.speed + v1) / 2
        angle = documented_mean_heading(state.heading, heading)
        xdot = math.sin(angle) * mean + environment.drift_x + environment.current_east
        ydot = math.cos(angle) * mean + environment.drift_y + environment.current_north
        depth, pitch = documented_depth(state.depth, mean, command.elevator, self.settings, dt)
        sog = math.hypot(xdot, ydot)
        return replace(
            state,
            time=state.time + dt,
            x=state.x + xdot * dt,
            y=state.y + ydot * dt,
            heading=heading,
            speed=v1,
            depth=depth,
            pitch=pitch,
            yaw=-to_radians(angle_180(heading)),
            sog=sog,
            hog=state.hog if sog < _AT_REST else bearing(0.0, 0.0, xdot, ydot),
            altitude=max(0.0, environment.water_depth - depth) if environment.water_depth > 0 else math.nan,
        )
