"""Process groups: a program that was started in one of its own, with all that it has started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
#: In a second, of the times in /proc.
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def signal_group(group: int, number: int) -> None:
    """Send a signal to a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def running() -> Iterator[tuple[int, int, int]]:
    """Yield number, parent and group of each process that has not ended; none where there is no /proc."""
    for number, fields in _stats():
        yield number, int(fields[1]), int(fields[2])


def group_work(group: int) -> tuple[float, bool]:
    """Return the CPU (s) of a process group and of its ended members, and whether one has work to do at this moment.

    Without /proc: 0 and False.
    """
    ticks, busy = 0, False
    for _, fields in _stats():
        if int(fields[2]) == group:
            ticks += sum(map(int, fields[11:15]))
            busy = busy or fields[0] in "RD"
    return ticks / _TICKS, busy


def _stats() -> Iterator[tuple[int, list[str]]]:
    """Yield number and the fields of /proc/NUMBER/stat, from the state on, of each process that has not ended."""
    with suppress(OSError):
        for entry in _PROCESSES.iterdir():
            if entry.name.isdigit():
                try:
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if fields and fields[0] != "Z":
                    yield int(entry.name), fields


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
