"""What stands at a place of a mission, a .bhv file, or a plug of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

_HEAD = re.compile(r"\s*(ProcessConfig|Behavior)\s*=\s*([^\s{/]*)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LINE = re.compile(r"(\s*)([^=\s]*)(\s*=\s*)?(.*)")


class Kind(Enum):
    """What a block is."""

    NONE = "none"
    PROCESS = "ProcessConfig"
    BEHAVIOR = "Behavior"


class BlockSpan(NamedTuple):
    """A block: its kind, its name, the lines of its head, its first and its last line, from 0."""

    kind: Kind
    name: str
    head: int
    first: int
    last: int


class Position(NamedTuple):
    """What stands at a place: the block around it, key and value of its line as far as the cursor."""

    kind: Kind = Kind.NONE
    name: str = ""  #: of the block
    keys: tuple[str, ...] = ()  #: in lower case: those of the other lines of the block
    key: str = ""  #: of this line, as far as it is written
    value: str | None = None  #: before the cursor, None where there is no equals sign yet
    word: str = ""  #: the whole word under the cursor
    macro: bool = False  #: the cursor is behind ``$(`` or ``%(``
    whole_value: str = ""  #: of the line, without a comment


def blocks_in(lines: Sequence[str]) -> Iterator[BlockSpan]:
    """Yield the blocks of a text; one that does not end reaches to the next head, or to the end."""
    head, kind, name, opened = -1, Kind.NONE, "", False
    for number, line in enumerate(lines):
        if match := _HEAD.match(line):
            if head >= 0:
                yield BlockSpan(kind, name, head, head + 1, number - 1)
            kind = Kind.PROCESS if match[1].lower() == "processconfig" else Kind.BEHAVIOR
            head, name, opened = number, match[2], "{" in line
            continue
        bare = line.partition("//")[0].strip()
        opened = opened or (head >= 0 and bare.startswith("{"))
        if head >= 0 and opened and bare.endswith("}") and "=" not in bare.partition("}")[0]:
            yield BlockSpan(kind, name, head, head + 1, number)
            head, opened = -1, False
    if head >= 0:
        yield BlockSpan(kind, name, head, head + 1, len(lines) - 1)


def position_at(lines: Sequence[str], line: int, column: int) -> Position:
    """Return what stands at a line and a column, both from 0."""
    text = lines[line] if line < len(lines) else ""
    before = text[:column]
    block = next((one for one in blocks_in(lines) if one.first <= line <= one.last), None)
    keys: tuple[str, ...] = ()
    if block is not None:
        others = (lines[n] for n in range(block.first, block.last + 1) if n != line)
        keys = tuple(found[0] for other in others if (found := _pair(other)) is not None)
    written = _LINE.match(before)
    key, value = (written[2], written[4] if written[3] else None) if written else ("", None)
    whole = _pair(text)
    opening = max(before.rfind("$("), before.rfind("%("))
    return Position(
        Kind.NONE if block is None else block.kind, "" if block is None else block.name, keys, key, value,
        word_at(text, column), opening >= 0 and ")" not in before[opening:], "" if whole is None else whole[1],
    )  # fmt: skip


def word_at(text: str, column: int) -> str:
    """Return the word around a column, empty for none."""
    return next((match[0] for match in _WORD.finditer(text) if match.start() <= column <= match.end()), "")


def _pair(line: str) -> tuple[str, str] | None:
    """Return the key in lower case and the value of a line, None for another line."""
    bare = line.partition("//")[0]
    key, equals, value = bare.partition("=")
    name = key.strip().lower()
    return (name, value.strip()) if equals and name and " " not in name else None
