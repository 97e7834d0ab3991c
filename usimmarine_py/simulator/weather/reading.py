"""From the lines of a mission's block to ``SeaSetup`` and the first ``SeaState``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from usimmarine_py.actuators.faults import COMMAND_TARGETS
from usimmarine_py.environment.hull import hull_of
from usimmarine_py.environment.parameters import PARAMETERS as WEATHER
from usimmarine_py.environment.settings import visuals_from, weather_from
from usimmarine_py.environment.weather import Weather
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.model import Backend
from usimmarine_py.sensors.nmea import EPOCH, epoch_from
from usimmarine_py.sensors.parameters import PARAMETERS as SENSORS
from usimmarine_py.sensors.sensor import Sensor
from usimmarine_py.sensors.settings import MOST_SENSORS, sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.simulator.config.lines import ConfigLine, ConfigWarning, Note, make_warning
from usimmarine_py.simulator.weather.state import SeaSetup, SeaState
from usimmarine_py.text import finite_number, loose_boolean

PARAMETERS = (*WEATHER, *SENSORS)
NAMES = frozenset(parameter.name for parameter in PARAMETERS)
_WEATHER_NAMES = frozenset(parameter.name for parameter in WEATHER)
#: These alone make no weather.
_NO_WEATHER = frozenset({"seed", "visuals", "visuals_at"})
_Value = TypeVar("_Value")


@dataclass
class SeaDraft:
    """Grows line by line."""

    lines: dict[str, ConfigLine] = field(default_factory=dict)  #: by parameter name; the last one
    sensors: list[Sensor] = field(default_factory=list)

    def take(self, name: str, line: ConfigLine) -> Note | None:
        """Read one line of parameter ``name``; values that depend on each other are judged at the end."""
        if name != "sensor":
            self.lines[name] = line
            return None
        try:
            sensor = sensor_from(line.value)
        except ConfigError as error:
            return _note(error)
        if any(other.name == sensor.name for other in self.sensors):
            return Note(f"two sensors named {sensor.name}; give one of them name=OTHER", unhandled=False)
        if len(self.sensors) == MOST_SENSORS:
            return Note(f"more than {MOST_SENSORS} sensors; this one is left out", unhandled=False)
        self.sensors.append(sensor)
        return None


def settle(
    draft: SeaDraft, backend: Backend | None, sailing: Sailing, seed: int | None
) -> tuple[SeaSetup, SeaState, list[ConfigWarning]]:
    """Fixed part, first state, and one warning for each line that had to be left out.

    ``backend`` None is the kinematic one; the wind of ``sailing`` counts where no weather parameter gives one;
    ``seed`` overrides the line.
    """
    warnings: list[ConfigWarning] = []
    hull = hull_of(backend)

    def build(settings: Mapping[str, str]) -> tuple[Weather, tuple[float, float] | None]:
        weather = weather_from(settings, load=hull.load, hull_length=hull.length, sensor_height=hull.sensor_height)
        return weather, visuals_from(settings)

    settings = {name: line.value for name, line in draft.lines.items() if name in _WEATHER_NAMES}
    if seed is not None:
        settings["seed"] = str(seed)
    asked = bool(settings.keys() - _NO_WEATHER)
    weather, visuals_at = Weather(), None
    while True:
        try:
            weather, visuals_at = build(settings)
            break
        except ConfigError as error:
            if error.key not in settings:
                raise
            # the rest of the weather must not suffer from one bad line
            warnings.append(_warning(draft, error))
            del settings[error.key]
    if sailing.wind.is_set and not weather.wind.given:
        try:
            settings |= wind_settings(sailing)
            weather = build(settings)[0]
        except ConfigError as error:
            settings = {k: v for k, v in settings.items() if k not in ("wind_speed", "wind_dir")}
            line = ConfigLine("wind_conditions", sailing.wind.summary())
            warnings.append(make_warning(line, _note(error), as_reference=False))

    def value(name: str, read: Callable[[str], _Value], otherwise: _Value) -> _Value:
        if name not in draft.lines:
            return otherwise
        try:
            return read(draft.lines[name].value)
        except ConfigError as error:
            error.key = name
            warnings.append(_warning(draft, error))
            return otherwise

    setup = SeaSetup(
        suite=Suite(tuple(draft.sensors), weather.seed),
        as_nav=value("sensors_as_nav", _boolean, False),
        nmea=value("nmea", _boolean, True),
        epoch=value("nmea_start", epoch_from, EPOCH),
        nmea_udp=value("nmea_udp", _port, 0),
        nmea_tcp=value("nmea_tcp", _port, 0),
        visuals_at=visuals_at,
        kinematic=backend is None,
        hull=hull,
        actuators=(*COMMAND_TARGETS, *getattr(backend, "actuator_targets", ())),
    )
    warnings += _remarks(draft, setup)
    state = SeaState(tuple(settings.items()), weather, asked, suite=setup.suite.start())
    return setup, state, warnings


def wind_settings(sailing: Sailing) -> dict[str, str]:
    """The wind that the sails know, as weather parameters."""
    return {"wind_speed": repr(sailing.wind.speed), "wind_dir": repr(sailing.wind.direction)}


def _remarks(draft: SeaDraft, setup: SeaSetup) -> list[ConfigWarning]:
    """Lines that are right but do nothing, or less than they seem to."""
    found = []
    if not setup.suite.sensors:
        for name in ("sensors_as_nav", "nmea_udp", "nmea_tcp"):
            if getattr(setup, "as_nav" if name == "sensors_as_nav" else name):
                found.append((name, "has no effect without a sensor; add a line sensor = gps"))
    elif setup.as_nav:
        measured = setup.suite.sources
        true = [suffix for suffix in ("X", "HEADING", "SPEED", "DEPTH") if suffix not in measured]
        if true:
            found.append(("sensors_as_nav", f"no sensor measures {', '.join(true)}: the true values are published"))
    return [
        make_warning(draft.lines[name], Note(text, unhandled=False, harmless=True), as_reference=False)
        for name, text in found
    ]


def _note(error: ConfigError) -> Note:
    return Note(error.problem, unhandled=False, suggestion=error.suggestion)


def _warning(draft: SeaDraft, error: ConfigError) -> ConfigWarning:
    line = draft.lines.get(error.key, ConfigLine(error.key, ""))
    return make_warning(line, _note(error), as_reference=False)


def _boolean(text: str) -> bool:
    found = loose_boolean(text, False)
    if found is None:
        raise ConfigError(f"must be true or false, found {shorten(text)!r}")
    return found


def _port(text: str) -> int:
    number = finite_number(text)
    if number is None or number != int(number) or not 0 <= number <= 65535:
        raise ConfigError(f"must be a port number from 0 to 65535, found {shorten(text)!r}")
    return int(number)
