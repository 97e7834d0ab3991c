"""alogcd: encounters, near misses and collisions that a detector posted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    WEB,
    commas,
    fields,
    is_comment,
    readable,
    target_file,
    whole_lines,
    writable,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.text import atof, plain_number
from usimmarine_py.values.frozen import dataclass, field

_KINDS = {"ENCOUNTER": 0, "ENCOUNTER_SUMMARY": 0, "NEAR_MISS": 1, "COLLISION": 2}
_NAMES = ("Encounters:  ", "Near Misses: ", "Collisions:  ")


@dataclass(slots=True)
class Approaches:
    """Closest distances (m) of encounters, near misses and collisions, and the times of the latter two."""

    found: tuple[list[float], list[float], list[float]] = field(default_factory=lambda: ([], [], []))
    stamps: list[str] = field(default_factory=list)  #: time,variable,distance
    lines: int = 1  #: of the log, its end counts

    def take(self, line: str) -> None:
        """Take a line of the log."""
        self.lines += 1
        if is_comment(line):
            return
        entry = fields(line)
        kind = _KINDS.get(entry.variable)
        if kind is not None:
            distance = atof(entry.data)
            self.found[kind].append(distance)
            if kind:
                self.stamps.append(f"{entry.time},{entry.variable},{plain_number(distance, 2)}")


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogcd FILE.alog [OPTIONS]``; its exit code: 2 with collisions, 3 without encounters."""
    source = stamps = ""
    terse = good = False
    for word in words:
        if word in HELP or word in WEB:
            out.write(help_text("alogcd"))
            return 0
        if word in VERSION:
            out.write(version_text("alogcd"))
            return 0
        if word in ("-t", "--terse"):
            terse = good = True
        elif word.endswith(".alog"):
            good = readable(word)
            source = word if good else source
            out.write("" if good else f"Alog file [{word}] unable to read.\n")
        elif word.startswith("--tfile="):
            stamps = word[8:]
            good = not stamps or writable(stamps)
            out.write("" if good else f"TimeStamp file [{stamps}] unable to write.\n")
        if not good:
            out.write(f"Unhandled command line argument: {word}\n{USE_HELP}")
            return 1
    if not source:
        return 1
    return _report(source, stamps, out, terse=terse)


def _report(source: str, stamps: str, out: TextIO, *, terse: bool) -> int:
    if not terse:
        out.write(f"Analyzing collision encounters in file : {source}\n")
    approaches = Approaches()
    for line in whole_lines(source):
        approaches.take(line)
        if not terse:
            show_progress(approaches.lines - 1, 250000, out)
    if stamps:
        with target_file(stamps) as file:
            file.writelines(f"{stamp}\n" for stamp in approaches.stamps)
    encounters, misses, collisions = approaches.found
    if terse:
        out.write(f"{len(encounters)}/{len(misses)}/{len(collisions)}\n")
    else:
        out.write(f"\n{commas(approaches.lines)} total alog file lines.\n")
        if stamps:
            out.write(f"tstamp_file: {stamps}\n")
        rule = "=" * 41
        out.write(f"\n{rule}\n{'Collision Report:':<41}\n{rule}\n")
        for name, distances in zip(_NAMES, approaches.found, strict=True):
            total = 0.0
            for distance in distances:
                total += distance
            mean = total / len(distances) if distances else 0.0
            out.write(f"{name}{len(distances)}  (avg {plain_number(mean, 2)} m)\n")
        if collisions:
            out.write(f"Collision Worst: {plain_number(min(collisions), 2)}\n")
    return 2 if collisions else 0 if encounters else 3


def show_progress(count: int, row: int, out: TextIO) -> None:
    """Print a plus every 10,000 lines, and the number at the end of a row of them."""
    if count % 10000 == 0:
        out.write("+")
    if count % row == 0:
        out.write(f" ({commas(count)}) lines\n")
