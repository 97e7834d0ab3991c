"""The reader of .bhv files: initial values, modes and the lines of behaviours, each with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from usimmarine_py.conditions.parser import ExpectationError
from usimmarine_py.helm.modes import ModeRule
from usimmarine_py.limits import MOST_MODES
from usimmarine_py.text import literal
from usimmarine_py.texts.pairs import items

_PLACE = re.compile(r"^[^:]*: Line \d+: ")


class ReadError(Exception):
    """A .bhv file that the helm refuses. ``str`` is the original's text; ``file``, ``line`` (from 1) say where."""

    def __init__(self, text: str, file: str = "", line: int = 0, remedy: str = "", more: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.others: list[ReadError] = []  #: lines after it that are refused, too
        self.file, self.line = file, line
        self.more = more  #: what the original says besides
        self.remedy = remedy  #: what to do, or why it is refused

    @property
    def problem(self) -> str:
        """What is wrong and what to do, without the place: the original's text counts lines from 0."""
        return _PLACE.sub("", str(self)) + (f" ({self.remedy})" if self.remedy else "")

    def explain(self) -> str:
        """Return one line that says where, what and what to do."""
        where = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{where}{self.problem}"


class InitialValue(NamedTuple):
    """One ``VARIABLE = VALUE`` of an ``initialize`` line."""

    variable: str
    value: float | str
    deferred: bool  #: ``initialize_``: only if the variable has not arrived by then


class BehaviorLine(NamedTuple):
    """One ``param = value`` line of a behaviour."""

    key: str
    value: str
    line: int  #: from 1


class BehaviorBlock(NamedTuple):
    """One ``Behavior = KIND { ... }``."""

    kind: str
    lines: tuple[BehaviorLine, ...]
    file: str
    line: int  #: of the head, from 1


class BehaviorFile(NamedTuple):
    """What one or several .bhv files say."""

    initial: tuple[InitialValue, ...]
    modes: tuple[ModeRule, ...]
    behaviors: tuple[BehaviorBlock, ...]


_Line = tuple[int, str]


def read_behavior_file(name: str, text: str) -> BehaviorFile:
    """Return what the ``text`` of the file ``name`` says. Raises ``ReadError``."""
    return _Reader(name, text).read()


def joined(files: list[BehaviorFile]) -> BehaviorFile:
    """Return what several files say together, in their order. Raises ``ReadError`` for too many modes."""
    modes = tuple(mode for file in files for mode in file.modes)
    if len(modes) > MOST_MODES:
        raise ReadError(f"{len(modes):,} mode declarations, more than {MOST_MODES:,}", remedy="declare fewer")
    return BehaviorFile(
        tuple(value for file in files for value in file.initial),
        modes,
        tuple(block for file in files for block in file.behaviors),
    )


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a file without comments, with braces on lines of their own; numbers from 1."""
    joined_line, start = "", 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.split("//")[0].strip()
        if not joined_line:
            start = number
        if line.endswith("\\"):
            joined_line += line[:-1]
            continue
        line = (joined_line + line).strip()
        joined_line = ""
        while len(line) > 1 and line[0] in "{}":
            yield start, line[0]
            line = line[1:].strip()
        if len(line) > 1 and line.endswith("{"):
            yield start, line[:-1].strip()
            line = "{"
        yield start, line


class _Reader:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = list(_lines(text))
        self.place = 0

    def _wrong(self, number: int, line: str, remedy: str) -> ReadError:
        shown = f"Problem with line {number} in the BehaviorSet file: {self.name} Line: [{line}]"
        return ReadError(shown, self.name, number, remedy)

    def read(self) -> BehaviorFile:
        initial: list[InitialValue] = []
        modes: list[ModeRule] = []
        behaviors: list[BehaviorBlock] = []
        while self.place < len(self.lines):
            number, line = self.lines[self.place]
            self.place += 1
            if not line:
                continue
            head, _, rest = line.partition(" ")
            keyword = head.lower()
            if line == "{":
                self._body(number, line, opened=True)
            elif keyword in ("initialize", "initialize_"):
                initial += self._initial(number, line, rest, keyword.endswith("_"))
            elif keyword == "set":
                modes.append(self._mode(number, line, rest))
            elif keyword.partition("=")[0].rstrip() == "behavior" and "=" in line:
                kind = line.partition("=")[2].strip()
                body = self._body(number, line)
                lines = tuple(self._parameter(*found) for found in body)
                behaviors.append(BehaviorBlock(kind, lines, self.name, number))
            else:
                raise self._wrong(number, line, "initialize, set, Behavior = or // expected")
        return BehaviorFile(tuple(initial), tuple(modes), tuple(behaviors))

    def _initial(self, number: int, line: str, rest: str, deferred: bool) -> Iterator[InitialValue]:
        for item in items(rest):
            name, equals, value = (part.strip() for part in item.partition("="))
            if not equals or not name or not value or " " in name:
                raise self._wrong(number, line, "initialize VARIABLE = VALUE expected")
            yield InitialValue(name, literal(value), deferred)

    def _mode(self, number: int, line: str, rest: str) -> ModeRule:
        name, equals, value = (part.strip() for part in rest.partition("="))
        if not equals or not name or not value:
            raise self._wrong(number, line, "set VARIABLE = VALUE expected")
        conditions: list[tuple[int, str]] = [(n, text) for n, text in self._body(number, line)]
        other = ""
        if self.place < len(self.lines):
            word = self.lines[self.place][1]
            first = word.partition(" ")[0].lower()
            if word and " " not in word and "=" not in word and "{" not in word and first != "set":
                other = word
                self.place += 1
        for n, text in conditions:
            if "==" in text:
                raise self._wrong(n, text, "== is not accepted in a set block: use =")
        try:
            return ModeRule(name, value, [text for _, text in conditions], other, number)
        except ExpectationError as error:
            raise self._wrong(conditions[0][0] if conditions else number, line, str(error)) from None

    def _body(self, number: int, line: str, *, opened: bool = False) -> list[_Line]:
        """Return the lines between the next pair of braces."""
        if not opened:
            while self.place < len(self.lines) and not self.lines[self.place][1]:
                self.place += 1
            if self.place == len(self.lines) or self.lines[self.place][1] != "{":
                raise self._wrong(number, line, "{ expected on the next line")
            self.place += 1
        start = self.place
        while self.place < len(self.lines) and self.lines[self.place][1] != "}":
            if (found := self.lines[self.place])[1] == "{":
                raise self._wrong(*found, f"the }} of line {number} is missing before it: {line}")
            self.place += 1
        if self.place == len(self.lines):
            raise self._wrong(number, line, "its } is missing")
        self.place += 1
        return [found for found in self.lines[start : self.place - 1] if found[1]]

    def _parameter(self, number: int, line: str) -> BehaviorLine:
        key, _, value = line.partition("=")
        return BehaviorLine(key.strip(), value.strip(), number)
