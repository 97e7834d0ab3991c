"""The kinematic backend: the laws put together, for one step or for many in a row.

There is one way of stepping. ``advance`` makes any number of steps with the same command in the same surroundings and
remembers from step to step what has not changed; a single ``step`` is an ``advance`` of one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.laws import (
    coupled_depth,
    differential_turn,
    documented_dive,
    documented_mean_heading,
    half_turned_yaw,
    limited_speed,
    mean_heading,
    risen,
    rudder_effect,
    steering,
    turned,
    wanted_speed,
)
from usimmarine_py.kinematic.motion import Motion, coasted
from usimmarine_py.kinematic.scalars import hypot
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.turn_limit import limit_turn
from usimmarine_py.maths.angles import angle_180, angle_360, bearing, to_radians
from usimmarine_py.model import ActuatorCommand, Environment, VehicleState

#: Below this speed over ground (m/s) the heading over ground keeps its value (documented dialect, 7).
_AT_REST = 1e-9

#: Equal to nothing.
_NEVER = (math.nan, math.nan, math.nan)


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
        return self.advance(state, command, environment, (dt,))[0].of(state)

    def advance(
        self, state: VehicleState, command: ActuatorCommand, environment: Environment, steps: Sequence[float]
    ) -> list[Motion]:
        """The motion after each of several ``steps`` (s), command and surroundings staying as they are.

        The last bit of each is that of so many calls of ``step``. Raises ``NotFiniteError`` like it.
        """
        settings = self.settings
        may_break = settings.dialect.turn_radius_nan
        law = self._recorded if settings.dialect.mean_speed else self._documented
        motions = law(state, command, environment, steps)
        for _, x, y, heading, speed, depth, _, _, sog, _, _ in motions:
            # a sum is finite only if all its terms are, short of an overflow that is worth refusing as well
            if not math.isfinite(x + y + heading + speed + depth + sog) and not may_break:
                raise NotFiniteError("a number stopped being finite; check drift, rotate_speed and the thrust map")
        return motions

    def _recorded(
        self, state: VehicleState, command: ActuatorCommand, environment: Environment, steps: Sequence[float]
    ) -> list[Motion]:
        """The laws of the recorded programs (6.3 to 6.12)."""
        settings, use, differential = self.settings, steering(command, self.settings), command.differential
        flips = command.reverse and settings.dialect.flips
        drift_x = environment.drift_x + environment.current_east
        drift_y = environment.drift_y + environment.current_north
        rotate_speed, water, elevator = environment.rotate_speed, environment.water_depth, command.elevator
        time, x, y, h0, v0 = state.time, state.x, state.y, state.heading, state.speed
        depth, pitch, yaw, altitude = state.depth, state.pitch, state.yaw, state.altitude
        wanted = wanted_speed(h0, use, command.fan, settings)
        effect, effect_of = 0.0, math.nan
        seen = _NEVER
        xd = yd = sog = through = 0.0
        motions: list[Motion] = []
        for dt in steps:
            v1 = v0
            if dt > 0:
                if settings.sail is not None:
                    wanted = wanted_speed(h0, use, command.fan, settings)
                v1 = limited_speed(v0, wanted, settings, dt)
            heading = h0
            if not differential:
                if v1 != effect_of:
                    effect, effect_of = rudder_effect(v1, use, settings), v1
                heading = angle_360(turned(effect, use, rotate_speed, dt) + h0)
            elif dt > 0:
                heading = angle_360(differential_turn(use, rotate_speed, dt) + h0)
            depth, pitch = coupled_depth(depth, pitch, v1, elevator, settings, dt)
            # where the differential turn is skipped the yaw stays as well, even behind a heading that mail has set
            if dt > 0 or not differential:
                yaw = -to_radians(angle_180(heading))
            if flips:
                heading, yaw = angle_360(heading + 180), half_turned_yaw(yaw)
            mean = (v1 + v0) / 2
            key = (h0, heading, mean)
            negative_zero = not mean and math.copysign(1.0, mean) < 0.0
            if key != seen or negative_zero:
                # -0.0 equals 0.0 and is not the same; a heading can be -0.0 before the first step only
                seen = key if motions and not negative_zero else _NEVER
                angle = mean_heading(h0, heading)
                xd, yd = math.sin(angle) * mean, math.cos(angle) * mean
                through, sog = hypot(xd, yd), hypot(xd + drift_x, yd + drift_y)
            x_from, y_from = x, y
            x = x + (xd * dt) + (drift_x * dt)
            y = y + (yd * dt) + (drift_y * dt)
            time += dt
            if water > 0:
                altitude = max(0.0, water - depth)
            speed = -through if mean < 0 else through
            hog = bearing(x_from, y_from, x, y)
            if settings.turn_radius > 0:
                x, y, heading = limit_turn((x_from, y_from, h0, v1), (x, y, heading, speed), settings)
            motions.append(Motion(time, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude))
            h0, v0 = heading, speed
        return motions

    def _documented(
        self, state: VehicleState, command: ActuatorCommand, environment: Environment, steps: Sequence[float]
    ) -> list[Motion]:
        """The documented law (documented dialect, 1 to 7)."""
        settings, use, differential = self.settings, steering(command, self.settings), command.differential
        rotate_speed, water, elevator = environment.rotate_speed, environment.water_depth, command.elevator
        buoyancy_rate = settings.buoyancy_rate
        time, x, y, h0, v0 = state.time, state.x, state.y, state.heading, state.speed
        depth, hog = state.depth, state.hog
        wanted = wanted_speed(h0, use, command.fan, settings)
        effect, effect_of = 0.0, math.nan
        may_coast = not (differential or rotate_speed or settings.sail is not None or settings.turn_radius > 0)
        seen = _NEVER
        xdot = ydot = sog = yaw = rate = pitch = 0.0
        motions: list[Motion] = []
        for dt in steps:
            v1 = v0
            if dt > 0:
                if settings.sail is not None:
                    wanted = wanted_speed(h0, use, command.fan, settings)
                v1 = limited_speed(v0, wanted, settings, dt)
            heading = h0
            if not differential:
                if v1 != effect_of:
                    effect, effect_of = rudder_effect(v1, use, settings), v1
                heading = angle_360(turned(effect, use, rotate_speed, dt) + h0)
            elif dt > 0:
                heading = angle_360(differential_turn(use, rotate_speed, dt) + h0)
            mean = (v0 + v1) / 2
            key = (h0, heading, mean)
            negative_zero = not mean and math.copysign(1.0, mean) < 0.0
            if key != seen or negative_zero:
                # -0.0 equals 0.0 and is not the same; a heading can be -0.0 before the first step only
                seen = key if motions and not negative_zero else _NEVER
                angle = documented_mean_heading(h0, heading)
                xdot = math.sin(angle) * mean + environment.drift_x + environment.current_east
                ydot = math.cos(angle) * mean + environment.drift_y + environment.current_north
                sog = math.hypot(xdot, ydot)
                hog = hog if sog < _AT_REST else bearing(0.0, 0.0, xdot, ydot)
                yaw = -to_radians(angle_180(heading))
                rate, pitch = documented_dive(mean, elevator, settings)
            elif may_coast and effect == 0.0 and h0 == heading and v0 == v1 == wanted:
                before = Motion(time, x, y, heading, v1, depth, pitch, yaw, sog, hog, math.nan)
                return motions + coasted(before, xdot, ydot, rate - buoyancy_rate, water, steps[len(motions) :])
            depth = risen(depth, rate, buoyancy_rate, dt)
            x_from, y_from = x, y
            x, y, time, v0 = x + xdot * dt, y + ydot * dt, time + dt, v1
            if settings.turn_radius > 0:
                x, y, heading = limit_turn((x_from, y_from, h0, v1), (x, y, heading, v1), settings)
            altitude = max(0.0, water - depth) if water > 0 else math.nan
            motions.append(Motion(time, x, y, heading, v1, depth, pitch, yaw, sog, hog, altitude))
            h0 = heading
        return motions
