"""Processes that applications of this process have started: they end with the loop."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

#: Time to end after SIGTERM, real s; then comes SIGKILL.
PATIENCE = 0.15


def children() -> set[int]:
    """Return the numbers of the processes that this one has started; none where the system does not tell."""
    from pathlib import Path  # not needed at the start

    found: set[int] = set()
    with suppress(OSError, ValueError):
        for task in Path("/proc/self/task").iterdir():
            with suppress(OSError):  # a thread that has ended
                found.update(map(int, (task / "children").read_text().split()))
    return found


def end_children(before: set[int]) -> None:
    """End the processes that were not there ``before``."""
    left = children() - before
    for number in (signal.SIGTERM, signal.SIGKILL):
        for process in left:
            with suppress(OSError):
                os.kill(process, number)
        end = time.monotonic() + PATIENCE
        while left and time.monotonic() < end:
            left = {process for process in left if not _has_ended(process)}
            if left:
                time.sleep(0.005)
        if not left:
            return


def _has_ended(process: int) -> bool:
    """Whether a child has ended; takes its exit code."""
    try:
        return os.waitpid(process, os.WNOHANG)[0] == process
    except ChildProcessError:
        return True  # who started it has taken it
