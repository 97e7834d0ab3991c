"""alogscan: which variables a log has, from whom, how much and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log10
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    commas,
    fields,
    last_piece,
    lower,
    readable,
    valid_entry,
    whole_lines,
)
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof, plain_number
from usimmarine_py.values.frozen import dataclass, field

_COLOURS = {"blue": 34, "green": 32, "red": 31, "magenta": 35, "cyan": 36, "yellow": 33, "nocolor": 0}
_PLAIN = "\33[0m"
#: Switch -> how to sort, and whether --reverse reverses it.
_ORDERS = {
    "-c": "chars", "--chars": "chars", "-l": "lines", "--lines": "lines", "--start": "start", "--stop": "stop",
    "--vars": "vars", "--procs": "proc", "--sort=chars": "chars", "--sort=lines": "lines", "--sort=start": "start",
    "--sort=stop": "stop", "--sort=vars": "vars", "--sort=var": "vars", "--sort=procs": "proc", "--sort=proc": "proc",
}  # fmt: skip
_REVERSIBLE = ("chars", "lines", "vars", "proc")
_HEADS = ("Variable Name", "Lines", "Chars", " Start", "  Stop", "Sources")
_RULES = ("-------------", "-----", "-----", "------", "------", "-------")


@dataclass(slots=True)
class ScannedVariable:
    """What a log has of one variable."""

    name: str
    sources: str  #: between commas
    first: float  #: s
    last: float  #: s
    lines: int = 0
    chars: int = 0


@dataclass(slots=True)
class Scan:
    """What a log has."""

    variables: dict[str, ScannedVariable] = field(default_factory=dict)
    chars: int = 0
    begin: float = 0.0  #: s
    end: float = 0.0  #: s

    @property
    def rate(self) -> float:
        """Characters per second."""
        return self.chars / (self.end - self.begin) if self.end > self.begin else 0.0


def scan(lines: Iterable[str], *, auxiliary: bool = True) -> Scan:
    """Count the entries of a log; ``auxiliary``: behaviours of the helm are sources of their own."""
    found = Scan()
    for line in lines:
        entry = valid_entry(line)
        if entry is None:
            continue
        time, name = atof(entry.time), entry.variable
        source, _, behind = entry.source.partition(":")
        if auxiliary and source == "pHelmIvP" and behind:
            before, colon, behaviour = behind.partition(":")
            aux = behaviour if colon else before
            source += f":{aux}" if aux else ""
        if not found.variables:
            found.begin = found.end = time
        found.begin, found.end = min(found.begin, time), max(found.end, time)
        chars = len(entry.data) + len(name) + len(source)
        found.chars += chars
        variable = found.variables.get(name)
        if variable is None:
            variable = found.variables[name] = ScannedVariable(name, source, time, time)
        elif source not in variable.sources:
            variable.sources += f",{source}"
        variable.last = time
        variable.lines += 1
        variable.chars += chars
    return found


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogscan file.alog [OPTIONS]``; its exit code."""
    if any(word in VERSION for word in words):
        out.write(version_text("alogscan"))
        return 0
    if any(word in HELP for word in words):
        out.write(help_text("alogscan"))
        return 0
    log, order = "", "proc"
    switches = set()
    for word in words:
        low = lower(word)
        if ".alog" in low:
            log = word
        elif low in _ORDERS:
            order = _ORDERS[low]
        else:
            switches.add(low)
    if not log:
        out.write("No alog file given - exiting\n")
        return 1
    if not readable(log):
        out.write(f"Unable to find or open {log} - Exiting.\n")
        return 1
    out.write(f"Scanning {log}... ")
    rate_alone = "--rate_only" in switches
    lines = whole_lines(log) if rate_alone else _counted(log, out)
    found = scan(lines, auxiliary=not rate_alone and "--noaux" not in switches)
    if not rate_alone:
        if not found.variables:
            out.write("Empty log file - exiting.\n")
            return 1
        reverse = bool(switches & {"-r", "--reverse"}) and order in _REVERSIBLE
        variables = _sorted(found, order, reverse)
        _show_variables(variables, out, colours=not switches & {"--nocolors", "-n"})
        if "--appstat" in switches:
            _show_applications(variables, out)
    rate = found.rate
    out.write(f"Data Rate (chars/sec): {plain_number(rate, 2)}  ({plain_number(rate / 1000, 2)}K/sec)\n")
    if "--loglist" in switches:
        names = [] if rate_alone else [variable.name for variable in variables]
        out.write(f"\n\nList of Logged variables ({len(names)})\n---------------------------------\n")
        out.writelines(f"  Log = {name}\n" for name in names)
    return 0


