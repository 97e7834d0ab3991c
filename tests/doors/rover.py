"""A rover for ArduPilot's JSON interface, from its documentation alone: it does not import the package.

It steers by what it is told only, its own position reckoned from accelerations and rates beside the one told.
"""

from __future__ import annotations

import json
import math
import socket
import struct
import time
from typing import Any

RATE = 50


class Rover:
    """Sails to waypoints (north, east, m) by two throttles, or by throttle and rudder."""

    def __init__(self, address: tuple[str, int], waypoints: list[tuple[float, float]], *, skid: bool = True) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.settimeout(5.0)
        self.address, self.waypoints, self.skid = address, list(waypoints), skid
        self.count = 0
        self.track: list[dict[str, Any]] = []
        self.waits: list[float] = []  #: real s from each packet to its answer
        self.pwm = [1500] * 16

    def close(self) -> None:
        self.socket.close()

    def packet(self, magic: int = 18458, rate: int = RATE) -> bytes:
        return struct.pack(f"<HHI{len(self.pwm)}H", magic, rate, self.count, *self.pwm)

    def frame(self) -> dict[str, Any]:
        """Send the outputs and return the answer."""
        began = time.perf_counter()
        for _ in range(20):  # a packet that was lost is sent again, as ArduPilot does
            self.socket.sendto(self.packet(), self.address)
            try:
                data = self.socket.recv(65536)
                break
            except TimeoutError:
                continue
        self.waits.append(time.perf_counter() - began)
        assert data.startswith(b"\n") and data.endswith(b"\n") and data.count(b"\n") == 2
        told: dict[str, Any] = json.loads(data)
        self.count += 1
        self.track.append(told)
        return told

    def steer(self, told: dict[str, Any]) -> bool:
        """Set the outputs; whether there is a waypoint left."""
        north, east, _ = told["position"]
        while self.waypoints and math.dist(self.waypoints[0], (north, east)) < 2.0:
            self.waypoints.pop(0)
        if not self.waypoints:
            return False
        course = math.atan2(self.waypoints[0][1] - east, self.waypoints[0][0] - north)
        error = (course - told["attitude"][2] + math.pi) % (2.0 * math.pi) - math.pi
        turn = max(-1.0, min(1.0, 1.5 * error - 0.8 * told["imu"]["gyro"][2]))
        throttle = 0.6 * max(0.2, math.cos(error))
        if self.skid:
            left, right = throttle + 0.4 * turn, throttle - 0.4 * turn
            self.pwm[0], self.pwm[2] = round(1500 + 400 * left), round(1500 + 400 * right)
        else:
            self.pwm[0], self.pwm[2] = round(1500 + 400 * turn), round(1500 + 400 * throttle)
        return True

    def sail(self, longest: float = 600.0) -> dict[str, Any]:
        """Sail to the end of the waypoints, for at most this simulated time; return the last answer."""
        told = self.frame()
        while self.steer(told) and told["timestamp"] < longest:
            told = self.frame()
        return told
