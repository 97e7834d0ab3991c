"""Wind: height profile, gust spectra, gusts and leeway (laws/environment 3; S004 2.43-2.48).

Speeds in m/s, heights in m, frequencies in Hz.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, log, pi, sin, sqrt

#: Default surface drag coefficient; the usual range is 0.0015 to 0.0030.
KAPPA = 0.0026
HARRIS_LENGTH = 1800.0  #: m
DAVENPORT_LENGTH = 1200.0  #: m
#: Below this height the logarithmic profile is evaluated here: it would turn negative near the surface.
LOWEST_HEIGHT = 0.01


def profile(u10: float, kappa: float, height: float) -> float:
    """Return the mean wind speed at ``height`` > 0 m from the one at 10 m (S004 2.43), never negative."""
    root = sqrt(kappa)
    z = height if height > LOWEST_HEIGHT else LOWEST_HEIGHT
    speed = u10 * 2.5 * root * log(z / (10.0 * exp(-2.0 / (5.0 * root))))
    return speed if speed > 0.0 else 0.0


def harris(frequency: float, u10: float, kappa: float = KAPPA) -> float:
    """Return the Harris gust spectrum S(f) in m2/s2/Hz (S004 2.46); needs ``u10`` > 0."""
    x = HARRIS_LENGTH * frequency / u10
    return 4.0 * kappa * HARRIS_LENGTH * u10 / float((2.0 + x * x) ** (5.0 / 6.0))


def norsok(frequency: float, u10: float, height: float = 10.0) -> float:
    """Return the NORSOK N-003 gust spectrum S(f) in m2/s2/Hz at ``height``; needs ``u10`` > 0."""
    n = 0.468
    x = 172.0 * frequency * (height / 10.0) ** (2.0 / 3.0) * (u10 / 10.0) ** -0.75
    return float(320.0 * (u10 / 10.0) ** 2 * (height / 10.0) ** 0.45 / (1.0 + x**n) ** (5.0 / (3.0 * n)))


def davenport(frequency: float, u10: float, kappa: float = KAPPA) -> float:
    """Return Davenport's S(f) = 4 kappa U10^2 x^2 / (f (1 + x^2)^(4/3)), x = 1200 f / U10, in m2/s2/Hz."""
    x = DAVENPORT_LENGTH * frequency / u10
    # x^2 / f written as x * length / u10, so that f = 0 gives 0
    return 4.0 * kappa * u10 * DAVENPORT_LENGTH * x / float((1.0 + x * x) ** (4.0 / 3.0))


def gust(rows: Sequence[Sequence[float]], time: float, north: float = 0.0, east: float = 0.0) -> float:
    """Return the gust speed U_g = sum a cos(2 pi f t - k . r + phase) in m/s at a place (m).

    Rows are f (Hz), a (m/s), phase (rad) and the wave number k towards north and east (rad/m).
    """
    angle = 2.0 * pi * time
    total = 0.0
    for frequency, amplitude, phase, k_north, k_east in zip(rows[0], rows[1], rows[2], rows[3], rows[4]):  # noqa: B905 - numba
        total += amplitude * cos(angle * frequency + phase - (k_north * north + k_east * east))
    return total


def leeway_velocity(wind_speed: float, wind_towards: float, fraction: float) -> tuple[float, float]:
    """Return the drift (east, north) in m/s of a hull that the wind pushes at ``fraction`` of its speed.

    It stands in for wind forces on the kinematic backend, which has no mass; 0.01 to 0.05 is usual.
    """
    return fraction * wind_speed * sin(wind_towards), fraction * wind_speed * cos(wind_towards)
