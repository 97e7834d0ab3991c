"""The signals that end a program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def ending_signals() -> list[signal.Signals]:
    """SIGINT, SIGTERM, and SIGHUP (its terminal was closed) unless that is ignored, as under ``nohup``."""
    found = [signal.SIGINT, signal.SIGTERM]
    hangup: signal.Signals | None = getattr(signal, "SIGHUP", None)  # there is none on Windows
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        found.append(hangup)
    return found


@contextmanager
def ended_by(leave: Callable[[int], None]) -> Iterator[None]:
    """Call ``leave`` with the number of each of the ``ending_signals``; only possible in the main thread."""
    before = []
    if threading.current_thread() is threading.main_thread():
        before = [(n, signal.signal(n, lambda number, _frame: leave(number))) for n in ending_signals()]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
