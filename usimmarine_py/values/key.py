"""Lines of a configuration, declarations of their keys and of mail variables, and the parsing of their values.

Each package declares the keys of its blocks, once; from these come the readers (``values.block``), ``usim check``,
``--example``, the reference pages, the JSON schema and completion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.text import compact_number, finite_number, loose_boolean, read_number, truth_text
from usimmarine_py.values.frozen import dataclass, field

NO_DEFAULTS: Mapping[str, str] = MappingProxyType({})


#: Reads a text into the settings of a block; returns what is wrong with it, if anything.
Take = Callable[[Any, str], "Finding | None"]
#: Stores a value in the settings of a block; may return what is to be said of it.
Store = Callable[[Any, Any], "Finding | None"]


@dataclass(frozen=True, slots=True)
class ConfigLine:
    """One ``key = value`` line of a block; ``file`` empty and ``line`` 0 where it came from Python."""

    key: str
    value: str
    file: str = ""
    line: int = 0

    @property
    def where(self) -> str:
        """The place as ``file:line``, or an empty text."""
        return f"{self.file}:{self.line}" if self.file else ""


def config_lines(lines: str | Iterable[ConfigLine]) -> list[ConfigLine]:
    """Return the lines of a block; of a text, each line ``key = value`` (blank lines are left out)."""
    if not isinstance(lines, str):
        return list(lines)
    pairs = [line.partition("=") for line in lines.splitlines() if line.strip()]
    return [ConfigLine(key.strip(), value.strip()) for key, _, value in pairs]


@dataclass(frozen=True, slots=True)
class SimulatorRules:
    """How the simulator reads a key of its block, which of its dialects know it, and what else that sets.

    ``dialects`` empty = known to all; the others accept it, too, unless quirks are on or it is ``exclusive``. A value
    is read by ``reader``, if it is more than a value of its kind; else by kind, range and dialect, into the field
    ``into``.
    """

    dialects: tuple[str, ...] = ()
    dialect_defaults: Mapping[str, str] = field(default_factory=lambda: NO_DEFAULTS)  #: of those that differ
    exclusive: bool = False  #: only the dialects named above accept it, with quirks or without
    deprecated: tuple[str, ...] = ()  #: former spellings
    covers: tuple[str, ...] = ()  #: other parameters that this one sets, too
    reader: Take | None = field(default=None, compare=False)
    into: str | Store = ""  #: field that the value goes to; empty = the one of the parameter's name
    beyond: str = "clip"  #: out of range in a recorded dialect: clip | zero (clip, unhandled) | refuse | never (in any)


_NO_RULES = SimulatorRules()


class NumberLimits(NamedTuple):
    """The least and the largest value of a number, and one that it must be larger than; None: any."""

    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None

    def problem(self, value: float, unit: str = "") -> str:
        """Return what is wrong with a value, empty if it is within the limits."""
        behind = f" {unit}" if unit else ""
        if self.minimum is not None and value < self.minimum:
            return f"must be at least {self.minimum:g}{behind}"
        if self.above is not None and value <= self.above:
            return f"must be above {self.above:g}{behind}"
        if self.maximum is not None and value > self.maximum:
            return f"must be at most {self.maximum:g}{behind}"
        return ""

    def clamped(self, value: float) -> float:
        """Return the value within minimum and maximum that is nearest to ``value``."""
        inside = value if self.minimum is None else max(value, self.minimum)
        return inside if self.maximum is None else min(inside, self.maximum)

    def __str__(self) -> str:
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g} to {self.maximum:g}"
        words = (("at least", self.minimum), ("above", self.above), ("at most", self.maximum))
        return ", ".join(f"{word} {value:g}" for word, value in words if value is not None)


class RefusedValueError(ConfigError):
    """A value that a key does not take: ``expected`` is what it must be, ``given`` the value as it is shown."""

    def __init__(self, expected: str, given: str = "", suggestion: str = "") -> None:
        super().__init__(f"{expected}, found {given}" if given else expected, suggestion=suggestion)
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a block, or one parameter of a behaviour.

    ``default`` is the text as in a mission file; empty where there is none, or where the settings that the block is
    read into have it (``KeyTable.default``). ``minimum`` and ``maximum`` are inclusive, None if there is none.
    ``value`` reads a text: by ``parse``, else by ``kind``. ``read_into`` stores it ``into`` settings; a key whose text
    changes settings in a way of its own has ``take`` for that. ``rules`` are those of the simulator's dialects.
    """

    name: str
    kind: str  #: number | integer | bool | text | pair | list | file | colour | flag | variable, or a word of its own
    default: str = ""
    help: str = ""
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    group: str = "general"
    example: str = ""  #: value shown by --example; empty = leave the key out of the example block
    source: str = ""  #: document and section
    repeatable: bool = False
    parse: Callable[[str], Any] | None = field(default=None, compare=False)  #: see ``value``; None = by its kind
    rules: SimulatorRules = _NO_RULES
    above: float | None = None  #: a number must be larger than this
    clamped: bool = False  #: a number beyond minimum or maximum counts as that
    words: Mapping[str, Any] = field(default_factory=dict, compare=False)  #: in any case, for values of their own
    by_moos: bool = False  #: numbers are those of MOOS-IvP's texts: no exponent, ``--5`` is 0, and none is empty
    into: str | Store = field(default="", compare=False)  #: attribute of the settings; ``part.name`` of a record in it
    take: Take | None = field(default=None, compare=False)  #: in place of parse and into

    @property
    def names(self) -> tuple[str, ...]:
        """All spellings."""
        return (self.name, *self.aliases, *self.rules.deprecated)

    @property
    def target(self) -> str:
        """The name of the attribute that the value goes to."""
        into = self.into or self.rules.into
        return into if into and isinstance(into, str) else self.name

    @property
    def limits(self) -> NumberLimits:
        """The limits of a number."""
        return NumberLimits(self.minimum, self.maximum, self.above)

    def value(self, text: str, current: Any = None) -> Any:
        """Check a text and return its value: float, int, bool, text or pair of floats; None for an empty number.

        ``current`` is the value that ``toggle`` turns. Raises ``ConfigError`` that names the key. Keys that uSimMarine
        does not have are read this way; those of uSimMarine have the rules of their dialects.
        """
        try:
            if self.words and (word := text.strip().lower()) in self.words:
                return self.words[word]
            if self.parse is not None:
                return self.parse(text)
            return bool_value(text, current) if self.kind == "bool" else _BY_KIND.get(self.kind, _text)(self, text)
        except ConfigError as error:
            error.key = self.name
            raise

    def read_into(
        self, settings: Any, text: str, severity: Severity = Severity.ERROR, *, shown: bool = True
    ) -> Finding | None:
        """Store the value of a text in ``settings``; return what is wrong with it, if anything: nothing changes then
        unless the finding says so. ``shown``: its reader sees the value, so that it need not repeat it.
        """
        try:
            if self.take is not None:
                return self.take(settings, text)
            if callable(self.into):
                return self.into(settings, self.value(text))
            *parts, last = self.target.split(".")
            for part in parts:
                settings = getattr(settings, part)
            current = getattr(settings, last, None)
            value = self.value(text, current)
            if self.repeatable and isinstance(current, list):
                current.append(value)
            else:
                setattr(settings, last, value)
        except ConfigError as error:
            what = error.expected if shown and isinstance(error, RefusedValueError) else error.problem
            return Finding(what, severity=severity, suggestion=error.suggestion)
        except ValueError as error:
            return Finding(str(error), severity=severity)
        return None


