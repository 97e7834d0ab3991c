"""Behaviours and modes whose conditions can never hold, and end flags that are never posted.

Whether conditions can hold together is tried out: each variable takes every value that makes a difference to them, or
those that it can have at all (a mode, a variable that nothing posts), and the conditions themselves judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import prod

from usimmarine_py.check.helm.made import BehaviorText, MadeBehavior
from usimmarine_py.check.helm.posted import Posted, posted_by_files
from usimmarine_py.conditions.terms import Comparison, Joint, LastValues, Literal, Negation, Term
from usimmarine_py.errors import suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm.condition import HelmCondition
from usimmarine_py.helm.files.reader import BehaviorLine

#: Combinations of values that are tried at most; of more nothing is said.
_MOST = 20_000
#: A text that no condition names.
_OTHER = "\x00"


def life_findings(texts: Sequence[BehaviorText], posted: Posted) -> Iterator[Finding]:
    """Yield warnings about the .bhv files of one helm; ``posted``: what else may post variables."""
    judge = _Judge(texts, posted)
    for text in texts:
        for rule in text.read.modes:
            why = judge.why(rule.conditions)
            if why is not None and rule.line not in text.macros:
                yield _warning(text, rule.line, f"set {rule.variable} = {rule.value} never holds: {why.text}", why.near)
        for made in text.behaviors:
            yield from _conditions(text, made, judge)
            yield from _ending(text, made)


def _conditions(text: BehaviorText, made: MadeBehavior, judge: _Judge) -> Iterator[Finding]:
    behavior, block = made
    lines = [line for line in block.lines if line.key.lower() == "condition"]
    if len(lines) != len(behavior.conditions) or any(line.line in text.macros for line in lines):
        return
    why = judge.why(behavior.conditions)
    if why is not None:
        at = block.line if why.condition is None else lines[why.condition].line
        yield _warning(text, at, f"{behavior.name} never runs: {why.text}", why.near)


def _ending(text: BehaviorText, made: MadeBehavior) -> Iterator[Finding]:
    behavior, block = made
    if behavior.updates or any(line.line in text.macros for line in block.lines):
        return  # mail or a macro may give it a duration
    given = {line.key.lower() for line in block.lines}
    if behavior.duration == 0 and "duration" not in given:
        words = f"{behavior.name} completes when it first runs: duration is 0; write duration = no-time-limit"
        yield _warning(text, block.line, words)
    flag = next((line for line in block.lines if _is_end_flag(line)), None)
    if flag is not None and behavior.duration < 0 and not behavior.ends():
        words = f"never posted: {behavior.kind} does not complete by itself as configured, and has no duration"
        yield _warning(text, flag.line, words, key=flag.key)


def _is_end_flag(line: BehaviorLine) -> bool:
    return line.key.lower() in ("endflag", "end_flag")


def _warning(text: BehaviorText, line: int, words: str, near: str = "", key: str = "") -> Finding:
    return Finding(words, FilePlace(text.path, line, 1, key), suggestion=near)


class _Reason:
    """Why conditions never hold; ``condition``: the index of the one that does not, None for all together."""

    def __init__(self, condition: int | None, text: str, near: str = "") -> None:
        self.condition, self.text, self.near = condition, text, near


class _Judge:
    """Says whether conditions can hold."""

    def __init__(self, texts: Sequence[BehaviorText], posted: Posted) -> None:
        self._posted, self._own = posted, posted_by_files(texts)
        rules = [rule for text in texts for rule in text.read.modes]
        self._modes = {rule.variable for rule in rules}
        initial: dict[str, set[float | str]] = {}
        for one in (one for text in texts for one in text.read.initial):
            initial.setdefault(one.variable, set()).add(one.value)
        names = {name for rule in rules for condition in rule.conditions for name in condition.names}
        names.update(n for text in texts for made in text.behaviors for c in made.behavior.conditions for n in c.names)
        #: All values that a variable can have; of others any.
        self._known: dict[str, set[float | str]] = {}
        self._meets: dict[str, set[float | str | None]] = {}
        results: dict[str, set[float | str]] = {}
        for rule in rules:
            results.setdefault(rule.variable, set()).update(rule.results)
        for name in names:
            if name in self._modes:
                if name not in self._own.words | posted.words:
                    self._known[name] = results[name] | initial.get(name, set())
            elif not posted.may_post(name, self._own):
                self._known[name] = initial.get(name, set())

    def why(self, conditions: Sequence[HelmCondition]) -> _Reason | None:
        """Return why conditions can never hold together, None if they can."""
        plain = [condition for condition in conditions if "$" not in condition.text]
        for condition in plain:
            if not self._possible([condition]):
                return self._reason(conditions.index(condition), condition)
        return None if self._possible(plain) else _Reason(None, "its conditions cannot hold together")

    def _possible(self, conditions: Sequence[HelmCondition]) -> bool:
        literals = {value for condition in conditions for value in _literals(condition.term)}
        any_value = [None, *_telling(literals)]
        names = sorted({name for condition in conditions for name in condition.names})
        values = [[None, *self._known[name]] if name in self._known else any_value for name in names]
        if prod(map(len, values)) > _MOST:
            return True
        for place, name in enumerate(names):
            alone = [one for one in conditions if name in self._known and set(one.names) == {name}]
            if alone:
                values[place] = list(set.intersection(*(self._met(name, one) for one in alone)))
        last = LastValues()
        for combination in product(*values):
            last.values = {name: value for name, value in zip(names, combination, strict=True) if value is not None}
            if all(condition.term.holds(last) for condition in conditions):
                return True
        return not conditions

    def _met(self, name: str, condition: HelmCondition) -> set[float | str | None]:
        """Return the known values of a variable that meet a condition on it alone; many modes share one."""
        found = self._meets.get(condition.text)
        if found is None:
            last, found = LastValues(), set()
            for value in (None, *self._known[name]):
                last.values = {} if value is None else {name: value}
                if condition.term.holds(last):
                    found.add(value)
            self._meets[condition.text] = found
        return found

    def _reason(self, index: int, condition: HelmCondition) -> _Reason:
        for name in condition.names:
            values = self._known.get(name)
            if values is None:
                continue
            if name in self._modes:
                asked = next((str(value) for value in _literals(condition.term)), "")
                parts = [part for value in values for part in str(value).split(":")]
                listed = ", ".join(sorted(map(str, values)))
                text = f"`{condition.text}` fails, {name} is always one of {listed}"
                if asked in parts:  # = compares with the whole value, == with its parts
                    return _Reason(index, text, f"{name} == {asked}")
                return _Reason(index, text, suggest(asked, parts))
            near = self._posted.nearest(name, self._own)
            if values:
                shown = " or ".join(sorted(map(str, values)))
                return _Reason(index, f"`{condition.text}` fails, nothing changes {name} = {shown}", near)
            return _Reason(index, f"`{condition.text}` fails, nothing posts {name}", near)
        return _Reason(index, f"`{condition.text}` cannot hold")


def _literals(term: Term) -> Iterator[float | str]:
    """Yield the values that a condition compares with."""
    if isinstance(term, Joint):
        for part in term.terms:
            yield from _literals(part)
    elif isinstance(term, Negation):
        yield from _literals(term.term)
    elif isinstance(term, Comparison) and isinstance(term.right, Literal) and term.right.literal is not None:
        yield term.right.literal


def _telling(literals: set[float | str]) -> Iterator[float | str]:
    """Yield values such that any other one meets the same comparisons with ``literals`` as one of them."""
    numbers = sorted(value for value in literals if isinstance(value, float))
    yield from literals
    yield _OTHER
    if numbers:
        yield numbers[0] - 1.0
        yield numbers[-1] + 1.0
        yield from ((low + high) / 2 for low, high in pairwise(numbers))
