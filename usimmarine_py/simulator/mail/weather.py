"""What mail does to weather and faults: one bad word leaves everything as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import degrees

from usimmarine_py.actuators.faults import command_values, faulty_command
from usimmarine_py.environment.settings import merge, parse_list, weather_from
from usimmarine_py.kinematic.sailing import Sailing, Wind
from usimmarine_py.model import ActuatorCommand, VehicleState
from usimmarine_py.model.faults import change_faults, hold
from usimmarine_py.simulator.weather.reading import wind_settings
from usimmarine_py.simulator.weather.state import SeaSetup, SeaState


def with_weather(setup: SeaSetup, sea: SeaState, text: str) -> SeaState:
    """The sea after USM_WEATHER; raises ``ConfigError``."""
    return replace(_changed(setup, sea, parse_list(text)), asked=True)


def with_sailing_wind(setup: SeaSetup, sea: SeaState, sailing: Sailing) -> SeaState:
    """The sea after WIND_CONDITIONS, which the sails have read already; raises ``ConfigError``."""
    return _changed(setup, sea, wind_settings(sailing)) if sailing.wind.is_set else sea


def with_faults(setup: SeaSetup, sea: SeaState, text: str, command: ActuatorCommand, vehicle: VehicleState) -> SeaState:
    """The sea after USM_FAULT; an actuator that gets stuck stays where it is. Raises ``ConfigError``."""
    faults = change_faults(sea.faults, text, setup.suite.groups, setup.actuators)
    present = {name.lower(): value for name, value in vehicle.actuators}
    for target in setup.actuators:
        # a short name means the actuator's first state, as jet_port means jet_port_n
        found = [value for name, value in present.items() if name.startswith(target + "_")]
        if target not in present and found:
            present[target] = found[0]
    present |= command_values(faulty_command(command, sea.faults))
    return replace(sea, faults=hold(faults, present), faults_fresh=True)


def _changed(setup: SeaSetup, sea: SeaState, changes: Mapping[str, str]) -> SeaState:
    settings = merge(dict(sea.settings), changes)
    hull = setup.hull
    weather = weather_from(settings, load=hull.load, hull_length=hull.length, sensor_height=hull.sensor_height)
    return replace(sea, settings=tuple(settings.items()), weather=weather)


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
