"""The weather from the texts of a mission file or of mail; one clear ``ConfigError`` for what is wrong.

Settings are kept as a mapping of parameter name to text. Mail merges its changes into it and the whole is built
again, so that a bad change leaves the last good weather in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, pi, radians
from typing import Any

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.kernels.waves import peak_frequency
from usimmarine_py.maths.gauss_markov import GaussMarkov
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sea.parameters import PARAMETERS
from usimmarine_py.sea.waves import SPECTRUM_NAMES, Waves, largest_height
from usimmarine_py.sea.weather import Current, Weather
from usimmarine_py.sea.wind import WindModel

_BY_NAME = {p.name: p for p in PARAMETERS}
#: A new value of the key takes these earlier ones out of force, so that the latest counts.
_REPLACES = {
    "beaufort": ("wind_speed", "wind_u10", "sea_state", "wave_hs", "wave_tp"),
    "sea_state": ("wave_hs", "wave_tp"),
    "wave_hs": ("sea_state",),
    "wind_speed": ("wind_u10",),
    "wind_u10": ("wind_speed",),
}


def weather_from(
    settings: Mapping[str, str], hull: Hull | None = None, origin: float = 0.0, bed: float = 0.0
) -> Weather:
    """Return the weather of ``settings`` (parameter name to text; empty = default) for a vehicle with ``hull``.

    ``origin`` (s) is the sea's clock at the vehicle's time 0, ``bed`` (m) the depth of the water that its waves run in,
    0 = deep. Raises ``ConfigError``.
    """
    hull = Hull() if hull is None else hull
    values = _Values(settings)
    wind = _wind(values)
    waves = _waves(values, wind)
    _breaking(values, waves, bed)
    weather = Weather(wind, waves, _current(values), values["leeway"] / 100.0, _sea_seed(values), hull, origin, bed)
    visuals_from(settings)
    if waves.act == "forces" and hull.load is None and waves.hs > 0.0:
        raise ConfigError("the vehicle has no hydrostatics that waves could push at; try waves = motion", key="waves")
    if waves.act == "thesis" and hull.gains is None and waves.hs > 0.0:
        raise ConfigError("the vehicle has no wave gains; give [waves] K in its file or waves = forces", key="waves")
    return weather


def seed_of(settings: Mapping[str, str]) -> int:
    """Return the seed of what is a vehicle's own, such as the noise of its sensors. Raises ``ConfigError``."""
    seed: int = _Values(settings)["seed"]
    return seed


def visuals_from(settings: Mapping[str, str]) -> tuple[float, float] | None:
    """Return where (x, y in m) the arrows are drawn, or None when ``visuals`` is off."""
    values = _Values(settings)
    shown, place = values["visuals"], values["visuals_at"]
    return place if shown else None


