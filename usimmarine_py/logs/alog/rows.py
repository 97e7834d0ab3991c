"""The ``.alog`` of a lock-step run: the same bytes as ``AlogWriter``, formatted in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from pathlib import Path
from typing import Any, BinaryIO

from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.alog.writer import NUMBER_WIDTH, format_number, row_head
from usimmarine_py.model import Message
from usimmarine_py.moos.transport.lockstep import Value

#: Rows that are kept before they go to the file.
ROWS_AT_ONCE = 2048
_FINITE = 1e300


class RunLogWriter:
    """A listener for a ``DirectBus`` that writes everything posted. Call ``close``; no flushing by the wall clock."""

    def __init__(
        self,
        path: str | Path,
        log_start: float,
        comments: Iterable[str] = (),
        precision: int = 5,
        open_file: Callable[[Path], BinaryIO] | None = None,
    ) -> None:
        """See ``AlogWriter``; the header holds no date. Raises ``LogFileError``."""
        self._writer = AlogWriter(
            path, log_start, comments=comments, precision=precision, flush_interval=None, open_file=open_file
        )
        self._start = log_start
        self._format = f"%.{precision}f"
        self._heads: dict[tuple[str, str, str], str] = {}
        self._padded = f"%-{NUMBER_WIDTH}.{precision}f"
        self._rows: list[str] = []  #: each one row, or several
        self._count = 0  #: rows in all of them
        self._stamp: float | None = None
        self._time = ""

    @property
    def path(self) -> Path:
        """The file."""
        return self._writer.path

    def __call__(self, stamp: float, variable: str, source: str, source_aux: str, value: float | str | bytes) -> None:
        """Write one row."""
        if stamp != self._stamp:
            self._stamp = stamp
            self._time = f"{format_number(stamp - self._start):<15} "
        head = self._head(variable, source, source_aux)
        if type(value) is float and -_FINITE < value < _FINITE:
            self._rows.append(f"{self._time}{head}{self._format % value:<{NUMBER_WIDTH}} \n")
        elif isinstance(value, str):
            self._rows.append(f"{self._time}{head}{value} \n")
        else:
            self._write_out()
            self._writer.write(Message(variable, value, stamp, source, source_aux))
            return
        self._count += 1
        if self._count >= ROWS_AT_ONCE:
            self._write_out()

    def many(self, variables: Sequence[str], source: str, posts: Sequence[tuple[float, Sequence[Value]]]) -> None:
        """The same variables time after time: stamp, and values of the same types throughout. The same bytes."""
        numeric = [type(value) is float for value in posts[0][1]]
        rows = [
            self._head(variable, source, "").replace("%", "%%") + (self._padded if number else "%s") + " \n"
            for variable, number in zip(variables, numeric, strict=True)
        ]
        pieces = ["", *rows]  # between them, and so before each row, comes the time
        for stamp, values in posts:
            numbers: Iterable[Any] = compress(values, numeric)
            if max(map(abs, numbers), default=0.0) < _FINITE:
                time = f"{format_number(stamp - self._start):<15} "
                self._rows.append(time.join(pieces) % tuple(values))
                self._count += len(values)
            else:
                for variable, value in zip(variables, values, strict=True):
                    self(stamp, variable, source, "", value)
        if self._count >= ROWS_AT_ONCE:
            self._write_out()

    def close(self) -> None:
        """Write what is left and close; idempotent. Raises ``LogFileError``."""
        try:
            self._write_out()
        finally:
            self._writer.close()

    def _head(self, variable: str, source: str, source_aux: str) -> str:
        """The columns between time and value."""
        head = self._heads.get((variable, source, source_aux))
        if head is None:
            full = f"{source}:{source_aux}" if source_aux else source
            # the first column alone: row_head pads time, variable and source
            head = self._heads[variable, source, source_aux] = row_head(0.0, variable, full)[16:]
        return head

    def _write_out(self) -> None:
        if self._rows:
            rows, count, self._rows, self._count = self._rows, self._count, [], 0
            self._writer.write_formatted("".join(rows), count)
