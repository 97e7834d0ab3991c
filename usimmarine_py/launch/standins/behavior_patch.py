"""nspatch of .bhv files: behaviours, initialize and set lines of patches put into a behavior file."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BEHAVIOR = re.compile(r"\s*Behavior\s*=\s*\w+", re.IGNORECASE)
_NAME = re.compile(r"\s*name\s*=\s*(\S+)", re.IGNORECASE)
_SET = re.compile(r"\s*set\s+(\S+?)\s*=", re.IGNORECASE)
_INITIALIZE = re.compile(r"\s*initialize\s+(.*)", re.IGNORECASE)
_RULE = "//----------------------------------"


def patched_behaviors(stem: Sequence[str], patch: Sequence[str]) -> list[str]:
    """Return the lines of a behavior file with a patch.

    Behaviours of the patch take the place of those of the same name, ``initialize`` and ``set`` of those of the same
    variable; what is new follows: ``initialize`` behind the others, behaviours and modes at the end.
    """
    given = {key: lines for key, lines in _pieces(patch) if key}
    found: list[list[str]] = []
    last = -1
    for key, lines in _pieces(stem):
        if key.startswith("initialize"):
            last = len(found)
        found.append(given.pop(key) if key in given else lines)
    starts = [given.pop(key) for key in list(given) if key.startswith("initialize")]
    found[last + 1 : last + 1] = starts
    lines = [line for piece in found for line in piece]
    for key, piece in given.items():
        lines += ["", _RULE, *piece] if key.startswith("behavior") else ["", *piece]
    return lines


def _pieces(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the parts of a file, each with its key; comments and empty lines have none."""
    found: list[tuple[str, list[str]]] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        end = place + 1
        if _BEHAVIOR.match(line) or (_SET.match(line) and "{" in _with_next(lines, place)):
            while end < len(lines) and not lines[end - 1].strip().startswith("}"):
                end += 1
            piece = list(lines[place:end])
            found.append((_key(piece), piece))
        elif start := _INITIALIZE.match(line):
            for one in start[1].split(","):
                variable = one.partition("=")[0].strip()
                found.append((f"initialize {variable}", [f"initialize {one.strip()}"]))
        else:
            found.append(("", [line]))
        place = end
    return found


def _with_next(lines: Sequence[str], place: int) -> str:
    return " ".join(lines[place : place + 2])


def _key(piece: Sequence[str]) -> str:
    if named := _SET.match(piece[0]):
        return f"set {named[1]}"
    names = (found[1] for line in piece if (found := _NAME.match(line)))
    return f"behavior {next(names, piece[0].partition('=')[2].strip())}"
