"""Parameters of a behaviour, declared once as attributes of its class.

    class Weave(Behavior):
        swing: float = number(20.0, minimum=0.0, maximum=90.0, unit="deg", what="Largest deviation from the base.")

The declaration is the default, the reader of the text in a .bhv file or an update, and the row of the reference table.
On an instance the attribute is the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeVar, cast

from usimmarine_py.colours import is_colour
from usimmarine_py.limits import MOST_FLAGS, admit
from usimmarine_py.text import atof, is_number, read_number, strict_boolean
from usimmarine_py.texts.pairs import pairs, split_outside_braces, unquoted
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import Key, NumberLimits, RefusedValueError, value_text

T = TypeVar("T")

_VARIABLE = re.compile(r"[^\s\"=,]+")


class Declared(NamedTuple):
    """What the body of a class declares: the key, whose name is the attribute's, and the default value."""

    key: Key
    value: object


def outside(key: Key, value: object) -> str:
    """Return why the limits or choices of a key do not admit a default, empty if they do."""
    if isinstance(value, int | float):
        return key.limits.problem(value)
    return f"must be one of {', '.join(key.choices)}" if key.choices and value and value not in key.choices else ""


def _declare(value: T, kind: str, what: str, also: Sequence[str] = (), **more: Any) -> T:
    key = Key("", kind, help=what, aliases=tuple(also), by_moos=True, **more)
    return cast(T, Declared(key, value))


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
    return _declare(default, kind, what, also, unit=unit, parse=read)


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
    return _declare(
        float(default), "number", what, also, unit=unit, minimum=minimum, maximum=maximum, above=above,
        clamped=clamped, words=words or {},
    )  # fmt: skip


class BeginningNumber(NamedTuple):
    """Reads the number that a text begins with, 0 without one, as C does."""

    limits: NumberLimits

    def __call__(self, text: str) -> float:
        value = atof(text)
        if not isfinite(value) or (problem := self.limits.problem(value)):
            raise RefusedValueError(problem if isfinite(value) else "must be finite", text)
        return value


def leading(
    default: float,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    above: float | None = None,
    also: Sequence[str] = (),
    unit: str = "",
    what: str = "",
) -> float:
    """Declare a number where the original looks at no more than what a text begins with."""
    limits = NumberLimits(minimum, maximum, above)
    return _declare(
        float(default), "number", what, also, unit=unit, minimum=minimum, maximum=maximum, above=above,
        parse=BeginningNumber(limits),
    )  # fmt: skip


def integer(
    default: int,
    *,
    minimum: int | None = None,
    plain: bool = False,
    also: Sequence[str] = (),
    unit: str = "",
    what: str = "",
) -> int:
    """Declare an integer: the whole part of the number that a text begins with, or with ``plain`` is."""

    def read(text: str) -> int:
        if plain and is_number(text):
            text = str(int(atof(text)))
        found = re.match(r"\s*[+-]?\d+", text) if not plain or is_number(text) else None
        problem = "must be an integer" if found is None else NumberLimits(minimum).problem(int(found[0]))
        if found is None or problem:
            raise RefusedValueError(problem, text)
        return int(found[0])

    return _declare(default, "integer", what, also, unit=unit, minimum=minimum, parse=read)


def truth(default: bool, *, strict: bool = False, also: Sequence[str] = (), what: str = "") -> bool:
    """Declare ``true`` or ``false``; without ``strict`` also ``yes``, ``no``, ``on`` and ``off``."""

    def read(text: str) -> bool:
        found = strict_boolean(text.strip())
        if found is None:
            raise RefusedValueError("must be true or false", text)
        return found

    return _declare(default, "bool", what, also, parse=read if strict else None)


def choice(
    default: str,
    words: Sequence[str],
    *,
    read: Callable[[str], str] | None = None,
    also: Sequence[str] = (),
    what: str = "",
) -> str:
    """Declare one of some words (lower case), given in any case; the value is in lower case.

    ``read`` is a reader of its own, which takes other texts for one of them. Raises ``TypeError`` for words that are
    one text.
    """
    if isinstance(words, str):
        raise TypeError(f'choice: words {words!r} are one text; write choice("port", ("port", "starboard"))')
    return _declare(default, "choice", what, also, choices=tuple(words), parse=read)


def word(default: str = "", *, also: Sequence[str] = (), what: str = "") -> str:
    """Declare a text; one pair of quotes is removed."""
    return parameter(default, unquoted, "text", also=also, what=what)


