"""uTermCommand: posts that a mission names, by short cues typed on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from usimmarine_py.cli.progress import say
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import unquoted


class Cue(NamedTuple):
    """What a cue posts."""

    cue: str  #: lower case
    variable: str
    value: float | str


def read_cues(lines: Iterable[str]) -> tuple[list[Cue], list[str]]:
    """Read ``CUE --> VARIABLE --> VALUE`` of a block; return the cues, the first of each name, and what is none."""
    found: dict[str, Cue] = {}
    bad = []
    for line in lines:
        parts = [part.strip() for part in line.replace("-->", ",").split(",", 2)]
        if len(parts) < 2 or not all(parts[:2]):
            bad.append(line)
            continue
        text = parts[2] if len(parts) > 2 else ""
        number = read_number(text)
        value: float | str = unquoted(text) if number is None else number
        found.setdefault(parts[0].lower(), Cue(parts[0].lower(), parts[1], value))
    return list(found.values()), bad


def chosen(cues: Sequence[Cue], typed: str) -> Cue | None:
    """Return the cue that was typed, or the only one that begins so."""
    exact = [one for one in cues if one.cue == typed]
    begun = [one for one in cues if one.cue.startswith(typed)]
    return exact[0] if exact else begun[0] if typed and len(begun) == 1 else None


def table(cues: Iterable[Cue]) -> str:
    """Return the cues as a table."""
    rows = [("Cue", "Variable", "Value"), *((one.cue, one.variable, _shown(one.value)) for one in cues)]
    return "\n".join(f"  {cue:<20} {variable:<28} {value}".rstrip() for cue, variable, value in rows)


def _shown(value: float | str) -> str:
    return compact_number(value, 5) if isinstance(value, float) else f'"{value}"'


def utermcommand(words: Sequence[str]) -> int:
    """Post by cues from the terminal until its end; without a terminal, wait for a signal."""
    from usimmarine_py.cli.community.originals import block_lines, connected
    from usimmarine_py.launch.standins.asking import read_words

    given = read_words(words)
    cues, bad = read_cues(block_lines(given.mission, "uTermCommand", "cmd"))
    for line in bad:
        say(f"uTermCommand: cmd must be CUE --> VARIABLE --> VALUE, found {line}", err=True)
    if not sys.stdin.isatty():
        while True:
            time.sleep(3600.0)
    comms, _ = connected(given, "uTermCommand")
    try:
        say(table(cues))
        for line in sys.stdin:
            typed = line.strip().lower()
            one = chosen(cues, typed)
            if one is None:
                say(table(each for each in cues if each.cue.startswith(typed)))
            else:
                comms.notify(one.variable, one.value)
                say(f"{one.variable} = {_shown(one.value)}")
    finally:
        comms.close()
    return 0
