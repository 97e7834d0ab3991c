"""The wave forces of the thesis, ``waves = thesis``: filtered noise and slow drift (laws/environment 4.5, 4.6).

H(s) = K s / (s^2 + 2 lambda w_e s + w_e^2), driven by white noise of intensity q, y = x2. All forces share the shape,
so one unit filter (K = 1) is kept, or six of them when the noise is independent per degree of freedom.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, cosh, exp, sin, sinh, sqrt

from usimmarine_py.kernels.waves import GRAVITY
from usimmarine_py.values.frozen import dataclass

#: The thesis's noise is N(0, Hs) per step of 0.01 s; as an intensity that is Hs^2 * 0.01 s.
NOISE_TIME = 0.01
#: A following sea can be met at w_e = 0, where the variance has no bound; HIL's remedy.
LOWEST_ENCOUNTER_RATIO = 0.1
#: Positive half of the 8-point Gauss-Legendre rule on [-1, 1]: (node, weight).
_GAUSS8 = (
    (0.1834346424956498, 0.362683783378362),
    (0.525532409916329, 0.3137066458778873),
    (0.7966664774136267, 0.2223810344533745),
    (0.9602898564975363, 0.1012285362903763),
)


@dataclass(frozen=True, slots=True)
class DriftTable:
    """Mean drift force coefficients T_jj over frequency, for Newman's slow drift.

    Surge is multiplied by cos(gamma), sway by sin(gamma) and yaw by sin(2 gamma), gamma = direction of the
    waves minus heading [choice]: surge is given for a following, sway for a beam sea.
    """

    omega: tuple[float, ...]  #: rad/s, ascending
    surge: tuple[float, ...]  #: N/m2
    sway: tuple[float, ...]  #: N/m2
    yaw: tuple[float, ...]  #: N m/m2


@dataclass(frozen=True, slots=True)
class WaveGains:
    """What a vehicle file says for the thesis's wave forces."""

    gains: tuple[float, float, float, float, float, float]  #: K of X, Y, Z, K, M, N in N and N m
    damping: float = 0.1017  #: lambda, relative bandwidth (0.2573 suits an ITTC spectrum)
    drift: DriftTable | None = None  #: second-order drift, when the vehicle file gives it


def depth_attenuation(omega_p: float, depth: float) -> float:
    """exp(-k z) of the peak wave: how much of the wave force is left at ``depth`` >= 0 m."""
    return exp(-omega_p * omega_p / GRAVITY * depth)


def _kernels(damping: float, omega: float, t: float) -> tuple[float, float, float]:
    """(phi11, phi12, phi22) of the oscillator after ``t``, damped below, at or above the critical value."""
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
    """Transition matrix (Phi11, Phi12, Phi21, Phi22) of xdot1 = x2, xdot2 = -w^2 x1 - 2 lambda w x2 over ``h`` s."""
    p11, p12, p22 = _kernels(damping, omega, h)
    return p11, p12, -omega * omega * p12, p22


def covariance(gain: float, damping: float, omega: float, q: float, h: float) -> tuple[float, float, float]:
    """(Q11, Q12, Q22) of the noise that ``h`` seconds add (Van Loan's integral in closed or Gauss form)."""
    scale = gain * gain * q
    p11, p12, p21, p22 = transition(damping, omega, h)
    if omega * h <= 1.0:
        # P - Phi P Phi^T loses all digits for short steps; the integrals of squares don't
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
    """(var x1, var y): K^2 q / (4 lambda w^3) and K^2 q / (4 lambda w)."""
    var_y = gain * gain * q / (4.0 * damping * omega)
    return var_y / (omega * omega), var_y


def filter_step(
    x1: float, x2: float, damping: float, omega: float, q: float, h: float, n1: float, n2: float
) -> tuple[float, float]:
    """The unit filter's state ``h`` seconds later, exact in distribution; ``n1``, ``n2`` are standard normals."""
    p11, p12, p21, p22 = transition(damping, omega, h)
    q11, q12, q22 = covariance(1.0, damping, omega, q, h)
    l11 = sqrt(q11)
    l21 = q12 / l11 if l11 > 0.0 else 0.0
    rest = q22 - l21 * l21
    l22 = sqrt(rest) if rest > 0.0 else 0.0
    return p11 * x1 + p12 * x2 + l11 * n1, p21 * x1 + p22 * x2 + l21 * n1 + l22 * n2


def project(forces: Sequence[float], gamma: float) -> tuple[float, float, float, float, float, float]:
    """HIL's projection of six filter outputs; ``gamma`` = beta - psi, 0 in a following sea, rad."""
    f1, f2, f3, f4, f5, f6 = forces
    c, s = cos(gamma), sin(gamma)
    return -f1 * abs(c), -f2 * abs(s), f3, f4 * s, f5 * c, f6


def slow_drift(
    time: float,
    amplitudes: Sequence[float],
    omegas: Sequence[float],
    phases: Sequence[float],
    t_cos: Sequence[Sequence[float]],
    t_sin: Sequence[Sequence[float]] | None = None,
) -> float:
    """Second-order drift force (S004 2.79, laws/errata E21): full double sum with the quadratic transfer functions, N
    per m2.

    sum_j sum_k A_j A_k [T_jk^c cos((w_k - w_j) t + eps_k - eps_j) + T_jk^s sin(...)]
    """
    total = 0.0
    for j, (a_j, w_j, e_j) in enumerate(zip(amplitudes, omegas, phases, strict=True)):
        for k, (a_k, w_k, e_k) in enumerate(zip(amplitudes, omegas, phases, strict=True)):
            angle = (w_k - w_j) * time + e_k - e_j
            total += a_j * a_k * t_cos[j][k] * cos(angle)
            if t_sin is not None:
                total += a_j * a_k * t_sin[j][k] * sin(angle)
    return total


def newman_drift(
    time: float,
    amplitudes: Sequence[float],
    omegas: Sequence[float],
    phases: Sequence[float],
    diagonal: Sequence[float],
) -> float:
    """Slow drift with Newman's T_jk = sqrt(T_jj T_kk): one sum instead of two, its mean is sum A_j^2 T_jj.

    With that T the double sum is |sum A_j sqrt(T_jj) exp(i (w_j t + eps_j))|^2. Frequencies of opposite sign
    of T_jj don't interact (the root would be imaginary).
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
