"""Expectations fed with what a run posts, and judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from usimmarine_py.conditions.parser import Parser
from usimmarine_py.conditions.terms import TIME, ConditionTerm, Moment
from usimmarine_py.errors import suggest


class Verdict(NamedTuple):
    """What came of one expectation."""

    text: str
    passed: bool
    found: str  #: what was found instead, in a few words; empty where it passed

    def __str__(self) -> str:
        return f"{self.text}: passed" if self.passed else f"{self.text}: {self.found}"


class Judge:
    """Follows some expectations over one run."""

    def __init__(self, expectations: Sequence[str], start: float = 0.0) -> None:
        """``start`` is when the run began, s, on the clock of what is fed. Raises ``ExpectationError``."""
        self._moment = Moment(start)
        self._terms: list[ConditionTerm] = []
        self._watchers = []
        for text in expectations:
            parser = Parser(text)
            self._terms.append(parser.read())
            self._watchers += parser.watchers
        #: What has to be fed; facts of a run such as ``ended`` among them.
        self.variables = frozenset().union(*(term.variables for term in self._terms)) - {TIME}
        self._changed: set[str] = set()

    def feed(self, time: float, variable: str, value: float | str | bytes) -> None:
        """Take in one post (time in s), in order of time; posts of the same time count together."""
        if variable not in self.variables:
            return
        moment = self._moment
        if time > moment.now:
            self._settle()
            moment.now = float(time)
        if isinstance(value, bytes):
            value = value.decode("latin-1")
        moment.values[variable] = value if isinstance(value, str) else float(value)
        moment.counts[variable] = moment.counts.get(variable, 0) + 1
        self._changed.add(variable)

    def _settle(self) -> None:
        """The values of this moment are complete: let those look who watch them."""
        changed = self._changed
        if changed:
            for watcher, variables in self._watchers:
                if TIME in variables or not variables.isdisjoint(changed):
                    watcher.observe(self._moment)
            self._changed = set()

    def _advance(self, now: float) -> None:
        self._settle()
        self._moment.now = max(float(now), self._moment.now)
        for watcher, _ in self._watchers:
            watcher.observe(self._moment)

    def hold(self, now: float) -> bool:
        """Whether all of them hold as things are at ``now`` (s)."""
        self._advance(now)
        return all(term.holds(self._moment) for term in self._terms)

    def verdicts(self, end: float, known: Iterable[str] = ()) -> list[Verdict]:
        """What came of each if the run ends at ``end`` (s); ``known`` variables are suggested for misspelt ones."""
        self._advance(end)
        return [self._verdict(term, known) for term in self._terms]

    def _verdict(self, term: ConditionTerm, known: Iterable[str]) -> Verdict:
        if term.holds(self._moment):
            return Verdict(term.text, True, "")
        missing = sorted(name for name in term.variables if name != TIME and name not in self._moment.values)
        reasons = []
        for name in missing:
            close = suggest(name, (other for other in known if other != name))
            reasons.append(f"{name} was never posted" + (f" (did you mean {close}?)" if close else ""))
        if not missing:
            reasons = list(dict.fromkeys(term.explain(self._moment)))
        return Verdict(term.text, False, ", ".join(reasons) or "it does not hold")
