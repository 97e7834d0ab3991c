"""The weather's parameters and mail: one table that makes the parser, the examples and the reference page.

Current and waves are given TOWARDS, wind FROM where it blows, all in degrees clockwise from north.
``wind_conditions`` and WIND_CONDITIONS, the drift and the current field are declared by the kinematic room.
"""

from __future__ import annotations

from usimmarine_py.values import MailEntry, Parameter


def _number(
    name: str,
    default: str,
    help: str,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    section: str = "environment",
    example: str = "",
) -> Parameter:
    return Parameter(
        name,
        "number",
        default,
        help,
        unit=unit,
        minimum=low,
        maximum=high,
        group="weather",
        example=example,
        source=f"laws/{section}",
    )


def _choice(name: str, default: str, choices: tuple[str, ...], help: str, section: str = "environment") -> Parameter:
    return Parameter(name, "text", default, help, choices=choices, group="weather", source=f"laws/{section}")


def _bool(name: str, default: str, help: str, section: str = "environment") -> Parameter:
    return Parameter(name, "bool", default, help, group="weather", source=f"laws/{section}")


def _integer(
    name: str, default: str, help: str, low: float, high: float | None, section: str = "environment"
) -> Parameter:
    return Parameter(
        name, "integer", default, help, minimum=low, maximum=high, group="weather", source=f"laws/{section}"
    )


PARAMETERS: tuple[Parameter, ...] = (
    _integer("seed", "0", "seed of every random process; --seed wins", 0, None, "solvers"),
    _integer(
        "beaufort", "", "Beaufort number: wind of mid range and the sea that it fully develops", 0, 12, "environment 6"
    ),
    _number("wind_speed", "", "mean wind speed at the vehicle, used as it is", "m/s", 0.0, 150.0, "environment 3", "8"),
    _number(
        "wind_u10", "", "mean wind speed at 10 m, taken through the height profile", "m/s", 0.0, 150.0, "environment 3"
    ),
    _number("wind_dir", "0", "direction the wind blows from", "deg", section="environment 3", example="270"),
    _number(
        "wind_height", "", "height at which wind_u10 acts; default: the vehicle's", "m", 0.01, 300.0, "environment 3"
    ),
    _number("wind_kappa", "0.0026", "surface drag coefficient of profile and gusts", "", 1e-4, 0.1, "environment 3"),
    _number(
        "wind_speed_sigma", "0", "standard deviation of the slow speed variation", "m/s", 0.0, 50.0, "environment 3"
    ),
    _number("wind_speed_mu", "0.1", "rate of the slow speed variation", "1/s", 1e-6, 100.0, "environment 3"),
    _number("wind_speed_limit", "3", "largest slow speed deviation", "m/s", 1e-6, None, "environment 3"),
    _number(
        "wind_dir_sigma", "0", "standard deviation of the slow direction variation", "deg", 0.0, 180.0, "environment 3"
    ),
    _number("wind_dir_mu", "0.1", "rate of the slow direction variation", "1/s", 1e-6, 100.0, "environment 3"),
    _number("wind_dir_limit", "10", "largest slow direction deviation", "deg", 1e-6, 180.0, "environment 3"),
    _choice("wind_gust", "none", ("none", "harris", "norsok", "davenport"), "gust spectrum", "environment 3"),
    _integer("wind_gust_components", "60", "components of the gust sum", 1, 10000, "environment 3"),
    _number(
        "leeway", "0", "drift of the kinematic vehicle, per cent of the wind speed", "%", 0.0, 100.0, "environment 3"
    ),
    _integer("sea_state", "", "WMO sea state: significant wave height of its upper end", 0, 9, "environment 6"),
    _number("wave_hs", "", "significant wave height", "m", 0.0, 30.0, "environment 4", "0.5"),
    _number(
        "wave_tp", "", "peak period; default: a fully developed sea of that height", "s", 0.1, 60.0, "environment 4"
    ),
    _number(
        "wave_dir",
        "",
        "direction the waves run towards; default: with the wind, else 0",
        "deg",
        section="environment 4",
    ),
    _choice(
        "wave_spectrum",
        "ittc",
        ("ittc", "issc", "bretschneider", "pm", "pierson-moskowitz", "jonswap"),
        "wave spectrum",
        "environment 4",
    ),
    _number("wave_gamma", "3.3", "peak enhancement of JONSWAP", "", 1.0, 7.0, "environment 4"),
    _number(
        "wave_spread", "0", "standard deviation of the wave components' directions", "deg", 0.0, 90.0, "environment 4"
    ),
    _integer("wave_components", "60", "components of the elevation sum", 1, 10000, "environment 4"),
    _choice(
        "waves",
        "auto",
        ("auto", "forces", "thesis", "motion", "none"),
        "what waves do: forces of the waves that are seen, of the thesis's filter, or motion of the outputs; auto: "
        "forces if the vehicle has hydrostatics, else motion",
        "environment 4",
    ),
    _bool(
        "wave_orbital",
        "false",
        "the waves' orbital velocity joins the current; with waves = forces it always acts",
        "environment 4",
    ),
    _choice(
        "wave_noise",
        "common",
        ("common", "independent"),
        "one noise for all forces of waves = thesis, or six",
        "environment 4",
    ),
    _number("current_speed", "0", "mean current speed", "m/s", 0.0, 20.0, "environment 1", "0.3"),
    _number("current_dir", "0", "direction the current goes towards", "deg", section="environment 1", example="90"),
    _number("current_down", "0", "downward current", "m/s", -20.0, 20.0, "environment 1"),
    _number("current_speed_sigma", "0", "standard deviation of the current speed", "m/s", 0.0, 20.0, "environment 1"),
    _number("current_speed_mu", "1", "rate of the current speed variation", "1/s", 1e-6, 100.0, "environment 1"),
    _number("current_speed_limit", "0.2", "largest current speed deviation", "m/s", 1e-6, None, "environment 1"),
    _number(
        "current_dir_sigma", "0", "standard deviation of the current direction", "deg", 0.0, 180.0, "environment 1"
    ),
    _number("current_dir_mu", "0.1", "rate of the current direction variation", "1/s", 1e-6, 100.0, "environment 1"),
    _number("current_dir_limit", "5", "largest current direction deviation", "deg", 1e-6, 180.0, "environment 1"),
    _bool("current_depth_profile", "false", "current falls off towards the bottom as (1 - z/d)^(1/7)", "environment 1"),
    _bool("visuals", "false", "draw wind, waves and current in pMarineViewer", "environment"),
    Parameter(
        "visuals_at",
        "pair",
        "0,0",
        "where the arrows are drawn, x,y",
        unit="m",
        group="weather",
        source="laws/environment",
    ),
)


