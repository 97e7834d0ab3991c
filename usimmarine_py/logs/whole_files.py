"""Files and folders that are whole, or not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that is either whole or as before; a device or a pipe is written to. Raises ``OSError``."""
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    path = Path(os.path.realpath(path))  # a link stays one
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str) -> None:
    """Write a file that is either whole or as before. Raises ``OSError``."""
    with whole_file(path) as file:
        file.write(text.encode("utf-8", "surrogateescape"))


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield a folder for files; they are at ``path`` in the end, all or none. Raises ``OSError``, also where it is."""
    path.mkdir()  # as a sign that it can be made
    path.rmdir()
    part = path.with_name(f".{path.name}.part")
    shutil.rmtree(part, ignore_errors=True)  # of one that was killed
    part.mkdir()
    try:
        yield part
        part.rename(path)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
