"""What is known of other vehicles by their node reports, and where they are by now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import hypot
from operator import methodcaller

from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.values.frozen import replace

#: Types of vehicles that MOOS-IvP knows; any other counts as a ship.
KINDS = frozenset((
    "auv", "kayak", "uuv", "usv", "glider", "asv", "ship", "mokai", "longship", "buoy", "heron", "swimmer", "cray",
    "bcray", "crayx", "bcrayx", "wamv", "smr", "smrx", "skyw", "skywalker", "quad", "quadcopter",
))  # fmt: skip
#: Length (m) of a vehicle whose report has none, by type as written.
LENGTHS: Mapping[str, float] = {
    "auv": 3.0, "kayak": 3.0, "heron": 3.0, "glider": 2.0, "cray": 1.5, "bcray": 1.5, "crayx": 1.5, "bcrayx": 1.5,
    "ship": 12.0, "longship": 15.0, "wamv": 6.0, "smr": 6.0,
}  # fmt: skip
#: Types whose reports need a depth.
DIVING = ("auv", "glider")
#: Key by which names are sorted.
in_bytes = methodcaller("encode", "utf-8", "surrogateescape")


def mended(state: NodeState) -> NodeState:
    """Return a report with a type that MOOS-IvP knows and a length. Raises ``ValueError`` that says what it lacks."""
    kind = state.kind
    # in capitals a type is known, and that is all
    if kind == "uuv":
        kind = "auv"
    elif kind.lower() not in KINDS:
        kind = "ship"
    if kind in DIVING and state.depth is None:
        raise ValueError(f"the report of {state.name}, of type {kind}, has no depth")
    length = state.length or 0.0
    length = LENGTHS.get(kind, length) if length <= 0.0 else length
    if kind == state.kind and length == state.length:
        return state
    return replace(state, kind=kind, length=length)


@lru_cache(maxsize=256)
def read_mended(text: str) -> NodeState:
    """Return ``mended`` of a report; equal texts give the same record, as from ``read_node_report``."""
    return mended(read_node_report(text))


def placed(state: NodeState, geodesy: Geodesy | None) -> NodeState | None:
    """Return a report with local coordinates, if need be made of the global ones; None: it cannot have any."""
    if state.x is not None and state.y is not None:
        return state
    if geodesy is None or state.longitude is None:
        return None
    # the original asks for the longitude alone: a report without latitude is one from the equator
    found = geodesy.to_local(state.latitude or 0.0, state.longitude)
    return None if found is None else replace(state, x=found[0], y=found[1])


def with_course(state: NodeState, last: NodeState | None) -> NodeState:
    """Return a report with a course: the bearing from the place of the ``last`` one; of the first its heading, or 0."""
    if state.course is not None:
        return state
    if last is None:
        return replace(state, course=state.heading or 0.0)
    return replace(state, course=bearing(last.x or 0.0, last.y or 0.0, state.x or 0.0, state.y or 0.0))


class Ledger:
    """The latest report of each vehicle that can be used: it has a name, a time and a position."""

    def __init__(self, geodesy: Geodesy | None) -> None:
        self._geodesy = geodesy
        self._vehicles: dict[str, NodeState] = {}
        self._names: list[str] | None = []

    def take(self, text: str) -> NodeState:
        """Take in a report and return it. Raises ``ValueError`` that says what it lacks."""
        state = read_node_report(text)
        if not state.name:
            raise ValueError("the report has no NAME")
        if state.time is None:
            raise ValueError("the report has no TIME")
        known = placed(read_mended(text), self._geodesy)
        if known is None:
            raise ValueError("the report has neither X, Y nor LAT, LON that can be converted")
        last = self._vehicles.get(state.name)
        if last is None and len(self._vehicles) >= MOST_VEHICLES:
            raise ValueError(f"there are {MOST_VEHICLES} vehicles already")
        self._vehicles[state.name] = state = with_course(known, last)
        if last is None:
            self._names = None
        return state

    def forget_older(self, now: float, age: float) -> None:
        """Drop the vehicles whose reports are older than ``age`` at a time ``now``, s."""
        for name in [name for name, state in self._vehicles.items() if now - (state.time or 0.0) > age]:
            self.forget(name)

    def forget(self, name: str) -> None:
        """Drop a vehicle."""
        if self._vehicles.pop(name, None) is not None:
            self._names = None

    @property
    def names(self) -> list[str]:
        """All names, in byte order."""
        if self._names is None:
            self._names = sorted(self._vehicles, key=in_bytes)
        return self._names

    def __getitem__(self, name: str) -> NodeState:
        return self._vehicles[name]

    def __contains__(self, name: str) -> bool:
        return name in self._vehicles

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self._vehicles)

    def position(self, name: str) -> tuple[float, float]:
        """Return the reported position of a vehicle, m."""
        state = self._vehicles[name]
        return state.x or 0.0, state.y or 0.0

    def distance(self, one: str, other: str) -> float:
        """Return the distance of the reported positions of two vehicles, m."""
        (ax, ay), (bx, by) = self.position(one), self.position(other)
        return hypot(bx - ax, by - ay)

    def find(self, name: str) -> str | None:
        """Return the name of a vehicle as reported, case ignored; None if there is none."""
        if name in self._vehicles:
            return name
        return next((known for known in self.names if known.lower() == name.lower()), None)
