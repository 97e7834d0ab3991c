"""What mail does to weather and faults: one bad word leaves everything as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from usimmarine_py.actuators.faults import command_values, faulty_command
from usimmarine_py.environment.settings import merge, parse_list, weather_from
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.model import ActuatorCommand, VehicleState
from usimmarine_py.model.faults import change_faults, hold
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.weather.state import SeaState, wind_settings


def with_weather(setup: Setup, sea: SeaState, text: str) -> SeaState:
    """The sea after USM_WEATHER; raises ``ConfigError``."""
    return replace(_changed(setup, sea, parse_list(text)), asked=True)


def with_sailing_wind(setup: Setup, sea: SeaState, sailing: Sailing) -> SeaState:
    """The sea after WIND_CONDITIONS, which the sails have read already; raises ``ConfigError``."""
    return _changed(setup, sea, wind_settings(sailing)) if sailing.wind.is_set else sea


def with_faults(setup: Setup, sea: SeaState, text: str, command: ActuatorCommand, vehicle: VehicleState) -> SeaState:
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


def _changed(setup: Setup, sea: SeaState, changes: Mapping[str, str]) -> SeaState:
    settings = merge(dict(sea.settings), changes)
    hull = setup.hull
    weather = weather_from(settings, load=hull.load, hull_length=hull.length, sensor_height=hull.sensor_height)
    return replace(sea, settings=tuple(settings.items()), weather=weather)
