"""Flow angles, course and flight path, and the axes of lift and drag (laws/frames 8).

Velocities in BODY (m/s), angles in rad. ``u_r, v_r, w_r`` are velocities relative to the water. Arguments may be
arrays, which broadcast; those of ``folded`` and of lift and drag, which are compiled into hydrodynamics, are floats.
Sources: S001 2.5; F 2.5; Beard & McLain 2012 for the low-aspect body.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.maths.rotations import Matrix, Values, arrays, ssa, to_matrix, together, values


def speed(u: ArrayLike, v: ArrayLike, w: ArrayLike) -> Values:
    """Length of a velocity, m/s.

    >>> speed(2.0, 1.0, 2.0)
    3.0
    """
    u, v, w = arrays(u, v, w)
    return values(np.sqrt(u * u + v * v + w * w))


def attack(u_r: ArrayLike, w_r: ArrayLike) -> Values:
    """Angle of attack alpha = atan2(w_r, u_r), rad.

    >>> round(attack(2.0, 0.2), 4)
    0.0997
    """
    return values(np.arctan2(w_r, u_r))


def sideslip_2d(u_r: ArrayLike, v_r: ArrayLike) -> Values:
    """Sideslip in the horizontal plane, atan2(v_r, u_r), rad.

    >>> sideslip_2d([1.0, 0.0], [0.0, 1.0]).round(4).tolist()
    [0.0, 1.5708]
    """
    return values(np.arctan2(v_r, u_r))


def sideslip_3d(u_r: ArrayLike, v_r: ArrayLike, w_r: ArrayLike) -> Values:
    """Sideslip in three dimensions, asin(v_r/U_r) (the one of R_flow), rad; 0 in still water.

    Written with atan2, which keeps its digits where the flow comes from the side and asin loses half of them.

    >>> round(sideslip_3d(2.0, 1.0, 2.0), 6), round(float(np.arcsin(1.0 / 3.0)), 6)
    (0.339837, 0.339837)
    """
    u, v, w = arrays(u_r, v_r, w_r)
    return values(np.arctan2(v, np.sqrt(u * u + w * w)))


def crab(u: ArrayLike, v: ArrayLike) -> Values:
    """Crab angle beta_c = atan2(v, u) of the velocity over ground, rad.

    >>> round(crab(1.0, 1.0), 4)
    0.7854
    """
    return values(np.arctan2(v, u))


def vertical_crab(u: ArrayLike, w: ArrayLike) -> Values:
    """Vertical crab angle alpha_c = atan2(w, u) of the velocity over ground, rad.

    >>> round(vertical_crab(1.0, -1.0), 4)
    -0.7854
    """
    return values(np.arctan2(w, u))


def course(psi: ArrayLike, u: ArrayLike, v: ArrayLike) -> Values:
    """Course chi = psi + beta_c (rad) in [-pi, pi), for phi = theta = 0; of relative u, v (m/s) the relative course.

    >>> round(course(3.0, 1.0, 1.0), 4)
    -2.4978
    """
    return ssa(np.asarray(psi, dtype=float) + crab(u, v))


def flight_path(theta: ArrayLike, u: ArrayLike, w: ArrayLike) -> Values:
    """Flight-path angle gamma = theta - atan2(w, u), rad, for phi = v = 0; with relative velocities gamma_r.

    >>> flight_path(0.1, 2.0, 0.0)
    0.1
    """
    return values(np.asarray(theta, dtype=float) - np.arctan2(w, u))


def relative_velocity(
    u: ArrayLike, v: ArrayLike, w: ArrayLike, u_c: ArrayLike, v_c: ArrayLike, w_c: ArrayLike
) -> tuple[Values, Values, Values]:
    """v_r = v - v_c, all in BODY (m/s; the current triangle).

    >>> list(relative_velocity(2.0, 0.0, 0.0, 0.5, -0.25, 0.0))
    [1.5, 0.25, 0.0]
    """
    u_r, v_r, w_r = together(np.subtract(u, u_c), np.subtract(v, v_c), np.subtract(w, w_c))
    return u_r, v_r, w_r


def R_flow(alpha: ArrayLike, beta: ArrayLike) -> Matrix:
    """Rotation BODY to FLOW, Rz(-beta) Ry(alpha) (rad), (..., 3, 3); beta is the three-dimensional sideslip.

    >>> (R_flow(attack(2.0, 2.0), sideslip_3d(2.0, 1.0, 2.0)) @ [2.0, 1.0, 2.0]).round(12).tolist()
    [3.0, 0.0, 0.0]
    """
    ca, sa, cb, sb = np.cos(alpha), np.sin(alpha), np.cos(beta), np.sin(beta)
    return to_matrix((cb * ca, sb, cb * sa, -sb * ca, cb, -sb * sa, -sa, 0.0, ca), 3)


def folded(alpha: float) -> float:
    """The angle of attack for the wing formula, at most 90 deg: beyond, the flow comes from the trailing end.

    C_D of the result is that of 180 deg - alpha, C_L is that with the opposite sign (laws/hydrodynamics 4.5).
    """
    if alpha > 0.5 * pi:
        return alpha - pi
    if alpha < -0.5 * pi:
        return alpha + pi
    return alpha


def lift_drag_coefficients(alpha: float, span: float, area: float, c_d0: float, oswald: float) -> tuple[float, float]:
    """C_L and C_D of a low-aspect body at the angle of attack ``alpha``; span in m, area in m2."""
    ar = span * span / area
    c_l = pi * ar * alpha / (1.0 + sqrt(1.0 + 0.25 * ar * ar))
    return c_l, c_d0 + c_l * c_l / (pi * oswald * ar)


def lift_drag_force(
    rho: float, u_r: float, v_r: float, w_r: float, area: float, c_l: float, c_d: float
) -> tuple[float, float]:
    """X and Z (N, BODY) of lift and drag: [[ca, -sa], [sa, ca]] [-F_D; -F_L] at the 3-D relative speed."""
    q = 0.5 * rho * (u_r * u_r + v_r * v_r + w_r * w_r) * area
    alpha = atan2(w_r, u_r)
    ca, sa = cos(alpha), sin(alpha)
    drag, lift = q * c_d, q * c_l
    return -ca * drag + sa * lift, -sa * drag - ca * lift
