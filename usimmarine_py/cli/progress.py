"""How far a run or a sweep is: drawn anew with the remaining time on a terminal, a line each tenth elsewhere."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TextIO

BAR_WIDTH = 30
#: Least pause between two drawings of the bar, real s.
BAR_INTERVAL = 0.2


class Words:
    """Progress on its way to a stream. One that is gone (``2>&1 | head``) or full ends the words, never the work."""

    def __init__(self, stream: TextIO, terminal: bool | None = None) -> None:
        self.terminal = _is_terminal(stream) if terminal is None else terminal  #: whether a line can be drawn anew
        self._stream = stream
        self._broken = False

    def write(self, text: str) -> None:
        """Show it now."""
        if self._broken:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._broken = True


class Progress:
    """Call it with the simulated seconds and the part that is done (0 to 1)."""

    def __init__(
        self, stream: TextIO, *, terminal: bool | None = None, real: Callable[[], float] = time.monotonic
    ) -> None:
        self._words = Words(stream, terminal)
        self._real = real
        self._began = real()
        self._drawn = -BAR_INTERVAL
        self._tenths = 0
        self._bar_shown = False

    def __call__(self, simulated: float, part: float) -> None:
        """Show it if it is time to."""
        passed = self._real() - self._began
        if self._words.terminal:
            if passed - self._drawn >= BAR_INTERVAL:
                self._drawn = passed
                self._bar(simulated, part, passed)
            return
        tenths = int(part * 10.0 + 1e-9)
        if tenths > self._tenths:
            self._tenths = tenths
            left = f", {remaining(part, passed)} left" if part < 1.0 else ""
            self._words.write(f"{10 * tenths} %, {simulated:.0f} s simulated{left}\n")

    def close(self) -> None:
        """Take the bar away."""
        if self._bar_shown:
            self._bar_shown = False
            self._words.write("\r\033[K")

    def _bar(self, simulated: float, part: float, passed: float) -> None:
        full = round(BAR_WIDTH * min(part, 1.0))
        bar = "#" * full + "-" * (BAR_WIDTH - full)
        left = f", {remaining(part, passed)} left" if part > 0.0 else ""
        self._bar_shown = True
        self._words.write(f"\r\033[K[{bar}] {100 * part:3.0f} %, {simulated:.0f} s simulated{left}")


class SweepProgress:
    """A line that is written over on a terminal, one line each tenth elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._words = Words(stream)
        self._began = time.monotonic()
        self._first: int | None = None
        self._tenths = 0

    def __call__(self, done: int, count: int) -> None:
        """Tell it if it is time to."""
        if self._first is None:
            self._first = done
        tenths = 10 * done // count
        if not self._words.terminal and tenths == self._tenths:
            return
        self._tenths = tenths
        passed = time.monotonic() - self._began
        fresh = done - self._first
        part = fresh / (fresh + count - done) if fresh > 0 else 0.0
        left = f", {remaining(part, passed)} left" if 0.0 < part < 1.0 else ""
        text = f"{done} of {count} runs{left}"
        if self._words.terminal:
            text = f"\r\033[K{text}" if done < count else "\r\033[K"
        self._words.write(text if self._words.terminal else f"{text}\n")


def remaining(part: float, passed: float) -> str:
    """What is left in words, when ``part`` (above 0, at most 1) took ``passed`` real s: ``12 s``, ``2:05 min``."""
    left = round(passed * (1.0 - part) / part)
    if left < 60:
        return f"{left} s"
    if left < 3600:
        return f"{left // 60}:{left % 60:02d} min"
    return f"{left // 3600}:{left % 3600 // 60:02d} h"


def _is_terminal(stream: TextIO) -> bool:
    """Whether a line can be drawn anew there."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"
