"""pLogger: a listener of the bus that writes the files of its block."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from fnmatch import fnmatchcase

from usimmarine_py.errors import UsimError
from usimmarine_py.logs.alog.writer import FARTHEST
from usimmarine_py.logs.claim import claim
from usimmarine_py.logs.plogger import COMMAND, LoggerBlock, obey
from usimmarine_py.logs.sync_logs import SyncLog, exclusion_log
from usimmarine_py.logs.whole_rows import drop_empty
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

#: Most shapes of rows whose variables are remembered.
_MOST_SHAPES = 4096


class BusLogger:
    """Writes what is posted on a bus: the ``.alog``, and the ``.slog`` and ``.xlog`` that the block asks for."""

    def __init__(
        self, block: LoggerBlock, bus: LockstepBus, opened: str, warn: Callable[[str], object], *, apart: float = 0.0,
        name: str = "pLogger",
    ) -> None:  # fmt: skip
        """Open the files. Raises ``LogFileError``, and ``ConfigError`` when another program is writing one.

        ``opened``: date in the header. ``warn`` gets lines about what cannot be logged. ``apart``: rows are put at
        least so far apart, s. ``name``: of the logger.
        """
        self._block, self._bus, self._warn = block, bus, warn
        self.name, self.path, self.opened = name, block.path, opened
        self._patterns = block.variables
        self._shapes: dict[Shape, tuple[list[int], bool]] = {}  # places of what is logged; whether it needs a look
        self._misstamped = self._closed = False
        self._failed: UsimError | None = None
        self._held = ExitStack()
        with suppress(OSError):  # of which the writer tells
            block.path.parent.mkdir(parents=True, exist_ok=True)
            claim(block.path, self._held, "another program is writing this log; choose another name in the block")
            self._held.callback(drop_empty, block.path)
        start = bus.clock.now()
        self._apart, self._last = apart, start - apart
        with ExitStack() as stack:
            stack.callback(self._held.close)
            self.writer = block.alog(start, opened=opened, flush_interval=None, on_trouble=warn)
            self.excluded = exclusion_log(block.path, start, opened) if block.excludes else None
            self.sync: SyncLog | None = block.sync_log(start)
            stack.pop_all()
        for note in block.notes:
            warn(f"line {note.line}: {note.key} {note.what}")
        bus.listeners.append(self)

    def __call__(self, stamp: float, shape: Shape, values: tuple[Value, ...], aux: str) -> None:
        """Log a row."""
        if self._failed:
            return
        try:
            self._take(stamp, shape, values, aux)
        except UsimError as error:
            self._fail(error)

    def _fail(self, error: UsimError) -> None:
        """Take no more: of a disk that is full, say, the mission goes on; ``close`` raises it."""
        if self._failed is None:
            self._failed = error
            self._warn(str(error))

    def _take(self, stamp: float, shape: Shape, values: tuple[Value, ...], aux: str) -> None:
        places, looked_at = self._shapes.get(shape) or self._layout(shape)
        if looked_at:
            self._look(stamp, shape, values, aux, places)
        if self._apart and places:
            self._last = stamp = max(stamp, self._last + self._apart)
        if len(places) == len(values):
            self.writer.row(stamp, shape, values, aux)
        else:
            for place in places:
                self.writer(stamp, shape.names[place], shape.source, aux, values[place], shape.community)
        if not self._misstamped and not abs(stamp - self.writer.log_start) <= FARTHEST:
            self._misstamped = True
            self._warn(
                f"{shape.names[0]} of {shape.source} has the stamp {stamp:g}, which is no time; such mail is logged at "
                "the time of the mail before it"
            )

    def _layout(self, shape: Shape) -> tuple[list[int], bool]:
        if len(self._shapes) >= _MOST_SHAPES:
            self._shapes.clear()
        places = [place for place, name in enumerate(shape.names) if self._wanted(name)]
        looked_at = self.sync is not None or self.excluded is not None or COMMAND in shape.names
        self._shapes[shape] = places, looked_at
        return places, looked_at

    def _wanted(self, variable: str) -> bool:
        if variable not in self._patterns and any(fnmatchcase(variable, p) for p in self._block.omitted):
            return False
        return any(fnmatchcase(variable, p) for p in self._patterns)

    def _look(self, stamp: float, shape: Shape, values: tuple[Value, ...], aux: str, places: list[int]) -> None:
        """Do what concerns the files beside, and commands."""
        if self.sync is not None:
            self.sync.advance(self._bus.clock.now())
            for name, value in zip(shape.names, values, strict=True):
                self.sync.take(name, value)
        if self.excluded is not None:
            for place, name in enumerate(shape.names):
                if place not in places:
                    self.excluded(stamp, name, shape.source, aux, values[place], shape.community)
        if COMMAND in shape.names:
            self._obey(values[shape.names.index(COMMAND)])

    def _obey(self, value: Value) -> None:
        """Log more variables from now on, or copy a file."""
        names = obey(self._block, value, self._warn)
        new = [name for name in names if not self._wanted(name)]
        self._patterns += tuple(name for name in names if name not in self._patterns)
        self._shapes.clear()
        for name in names:
            if self.sync is not None and not self.sync.add(name):
                self._warn(f"{name} has no column in the .slog: raise DynamicSyncLogColumns")
        for name in new:  # what it is by now, as a new subscriber gets it
            if (current := self._bus.current(name)) is not None:
                stamp, _, (known,), source, aux, community = current[1]
                self.writer(stamp, name, source, aux, known, "" if community == self._bus.community else community)

    def flush(self) -> None:
        """Hand everything to the operating system, and write the lines of the ``.slog`` that are due."""
        if not self._failed:
            try:
                if self.sync is not None:
                    self.sync.advance(self._bus.clock.now())
            except UsimError as error:
                self._fail(error)
            for file in (self.writer, self.excluded):
                if file is not None:
                    file.flush()

    def close(self) -> None:
        """Close the files; idempotent. Raises ``LogFileError``."""
        if self in self._bus.listeners:
            self._bus.listeners.remove(self)
        if self._closed:
            return
        self._closed = True
        with ExitStack() as stack:
            stack.callback(self._held.close)
            for file in (self.excluded, self.writer, self.sync):
                if file is not None:
                    stack.callback(file.close)
            if self._failed is not None:
                raise self._failed
            if self.sync is not None:
                self.sync.advance(self._bus.clock.now())
