"""The truth of a sensor by the names of its single numbers."""

from __future__ import annotations

from math import nan

from usimmarine_py.sensors.truth import Truth


def flat_truth(
    time: float = 0.0, north: float = 0.0, east: float = 0.0, down: float = 0.0,
    roll: float = 0.0, pitch: float = 0.0, psi: float = 0.0,
    u: float = 0.0, v: float = 0.0, w: float = 0.0, p: float = 0.0, q: float = 0.0, r: float = 0.0,
    du: float = 0.0, dv: float = 0.0, dw: float = 0.0, dp: float = 0.0, dq: float = 0.0, dr: float = 0.0,
    u_r: float = 0.0, v_r: float = 0.0, wind_speed: float = 0.0, wind_towards: float = 0.0,
    altitude: float = nan, surface: float = 0.0, w_r: float = 0.0,
) -> Truth:  # fmt: skip
    """Return a truth; units and frames as in ``Truth``."""
    return Truth(
        time, (north, east, down), (roll, pitch, psi), (u, v, w), (p, q, r), (du, dv, dw), (dp, dq, dr),
        (u_r, v_r, w_r), wind_speed, wind_towards, altitude, surface,
    )  # fmt: skip
