"""Angles as MOOS-IvP computes them, with the same order of operations (laws/frames 6.2).

Headings and bearings are degrees clockwise from north; mathematical angles are radians counter-clockwise from east.
"""

from __future__ import annotations

import math

_FULL_TURN = 360.0


def angle_360(degrees: float) -> float:
    """Wrap an angle to [0, 360) degrees (A360 of laws/frames 6.2).

    One remainder replaces the repeated addition: both are exact if the angle's last bit is worth 8 degrees or less,
    and the remainder also works for 1e300. An infinite angle or nan gives nan.
    """
    if 0.0 <= degrees < _FULL_TURN:
        return degrees + 0.0
    if -_FULL_TURN < degrees < 0.0:
        rest = degrees
    elif not math.isfinite(degrees):
        return math.nan
    else:
        # the remainder has the sign of the angle; numba knows no fmod
        rest = degrees % _FULL_TURN if degrees > 0.0 else -(-degrees % _FULL_TURN)
    if rest < 0.0:
        rest += _FULL_TURN
        # a tiny negative angle rounds up to the full turn
        if rest >= _FULL_TURN:
            rest -= _FULL_TURN
    return rest + 0.0


def angle_180(degrees: float) -> float:
    """Wrap an angle to (-180, 180] degrees (A180 of laws/frames 6.2)."""
    turned = degrees + 0.0 if 0.0 <= degrees < _FULL_TURN else angle_360(degrees)
    return turned - _FULL_TURN if turned > 180.0 else turned


def to_radians(degrees: float) -> float:
    """Degrees to radians as (a / 180) * pi; the order differs from ``math.radians`` in the last bit."""
    return (degrees / 180.0) * math.pi


def to_degrees(radians: float) -> float:
    """Radians to degrees as (r / pi) * 180."""
    return (radians / math.pi) * 180.0


def heading_to_radians(heading: float) -> float:
    """Compass heading (deg) to mathematical angle (rad), corrected once by a full turn (M of laws/frames 6.2)."""
    angle = (90 - heading) * math.pi / 180
    if angle > math.pi:
        angle -= 2 * math.pi
    elif angle < -math.pi:
        angle += 2 * math.pi
    return angle


def bearing(x_from: float, y_from: float, x_to: float, y_to: float) -> float:
    """Compass bearing (deg, [0, 360)) from one point to another; 0 between equal points (laws/frames 6.2)."""
    if x_from == x_to:
        return 180.0 if y_to < y_from else 0.0
    if y_from == y_to:
        return 90.0 if x_from < x_to else 270.0
    slope = to_degrees(math.atan(abs(y_to - y_from) / abs(x_to - x_from)))
    if x_to > x_from:
        return angle_360(90.0 - slope if y_to > y_from else 90.0 + slope)
    return angle_360(270.0 + slope if y_to > y_from else 270.0 - slope)


def angle_difference(one: float, other: float) -> float:
    """Unsigned difference of two angles (deg, [0, 180]) by laws/frames 6.2."""
    difference = abs(angle_360(one) - angle_360(other))
    return 360 - difference if difference >= 180 else difference
