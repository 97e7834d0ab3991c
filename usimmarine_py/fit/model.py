"""The kinematic laws as a predictor: from measured states a horizon ahead, with the engine's own equations.

The run is divided into segments of the horizon. Every segment starts from a measured state and is predicted from the
commands alone, so that heading errors do not accumulate over a long run, and noise of a single tick has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.fit import laws
from usimmarine_py.fit.data import GAP, FitData
from usimmarine_py.kernels import kinematic
from usimmarine_py.kernels.compiling import compiled
from usimmarine_py.kernels.kinematic import Steering, steering
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.thrust_map import KinematicThrustMap
from usimmarine_py.maths import angles
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.values.arrays import Array

#: Largest change of the rudder by one mail in the recorded programs, %.
RUDDER_STEP_CAP = 100.0
_STEERING = ("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_THRUST_L", "DESIRED_THRUST_R")

#: More ticks than this are thinned out, whole stretches at a time: a day's log determines no more than an hour's.
MOST_TICKS = 24_000


def knot_name(thrust: float) -> str:
    """Return the parameter that stands for the speed at a thrust (%)."""
    return f"speed@{thrust:g}"


def settings_of(values: Mapping[str, float], dialect: Dialect) -> KinematicSettings:
    """Parameters by name into what the engine takes; ``speed@T`` are the knots of the thrust map."""
    knots = sorted((float(name[6:]), v) for name, v in values.items() if name.startswith("speed@"))
    table = KinematicThrustMap(
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


class _Columns:
    """Which of the law's steps lead through the stretches, one after the other, and what they have."""

    def __init__(self, p: Predictor, stretches: Sequence[range]) -> None:
        ticks = [k for stretch in stretches for k in stretch[1:]]
        counts = np.array([len(p.steps[k]) for k in ticks], dtype=np.intp)
        first = {stretch[1] for stretch in stretches}
        self.step = np.array([j for k in ticks for j in p.steps[k]], dtype=np.intp)
        self.last = np.cumsum(counts) - 1  #: the places of those that end a tick
        self.begins = np.zeros(len(self.step), dtype=np.bool_)
        self.begins[(self.last - counts + 1)[[k in first for k in ticks]]] = True
        #: the measured tick before each; counts where one begins
        self.origin = np.repeat(np.array(ticks, dtype=np.intp) - 1, counts)
        self.dt = np.array(p.dt)[self.step]
        columns = np.array([steered[:4] for steered in p.steered])[self.step]
        self.thrust, self.rudder, self.left, self.right = np.ascontiguousarray(columns.T)
        self.elevator = np.array(p.elevator)[self.step]


def _filled(law: Callable[..., None], count: int, *given: Any) -> list[Array]:
    """Return the last ``count`` columns of a function of ``laws``, which it fills in."""
    call, size = compiled(law, angles, kinematic), len(given[0])
    if call is not law:
        columns = [np.empty(size) for _ in range(count)]
        call(*given, *columns)
        return columns
    # interpreted code is several times as fast on lists
    lists = [[0.0] * size for _ in range(count)]
    law(*(each.tolist() if isinstance(each, np.ndarray) else each for each in given), *lists)
    return [np.array(column) for column in lists]


def _pairs(table: Sequence[tuple[float, float]]) -> Array:
    return np.array(table, dtype=float).reshape(-1, 2)


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
        if dialect.recorded and not rudder.own:
            held["DESIRED_RUDDER"] = rudder.limited(RUDDER_STEP_CAP)
        commands = {name: one.at(moments) for name, one in held.items()}
        columns = (commands[name].tolist() for name in _STEERING)
        steered = [
            steering(thrust, rudder, left, right, data.differential, False, not dialect.recorded, False)
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
        """Return the same in other surroundings."""
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
        return self._columns.step

    @cached_property
    def _columns(self) -> _Columns:
        return _Columns(self, self.stretches)

    @cached_property
    def _ticks(self) -> _Columns:
        """The same with every tick predicted from the one before."""
        return _Columns(self, [range(k - 1, k + 1) for stretch in self.stretches for k in stretch[1:]])

    def speeds(self, settings: KinematicSettings) -> tuple[Array, Array, Array]:
        """Return the stored speed at every predicted tick, and at every step the new speed and the one before (m/s)."""
        c, table = self._columns, settings.thrust_map
        stored, fresh, before = _filled(
            laws.speeds, 3, c.begins, self.data.speed[c.origin], c.thrust, c.rudder, c.dt, _pairs(table.positive),
            _pairs(table.negative), settings.turn_loss, settings.limits, self.dialect.recorded,
        )  # fmt: skip
        return stored[c.last], fresh, before

    def headings(self, settings: KinematicSettings, fresh: Array) -> Array:
        """Return the heading at every predicted tick (deg, not wrapped), from the law's new speeds."""
        c = self._columns
        (found,) = _filled(
            laws.headings, 1, c.begins, self.data.heading[c.origin], c.thrust, c.rudder, c.left, c.right, c.dt, fresh,
            settings.turn_map, self.environment.rotate_speed, self.data.differential, self.dialect.recorded,
        )  # fmt: skip
        return found[c.last]

    def depths(self, settings: KinematicSettings, fresh: Array, before: Array) -> Array:
        """Return the depth at every predicted tick (m), from the law's new speeds and those before.

        One tick ahead where the law piles up the pitch from step to step (laws/kinematics 8): it
        grows until it falls back to 0, and further ahead the smallest error decides when it does.
        """
        data, recorded = self.data, self.dialect.recorded
        if data.depth is None:
            return np.zeros(len(self.predicted))
        c = self._ticks if recorded else self._columns
        pitch = np.zeros(len(c.step)) if data.pitch is None else data.pitch[c.origin]
        (found,) = _filled(
            laws.depths, 1, c.begins, data.depth[c.origin], pitch, c.elevator, c.dt, fresh, before, settings.limits,
            recorded,
        )  # fmt: skip
        return found[c.last]

    def open_loop(self, settings: KinematicSettings) -> dict[str, Array]:
        """Return the whole run by commands alone: x, y (m), heading (deg), speed (m/s), shape (n,).

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
