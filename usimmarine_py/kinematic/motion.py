"""The two laws of motion of the kinematic backend: state in, state out, one step.

``documented_step`` is the law of the documented dialect, ``recorded_step`` that of the recorded programs.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from usimmarine_py.kinematic.laws import (
    Steering,
    coupled_depth,
    differential_turn,
    documented_depth,
    documented_mean_heading,
    half_turned_yaw,
    hypot,
    limited_speed,
    mean_heading,
    new_speed,
    steering,
    turn,
    wanted_speed,
)
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.turn_limit import limit_turn
from usimmarine_py.maths.angles import angle_180, angle_360, bearing, to_radians
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.values.frozen import maker

#: Below this speed over ground (m/s) the heading over ground keeps its value (laws/documented 2.6).
AT_REST = 1e-9


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
        """The whole state: what the laws leave alone comes from ``before``."""
        time, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude = self
        roll, rest = before.roll, (before.nu, before.actuators, before.internal)
        return VehicleState(time, x, y, heading, speed, depth, roll, pitch, yaw, sog, hog, altitude, *rest)


_motion = maker(Motion)


class Given(NamedTuple):
    """What a step is given beside the state and the time; the same in many steps. Made by ``given``."""

    command: ActuatorCommand
    around: Environment
    settings: KinematicSettings
    use: Steering
    wanted: float | None  #: m/s, speed on the way to which the vehicle is; None where it depends on the heading


_given = maker(Given)


def given(command: ActuatorCommand, around: Environment, settings: KinematicSettings) -> Given:
    """Command and surroundings as the laws use them."""
    if settings.dialect.turn_speed_map or settings.turn_map_given:
        settings = settings.with_turn_speed_map_used()
    use = steering(command, settings)
    wanted = wanted_speed(0.0, use, command.fan, settings) if settings.sail is None else None
    return _given((command, around, settings, use, wanted))


def documented_step(before: VehicleState | Motion, held: Given, dt: float) -> Motion:
    """The motion ``dt`` s later by the documented law (laws/documented 2.1 to 2.6)."""
    command, around, settings, _, _ = held
    h0, v0 = before.heading, before.speed
    v1 = _speed(v0, h0, held, dt)
    heading = _heading(h0, v1, held, dt)
    mean = (v0 + v1) / 2
    xdot, ydot = documented_velocity(h0, heading, mean, around)
    sog = math.hypot(xdot, ydot)
    hog = before.hog if sog < AT_REST else bearing(0.0, 0.0, xdot, ydot)
    yaw = -to_radians(angle_180(heading))
    depth, pitch = documented_depth(before.depth, mean, command.elevator, settings, dt)
    x, y = before.x + xdot * dt, before.y + ydot * dt
    if settings.turn_radius > 0:
        x, y, heading = limit_turn((before.x, before.y, h0, v1), (x, y, heading, v1), settings)
    altitude = max(0.0, around.water_depth - depth) if around.water_depth > 0 else math.nan
    return _motion((before.time + dt, x, y, heading, v1, depth, pitch, yaw, sog, hog, altitude))


def documented_velocity(h0: float, h1: float, speed: float, around: Environment) -> tuple[float, float]:
    """Velocity over ground (m/s, east and north) at a mean ``speed`` on the way between two headings (deg)."""
    angle = documented_mean_heading(h0, h1)
    return (
        math.sin(angle) * speed + around.drift_x + around.current_east,
        math.cos(angle) * speed + around.drift_y + around.current_north,
    )


def recorded_step(before: VehicleState | Motion, held: Given, dt: float) -> Motion:
    """The motion ``dt`` s later by the law of the recorded programs (laws/kinematics 3 to 12)."""
    command, around, settings, _, _ = held
    h0, v0 = before.heading, before.speed
    v1 = _speed(v0, h0, held, dt)
    heading = _heading(h0, v1, held, dt)
    depth, pitch = coupled_depth(before.depth, before.pitch, v1, command.elevator, settings, dt)
    # where the differential turn is skipped the yaw stays as well, even behind a heading that mail has set
    yaw = -to_radians(angle_180(heading)) if dt > 0 or not command.differential else before.yaw
    if command.reverse and settings.dialect.flips:
        heading, yaw = angle_360(heading + 180), half_turned_yaw(yaw)
    mean = (v1 + v0) / 2
    angle = mean_heading(h0, heading)
    xd, yd = math.sin(angle) * mean, math.cos(angle) * mean
    drift_x, drift_y = around.drift_x + around.current_east, around.drift_y + around.current_north
    through, sog = hypot(xd, yd), hypot(xd + drift_x, yd + drift_y)
    x = before.x + (xd * dt) + (drift_x * dt)
    y = before.y + (yd * dt) + (drift_y * dt)
    altitude = max(0.0, around.water_depth - depth) if around.water_depth > 0 else before.altitude
    speed = -through if mean < 0 else through
    hog = bearing(before.x, before.y, x, y)
    if settings.turn_radius > 0:
        x, y, heading = limit_turn((before.x, before.y, h0, v1), (x, y, heading, speed), settings)
    return _motion((before.time + dt, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude))


def _speed(v0: float, h0: float, held: Given, dt: float) -> float:
    """Speed (m/s) of the laws after ``dt`` s (laws/kinematics 3); it stays in a step of no time."""
    if not dt > 0:
        return v0
    command, _, settings, use, wanted = held
    if wanted is None:
        return new_speed(v0, h0, use, command.fan, settings, dt)
    return limited_speed(v0, wanted, settings, dt)


def _heading(h0: float, v1: float, held: Given, dt: float) -> float:
    """Heading (deg) after ``dt`` s at speed ``v1`` (m/s) (laws/kinematics 4, 6)."""
    command, around, settings, use, _ = held
    if not command.differential:
        return angle_360(turn(v1, use, settings, around.rotate_speed, dt) + h0)
    if dt > 0:
        return angle_360(differential_turn(use, around.rotate_speed, dt) + h0)
    return h0
