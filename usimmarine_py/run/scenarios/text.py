"""The text of a scenario file, also of a gzipped one."""

from __future__ import annotations

import zlib
from pathlib import Path

from usimmarine_py.logs.tables import read_unpacked


def scenario_text(path: Path) -> str:
    """Return the text. Raises ``OSError``, and ``ValueError`` for what is neither UTF-8 nor whole gzip."""
    try:
        return read_unpacked(path).decode("utf-8")
    except (EOFError, zlib.error) as error:
        raise ValueError(f"cannot be unpacked: {error}") from None
