"""Listeners of the simulator's ticks in a run: the figures of its summary, and rows of its state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, dist, hypot, inf, nan, radians, sin

from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.drift import DriftPart
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.battery import BatteryPart
from usimmarine_py.simulator.parts.run.guard import Guard
from usimmarine_py.simulator.parts.run.reset import Reset
from usimmarine_py.simulator.parts.shown.navigation import Navigation
from usimmarine_py.simulator.records import DIFFERENTIAL, SAILING, Command, Own
from usimmarine_py.values import forced

#: Is called after each tick of the simulator with its MOOS time, the true state after it and the command in force.
Follower = Callable[[float, Own, Command], None]

BASE_COLUMNS = (
    *("time", "x", "y", "heading", "speed", "depth", "roll", "pitch", "yaw", "sog", "hog", "altitude"),
    *("thrust", "rudder", "elevator", "thrust_left", "thrust_right", "drift_x", "drift_y"),
)
#: As published under USM_*, nan where there is no such thing; with weather, or with ``post_forces``.
WEATHER_COLUMNS = (
    *("wind_speed", "wind_dir", "current_speed", "current_dir"),
    *("wave_elevation", "wave_hs", "wave_dir", "wave_heave", "wave_roll", "wave_pitch"),
)
BODY_VELOCITIES = ("u", "v", "w", "p", "q", "r")

#: Of a thrust in the sum of energy, %: beyond it the sum would leave the finite numbers.
_MOST_THRUST = 1e60
#: A vehicle that has changed its place and depth (m) or heading (deg) by more has moved.
_STILL = 1e-6
#: m/s: below it a vehicle stands; a speed that has fallen by less in a tick has not fallen.
_STANDS, _FALLS = 1e-3, 1e-9
#: m of way that a degree of a turn on the spot counts for.
_TURN = 0.02


def state_columns(simulator: Simulator) -> tuple[str, ...]:
    """The names of the columns of ``StateRows``."""
    state = simulator.truth
    actuators = tuple(name for name, _ in state.actuators)
    weather = WEATHER_COLUMNS if _in_weather(simulator) else ()
    forces = tuple(name.lower() for name, _ in state.forces)
    return (*BASE_COLUMNS, *driven_axes(simulator), *BODY_VELOCITIES[: len(state.nu)], *actuators, *weather, *forces)


def _in_weather(simulator: Simulator) -> bool:
    """Whether there is weather, or forces are asked for, which come from it."""
    part = simulator.vehicle.part
    return part(WeatherPart).state.acts or part(Currents).flowing or part(Navigation).settings.post_forces


def driven_axes(simulator: Simulator) -> tuple[str, ...]:
    """Of sway and heave, those along which per cent can drive the vehicle."""
    backend = simulator.backend
    return backend.axes if forced(backend) else ()


class StateRows:
    """Hands a row of each state to every sink, at most one each ``every`` s.

    Columns are those of ``state_columns``: time in s since the start, the true state in the units of ``VehicleState``,
    the command in per cent, the external drift in m/s; body velocities and actuators where the backend has them; the
    weather where there is some, set-points and forces where they are asked for.
    """

    def __init__(self, simulator: Simulator, start: float, sinks: Sequence[RowSink], every: float = 0.0) -> None:
        self._simulator = simulator
        self._start = start
        self._sinks = sinks
        self._every = every
        self._next = -inf
        self._in_weather, self._axes = _in_weather(simulator), driven_axes(simulator)
        self._drifting = simulator.vehicle.part(DriftPart).state
        self._weather = simulator.vehicle.part(WeatherPart)

    def __call__(self, time: float, own: Own, command: Command) -> None:
        """Record the state at MOOS time ``time``."""
        if time < self._next:
            return
        # half a microsecond early counts: a stepped clock meets its grid only up to rounding
        self._next = time + self._every - 5e-7 if self._every > 0 else -inf
        s, c, drift = own.state, command, self._drifting.drift
        row = [time - self._start, s.x, s.y, s.heading, s.speed, s.depth, s.roll, s.pitch, s.yaw]
        row += [s.sog, s.hog, s.altitude, c.thrust, c.rudder, c.elevator, c.thrust_left, c.thrust_right]
        row += [drift.x, drift.y, *(getattr(c, axis) for axis in self._axes), *s.nu]
        row += [value for _, value in s.actuators]
        if self._in_weather:
            posted = self._weather.now()[2]
            row += [posted.get(f"USM_{name.upper()}", nan) for name in WEATHER_COLUMNS]
            row += [value for _, value in s.forces]
        for sink in self._sinks:
            sink.row(row)


class SummaryMeter:
    """Gathers the figures of the summary."""

    def __init__(self, simulator: Simulator, start: float) -> None:
        state = simulator.truth
        self._simulator = simulator
        self._first = (state.x, state.y)
        self._last = (state.x, state.y)
        self._pose = (state.x, state.y, state.depth, state.heading)
        self.moved = False
        #: Way through the water under command: east and north (m); how far it led; turns and dives on the spot.
        self._way = (0.0, 0.0)
        self.driven = self._on_the_spot = 0.0
        self._speed, self._heading, self._depth = abs(state.speed), state.heading, state.depth
        self._reset = simulator.vehicle.part(Reset).state
        self._resets = self._reset.reset_count
        self._before = start
        self._thrust, self._power = nan, 0.0  #: of the last tick
        self.distance = 0.0
        self.energy = 0.0
        self.largest_speed = 0.0
        self.largest_depth = 0.0

    def __call__(self, time: float, own: Own, command: Command) -> None:
        """Add the tick at MOOS time ``time`` with the state after it."""
        place, speed, depth, thrust = (own.x, own.y), abs(own.speed), own.depth, command.thrust
        if self._reset.reset_count == self._resets:
            self.distance += dist(place, self._last)
        else:
            self._resets = self._reset.reset_count
            self._pose = (*place, depth, own.heading)
        self._last = place
        if not self.moved:
            pose = *place, depth, own.heading
            self.moved = any(abs(a - b) > _STILL for a, b in zip(pose, self._pose, strict=True))
        if thrust != self._thrust or command.thrust_mode == DIFFERENTIAL:
            self._thrust, self._power = thrust, _power(command)
        self.energy += self._power * (time - self._before)
        self._drive(time - self._before, own, command)
        self._before = time
        if speed > self.largest_speed:
            self.largest_speed = speed
        if depth > self.largest_depth:
            self.largest_depth = depth

    def _drive(self, seconds: float, own: Own, command: Command) -> None:
        """Add what a command did: way at a speed that does not fall, as that of a vehicle without drive does, and turns
        and dives of thrusters for that. Way is added as a vector: waves move to and fro.
        """
        speed, before = abs(own.speed), self._speed
        self._speed = speed
        aside = bool(command.differential or command.sway or command.heave or command.set_points or command.force)
        if aside:
            turn = abs(angle_180(own.heading - self._heading))
            self._on_the_spot += abs(own.depth - self._depth) + _TURN * turn
        self._heading, self._depth = own.heading, own.depth
        pushed = aside or command.thrust or command.fan or command.thrust_mode == SAILING
        if not pushed or speed <= _STANDS or speed < before - _FALLS:
            return
        way, heading = own.speed * seconds, radians(own.heading)
        self._way = east, north = self._way[0] + way * sin(heading), self._way[1] + way * cos(heading)
        if (far := hypot(east, north)) > self.driven:
            self.driven = far

    def fill(self, summary: RunSummary, guidance: GuidanceApp | None, ticks: Sequence[tuple[str, int]]) -> None:
        """Write the figures down."""
        summary.status = self._simulator.vehicle.part(Guard).state.worst
        summary.distance, summary.energy, summary.moved = self.distance, self.energy, self.moved
        summary.driven_distance = self.driven + self._on_the_spot
        summary.largest_speed, summary.largest_depth = self.largest_speed, self.largest_depth
        summary.start, summary.end = self._first, self._last
        summary.ticks = dict(ticks)
        part = self._simulator.vehicle.find(BatteryPart)
        if part is not None:
            battery = part.state.battery
            summary.battery_left = battery.charge
            summary.battery_used, summary.shaft_energy = battery.used / 3600.0, battery.shaft_energy / 3600.0
        if guidance is not None:
            law = guidance.guidance
            summary.waypoints, summary.waypoints_missed = law.reached, law.missed
            if law.track.samples:
                summary.cross_track_mean, summary.cross_track_rms = law.track.mean, law.track.rms
                summary.cross_track_largest = law.track.largest


def _power(command: Command) -> float:
    if command.differential:
        return 0.5 * (_cubed(command.thrust_left) + _cubed(command.thrust_right)) / 1e6
    return _cubed(command.thrust) / 1e6


def _cubed(thrust: float) -> float:
    return min(abs(thrust), _MOST_THRUST) ** 3
