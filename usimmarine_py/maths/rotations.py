"""Rotation matrices, angular-rate transformations and cross-product operators (laws/frames 3.1, 3.2, 6.1).

Matrices are numpy arrays of shape (3, 3) or (6, 6); vectors anything of length 3. Angles in rad, rates in rad/s.
R rotates BODY components into NED: p_dot^n = R v^b. Sources: Fossen, Handbook of Marine Craft, chapter 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import SingularAttitudeError
from usimmarine_py.maths import attitude

Matrix = NDArray[np.float64]


def nine_to_matrix(r: attitude.Nine) -> Matrix:
    """R11, R12, ... R33 as an array of shape (3, 3)."""
    return np.array((r[0:3], r[3:6], r[6:9]))


def ssa(angle: float) -> float:
    """Smallest signed angle (rad) in [-pi, pi)."""
    return (angle + pi) % (2.0 * pi) - pi


def ssa_deg(angle: float) -> float:
    """Smallest signed angle (deg) in [-180, 180)."""
    return (angle + 180.0) % 360.0 - 180.0


def Smtrx(a: Sequence[float]) -> Matrix:
    """Skew matrix S(a) with S(a) b = a x b."""
    a1, a2, a3 = (float(x) for x in a)
    return np.array([[0.0, -a3, a2], [a3, 0.0, -a1], [-a2, a1, 0.0]])


def vex(S: ArrayLike) -> Matrix:
    """The vector a of a skew matrix S(a); ValueError when S is not skew to 1e-12 of its largest entry."""
    m = np.asarray(S, dtype=float)
    if m.shape != (3, 3) or np.abs(m + m.T).max() > 1e-12 * max(1.0, float(np.abs(m).max())):
        raise ValueError("vex needs a skew-symmetric 3 x 3 matrix")
    return np.array([m[2, 1], m[0, 2], m[1, 0]])


def Hmtrx(r: Sequence[float]) -> Matrix:
    """System transformation H(r) = [[I, S(r)^T], [0, I]]: M_CO = H(r_g)^T M_CG H(r_g)."""
    h = np.eye(6)
    h[:3, 3:] = Smtrx(r).T
    return h


def Rx(phi: float) -> Matrix:
    """Principal rotation about x."""
    c, s = cos(phi), sin(phi)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def Ry(theta: float) -> Matrix:
    """Principal rotation about y."""
    c, s = cos(theta), sin(theta)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def Rz(psi: float) -> Matrix:
    """Principal rotation about z."""
    c, s = cos(psi), sin(psi)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def Rzyx(phi: float, theta: float, psi: float) -> Matrix:
    """Rotation BODY to NED, Rz(psi) Ry(theta) Rx(phi)."""
    return nine_to_matrix(attitude.rzyx(phi, theta, psi))


def Tzyx(phi: float, theta: float) -> Matrix:
    """Theta_dot = T omega; raises SingularAttitudeError when |cos(theta)| < 1e-9."""
    if abs(cos(theta)) < attitude.SINGULAR_COSINE:
        raise SingularAttitudeError(theta)
    columns = [attitude.euler_rates(phi, theta, *axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    m: Matrix = np.array(columns).T
    return m


def Tzyx_inv(phi: float, theta: float) -> Matrix:
    """omega = T^-1 Theta_dot; exists everywhere."""
    return np.array(
        [
            [1.0, 0.0, -sin(theta)],
            [0.0, cos(phi), cos(theta) * sin(phi)],
            [0.0, -sin(phi), cos(theta) * cos(phi)],
        ]
    )


def R_small(dphi: float, dtheta: float, dpsi: float) -> Matrix:
    """Rotation for small angles, I + S(dTheta)."""
    return np.eye(3) + Smtrx((dphi, dtheta, dpsi))


def T_small(dphi: float, dtheta: float) -> Matrix:
    """Angular-rate transformation for small angles, [[1, 0, dth], [0, 1, -dphi], [0, dphi, 1]]."""
    return np.array([[1.0, 0.0, dtheta], [0.0, 1.0, -dphi], [0.0, dphi, 1.0]])


def J_euler(phi: float, theta: float, psi: float) -> Matrix:
    """eta_dot = J nu for Euler angles: blockdiag(Rzyx, Tzyx), shape (6, 6)."""
    j = np.zeros((6, 6))
    j[:3, :3] = Rzyx(phi, theta, psi)
    j[3:, 3:] = Tzyx(phi, theta)
    return j


def R_axis_angle(axis: Sequence[float], beta: float) -> Matrix:
    """Euler's theorem: I + sin(beta) S(lambda) + (1 - cos(beta)) S(lambda)^2; ``axis`` is normalised, zero raises."""
    n = sqrt(sum(float(x) * float(x) for x in axis))
    if not n > 0.0:
        raise ValueError("the axis of a rotation must not be zero")
    s = Smtrx([x / n for x in axis])
    return np.asarray(np.eye(3) + sin(beta) * s + (1.0 - cos(beta)) * (s @ s))


def R_dot(R: ArrayLike, omega: Sequence[float]) -> Matrix:
    """Time derivative of a rotation matrix, R S(omega)."""
    return np.asarray(np.asarray(R, dtype=float) @ Smtrx(omega))


__all__ = [
    "Hmtrx",
    "J_euler",
    "R_axis_angle",
    "R_dot",
    "R_small",
    "Rx",
    "Ry",
    "Rz",
    "Rzyx",
    "SingularAttitudeError",
    "Smtrx",
    "T_small",
    "Tzyx",
    "Tzyx_inv",
    "ssa",
    "ssa_deg",
    "vex",
]
