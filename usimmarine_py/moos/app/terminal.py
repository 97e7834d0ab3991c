"""The terminal of an application: flushed lines that never end the program, and reports as they are printed.

laws/moos 7.5.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

from usimmarine_py.moos.app.appcast import Report

#: Takes one text, line ends included.
Console = Callable[[str], None]
#: Characters of terminal output kept for one APP_LOG post; more would only bloat every log.
MAX_LOGGED_TEXT = 65536
HEAD_WIDTH = 62
EVENTS_WIDTH = 67
#: Printed before each report, so that the newest stands alone on a small screen.
LEAD = "\n" * 9


def stdout_console(text: str) -> None:
    """Write to stdout and flush (it is block buffered under pAntler); a reader that went away does no harm."""
    _write(sys.stdout, text)


def stderr_console(text: str) -> None:
    """Write to stderr and flush."""
    _write(sys.stderr, text)


def stdout_is_terminal() -> bool:
    """Whether somebody looks."""
    with contextlib.suppress(AttributeError, ValueError):
        return sys.stdout.isatty()
    return False


def _write(stream: object, text: str) -> None:
    # ValueError: closed; UnicodeEncodeError is one, too: a Latin terminal gets what it can show
    with contextlib.suppress(OSError, AttributeError, ValueError):
        try:
            stream.write(text)  # type: ignore[attr-defined]
        except UnicodeEncodeError:
            stream.write(text.encode("ascii", "backslashreplace").decode("ascii"))  # type: ignore[attr-defined]
        stream.flush()  # type: ignore[attr-defined]


class LoggedConsole:
    """Collects terminal output for the variable APP_LOG (``APP_LOGGING = true``)."""

    def __init__(self) -> None:
        self._text = ""

    def __call__(self, text: str) -> None:
        self._text = (self._text + text)[:MAX_LOGGED_TEXT]

    def take(self, iteration: int) -> str:
        """The value of APP_LOG since the last call, empty if nothing was said."""
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
