"""MAVLink by UDP. Only this module and sitl/px4_messages.py import pymavlink's messages."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from errno import ECONNREFUSED
from typing import Any

from usimmarine_py.doors.datagrams import DatagramPort
from usimmarine_py.doors.mavlink.fields import misfit
from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.errors import MissingExtraError, TransportError

#: Datagrams of one round: a flood is read in portions.
_DATAGRAMS = 2000
#: First byte of a packet, and bytes around its content, by version; what else comes is not worth a reader's time.
_HEADS = {0xFE: 8, 0xFD: 12}
_TORN = "a packet that is torn, no MAVLink, or of another version of it: dropped"
#: Bytes of a text in one packet.
_PIECE = 50
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
        self.sent = self.received = self._texts = 0
        self._refusals = Refusals(say)
        self._unsent = Refusals(say)
        self._mav = ardupilotmega.MAVLink(self, srcSystem=system, srcComponent=COMPONENT)
        self._mav.robust_parsing = True
        try:
            self._target = str(socket.gethostbyname(host)), port
        except OSError as error:
            raise TransportError(f"host {host}: {error.strerror or error}; check the name") from None
        try:
            self._port = DatagramPort("127.0.0.1" if self._target[0].startswith("127.") else "", 0)
        except OSError as error:
            raise TransportError(f"no UDP port can be had: {error.strerror or error}") from None
        self._port.prefer(self._target)

    @property
    def system(self) -> int:
        """The system id of the vehicle."""
        return int(self._mav.srcSystem)

    @property
    def refused(self) -> int:
        """Packets that were dropped."""
        return self._refusals.count

    def write(self, data: bytes) -> None:
        """Send a packet, for pymavlink; without a ground station it is lost."""
        try:
            self._port.send(data, self._target)
        except BlockingIOError:
            self._unsent.add("the system takes no more packets: one was lost")
        except OSError as error:
            if error.errno != ECONNREFUSED:  # else: not there yet
                host, port = self._target
                self._unsent.add(f"the ground station cannot be reached ({error.strerror or error})", f"{host}:{port}")

    def send(self, message: str, *values: Any) -> None:
        """Send a message, such as ``send("heartbeat", ...)``; one with a value that does not fit is not sent."""
        name = message.upper()
        kind = self.names.mavlink_map[getattr(self.names, f"MAVLINK_MSG_ID_{name}")]
        if reason := misfit(kind, values):
            self._unsent.add(f"{name} is not sent: {reason}")
            return
        getattr(self._mav, f"{message}_send")(*values)
        self.sent += 1

    def text(self, severity: int, text: str) -> None:
        """Send a text; a long one in pieces, of which the last one is not full."""
        data = text.encode("ascii", "replace")[: 20 * _PIECE]
        if len(data) <= _PIECE:
            self.send("statustext", severity, data)
            return
        self._texts = self._texts % 65535 + 1
        for piece in range(len(data) // _PIECE + 1):
            self.send("statustext", severity, data[piece * _PIECE :][:_PIECE], self._texts, piece)

    def receive(self) -> list[Any]:
        """Return the messages for this vehicle, or for all, since the last call."""
        found = []
        for data, peer in self._port.waiting(_DATAGRAMS):
            if peer[0] != self._target[0]:
                self._refusals.add(f"{peer[0]} is not the ground station {self._target[0]}: dropped")
            elif len(data) < _HEADS.get(data[0] if data else 0, 10**9):
                self._refusals.add(_TORN)
            else:
                found += self._parsed(data)
        self.received += len(found)
        return found

    def _parsed(self, data: bytes) -> list[Any]:
        # a datagram holds whole packets: what is left of one is torn, and belongs to no other
        self._mav.buf, self._mav.buf_index = bytearray(), 0
        self._mav.expected_length = self.names.HEADER_LEN_V1 + 2
        try:
            messages = self._mav.parse_buffer(data) or []
        except Exception as error:  # whatever pymavlink makes of foreign bytes
            self._refusals.add(f"a packet that is no MAVLink ({type(error).__name__}): dropped")
            return []
        if not messages:
            self._refusals.add(_TORN)
        found = []
        for message in messages:
            if message.get_type().startswith(("BAD_DATA", "UNKNOWN")):
                self._refusals.add(_TORN)
            elif self._concerns(message):
                found.append(message)
        return found

    def _concerns(self, message: Any) -> bool:
        """Whether a message is for this vehicle's autopilot, or for all."""
        component = getattr(message, "target_component", 0)
        return getattr(message, "target_system", 0) in (0, self.system) and component in (0, COMPONENT)

    def close(self) -> None:
        """Close the port."""
        self._port.close()
