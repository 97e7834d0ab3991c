"""A recording as mail in order of time, and its playback with rate, pause and seek."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.alog.reader import AlogRow, BinaryRef
from usimmarine_py.values import Post, Value

#: Variables of the MOOSDB; only played if requested by name.
_OWN = "DB_*"


def chosen_rows(path: Path, only: Sequence[str] = (), skip: Sequence[str] = ()) -> list[AlogRow]:
    """Select the rows of an ``.alog`` to play, in order of time (a logger writes them in order of arrival).

    ``only`` and ``skip``: patterns of variables, with ``*`` and ``?``. Raises ``LogFileError``, or ``ConfigError`` if
    no row is left.
    """
    verdicts: dict[str, bool] = {}
    rows = []
    for row in read_alog(path):
        wanted = verdicts.get(row.variable)
        if wanted is None:
            own = not only and _fits(row.variable, (_OWN,))
            wanted = (not only or _fits(row.variable, only)) and not own and not _fits(row.variable, skip)
            verdicts[row.variable] = wanted
        if wanted:
            rows.append(row)
    if not rows:
        if not verdicts:
            raise ConfigError("holds no rows: nothing to play", file=str(path))
        names = ", ".join(sorted(verdicts)[:8])
        raise ConfigError(f"holds nothing to play with these --only and --skip; it holds {names}", file=str(path))
    rows.sort(key=lambda row: row.time)
    return rows


def _fits(name: str, patterns: Sequence[str]) -> bool:
    # fnmatch also interprets brackets, MOOS does not
    return any(fnmatchcase(name, pattern.replace("[", "[[]")) for pattern in patterns)


def post_of(row: AlogRow, time: float) -> Post:
    """The post of a row with another stamp (MOOS s). Raises ``LogFileError`` for missing binary values."""
    value: Value = row.value.read() if isinstance(row.value, BinaryRef) else row.value
    return Post(row.variable, value, time, row.source_aux, row.source)


class Playback:
    """The next row and its time. Times of the recording are in s since its start, of the clock in MOOS s."""

    def __init__(self, rows: Sequence[AlogRow], rate: float, begin: float | None = None) -> None:
        """``rate``: s of the recording per s of the clock, > 0; ``begin``: start time, None = the first row."""
        self._rows = rows
        self._times = [row.time for row in rows]
        self.rate = rate
        self.paused = False
        self._log = self._times[0] if begin is None else begin  #: at the anchor
        self._clock = 0.0
        self._next = bisect_left(self._times, self._log)

    @property
    def end(self) -> float:
        """The time of the last row."""
        return self._times[-1]

    @property
    def finished(self) -> bool:
        """Whether all rows from the present position on have been taken."""
        return self._next >= len(self._rows)

    def start(self, now: float) -> None:
        """Start the playback at clock time ``now``."""
        self._clock = now

    def place(self, now: float) -> float:
        """The time of the recording at clock time ``now``."""
        return self._log if self.paused else self._log + (now - self._clock) * self.rate

    def due_at(self, index: int) -> float:
        """The clock's time of a row."""
        return self._clock + (self._times[index] - self._log) / self.rate

    @property
    def next_due(self) -> float:
        """The clock's time of the next row; not for a finished one."""
        return self.due_at(self._next)

    def take(self, now: float, most: int) -> list[Post]:
        """Take at most ``most`` posts that are due at ``now``, each with its own time."""
        posts: list[Post] = []
        while not self.paused and self._next < len(self._rows) and len(posts) < most:
            due = self.due_at(self._next)
            if due > now:
                break
            posts.append(post_of(self._rows[self._next], due))
            self._next += 1
        return posts

    def toggle(self, now: float) -> None:
        """Pause or resume."""
        self._log, self._clock = self.place(now), now
        self.paused = not self.paused

    def seek(self, now: float, seconds: float) -> None:
        """Skip forwards or back in the recording, within its ends."""
        target = min(max(self.place(now) + seconds, self._times[0]), self.end)
        self._log, self._clock = target, now
        self._next = bisect_left(self._times, target)
