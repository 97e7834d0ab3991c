"""alogavg: mean, least, largest and deviation of the second column, for each value of the first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    bite,
    is_comment,
    numeric,
    readable,
    strip,
    table,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.text import atof, compact_number, stream_number


def averages(pairs: Iterable[tuple[float, float]], *, spread: bool = False) -> list[tuple[float, ...]]:
    """Return ``(x, mean, least, largest, deviation)`` in order; ``spread``: distances from the mean."""
    groups: dict[float, list[float]] = {}
    for x, y in pairs:
        groups.setdefault(x, []).append(y)
    found: list[tuple[float, ...]] = []
    for x, values in sorted(groups.items()):
        total = 0.0
        for value in values:
            total += value
        mean = total / len(values)
        squares = 0.0
        for value in values:
            squares += (mean - value) * (mean - value)
        low, high = (mean - min(values), max(values) - mean) if spread else (min(values), max(values))
        found.append((x, mean, low, high, sqrt(squares / len(values))))
    return found


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogavg FILE.log [OPTIONS]``; its exit code."""
    source, verbose, aligned, spread = "", False, True, False
    for word in words:
        if word in HELP:
            out.write(help_text("alogavg"))
            return 0
        if word in VERSION:
            out.write(version_text("alogavg"))
            return 0
        if word == "--verbose":
            verbose = True
        elif word == "--noformat":
            aligned = False
        elif word in ("-np", "--negpos"):
            spread = True
        elif word.endswith(".log") or word.startswith("--file="):
            name = word if word.endswith(".log") else word[7:]
            if source or not readable(name):
                reason = "Only one log file may be provided." if source else (
                    f"Input file not found or unable to open: {name}")  # fmt: skip
                out.write((f"{reason}\n" if verbose else "") + f"Unhandled command line argument: {word}\n{USE_HELP}")
                return 1
            source = name
    if not source:
        return 1
    rows = averages(_pairs(source, out if verbose else None), spread=spread)
    if aligned:
        cells = [compact_number(number, 6) for row in rows for number in row]
        out.writelines(f"{line}\n" for line in table(cells, 5))
    else:
        out.writelines(f"{' '.join(map(stream_number, row))}\n" for row in rows)
    return 0


def _pairs(source: str, complaints: TextIO | None) -> Iterable[tuple[float, float]]:
    for line in whole_lines(source):
        if not line or is_comment(line):
            continue
        first, second = bite(strip(line), " ")
        if complaints and not (numeric(first) and numeric(second)):
            complaints.write(f"bad line: [{line}]\n")
        yield atof(first), atof(second)
