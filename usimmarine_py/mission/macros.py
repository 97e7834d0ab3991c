"""nsplug's macros in one line of a template, and the conditions of ``#ifdef`` and ``#ifndef``.

The rules are those of nsplug, found by experiment. A macro is text that is replaced as long as something changes:
``$(NAME)``, ``%(NAME)`` in capitals, ``$(NAME=default)`` and ``$(NAME:=default)``, whose default counts for an empty
value, too. A line where a macro stays undefined is left as it was written, unless that is asked for otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

#: Values by name. None: defined without a value, which is empty text, and yet no empty value to a condition.
Macros = Mapping[str, "str | None"]

#: A line whose macros need more turns than this is a loop.
MOST_TURNS = 101

_BLANKS = " \t"
_NAME = re.compile(r"[$%]\(\s*([^()=:$%]*)")
_DEFAULTS = (re.compile(r"([$])\(([^)]*)\)"), re.compile(r"([%])\(([^)]*)\)"))


def expand_line(line: str, macros: Macros) -> str:
    """``line`` with its macros replaced, as far as they are defined or have a default."""
    if not has_macro(line):
        return line
    names = sorted(macros)
    for _ in range(MOST_TURNS):
        again = False
        for name in names:
            if name in line:
                line, found = _replaced(line, name, macros[name] or "")
                again = again or found
        if not again:
            break
    for pattern in _DEFAULTS:
        line = pattern.sub(_default, line)
    return line


def has_macro(line: str) -> bool:
    """Whether a line has something that looks like a macro."""
    return "$(" in line or "%(" in line


def macro_names(line: str) -> list[str]:
    """The names of all macros in a line, in order."""
    return [name.strip() for name in _NAME.findall(line)]


def _replaced(line: str, name: str, value: str) -> tuple[str, bool]:
    """``line`` with one macro replaced wherever it stands, and whether that asks for another turn.

    Capitals alone do not: a macro in the value of ``%(NAME)`` is replaced in this turn or not at all.
    """
    again = False
    for opening, text in (("$(", value), ("%(", value.upper())):
        for mark in (":=", "="):
            if mark == "=" or value:
                before = line
                line = _without_default(line, opening + name + mark, text)
                again = again or (opening == "$(" and line != before)
    again = again or f"$({name})" in line
    return line.replace(f"$({name})", value).replace(f"%({name})", value.upper()), again


def _without_default(line: str, start: str, value: str) -> str:
    """``line`` with every ``start...)`` replaced by ``value``; a blank before the parenthesis spoils it."""
    at = line.find(start)
    while at >= 0:
        end = line.find(")", at)
        if end < 0:
            break
        if end == at + len(start) or line[end - 1] not in _BLANKS:
            line = line[:at] + value + line[end + 1 :]
            at += len(value)
        else:
            at = end
        at = line.find(start, at)
    return line


def _default(found: re.Match[str]) -> str:
    """What stands for an undefined macro: its default if it has one."""
    _, equals, value = found[2].partition(":=")
    if not equals:
        _, _, value = found[2].partition("=")
    if not value or value[-1] in _BLANKS or found[2][0] in _BLANKS:
        return found[0]
    return value.upper() if found[1] == "%" else value


def is_defined(condition: str, macros: Macros) -> bool:
    """Whether ``#ifdef condition`` holds.

    ``NAME`` or ``NAME value``, several of them with ``||`` or ``&&``, both together never. An empty value is as good as
    any value, and not defined to a bare ``NAME``; behind ``&&`` what is not defined is as good as an empty value.
    """
    if "&&" in condition:
        return "||" not in condition and _all_hold(_terms(condition, "&&"), macros)
    return any(_holds(term.split(None, 1), macros) for term in _terms(condition, "||"))


def condition_names(condition: str) -> list[str]:
    """The macros that a condition of ``#ifdef`` asks for."""
    terms = condition.replace("&&", "||").split("||")
    return [term.split(None, 1)[0] for term in terms if term.strip()]


def _terms(condition: str, operator: str) -> list[str]:
    terms = condition.split(operator)
    return terms[:-1] if len(terms) > 1 and not terms[-1].strip() else terms


def _holds(term: list[str], macros: Macros) -> bool:
    if not term or term[0] not in macros:
        return False
    value = macros[term[0]]
    return value != "" if len(term) == 1 else value in ("", term[1].strip())


def _all_hold(terms: list[str], macros: Macros) -> bool:
    known = dict(macros)
    for term in terms:
        name, value = (*term.split(None, 1), "", "")[:2]
        # a name that was compared with a value is defined to the terms behind it
        if not (name in known if not value else known.setdefault(name, "") in ("", value.strip())):
            return False
    return True


def is_undefined(condition: str, macros: Macros) -> bool:
    """Whether ``#ifndef condition`` holds: none of its words is a macro with a value."""
    words = condition.split()
    return bool(words) and all(macros.get(word, "") == "" for word in words)
