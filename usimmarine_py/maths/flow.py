"""Flow angles, course and flight path, and the axes of lift and drag (laws/frames 8).

Velocities in BODY (m/s), angles in rad. ``u_r, v_r, w_r`` are velocities relative to the water.
Sources: S001 2.5; F 2.5; Beard & McLain 2012 for the low-aspect body.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

import numpy as np

from usimmarine_py.maths.rotations import Matrix, ssa


def speed(u: float, v: float, w: float) -> float:
    """Length of a velocity, m/s."""
    return sqrt(u * u + v * v + w * w)


def attack(u_r: float, w_r: float) -> float:
    """Angle of attack alpha = atan2(w_r, u_r)."""
    return atan2(w_r, u_r)


def sideslip_2d(u_r: float, v_r: float) -> float:
    """Sideslip in the horizontal plane, atan2(v_r, u_r)."""
    return atan2(v_r, u_r)


def sideslip_3d(u_r: float, v_r: float, w_r: float) -> float:
    """Sideslip in three dimensions, asin(v_r/U_r) (the one of R_flow); 0 in still water.

    Written with atan2, which keeps its digits where the flow comes from the side and asin loses half of them.
    """
    return atan2(v_r, sqrt(u_r * u_r + w_r * w_r))


def crab(u: float, v: float) -> float:
    """Crab angle beta_c = atan2(v, u) of the velocity over ground."""
    return atan2(v, u)


def vertical_crab(u: float, w: float) -> float:
    """Vertical crab angle alpha_c = atan2(w, u) of the velocity over ground."""
    return atan2(w, u)


def course(psi: float, u: float, v: float) -> float:
    """Course chi = psi + beta_c in [-pi, pi), for phi = theta = 0; with relative velocities the relative course."""
    return ssa(psi + crab(u, v))


def flight_path(theta: float, u: float, w: float) -> float:
    """Flight-path angle gamma = theta - atan2(w, u) for phi = v = 0; with relative velocities gamma_r."""
    return theta - atan2(w, u)


def relative_velocity(u: float, v: float, w: float, u_c: float, v_c: float, w_c: float) -> tuple[float, float, float]:
    """v_r = v - v_c, all in BODY (the current triangle)."""
    return u - u_c, v - v_c, w - w_c


def R_flow(alpha: float, beta: float) -> Matrix:
    """Rotation BODY to FLOW, Rz(-beta) Ry(alpha), shape (3, 3); beta is the three-dimensional sideslip."""
    ca, sa, cb, sb = cos(alpha), sin(alpha), cos(beta), sin(beta)
    return np.array([[cb * ca, sb, cb * sa], [-sb * ca, cb, -sb * sa], [-sa, 0.0, ca]])


def folded(alpha: float) -> float:
    """The angle of attack that the wing formula holds for, at most 90 deg: beyond, the flow comes over the other end.

    C_D of the result is that of 180 deg - alpha, C_L that with its sign turned (laws/hydrodynamics 4.5).
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
