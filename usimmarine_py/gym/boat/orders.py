"""What an action of a policy orders on a boat: mail, and its values."""

from __future__ import annotations

from math import degrees

import numpy as np

from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.actions.modes import meant
from usimmarine_py.gym.rows import EpisodeRows
from usimmarine_py.vehicle.backend import FossenBackend

#: Of shares, in per cent.
ORDERS = {
    "thrust": "DESIRED_THRUST", "rudder": "DESIRED_RUDDER", "elevator": "DESIRED_ELEVATOR", "sway": "DESIRED_SWAY",
    "heave": "DESIRED_HEAVE",
}  # fmt: skip
#: Of a course (deg) and a speed (m/s), for a controller.
HEADING, SPEED = "DESIRED_HEADING", "DESIRED_SPEED"


def orders_of(rows: EpisodeRows, steers: bool) -> dict[str, float]:
    """Return the mail of the first row's action; where it does not steer, no thrust, or no speed on the heading."""
    shares = np.clip(rows.actions[:1], -1.0, 1.0) if steers else np.zeros_like(rows.actions[:1])
    if rows.mode.courses:
        psi = rows.fleet.seen[:1, of.PSI]
        course, speed = meant(shares, psi, rows.craft.fastest)
        return {HEADING: degrees(float(course[0])) % 360.0, SPEED: float(speed[0]) if steers else 0.0}
    if rows.craft.points is None:
        return {ORDERS[name]: 100.0 * share for name, share in zip(rows.craft.actions, shares[0].tolist(), strict=True)}
    assert isinstance(rows.craft.backend, FossenBackend)
    points = rows.craft.backend.set_points
    return {
        f"DESIRED_{point.state.upper()}": share * point.high if share >= 0.0 else -share * point.low
        for point, share in zip(points, shares[0].tolist(), strict=True)
    }