def _text(key: Key, text: str) -> str:
    if not key.choices:
        return text
    word = text.strip().lower()
    if word not in key.choices:
        expected = f"must be one of {', '.join(key.choices)}"
        raise RefusedValueError(expected, repr(shorten(word)), suggest(word, key.choices))
    return word


def _number(key: Key, text: str) -> float | None:
    if not text and not key.by_moos:
        return None
    number = read_number(text) if key.by_moos else finite_number(text)
    if number is None:
        kind = "number" if key.by_moos else "finite number"
        expected = " or ".join([f"must be a {kind}", *key.words])
        raise RefusedValueError(expected, repr(shorten(text)))
    return _within(key, key.limits.clamped(number) if key.clamped else number)


def _integer(key: Key, text: str) -> int | None:
    if key.by_moos:
        number = read_number(text)
        if number is None:
            raise RefusedValueError("must be a whole number", repr(shorten(text)))
        return int(_within(key, key.limits.clamped(number) if key.clamped else number))
    if not text:
        return None
    # through float only for 3.0; a seed may have more digits than a float
    if re.fullmatch(r"[+-]?[0-9]{1,40}", text):
        return int(_within(key, int(text)))
    real = finite_number(text)
    if real is None or real != int(real) or abs(real) >= 1e40:
        raise RefusedValueError("must be a whole number", repr(shorten(text)))
    return int(_within(key, int(real)))


