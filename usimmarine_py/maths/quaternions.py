"""Unit quaternions q = [eta, eps1, eps2, eps3] (laws/frames 4, 4.4).

q and -q are the same attitude; nothing here forces eta >= 0, so that a sequence stays continuous. Rates in rad/s.
Sources: Fossen, Handbook of Marine Craft, 2.2.2; S001 algorithm 2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

import numpy as np

from usimmarine_py.maths import attitude
from usimmarine_py.maths.attitude import Four, Three
from usimmarine_py.maths.rotations import Matrix, nine_to_matrix

Quaternion = Four


def euler2q(phi: float, theta: float, psi: float) -> Quaternion:
    """Unit quaternion of the Euler angles (rad, sequence zyx)."""
    return attitude.euler_to_quaternion(phi, theta, psi)


def q2euler(q: Sequence[float]) -> Three:
    """phi, theta, psi (rad) of a quaternion; its length does not matter but must not be zero."""
    return attitude.quaternion_to_euler(*_four(q))


def Rquat(q: Sequence[float]) -> Matrix:
    """Rotation BODY to NED of a unit quaternion, shape (3, 3)."""
    return nine_to_matrix(attitude.rquat(*_four(q)))


def Tquat(q: Sequence[float]) -> Matrix:
    """Tq(q) with q_dot = Tq omega, shape (4, 3)."""
    e = _four(q)
    columns = [attitude.quaternion_rates(*e, *axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    t: Matrix = np.array(columns).T
    return t


def Tomega(omega: Sequence[float]) -> Matrix:
    """Tw(omega) with q_dot = Tw q, shape (4, 4)."""
    p, q, r = (0.5 * float(x) for x in omega)
    return np.array([[0.0, -p, -q, -r], [p, 0.0, r, -q], [q, -r, 0.0, p], [r, q, -p, 0.0]])


def J_quaternion(q: Sequence[float]) -> Matrix:
    """[p_dot; q_dot] = J nu: blockdiag(R(q), Tq(q)), shape (7, 6)."""
    j = np.zeros((7, 6))
    j[:3, :3] = Rquat(q)
    j[3:, 3:] = Tquat(q)
    return j


def multiply(a: Sequence[float], b: Sequence[float]) -> Quaternion:
    """a (x) b."""
    return attitude.quaternion_product(_four(a), _four(b))


def conjugate(q: Sequence[float]) -> Quaternion:
    """The inverse rotation of a unit quaternion."""
    e = _four(q)
    return e[0], -e[1], -e[2], -e[3]


def normalise(q: Sequence[float]) -> Quaternion:
    """q/|q|; a zero quaternion raises ValueError."""
    e = _four(q)
    norm = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
    if not norm > 0.0:
        raise ValueError("a quaternion of length zero is no attitude")
    return e[0] / norm, e[1] / norm, e[2] / norm, e[3] / norm


def rate(q: Sequence[float], omega: Sequence[float], gamma: float = 0.0) -> Quaternion:
    """q_dot = Tq(q) omega + (gamma/2)(1 - q^T q) q, 1/s.

    ``gamma`` (1/s) pulls the length back to one (continuous normalisation, usually 100); with an explicit solver
    of step h keep gamma h < 1.
    """
    e = _four(q)
    p, r1, r = (float(x) for x in omega)
    d = attitude.quaternion_rates(*e, p, r1, r)
    pull = 0.5 * gamma * (1.0 - (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]))
    return d[0] + pull * e[0], d[1] + pull * e[1], d[2] + pull * e[2], d[3] + pull * e[3]


def step_euler(q: Sequence[float], omega: Sequence[float], h: float) -> Quaternion:
    """S001 algorithm 2.1: q + h Tq(q) omega, then normalised (first order in h)."""
    e = _four(q)
    d = rate(e, omega)
    return normalise((e[0] + h * d[0], e[1] + h * d[1], e[2] + h * d[2], e[3] + h * d[3]))


def step_exact(q: Sequence[float], omega: Sequence[float], h: float) -> Quaternion:
    """exp(h Tw(omega)) q for omega constant over h, then normalised."""
    p, r1, r = (float(x) for x in omega)
    w = sqrt(p * p + r1 * r1 + r * r)
    half = 0.5 * w * h
    # sin(x)/w by its series where the quotient would be 0/0
    s = 0.5 * h * (1.0 - half * half / 6.0) if abs(w * h) < 1e-8 else sin(half) / w
    return normalise(multiply(q, (cos(half), s * p, s * r1, s * r)))


def _four(q: Sequence[float]) -> Four:
    eta, e1, e2, e3 = (float(x) for x in q)
    return eta, e1, e2, e3


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
