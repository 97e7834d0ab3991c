"""alogsort: the entries of a log in order of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TextIO

from usimmarine_py.logs.tools.entries.sorting import Sorter
from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    fields,
    is_comment,
    may_replace,
    readable,
    target_file,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof

_MISSING = "input not found or unable to open - exiting\n"


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogsort in.alog [out.alog] [OPTIONS]``; its exit code, which is always 0."""
    given = set(words)
    if given & set(VERSION):
        out.write(version_text("alogsort"))
        return 0
    if given & set(HELP):
        out.write(help_text("alogsort"))
        return 0
    source = target = ""
    window = 1000
    for word in words:
        if word.endswith(".alog"):
            source, target = (source, word) if source else (word, target)
        elif word.startswith("--cache=") and word[8:]:
            window = int(atof(word[8:]))
    if not source:
        out.write("No alog file given - exiting\n")
        return 0
    if not given & {"--quiet", "-quiet", "-q"}:
        out.write(f"Processing on file : {source}\n")
    if given & {"-c", "--check", "-check"}:
        if readable(source):
            _check(source, out)
        else:
            out.write(f"{_MISSING}Out-of-order state detected.\n")
    else:
        overwrite = bool(given & {"-f", "--force", "-force"})
        again = _sort(source, target, window, out, overwrite=overwrite)
        out.write(f"  Total lines: 0\n  Cache size : {window}\n  Re-Sorts :   {again}\n\n")
    out.write(f"Sorter Cache size: {window}\n")
    return 0


def _check(source: str, out: TextIO) -> None:
    """Show entries that follow a later one; the verdict after them is the original's, whatever was found."""
    last, last_time = "", -math.inf
    for line in whole_lines(source):
        if is_comment(line):
            continue
        time = atof(fields(line).time)
        if time < last_time:
            out.write(f"Out-of-order pair detected: \n  {last}\n  {line}\n")
        last, last_time = line, time
    out.write("All alog file entries are in order\n")


def _sort(source: str, target: str, window: int, out: TextIO, *, overwrite: bool) -> int:
    """Write the log in order; return how many entries came late."""
    if source == target:
        out.write("Input and output .alog files cannot be the same. \nExiting now.\n")
        return 0
    if not readable(source):
        out.write(_MISSING)
        return 0
    if readable(target) and not overwrite:
        refusal = f"Aborted: The file {target} will not be overwritten.\n"
        if not may_replace(f"{target} already exists. Replace? (y/n [n])\n", refusal, out):
            return 0
    sorter = Sorter(window, unique=True)
    with target_file(target) if target else nullcontext(out) as file:
        for line in whole_lines(source):
            if is_comment(line):
                file.write(f"{line}\n")
            else:
                sorter.add(atof(fields(line).time), line)
            if sorter.overfull:
                file.write(f"{sorter.pop()}\n")
        while sorter.filled:
            file.write(f"{sorter.pop()}\n")
    return sorter.sorted_again
