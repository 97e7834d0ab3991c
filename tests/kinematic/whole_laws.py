"""Laws that the engine takes in two parts, put together for one step."""

from __future__ import annotations

from usimmarine_py.kinematic.laws import Steering, documented_dive, limited_speed, risen, wanted_speed
from usimmarine_py.kinematic.settings import KinematicSettings


def new_speed(v0: float, heading: float, use: Steering, fan: float, settings: KinematicSettings, dt: float) -> float:
    """Speed (m/s) after ``dt`` > 0 s: map, sail, turn loss, acceleration limits (6.3)."""
    return limited_speed(v0, wanted_speed(heading, use, fan, settings), settings, dt)


def documented_depth(
    depth: float, mean_speed: float, elevator: float, settings: KinematicSettings, dt: float
) -> tuple[float, float]:
    """Depth (m) and pitch (rad) of the documented law after ``dt`` s (documented dialect, 4)."""
    rate, pitch = documented_dive(mean_speed, elevator, settings)
    return risen(depth, rate, settings.buoyancy_rate, dt), pitch
