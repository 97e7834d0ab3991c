"""The weather's parameters and mail: one table that makes the parser, the examples and the reference page.

Current and waves are given TOWARDS, wind FROM where it blows, all in degrees clockwise from north.
``wind_conditions`` and WIND_CONDITIONS, the drift and the current field are declared where they are read.
"""

from __future__ import annotations

from usimmarine_py.kernels.wind import KAPPA
from usimmarine_py.sea.waves import COUNT, SPECTRUM_NAMES
from usimmarine_py.sea.wind import GUST_SPECTRA
from usimmarine_py.values import Key, MailEntry

_LAWS = "laws/environment"
_CURRENT, _WIND, _WAVES, _STATE = (f"{_LAWS} {section}" for section in (1, 3, 4, 6))

Limits = tuple[float | None, float | None]


def _number(
    source: str, name: str, default: str, unit: str, limits: Limits, help: str, kind: str = "number", example: str = ""
) -> Key:
    low, high = limits
    return Key(
        name, kind, default, help, unit=unit, minimum=low, maximum=high, group="weather", example=example, source=source
    )


def _whole(source: str, name: str, default: str, limits: Limits, help: str) -> Key:
    return _number(source, name, default, "", limits, help, kind="integer")


def _choice(source: str, name: str, choices: tuple[str, ...], help: str) -> Key:
    return Key(name, "text", choices[0], help, choices=choices, group="weather", source=source)


def _switch(source: str, name: str, help: str) -> Key:
    return Key(name, "bool", "false", help, group="weather", source=source)


def _variation(
    source: str, name: str, what: str, unit: str, most: float, mu: str, limit: str, largest: float | None
) -> tuple[Key, ...]:
    """Return the parameters of a Gauss-Markov process (laws/environment 5)."""
    return (
        _number(source, f"{name}_sigma", "0", unit, (0.0, most), f"standard deviation of the {what} variation"),
        _number(source, f"{name}_mu", mu, "1/s", (1e-6, 100.0), f"rate of the {what} variation"),
        _number(source, f"{name}_limit", limit, unit, (1e-6, largest), f"largest {what} deviation"),
    )


_ANY: Limits = (None, None)

