"""Finds out why libMOOS has no connection, which libMOOS itself does not report.

A short-lived native client under another name connects to the MOOSDB. It distinguishes "there is no MOOSDB", "the
name is taken" and "the MOOSDB answers, but libMOOS has stopped trying".
"""

from __future__ import annotations

import time

from usimmarine_py.moos.clock import Clock
from usimmarine_py.moos.transport.native import NativeComms

#: Real s without a connection before the first inquiry; also the minimum time between two inquiries and between two
#: starts of libMOOS.
PROBE_AFTER = 0.5
#: Real s between two attempts to connect: ``Inquiry.answered_for`` runs from the first answer.
INQUIRY_PAUSE = 0.2


class Inquiry:
    """Asks a MOOSDB, under another name, whether ``name`` is connected."""

    def __init__(self, name: str, host: str, port: int, clock: Clock) -> None:
        self._name = name
        self._began = time.monotonic()
        self._answered: float | None = None
        self._comms = NativeComms(f"{name[:200]}_inquiry", host, port, _Unsteered(clock), reconnect_pause=INQUIRY_PAUSE)
        self._running = False
        self._asked = 0.0
        self.name_taken = False
        self.problem = ""

    @property
    def age(self) -> float:
        """Real s since the connection was lost."""
        return time.monotonic() - self._began

    @property
    def answered_for(self) -> float:
        """Real s since the MOOSDB answered for the first time."""
        return 0.0 if self._answered is None else time.monotonic() - self._answered

    def ask(self) -> None:
        """Check for an answer and ask again, twice a second; never blocks."""
        if self.age < PROBE_AFTER:
            return
        if not self._running:
            self._running = True
            self._comms.run()
        now = time.monotonic()
        if not self._comms.is_connected():
            self._answered = None
            self.name_taken = False
            self.problem = self._comms.problem
        elif now - self._asked > PROBE_AFTER:
            self._asked = now
            self._comms.request("PROC_SUMMARY")
        names = [str(m.value).partition(":SUBSCRIBED=")[0] for m in self._comms.fetch() if m.variable == "PROC_SUMMARY"]
        if names:
            self._answered = self._answered or now
            self.name_taken = self._name in names
            self.problem = "libMOOS has not connected yet"

    def restart(self) -> None:
        """Restart the measurement."""
        self._answered = None
        self.name_taken = False

    def close(self) -> None:
        """End the inquiry."""
        self._comms.close()


class _Unsteered:
    """A clock's time; the connection of the inquiry cannot set its skew."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    @property
    def warp(self) -> float:
        return self._clock.warp

    def now(self) -> float:
        return self._clock.now()

    def sleep_until(self, moos_time: float) -> None:
        self._clock.sleep_until(moos_time)
