"""MAVLink by UDP. The one module that imports pymavlink's messages."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from usimmarine_py.errors import MissingExtraError, TransportError

#: Bytes that are read of a datagram, and datagrams of one round: a flood is read in portions.
_MOST, _DATAGRAMS = 2048, 200
_TORN = "a packet that is torn, no MAVLink, or of another version of it"
#: Component of an autopilot.
COMPONENT = 1


class MavLine:
    """One vehicle's line to a ground station; what others send is dropped."""

    def __init__(self, host: str, port: int, system: int, say: Callable[[str], None]) -> None:
        """``system``: of the vehicle, 1 to 254. Raises ``MissingExtraError`` and ``TransportError``."""
        os.environ.setdefault("MAVLINK20", "1")
        try:
            from pymavlink.dialects.v20 import ardupilotmega
        except ImportError:
            raise MissingExtraError("usim mavlink", "pymavlink", "ardupilot") from None
        self.names: Any = ardupilotmega  #: constants
        self.sent = self.received = self.refused = 0
        self._say, self._said = say, set[str]()
        self._mav = ardupilotmega.MAVLink(self, srcSystem=system, srcComponent=COMPONENT)
        self._mav.robust_parsing = True
        try:
            self._target = str(socket.gethostbyname(host)), port
        except OSError as error:
            raise TransportError(f"host {host}: {error.strerror or error}; check the name") from None
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1" if self._target[0].startswith("127.") else "", 0))
        self._socket.setblocking(False)

    @property
    def system(self) -> int:
        """The system id of the vehicle."""
        return int(self._mav.srcSystem)

    def write(self, data: bytes) -> None:
        """Send a packet, for pymavlink; without a ground station it is lost."""
        with suppress(OSError):
            self._socket.sendto(data, self._target)

    def send(self, message: str, *values: Any) -> None:
        """Send a message, such as ``send("heartbeat", ...)``."""
        getattr(self._mav, f"{message}_send")(*values)
        self.sent += 1

    def receive(self) -> list[Any]:
        """Return the messages for this vehicle, or for all, since the last call."""
        found = []
        for _ in range(_DATAGRAMS):
            try:
                data, peer = self._socket.recvfrom(_MOST)
            except BlockingIOError:
                break
            except OSError:
                continue  # no ground station at the port yet
            if peer[0] != self._target[0]:
                self._drop(f"{peer[0]} is not the ground station {self._target[0]}")
                continue
            # a datagram holds whole packets: what is left of one is torn, and belongs to no other
            self._mav.buf, self._mav.buf_index = bytearray(), 0
            self._mav.expected_length = self.names.HEADER_LEN_V1 + 2
            try:
                messages = self._mav.parse_buffer(data) or []
            except Exception as error:  # whatever pymavlink makes of foreign bytes
                self._drop(f"a packet that is no MAVLink ({type(error).__name__})")
                continue
            if not messages:
                self._drop(_TORN)
            for message in messages:
                if message.get_type().startswith(("BAD_DATA", "UNKNOWN")):
                    self._drop(_TORN)
                elif getattr(message, "target_system", 0) in (0, self.system):
                    found.append(message)
        self.received += len(found)
        return found

    def _drop(self, reason: str) -> None:
        self.refused += 1
        if reason not in self._said and len(self._said) < 20:
            self._said.add(reason)
            self._say(f"{reason}: dropped; further ones are counted only")

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
