"""nsplug's macros in one line of a template, and the conditions of ``#ifdef`` and ``#ifndef``.

The rules are those of nsplug, found by experiment. Macros are replaced until the line stops changing: ``$(NAME)``,
``%(NAME)`` in capitals, ``$(NAME=default)`` and ``$(NAME:=default)``, whose default also replaces an empty value. A
line with an undefined macro is left as it was written, unless requested otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from usimmarine_py.limits import LONGEST_LINE

# -- Macros that an application fills in itself: nsplug leaves them, and they are not missing


#: What uTimerScript fills in at each post, besides random digits and its random variables.
_SCRIPT = frozenset(("COUNT", "TCOUNT", "DBTIME", "UTC", "UTCTIME", "NAV_X", "NAV_Y", "IDX", "VNAME"))
_DIGITS = frozenset(str(number) for number in range(1, 21))
_BLOCK = re.compile(r"\s*ProcessConfig\s*=\s*([^\s{]+)", re.IGNORECASE)
_RUN = re.compile(r"\s*Run\s*=\s*([^\s@]+)\s*@[^~]*~\s*(\S+)", re.IGNORECASE)
_EXPECT = re.compile(r"\s*expect\s*=", re.IGNORECASE)
_RANDOM = re.compile(r"\s*(?:randvar|rand_var|randpair|rand_pair)\s*=(.*)", re.IGNORECASE)
_VARIABLE = re.compile(r"(?:varname|var1|var2)\s*=\s*([^\s,]+)", re.IGNORECASE)


def own_macros(lines: Sequence[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the index of each line with macros of the application of its block, and these names.

    A uTimerScript has its random variables and some macros of its own; all macros of pMarineViewer's block (mouse,
    operator) are filled in by the viewer; in an expectation of a block usim_grade ``$(NAME)`` is a variable.
    """
    programs = {run.group(2).lower(): run.group(1).lower() for run in map(_RUN.match, lines) if run}
    script: list[int] = []
    variables: set[str] = set()
    program = ""
    for index, line in enumerate([*lines, "ProcessConfig = end"]):
        block = _BLOCK.match(line)
        if block is not None:
            for number in script:
                yield number, frozenset(variables | _SCRIPT | _DIGITS)
            script, variables = [], set()
            name = block.group(1).lower()
            program = programs.get(name, name).rpartition("/")[2]
        elif program.startswith("utimerscript"):
            script.append(index)
            if random := _RANDOM.match(line):
                variables.update(_VARIABLE.findall(random.group(1)))
        elif program.startswith("pmarineviewer") or (program == "usim_grade" and _EXPECT.match(line)):
            yield index, frozenset(macro_names(line))


#: Values by name. None: defined without a value; it expands to empty text, but conditions do not see an empty value.
Macros = Mapping[str, "str | None"]

#: Most rounds of replacement; beyond it the macros of a line form a loop.
MOST_TURNS = 101


_BLANKS = " \t"
_NAME = re.compile(r"[$%]\(\s*([^()=:$%]*)")
_DEFAULTS = (re.compile(r"([$])\(([^)]*)\)"), re.compile(r"([%])\(([^)]*)\)"))


def expand_line(line: str, macros: Macros) -> str:
    """Replace the macros of ``line`` that are defined or have a default. Raises ``TooLongError``."""
    if not has_macro(line):
        return line
    names = sorted(macros)
    _limit(len(line))
    for _ in range(MOST_TURNS):
        again = False
        for name in names:
            if name in line:
                line, found = _replaced(line, name, macros[name] or "")
                again = again or found
        if not again:
            break
    end = line.rfind(")") + 1  # behind it every "$(" would be searched to the end of the line
    head, tail = line[:end], line[end:]
    for pattern in _DEFAULTS:
        head = pattern.sub(_default, head)
    return head + tail


class TooLongError(ValueError):
    """A line that is longer than ``LONGEST_LINE`` once its macros are replaced."""


def _limit(characters: int) -> None:
    if characters > LONGEST_LINE:
        raise TooLongError(f"more than {LONGEST_LINE} characters once its macros are replaced")


