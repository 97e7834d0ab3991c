"""What is wrong somewhere: one record of it, for readers, checks and runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, Severity, UsimError, readable


class FilePlace(NamedTuple):
    """A place in a file: line and column count from 1, 0 where unknown; ``key`` and ``value`` of the line.

    ``value`` is empty where the text of a finding does not need it.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    key: str = ""
    value: str = ""

    def __str__(self) -> str:
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)]) if self.file else ""


NOWHERE = FilePlace()


class Finding(NamedTuple):
    """One finding: what is wrong, where, and what to do. ``str()`` is the line for the terminal.

    ``remedy`` is what to do; ``suggestion`` the known word closest to a misspelt one. A reader that knows no place
    leaves ``where`` out; who called it adds that by ``placed``.
    """

    what: str
    where: FilePlace = NOWHERE
    remedy: str = ""
    severity: Severity = Severity.WARNING
    suggestion: str = ""
    about_key: bool = False  #: the key is wrong, not its value
    unknown: bool = False  #: the key is unknown here
    idle: bool = False  #: right, but without effect on this vehicle
    taken: bool = False  #: in force all the same, all or part of it
    unhandled: bool = False  #: a recorded program reports the line as unhandled
    reference: str = ""  #: the recorded program's text; empty if it has none
    as_reference: bool = False  #: ``str()`` gives that text

    @classmethod
    def of(cls, error: UsimError, column: int = 0) -> Finding:
        """Return the finding that an error tells."""
        place = FilePlace(error.file, error.line, column, error.key)
        if isinstance(error, ConfigError):
            return cls(error.problem, place, error.remedy, error.severity, error.suggestion, error.about_key)
        return cls(error.problem, place, error.remedy, Severity.ERROR, error.suggestion)

    @property
    def file(self) -> str:
        """The file, empty where unknown."""
        return self.where.file

    @property
    def line(self) -> int:
        """The line, from 1; 0 where unknown."""
        return self.where.line

    @property
    def column(self) -> int:
        """The column, from 1; 0 where unknown."""
        return self.where.column

    @property
    def key(self) -> str:
        """The key of the line."""
        return self.where.key

    @property
    def text(self) -> str:
        """The text without the place, such as ``thurst_map: unknown parameter; did you mean thrust_map?``"""
        where = self.where
        head = f"{where.key} = {where.value}" if where.value else where.key
        text = readable(f"{head}: {self.what}" if head else self.what)
        text = f"{text}; {self.remedy}" if self.remedy else text
        return f"{text}; did you mean {self.suggestion}?" if self.suggestion else text

    @property
    def is_note(self) -> bool:
        """The line works; a strict start need not end."""
        return self.severity is Severity.NOTE

    def __str__(self) -> str:
        if self.as_reference and self.reference:
            return self.reference
        place = f"{self.file}:{self.line}" if self.line and self.file else self.file
        return f"{place}: {self.text}" if place else self.text

    def placed(self, place: FilePlace) -> Finding:
        """Return the same finding at a place."""
        return self._replace(where=place)

    def lost(self, severity: Severity = Severity.ERROR) -> Finding:
        """Return the same finding with the severity of a line that is not used, unless it is, or is right but idle."""
        return self if self.is_note or self.taken or self.idle else self._replace(severity=severity)

    def as_error(self) -> ConfigError:
        """Return the error that ends a start."""
        return ConfigError(
            self.what, key=self.key, file=self.file, line=self.line, remedy=self.remedy, suggestion=self.suggestion,
            about_key=self.about_key, severity=self.severity,
        )  # fmt: skip

    def as_dict(self) -> dict[str, str | int]:
        """The JSON form of ``usim check --json``."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "severity": self.severity.value,
            "key": self.key,
            "message": self.text,
            "suggestion": self.suggestion,
        }


def unhandled(what: str, severity: Severity = Severity.ERROR, **more: Any) -> Finding:
    """Return a finding about a line that a recorded program reports as unhandled."""
    return Finding(what, severity=severity, unhandled=True, **more)


def exit_code(findings: Iterable[Finding]) -> int:
    """2 if any finding is an error, else 0."""
    return 2 if any(f.severity is Severity.ERROR for f in findings) else 0
