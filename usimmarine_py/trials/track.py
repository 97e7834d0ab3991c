"""Driving a plant through a trial: held commands, events found to the instant, one row of the track a step."""

from __future__ import annotations

import copy
from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.trials.plant import Observation, Plant

#: An event is located to this share of a step.
_RESOLUTION = 1e-12
#: What is left of a hold, as a share of a step, is rounding below this: no row of its own.
_ROUNDING = 1e-6
_MOST_ITERATIONS = 80

#: Columns of a track.
COLUMNS = ("t", "north", "east", "depth", "psi", "u", "v", "r", "turning", "thrust", "rudder")


class TrackRow(NamedTuple):
    """One row of a track; psi (rad) is not wrapped, thrust and rudder (%) are the command that led here."""

    t: float  #: s since the start of the trial
    north: float  #: m
    east: float  #: m
    depth: float  #: m
    psi: float  #: rad
    u: float  #: m/s
    v: float  #: m/s
    r: float  #: rad/s
    turning: float  #: rad/s
    thrust: float  #: %
    rudder: float  #: %


#: Positive once the event has happened.
Watch = Callable[[TrackRow], float]


class Drive:
    """A plant under way. ``rows`` grows; the last one is where it is."""

    def __init__(self, plant: Plant) -> None:
        self.plant = plant
        self._state: Any = plant.start()
        seen = plant.observe(self._state)
        self.rows = [TrackRow(0.0, *seen, 0.0, 0.0)]

    def fork(self) -> Drive:
        """Another drive from here; this one stays where it is."""
        other = copy.copy(self)
        other.rows = [self.now]
        return other

    @property
    def now(self) -> TrackRow:
        """The last row."""
        return self.rows[-1]

    def hold(self, thrust: float, rudder: float, duration: float, until: Watch | None = None) -> bool:
        """Hold a command (%) for ``duration`` s, or until the event; True when the event ended it.

        The event is met when ``until`` becomes positive; the last row then stands at its zero. One that is positive
        from the beginning ends the hold at once.
        """
        if until is not None and until(self.now) > 0.0:
            return True
        left = duration
        while left > _ROUNDING * self.plant.step:
            dt = min(self.plant.step, left)
            state, row = self._moved(thrust, rudder, dt)
            if until is not None and until(row) >= 0.0:
                self._state, row = self._located(thrust, rudder, dt, until, (state, row))
                self.rows.append(row)
                return True
            self._state = state
            self.rows.append(row)
            left -= dt
        return False

    def _moved(self, thrust: float, rudder: float, dt: float) -> tuple[Any, TrackRow]:
        state = self.plant.advance(self._state, thrust, rudder, dt)
        seen = self.plant.observe(state)
        psi = self.now.psi + (seen.psi - self.now.psi + pi) % (2 * pi) - pi
        return state, TrackRow(self.now.t + dt, *_with_psi(seen, psi), thrust, rudder)

    def _located(
        self, thrust: float, rudder: float, dt: float, until: Watch, end: tuple[Any, TrackRow]
    ) -> tuple[Any, TrackRow]:
        """The instant of the event within a step: regula falsi (Illinois), each try a step from the beginning."""
        low, f_low = 0.0, until(self.now)
        high, f_high, found = dt, until(end[1]), end
        if f_low >= 0.0:
            f_low = -abs(f_high) or -1.0
        side = 0
        for _ in range(_MOST_ITERATIONS):
            if high - low <= _RESOLUTION * self.plant.step or f_high == 0.0:
                break
            at = (low * f_high - high * f_low) / (f_high - f_low)
            if not low < at < high:
                at = 0.5 * (low + high)
            there = self._moved(thrust, rudder, at)
            f = until(there[1])
            if f >= 0.0:
                high, f_high, found = at, f, there
                f_low = 0.5 * f_low if side > 0 else f_low
                side = 1
            else:
                low, f_low = at, f
                f_high = 0.5 * f_high if side < 0 else f_high
                side = -1
        return found

    def track(self) -> NDArray[np.float64]:
        """All rows, shape (n, 11), columns ``COLUMNS``."""
        return np.array(self.rows, dtype=np.float64)


def _with_psi(seen: Observation, psi: float) -> Observation:
    return seen._replace(psi=psi)


class TrialOrigin(NamedTuple):
    """Position and heading at the execute order; trial metrics count from here (laws/hydrodynamics 12)."""

    t: float
    north: float
    east: float
    psi: float
    u: float

    @classmethod
    def of(cls, row: TrackRow) -> TrialOrigin:
        """The origin at a row."""
        return cls(row.t, row.north, row.east, row.psi, row.u)

    def ahead(self, row: TrackRow) -> float:
        """Distance (m) along the approach."""
        return (row.north - self.north) * cos(self.psi) + (row.east - self.east) * sin(self.psi)

    def across(self, row: TrackRow) -> float:
        """Distance (m) to starboard of the approach."""
        return (row.east - self.east) * cos(self.psi) - (row.north - self.north) * sin(self.psi)
