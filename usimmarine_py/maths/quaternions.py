"""Unit quaternions q = [eta, eps1, eps2, eps3] (laws/frames 4, 4.4).

q and -q are the same attitude; eta >= 0 is not enforced, so that a sequence stays continuous. Rates in rad/s, the
four components of a quaternion along the last axis: arguments (..., 4) and (..., 3) broadcast.
Sources: Fossen, Handbook of Marine Craft, 2.2.2; S001 algorithm 2.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.maths import attitude
from usimmarine_py.maths.rotations import Matrix, R2euler, Values, arrays, split, to_matrix

Quaternion = Matrix


def euler2q(phi: ArrayLike, theta: ArrayLike, psi: ArrayLike) -> Quaternion:
    """Unit quaternions (..., 4) of Euler angles (rad, sequence zyx).

    >>> euler2q(*np.radians([10, 20, 30])).round(4).tolist()
    [0.9515, 0.0381, 0.1893, 0.2393]
    >>> euler2q(*np.radians([10, -20, 30])).round(4).tolist()
    [0.9437, 0.1277, -0.1449, 0.2685]
    """
    zero = np.zeros(np.broadcast_shapes(np.shape(phi), np.shape(theta), np.shape(psi)))
    roll, pitch, yaw = (0.5 * a for a in arrays(phi, theta, psi))
    about_z = (np.cos(yaw), zero, zero, np.sin(yaw))
    about_y = (np.cos(pitch), zero, np.sin(pitch), zero)
    about_x = (np.cos(roll), np.sin(roll), zero, zero)
    return multiply(multiply(_vector(about_z), _vector(about_y)), _vector(about_x))


def q2euler(q: ArrayLike) -> tuple[Values, Values, Values]:
    """phi, theta, psi (rad, each (...)) of quaternions (..., 4) of any length but zero.

    >>> np.degrees(q2euler(euler2q(*np.radians([10, 20, 30])))).round(6).tolist()
    [10.0, 20.0, 30.0]
    """
    return R2euler(Rquat(normalise(q)))


def Rquat(q: ArrayLike) -> Matrix:
    """Rotations BODY to NED (..., 3, 3) of unit quaternions (..., 4).

    >>> Rquat([0.0, 1.0, 0.0, 0.0]).tolist()
    [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
    """
    return to_matrix(attitude.rquat(*split(q, 4)), 3)  # type: ignore[arg-type]


def Tquat(q: ArrayLike) -> Matrix:
    """Tq(q), (..., 4, 3), of quaternions (..., 4): q_dot (1/s) = Tq omega (rad/s).

    Of body rates (..., 3) it is ``Tomega``, as in MSS.

    >>> print(Tquat(euler2q(*np.radians([10, 20, 30]))).round(4))
    [[-0.0191 -0.0947 -0.1196]
     [ 0.4758 -0.1196  0.0947]
     [ 0.1196  0.4758 -0.0191]
     [-0.0947  0.0191  0.4758]]
    """
    if np.shape(q)[-1:] == (3,):
        return Tomega(q)
    eta, e1, e2, e3 = (0.5 * x for x in split(q, 4))
    return to_matrix((-e1, -e2, -e3, eta, -e3, e2, e3, eta, -e1, -e2, e1, eta), 4)


def Tomega(omega: ArrayLike) -> Matrix:
    """Tw(omega), (..., 4, 4), with q_dot = Tw q, of body rates (rad/s, (..., 3)).

    >>> Tomega([0.2, 0.0, 0.0])[0].tolist()
    [0.0, -0.1, -0.0, -0.0]
    """
    p, q, r = (0.5 * x for x in split(omega))
    return to_matrix((0.0, -p, -q, -r, p, 0.0, r, -q, q, -r, 0.0, p, r, q, -p, 0.0), 4)


def J_quaternion(q: ArrayLike) -> Matrix:
    """[p_dot; q_dot] = J nu (m/s, rad/s): blockdiag(R(q), Tq(q)), (..., 7, 6), of unit quaternions (..., 4).

    >>> J_quaternion([1.0, 0.0, 0.0, 0.0]).diagonal(-1)[3:].tolist()
    [0.5, 0.5, 0.5]
    """
    r = Rquat(q)
    j = np.zeros((*r.shape[:-2], 7, 6))
    j[..., :3, :3], j[..., 3:, 3:] = r, Tquat(q)
    return j


def multiply(a: ArrayLike, b: ArrayLike) -> Quaternion:
    """a (x) b, (..., 4), without a unit: first the rotation b, then a.

    >>> multiply([0, 1, 0, 0], [0, 0, 1, 0]).tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    return _vector(attitude.quaternion_product(split(a, 4), split(b, 4)))  # type: ignore[arg-type]


def conjugate(q: ArrayLike) -> Quaternion:
    """The inverse rotations of unit quaternions (..., 4).

    >>> conjugate([0.5, 0.5, -0.5, 0.5]).tolist()
    [0.5, -0.5, 0.5, -0.5]
    """
    return np.asarray(np.asarray(q, dtype=float) * np.array([1.0, -1.0, -1.0, -1.0]))


def normalise(q: ArrayLike) -> Quaternion:
    """q/|q|, (..., 4), without a unit; a zero quaternion is a ValueError.

    >>> normalise([3, 0, 0, 4]).tolist()
    [0.6, 0.0, 0.0, 0.8]
    """
    e = np.asarray(q, dtype=float)
    if e.shape[-1:] != (4,):
        raise ValueError(f"needs quaternions (..., 4), found shape {e.shape}")
    norm = np.sqrt((e * e).sum(axis=-1, keepdims=True))
    if not bool(np.all(norm > 0.0)):
        raise ValueError("a quaternion of length zero is no attitude")
    return np.asarray(e / norm)


def rate(q: ArrayLike, omega: ArrayLike, gamma: float = 0.0) -> Quaternion:
    """q_dot = Tq(q) omega + (gamma/2)(1 - q^T q) q, 1/s, (..., 4).

    ``gamma`` (1/s) pulls the length back to one (continuous normalisation, usually 100); with an explicit solver
    of step h keep gamma h < 1.

    >>> rate([1, 0, 0, 0], [0.2, 0.0, 0.4]).tolist()
    [0.0, 0.1, 0.0, 0.2]
    """
    e = np.asarray(q, dtype=float)
    d = _vector(attitude.quaternion_rates(*split(e, 4), *split(omega)))  # type: ignore[arg-type]
    return np.asarray(d + 0.5 * gamma * (1.0 - (e * e).sum(axis=-1, keepdims=True)) * e)


def step_euler(q: ArrayLike, omega: ArrayLike, h: ArrayLike) -> Quaternion:
    """S001 algorithm 2.1: q + h Tq(q) omega, then normalised (first order in h, s); (..., 4).

    >>> step_euler([1, 0, 0, 0], [0, 0, 0.1], 0.1).round(6).tolist()
    [0.999988, 0.0, 0.0, 0.005]
    """
    return normalise(np.asarray(q, dtype=float) + np.asarray(h, dtype=float)[..., None] * rate(q, omega))


def step_exact(q: ArrayLike, omega: ArrayLike, h: ArrayLike) -> Quaternion:
    """exp(h Tw(omega)) q for omega (rad/s) constant over h (s), then normalised; (..., 4).

    >>> np.degrees(q2euler(step_exact([1, 0, 0, 0], [0, 0, np.radians(9)], 10.0))[2]).round(9).item()
    90.0
    """
    w_h = np.asarray(omega, dtype=float) * np.asarray(h, dtype=float)[..., None]
    half = 0.5 * np.sqrt((w_h * w_h).sum(axis=-1, keepdims=True))
    # sin(x)/x by its series where the quotient would be 0/0
    small = half < 5e-9
    share = np.where(small, 1.0 - half * half / 6.0, np.sin(half) / np.where(small, 1.0, half))
    return normalise(multiply(q, np.concatenate((np.cos(half), 0.5 * share * w_h), axis=-1)))


def _vector(components: tuple[ArrayLike, ...]) -> Matrix:
    return np.stack(arrays(*components), axis=-1)


__all__ = [
    "J_quaternion",
    "Quaternion",
    "Rquat",
    "Tomega",
    "Tquat",
    "conjugate",
    "euler2q",
    "multiply",
    "normalise",
    "q2euler",
    "rate",
    "step_euler",
    "step_exact",
]
