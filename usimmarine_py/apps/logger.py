"""The application of ``usim log``: it writes what a community posts into an ``.alog`` file, as pLogger does."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from fnmatch import fnmatchcase
from math import inf
from pathlib import Path

from usimmarine_py.errors import UsimError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.alog.writer import FARTHEST
from usimmarine_py.logs.claim import claim
from usimmarine_py.logs.plogger import COMMAND, LoggerBlock, obey
from usimmarine_py.logs.sync_logs import SyncLog, exclusion_log
from usimmarine_py.logs.whole_rows import drop_empty
from usimmarine_py.moos.app.moos_app import HOST_VARIABLES
from usimmarine_py.moos.clock import Clock
from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.rows import Row

#: Variables shown in the report.
SHOWN_VARIABLES = 10


class LoggerApp:
    """An ``Application`` that writes down all its mail. Call ``close`` at the end."""

    name = "usim_log"
    wants_host_mail = True  #: requests for reports belong in the log, too

    def __init__(
        self,
        path: str | Path,
        clock: Clock,
        *,
        variables: Sequence[str] = ("*",),
        omitted: Sequence[str] = (),
        sources: str = "*",
        most: float = inf,
        home_community: str = "",
        opened: str | None = None,
        asked: LoggerBlock | None = None,
    ) -> None:
        """``variables``, ``omitted`` and ``sources`` are patterns (``*``, ``?``); what is a variable by its name is
        not omitted. ``most``: bytes after which ``on_full`` is called. ``opened``: date in the header, None = now.
        ``asked``: a block that asks for more than an .alog.
        """
        self.path = Path(path)
        self.counts: Counter[str] = Counter()
        self._clock = clock
        self._patterns = tuple(dict.fromkeys(variables))
        self._sources = sources
        self._omitted = tuple(omitted)
        self._judged: dict[str, bool] = {}  # by name of variable: whether it is written
        # every application is subscribed to these; fnmatch knows brackets, too, which no name of a variable has
        self._unwanted = {n for n in HOST_VARIABLES if not any(fnmatchcase(n, p) for p in self._patterns)}
        self._home_community = home_community
        self._opened = opened
        self._writer: AlogWriter | None = None
        self._most = most
        self.on_full: Callable[[], None] = lambda: None
        self._host: AppHost | None = None
        self._claimed = ExitStack()
        self._misstamped = False  # one warning for all
        self._asked = asked or LoggerBlock(self.path, self._patterns, self._omitted)
        self._sync: SyncLog | None = None
        self._excluded: AlogWriter | None = None

    @property
    def started(self) -> bool:
        """Whether there is a log."""
        return self._writer is not None

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """Each pattern; of a name that fits two, one copy comes."""
        patterns = ("*",) if self._asked.excludes else tuple(dict.fromkeys((*self._patterns, COMMAND)))
        return [Subscription(pattern, 0.0, self._sources) for pattern in patterns]

    def on_start(self, host: AppHost) -> Iterable[Row] | None:
        """Open the file. Raises ``LogFileError``, and ``ConfigError`` when another program is writing it."""
        self._host = host
        with suppress(OSError):  # of which the writer tells
            claim(self.path, self._claimed, "another program is writing this log; choose another file with -o")
            self._claimed.callback(drop_empty, self.path)
        opened = time.asctime() if self._opened is None else self._opened
        start = self._clock.now()
        self._writer = self._asked.alog(
            start, opened=opened, home_community=self._home_community, on_trouble=host.run_warning
        )
        self._sync = self._asked.sync_log(start)
        self._excluded = exclusion_log(self.path, start, opened) if self._asked.excludes else None
        for note in self._asked.notes:
            host.config_warning(f"line {note.line}: {note.key} {note.what}")
        host.say(f"logging to {self.path}")
        return None

    def on_mail(self, mail: list[Message]) -> Iterable[Row] | None:
        """Log the message, unless it came as to any application and the block does not ask for it."""
        if self._writer is None:
            raise UsimError("mail came before the log was opened")
        for message in mail:
            if message.variable == COMMAND:
                self._obey(message)
            if self._sync is not None:
                self._sync.take(message.variable, message.value)
            if not self._wanted(message.variable):
                if self._excluded is not None:
                    self._excluded.write(message)
            else:
                self._writer.write(message)
                if not self._misstamped and not abs(message.time - self._writer.log_start) <= FARTHEST:
                    self._warn_of(message)
                self.counts[message.variable] += 1
        return None

    def _obey(self, message: Message) -> None:
        """Log more variables from now on, or copy a file."""
        names = obey(self._asked, message.value, (lambda text: None) if self._host is None else self._host.run_warning)
        self._patterns += tuple(name for name in names if name not in self._patterns)
        self._judged.clear()
        if self._host is None:
            return
        if names and not self._asked.excludes:
            self._host.subscribe([Subscription(name, 0.0, self._sources) for name in names])
        for name in names:
            if self._sync is not None and not self._sync.add(name):
                self._host.run_warning(f"{name} has no column in the .slog: raise DynamicSyncLogColumns")

    def _warn_of(self, message: Message) -> None:
        """Warn of the first stamp that is no time."""
        self._misstamped = True
        if self._host is not None:
            self._host.run_warning(
                f"{message.variable} of {message.source} has the stamp {message.time:g}, which is no time; such mail "
                "is logged at the time of the mail before it"
            )

    def _wanted(self, variable: str) -> bool:
        wanted = self._judged.get(variable)
        if wanted is None:
            omitted = variable not in self._patterns and any(fnmatchcase(variable, p) for p in self._omitted)
            asked = any(fnmatchcase(variable, p) for p in self._patterns)
            wanted = self._judged[variable] = asked and variable not in self._unwanted and not omitted
        return wanted

    def iterate(self, now: float) -> Iterable[Row] | None:
        """Flush once a second, mail or not."""
        if self._writer is not None:
            self._writer.flush_if_due()
            if self._sync is not None:
                self._sync.advance(now)
            if self._most < inf and self._writer.size() >= self._most:
                self.on_full()
        return None

    def report(self) -> str:
        """How much came, and the busiest variables."""
        total = sum(self.counts.values())
        lines = [f"Log file:  {self.path}", f"Rows:      {total}", f"Variables: {len(self.counts)}", ""]
        lines += [f"{count:>10}  {name}" for name, count in self.counts.most_common(SHOWN_VARIABLES)]
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        """Close the file; idempotent."""
        if self._writer is not None:
            self._writer.close()
        for beside in (self._sync, self._excluded):
            if beside is not None:
                beside.close()
        self._claimed.close()
