"""Headers of blocks, and lines that look like misspelt headers, which MOOS ignores with their braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from usimmarine_py.errors import Severity, shorten, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.lines import Line, squeeze

_WORD = "ProcessConfig"
HEADER = f"{_WORD.lower()}="
#: Lines that may precede a ``{`` without being a header: ends of blocks, nsplug's directives and tags.
_OTHERS = ("{", "}", "#", "<")
_FIRST_WORD = re.compile(r"[^\s:{]*")


def is_header(text: str) -> bool:
    """Whether a line begins a block."""
    # lines have no leading blanks; the first letter decides for nearly all of them
    return text[0] in "pP" and squeeze(text).lower().startswith(HEADER)


def stray_blocks(file: str, lines: Sequence[Line]) -> Iterator[Finding]:
    """Yield lines before a ``{`` that begin no block, such as a misspelt ``ProcessConfig``."""
    inside = False
    before: Line | None = None
    for line in lines:
        text = line.text
        if inside:
            inside = not text.startswith("}")
        elif text.startswith("{"):
            inside = True
            if before is not None and not is_header(before.text) and not before.text.startswith(_OTHERS):
                yield _stray(file, before)
        elif text.endswith("{") and not is_header(text) and (found := _stray(file, line)).suggestion:
            inside = True
            yield found
        before = line


def _stray(file: str, line: Line) -> Finding:
    name, equals, _ = line.text.partition("=")
    name = squeeze(name) if equals else _FIRST_WORD.match(name)[0]  # type: ignore[index]  # matches anything
    meant = suggest(name, [_WORD]) if name else ""
    if meant and not equals:
        meant += " = NAME"
    problem = "begins no block, and the lines between its { and } belong to none"
    severity = Severity.ERROR
    if line.text.startswith("/*"):  # taken out on purpose
        severity, meant, problem = Severity.WARNING, "", f"{problem}; MOOS knows no comments but //"
    elif not meant:
        problem += "; a block begins with ProcessConfig = NAME"
    place = file if line.origin is None else line.origin.file
    return Finding(
        problem, FilePlace(place, line.number, line.column, shorten(name, 60)), severity=severity, suggestion=meant
    )
