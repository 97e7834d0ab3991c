"""alogbin: how many numbers of a file fall into each bin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import trunc
from typing import TextIO

from usimmarine_py.logs.tools.lines import HELP, VERSION, is_comment, numeric, readable, whole_lines
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.text import atof, compact_number, stream_number


def binned(values: Iterable[float], width: float) -> dict[float, int]:
    """Return how many values fall into each bin, by the middle of the bin, in order."""
    found: dict[float, int] = {}
    for value in values:
        middle = middle_of(value, width)
        found[middle] = found.get(middle, 0) + 1
    return dict(sorted(found.items()))


def middle_of(value: float, width: float) -> float:
    """Return the middle of the bin of a value; values are cut towards 0."""
    return (trunc(value / width) + 0.5) * width


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogbin FILE.log [OPTIONS]``; its exit code."""
    source, width, verbose, good = "", 1.0, False, False
    for word in words:
        if word in HELP:
            out.write(help_text("alogbin"))
            return 0
        if word in VERSION:
            out.write(version_text("alogbin"))
            return 0
        if word == "--verbose":
            verbose = good = True
        elif word.endswith(".log") or word.startswith("--file="):
            name = word if word.endswith(".log") else word[7:]
            good = readable(name)
            source = name if good else ""
            out.write("" if good else "input file not found or unable to open - exiting\n")
        elif word.startswith(("--delta=", "--min=")):  # the original takes --min for the width, too
            text = word.partition("=")[2]
            good = numeric(text) and atof(text) > 0
            width = atof(text) if good else width
        if not good:
            out.write(f"Unhandled command line argument: {word}\n{USE_HELP}")
            return 1
    if source:
        counts = binned(_values(source, width, out, verbose), width)
        out.writelines(f"{compact_number(middle, 8)}  {count}\n" for middle, count in counts.items())
    return 0


def _values(source: str, width: float, out: TextIO, verbose: bool) -> Iterable[float]:
    for line in whole_lines(source):
        if not line or is_comment(line):
            continue
        if not numeric(line):
            out.write(f"Bad line: [{line}]\n")
            continue
        value = atof(line)
        if verbose:
            out.write(f"{stream_number(value)} --> {compact_number(middle_of(value, width), 6)}\n")
        yield value