def _counted(log: str, out: TextIO) -> Iterator[str]:
    """Yield the lines of a log; print how many they are, its end counts."""
    out.write("\n")
    count = 0
    for count, line in enumerate(whole_lines(log), 1):
        if count % 5000 == 0:
            out.write(f"  Lines Read: {commas(count)}\r")
        yield line
    piece = last_piece(log)
    # the original reads on behind a piece that begins as no entry does
    count += 1 + bool(fields(piece).time != piece and piece[:1] not in "% \t0123456789")
    out.write(f"  Lines Read: {commas(count)}\r" if count % 5000 == 0 else "")
    out.write(f"\33[34m  Lines Read: {commas(count)}\n{_PLAIN}")


def _sorted(found: Scan, order: str, reverse: bool) -> list[ScannedVariable]:
    keys = {
        "chars": lambda one: one.chars, "lines": lambda one: one.lines, "start": lambda one: one.first,
        "stop": lambda one: one.last, "vars": lambda one: one.name,
        "proc": lambda one: one.sources.partition(",")[0] + one.name,
    }  # fmt: skip
    return sorted(found.variables.values(), key=keys[order], reverse=reverse)


def _digits(largest: float, more: int, least: int) -> int:
    return max(int(log10(largest)) + more if largest > 0 else 0, least)


def _show_variables(variables: Sequence[ScannedVariable], out: TextIO, *, colours: bool) -> None:
    name = max(len(one.name) for one in variables)
    lines = _digits(max(one.lines for one in variables), 2, 5)
    chars = _digits(max(one.chars for one in variables), 4, 5)
    start = _digits(max(one.first for one in variables), 4, 6)
    stop = _digits(max(one.last for one in variables), 4, 6)

    def row_of(*cells: object) -> str:
        first, *numbers, last = map(str, cells)
        wide = zip(numbers, (lines, chars, start, stop), strict=True)
        one, two, three, four = (text.rjust(width) for text, width in wide)
        return f"{first:<{name}} {one} {two}  {three}  {four}  {last}\n"

    out.write("\n" + row_of(*_HEADS) + row_of(*_RULES))
    palette = _Palette()
    for one in variables:
        row = row_of(
            one.name, one.lines, commas(one.chars), plain_number(one.first, 2), plain_number(one.last, 2), one.sources
        )
        out.write(f"{palette.colour(one.sources)}{row}{_PLAIN}" if colours else row)
    out.write(
        f"--------------------------------------------------\nTotal variables: {len(variables)}\n"
        f"Start/Stop Time: {plain_number(min(one.first for one in variables), 2)} / "
        f"{plain_number(max(one.last for one in variables), 2)}\n"
    )


class _Palette:
    """Colours of applications, one after the other; the last one for all that follow."""

    def __init__(self) -> None:
        self._given = {"pHelmIvP": "blue", "pNodeReporter": "green"}
        self._free = list(_COLOURS)[2:]

    def colour(self, sources: str) -> str:
        first = sources.partition(",")[0]
        name = first.partition(":")[0] or first
        if name not in self._given:
            self._given[name] = self._free.pop(0) if len(self._free) > 1 else self._free[0]
        return f"\33[{_COLOURS[self._given[name]]}m"


def _show_applications(variables: Sequence[ScannedVariable], out: TextIO) -> None:
    lines: dict[str, int] = {}
    chars: dict[str, int] = {}
    for one in variables:
        for name in one.sources.split(","):
            lines[name] = lines.get(name, 0) + one.lines
            chars[name] = chars.get(name, 0) + one.chars
    all_lines, all_chars = sum(one.lines for one in variables), sum(one.chars for one in variables)
    width = max(map(len, lines))
    out.write(
        f"\n\n\n{'MOOS Application':<{width + 6}}  Total Lines  Total Chars  Lines/Total  Chars/Total\n"
        f"{'---------------':<{width + 6}}  -----------  -----------  -----------  -----------\n"
    )
    for name in sorted(lines):
        out.write(
            f"{name:<{width}}           {lines[name]:>8}   {commas(chars[name]):>10}       "
            f"{plain_number(lines[name] / all_lines * 100, 2):>6}       "
            f"{plain_number(chars[name] / all_chars * 100, 2):>6}\n"
        )
