"""The journal of a sweep: a row as JSON for every run that is done, with its checksum as the last pair.

In memory it holds the place of each row, eight bytes a run.
"""

from __future__ import annotations

import json
import os
import re
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.whole_rows import PartialWriteError, put
from usimmarine_py.sweep.run import RESULT_COLUMNS, TEXT_COLUMNS, TRUTH_COLUMNS, WHOLE_COLUMNS

MOST_RUNS = 1_000_000
_ALL_RUNS = range(MOST_RUNS)
#: Largest value of a column of whole numbers.
LARGEST_WHOLE = 2**63 - 1
#: A row with the CRC-32 of its JSON without that pair.
_SEALED = re.compile(rb'(\{.+), "crc": "([0-9a-f]{8})"\}\n')
#: Read at once, bytes.
_BUFFER = 1 << 20


class Journal:
    """Rows by their run, for one process at a time. Raises ``OSError`` for disk trouble."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        """Open or make it; every row has ``columns``. Raises ``ConfigError`` if another process has opened it."""
        self._path = path
        self._columns = frozenset(columns)
        self._file = path.open("ab", buffering=0)
        self._end = 0
        self._places = array("q")  #: by run one more than where its row begins; 0: there is none
        self._lost: set[int] = set()  #: runs with status ``lost``
        try:
            self._lock()
        except ConfigError:
            self._file.close()
            raise

    def _lock(self) -> None:
        """Lock the file; the system releases it when this process ends, however it ends."""
        try:
            import fcntl

            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            return  # no such locks on this system
        except BlockingIOError:
            problem = "another sweep is at work in this folder; wait for its end, or choose another -o"
            raise ConfigError(problem, file=str(self._path.parent)) from None
        except OSError:
            # a file system without locks
            return

    def read(self) -> None:
        """Read the rows. One that was being written when the machine stopped is cut off: its run is done again.

        Raises ``ConfigError`` for a line that is no row of this sweep.
        """
        with self._path.open("rb", buffering=_BUFFER) as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    os.truncate(self._path, self._end)
                    return
                row = self._row(line)
                if row is None:
                    problem = "is no row of this sweep; delete this line, and its run is done again"
                    raise ConfigError(problem, file=str(self._path), line=number)
                self._keep(row, len(line))

    def _row(self, line: bytes) -> dict[str, Any] | None:
        try:
            row = _read(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(row, dict) or row.keys() != self._columns or not isinstance(row["status"], str):
            return None
        if not all(_fits(name, value) for name, value in row.items()):
            return None
        return row if row["run"] in _ALL_RUNS and row["seed"] is not None else None

    def _keep(self, row: Mapping[str, Any], size: int) -> None:
        index = row["run"]
        if index >= len(self._places):
            self._places.extend([0] * (index + 1 - len(self._places)))
        self._places[index] = self._end + 1
        self._end += size
        if row["status"] == "lost":
            self._lost.add(index)
        else:
            self._lost.discard(index)

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Append rows; they are on the disk when this returns."""
        kept = [(row, _line(row)) for row in rows]
        try:
            put(self._file, b"".join(line for _, line in kept))
        except PartialWriteError as full:
            raise full.error from None
        os.fsync(self._file.fileno())
        for row, line in kept:
            self._keep(row, len(line))

    def is_done(self, index: int) -> bool:
        """Return whether this run has a row, other than ``lost``."""
        return index < len(self._places) and self._places[index] > 0 and index not in self._lost

    def rows(self, count: int) -> Iterator[dict[str, Any]]:
        """Yield the rows of the runs below ``count``, in order."""
        with self._path.open("rb", buffering=_BUFFER) as file:
            for place in self._places[:count]:
                if place:
                    file.seek(place - 1)
                    yield _read(file.readline())

    def close(self) -> None:
        """Idempotent."""
        self._file.close()


def _line(row: Mapping[str, Any]) -> bytes:
    text = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogateescape")
    return b'%b, "crc": "%08x"}\n' % (text[:-1], crc32(text))


def _read(line: bytes) -> Any:
    """Return what a line holds. Raises ``ValueError`` if it is not what was written; former lines have no checksum."""
    if (sealed := _SEALED.fullmatch(line)) is not None:
        line = sealed[1] + b"}"
        if crc32(line) != int(sealed[2], 16):
            raise ValueError("the checksum is wrong")
    return json.loads(line.decode("utf-8", "surrogateescape"))


def _fits(name: str, value: Any) -> bool:
    """Return whether a value may stand in this column."""
    if value is None:
        return True
    if name in TRUTH_COLUMNS:
        return isinstance(value, bool)
    if isinstance(value, (dict, list, bool)):
        return False
    if name in WHOLE_COLUMNS:
        return type(value) is int and abs(value) <= LARGEST_WHOLE
    if name in RESULT_COLUMNS and isinstance(value, str) != (name in TEXT_COLUMNS):
        return False
    # an integer beyond all floats is no result of a run
    return isinstance(value, (str, float)) or abs(value) <= sys.float_info.max
