"""Waves (laws/environment 4): spectra, how long a wave is, and what the regular waves of a sea add up to.

A sea is five rows of numbers, a column for each wave: frequency omega (rad/s, seen from a fixed place), amplitude A
(m), phase (rad), and the wave number k towards north and east (rad/m). Places are north and east in m, ``depth`` >= 0
in m below the mean surface, ``bed`` the depth of the water (m, 0 = deep).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, gamma, log, pi, sin, sqrt, tanh
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows: TypeAlias = Sequence[Sequence[float]] | NDArray[np.float64]

GRAVITY = 9.81  #: m/s2

Three = tuple[float, float, float]


def elevation(sea: Rows, time: float, north: float, east: float) -> float:
    """Return the elevation of the surface in m, positive up (laws/environment 4.2)."""
    total = 0.0
    for omega, amplitude, phase, k_north, k_east in zip(sea[0], sea[1], sea[2], sea[3], sea[4]):  # noqa: B905 - numba
        total += rise(omega, amplitude, phase, k_north, k_east, time, north, east)
    return total


def rise(
    omega: float, amplitude: float, phase: float, k_north: float, k_east: float, time: float, north: float, east: float
) -> float:
    """Return the elevation of one wave in m, positive up."""
    return amplitude * sin(omega * time - k_north * north - k_east * east + phase)


def head(sea: Rows, time: float, north: float, east: float, depth: float, bed: float = 0.0) -> float:
    """Return the head (m) of the waves' pressure: the sum of zeta cosh k(h - z)/cosh kh, deep zeta exp(-k z)."""
    total = 0.0
    for omega, amplitude, phase, k_north, k_east in zip(sea[0], sea[1], sea[2], sea[3], sea[4]):  # noqa: B905 - numba
        k = sqrt(k_north * k_north + k_east * k_east)
        fade = exp(-k * depth)
        deep = exp(-2.0 * k * bed) if bed > 0.0 else 0.0
        level = (fade + deep / fade) / (1.0 + deep)
        total += level * rise(omega, amplitude, phase, k_north, k_east, time, north, east)
    return total


def added_resistance(sea: Rows, per_square: float, most: float, psi: float) -> float:
    """Return the mean force (N, at most 0, along the heading ``psi``, rad) by which waves from ahead slow a ship.

    STAWAVE-1 (ISO 15016) for each wave: ``per_square`` A^2 within 45 deg of the bow, nothing elsewhere. ``per_square``
    (N/m2) is rho g B sqrt(B/L_BWL)/2; ``most`` (m2) is the sum of A^2 up to which the method holds and which counts.
    """
    c, s, total = cos(psi), sin(psi), 0.0
    for amplitude, k_north, k_east in zip(sea[1], sea[3], sea[4]):  # noqa: B905 - numba
        against, across = -(k_north * c + k_east * s), k_east * c - k_north * s
        if against >= abs(across):
            total += amplitude * amplitude
    return -per_square * min(total, most)


def pulse(k: float, bed: float) -> float:
    """Return the frequency (rad/s) of a wave as the water sees it: sqrt(g k tanh(k h)), ``bed`` = h, 0 = deep."""
    return sqrt(GRAVITY * k * (tanh(k * bed) if bed > 0.0 else 1.0))


def wave_number(omega: float, bed: float, along: float) -> float:
    """Return k > 0 (rad/m) of (omega - k U)^2 = g k tanh(k h), U = ``along`` the current along the wave (m/s).

    0 for a wave that the current against it blocks: its energy cannot come up to the place. Newton's method from
    below, where the difference is concave, so that it never passes the root.
    """
    if along == 0.0 and bed <= 0.0:
        return omega * omega / GRAVITY
    k = omega * omega / GRAVITY
    while pulse(k, bed) > omega - k * along:
        k *= 0.25
    for _ in range(60):
        own = pulse(k, bed)
        reach = tanh(k * bed) if bed > 0.0 else 1.0
        slope = 0.5 * GRAVITY * (reach + (k * bed * (1.0 - reach * reach) if bed > 0.0 else 0.0)) / own + along
        if slope <= 0.0:
            return 0.0
        step = (omega - k * along - own) / slope
        k += step
        if abs(step) <= 1e-14 * k:
            break
    return k


