"""What of weather, sensors and faults changes while running."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import degrees
from typing import Protocol

from usimmarine_py.environment.weather import Conditions, Weather, WeatherState
from usimmarine_py.kinematic.sailing import Sailing, Wind
from usimmarine_py.model import VehicleState
from usimmarine_py.model.faults import Fault
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.suite import Suite, SuiteState


class Fixed(Protocol):
    """What the configuration says that matters here; ``Setup`` does."""

    @property
    def kinematic(self) -> bool:
        """The backend knows no wind force."""
        ...

    @property
    def suite(self) -> Suite:
        """The sensors."""
        ...


@dataclass(frozen=True)  # no slots: a step copies it several times, see model.frozen
class SeaState:
    """One frozen value; a step makes a new one."""

    settings: tuple[tuple[str, str], ...] = ()  #: weather parameters in force, by name
    weather: Weather = field(default_factory=Weather)  #: made from them
    asked: bool = False  #: a weather parameter or USM_WEATHER was given; WIND_CONDITIONS alone is for the sails
    processes: WeatherState = field(default_factory=WeatherState)
    conditions: Conditions = field(default_factory=Conditions)  #: at the vehicle, after the last step
    seen: VehicleState | None = None  #: the vehicle after the last step; None = ``conditions`` are out of date
    suite: SuiteState = field(default_factory=SuiteState)
    readings: tuple[Reading, ...] = ()  #: delivered in the last step
    heard: frozenset[str] = frozenset()  #: kinds of sensors that delivered in the last step
    fresh: frozenset[str] = frozenset()  #: kinds of sensors that delivered since navigation was last published
    faults: tuple[Fault, ...] = ()
    faults_fresh: bool = False  #: USM_FAULTS is due

    def blows(self, setup: Fixed) -> bool:
        """Whether weather acts on this vehicle at all."""
        return self.asked or (not setup.kinematic and self.weather.wind.given)

    def idle(self, setup: Fixed) -> bool:
        """Whether a step is the same as without this room."""
        return not self.blows(setup) and not setup.suite.sensors


def wind_settings(sailing: Sailing) -> dict[str, str]:
    """The wind that the sails know, as weather parameters."""
    return {"wind_speed": repr(sailing.wind.speed), "wind_dir": repr(sailing.wind.direction)}


def sailing_in(sea: SeaState, sailing: Sailing) -> Sailing:
    """The sails in the weather's mean wind, where weather was asked for and has a wind."""
    wind = sea.weather.wind
    if not (sea.asked and wind.given):
        return sailing
    return _in_wind(sailing, wind.mean(sea.weather.sensor_height), degrees(wind.towards) + 180.0)


def with_wind_now(sea: SeaState, sailing: Sailing) -> Sailing:
    """The sails in the wind that the vehicle has met last, gusts included."""
    met = sea.conditions
    if not (sea.asked and sea.seen is not None and met.wind_speed is not None):
        return sailing
    # the polar plot goes by whole degrees anyway, and whole degrees keep its table in the cache
    return _in_wind(sailing, met.wind_speed, float(round(met.wind_towards)) + 180.0)


def _in_wind(sailing: Sailing, speed: float, origin: float) -> Sailing:
    direction = origin % 360.0
    wind = Wind(speed, direction, True, (direction + 180.0) % 360.0)
    return replace(sailing, wind=wind, plot_direction=direction)
