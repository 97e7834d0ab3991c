"""Configuration lines and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from usimmarine_py.errors import shorten

#: What the reference says of a line that it does not take.
UNHANDLED = "Unhandled config line: "


@dataclass(frozen=True, slots=True)
class ConfigLine:
    """One ``key = value`` line of the simulator's block; ``file`` empty and ``line`` 0 where it came from Python."""

    key: str
    value: str
    file: str = ""
    line: int = 0

    @property
    def where(self) -> str:
        """``file:line``, or an empty text."""
        return f"{self.file}:{self.line}" if self.file else ""


class Note(NamedTuple):
    """What a parameter's reader has to say about a value.

    ``unhandled``: the recorded program reports this line as unhandled. ``harmless``: it works all the same, so a
    strict start need not end.
    """

    problem: str
    unhandled: bool = True
    harmless: bool = False
    suggestion: str = ""
    exact: str = ""  #: what the recorded program says instead of its usual text


@dataclass(frozen=True, slots=True)
class ConfigWarning:
    """One configuration warning, in our words and, where the recorded program would warn, in its words."""

    key: str
    value: str
    problem: str
    file: str = ""
    line: int = 0
    suggestion: str = ""
    harmless: bool = False  #: the line works; a strict start need not end
    reference: str = ""  #: the recorded program's text; empty where it says nothing
    as_reference: bool = False  #: ``str()`` gives the recorded program's text

    def __str__(self) -> str:
        if self.as_reference and self.reference:
            return self.reference
        where = f"{self.file}:{self.line}" if self.file else ""
        text = ": ".join(part for part in (where, self.key, self.problem) if part)
        return f"{text}; did you mean {self.suggestion}?" if self.suggestion else text


def make_warning(line: ConfigLine, note: Note, *, as_reference: bool) -> ConfigWarning:
    """The warning for a note about a line; values are cut to what fits a message."""
    reference = note.exact
    if note.unhandled and not reference:
        reference = f"{UNHANDLED}{line.key}={line.value}"
    return ConfigWarning(
        key=line.key,
        value=shorten(line.value),
        problem=note.problem,
        file=line.file,
        line=line.line,
        suggestion=note.suggestion,
        harmless=note.harmless,
        reference=reference,
        as_reference=as_reference,
    )
