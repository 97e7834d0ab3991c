"""A live community and its sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from usimmarine_py.apps.nmea_port import NmeaPort
from usimmarine_py.doors.community import CommunityLink
from usimmarine_py.doors.nmea.heard import Listener
from usimmarine_py.doors.nmea.lines import SentenceSource
from usimmarine_py.doors.nmea.spoken import REPORTS, STATES, Speaker
from usimmarine_py.errors import ConfigError

#: Real s between two looks.
ROUND = 0.02
#: Lines of one round: a flood is read in portions.
MOST_LINES = 500
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
    ) -> None:
        """``rate``: of the own ship, Hz of real time."""
        self.link, self.port, self.sources, self.listener = link, port, sources, listener
        self.posts = 0
        self._speaker, self._every, self._due = speaker, 1.0 / rate, 0.0
        self._said: set[str] = set()
        self._waiting: list[bytes] = []

    def poll(self, say: Say) -> None:
        """Speak and listen once."""
        spoken: list[str] = []
        for message in self.link.fetch():
            try:
                spoken += self._speaker.take(message.variable, message.value, self.link.seconds(message))
            except ConfigError as error:
                if (text := str(error).partition(":")[0]) not in self._said and len(self._said) < 20:
                    self._said.add(text)
                    say(f"a report of {message.source} {error}; further ones are dropped silently")
        if time.monotonic() >= self._due:
            self._due = max(self._due + self._every, time.monotonic())
            spoken += self._speaker.own_ship(self.link.now())
        if self.port is not None:
            self.port.send(spoken)
        if self.listener is not None:
            self._listen(self.listener, say)

    def _listen(self, listener: Listener, say: Say) -> None:
        for source in self.sources:
            if len(self._waiting) < MOST_LINES:
                self._waiting += source.lines()
        lines, self._waiting = self._waiting[:MOST_LINES], self._waiting[MOST_LINES:]
        now = time.time() * self.link.warp
        for line in lines:
            for variable, value in listener.take(line, now):
                if self.link.post(variable, value):
                    self.posts += 1
                elif "lost" not in self._said:
                    self._said.add("lost")
                    say("sentences are lost: there is no MOOSDB")


def serve(door: NmeaDoor, say: Say, stopped: Callable[[], bool]) -> None:
    """Serve until ``stopped``."""
    while not stopped():
        door.link.watch(say)
        door.poll(say)
        time.sleep(ROUND)
