"""The state of the vehicle after each of its ticks, as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.simulator import Simulator

BASE_COLUMNS = (
    *("time", "x", "y", "heading", "speed", "depth", "roll", "pitch", "yaw", "sog", "hog", "altitude"),
    *("thrust", "rudder", "elevator", "thrust_left", "thrust_right", "drift_x", "drift_y"),
)
BODY_VELOCITIES = ("u", "v", "w", "p", "q", "r")


class StateRows:
    """Called after each tick of the simulator: hands a row to every sink, at most one each ``every`` s.

    Columns are those of ``columns``: time in s since the start, the true state in the units of ``VehicleState``, the
    command in per cent, the external drift in m/s; body velocities and actuators where the backend has them.
    """

    def __init__(self, simulator: Simulator, start: float, sinks: Sequence[RowSink], every: float = 0.0) -> None:
        self._simulator = simulator
        self._start = start
        self._sinks = sinks
        self._every = every
        self._next = -np.inf

    def __call__(self, now: float) -> None:
        """Record the state at MOOS time ``now``."""
        if now < self._next:
            return
        # half a microsecond early counts: a stepped clock meets its grid only up to rounding
        self._next = now + self._every - 5e-7 if self._every > 0 else -np.inf
        values = state_row(self._simulator, now - self._start)
        for sink in self._sinks:
            sink.row(values)

    def stretch(self, times: Sequence[float], motions: Sequence[Motion]) -> None:
        """As many ticks at once: MOOS times and motions; the command is the same in all."""
        now, roll = self._simulator.internal, self._simulator.truth.roll
        c, drift = now.command, now.drift
        rest = [c.thrust, c.rudder, c.elevator, c.thrust_left, c.thrust_right, drift.x, drift.y]
        for time, s in zip(times, motions, strict=True):
            if time < self._next:
                continue
            self._next = time + self._every - 5e-7 if self._every > 0 else -np.inf
            row = [time - self._start, s.x, s.y, s.heading, s.speed, s.depth, roll, s.pitch, s.yaw, s.sog, s.hog]
            row += [s.altitude, *rest]
            for sink in self._sinks:
                sink.row(row)


def state_columns(simulator: Simulator) -> tuple[str, ...]:
    """The names of ``state_row``."""
    state = simulator.truth
    actuators = tuple(name for name, _ in state.actuators)
    return (*BASE_COLUMNS, *BODY_VELOCITIES[: len(state.nu)], *actuators)


def state_row(simulator: Simulator, time: float) -> list[float]:
    """The state of the moment."""
    s, now = simulator.truth, simulator.internal
    c, drift = now.command, now.drift
    row = [time, s.x, s.y, s.heading, s.speed, s.depth, s.roll, s.pitch, s.yaw, s.sog, s.hog, s.altitude]
    row += [c.thrust, c.rudder, c.elevator, c.thrust_left, c.thrust_right, drift.x, drift.y]
    if s.nu or s.actuators:
        row += s.nu
        row += [value for _, value in s.actuators]
    return row
