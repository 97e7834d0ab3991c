"""The wave forces of the thesis: a filter of white noise, and slow drift (laws/environment 4.5, 4.6).

H(s) = K s / (s^2 + 2 lambda w_e s + w_e^2), driven by white noise of intensity q, y = x2.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, cosh, exp, sin, sinh, sqrt

from usimmarine_py.kernels.waves import GRAVITY

#: Positive half of the 8-point Gauss-Legendre rule on [-1, 1]: (node, weight).
_GAUSS8 = (
    (0.1834346424956498, 0.362683783378362),
    (0.525532409916329, 0.3137066458778873),
    (0.7966664774136267, 0.2223810344533745),
    (0.9602898564975363, 0.1012285362903763),
)


def depth_attenuation(omega_p: float, depth: float) -> float:
    """Return exp(-k z) of the peak wave: how much of the wave force is left at ``depth`` >= 0 m."""
    return exp(-omega_p * omega_p / GRAVITY * depth)


def _kernels(damping: float, omega: float, t: float) -> tuple[float, float, float]:
    """Return phi11, phi12, phi22 of the oscillator after ``t``, damped below, at or above the critical value."""
    a = damping * omega
    square = omega * omega - a * a
    if square > 0.0:
        wd = sqrt(square)
        c, s = cos(wd * t), sin(wd * t) / wd
    elif square < 0.0:
        wd = sqrt(-square)
        c, s = cosh(wd * t), sinh(wd * t) / wd
    else:
        c, s = 1.0, t
    decay = exp(-a * t)
    return decay * (c + a * s), decay * s, decay * (c - a * s)


def transition(damping: float, omega: float, h: float) -> tuple[float, float, float, float]:
    """Return Phi11, Phi12, Phi21, Phi22 of xdot1 = x2, xdot2 = -w^2 x1 - 2 lambda w x2 over ``h`` s."""
    p11, p12, p22 = _kernels(damping, omega, h)
    return p11, p12, -omega * omega * p12, p22


def covariance(gain: float, damping: float, omega: float, q: float, h: float) -> tuple[float, float, float]:
    """Return Q11, Q12, Q22 of the noise that ``h`` seconds add (Van Loan's integral in closed or Gauss form)."""
    scale = gain * gain * q
    p11, p12, p21, p22 = transition(damping, omega, h)
    if omega * h <= 1.0:
        # P - Phi P Phi^T loses all digits for short steps; the integrals of squares do not
        q11 = q22 = 0.0
        for node, weight in _GAUSS8:
            for sign in (-1.0, 1.0):
                _, k12, k22 = _kernels(damping, omega, 0.5 * h * (1.0 + sign * node))
                q11 += weight * k12 * k12
                q22 += weight * k22 * k22
        return scale * 0.5 * h * q11, scale * 0.5 * p12 * p12, scale * 0.5 * h * q22
    var1, var2 = stationary_variance(gain, damping, omega, q)
    return (
        var1 - p11 * p11 * var1 - p12 * p12 * var2,
        scale * 0.5 * p12 * p12,
        var2 - p21 * p21 * var1 - p22 * p22 * var2,
    )


def stationary_variance(gain: float, damping: float, omega: float, q: float) -> tuple[float, float]:
    """Return (var x1, var y): K^2 q / (4 lambda w^3) and K^2 q / (4 lambda w)."""
    var_y = gain * gain * q / (4.0 * damping * omega)
    return var_y / (omega * omega), var_y


def filter_step(
    x1: float, x2: float, damping: float, omega: float, q: float, h: float, n1: float, n2: float
) -> tuple[float, float]:
    """Return the unit filter's state ``h`` s later, exact in distribution; ``n1``, ``n2`` are standard normals."""
    p11, p12, p21, p22 = transition(damping, omega, h)
    q11, q12, q22 = covariance(1.0, damping, omega, q, h)
    l11 = sqrt(q11)
    l21 = q12 / l11 if l11 > 0.0 else 0.0
    rest = q22 - l21 * l21
    l22 = sqrt(rest) if rest > 0.0 else 0.0
    return p11 * x1 + p12 * x2 + l11 * n1, p21 * x1 + p22 * x2 + l21 * n1 + l22 * n2


def project(forces: Sequence[float], gamma: float) -> tuple[float, float, float, float, float, float]:
    """Return HIL's projection of six filter outputs; ``gamma`` = beta - psi, 0 in a following sea, rad."""
    f1, f2, f3, f4, f5, f6 = forces
    c, s = cos(gamma), sin(gamma)
    return -f1 * abs(c), -f2 * abs(s), f3, f4 * s, f5 * c, f6


def newman_drift(
    time: float,
    amplitudes: Sequence[float],
    omegas: Sequence[float],
    phases: Sequence[float],
    diagonal: Sequence[float],
) -> float:
    """Return the slow drift with Newman's T_jk = sqrt(T_jj T_kk); its mean is sum A_j^2 T_jj (laws/errata E21).

    With that T the double sum is |sum A_j sqrt(T_jj) exp(i (w_j t + eps_j))|^2. Frequencies of opposite sign
    of T_jj do not interact (the root would be imaginary).
    """
    c_pos = s_pos = c_neg = s_neg = 0.0
    for a, w, e, t in zip(amplitudes, omegas, phases, diagonal, strict=True):
        size = a * sqrt(abs(t))
        angle = w * time + e
        if t >= 0.0:
            c_pos += size * cos(angle)
            s_pos += size * sin(angle)
        else:
            c_neg += size * cos(angle)
            s_neg += size * sin(angle)
    return c_pos * c_pos + s_pos * s_pos - c_neg * c_neg - s_neg * s_neg
