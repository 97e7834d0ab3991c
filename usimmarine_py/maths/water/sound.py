"""Absorption and noise of sound in sea water (laws/sensors 7.1)."""

from __future__ import annotations

from math import exp, log10, sqrt

from usimmarine_py.sums import plain_sum


def absorption(frequency: float, temperature: float, salinity: float, depth: float) -> float:
    """Return the absorption of sea water, dB/km (Ainslie and McColm 1998, pH 8); kHz, deg C, g/kg, m."""
    f2, deep = frequency * frequency, depth / 1000.0
    boron = 0.78 * sqrt(salinity / 35.0) * exp(temperature / 26.0)
    magnesium = 42.0 * exp(temperature / 17.0)
    return (
        0.106 * boron * f2 / (boron * boron + f2)
        + 0.52 * (1.0 + temperature / 43.0) * (salinity / 35.0) * magnesium * f2 / (magnesium**2 + f2) * exp(-deep / 6)
        + 0.00049 * f2 * exp(-(temperature / 27.0 + deep / 17.0))
    )


def noise_density(frequency: float, wind: float, shipping: float) -> float:
    """Return the level of ambient noise, dB re 1 uPa^2/Hz (Coates 1990), at a frequency, kHz.

    It is that of turbulence, ships (0 to 1), wind (m/s) and heat.
    """
    log_f = log10(frequency)
    parts = (
        17.0 - 30.0 * log_f,
        40.0 + 20.0 * (shipping - 0.5) + 26.0 * log_f - 60.0 * log10(frequency + 0.03),
        50.0 + 7.5 * sqrt(wind) + 20.0 * log_f - 40.0 * log10(frequency + 0.4),
        -15.0 + 20.0 * log_f,
    )
    return 10.0 * log10(plain_sum(10.0 ** (part / 10.0) for part in parts))
