"""The signals that end a program."""

from __future__ import annotations

import signal


def ending_signals() -> list[signal.Signals]:
    """SIGINT, SIGTERM, and SIGHUP (its terminal was closed) unless that is ignored, as under ``nohup``."""
    found = [signal.SIGINT, signal.SIGTERM]
    hangup: signal.Signals | None = getattr(signal, "SIGHUP", None)  # there is none on Windows
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        found.append(hangup)
    return found
