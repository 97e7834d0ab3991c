"""How near the vehicles of a run came to each other, by their recorded tracks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from usimmarine_py.logs.fleet.read import FleetVehicle
from usimmarine_py.logs.runs import Series
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass

#: Between two looks at a distance, s; the least of it is then sought between them.
_STEP, _MOST_STEPS = 0.25, 200_000


@dataclass(frozen=True, slots=True)
class Meeting:
    """The closest approach of two vehicles."""

    vehicles: tuple[str, str]
    time: float  #: s since the start of the earliest log
    distance: float  #: m
    places: tuple[tuple[float, float], tuple[float, float]]  #: m, of each of them
    passing: bool  #: False: nearest at the begin or the end of the time that both were recorded


def meetings(vehicles: Sequence[FleetVehicle]) -> list[Meeting]:
    """The closest approach of each pair of vehicles, nearest first; a jump of a track is no motion."""
    found = [one for pair in combinations(vehicles, 2) if (one := closest(*pair)) is not None]
    return sorted(found, key=lambda one: (one.distance, one.vehicles))


def place_at(vehicle: FleetVehicle, times: Array) -> Array:
    """Position (m, east and north) at times (s), shape (n, 2), on straight lines between those of the log.

    A vehicle stays where it is until it jumps.
    """
    run = vehicle.run
    t, x, y = run.track_t, run.x, run.y
    for jump in run.jumps:
        place = int(np.searchsorted(t, jump))
        before = np.nextafter(t[place], -np.inf)
        t, x, y = (np.insert(own, place, value) for own, value in ((t, before), (x, x[place - 1]), (y, y[place - 1])))
    return np.column_stack([np.interp(times, t, x), np.interp(times, t, y)])


def distance_between(one: FleetVehicle, other: FleetVehicle) -> Series | None:
    """Times (s) and distances (m) of two vehicles, both shape (n,), while both were recorded; None: they never were."""
    begin = max(one.run.track_t[0], other.run.track_t[0])
    end = min(one.run.track_t[-1], other.run.track_t[-1])
    if end < begin:
        return None
    times = np.linspace(begin, end, 2 + min(int((end - begin) / _STEP), _MOST_STEPS))
    return times, np.hypot(*(place_at(one, times) - place_at(other, times)).T)


def closest(one: FleetVehicle, other: FleetVehicle) -> Meeting | None:
    """The closest approach of two vehicles, None if they were never recorded at the same time."""
    found = distance_between(one, other)
    if found is None:
        return None
    times, distances = found
    k = int(np.argmin(distances))
    fine = np.linspace(times[max(k - 1, 0)], times[min(k + 1, len(times) - 1)], 101)
    first, second = place_at(one, fine), place_at(other, fine)
    nearest = np.hypot(*(first - second).T)
    best = int(np.argmin(nearest))
    places = (float(first[best, 0]), float(first[best, 1])), (float(second[best, 0]), float(second[best, 1]))
    passing = 0 < k < len(times) - 1
    return Meeting((one.name, other.name), float(fine[best]), float(nearest[best]), places, passing)
