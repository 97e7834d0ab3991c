"""Rotation matrices, angular-rate transformations and cross-product operators (laws/frames 3.1, 3.2, 6.1).

Angles in rad, rates in rad/s. R rotates BODY components into NED: p_dot^n = R v^b. Arguments broadcast: angles of shape
(...) give matrices (..., 3, 3), vectors have their three components along the last axis. Plain numbers give floats and
single matrices. Source: Fossen, Handbook of Marine Craft, chapter 2.
"""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import SingularAttitudeError
from usimmarine_py.maths import attitude

Matrix = NDArray[np.float64]
#: A float where all arguments were plain numbers, else an array of their common shape.
Values = Any


def values(x: ArrayLike) -> Values:
    """An array of no dimensions as a float, any other as it is."""
    a = np.asarray(x, dtype=float)
    return a.item() if a.ndim == 0 else a


def arrays(*x: ArrayLike) -> tuple[Matrix, ...]:
    """The arguments as float arrays of their common shape."""
    return tuple(np.broadcast_arrays(*(np.asarray(one, dtype=float) for one in x)))


def to_matrix(entries: tuple[ArrayLike, ...], rows: int) -> Matrix:
    """Entries R11, R12, ... of one shape (...) as matrices (..., rows, columns)."""
    full = np.stack(arrays(*entries), axis=-1)
    return full.reshape(*full.shape[:-1], rows, len(entries) // rows)


def together(*x: ArrayLike) -> tuple[Values, ...]:
    """Results of one common shape; floats where all are single numbers."""
    found = arrays(*x)
    return tuple(one.item() if one.ndim == 0 else np.array(one) for one in found)


def split(vector: ArrayLike, size: int = 3) -> tuple[Matrix, ...]:
    """The components of vectors (..., size), each of shape (...). Raises ``ValueError`` for another size."""
    a = np.asarray(vector, dtype=float)
    if a.ndim == 0 or a.shape[-1] != size:
        raise ValueError(f"needs {'quaternions' if size == 4 else 'vectors'} (..., {size}), found shape {a.shape}")
    return tuple(a[..., k] for k in range(size))


def rotation(R: ArrayLike) -> Matrix:
    """Return matrices (..., 3, 3) as an array. Raises ``ValueError`` for another shape."""
    m = np.asarray(R, dtype=float)
    if m.shape[-2:] != (3, 3):
        raise ValueError(f"needs matrices (..., 3, 3), found shape {m.shape}")
    return m


def ssa(angle: ArrayLike, unit: str = "rad") -> Values:
    """Smallest signed angle in [-pi, pi) rad, or with ``unit`` "deg" in [-180, 180) deg, of angles of any shape.

    >>> round(ssa(3.5), 4)
    -2.7832
    >>> ssa([0.0, 4.0, -4.0]).round(4).tolist()
    [0.0, -2.2832, 2.2832]
    """
    if unit not in ("rad", "deg"):
        raise ValueError(f"unit must be rad or deg, not {unit!r}")
    if unit == "deg":
        return ssa_deg(angle)
    return values((np.asarray(angle, dtype=float) + pi) % (2.0 * pi) - pi)


def ssa_deg(angle: ArrayLike) -> Values:
    """Smallest signed angle (deg) in [-180, 180) of angles of any shape.

    >>> ssa_deg(181), ssa_deg(179), ssa_deg(180)
    (-179.0, 179.0, -180.0)
    """
    return values((np.asarray(angle, dtype=float) + 180.0) % 360.0 - 180.0)


def Smtrx(a: ArrayLike) -> Matrix:
    """Skew matrices S(a), (..., 3, 3), with S(a) b = a x b, of vectors (..., 3) in any unit.

    >>> Smtrx([1, 2, 3]).tolist()
    [[0.0, -3.0, 2.0], [3.0, 0.0, -1.0], [-2.0, 1.0, 0.0]]
    """
    a1, a2, a3 = split(a)
    return to_matrix((0.0, -a3, a2, a3, 0.0, -a1, -a2, a1, 0.0), 3)


def vex(S: ArrayLike) -> Matrix:
    """The vectors a (..., 3) of skew matrices S(a); ValueError when one is not skew to 1e-12 of its largest entry.

    >>> vex(Smtrx([1, 2, 3])).tolist()
    [1.0, 2.0, 3.0]
    """
    m = np.asarray(S, dtype=float)
    if m.shape[-2:] != (3, 3):
        raise ValueError("vex needs a skew-symmetric 3 x 3 matrix")
    largest = np.maximum(1.0, np.abs(m).max(axis=(-2, -1)))
    if not bool(np.all(np.abs(m + np.swapaxes(m, -1, -2)).max(axis=(-2, -1)) <= 1e-12 * largest)):
        raise ValueError("vex needs a skew-symmetric 3 x 3 matrix")
    return np.stack((m[..., 2, 1], m[..., 0, 2], m[..., 1, 0]), axis=-1)


def Hmtrx(r: ArrayLike) -> Matrix:
    """System transformation H(r) = [[I, S(r)^T], [0, I]], (..., 6, 6), of levers r (..., 3) in m.

    M_CO = H(r_g)^T M_CG H(r_g), tau_CO = H^T tau_CG.

    >>> Hmtrx([1, 2, 3])[1].tolist()
    [0.0, 1.0, 0.0, -3.0, 0.0, 1.0]
    """
    s = Smtrx(r)
    h = np.zeros((*s.shape[:-2], 6, 6))
    h[..., range(6), range(6)] = 1.0
    h[..., :3, 3:] = np.swapaxes(s, -1, -2)
    return h


def Rx(phi: ArrayLike) -> Matrix:
    """Principal rotation about x by phi (rad), (..., 3, 3).

    >>> (Rx(np.pi / 2) @ [0, 1, 0]).round(12).tolist()
    [0.0, 0.0, 1.0]
    """
    c, s = np.cos(phi), np.sin(phi)
    return to_matrix((1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c), 3)


def Ry(theta: ArrayLike) -> Matrix:
    """Principal rotation about y by theta (rad), (..., 3, 3).

    >>> (Ry(np.pi / 2) @ [0, 0, 1]).round(12).tolist()
    [1.0, 0.0, 0.0]
    """
    c, s = np.cos(theta), np.sin(theta)
    return to_matrix((c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c), 3)


def Rz(psi: ArrayLike) -> Matrix:
    """Principal rotation about z by psi (rad), (..., 3, 3).

    >>> (Rz(np.pi / 2) @ [1, 0, 0]).round(12).tolist()
    [0.0, 1.0, 0.0]
    """
    c, s = np.cos(psi), np.sin(psi)
    return to_matrix((c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0), 3)


def Rzyx(phi: ArrayLike, theta: ArrayLike, psi: ArrayLike) -> Matrix:
    """Rotation BODY to NED of Euler angles (rad), Rz(psi) Ry(theta) Rx(phi), (..., 3, 3).

    >>> print(Rzyx(*np.radians([10, -5, 20])).round(4))
    [[ 0.9361 -0.351  -0.0213]
     [ 0.3407  0.9202 -0.1925]
     [ 0.0872  0.173   0.9811]]
    >>> print(Rzyx(*np.radians([10, 20, 30])).round(4))
    [[ 0.8138 -0.441   0.3785]
     [ 0.4698  0.8826  0.018 ]
     [-0.342   0.1632  0.9254]]
    >>> Rzyx(0.1, 0.2, np.linspace(0, 6, 50)).shape
    (50, 3, 3)
    """
    six: Any = (np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta), np.sin(psi), np.cos(psi))
    return to_matrix(attitude.rzyx_of(*six), 3)


