"""What is known of other vehicles by their node reports, and where they are by now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.encounters.reports import NodeState, read_node_report
from usimmarine_py.maths.geodesy import Geodesy

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
_DIVING = ("auv", "glider")
#: Vehicles kept at most: reports come from the network.
MOST_VEHICLES = 10_000


def mend(state: NodeState) -> str:
    """Give a report a type that MOOS-IvP knows and a length; return what it lacks, empty: it can be used."""
    kind = state.kind.lower()
    if kind == "uuv":
        state.kind = kind = "auv"
    elif kind not in KINDS:
        state.kind = kind = "ship"
    if kind in _DIVING and state.depth is None:
        return f"the report of {state.name}, of type {kind}, has no depth"
    if state.length is None or state.length <= 0:
        state.length = LENGTHS.get(state.kind, 0.0)
    return ""


def place(state: NodeState, geodesy: Geodesy | None) -> bool:
    """Give a report local coordinates, if it has only global ones; return whether it has some now."""
    if state.x is None or state.y is None:
        if geodesy is None or state.latitude is None or state.longitude is None:
            return False
        found = geodesy.to_local(state.latitude, state.longitude)
        if found is None:
            return False
        state.x, state.y = found
    return True


def fill_course(state: NodeState, last: NodeState | None) -> None:
    """Give a report a course: the bearing from the position of the ``last`` one, its heading if it is the first."""
    if state.course is None:
        if last is None:
            state.course = state.heading
        else:
            state.course = bearing(last.x or 0.0, last.y or 0.0, state.x or 0.0, state.y or 0.0)


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
        if lacks := mend(state):
            raise ValueError(lacks)
        if not place(state, self._geodesy):
            raise ValueError("the report has neither X, Y nor LAT, LON that can be converted")
        last = self._vehicles.get(state.name)
        if last is None and len(self._vehicles) >= MOST_VEHICLES:
            raise ValueError(f"there are {MOST_VEHICLES} vehicles already")
        fill_course(state, last)
        self._vehicles[state.name] = state
        if last is None:
            self._names = None
        return state

    def forget(self, name: str) -> None:
        """Drop a vehicle."""
        if self._vehicles.pop(name, None) is not None:
            self._names = None

    @property
    def names(self) -> list[str]:
        """All names, in byte order."""
        if self._names is None:
            self._names = sorted(self._vehicles, key=_bytes)
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


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")