def surface(
    sea: Rows, time: float, north: float, east: float, v_north: float, v_east: float, depth: float, cut: float
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Return the elevation (m), its slopes to north and to east, then the rates of the three and the rates of those.

    The rates are those along a path of velocity ``v_north``, ``v_east`` (m/s). Each wave is scaled by exp(-k depth)
    and, with ``cut`` > 0 (rad2/s2), by 1/sqrt(1 + (omega^2/cut)^2) (laws/environment 4.3).
    """
    zeta = zeta1 = zeta2 = 0.0
    north0 = north1 = north2 = east0 = east1 = east2 = 0.0
    for omega, size, phase, k_north, k_east in zip(sea[0], sea[1], sea[2], sea[3], sea[4]):  # noqa: B905 - numba
        amplitude = size
        if depth > 0.0:
            amplitude *= exp(-sqrt(k_north * k_north + k_east * k_east) * depth)
        if cut > 0.0:
            ratio = omega * omega / cut
            amplitude /= sqrt(1.0 + ratio * ratio)
        angle = omega * time - k_north * north - k_east * east + phase
        passing = omega - k_north * v_north - k_east * v_east
        up, slope = amplitude * sin(angle), -amplitude * cos(angle)
        rise, bend = passing * up, -passing * passing * slope
        zeta += up
        zeta1 -= passing * slope
        zeta2 -= passing * passing * up
        north0 += slope * k_north
        east0 += slope * k_east
        north1 += rise * k_north
        east1 += rise * k_east
        north2 += bend * k_north
        east2 += bend * k_east
    return zeta, north0, east0, zeta1, north1, east1, zeta2, north2, east2


def orbital_velocity(sea: Rows, time: float, north: float, east: float, depth: float, bed: float = 0.0) -> Three:
    """Return the water's velocity north, east, down in m/s; deep: sum of A omega exp(-k z) [sin, sin, -cos]."""
    v_north = v_east = v_down = 0.0
    for omega, amplitude, phase, k_north, k_east in zip(sea[0], sea[1], sea[2], sea[3], sea[4]):  # noqa: B905 - numba
        k = sqrt(k_north * k_north + k_east * k_east)
        if k > 0.0:
            speed = amplitude * GRAVITY / pulse(k, bed)
            fade = exp(-k * depth)
            deep = exp(-2.0 * k * bed) if bed > 0.0 else 0.0
            level, sink = (fade + deep / fade) / (1.0 + deep), (fade - deep / fade) / (1.0 + deep)
            angle = omega * time - k_north * north - k_east * east + phase
            along = speed * level * sin(angle)
            v_north += along * k_north
            v_east += along * k_east
            v_down -= speed * sink * k * cos(angle)
    return v_north, v_east, v_down


def orbital_acceleration(sea: Rows, time: float, north: float, east: float, depth: float, bed: float = 0.0) -> Three:
    """Return the water's acceleration north, east, down in m/s2 as it streams by: the rate of the velocity at a place.

    With a current that is the place that goes with it.
    """
    a_north = a_east = a_down = 0.0
    for omega, amplitude, phase, k_north, k_east in zip(sea[0], sea[1], sea[2], sea[3], sea[4]):  # noqa: B905 - numba
        k = sqrt(k_north * k_north + k_east * k_east)
        if k > 0.0:
            fade = exp(-k * depth)
            deep = exp(-2.0 * k * bed) if bed > 0.0 else 0.0
            level, sink = (fade + deep / fade) / (1.0 + deep), (fade - deep / fade) / (1.0 + deep)
            angle = omega * time - k_north * north - k_east * east + phase
            along = GRAVITY * amplitude * level * cos(angle)
            a_north += along * k_north
            a_east += along * k_east
            a_down += GRAVITY * amplitude * sink * k * sin(angle)
    return a_north, a_east, a_down


def encounter_frequency(omega: float, speed: float, beta: float) -> float:
    """Return w_e = |w - w^2/g U cos(beta)| in rad/s, beta = 0 in a following sea (S004 3.33)."""
    return abs(omega - omega * omega / GRAVITY * speed * cos(beta))


def peak_frequency(hs: float) -> float:
    """Return the peak of a fully developed sea, wp = (0.622 / Hs^2)^(1/4) rad/s (Pierson-Moskowitz; HIL); Hs > 0."""
    return sqrt(sqrt(0.622) / hs)


def ittc_parameters(hs: float, omega_p: float) -> tuple[float, float]:
    """Return A and B of S(w) = A w^-5 exp(-B w^-4): A = 5/16 Hs^2 wp^4, B = 1.25 wp^4."""
    wp4 = omega_p * omega_p * omega_p * omega_p
    return 0.3125 * hs * hs * wp4, 1.25 * wp4


def ittc(omega: float, hs: float, omega_p: float) -> float:
    """Return the modified Pierson-Moskowitz spectrum S(w), m2 s; 0 at and below frequency 0 (laws/errata E19)."""
    if omega <= 0.0:
        return 0.0
    a, b = ittc_parameters(hs, omega_p)
    w2 = omega * omega
    w4 = w2 * w2
    return a / (w4 * omega) * exp(-b / w4) if b / w4 < 700.0 else 0.0


def jonswap(omega: float, hs: float, omega_p: float, peak: float = 3.3) -> float:
    """Return the ITTC spectrum times (1 - 0.287 ln gamma) gamma^exp(-(w - wp)^2 / (2 s^2 wp^2)), m2 s."""
    base = ittc(omega, hs, omega_p)
    if base == 0.0:
        return 0.0
    width = 0.07 if omega <= omega_p else 0.09
    x = (omega - omega_p) / (width * omega_p)
    return base * (1.0 - 0.287 * log(peak)) * exp(exp(-0.5 * x * x) * log(peak))


def ittc_moments(hs: float, omega_p: float) -> Three:
    """Return the spectral moments m0, m1, m2 of the ITTC spectrum in closed form."""
    a, b = ittc_parameters(hs, omega_p)
    return a / (4.0 * b), gamma(0.75) / 4.0 * a * b**-0.75, sqrt(pi) / 4.0 * a / sqrt(b)


def mean_periods(m0: float, m1: float, m2: float) -> tuple[float, float]:
    """Return the mean period T1 = 2 pi m0/m1 and the zero-crossing period Tz = 2 pi sqrt(m0/m2), s."""
    return 2.0 * pi * m0 / m1, 2.0 * pi * sqrt(m0 / m2)
