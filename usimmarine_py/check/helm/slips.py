"""Flags on variables that nothing in the mission reads, but for a name that one reads and is spelled almost so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from usimmarine_py.check.helm.made import MACRO, BehaviorText
from usimmarine_py.check.helm.posted import Posted, words_in
from usimmarine_py.errors import is_slip
from usimmarine_py.finding import FilePlace, Finding


def slip_findings(texts: Sequence[BehaviorText], posted: Posted) -> Iterator[Finding]:
    """Yield a warning for each flag whose variable looks like a slip of one that the helm reads."""
    read = {name for text in texts for name in _read(text)}
    given = {one.variable for text in texts for one in text.read.initial}
    known = read | given | posted.words
    for text in texts:
        for behavior, block in text.behaviors:
            for line in block.lines:
                kind = behavior.flags.kind(line.key.lower())
                if kind is None or MACRO in line.value:
                    continue
                name = line.value.partition("=")[0].split()[-1:]
                if not name or name[0] in known:
                    continue
                near = next((one for one in sorted(read) if is_slip(name[0], one)), "")
                if near:
                    words = f"no condition of the helm and no other file of the mission reads {name[0]}"
                    yield Finding(words, FilePlace(text.path, line.line, 1, line.key), suggestion=near)


def _read(text: BehaviorText) -> Iterator[str]:
    """Yield the variables that conditions, updates and other parameters of a file name."""
    for rule in text.read.modes:
        for condition in rule.conditions:
            yield from condition.names
    for behavior, block in text.behaviors:
        for condition in (*behavior.conditions, *behavior.flags.conditions()):
            yield from condition.names
        for line in block.lines:
            if behavior.flags.kind(line.key.lower()) is None:
                yield from words_in(line.value)
