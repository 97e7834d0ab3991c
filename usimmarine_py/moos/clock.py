"""Clocks: the wall clock with MOOS time warp, a stepped clock for lock-step runs, and the schedule of ticks.

MOOS time (laws/wire 10) is ``unix_time * warp + skew``: the whole epoch is
multiplied, so that at warp 10 stamps lie near 1.8e10 s. Differences of MOOS times are MOOS seconds.
"""

from __future__ import annotations

import math
import os
import time
from typing import Protocol

#: The warp range of libMOOS; other values are refused there, too.
MAX_WARP = 400.0
#: Longest uninterrupted sleep, real s: a ``wake()`` (also from a signal handler, where locks are
#: forbidden) and a step of the machine's clock are noticed after at most this long.
SLEEP_SLICE = 0.05
#: A process that asks when it began is no older than this, s.
LONGEST_AGE = 60.0


class Clock(Protocol):
    """The clock that is injected into an application. MOOS time runs ``warp`` times faster than real time."""

    @property
    def warp(self) -> float:
        """The time warp, > 0."""
        ...

    def now(self) -> float:
        """MOOS time, s."""
        ...

    def sleep_until(self, moos_time: float) -> object:
        """Sleep until MOOS time ``moos_time`` (offline clocks jump there)."""
        ...


def valid_warp(warp: float) -> bool:
    """True for a time warp that MOOS accepts: 0 < warp <= 400."""
    return math.isfinite(warp) and 0.0 < warp <= MAX_WARP


def _checked(warp: float) -> float:
    if not valid_warp(warp):
        raise ValueError(f"time warp {warp!r} is outside 0 < warp <= {MAX_WARP:g}")
    return float(warp)


def process_start() -> float:
    """Return the Unix time (s) at which this process began, to 0.01 s; where the system does not tell, the time less
    the CPU time so far. For a process that has just begun.
    """
    try:
        with open("/proc/self/stat", "rb") as file:  # noqa: PTH123 (pathlib takes time to load)
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError, IndexError):
        age = time.process_time()
    if not 0.0 <= age <= LONGEST_AGE:  # a clock of another namespace
        age = time.process_time()
    return time.time() - age


class RealClock:
    """The wall clock times ``warp``, plus the skew to the MOOSDB's clock that a connection may set."""

    def __init__(self, warp: float = 1.0) -> None:
        self._warp = _checked(warp)
        #: MOOS s to add to the local time; set by the client whose MOOSDB runs on another host.
        self.skew = 0.0
        self._woken = False

    @property
    def warp(self) -> float:
        """The time warp."""
        return self._warp

    def local_time(self) -> float:
        """Unix time times warp, without skew."""
        return time.time() * self._warp

    def now(self) -> float:
        """MOOS time, s."""
        return time.time() * self._warp + self.skew

    def sleep_until(self, moos_time: float) -> None:
        """Return at MOOS time ``moos_time``, or at once after ``wake()``."""
        while not self._woken:
            left = (moos_time - self.now()) / self._warp
            if not left > 0.0:
                break
            time.sleep(min(left, SLEEP_SLICE))
        self._woken = False

    def wake(self) -> None:
        """End the running (or else the next) ``sleep_until`` early; safe in threads and signal handlers."""
        self._woken = True


class SteppedClock:
    """A clock that advances only on request: ``sleep_until`` jumps. For one thread only."""

    def __init__(self, start: float = 0.0, warp: float = 1.0) -> None:
        self._warp = _checked(warp)
        self._now = float(start)

    @property
    def warp(self) -> float:
        """The time warp that applications see; it has no influence on the stepping."""
        return self._warp

    def now(self) -> float:
        """MOOS time, s."""
        return self._now

    def sleep_until(self, moos_time: float) -> float:
        """Jump to ``moos_time``, which in the past has no effect; return the time."""
        if moos_time > self._now:
            self._now = moos_time
        return self._now

    def set(self, moos_time: float) -> None:
        """Set it, also back."""
        self._now = moos_time

    def advance(self, seconds: float) -> float:
        """Advance by ``seconds`` >= 0 MOOS s and return the new time."""
        if not seconds >= 0.0:
            raise ValueError(f"a clock cannot advance by {seconds!r} s")
        self._now += seconds
        return self._now


class Schedule:
    """Deadlines ``start + k * period`` (MOOS s).

    A tick that begins late does not move the ones after it; those that have become due meanwhile follow at once.
    Deadlines that are long past are left out and counted as missed: no client could still react to what they simulate.
    """

    def __init__(self, period: float, start: float) -> None:
        self.period = period
        self.ticks = 0
        self.late = 0
        self.missed = 0
        self.restart(start)

    def restart(self, now: float) -> None:
        """Begin to count deadlines from ``now``."""
        self.start = now
        self._await(1)

    def _await(self, number: int) -> None:
        self.number = number  #: k of the next tick
        self.deadline = self.start + number * self.period  #: when it is due

    def step(self) -> float:
        """Count the tick that is due, and return when the next one is."""
        self.ticks += 1
        self.number = number = self.number + 1
        self.deadline = deadline = self.start + number * self.period
        return deadline

    def skip(self, until: float) -> None:
        """Leave out the deadlines before ``until`` (s), which are missed, but for the newest of them."""
        newest = math.floor((until - self.start) / self.period) if self.period > 0.0 else self.number
        if newest > self.number:
            self.missed += newest - self.number
            self._await(newest)

    def summary(self) -> str:
        """One line for a report."""
        return f"{self.ticks} ticks, {self.late} late, {self.missed} deadlines missed"
