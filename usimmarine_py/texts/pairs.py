"""Values and lists as the texts of MOOS-IvP write them: .bhv files, updates, reports, requests."""

from __future__ import annotations

import re

from usimmarine_py.text import strip_white

_ITEM = re.compile(r'(?:[^,"]|"[^"]*"?)+')


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


def words_of(text: str) -> list[str]:
    """Return the words of ``a,b`` or ``{a,b}``."""
    body = strip_white(text)
    if body.startswith("{") and body.endswith("}"):
        body = body[1:-1]
    return [word.strip() for word in body.split(",") if word.strip()]


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
    """Return the parts of a text between separators outside braces and quotes, blanks included.

    As in MOOS-IvP a brace within quotes counts, too.
    """
    if "{" not in text and '"' not in text:
        return text.split(separator)
    found, start, depth, quoted = [], 0, 0, False
    for place, character in enumerate(text):
        if character == separator and not (depth or quoted):
            found.append(text[start:place])
            start = place + 1
        elif character == '"':
            quoted = not quoted
        elif character == "{":
            depth += 1
        elif character == "}":
            depth = max(depth - 1, 0)
    found.append(text[start:])
    return found


def first_value(text: str, key: str, separator: str = ",") -> str:
    """Return the value of the first ``key=value`` of a list as MOOS-IvP looks for it, empty without one.

    Nothing is found behind a part that has not exactly one ``=`` with a value after it.
    """
    for part in pieces(text, separator):
        name, equals, value = part.partition("=")
        if not equals or not value or "=" in value[:-1]:
            return ""
        if name.strip() == key:
            return value.removesuffix("=").strip()
    return ""


def unquoted(text: str) -> str:
    """Return a text without one pair of quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def parts(text: str, separator: str) -> list[str]:
    """Return the pieces of a text; an empty one at the end is none."""
    found = text.split(separator)
    return found if found[-1] else found[:-1]


def pairs_of(text: str, separator: str = ",") -> list[tuple[str, str]]:
    """Return the ``key=value`` pairs of a text split at separators outside braces and quotes; blanks are trimmed."""
    found = []
    for part in pieces(text, separator):
        key, _, value = part.partition("=")
        found.append((key.strip(), value.strip()))
    return found


def fields_of(text: str) -> dict[str, str]:
    """Return the pairs of ``pairs_of`` by key in lower case; the last of a key counts."""
    return {key.lower(): value for key, value in pairs_of(text)}
