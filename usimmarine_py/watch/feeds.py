"""Where the data come from: a MOOSDB, or a log that is being written. Neither ever waits."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Protocol

from usimmarine_py.environment.sea.seabed import Seabed
from usimmarine_py.errors import UsimError
from usimmarine_py.logs.alog import AlogTail
from usimmarine_py.logs.mcap.shapes import Hull
from usimmarine_py.logs.runs import PREFIXES
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.open import open_comms
from usimmarine_py.watch.data import COMMON, EXTRA_STATES, MEASURED, SILENT_AFTER, STATES, LiveData
from usimmarine_py.watch.values import FeedStatus

#: Real s between two values of a variable that the MOOSDB is asked for.
INTERVAL = 0.2
#: Longest share of the page's loop that reading a log may take at a time, real s.
_READING_TIME = 0.06
#: Bytes of a log still unread from which on states are thinned.
_FAR_BEHIND = 2_000_000
_COMMON_NAMES = frozenset(name.encode() for name in COMMON)
_STATE_ENDINGS = tuple(f"_{name}".encode() for name in (*STATES, *EXTRA_STATES, *MEASURED))


class Feed(Protocol):
    """Something that fills live data."""

    data: LiveData
    bed: Seabed | None  #: what lies below, where a mission says
    hull: Hull  #: what is drawn of the vehicle

    def poll(self) -> None:
        """Take in what has come since the last call."""
        ...

    def status(self) -> FeedStatus:
        """Where it comes from, and whether it does."""
        ...

    def close(self) -> None:
        """Leave."""
        ...


class MoosFeed:
    """Mail of a MOOSDB; connects for ever, so that page and community may start in any order."""

    def __init__(
        self,
        host: str,
        port: int,
        warp: float = 1.0,
        prefix: str = "",
        bed: Seabed | None = None,
        hull: Hull | None = None,
    ) -> None:
        self.data, self.bed, self.hull = LiveData(prefix), bed, hull or Hull()
        self._where = f"{host}:{port}"
        self._comms = open_comms("native", f"usim_watch_{os.getpid()}", host, port, RealClock(warp))
        self._interval = interval = INTERVAL * warp
        self._registered: set[str] = set()
        for chosen in [prefix.removesuffix("_")] if prefix else PREFIXES:
            self._follow(chosen)
        for variable in COMMON:
            self._comms.register(variable, interval)
        # positions under other prefixes; the interval is the same, because it holds for NAV_X, too
        self._comms.register_wildcard("*_X", "*", interval)
        self._comms.run()

    def _follow(self, prefix: str) -> None:
        self._registered.add(prefix)
        for state in (*STATES, *EXTRA_STATES):
            self._comms.register(f"{prefix}_{state}", self._interval)
        for ending in MEASURED:
            self._comms.register_wildcard(f"{prefix}_*_{ending}", "*", self._interval)

    def poll(self) -> None:
        """Take in the mail."""
        now = time.monotonic()
        # several clients post: by time, so that a row holds what belongs together
        for message in sorted(self._comms.fetch(), key=lambda m: m.time):
            if not isinstance(message.value, bytes):
                self.data.take(message.variable, message.value, message.time, now)
        chosen = self.data.prefix
        if chosen and chosen not in self._registered:
            self._follow(chosen)
        self.data.tick(now)

    def status(self) -> FeedStatus:
        """The connection in words."""
        where, community = self._where, self._comms.community
        if self._comms.refused_reason:
            return FeedStatus(
                "bad", f"refused by the MOOSDB at {where}: {self._comms.refused_reason}", community or where
            )
        if self._comms.is_connected():
            return FeedStatus("good", f"connected to {where}", community or where)
        problem = self._comms.problem or f"connecting to {where}"
        return FeedStatus("bad", f"{problem}; still trying", community or where)

    def close(self) -> None:
        """Leave the MOOSDB."""
        self._comms.close()


class LogFeed:
    """Rows of an ``.alog``: all there are, then those that are added; a log that is not there yet is waited for.

    Raises ``LogFileError`` for a file that is no log or cannot be opened.
    """

    def __init__(self, path: Path, prefix: str = "", bed: Seabed | None = None, hull: Hull | None = None) -> None:
        self.data, self.bed, self.hull = LiveData(prefix, relative=False), bed, hull or Hull()
        self._path = path
        self._tail: AlogTail | None = None
        self._behind = False
        self._seen: dict[bytes, bytes] = {}  # whole second of the latest row of each thinned variable
        self._size = 0
        self._catching_up = False
        self._problem = ""
        if not path.exists():  # page and run may start in any order
            return
        tail = self._open()
        try:
            self._read(tail)
        except BaseException:
            tail.close()
            raise

    @property
    def waiting(self) -> bool:
        """Whether the log is still to come."""
        return self._tail is None

    def _open(self) -> AlogTail:
        self._tail = tail = AlogTail(self._path, self._unwanted)
        self._catching_up, self._size = True, tail.left
        return tail

    def _unwanted(self, when: bytes, name: bytes) -> bool:
        if name in _COMMON_NAMES:
            return False
        if not name.endswith(_STATE_ENDINGS):
            return True
        if not self._behind:
            return False
        # a run writes hours in seconds: far from the end, one state each second has to do
        second = when.partition(b".")[0]
        known, self._seen[name] = self._seen.get(name), second
        return known == second

    def _read(self, tail: AlogTail) -> None:
        now = time.monotonic()
        while True:
            self._behind = tail.left > _FAR_BEHIND
            rows = tail.read()
            for row in rows:
                if isinstance(row.value, float | str):
                    self.data.take(row.variable, row.value, row.time, now)
            if self._catching_up and tail.position >= self._size:
                self._catching_up = False
                self.data.restart_pace()
            if not tail.left:
                break
            if time.monotonic() - now > _READING_TIME:
                break

    def poll(self) -> None:
        """Take in what was added."""
        if self._tail is None and not self._path.exists():
            return
        try:
            tail = self._tail if self._tail is not None else self._open()
            if tail.begun_anew():
                self.data.clear()
                self._catching_up, self._size = True, tail.left
            self._read(tail)
            self._problem = ""
        except (UsimError, OSError) as error:  # a log in the middle of being replaced; the next poll may find it whole
            self._problem = str(error)
        if not self._catching_up:
            self.data.tick(time.monotonic())

    def status(self) -> FeedStatus:
        """How far the log was read."""
        title = self._path.name
        if self._problem:
            return FeedStatus("bad", self._problem, title)
        if self._tail is None:
            return FeedStatus("wait", f"waiting for {self._path}, which is not there yet", title)
        if self._catching_up:
            share = self._tail.position / self._size if self._size else 1.0
            return FeedStatus("wait", f"reading the log, {100.0 * share:.0f} %", title)
        silence = self.data.silence(time.monotonic())
        if silence is None or silence > SILENT_AFTER:
            return FeedStatus("good", "log read to its end", title, at_end=True)
        return FeedStatus("good", "following the log", title)

    def close(self) -> None:
        """Close the log."""
        if self._tail is not None:
            self._tail.close()
