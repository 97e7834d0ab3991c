"""Follow an ``.alog`` while it is being written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from usimmarine_py.errors import LogFileError, shorten
from usimmarine_py.logs.alog.reader import _ROW, AlogRow, _row, _text


class AlogTail:
    """Returns new rows of a growing log; a log that is replaced under the same name is read from its beginning.

    ``unwanted(time, variable)``, both as written, skips a row before it is parsed, which is several times faster.
    Raises ``LogFileError`` if the file cannot be opened. Call ``close()`` when done.
    """

    def __init__(self, path: str | Path, unwanted: Callable[[bytes, bytes], bool] = lambda time, name: False) -> None:
        self.path = Path(path)
        self._unwanted = unwanted
        self._file: BinaryIO
        self._open()

    def _open(self) -> None:
        try:
            self._file = self.path.open("rb")
        except OSError as error:
            problem = f"cannot read the log: {error.strerror or error}"
            raise LogFileError(problem, remedy="check the path", file=str(self.path)) from error
        self._rest = b""
        self._head: re.Match[bytes] | None = None
        self._parts: list[bytes] = []
        self._line = self._first = 0

    @property
    def position(self) -> int:
        """Number of bytes that have been read."""
        return self._file.tell()

    @property
    def left(self) -> int:
        """Number of bytes in the file that have not been read."""
        return max(os.fstat(self._file.fileno()).st_size - self._file.tell(), 0)

    def begun_anew(self) -> bool:
        """Whether the file was replaced or cut since it was opened; if so, reading starts again at its top."""
        try:
            now = self.path.stat()
        except OSError:
            return False  # moved: the open file can still be read
        held = os.fstat(self._file.fileno())
        if (now.st_ino, now.st_dev) == (held.st_ino, held.st_dev) and now.st_size >= self._file.tell():
            return False
        self._file.close()
        self._open()
        return True

    def read(self, limit: int = 256 * 1024) -> list[AlogRow]:
        """Read the rows of at most the next ``limit`` bytes; none if nothing was added.

        The latest row is held back until the next one begins or nothing more is added, because a text may continue on
        the next line. Raises ``LogFileError`` with file and line if the file is no log.
        """
        data = self._file.read(limit)
        if not data:
            return self._take_pending()
        rows: list[AlogRow] = []
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line += 1
            if line.startswith(b"%%"):
                continue
            match = _ROW.match(line)
            if match is not None:
                rows += self._take_pending()
                self._first = self._line
                if not self._unwanted(match[1], match[2]):
                    self._head, self._parts = match, [line]
            elif self._head is not None:
                self._parts.append(line)
            elif line.strip() and not self._first:
                problem = f"not a row of a log (time, variable, source, value): {shorten(_text(line), 60)}"
                raise LogFileError(problem, file=str(self.path), line=self._line)
        return rows

    def _take_pending(self) -> list[AlogRow]:
        if self._head is None:
            return []
        row = _row(self.path, self._head, self._parts, self._first)
        self._head = None
        return [row]

    def close(self) -> None:
        """Close the file."""
        self._file.close()
