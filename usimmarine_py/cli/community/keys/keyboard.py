"""Read single keys from a terminal while a command runs."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_ARROWS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left"}


class Keys:
    """Reads a key when called with the real seconds to wait; made by ``terminal_keys``."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self._held = b""

    @property
    def are_there(self) -> bool:
        """Whether there may be more keys."""
        return self._descriptor is not None

    def __call__(self, seconds: float) -> str:
        """Return the next key: a character, ``up``, ``down``, ``right``, ``left``; empty after the time-out."""
        if self._descriptor is None:
            time.sleep(max(seconds, 0.0))
            return ""
        if not self._held:
            if not select.select([self._descriptor], [], [], max(seconds, 0.0))[0]:
                return ""
            self._held = os.read(self._descriptor, 64)
            if not self._held:
                self._descriptor = None  # the terminal is gone
                return ""
        if self._held[:2] in (b"\x1b[", b"\x1bO"):
            key, self._held = _ARROWS.get(self._held[2:3], ""), self._held[3:]
            return key
        key, self._held = self._held[:1].decode("ascii", "ignore"), self._held[1:]
        return key


@contextmanager
def terminal_keys(*, pipes: bool = False) -> Iterator[Keys]:
    """Read keys without Enter if stdin is a terminal, and restore it at the end; otherwise there are no keys.

    With ``pipes`` what comes through a pipe or from a file counts as keys, too.
    """
    try:
        import termios
        import tty

        descriptor = sys.stdin.fileno()
        if pipes and not os.isatty(descriptor):
            yield Keys(descriptor)
            return
        if not os.isatty(descriptor) or os.tcgetpgrp(descriptor) != os.getpgrp():
            raise OSError("the terminal belongs to another process")
        before = termios.tcgetattr(descriptor)
    except (ImportError, OSError, ValueError):
        yield Keys(None)
        return
    tty.setcbreak(descriptor)
    try:
        yield Keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
