"""Lines of a configuration, declarations of parameters and mail variables, and the parsing of their values.

Each package declares its own parameters, once, with their parsers; ``check`` collects them into the table behind
``--example``, ``--interface``, the reference pages, the JSON schema and completion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.text import finite_number, loose_boolean
from usimmarine_py.values.frozen import dataclass, field

NO_DEFAULTS: Mapping[str, str] = MappingProxyType({})


class Note(NamedTuple):
    """The finding of a parameter's reader about a value.

    ``unhandled``: the recorded program reports this line as unhandled. ``severity``: None is an error for an unhandled
    line, a warning for any other; a note is about a line that has its effect.
    """

    problem: str
    unhandled: bool = True
    severity: Severity | None = None
    about_key: bool = False  #: the key is wrong, not its value
    unknown: bool = False  #: the key is unknown
    suggestion: str = ""
    exact: str = ""  #: the text of the recorded program, if not its usual one
    idle: bool = False  #: the line is valid, but has no effect on this vehicle
    taken: bool = False  #: the line, or a part of it, is in force


#: Reads a text into the set-up that start-up is building; returns None if there is no finding.
Reader = Callable[[Any, str], "Note | None"]
#: Stores a value that was read by its kind in the set-up that start-up is building.
Store = Callable[[Any, Any], None]


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
    reader: Reader | None = field(default=None, compare=False)
    into: str | Store = ""  #: field that the value goes to; empty = the one of the parameter's name
    beyond: str = "clip"  #: out of range in a recorded dialect: clip | zero (clip, unhandled) | refuse | never (in any)


_NO_RULES = SimulatorRules()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One key of a block.

    ``default`` is the text as in a mission file. ``minimum`` and ``maximum`` are inclusive, None if there is none. The
    simulator reads its keys by ``rules``; parameters that are checked together, and those of backends and applications,
    are read by a call of ``value``.
    """

    name: str
    kind: str  #: number | integer | bool | text | pair | list | file
    default: str
    help: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    group: str = "general"
    example: str = ""  #: value shown by --example; empty = leave the parameter out of the example block
    source: str = ""  #: document and section
    repeatable: bool = False
    parse: Callable[[str], Any] | None = field(default=None, compare=False)  #: see ``value``; None = by its kind
    rules: SimulatorRules = _NO_RULES

    @property
    def names(self) -> tuple[str, ...]:
        """All spellings."""
        return (self.name, *self.aliases, *self.rules.deprecated)

    @property
    def target(self) -> str:
        """The name of the field that the value goes to."""
        into = self.rules.into
        return into if into and isinstance(into, str) else self.name

    @property
    def limits(self) -> str:
        """The range of a number as text."""
        if self.maximum is None:
            return f"must be at least {self.minimum:g}"
        return f"must lie in [{self.minimum:g}, {self.maximum:g}]"

    def value(self, text: str) -> Any:
        """Check a text and return its value: float, int, bool, text or pair of floats; None for an empty number.

        Raises ``ConfigError`` that names the parameter. Parameters that uSimMarine does not have are read this way;
        those of uSimMarine have the rules of their dialects.
        """
        try:
            return self.parse(text) if self.parse else _BY_KIND.get(self.kind, _text)(self, text)
        except ConfigError as error:
            error.key = self.name
            raise


def _text(p: Parameter, text: str) -> str:
    if not p.choices:
        return text
    word = text.strip().lower()
    if word not in p.choices:
        problem = f"must be one of {', '.join(p.choices)}, found {shorten(word)!r}"
        raise ConfigError(problem, suggestion=suggest(word, p.choices))
    return word


def _number(p: Parameter, text: str) -> float | None:
    if not text:
        return None
    number = finite_number(text)
    if number is None:
        raise ConfigError(f"must be a finite number, found {shorten(text)!r}")
    return _in_range(p, number)


def _integer(p: Parameter, text: str) -> int | None:
    if not text:
        return None
    # through float only for 3.0; a seed may have more digits than a float
    if re.fullmatch(r"[+-]?[0-9]{1,40}", text):
        return _in_range(p, int(text))
    real = finite_number(text)
    if real is None or real != int(real) or abs(real) >= 1e40:
        raise ConfigError(f"must be a whole number, found {shorten(text)!r}")
    return _in_range(p, int(real))


def _boolean(p: Parameter, text: str) -> bool:
    found = loose_boolean(text, False)
    if found is None:
        raise ConfigError(f"must be true or false, found {shorten(text)!r}")
    return found


def _pair(p: Parameter, text: str) -> tuple[float, float]:
    numbers = [finite_number(part.strip()) for part in text.split(",")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise ConfigError(f"must be two numbers x,y, found {shorten(text)!r}")
    return numbers[0], numbers[1]


_Number = TypeVar("_Number", int, float)


def _in_range(p: Parameter, number: _Number) -> _Number:
    unit = f" {p.unit}" if p.unit else ""
    if p.minimum is not None and number < p.minimum:
        raise ConfigError(f"must be at least {p.minimum:g}{unit}, found {number:g}")
    if p.maximum is not None and number > p.maximum:
        raise ConfigError(f"must be at most {p.maximum:g}{unit}, found {number:g}")
    return number


_BY_KIND: Mapping[str, Callable[[Parameter, str], Any]] = MappingProxyType(
    {"number": _number, "integer": _integer, "bool": _boolean, "pair": _pair}
)


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
