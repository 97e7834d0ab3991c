"""From the words of a mission file or of mail to a ``Weather``; one clear ``ConfigError`` for what is wrong.

Settings are kept as a mapping of parameter name to text. Mail merges its changes into it and the whole is built
again, so that a bad change leaves the last good weather in force.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import pi, radians

from usimmarine_py.environment import beaufort as tables
from usimmarine_py.environment.parameters import PARAMETERS
from usimmarine_py.environment.spectra import SPECTRUM_NAMES, peak_frequency
from usimmarine_py.environment.wave_load import WaveLoad
from usimmarine_py.environment.weather import Current, Waves, Weather, Wind
from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.maths.gauss_markov import GaussMarkov
from usimmarine_py.model import Parameter
from usimmarine_py.text import finite_number, loose_boolean

_BY_NAME = {p.name: p for p in PARAMETERS}
#: The kinematic room declares it; its meaning is kept here too.
WIND_CONDITIONS = "wind_conditions"
#: A new value of the key takes these earlier ones out of force, so that the last word counts.
_REPLACES = {
    "beaufort": ("wind_speed", "wind_u10", WIND_CONDITIONS, "sea_state", "wave_hs", "wave_tp"),
    "sea_state": ("wave_hs", "wave_tp"),
    "wave_hs": ("sea_state",),
    "wind_speed": ("wind_u10", WIND_CONDITIONS),
    "wind_u10": ("wind_speed", WIND_CONDITIONS),
    "wind_dir": (),
}


def weather_from(
    settings: Mapping[str, str], *, load: WaveLoad | None = None, hull_length: float = 0.0, sensor_height: float = 10.0
) -> Weather:
    """The weather that ``settings`` (parameter name to text; empty = default) describe.

    ``load``, ``hull_length`` (m) and ``sensor_height`` (m) come from the vehicle. Raises ``ConfigError``.
    """
    values = _Values(settings)
    wind = _wind(values)
    waves = _waves(values, wind)
    weather = Weather(
        wind, waves, _current(values), values.number("leeway") / 100.0, values.integer("seed"), load, hull_length,
        sensor_height,
    )  # fmt: skip
    values.boolean("visuals")
    values.pair("visuals_at")
    if waves.act == "forces" and load is None and waves.hs > 0.0:
        raise ConfigError("the vehicle has no wave gains; give [waves] K in its file or waves = motion", key="waves")
    return weather


def visuals_from(settings: Mapping[str, str]) -> tuple[float, float] | None:
    """Where (x, y in m) the arrows are drawn, or None when ``visuals`` is off."""
    values = _Values(settings)
    return values.pair("visuals_at") if values.boolean("visuals") else None


def merge(settings: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """``settings`` with ``changes`` in force; earlier values that say the same in other words give way."""
    replaced = {old for key in changes for old in _REPLACES.get(key, ())} - set(changes)
    return {k: v for k, v in settings.items() if k not in replaced} | dict(changes)


def parse_list(text: str) -> dict[str, str]:
    """``name=value, name=value`` of USM_WEATHER; every name must be a weather parameter (not seed or visuals)."""
    changes: dict[str, str] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        key = name.strip().lower()
        if not equals:
            raise ConfigError(f"expected name=value, found {shorten(part.strip())!r}")
        if key not in _BY_NAME or key in ("seed", "visuals", "visuals_at"):
            raise ConfigError("not a weather parameter that mail can set", key=key, suggestion=suggest(key, _BY_NAME))
        if key in changes:
            raise ConfigError("given twice", key=key)
        changes[key] = value.strip()
    if not changes:
        raise ConfigError("expected name=value, found nothing")
    return changes


def parse_wind_conditions(text: str) -> dict[str, str]:
    """``spd=, dir=`` (from where it blows) as ``wind_speed`` and ``wind_dir``; a missing one keeps its value."""
    changes: dict[str, str] = {}
    names = {"spd": "wind_speed", "dir": "wind_dir"}
    for part in text.split(","):
        if not part.strip():
            continue
        name, _, value = (p.strip() for p in part.partition("="))
        if name not in names:
            raise ConfigError(f"expected spd=SPEED, dir=DEGREES, found {shorten(part.strip())!r}", key=WIND_CONDITIONS)
        number = finite_number(value)
        if number is None or number < 0.0:
            raise ConfigError(f"{name} must be a number >= 0, found {shorten(value)!r}", key=WIND_CONDITIONS)
        changes[names[name]] = value
    if not changes:
        raise ConfigError("expected spd=SPEED, dir=DEGREES, found nothing", key=WIND_CONDITIONS)
    return changes


class _Values:
    """Checked access to the settings, with the table's defaults, ranges and choices."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        given = {k.lower(): str(v).strip() for k, v in settings.items() if str(v).strip()}
        conditions = given.pop(WIND_CONDITIONS, "")
        if conditions:
            if "wind_u10" in given:
                raise ConfigError("wind_u10 is given too; keep one of them", key=WIND_CONDITIONS)
            given = {**parse_wind_conditions(conditions), **given}
        for key in given:
            if key not in _BY_NAME:
                raise ConfigError("unknown weather parameter", key=key, suggestion=suggest(key, _BY_NAME))
        self.given = given

    def text(self, name: str) -> str:
        """The text in force, checked against the choices; empty when there is no default either."""
        parameter = _BY_NAME[name]
        text = self.given.get(name, parameter.default)
        if parameter.choices:
            text = text.lower()
            if text not in parameter.choices:
                raise ConfigError(
                    f"must be one of {', '.join(parameter.choices)}, found {shorten(text)!r}",
                    key=name,
                    suggestion=suggest(text, parameter.choices),
                )
        return text

    def optional(self, name: str) -> float | None:
        """A number in its range, or None when not given."""
        parameter = _BY_NAME[name]
        text = self.text(name)
        if not text:
            return None
        number = finite_number(text)
        if number is None:
            raise ConfigError(f"must be a finite number, found {shorten(text)!r}", key=name)
        _check_range(parameter, number)
        return number

    def number(self, name: str) -> float:
        """A number that has a default."""
        number = self.optional(name)
        assert number is not None
        return number

    def optional_integer(self, name: str) -> int | None:
        """A whole number in its range, or None."""
        text = self.text(name)
        if not text:
            return None
        # through float only for 3.0; a seed may have more digits than a float
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,40}", text) else None
        if number is None:
            real = finite_number(text)
            if real is None or real != int(real) or abs(real) >= 1e40:
                raise ConfigError(f"must be a whole number, found {shorten(text)!r}", key=name)
            number = int(real)
        _check_range(_BY_NAME[name], number)
        return number

    def integer(self, name: str) -> int:
        """A whole number that has a default."""
        number = self.optional_integer(name)
        assert number is not None
        return number

    def boolean(self, name: str) -> bool:
        """true or false, MOOS style."""
        found = loose_boolean(self.text(name), False)
        if found is None:
            raise ConfigError(f"must be true or false, found {shorten(self.text(name))!r}", key=name)
        return found

    def pair(self, name: str) -> tuple[float, float]:
        """Two numbers with a comma between them."""
        numbers = [finite_number(part.strip()) for part in self.text(name).split(",")]
        if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
            raise ConfigError(f"must be two numbers x,y, found {shorten(self.text(name))!r}", key=name)
        return numbers[0], numbers[1]

    def process(self, prefix: str, scale: float = 1.0) -> GaussMarkov:
        """The Gauss-Markov process of ``prefix`` with its values times ``scale``."""
        return GaussMarkov(
            self.number(prefix + "_mu"), scale * self.number(prefix + "_sigma"), scale * self.number(prefix + "_limit")
        )


