"""The UTM projection: transverse Mercator of the WGS-84 ellipsoid, geographic positions to the grid and back.

Krueger's series to the sixth order in the third flattening n. Latitude, and longitude from the zone's central meridian,
in rad; north and east on the grid in m, from the equator and the central meridian (without the false ones), where the
grid has the scale 0.9996. Good to a few nanometres within some 3900 km of the central meridian.

Sources: Krueger 1912, Konforme Abbildung des Erdellipsoids in der Ebene; Karney 2011, Transverse Mercator with an
accuracy of a few nanometers, J. Geodesy 85 (equations 12, 35, 36), for the two series between the sphere's plane and
the ellipsoid's; Karney 2024, On auxiliary latitudes, Survey Review 56, for those between the geographic and the
conformal latitude. The order of factors that decides the last bits is that of PROJ.
"""

from __future__ import annotations

import cmath
from math import asinh, atan2, cos, hypot, inf, pi, sin, sinh

from usimmarine_py.sums import plain_sum

_F = 1 / 298.257223563
_N = _F / (2 - _F)
_SEMI_MAJOR = 6378137.0  #: m
_PER_METRE = 1 / _SEMI_MAJOR
#: Radius of the circle with the length of the ellipsoid's meridian on the grid, in semi-major axes.
_RADIUS = 0.9996 / (1 + _N) * (1 + _N**2 * (1 / 4 + _N**2 * (1 / 64 + _N**2 / 256)))

#: In radii: farther from the central meridian the series are invalid and the grid has no points (as in PROJ).
_FARTHEST = 2.623395162778

_Series = tuple[float, float, float, float, float, float]


def _series(*rows: tuple[float, ...]) -> _Series:
    """Return the coefficients, low to high, of c1 sin 2t + ... + c6 sin 12t as sin 2t times a polynomial in cos 2t.

    Row k has the coefficients of n^k, n^(k+1), ... in ck. As ck falls like n^k, nothing cancels in the polynomial.
    """
    c1, c2, c3, c4, c5, c6 = (
        plain_sum(value * _N**power for power, value in enumerate(row, start=k)) for k, row in enumerate(rows, start=1)
    )
    return c1 - c3 + c5, 2 * c2 - 4 * c4 + 6 * c6, 4 * c3 - 12 * c5, 8 * c4 - 32 * c6, 16 * c5, 32 * c6


# conformal less geographic latitude, by the geographic one; and the other way round
_C0, _C1, _C2, _C3, _C4, _C5 = _series(
    (-2, 2 / 3, 4 / 3, -82 / 45, 32 / 45, 4642 / 4725),
    (5 / 3, -16 / 15, -13 / 9, 904 / 315, -1522 / 945),
    (-26 / 15, 34 / 21, 8 / 5, -12686 / 2835),
    (1237 / 630, -12 / 5, -24832 / 14175),
    (-734 / 315, 109598 / 31185),
    (444337 / 155925,),
)
_G0, _G1, _G2, _G3, _G4, _G5 = _series(
    (2, -2 / 3, -2, 116 / 45, 26 / 45, -2854 / 675),
    (7 / 3, -8 / 5, -227 / 45, 2704 / 315, 2323 / 945),
    (56 / 15, -136 / 35, -1262 / 105, 73814 / 2835),
    (4279 / 630, -332 / 35, -399572 / 14175),
    (4174 / 315, -144838 / 6237),
    (601676 / 22275,),
)
# the ellipsoid's plane less the sphere's, by the sphere's (Karney's alpha); the sphere's less the ellipsoid's (-beta)
_A0, _A1, _A2, _A3, _A4, _A5 = _series(
    (1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800),
    (13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1983433 / 1935360),
    (61 / 240, -103 / 140, 15061 / 26880, 167603 / 181440),
    (49561 / 161280, -179 / 168, 6601661 / 7257600),
    (34729 / 80640, -3418889 / 1995840),
    (212378941 / 319334400,),
)
_B0, _B1, _B2, _B3, _B4, _B5 = _series(
    (-1 / 2, 2 / 3, -37 / 96, 1 / 360, 81 / 512, -96199 / 604800),
    (-1 / 48, -1 / 15, 437 / 1440, -46 / 105, 1118711 / 3870720),
    (-17 / 480, 37 / 840, 209 / 4480, -5569 / 90720),
    (-4397 / 161280, 11 / 504, 830251 / 7257600),
    (-4583 / 161280, 108847 / 3991680),
    (-20648693 / 638668800,),
)


def to_grid(phi: float, lam: float) -> tuple[float, float] | None:
    """East and north (m) of a geographic latitude and longitude (rad); None if it is too far or no valid latitude."""
    if not (abs(phi) <= pi / 2 and abs(lam) < inf):
        return None
    double = 2 * phi
    c = cos(double)
    chi = phi + sin(double) * (_C0 + c * (_C1 + c * (_C2 + c * (_C3 + c * (_C4 + c * _C5)))))
    up, flat = sin(chi), cos(chi)
    ahead = flat * cos(lam)
    sphere = complex(atan2(up, ahead), asinh(sin(lam) * flat * (1 / hypot(up, ahead))))
    w = cmath.cos(2 * sphere)
    plane = sphere + cmath.sin(2 * sphere) * (_A0 + w * (_A1 + w * (_A2 + w * (_A3 + w * (_A4 + w * _A5)))))
    if not abs(plane.imag) <= _FARTHEST:
        return None
    return _RADIUS * plane.imag * _SEMI_MAJOR, _RADIUS * plane.real * _SEMI_MAJOR


def from_grid(east: float, north: float) -> tuple[float, float] | None:
    """Geographic latitude and longitude (rad) of a point of the grid (m); None if it is too far or not finite."""
    plane = complex(north * _PER_METRE / _RADIUS, east * _PER_METRE / _RADIUS)
    if not (-_FARTHEST <= plane.imag <= _FARTHEST and -inf < north < inf):
        return None
    double = plane + plane
    w = cmath.cos(double)
    sphere = plane + cmath.sin(double) * (_B0 + w * (_B1 + w * (_B2 + w * (_B3 + w * (_B4 + w * _B5)))))
    aside, along = sinh(sphere.imag), sphere.real
    up, ahead = sin(along), cos(along)
    flat = hypot(aside, ahead)
    # up / flat is the tangent of the conformal latitude, and up^2 + flat^2 = 1 + aside^2: sine and cosine of its double
    share = 2.0 * flat / (1.0 + aside * aside)
    c = share * flat - 1.0
    phi = atan2(up, flat) + share * up * (_G0 + c * (_G1 + c * (_G2 + c * (_G3 + c * (_G4 + c * _G5)))))
    return phi, atan2(aside, ahead)
