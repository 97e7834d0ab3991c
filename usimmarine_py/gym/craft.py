"""A vehicle and its weather from the keywords of an environment, which are those of ``Simulator``.

The simulator itself reads and checks them; what it makes of them goes into the tables of the compiled step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from usimmarine_py.errors import ConfigError, NoEffectWarning, suggest
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.words import DrawnNumber, Keyword, is_drawn, unknown_keyword
from usimmarine_py.kernels.current import current_ned
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.sea.parameters import PARAMETERS as WEATHER_PARAMETERS
from usimmarine_py.sea.settings import weather_from
from usimmarine_py.sea.weather import Conditions, Weather
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.run.guard import Guard
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.overrides import PREFIX, value_text, with_entries
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.factory import FossenFactory
from usimmarine_py.vehicle.files import load

KINEMATIC = "kinematic"
#: In the place of orders: set-points of the single actuators.
ACTUATORS = "actuators"
#: Seconds of a kinematic vehicle's tick, as of an AppTick of 10.
KINEMATIC_TICK = 0.1
#: Of the kinematic vehicle.
_KINEMATIC = (
    "thrust_map", "thrust_factor", "thrust_reflect", "max_acceleration", "max_deceleration", "turn_loss", "turn_rate",
    "turn_spd_map_full_speed", "turn_spd_map_null_speed", "turn_spd_map_full_rate", "turn_spd_map_null_rate",
    "buoyancy_rate", "max_depth_rate", "max_depth_rate_speed", "leeway",
)  # fmt: skip
#: Of a vehicle with hydrodynamics.
_FOSSEN = ("variant", "solver", "sim_step", "attitude", "fluid_memory")
#: Of a kinematic vehicle what is no single number.
_NO_NUMBERS = ("thrust_map", "thrust_reflect")
_NO_WEATHER = ("seed", "visuals", "visuals_at", "current_depth_profile", "leeway")
_WEATHER = tuple(p.name for p in WEATHER_PARAMETERS if p.name not in _NO_WEATHER)
#: Orders by name, in the columns of a command.
ORDERS = {"thrust": of.THRUST, "rudder": of.RUDDER, "elevator": of.ELEVATOR, "sway": of.SWAYING, "heave": of.HEAVING}
#: m/s, beyond which no vehicle of which nothing is known is believed to move
_FASTEST = 50.0


class Craft:
    """One kind of vehicle in one kind of weather; what differs from row to row is drawn by ``Weather``."""

    def __init__(
        self,
        vehicle: str,
        actions: Sequence[str] | str | None,
        keywords: Mapping[str, Keyword],
        also: Sequence[str] = (),
    ) -> None:
        """``also`` are the keywords that the environment has besides, which an unknown one may mean."""
        self.kinematic = vehicle.lower() == KINEMATIC
        known = (*(_KINEMATIC if self.kinematic else _FOSSEN), *_WEATHER)
        for key in keywords:
            if key not in known and (self.kinematic or not key.startswith(PREFIX)):
                if key in (*_KINEMATIC, *_FOSSEN):
                    raise ConfigError(f"has no effect with vehicle {vehicle}", key=key, about_key=True)
                raise unknown_keyword(key, (*known, *also))
        #: from 0 to 1: how far a training is, of which values that are functions make what they like
        self.progress = 0.0
        self._drawn = {key: DrawnNumber(key, value) for key, value in keywords.items() if is_drawn(value)}
        numbers = (*_WEATHER, "leeway", *(name for name in _KINEMATIC if name not in _NO_NUMBERS))
        for key in self._drawn:
            if key not in numbers and not key.startswith(PREFIX):
                raise ConfigError("takes one value: ranges are for numbers of weather and vehicle", key=key)
        self.ranges = {key: one.ends for key, one in self._drawn.items()}
        #: of them those of the vehicle itself
        self.varied = tuple(key for key in self.ranges if key not in (*_WEATHER, "leeway"))
        fixed = {key: value for key, value in keywords.items() if key not in self.ranges}
        self.parameters: dict[str, Any] = with_entries({**_dynamics(vehicle), **fixed})
        with catch_warnings():
            simplefilter("ignore", NoEffectWarning)  # at the lower ends there may be no wind at all
            self._simulator(0)
        simulator = self._simulator(1)
        weather, limits = simulator.vehicle.part(WeatherPart), simulator.vehicle.part(Guard).limits
        self.hull = weather.hull
        self.asked = bool(weather.state.settings) and weather.state.acts
        self.weather_settings = {key: value_text(fixed[key]) for key in fixed if key in (*_WEATHER, "leeway")}
        self.backend = simulator.backend
        self.floats, self.euler = limits.surface, limits.euler
        self.top = 3.0 * limits.speed_max if limits.speed_max < _FASTEST else _FASTEST
        axes: tuple[str, ...] = ()
        if isinstance(self.backend, FossenBackend):
            self.tick = self.backend.sim_step
            described = self.backend.model.vehicle
            self.length, self.beam = described.length_pp, described.size.beam
            axes = self.backend.axes
        else:
            self.tick, self.length, self.beam = KINEMATIC_TICK, 2.0, 1.0
        dives = not self.floats and not self.kinematic and not limits.planar
        usual = ["thrust", "rudder", *axes]
        if dives and limits.elevator and "heave" not in axes:
            usual.append("elevator")
        given = usual if actions is None else actions
        #: the least and largest set-points of the actuators, where actions are shares of these
        self.points: tuple[Array, Array] | None = None
        self.fastest = limits.speed_max if limits.speed_max < _FASTEST else _FASTEST
        self.settings = simulator.vehicle.part(Motion).state.settings
        if self.kinematic:
            self.fastest = max((speed for _, speed in self.settings.thrust_map.positive), default=self.fastest)
        if given == ACTUATORS:
            self._by_actuators(vehicle, dives=dives)
            return
        if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(x, str) for x in given):
            raise ConfigError(f"must be a list of {', '.join(ORDERS)}, not {given!r}", key="actions")
        self.actions = tuple(given)
        for name in self.actions:
            if name not in ORDERS:
                raise ConfigError(f"there is no order {name!r}", key="actions", suggestion=suggest(name, ORDERS))
            if name in ("sway", "heave") and name not in axes:
                raise ConfigError(f"{vehicle} cannot follow {name!r}", key="actions")
        if len(set(self.actions)) != len(self.actions) or not self.actions:
            raise ConfigError("name each order once, and one at least", key="actions")
        self.dives = (dives or self.kinematic) and ("elevator" in self.actions or "heave" in self.actions)
        self.columns = np.array([ORDERS[name] for name in self.actions])
        if self.kinematic and weather_from(self._worst(), self.hull).waves.hs > 0.0:
            raise ConfigError("waves do not move a kinematic vehicle; choose one with hydrodynamics", key="wave_hs")

    def _by_actuators(self, vehicle: str, *, dives: bool) -> None:
        """Actions are set-points of each actuator. Raises ``ConfigError``."""
        if not isinstance(self.backend, FossenBackend) or not self.backend.model.lags:
            raise ConfigError(f"{vehicle} has no actuators to be commanded one by one", key="action")
        lags = self.backend.model.lags
        self.actions = tuple(lag.name for lag in lags)
        self.points = np.array([lag.low for lag in lags]), np.array([lag.high for lag in lags])
        self.columns = np.zeros(0, dtype=np.int64)
        self.dives = dives

    def by_orders(self) -> Craft:
        """Return this craft, commanded by thrust and rudder where its actions are set-points of actuators."""
        if self.points is None:
            return self
        own = copy(self)
        own.points, own.actions = None, ("thrust", "rudder")
        own.columns = np.array([ORDERS[name] for name in own.actions])
        return own

    def _simulator(self, end: int) -> Simulator:
        """Return the simulator with the lower or upper ends of all ranges, which reads and checks everything."""
        drawn = {key: ends[end] for key, ends in self.ranges.items()}
        return Simulator(read_file=_text_of, **with_entries({**self.parameters, **drawn}))

    def _worst(self) -> dict[str, str]:
        return {**self.weather_settings, **self._texts({key: ends[1] for key, ends in self.ranges.items()})}

    def draw(self, random: np.random.Generator) -> dict[str, float]:
        """Draw an episode's values of all ranges, those of the weather first, and the seed of its random processes."""
        drawn = {key: one.draw(random, self.progress) for key, one in self._drawn.items() if key not in self.varied}
        drawn["seed"] = int(random.integers(1 << 31))
        return drawn | {key: self._drawn[key].draw(random, self.progress) for key in self.varied}

    def of(self, drawn: Mapping[str, float]) -> Craft:
        """Return this craft with the drawn numbers of the vehicle. Raises ``ConfigError`` for what makes no vehicle."""
        if not self.varied:
            return self
        own = copy(self)
        given = with_entries({**self.parameters, **{key: drawn[key] for key in self.varied}})
        if isinstance(self.backend, FossenBackend):
            texts = {key: value_text(value) for key, value in given.items()}
            model = FossenFactory(self.backend.name, self.backend.model.vehicle.dof).model(texts, _text_of)
            own.backend = replace(self.backend, model=model, solver=())
            own.hull = own.backend.hull
        else:
            own.settings = Simulator(read_file=_text_of, **given).vehicle.part(Motion).state.settings
        return own

    def numbers_of(self, drawn: Mapping[str, float]) -> dict[str, float]:
        """Return of what was drawn what the vehicle was given."""
        return {key: drawn[key] for key in self.varied if key in drawn}

    def weather_of(self, drawn: Mapping[str, float]) -> dict[str, float]:
        """Return of what was drawn the weather's, as parameters of ``Simulator``; empty where there is none."""
        return {key: drawn[key] for key in drawn if key not in self.varied} if self.asked else {}

    def _texts(self, drawn: Mapping[str, float]) -> dict[str, str]:
        """Return what was drawn of the weather, as a mission holds it."""
        return {key: value_text(value) for key, value in drawn.items() if key in self.ranges and key not in self.varied}

    def weather(self, drawn: Mapping[str, float]) -> Weather | None:
        """Return the weather of an episode; None where none was asked for that acts on this vehicle."""
        if not self.asked:
            return None
        return weather_from({**self.weather_settings, **self._texts(drawn), "seed": str(int(drawn["seed"]))}, self.hull)

    def around(self, conditions: Conditions) -> Array:
        """Return what surrounds the vehicle, as the compiled step reads it."""
        met = conditions.environment(Environment(), leeway=self.kinematic)
        if isinstance(self.backend, FossenBackend):
            return np.array(self.backend.inputs(ActuatorCommand(), met)[: of.AROUND])
        row = np.zeros(of.AROUND)
        row[: of.CURRENT_N + 1] = met.drift_x, met.drift_y, met.current_east, met.current_north
        if met.wind_speed is not None:
            row[of.WIND_ON], row[of.WIND_SPEED] = 1.0, met.wind_speed
            row[of.WIND_TOWARDS] = np.radians(met.wind_towards)
        return row

    def start(self, pose: Mapping[str, float]) -> Array:
        """The state of a vehicle with ``start_x``, ``start_y`` (m), ``start_heading`` (deg), ``start_depth`` (m),
        ``start_speed`` (m/s).
        """
        heading, depth = pose["start_heading"] % 360.0, pose.get("start_depth", 0.0)
        here = VehicleState(
            x=pose["start_x"], y=pose["start_y"], heading=heading, depth=depth, speed=pose.get("start_speed", 0.0)
        )
        if isinstance(self.backend, FossenBackend):
            kept = self.backend.initial_state(here).internal
            return np.array(kept[len(kept) - len(self.backend.model.names) :])
        return np.array((here.x, here.y, here.heading, here.speed, here.depth, 0.0))

    def with_water(self, state: Array, weather: Weather) -> Array:
        """The state of a vehicle that has just started, moving with the water, current and waves."""
        if not isinstance(self.backend, FossenBackend):
            return state
        current, count = weather.current, len(self.backend.model.names)
        north, east, down = current_ned(current.speed, current.towards, 0.0 if self.floats else current.down)
        eta = self.backend.model.eta(state.tolist())
        orbit = weather.orbit(0.0, (eta[0], eta[1], max(eta[2], 0.0)), eta[5])
        water = (north + orbit[0], east + orbit[1], down + orbit[2])
        start = self.backend.initial_state(VehicleState())
        internal = (*start.internal[: len(start.internal) - count], *state.tolist())
        return np.array(self.backend.with_water(replace(start, internal=internal), water).internal[-count:])

    def simulator(self, pose: Mapping[str, float], drawn: Mapping[str, float]) -> Simulator:
        """Return a ``Simulator`` of the same vehicle in the same weather at the same place."""
        known = drawn if self.asked else self.numbers_of(drawn)
        return Simulator(read_file=_text_of, **with_entries({**self.parameters, **pose, **known}))


def _dynamics(vehicle: str) -> dict[str, str]:
    if vehicle.lower() == KINEMATIC:
        return {}
    return {"dynamics": f"fossen{load(vehicle).dof}", "vehicle": vehicle}


def _text_of(path: str) -> str:
    return Path(path).expanduser().read_text(encoding="utf-8")


def kinematic_law(settings: KinematicSettings) -> tuple[Array, Array, Array]:
    """Return the pairs of the thrust map ahead and astern, and the numbers of ``kernels.kinematic_ticks``."""
    thrust = settings.thrust_map
    ahead, astern = (np.array(pairs, dtype=float).reshape(-1, 2) for pairs in (thrust.positive, thrust.negative))
    numbers = thrust.factor, float(thrust.reflect), settings.turn_loss, *settings.turn_map, *settings.limits
    return ahead, astern, np.array(numbers)
