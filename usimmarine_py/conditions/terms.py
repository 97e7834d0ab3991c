"""The tree of a condition: values, conditions, and terms that follow a run.

A value is a number, a text, or None: not known (yet). A comparison with an unknown value never holds, as in MOOS's own
logic conditions. Between two posts a variable keeps its value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from usimmarine_py.conditions.language import OPERATORS, Language
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass, field

Value = float | str | None

#: A variable that changes all the time: s since the run began.
TIME = "time"
#: A condition that lasts so much shorter than it should (s) has lasted: sums of ticks are not exact.
SLACK = 1e-6


class LastValues:
    """The variables of a run as they are at one time; ``now`` and ``start`` in s."""

    __slots__ = ("counts", "now", "start", "values")

    def __init__(self, start: float = 0.0) -> None:
        self.start = self.now = start
        self.values: dict[str, float | str] = {}
        self.counts: dict[str, int] = {}  #: how many times each was posted


class KeptKinds(LastValues):
    """The last values by mail: each variable keeps the kind, number or text, of its first value, as in MOOS-IvP."""

    __slots__ = ("_both",)

    def __init__(self) -> None:
        super().__init__()
        self._both: set[str] = set()  #: of no kind yet: a text would count

    def put(self, name: str, value: float | str) -> None:
        """Store a value of a variable, if it is of its kind."""
        before, is_text = self.values.get(name), isinstance(value, str)
        if before is None:
            self._both.add(name)
        elif isinstance(before, str) is not is_text and not (is_text and name in self._both):
            return
        self.values[name] = value

    def settle(self) -> None:
        """Fix the kinds: the values have been looked at."""
        self._both.clear()


def number(value: Value) -> float | None:
    """Return a finite number, or the number that a text is; None if it is none."""
    if isinstance(value, str):
        return read_number(value)
    return value if value is not None and math.isfinite(value) else None


@dataclass(slots=True)
class Term:
    """A part of a condition: its text, and the variables that it depends on."""

    text: str
    variables: frozenset[str]

    def explain(self, last: LastValues) -> list[str]:
        """Return what was found, a few words for each part that depends on the run."""
        return []

    def parts(self) -> Sequence[Term]:
        """Return the terms that it is made of."""
        return ()

    def never_posted(self, last: LastValues) -> frozenset[str]:
        """Return the variables without a value on which the result depends."""
        if parts := self.parts():
            return frozenset().union(*(term.never_posted(last) for term in parts))
        return frozenset(name for name in self.variables if name != TIME and name not in last.values)


@dataclass(slots=True)
class ValueTerm(Term):
    """A number or a text."""

    def value(self, last: LastValues) -> Value:
        """Return its present value."""
        raise NotImplementedError

    def explain(self, last: LastValues) -> list[str]:
        if not self.variables:
            return []
        found = self.value(last)
        shown = "unknown" if found is None else f"{found:.6g}" if isinstance(found, float) else found
        return [f"{self.text} = {shown}"]


@dataclass(slots=True)
class ConditionTerm(Term):
    """Something that holds or does not."""

    def holds(self, last: LastValues) -> bool:
        """Return whether it holds now."""
        raise NotImplementedError


# -- values


@dataclass(slots=True)
class Literal(ValueTerm):
    """A value that is written down."""

    literal: Value = None

    def value(self, last: LastValues) -> Value:
        return self.literal


@dataclass(slots=True)
class FromRun(ValueTerm):
    """What is read from a run: a variable, the time, how many times a variable was posted."""

    read: Callable[[LastValues], Value]

    def value(self, last: LastValues) -> Value:
        return self.read(last)


class Counted(FromRun):
    """How many times a variable was posted: none is an answer, too."""

    __slots__ = ()

    def never_posted(self, last: LastValues) -> frozenset[str]:
        return frozenset()


def counted(name: str, text: str) -> Counted:
    """Return how many times a variable was posted."""
    return Counted(text, frozenset({name}), lambda last: float(last.counts.get(name, 0)))


def variable(name: str, text: str = "") -> FromRun:
    """Return the last value posted of a variable."""
    return FromRun(text or name, frozenset({name}), lambda last: last.values.get(name))


class Bounded:
    """A function whose numbers lie in a range."""

    def __init__(self, function: Callable[..., float], low: float, high: float) -> None:
        self.function, self.range = function, (low, high)

    def __call__(self, *numbers: float) -> float:
        """Return what the function returns."""
        return self.function(*numbers)


@dataclass(slots=True)
class Computed(ValueTerm):
    """A function of numbers; unknown where one of them is, or where it has no value (a division by 0)."""

    function: Callable[..., float]
    terms: Sequence[ValueTerm]

    def value(self, last: LastValues) -> Value:
        numbers = [number(term.value(last)) for term in self.terms]
        try:
            return number(self.function(*numbers))
        except (ArithmeticError, TypeError, ValueError):
            return None

    def parts(self) -> Sequence[Term]:
        return self.terms


# -- conditions


def _typed(left: float | str, symbol: str, right: float | str) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        left, right = _bare(left), _bare(right)
        if symbol == "==":
            return _fields_match(left, right)
        return (left > right) - (left < right) in OPERATORS[symbol]
    one = read_number(_bare(left)) if isinstance(left, str) else left
    other = read_number(_bare(right)) if isinstance(right, str) else right
    if one is None or other is None or one != one or other != other:
        return False
    return (one > other) - (one < other) in OPERATORS[symbol]


def _bare(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _fields_match(one: str, other: str) -> bool:
    """Whether the fields of one text, between colons, occur together in the other."""
    if one not in other and other not in one:
        return False
    few, many = sorted((one.split(":"), other.split(":")), key=len)
    return any(many[i : i + len(few)] == few for i in range(len(many) - len(few) + 1))


@dataclass(slots=True)
class Comparison(ConditionTerm):
    """``left symbol right``: numbers with numbers, texts with texts."""

    left: ValueTerm
    symbol: str
    right: ValueTerm
    language: Language

    def holds(self, last: LastValues) -> bool:
        return self.compare(self.left.value(last), self.right.value(last))

    def compare(self, left: Value, right: Value) -> bool:
        """Return whether it holds between two values."""
        if left is None or right is None:
            return False
        if not self.language.expressions:
            return _typed(left, self.symbol, right)
        left_number, right_number = number(left), number(right)
        if left_number is not None and right_number is not None:
            return (left_number > right_number) - (left_number < right_number) in OPERATORS[self.symbol]
        if isinstance(left, str) and isinstance(right, str):
            return (left > right) - (left < right) in OPERATORS[self.symbol]
        return self.symbol == "!="

    def explain(self, last: LastValues) -> list[str]:
        return self.left.explain(last) + self.right.explain(last)

    def parts(self) -> Sequence[Term]:
        return self.left, self.right


@dataclass(slots=True)
class Negation(ConditionTerm):
    """``not term``"""

    term: ConditionTerm

    def holds(self, last: LastValues) -> bool:
        return not self.term.holds(last)

    def explain(self, last: LastValues) -> list[str]:
        return self.term.explain(last)

    def parts(self) -> Sequence[Term]:
        return (self.term,)


@dataclass(slots=True)
class Joint(ConditionTerm):
    """``a and b and ...`` (``every``), ``a or b or ...``"""

    every: bool
    terms: Sequence[ConditionTerm]

    def holds(self, last: LastValues) -> bool:
        found = (term.holds(last) for term in self.terms)
        return all(found) if self.every else any(found)

    def explain(self, last: LastValues) -> list[str]:
        # of terms joined by "and" only those that do not hold
        return [text for term in self.terms if not (self.every and term.holds(last)) for text in term.explain(last)]

    def parts(self) -> Sequence[Term]:
        return self.terms

    def never_posted(self, last: LastValues) -> frozenset[str]:
        found = [term.never_posted(last) for term in self.terms if self.every or term.holds(last)]
        return frozenset() if not (self.every or all(found)) else frozenset().union(*found)


# -- terms that follow a run: ``observe`` is called when their variables have changed, and at the end


class Watcher(Term):
    """A term whose value depends on the whole run."""

    __slots__ = ()

    def observe(self, last: LastValues) -> None:
        """Take in the values of this time, which last until the next call."""
        raise NotImplementedError


@dataclass(slots=True)
class Extreme(ValueTerm, Watcher):
    """``max(x)`` or ``min(x)``: over the run."""

    best: Callable[[float, float], float]
    term: ValueTerm
    found: float | None = None

    def observe(self, last: LastValues) -> None:
        new = number(self.term.value(last))
        if new is not None:
            self.found = new if self.found is None else self.best(self.found, new)

    def value(self, last: LastValues) -> Value:
        return self.found

    def parts(self) -> Sequence[Term]:
        return (self.term,)


@dataclass(slots=True)
class Mean(ValueTerm, Watcher):
    """``mean(x)`` or ``rms(x)``: over the time for which x is known."""

    square: bool
    term: ValueTerm
    total: float = 0.0
    seconds: float = 0.0
    before: float | None = None
    since: float = 0.0

    def observe(self, last: LastValues) -> None:
        if self.before is not None:
            lasted = last.now - self.since
            self.total += lasted * (self.before * self.before if self.square else self.before)
            self.seconds += lasted
        self.before, self.since = number(self.term.value(last)), last.now

    def value(self, last: LastValues) -> Value:
        if self.seconds == 0.0:
            return self.before if self.before is None or not self.square else abs(self.before)
        mean = self.total / self.seconds
        return math.sqrt(mean) if self.square else mean

    def parts(self) -> Sequence[Term]:
        return (self.term,)


@dataclass(slots=True)
class When(ValueTerm, Watcher):
    """``when(condition)``: seconds into the run at which it held first."""

    term: ConditionTerm
    found: float | None = None

    def observe(self, last: LastValues) -> None:
        if self.found is None and self.term.holds(last):
            self.found = last.now - last.start

    def value(self, last: LastValues) -> Value:
        return self.found

    def explain(self, last: LastValues) -> list[str]:
        if self.found is None:
            return [f"{self.text} never came", *self.term.explain(last)]
        return [f"{self.text} = {self.found:.6g}"]

    def parts(self) -> Sequence[Term]:
        return (self.term,)


@dataclass(slots=True)
class Ever(ConditionTerm, Watcher):
    """``ever(condition)``: at some time of the run."""

    term: ConditionTerm
    found: bool = False

    def observe(self, last: LastValues) -> None:
        self.found = self.found or self.term.holds(last)

    def holds(self, last: LastValues) -> bool:
        return self.found

    def explain(self, last: LastValues) -> list[str]:
        return [] if self.found else [f"never, and at the end {text}" for text in self.term.explain(last)]

    def parts(self) -> Sequence[Term]:
        return (self.term,)


@dataclass(slots=True)
class Always(ConditionTerm, Watcher):
    """``always(condition)``: all the time from when all its variables are known."""

    term: ConditionTerm
    known: bool = False
    broken: float | None = None
    found: list[str] = field(default_factory=list)

    def observe(self, last: LastValues) -> None:
        self.known = self.known or all(name in last.values for name in self.variables if name != TIME)
        if self.known and self.broken is None and not self.term.holds(last):
            self.broken = last.now - last.start
            self.found = self.term.explain(last)

    def holds(self, last: LastValues) -> bool:
        return self.known and self.broken is None

    def explain(self, last: LastValues) -> list[str]:
        if self.broken is None:
            return self.term.explain(last)
        return [f"at {self.broken:.6g} s {text}" for text in self.found or ["not so"]]

    def parts(self) -> Sequence[Term]:
        return (self.term,)


@dataclass(slots=True)
class Lasting(ConditionTerm, Watcher):
    """``condition for SECONDS``: at some time it held that long without a break."""

    term: ConditionTerm
    seconds: float
    since: float | None = None
    longest: float = 0.0

    def observe(self, last: LastValues) -> None:
        if self.since is not None:
            self.longest = max(self.longest, last.now - self.since)
        if not self.term.holds(last):
            self.since = None
        elif self.since is None:
            self.since = last.now

    def holds(self, last: LastValues) -> bool:
        going = 0.0 if self.since is None else last.now - self.since
        return max(self.longest, going) >= self.seconds - SLACK

    def explain(self, last: LastValues) -> list[str]:
        return [f"{self.term.text} held {self.longest:.6g} s at most", *self.term.explain(last)]

    def parts(self) -> Sequence[Term]:
        return (self.term,)
