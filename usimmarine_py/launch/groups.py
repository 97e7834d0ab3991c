"""Process groups: a program that was started in one of its own, with all that it has started."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from usimmarine_py.moos.app.processes import place, running, stats

#: In a second, of the times in /proc.
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def signal_group(group: int, number: int) -> None:
    """Send a signal to a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def group_work(group: int) -> tuple[float, bool]:
    """Return the CPU (s) of a process group and of its ended members, and whether one has work to do at this moment.

    Without /proc: 0 and False.
    """
    ticks, busy = 0, False
    for _, fields in stats():
        if int(fields[2]) == group:
            ticks += sum(map(int, fields[11:15]))
            busy = busy or fields[0] in "RD"
    return ticks / _TICKS, busy


def runs_in(folder: Path, word: str) -> bool:
    """Whether a member of the process group runs in a folder with ``word`` in its command; False without /proc."""
    own = os.getpgrp()
    for number, _, group in running():
        found = place(number)
        with suppress(OSError):
            if group == own and word.encode() in (found / "cmdline").read_bytes() and (found / "cwd").samefile(folder):
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
    return not place().is_dir() or any(of == group for _, _, of in running())
