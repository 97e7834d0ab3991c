"""uTermCommand: posts that a mission names, by short cues typed on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
    rows = [("Cue", "Variable", "Value"), *((one.cue, one.variable, shown(one.value)) for one in cues)]
    return "\n".join(f"  {cue:<20} {variable:<28} {value}".rstrip() for cue, variable, value in rows)


def shown(value: float | str) -> str:
    """Return a value as the table has it."""
    return compact_number(value, 5) if isinstance(value, float) else f'"{value}"'
