"""The plan of a vehicle from its log: waypoints and legs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.logs.viewer.fields import fields_of
from usimmarine_py.logs.viewer.shapes import drawing_of
from usimmarine_py.values.frozen import dataclass

#: Times (s) and values of one variable.
Series = tuple[NDArray[np.float64], NDArray[np.float64]]

#: Mail with the plan: drawings on charts, events of guidance, positions to hold.
GUIDANCE_EVENT = "GUIDANCE_EVENT"
READ = frozenset({"VIEW_POINT", "VIEW_SEGLIST", GUIDANCE_EVENT})
_WAYPOINT = re.compile(r"waypoint=\d+, x=(\S+), y=(\S+?),")
#: With more positions to hold the target moves; with more lines they are a chart, not a plan.
_MOST_PLACES, _MOST_LINES = 50, 50

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """Waypoints and legs (m, east and north)."""

    points: tuple[Place, ...] = ()
    legs: tuple[tuple[Place, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.points)


def planned(texts: Mapping[str, Sequence[tuple[float, str]]], numbers: Mapping[str, Series]) -> Planned:
    """Return all waypoints in the mail of a log, each once, and the legs between them.

    Sources are ``GUIDANCE_EVENT`` of usim_guidance, ``VIEW_SEGLIST`` and ``VIEW_POINT`` of a helm, ``DESIRED_X`` and
    ``DESIRED_Y`` of a vehicle that holds its position. A moving point, such as a helm's track point, is ignored.
    """
    lines = [_reached(texts.get(GUIDANCE_EVENT, ())), *_drawn(texts.get("VIEW_SEGLIST", ())), _held(numbers)]
    points = [place for line in lines for place in line] + _fixed(texts.get("VIEW_POINT", ()))
    return Planned(tuple(dict.fromkeys(points)), tuple(line for line in lines if len(line) > 1))


def _reached(events: Sequence[tuple[float, str]]) -> tuple[Place, ...]:
    """Waypoints in the order in which they were reached or passed; legs that are repeated count once."""
    places: list[Place] = []
    seen: set[tuple[Place, Place]] = set()
    for _, text in events:
        found = _WAYPOINT.match(text)
        try:
            place = None if found is None else (float(found[1]), float(found[2]))
        except ValueError:
            continue
        if place is None:
            continue
        leg = (places[-1], place) if places else (place, place)
        if leg in seen:
            break
        seen.add(leg)
        places.append(place)
    return tuple(places)


def _drawn(posts: Sequence[tuple[float, str]]) -> list[tuple[Place, ...]]:
    """Lines that were shown, each in its last form."""
    found: dict[str, tuple[Place, ...]] = {}
    for _, text in posts:
        given = fields_of(text)
        drawing = None if given.get("active", "true").lower() == "false" else drawing_of("seglist", given)
        if drawing is not None:
            found[given.get("label", text)] = tuple((x, y) for x, y in drawing["points"])
    return list(found.values())[:_MOST_LINES]


def _fixed(posts: Sequence[tuple[float, str]]) -> list[Place]:
    """Points that did not move."""
    found: dict[str, set[Place]] = {}
    for _, text in posts:
        given = fields_of(text)
        drawing = None if given.get("active", "true").lower() == "false" else drawing_of("point", given)
        if drawing is not None:
            places = found.setdefault(given.get("label", text), set())
            places.update((x, y) for x, y in drawing["points"])
    return [next(iter(places)) for places in found.values() if len(places) == 1][:_MOST_PLACES]


def _held(numbers: Mapping[str, Series]) -> tuple[Place, ...]:
    """Positions to hold, in order."""
    if "DESIRED_X" not in numbers or "DESIRED_Y" not in numbers:
        return ()
    (tx, x), (ty, y) = numbers["DESIRED_X"], numbers["DESIRED_Y"]
    times = np.union1d(tx, ty)
    times = times[times >= max(tx[0], ty[0])]
    last = [np.searchsorted(own, times, side="right") - 1 for own in (tx, ty)]
    places = list(zip(x[last[0]].tolist(), y[last[1]].tolist(), strict=True))
    changes = [place for k, place in enumerate(places) if k == 0 or place != places[k - 1]]
    return tuple(changes) if len(changes) <= _MOST_PLACES else ()