PARAMETERS: tuple[Key, ...] = (
    _whole("laws/solvers", "seed", "0", (0, None), "seed of every random process; --seed wins"),
    _whole("laws/solvers", "sea_seed", "", (0, None), "seed of wind, waves and current alone; default: seed"),
    _whole(_STATE, "beaufort", "", (0, 12), "Beaufort number: wind of mid range and the sea that it fully develops"),
    _choice(
        _STATE, "beaufort_sea", ("developed", "table"),
        "height of a Beaufort number's sea: what its wind fully develops, or the middle of the scale's range (3: 0.40 "
        "or 0.75 m)",
    ),
    _number(_WIND, "wind_speed", "", "m/s", (0.0, 150.0), "mean wind speed at the vehicle, used as it is", example="8"),
    _number(_WIND, "wind_u10", "", "m/s", (0.0, 150.0), "mean wind speed at 10 m, taken through the height profile"),
    _number(_WIND, "wind_dir", "0", "deg", _ANY, "direction the wind blows from", example="270"),
    _number(_WIND, "wind_height", "", "m", (0.01, 300.0), "height at which wind_u10 acts; default: the vehicle's"),
    _number(_WIND, "wind_kappa", str(KAPPA), "", (1e-4, 0.1), "surface drag coefficient of profile and gusts"),
    *_variation(_WIND, "wind_speed", "slow speed", "m/s", 50.0, "0.1", "3", None),
    *_variation(_WIND, "wind_dir", "slow direction", "deg", 180.0, "0.1", "10", 180.0),
    _choice(_WIND, "wind_gust", ("none", *GUST_SPECTRA), "gust spectrum"),
    _whole(_WIND, "wind_gust_components", str(COUNT), (1, 10000), "components of the gust sum"),
    _number(_WIND, "leeway", "0", "%", (0.0, 100.0), "drift of the kinematic vehicle, per cent of the wind speed"),
    _whole(_STATE, "sea_state", "", (0, 9), "WMO sea state: significant wave height of its upper end"),
    _number(_WAVES, "wave_hs", "", "m", (0.0, 30.0), "significant wave height", example="0.5"),
    _number(_WAVES, "wave_tp", "", "s", (0.1, 60.0), "peak period; default: a fully developed sea of that height"),
    _number(_WAVES, "wave_dir", "", "deg", _ANY, "direction the waves run towards; default: with the wind, else 0"),
    _choice(_WAVES, "wave_spectrum", tuple(SPECTRUM_NAMES), "wave spectrum"),
    _number(_WAVES, "wave_gamma", "3.3", "", (1.0, 7.0), "peak enhancement of JONSWAP"),
    _number(_WAVES, "wave_spread", "0", "deg", (0.0, 90.0), "standard deviation of the wave components' directions"),
    _whole(_WAVES, "wave_components", str(COUNT), (1, 10000), "components of the elevation sum"),
    _choice(
        _WAVES, "waves", ("auto", "forces", "thesis", "motion", "none"),
        "what waves do: forces of the waves that are seen, of the thesis's filter, or motion of the outputs; auto: "
        "forces if the vehicle has hydrostatics, else motion",
    ),
    _switch(
        _WAVES, "wave_orbital", "the waves' orbital velocity joins the current; with waves = forces it always acts",
    ),
    _choice(_WAVES, "wave_noise", ("common", "independent"), "one noise for all forces of waves = thesis, or six"),
    _number(_CURRENT, "current_speed", "0", "m/s", (0.0, 20.0), "mean current speed", example="0.3"),
    _number(_CURRENT, "current_dir", "0", "deg", _ANY, "direction the current goes towards", example="90"),
    _number(_CURRENT, "current_down", "0", "m/s", (-20.0, 20.0), "downward current"),
    *_variation(_CURRENT, "current_speed", "current speed", "m/s", 20.0, "1", "0.2", None),
    *_variation(_CURRENT, "current_dir", "current direction", "deg", 180.0, "0.1", "5", 180.0),
    _switch(_CURRENT, "current_depth_profile", "current falls off towards the bottom as (1 - z/d)^(1/7)"),
    _switch(_LAWS, "visuals", "draw wind, waves and current in pMarineViewer"),
    _number(_LAWS, "visuals_at", "0,0", "m", _ANY, "where the arrows are drawn, x,y", kind="pair"),
)  # fmt: skip


def _out(name: str, unit: str, when: str, help: str) -> MailEntry:
    return MailEntry(name, "out", "number", help, unit=unit, when=when, group="weather", source=_LAWS)


MAIL: tuple[MailEntry, ...] = (
    _out("USM_WIND_SPEED", "m/s", "wind given", "true wind speed at the vehicle"),
    _out("USM_WIND_DIR", "deg", "wind given", "direction the true wind blows from, [0, 360)"),
    _out("USM_CURRENT_SPEED", "m/s", "current given", "horizontal current speed at the vehicle, drift apart"),
    _out("USM_CURRENT_DIR", "deg", "current given", "direction the current goes towards, [0, 360)"),
    _out("USM_WAVE_ELEVATION", "m", "waves given", "surface elevation at the vehicle, positive up"),
    _out("USM_WAVE_HS", "m", "waves given", "significant wave height"),
    _out("USM_WAVE_DIR", "deg", "waves given", "direction the waves run towards, [0, 360)"),
    _out("USM_WAVE_HEAVE", "m", "waves act as motion", "heave that the waves add to the outputs, positive down"),
    _out("USM_WAVE_ROLL", "rad", "waves act as motion", "roll that the waves add to the outputs"),
    _out("USM_WAVE_PITCH", "rad", "waves act as motion", "pitch that the waves add to the outputs"),
    MailEntry(
        "VIEW_VECTOR", "out", "text", "the current at the vehicle", when="every 10th iteration with visuals",
        group="weather",
    ),
)  # fmt: skip
