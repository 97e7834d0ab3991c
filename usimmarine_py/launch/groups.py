"""Process groups: a program that was started in one of its own, with all that it has started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")


def signal_group(group: int, number: int) -> None:
    """Send a signal to a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def running() -> Iterator[tuple[int, int, int]]:
    """Yield number, parent and group of each process that has not ended; none where there is no /proc."""
    with suppress(OSError):
        for entry in _PROCESSES.iterdir():
            if entry.name.isdigit():
                try:
                    state, parent, group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
                except (OSError, ValueError):
                    continue
                if state != "Z":
                    yield int(entry.name), int(parent), int(group)


def runs_in(folder: Path, word: str) -> bool:
    """Whether a member of the process group runs in a folder with ``word`` in its command; False without /proc."""
    own = os.getpgrp()
    for number, _, group in running():
        place = _PROCESSES / str(number)
        with suppress(OSError):
            if group == own and word.encode() in (place / "cmdline").read_bytes() and (place / "cwd").samefile(folder):
                return True
    return False


def group_lives(group: int) -> bool:
    """Whether a process group has a member that has not ended.

    Ended ones stay in the group until their parent has asked for them; process 1 of a container may never do so.
    """
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return not _PROCESSES.is_dir() or any(of == group for _, _, of in running())
