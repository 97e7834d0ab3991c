"""The parser of conditions. It executes nothing of a text: there are the functions listed here, and no others.

    condition   = both {"or" both}
    both        = single {"and" single}
    single      = "not" single | comparison ["for" NUMBER ["s" | "min"]]
    comparison  = sum OPERATOR sum              = == != < <= > >=
    sum         = product {("+" | "-") product}
    product     = factor {("*" | "/") factor}
    factor      = ["-"] (NUMBER | "TEXT" | VARIABLE | $(VARIABLE) | FUNCTION(...) | (condition or sum))

An unquoted word that stands alone behind an operator is a text, as in MOOS's logic conditions: ``ARRIVED = true``.
A language without expressions has less:

    condition   = comparison | term [("and" | "or") term]
    term        = ["!"] "(" condition ")"
    comparison  = VARIABLE OPERATOR (TEXT | "TEXT" | $(VARIABLE))
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from usimmarine_py.conditions.language import EXPECTATION, OPERATORS, Language
from usimmarine_py.conditions.terms import (
    SLACK,
    TIME,
    Always,
    Bounded,
    Comparison,
    Computed,
    ConditionTerm,
    Ever,
    Extreme,
    FromRun,
    Joint,
    Lasting,
    Literal,
    Mean,
    Negation,
    Term,
    ValueTerm,
    Watcher,
    When,
    counted,
    variable,
)
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.text import read_number

_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)|\$\((?P<variable>[^()\s]+)\)"
    r"|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<sign><=|>=|!=|==|&&|\|\||[-+*/(),<>=!])"
)
#: A text without quotes, alone behind an operator.
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.:@#/-]*")
_ENDS_A_TEXT = re.compile(r"\s*($|\)|,|&&|\|\||(and|or|for)\b)", re.IGNORECASE)
_TEXT, _SYMBOL = r"[^!<>()\"=]+", r"(?:<=|>=|!=|==|=|<|>)\s*"
_NAME, _QUOTED = r"\$\((?P<name>[^()]+)\)", r"\"(?P<quoted>[^!<>()\"=]*)\""
#: The comparison of a language without expressions.
_PLAIN = re.compile(rf"(?P<left>{_TEXT})(?P<symbol>{_SYMBOL})(?:{_NAME}|{_QUOTED}|(?P<plain>{_TEXT}))")
#: Text that has several operators; MOOS-IvP accepts it.
_SEVERAL = re.compile(
    rf"{_TEXT}(?:{_SYMBOL}{_TEXT}){{2,}}(?=\)|$)|{_TEXT}(?:==?{_TEXT})+{_SYMBOL}(?:{_NAME}|{_QUOTED})"
)
_OPERATOR = re.compile(_SYMBOL)
_UNITS = {"s": 1.0, "sec": 1.0, "second": 1.0, "seconds": 1.0, "min": 60.0, "minute": 60.0, "minutes": 60.0}
_KEYWORDS = ("and", "or", "not", "for")
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
#: Functions of numbers, and how many they take. ``angle``: degrees into (-180, 180].
_FUNCTIONS: dict[str, tuple[Callable[..., float], int]] = {
    "abs": (abs, 1),
    "angle": (Bounded(lambda degrees: 180.0 - (180.0 - degrees) % 360.0, -180.0, 180.0), 1),
    "hypot": (math.hypot, 2),
    "sqrt": (math.sqrt, 1),
}
_DISTANCE = Bounded(lambda x, y, a, b: math.hypot(a - x, b - y), 0.0, math.inf)
NAMES = (*_FUNCTIONS, "near", "closest", "min", "max", "mean", "rms", "when", "count", "ever", "always")


class ExpectationError(ConfigError):
    """A text that is no condition; the message names it and the column."""

    def __init__(self, text: str, column: int, problem: str, suggestion: str = "", kind: str = "expectation") -> None:
        super().__init__(f"{kind} `{text}`, column {column}: {problem}", suggestion=suggestion)
        self.text = text
        self.column = column


class Token(NamedTuple):
    """One word or sign, and where it begins and ends in the text."""

    kind: str
    value: str
    start: int
    end: int


def read_condition(text: str, language: Language = EXPECTATION) -> tuple[ConditionTerm, list[Watcher]]:
    """Return the condition that a text describes, and those parts of it that follow the run, inner ones first.

    Raises ``ExpectationError``.
    """
    parser = _Parser(text.strip(), language)
    return parser.read(), parser.watchers


def has_several_operators(text: str) -> bool:
    """Whether a part of a text is no comparison but has several operators: MOOS-IvP takes it, and it never holds."""
    return _SEVERAL.search(text) is not None


class _Parser:
    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language = text, language
        self.watchers: list[Watcher] = []
        self._place = 0
        self._depth = 0

    def read(self) -> ConditionTerm:
        longest = self.language.longest
        if not self.text:
            raise self._error(0, "it is empty")
        if len(self.text) > longest:
            self.text = self.text[:60] + "..."
            raise self._error(longest - 1, f"longer than {longest} characters")
        if self.language.lenient:
            self.text = _bared(self.text)
        term = self._condition(self._any(), 0)
        if (token := self._peek()) is not None:
            raise self._error(token.start, f"unexpected {token.value}")
        return term

    # -- tokens

    def _error(self, place: int, problem: str, suggestion: str = "") -> ExpectationError:
        return ExpectationError(self.text, place + 1, problem, suggestion, self.language.name)

    def _skip(self) -> int:
        while self._place < len(self.text) and self.text[self._place].isspace():
            self._place += 1
        return self._place

    def _peek(self) -> Token | None:
        """Return the next token, None at the end."""
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
        """Return the next token and pass it if it is one of these words or signs."""
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

    def _since(self, start: int) -> str:
        return self.text[start : self._place].strip()

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > self.language.deepest:
            raise self._error(self._place, "nested too deep")
        yield
        self._depth -= 1

    # -- conditions

    def _any(self) -> Term:
        both, either = self.language.both, self.language.either
        with self._deeper():
            if self.language.expressions:
                return self._chain(either, partial(self._chain, both, self._single))
            start = self._skip()
            if self.text[start : start + 1] not in ("(", "!"):
                return self._plain_comparison(start)
            first = self._condition(self._single(), start)
            joint = self._accept(*both, *either)
            if joint is None:
                return first
            begin = self._skip()
            if self.text[begin : begin + 1] not in ("(", "!"):
                raise self._error(begin, "( expected: parentheses join two conditions")
            terms = [first, self._condition(self._single(), begin)]
            return Joint(self._since(start), _variables(terms), joint.value.lower() in both, terms)

    def _chain(self, joints: tuple[str, ...], part: Callable[[], Term]) -> Term:
        start = self._skip()
        first = part()
        terms: list[ConditionTerm] = []
        while self._accept(*joints):
            terms = terms or [self._condition(first, start)]
            begin = self._skip()
            terms.append(self._condition(part(), begin))
        return Joint(self._since(start), _variables(terms), joints == self.language.both, terms) if terms else first

    def _single(self) -> Term:
        start = self._skip()
        if self._accept(*self.language.negation):
            if not self.language.expressions and self.text[self._skip() :][:1] != "(":
                raise self._error(self._place, "( expected behind !")
            with self._deeper():
                term = self._condition(self._single(), start)
            return Negation(self._since(start), term.variables, term)
        if not self.language.expressions:
            return self._factor()
        term_or_value = self._comparison()
        place = self._skip()
        if self._accept("for"):
            return self._lasting(self._condition(term_or_value, start), start)
        self._place = place
        return term_or_value

    def _lasting(self, condition: ConditionTerm, start: int) -> Lasting:
        token = self._peek()
        if token is None or token.kind != "number":
            raise self._error(self._skip(), "for how many seconds? for 10 s")
        self._place = token.end
        unit = self._peek()
        seconds = float(token.value)
        if unit is not None and unit.kind == "name" and unit.value.lower() not in _KEYWORDS:
            if unit.value.lower() not in _UNITS:
                raise self._error(unit.start, f"a time in s or min, found {unit.value}")
            self._place = unit.end
            seconds *= _UNITS[unit.value.lower()]
        if seconds <= SLACK:
            raise self._error(token.start, "for 0 s says nothing: any condition has lasted so long")
        lasting = Lasting(self._since(start), condition.variables | {TIME}, condition, seconds)
        self.watchers.append(lasting)
        return lasting

    def _comparison(self) -> Term:
        start = self._skip()
        left = self._sum()
        symbol = self._accept(*OPERATORS)
        if symbol is None:
            return left
        begin = self._skip()
        right = self._bare_text(symbol) or self._value(self._sum(), begin)
        terms = self._value(left, start), right
        if (second := self._accept(*OPERATORS)) is not None:
            raise self._error(second.start, "one comparison at a time: join two with and")
        return Comparison(self._since(start), _variables(terms), terms[0], symbol.value, right, self.language)

    def _bare_text(self, symbol: Token) -> Literal | None:
        place = self._skip()
        found = _BARE.match(self.text, place)
        if found is None or not _ENDS_A_TEXT.match(self.text, found.end()):
            return None
        if symbol.value[0] in "<>":
            name = found[0]
            raise self._error(place, f"{name} behind {symbol.value} would be a text; the variable is $({name})")
        self._place = found.end()
        return Literal(found[0], frozenset(), found[0])

    def _plain_comparison(self, start: int) -> Comparison:
        if several := _SEVERAL.match(self.text, start):
            self._place = several.end()
            # as in the original's helm what stands before an operator is a variable all the same
            names = _OPERATOR.split(several[0])[:-1] if self.language.lenient else []
            return self._never(several[0], frozenset(map(str.strip, names)))
        found = _PLAIN.match(self.text, start)
        if found is None:
            raise self._error(start, "a comparison expected, such as NAME = TEXT")
        self._place = found.end()
        literal: str | float = found["quoted"] or (found["plain"] or "").strip()
        if found["plain"] and (as_number := read_number(found["plain"])) is not None:
            literal = as_number
        left = variable(found["left"].strip())
        right = variable(found["name"]) if found["name"] else Literal(str(literal), frozenset(), literal)
        return Comparison(found[0], _variables([left, right]), left, found["symbol"].strip(), right, self.language)

    def _never(self, text: str, names: frozenset[str] = frozenset()) -> Comparison:
        """Return a condition that never holds, with variables ``names``."""
        unknown = Literal(text, frozenset())
        return Comparison(text, names, unknown, "=", unknown, self.language)

    def _close(self, start: int) -> int:
        """Return where the parenthesis at ``start`` is closed, -1 if it is not."""
        depth = 0
        for place in range(start, len(self.text)):
            depth += (self.text[place] == "(") - (self.text[place] == ")")
            if depth == 0:
                return place
        return -1

    # -- values

    def _sum(self) -> Term:
        return self._computed(("+", "-"), partial(self._computed, ("*", "/"), self._factor))

    def _computed(self, signs: tuple[str, str], part: Callable[[], Term]) -> Term:
        start = self._skip()
        term = part()
        while (sign := self._accept(*signs)) is not None:
            first, begin = self._value(term, start), self._skip()
            terms = (first, self._value(part(), begin))
            term = Computed(self._since(start), _variables(terms), _ARITHMETIC[sign.value], terms)
        return term

    def _factor(self) -> Term:
        start = self._skip()
        if self._accept("-"):
            with self._deeper():
                term = self._value(self._factor(), start)
            if isinstance(term, Literal) and isinstance(term.literal, float):
                return Literal(self._since(start), frozenset(), -term.literal)
            return Computed(self._since(start), term.variables, operator.neg, (term,))
        if self._accept("("):
            try:
                inner = self._any()
                self._expect(")")
            except ExpectationError:
                end = self._close(start)
                if not self.language.lenient or end < 0:
                    raise
                self._place = end + 1
                return self._never(self.text[start + 1 : end])
            return inner
        token = self._peek()
        if token is None:
            raise self._error(len(self.text), "something is missing at the end")
        if token.kind == "sign" or token.value.lower() in _KEYWORDS:
            raise self._error(token.start, f"a value expected, found {token.value}")
        self._place = token.end
        if token.kind == "number":
            return Literal(token.value, frozenset(), float(token.value))
        if token.kind == "text":
            return Literal(token.value, frozenset(), token.value)
        if token.kind == "name" and self._accept("("):
            return self._function(token)
        if token.value == TIME:
            return FromRun(TIME, frozenset({TIME}), lambda last: last.now - last.start)
        return variable(token.value, self._since(start))

    # -- functions

    def _function(self, token: Token) -> Term:
        name, start = token.value, token.start
        if name not in NAMES:
            raise self._error(start, f"no function {name}; there are {', '.join(NAMES)}", suggest(name, NAMES))
        arguments: list[tuple[Term, int]] = []
        while not arguments or self._accept(","):
            begin = self._skip()
            arguments.append((self._any(), begin))
        self._expect(")")
        text = self._since(start)
        if name == "closest":
            return self._closest(text, start, arguments)
        if name == "near":
            return self._near(text, start, arguments)
        function, expected = _FUNCTIONS.get(name, (None, 1))
        if name in ("min", "max") and len(arguments) > 1:
            function, expected = (min if name == "min" else max), len(arguments)
        if len(arguments) != expected:
            raise self._error(start, f"{name} takes {expected} of them, found {len(arguments)}")
        if function is not None:
            values = [self._value(*argument) for argument in arguments]
            return Computed(text, _variables(values), function, values)
        if name == "count":
            return counted(self._name(*arguments[0], "count takes the name of a variable"), text)
        return self._watched(name, text, *arguments[0])

    def _watched(self, name: str, text: str, term: Term, place: int) -> Term:
        found: Extreme | Mean | When | Ever | Always
        if name in ("min", "max"):
            found = Extreme(text, term.variables, min if name == "min" else max, self._value(term, place))
        elif name in ("mean", "rms"):
            found = Mean(text, term.variables, name == "rms", self._value(term, place))
        else:
            kind = {"when": When, "ever": Ever, "always": Always}[name]
            found = kind(text, term.variables, self._condition(term, place))
        self.watchers.append(found)
        return found

    def _closest(self, text: str, start: int, arguments: list[tuple[Term, int]]) -> Term:
        if len(arguments) > 2:
            raise self._error(start, "closest takes the names of one or two vehicles: closest(abe, ben)")
        problem = "closest takes names of vehicles: closest(abe, ben)"
        key = f"closest({','.join(sorted(self._name(*argument, problem) for argument in arguments))})"
        return FromRun(text, frozenset({key}), lambda last: last.values.get(key))

    def _near(self, text: str, start: int, arguments: list[tuple[Term, int]]) -> Term:
        if len(arguments) not in (2, 3):
            raise self._error(start, "near takes x and y (and the prefix of the position: near(3, 4, USM))")
        problem = "the prefix of the position is a word: near(3, 4, USM)"
        prefix = self._name(*arguments[2], problem).removesuffix("_") if len(arguments) == 3 else "NAV"
        values = [*(self._value(*argument) for argument in arguments[:2]), *(variable(f"{prefix}_{a}") for a in "XY")]
        return Computed(text, _variables(values), _DISTANCE, values)

    # -- kinds

    def _name(self, term: Term, place: int, problem: str) -> str:
        (name,) = term.variables if isinstance(term, FromRun) and len(term.variables) == 1 else ("",)
        if term.text not in (name, f"$({name})") or name == TIME:
            raise self._error(place, problem)
        return name

    def _value(self, term: Term, place: int) -> ValueTerm:
        if isinstance(term, ValueTerm):
            return term
        raise self._error(place, f"{term.text} is a condition; a value expected")

    def _condition(self, term: Term, place: int) -> ConditionTerm:
        if isinstance(term, ConditionTerm):
            return term
        raise self._error(place, f"{term.text} alone is no condition; compare it, as in {term.text} > 0")


def _bared(text: str) -> str:
    """Return a text without the parentheses around all of it, in one look: there may be thousands."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            closed[opened.pop()] = place
    begin, end = 0, len(text)
    while closed.get(begin) == end - 1 > begin:
        inner = text[begin + 1 : end - 1]
        begin += 1 + len(inner) - len(inner.lstrip())
        end = begin + len(inner.strip())
    return text[begin:end]


def _variables(terms: Sequence[Term]) -> frozenset[str]:
    return frozenset().union(*(term.variables for term in terms))
