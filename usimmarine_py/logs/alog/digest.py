"""The SHA-256 of the log that a lock-step run would write, without the log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from usimmarine_py.logs.alog.rows import RunLogWriter


class _Hashing(BytesIO):
    """Takes what would go to a file and keeps nothing of it."""

    def __init__(self) -> None:
        super().__init__()
        self.hash = hashlib.sha256()

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        self.hash.update(data)
        return len(data)


class RunLogDigest(RunLogWriter):
    """A listener like ``RunLogWriter`` that touches no disk; ``hexdigest`` is that of the file it would write."""

    def __init__(self, name: str, log_start: float, comments: Iterable[str] = (), precision: int = 5) -> None:
        """``name``: of the file without its folder, which stands in the header. The others as in ``RunLogWriter``."""
        self._opened: dict[Path, _Hashing] = {}
        super().__init__(name, log_start, comments, precision, open_file=self._open)

    def hexdigest(self) -> str:
        """SHA-256 of the whole log; to be asked for after ``close``."""
        return self._opened[self.path].hash.hexdigest()

    def _open(self, path: Path) -> _Hashing:
        return self._opened.setdefault(path, _Hashing())
