"""A stand-in for PX4 in its simulation, of pymavlink alone: it does not import the package.

It knows what its sensors say only: heading from the magnetic field and gyro, position and speed from the receiver.
"""

from __future__ import annotations

import math
import os
import socket
import time
from typing import Any

os.environ["MAVLINK20"] = "1"
from pymavlink.dialects.v20 import common as mavlink
from pymavlink.mavextra import get_mag_field_ef

EARTH = 6_371_000.0


class Px4Rover:
    """Connects, boots, arms, and sails to places (m north and east of the first fix) with two motors."""

    def __init__(self, address: tuple[str, int], waypoints: list[tuple[float, float]], boot: int = 100) -> None:
        self.socket = socket.create_connection(address, timeout=30.0)
        self.mav = mavlink.MAVLink(None, srcSystem=1, srcComponent=1)
        self.mav.robust_parsing = True
        self.waypoints, self.boot = list(waypoints), boot
        self.home: tuple[float, float] | None = None
        self.place, self.yaw, self.rate, self.last = (0.0, 0.0), float("nan"), 0.0, 0.0
        self.seen: dict[str, list[Any]] = {}
        self.sensors: list[Any] = []
        self.waits: list[float] = []
        self.sent = 0.0
        self.frames = 0
        # as PX4 does: truth is wanted every 5 ms, and here is an autopilot
        self.send("command_long", 0, 0, 511, 0, 115, 5e3, 0, 0, 0, 0, 0)
        self.send("heartbeat", 0, 12, 0, 0, 0)

    def close(self) -> None:
        self.socket.close()

    def send(self, name: str, *values: Any) -> None:
        self.socket.sendall(getattr(self.mav, f"{name}_encode")(*values).pack(self.mav))

    def read(self) -> Any:
        """Return the next sample of the sensors; all else is taken."""
        while True:
            for message in self.mav.parse_buffer(b"") or []:
                if message.get_type() == "HIL_SENSOR":
                    return message
                self.take(message)
            data = self.socket.recv(65536)
            assert data, "the vehicle has closed the connection"
            sample = None
            for message in self.mav.parse_buffer(data) or []:
                assert not message.get_type().startswith("BAD"), message
                if message.get_type() == "HIL_SENSOR":
                    sample = message
                else:
                    self.take(message)
            if sample is not None:
                return sample

    def take(self, message: Any) -> None:
        self.seen.setdefault(message.get_type(), []).append(message)
        if message.get_type() == "HIL_GPS":
            latitude, longitude = message.lat / 1e7, message.lon / 1e7
            self.home = self.home or (latitude, longitude)
            north = math.radians(latitude - self.home[0]) * EARTH
            east = math.radians(longitude - self.home[1]) * EARTH * math.cos(math.radians(self.home[0]))
            self.place = north, east

    def frame(self, controls: list[float], *, armed: bool = True) -> Any:
        """Send outputs, and return the sensors that follow."""
        self.send(
            "hil_actuator_controls",
            round(self.last * 1e6),
            [*controls, *[0.0] * (16 - len(controls))],
            129 if armed else 1,
            1,
        )
        began = time.perf_counter()
        sample = self.read()
        self.waits.append(time.perf_counter() - began)
        self.know(sample)
        return sample

    def know(self, sample: Any) -> None:
        self.frames += 1
        self.sensors.append(sample)
        now = sample.time_usec / 1e6
        dt, self.last = now - self.last, now
        self.rate = sample.zgyro
        if math.isfinite(self.yaw):
            self.yaw += dt * sample.zgyro
        if sample.fields_updated & 0b111 << 6 and self.home is not None:
            declination = math.radians(get_mag_field_ef(*self.home)[0])
            heading = math.atan2(-sample.ymag, sample.xmag) + declination  # a boat that lies almost flat
            if not math.isfinite(self.yaw):
                self.yaw = heading
            self.yaw += 0.02 * ((heading - self.yaw + math.pi) % math.tau - math.pi)

    def sail(self, longest: float) -> None:
        """Boot, arm, and sail."""
        while self.frames < self.boot:
            self.know(self.read())  # no outputs yet: the vehicle goes on by itself
        while self.waypoints and self.last < longest:
            north, east = self.place
            if math.dist(self.waypoints[0], self.place) < 2.5:
                self.waypoints.pop(0)
                continue
            course = math.atan2(self.waypoints[0][1] - east, self.waypoints[0][0] - north)
            error = (course - self.yaw + math.pi) % math.tau - math.pi
            turn = max(-1.0, min(1.0, 1.2 * error - 0.8 * self.rate))
            throttle = 0.6 * max(0.2, math.cos(error))
            self.frame([throttle + 0.4 * turn, throttle - 0.4 * turn])
