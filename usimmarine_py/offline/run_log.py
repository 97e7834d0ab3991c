"""The ``.alog`` of a lock-step run: the same bytes as ``AlogWriter``, formatted in one go."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from usimmarine_py.moos.alog import AlogWriter
from usimmarine_py.moos.alog.writer import NUMBER_WIDTH, format_number, row_head
from usimmarine_py.moos.comms import Message

#: Rows that are kept before they go to the file.
ROWS_AT_ONCE = 2048
_FINITE = 1e300


class RunLogWriter:
    """A listener for a ``DirectBus`` that writes everything posted. Call ``close``; no flushing by the wall clock."""

    def __init__(self, path: str | Path, log_start: float, comments: Iterable[str] = (), precision: int = 5) -> None:
        """See ``AlogWriter``; the header holds no date. Raises ``LogFileError``."""
        self._writer = AlogWriter(
            path, log_start, comments=comments, precision=precision, auxiliary=True, flush_interval=None
        )
        self._start = log_start
        self._format = f"%.{precision}f"
        self._heads: dict[tuple[str, str, str], str] = {}
        self._rows: list[str] = []
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
            # the first column alone: row_head pads time, variable and source
            self._time = f"{format_number(stamp - self._start):<15} "
        head = self._heads.get((variable, source, source_aux))
        if head is None:
            full = f"{source}:{source_aux}" if source_aux else source
            head = self._heads[variable, source, source_aux] = row_head(0.0, variable, full)[16:]
        if type(value) is float and -_FINITE < value < _FINITE:
            self._rows.append(f"{self._time}{head}{self._format % value:<{NUMBER_WIDTH}} \n")
        elif isinstance(value, str):
            self._rows.append(f"{self._time}{head}{value} \n")
        else:
            self._write_out()
            self._writer.write(Message(variable, value, stamp, source, source_aux))
            return
        if len(self._rows) >= ROWS_AT_ONCE:
            self._write_out()

    def close(self) -> None:
        """Write what is left and close; idempotent."""
        self._write_out()
        self._writer.close()

    def _write_out(self) -> None:
        if self._rows:
            rows, self._rows = self._rows, []
            self._writer.write_formatted("".join(rows), len(rows))
