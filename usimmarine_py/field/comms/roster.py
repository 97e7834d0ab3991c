"""The vehicles that uFldNodeComms knows, and what it makes of their reports."""

from __future__ import annotations

from math import hypot

from usimmarine_py.maths.encounters.ledger import fill_course, mend, place
from usimmarine_py.maths.encounters.reports import NodeState
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.values.frozen import dataclass


@dataclass(slots=True)
class KnownVehicle:
    """A vehicle, its last report and when it came (MOOS s)."""

    state: NodeState
    received: float
    complete: bool  #: its record can be sent on and received
    moving: bool  #: its distance to others is known
    fresh: bool = True


def known_vehicle(state: NodeState, received: float) -> KnownVehicle:
    """Return the record of a vehicle whose last report came at ``received`` (MOOS s)."""
    needed = (state.x, state.y, state.latitude, state.longitude, state.time)
    whole = bool(state.name) and None not in needed
    return KnownVehicle(state, received, whole, whole and state.speed is not None and state.heading is not None)


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


def complete(state: NodeState, before: NodeState | None, grid: Geodesy | None) -> str:
    """Complete a report: the other pair of coordinates, type, length and course; return what it lacks, empty: nothing.

    ``before``: the vehicle's last one.
    """
    if lacks := mend(state):
        return lacks
    place(state, grid)
    if grid is not None and state.x is not None and state.y is not None:
        found = grid.to_latlon(state.x, state.y)
        if (state.latitude is None or state.longitude is None) and found is not None:
            state.latitude, state.longitude = found
    fill_course(state, before)
    return ""


def distance(one: KnownVehicle, other: KnownVehicle) -> float | None:
    """Return the distance (m) of two vehicles, None where it is not known."""
    if not (one.moving and other.moving):
        return None
    a, b = one.state, other.state
    return hypot((a.x or 0.0) - (b.x or 0.0), (a.y or 0.0) - (b.y or 0.0))
