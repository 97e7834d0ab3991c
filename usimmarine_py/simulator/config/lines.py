"""Warnings about configuration lines."""

from __future__ import annotations

from usimmarine_py.errors import Severity, shorten
from usimmarine_py.values import ConfigLine, Note
from usimmarine_py.values.frozen import dataclass

#: What the reference says of a line that it does not take.
UNHANDLED = "Unhandled config line: "


@dataclass(frozen=True, slots=True)
class ConfigWarning:
    """One configuration warning, in our words and, where the recorded program would warn, in its words."""

    key: str
    value: str
    problem: str
    file: str = ""
    line: int = 0
    suggestion: str = ""
    severity: Severity = Severity.WARNING
    about_key: bool = False  #: the key is wrong, not its value
    unknown: bool = False  #: the key is unknown here
    idle: bool = False  #: right, but without effect on this vehicle
    taken: bool = False  #: in force all the same, all or part of it
    reference: str = ""  #: the recorded program's text; empty if it has none
    as_reference: bool = False  #: ``str()`` gives the recorded program's text

    @property
    def is_note(self) -> bool:
        """The line works; a strict start need not end."""
        return self.severity is Severity.NOTE

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
        severity=note.severity or (Severity.ERROR if reference else Severity.WARNING),
        about_key=note.about_key,
        unknown=note.unknown,
        idle=note.idle,
        taken=note.taken,
        reference=reference,
        as_reference=as_reference,
    )
