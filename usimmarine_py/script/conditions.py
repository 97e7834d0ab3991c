"""Logic conditions of a uTimerScript block: ``(A = 1) and (!(B != x))``, already without blanks.

``and`` and ``or`` join exactly two terms in parentheses; longer chains have to be nested. An operand without value
makes its comparison false, whatever the operator.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from usimmarine_py.text import is_number, read_number
from usimmarine_py.values.frozen import dataclass

Value = float | str

#: For each operator the results of a three-way comparison (-1, 0, 1) that satisfy it.
_SATISFIED_BY = {"<=": (-1, 0), ">=": (0, 1), "!=": (-1, 1), "==": (0,), "=": (0,), "<": (-1,), ">": (1,)}
_COMPARISON = re.compile(r"([^!<>()\"]+?)(<=|>=|!=|==|=|<|>)([^=!<>()\"]+|\"[^=!<>()\"]*\"|\$\([^()]+\))")
#: MOOS-IvP takes it for a comparison, which never holds.
_SEVERAL = re.compile(r"[^()\"!<>=]+((<=|>=|!=|==|=|<|>)[^()\"!<>=]+){2,}")
_JOINT = re.compile(r"and|or", re.IGNORECASE)
_VARIABLE = re.compile(r"\$\(([^()]+)\)")


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left op right``; ``right`` is the name of another variable if ``indirect``."""

    left: str
    symbol: str
    right: str
    indirect: bool = False

    def holds(self, values: Mapping[str, Value]) -> bool:
        left = values.get(self.left)
        right = values.get(self.right) if self.indirect else self.right
        if left is None or right is None:
            return False
        left_number, right_number = _number(left), _number(right)
        if left_number is not None and right_number is not None:
            return (left_number > right_number) - (left_number < right_number) in _SATISFIED_BY[self.symbol]
        if isinstance(left, str) and isinstance(right, str) and right_number is None:
            return (left > right) - (left < right) in _SATISFIED_BY[self.symbol]
        return False

    def variables(self) -> tuple[str, ...]:
        return (self.left, self.right) if self.indirect else (self.left,)


@dataclass(frozen=True, slots=True)
class Negation:
    """``!(term)``"""

    term: Condition

    def holds(self, values: Mapping[str, Value]) -> bool:
        return not self.term.holds(values)

    def variables(self) -> tuple[str, ...]:
        return self.term.variables()


@dataclass(frozen=True, slots=True)
class Pair:
    """``(first) and (second)`` or ``(first) or (second)``"""

    both: bool
    first: Condition
    second: Condition

    def holds(self, values: Mapping[str, Value]) -> bool:
        first, second = self.first.holds(values), self.second.holds(values)
        return (first and second) if self.both else (first or second)

    def variables(self) -> tuple[str, ...]:
        return self.first.variables() + self.second.variables()


Condition = Comparison | Negation | Pair


def read_condition(text: str) -> Condition | None:
    """The condition that a blank-free text describes, or None if it describes none."""
    if len(text) > 4000:  # deeper nesting than anybody writes; keeps the recursion shallow
        return None
    if match := _COMPARISON.fullmatch(text):
        left, symbol, right = match.groups()
        if left.endswith("="):
            return None
        if variable := _VARIABLE.fullmatch(right):
            return Comparison(left, symbol, variable.group(1), indirect=True)
        return Comparison(left, symbol, right.strip('"'))
    if _SEVERAL.fullmatch(text):
        return Comparison(text, "=", text)  # nobody posts a variable of that name
    first, rest = _term(text)
    if first is None or not rest:
        return first
    joint = _JOINT.match(rest)
    if joint is None:
        return None
    second, rest = _term(rest[joint.end() :])
    if second is None or rest:
        return None
    return Pair(joint.group().lower() == "and", first, second)


def _term(text: str) -> tuple[Condition | None, str]:
    """The condition in the parentheses at the start (after ``!`` its negation), and the text behind them."""
    negated = text.startswith("!")
    body = text[1:] if negated else text
    if not body.startswith("("):
        return None, ""
    depth = 0
    for i, c in enumerate(body):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            inner = read_condition(body[1:i])
            return (Negation(inner) if inner is not None and negated else inner), body[i + 1 :]
    return None, ""


def _number(value: Value) -> float | None:
    if isinstance(value, str):
        return read_number(value) if is_number(value) else None
    return value if math.isfinite(value) else None
