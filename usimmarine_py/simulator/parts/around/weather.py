"""Wind, waves and current of the weather, and the steps of a vehicle through it (laws/environment).

A backend with a grid of its own (``Gridded``) is stepped from grid point to grid point, so that wind, waves and
current are those of each sub-step, and sensors see the motion at grid points only: results do not depend on the
AppTick. The kinematic vehicle makes one step a tick, as its originals do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import cos, degrees, radians, sin
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.sailing import Sailing, Wind
from usimmarine_py.maths.attitude import euler_rates_of
from usimmarine_py.sea import reports
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sea.settings import merge, parse_list, seed_of, weather_from
from usimmarine_py.sea.weather import Conditions, Weather, WeatherState
from usimmarine_py.simulator.mail import UNCHANGED, Incoming, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.simulator.records import GroundSpeed, SailState, WeatherNow
from usimmarine_py.values import Backend, Environment, Limits, Message, VehicleState, gridded
from usimmarine_py.values.frozen import replace

if TYPE_CHECKING:
    from usimmarine_py.simulator.parts.around.weather_effect import Asked

#: What surrounds a vehicle without the weather: drift, rotation, field, water depth.
Around = Callable[[VehicleState], Environment]
#: A vehicle some seconds later, in surroundings.
Move = Callable[[VehicleState, Environment, float], VehicleState]
#: Of a step: sums of ticks may miss a grid point by rounding.
_SLACK = 1e-6
#: Arrows are posted with every n-th navigation.
ARROW_MODULO = 10


class Carried(NamedTuple):
    """What a step through the weather leads to."""

    state: VehicleState
    elapsed: float  #: s, simulated since the start
    processes: WeatherState
    conditions: Conditions
    pace: GroundSpeed


class WeatherPart(Part):
    """The weather around a vehicle."""

    def __init__(
        self,
        row: PartsRow,
        state: WeatherNow,
        currents: Currents,
        bottom: Bottom,
        sensors: SensorPart,
        sail: SailState,
        hull: Hull,
        limits: Limits,
        too_long: Callable[[Weather], str],
        *,
        kinematic: bool,
        name: str,
        visuals_at: tuple[float, float] | None,
    ) -> None:
        """``too_long`` says why the vehicle's step is too long in a weather. ``visuals_at``: m, where arrows are drawn,
        None = nowhere; ``name`` begins the labels of the arrows.
        """
        super().__init__(row, state)
        self.state, self.hull, self.sensors, self.sail, self._too_long = state, hull, sensors, sail, too_long
        self._currents, self._bottom, self._limits, self._kinematic = currents, bottom, limits, kinematic
        self._name, self._visuals_at = name, visuals_at

    # ---- the tick ---------------------------------------------------------------------------------------------------

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts what the vehicle meets."""
        return {"post": self.post} if self.state.acts or self._currents.flowing else {}

    def carry(self, backend: Backend, move: Move, start: VehicleState, around: Around, dt: float) -> Carried:
        """Return vehicle, time and weather ``dt`` s later; ``move`` steps the vehicle. Raises ``NotFiniteError``.

        The sensors that watch keep what they saw until ``accept``.
        """
        weather, sensors, time = self.state, self.sensors, self._time.elapsed
        state, now, left, processes = start, time, dt, weather.processes
        known = weather.seen is not None and _same_place(weather.seen, start)
        pace = weather.pace if known and weather.pace is not None else GroundSpeed(*_over_ground(start))
        if known and weather.met is weather.model and not weather.model.current.depth_profile:
            here = weather.conditions  # where the last step has ended
        else:
            here = self._meet(processes, state, now, around, pace)[1]
        sensors.begin(state, self.environment(here, around(state)), here, now, moved_on=known)
        while True:
            length, on_grid = _piece(backend, state, left)
            state = move(state, self.environment(here, around(state)), length)
            left -= length
            now = _snapped(backend, now + length if left > 0.0 else time + dt)
            if on_grid:
                pace = pace.after(*_over_ground(state))
            reached, here = self._meet(processes, state, now, around, pace)
            if on_grid:
                processes = reached
                sensors.look(state, self.environment(here, around(state)), here, now)
            if left <= 0.0:
                break
        return Carried(state, now, processes, here, pace)

    def environment(self, here: Conditions, base: Environment) -> Environment:
        """Return surroundings with the weather added."""
        return here.environment(base, leeway=self._kinematic)

    def accept(self, carried: Carried) -> None:
        """Take what a step has led to."""
        weather = self.state
        weather.processes, weather.conditions = carried.processes, carried.conditions
        weather.met, weather.seen, weather.pace = weather.model, carried.state, carried.pace
        self._time.elapsed = carried.elapsed
        self.sensors.accept()

    def _meet(
        self, processes: WeatherState, state: VehicleState, now: float, around: Around, pace: GroundSpeed
    ) -> tuple[WeatherState, Conditions]:
        """Return the random processes at ``now`` and what the vehicle meets there."""
        model, psi = self.state.model, radians(state.heading)
        surge = state.nu[0] if state.nu else state.speed
        reached = model.advance(processes, now, psi, surge)
        depth = around(state).water_depth if model.current.depth_profile else 0.0
        down, turning = 0.0, (0.0, 0.0, 0.0)
        if len(state.nu) == 6:
            sphi, cphi, sth, cth = sin(state.roll), cos(state.roll), sin(state.pitch), cos(state.pitch)
            u, v, w, *rates = state.nu
            down, turning = cth * (sphi * v + cphi * w) - sth * u, euler_rates_of(sphi, cphi, sth, cth, *rates)
        velocity, lean = (*_over_ground(state), down), (state.roll, state.pitch)
        met = model.at(reached, now, state.x, state.y, state.depth, psi, depth, velocity, lean, turning, pace.gained)
        return reached, met

    # ---- posts and report -------------------------------------------------------------------------------------------

    def now(self) -> tuple[Weather, Conditions, dict[str, float]]:
        """Return the weather in force, what the vehicle meets, and a number for each process; the drift apart."""
        weather, own, flowing = self.state, self._own, self._currents.flowing
        model, met = (weather.model, weather.conditions) if weather.acts else (Weather(), Conditions())
        if flowing:
            # the field is current, too, where the vehicle is
            east, north = self._currents.at(own.x, own.y, own.depth, own.time)
            met = replace(met, current_east=met.current_east + east, current_north=met.current_north + north)
        numbers = {variable: float(value) for variable, value, *_ in reports.publications(model, met, field=flowing)}
        return model, met, numbers

    def post(self, now: float) -> None:
        """Post numbers of every process in force and, now and then, arrows."""
        del now
        iteration, own = self._time.iteration, self._own
        if iteration % self._modulo:
            return
        model, met, numbers = self.now()
        for name, value in numbers.items():
            self._output.post(name, value)
        if self._visuals_at is not None and iteration // self._modulo % ARROW_MODULO == 0:
            for variable, text, *_ in reports.visuals(model, met, self._visuals_at, own.x, own.y, self._name):
                self._output.post(variable, text)

    def report(self) -> Iterable[str]:
        """The weather in force and what the vehicle meets."""
        weather = self.state
        if not (weather.acts or self._currents.flowing):
            return
        yield from ("", "Weather Information:", "--------------------")
        if weather.acts:
            given = ", ".join(f"{name}={value}" for name, value in weather.settings if name != "seed")
            yield f"     Given: {given} (seed {seed_of(dict(weather.settings))})"
        yield from self._currents.summaries()
        for name, value in self.now()[2].items():
            yield f"  {name.rjust(20)}: {value:.3f}"

    # ---- mail -------------------------------------------------------------------------------------------------------

    def on_weather(self, message: Message) -> str:
        """Take USM_WEATHER."""
        text, remark = self.reader.text(message)
        try:
            self._change(parse_list(text), asked=True)
        except ConfigError as error:
            raise refusal(message, f"{error}; {UNCHANGED}") from None
        self.sail.sailing = sailing_in(self.state, self.sail.sailing)
        self._arrange()
        return remark

    def take_sailing_wind(self, sailing: Sailing) -> None:
        """Let the wind of WIND_CONDITIONS blow, which the sails have read already. Raises ``ConfigError``."""
        if sailing.wind.is_set:
            self._change(wind_settings(sailing), asked=False)

    def _change(self, changes: Mapping[str, str], *, asked: bool) -> None:
        weather = self.state
        settings = merge(dict(weather.settings), changes)
        model = weather_from(settings, self.hull, weather.model.origin, weather.model.bed)
        if model.fastest > weather.model.fastest and (problem := self._too_long(model)):
            raise ConfigError(problem, key="sim_step")
        weather.settings, weather.model = tuple(settings.items()), model
        weather.asked = weather.asked or asked
        weather.acts = weather.asked or (not self._kinematic and model.wind.given)

    def asked(self) -> Asked:
        """Return what the weather in force meets on this vehicle."""
        from usimmarine_py.simulator.parts.around.weather_effect import Asked  # for weather mail alone

        return Asked(
            dict(self.state.settings),
            self.state.model,
            self.sail.sailing,
            self.sensors.suite,
            self._kinematic,
            self._limits.surface,
            self._limits.planar,
            self._bottom.state.water_depth > 0.0 or self._bottom.rules.seabed is not None,
            self._currents.flowing,
        )

    def idle_weather(self, message: Message) -> Iterable[str]:
        """Weather that does nothing to this vehicle."""
        from usimmarine_py.simulator.parts.around.weather_effect import idle_weather

        for found in idle_weather(parse_list(str(message.value)), self.asked()):
            yield f"{found.name}: {found.why}"

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        Incoming(
            "USM_WEATHER", "in", "text",
            "any weather parameters as a list, as in wind_speed=12, wave_hs=0.8; all of them or none; NAME= is the "
            "default", group="weather", source="laws/environment", handler=on_weather, ours=True, idle=idle_weather,
        ),
    )  # fmt: skip


