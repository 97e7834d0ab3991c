"""Parse ``sensor = gps, rate=5, noise=0.5`` into a ``Sensor``, with a ``ConfigError`` for invalid settings."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.sensors.kinds import KIND_NAMES, KINDS, UNDERWATER, ErrorModel, SensorKind
from usimmarine_py.sensors.sensor import Sensor, default_sensor
from usimmarine_py.text import finite_number, loose_boolean
from usimmarine_py.values.frozen import replace

#: Settings of one group's error model; ``noise`` is that of the main group, ``GROUP_noise`` of another.
_MODEL = {name: name for name in ("noise", "bias", "drift", "tau", "scale", "quantum")}
#: Their names in data sheets of inertial units.
_MODEL |= {"noise_density": "density", "bias_instability": "drift", "turn_on_bias": "turn_on"}
_MODEL |= {"noise_scale": "share"}
#: Settings of the whole sensor: (lowest, highest).
_WHOLE = {
    "rate": (1e-3, 1000.0),
    "latency": (0.0, 60.0),
    "dropout": (0.0, 1.0),
    "dropout_time": (0.0, 86400.0),
    "jump": (0.0, 1e6),
    "jump_every": (1e-3, 1e9),
    "jump_time": (0.0, 86400.0),
}
#: Settings of one kind: numbers with their range, and others.
_OWN: dict[str, dict[str, tuple[float, float]]] = {
    "gps": {"antenna": (-100.0, 100.0), "reacquire": (0.0, 86400.0)},
    "compass": {"declination": (-180.0, 180.0)},
}
_WORDS = {"gps": ("dual_antenna",), "compass": ("deviation",)}
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
    if _boolean(settings.pop("perfect", "false"), "perfect"):
        sensor = replace(sensor, errors=tuple((group, ErrorModel()) for group, _ in sensor.errors))
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
    if name == "name":
        if not text.isascii() or not text.replace("_", "").isalnum():
            raise ConfigError(f"name must be letters, digits and underscores, found {shorten(text)!r}", key="sensor")
        return replace(sensor, name=text.lower())
    own = _WORDS.get(sensor.kind.name, ())
    if name in ("nmea", "start_calibrated") or (name == "dual_antenna" and name in own):
        return replace(sensor, **{name: _boolean(text, name)})
    if name == "deviation" and name in own:
        card = [finite_number(piece) for piece in text.split(":")]
        if len(card) != 4 or any(n is None or abs(n) > 90.0 for n in card):
            raise ConfigError(f"deviation must be N:E:S:W in degrees, up to 90; found {text!r}", key="sensor")
        return replace(sensor, deviation=tuple(card))
    if name == "at":
        numbers = [finite_number(piece) for piece in text.split(":")]
        if len(numbers) != 3 or any(n is None for n in numbers):
            raise ConfigError(f"at must be X:Y:Z in metres forward, to starboard, down; found {text!r}", key="sensor")
        return replace(sensor, arm=(numbers[0] or 0.0, numbers[1] or 0.0, numbers[2] or 0.0))
    read = sensor.kind.readers.get(name)
    if read is not None:
        try:
            value = read(text)
        except ConfigError as error:
            raise ConfigError(f"{name} {error.problem}", key="sensor", suggestion=error.suggestion) from None
        return replace(sensor, own=replace(sensor.own, **{name: value}))
    return _set_number(sensor, name, text)


def _set_number(sensor: Sensor, name: str, text: str) -> Sensor:
    """Set a number that every instrument has: of the whole sensor, or of the errors of one output."""
    number = finite_number(text)
    whole = _WHOLE | _OWN.get(sensor.kind.name, {})
    if name in whole:
        low, high = whole[name]
        if number is None or not low <= number <= high:
            raise ConfigError(f"{name} must be {low:g} to {high:g}, found {shorten(text)!r}", key="sensor")
        return replace(sensor, **{name: number})
    groups = dict(sensor.errors)
    places = {f"{group}_{item}": (group, item) for group in groups for item in _MODEL}
    places |= {item: (sensor.kind.main, item) for item in _MODEL}
    if name not in places:
        own = _WORDS.get(sensor.kind.name, ())
        known = ["name", "nmea", "at", "perfect", "start_calibrated", *whole, *own, *sensor.kind.readers, *places]
        raise ConfigError(f"{sensor.kind.name} has no setting {name}", key="sensor", suggestion=suggest(name, known))
    if number is None:
        raise ConfigError(f"{name} must be a finite number, found {shorten(text)!r}", key="sensor")
    group, item = places[name]
    if (item not in ("bias", "scale", "tau") and number < 0.0) or (item == "tau" and number <= 0.0):
        raise ConfigError(
            f"{name} must be {'above' if item == 'tau' else 'at least'} 0, found {number:g}", key="sensor"
        )
    # one of the two says how much white noise there is: the one given
    other = {"noise": {"density": 0.0}, "noise_density": {"noise": 0.0}}.get(item, {})
    groups[group] = replace(groups[group], **other, **{_MODEL[item]: number})
    return replace(sensor, errors=tuple(groups.items()))


def _boolean(text: str, name: str) -> bool:
    found = loose_boolean(text, False)
    if found is None:
        raise ConfigError(f"{name} must be true or false, found {shorten(text)!r}", key="sensor")
    return found
