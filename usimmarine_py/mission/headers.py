"""Headers of blocks, and lines that were meant to be one: MOOS passes over these, and over their braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from usimmarine_py.errors import Severity, shorten, suggest
from usimmarine_py.mission.diagnostics import Diagnostic
from usimmarine_py.mission.lines import Line, squeeze

_WORD = "ProcessConfig"
HEADER = f"{_WORD.lower()}="
#: What stands before a ``{`` and means nothing by itself: ends of blocks, nsplug's directives and tags.
_OTHERS = ("{", "}", "#", "<")
_FIRST_WORD = re.compile(r"[^\s:{]*")


def is_header(text: str) -> bool:
    """Whether a line begins a block."""
    # lines have no blanks in front; the first letter spares nearly all of them the rest
    return text[0] in "pP" and squeeze(text).lower().startswith(HEADER)


def stray_blocks(file: str, lines: Sequence[Line]) -> Iterator[Diagnostic]:
    """The lines before a ``{`` that begin no block: errors where ``ProcessConfig`` is likely meant, else warnings."""
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


def _stray(file: str, line: Line) -> Diagnostic:
    name, equals, _ = line.text.partition("=")
    name = squeeze(name) if equals else _FIRST_WORD.match(name)[0]  # type: ignore[index]  # matches anything
    meant = suggest(name, [_WORD]) if name else ""
    if meant and not equals:
        meant += " = NAME"
    problem = "begins no block, and what stands between its { and } belongs to none"
    if not meant:
        problem += "; a block begins with ProcessConfig = NAME"
    severity = Severity.ERROR if meant else Severity.WARNING
    place = file if line.origin is None else line.origin.file
    return Diagnostic(severity, problem, place, line.number, line.column, shorten(name, 60), meant)
