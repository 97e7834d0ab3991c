"""Expectations of a field: variables of its communities, and facts about the whole."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.conditions import Judge
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.summary import Requirements, RunResult
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape


class FieldRequirements(Requirements):
    """The requirements of a field.

    ``abe.NAV_X`` is NAV_X as posted in the community abe. ``NAV_X`` alone is the variable of the one community whose
    applications post it; with several of them it cannot be judged.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        """Raises ``ConfigError`` for a text that is no requirement."""
        super().__init__(texts)
        self._posted_in: dict[str, list[str]] = {}

    def of(self, community: str = "") -> list[Listener]:
        """Return the listener of a community's posts, none where no post is needed."""
        if not self._expected:
            return []
        known: dict[Shape, list[tuple[int, str]]] = {}

        def row(stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str) -> None:
            del source_aux
            places = known.get(shape)
            if places is None:
                places = known[shape] = self._wanted(community, shape)
            if self._start is None:
                self._start = stamp
                self._judge = Judge(self._expected, stamp)
            for i, name in places:
                self._judge.feed(stamp, name, values[i])

        return [row]

    def _wanted(self, community: str, shape: Shape) -> list[tuple[int, str]]:
        if shape.community not in ("", community):
            return []  # forwarded: it counts where it was posted
        found = []
        for i, name in enumerate(shape.names):
            for key in (name, f"{community}.{name}"):
                if key in self._judge.variables:
                    found.append((i, key))
            self._seen.update((name, f"{community}.{name}"))
            where = self._posted_in.setdefault(name, [])
            if community not in where:
                where.append(community)
        return found

    def judge(self, summary: RunResult) -> None:
        """Add the results of all requirements to the summary."""
        super().judge(summary)
        for text in self._expected:
            for name in sorted(Judge([text]).variables):
                where = self._posted_in.get(name, [])
                if len(where) > 1:
                    summary.required[text] = f"{name} is posted in {' and '.join(where)}: name one, {where[0]}.{name}"
