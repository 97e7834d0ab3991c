"""The kinematic laws as a predictor: from measured states a horizon ahead, with the engine's own equations.

The run is cut into stretches of the horizon. Every stretch starts from what was measured and is predicted by the
commands alone, so that errors of the heading do not pile up over a long run, and noise of a single tick does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.laws import (
    Steering,
    coupled_depth,
    differential_turn,
    documented_depth,
    new_speed,
    steering,
    turn,
)
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.thrust_map import ThrustMap
from usimmarine_py.model import ActuatorCommand, Environment, VehicleState
from usimmarine_py.offline.fit_data import GAP, FitData

Array = NDArray[np.float64]

#: More ticks than this are thinned out, whole stretches at a time: a day's log tells no more than an hour's.
MOST_TICKS = 24_000


def knot_name(thrust: float) -> str:
    """The parameter that stands for the speed at a thrust (%)."""
    return f"speed@{thrust:g}"


def settings_of(values: Mapping[str, float], dialect: Dialect) -> KinematicSettings:
    """Parameters by name into what the engine takes; ``speed@T`` are the knots of the thrust map."""
    knots = sorted((float(name[6:]), v) for name, v in values.items() if name.startswith("speed@"))
    table = ThrustMap(
        positive=tuple((t, v) for t, v in knots if t > 0), negative=tuple((t, v) for t, v in knots if t < 0)
    )
    plain = {name: v for name, v in values.items() if not name.startswith("speed@")}
    base = KinematicSettings(dialect=dialect, thrust_map=table)
    return replace(base, **plain)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Predictor:
    """The run, cut and prepared. ``stretches`` hold ticks: the first of each is measured, the others are predicted."""

    data: FitData
    dialect: Dialect
    stretches: Sequence[range]
    steered: Sequence[Steering]

    @classmethod
    def of(cls, data: FitData, dialect: Dialect, horizon: float) -> Predictor:
        """Cut the run into stretches of ``horizon`` s; gaps end a stretch."""
        limit = GAP * data.usual_dt
        stretches: list[range] = []
        start = 0
        for k in range(1, len(data.t)):
            gap = data.t[k] - data.t[k - 1] > limit
            if gap or data.t[k] - data.t[start] > horizon + 1e-9:
                if k - start >= 2:
                    stretches.append(range(start, k))
                start = k if gap else k - 1
        if len(data.t) - start >= 2:
            stretches.append(range(start, len(data.t)))
        kept = max(1, -(-len(data.t) // MOST_TICKS))
        commands = [
            ActuatorCommand(thrust=t, rudder=r, thrust_left=a, thrust_right=b, differential=data.differential)
            for t, r, a, b in zip(
                data.thrust.tolist(), data.rudder.tolist(), data.left.tolist(), data.right.tolist(), strict=True
            )
        ]
        plain = KinematicSettings(dialect=dialect)
        return cls(data, dialect, stretches[::kept], [steering(command, plain) for command in commands])

    @property
    def predicted(self) -> NDArray[np.intp]:
        """The ticks that are predicted, in order."""
        return np.array([k for stretch in self.stretches for k in stretch[1:]], dtype=np.intp)

    def speeds(self, settings: KinematicSettings) -> tuple[Array, Array, Array]:
        """Stored speed, the law's new speed and the speed before, at every predicted tick (m/s)."""
        measured, dt = self.data.speed.tolist(), self.data.dt.tolist()
        mean = self.dialect.mean_speed
        stored, fresh, before = [], [], []
        for stretch in self.stretches:
            v = measured[stretch[0]]
            for k in stretch[1:]:
                v1 = new_speed(v, 0.0, self.steered[k], 0.0, settings, dt[k])
                before.append(v)
                fresh.append(v1)
                v = (v + v1) / 2 if mean else v1
                stored.append(v)
        return np.array(stored), np.array(fresh), np.array(before)

    def headings(self, settings: KinematicSettings, fresh: Array) -> Array:
        """Heading at every predicted tick (deg, not wrapped), from the law's new speeds."""
        measured, dt = self.data.heading.tolist(), self.data.dt.tolist()
        found, i = [], 0
        speeds = fresh.tolist()
        for stretch in self.stretches:
            h = measured[stretch[0]]
            for k in stretch[1:]:
                if self.data.differential:
                    h += differential_turn(self.steered[k], 0.0, dt[k])
                else:
                    h += turn(speeds[i], self.steered[k], settings, 0.0, dt[k])
                found.append(h)
                i += 1
        return np.array(found)

    def depths(self, settings: KinematicSettings, fresh: Array, before: Array) -> Array:
        """Depth at every predicted tick (m); one tick ahead where the law piles up the pitch from tick to tick.

        That law (6.8 of the behaviour specification) lets the pitch grow until it falls back to 0: further ahead the
        smallest error decides when it does.
        """
        data = self.data
        if data.depth is None:
            return np.zeros(len(fresh))
        measured, dt, elevator = data.depth.tolist(), data.dt.tolist(), data.elevator.tolist()
        pitches = [0.0] * len(dt) if data.pitch is None else data.pitch.tolist()
        speeds, olds = fresh.tolist(), before.tolist()
        found, i = [], 0
        for stretch in self.stretches:
            z = measured[stretch[0]]
            for k in stretch[1:]:
                if self.dialect.pitch_coupled:
                    z, _ = coupled_depth(measured[k - 1], pitches[k - 1], speeds[i], elevator[k], settings, dt[k])
                else:
                    z, _ = documented_depth(z, 0.5 * (speeds[i] + olds[i]), elevator[k], settings, dt[k])
                found.append(z)
                i += 1
        return np.array(found)

    def open_loop(self, settings: KinematicSettings) -> dict[str, Array]:
        """The whole run by commands alone from its first state: x, y (m), heading (deg), speed (m/s), shape (n,)."""
        data = self.data
        engine = SimEngine(settings)
        state = VehicleState(
            time=float(data.t[0]),
            x=0.0 if data.x is None else float(data.x[0]),
            y=0.0 if data.y is None else float(data.y[0]),
            heading=float(data.heading[0]) % 360.0,
            speed=float(data.speed[0]),
            depth=0.0 if data.depth is None else float(data.depth[0]),
            pitch=0.0 if data.pitch is None else float(data.pitch[0]),
        )
        rows = [(state.x, state.y, state.heading, state.speed)]
        for k in range(1, len(data.t)):
            command = ActuatorCommand(
                thrust=float(data.thrust[k]),
                rudder=float(data.rudder[k]),
                elevator=float(data.elevator[k]),
                thrust_left=float(data.left[k]),
                thrust_right=float(data.right[k]),
                differential=data.differential,
            )
            state = engine.step(state, command, Environment(), float(data.t[k] - data.t[k - 1]))
            rows.append((state.x, state.y, state.heading, state.speed))
        columns = np.array(rows).T
        return dict(zip(("x", "y", "heading", "speed"), columns, strict=True))
