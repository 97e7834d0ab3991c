"""The pace of a live run: MOOS time from the time of the machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import floor

#: A wall clock that differs by this much more than before from the time that passes was set, real s.
CLOCK_STEP = 0.1
#: What was stretched is made up for by running this much faster.
_REGAINED = 0.1


class Pace:
    """MOOS time runs ``warp`` times faster than real time, steadily: a wall clock that is set is noticed, not followed.

    The start is a whole MOOS second: deadlines that are equal as sums of decimals stay equal near 1.8e10 s.
    """

    def __init__(
        self,
        warp: float,
        start: float | None = None,
        *,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """``start``: MOOS time of the run (s); None: Unix time times warp."""
        self.warp = warp
        self._steady, self._wall = steady, wall
        self._zero = steady()
        self._ahead = wall() - self._zero
        moos = (self._ahead + self._zero) * warp
        self.start = float(floor(moos)) if start is None else start
        self._at_zero = moos if start is None else start
        self._follows_wall = start is None
        self.stretched = 0.0  #: MOOS s by which it is behind, as the machine was too slow
        self.most_stretched = 0.0

    def now(self) -> float:
        """MOOS time, s."""
        return self._at_zero + (self._steady() - self._zero) * self.warp

    def begin(self) -> None:
        """Begin to run: with a start of its own, now."""
        if not self._follows_wall:
            self._zero = self._steady()

    def stretch(self, seconds: float) -> None:
        """Fall behind by so much, MOOS s."""
        self._at_zero -= seconds
        self.stretched += seconds
        self.most_stretched = max(self.most_stretched, self.stretched)

    def regain(self, passed: float | None = None) -> None:
        """Make up for a part of what was stretched, after so many real s; None: for all of it."""
        part = self.stretched if passed is None else min(self.stretched, _REGAINED * passed * self.warp)
        self._at_zero += part
        self.stretched -= part

    def resynchronised(self) -> float:
        """Follow a wall clock that was set; return by how much, MOOS s, 0 where it was not."""
        ahead = self._wall() - self._steady()
        change = ahead - self._ahead
        if abs(change) <= CLOCK_STEP:
            return 0.0
        self._ahead = ahead
        self._at_zero += change * self.warp
        return change * self.warp


class Steering:
    """Whether programs outside steer those inside: mail that is read here came in each of the last two real seconds."""

    def __init__(self) -> None:
        self._count = self._streak = 0
        self._next = 0.0

    def look(self, count: int, now: float) -> None:
        """Take the number of such mails so far at a monotonic time, s."""
        if now >= self._next:
            self._next = now + 1.0
            self._streak = self._streak + 1 if count > self._count else 0
            self._count = count

    @property
    def active(self) -> bool:
        """Whether they do."""
        return self._streak >= 2
