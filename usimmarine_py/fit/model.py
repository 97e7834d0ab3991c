"""The kinematic laws as a predictor: from measured states a horizon ahead, with the engine's own equations.

The run is cut into stretches of the horizon. Every stretch starts from what was measured and is predicted by the
commands alone, so that errors of the heading do not pile up over a long run, and noise of a single tick does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.fit.data import GAP, FitData
from usimmarine_py.kernels.kinematic import Steering, differential_turn, steering, turn, turn_rate
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.thrust_map import ThrustMap
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState

Array = NDArray[np.float64]

#: What one mail may change the rudder by in the recorded programs, %.
RUDDER_STEP_CAP = 100.0
_STEERING = ("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_THRUST_L", "DESIRED_THRUST_R")

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


def law_ticks(data: FitData, dialect: Dialect) -> float:
    """Steps a second with which the law comes out at the ticks of the log (Hz), whole from 2 Hz on.

    V22 and V23 publish every second step.
    """
    rate = dialect.nav_modulo / data.usual_dt
    return float(max(1, round(rate))) if rate >= 1.5 else float(f"{rate:.3g}")


@dataclass(frozen=True)
class _Lanes:
    """The stretches as rows of a table of the law's steps, filled up on the right."""

    grid: NDArray[np.intp]  #: place of each step; -1 where a stretch is over
    there: NDArray[np.bool_]
    last: NDArray[np.bool_]  #: the last step of a tick
    dt: Array  #: s
    begin: NDArray[np.intp]  #: the measured tick of each stretch
    uses: Sequence[Steering]  #: different ones
    use: NDArray[np.intp]  #: which of them each of the law's steps has

    @classmethod
    def of(cls, p: Predictor) -> _Lanes:
        """The table of a predictor's stretches."""
        rows = [[j for k in stretch[1:] for j in p.steps[k]] for stretch in p.stretches]
        grid = np.full((len(rows), max(len(row) for row in rows)), -1, dtype=np.intp)
        for row, places in zip(grid, rows, strict=True):
            row[: len(places)] = places
        ends = np.array([steps[-1] for steps in p.steps if len(steps)], dtype=np.intp)
        seen: dict[Steering, int] = {}
        use = np.array([seen.setdefault(steered, len(seen)) for steered in p.steered], dtype=np.intp)
        return cls(
            grid,
            grid >= 0,
            np.isin(grid, ends),
            np.append(np.array(p.dt), 1.0)[grid],
            np.array([stretch[0] for stretch in p.stretches], dtype=np.intp),
            list(seen),
            use,
        )


