"""The turn-radius limit: a step may not bend the track more than a circle of the given radius (laws/kinematics 11)."""

from __future__ import annotations

import math

from usimmarine_py.kinematic.laws import clip, hypot
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.angles import angle_360, angle_difference, bearing, heading_to_radians, to_degrees


def project(x: float, y: float, direction: float, distance: float) -> tuple[float, float]:
    """The point ``distance`` m from (x, y) in ``direction`` (deg); the four axes need no trigonometry."""
    if direction == 0:
        return x, y + distance
    if direction == 90:
        return x + distance, y
    if direction == 180:
        return x, y - distance
    if direction == 270:
        return x - distance, y
    angle = heading_to_radians(direction)
    return x + distance * math.cos(angle), y + distance * math.sin(angle)


def _half_arc(distance: float, radius: float, *, limited: bool) -> float:
    """Half the angle (deg) that a chord of ``distance`` m spans on the circle; not-a-number beyond the circle.

    Going astern with a max_speed makes the radius negative, and with it the angle, as in the references.
    """
    if radius == 0:
        ratio = math.inf if distance > 0 else math.nan
    else:
        ratio = distance / (2 * radius)
    if limited:
        ratio = clip(ratio, -1.0, 1.0)
    return to_degrees(math.asin(ratio)) if -1 <= ratio <= 1 else math.nan


#: x, y (m), heading (deg), speed (m/s)
Place = tuple[float, float, float, float]


def limit_turn(before: Place, after: Place, settings: KinematicSettings) -> tuple[float, float, float]:
    """x, y and heading after a step, brought back onto the smallest circle when the step turned more than that.

    ``before`` holds position and heading before the step and the speed of the laws, ``after`` what the laws made of it.
    Over-ground values and yaw stay as they were.
    """
    x_from, y_from, heading, speed = before
    x, y, turned, stored = after
    if heading == turned:
        return x, y, turned
    radius = settings.turn_radius
    mean = (speed + stored) / 2
    top = settings.max_speed
    if top > 0 and mean < top:
        radius = (1 - (top - mean) / top) * settings.turn_radius
    distance = hypot(x - x_from, y - y_from)
    limited = not settings.dialect.turn_radius_nan
    if limited and distance == 0:
        return x, y, turned
    half = _half_arc(distance, radius, limited=limited)
    course = bearing(x_from, y_from, x, y)
    if half >= angle_difference(course, heading):
        return x, y, turned
    port = angle_360(turned - heading) > 180
    x, y = project(x_from, y_from, angle_360(heading - half if port else heading + half), distance)
    return x, y, angle_360(heading - 2 * half if port else heading + 2 * half)
