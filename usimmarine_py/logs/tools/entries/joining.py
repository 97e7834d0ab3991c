"""alogcat: logs one after the other, as one log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    fields,
    is_comment,
    numeric,
    readable,
    target_file,
    whole_lines,
    writable,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof, plain_number


class _Part(NamedTuple):
    """A log and its times (Unix s)."""

    source: str
    start: float  #: of the log
    first: float
    last: float


def log_start(source: str) -> float:
    """Return when a log began (Unix s), 0 without that line."""
    for count, line in enumerate(whole_lines(source)):
        if "LOGSTART" in line:
            return atof(fields(line).source)
        if count == 4:
            break
    return 0.0


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogcat a.alog b.alog [...] --new=c.alog [OPTIONS]``; its exit code."""
    sources: list[str] = []
    target, overwrite, verbose = "", False, False
    for word in words:
        if word in VERSION:
            out.write(version_text("alogcat"))
            return 0
        if word in HELP:
            out.write(help_text("alogcat"))
            return 0
        if word.startswith("--new="):
            target = word[6:]
        elif word.endswith(".alog") and word not in sources and not set(" \t") & set(word):
            sources.append(word)
        elif word in ("--verbose", "-verbose"):
            verbose = True
        elif word in ("--force", "-f", "-force"):
            overwrite = True
        elif word not in ("-w", "--web", "-web"):
            out.write(f"Unhandled argument: {word}\n")
            return 1
    if len(sources) < 2:
        out.write(help_text("alogcat"))
        return 0
    if verbose:
        out.write("Performing a pre-check on the list of alog files...\n")
    problem = _problem(sources, target, overwrite=overwrite)
    if problem:
        out.write(problem)
        return 1
    joined = sorted((_part(source) for source in sources), key=lambda part: part.last)
    return _join(joined, target, out, verbose=verbose)


def _problem(sources: Sequence[str], target: str, *, overwrite: bool) -> str:
    for source in sources:
        if not readable(source):
            return f"Cannot read {source}\n"
    if readable(target) and not overwrite:
        return f"Output file [{target}] already exists. \nUse the --force option to force an overwite.\n"
    if not target:
        return "Must provide an output file, e.g., --new=file.alog \n"
    if not writable(target):
        return f"Will not be able to write to: {target}\n"
    found = [_part(source) for source in sources]
    for one in found:
        for other in found:
            inside = any(other.first < time < other.last for time in (one.first, one.last))
            if one is not other and inside:
                return f"Overlapping alog files: \n  {one.source}\n  {other.source}\n"
    return ""


def _part(source: str) -> _Part:
    start = log_start(source)
    first, last = -999.0, -1.0
    searched = True
    for line in whole_lines(source):
        time = atof(fields(line).time)
        last = max(last, time)
        if searched and line and not is_comment(line):
            # entries are nearly in order
            searched = not (first > 0 and time > first + 10)
            first = time if first == -999.0 else min(first, time)
    return _Part(source, start, start + max(first, 0.0), start + last)


def _join(joined: Sequence[_Part], target: str, out: TextIO, *, verbose: bool) -> int:
    with target_file(target) as file:
        for place, part in enumerate(joined):
            if verbose:
                out.write(f"Processing file: {part.source}\n")
            shift = part.start - joined[0].start
            for count, line in enumerate(whole_lines(part.source), 1):
                if not place:
                    file.write(f"{line}\n")
                elif (moved := _moved(line, shift, part.source, count, out)) is not None:
                    file.write(f"{moved}\n")
    if verbose:
        out.write(f"Created new alog file: {target}\n")
    return 0


def _moved(line: str, shift: float, source: str, count: int, out: TextIO) -> str | None:
    """Return an entry with its new time; None for a line that is left out."""
    time = fields(line).time
    if is_comment(line) or not numeric(time) or atof(time) < 0:
        return None
    moved = atof(time) + shift
    if moved < 0:
        out.write(
            f"[{plain_number(shift, 2)}][{plain_number(moved, 2)}]Negative tstamp in file: {source}, on line {count}\n"
        )
    # also where the same digits stand within the value, as the original does
    return line.replace(time, plain_number(moved, 3))
