"""Range reports of the contact manager: who is within a range, kept up to date in a variable."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from usimmarine_py.limits import MOST_RANGE_REQUESTS
from usimmarine_py.text import read_number
from usimmarine_py.texts.node_report import NodeState
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.frozen import dataclass


@dataclass(slots=True)
class _RangeRequest:
    range: float  #: m
    group: str
    kind: str
    time: float  #: of the last renewal, s
    refresh: bool
    last: str = ""


class RangeReports:
    """All requests, by variable."""

    def __init__(self, *, older: bool = False) -> None:
        """``older``: by the rules of pBasicContactMgr, where a request that is too old is dropped in any case."""
        self.older = older
        self._requests: dict[str, _RangeRequest] = {}

    def take(self, text: str, now: float) -> None:
        """Take in a request. Raises ``ValueError`` that says what is wrong."""
        found = pairs(text)
        variable, limit = found.pop("var", ""), read_number(found.pop("range", ""))
        group, kind = found.pop("group", "").lower(), found.pop("type", "").lower()
        refresh = "false"
        if not self.older:
            refresh = found.pop("refresh", "false").lower()
            found.pop("reason", "")
        if not variable or any(c.isspace() for c in variable):
            raise ValueError("var=NAME is missing")
        if limit is None or limit < 0:
            raise ValueError("range= needs a number of at least 0")
        if refresh not in ("true", "false"):
            raise ValueError("refresh must be true or false")
        if found:
            raise ValueError(f"{next(iter(found))} is no part of a request")
        known = self._requests.get(variable)
        if known is None or known.range != limit:
            if known is None and len(self._requests) >= MOST_RANGE_REQUESTS:
                raise ValueError(f"there are {MOST_RANGE_REQUESTS} requests already")
            self._requests[variable] = _RangeRequest(limit, group, kind, now, refresh == "true")
        else:
            known.time, known.refresh = now, known.refresh or refresh == "true"

    def posts(
        self, contacts: list[tuple[NodeState, float]], now: float, timeout: float, most: int
    ) -> Iterator[tuple[str, str]]:
        """Yield variable and text of the reports that changed; ``contacts`` with their distances (m), by name."""
        if self.older:
            self._requests = {name: one for name, one in self._requests.items() if now - one.time <= timeout}
        elif len(self._requests) > most:
            oldest = min(self._requests, key=lambda variable: self._requests[variable].time)
            if now - self._requests[oldest].time >= timeout:
                del self._requests[oldest]
        for variable in sorted(self._requests):
            request = self._requests[variable]
            wanted = _wanted(request)
            names = [state.name for state, distance in contacts if distance < request.range and wanted(state)]
            text = ",".join(filter(None, names))
            if text != request.last or request.refresh:
                request.last, request.refresh = text, False
                yield variable, text


def _wanted(request: _RangeRequest) -> Callable[[NodeState], bool]:
    def is_wanted(state: NodeState) -> bool:
        return (not request.group or state.group.lower() == request.group) and (
            not request.kind or state.kind.lower() == request.kind
        )

    return is_wanted
