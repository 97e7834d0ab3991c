"""The reader of .bhv files: initial values, modes and the lines of behaviours, each with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from usimmarine_py.conditions.parser import ExpectationError
from usimmarine_py.helm.condition import HelmCondition
from usimmarine_py.helm.modes import ModeRule
from usimmarine_py.limits import MOST_MODES
from usimmarine_py.text import literal
from usimmarine_py.texts.pairs import pieces

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


class DeprecatedKindError(ReadError):
    """A block of a deprecated kind that does not say that this is known."""


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
    shown: int = 0  #: from 0, as the original counts: lines that a backslash joins are one
    text: str = ""  #: as it stands in the file


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
    #: Blocks without a head or an end, which the helm leaves out, as the original does without a word.
    left_out: tuple[ReadError, ...] = ()


class _Line(NamedTuple):
    """A line without what a backslash joins to it."""

    place: int  #: of its begin, from 1
    shown: int  #: from 1, as the original counts
    text: str


def read_behavior_file(name: str, text: str) -> BehaviorFile:
    """Return what the ``text`` of the file ``name`` says. Raises ``ReadError``."""
    return read_behavior_files([(name, text)])


def read_behavior_files(files: Sequence[tuple[str, str]]) -> BehaviorFile:
    """Return what several files (name, text) say together, in their order. Raises ``ReadError``."""
    reader = _Reader()
    for name, text in files:
        reader.read(name, text)
    found = reader.found()
    if len(found.modes) > MOST_MODES:
        raise ReadError(f"{len(found.modes):,} mode declarations, more than {MOST_MODES:,}", remedy="declare fewer")
    return found


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a file."""
    joined, start, count = "", 0, 0
    for number, raw in enumerate(text.split("\n"), 1):
        start = start or number
        whole = raw.rstrip(" \t\r")
        if whole.endswith("\\"):
            joined += whole.removesuffix("\\")
            continue
        count += 1
        yield _Line(start, count, (joined + raw).strip())
        joined, start = "", 0


def _parts(line: str) -> Iterator[str]:
    """The parts of a line: a brace at its begin, or an open one at its end, counts as a line of its own."""
    if line.startswith(("//", "#")):
        yield line
        return
    if len(line) > 1 and line[0] in "{}":
        yield line[0]
        line = line[1:]
    end = line[-1:] == "{" and len(line) > 1
    yield line[:-1] if end else line
    if end:
        yield "{"


#: What the reader is in: no block, one of any other kind, and behind it; the head and the body of a behaviour; those
#: of a mode, and behind it, where another value may stand.
_TOP, _MISC, _MISC_ENDED = "top", "misc", "misc ended"
_HEAD, _BODY = "head", "body"
_MODE_HEAD, _MODE, _MODE_ENDED = "mode head", "mode", "mode ended"
#: What a brace leads to.
_OPENS = {_TOP: _MISC, _HEAD: _BODY, _MODE_HEAD: _MODE}
_CLOSES = {_MISC: _MISC_ENDED, _BODY: _TOP, _MODE: _MODE_ENDED}