@dataclass(frozen=True)
class Predictor:
    """The run, cut and prepared. ``stretches`` hold ticks: the first of each is measured, the others are predicted.

    ``steps[k]`` are the places of the law's own steps that lead to tick k in ``dt``, ``steered`` and ``elevator``.
    """

    data: FitData
    dialect: Dialect
    stretches: Sequence[range]
    begins: NDArray[np.bool_]  #: ticks that do not follow from the one before, shape (n,)
    steps: Sequence[range]
    dt: Sequence[float]  #: s
    steered: Sequence[Steering]
    elevator: Sequence[float]  #: %
    commands: Mapping[str, Array]  #: at each of the law's steps, %
    environment: Environment

    @classmethod
    def of(cls, data: FitData, dialect: Dialect, horizon: float, app_tick: float) -> Predictor:
        """Cut the run into stretches of ``horizon`` s; gaps and breaks end one. ``app_tick``: steps a second."""
        gaps = data.dt > GAP * data.usual_dt
        begins = gaps | data.breaks
        begins[0] = True
        stretches: list[range] = []
        start = 0
        for k in range(1, len(data.t)):
            if begins[k] or data.t[k] - data.t[start] > horizon + 1e-9:
                if k - start >= 2:
                    stretches.append(range(start, k))
                start = k if begins[k] else k - 1
        if len(data.t) - start >= 2:
            stretches.append(range(start, len(data.t)))
        kept = max(1, -(-len(data.t) // MOST_TICKS))
        counts = np.where(begins, 0, np.maximum(1, np.rint(data.dt * app_tick))).astype(int)
        ends = np.cumsum(counts)
        lengths = np.repeat(data.dt / np.maximum(counts, 1), counts)
        before = np.repeat(data.t - data.dt, counts)
        # the place of a step within its tick, counted from 1
        within = np.arange(1, len(lengths) + 1) - np.repeat(ends - counts, counts)
        moments = np.where(within == np.repeat(counts, counts), np.repeat(data.t, counts), before + within * lengths)
        held = dict(data.commands)
        rudder = held["DESIRED_RUDDER"]
        if dialect.rudder_step_cap and not rudder.own:
            held["DESIRED_RUDDER"] = rudder.limited(RUDDER_STEP_CAP)
        commands = {name: one.at(moments) for name, one in held.items()}
        columns = (commands[name].tolist() for name in _STEERING)
        steered = [
            steering(thrust, rudder, left, right, data.differential, False, dialect.whole_inputs, False)
            for thrust, rudder, left, right in zip(*columns, strict=True)
        ]
        return cls(
            data,
            dialect,
            stretches[::kept],
            begins,
            [range(end - count, end) for end, count in zip(ends.tolist(), counts.tolist(), strict=True)],
            lengths.tolist(),
            steered,
            commands["DESIRED_ELEVATOR"].tolist(),
            commands,
            Environment(),
        )

    def within(self, environment: Environment) -> Predictor:
        """The same in other surroundings."""
        return replace(self, environment=environment)

    @property
    def predicted(self) -> NDArray[np.intp]:
        """The ticks that are predicted, in order."""
        return np.array([k for stretch in self.stretches for k in stretch[1:]], dtype=np.intp)

    @property
    def origins(self) -> NDArray[np.intp]:
        """The tick from which each predicted one is predicted."""
        return np.array([stretch[0] for stretch in self.stretches for _ in stretch[1:]], dtype=np.intp)

    @property
    def predicted_steps(self) -> NDArray[np.intp]:
        """The law's steps that lead to the predicted ticks, in order."""
        return np.array([j for stretch in self.stretches for k in stretch[1:] for j in self.steps[k]], dtype=np.intp)

    @cached_property
    def _lanes(self) -> _Lanes:
        return _Lanes.of(self)

    @cached_property
    def _ticks(self) -> _Lanes:
        """The same with every tick predicted from the one before."""
        return _Lanes.of(replace(self, stretches=[range(k - 1, k + 1) for part in self.stretches for k in part[1:]]))

    def speeds(self, settings: KinematicSettings) -> tuple[Array, Array, Array]:
        """Stored speed at every predicted tick; the law's new speed and the speed before at every step (m/s).

        All stretches side by side: the law of ``limited_speed`` on arrays.
        """
        lanes = self._lanes
        uses = [settings.desired_speed(use, 0.0, 0.0) for use in lanes.uses]
        wanted = np.append(np.array(uses)[lanes.use], 0.0)[lanes.grid]
        rise = settings.max_acceleration if settings.max_acceleration > 0 else np.inf
        fall = settings.max_deceleration if settings.max_deceleration > 0 else np.inf
        v = self.data.speed[lanes.begin]
        fresh, before, stored = np.empty(lanes.grid.shape), np.empty(lanes.grid.shape), np.empty(lanes.grid.shape)
        for k in range(lanes.grid.shape[1]):
            dt = lanes.dt[:, k]
            before[:, k] = v
            v1 = np.minimum(np.maximum(wanted[:, k], v - fall * dt), v + rise * dt)
            fresh[:, k] = v1
            v = np.where(lanes.there[:, k], (v + v1) / 2 if self.dialect.recorded_law else v1, v)
            stored[:, k] = v
        return stored[lanes.last], fresh[lanes.there], before[lanes.there]

    def headings(self, settings: KinematicSettings, fresh: Array) -> Array:
        """Heading at every predicted tick (deg, not wrapped), from the law's new speeds."""
        measured = self.data.heading.tolist()
        found, i = [], 0
        speeds = fresh.tolist()
        rotating, turn_map = self.environment.rotate_speed, settings.turn_map
        for stretch in self.stretches:
            h = measured[stretch[0]]
            for k in stretch[1:]:
                for j in self.steps[k]:
                    thrust, rudder, left, right, differential = self.steered[j]
                    if differential:
                        h += differential_turn(left, right, rotating, self.dt[j])
                    else:
                        rudder = 0.0 if speeds[i] == 0 and self.dialect.recorded_law else rudder
                        h += turn(thrust, rudder, turn_rate(speeds[i], turn_map), rotating, self.dt[j])
                    i += 1
                found.append(h)
        return np.array(found)

    def depths(self, settings: KinematicSettings, fresh: Array, before: Array) -> Array:
        """Depth at every predicted tick (m), all stretches side by side: the depth laws on arrays.

        One tick ahead where the law piles up the pitch from step to step (laws/kinematics 8): it
        grows until it falls back to 0, and further ahead the smallest error decides when it does.
        """
        data, coupled = self.data, self.dialect.recorded_law
        if data.depth is None:
            return np.zeros(len(self.predicted))
        lanes = self._ticks if coupled else self._lanes
        speed, old, stored = (np.zeros(lanes.grid.shape) for _ in range(3))
        speed[lanes.there], old[lanes.there] = fresh, before
        if coupled:
            share = np.sqrt(np.clip(speed / settings.max_depth_rate_speed, 0.0, 1.0))
        else:
            share = np.clip(0.5 * (speed + old) / settings.max_depth_rate_speed, -1.0, 1.0) ** 2
        elevator = np.clip(np.append(np.array(self.elevator), 0.0)[lanes.grid], -100.0, 100.0) / 100.0
        rising = share * elevator * settings.max_depth_rate
        z = data.depth[lanes.begin]
        pitch = np.zeros(len(z)) if data.pitch is None else data.pitch[lanes.begin]
        for k in range(lanes.grid.shape[1]):
            rate, v = rising[:, k], speed[:, k]
            if coupled:
                rate = np.where(v > 0, rate - np.sin(pitch) * v, 0.0)
                sine = rate / np.where(v > 0, v, 1.0)
                pitch = np.where(np.abs(sine) <= 1.0, -np.arcsin(np.clip(sine, -1.0, 1.0)), 0.0)
            z1 = np.maximum(z + (rate - settings.buoyancy_rate) * lanes.dt[:, k], 0.0)
            z = np.where(lanes.there[:, k], z1, z)
            stored[:, k] = z
        return stored[lanes.last]

    def open_loop(self, settings: KinematicSettings) -> dict[str, Array]:
        """The whole run by commands alone: x, y (m), heading (deg), speed (m/s), shape (n,).

        It starts from the first measured state, and again behind every gap and break.
        """
        engine = SimEngine(settings)
        state = self._measured(0)
        rows = []
        columns = {name: values.tolist() for name, values in self.commands.items()}
        for k, steps in enumerate(self.steps):
            if self.begins[k]:
                state = self._measured(k)
            for j in steps:
                command = ActuatorCommand(
                    thrust=columns["DESIRED_THRUST"][j],
                    rudder=columns["DESIRED_RUDDER"][j],
                    elevator=columns["DESIRED_ELEVATOR"][j],
                    thrust_left=columns["DESIRED_THRUST_L"][j],
                    thrust_right=columns["DESIRED_THRUST_R"][j],
                    differential=self.data.differential,
                )
                state = engine.step(state, command, self.environment, self.dt[j])
            rows.append((state.x, state.y, state.heading, state.speed))
        found = np.array(rows).T
        return dict(zip(("x", "y", "heading", "speed"), found, strict=True))

    def _measured(self, k: int) -> VehicleState:
        data = self.data

        def at(column: Array | None) -> float:
            return 0.0 if column is None else float(column[k])

        return VehicleState(
            time=float(data.t[k]),
            x=at(data.x),
            y=at(data.y),
            heading=float(data.heading[k]) % 360.0,
            speed=float(data.speed[k]),
            depth=at(data.depth),
            pitch=at(data.pitch),
        )
