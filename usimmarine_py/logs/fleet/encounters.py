"""Encounters of the vehicles of a run: their distance, the closest approach that lay ahead, and how each kept clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from usimmarine_py.logs.alog import offsets
from usimmarine_py.logs.fleet.meetings import Meeting, closest, distance_between, place_at
from usimmarine_py.logs.fleet.read import FleetLog, FleetVehicle
from usimmarine_py.logs.helm import HelmLog
from usimmarine_py.logs.runs import Series
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass

#: s over which the velocity of a track is taken.
_WINDOW = 2.0

#: From when on (s) a helm avoided a contact in which way.
Ways = Sequence[tuple[float, str]]


@dataclass(frozen=True, slots=True, eq=False)
class RecordedEncounter:
    """Two vehicles of a run; times are s since the start of the earliest log."""

    vehicles: tuple[str, str]
    distance: Series  #: m
    ahead: Series  #: m, the least distance to come if both kept their velocities over ground
    closest: Meeting
    ways: tuple[Ways, Ways]  #: how each of them avoided the other

    @property
    def avoided(self) -> bool:
        """Whether a helm of the two ever avoided the other."""
        return any(text for ways in self.ways for _, text in ways)


def encounters(log: FleetLog, helms: Mapping[Path, HelmLog]) -> list[RecordedEncounter]:
    """Return the encounters of each pair, first those where a helm avoided the other, each nearest first.

    ``helms``: what the helms did by the paths of their logs, if they are known.
    """
    shifts = offsets(log.logs)
    found = []
    for one, other in combinations(log.vehicles, 2):
        distance, meeting = distance_between(one, other), closest(one, other)
        if distance is None or meeting is None:
            continue
        ways = _ways(one, other.name, helms, shifts, log.zero), _ways(other, one.name, helms, shifts, log.zero)
        found.append(RecordedEncounter(meeting.vehicles, distance, _ahead(one, other, distance[0]), meeting, ways))
    return sorted(found, key=lambda one: (not one.avoided, one.closest.distance, one.vehicles))


def _ways(
    vehicle: FleetVehicle, contact: str, helms: Mapping[Path, HelmLog], shifts: Mapping[Path, float], zero: float
) -> Ways:
    if vehicle.log is None or (helm := helms.get(vehicle.log)) is None:
        return ()
    shift = shifts.get(vehicle.log, 0.0) - zero
    return tuple((time + shift, text) for time, text in helm.ways_past(contact))


def _ahead(one: FleetVehicle, other: FleetVehicle, times: Array) -> Series:
    """The distance at the closest point of approach of straight motions, at each time."""
    apart = place_at(other, times) - place_at(one, times)
    towards = _velocity(other, times) - _velocity(one, times)
    square = (towards**2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = np.where(square > 0.0, -(apart * towards).sum(axis=1) / square, 0.0)
    return times, np.hypot(*(apart + towards * np.maximum(left, 0.0)[:, None]).T)


def _velocity(vehicle: FleetVehicle, times: Array) -> Array:
    """Velocity over ground (m/s, east and north), shape (n, 2)."""
    first, last = vehicle.run.track_t[[0, -1]]
    begin, end = np.clip(times - 0.5 * _WINDOW, first, last), np.clip(times + 0.5 * _WINDOW, first, last)
    span = np.maximum(end - begin, 1e-9)[:, None]
    found: Array = (place_at(vehicle, end) - place_at(vehicle, begin)) / span
    return found
