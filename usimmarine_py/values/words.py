"""Values and lists as the texts of MOOS-IvP write them: .bhv files, updates, reports, requests."""

from __future__ import annotations

import re

from usimmarine_py.text import read_number

_ITEM = re.compile(r'(?:[^,"]|"[^"]*"?)+')


def literal(text: str) -> float | str:
    """Return the number that a text is, or the text without one pair of quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    number = read_number(text)
    return text if number is None else number


def items(text: str) -> list[str]:
    """Return the parts of a list between commas; quotes protect a comma."""
    return [part.strip() for part in _ITEM.findall(text)]


def pairs(text: str, separator: str = ",") -> dict[str, str]:
    """Return the ``key=value`` parts of a text, keys in lower case; braces protect a separator.

    Raises ``ValueError`` for a part without ``=``.
    """
    found: dict[str, str] = {}
    for part in split_outside_braces(text, separator):
        if not part:
            continue
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"key=value expected, found {part}")
        found[key.strip().lower()] = value.strip()
    return found


def split_outside_braces(text: str, separator: str = ",") -> list[str]:
    """Return the parts of a text between separators that are not within braces."""
    if "{" not in text and "}" not in text:
        return [part.strip() for part in text.split(separator)]
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif sign == separator and depth <= 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return parts


def pieces(text: str, separator: str = ",") -> list[str]:
    """Return the parts of a text between separators outside braces and quotes, blanks included."""
    if "{" not in text and '"' not in text:
        return text.split(separator)
    found, start, depth, quoted = [], 0, 0, False
    for place, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character == "{":
            depth += 1
        elif character == "}":
            depth = max(depth - 1, 0)
        elif character == separator and not depth:
            found.append(text[start:place])
            start = place + 1
    found.append(text[start:])
    return found


def unquoted(text: str) -> str:
    """Return a text without one pair of quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
