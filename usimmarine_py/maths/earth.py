"""WGS-84: ECEF, longitude/latitude/height, the tangent plane and flat Earth (laws/frames 7.1, 7.2, 7.6).

Longitude ``lon`` (l) and latitude ``lat`` (mu) in rad, height and lengths in m; each argument may be an array, all
broadcast. NED: x north, y east, z down. The conversions of a mission's origin to and from MOOS local coordinates are
not included (they use UTM). Sources: Fossen, Handbook of Marine Craft, 2.3; Farrell 2008.
"""

from __future__ import annotations

from math import pi, sin, sqrt

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.maths.rotations import Matrix, Values, arrays, ssa, to_matrix, together, values

R_E = 6378137.0  #: m, equatorial radius
FLATTENING = 1.0 / 298.257223563  #: of the ellipsoid of WGS-84
R_P = R_E * (1.0 - FLATTENING)  #: m, polar radius
E2 = FLATTENING * (2.0 - FLATTENING)  #: eccentricity squared
OMEGA_IE = 7.292115e-5  #: rad/s, rotation rate of the Earth

_SNAP = 2.5e-16  # no double is closer to a multiple of pi/2 than its own rounding: treat those as the multiple itself


def _sin_cos(angle: ArrayLike) -> tuple[Matrix, Matrix]:
    """sin and cos, exact at the poles and at the antimeridian (6378 km times sin(fl(pi)) would be 0.8 nm)."""
    s, c = np.sin(angle), np.cos(angle)
    return np.where(np.abs(s) < _SNAP, 0.0, s), np.where(np.abs(c) < _SNAP, 0.0, c)


def R_ll(lon: ArrayLike, lat: ArrayLike) -> Matrix:
    """Rotation NED to ECEF, (..., 3, 3), at longitude and latitude (rad).

    >>> R_ll(0.0, 0.0).tolist()
    [[-0.0, -0.0, -1.0], [-0.0, 1.0, -0.0], [1.0, 0.0, -0.0]]
    """
    sl, cl = _sin_cos(lon)
    sm, cm = _sin_cos(lat)
    return to_matrix((-cl * sm, -sl, -cl * cm, -sl * sm, cl, -sl * cm, cm, 0.0, -sm), 3)


Rll = R_ll  #: its spelling in MSS


def llh2ecef(lon: ArrayLike, lat: ArrayLike, h: ArrayLike) -> tuple[Values, Values, Values]:
    """x, y, z (m) in ECEF of longitude, latitude (rad) and ellipsoidal height (m).

    >>> [round(x, 3) for x in llh2ecef(np.radians(10.3), np.radians(63.0), 0.0)]
    [2856551.755, 519123.436, 5659978.124]
    """
    sl, cl = _sin_cos(lon)
    sm, cm = _sin_cos(lat)
    height = np.asarray(h, dtype=float)
    n = R_E * R_E / np.sqrt(R_E * R_E * cm * cm + R_P * R_P * sm * sm)
    ratio = R_P / R_E
    x, y, z = arrays((n + height) * cm * cl, (n + height) * cm * sl, (ratio * ratio * n + height) * sm)
    return values(x), values(y), values(z)


def ecef2llh(x: ArrayLike, y: ArrayLike, z: ArrayLike) -> tuple[Values, Values, Values]:
    """Longitude, latitude (rad) and height (m) of ECEF positions (S001 algorithm 2.2); at the poles longitude is 0.

    >>> lon, lat, h = ecef2llh(2856551.755, 519123.436, 5659978.124)
    >>> round(float(np.degrees(lon)), 6), round(float(np.degrees(lat)), 6), abs(h) < 1e-3
    (10.3, 63.0, True)
    """
    x, y, z = arrays(x, y, z)
    p = np.sqrt(x * x + y * y)
    pole = p < 1e-8
    safe = np.where(pole, 1.0, p)
    lat = np.arctan2(z, safe * (1.0 - E2))
    h = np.zeros(lat.shape)
    for _ in range(20):
        sm, cm = np.sin(lat), np.cos(lat)
        n = R_E / np.sqrt(1.0 - E2 * sm * sm)
        # along the normal: an error of the latitude counts squared only, from the equator to the poles
        h = safe * cm + z * sm - R_E * R_E / n
        last, lat = lat, np.arctan2(z, safe * (1.0 - E2 * n / (n + h)))
        if bool(np.all(np.abs(lat - last) < 1e-12)):
            lat = last
            break
    lat = np.where(pole, np.where(z >= 0.0, 0.5 * pi, -0.5 * pi), lat)
    h = np.where(pole, np.abs(z) - R_P, h)
    return values(np.where(pole, 0.0, np.arctan2(y, x))), values(lat), values(h)


