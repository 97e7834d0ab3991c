"""Flags (``NAME=VALUE``) and macros (``$[NAME]``) of the graders' blocks. Blanks are gone before they get here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from usimmarine_py.text import is_number, read_number
from usimmarine_py.values import Post, Value

#: $(NAME) as well, as MOOS-IvP's expansion has it.
MACRO = re.compile(r"\$\[([^\[\]]+)\]|\$\(([^()]+)\)")

#: The text of a macro by its name; None if there is no such macro (yet): it stays as it is written.
Lookup = Callable[[str], "str | None"]


def names_in(text: str) -> list[str]:
    """Return the names of all macros in a text."""
    return [square or round_ for square, round_ in MACRO.findall(text)]


def expand(text: str, lookup: Lookup) -> str:
    """Return the text with its macros replaced."""

    def replaced(match: re.Match[str]) -> str:
        found = lookup(match[1] or match[2])
        return match[0] if found is None else found

    return MACRO.sub(replaced, text)


def shown(value: Value) -> str:
    """Return a value as macros and reports show it: numbers to three decimals, no zeros at the end."""
    if isinstance(value, float):
        text = f"{value:.3f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return value.decode("latin-1") if isinstance(value, bytes) else value


class Flag(NamedTuple):
    """A post that waits for its condition."""

    variable: str
    value: float | str

    def post(self, lookup: Lookup) -> Post:
        """Return the post; a text has its macros replaced and stays a text, even if it is a number then."""
        return Post(self.variable, expand(self.value, lookup) if isinstance(self.value, str) else self.value)


def read_flag(text: str) -> Flag | None:
    """``NAME=VALUE``: a number where it is one and not in quotes; None if it is no flag."""
    variable, _, value = text.partition("=")
    if not variable or not value:
        return None
    if len(value) > 1 and value[0] == value[-1] == '"':
        return Flag(variable, value[1:-1])
    number = read_number(value) if is_number(value) else None
    return Flag(variable, value if number is None else number)
