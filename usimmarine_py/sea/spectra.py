"""Wave spectra: ITTC/ISSC (Bretschneider, Pierson-Moskowitz) and JONSWAP (laws/environment 4.1, laws/errata E19).

One-sided spectra S(w) in m2 s of the elevation, w in rad/s; Hs = 4 sqrt(m0).
"""

from __future__ import annotations

from math import cos, exp, gamma, log, pi, sqrt

GRAVITY = 9.81  #: m/s2
WAVE_SPECTRA = ("ittc", "jonswap")
#: Names under which the two-parameter spectrum is known; all mean the same formula.
SPECTRUM_NAMES = {
    "ittc": "ittc",
    "issc": "ittc",
    "bretschneider": "ittc",
    "pm": "ittc",
    "pierson-moskowitz": "ittc",
    "jonswap": "jonswap",
}


def ittc_parameters(hs: float, omega_p: float) -> tuple[float, float]:
    """(A, B) of S(w) = A w^-5 exp(-B w^-4): A = 5/16 Hs^2 wp^4, B = 1.25 wp^4."""
    wp4 = omega_p * omega_p * omega_p * omega_p
    return 0.3125 * hs * hs * wp4, 1.25 * wp4


def ittc(omega: float, hs: float, omega_p: float) -> float:
    """Modified Pierson-Moskowitz spectrum at ``omega``, m2 s; zero at and below zero frequency."""
    if omega <= 0.0:
        return 0.0
    a, b = ittc_parameters(hs, omega_p)
    w2 = omega * omega
    w4 = w2 * w2
    return a / (w4 * omega) * exp(-b / w4) if b / w4 < 700.0 else 0.0


def jonswap(omega: float, hs: float, omega_p: float, peak: float = 3.3) -> float:
    """JONSWAP: the ITTC spectrum times (1 - 0.287 ln gamma) gamma^exp(-(w - wp)^2 / (2 s^2 wp^2)), m2 s."""
    base = ittc(omega, hs, omega_p)
    if base == 0.0:
        return 0.0
    width = 0.07 if omega <= omega_p else 0.09
    x = (omega - omega_p) / (width * omega_p)
    return base * (1.0 - 0.287 * log(peak)) * exp(exp(-0.5 * x * x) * log(peak))


def spectrum(kind: str, omega: float, hs: float, omega_p: float, peak: float = 3.3) -> float:
    """S(w) of ``kind`` (one of ``WAVE_SPECTRA``), m2 s."""
    if kind == "jonswap":
        return jonswap(omega, hs, omega_p, peak)
    return ittc(omega, hs, omega_p)


def ittc_moments(hs: float, omega_p: float) -> tuple[float, float, float]:
    """Spectral moments (m0, m1, m2) of the ITTC spectrum, closed form."""
    a, b = ittc_parameters(hs, omega_p)
    return a / (4.0 * b), gamma(0.75) / 4.0 * a * b**-0.75, sqrt(pi) / 4.0 * a / sqrt(b)


def mean_periods(m0: float, m1: float, m2: float) -> tuple[float, float]:
    """(T1, Tz): mean period 2 pi m0/m1 and zero-crossing period 2 pi sqrt(m0/m2), s."""
    return 2.0 * pi * m0 / m1, 2.0 * pi * sqrt(m0 / m2)


def peak_frequency(hs: float) -> float:
    """Peak of a fully developed sea, wp = (0.622 / Hs^2)^(1/4) rad/s (Pierson-Moskowitz; HIL); needs Hs > 0."""
    return sqrt(sqrt(0.622) / hs)


def encounter_frequency(omega: float, speed: float, beta: float) -> float:
    """w_e = |w - w^2/g U cos(beta)| in rad/s, beta = 0 in a following sea (S004 3.33)."""
    return abs(omega - omega * omega / GRAVITY * speed * cos(beta))
