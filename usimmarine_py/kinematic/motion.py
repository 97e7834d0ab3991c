"""What the kinematic laws move, as a light tuple: thousands of them are made in a row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from usimmarine_py.model import VehicleState


class Motion(NamedTuple):
    """The fields of ``VehicleState`` that the kinematic laws change; units and frames as there."""

    time: float  #: s
    x: float  #: m
    y: float  #: m
    heading: float  #: deg
    speed: float  #: m/s
    depth: float  #: m
    pitch: float  #: rad
    yaw: float  #: rad
    sog: float  #: m/s
    hog: float  #: deg
    altitude: float  #: m

    def of(self, before: VehicleState) -> VehicleState:
        """The whole state: what the laws leave alone comes from ``before``."""
        return VehicleState(
            self.time,
            self.x,
            self.y,
            self.heading,
            self.speed,
            self.depth,
            before.roll,
            self.pitch,
            self.yaw,
            self.sog,
            self.hog,
            self.altitude,
            before.nu,
            before.actuators,
            before.internal,
        )


def coasted(
    before: Motion, xdot: float, ydot: float, depth_rate: float, water: float, steps: Sequence[float]
) -> list[Motion]:
    """Straight ahead from ``before`` with a constant speed over ground (m/s, east, north), after each of ``steps`` (s).

    The depth changes by ``depth_rate`` (m/s, positive down) up to the surface; ``water`` (m, 0: unknown) is that of
    the water. To the bit what the documented law gives once heading and speed stay the same.
    """
    time, x, y, heading, speed, depth, pitch, yaw, sog, hog, _ = before
    motions = []
    for dt in steps:
        time += dt
        x += xdot * dt
        y += ydot * dt
        depth = max(depth + depth_rate * dt, 0.0)
        altitude = max(0.0, water - depth) if water > 0 else math.nan
        motions.append(Motion(time, x, y, heading, speed, depth, pitch, yaw, sog, hog, altitude))
    return motions
