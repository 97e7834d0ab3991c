"""Wildcard patterns and their text format (laws/wire 7.4)."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

#: The leading part of a text that C++ reads as a number.
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)


class Wildcard(NamedTuple):
    """A subscription by patterns of the last writer's name and of the variable's name."""

    sources: str
    variables: str
    interval: float = 0.0


def matches(pattern: str, text: str) -> bool:
    """Whether the whole ``text`` matches, with case; ``*`` is any run of characters, ``?`` exactly one character.

    Takes at most len(pattern) * len(text) steps; a hostile regular expression could backtrack for ever.
    """
    p = t = 0
    star, mark = -1, 0
    while t < len(text):
        if p < len(pattern) and pattern[p] == "*":
            star, mark = p, t
            p += 1
        elif p < len(pattern) and pattern[p] in ("?", text[t]):
            p += 1
            t += 1
        elif star >= 0:
            # extend the match of the last star by one character and try again
            mark += 1
            p, t = star + 1, mark
        else:
            return False
    return all(c == "*" for c in pattern[p:])


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
