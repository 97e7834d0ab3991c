"""The value of an event: fixed at read time, or a template that is expanded at every post.

Order of expansion: whole-value macros, text macros, random variables, random pairs, arithmetic in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from usimmarine_py.text import compact_number, is_number, plain_number, read_number
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np

_INDEX = ("$[IDX]", "$(IDX)", "$$IDX")
_RANDOM_DIGITS = re.compile(r"\$\((1?[1-9]|10|20)\)")
_ARITHMETIC_ROUNDS = 11


@dataclass(frozen=True, slots=True)
class ValueTemplate:
    """The value behind ``val=``: a fixed number, or a text to expand. A ``quoted`` text never becomes a number."""

    text: str
    number: float | None = None
    quoted: bool = False

    def __str__(self) -> str:
        return self.text if self.number is None else compact_number(self.number)


@dataclass(frozen=True, slots=True)
class MacroFacts:
    """Values that macros may refer to at the time of a post. Times in MOOS seconds."""

    now: float
    db_time: float
    count: int
    total_count: int
    community: str
    nav_x: float
    nav_y: float


def read_template(value: str, index: int) -> ValueTemplate:
    """Return the template of a blank-free value for the event with this 0-based number."""
    for macro in _INDEX:
        value = value.replace(macro, f"{index:03d}")
    if is_number(value):
        return ValueTemplate(value, read_number(value) or 0.0)
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return ValueTemplate(value[1:-1], quoted=True)
    return ValueTemplate(value)


def expand(
    template: ValueTemplate, facts: MacroFacts, randoms: Iterable[tuple[str, str]], rng: np.random.Generator
) -> float | str:
    """Return the value to post now. ``randoms`` are (macro name, text) in the order of their replacement."""
    if template.number is not None:
        return template.number
    text = template.text
    if "$" in text:
        whole = _whole(text, facts)
        if whole is not None:
            return whole
        text = _expand_macros(text, facts, rng)
        for name, value in randoms:
            text = text.replace(f"$[{name}]", value).replace(f"$({name})", value)
    text = evaluate(text)
    if not template.quoted and is_number(text):
        number = read_number(text)
        if number is not None:
            return number
    return text


def uses_macro(template: ValueTemplate, name: str) -> bool:
    """Return whether ``$[name]`` or ``$(name)`` occurs in the template."""
    return f"$[{name}]" in template.text or f"$({name})" in template.text


def _whole(text: str, facts: MacroFacts) -> float | None:
    """Return the number of a template that is nothing but one macro of time or count."""
    if text[:2] not in ("$[", "$(") or text[-1:] != ("]" if text[1] == "[" else ")"):
        return None
    numbers = {
        "DBTIME": facts.db_time,
        "UTC": facts.now,
        "UTCTIME": facts.now,
        "COUNT": float(facts.count),
        "TCOUNT": float(facts.total_count),
    }
    return numbers.get(text[2:-1])


def _expand_macros(text: str, facts: MacroFacts, rng: np.random.Generator) -> str:
    texts = {
        "DBTIME": plain_number(facts.db_time, 2),
        "UTC": plain_number(facts.now, 2),
        "UTCTIME": plain_number(facts.now, 2),
        "COUNT": str(facts.count),
        "TCOUNT": str(facts.total_count),
        "NAV_X": plain_number(facts.nav_x, 2),
        "NAV_Y": plain_number(facts.nav_y, 2),
    }
    for name, value in texts.items():
        text = text.replace(f"$[{name}]", value).replace(f"$({name})", value)
    text = text.replace("$[VNAME]", facts.community)
    for digits in sorted({int(m) for m in _RANDOM_DIGITS.findall(text)}):
        number = "".join(str(d) for d in rng.integers(0, 10, digits)).lstrip("0")
        text = text.replace(f"$({digits})", number)
    return text


def evaluate(text: str) -> str:
    """Replace ``{a op b}`` by its result, the deepest level first, as far as the reference's rules carry.

    One operator a pair of braces; two groups at the same depth, unbalanced braces and anything that is not a
    product, quotient, sum or difference of two numbers stop the evaluation and stay as they are.
    """
    if "{" not in text:
        return text
    for _ in range(_ARITHMETIC_ROUNDS):
        group = _deepest_group(text)
        if not group:
            break
        result = _calculate(group[1:-1])
        if result is None:
            break
        text = text.replace(group, result)
    return text


def has_empty_braces(text: str) -> bool:
    """Return whether ``{}`` occurs: uTimerScript aborts on it."""
    return "{}" in text


def _deepest_group(text: str) -> str:
    """Return the text from the first ``{`` to the last ``}`` of the deepest level; empty if there is none."""
    depth = deepest = 0
    start = end = -1
    for i, c in enumerate(text):
        if c == "{":
            depth += 1
            if depth > deepest:
                deepest, start = depth, i
        elif c == "}":
            if depth == deepest:
                end = i
            depth -= 1
            if depth < 0:
                return ""
    return text[start : end + 1] if deepest and depth == 0 else ""


def _calculate(body: str) -> str | None:
    sign, body = (body[0], body[1:]) if body[:1] in ("+", "-") else ("", body)  # it belongs to the left number
    for operator in "*/+-":
        before, found, after = body.partition(operator)
        if found:
            left, right = read_number(before), read_number(after)
            if left is None or right is None:
                return None
            return _result(operator, -left if sign == "-" else left, right)
    return None


def _result(operator: str, left: float, right: float) -> str:
    if operator == "/" and right == 0:
        # as C prints them; text, so that no number that is not finite is ever posted
        negative = left == 0 or (left < 0) != (str(right)[0] == "-")
        return ("-" if negative else "") + ("nan" if left == 0 else "inf")
    value = {"*": left * right, "/": left / right if right else 0.0, "+": left + right, "-": left - right}[operator]
    return compact_number(value, 6)
