"""The UDP port at which an autopilot finds the vehicle."""

from __future__ import annotations

import time
from collections.abc import Callable

from usimmarine_py.doors.datagrams import Address, DatagramPort
from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.doors.sitl.packets import ServoFrame, VehicleAnswer, is_overtaken, read_frame
from usimmarine_py.errors import DoorError, TransportError
from usimmarine_py.moos.app.terminal import stdout_line

#: Where ArduPilot looks for a vehicle.
PORT = 9002
#: Datagrams between two looks at whether to stop: a flood is read in portions.
_PORTION = 1000
#: Real s between two looks at whether to stop.
_PATIENCE = 0.1
#: Real s of silence after which another autopilot may take over.
SILENCE = 10.0


class AutopilotPort:
    """Receives frames of one autopilot, and answers it.

    What cannot be used is dropped, with one line for each reason; so are packets of others while the autopilot is
    heard.
    """

    def __init__(self, host: str, port: int, say: Callable[[str], None] = stdout_line) -> None:
        """``port`` 0: any that is free. Raises ``TransportError``."""
        self.frames = 0  #: received, that could be used
        self._refusals = Refusals(say)
        self._peer: Address | None = None
        self._heard = 0.0  #: real time of its last frame, s
        try:
            self._port = DatagramPort(host, port)
        except OSError as error:
            problem = f"no autopilot can be heard at {host}:{port}: {error.strerror or error}"
            raise TransportError(problem, remedy="end what listens there, or choose another --port") from None

    @property
    def address(self) -> Address:
        """Own host and port."""
        return self._port.address

    @property
    def refused(self) -> int:
        """Datagrams that could not be used."""
        return self._refusals.count

    def next(self, stopped: Callable[[], str]) -> ServoFrame | None:
        """Wait for a frame; of those that have piled up, the newest. None: ``stopped`` gave a reason."""
        while not stopped():
            if self._peer is not None and time.monotonic() - self._heard > SILENCE:
                self._peer = None
                self._port.prefer()
            self._port.wait(_PATIENCE)
            if (frame := self._newest()) is not None:
                self._heard = time.monotonic()
                return frame
        return None

    def _newest(self) -> ServoFrame | None:
        found, before = None, self._peer
        for data, peer in self._port.waiting(_PORTION):
            if self._peer not in (None, peer):
                # others cost a look at their address alone
                self._refusals.add("another program sends to this vehicle", f"{_shown(peer)} is not heard")
                continue
            try:
                frame = read_frame(data)
            except DoorError as error:
                self._refusals.add(str(error), f"from {_shown(peer)}")
                continue
            self.frames += 1
            if found is None or not is_overtaken(frame.number, found.number):
                self._peer, found = peer, frame
        if self._peer is not None and self._peer != before:
            self._port.prefer(self._peer)
        return found

    @staticmethod
    def encoded(state: VehicleAnswer) -> bytes:
        """Return what the autopilot is sent of this state. Raises ``DoorError``."""
        return state.encoded()

    def answer(self, data: bytes) -> None:
        """Send a line to the autopilot; a full buffer or a closed port loses it, and the autopilot asks again."""
        if self._peer is not None:
            try:
                self._port.send(data, self._peer)
            except OSError as error:
                self._refusals.add(f"an answer was lost: {error.strerror or error}")

    def close(self) -> None:
        """Close the port."""
        self._port.close()


def _shown(peer: Address) -> str:
    return f"{peer[0]}:{peer[1]}"
