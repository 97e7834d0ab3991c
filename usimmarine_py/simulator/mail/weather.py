"""What mail does to weather and faults: one bad word leaves everything as it was."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.actuators.faults import command_values, faulty_command
from usimmarine_py.environment.settings import merge, parse_list, weather_from
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.model.faults import Fault, change_faults, hold
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.simulator.weather.state import WeatherNow, sailing_in, wind_settings


def with_weather(setup: Setup, state: SimulatorState, text: str) -> SimulatorState:
    """The state after USM_WEATHER; raises ``ConfigError``."""
    weather = replace(_changed(setup, state.weather, parse_list(text)), asked=True, acts=True)
    return replace(state, weather=weather, sailing=sailing_in(weather, state.sailing))


def with_sailing_wind(setup: Setup, weather: WeatherNow, sailing: Sailing) -> WeatherNow:
    """The weather after WIND_CONDITIONS, which the sails have read already; raises ``ConfigError``."""
    return _changed(setup, weather, wind_settings(sailing)) if sailing.wind.is_set else weather


def faults_after(setup: Setup, state: SimulatorState, text: str) -> tuple[Fault, ...]:
    """The faults after USM_FAULT; an actuator that gets stuck stays where it is. Raises ``ConfigError``."""
    vehicle = (state.truth if setup.dual_state else state.nav).state
    faults = change_faults(state.faults, text, setup.suite.groups, setup.actuators)
    present = {name.lower(): value for name, value in vehicle.actuators}
    for target in setup.actuators:
        # a short name means the actuator's first state, as jet_port means jet_port_n
        found = [value for name, value in present.items() if name.startswith(target + "_")]
        if target not in present and found:
            present[target] = found[0]
    present |= command_values(faulty_command(state.command, state.faults))
    return hold(faults, present)


def _changed(setup: Setup, weather: WeatherNow, changes: Mapping[str, str]) -> WeatherNow:
    settings = merge(dict(weather.settings), changes)
    hull = setup.hull
    model = weather_from(settings, load=hull.load, hull_length=hull.length, sensor_height=hull.sensor_height)
    acts = weather.asked or (not setup.kinematic and model.wind.given)
    return replace(weather, settings=tuple(settings.items()), model=model, acts=acts)