def colour(default: str, *, also: Sequence[str] = (), what: str = "") -> str:
    """Declare the name of a colour."""

    def read(text: str) -> str:
        name = unquoted(text)
        if not is_colour(name):
            raise RefusedValueError("is no colour that viewers know", text)
        return name

    return _declare(default, "colour", what, also, parse=read)


def other_key(
    name: str, kind: str, what: str, *, also: Sequence[str] = (), unit: str = "", default: str = "", example: str = ""
) -> Key:
    """Declare a key that is no attribute: ``on_other`` takes its lines, of which there may be several."""
    return Key(name, kind, default, what, unit, aliases=tuple(also), repeatable=True, example=example)


def hints(*, strict: bool, words: tuple[str, ...] = (), what: str) -> str:
    """Declare colours and sizes of what is drawn: ``KEY=VALUE,..``.

    ``strict``: a part without ``=``, a colour that is none and another value that is no number are refused, else left
    out. ``words``: keys of any text.
    """

    def read(text: str) -> str:
        admit(text.count(",") + 1, MOST_FLAGS, "hints")
        kept = []
        for part in split_outside_braces(unquoted(text), ","):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            good = key in words or (is_colour(value) if "color" in key else read_number(value) is not None)
            if part.strip() and not (equals and good):
                if strict:
                    raise RefusedValueError("must be KEY=COLOUR or KEY=NUMBER", part.strip())
                continue
            kept.append(part)
        return ",".join(kept)

    return parameter("", read, "text", what=what)


def add_hints(look: dict[str, str], found: Mapping[str, str]) -> None:
    """Put all values into a look, whatever their keys are. Raises ``TooMuchError``."""
    admit(len(look.keys() | found.keys()), MOST_FLAGS, "hints")
    look.update(found)


def spelled_hints(text: str) -> dict[str, str]:
    """Return the values of a text that ``hints`` read; ``lcolor`` is short for ``label_color``, also within a key."""
    return {key.replace("lcolor", "label_color"): value for key, value in pairs(text).items()}


def take_hints(look: dict[str, str], found: Mapping[str, str]) -> None:
    """Put values into a look; a key that the look does not have is left out."""
    look.update((key, value) for key, value in found.items() if key in look)


def variable(
    default: str = "", *, blanks: bool = False, empty: bool = False, also: Sequence[str] = (), what: str = ""
) -> str:
    """Declare the name of a MOOS variable; any text without blanks, or with ``blanks``, is one for the original.

    ``empty``: no text, too, for none.
    """

    def read(text: str) -> str:
        name = text.strip()  # with its quotes, as in the original
        if not name and empty:
            return ""
        if not name or not (blanks or len(name.split()) == 1):
            raise RefusedValueError("must be the name of a variable", text)
        return name

    return parameter(default, read, "variable", also=also, what=what)


def odd(key: Key | None, text: str) -> str:
    """Return why a text that a parameter took is likely a mistake; empty: it is none."""
    text = text.strip()
    if key is not None and key.kind == "variable" and text and not _VARIABLE.fullmatch(text):
        return f"{text} is hardly the name of a variable; taken, as the original does"
    if key is not None and isinstance(key.parse, BeginningNumber) and not is_number(text):
        return f"{text or 'nothing'} is no number; counts as {atof(text):g}, as in the original"
    return ""


def suffix(default: str = "", *, marked: bool = False, what: str = "") -> str:
    """Declare an ending of names of variables; ``_`` is added in front unless it begins with one.

    ``marked``: in capitals, behind a ``_`` in any case, and never empty.
    """

    def read(text: str) -> str:
        ending = unquoted(text)
        if any(character.isspace() for character in ending):
            raise RefusedValueError("must be an ending without blanks", text)
        if marked:
            if not ending:
                raise RefusedValueError("must be an ending", text)
            return "_" + ending.upper()
        return ending if ending.startswith("_") or not ending else "_" + ending

    return parameter(default, read, "text", what=what)


def declared(cls: type) -> dict[str, Key]:
    """Take the declarations out of a class body by every spelling; each attribute becomes its default value."""
    found: dict[str, Key] = {}
    for name, made in list(vars(cls).items()):
        if isinstance(made, Declared):
            key = replace(made.key, name=name, default=value_text(made.value))
            setattr(cls, name, made.value)
            found.update((spelling.lower(), key) for spelling in key.names)
    return found
