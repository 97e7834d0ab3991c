"""Conditions of a .bhv file, judged by the helm's buffer."""

from __future__ import annotations

from usimmarine_py.conditions.language import HELM
from usimmarine_py.conditions.parser import read_condition
from usimmarine_py.conditions.terms import LastValues
from usimmarine_py.helm.buffer import Buffer

_DELTA = "_DELTA"


class HelmCondition:
    """One condition. Each variable keeps the type, number or text, of which the condition saw a value first."""

    __slots__ = ("_kinds", "_known", "_seen", "_timed", "names", "result", "term", "text")

    def __init__(self, text: str) -> None:
        """Raises ``ExpectationError``."""
        self.text = text.strip()
        self.term = read_condition(self.text, HELM)[0]
        self.names = _in_order(self.text, self.term.variables)  #: its variables, as written from the left
        self._timed = any(name.endswith(_DELTA) for name in self.names)  #: its result changes with time
        self._known = LastValues()
        self._kinds: dict[str, type] = {}
        self._seen = -1
        self.result = False

    def holds(self, buffer: Buffer) -> bool:
        """Whether it holds now."""
        if buffer.version != self._seen or self._timed:
            first = self._seen < 0
            self._seen = buffer.version
            values, changed = self._known.values, first
            for name in self.names:
                value = self._look_up(name, buffer)
                if value is not None and value != values.get(name):
                    values[name] = value
                    changed = True
            if changed:
                self.result = self.term.holds(self._known)
        return self.result

    def _look_up(self, name: str, buffer: Buffer) -> float | str | None:
        kind = self._kinds.get(name)
        if kind is None:
            if name in buffer.texts:
                kind = self._kinds[name] = str
            elif name in buffer.numbers:
                kind = self._kinds[name] = float
            elif name.endswith(_DELTA):
                since = buffer.numbers.get(name[: -len(_DELTA)])
                return None if since is None else buffer.now - since
            else:
                return None
        return buffer.texts.get(name) if kind is str else buffer.numbers.get(name)


def _in_order(text: str, names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (text.find(name), name)))
