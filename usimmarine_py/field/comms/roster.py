"""The vehicles that uFldNodeComms knows, and what it makes of their reports."""

from __future__ import annotations

from math import hypot

from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.text import compact_number
from usimmarine_py.texts.ledger import mended, placed, with_course
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.values.frozen import dataclass, replace


@dataclass(slots=True)
class KnownVehicle:
    """A vehicle, its last report and when it came (MOOS s)."""

    state: NodeState
    received: float
    complete: bool  #: its record can be sent on and received
    moving: bool  #: its distance to others is known
    report: str  #: variable in which it gets reports of others
    place: tuple[float, float]  #: its position, m
    key: str  #: its name in small letters: times between reports know no capitals
    fresh: bool = True
    due: bool = True  #: the report is still to be sent on
    shown: tuple[str, str] | None = None  #: as ``spot`` found it; in a fleet it is asked for by each other vehicle

    @property
    def spot(self) -> tuple[str, str]:
        """Its position, as pictures show it."""
        if self.shown is None:
            self.shown = compact_number(self.place[0]), compact_number(self.place[1])
        return self.shown


def known_vehicle(state: NodeState, received: float) -> KnownVehicle:
    """Return the record of a vehicle whose last report came at ``received`` (MOOS s)."""
    needed = (state.x, state.y, state.latitude, state.longitude, state.time)
    whole = bool(state.name) and None not in needed
    moving = whole and state.speed is not None and state.heading is not None
    place = state.x or 0.0, state.y or 0.0
    return KnownVehicle(state, received, whole, moving, f"NODE_REPORT_{state.name.upper()}", place, state.name.lower())


def refusal_of(state: NodeState) -> str:
    """Return why a report cannot be used; empty: it can."""
    problems = []
    if not state.name:
        problems.append("Missing vehicle name.")
    if state.time is None:
        problems.append("Missing timestamp.")
    if (state.x is None or state.y is None) and state.longitude is None:
        problems.append("Missing both x/y and lat/lon.")
    return "".join(problems)


def completed(text: str, before: NodeState | None, grid: Geodesy | None) -> NodeState:
    """Return a report with the other pair of coordinates, type, length and course.

    ``before``: the vehicle's last one. Raises ``ValueError`` that says what it lacks.
    """
    state = mended(read_node_report(text))
    state = placed(state, grid) or state
    lacks = state.latitude is None or state.longitude is None
    if lacks and grid is not None and state.x is not None and state.y is not None:
        found = grid.to_latlon(state.x, state.y)
        if found is not None:
            state = replace(state, latitude=found[0], longitude=found[1])
    return with_course(state, before)


def distance(one: KnownVehicle, other: KnownVehicle) -> float | None:
    """Return the distance (m) of two vehicles, None where it is not known."""
    if not (one.moving and other.moving):
        return None
    (ax, ay), (bx, by) = one.place, other.place
    return hypot(ax - bx, ay - by)
