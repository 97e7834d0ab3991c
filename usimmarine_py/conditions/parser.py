"""Text to terms. No part of it is ever executed: there are the functions listed here, and no others.

    condition   = both {"or" both}              "||" is the same
    both        = single {"and" single}         "&&" is the same
    single      = ("not" | "!") single | comparison ["for" NUMBER ["s" | "min"]]
    comparison  = sum OPERATOR sum              = == != < <= > >=
    sum         = product {("+" | "-") product}
    product     = factor {("*" | "/") factor}
    factor      = ["-"] (NUMBER | "TEXT" | VARIABLE | $(VARIABLE) | FUNCTION(...) | (condition or sum))

A word that stands alone behind an operator is a text, as in MOOS's logic conditions: ``ARRIVED = true``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from usimmarine_py.conditions.terms import (
    SATISFIED_BY,
    TIME,
    Always,
    Comparison,
    Computed,
    ConditionTerm,
    Count,
    Elapsed,
    Ever,
    Extreme,
    Joint,
    Lasting,
    Literal,
    Mean,
    Negation,
    Term,
    ValueTerm,
    Variable,
    Watcher,
    When,
)
from usimmarine_py.errors import ConfigError, suggest

#: Deeper nesting than anybody writes; keeps the recursion shallow.
DEEPEST = 50
LONGEST = 2000

_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|\$\((?P<variable>[^()\s]+)\)"
    r"|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<sign><=|>=|!=|==|&&|\|\||[-+*/(),<>=!])"
)
#: A text without quotes, alone behind an operator.
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.:@#/-]*")
_ENDS_A_TEXT = re.compile(r"\s*($|\)|,|&&|\|\||(and|or|for)\b)", re.IGNORECASE)
_UNITS = {"s": 1.0, "sec": 1.0, "second": 1.0, "seconds": 1.0, "min": 60.0, "minute": 60.0, "minutes": 60.0}
_WORDS = ("and", "or", "not", "for")


class ExpectationError(ConfigError):
    """A text that is no expectation; the message names it and the column."""

    def __init__(self, text: str, column: int, problem: str, suggestion: str = "") -> None:
        super().__init__(f"expectation `{text}`, column {column}: {problem}", suggestion=suggestion)
        self.text = text
        self.column = column


class Token(NamedTuple):
    """One word or sign, and where it begins and ends in the text."""

    kind: str
    value: str
    start: int
    end: int


def _angle(degrees: float) -> float:
    """An angle into (-180, 180]."""
    return 180.0 - (180.0 - degrees) % 360.0


#: Functions of numbers: how many they take.
_FUNCTIONS: dict[str, tuple[Callable[..., float], int]] = {
    "abs": (abs, 1),
    "angle": (_angle, 1),
    "hypot": (math.hypot, 2),
    "sqrt": (math.sqrt, 1),
}
NAMES = (*_FUNCTIONS, "near", "min", "max", "mean", "rms", "when", "count", "ever", "always")


class Parser:
    """Reads one expectation; ``watchers`` are those of it, inner ones first."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.watchers: list[tuple[Watcher, frozenset[str]]] = []
        self._place = 0
        self._depth = 0

    def read(self) -> ConditionTerm:
        """The whole text as a condition. Raises ``ExpectationError``."""
        if not self.text:
            raise ExpectationError(self.text, 1, "it is empty")
        if len(self.text) > LONGEST:
            raise ExpectationError(self.text[:60] + "...", LONGEST, f"longer than {LONGEST} characters")
        term = self._condition(self._any(), 0)
        if (token := self._peek()) is not None:
            raise self._error(token.start, f"unexpected {token.value}")
        return term

    # -- tokens

    def _error(self, place: int, problem: str, suggestion: str = "") -> ExpectationError:
        return ExpectationError(self.text, place + 1, problem, suggestion)

    def _skip(self) -> int:
        while self._place < len(self.text) and self.text[self._place].isspace():
            self._place += 1
        return self._place

    def _peek(self) -> Token | None:
        place = self._skip()
        if place == len(self.text):
            return None
        found = _TOKEN.match(self.text, place)
        if found is None or found.lastgroup is None:
            what = "a text without its end" if self.text[place] in "\"'" else f"{self.text[place]!r} means nothing here"
            raise self._error(place, what)
        kind = "text" if found.lastgroup in ("double", "single") else found.lastgroup
        return Token(kind, found[found.lastgroup], place, found.end())

    def _accept(self, *values: str) -> Token | None:
        """The next token if it is one of these words or signs."""
        token = self._peek()
        if token is None or token.kind not in ("sign", "name") or token.value.lower() not in values:
            return None
        self._place = token.end
        return token

    def _expect(self, value: str) -> None:
        if self._accept(value) is None:
            token = self._peek()
            found = "the text ends" if token is None else f"found {token.value}"
            raise self._error(self._skip(), f"{value} expected, {found}")

    def _words(self, start: int) -> str:
        return self.text[start : self._place].strip()

    # -- grammar

    def _any(self) -> Term:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(self._place, "nested too deep")
        term = self._joined(("or", "||"), partial(self._joined, ("and", "&&"), self._single))
        self._depth -= 1
        return term

    def _joined(self, words: tuple[str, str], part: Callable[[], Term]) -> Term:
        start = self._skip()
        first = part()
        terms: list[ConditionTerm] = []
        while self._accept(*words):
            terms = terms or [self._condition(first, start)]
            begin = self._skip()
            terms.append(self._condition(part(), begin))
        if not terms:
            return first
        variables = frozenset().union(*(term.variables for term in terms))
        return Joint(self._words(start), variables, words[0] == "and", terms)

    def _single(self) -> Term:
        start = self._skip()
        if self._accept("not", "!"):
            self._depth += 1
            if self._depth > DEEPEST:
                raise self._error(self._place, "nested too deep")
            term = self._condition(self._single(), start)
            self._depth -= 1
            return Negation(self._words(start), term.variables, term)
        term_or_value = self._comparison()
        place = self._skip()
        if self._accept("for"):
            condition = self._condition(term_or_value, start)
            token = self._peek()
            if token is None or token.kind != "number":
                raise self._error(self._skip(), "for how many seconds? for 10 s")
            self._place = token.end
            unit = self._peek()
            seconds = float(token.value)
            if unit is not None and unit.kind == "name" and unit.value.lower() not in _WORDS:
                if unit.value.lower() not in _UNITS:
                    raise self._error(unit.start, f"a time in s or min, found {unit.value}")
                self._place = unit.end
                seconds *= _UNITS[unit.value.lower()]
            variables = condition.variables | {TIME}
            lasting = Lasting(self._words(start), variables, condition, seconds)
            self.watchers.append((lasting, variables))
            return lasting
        self._place = place
        return term_or_value

    def _comparison(self) -> Term:
        start = self._skip()
        left = self._sum()
        operator = self._accept(*SATISFIED_BY)
        if operator is None:
            return left
        begin = self._skip()
        bare = self._bare_text(operator)
        right = bare or self._value(self._sum(), begin)
        value = self._value(left, start)
        if (second := self._accept(*SATISFIED_BY)) is not None:
            raise self._error(second.start, "one comparison at a time: join two with and")
        return Comparison(self._words(start), value.variables | right.variables, value, operator.value, right)

    def _bare_text(self, operator: Token) -> Literal | None:
        place = self._skip()
        found = _BARE.match(self.text, place)
        if found is None or not _ENDS_A_TEXT.match(self.text, found.end()):
            return None
        if operator.value[0] in "<>":
            word = found[0]
            raise self._error(place, f"{word} behind {operator.value} would be a text; the variable is $({word})")
        self._place = found.end()
        return Literal(found[0], frozenset(), found[0])

    def _sum(self) -> Term:
        return self._computed(("+", "-"), partial(self._computed, ("*", "/"), self._factor))

    def _computed(self, signs: tuple[str, str], part: Callable[[], Term]) -> Term:
        start = self._skip()
        term = part()
        while (sign := self._accept(*signs)) is not None:
            first, begin = self._value(term, start), self._skip()
            second = self._value(part(), begin)
            function = _ARITHMETIC[sign.value]
            term = Computed(self._words(start), first.variables | second.variables, function, (first, second))
        return term

    def _factor(self) -> Term:
        start = self._skip()
        if self._accept("-"):
            self._depth += 1
            if self._depth > DEEPEST:
                raise self._error(self._place, "nested too deep")
            term = self._value(self._factor(), start)
            self._depth -= 1
            if isinstance(term, Literal) and isinstance(term.literal, float):
                return Literal(self._words(start), frozenset(), -term.literal)
            return Computed(self._words(start), term.variables, _negative, (term,))
        if self._accept("("):
            inner = self._any()
            self._expect(")")
            return inner
        token = self._peek()
        if token is None:
            raise self._error(len(self.text), "something is missing at the end")
        if token.kind == "sign" or token.value.lower() in _WORDS:
            raise self._error(token.start, f"a value expected, found {token.value}")
        self._place = token.end
        if token.kind == "number":
            return Literal(token.value, frozenset(), float(token.value))
        if token.kind == "text":
            return Literal(token.value, frozenset(), token.value)
        if token.kind == "name" and self._accept("("):
            return self._function(token)
        if token.value == TIME:
            return Elapsed(TIME, frozenset({TIME}))
        return Variable(self._words(start), frozenset({token.value}), token.value)

    # -- functions

    def _function(self, token: Token) -> Term:
        name, start = token.value, token.start
        if name not in NAMES:
            known = suggest(name, NAMES)
            raise self._error(start, f"no function {name}; there are {', '.join(NAMES)}", known)
        arguments: list[tuple[Term, int]] = []
        while not arguments or self._accept(","):
            begin = self._skip()
            arguments.append((self._any(), begin))
        self._expect(")")
        words = self._words(start)
        if name in ("min", "max") and len(arguments) > 1:
            values = [self._value(*argument) for argument in arguments]
            return Computed(words, _variables(values), min if name == "min" else max, values)
        if name == "near":
            return self._near(words, start, arguments)
        wanted = _FUNCTIONS[name][1] if name in _FUNCTIONS else 1
        if len(arguments) != wanted:
            raise self._error(start, f"{name} takes {wanted} of them, found {len(arguments)}")
        if name in _FUNCTIONS:
            values = [self._value(*argument) for argument in arguments]
            return Computed(words, _variables(values), _FUNCTIONS[name][0], values)
        if name == "count":
            term = arguments[0][0]
            if not isinstance(term, Variable):
                raise self._error(arguments[0][1], "count takes the name of a variable")
            return Count(words, term.variables, term.name)
        return self._watched(name, words, *arguments[0])

    def _watched(self, name: str, words: str, term: Term, place: int) -> Term:
        found: Extreme | Mean | When | Ever | Always
        if name in ("min", "max"):
            found = Extreme(words, term.variables, min if name == "min" else max, self._value(term, place))
        elif name in ("mean", "rms"):
            found = Mean(words, term.variables, name == "rms", self._value(term, place))
        else:
            kind = {"when": When, "ever": Ever, "always": Always}[name]
            found = kind(words, term.variables, self._condition(term, place))
        self.watchers.append((found, term.variables))
        return found

    def _near(self, words: str, start: int, arguments: list[tuple[Term, int]]) -> Term:
        if len(arguments) not in (2, 3):
            raise self._error(start, "near takes x and y (and the prefix of the position: near(3, 4, USM))")
        prefix = "NAV"
        if len(arguments) == 3:
            term, place = arguments[2]
            if not isinstance(term, Variable):
                raise self._error(place, "the prefix of the position is a word: near(3, 4, USM)")
            prefix = term.name.removesuffix("_")
        x, y = (self._value(*argument) for argument in arguments[:2])
        own = [Variable(f"{prefix}_{axis}", frozenset({f"{prefix}_{axis}"}), f"{prefix}_{axis}") for axis in "XY"]
        return Computed(words, _variables([x, y, *own]), _distance, (x, y, *own))

    # -- kinds

    def _value(self, term: Term, place: int) -> ValueTerm:
        if isinstance(term, ValueTerm):
            return term
        raise self._error(place, f"{term.text} is a condition; a value expected")

    def _condition(self, term: Term, place: int) -> ConditionTerm:
        if isinstance(term, ConditionTerm):
            return term
        raise self._error(place, f"{term.text} alone is no condition; compare it, as in {term.text} > 0")


def _variables(terms: list[ValueTerm]) -> frozenset[str]:
    return frozenset().union(*(term.variables for term in terms))


def _negative(a: float) -> float:
    return -a


def _distance(x: float, y: float, own_x: float, own_y: float) -> float:
    return math.hypot(own_x - x, own_y - y)


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
