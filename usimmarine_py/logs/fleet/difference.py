"""How two runs differ: distances between the tracks of their vehicles, times of events, modes, closest approaches."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.fleet.meetings import meetings, place_at
from usimmarine_py.logs.fleet.read import FleetLog, FleetVehicle, read_fleet
from usimmarine_py.logs.runs import Series
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass

#: Times that differ by less (s) are equal.
SAME_TIME = 0.005
#: Most points of a track for the distance to the other track, and how many of them at a time.
_MOST_POINTS, _CHUNK = 2000, 200


@dataclass(frozen=True, slots=True)
class EventTimes:
    """When something happened in both runs, s; None: it did not."""

    vehicle: str
    kind: str
    what: str
    number: int  #: 1 for the first of this kind and text
    times: tuple[float | None, float | None]

    @property
    def later(self) -> float | None:
        """How much later it was in the second run, s."""
        first, second = self.times
        return None if first is None or second is None else second - first

    @property
    def same(self) -> bool:
        """Whether it happened at the same time."""
        return self.later is not None and abs(self.later) < SAME_TIME


@dataclass(frozen=True, slots=True, eq=False)
class VehicleDifference:
    """How a vehicle differs between two runs."""

    name: str
    apart: Series  #: times (s) and distances (m) of the two at the same time, both shape (n,)
    mean: float  #: m, of these
    rms: float  #: m
    largest: float  #: m
    when: float  #: s, of the largest
    last: float  #: m, at the end of the shorter run
    across: float  #: m, largest distance of a point of one track from the other track, whenever
    lengths: tuple[float, float]  #: m, of both tracks
    modes: tuple[tuple[str, float, float], ...] = ()  #: mode, and the time (s) in it in both runs


@dataclass(frozen=True, slots=True)
class ApproachDifference:
    """The closest approach of a pair of vehicles in both runs."""

    vehicles: tuple[str, str]
    distances: tuple[float, float]  #: m
    times: tuple[float, float]  #: s


@dataclass(frozen=True, slots=True, eq=False)
class RunDifference:
    """How two runs differ. ``runs`` are the runs themselves."""

    runs: tuple[FleetLog, FleetLog]
    vehicles: tuple[VehicleDifference, ...]
    events: tuple[EventTimes, ...]  #: of all vehicles, in order of time
    approaches: tuple[ApproachDifference, ...]
    missing: tuple[tuple[str, ...], tuple[str, ...]]  #: vehicles that only the other run has

    @property
    def same(self) -> bool:
        """Whether nothing differs: tracks to 1 mm, times to 5 ms."""
        alike = all(one.largest < 1e-3 for one in self.vehicles) and all(event.same for event in self.events)
        ends = [run.end for run in self.runs]
        return alike and not any(self.missing) and abs(ends[0] - ends[1]) < SAME_TIME

    def as_json(self) -> dict[str, Any]:
        """All figures as plain values."""
        return {
            "runs": [
                {"name": run.name, "end": run.end, "vehicles": [v.name for v in run.vehicles]} for run in self.runs
            ],
            "same": self.same,
            "vehicles": {
                one.name: {
                    "mean": one.mean, "rms": one.rms, "largest": one.largest, "when": one.when, "last": one.last,
                    "across": one.across, "lengths": list(one.lengths),
                    "modes": {mode: [first, second] for mode, first, second in one.modes},
                }
                for one in self.vehicles
            },
            "events": [
                {"vehicle": event.vehicle, "kind": event.kind, "what": event.what, "number": event.number,
                 "times": list(event.times), "later": event.later}
                for event in self.events
            ],
            "approaches": [
                {"vehicles": list(one.vehicles), "distances": list(one.distances), "times": list(one.times)}
                for one in self.approaches
            ],
            "missing": [list(names) for names in self.missing],
        }  # fmt: skip


def compare_runs(
    first: str | os.PathLike[str] | FleetLog,
    second: str | os.PathLike[str] | FleetLog,
    prefix: str = "",
    align: str = "",
) -> RunDifference:
    """Compare two runs: folders of ``usim run``, logs, or what ``read_fleet`` returned.

    Vehicles are matched by name, without case; where each run has one vehicle, these are compared. Times count from
    the start of each run, or from the first post of ``align`` in each, see ``read_fleet``, and tracks are compared from
    then on. ``prefix`` as for ``run_series``.
    Raises ``NothingToDrawError`` for runs without a common vehicle, and what ``read_fleet`` raises.
    """
    one, other = (run if isinstance(run, FleetLog) else read_fleet(run, prefix, align) for run in (first, second))
    pairs = [(v, match) for v in one.vehicles if (match := other.vehicle(v.name)) is not None]
    if not pairs and len(one.vehicles) == len(other.vehicles) == 1:
        pairs = [(one.vehicles[0], other.vehicles[0])]
    if not pairs:
        names = " and ".join(", ".join(v.name for v in run.vehicles) for run in (one, other))
        raise NothingToDrawError(f"{one.name} and {other.name} have no vehicle in common: {names}")
    events = _all_events(one, other, pairs) if one.holds_mail and other.holds_mail else []
    found = {v.name.lower() for v, _ in pairs}, {match.name.lower() for _, match in pairs}
    missing = (
        tuple(v.name for v in other.vehicles if v.name.lower() not in found[1]),
        tuple(v.name for v in one.vehicles if v.name.lower() not in found[0]),
    )
    since = 0.0 if align else -inf
    compared = tuple(_vehicle(own, match, (one.end, other.end), since) for own, match in pairs)
    return RunDifference((one, other), compared, tuple(events), _approaches(one, other), missing)


def _all_events(one: FleetLog, other: FleetLog, pairs: Sequence[tuple[FleetVehicle, FleetVehicle]]) -> list[EventTimes]:
    """Events of vehicles, messages and orders, in order of time."""
    events = [event for own, match in pairs for event in _events(own.name, own, match)]
    sent = ([(m.time, f"{m.sender}: {m.variable} to {m.to}") for m in run.messages] for run in (one, other))
    events += _matched("", "message", *sent)
    events += _matched("", "order", *([(order.time, order.what) for order in run.orders] for run in (one, other)))
    return sorted(events, key=lambda event: min(time for time in event.times if time is not None))


def _vehicle(one: FleetVehicle, other: FleetVehicle, ends: tuple[float, float], since: float) -> VehicleDifference:
    begin = max(one.run.track_t[0], other.run.track_t[0], since)
    end = min(one.run.track_t[-1], other.run.track_t[-1])
    if end < begin:
        raise NothingToDrawError(f"{one.name} was never recorded at the same time in both runs")
    times = np.unique(np.concatenate([one.run.track_t, other.run.track_t]))
    times = times[(times >= begin) & (times <= end)]
    apart = np.hypot(*(place_at(one, times) - place_at(other, times)).T)
    worst = int(np.argmax(apart))
    return VehicleDifference(
        one.name, (times, apart), float(np.mean(apart)), float(np.sqrt(np.mean(apart**2))), float(apart[worst]),
        float(times[worst]), float(apart[-1]), max(_beside(one, other), _beside(other, one)),
        (_length(one), _length(other)), _modes(one, other, ends),
    )  # fmt: skip


def _length(vehicle: FleetVehicle) -> float:
    """The length (m) of a track, without its jumps."""
    run = vehicle.run
    steps = np.hypot(np.diff(run.x), np.diff(run.y))
    steps[np.searchsorted(run.track_t, run.jumps) - 1] = 0.0
    return float(steps.sum())


def _points(vehicle: FleetVehicle) -> Array:
    places = np.column_stack([vehicle.run.x, vehicle.run.y])
    return places[:: max(len(places) // _MOST_POINTS, 1)]


def _beside(one: FleetVehicle, other: FleetVehicle) -> float:
    """The largest distance (m) of a point of one track from the nearest line of the other."""
    points, corners = _points(one), _points(other)
    if len(corners) < 2:
        return float(np.max(np.hypot(*(points - corners[0]).T)))
    starts, legs = corners[:-1], np.diff(corners, axis=0)
    squares = np.maximum((legs**2).sum(axis=1), 1e-12)
    worst = 0.0
    for k in range(0, len(points), _CHUNK):
        gaps = points[k : k + _CHUNK, None, :] - starts[None]
        part = np.clip((gaps * legs[None]).sum(axis=2) / squares, 0.0, 1.0)
        nearest = np.hypot(*np.moveaxis(gaps - part[:, :, None] * legs[None], 2, 0)).min(axis=1)
        worst = max(worst, float(nearest.max()))
    return worst


def _modes(one: FleetVehicle, other: FleetVehicle, ends: tuple[float, float]) -> tuple[tuple[str, float, float], ...]:
    spent: dict[str, list[float]] = {}
    for k, (vehicle, end) in enumerate(zip((one, other), ends, strict=True)):
        times = [*(time for time, _ in vehicle.modes), end]
        for (time, mode), until in zip(vehicle.modes, times[1:], strict=True):
            spent.setdefault(mode, [0.0, 0.0])[k] += until - time
    return tuple((mode, first, second) for mode, (first, second) in spent.items())


def _events(name: str, one: FleetVehicle, other: FleetVehicle) -> list[EventTimes]:
    found = []
    for kind in dict.fromkeys(event.kind for event in (*one.events, *other.events)):
        texts = ([(e.time, e.what) for e in vehicle.events if e.kind == kind] for vehicle in (one, other))
        found += _matched(name, kind, *texts)
    return found


def _matched(
    vehicle: str, kind: str, first: Sequence[tuple[float, str]], second: Sequence[tuple[float, str]]
) -> list[EventTimes]:
    """The first of a text in one run with the first of it in the other, and so on."""
    times: dict[tuple[str, int], list[float | None]] = {}
    for k, events in enumerate((first, second)):
        counts: dict[str, int] = {}
        for time, what in events:
            counts[what] = counts.get(what, 0) + 1
            times.setdefault((what, counts[what]), [None, None])[k] = time
    return [EventTimes(vehicle, kind, what, number, (a, b)) for (what, number), (a, b) in times.items()]


def _approaches(one: FleetLog, other: FleetLog) -> tuple[ApproachDifference, ...]:
    known = {frozenset(name.lower() for name in met.vehicles): met for met in meetings(other.vehicles)}
    found = []
    for met in meetings(one.vehicles):
        match = known.get(frozenset(name.lower() for name in met.vehicles))
        if match is not None:
            found.append(ApproachDifference(met.vehicles, (met.distance, match.distance), (met.time, match.time)))
    return tuple(found)
