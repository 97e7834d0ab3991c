"""The file of results: never one of an earlier call, nor an empty or cut one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from usimmarine_py.errors import ConfigError, file_errors
from usimmarine_py.grade.grade import Grade
from usimmarine_py.grade.junit import junit_xml

#: Bytes in which a file of results shows what it is.
_HEAD = 200


class Results:
    """The JUnit file: emptied first, so that results of an earlier call are not taken for those of this one.

    If nothing was judged (wrong usage, say) it is removed.
    """

    def __init__(self, path: Path | None) -> None:
        """``path`` None: nothing is written. Entering the context raises ``ConfigError`` if it cannot be."""
        self._path = path
        self._file: BinaryIO | None = None

    def __enter__(self) -> Results:
        if self._path is not None:
            self._file = self._opened(self._path)
        return self

    @staticmethod
    def _opened(path: Path) -> BinaryIO:
        if path.suffix == ".moos":
            raise ConfigError("is a mission; the results would take its place", key="--junit", file=str(path))
        if not path.absolute().parent.is_dir():
            raise ConfigError("no such folder for the results", key="--junit", file=str(path))
        with file_errors(path, error=ConfigError, key="--junit"):
            return path.open("wb")

    def write(self, grades: Sequence[Grade]) -> None:
        """Write the grades. Raises ``LogFileError``."""
        if self._file is None:
            return
        with file_errors(self._path, key="--junit"):
            self._file.write(junit_xml(grades))
            self._file.close()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._file is None or self._path is None:
            return
        with suppress(OSError):
            self._file.close()
        if kind is not None and self._path.is_file():
            self._path.unlink()  # an empty or a cut file would be taken for results


def drop_results(path: Path) -> None:
    """Remove results of an earlier call, if the file holds such."""
    with suppress(OSError, ValueError):
        if not path.is_file():
            return
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if not head or b"<testsuites" in head:
            path.unlink()
