"""Vehicles of one kind, each in a row of arrays, and the weather of each: what every environment moves.

The physics are the package's own: ``fossen.compiled`` for vehicles with hydrodynamics, the kinematic law of
``kernels.py``. Weather that stays as it is costs nothing in a step; weather that varies, and waves, are asked for at
every tick, as ``simulator.weather.step`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, isfinite, nan, radians, sin
from typing import Any

import numpy as np

from usimmarine_py.gym import kernels as of
from usimmarine_py.gym import swell
from usimmarine_py.gym.craft import Craft, kinematic_law
from usimmarine_py.gym.machine import CHUNK, machine
from usimmarine_py.kernels.threads import in_threads
from usimmarine_py.kernels.wave_load import COLUMNS
from usimmarine_py.maths.attitude import euler_rates_of
from usimmarine_py.maths.moos_frame import heading_deg, ned_velocity, over_ground
from usimmarine_py.sea.waves import Waves
from usimmarine_py.sea.weather import Conditions, Weather, WeatherState
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.compiled import Compiled, CompiledFleet, command_tables
from usimmarine_py.vehicle.wave_load import BoxLoad, met


class Sky:
    """The weather over one vehicle in one episode."""

    def __init__(self, weather: Weather) -> None:
        self.weather = weather
        self._processes = WeatherState()
        self._hog = 0.0
        self._last: tuple[float, float] | None = None  #: m/s over ground when it was met last

    @property
    def steady(self) -> bool:
        """Whether the weather is constant in time and space."""
        w = self.weather
        slow = (
            w.wind.speed_variation, w.wind.direction_variation, w.current.speed_variation, w.current.direction_variation
        )  # fmt: skip
        carried = w.waves.orbital or w.hull.added_resistance is not None
        waves = w.wave_action in ("forces", "thesis") or (w.waves.hs > 0.0 and carried)
        return not (waves or w.wind.gust or any(process.active for process in slow))

    def without_waves(self) -> Sky:
        """Return the same weather over a flat sea."""
        return Sky(replace(self.weather, waves=Waves()))

    def meet(self, now: float, seen: Array) -> Conditions:
        """Return what the vehicle meets at ``now`` s of its episode."""
        heading = heading_deg(float(seen[of.PSI]))
        psi = radians(heading)
        phi, theta, angle, u, v, w = (float(seen[j]) for j in (of.ROLL, of.PITCH, of.PSI, of.SURGE, of.SWAY, of.HEAVE))
        rates = (float(seen[j]) for j in (of.ROLL_RATE, of.PITCH_RATE, of.YAW_RATE))
        turning = euler_rates_of(sin(phi), cos(phi), sin(theta), cos(theta), *rates)
        north, east, down = ned_velocity(phi, theta, angle, u, v, w)
        sog, self._hog = over_ground(north, east, self._hog)
        course = radians(self._hog)
        self._processes = self.weather.advance(self._processes, now, psi, u)
        x, y, depth = float(seen[of.X]), float(seen[of.Y]), float(seen[of.DEPTH])
        velocity = (sog * cos(course), sog * sin(course), down)
        before = velocity[:2] if self._last is None else self._last
        self._last = velocity[:2]
        gained = velocity[0] - before[0], velocity[1] - before[1]
        return self.weather.at(self._processes, now, x, y, depth, psi, 0.0, velocity, (phi, theta), turning, gained)


class VehicleBatch:
    """``count`` vehicles of one kind."""

    def __init__(self, craft: Craft, count: int, threads: int = 1) -> None:
        """``threads``: in how many of them a step is made."""
        self.craft = craft
        self._machine, self._threads = machine(), threads
        self._single = count == 1
        self.ticks = np.zeros(count, dtype=np.int64)  #: since each vehicle's start
        self.skies: list[Sky | None] = [None] * count
        #: whether the weather of all stays as it is; None: to be found out in the next step
        self._steady: bool | None = None
        self.seen = np.zeros((count, of.SEEN))
        self._orders = np.zeros((count, of.ORDERS))
        self._around = np.zeros((count, of.AROUND))
        self._calm = craft.around(Conditions())
        self._rest = craft.start({"start_x": 0.0, "start_y": 0.0, "start_heading": 0.0})
        load = craft.hull.load
        self._load = load if isinstance(load, BoxLoad) else None
        self._wavy, self._flat = np.zeros(count, dtype=bool), np.zeros((count, of.AROUND))
        self._seas: Array = np.zeros((count, 0, COLUMNS))
        self._sums = np.zeros((-(-count // CHUNK), swell.WORK))
        #: each row's own, where the numbers of the vehicle vary
        self.crafts = [craft] * count
        kinds = count if craft.varied else 1
        if self._load is not None:
            self._hull = np.array([self._load.rows] * kinds), np.array([self._load.numbers] * kinds)
        backend = craft.backend
        self._varied: CompiledFleet | None = None
        if isinstance(backend, FossenBackend):
            model = backend.model
            self._compiled: Compiled | None = Compiled(model, backend.solver, threads)
            if craft.varied:
                self._varied = CompiledFleet([model] * count, [backend.solver] * count, threads)
                self._which = np.arange(count, dtype=np.intp)
            self._rule = command_tables(*[model] * kinds)
            self._kind = model.constants.model, model.constants.current
            self.states = np.zeros((count, len(model.names)))
            self._inputs = np.zeros((count, of.AROUND + len(model.lags)))
            #: least and largest set-points of the actuators
            self._ends = np.array([lag.low for lag in model.lags]), np.array([lag.high for lag in model.lags])
            thrusters = self._rule.thrusters.shape[1]
            self._work = np.zeros((-(-count // CHUNK), 2, thrusters))
        else:
            self._compiled = None
            ahead, astern, numbers = kinematic_law(craft.settings)
            self.states = np.zeros((count, of.KINEMATIC))
            self._law = np.array([numbers] * kinds)
            self._sailed = (
                craft.columns, self._orders, self._around, self.states, ahead, astern, self._law, craft.tick,
                self.ticks, self.seen,
            )  # fmt: skip

    def place(self, row: int, pose: Mapping[str, float], drawn: Mapping[str, float]) -> None:
        """Start a vehicle anew; ``pose`` as ``Craft.start`` has it, ``drawn`` as ``Craft.draw`` gives it."""
        self._steady = None
        craft = self.crafts[row] = self.craft.of(drawn)
        if craft is not self.craft:
            self._put(row, craft)
        self.states[row] = craft.start(pose)
        self.ticks[row] = 0
        weather = craft.weather(drawn)
        self.skies[row], self._wavy[row] = None, False
        self._around[row] = self._calm
        self.seen[row] = 0.0
        self._look(slice(row, row + 1))
        if weather is None:
            return
        sky = Sky(weather)
        flat = sky.without_waves()
        self.states[row] = craft.with_water(self.states[row], weather)
        self._look(slice(row, row + 1))
        if weather.wave_action == "forces" and flat.steady and self._load is not None:
            self._flat[row] = craft.around(flat.meet(0.0, self.seen[row]))
            load = craft.hull.load
            table = met(load if isinstance(load, BoxLoad) else self._load, weather.surface())[0].T
            if self._seas.shape[1] != len(table):
                self._seas = np.zeros((len(self.states), *table.shape))
            self._seas[row], self._wavy[row] = table, True
            self.seen[row, of.LAST_NORTH] = nan
            self._wave(slice(row, row + 1), np.zeros(1))
        else:
            self._around[row] = craft.around(sky.meet(0.0, self.seen[row]))
            if not sky.steady:
                self.skies[row] = sky
        self._look(slice(row, row + 1))

    def _put(self, row: int, craft: Craft) -> None:
        """Give a row the numbers of its own vehicle."""
        if isinstance(craft.backend, FossenBackend) and self._varied is not None:
            self._varied.put(row, craft.backend.model, craft.backend.solver)
            for table, own in zip(self._rule, command_tables(craft.backend.model), strict=True):
                table[row] = own[0]
            if isinstance(craft.hull.load, BoxLoad):
                self._hull[0][row], self._hull[1][row] = craft.hull.load.rows, craft.hull.load.numbers
        else:
            self._law[row] = kinematic_law(craft.settings)[2]

    def rest(self, row: int) -> None:
        """Put a vehicle whose episode is over far from all others, until ``place`` is called."""
        self.states[row], self._around[row], self.skies[row] = self._rest, self._calm, None
        self._wavy[row] = False

    def step(self, actions: Array, ticks: int, points: Mapping[int, Array] | None = None) -> None:
        """All vehicles ``ticks`` ticks on; ``actions`` (count, orders) are shares of 100 per cent, or of the largest
        set-points of the actuators, as the craft has it. Rows of ``points`` get these shares of set-points instead.
        """
        if self._steady is None:
            self._steady = not (self._wavy.any() or any(self.skies))
        if self._steady:
            self._move(actions, ticks, points)
        else:
            for _ in range(ticks):
                self._move(actions, 1, points)
                if self._wavy.any():
                    self._wave(slice(None), self.craft.tick * self.ticks.astype(np.float64))
                for i, sky in enumerate(self.skies):
                    if sky is None:
                        continue
                    if not isfinite(float(self.seen[i].sum())):
                        self.skies[i] = None  # the vehicle is lost, and meets nothing any more
                    else:
                        now = float(self.ticks[i]) * self.craft.tick
                        self._around[i] = self.crafts[i].around(sky.meet(now, self.seen[i]))

    def shown(self, row: int) -> dict[str, float]:
        """Return where a vehicle is: m, deg, m/s, rad/s, and rad of roll and pitch."""
        seen = self.seen[row].tolist()
        return {
            "x": seen[of.X],
            "y": seen[of.Y],
            "depth": seen[of.DEPTH],
            "heading": heading_deg(seen[of.PSI]),
            "surge": seen[of.SURGE],
            "sway": seen[of.SWAY],
            "yaw_rate": seen[of.YAW_RATE],
            "speed": seen[of.SPEED],
            "roll": seen[of.ROLL],
            "pitch": seen[of.PITCH],
        }

    def place_of(self, row: int) -> tuple[float, float]:
        """East and north (m) of a vehicle."""
        return float(self.seen[row, of.X]), float(self.seen[row, of.Y])

    def _wave(self, rows: slice, times: Array) -> None:
        """The surroundings of vehicles in waves at ``times`` (s of their episodes)."""
        hull = self._hull if len(self._hull[0]) == 1 else (self._hull[0][rows], self._hull[1][rows])
        self._rows(
            self._machine.wave, self._wavy[rows], self._seas[rows], *hull, times, self.seen[rows], self._flat[rows],
            self._sums, self._around[rows], rows=len(times),
        )  # fmt: skip

    def set_points(self, orders: Array) -> Array:
        """Return what ``orders`` (count, 2: shares of thrust and rudder) ask of the actuators, as shares of their
        largest set-points. Of vehicles with hydrodynamics only.
        """
        columns, whole = self.craft.by_orders().columns, np.zeros_like(self._orders)
        self._rows(self._machine.prepare, orders, columns, whole, self._around, self._rule, self._work, self._inputs)
        wanted, (low, high) = self._inputs[:, of.AROUND :], self._ends
        most = np.where(wanted < 0.0, -low, high)
        return np.clip(np.divide(wanted, most, out=np.zeros_like(wanted), where=most > 0.0), -1.0, 1.0)

    def _move(self, actions: Array, ticks: int, points: Mapping[int, Array] | None = None) -> None:
        craft = self.craft
        if self._compiled is None:
            in_threads(self._machine.sail, len(actions), CHUNK, self._threads, ticks, actions, *self._sailed)
            return
        self._rows(
            self._machine.prepare, actions, craft.columns, self._orders, self._around, self._rule, self._work,
            self._inputs,
        )  # fmt: skip
        if craft.points is not None:
            self._inputs[:, of.AROUND :] = self._pointed(actions)
        for row, shares in (points or {}).items():
            self._inputs[row, of.AROUND :] = self._pointed(shares)
        if self._varied is not None:
            self._varied.advance_in_place(self.states, self._inputs[None], self._which, ticks)
        elif self._single:
            self._compiled.advance_in_place(self.states[0], self._inputs[0], ticks)
        else:
            self._compiled.advance_fleet_in_place(self.states, self._inputs, ticks)
        self._rows(self._machine.look, self.states, self._around, *self._kind, self.seen)
        self.ticks += ticks

    def _pointed(self, shares: Array) -> Array:
        """Return set-points of the actuators from shares of the largest ones."""
        low, high = self._ends
        shares = np.clip(shares, -1.0, 1.0)
        points: Array = np.where(shares < 0.0, -shares * low, shares * high)
        return points

    def _rows(self, function: Callable[..., Any], *given: Any, rows: int | None = None) -> None:
        """Let a compiled function work on all rows, or on ``rows`` that stand in ``given`` alone."""
        count = len(self.states) if rows is None else rows
        in_threads(function, count, CHUNK, self._threads, *given)

    def _look(self, rows: slice) -> None:
        """See a vehicle that has just been placed."""
        if self._compiled is not None:
            self._rows(self._machine.look, self.states[rows], self._around[rows], *self._kind, self.seen[rows], rows=1)
            return
        for state, around, seen in zip(self.states[rows], self._around[rows], self.seen[rows], strict=True):
            of.kinematic_seen(state, around, seen)
