"""Findings about a mission file: text, place and severity."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.errors import Severity, readable
from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``line`` and ``column`` are 1-based, 0 where unknown; ``str()`` is the line for the terminal."""

    severity: Severity
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    key: str = ""
    suggestion: str = ""

    @property
    def text(self) -> str:
        """The text without the place, such as ``thurst_map: unknown parameter; did you mean thrust_map?``"""
        text = readable(f"{self.key}: {self.message}" if self.key else self.message)
        return f"{text}; did you mean {self.suggestion}?" if self.suggestion else text

    @property
    def where(self) -> str:
        """The place as ``file:line:column``, as far as known."""
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)]) if self.file else ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line and self.file else self.file
        return f"{place}: {self.text}" if place else self.text

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


def exit_code(findings: Iterable[Diagnostic]) -> int:
    """2 if any finding is an error, else 0."""
    return 2 if any(f.severity is Severity.ERROR for f in findings) else 0
