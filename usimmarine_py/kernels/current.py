"""Ocean current (laws/environment 1; S004 2.73-2.78, laws/errata E13). Directions TOWARDS, rad."""

from __future__ import annotations

from math import cos, sin


def current_ned(speed: float, towards: float, down: float) -> tuple[float, float, float]:
    """Return the current v_c in NED, m/s."""
    return speed * cos(towards), speed * sin(towards), down


def depth_factor(depth: float, water_depth: float) -> float:
    """Return (1 - z/d)^(1/7), the share of the surface current at ``depth``; 1 for a water depth of 0 (not known)."""
    if water_depth <= 0.0 or depth <= 0.0:
        return 1.0
    if depth >= water_depth:
        return 0.0
    return float((1.0 - depth / water_depth) ** (1.0 / 7.0))