def _check_range(parameter: Parameter, number: float) -> None:
    unit = f" {parameter.unit}" if parameter.unit else ""
    if parameter.minimum is not None and number < parameter.minimum:
        raise ConfigError(f"must be at least {parameter.minimum:g}{unit}, found {number:g}", key=parameter.name)
    if parameter.maximum is not None and number > parameter.maximum:
        raise ConfigError(f"must be at most {parameter.maximum:g}{unit}, found {number:g}", key=parameter.name)


def _wind(values: _Values) -> Wind:
    speed, u10 = values.optional("wind_speed"), values.optional("wind_u10")
    if speed is not None and u10 is not None:
        raise ConfigError("wind_u10 is given too; keep one of them", key="wind_speed")
    number = values.optional_integer("beaufort")
    if number is not None and speed is None and u10 is None:
        speed = tables.beaufort(number)[0]
    gust = values.text("wind_gust")
    wind = Wind(
        speed,
        u10,
        _towards_of_from(values.number("wind_dir")),
        values.number("wind_kappa"),
        values.optional("wind_height"),
        values.process("wind_speed"),
        values.process("wind_dir", pi / 180.0),
        "" if gust == "none" else gust,
        values.integer("wind_gust_components"),
    )
    if not wind.given:
        for name, active in (
            ("wind_gust", bool(wind.gust)),
            ("wind_speed_sigma", wind.speed_variation.active),
            ("wind_dir_sigma", wind.direction_variation.active),
        ):
            if active:
                raise ConfigError("there is no wind; give wind_speed, wind_u10 or beaufort as well", key=name)
    return wind


def _waves(values: _Values, wind: Wind) -> Waves:
    hs, state = values.optional("wave_hs"), values.optional_integer("sea_state")
    if hs is not None and state is not None:
        raise ConfigError("wave_hs is given too; keep one of them", key="sea_state")
    number = values.optional_integer("beaufort")
    if hs is None:
        if state is not None:
            hs = tables.SEA_STATE_HEIGHT[state]
        elif number is not None:
            hs = tables.beaufort(number)[1]
    tp = values.optional("wave_tp")
    if hs is None and tp is not None:
        raise ConfigError("there are no waves; give wave_hs, sea_state or beaufort as well", key="wave_tp")
    height = hs or 0.0
    omega_p = 0.0
    if height > 0.0:
        omega_p = 2.0 * pi / tp if tp is not None else peak_frequency(height)
    direction = values.optional("wave_dir")
    towards = radians(direction) if direction is not None else (wind.towards if wind.given else 0.0)
    return Waves(
        height,
        omega_p,
        SPECTRUM_NAMES[values.text("wave_spectrum")],
        values.number("wave_gamma"),
        towards,
        radians(values.number("wave_spread")),
        values.integer("wave_components"),
        values.text("waves"),
        values.boolean("wave_orbital"),
        values.text("wave_noise") == "independent",
    )


def _current(values: _Values) -> Current:
    return Current(
        values.number("current_speed"),
        radians(values.number("current_dir")),
        values.number("current_down"),
        values.process("current_speed"),
        values.process("current_dir", pi / 180.0),
        values.boolean("current_depth_profile"),
    )


def _towards_of_from(degrees: float) -> float:
    """Where a wind blows to, rad in [0, 2 pi), from where it comes from in degrees."""
    return radians((degrees + 180.0) % 360.0)
