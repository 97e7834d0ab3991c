"""Locks for files with one writer at a time."""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack
from pathlib import Path

from usimmarine_py.errors import ConfigError


def claim(path: Path, stack: ExitStack, problem: str) -> None:
    """Lock a file for this process until ``stack`` is closed; it is created if missing, and not changed otherwise.

    Raises ``ConfigError`` with ``problem`` if another process holds it, and ``OSError`` if it cannot be opened.
    """
    held = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    stack.callback(os.close, held)
    if not stat.S_ISREG(os.fstat(held).st_mode):
        return  # every process may write to /dev/null
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # no such locks on this system
    except BlockingIOError:
        raise ConfigError(problem, file=str(path)) from None
    except OSError:
        pass  # nor in this file system
