"""Read the rows of an ``.alog`` and then those that are added; wait for a log that does not exist yet."""

from __future__ import annotations

import time
from contextlib import suppress
from math import isnan
from pathlib import Path

from usimmarine_py.errors import UsimError
from usimmarine_py.logs.alog import AlogTail, read_header
from usimmarine_py.logs.drift import DRIFT_READ
from usimmarine_py.logs.viewer.names import WEATHER
from usimmarine_py.logs.viewer.shapes import KINDS
from usimmarine_py.watch.data import COMMON, EXTRA_STATES, MEASURED, SILENT_AFTER, STATES
from usimmarine_py.watch.feeds.feed import APPCAST, Feed, MissionFacts
from usimmarine_py.watch.feeds.heard import SENT
from usimmarine_py.watch.helms import HELM_MAIL
from usimmarine_py.watch.values import FeedStatus
from usimmarine_py.watch.viewer.reports import REPORTS

#: Longest time for reading a log in one round of the page's loop, real s.
_READING_TIME = 0.06
#: Unread bytes of a log above which states are thinned to five per second, and to one.
_BEHIND, _FAR_BEHIND = 20_000_000, 200_000_000
_COMMON_NAMES = frozenset(
    name.encode() for name in (*COMMON, *DRIFT_READ, *REPORTS, *KINDS, *HELM_MAIL, APPCAST, WEATHER)
)
_SENT = SENT.encode()
_STATE_ENDINGS = tuple(f"_{name}".encode() for name in (*STATES, *EXTRA_STATES, *MEASURED))


class LogFeed(Feed):
    """One log; ``offset`` (s) is added to its times, to align the logs of several communities.

    Raises ``LogFileError`` for a file that is no log or cannot be opened.
    """

    is_log = True

    def __init__(self, path: Path, prefix: str = "", facts: MissionFacts | None = None, offset: float = 0.0) -> None:
        super().__init__(path.stem, prefix, facts or MissionFacts(), keep=True)
        self._path, self._offset = path, offset
        self._tail: AlogTail | None = None
        self._left = 0
        self._start: float | None = None  # LOGSTART
        self._names = _COMMON_NAMES | {name.encode() for name in self.facts.commands}
        self._seen: dict[bytes, bytes] = {}  # the time slot of the latest row of each thinned variable
        self._size = 0
        self._catching_up = False
        self._problem = ""
        if not path.exists():  # page and run can start in any order
            return
        tail = self._open()
        try:
            self._read(tail)
        except BaseException:
            tail.close()
            raise

    @property
    def path(self) -> Path:
        """The log's file."""
        return self._path

    @property
    def offset(self) -> float:
        """What is added to the times of the log, s."""
        return self._offset

    @property
    def clock(self) -> float | None:
        """LOGSTART, without what is added to the times."""
        if self._start is None and self._path.exists():
            with suppress(UsimError, OSError):
                self._start = read_header(self._path).log_start
        return None if self._start is None or isnan(self._start) else self._start - self._offset

    @property
    def is_behind(self) -> bool:
        """Whether the log's end is still to be read."""
        return self._catching_up and not self._problem and self._tail is not None and self._tail.left > 0

    @property
    def waiting(self) -> bool:
        """Whether the log does not exist yet."""
        return self._tail is None

    def _open(self) -> AlogTail:
        self._tail = tail = AlogTail(self._path, self._unwanted)
        self._catching_up, self._size = True, tail.left
        return tail

    def _unwanted(self, when: bytes, name: bytes) -> bool:
        if name in self._names or name.startswith(_SENT):
            return False
        if not name.endswith(_STATE_ENDINGS):
            return True
        if self._left <= _BEHIND:
            return False
        # a run writes days in minutes: far from the end, a few states per second are enough
        whole, _, decimals = when.partition(b".")
        part = whole if self._left > _FAR_BEHIND else whole + b"0022446688"[int(decimals[:1] or b"0") :][:1]
        known, self._seen[name] = self._seen.get(name), part
        return known == part

    def _read(self, tail: AlogTail) -> None:
        now = time.monotonic()
        while True:
            self._left = tail.left
            rows = tail.read()
            for row in rows:
                if isinstance(row.value, float | str):
                    self.take(row.variable, row.value, row.community, row.time + self._offset, row.time, now)
            if self._catching_up and tail.position >= self._size:
                self._catching_up = False
                self.own.data.restart_pace()
            if not tail.left:
                break
            if time.monotonic() - now > _READING_TIME:
                break

    def poll(self) -> None:
        """Read added rows."""
        if self._tail is None and not self._path.exists():
            return
        try:
            tail = self._tail if self._tail is not None else self._open()
            if tail.begun_anew():
                self.clear()
                self._start = None
                self._catching_up, self._size = True, tail.left
            self._read(tail)
            self._problem = ""
        except (UsimError, OSError) as error:  # a log that is being replaced; the next poll may find it complete
            self._problem = str(error)
        if not self._catching_up:
            self.tick(time.monotonic())

    def status(self) -> FeedStatus:
        """The progress of reading the log."""
        title = self._path.name
        if self._problem:
            return FeedStatus("bad", self._problem, title)
        if self._tail is None:
            return FeedStatus("wait", f"waiting for {self._path}, which does not exist yet", title)
        if self._catching_up:
            share = self._tail.position / self._size if self._size else 1.0
            return FeedStatus("wait", f"reading the log, {100.0 * share:.0f} %", title)
        quiet = [s for v in self.vehicles if (s := v.data.silence(time.monotonic())) is not None]
        if not quiet or min(quiet) > SILENT_AFTER:
            return FeedStatus("good", "log read to its end", title, at_end=True)
        return FeedStatus("good", "following the log", title)

    def close(self) -> None:
        """Close the log."""
        if self._tail is not None:
            self._tail.close()
