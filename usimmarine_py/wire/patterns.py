"""Wildcard patterns and their text format (laws/wire 7.4)."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

#: The leading part of a text that C++ reads as a number.
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)


class Wildcard(NamedTuple):
    """A subscription by patterns of the last writer's name and of the variable's name."""

    sources: str
    variables: str
    interval: float = 0.0

    @property
    def cost(self) -> int:
        """Of a match of both patterns, in matches of a simple one."""
        return compiled(self.variables).cost + compiled(self.sources).cost

    def matches(self, variable: str, source: str) -> bool:
        """Whether it is for a variable with this last writer (empty: never written)."""
        return matches(self.variables, variable) and matches(self.sources, source)


class Pattern:
    """A pattern, split into the pieces between its stars, which are sought by the string functions of Python.

    A match takes time in proportion to the length of the text, unless the pattern has ``?`` beside a star: then to
    that times the length of the pattern.
    """

    __slots__ = ("_first", "_least", "_middle", "_rest", "_whole", "cost")

    def __init__(self, pattern: str) -> None:
        pieces = pattern.split("*")
        self._least = sum(map(len, pieces))
        self._whole = len(pieces) == 1
        self._first = _Piece(pieces[0])
        self._middle = [_Piece(piece) for piece in pieces[1:-1] if piece]
        self._rest = _Piece(pieces[-1])
        #: Of a match against a long name, in matches of a simple pattern (some 0.3 us); measured.
        self.cost = 1 + len(self._middle) + (2 * len(pattern) if any("?" in piece for piece in pieces[1:-1]) else 0)

    def matches(self, text: str) -> bool:
        """Whether the whole text matches, with case."""
        if len(text) < self._least or not self._first.stands_at(text, 0):
            return False
        if self._whole:
            return len(text) == self._least
        start, end = self._first.length, len(text) - self._rest.length
        for piece in self._middle:
            start = piece.find(text, start, end)
            if start < 0:
                return False
            start += piece.length
        return start <= end and self._rest.stands_at(text, end)


class _Piece:
    """A part of a pattern without stars."""

    __slots__ = ("_expression", "_text", "length")

    def __init__(self, text: str) -> None:
        self._text = text
        self.length = len(text)
        self._expression = re.compile(re.escape(text).replace("\\?", "."), re.DOTALL) if "?" in text else None

    def stands_at(self, text: str, place: int) -> bool:
        if self._expression is None:
            return text.startswith(self._text, place)
        return self._expression.match(text, place) is not None

    def find(self, text: str, start: int, end: int) -> int:
        """The first place of the piece between two places; -1 if there is none."""
        if self._expression is None:
            return text.find(self._text, start, end)
        found = self._expression.search(text, start, end)
        return -1 if found is None else found.start()


@lru_cache(maxsize=8192)
def compiled(pattern: str) -> Pattern:
    """Return the pattern, compiled once."""
    return Pattern(pattern)


def matches(pattern: str, text: str) -> bool:
    """Whether the whole ``text`` matches, with case; ``*`` is any run of characters, ``?`` exactly one character."""
    return compiled(pattern).matches(text)


def format_wildcard(wildcard: Wildcard) -> str:
    """Format a wildcard as the C++ library does, the interval with six significant digits."""
    return f"AppPattern={wildcard.sources},VarPattern={wildcard.variables},Interval={wildcard.interval:g}"


def parse_wildcard(text: str) -> Wildcard | None:
    """Parse the pattern in ``text``; None when it names no variables."""
    fields: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if equals:
            fields.setdefault(name.strip(), value.strip())
    variables = fields.get("VarPattern")
    if variables is None:
        return None
    return Wildcard(fields.get("AppPattern", "*"), variables, leading_number(fields.get("Interval", "")))


def leading_number(text: str) -> float:
    """The leading number of ``text``; 0 if there is none or it is not finite."""
    found = _NUMBER.match(text)
    number = float(found.group()) if found else 0.0
    return number if math.isfinite(number) else 0.0
