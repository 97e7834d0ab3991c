"""alogload: how often uLoadWatch saw applications exceed their period."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import HELP, VERSION, fields, is_comment, numeric, readable, whole_lines
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof


def breaches(lines: Iterable[str], *, near: bool = False) -> int:
    """Return the largest number of breaches (or near ones) that a log holds."""
    name = "ULW_NEAR_BREACH_COUNT" if near else "ULW_BREACH_COUNT"
    most = 0
    for line in lines:
        if not is_comment(line) and (entry := fields(line)).variable == name and numeric(entry.data):
            most = max(most, int(atof(entry.data)))
    return most


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogload FILE.alog [...] [OPTIONS]``; its exit code."""
    sources: list[str] = []
    verbose = terse = near = False
    for word in words:
        if word in VERSION:
            out.write(version_text("alogload"))
            return 0
        if word in HELP:
            out.write(help_text("alogload"))
            return 0
        good = True
        if word in ("--verbose", "-verbose"):
            verbose = not terse
        elif word in ("--terse", "-t", "-terse"):
            terse, verbose = True, False
        elif word in ("--near", "-n", "-near"):
            near = True
        elif word.endswith(".alog"):
            good = word not in sources and readable(word)
            if good:
                sources.append(word)
            elif verbose:
                kind = "Duplicate alog filename" if word in sources else "Unable to read alog file"
                out.write(f"{kind}: {word}\n")
        else:
            good = False
        if not good:
            out.write(f"alogload: Bad Arg: {word}\n")
            return 1
    total = 0
    for source in sources:
        if verbose:
            out.write(f"Examining alogfile: {source}\n")
        found = breaches(whole_lines(source), near=near)
        total += found
        if verbose:
            out.write(f"  Total breaches: {found}\n")
    out.write(f"{total}\n" if terse else f"Final Total {'Near ' if near else ''}Breaches: {total}\n")
    return 0
