"""The pace of a live run: MOOS time from the time of the machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import floor

#: A wall clock that differs by this much more than before from the time that passes was set, real s.
CLOCK_STEP = 0.1
#: Both clocks must be read within this time to be compared, real s.
_READING = 0.001
#: Between two looks at what needs no haste, such as a clock that was set, real s.
SWEEP = 0.25
#: How far a loop may fall behind where programs outside steer, or where its MOOSDB is elsewhere, real s: then ticks are
#: left out.
LAG_STEERED = 0.1
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
        follows: bool = False,
    ) -> None:
        """``start``: MOOS time of the run (s); None: Unix time times warp. ``steady``, ``wall``: real s.

        With ``follows`` small differences between both are followed, too: a connection corrects the wall clock.
        """
        self.warp = warp
        self.steady, self._wall, self._follows = steady, wall, follows
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
        return self._at_zero + (self.steady() - self._zero) * self.warp

    def begin(self) -> None:
        """Begin to run: with a start of its own, now."""
        if not self._follows_wall:
            self._zero = self.steady()

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
        before = self.steady()
        wall = self._wall()
        now = self.steady()
        if now - before > _READING:
            return 0.0  # it is not known which of both is late; next time
        change = wall - now - self._ahead
        is_step = abs(change) > CLOCK_STEP
        if is_step or self._follows:
            self._ahead += change
            self._at_zero += change * self.warp
        return change * self.warp if is_step else 0.0


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