def _piece(backend: Backend, state: VehicleState, left: float) -> tuple[float, bool]:
    """Return how far to go at once (s), and whether that ends on the backend's grid."""
    if not gridded(backend):
        return left, True
    reach, slack = backend.to_grid(state), _SLACK * backend.sim_step
    if reach > left + slack:
        return left, False
    return (left if reach >= left - slack else reach), True


def _snapped(backend: Backend, time: float) -> float:
    """Return the time without the rounding that sums of ticks pick up, where it is on the grid."""
    if not gridded(backend):
        return time
    count = round(time / backend.sim_step)
    exact = count * backend.sim_step
    return exact if abs(time - exact) <= _SLACK * backend.sim_step else time


def _over_ground(state: VehicleState) -> tuple[float, float]:
    """Return the velocity north and east (m/s)."""
    course = radians(state.hog)
    return state.sog * cos(course), state.sog * sin(course)


def _same_place(a: VehicleState, b: VehicleState) -> bool:
    return a is b or (a.x, a.y, a.depth, a.heading, a.nu) == (b.x, b.y, b.depth, b.heading, b.nu)


# ---- the wind of the sails ------------------------------------------------------------------------------------------


def wind_settings(sailing: Sailing) -> dict[str, str]:
    """Return the wind that the sails know, as weather parameters."""
    return {"wind_speed": repr(sailing.wind.speed), "wind_dir": repr(sailing.wind.direction)}


def sailing_in(weather: WeatherNow, sailing: Sailing) -> Sailing:
    """Return the sails in the weather's mean wind, where weather was asked for and has a wind."""
    wind = weather.model.wind
    if not (weather.asked and wind.given):
        return sailing
    return _in_wind(sailing, wind.mean(weather.model.hull.sensor_height), degrees(wind.towards) + 180.0)


def sailing_now(weather: WeatherNow, sailing: Sailing) -> Sailing:
    """Return the sails in the wind that the vehicle has met last, gusts included."""
    met = weather.conditions
    if not (weather.asked and weather.seen is not None and met.wind_speed is not None):
        return sailing
    # the polar plot goes by whole degrees anyway, and whole degrees keep its table in the cache
    return _in_wind(sailing, met.wind_speed, float(round(met.wind_towards)) + 180.0)


def _in_wind(sailing: Sailing, speed: float, origin: float) -> Sailing:
    direction = origin % 360.0
    wind = Wind(speed, direction, True, (direction + 180.0) % 360.0)
    return replace(sailing, wind=wind, plot_direction=direction)