def R2euler(R: ArrayLike) -> tuple[Values, Values, Values]:
    """phi, theta, psi (rad, each (...)) of rotations BODY to NED (..., 3, 3); phi, psi in [-pi, pi].

    >>> np.degrees(R2euler(Rzyx(*np.radians([10, 20, 30])))).round(6).tolist()
    [10.0, 20.0, 30.0]
    """
    m = rotation(R)
    # -asin(R31) loses half its digits near 90 degrees of pitch
    theta = np.arctan2(-m[..., 2, 0], np.hypot(m[..., 0, 0], m[..., 1, 0]))
    return values(np.arctan2(m[..., 2, 1], m[..., 2, 2])), values(theta), values(np.arctan2(m[..., 1, 0], m[..., 0, 0]))


def Tzyx(phi: ArrayLike, theta: ArrayLike) -> Matrix:
    """T, (..., 3, 3), of angles (rad): Theta_dot = T omega; SingularAttitudeError where |cos(theta)| < 1e-9.

    >>> print(Tzyx(*np.radians([10, 20])).round(4))
    [[ 1.      0.0632  0.3584]
     [ 0.      0.9848 -0.1736]
     [ 0.      0.1848  1.048 ]]
    """
    phi, theta = arrays(phi, theta)
    cth = np.cos(theta)
    bad = np.abs(cth) < attitude.SINGULAR_COSINE
    if bad.any():
        raise SingularAttitudeError(float(theta[bad].flat[0]))
    s, c, t = np.sin(phi), np.cos(phi), np.sin(theta) / cth
    return to_matrix((1.0, s * t, c * t, 0.0, c, -s, 0.0, s / cth, c / cth), 3)


