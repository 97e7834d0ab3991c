"""Logs of the pLogger blocks of a case, where the harness that judges it looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.beside import exclusion_log
from usimmarine_py.logs.plogger import COMMAND, LoggerBlock, log_requests, read_logger_block
from usimmarine_py.mission import launches
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.plan import PlayedCommunity, RunPlan
from usimmarine_py.values.mail import Value
from usimmarine_py.values.rows import Shape

_LOGGER = "pLogger"
#: Rows are at least so far apart, s: aloggrep takes rows of the same time, variable and source as one.
_APART = 1e-5


class BlockLog:
    """A listener that logs what a pLogger block asks for."""

    def __init__(self, asked: LoggerBlock, start: float) -> None:
        asked.path.parent.mkdir(parents=True, exist_ok=True)
        self._asked = asked
        self._variables = asked.variables
        self._writer = asked.alog(start, flush_interval=None)
        self._sync = asked.sync_log(start)
        self._excluded = exclusion_log(asked.path, start) if asked.excludes else None
        self._wanted: dict[Shape, tuple[int, ...]] = {}
        self._last = start - _APART

    def __call__(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str) -> None:
        """Log the variables of a row that are asked for."""
        if COMMAND in shape.names:
            self._obey(values[shape.names.index(COMMAND)])
        if self._sync is not None:
            self._sync.advance(stamp)
            for name, value in zip(shape.names, values, strict=True):
                self._sync.take(name, value)
        wanted = self._wanted.get(shape)
        if wanted is None:
            wanted = self._wanted[shape] = tuple(i for i, name in enumerate(shape.names) if self._asks_for(name))
        if self._excluded is not None:
            for i in sorted({*range(len(values))} - {*wanted}):
                name = shape.names[i]
                self._excluded(stamp, name, shape.source, source_aux, values[i], shape.community)
        if not wanted:
            return
        self._last = stamp = max(stamp, self._last + _APART)
        if len(wanted) == len(values):
            self._writer.row(stamp, shape, values, source_aux)
        else:
            for i in wanted:
                self._writer(stamp, shape.names[i], shape.source, source_aux, values[i], shape.community)

    def close(self) -> None:
        """Complete the files."""
        for file in (self._writer, self._sync, self._excluded):
            if file is not None:
                file.close()

    def _obey(self, command: Value) -> None:
        """Log more variables from now on."""
        names, _ = log_requests(command)
        self._variables += tuple(names)
        self._wanted.clear()
        for name in names:
            if self._sync is not None:
                self._sync.add(name)

    def _asks_for(self, name: str) -> bool:
        omitted = name not in self._variables and any(fnmatchcase(name, pattern) for pattern in self._asked.omitted)
        return not omitted and any(fnmatchcase(name, pattern) for pattern in self._variables)


@contextmanager
def block_logs(plan: RunPlan) -> Iterator[dict[str, list[Listener]]]:
    """Yield a listener for each community that starts pLogger, by its name: it logs beside the mission as started.

    A block that asks for nothing has no log.
    """
    logs: dict[str, list[BlockLog]] = {}
    try:
        for one in plan.communities:
            if (asked := _asked(one)) is not None:
                logs[one.community.name] = [BlockLog(asked, plan.loop.start)]
        yield {name: [*some] for name, some in logs.items()}
    finally:
        for some in logs.values():
            for log in some:
                log.close()


def _asked(one: PlayedCommunity) -> LoggerBlock | None:
    alias = next((launch.alias for launch in launches(one.mission) if launch.program == _LOGGER), "")
    block = one.mission.block(alias) if alias else None
    if block is None:
        return None
    try:
        return read_logger_block(block, Path(), datetime.now())
    except ConfigError:
        return None
