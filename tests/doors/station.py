"""A ground station that speaks MAVLink by pymavlink and does not import the package."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from typing import Any

os.environ["MAVLINK20"] = "1"
from pymavlink.dialects.v20 import ardupilotmega as mavlink

Message = Any


class Station:
    """Listens at a port of its own, and answers who has sent something."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(0.2)
        self.port = int(self.socket.getsockname()[1])
        self.peer: tuple[str, int] | None = None
        self.mav = mavlink.MAVLink(self, srcSystem=255, srcComponent=190)
        self.seen: list[Message] = []
        self.times: list[float] = []

    def write(self, data: bytes) -> None:
        assert self.peer is not None
        self.socket.sendto(data, self.peer)

    def read(self) -> list[Message]:
        try:
            data, self.peer = self.socket.recvfrom(4096)
        except TimeoutError:
            return []
        found = self.mav.parse_buffer(data) or []
        self.seen += found
        self.times += [time.time()] * len(found)
        return found

    def expect(self, kind: str, fits: Callable[[Message], bool] = lambda message: True) -> Message:
        """Wait for a message."""
        until = time.monotonic() + 30.0
        while time.monotonic() < until:
            for message in self.read():
                if message.get_type() == kind and fits(message):
                    return message
        raise AssertionError((kind, sorted({message.get_type() for message in self.seen})))

    def command(self, number: int, *values: float) -> int:
        """Send COMMAND_LONG and return the result."""
        given = (*values, *(7 * [0.0]))[:7]
        self.mav.command_long_send(1, 1, number, 0, *given)
        return int(self.expect("COMMAND_ACK", lambda message: message.command == number).result)

    def close(self) -> None:
        self.socket.close()
