"""Process groups: a program that was started in one of its own, with all that it has started."""

from __future__ import annotations

import os
from contextlib import suppress


def signal_group(group: int, number: int) -> None:
    """Send a signal to a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def group_lives(group: int) -> bool:
    """Whether a process group has a member."""
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