def ecef2ned(
    x: ArrayLike, y: ArrayLike, z: ArrayLike, lon0: ArrayLike, lat0: ArrayLike, h0: ArrayLike = 0.0
) -> tuple[Values, Values, Values]:
    """North, east, down (m) of ECEF positions in the tangent plane at (lon0, lat0, h0).

    >>> np.allclose(ecef2ned(*llh2ecef(0.1, 1.0, 50.0), 0.1, 1.0), (0.0, 0.0, -50.0), atol=1e-8)
    True
    """
    origin = llh2ecef(lon0, lat0, h0)
    d = np.stack(arrays(*(np.asarray(a, dtype=float) - b for a, b in zip((x, y, z), origin, strict=True))), axis=-1)
    ned = (np.swapaxes(R_ll(lon0, lat0), -1, -2) @ d[..., None])[..., 0]
    return values(ned[..., 0]), values(ned[..., 1]), values(ned[..., 2])


def ned2ecef(
    x: ArrayLike, y: ArrayLike, z: ArrayLike, lon0: ArrayLike, lat0: ArrayLike, h0: ArrayLike = 0.0
) -> tuple[Values, Values, Values]:
    """ECEF positions (m) of north, east, down (m) in the tangent plane at (lon0, lat0, h0); inverse of ``ecef2ned``.

    >>> np.allclose(ned2ecef(0.0, 0.0, -50.0, 0.1, 1.0), llh2ecef(0.1, 1.0, 50.0))
    True
    """
    ned = np.stack(arrays(x, y, z), axis=-1)
    d = (R_ll(lon0, lat0) @ ned[..., None])[..., 0]
    x0, y0, z0 = llh2ecef(lon0, lat0, h0)
    return values(x0 + d[..., 0]), values(y0 + d[..., 1]), values(z0 + d[..., 2])


def earth_rate(lat: ArrayLike) -> Matrix:
    """Rotation rate of the Earth (rad/s, NED, (..., 3)) at a latitude (rad): omega_ie [cos(lat), 0, -sin(lat)].

    >>> (earth_rate(0.5 * np.pi) * 1e5).round(6).tolist()
    [0.0, 0.0, -7.292115]
    """
    s, c = _sin_cos(lat)
    return np.stack(arrays(OMEGA_IE * c, 0.0, -OMEGA_IE * s), axis=-1)


def way_east(rise: ArrayLike, turn: ArrayLike, lat: ArrayLike) -> Values:
    """Return the angle (rad, counter-clockwise from east) of a short way over the ellipsoid.

    ``rise`` and ``turn`` are its differences of latitude and longitude, in the same unit; ``lat`` (rad) is its middle.
    """
    prime, meridian = radii(lat)
    found: Values = np.arctan2(meridian * np.asarray(rise), prime * np.cos(lat) * np.asarray(turn))
    return found


def radii(lat: ArrayLike) -> tuple[Values, Values]:
    """R_N (prime vertical) and R_M (meridian) in m at a latitude (rad).

    >>> [round(r, 1) for r in radii(0.0)]
    [6378137.0, 6335439.3]
    """
    one: object = lat
    if isinstance(one, float):
        # used in every reading of a GPS; equal to the bit on every machine
        s = sin(one)
        root = 1.0 - E2 * s * s
        r_n = R_E / sqrt(root)
        return r_n, r_n * (1.0 - E2) / root
    sines = np.sin(np.asarray(lat, dtype=float))
    roots = 1.0 - E2 * sines * sines
    r_ns = R_E / np.sqrt(roots)
    return values(r_ns), values(r_ns * (1.0 - E2) / roots)


def flat2llh(
    x: ArrayLike, y: ArrayLike, z: ArrayLike, lon0: ArrayLike, lat0: ArrayLike, h_ref: ArrayLike = 0.0
) -> tuple[Values, Values, Values]:
    """Longitude, latitude (rad) and height (m) of NED coordinates (m) about (lon0, lat0, h_ref); good to about 10 km.

    >>> lon, lat, h = flat2llh(1000.0, 0.0, 5.0, 0.0, 0.0)
    >>> lon, round(lat, 9), h
    (0.0, 0.000157842, -5.0)
    """
    north, east, down, ref = (np.asarray(a, dtype=float) for a in (x, y, z, h_ref))
    r_n, r_m = radii(lat0)
    lat = np.asarray(lat0, dtype=float) + north / (r_m + ref)
    lon, latitude, height = together(ssa(lon0 + east / ((r_n + ref) * np.cos(lat0))), lat, ref - down)
    return lon, latitude, height


def llh2flat(
    lon: ArrayLike, lat: ArrayLike, h: ArrayLike, lon0: ArrayLike, lat0: ArrayLike, h_ref: ArrayLike = 0.0
) -> tuple[Values, Values, Values]:
    """NED coordinates (m) about (lon0, lat0, h_ref); the inverse of ``flat2llh``.

    >>> [round(v, 6) for v in llh2flat(*flat2llh(300.0, -40.0, 5.0, 0.3, 0.9), 0.3, 0.9)]
    [300.0, -40.0, 5.0]
    """
    height, ref, mu, mu0 = (np.asarray(a, dtype=float) for a in (h, h_ref, lat, lat0))
    r_n, r_m = radii(lat0)
    east = ssa(np.asarray(lon, dtype=float) - np.asarray(lon0, dtype=float)) * (r_n + ref) * np.cos(mu0)
    north, easting, down = together((mu - mu0) * (r_m + ref), east, ref - height)
    return north, easting, down
