"""What of the weather was asked for and has no effect on this vehicle, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.sea.parameters import PARAMETERS
from usimmarine_py.sea.weather import Weather
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.values.frozen import dataclass

_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


class Idle(NamedTuple):
    """A parameter without effect."""

    name: str
    why: str
    later: bool = False  #: other weather, which mail can bring, would give it one


@dataclass(frozen=True, slots=True)
class Asked:
    """The weather in force and what it meets."""

    settings: Mapping[str, str]  #: parameters in force, by name
    model: Weather
    sailing: Sailing
    suite: Suite
    kinematic: bool
    surface: bool = False  #: the vehicle cannot dive
    planar: bool = False  #: it moves in the plane only
    depth_known: bool = False  #: the water depth is
    field: bool = False  #: there is a current field

    @property
    def waves(self) -> bool:
        """Whether there are any."""
        return self.model.waves.hs > 0.0

    @property
    def current(self) -> bool:
        """Whether there is one of the weather's own."""
        c = self.model.current
        return bool(c.speed or c.down or c.speed_variation.active)


def idle_wind(asked: Asked) -> str:
    """Why the wind has no effect on this vehicle; empty when it has, or there is none."""
    model = asked.model
    if not model.wind.given or any(sensor.kind.name == "wind" for sensor in asked.suite.sensors):
        return ""
    if not asked.kinematic:
        return "" if model.hull.windage else "the vehicle has no wind areas, so that the wind has no effect on it"
    if model.leeway > 0.0 or asked.sailing.plot.points:
        return ""
    return "the wind has no effect on a kinematic vehicle without leeway or polar_plot"


def idle_weather(names: Iterable[str], asked: Asked) -> list[Idle]:
    """Those of the parameters ``names`` that do nothing; one that asks for its default asks for nothing."""
    found = []
    for name in names:
        text, parameter = asked.settings.get(name, ""), _BY_NAME.get(name)
        if parameter is None or not text or parameter.value(text) == parameter.value(parameter.default):
            continue
        lacking = _lacks(name, asked)
        if lacking:
            found.append(Idle(name, f"has no effect: there {lacking}", later=True))
        elif name in _RULES and (why := _RULES[name](asked)):
            found.append(Idle(name, why))
    return found


def _lacks(name: str, asked: Asked) -> str:
    if name.startswith("wind_") and name not in ("wind_speed", "wind_u10") and not asked.model.wind.given:
        return "is no wind"
    if name == "leeway" and asked.kinematic and not asked.model.wind.given:
        return "is no wind"
    if name.startswith("wave") and name not in ("wave_hs", "waves") and not asked.waves:
        return "are no waves"
    if name == "waves" and not asked.waves:
        return "are no waves"
    if name.startswith("current_") and name not in ("current_speed", "current_down") and not asked.current:
        return "" if name == "current_speed_sigma" else "is no current"
    if name == "visuals" and not (asked.model.wind.given or asked.waves or asked.current or asked.field):
        return "is no wind, sea or current to draw"
    return ""


def _beaufort(asked: Asked) -> str:
    given = asked.settings
    if ("wind_speed" in given or "wind_u10" in given) and ("wave_hs" in given or "sea_state" in given):
        return "has no effect: wind and waves are given by themselves"
    return "" if "wind_speed" in given or "wind_u10" in given else idle_wind(asked)


def _leeway(asked: Asked) -> str:
    return "" if asked.kinematic else "is for the kinematic vehicle; on this one the wind acts as a force"


def _orbital(asked: Asked) -> str:
    # the rule of Weather.at
    return "the waves' orbital velocity always acts with waves = forces" if asked.model.wave_action == "forces" else ""


def _down(asked: Asked) -> str:
    if asked.kinematic or asked.planar:
        return "has no effect: the vehicle " + ("is kinematic" if asked.kinematic else "moves in the plane")
    return ""


def _profile(asked: Asked) -> str:
    if asked.surface:
        return "has no effect: the vehicle stays on the surface, where the current is whole"
    return "" if asked.depth_known else "has no effect while the water depth is unknown; give default_water_depth"


def _drawn(asked: Asked) -> bool:
    return bool(_BY_NAME["visuals"].value(asked.settings.get("visuals") or "false"))


def _needs(has: Callable[[Asked], bool], what: str) -> Callable[[Asked], str]:
    return lambda asked: "" if has(asked) else f"has no effect without {what}"


_U10 = _needs(lambda a: a.model.wind.u10 is not None, "wind_u10: wind_speed is used as it is")
_GUST = _needs(lambda a: bool(a.model.wind.gust), "wind_gust")
_PROFILE = _needs(lambda a: a.model.wind.u10 is not None or bool(a.model.wind.gust), "wind_u10 or wind_gust")
_SLOW_WIND = _needs(lambda a: a.model.wind.speed_variation.active, "wind_speed_sigma")
_SLOW_VEER = _needs(lambda a: a.model.wind.direction_variation.active, "wind_dir_sigma")
_SLOW_CURRENT = _needs(lambda a: a.model.current.speed_variation.active, "current_speed_sigma")
_SLOW_TURN = _needs(lambda a: a.model.current.direction_variation.active, "current_dir_sigma")
_RULES: Mapping[str, Callable[[Asked], str]] = {
    "wind_speed": idle_wind,
    "wind_u10": idle_wind,
    "beaufort": _beaufort,
    "beaufort_sea": _needs(lambda a: "beaufort" in a.settings, "beaufort"),
    "leeway": _leeway,
    "wind_height": _U10,
    "wind_kappa": _PROFILE,
    "wind_gust_components": _GUST,
    "wind_speed_mu": _SLOW_WIND,
    "wind_speed_limit": _SLOW_WIND,
    "wind_dir_mu": _SLOW_VEER,
    "wind_dir_limit": _SLOW_VEER,
    "wave_gamma": _needs(lambda a: a.model.waves.spectrum == "jonswap", "wave_spectrum = jonswap"),
    "wave_noise": _needs(lambda a: a.model.wave_action == "thesis", "waves = thesis"),
    "wave_orbital": _orbital,
    "current_down": _down,
    "current_speed_mu": _SLOW_CURRENT,
    "current_speed_limit": _SLOW_CURRENT,
    "current_dir_mu": _SLOW_TURN,
    "current_dir_limit": _SLOW_TURN,
    "current_depth_profile": _profile,
    "visuals_at": _needs(_drawn, "visuals = true"),
}
