"""The UDP port at which an autopilot finds the vehicle."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable

from usimmarine_py.doors.sitl.packets import ServoFrame, read_frame
from usimmarine_py.errors import DoorError, TransportError
from usimmarine_py.moos.app.terminal import stdout_line

#: Where ArduPilot looks for a vehicle.
PORT = 9002
#: Bytes that are read of a datagram; a valid one has 40 or 72.
_MOST = 2048
#: Real s between two looks at whether to stop.
_PATIENCE = 0.1
#: Real s of silence after which another autopilot may take over.
SILENCE = 10.0

Address = tuple[str, int]


class AutopilotPort:
    """Receives frames of one autopilot, and answers it.

    What cannot be used is dropped, with one line for each reason; so are packets of a second autopilot while the first
    one is heard.
    """

    def __init__(self, host: str, port: int, say: Callable[[str], None] = stdout_line) -> None:
        """``port`` 0: any that is free. Raises ``TransportError``."""
        self.frames = 0  #: received, that could be used
        self.refused = 0  #: datagrams that could not
        self._say, self._said = say, set[str]()
        self._peer: Address | None = None
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((host, port))
        except OSError as error:
            self._socket.close()
            raise TransportError(f"no autopilot can be heard at {host}:{port}: {error.strerror or error}") from None
        self._socket.setblocking(False)

    @property
    def address(self) -> Address:
        """Own host and port."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    def next(self, stopped: Callable[[], str]) -> ServoFrame | None:
        """Wait for a frame; of those that have piled up, the newest. None: ``stopped`` gave a reason."""
        waited = 0.0
        while not stopped():
            if not select.select([self._socket], [], [], _PATIENCE)[0]:
                waited += _PATIENCE
                if waited >= SILENCE:
                    self._peer, waited = None, 0.0
                continue
            if (frame := self._newest()) is not None:
                return frame
        return None

    def _newest(self) -> ServoFrame | None:
        found = None
        for _ in range(1000):  # a flood is read in portions, between which a signal is seen
            try:
                data, peer = self._socket.recvfrom(_MOST)
            except BlockingIOError:
                break
            except OSError:  # the port of the peer is closed: it comes back, or another one does
                continue
            try:
                frame = read_frame(data)
            except DoorError as error:
                self._drop(str(error), f"from {peer[0]}:{peer[1]}")
                continue
            if self._peer not in (None, peer):
                self._drop("another autopilot steers this vehicle", f"{peer[0]}:{peer[1]} is not heard")
                continue
            self._peer, found = peer, frame
            self.frames += 1
        return found

    def answer(self, data: bytes) -> None:
        """Send a line to the autopilot; a full buffer or a closed port loses it, and the autopilot asks again."""
        if self._peer is not None:
            try:
                self._socket.sendto(data, self._peer)
            except OSError as error:
                self._drop(f"an answer was lost: {error.strerror or error}", "")

    def _drop(self, reason: str, where: str) -> None:
        self.refused += 1
        if reason not in self._said and len(self._said) < 50:
            self._said.add(reason)
            self._say(f"usim sitl: {reason}{f', {where}' if where else ''}; further ones are counted only")

    def close(self) -> None:
        """Close the port."""
        self._socket.close()
