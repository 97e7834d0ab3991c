"""A live community and its sentences."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from usimmarine_py.apps.nmea_port import MOST_CLIENTS, NmeaPort
from usimmarine_py.doors.community import CommunityLink
from usimmarine_py.doors.nmea.heard import Listener
from usimmarine_py.doors.nmea.lines import SentenceSource
from usimmarine_py.doors.nmea.spoken import REPORTS, STATES, Speaker
from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.errors import ConfigError, MailError
from usimmarine_py.values import Value

#: Real s between two looks.
ROUND = 0.02
#: Lines of one round: a flood is read in portions.
MOST_LINES = 2000
Say = Callable[[str], None]


def patterns(prefix: str) -> tuple[str, ...]:
    """Return the variables that are read."""
    return (*REPORTS, *(f"{prefix}_{state}" for state in STATES))


class NmeaDoor:
    """Sentences of one community to a port, and those of instruments to its mail."""

    def __init__(
        self,
        link: CommunityLink,
        speaker: Speaker,
        port: NmeaPort | None,
        sources: Sequence[SentenceSource],
        listener: Listener | None,
        rate: float,
        say: Say,
    ) -> None:
        """``rate``: of the own ship, Hz of real time."""
        self.link, self.port, self.sources, self.listener = link, port, sources, listener
        self.posts = 0
        self._speaker, self._every, self._due = speaker, 1.0 / rate, 0.0
        self._refusals = Refusals(say)
        self._turned_away = 0
        self._waiting: deque[tuple[int, bytes]] = deque()

    def poll(self) -> bool:
        """Speak and listen once; return whether more lines wait than were taken."""
        spoken: list[str] = []
        for message in self.link.fetch():
            try:
                seconds = self.link.seconds(message)
                spoken += self._speaker.take(message.variable, message.value, seconds, message.source)
            except ConfigError as error:
                self._refusals.add(f"a report of {message.source} {error}")
            except MailError as error:
                self._refusals.add(str(error))
        if time.monotonic() >= self._due:
            self._due = max(self._due + self._every, time.monotonic())
            spoken += self._speaker.own_ship(self.link.now())
        if self.port is not None:
            self.port.send(spoken)
            if self.port.turned_away > self._turned_away:
                self._turned_away = self.port.turned_away
                self._refusals.add(f"more than {MOST_CLIENTS} readers are turned away")
        return self.listener is not None and self._listen(self.listener)

    def _listen(self, listener: Listener) -> bool:
        for number, source in enumerate(self.sources):
            if len(self._waiting) < MOST_LINES:
                self._waiting.extend((number, line) for line in source.lines())
        now = time.time() * self.link.warp
        newest: dict[tuple[str, int], Value] = {}  # of many in one round nothing else would be seen
        full = len(self._waiting) >= MOST_LINES
        for _ in range(min(len(self._waiting), MOST_LINES)):
            number, line = self._waiting.popleft()
            for post in listener.take(line, now, number):
                newest[post.variable, post.vessel] = post.value
        for (variable, _), value in newest.items():
            if self.link.post(variable, value):
                self.posts += 1
            else:
                self._refusals.add("sentences are lost: there is no MOOSDB")
        return full


def serve(door: NmeaDoor, say: Say, stopped: Callable[[], bool]) -> None:
    """Serve until ``stopped``."""
    while not stopped():
        door.link.watch(say)
        if not door.poll():
            time.sleep(ROUND)