def _out(name: str, unit: str, help: str, when: str) -> MailEntry:
    return MailEntry(name, "out", "number", help, unit=unit, when=when, group="weather", source="laws/environment")


_WIND = "wind given"
_CURRENT = "current given"
_WAVES = "waves given"

MAIL: tuple[MailEntry, ...] = (
    _out("USM_WIND_SPEED", "m/s", "true wind speed at the vehicle", _WIND),
    _out("USM_WIND_DIR", "deg", "direction the true wind blows from, [0, 360)", _WIND),
    _out("USM_CURRENT_SPEED", "m/s", "horizontal current speed at the vehicle, drift apart", _CURRENT),
    _out("USM_CURRENT_DIR", "deg", "direction the current goes towards, [0, 360)", _CURRENT),
    _out("USM_WAVE_ELEVATION", "m", "surface elevation at the vehicle, positive up", _WAVES),
    _out("USM_WAVE_HS", "m", "significant wave height", _WAVES),
    _out("USM_WAVE_DIR", "deg", "direction the waves run towards, [0, 360)", _WAVES),
    _out("USM_WAVE_HEAVE", "m", "heave that the waves add to the outputs, positive down", "waves act as motion"),
    _out("USM_WAVE_ROLL", "rad", "roll that the waves add to the outputs", "waves act as motion"),
    _out("USM_WAVE_PITCH", "rad", "pitch that the waves add to the outputs", "waves act as motion"),
    MailEntry(
        "VIEW_VECTOR",
        "out",
        "text",
        "the current at the vehicle",
        when="every 10th iteration with visuals",
        group="weather",
    ),
)
