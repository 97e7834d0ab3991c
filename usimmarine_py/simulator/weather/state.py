"""What of weather and sensors changes while running."""

from __future__ import annotations

from math import degrees

from usimmarine_py.kinematic.sailing import Sailing, Wind
from usimmarine_py.sea.weather import Conditions, Weather, WeatherState
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.suite import SuiteState
from usimmarine_py.sensors.truth import Truth
from usimmarine_py.values import VehicleState
from usimmarine_py.values.frozen import dataclass, field, replace


@dataclass(frozen=True)  # no slots: a step copies it, see model.frozen
class WeatherNow:
    """The weather of a vehicle; a step and USM_WEATHER make a new one."""

    settings: tuple[tuple[str, str], ...] = ()  #: parameters in force, by name
    model: Weather = field(default_factory=Weather)  #: made from them
    asked: bool = False  #: a weather parameter or USM_WEATHER was given; WIND_CONDITIONS alone is for the sails
    acts: bool = False  #: on this vehicle at all
    processes: WeatherState = field(default_factory=WeatherState)
    conditions: Conditions = field(default_factory=Conditions)  #: at the vehicle, after the last step
    met: Weather | None = None  #: the weather that ``conditions`` are of
    seen: VehicleState | None = None  #: the vehicle after the last step; None = ``conditions`` are out of date


@dataclass(frozen=True, slots=True)
class Sensing:
    """Where the sensors of a vehicle stand."""

    suite: SuiteState = field(default_factory=SuiteState)
    base: Truth | None = None  #: the truth behind the suite's, without what waves add to outputs
    readings: tuple[Reading, ...] = ()  #: delivered in the last step
    heard: frozenset[str] = frozenset()  #: kinds of sensors that delivered in the last step
    fresh: frozenset[str] = frozenset()  #: kinds of sensors that delivered since navigation was last published


def wind_settings(sailing: Sailing) -> dict[str, str]:
    """The wind that the sails know, as weather parameters."""
    return {"wind_speed": repr(sailing.wind.speed), "wind_dir": repr(sailing.wind.direction)}


def sailing_in(weather: WeatherNow, sailing: Sailing) -> Sailing:
    """The sails in the weather's mean wind, where weather was asked for and has a wind."""
    wind = weather.model.wind
    if not (weather.asked and wind.given):
        return sailing
    return _in_wind(sailing, wind.mean(weather.model.hull.sensor_height), degrees(wind.towards) + 180.0)


def sailing_now(weather: WeatherNow, sailing: Sailing) -> Sailing:
    """The sails in the wind that the vehicle has met last, gusts included."""
    met = weather.conditions
    if not (weather.asked and weather.seen is not None and met.wind_speed is not None):
        return sailing
    # the polar plot goes by whole degrees anyway, and whole degrees keep its table in the cache
    return _in_wind(sailing, met.wind_speed, float(round(met.wind_towards)) + 180.0)


def _in_wind(sailing: Sailing, speed: float, origin: float) -> Sailing:
    direction = origin % 360.0
    wind = Wind(speed, direction, True, (direction + 180.0) % 360.0)
    return replace(sailing, wind=wind, plot_direction=direction)
