"""Rates of latitude, longitude and height (laws/frames 7.3; S004 4.1-4.3), WGS-84."""

from __future__ import annotations

from math import cos

from usimmarine_py.maths.earth import radii


def gps_rates(latitude: float, height: float, north: float, east: float, down: float) -> tuple[float, float, float]:
    """(latitude rate, longitude rate in rad/s, height rate in m/s) of a velocity (m/s) at ``latitude`` rad."""
    prime, meridian = radii(latitude)
    return north / (meridian + height), east / ((prime + height) * cos(latitude)), -down


def gps_track(
    latitude: float, longitude: float, height: float, north: float, east: float, down: float, t: float, steps: int = 50
) -> tuple[float, float, float]:
    """(latitude, longitude in rad, height in m) after ``t`` s at constant velocity, by RK4 in ``steps`` steps."""
    h = t / steps
    for _ in range(steps):
        a = gps_rates(latitude, height, north, east, down)
        b = gps_rates(latitude + 0.5 * h * a[0], height + 0.5 * h * a[2], north, east, down)
        c = gps_rates(latitude + 0.5 * h * b[0], height + 0.5 * h * b[2], north, east, down)
        d = gps_rates(latitude + h * c[0], height + h * c[2], north, east, down)
        latitude += h / 6.0 * (a[0] + 2.0 * b[0] + 2.0 * c[0] + d[0])
        longitude += h / 6.0 * (a[1] + 2.0 * b[1] + 2.0 * c[1] + d[1])
        height += h * a[2]
    return latitude, longitude, height
