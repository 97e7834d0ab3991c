"""What an expectation is made of: values, conditions, and what is watched over a whole run.

A value is a number, a text, or None: not known (yet). Nothing that is compared with what is not known holds, as in
MOOS's own logic conditions. Between two posts a variable keeps its value.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from usimmarine_py.text import is_number, read_number

Value = float | str | None

#: What every variable set holds beside what is posted: it changes all the time.
TIME = "time"
#: A condition that lasts so much shorter than it should (s) has lasted: sums of ticks are not exact.
SLACK = 1e-6


class Moment:
    """The variables of a run as they are now; ``now`` and ``start`` in s."""

    __slots__ = ("counts", "now", "start", "values")

    def __init__(self, start: float) -> None:
        self.start = self.now = start
        self.values: dict[str, float | str] = {}
        self.counts: dict[str, int] = {}


def number(value: Value) -> float | None:
    """A finite number, or a text that is one, as a number."""
    if isinstance(value, str):
        return read_number(value) if is_number(value, exponent=True) else None
    return value if value is not None and math.isfinite(value) else None


@dataclass(slots=True)
class Term:
    """Anything in an expectation: its own words, and the variables that it looks at."""

    text: str
    variables: frozenset[str]

    def explain(self, moment: Moment) -> list[str]:
        """What was found, in a few words each; nothing to say of what is written down."""
        return []


@dataclass(slots=True)
class ValueTerm(Term, ABC):
    """A number or a text."""

    @abstractmethod
    def value(self, moment: Moment) -> Value:
        """As things are."""

    def explain(self, moment: Moment) -> list[str]:
        """Its value, where it depends on the run."""
        if not self.variables:
            return []
        found = self.value(moment)
        shown = "unknown" if found is None else f"{found:.6g}" if isinstance(found, float) else found
        return [f"{self.text} = {shown}"]


@dataclass(slots=True)
class ConditionTerm(Term, ABC):
    """Something that holds or does not."""

    @abstractmethod
    def holds(self, moment: Moment) -> bool:
        """As things are."""


# -- values


@dataclass(slots=True)
class Literal(ValueTerm):
    """What is written down."""

    literal: float | str = 0.0

    def value(self, moment: Moment) -> Value:
        return self.literal


@dataclass(slots=True)
class Variable(ValueTerm):
    """What was posted last."""

    name: str = ""

    def value(self, moment: Moment) -> Value:
        return moment.values.get(self.name)


@dataclass(slots=True)
class Elapsed(ValueTerm):
    """Seconds since the run began."""

    def value(self, moment: Moment) -> Value:
        return moment.now - moment.start


@dataclass(slots=True)
class Count(ValueTerm):
    """How many times a variable was posted."""

    name: str = ""

    def value(self, moment: Moment) -> Value:
        return float(moment.counts.get(self.name, 0))


@dataclass(slots=True)
class Computed(ValueTerm):
    """A function of numbers; not known where one of them is not, or where it has no value (a division by 0)."""

    function: Callable[..., float] = float
    terms: Sequence[ValueTerm] = ()

    def value(self, moment: Moment) -> Value:
        numbers = [number(term.value(moment)) for term in self.terms]
        try:
            return number(self.function(*numbers))
        except (ArithmeticError, TypeError, ValueError):
            return None


# -- conditions

#: For each operator the results of a three-way comparison (-1, 0, 1) that satisfy it.
SATISFIED_BY = {"<=": (-1, 0), ">=": (0, 1), "!=": (-1, 1), "==": (0,), "=": (0,), "<": (-1,), ">": (1,)}


@dataclass(slots=True)
class Comparison(ConditionTerm):
    """``left symbol right``: numbers with numbers, texts with texts."""

    left: ValueTerm
    symbol: str
    right: ValueTerm

    def holds(self, moment: Moment) -> bool:
        left, right = self.left.value(moment), self.right.value(moment)
        if left is None or right is None:
            return False
        left_number, right_number = number(left), number(right)
        if left_number is not None and right_number is not None:
            return (left_number > right_number) - (left_number < right_number) in SATISFIED_BY[self.symbol]
        if isinstance(left, str) and isinstance(right, str):
            return (left > right) - (left < right) in SATISFIED_BY[self.symbol]
        return self.symbol == "!="

    def explain(self, moment: Moment) -> list[str]:
        return self.left.explain(moment) + self.right.explain(moment)


@dataclass(slots=True)
class Negation(ConditionTerm):
    """``not term``"""

    term: ConditionTerm

    def holds(self, moment: Moment) -> bool:
        return not self.term.holds(moment)

    def explain(self, moment: Moment) -> list[str]:
        return self.term.explain(moment)


@dataclass(slots=True)
class Joint(ConditionTerm):
    """``a and b and ...`` (``every``), ``a or b or ...``"""

    every: bool
    terms: Sequence[ConditionTerm]

    def holds(self, moment: Moment) -> bool:
        found = (term.holds(moment) for term in self.terms)
        return all(found) if self.every else any(found)

    def explain(self, moment: Moment) -> list[str]:
        # of what had to hold all together only what did not is worth telling
        return [text for term in self.terms if not (self.every and term.holds(moment)) for text in term.explain(moment)]


# -- watched over the run: ``observe`` is called when variables have changed, and at the end


class Watcher(ABC):
    """Something that has to be looked at all along."""

    __slots__ = ()

    @abstractmethod
    def observe(self, moment: Moment) -> None:
        """Take in the values of this moment, which last until the next."""


@dataclass(slots=True)
class Extreme(ValueTerm, Watcher):
    """``max(x)`` or ``min(x)``: over the run."""

    best: Callable[[float, float], float]
    term: ValueTerm
    found: float | None = None

    def observe(self, moment: Moment) -> None:
        new = number(self.term.value(moment))
        if new is not None:
            self.found = new if self.found is None else self.best(self.found, new)

    def value(self, moment: Moment) -> Value:
        return self.found


@dataclass(slots=True)
class Mean(ValueTerm, Watcher):
    """``mean(x)`` or ``rms(x)``: over the time for which it is known."""

    square: bool
    term: ValueTerm
    total: float = 0.0
    seconds: float = 0.0
    last: float | None = None
    since: float = 0.0

    def observe(self, moment: Moment) -> None:
        if self.last is not None:
            lasted = moment.now - self.since
            self.total += lasted * (self.last * self.last if self.square else self.last)
            self.seconds += lasted
        self.last, self.since = number(self.term.value(moment)), moment.now

    def value(self, moment: Moment) -> Value:
        if self.seconds == 0.0:
            return self.last if self.last is None or not self.square else abs(self.last)
        mean = self.total / self.seconds
        return math.sqrt(mean) if self.square else mean


@dataclass(slots=True)
class When(ValueTerm, Watcher):
    """``when(condition)``: seconds into the run at which it held first."""

    term: ConditionTerm
    found: float | None = None

    def observe(self, moment: Moment) -> None:
        if self.found is None and self.term.holds(moment):
            self.found = moment.now - moment.start

    def value(self, moment: Moment) -> Value:
        return self.found

    def explain(self, moment: Moment) -> list[str]:
        if self.found is None:
            return [f"{self.text} never came", *self.term.explain(moment)]
        return [f"{self.text} = {self.found:.6g}"]


@dataclass(slots=True)
class Ever(ConditionTerm, Watcher):
    """``ever(condition)``: at some moment of the run."""

    term: ConditionTerm
    found: bool = False

    def observe(self, moment: Moment) -> None:
        self.found = self.found or self.term.holds(moment)

    def holds(self, moment: Moment) -> bool:
        return self.found

    def explain(self, moment: Moment) -> list[str]:
        return [] if self.found else [f"never, and at the end {text}" for text in self.term.explain(moment)]


@dataclass(slots=True)
class Always(ConditionTerm, Watcher):
    """``always(condition)``: at every moment from when all its variables are known."""

    term: ConditionTerm
    known: bool = False
    broken: float | None = None
    found: list[str] = field(default_factory=list)

    def observe(self, moment: Moment) -> None:
        self.known = self.known or all(name in moment.values for name in self.variables if name != TIME)
        if self.known and self.broken is None and not self.term.holds(moment):
            self.broken = moment.now - moment.start
            self.found = self.term.explain(moment)

    def holds(self, moment: Moment) -> bool:
        return self.known and self.broken is None

    def explain(self, moment: Moment) -> list[str]:
        if self.broken is None:
            return self.term.explain(moment)
        return [f"at {self.broken:.6g} s {text}" for text in self.found or ["not so"]]


@dataclass(slots=True)
class Lasting(ConditionTerm, Watcher):
    """``condition for SECONDS``: at some time it held that long without a break."""

    term: ConditionTerm
    seconds: float
    since: float | None = None
    longest: float = 0.0

    def observe(self, moment: Moment) -> None:
        if self.since is not None:
            self.longest = max(self.longest, moment.now - self.since)
        if not self.term.holds(moment):
            self.since = None
        elif self.since is None:
            self.since = moment.now

    def holds(self, moment: Moment) -> bool:
        going = 0.0 if self.since is None else moment.now - self.since
        return max(self.longest, going) >= self.seconds - SLACK

    def explain(self, moment: Moment) -> list[str]:
        return [f"{self.term.text} held {self.longest:.6g} s at most", *self.term.explain(moment)]
