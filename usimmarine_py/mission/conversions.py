"""How MOOS turns the text of a single configuration key into a number or a truth value.

These are the rules for keys that libMOOS itself reads (AppTick, ServerPort ...), odd as they are. The simulator's own
parameters have stricter rules of their own.
"""

from __future__ import annotations

import math
import re

from usimmarine_py.text import atof

_INTEGER = re.compile(r"[ \t\n\v\f\r]*([+-]?\d+)", re.ASCII)
_NUMERIC_CHARACTERS = frozenset("0123456789.eE-+")
_INT_MAX = 2**31 - 1


def leading_integer(text: str) -> int:
    """The integer at the start of ``text`` as C ``atoi`` reads it, 0 without one, limited to 32 bits."""
    match = _INTEGER.match(text)
    return max(-_INT_MAX - 1, min(_INT_MAX, int(match.group(1)[:40]))) if match else 0


def is_numeric(text: str) -> bool:
    """Whether ``text`` holds nothing but characters that numbers are made of."""
    return bool(text) and _NUMERIC_CHARACTERS.issuperset(text)


def global_number(text: str) -> float | None:
    """A global key as a number; None unless it is made of number characters and finite."""
    return _finite(atof(text)) if is_numeric(text) else None


def block_number(text: str) -> float | None:
    """A block key as a number: must begin with a digit or ``-``, then as ``atof``. None if refused or not finite."""
    if text[:1].isascii() and (text[:1].isdigit() or text[:1] == "-"):
        return _finite(atof(text))
    return None


def boolean(text: str) -> bool:
    """True for ``true`` in any case and for a purely numeric text above 0; everything else, ``yes`` too, is False."""
    return text.lower() == "true" or (is_numeric(text) and atof(text) > 0)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
