"""Files of a pLogger block beside the ``.alog``: the ``.slog`` at fixed times, the ``.xlog`` of what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from usimmarine_py.errors import file_errors
from usimmarine_py.logs.alog.writer import EPOCH_DATE, FARTHEST, RULE, AlogWriter, Value
from usimmarine_py.logs.whole_rows import drop_empty, put_rows

_WIDTH = 18
#: Lines that a pause of the mail may bring at once.
_MOST_LINES = 100_000


class SyncLog:
    """An ``.slog``: a line each period with the numbers that came since the line before, NaN for all others."""

    def __init__(
        self, path: Path, log_start: float, period: float, columns: Sequence[str], spare: int, opened: str = EPOCH_DATE
    ) -> None:
        """``log_start``: MOOS s; ``period``: s. ``spare``: columns for variables that are asked for later."""
        self._columns = [*columns, *(f"DYNAMIC_{k}" for k in range(spare))]
        self._free = list(range(len(columns), len(self._columns)))
        self._known = set(self._columns)
        self._values: dict[str, float] = {}
        self._start, self._period = log_start, period
        self._next = 1
        with file_errors(path):
            self._file = path.open("wb", buffering=0)
        numbers = [f"%%   ({1 + k}) {name}" for k, name in enumerate(["TIME ", *self._columns])]
        start = f"%% LOGSTART        {log_start:>20.16g}"
        about = [RULE, f"%% LOG FILE:       ./{path.name}", f"%% FILE OPENED ON  {opened}", start, RULE]
        try:
            self._lines([*about, *numbers, RULE])
            self._heading()
        except BaseException:
            self._file.close()
            drop_empty(path)
            raise

    def take(self, variable: str, value: Value) -> None:
        """Keep a number for the next line."""
        if isinstance(value, float) and variable in self._known:
            self._values[variable] = value

    def add(self, variable: str) -> bool:
        """Give a variable a spare column; whether there is one, or it has one."""
        if variable in self._known:
            return True
        if not self._free:
            return False
        self._columns[self._free.pop(0)] = variable
        self._known.add(variable)
        self._heading()
        return True

    def advance(self, now: float) -> None:
        """Write the lines that are due at MOOS time ``now``."""
        elapsed = now - self._start
        if not 0.0 <= elapsed <= FARTHEST:
            return
        due = int(elapsed / self._period)
        self._next = max(self._next, due - _MOST_LINES)
        while self._next <= due:
            values = [self._values.get(name) for name in self._columns]
            texts = ["NaN" if value is None or not isfinite(value) else f"{value:g}" for value in values]
            self._lines(["".join(f"{text:<{_WIDTH}} " for text in [f"{self._next * self._period:.7g}", *texts])])
            self._values.clear()
            self._next += 1

    def close(self) -> None:
        """Close the file; idempotent."""
        with file_errors(Path(self._file.name)):
            self._file.close()

    def _heading(self) -> None:
        self._lines(["".join(f"{text:<{_WIDTH}} " for text in ["%% TIME", *self._columns])])

    def _lines(self, lines: Sequence[str]) -> None:
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        with file_errors(Path(self._file.name)):
            put_rows(self._file, data)


def exclusion_log(alog: Path, log_start: float, opened: str = EPOCH_DATE) -> AlogWriter:
    """Return the writer of the ``.xlog`` beside an ``.alog``: its rows are as there."""
    return AlogWriter(alog.with_suffix(".xlog"), log_start, [f"left out of {alog.name}"], opened=opened)
