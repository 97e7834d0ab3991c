"""Conversions from NED and BODY to the numbers of MOOS mail (laws/frames 2)."""

from __future__ import annotations

from math import atan2, degrees, radians, sqrt

from usimmarine_py.maths import attitude


def heading_deg(psi: float) -> float:
    """Compass heading (deg) in [0, 360) from psi (rad)."""
    heading = degrees(psi) % 360.0
    # a tiny negative angle rounds up to the full turn
    return 0.0 if heading >= 360.0 else heading


def moos_yaw(heading: float) -> float:
    """MOOS's yaw (rad, [-pi, pi), positive to port) from a heading in [0, 360) deg."""
    return -radians(heading - 360.0 if heading > 180.0 else heading)


def ned_velocity(phi: float, theta: float, psi: float, u: float, v: float, w: float) -> tuple[float, float, float]:
    """North, east and down rates (m/s) of a BODY velocity."""
    r11, r12, r13, r21, r22, r23, r31, r32, r33 = attitude.rzyx(phi, theta, psi)
    return r11 * u + r12 * v + r13 * w, r21 * u + r22 * v + r23 * w, r31 * u + r32 * v + r33 * w


def over_ground(north: float, east: float, last_course: float) -> tuple[float, float]:
    """Speed (m/s) and course (deg, [0, 360)) over ground; below 1e-6 m/s the last course is kept."""
    sog = sqrt(north * north + east * east)
    if sog < 1e-6:
        return sog, last_course
    return sog, heading_deg(atan2(east, north))
