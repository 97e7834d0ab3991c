"""First-order lags solved exactly, with and without a rate limit (laws/actuators 1.1).

Plain functions of floats: they serve the solver's stages interpreted and compiled.
"""

from __future__ import annotations

from math import exp


def decay(s: float, time_constant: float) -> float:
    """exp(-s/T): what is left of the distance to the set-point after ``s`` seconds; 0 for T = 0 (no lag)."""
    if time_constant <= 0.0:
        return 0.0
    return exp(-s / time_constant)


def lagged(x: float, reference: float, factor: float) -> float:
    """The state after a time whose ``decay`` is ``factor``, the reference held."""
    return reference + (x - reference) * factor


def lagged_limited(x: float, reference: float, s: float, time_constant: float, rate: float) -> float:
    """The same with |xdot| <= rate (units/s): straight towards the reference first, exponential at the end."""
    error = reference - x
    distance = abs(error)
    corner = rate * time_constant
    if distance <= corner:
        return lagged(x, reference, decay(s, time_constant))
    ramp = (distance - corner) / rate
    sign = 1.0 if error > 0.0 else -1.0
    if s < ramp:
        return x + sign * rate * s
    return reference - sign * corner * decay(s - ramp, time_constant)


def lag_rate(x: float, reference: float, time_constant: float, rate: float) -> float:
    """xdot = (reference - x)/T, limited to +-rate when rate > 0; 0 for T = 0 without a rate limit."""
    error = reference - x
    if time_constant > 0.0:
        slope = error / time_constant
    elif rate > 0.0:
        slope = rate if error > 0.0 else (-rate if error < 0.0 else 0.0)
    else:
        return 0.0
    if rate > 0.0:
        if slope > rate:
            return rate
        if slope < -rate:
            return -rate
    return slope