def bool_value(text: str, current: object = None) -> bool:
    """Return what ``true``, ``on``, ``yes``, ``false``, ``off``, ``no`` or ``toggle`` (not ``current``) says.

    Raises ``RefusedValueError`` for another text.
    """
    found = loose_boolean(text, bool(current))
    if found is None:
        raise RefusedValueError("must be true or false", repr(shorten(text)))
    return found


def _pair(key: Key, text: str) -> tuple[float, float]:
    numbers = [finite_number(part.strip()) for part in text.split(",")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise RefusedValueError("must be two numbers x,y", repr(shorten(text)))
    return numbers[0], numbers[1]


def _colour(key: Key, text: str) -> str:
    from usimmarine_py.colours import is_colour  # a simulator starts without

    if not is_colour(text):
        raise RefusedValueError("is no colour that viewers know")
    return text


def flag_of(text: str) -> tuple[str, float | str] | None:
    """Return variable and value of ``VAR=VALUE``; None for another text, or without a value."""
    from usimmarine_py.text import literal  # a simulator starts without

    name, _, value = text.partition("=")
    return (name, literal(value)) if name and value.strip() else None


def _flag(key: Key, text: str) -> tuple[str, float | str]:
    flag = flag_of(text)
    if flag is None:
        raise RefusedValueError("must be VAR=VALUE")
    return flag


def _within(key: Key, number: float) -> float:
    problem = key.limits.problem(number, key.unit)
    if problem:
        raise RefusedValueError(problem, f"{number:g}")
    return number


_BY_KIND: Mapping[str, Callable[[Key, str], Any]] = MappingProxyType(
    {
        "number": _number, "integer": _integer, "pair": _pair, "colour": _colour, "flag": _flag,
    }
)  # fmt: skip


class KeyTable(Mapping[str, Key]):
    """The keys of a kind of block by every spelling, in lower case, and the settings that the block is read into.

    A name that ends with ``*`` stands for all that begin so; its key gets ``REST=VALUE`` as the text.
    """

    def __init__(
        self,
        keys: Iterable[Key],
        settings: Callable[[], object] | None = None,
        *,
        backwards: bool = False,
        squeezed: bool = False,
        shows_values: bool = False,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """``settings`` makes settings with all defaults. ``backwards``: the last line is read first, so that of two
        contradicting lines the first counts. ``squeezed``: without any blanks. ``shows_values``: findings do.
        ``severity``: of a line that is not used.
        """
        self.keys_in_order = tuple(keys)
        self.settings = settings
        self.backwards, self.squeezed, self.shows_values = backwards, squeezed, shows_values
        self.severity = severity
        self._by_name = {name.lower(): key for key in reversed(self.keys_in_order) for name in reversed(key.names)}
        self._open = {name[:-1]: key for name, key in self._by_name.items() if name.endswith("*")}

    def __getitem__(self, name: str) -> Key:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def find(self, name: str) -> tuple[Key | None, str]:
        """Return the key of a name (lower case), and what stands before a value of it: empty, or ``REST=``."""
        key = self._by_name.get(name)
        if key is None:
            for begin, open_key in self._open.items():
                if name.startswith(begin):
                    return open_key, f"{name.removeprefix(begin)}="
        return key, ""

    def default(self, key: Key) -> str:
        """Return a default as a file would say it; empty for none."""
        if key.default or self.settings is None or callable(key.into) or (key.take is not None and not key.into):
            return key.default
        found: Any = self.settings()
        for part in key.target.split("."):
            found = getattr(found, part, None)
        word = next((word for word, value in key.words.items() if value == found), "")
        return word or value_text(found)


def value_text(value: object) -> str:
    """Return a value as a file would say it; empty for one that has no simple text."""
    if isinstance(value, bool):
        return truth_text(value)
    if isinstance(value, int | float):
        return "forever" if value == float("inf") else compact_number(float(value))
    return value if isinstance(value, str) else ""


def read_block(
    lines: Sequence[ConfigLine], table: KeyTable, settings: Any, elsewhere: Collection[str] = (), *, unknown: str = ""
) -> list[Finding]:
    """Read the lines of a block into ``settings``, and return what is wrong, each with its place.

    ``elsewhere`` names keys (lower case) that others read. ``unknown``: what is said of a key that is not known; with
    an empty text such lines are passed over.
    """
    found = []
    for line, finding in read_each(lines, table, settings, elsewhere, unknown=unknown):
        shown = shorten(line.value.strip()) if table.shows_values else ""
        found.append(finding.placed(FilePlace(line.file, line.line, 0, shorten(line.key.strip(), 60), shown)))
    return found


def read_each(
    lines: Sequence[ConfigLine], table: KeyTable, settings: Any, elsewhere: Collection[str] = (), *, unknown: str = ""
) -> Iterator[tuple[ConfigLine, Finding]]:
    """Read as ``read_block`` does, and yield each line that something is wrong with, and what.

    Settings may have ``line``, which gets the line that is being read, and ``more_findings``, where a reader of a line
    that finds several things keeps the others.
    """
    keeps_line = hasattr(settings, "line")
    for line in reversed(lines) if table.backwards else lines:
        name, value = line.key.strip().lower(), line.value.strip()
        if table.squeezed:
            name, value = without_blanks(name), without_blanks(value)
        if name in elsewhere:
            continue
        key, before = table.find(name)
        finding: Finding | None = None
        if keeps_line:
            settings.line = line
        if key is not None and table.squeezed and not value:  # the originals' reader of files drops such a line
            finding = Finding("has no value: the line is passed over", severity=table.severity)
        elif key is not None:
            finding = key.read_into(settings, before + value, table.severity, shown=table.shows_values)
        elif unknown:
            finding = Finding(unknown, severity=table.severity, suggestion=suggest(name, table), about_key=True)
        if finding is not None:
            yield line, finding.lost(table.severity)
        if further := getattr(settings, "more_findings", None):
            yield from ((line, one) for one in further)
            further.clear()


def without_blanks(text: str) -> str:
    """Return a text without blanks and tabs, as AppCasting applications read their blocks."""
    return text.replace(" ", "").replace("\t", "")


@dataclass(frozen=True, slots=True)
class MailEntry:
    """One variable that is read (``direction`` "in") or posted ("out")."""

    name: str
    direction: str
    kind: str  #: number | text | binary
    help: str
    unit: str = ""
    when: str = ""
    aliases: tuple[str, ...] = ()
    dialects: tuple[str, ...] = ()
    group: str = "general"
    source: str = ""
