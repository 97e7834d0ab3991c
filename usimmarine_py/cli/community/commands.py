"""uTermCommand: posts that a mission names, by short cues typed on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import unquoted


class Cue(NamedTuple):
    """What a cue posts."""

    cue: str  #: lower case
    variable: str
    value: float | str


def read_cues(lines: Iterable[str]) -> tuple[list[Cue], list[str]]:
    """Read ``CUE --> VARIABLE --> VALUE`` of a block; return the cues, the first of each name, and what is none.

    As in the original, a value ends at a comma, and one in quotes is text.
    """
    found: dict[str, Cue] = {}
    bad = []
    for line in lines:
        cue, variable, text = ([part.strip() for part in line.replace("-->", ",").split(",")] + ["", ""])[:3]
        if not cue or not variable:
            bad.append(line)
            continue
        number = read_number(text)
        value: float | str = unquoted(text) if number is None else number
        found.setdefault(cue.lower(), Cue(cue.lower(), variable, value))
    return list(found.values()), bad


class CueLine:
    """The line that is typed, key after key, as the original takes them: with case, without blanks."""

    def __init__(self, cues: Sequence[Cue]) -> None:
        self._cues = cues
        self._posted: list[str] = []
        self._back = 0  #: how many posted cues ago the line is from
        self.typed = ""

    def take(self, key: str) -> Cue | None:
        """Take a key, a character, ``up`` or ``down``, and return what Enter posts; Tab completes."""
        if key in ("\n", "\r"):
            found = self.found()
            if found is not None:
                self._posted.append(found.cue)
                self._back, self.typed = 0, ""
            return found
        if key in ("up", "down"):
            self._back = min(max(self._back + (1 if key == "up" else -1), 0), len(self._posted))
            self.typed = self._posted[-self._back] if self._back else ""
        elif key == "\t":
            self.typed = _beginning([one.cue for one in self.longer()]) or self.typed
        elif key in ("\x7f", "\b"):
            self.typed = self.typed[:-1]
        elif len(key) == 1 and key.isprintable() and key != " ":
            self.typed += key
        return None

    def longer(self) -> list[Cue]:
        """Return the cues that go on after what is typed."""
        return [one for one in self._cues if one.cue.startswith(self.typed) and one.cue != self.typed]

    def found(self) -> Cue | None:
        """Return the cue that is typed, or the only one that begins so."""
        exact = [one for one in self._cues if one.cue == self.typed]
        longer = self.longer()
        return exact[0] if exact else longer[0] if len(longer) == 1 else None

    def screen(self) -> str:
        """Return the cues that are left and the line, in the original's columns."""
        found, longer = self.found(), self.longer()
        lines = [f"  {'Cue':<24} {'VarName':<32}VarValue", f"  {'-' * 11:<24} {'-' * 15:<32}{'-' * 14}"]
        if len(longer) > 1:
            lines += [_row(one) for one in reversed(longer)] + [""]
        if found is not None:
            lines += [f"{_row(found)} <-- SELECT", ""]
        elif not longer:
            lines += ["", "  NO MATCH", ""]
        return "\n".join([*lines, f"> {self.typed}"])


def _beginning(words: Sequence[str]) -> str:
    """Return what all words begin with."""
    return "".join(letters[0] for letters in takewhile(lambda one: len(set(one)) == 1, zip(*words, strict=False)))


def _row(one: Cue) -> str:
    return f"  {one.cue:<24} {one.variable:<32}{shown(one.value)}"


def shown(value: float | str) -> str:
    """Return a value as the table has it."""
    return compact_number(value, 5) if isinstance(value, float) else f'"{value}"'
