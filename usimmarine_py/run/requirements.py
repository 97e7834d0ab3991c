"""Whether what is required of a run is so: words about its end, and expectations of posts and figures."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.conditions import Judge, refuse_constants
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.stop import TIMEOUT
from usimmarine_py.run.summary import REQUIRED, RunResult
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape


class Requirements:
    """The requirements of a run, and listeners of its posts: words of ``REQUIRED``, and expectations.

    ``abe.NAV_X`` is NAV_X as posted in the community abe. ``NAV_X`` alone is the variable of the one community whose
    applications post it; with several of them it cannot be judged.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        """Raises ``ConfigError`` for a text that is no requirement."""
        self._texts = tuple(dict.fromkeys(texts))
        for text in self._texts:
            if text.isalpha() and text not in REQUIRED:
                problem = f"knows no {text}; it is {', '.join(REQUIRED)}, or an expectation such as end_x > 3"
                raise ConfigError(problem, key="--require", suggestion=suggest(text, REQUIRED))
        self._expected = [text for text in self._texts if text not in REQUIRED]
        refuse_constants(self._expected)
        self._judge = Judge(self._expected)
        self._start: float | None = None
        self._seen: set[str] = set()
        self._posted_in: dict[str, list[str]] = {}

    def of(self, community: str) -> list[Listener]:
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

    def wants(self, community: str, name: str) -> bool:
        """Whether a variable of a community is looked at, if it is posted there."""
        return name in self._judge.variables or f"{community}.{name}" in self._judge.variables

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
        found: dict[str, str] = {text: _of_word(text, summary) for text in self._texts if text in REQUIRED}
        end = (self._start or 0.0) + summary.time
        facts = summary.facts()
        for name, value in facts.items():
            self._judge.feed(end, name, value)
        found |= {verdict.text: verdict.found for verdict in self._judge.verdicts(end, {*self._seen, *facts})}
        for text in self._expected:
            for name in sorted(Judge([text]).variables):
                where = self._posted_in.get(name, [])
                if len(where) > 1:
                    found[text] = f"{name} is posted in {' and '.join(where)}: name one, {where[0]}.{name}"
        summary.required = found


def _of_word(word: str, summary: RunResult) -> str:
    if word == "plan" and summary.ended == "duration":
        return f"cut short at {summary.time:g} s: neither guidance nor a script came to its end"
    if word == "plan" and summary.ended in ("limit", "stuck", "full", "interrupted", TIMEOUT):
        return f"it ended by {summary.ended}"
    if word == "waypoints":
        return summary.missed()
    if word == "driven" and not summary.driven:
        return "nothing drove the vehicle: no command came"
    return summary.carried() if word == "driven" else ""
