"""Which files are launch scripts, and which are missions."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

#: Endings of mission files: as written, with other values by pAntler, with patches by nsplug.
MISSIONS = (".moos", ".moos++", ".moosx")


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