def merge(settings: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """Return ``settings`` with ``changes`` in force, without earlier values of the same thing under other names."""
    replaced = {old for key in changes for old in _REPLACES.get(key, ())} - set(changes)
    return {k: v for k, v in settings.items() if k not in replaced} | dict(changes)


def parse_list(text: str) -> dict[str, str]:
    """Return ``name=value, name=value`` of USM_WEATHER as a mapping.

    Every name must be a weather parameter, but no seed and not visuals. Raises ``ConfigError``.
    """
    changes: dict[str, str] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        key = name.strip().lower()
        if not equals:
            raise ConfigError(f"expected name=value, found {shorten(part.strip())!r}")
        if key not in _BY_NAME or key in ("seed", "sea_seed", "visuals", "visuals_at"):
            raise ConfigError("not a weather parameter that mail can set", key=key, suggestion=suggest(key, _BY_NAME))
        if key in changes:
            raise ConfigError("given twice", key=key)
        changes[key] = value.strip()
    if not changes:
        raise ConfigError("expected name=value, found nothing")
    return changes


class _Values:
    """The settings checked, with the defaults, ranges and choices of the table."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        given = {k.lower(): str(v).strip() for k, v in settings.items() if str(v).strip()}
        for key in given:
            if key not in _BY_NAME:
                raise ConfigError("unknown weather parameter", key=key, suggestion=suggest(key, _BY_NAME))
        self.given = given

    def __getitem__(self, name: str) -> Any:
        """Return the checked value in force; None when a number is not given and has no default."""
        parameter = _BY_NAME[name]
        return parameter.value(self.given.get(name, parameter.default))

    def process(self, prefix: str, scale: float = 1.0) -> GaussMarkov:
        """Return the Gauss-Markov process of ``prefix`` with its values times ``scale``."""
        return GaussMarkov(self[prefix + "_mu"], scale * self[prefix + "_sigma"], scale * self[prefix + "_limit"])


def _sea_seed(values: _Values) -> int:
    """Return the seed of what all vehicles of a mission share."""
    given: int | None = values["sea_seed"]
    seed: int = values["seed"]
    return seed if given is None else given


def _wind(values: _Values) -> WindModel:
    speed, u10, number = values["wind_speed"], values["wind_u10"], values["beaufort"]
    if speed is not None and u10 is not None:
        raise ConfigError("wind_u10 is given too; keep one of them", key="wind_speed")
    if number is not None and speed is None and u10 is None:
        from usimmarine_py.sea.beaufort import beaufort  # few missions give one

        speed = beaufort(number)[0]
    wind = WindModel(
        speed,
        u10,
        towards=radians((values["wind_dir"] + 180.0) % 360.0),
        kappa=values["wind_kappa"],
        height=values["wind_height"],
        speed_variation=values.process("wind_speed"),
        direction_variation=values.process("wind_dir", pi / 180.0),
        gust="" if values["wind_gust"] == "none" else values["wind_gust"],
        gust_components=values["wind_gust_components"],
    )
    for name, active in (
        ("wind_gust", bool(wind.gust)),
        ("wind_speed_sigma", wind.speed_variation.active),
        ("wind_dir_sigma", wind.direction_variation.active),
    ):
        if active and not wind.given:
            raise ConfigError("there is no wind; give wind_speed, wind_u10 or beaufort as well", key=name)
    return wind


def _waves(values: _Values, wind: WindModel) -> Waves:
    scale = values["beaufort_sea"]  # judged whether it counts or not
    hs, state, number, tp = values["wave_hs"], values["sea_state"], values["beaufort"], values["wave_tp"]
    if hs is not None and state is not None:
        raise ConfigError("wave_hs is given too; keep one of them", key="sea_state")
    if hs is None and not (state is None and number is None):
        from usimmarine_py.sea.beaufort import SEA_STATE_HEIGHT, beaufort

        hs = SEA_STATE_HEIGHT[state] if state is not None else beaufort(number, scale)[1]
    if hs is None and tp is not None:
        raise ConfigError("there are no waves; give wave_hs, sea_state or beaufort as well", key="wave_tp")
    # waves of less than a millimetre are none; the peak frequency of a much lower sea is beyond all numbers
    height = hs if hs is not None and hs >= 0.001 else 0.0
    omega_p = 0.0
    if height > 0.0:
        omega_p = 2.0 * pi / tp if tp is not None else peak_frequency(height)
    direction = values["wave_dir"]
    return Waves(
        height,
        omega_p,
        spectrum=SPECTRUM_NAMES[values["wave_spectrum"]],
        peak=values["wave_gamma"],
        towards=radians(direction) if direction is not None else (wind.towards if wind.given else 0.0),
        spread=radians(values["wave_spread"]),
        components=values["wave_components"],
        act=values["waves"],
        orbital=values["wave_orbital"],
        independent_noise=values["wave_noise"] == "independent",
    )


def _breaking(values: _Values, waves: Waves, bed: float) -> None:
    """Refuse a sea that would break, steeper than 0.14 or higher than 0.6 of the water is deep."""
    if waves.hs <= 0.0:
        return
    most = largest_height(waves.omega_p, bed)
    if waves.hs > most:
        period = 2.0 * pi / waves.omega_p
        where = f" in water {bed:g} m deep" if bed > 0.0 else ""
        key = next((name for name in ("wave_hs", "sea_state", "beaufort") if name in values.given), "wave_hs")
        raise ConfigError(
            f"waves of Hs {waves.hs:g} m and Tp {period:.3g} s break{where}: the largest Hs is "
            f"{floor(100.0 * most + 1e-6) / 100.0:g} m",
            key=key,
        )


def _current(values: _Values) -> Current:
    return Current(
        values["current_speed"],
        radians(values["current_dir"]),
        values["current_down"],
        values.process("current_speed"),
        values.process("current_dir", pi / 180.0),
        values["current_depth_profile"],
    )