def Tzyx_inv(phi: ArrayLike, theta: ArrayLike) -> Matrix:
    """T^-1, (..., 3, 3), of angles (rad): omega = T^-1 Theta_dot; exists everywhere.

    >>> bool(np.allclose(Tzyx_inv(0.1, 0.2) @ Tzyx(0.1, 0.2), np.eye(3), atol=1e-15))
    True
    """
    s, c, sth, cth = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
    return to_matrix((1.0, 0.0, -sth, 0.0, c, cth * s, 0.0, -s, cth * c), 3)


def euler_rates(phi: ArrayLike, theta: ArrayLike, omega: ArrayLike) -> Matrix:
    """phi_dot, theta_dot, psi_dot (rad/s, (..., 3)) of body rates omega = p, q, r (rad/s, (..., 3)).

    SingularAttitudeError where |cos(theta)| < 1e-9: integrate quaternions there.

    >>> euler_rates(0.0, 0.5, [0, 0, 0.1]).round(4).tolist()
    [0.0546, 0.0, 0.1139]
    """
    return np.asarray((Tzyx(phi, theta) @ np.asarray(omega, dtype=float)[..., None])[..., 0])


def R_small(dphi: ArrayLike, dtheta: ArrayLike, dpsi: ArrayLike) -> Matrix:
    """Rotation for small angles (rad), I + S(dTheta), (..., 3, 3).

    >>> R_small(0.01, 0.0, 0.02)[0].tolist()
    [1.0, -0.02, 0.0]
    """
    return np.asarray(np.eye(3) + Smtrx(np.stack(arrays(dphi, dtheta, dpsi), axis=-1)))


def T_small(dphi: ArrayLike, dtheta: ArrayLike) -> Matrix:
    """Angular-rate transformation for small angles (rad), [[1, 0, dth], [0, 1, -dphi], [0, dphi, 1]], (..., 3, 3).

    >>> T_small(0.01, 0.02).tolist()
    [[1.0, 0.0, 0.02], [0.0, 1.0, -0.01], [0.0, 0.01, 1.0]]
    """
    dphi, dtheta = arrays(dphi, dtheta)
    return to_matrix((1.0, 0.0, dtheta, 0.0, 1.0, -dphi, 0.0, dphi, 1.0), 3)


def J_euler(phi: ArrayLike, theta: ArrayLike, psi: ArrayLike) -> Matrix:
    """eta_dot = J nu for Euler angles (rad): blockdiag(Rzyx, Tzyx), (..., 6, 6).

    >>> J_euler(0.0, 0.0, np.pi / 2).round(12)[1].tolist()
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    r, t = np.broadcast_arrays(Rzyx(phi, theta, psi), Tzyx(phi, theta))
    j = np.zeros((*r.shape[:-2], 6, 6))
    j[..., :3, :3], j[..., 3:, 3:] = r, t
    return j


def R_axis_angle(axis: ArrayLike, beta: ArrayLike) -> Matrix:
    """Euler's theorem: I + sin(beta) S(l) + (1 - cos(beta)) S(l)^2, (..., 3, 3), of axes l (..., 3) and angles (...).

    Axes are normalised; zero is a ValueError.

    >>> bool(np.allclose(R_axis_angle([0, 0, 2], 0.3), Rz(0.3)))
    True
    """
    a = np.asarray(axis, dtype=float)
    n = np.sqrt((a * a).sum(axis=-1, keepdims=True))
    if not bool(np.all(n > 0.0)):
        raise ValueError("the axis of a rotation must not be zero")
    s = Smtrx(a / n)
    b = np.asarray(beta, dtype=float)[..., None, None]
    return np.asarray(np.eye(3) + np.sin(b) * s + (1.0 - np.cos(b)) * (s @ s))


def R_dot(R: ArrayLike, omega: ArrayLike) -> Matrix:
    """Time derivative of rotations (..., 3, 3) that turn with body rates omega (rad/s, (..., 3)): R S(omega).

    >>> R_dot(np.eye(3), [0, 0, 0.1])[0].tolist()
    [0.0, -0.1, 0.0]
    """
    return np.asarray(rotation(R) @ Smtrx(omega))


__all__ = [
    "Hmtrx",
    "J_euler",
    "R2euler",
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
    "euler_rates",
    "ssa",
    "ssa_deg",
    "vex",
]
