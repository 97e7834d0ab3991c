"""Parameters of a behaviour, declared once as attributes of its class.

    class Weave(Behavior):
        swing: float = number(20.0, minimum=0.0, maximum=90.0, unit="deg", what="Largest deviation from the base.")

The declaration is the default, the reader of the text in a .bhv file or an update, and the row of the reference table.
On an instance the attribute is the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, TypeVar, cast

from usimmarine_py.colours import is_colour
from usimmarine_py.text import loose_boolean, read_number, strict_boolean
from usimmarine_py.values.words import pairs, split_outside_braces, unquoted

T = TypeVar("T")

_VARIABLE = re.compile(r"[^\s\"=,]+")


class NumberLimits(NamedTuple):
    """The least and the largest value of a number, and one that it must be larger than; None: any."""

    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None

    def refusal(self, value: float) -> str:
        """Return what is expected instead of a value, empty if it is within the limits."""
        if self.minimum is not None and value < self.minimum:
            return f"at least {self.minimum:g} expected"
        if self.maximum is not None and value > self.maximum:
            return f"at most {self.maximum:g} expected"
        if self.above is not None and value <= self.above:
            return f"more than {self.above:g} expected"
        return ""

    def __str__(self) -> str:
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g} to {self.maximum:g}"
        words = (("at least", self.minimum), ("above", self.above), ("at most", self.maximum))
        return ", ".join(f"{word} {value:g}" for word, value in words if value is not None)


class BehaviorParameter:
    """The declaration of one parameter; ``name`` is the attribute's."""

    __slots__ = ("also", "choices", "default", "kind", "limits", "name", "read", "unit", "what")

    def __init__(
        self, default: object, kind: str, read: Callable[[str], object], also: Sequence[str], unit: str, what: str
    ) -> None:
        self.name = ""
        self.default, self.kind, self.read = default, kind, read
        self.also = tuple(also)  #: further spellings in a file
        self.unit, self.what = unit, what
        self.choices: tuple[str, ...] = ()
        self.limits = NumberLimits()

    @property
    def names(self) -> tuple[str, ...]:
        """All spellings, lower case."""
        return (self.name, *self.also)

    def refusal(self, value: object) -> str:
        """Return what is expected instead of a default, empty if the limits and choices admit it."""
        if isinstance(value, int | float):
            return self.limits.refusal(value)
        return f"{', '.join(self.choices)} expected" if self.choices and value and value not in self.choices else ""


def parameter(
    default: T,
    read: Callable[[str], T],
    kind: str = "text",
    *,
    also: Sequence[str] = (),
    unit: str = "",
    what: str = "",
) -> T:
    """Declare a parameter with a reader of its own, which raises ``ValueError`` for a text that it refuses."""
    return cast(T, BehaviorParameter(default, kind, read, also, unit, what))


def number(
    default: float,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    above: float | None = None,
    clamped: bool = False,
    words: Mapping[str, float] | None = None,
    also: Sequence[str] = (),
    unit: str = "",
    what: str = "",
) -> float:
    """Declare a number (in ``unit``), within ``minimum`` and ``maximum``, larger than ``above``.

    ``clamped``: what is beyond minimum or maximum counts as that, instead of being refused. ``words`` (in lower
    case), given in any case, stand for values of their own.
    """
    limits = NumberLimits(minimum, maximum, above)
    known = words or {}

    def read(text: str) -> float:
        if (special := known.get(text.strip().lower())) is not None:
            return special
        value = read_number(text)
        if value is None:
            raise ValueError(f"{' or '.join(['a number', *known])} expected, found {text}")
        if clamped:
            value = min(max(value, -inf if minimum is None else minimum), inf if maximum is None else maximum)
        if refusal := limits.refusal(value):
            raise ValueError(f"{refusal}, found {text}")
        return value

    made = parameter(float(default), read, "number", also=also, unit=unit, what=what)
    cast(BehaviorParameter, made).limits = limits
    return made