def has_macro(line: str) -> bool:
    """Whether a line contains a macro."""
    return "$(" in line or "%(" in line


def macro_names(line: str) -> list[str]:
    """The names of all macros in a line, in order."""
    return [name.strip() for name in _NAME.findall(line)]


def _replaced(line: str, name: str, value: str) -> tuple[str, bool]:
    """Replace all occurrences of one macro in ``line``; return also whether another round is needed.

    ``%(NAME)`` needs none: a macro in its value is replaced in this round or not at all.
    """
    again = False
    for opening, text in (("$(", value), ("%(", value.upper())):
        for mark in (":=", "="):
            if mark == "=" or value:
                before = line
                line = _without_default(line, opening + name + mark, text)
                again = again or (opening == "$(" and line != before)
    plain = f"$({name})"
    again = again or plain in line
    # before it is made: one replacement of many by a long value would take the memory
    _limit(len(line) + (line.count(plain) + line.count(f"%({name})")) * len(value))
    return line.replace(plain, value).replace(f"%({name})", value.upper()), again


def _without_default(line: str, start: str, value: str) -> str:
    """Replace every ``start...)`` by ``value``, unless there is a blank before the parenthesis."""
    at = line.find(start)
    while at >= 0:
        end = line.find(")", at)
        if end < 0:
            break
        if end == at + len(start) or line[end - 1] not in _BLANKS:
            line = line[:at] + value + line[end + 1 :]
            _limit(len(line))
            at += len(value)
        else:
            at = end
        at = line.find(start, at)
    return line


def _default(found: re.Match[str]) -> str:
    """The replacement of an undefined macro: its default if it has one."""
    _, equals, value = found[2].partition(":=")
    if not equals:
        _, _, value = found[2].partition("=")
    if not value or value[-1] in _BLANKS or found[2][0] in _BLANKS:
        return found[0]
    return value.upper() if found[1] == "%" else value


def is_defined(condition: str, macros: Macros) -> bool:
    """Whether ``#ifdef condition`` holds.

    A condition is ``NAME`` or ``NAME value``, several of them joined by ``||`` or by ``&&``; with both it never holds.
    The value may be the name of a macro, whose value counts then, too. An empty value equals any value that is not
    the name of another one, but counts as undefined for a bare ``NAME``; after ``&&`` an undefined name counts as an
    empty value.
    """
    if "&&" in condition:
        return "||" not in condition and _all_hold(_terms(condition, "&&"), macros)
    return any(_holds(term.split(None, 1), macros) for term in _terms(condition, "||"))


def condition_names(condition: str) -> list[str]:
    """The names of the macros in a condition of ``#ifdef``."""
    terms = condition.replace("&&", "||").split("||")
    return [term.split(None, 1)[0] for term in terms if term.strip()]


def _terms(condition: str, operator: str) -> list[str]:
    terms = condition.split(operator)
    return terms[:-1] if len(terms) > 1 and not terms[-1].strip() else terms


def _holds(term: list[str], macros: Macros) -> bool:
    if not term or term[0] not in macros:
        return False
    value = macros[term[0]]
    return value != "" if len(term) == 1 else value in _meant(term[1].strip(), macros)


def _meant(value: str, macros: Macros) -> tuple[str | None, ...]:
    """What a macro may be to equal the value of a condition."""
    return value, macros.get(value, "")


def _all_hold(terms: list[str], macros: Macros) -> bool:
    known = dict(macros)
    for term in terms:
        name, value = (*term.split(None, 1), "", "")[:2]
        # a name that was compared with a value is defined for the terms after it
        value = value.strip()
        if not (name in known if not value else known.setdefault(name, "") in _meant(value, known)):
            return False
        known.setdefault(value, "")
    return True


def is_undefined(condition: str, macros: Macros) -> bool:
    """Whether ``#ifndef condition`` holds: none of its names is a macro with a value."""
    words = condition.split()
    return bool(words) and all(macros.get(word, "") == "" for word in words)
