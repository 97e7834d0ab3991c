"""Judging expectations by what a run posts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from usimmarine_py.conditions.certain import cannot_fail
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import TIME, ConditionTerm, LastValues
from usimmarine_py.errors import is_slip, suggest

#: Said of a variable that an expectation is about.
NOT_POSTED = "was never posted"


class Verdict(NamedTuple):
    """The result of one expectation."""

    text: str
    passed: bool
    found: str  #: what was found instead, in a few words; empty where it passed

    def __str__(self) -> str:
        return f"{self.text}: passed" if self.passed else f"{self.text}: {self.found}"


def refuse_constants(expectations: Sequence[str]) -> None:
    """Raise ``ExpectationError`` for expectations that say nothing of a run, as well as for those that are none."""
    for text in expectations:
        term = read_condition(text)[0]
        if not term.variables:
            raise ExpectationError(text, 1, "names no variable, so it says nothing of the run")
        if cannot_fail(term):
            raise ExpectationError(text, 1, "cannot fail once its variables are posted, so it says nothing of the run")


class Judge:
    """Judges expectations over one run."""

    def __init__(self, expectations: Sequence[str], start: float = 0.0) -> None:
        """``start`` is when the run began, s, on the clock of what is fed. Raises ``ExpectationError``."""
        self._last = LastValues(start)
        read = [read_condition(text) for text in expectations]
        self._terms: list[ConditionTerm] = [term for term, _ in read]
        self._watchers = [watcher for _, watchers in read for watcher in watchers]
        #: What has to be fed; facts of a run such as ``ended`` among them.
        self.variables = frozenset().union(*(term.variables for term in self._terms)) - {TIME}
        self._changed: set[str] = set()

    def feed(self, time: float, variable: str, value: float | str | bytes) -> None:
        """Take in one post (time in s), in order of time; posts of the same time count together."""
        if variable not in self.variables:
            return
        last = self._last
        if time > last.now:
            self._settle()
            last.now = float(time)
        if isinstance(value, bytes):
            value = value.decode("latin-1")
        last.values[variable] = value if isinstance(value, str) else float(value)
        last.counts[variable] = last.counts.get(variable, 0) + 1
        self._changed.add(variable)

    def _settle(self) -> None:
        """Show the values of this time, which are complete, to the terms that depend on those that changed."""
        changed = self._changed
        if changed:
            for watcher in self._watchers:
                if TIME in watcher.variables or not watcher.variables.isdisjoint(changed):
                    watcher.observe(self._last)
            self._changed = set()

    def _advance(self, now: float) -> None:
        self._settle()
        self._last.now = max(float(now), self._last.now)
        for watcher in self._watchers:
            watcher.observe(self._last)

    def hold(self, now: float) -> bool:
        """Return whether all of them hold at ``now`` (s)."""
        self._advance(now)
        return all(term.holds(self._last) for term in self._terms)

    def verdicts(self, end: float, known: Iterable[str] = ()) -> list[Verdict]:
        """Return the result of each if the run ends at ``end`` (s).

        ``known`` variables are suggested for misspelt ones.
        """
        self._advance(end)
        return [self._verdict(term, known) for term in self._terms]

    def _missing(self, term: ConditionTerm) -> list[str]:
        return sorted(name for name in term.variables if name != TIME and name not in self._last.values)

    def _verdict(self, term: ConditionTerm, known: Iterable[str]) -> Verdict:
        holds = term.holds(self._last)
        missing = sorted(term.never_posted(self._last)) if holds else self._missing(term)
        if holds and not missing:
            # those that are counted: none may be a slip
            slips = [(name, near) for name in self._missing(term) if (near := _slip_of(name, known))]
            found = [f"{name} {NOT_POSTED} (did you mean {near}?)" for name, near in slips]
            return Verdict(term.text, not found, ", ".join(found))
        reasons = []
        for name in missing:
            close = suggest(name, (other for other in known if other != name))
            hint = f" (did you mean {close}?)" if close else f" (count({name}) = 0 expects that)" if holds else ""
            reasons.append(f"{name} {NOT_POSTED}{hint}")
        if not missing:
            reasons = list(dict.fromkeys(term.explain(self._last)))
        return Verdict(term.text, False, ", ".join(reasons) or "it does not hold")


def _slip_of(name: str, known: Iterable[str]) -> str:
    return next((other for other in sorted(known) if is_slip(name, other)), "")
