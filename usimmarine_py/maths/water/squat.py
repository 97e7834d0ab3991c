"""Squat: how far a ship sinks by its own speed in shallow water (laws/environment 7.6)."""

from __future__ import annotations

from math import sqrt

from usimmarine_py.errors import ConfigError

__all__ = ["barrass_squat", "icorels_coefficient", "icorels_squat"]

#: Depth Froude number up to which the linear theory behind the formula holds.
HIGHEST = 0.7
_G = 9.81
_KNOT = 1852.0 / 3600.0


def icorels_coefficient(volume: float, length: float) -> float:
    """2.4 V/L2 (m) of a displaced volume (m3) and a length between perpendiculars (m)."""
    return 2.4 * volume / (length * length)


def sinkage(coefficient: float, speed: float, depth: float) -> float:
    """Squat (m) at a speed through the water (m/s) in water ``depth`` m deep; held from Fn_h = 0.7 on."""
    froude = min(abs(speed) / sqrt(_G * depth), HIGHEST)
    return coefficient * froude * froude / sqrt(1.0 - froude * froude)


def icorels_squat(volume: float, length: float, speed: float, depth: float) -> float:
    """Squat (m) at the bow of a ship in open shallow water, Tuck's theory with the coefficient of ICORELS.

    ``volume`` m3, ``length`` m, ``speed`` m/s through the water, ``depth`` m. Raises ``ConfigError`` for a depth Froude
    number above 0.7. Source: laws/environment 7.6.

    >>> round(icorels_squat(312622.0, 320.0, 3.6, 25.0), 2)
    0.4
    """
    froude = abs(speed) / sqrt(_G * depth)
    if froude > HIGHEST:
        raise ConfigError(f"must be at most {HIGHEST:g}, not {froude:.3g}", key="depth Froude number")
    return sinkage(icorels_coefficient(volume, length), speed, depth)


def barrass_squat(block: float, speed: float, blockage: float) -> float:
    """Largest squat (m) of a ship in a channel: C_B V^2.08/30 (S/(1 - S))^(2/3), V in knots.

    ``block`` coefficient, ``speed`` m/s, ``blockage`` S: section of the ship over that of the water. Raises
    ``ConfigError`` outside C_B 0.5 to 0.85 and S 0.1 to 0.266. Source: Barrass 1979.

    >>> round(barrass_squat(0.8, 10.0 * 1852.0 / 3600.0, 0.2), 2)
    1.27
    """
    for name, value, low, high in (("block coefficient", block, 0.5, 0.85), ("blockage", blockage, 0.1, 0.266)):
        if not low <= value <= high:
            raise ConfigError(f"must be {low:g} to {high:g}, not {value:.3g}", key=name)
    return float(block * (abs(speed) / _KNOT) ** 2.08 / 30.0 * (blockage / (1.0 - blockage)) ** (2.0 / 3.0))
