"""Clean the lines of a mission file: quotes, comments, ``define:`` and ``${VAR}``.

The rules are those of libMOOS's reader, found by experiment: first the comment of a line is removed (and, with
verbatim quoting, its first pair of quotes), then variables are replaced, once. Unlike in libMOOS a line may have any
length, a byte order mark is skipped and bytes that are not UTF-8 are kept as surrogates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from usimmarine_py.values.frozen import dataclass

BLANKS = " \t"
DEFINE = "define:"
_NO_BLANKS = str.maketrans("", "", BLANKS)


def squeeze(text: str) -> str:
    """Remove all blanks and tabs from ``text``."""
    return text.translate(_NO_BLANKS)


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """The source of a line of an expanded template; ``parent`` is the ``#include`` of its file."""

    file: str
    line: int
    parent: LineOrigin | None = None

    @property
    def root(self) -> int:
        """The line of the template itself."""
        return self.line if self.parent is None else self.parent.root

    def in_file(self, file: str) -> int:
        """The line of ``file`` that this line comes from, 0 if it comes from another file."""
        at: LineOrigin | None = self
        while at is not None and at.file != file:
            at = at.parent
        return 0 if at is None else at.line


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty: its 1-based number in the file, the text as written and the text as read."""

    number: int
    raw: str
    text: str
    origin: LineOrigin | None = None  #: of a line of an expanded template

    @property
    def column(self) -> int:
        """1-based column of the first character that is not blank."""
        return len(self.raw) - len(self.raw.lstrip(BLANKS)) + 1

    @property
    def value_column(self) -> int:
        """1-based column of the first character after the first ``=``; without one, the column of the line."""
        equals = self.raw.find("=")
        if equals < 0:
            return self.column
        rest = self.raw[equals + 1 :]
        return equals + 2 + len(rest) - len(rest.lstrip(BLANKS))


@dataclass(frozen=True, slots=True)
class CleanText:
    """All lines of a file under one quoting rule, and the undefined ``${NAME}`` as (line, column, name)."""

    lines: tuple[Line, ...]
    undefined: tuple[tuple[int, int, str], ...]


def split_lines(data: bytes | str) -> list[str]:
    """Split a file into raw lines at newlines only; byte order mark and carriage returns are removed."""
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    return [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]


@lru_cache(4096)  # the missions of a sweep differ in a few lines
def strip_line(raw: str, verbatim: bool) -> str:
    """Strip comment and outer blanks; with ``verbatim`` the first pair of quotes is removed and protects ``//``."""
    text = raw.lstrip(BLANKS)
    comment = text.find("//")
    if verbatim:
        opening = text.find('"')
        closing = text.find('"', opening + 1) if opening >= 0 else -1
        if closing >= 0 and (comment < 0 or comment > opening):
            tail = text[closing + 1 :].split("//", 1)[0]
            return (text[:opening] + text[opening + 1 : closing] + tail).strip(BLANKS)
    return (text if comment < 0 else text[:comment]).strip(BLANKS)


def clean(
    raw_lines: list[str], environment: Mapping[str, str], *, verbatim: bool, origins: Sequence[LineOrigin] = ()
) -> CleanText:
    """Strip every line, collect the definitions of the whole file (the last one wins), then expand the others.

    ``origins`` are the sources of the lines of an expanded template, in place of line numbers.
    """
    stripped = [(n, raw, strip_line(raw, verbatim)) for n, raw in enumerate(raw_lines, start=1)]
    variables: dict[str, str] = {}
    for _, _, text in stripped:
        if DEFINE in text:
            name, _, value = text.split(DEFINE, 1)[1].partition("=")
            if squeeze(name):
                variables[squeeze(name)] = squeeze(value)
    lines: list[Line] = []
    undefined: list[tuple[int, int, str]] = []
    for number, raw, text in stripped:
        if "${" in text and DEFINE not in text:
            text, unknown = expand(text, variables, environment)
            place = origins[number - 1].root if origins else number
            undefined += [(place, raw.find(name) + 1, name) for name in unknown]
        if text and origins:
            origin = origins[number - 1]
            lines.append(Line(origin.line, raw, text, origin))
        elif text:
            lines.append(Line(number, raw, text))
    return CleanText(tuple(lines), tuple(undefined))


def expand(text: str, variables: Mapping[str, str], environment: Mapping[str, str]) -> tuple[str, list[str]]:
    """Replace each ``${NAME}`` once, from left to right; returns the text and the names that had no value.

    A name without value leaves its bare text. An empty replacement, ``${}`` too, ends the line there.
    A ``${`` that is never closed takes the rest of the line as its name.
    """
    done: list[str] = []
    unknown: list[str] = []
    while "${" in text:
        before, _, after = text.partition("${")
        name, _, text = after.partition("}")
        done.append(before)
        value = variables.get(name, environment.get(name))
        if value is None and name:
            unknown.append(name)
            value = name
        if not value:
            return "".join(done).rstrip(BLANKS), unknown
        done.append(value)
    return ("".join(done) + text).strip(BLANKS), unknown
