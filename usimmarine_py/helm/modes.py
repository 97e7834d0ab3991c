"""Modes: variables that the helm itself sets by conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.condition import HelmCondition

_RIGHT_SIDE = re.compile(r".*?=\s*(.+)$")


class ModeRule:
    """One ``set VARIABLE = VALUE { conditions } OTHER``.

    A condition on the variable itself makes it a child: its value stands behind that of the parent and a colon.
    """

    def __init__(self, variable: str, value: str, conditions: Sequence[str], other: str = "", line: int = 0) -> None:
        """``line``: of its head in its file, from 1. Raises ``ExpectationError``."""
        self.variable, self.value, self.other, self.line = variable, value, other, line
        self.conditions = [HelmCondition(text) for text in conditions]
        self._on_itself = [c for c in self.conditions if variable in c.names]
        found = _RIGHT_SIDE.match(self._on_itself[0].text) if self._on_itself else None
        self.parent = found[1].strip().strip('"') if found else ""

    def judge(self, buffer: Buffer) -> str | None:
        """Return the value that it gives now, None for none. Every condition sees every change of its variables."""
        met = [condition.holds(buffer) for condition in self.conditions]
        if all(met):
            value = self.value
        elif self.other and all([condition.holds(buffer) for condition in self._on_itself]):
            value = self.other
        else:
            return None
        return self._full(value)

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
        self.variables = tuple(dict.fromkeys(mode.variable for mode in modes))

    def update(self, buffer: Buffer) -> None:
        """Set the variables in the buffer."""
        for mode in self.modes:
            value = mode.judge(buffer)
            if value is None:
                continue
            if buffer.texts.get(mode.variable) != value:
                buffer.put(mode.variable, value)
            buffer.received[mode.variable] = buffer.now

    def values(self, buffer: Buffer) -> list[tuple[str, str]]:
        """Return the variables that have a value, and their values, in the order of their names."""
        return [(name, buffer.texts[name]) for name in sorted(self.variables) if name in buffer.texts]

    def description(self) -> str:
        """Return the tree as IVPHELM_MODESET shows it."""
        parts: list[str] = []
        last = ""
        for mode in self.modes:
            for value in (mode.value, mode.other):
                if value:
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
