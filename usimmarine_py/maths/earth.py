"""WGS-84: ECEF, longitude/latitude/height, the tangent plane and flat Earth (laws/frames 7.1, 7.2).

Longitude ``lon`` (l) and latitude ``lat`` (mu) in rad, height and lengths in m. NED: x north, y east, z down.
The conversions of a mission's origin to and from MOOS local coordinates are not these (they go through UTM).
Sources: Fossen, Handbook of Marine Craft, 2.3; Farrell 2008.
"""

from __future__ import annotations

from math import atan2, cos, inf, pi, sin, sqrt

import numpy as np

from usimmarine_py.maths.rotations import Matrix, ssa

R_E = 6378137.0  #: m, equatorial radius
FLATTENING = 1.0 / 298.257223563
R_P = R_E * (1.0 - FLATTENING)  #: m, polar radius
E2 = FLATTENING * (2.0 - FLATTENING)  #: eccentricity squared

_SNAP = 2.5e-16  # no double is closer to a multiple of pi/2 than its own rounding: treat those as the multiple itself


def _sin_cos(angle: float) -> tuple[float, float]:
    """sin and cos, exact at the poles and at the antimeridian (6378 km times sin(fl(pi)) would be 0.8 nm)."""
    s, c = sin(angle), cos(angle)
    if abs(s) < _SNAP:
        s = 0.0
    if abs(c) < _SNAP:
        c = 0.0
    return s, c


def R_ll(lon: float, lat: float) -> Matrix:
    """Rotation NED to ECEF, shape (3, 3)."""
    sl, cl = _sin_cos(lon)
    sm, cm = _sin_cos(lat)
    return np.array([[-cl * sm, -sl, -cl * cm], [-sl * sm, cl, -sl * cm], [cm, 0.0, -sm]])


def llh2ecef(lon: float, lat: float, h: float) -> tuple[float, float, float]:
    """x, y, z (m) in ECEF of longitude, latitude (rad) and ellipsoidal height (m)."""
    sl, cl = _sin_cos(lon)
    sm, cm = _sin_cos(lat)
    n = R_E * R_E / sqrt(R_E * R_E * cm * cm + R_P * R_P * sm * sm)
    ratio = R_P / R_E
    return (n + h) * cm * cl, (n + h) * cm * sl, (ratio * ratio * n + h) * sm


def ecef2llh(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Longitude, latitude (rad) and height (m) of an ECEF position (S001 algorithm 2.2); at the poles longitude is
    0.
    """
    p = sqrt(x * x + y * y)
    if p < 1e-8:
        return 0.0, 0.5 * pi if z >= 0.0 else -0.5 * pi, abs(z) - R_P
    lat, last = atan2(z, p * (1.0 - E2)), inf
    n = h = 0.0
    for _ in range(20):
        sm, cm = sin(lat), cos(lat)
        n = R_E / sqrt(1.0 - E2 * sm * sm)
        # p/cos(lat) loses the height near the poles, z/sin(lat) near the equator
        h = z / sm - (1.0 - E2) * n if abs(lat) > 1.4 else p / cm - n
        if abs(lat - last) < 1e-12:
            break
        last, lat = lat, atan2(z, p * (1.0 - E2 * n / (n + h)))
    return atan2(y, x), lat, h


def radii(lat: float) -> tuple[float, float]:
    """R_N (prime vertical) and R_M (meridian) in m at a latitude (rad)."""
    s = sin(lat)
    root = 1.0 - E2 * s * s
    r_n = R_E / sqrt(root)
    return r_n, r_n * (1.0 - E2) / root


def flat2llh(x: float, y: float, z: float, lon0: float, lat0: float, h_ref: float = 0.0) -> tuple[float, float, float]:
    """Longitude, latitude (rad) and height (m) of NED coordinates about (lon0, lat0, h_ref); good to about 10 km."""
    r_n, r_m = radii(lat0)
    lat = lat0 + x / (r_m + h_ref)
    lon = ssa(lon0 + y / ((r_n + h_ref) * cos(lat0)))
    return lon, lat, h_ref - z


def llh2flat(
    lon: float, lat: float, h: float, lon0: float, lat0: float, h_ref: float = 0.0
) -> tuple[float, float, float]:
    """NED coordinates (m) about (lon0, lat0, h_ref); the inverse of ``flat2llh``."""
    r_n, r_m = radii(lat0)
    return (lat - lat0) * (r_m + h_ref), ssa(lon - lon0) * (r_n + h_ref) * cos(lat0), h_ref - h
