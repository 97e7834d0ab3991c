"""How far a run is: a bar with the remaining time on a terminal, a line each tenth elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

BAR_WIDTH = 30
#: Least pause between two drawings of the bar, real s.
BAR_INTERVAL = 0.2


class Progress:
    """Call it with the simulated seconds and the part that is done (0 to 1)."""

    def __init__(
        self, stream: TextIO, *, terminal: bool | None = None, real: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._terminal = stream.isatty() if terminal is None else terminal
        self._real = real
        self._began = real()
        self._drawn = -BAR_INTERVAL
        self._tenths = 0
        self._bar_shown = False

    def __call__(self, simulated: float, part: float) -> None:
        """Show it if it is time to."""
        passed = self._real() - self._began
        if self._terminal:
            if passed - self._drawn >= BAR_INTERVAL:
                self._drawn = passed
                self._bar(simulated, part, passed)
            return
        tenths = int(part * 10.0)
        if tenths > self._tenths:
            self._tenths = tenths
            self._stream.write(f"{10 * tenths} %, {simulated:.0f} s simulated{self._remaining(part, passed)}\n")
            self._stream.flush()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar_shown:
            self._stream.write("\r\033[K")
            self._stream.flush()

    def _bar(self, simulated: float, part: float, passed: float) -> None:
        full = round(BAR_WIDTH * min(part, 1.0))
        bar = "#" * full + "-" * (BAR_WIDTH - full)
        self._stream.write(f"\r\033[K[{bar}] {100 * part:3.0f} %, {simulated:.0f} s{self._remaining(part, passed)}")
        self._stream.flush()
        self._bar_shown = True

    @staticmethod
    def _remaining(part: float, passed: float) -> str:
        if part <= 0.0:
            return ""
        left = round(passed * (1.0 - part) / part)
        return f", {left // 60}:{left % 60:02d} min left"
