"""Density of sea water (laws/hydrodynamics 6.1)."""

from __future__ import annotations

from math import sqrt

#: Pa a metre, for what the pressure of water does to its own volume and to hulls.
PRESSURE = 1025.0 * 9.81
_BAR = 1e5


def sea_water_density(salinity: float, temperature: float, pressure: float) -> float:
    """Density (kg/m3) by the equation of state EOS-80 (Unesco 1983).

    ``salinity`` on the practical scale (0 to 42), ``temperature`` in deg C (-2 to 40), ``pressure`` in Pa above that of
    the atmosphere.

    >>> round(sea_water_density(35.0, 5.0, 1e8), 4)
    1069.4891
    """
    s, t, p = salinity, temperature, pressure / _BAR
    root = sqrt(s)
    fresh = 999.842594 + t * (
        6.793952e-2 + t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9)))
    )
    surface = (
        fresh
        + s * (0.824493 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9))))
        + s * root * (-5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6))
        + s * s * 4.8314e-4
    )
    if p == 0.0:
        return surface
    stiff = (
        19652.21 + t * (148.4206 + t * (-2.327105 + t * (1.360477e-2 - t * 5.155288e-5)))
        + s * (54.6746 + t * (-0.603459 + t * (1.09987e-2 - t * 6.1670e-5)))
        + s * root * (7.944e-2 + t * (1.6483e-2 - t * 5.3009e-4))
    )  # fmt: skip
    linear = (
        3.239908 + t * (1.43713e-3 + t * (1.16092e-4 - t * 5.77905e-7))
        + s * (2.2838e-3 + t * (-1.0981e-5 - t * 1.6078e-6)) + s * root * 1.91075e-4
    )  # fmt: skip
    square = 8.50935e-5 + t * (-6.12293e-6 + t * 5.2787e-8) + s * (-9.9348e-7 + t * (2.0816e-8 + t * 9.1697e-10))
    return surface / (1.0 - p / (stiff + p * (linear + p * square)))
