"""Output of commands: text, and the progress of a run or a sweep. On a terminal the progress with the remaining time
is redrawn; otherwise a line is printed for each tenth.

click's progress bar is not used: it raises when its reader has closed the output, draws nothing without a terminal,
and counts the runs of an earlier sweep as work of this one.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from usimmarine_py.errors import printable

BAR_WIDTH = 30
#: Minimum time between two drawings of the bar, real s.
BAR_INTERVAL = 0.2
#: Real s that a run lasts before its progress is shown.
SHORT = 1.0


def shows_progress(stream: TextIO, *, asked: bool, quiet: bool) -> bool:
    """Whether progress is shown: as asked, else not in a job of a CI service (``CI`` is set and no terminal)."""
    return asked or not (quiet or (os.environ.get("CI") and not stream.isatty()))


def say(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text, to standard error if ``err``; control characters are escaped, since it may hold foreign text."""
    click.echo(printable(text), err=err, nl=nl)


class StatusLine:
    """A status line that is replaced. A closed (``2>&1 | head``) or full stream ends it, but not the work."""

    def __init__(
        self, stream: TextIO, *, terminal: bool | None = None, real: Callable[[], float] = time.monotonic
    ) -> None:
        #: whether a line can be redrawn
        self.terminal = stream.isatty() and os.environ.get("TERM") != "dumb" if terminal is None else terminal
        self._stream = stream
        self._real = real
        self._began = real()
        self._shown = self._broken = False

    @property
    def passed(self) -> float:
        """Real s since the beginning."""
        return self._real() - self._began

    def show(self, text: str) -> None:
        """Show a line in place of the one before it, or below it."""
        self._shown = True
        self._write(f"\r\033[K{text}" if self.terminal else f"{text}\n")

    def close(self) -> None:
        """Remove the line from a terminal."""
        if self._shown and self.terminal:
            self._shown = False
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        if self._broken:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._broken = True


class Progress(StatusLine):
    """The progress of a run. Call it with the simulated seconds and the completed fraction (0 to 1).

    Runs of less than ``SHORT`` real s show none, unless ``asked``.
    """

    asked = False

    whole = ""  #: how long the whole run is, such as ``of 300 s``
    _drawn = -BAR_INTERVAL
    _tenths = 0

    def __call__(self, simulated: float, part: float) -> None:
        """Show it if it is time to."""
        passed = self.passed
        if passed < SHORT and not self.asked:
            return
        tenths = int(part * 10.0 + 1e-9)
        if passed - self._drawn < BAR_INTERVAL if self.terminal else tenths <= self._tenths:
            return
        self._drawn, self._tenths = passed, tenths
        left = f", {remaining(part, passed)} left" if 0.0 < part < 1.0 else ""
        percent = f"{10 * tenths} %"
        if self.terminal:
            full = round(BAR_WIDTH * min(part, 1.0))
            percent = f"[{'#' * full}{'-' * (BAR_WIDTH - full)}] {100 * part:3.0f} %"
        whole = f" {self.whole}" if self.whole and part < 1.0 else ""
        self.show(f"{percent}, {simulated:.0f} s{whole} simulated{left}")


def progress_of(stream: TextIO, *, asked: bool, quiet: bool) -> Progress | None:
    """Return the progress of a run if it is shown, else None."""
    if not shows_progress(stream, asked=asked, quiet=quiet):
        return None
    progress = Progress(stream)
    progress.asked = asked
    return progress


class SweepProgress(StatusLine):
    """The progress of a sweep. Call it with the number of completed runs, including those of an earlier call."""

    _first: int | None = None
    _tenths = 0

    def __call__(self, done: int, count: int) -> None:
        """Show it if it is time to."""
        if self._first is None:
            self._first = done
        tenths = 10 * done // count
        if not self.terminal and tenths == self._tenths:
            return
        self._tenths = tenths
        fresh = done - self._first
        part = fresh / (fresh + count - done) if fresh > 0 else 0.0
        left = f", {remaining(part, self.passed)} left" if 0.0 < part < 1.0 else ""
        self.show(f"{done} of {count} runs{left}")
        if done == count:
            self.close()


@contextmanager
def compiling(
    what: str, seconds: float, stream: TextIO | None = None, *, terminal: bool | None = None
) -> Iterator[None]:
    """Say that something is compiled for the first time, how long that usually takes (s), and, on a terminal, how long
    it has taken; otherwise how long it took in the end. Nothing with --quiet.
    """
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.params.get("quiet"):
        yield
        return
    line = StatusLine(sys.stderr if stream is None else stream, terminal=terminal)
    text = f"compiling {what}, once on this machine: about {seconds:.0f} s"
    line.show(text)
    done = threading.Event()

    def count() -> None:
        while not done.wait(1.0):
            line.show(f"{text}, {line.passed:.0f} s so far")

    counter = threading.Thread(target=count, daemon=True)
    if line.terminal:
        counter.start()
    try:
        yield
    finally:
        done.set()
        if line.terminal:
            counter.join()
            line.close()
        else:
            line.show(f"compiled in {line.passed:.0f} s")


def remaining(part: float, passed: float) -> str:
    """The remaining time as text, if ``part`` (above 0, at most 1) took ``passed`` real s: ``12 s``, ``2:05 min``."""
    left = round(passed * (1.0 - part) / part)
    if left < 60:
        return f"{left} s"
    if left < 3600:
        return f"{left // 60}:{left % 60:02d} min"
    return f"{left // 3600}:{left % 3600 // 60:02d} h"
