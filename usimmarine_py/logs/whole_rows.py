"""Write files of rows to a disk that may be full: only complete rows remain in the file."""

from __future__ import annotations

import contextlib
import os
import stat
from io import SEEK_CUR, BytesIO, FileIO
from pathlib import Path
from typing import Literal


class PartialWriteError(Exception):
    """The disk accepted only a part of the data; ``rest`` begins with the first row that is not in the file."""

    def __init__(self, error: OSError, rest: bytes) -> None:
        super().__init__(str(error))
        self.error = error
        self.rest = rest


def put(file: FileIO | BytesIO, data: bytes, *, whole: bool = False) -> None:
    """Write rows. Raises ``PartialWriteError`` and keeps the complete rows in the file, with ``whole`` all or none."""
    written = 0
    try:
        while written < len(data):
            written += file.write(data[written:] if written else data)
    except OSError as error:
        good = 0 if whole else data.rfind(b"\n", 0, written) + 1
        with contextlib.suppress(OSError):
            file.seek(good - written, SEEK_CUR)
            file.truncate()
        raise PartialWriteError(error, data[good:]) from error


def put_rows(file: FileIO | BytesIO, data: bytes) -> None:
    """Write rows. Raises ``OSError`` and keeps the complete rows in the file; the rest is lost."""
    try:
        put(file, data)
    except PartialWriteError as full:
        raise full.error from None


def put_file(path: Path, data: bytes, *, whole: bool = False) -> None:
    """Write a file of rows. Raises ``OSError`` and keeps the complete rows in it, with ``whole`` all or none; a file
    without any is removed.
    """
    _put_in(path, "wb", data, whole=whole)


def append_text(path: Path | str, text: str) -> None:
    """Append to a file. Raises ``OSError`` and leaves it as it was, absent if it was."""
    _put_in(Path(path), "ab", text.encode("utf-8"), whole=True)


def _put_in(path: Path, mode: Literal["wb", "ab"], data: bytes, *, whole: bool) -> None:
    with path.open(mode, buffering=0) as file:
        try:
            put(file, data, whole=whole)
        except PartialWriteError as full:
            if not file.tell():
                discard(path)
            raise full.error from None


def discard(path: Path) -> None:
    """Remove a file that cannot be used because the disk took no more of it; a device or pipe stays."""
    with contextlib.suppress(OSError):
        if stat.S_ISREG(os.lstat(path).st_mode):
            path.unlink()


def drop_empty(path: Path) -> None:
    """Remove a file that nothing was written to."""
    with contextlib.suppress(OSError):
        if stat.S_ISREG(os.lstat(path).st_mode) and path.stat().st_size == 0:
            path.unlink()
