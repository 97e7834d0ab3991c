"""The terminal of an application: flushed lines that neither end nor block the program, and printed reports.

laws/moos 7.5. A stopped terminal (Ctrl-S) or a pipe without a reader accepts no output; a vehicle or a MOOSDB must not
wait for it. Output is kept up to a limit, and omissions are reported.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import stat
import sys
import threading
import time
from collections.abc import Callable

from usimmarine_py.errors import printable
from usimmarine_py.moos.app.appcast import Report

#: Takes one text, line ends included.
Console = Callable[[str], None]
#: Characters of terminal output kept for one APP_LOG post; more would only bloat every log.
MAX_LOGGED_TEXT = 65536
HEAD_WIDTH = 62
EVENTS_WIDTH = 67
#: Printed before each report, so that the newest stands alone on a small screen.
LEAD = "\n" * 9


#: Bytes kept for a terminal that takes nothing; further texts are left out and counted.
MAX_PENDING = 256 * 1024
#: How long a text may wait for a terminal that took the one before, real s; the next ones do not wait.
SLOW_TERMINAL = 0.05
#: How long the end of the program may wait for what is kept, real s.
LAST_WORDS = 0.3


def stdout_console(text: str) -> None:
    """Write to stdout and flush (it is block buffered under pAntler); a reader that went away does no harm, nor do
    others' texts that would steer a terminal.
    """
    with contextlib.suppress(OSError):
        write_at_once(sys.stdout, printable(text))


def stdout_drawing(text: str) -> None:
    """Write to stdout what steers the terminal on purpose; text of others must have been made printable before."""
    with contextlib.suppress(OSError):
        write_at_once(sys.stdout, text)


def stderr_console(text: str) -> None:
    """Write to stderr and flush."""
    with contextlib.suppress(OSError):
        write_at_once(sys.stderr, printable(text))


def stdout_line(text: str) -> None:
    """One line to stdout, its end added."""
    stdout_console(f"{text}\n")


def stderr_line(text: str) -> None:
    """One line to stderr, its end added."""
    stderr_console(f"{text}\n")


def stdout_is_terminal() -> bool:
    """Whether reports are requested."""
    with contextlib.suppress(AttributeError, ValueError):
        return sys.stdout.isatty()
    return False


def reader_has_left(stream: object) -> bool:
    """Whether what reads ``stream``, a pipe or a terminal, has gone, as far as the system says it before a write."""
    if not hasattr(select, "poll"):  # Windows
        return False
    poll = select.poll()
    try:
        poll.register(stream.fileno(), 0)  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):  # none, or closed
        return False
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


def write_at_once(stream: object, text: str) -> None:
    """Write and flush without waiting for a terminal or pipe that takes nothing. Raises ``OSError`` when it is gone."""
    with contextlib.suppress(AttributeError, ValueError):  # none, or closed
        try:
            data = text.encode(stream.encoding or "utf-8", stream.errors or "strict")  # type: ignore[attr-defined]
        except UnicodeEncodeError:  # a Latin terminal gets what it can show
            text = text.encode("ascii", "backslashreplace").decode("ascii")
            data = text.encode()
        with _lock:
            outlet = _outlet(stream)
            if outlet is None:
                stream.write(text)  # type: ignore[attr-defined]
                stream.flush()  # type: ignore[attr-defined]
            else:
                outlet.write(data)


class _Terminal:
    """A terminal or pipe, opened once more so that writing to it never waits: our standard output itself is shared
    with programs that rely on waiting.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = b""
        self._left_out = 0

    def write(self, data: bytes) -> None:
        """Hand on what is kept, then ``data``; keep what is not taken."""
        stuck = bool(self._pending)
        if len(self._pending) + len(data) > MAX_PENDING and stuck:
            self._flush(0.0)
            if self._pending:
                self._left_out += bool(data)
                return
        if self._left_out:
            self._pending += f"({self._left_out} texts are left out: the terminal took nothing)\n".encode()
            self._left_out = 0
        self._pending += data
        self._flush(0.0 if stuck else SLOW_TERMINAL)

    def last_words(self) -> None:
        """The program ends."""
        with contextlib.suppress(OSError):
            self._flush(LAST_WORDS)

    def _flush(self, patience: float) -> None:
        until = time.monotonic() + patience
        while self._pending:
            try:
                self._pending = self._pending[os.write(self._descriptor, self._pending) :]
            except BlockingIOError:
                left = until - time.monotonic()
                if left <= 0.0 or not select.select([], [self._descriptor], [], left)[1]:
                    return
            except OSError:
                self._pending = b""
                raise


_lock = threading.RLock()  # the MOOSDB of --db has a thread of its own
_outlets: dict[tuple[int, int, int], _Terminal | None] = {}


def _outlet(stream: object) -> _Terminal | None:
    """The way past waiting, None where there is no waiting (a file), or no way (not Linux)."""
    if sys.platform != "linux":
        return None
    try:
        number = stream.fileno()  # type: ignore[attr-defined]
        what = os.fstat(number)
    except (OSError, ValueError):
        return None
    key = (number, what.st_dev, what.st_ino)
    if key not in _outlets:
        outlet = None
        if stat.S_ISFIFO(what.st_mode) or os.isatty(number):
            flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
            with contextlib.suppress(PermissionError, FileNotFoundError):  # another user's terminal; no /proc
                outlet = _Terminal(os.open(f"/proc/self/fd/{number}", flags))
                atexit.register(outlet.last_words)
        _outlets[key] = outlet
    return _outlets[key]


class LoggedConsole:
    """Collects terminal output for the variable APP_LOG (``APP_LOGGING = true``)."""

    def __init__(self) -> None:
        self._text = ""

    def __call__(self, text: str) -> None:
        self._text = (self._text + text)[:MAX_LOGGED_TEXT]

    def take(self, iteration: int) -> str:
        """The value of APP_LOG since the last call, empty without output."""
        text, self._text = self._text, ""
        return f"iter={iteration},log=" + text.replace("\n", "!@#") if text else ""


def terminal_report(report: Report) -> str:
    """The lines of a report, without the leading newlines; ends in a newline."""
    left = f"{report.app} {report.community}".rstrip()
    right = f"{len(report.config_warnings)}/{report.run_warning_total}({report.iteration})"
    rule = "=" * HEAD_WIDTH
    lines = [rule, left + right.rjust(max(HEAD_WIDTH - len(left), len(right) + 1)), rule]
    if report.config_warnings:
        count = len(report.config_warnings)
        lines.append(f"Configuration Warnings: {count}")
        lines += [f" [{i} of {count}]: {text}" for i, text in enumerate(report.config_warnings, 1)]
        lines.append("")
    if report.run_warnings:
        lines.append(f"Runtime Warnings: {report.run_warning_total}")
        lines += [f" [{count}]: {text}" for text, count in report.run_warnings]
        lines.append("")
    lines += [*report.lines, ""]
    if report.events:
        rule = "=" * EVENTS_WIDTH
        lines += [rule, f"Most Recent Events ({len(report.events)}):", rule, *reversed(report.events)]
    return "\n".join(lines) + "\n"
