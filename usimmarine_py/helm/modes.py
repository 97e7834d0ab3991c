"""Modes: variables that the helm itself sets by conditions."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.condition import HelmCondition


class ModeRule:
    """One ``set VARIABLE = VALUE { conditions } OTHER``.

    A condition on the variable itself, ``VARIABLE = PARENT``, makes it a child: its value stands behind that of the
    parent and a colon. Only the first one does, and no other form of condition.
    """

    def __init__(self, variable: str, value: str, conditions: Sequence[str], other: str = "", line: int = 0) -> None:
        """``line``: of its head in its file, from 1. Raises ``ExpectationError``."""
        self.variable, self.value, self.other, self.line = variable, value, other, line
        self.conditions = [HelmCondition(text) for text in conditions]
        sides = [tuple(side.strip() for side in one.text.partition("=")) for one in self.conditions]
        own = next((k for k, (left, _, right) in enumerate(sides) if left == variable and right), None)
        self._on_itself = None if own is None else self.conditions[own]
        self.parent = "" if own is None else sides[own][2]

    def judge(self, buffer: Buffer) -> str | None:
        """Return the value that it gives now, None for none. Every condition sees every change of its variables."""
        met = [condition.holds(buffer) for condition in self.conditions]
        if all(met):
            value = self.value
        elif self.other and (self._on_itself is None or self._on_itself.holds(buffer)):
            value = self.other
        else:
            return None
        return self._full(value) if value else None

    @property
    def results(self) -> tuple[str, ...]:
        """All values that it can give."""
        return tuple(self._full(value) for value in (self.value, self.other) if value)

    def _full(self, value: str) -> str:
        return f"{self.parent}:{value}" if self.parent else value


class Modes:
    """All modes of a helm, in the order of the files: later ones see what earlier ones set."""

    def __init__(self, modes: Sequence[ModeRule]) -> None:
        self.modes = tuple(modes)
        self._values: dict[str, str] = {}  #: that were given in the last iteration

    def update(self, buffer: Buffer) -> None:
        """Set the variables in the buffer."""
        self._values.clear()
        for mode in self.modes:
            value = mode.judge(buffer)
            if value is None:
                continue
            self._values[mode.variable] = value
            if buffer.texts.get(mode.variable) != value:
                buffer.put(mode.variable, value)
            buffer.received[mode.variable] = buffer.now

    def values(self) -> list[tuple[str, str]]:
        """Return the variables that were given a value in the last iteration, and these, in the order of their names.

        One whose declarations all say nothing keeps its value for conditions, and is not among them.
        """
        return sorted(self._values.items())

    def description(self) -> str:
        """Return the tree as IVPHELM_MODESET shows it."""
        parts: list[str] = []
        last = ""
        for mode in self.modes:
            for place, value in enumerate((mode.value, mode.other)):
                if value or not place:
                    head = f"{mode.variable}#" if mode.variable != last else ""
                    last = mode.variable
                    parent = mode.parent.rpartition(":")[2]  # of a parent that is a child, its own name
                    parts.append(f"{head}{parent or '---'},{value}")
        return "#".join(parts)

    def wanted(self) -> list[str]:
        """Return the variables of its conditions."""
        names: dict[str, None] = {}
        for mode in self.modes:
            for condition in mode.conditions:
                names.update(dict.fromkeys(condition.names))
        return list(names)
