"""A line of a configuration; how a parameter or mail variable is declared, and how a text becomes a value.

Each room declares its own, once, with its parser; ``check`` collects them into the one table that makes ``--example``,
``--interface``, the reference pages, the JSON schema and completion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.text import finite_number, loose_boolean
from usimmarine_py.values.frozen import dataclass, field

NO_DEFAULTS: Mapping[str, str] = MappingProxyType({})


class Note(NamedTuple):
    """What a parameter's reader has to say about a value.

    ``unhandled``: the recorded program reports this line as unhandled. ``severity``: None is an error for an unhandled
    line, a warning for any other; a note is about a line that works all the same.
    """

    problem: str
    unhandled: bool = True
    severity: Severity | None = None
    about_key: bool = False  #: the key is wrong, not its value
    unknown: bool = False  #: nobody knows the key
    suggestion: str = ""
    exact: str = ""  #: what the recorded program says instead of its usual text
    idle: bool = False  #: the line is right, but without effect on this vehicle
    taken: bool = False  #: the line, or what is left of it, is in force all the same


#: Reads a text into what start-up is making of the lines; the answer is None when all is well.
Reader = Callable[[Any, str], "Note | None"]
#: Puts a value that was read by its kind into what start-up is making.
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
        """``file:line``, or an empty text."""
        return f"{self.file}:{self.line}" if self.file else ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One key of the simulator's block.

    ``default`` is the text that a mission file would hold; ``dialect_defaults`` names the dialects that differ.
    ``minimum`` and ``maximum`` are inclusive and None where there is none. ``dialects`` empty = known to all; the
    others take it, too, unless quirks are asked for or it is ``exclusive``.

    Three ways to a value: ``reader`` for what is more than a value of its kind; else the simulator reads it by its
    kind, range and dialect into the field ``into``; else (parameters that are judged together, those of backends)
    ``value`` gives it to whoever asks.
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
    deprecated: tuple[str, ...] = ()
    dialects: tuple[str, ...] = ()
    dialect_defaults: Mapping[str, str] = field(default_factory=lambda: NO_DEFAULTS)
    group: str = "general"
    example: str = ""  #: value shown by --example; empty = leave the parameter out of the example block
    source: str = ""  #: document and section
    repeatable: bool = False
    exclusive: bool = False  #: only the dialects named above take it, with quirks or without
    covers: tuple[str, ...] = ()  #: other parameters that this one sets, too
    reader: Reader | None = field(default=None, compare=False)
    parse: Callable[[str], Any] | None = field(default=None, compare=False)  #: see ``value``; None = by its kind
    into: str | Store = ""  #: field that the value goes to; empty = the one of this name
    beyond: str = "clip"  #: out of range in a recorded dialect: clip | zero (clip, unhandled) | refuse | never (in any)

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling."""
        return (self.name, *self.aliases, *self.deprecated)

    @property
    def target(self) -> str:
        """The name of the field that the value goes to."""
        return self.into if self.into and isinstance(self.into, str) else self.name

    @property
    def limits(self) -> str:
        """What a number must be, in words."""
        if self.maximum is None:
            return f"must be at least {self.minimum:g}"
        return f"must lie in [{self.minimum:g}, {self.maximum:g}]"

    def value(self, text: str) -> Any:
        """The checked value of a text: float, int, bool, text or pair of floats; None for an empty number.

        Raises ``ConfigError`` that names the parameter. This is how parameters of our own are read; those of
        uSimMarine have their dialects' rules.
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
