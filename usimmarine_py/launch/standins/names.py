"""Which files are launch scripts."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def is_script(path: Path) -> bool:
    """Whether a file is a shell script: by its name, or its first line."""
    if path.suffix in (".sh", ".bash"):
        return True
    with suppress(OSError):
        if path.is_file():  # a pipe would wait for its writer
            with path.open("rb") as file:
                first = file.readline(80)
            return first.startswith(b"#!") and b"sh" in first
    return False
