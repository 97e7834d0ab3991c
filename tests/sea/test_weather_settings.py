"""Words to weather: one clear message for what is wrong."""

from __future__ import annotations

import math

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.parameters import MAIL, PARAMETERS
from usimmarine_py.sea.settings import merge, parse_list, visuals_from, weather_from

BAD = [
    ({"wave_hs": "-1"}, "wave_hs: must be at least 0 m, found -1"),
    ({"wave_hs": "nan"}, "wave_hs: must be a finite number, found 'nan'"),
    ({"wave_hs": "1e999"}, "wave_hs: must be a finite number"),
    ({"wave_hs": "tall"}, "wave_hs: must be a finite number, found 'tall'"),
    ({"wind_gust": "harris"}, "wind_gust: there is no wind; give wind_speed, wind_u10 or beaufort as well"),
    ({"wind_speed_sigma": "1"}, "wind_speed_sigma: there is no wind"),
    ({"wind_gust": "haris", "wind_speed": "3"}, "did you mean harris?"),
    ({"wind_speed": "3", "wind_u10": "3"}, "wind_speed: wind_u10 is given too"),
    ({"beaufort": "13"}, "beaufort: must be at most 12"),
    ({"beaufort": "4.5"}, "beaufort: must be a whole number, found '4.5'"),
    ({"sea_state": "3", "wave_hs": "1"}, "sea_state: wave_hs is given too"),
    ({"wave_tp": "7"}, "wave_tp: there are no waves"),
    ({"wave_hs": "1", "wave_tp": "0"}, "wave_tp: must be at least 0.1 s, found 0"),
    ({"wave_hs": "1", "waves": "forces"}, "waves: the vehicle has no hydrostatics"),
    ({"wave_hs": "1", "waves": "thesis"}, "waves: the vehicle has no wave gains"),
    ({"waves": "both"}, "waves: must be one of auto, forces, thesis, motion, none, found 'both'"),
    ({"wave_gamma": "0.5"}, "wave_gamma: must be at least 1"),
    ({"wave_orbital": "maybe"}, "wave_orbital: must be true or false, found 'maybe'"),
    ({"current_speed_mu": "0"}, "current_speed_mu: must be at least"),
    ({"seed": "-4"}, "seed: must be at least 0"),
    ({"visuals": "true", "visuals_at": "3"}, "visuals_at: must be two numbers x,y, found '3'"),
    ({"curent_speed": "1"}, "curent_speed: unknown weather parameter; did you mean current_speed?"),
]


@pytest.mark.parametrize(("settings", "message"), BAD)
def test_one_clear_message(settings: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        weather_from(settings)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_defaults_of_the_table_are_valid_and_calm() -> None:
    assert weather_from({p.name: p.default for p in PARAMETERS}) == weather_from({})
    assert not weather_from({}).wind.given
    assert len({p.name for p in PARAMETERS}) == len(PARAMETERS)
    assert len({m.name for m in MAIL}) == len(MAIL)
    assert not {"CURRENT_X", "CURRENT_Y", "WIND_CONDITIONS"} & {m.name for m in MAIL if m.direction == "out"}


@pytest.mark.parametrize("parameter", [p for p in PARAMETERS if p.kind in ("number", "integer")], ids=lambda p: p.name)
def test_ends_of_the_ranges(parameter) -> None:  # type: ignore[no-untyped-def]
    # waves of 0.1 s are 16 mm long
    company = {"wind_speed": "5", "wave_hs": "0.001" if parameter.name == "wave_tp" else "1"}
    if parameter.name in ("wind_u10", "sea_state"):
        company = {"wave_hs": ""} if parameter.name == "sea_state" else {}
    for bound, beyond in ((parameter.minimum, -1.0), (parameter.maximum, 1.0)):
        if bound is None:
            continue
        weather_from({**company, parameter.name: repr(bound)})
        with pytest.raises(ConfigError, match=parameter.name):
            weather_from({**company, parameter.name: repr(bound + beyond * max(1.0, abs(bound)))})


def test_beaufort_gives_wind_and_sea_unless_said_otherwise() -> None:
    weather = weather_from({"beaufort": "6", "wind_dir": "180"})
    assert (weather.wind.speed, weather.waves.hs) == pytest.approx((12.3, 0.0206 * 12.3**2))
    assert weather.waves.omega_p == pytest.approx(0.8881 / math.sqrt(0.0206 * 12.3**2), rel=1e-4)
    assert weather.waves.towards == weather.wind.towards == 0.0
    assert weather_from({"beaufort": "6", "wave_hs": "0"}).waves.hs == 0.0
    heights = [weather_from({"beaufort": "3", "beaufort_sea": sea}).waves.hs for sea in ("developed", "table")]
    assert heights == pytest.approx([0.0206 * 4.4**2, 0.75])
    assert weather_from({"beaufort": "6", "wind_speed": "2"}).wind.speed == 2.0
    assert weather_from({"beaufort": "6", "wind_u10": "2"}).wind.speed is None
    assert weather_from({"sea_state": "4", "wave_dir": "90"}).waves.towards == pytest.approx(math.pi / 2)


def test_peak_period() -> None:
    assert weather_from({"wave_hs": "2", "wave_tp": "8"}).waves.omega_p == pytest.approx(2.0 * math.pi / 8.0)
    assert weather_from({"wave_hs": "2"}).waves.omega_p == pytest.approx(0.8881 / math.sqrt(2.0), rel=1e-4)


def test_mail_changes_what_it_names_and_the_last_word_counts() -> None:
    settings = {"seed": "3", "wind_u10": "10", "wave_hs": "1", "wave_tp": "6"}
    settings = merge(settings, parse_list("wind_speed = 4, current_speed=0.3"))
    assert settings == {"seed": "3", "wave_hs": "1", "wave_tp": "6", "wind_speed": "4", "current_speed": "0.3"}
    stormy = merge(settings, parse_list("beaufort=8"))
    assert weather_from(stormy).wind.speed == pytest.approx(18.95)
    assert weather_from(stormy).waves.hs == pytest.approx(0.0206 * 18.95**2)
    calmer = merge(stormy, {"wind_speed": "2", "wind_dir": "45"})
    assert weather_from(calmer).wind.speed == 2.0
    assert weather_from(calmer).waves.hs == weather_from(stormy).waves.hs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected name=value, found nothing"),
        ("storm", "expected name=value, found 'storm'"),
        ("wnd_speed=3", "did you mean wind_speed?"),
        ("seed=3", "not a weather parameter that mail can set"),
        ("wave_hs=1, wave_hs=2", "wave_hs: given twice"),
    ],
)
def test_bad_lists(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_list(text)
    assert message in str(caught.value)


def test_visuals() -> None:
    assert visuals_from({}) is None
    assert visuals_from({"visuals": "true", "visuals_at": " 10 , -20 "}) == (10.0, -20.0)


def test_seed_keeps_all_its_digits() -> None:
    assert weather_from({"seed": "123456789012345678901"}).seed == 123456789012345678901
