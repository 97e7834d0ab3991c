"""The output of many programs on one terminal, each line with the name of its program before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from usimmarine_py.errors import printable

_COLOURS = (36, 33, 32, 35, 34, 31)
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|[\x00-\x08\x0b-\x1f\x7f]")
_RULE = re.compile(r"={20,}")
#: The head of a report: name, community, warnings, iteration.
_REPORT = re.compile(r"\S+ .*\d+/\d+\s*\(\d+\)")
#: A report comes at once; output that comes so much later is no part of it, s.
_REPORT_GAP = 0.05


class Printer:
    """A printer of prefixed lines, in colours on request. ``write`` takes one whole line without its end."""

    def __init__(self, names: Sequence[str], write: Callable[[str], None], *, colours: bool = False) -> None:
        self._width = max((len(name) for name in names), default=0)
        self._numbers = {name: k for k, name in enumerate(dict.fromkeys(names))}
        self._write = write
        self._colours = colours

    def line(self, name: str, text: str) -> None:
        """Print one line of the program called ``name``."""
        head = printable(name).ljust(self._width)
        if self._colours:
            colour = _COLOURS[self._numbers.get(name, 0) % len(_COLOURS)]
            head = f"\x1b[{colour}m{head}\x1b[0m"
        self._write(f"{head} | {printable(text)}")


class Stream:
    """The output of one program, cut into lines; empty lines and, by default, its reports are left out."""

    def __init__(self, name: str, printer: Printer, *, reports: bool = False) -> None:
        self.name = name
        self._own = f"{name.rpartition('/')[2]}: "
        self._printer = printer
        self._reports = reports
        self._rest = b""
        self._rule = ""  # a line that may begin a report
        self._in_report = False
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> None:
        """Take bytes that were read at the time ``now`` (s)."""
        if now - self._last > _REPORT_GAP:
            self._in_report = False
        self._last = now
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)
        if len(self._rest) > 65536:
            self.close()

    def close(self) -> None:
        """Print the rest, which has no line end."""
        rest, self._rest = self._rest, b""
        self._take(rest)
        self._say(self._rule)
        self._rule = ""

    def _take(self, raw: bytes) -> None:
        text = _ESCAPES.sub("", raw.decode("utf-8", "replace")).rstrip()
        if self._reports:
            self._say(text)
            return
        rule, self._rule = self._rule, ""
        if rule and _REPORT.fullmatch(text):
            self._in_report = True
        elif not self._in_report:
            self._say(rule)
            if _RULE.fullmatch(text):
                self._rule = text
            else:
                self._say(text)

    def _say(self, text: str) -> None:
        if text:
            # programs of this package begin their lines with their names, too
            self._printer.line(self.name, text.removeprefix(self._own))


class Relay(Stream):
    """The output of a process that plays several programs, whose names its lines begin with."""

    def __init__(self, name: str, printer: Printer) -> None:
        super().__init__(name, printer, reports=True)  # it has left out what is to be left out

    def _say(self, text: str) -> None:
        head, bar, rest = text.partition(" | ")
        if bar:
            self._printer.line(head.rstrip(), rest)
        else:
            super()._say(text)