class _Reader:
    """Reads the lines of files one after the other, in the steps of the original."""

    def __init__(self) -> None:
        self._name = ""
        self._state = _TOP
        self._initial: list[InitialValue] = []
        self._modes: list[ModeRule] = []
        self._behaviors: list[BehaviorBlock] = []
        self._at = _Line(0, 0, "")  # the line that is read
        self._shown = ""  # the part of it
        self._head = self._at  # of the block that is read
        self._kind = ""
        self._body: list[BehaviorLine] = []
        self._mode = "", ""
        self._conditions: list[str] = []
        self._left_out: list[ReadError] = []

    def read(self, name: str, text: str) -> None:
        """Read a file. Raises ``ReadError``."""
        self._name = name
        for self._at in _lines(text):
            for part in _parts(self._at.text):
                self._shown = part
                self._take(part.partition("//")[0].strip())

    def found(self) -> BehaviorFile:
        """Return what the files say."""
        if self._state in (_HEAD, _BODY, _MODE_HEAD, _MODE):
            self._leave_out(self._head, "its } is missing")
        elif self._state == _MODE_ENDED:
            self._leave_out(self._head, "no line follows its }")
        return BehaviorFile(tuple(self._initial), tuple(self._modes), tuple(self._behaviors), tuple(self._left_out))

    def _leave_out(self, head: _Line, why: str) -> None:
        remedy = "it is left out, as in the original"
        self._left_out.append(ReadError(f"{head.text}: {why}", self._name, head.place, remedy))

    def _wrong(self, remedy: str, more: str = "") -> ReadError:
        shown = f"Problem with line {self._at.shown} in the BehaviorSet file: {self._name} Line: [{self._last}]"
        if more:
            brace = f"File:{self._name} Line:{self._at.shown - 1}Unexpected {more} brace '{self._shown}'"
            return ReadError(brace, self._name, self._at.place, remedy, (shown,))
        return ReadError(shown, self._name, self._at.place, remedy)

    @property
    def _last(self) -> str:
        """The line as the original shows it: without the braces that count as lines of their own."""
        parts = [*_parts(self._at.text)]
        if len(parts) > 1 and parts[0] in ("{", "}"):
            parts = parts[1:]
        return parts[0]

    def _take(self, line: str) -> None:
        if not line:
            if self._state in (_MISC_ENDED, _MODE_ENDED):
                self._end_mode()
                self._state = _TOP
        elif line == "{":
            self._open()
        elif line == "}":
            self._close()
        elif self._state in (_TOP, _MISC_ENDED, _MODE_ENDED) and self._begin(line):
            pass
        elif self._state == _MODE_ENDED:
            if len(line.split(" ")) > 1:
                raise self._wrong("one word expected: the value of the mode where its conditions do not hold")
            self._end_mode(line)
            self._state = _TOP
        elif self._state == _BODY:
            key, _, value = line.partition("=")
            found = BehaviorLine(key.strip(), value.strip(), self._at.place, self._at.shown - 1, line)
            self._body.append(found)
        elif self._state == _MODE:
            self._add_condition(line)
        elif self._state in _OPENS and self._state != _TOP:
            raise self._wrong("{ expected on the next line")
        elif self._state != _MISC:
            raise self._wrong("initialize, set, Behavior = or // expected")

    def _open(self) -> None:
        if self._state not in _OPENS:
            inside = self._state in (_BODY, _MODE)
            head = f"the }} of line {self._head.place} is missing before it: {self._head.text}"
            raise self._wrong(head if inside else "no block begins here", "open")
        if self._state == _TOP:
            self._leave_out(self._at, "a block without Behavior = or set before it")
        self._state = _OPENS[self._state]

    def _close(self) -> None:
        if self._state not in _CLOSES:
            raise self._wrong("no block ends here", "close")
        if self._state == _BODY:
            self._behaviors.append(BehaviorBlock(self._kind, tuple(self._body), self._name, self._head.place))
            self._body.clear()
        self._state = _CLOSES[self._state]

    def _begin(self, line: str) -> bool:
        """Take a line that begins something; False for any other."""
        word, _, rest = line.partition(" ")
        keyword = word.lower()
        if keyword in ("initialize", "initialize_") and rest:
            self._end_mode()
            self._state = _TOP
            self._initial += self._initials(rest.strip(), word == "initialize_")
        elif line[: len("behavior")].lower() == "behavior":
            self._end_mode()
            self._state, self._head = _HEAD, self._at
            self._kind = line.partition("=")[2].strip()
        elif keyword == "set" and rest:
            self._end_mode()
            name, _, value = (part.strip() for part in rest.partition("="))
            if not name or not value:
                raise self._wrong("set VARIABLE = VALUE expected")
            self._state, self._head = _MODE_HEAD, self._at
            # the original passes over the whole head, and the mode gives nothing
            self._mode = ("", "") if len(name.split()) > 1 else (name, value)
            self._conditions = []
        else:
            return False
        return True

    def _initials(self, rest: str, deferred: bool) -> Iterator[InitialValue]:
        for item in pieces(rest.removesuffix(",")):
            name, equals, value = (part.strip() for part in item.partition("="))
            if not equals or not name or not value or len(name.split()) > 1:
                raise self._wrong("initialize VARIABLE = VALUE expected")
            yield InitialValue(name, literal(value), deferred)

    def _add_condition(self, line: str) -> None:
        if "==" in line:
            raise self._wrong("== is not accepted in a set block: use =")
        try:
            HelmCondition(line)
        except ExpectationError as error:
            raise self._wrong(str(error)) from None
        self._conditions.append(line)

    def _end_mode(self, other: str = "") -> None:
        """Declare the mode that was read, if there is one."""
        if self._state == _MODE_ENDED:
            self._modes.append(ModeRule(*self._mode, self._conditions, other, self._head.place))
