"""Encounters of the vehicles of a field: how near each pair came, and what the detectors of the mission counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple

from usimmarine_py.field.contacts.monitors.collisions import CollisionDetector
from usimmarine_py.field.contacts.monitors.obstacles import ObstacleCollisionDetector
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.run.loop import SAME_TIME
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.run.reset import Reset
from usimmarine_py.values.app import Application

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClosestApproach:
    """The closest approach of two vehicles: m, s since the start, and where each of them was (x, y, m)."""

    vehicles: tuple[str, str]
    distance: float
    time: float
    places: tuple[Point, Point]


class TrackPoint(NamedTuple):
    """Where a vehicle is after a tick."""

    time: float  #: MOOS s
    x: float  #: m
    y: float  #: m
    jumps: int  #: by USM_RESET mail so far
    course: float  #: over ground, deg
    speed: float  #: over ground, m/s
    deadline: float  #: of the next tick, MOOS s


class TrackedVehicle:
    """A vehicle, its true state, and the application that drives it."""

    __slots__ = ("_own", "_reset", "app", "name", "simulator")

    def __init__(self, name: str, simulator: Simulator, app: MoosApp) -> None:
        self.name, self.simulator, self.app = name, simulator, app
        self._own, self._reset = simulator.vehicle.part(Motion).own, simulator.vehicle.part(Reset).state

    def now(self, time: float) -> TrackPoint:
        """Return where it is at MOOS time ``time``."""
        own = self._own
        return TrackPoint(time, own.x, own.y, self._reset.reset_count, own.hog, own.sog, self.app.schedule.deadline)


class _Track:
    """Where a vehicle was at its last two ticks, and when it ticks next."""

    __slots__ = ("course", "deadline", "jumps", "name", "new", "order", "speed", "time")

    def __init__(self, name: str, order: int, first: TrackPoint) -> None:
        self.name, self.order = name, order
        self.take(first)

    def take(self, point: TrackPoint) -> None:
        """Take in where it is now."""
        self.time, x, y, self.jumps, self.course, self.speed, self.deadline = point
        self.new: Point = (x, y)

    def at(self, now: float) -> Point:
        """Return the place at a time up to a tick later, at constant velocity over ground."""
        gap = now - self.time
        if gap <= SAME_TIME:
            return self.new
        course = radians(self.course)
        return self.new[0] + self.speed * sin(course) * gap, self.new[1] + self.speed * cos(course) * gap


class _Pair:
    """Two vehicles: their places when both were known last, and the closest approach so far."""

    __slots__ = ("distance", "jumps", "one", "other", "places", "shown", "time", "when")

    def __init__(self, one: _Track, other: _Track, now: float) -> None:
        self.one, self.other = one, other
        self.time, self.shown, self.jumps = now, (one.new, other.new), 0
        self.distance, self.when, self.places = inf, now, self.shown
        self.take(now)

    def take(self, now: float) -> None:
        """Look at the motion since the last time, along straight lines at constant speed."""
        one, other = self.one, self.other
        here = (cx, cy), (dx, dy) = one.at(now), other.at(now)
        if (jumps := one.jumps + other.jumps) != self.jumps:  # between the two places there was no motion
            self.jumps, self.shown = jumps, here
        (ax, ay), (bx, by) = self.shown
        rx, ry = bx - ax, by - ay
        mx, my = dx - cx - rx, dy - cy - ry
        if abs(rx) - abs(mx) > self.distance or abs(ry) - abs(my) > self.distance:  # far from the closest one so far
            self.time, self.shown = now, here
            return
        square = mx * mx + my * my
        part = 1.0 if square == 0.0 else min(max(-(rx * mx + ry * my) / square, 0.0), 1.0)
        distance = hypot(rx + part * mx, ry + part * my)
        if distance < self.distance:
            self.distance, self.when = distance, self.time + part * (now - self.time)
            self.places = (
                (ax + part * (cx - ax), ay + part * (cy - ay)),
                (bx + part * (dx - bx), by + part * (dy - by)),
            )
        self.time, self.shown = now, here


class EncounterMeter:
    """Follows pairs of vehicles of a run by their true places."""

    def __init__(
        self,
        vehicles: Sequence[TrackedVehicle],
        start: float,
        look: Callable[[int, int, float], None] | None = None,
        part: slice = slice(None),
    ) -> None:
        """``look`` is called with two of them, by their places, when both have ticked. ``part``: of all pairs."""
        self._look = look
        self._start = start
        self._vehicles = vehicles
        self._tracks = [_Track(one.name, i, one.now(start)) for i, one in enumerate(vehicles)]
        self._pairs = [_Pair(one, other, start) for one, other in [*combinations(self._tracks, 2)][part]]
        #: By vehicle, those with the ones before it in the order of ticks, and with the ones behind it.
        self._before = [[pair for pair in self._pairs if pair.other is track] for track in self._tracks]
        self._behind = [[pair for pair in self._pairs if pair.one is track] for track in self._tracks]

    def ticked(self, index: int, now: float) -> None:
        """Take in the tick of vehicle ``index`` at MOOS time ``now``."""
        self.take(index, self._vehicles[index].now(now))

    def take(self, index: int, point: TrackPoint) -> None:
        """Take in where vehicle ``index`` is after a tick."""
        self._tracks[index].take(point)
        now = point.time
        # the last one to tick of those that tick at the same time measures
        for pair in self._before[index]:
            pair.take(now)
            if self._look is not None:
                self._look(index, pair.one.order, now)
        for pair in self._behind[index]:
            if pair.other.deadline - now > SAME_TIME:
                pair.take(now)
                if self._look is not None:
                    self._look(index, pair.other.order, now)

    def found(self) -> list[ClosestApproach]:
        """Return the closest approach of each pair, nearest first."""
        return nearest_first(
            ClosestApproach((pair.one.name, pair.other.name), pair.distance, pair.when - self._start, pair.places)
            for pair in self._pairs
        )


def nearest_first(rows: Iterable[ClosestApproach]) -> list[ClosestApproach]:
    """Return them in the order of their distances."""
    return sorted(rows, key=lambda row: (row.distance, row.vehicles))


@dataclass(frozen=True, slots=True)
class EncounterEvent:
    """Something that a detector of the mission counted, or that two hulls did."""

    time: float  #: s since the start
    kind: str  #: encounter, near_miss, collision, contact
    between: tuple[str, str]  #: two vehicles, or a vehicle and an obstacle
    distance: float  #: m
    by: str  #: the application
    obstacle: bool = False  #: the second of them is an obstacle


def counted(applications: Sequence[Application], start: float) -> tuple[list[EncounterEvent], bool]:
    """Return what the detectors among ``applications`` counted, in order of time, and whether there is one."""
    found = []
    detectors = [one for one in applications if isinstance(one, CollisionDetector | ObstacleCollisionDetector)]
    for one in detectors:
        fixed = isinstance(one, ObstacleCollisionDetector)
        found += [
            EncounterEvent(met.time - start, met.rank, met.between, met.distance, one.name, fixed) for met in one.met
        ]
    return sorted(found, key=lambda event: event.time), bool(detectors)
