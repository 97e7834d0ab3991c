"""The TCP port at which PX4's simulation finds its vehicle: MAVLink, in lock step.

Source: PX4, src/modules/simulation/simulator_mavlink. PX4 connects and waits for HIL_SENSOR, whose time is its
own time; it answers each with HIL_ACTUATOR_CONTROLS, as soon as its outputs run.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from typing import Any

from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.doors.sitl.packets import ServoFrame, VehicleAnswer
from usimmarine_py.doors.sitl.px4_messages import Px4Messages
from usimmarine_py.errors import TransportError
from usimmarine_py.moos.app.terminal import stdout_line

#: Where PX4 looks for a vehicle; that of instance N is N higher.
PORT = 4560
#: Hz: a sample of the inertial sensors and a frame of the autopilot.
RATE, RATES = 250, (50, 1000)
#: Real s between two looks at whether to stop; of waiting for outputs, after which time goes on without them.
_PATIENCE, _LONGEST_WAIT = 0.1, 5.0
#: Bytes that are read at once, and that wait for an autopilot that does not read.
_READ, _MOST_WAITING = 65536, 1 << 20
#: Connections that wait, and that are looked at one after another: a flood of them is turned away in portions.
_CONNECTIONS = 20
#: Half the width of a pulse's range around its rest, us: full astern to full ahead is -1 to 1.
_REST, _HALF = 1500.0, 400.0
_ARMED = 128
#: Outputs that PX4 sends; none gives a signal until it is armed.
_NO_SIGNAL = (0.0,) * 16


class Px4Port:
    """Serves one PX4 after another; others that connect meanwhile are turned away."""

    def __init__(
        self, host: str, port: int, rate: int, messages: Px4Messages, say: Callable[[str], None] = stdout_line
    ) -> None:
        """``port`` 0: any that is free; ``rate``: of frames, Hz. Raises ``TransportError``."""
        self.frames = 0  #: outputs received
        self.unanswered = 0  #: frames for which none came
        self._refusals, self._say = Refusals(say), say
        self._rate, self._messages = rate, messages
        self._link: socket.socket | None = None
        self._unsent = b""
        self._pwm: tuple[float, ...] = _NO_SIGNAL
        self._runs = False  #: outputs have come: from here on time waits for them
        self._number, self._sent = -1, 0.0  #: of the last frame, and its real time
        try:
            self._listener = socket.create_server((host, port), backlog=_CONNECTIONS)
        except OSError as error:
            problem = f"no autopilot can be heard at {host}:{port}: {error.strerror or error}"
            raise TransportError(problem, remedy="end what listens there, or choose another --port") from None
        self._listener.setblocking(False)

    @property
    def address(self) -> tuple[str, int]:
        """Own host and port."""
        host, port = self._listener.getsockname()[:2]
        return host, port

    @property
    def refused(self) -> int:
        """What could not be used."""
        return self._refusals.count

    def next(self, stopped: Callable[[], str]) -> ServoFrame | None:
        """Wait for the outputs that answer the last frame. None: ``stopped`` gave a reason."""
        while not stopped():
            if self._link is None:
                select.select([self._listener], [], [], _PATIENCE)
                if self._accept():
                    return self._frame(starts=True)
                continue
            waited = time.monotonic() - self._sent
            longest = _LONGEST_WAIT if self._runs else 1.0 / self._rate
            if waited >= longest:
                if self._runs:
                    self.unanswered += 1
                    self._refusals.add(f"no outputs came for {_LONGEST_WAIT:g} s: time goes on with the last ones")
                return self._frame()
            writing = [self._link] if self._unsent else []
            ready, _, _ = select.select([self._listener, self._link], writing, [], min(longest - waited, _PATIENCE))
            if self._listener in ready:
                self._accept()
            self._send(b"")
            if self._link in ready and self._outputs():
                return self._frame()
        return None

    def encoded(self, state: VehicleAnswer) -> bytes:
        """Return the sensors of this state. Raises ``DoorError``."""
        return self._messages.encoded(state)

    def answer(self, data: bytes) -> None:
        """Send sensors."""
        self._send(data)

    def close(self) -> None:
        """Close the port."""
        self._drop()
        self._listener.close()

    # ---- parts ------------------------------------------------------------------------------------------------------

    def _frame(self, *, starts: bool = False) -> ServoFrame:
        self._number += 1
        self._sent = time.monotonic()
        return ServoFrame(self._rate, self._number, self._pwm, starts)

    def _accept(self) -> bool:
        """Take a connection that waits, if there is no other; whether one was taken. Others are turned away."""
        found = False
        for _ in range(_CONNECTIONS):
            try:
                link, peer = self._listener.accept()
            except OSError:
                break
            if self._link is not None:
                link.close()
                self._refusals.add("another autopilot is turned away: one is here", f"{peer[0]}:{peer[1]}")
                continue
            link.setblocking(False)
            with suppress(OSError):
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._link, self._pwm, self._runs, found = link, _NO_SIGNAL, False, True
            self._messages.begin()
        return found

    def _outputs(self) -> bool:
        """Read what has come; whether outputs are among it."""
        assert self._link is not None
        try:
            data = self._link.recv(_READ)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._say("the autopilot has closed the connection; waiting for the next one")
            self._drop()
            return False
        found = False
        for message in self._messages.parsed(data, self._refusals):
            if message.get_type() == "HIL_ACTUATOR_CONTROLS":
                found = self._runs = True
                self.frames += 1
                self._pwm = self._pulses(message)
        return found

    def _pulses(self, message: Any) -> tuple[float, ...]:
        """Return outputs of -1 to 1 as pulses; none where PX4 is not armed."""
        if not message.mode & _ARMED:
            return _NO_SIGNAL
        if not all(isfinite(one) for one in message.controls):
            self._refusals.add("an output that is not finite: taken as no signal")
        return tuple(_REST + _HALF * min(max(one, -1.0), 1.0) if isfinite(one) else 0.0 for one in message.controls)

    def _send(self, data: bytes) -> None:
        if self._link is None:
            return
        self._unsent += data
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[self._link.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            return  # the next look at it closes it
        if len(self._unsent) > _MOST_WAITING:
            self._say("the autopilot reads nothing: its connection is closed")
            self._drop()

    def _drop(self) -> None:
        self._unsent = b""
        if self._link is not None:
            self._link.close()
            self._link = None