def integer(
    default: int, *, minimum: int | None = None, also: Sequence[str] = (), unit: str = "", what: str = ""
) -> int:
    """Declare an integer: the whole part of the number that a text begins with."""
    limits = NumberLimits(minimum)

    def read(text: str) -> int:
        found = re.match(r"\s*[+-]?\d+", text)
        if found is None:
            raise ValueError(f"an integer expected, found {text}")
        value = int(found[0])
        if refusal := limits.refusal(value):
            raise ValueError(f"{refusal}, found {text}")
        return value

    made = parameter(default, read, "integer", also=also, unit=unit, what=what)
    cast(BehaviorParameter, made).limits = limits
    return made


def truth(default: bool, *, strict: bool = False, also: Sequence[str] = (), what: str = "") -> bool:
    """Declare ``true`` or ``false``; without ``strict`` also ``yes``, ``no``, ``on`` and ``off``."""

    def read(text: str) -> bool:
        word = text.strip()
        found = strict_boolean(word) if strict else loose_boolean(word, default)
        if found is None:
            raise ValueError(f"true or false expected, found {text}")
        return found

    return parameter(default, read, "bool", also=also, what=what)


def choice(default: str, words: Sequence[str], *, also: Sequence[str] = (), what: str = "") -> str:
    """Declare one of some words (lower case), given in any case; the value is in lower case.

    Raises ``TypeError`` for words that are one text.
    """
    if isinstance(words, str):
        raise TypeError(f'choice: words {words!r} are one text; write choice("port", ("port", "starboard"))')

    def read(text: str) -> str:
        word = text.strip().lower()
        if word not in words:
            raise ValueError(f"{', '.join(words)} expected, found {text}")
        return word

    made = parameter(default, read, "choice", also=also, what=what)
    cast(BehaviorParameter, made).choices = tuple(words)
    return made


def word(default: str = "", *, also: Sequence[str] = (), what: str = "") -> str:
    """Declare a text; one pair of quotes is removed."""
    return parameter(default, unquoted, "text", also=also, what=what)


def hints(*, strict: bool, what: str) -> str:
    """Declare colours and sizes of what is drawn: ``KEY=VALUE,..``.

    ``strict``: a part without ``=``, a colour that is none and a size that is no number are refused, else left out.
    """

    def read(text: str) -> str:
        kept = []
        for part in split_outside_braces(unquoted(text), ","):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            is_colour_key, is_size_key = key.endswith("color"), key.endswith("size")
            if part.strip() and (
                not equals or (is_colour_key and not is_colour(value)) or (is_size_key and read_number(value) is None)
            ):
                if strict:
                    raise ValueError(f"KEY=COLOUR or KEY=NUMBER expected, found {part.strip()}")
                continue
            kept.append(part)
        return ",".join(kept)

    return parameter("", read, "text", what=what)


def take_hints(look: dict[str, str], text: str) -> None:
    """Put the values of a text that ``hints`` read into a look; a key that the look does not have is left out."""
    look.update((key, value) for key, value in pairs(text).items() if key in look)


def variable(default: str = "", *, also: Sequence[str] = (), what: str = "") -> str:
    """Declare the name of a MOOS variable."""

    def read(text: str) -> str:
        name = unquoted(text)
        if not _VARIABLE.fullmatch(name):
            raise ValueError(f"the name of a variable expected, found {text}")
        return name

    return parameter(default, read, "variable", also=also, what=what)


def suffix(default: str = "", *, upper: bool = False, what: str = "") -> str:
    """Declare an ending of names of variables; ``_`` is added in front."""

    def read(text: str) -> str:
        ending = unquoted(text)
        if any(character.isspace() for character in ending):
            raise ValueError(f"an ending without blanks expected, found {text}")
        ending = ending.upper() if upper else ending
        return ending if ending.startswith("_") or not ending else "_" + ending

    return parameter(default, read, "text", what=what)


def declared(cls: type) -> dict[str, BehaviorParameter]:
    """Take the declarations out of a class body; each attribute becomes its default value."""
    found: dict[str, BehaviorParameter] = {}
    for name, made in list(vars(cls).items()):
        value: Any = made
        if isinstance(value, BehaviorParameter):
            value.name = name
            setattr(cls, name, value.default)
            for spelling in value.names:
                found[spelling.lower()] = value
    return found
