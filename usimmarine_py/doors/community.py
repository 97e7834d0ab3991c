"""A community from outside, for a door: its mail in order of time, on a clock that other worlds understand."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values import Message, Value

#: A post that differs by more than this (s) from the clock of its community has another clock, as of its own machine.
_OTHER_CLOCK = 3600.0


class CommunityLink:
    """A client of the MOOSDB of a community, which reads some of its mail and posts.

    Times are seconds of the calendar: real time at the start of the link, from then on at the pace of the community's
    clock. MOOS time itself, at a time warp, is the calendar's time multiplied by it, which is no date.
    """

    def __init__(self, comms: Comms, warp: float, patterns: Sequence[str] = ("*",)) -> None:
        """``patterns``: of the variables that are read, with ``*`` and ``?``."""
        self.comms, self.warp = comms, warp
        self._began = time.time()
        self._moos = self._began * warp
        self._was = True
        for pattern in patterns:
            if "*" in pattern or "?" in pattern:
                comms.register_wildcard(pattern)
            else:
                comms.register(pattern)

    @property
    def name(self) -> str:
        """The name of the community."""
        return self.comms.community

    def fetch(self) -> list[Message]:
        """Return the mail since the last call, sorted by the times of the posts."""
        return sorted(self.comms.fetch(), key=lambda message: message.time)

    def seconds(self, message: Message) -> float:
        """Return when a message was posted, s of the calendar at the pace of the community's clock."""
        found = self._began + message.time - self._moos
        return found if abs(found - self.now()) < _OTHER_CLOCK * self.warp else self.now()

    def now(self) -> float:
        """Return the present time, as ``seconds``."""
        return self._began + (time.time() - self._began) * self.warp

    def post(self, variable: str, value: Value) -> bool:
        """Post a value; False while there is no connection."""
        return self.comms.notify(variable, value)

    def watch(self, say: Callable[[str], None]) -> bool:
        """Say once when the MOOSDB is gone, and when it is back; return whether it is there."""
        there = self.comms.is_connected()
        if there is not self._was:
            self._was = there
            say("the MOOSDB is back" if there else "the MOOSDB is gone; waiting for it")
        return there
