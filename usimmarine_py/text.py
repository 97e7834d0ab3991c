"""MOOS text conventions: numbers, booleans, lists, rounding and number formats.

All functions are pure and linear in the length of the text, so a megabyte of foreign mail takes a millisecond and
never raises an exception.
"""

from __future__ import annotations

import math
import re

#: The characters of C's ``isspace``. Python's ``strip`` would also remove Unicode blanks.
WHITE_SPACE = " \t\n\v\f\r"

#: Above this value (2^128) the number formats of laws/usimmarine 1.6 switch to exponent notation.
LARGEST_FIXED = 2.0**128

_MOST_DECIMALS = 20
#: Formats of numbers, by their decimals.
_FIXED = tuple(f"%.{places}f" for places in range(_MOST_DECIMALS + 1))

_PLAIN_NUMBER = re.compile(r"\+?-*(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
#: Whether a text is a number of the usual kind, for which ``read_number`` returns what ``float`` does, at a third of
#: the time: most numbers of mail are.
is_usual_number = re.compile(r"-?[0-9]{1,100}(?:\.[0-9]{0,100})?").fullmatch
_EXPONENT_NUMBER = re.compile(r"\+?-*(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[ \t\n\v\f\r]*([+-]?\d+)", re.ASCII)
_NUMERIC_CHARACTERS = frozenset("0123456789.eE-+")
_INT_MAX = 2**31 - 1
_ATOF = re.compile(
    r"[+-]?(?:(?P<hex>0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?)"
    r"|(?P<decimal>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)"
    r"|(?P<infinity>inf)"
    r"|(?P<nan>nan))",
    re.IGNORECASE,
)


def is_number(text: str, *, exponent: bool = False) -> bool:
    """Whether a text counts as a number (laws/usimmarine 1.1, "Numbers in text").

    Blanks and tabs at both ends are skipped, one leading ``+`` too; minus signs may stand only before the first
    digit or point, at most one point. ``exponent`` also accepts ``1e3``, as the documented dialect does.
    """
    pattern = _EXPONENT_NUMBER if exponent else _PLAIN_NUMBER
    return pattern.fullmatch(text.strip(" \t")) is not None


def atof(text: str) -> float:
    """The value that C's ``atof`` reads from the front of a text: 0 without a number there (laws/usimmarine 1.1).

    As in C the answer may be infinite (``inf``, ``1e400``) or not a number (``nan``); hexadecimal is read too.
    """
    body = text.lstrip(WHITE_SPACE)
    found = _ATOF.match(body)
    if found is None:
        return 0.0
    if found["hex"] is not None:
        try:
            return float.fromhex(found[0])
        except OverflowError:
            return -math.inf if found[0].startswith("-") else math.inf
    return float(found[0])


def read_number(text: str, *, exponent: bool = False) -> float | None:
    """The value of a text that counts as a number, else None; also None for a value too large for a double.

    Read by ``atof`` rules, so ``--5`` and ``+-5`` count as numbers and give 0.
    """
    if not is_number(text, exponent=exponent):
        return None
    try:
        value = float(text)
    except ValueError:  # several signs
        value = atof(text)
    return value if math.isfinite(value) else None


def finite_number(text: str) -> float | None:
    """The value of a plain decimal number, exponent allowed, else None.

    For parameters of this package: unlike ``read_number`` it rejects ``--5``, which MOOS reads as 0.
    """
    body = text.strip(" \t")
    if not is_number(body, exponent=True) or body.startswith(("--", "+-")):
        return None
    value = float(body)
    return value if math.isfinite(value) else None


def strict_boolean(text: str) -> bool | None:
    """``true`` or ``false`` in any case, else None (laws/usimmarine 1.2, strict booleans)."""
    return {"true": True, "false": False}.get(text.lower())


def loose_boolean(text: str, current: bool) -> bool | None:
    """Any case of ``true on yes``, ``false off no`` or ``toggle`` (not ``current``), else None (laws/usimmarine
    1.2).
    """
    word = text.lower()
    if word == "toggle":
        return not current
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(word)


# -- keys that libMOOS itself reads (AppTick, ServerPort ...), with its rules


def truth_text(value: object) -> str:
    """Return ``true`` or ``false``, as MOOS applications write them."""
    return "true" if value else "false"


def whole_number(text: str) -> int | None:
    """Return a whole number >= 0 of at most 18 digits, None for another text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def leading_integer(text: str) -> int:
    """The integer at the start of ``text`` as C ``atoi`` reads it, 0 without one, limited to 32 bits."""
    match = _INTEGER.match(text)
    return max(-_INT_MAX - 1, min(_INT_MAX, int(match.group(1)[:40]))) if match else 0


def whole_part(value: float) -> int:
    """The whole part of a number as C makes it on usual processors: the least one where it has no room in 32 bits."""
    return int(value) if -_INT_MAX - 2 < value < _INT_MAX + 1 else -_INT_MAX - 1


def is_numeric(text: str) -> bool:
    """Whether ``text`` consists only of characters of numbers."""
    return bool(text) and _NUMERIC_CHARACTERS.issuperset(text)


def global_number(text: str) -> float | None:
    """A global key as a number; None unless it consists of number characters and is finite."""
    return _finite(atof(text)) if is_numeric(text) else None


def block_number(text: str) -> float | None:
    """A block key as a number: must begin with a digit or ``-``, then as ``atof``. None if refused or not finite."""
    if text[:1].isascii() and (text[:1].isdigit() or text[:1] == "-"):
        return _finite(atof(text))
    return None


def moos_boolean(text: str) -> bool:
    """True for ``true`` in any case and for a numeric text above 0; all else, including ``yes``, is False."""
    return text.lower() == "true" or (is_numeric(text) and atof(text) > 0)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


# -- parts of text


def strip_white(text: str) -> str:
    """A text without the white space (as C knows it) at its ends."""
    return text.strip(WHITE_SPACE)


def bite(text: str, separator: str) -> tuple[str, str]:
    """The text before the first ``separator`` and the text after it, both stripped (laws/usimmarine 1.3, "Bite").

    Without a separator the whole text comes first and the second part is empty.
    """
    before, _, after = text.partition(separator)
    return strip_white(before), strip_white(after)


def split(text: str, separator: str) -> list[str]:
    """All pieces between separators, stripped.

    An empty text after the last separator is no piece (``"a,"`` has one, ``",a"`` two, ``""`` none): the real programs
    accept ``thrust_map = 20:1, 40:2,``.
    """
    pieces = [strip_white(piece) for piece in text.split(separator)]
    return pieces if text and not text.endswith(separator) else pieces[:-1]


def unquote(text: str) -> str:
    """A configuration value without its first pair of quotation marks (laws/usimmarine 1.4, mission file reading)."""
    before, opening, rest = text.partition('"')
    inside, closing, after = rest.partition('"')
    return before + inside + after if opening and closing else text


def literal(text: str) -> float | str:
    """Return the number that a text is, or the text without one pair of quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    number = read_number(text)
    return text if number is None else number


def plain_number(value: float, decimals: int = 5) -> str:
    """Fixed notation with ``decimals`` (0 to 20) decimals, ties to even on the binary value (laws/usimmarine 1.6)."""
    places = min(max(decimals, 0), _MOST_DECIMALS)
    if value > LARGEST_FIXED:
        return f"{value:.{places}e}"
    return _FIXED[places] % value


def compact_number(value: float, decimals: int = 5) -> str:
    """As ``plain_number``, without trailing zeros, a trailing point and the sign of zero (laws/usimmarine 1.6).

    Beyond 2^128 the zeros of the exponent go too, as in the real programs: 1e40 with two decimals is ``1.00e+4``.
    """
    usual = 0 <= decimals <= _MOST_DECIMALS and value <= LARGEST_FIXED
    text = _FIXED[decimals] % value if usual else plain_number(value, decimals)
    if text[-1] == "0" and "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def stream_number(value: float) -> str:
    """The default format of a C++ output stream: six significant digits (laws/usimmarine 1.6, water depth)."""
    return f"{value:g}"


def snap(value: float, step: float) -> float:
    """``value`` brought to the nearest multiple of ``step`` (laws/usimmarine 1.7); unchanged when ``step`` <= 0.

    The product is not rounded again: snap(0.9375, 0.01) is 0.9400000000000001.
    """
    if step <= 0 or not math.isfinite(value):
        return value
    quotient = value / step
    if not math.isfinite(quotient):
        return value
    return float(math.trunc(quotient + 0.5 if quotient >= 0 else quotient - 0.5)) * step
