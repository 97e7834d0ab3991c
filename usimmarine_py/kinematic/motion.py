"""What the kinematic laws move, as a light tuple: thousands of them are made in a row."""

from __future__ import annotations

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
