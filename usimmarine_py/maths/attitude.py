"""Attitude in components: plain functions of floats, shared by the matrix library and the hydrodynamic kernels.

Frames: NED (x north, y east, z down) and BODY (x forward, y to starboard, z down); Euler sequence zyx; angles in rad.
The module does not import numpy, and all functions compile under numba unchanged. Source: laws/frames 3.2, 4.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

#: below this |cos(theta)| Euler rates do not exist for a double; use the quaternion form (laws/frames 3.2)
SINGULAR_COSINE = 1e-9

Nine = tuple[float, float, float, float, float, float, float, float, float]
Four = tuple[float, float, float, float]
Three = tuple[float, float, float]


def rzyx(phi: float, theta: float, psi: float) -> Nine:
    """R11, R12, ... R33 of the rotation BODY to NED from Euler angles (rad)."""
    return rzyx_of(sin(phi), cos(phi), sin(theta), cos(theta), sin(psi), cos(psi))


def rzyx_of(sphi: float, cphi: float, sth: float, cth: float, spsi: float, cpsi: float) -> Nine:
    """``rzyx`` from the sines and cosines of the angles, for callers that have computed them."""
    return (
        cpsi * cth,
        cpsi * sth * sphi - spsi * cphi,
        spsi * sphi + cpsi * cphi * sth,
        spsi * cth,
        cpsi * cphi + sphi * sth * spsi,
        sth * spsi * cphi - cpsi * sphi,
        -sth,
        cth * sphi,
        cth * cphi,
    )


def rquat(eta: float, eps1: float, eps2: float, eps3: float) -> Nine:
    """R11, R12, ... R33 of the rotation BODY to NED from a unit quaternion: I + 2 eta S(eps) + 2 S(eps)^2."""
    return (
        1.0 - 2.0 * (eps2 * eps2 + eps3 * eps3),
        2.0 * (eps1 * eps2 - eps3 * eta),
        2.0 * (eps1 * eps3 + eps2 * eta),
        2.0 * (eps1 * eps2 + eps3 * eta),
        1.0 - 2.0 * (eps1 * eps1 + eps3 * eps3),
        2.0 * (eps2 * eps3 - eps1 * eta),
        2.0 * (eps1 * eps3 - eps2 * eta),
        2.0 * (eps2 * eps3 + eps1 * eta),
        1.0 - 2.0 * (eps1 * eps1 + eps2 * eps2),
    )


def euler_rates(phi: float, theta: float, p: float, q: float, r: float) -> Three:
    """phi_dot, theta_dot, psi_dot (rad/s) from body rates (rad/s); not for |cos(theta)| < SINGULAR_COSINE."""
    return euler_rates_of(sin(phi), cos(phi), sin(theta), cos(theta), p, q, r)


def euler_rates_of(sphi: float, cphi: float, sth: float, cth: float, p: float, q: float, r: float) -> Three:
    """``euler_rates`` from the sines and cosines of the angles.

    Closer than SINGULAR_COSINE to 90 degrees of pitch the cosine is limited, which avoids a division by zero; for
    correct numbers there integrate quaternions.
    """
    if abs(cth) < SINGULAR_COSINE:
        cth = -SINGULAR_COSINE if cth < 0.0 else SINGULAR_COSINE
    turn = (sphi * q + cphi * r) / cth
    return p + turn * sth, cphi * q - sphi * r, turn


def quaternion_rates(eta: float, eps1: float, eps2: float, eps3: float, p: float, q: float, r: float) -> Four:
    """q_dot = Tq(q) omega (1/s) from body rates (rad/s)."""
    return (
        0.5 * (-eps1 * p - eps2 * q - eps3 * r),
        0.5 * (eta * p - eps3 * q + eps2 * r),
        0.5 * (eps3 * p + eta * q - eps1 * r),
        0.5 * (-eps2 * p + eps1 * q + eta * r),
    )


def euler_to_quaternion(phi: float, theta: float, psi: float) -> Four:
    """Unit quaternion qz(psi) (x) qy(theta) (x) qx(phi) from Euler angles (rad)."""
    sphi, cphi = sin(0.5 * phi), cos(0.5 * phi)
    sth, cth = sin(0.5 * theta), cos(0.5 * theta)
    spsi, cpsi = sin(0.5 * psi), cos(0.5 * psi)
    return (
        cpsi * cth * cphi + spsi * sth * sphi,
        cpsi * cth * sphi - spsi * sth * cphi,
        spsi * cth * sphi + cpsi * sth * cphi,
        spsi * cth * cphi - cpsi * sth * sphi,
    )


def quaternion_to_euler(eta: float, eps1: float, eps2: float, eps3: float) -> Three:
    """phi, theta, psi (rad; phi and psi in [-pi, pi], theta in [-pi/2, pi/2]) of a quaternion of any length > 0."""
    norm = sqrt(eta * eta + eps1 * eps1 + eps2 * eps2 + eps3 * eps3)
    r11, _r12, _r13, r21, _r22, _r23, r31, r32, r33 = rquat(eta / norm, eps1 / norm, eps2 / norm, eps3 / norm)
    # -asin(R31) loses half its digits near 90 degrees of pitch; the two columns beside it keep them
    theta = atan2(-r31, sqrt(r11 * r11 + r21 * r21))
    return atan2(r32, r33), theta, atan2(r21, r11)


def quaternion_product(a: Four, b: Four) -> Four:
    """a (x) b, both [eta, eps1, eps2, eps3]."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return (
        a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
        a0 * b1 + b0 * a1 + a2 * b3 - a3 * b2,
        a0 * b2 + b0 * a2 + a3 * b1 - a1 * b3,
        a0 * b3 + b0 * a3 + a1 * b2 - a2 * b1,
    )


def unwrap(angle: float, near: float) -> float:
    """``angle`` (rad) plus the whole turns that bring it closest to ``near``."""
    turns = (near - angle) / (2.0 * pi)
    return angle + 2.0 * pi * round(turns)
