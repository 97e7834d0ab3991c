"""Relative wind and the wind's force on a hull (laws/environment 3.5; S004 2.58-2.72, laws/errata E16 to E18).

Scalar functions with plain ``if``, no ``**`` and no ``hypot``: the same code runs interpreted and compiled.
Angles in rad, directions TOWARDS, BODY axes (x forward, y to starboard, z down).
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

from usimmarine_py.kernels.body.records import SIMPLE_LAW, Windage

#: kg/m3, density of air as in the thesis's simulator; MSS uses 1.224.
AIR_DENSITY = 1.204

#: Blendermann's vessel types: (C_Dt, C_DlAF(0), C_DlAF(pi), delta, kappa).
BLENDERMANN: dict[str, tuple[float, float, float, float, float]] = {
    "speed boat": (0.90, 0.55, 0.60, 0.60, 1.1),
    "research vessel": (0.85, 0.55, 0.65, 0.60, 1.4),
    "offshore supply": (0.90, 0.55, 0.80, 0.55, 1.2),
    "fishing vessel": (0.95, 0.70, 0.70, 0.40, 1.1),
    "tender": (0.85, 0.55, 0.55, 0.65, 1.1),
    "ferry": (0.90, 0.45, 0.50, 0.80, 1.1),
    "cargo loaded": (0.85, 0.65, 0.55, 0.40, 1.7),
    "container loaded": (0.90, 0.55, 0.55, 0.40, 1.4),
    "tanker loaded": (0.70, 0.90, 0.55, 0.40, 3.1),
    "tanker ballast": (0.70, 0.75, 0.55, 0.40, 2.2),
    "destroyer": (0.85, 0.60, 0.65, 0.65, 1.1),
}


def relative_wind(
    u: float, v: float, psi: float, wind_speed: float, wind_towards: float
) -> tuple[float, float, float, float]:
    """(u_rw, v_rw, V_rw, gamma_rw) of a vessel with ground velocity (u, v) and heading ``psi`` (S004 2.68-2.71).

    ``gamma_rw`` = -atan2(v_rw, u_rw) is 0 for a head wind and positive for wind from port, in [-pi, pi].
    """
    u_rw = u - wind_speed * cos(wind_towards - psi)
    v_rw = v - wind_speed * sin(wind_towards - psi)
    return u_rw, v_rw, sqrt(u_rw * u_rw + v_rw * v_rw), -atan2(v_rw, u_rw)


def blendermann_shape(
    gamma: float,
    size: float,
    along: float,
    across: float,
    delta: float,
    area_front: float,
    area_side: float,
    s_l: float,
    length: float,
) -> tuple[float, float, float]:
    """Return Blendermann's denominator, C_Y and C_N/C_Y in wind at an angle ``gamma`` of ``size``.

    ``along`` is C_DlAF at that angle, ``across`` C_Dt; the rest is that of ``blendermann_force``.
    """
    cd_l = along * area_front / area_side
    double = sin(2.0 * gamma)
    den = 1.0 - 0.5 * delta * (1.0 - cd_l / across) * double * double
    return den, across * sin(gamma) / den, s_l / length - 0.18 * (size - 0.5 * pi)


def blendermann_force(
    u_rw: float,
    v_rw: float,
    area_front: float,
    area_side: float,
    s_h: float,
    s_l: float,
    length: float,
    cd_t: float,
    cd_l_af_0: float,
    cd_l_af_pi: float,
    delta: float,
    kappa: float,
    air_density: float,
) -> tuple[float, float, float, float, float, float]:
    """Wind force (X, Y, Z, K, M, N) in N and N m from the relative velocity, Blendermann's coefficients.

    Areas in m2; ``s_h`` height of the lateral centroid above the water, ``s_l`` its position forward of CO, in m.
    A lateral area of zero gives no force.
    """
    if area_side <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    gamma = -atan2(v_rw, u_rw)
    size = gamma if gamma >= 0.0 else -gamma
    cd_l_af = cd_l_af_0 if size <= 0.5 * pi else cd_l_af_pi
    den, c_y, lever = blendermann_shape(gamma, size, cd_l_af, cd_t, delta, area_front, area_side, s_l, length)
    q = 0.5 * air_density * (u_rw * u_rw + v_rw * v_rw)
    x = -q * cd_l_af * cos(gamma) / den * area_front
    y = q * c_y * area_side
    n = q * lever * c_y * area_side * length
    return x, y, 0.0, q * kappa * c_y * area_side * s_h, 0.0, n


def simple_coefficients(gamma: float, c_x: float, c_y: float, c_n: float) -> tuple[float, float, float]:
    """(C_X, C_Y, C_N) of a symmetric hull: -c_x cos, c_y sin, c_n sin 2 (c_x 0.5-0.9, c_y 0.7-0.95, c_n 0.05-0.2)."""
    return -c_x * cos(gamma), c_y * sin(gamma), c_n * sin(2.0 * gamma)


def simple_force(
    u_rw: float,
    v_rw: float,
    area_front: float,
    area_side: float,
    length: float,
    c_x: float,
    c_y: float,
    c_n: float,
    air_density: float,
) -> tuple[float, float, float, float, float, float]:
    """Wind force (X, Y, Z, K, M, N) in N and N m with the simple coefficients; Z, K, M are zero."""
    cx, cy, cn = simple_coefficients(-atan2(v_rw, u_rw), c_x, c_y, c_n)
    q = 0.5 * air_density * (u_rw * u_rw + v_rw * v_rw)
    return q * cx * area_front, q * cy * area_side, 0.0, 0.0, 0.0, q * cn * area_side * length


def hull_wind_force(
    w: Windage, u: float, v: float, psi: float, wind_speed: float, wind_towards: float
) -> tuple[float, float, float, float, float, float]:
    """Wind force (X, Y, Z, K, M, N) by its own law on a hull with ground velocity (u, v) and heading ``psi``."""
    u_rw, v_rw, _speed, _gamma = relative_wind(u, v, psi, wind_speed, wind_towards)
    if w.law == SIMPLE_LAW:
        return simple_force(u_rw, v_rw, w.front, w.side, w.length, w.second, w.first, w.third, w.rho)
    return blendermann_force(
        u_rw, v_rw, w.front, w.side, w.s_h, w.s_l, w.length, w.first, w.second, w.third, w.delta, w.kappa, w.rho
    )
