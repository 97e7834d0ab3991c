"""The navigation that a helm steers by: whether it has come, whether it is good, and the rate of turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import islice

from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.mail import Message

_WAITING = "Waiting for Helm Nav Solution"
#: Span over which the rate of turn is averaged, s.
_TURN_SPAN = 5.0


class HelmNavigation:
    """Watches the variables of navigation; ``warn`` takes run warnings, ``retract`` takes them back.

    ``depth``: NAV_DEPTH is one of them.
    """

    def __init__(
        self, buffer: Buffer, warn: Callable[[str], None], retract: Callable[[str], None], *, depth: bool
    ) -> None:
        self._buffer, self._warn, self._retract = buffer, warn, retract
        self.names = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", *(("NAV_DEPTH",) if depth else ()))
        #: Variables whose last mail was no finite number -> its sender. The original steers by it.
        self.bad: dict[str, str] = {}
        self._waits = True
        #: Of the last ticks: s, and the change of heading since the tick before (deg).
        self._turns: deque[tuple[float, float]] = deque()
        self._heading = 0.0  #: deg, at the last tick

    def judge(self, message: Message, finite: bool) -> None:
        """Note whether the last mail of a variable is a number to steer by: a ``finite`` one."""
        value, variable = message.value, message.variable
        if finite:
            self.bad.pop(variable, None)
        elif variable not in self.bad:
            self.bad[variable] = message.source
            if isinstance(value, str):
                self._warn(f"{variable} from {message.source}: a text, no number to steer by: {value}")

    def awaited(self, late: bool) -> bool:
        """Return whether a variable has never arrived; where it is ``late``, that is warned of."""
        if not self._waits:
            return False
        self._waits = any(name not in self._buffer.numbers for name in self.names)
        if self._waits and late:
            self._warn(_WAITING)
        elif not self._waits:
            self._retract(_WAITING)
        return self._waits

    def turn_rate(self, now: float) -> float:
        """Return the mean change of heading from tick to tick over the last seconds, deg. Call it in each tick."""
        heading, turns = self._buffer.numbers["NAV_HEADING"], self._turns
        turns.append((now, angle_180(heading - self._heading)))
        self._heading = heading
        while now - turns[0][0] > _TURN_SPAN:
            turns.popleft()
        # that of the oldest tick led to it
        return plain_sum([turn for _, turn in islice(turns, 1, None)]) / (len(turns) - 1) if len(turns) > 1 else 0.0
