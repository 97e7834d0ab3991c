"""Parse ``sensor = gps, rate=5, noise=0.5`` into a ``Sensor``, with a ``ConfigError`` for invalid settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.sensors.kinds import KIND_NAMES, KINDS, UNDERWATER, ErrorModel, SensorKind, boolean, number, numbers
from usimmarine_py.sensors.sensor import Sensor, default_sensor
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import NumberLimits

#: Settings of one group's error model; ``noise`` is that of the main group, ``GROUP_noise`` of another.
_MODEL = {name: name for name in ("noise", "bias", "drift", "tau", "scale", "quantum")}
#: Their names in data sheets of inertial units.
_MODEL |= {"noise_density": "density", "bias_instability": "drift", "turn_on_bias": "turn_on"}
_MODEL |= {"noise_scale": "share"}


def _name(text: str) -> str:
    if not text.isascii() or not text.replace("_", "").isalnum():
        raise ConfigError(f"must be letters, digits and underscores, found {shorten(text)!r}")
    return text.lower()


#: Settings of every sensor, with their readers.
_WHOLE: dict[str, Callable[[str], Any]] = {
    "name": _name,
    "nmea": boolean,
    "at": numbers(3, "X:Y:Z in metres forward, to starboard, down"),
    "start_calibrated": boolean,
    "rate": number(1e-3, 1000.0),
    "latency": number(0.0, 60.0),
    "dropout": number(0.0, 1.0),
    "dropout_time": number(0.0, 86400.0),
    "jump": number(0.0, 1e6),
    "jump_every": number(1e-3, 1e9),
    "jump_time": number(0.0, 86400.0),
}
#: Largest number of sensors of one vehicle.
MOST_SENSORS = 50


def with_sensor(sensors: Sequence[Sensor], line: str) -> tuple[Sensor, ...]:
    """Add the sensor of a ``sensor`` line. Raises ``ConfigError``, also for a name used twice."""
    sensor = sensor_from(line)
    if any(other.name == sensor.name for other in sensors):
        raise ConfigError(f"two sensors named {sensor.name}; give one of them name=OTHER", key="sensor")
    if len(sensors) == MOST_SENSORS:
        raise ConfigError(f"more than {MOST_SENSORS} sensors; this one is left out", key="sensor")
    return *sensors, sensor


def kind_named(name: str) -> SensorKind:
    """Return the kind with this name or alias. Raises ``ConfigError``."""
    word = KIND_NAMES.get(name.lower(), name.lower())
    if word in UNDERWATER:
        from usimmarine_py.sensors import underwater  # few vehicles need them

        return underwater.KINDS[word]
    if word not in KINDS:
        raise ConfigError(
            f"no such sensor {shorten(name)!r}; there are {', '.join((*KINDS, *UNDERWATER))}",
            key="sensor",
            suggestion=suggest(word, [*KINDS, *UNDERWATER, *KIND_NAMES]),
        )
    return KINDS[word]


def in_water(sensor: Sensor, rho: float) -> Sensor:
    """Return the sensor for water of ``rho`` kg/m3, unless its line sets a density."""
    if getattr(sensor.own, "rho", rho) is None:
        return replace(sensor, own=replace(sensor.own, rho=rho))
    return sensor


def sensor_from(line: str) -> Sensor:
    """Parse one sensor: its kind, then settings in any order, separated by commas."""
    first, *rest = [part.strip() for part in line.split(",")]
    sensor = default_sensor(kind_named(first))
    settings = _settings(rest)
    if _read(boolean, "perfect", settings.pop("perfect", "false")):
        sensor = replace(sensor, errors=tuple((group, ErrorModel()) for group, _ in sensor.errors))
    if sensor.kind.name == "compass" and "bias" in settings and "turn_on_bias" not in settings:
        settings["turn_on_bias"] = "0"  # a bias that is given is the whole one
    for name, text in settings.items():
        sensor = _set(sensor, name, text)
    return sensor


def _settings(parts: Sequence[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for part in parts:
        if not part:
            continue
        name, equals, text = (piece.strip() for piece in part.partition("="))
        name = name.lower()
        if not equals or not text:
            raise ConfigError(f"expected setting=value, found {shorten(part)!r}", key="sensor")
        if name in settings:
            raise ConfigError(f"{name} is given twice", key="sensor")
        settings[name] = text
    return settings


def _set(sensor: Sensor, name: str, text: str) -> Sensor:
    own = sensor.kind.readers.get(name)
    read = _WHOLE.get(name, own)
    if read is None:
        return _set_error(sensor, name, text)
    value = _read(read, name, text)
    if own is not None:
        return replace(sensor, own=replace(sensor.own, **{name: value}))
    return replace(sensor, **{"arm" if name == "at" else name: value})


def _read(read: Callable[[str], Any], name: str, text: str) -> Any:
    try:
        return read(text)
    except ConfigError as error:
        raise ConfigError(f"{name} {error.problem}", key="sensor", suggestion=error.suggestion) from None


def _set_error(sensor: Sensor, name: str, text: str) -> Sensor:
    """Set a number of the errors of one output."""
    value = finite_number(text)
    groups = dict(sensor.errors)
    places = {f"{group}_{item}": (group, item) for group in groups for item in _MODEL}
    places |= {item: (sensor.kind.main, item) for item in _MODEL}
    if name not in places:
        known = [*_WHOLE, "perfect", *sensor.kind.readers, *places]
        raise ConfigError(f"{sensor.kind.name} has no setting {name}", key="sensor", suggestion=suggest(name, known))
    if value is None:
        raise ConfigError(f"{name} must be a finite number, found {shorten(text)!r}", key="sensor")
    group, item = places[name]
    limits = NumberLimits(above=0.0) if item == "tau" else NumberLimits(None if item in ("bias", "scale") else 0.0)
    if problem := limits.problem(value):
        raise ConfigError(f"{name} {problem}, found {value:g}", key="sensor")
    # one of the two says how much white noise there is: the one given
    other = {"noise": {"density": 0.0}, "noise_density": {"noise": 0.0}}.get(item, {})
    groups[group] = replace(groups[group], **other, **{_MODEL[item]: value})
    return replace(sensor, errors=tuple(groups.items()))
