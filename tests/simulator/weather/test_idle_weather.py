"""What is asked for and has no effect on the vehicle is told; heave is signed wherever it shows."""

from __future__ import annotations

import numpy as np
import pytest

from usimmarine_py.errors import NoEffectWarning, Severity
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ConfigLine, Message

AUV = {"dynamics": "fossen6", "vehicle": "remus100"}
OTTER = {"dynamics": "fossen6", "vehicle": "otter"}
SHIP = {"dynamics": "fossen3", "vehicle": "cybership2"}


def idle(**parameters: float | str) -> dict[str, tuple[Severity, str]]:
    lines = [ConfigLine(name, str(value)) for name, value in parameters.items()]
    found = [warning for warning in Simulator.from_lines(lines).config_warnings if warning.idle]
    return {warning.key: (warning.severity, warning.what) for warning in found}


@pytest.mark.parametrize("parameters", [{"wind_speed": 5}, {"wind_u10": 5}, {"beaufort": 4}])
def test_wind_on_what_has_no_windage_is_told(parameters: dict[str, float]) -> None:
    ((name, (severity, problem)),) = idle(**AUV, **parameters).items()
    assert name in parameters
    assert severity is Severity.WARNING  # in usim check and for a strict start
    assert "no wind areas" in problem
    assert "leeway or polar_plot" in idle(**parameters)[name][1]
    # no exception, but Python is told
    with pytest.warns(NoEffectWarning, match=f"^{name}: the wind has no effect on a kinematic vehicle"):
        Simulator(**parameters)


def test_wind_of_the_sails_without_sails_is_told_and_one_wind_counts() -> None:
    wind = {"wind_conditions": "spd=5,dir=90"}
    assert "polar_plot" in idle(**wind)["wind_conditions"][1]
    assert "no wind areas" in idle(**AUV, **wind)["wind_conditions"][1]
    assert "wind_speed is given" in idle(**OTTER, **wind, wind_speed=3)["wind_conditions"][1]
    assert not idle(**OTTER, **wind)
    assert not idle(**wind, polar_plot="0,0: 90,100: 180,50")
    assert not idle(**wind, dialect="v23", quirks="true")  # as the original: not a word


@pytest.mark.parametrize(
    "parameters",
    [
        {"leeway": 3},
        {"polar_plot": "0,0: 90,100: 180,50"},
        {"sensor": "wind"},
        *({"dynamics": "fossen6", "vehicle": name} for name in ("odin", "otter", "jolner")),
        SHIP,
    ],
)
def test_wind_that_has_an_effect_is_not(parameters: dict[str, float | str]) -> None:
    assert not idle(**parameters, wind_speed=5)


@pytest.mark.parametrize(
    ("parameters", "name", "why"),
    [
        ({**OTTER, "wind_speed": 5, "leeway": 3}, "leeway", "is for the kinematic vehicle"),
        ({"current_speed": 1, "current_down": 0.1}, "current_down", "the vehicle is kinematic"),
        ({**SHIP, "current_down": 0.1}, "current_down", "moves in the plane"),
        ({**OTTER, "current_speed": 1, "current_depth_profile": "true"}, "current_depth_profile", "on the surface"),
        ({**AUV, "current_speed": 1, "current_depth_profile": "true"}, "current_depth_profile", "depth is unknown"),
        ({**OTTER, "wind_speed": 5, "wind_height": 3}, "wind_height", "without wind_u10"),
        ({**OTTER, "wave_hs": 1, "wave_gamma": 5}, "wave_gamma", "without wave_spectrum = jonswap"),
        ({**OTTER, "wave_hs": 1, "wave_noise": "independent"}, "wave_noise", "without waves = thesis"),
        ({**OTTER, "wave_hs": 1, "wave_orbital": "true"}, "wave_orbital", "always acts"),
        ({**OTTER, "wind_speed": 5, "wave_hs": 1, "beaufort": 3}, "beaufort", "given by themselves"),
        ({**OTTER, "turn_rate": 50}, "turn_rate", "dynamics = kinematic"),
        ({**OTTER, "thrust_map": "0:0,100:5"}, "thrust_map", "dynamics = kinematic"),
        ({**OTTER, "start_depth": 5}, "start_depth", "on the surface"),
        ({**OTTER, "buoyancy_rate": 0.1}, "buoyancy_rate", "on the surface"),
        ({"current_field_interpolation": "idw"}, "current_field_interpolation", "without current_field"),
    ],
)
def test_what_means_nothing_to_the_vehicle_is_a_warning(parameters: dict[str, object], name: str, why: str) -> None:
    found = idle(**parameters)  # type: ignore[arg-type]
    assert list(found) == [name]
    assert found[name][0] is Severity.WARNING
    assert why in found[name][1]


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [("wind_dir", 90, "no wind"), ("wave_dir", 90, "no waves"), ("waves", "motion", "no waves"),
     ("current_dir", 90, "no current"), ("leeway", 3, "no wind"), ("visuals", "true", "to draw")],
)  # fmt: skip
def test_what_mail_can_complete_is_a_note(name: str, value: float | str, why: str) -> None:
    ((key, (severity, problem)),) = idle(**{name: value}).items()
    assert (key, severity) == (name, Severity.NOTE)
    assert why in problem
    Simulator(**{name: value})  # no Python warning


def test_what_asks_for_the_default_asks_for_nothing() -> None:
    assert not idle(wind_dir=0, waves="auto", current_dir=0, leeway=0, visuals="false", wave_orbital="false")


def mailed(vehicle: dict[str, str], *mail: tuple[str, float | str]) -> list[str]:
    simulator = Simulator(**vehicle)
    for variable, value in mail:
        simulator.on_mail(Message(variable, value, 0.0, "pTest"))
    return simulator.take_warnings()


@pytest.mark.parametrize(
    ("vehicle", "mail", "why"),
    [
        (AUV, ("USM_WEATHER", "wind_speed=5"), "wind_speed: the vehicle has no wind areas"),
        ({}, ("USM_WEATHER", "wind_speed=5"), "wind_speed: the wind has no effect on a kinematic vehicle"),
        ({}, ("WIND_CONDITIONS", "spd=5,dir=90"), "leeway or polar_plot"),
        (AUV, ("WIND_CONDITIONS", "spd=5,dir=90"), "no wind areas"),
        (SHIP, ("USM_WEATHER", "current_down=0.2"), "moves in the plane"),
        (OTTER, ("USM_WEATHER", "wave_dir=90"), "there are no waves"),
        (OTTER, ("BUOYANCY_RATE", 0.1), "stays on the surface"),
        (OTTER, ("DESIRED_ELEVATOR", 20.0), "stays on the surface"),
        (OTTER, ("USM_TURN_RATE", 20.0), "dynamics = kinematic"),
        (OTTER, ("USM_CURRENT_FIELD", "true"), "without current_field"),
    ],
)
def test_mail_without_effect_is_told_once_with_variable_and_sender(
    vehicle: dict[str, str], mail: tuple[str, float | str], why: str
) -> None:
    (warning,) = mailed(vehicle, mail, mail)
    assert warning.startswith(f"{mail[0]} from pTest: ")
    assert why in warning


def test_mail_with_an_effect_is_not() -> None:
    assert not mailed(OTTER, ("WIND_CONDITIONS", "spd=5,dir=90"), ("USM_WEATHER", "wave_hs=0.3, wave_dir=90"))
    assert not mailed(OTTER, ("DESIRED_ELEVATOR", 0.0), ("ROTATE_SPEED", 3.0))  # what a controller sends anyway
    assert not mailed(AUV, ("BUOYANCY_RATE", 0.1), ("DESIRED_ELEVATOR", 20.0), ("USM_WEATHER", "current_down=0.1"))
    assert not mailed({}, ("USM_TURN_RATE", 20.0), ("USM_WEATHER", "wind_speed=5, leeway=3"))


@pytest.mark.parametrize("waves", ["forces", "motion"])
def test_heave_is_signed_everywhere_but_in_depth(waves: str) -> None:
    simulator = Simulator(
        dynamics="fossen6", vehicle="odin", wave_hs=0.5, wave_tp=15, waves=waves, default_water_depth=50,
        sensor=("mru, perfect=true, rate=4", "gps, perfect=true, rate=4"),
    )  # fmt: skip
    rows = []
    for k in range(400):
        posts = {post.variable: post.value for post in simulator.iterate(0.25 * (k + 1))}
        names = ("USM_Z", "USM_DEPTH", "USM_SENSOR_MRU_DEPTH", "USM_SENSOR_GPS_HEIGHT", "USM_ALTITUDE")
        rows.append([float(posts[name]) for name in names])
    z, depth, mru, height, altitude = np.array(rows).T
    assert z.max() > 0.1
    assert z.min() < -0.1
    assert abs(z.mean()) < 0.3 * z.std()
    assert depth == pytest.approx(np.maximum(-z, 0.0))
    assert altitude == pytest.approx(50.0 + z)
    # sensors sample at the end of the step, levers are zero
    assert mru == pytest.approx(-z, abs=1e-9)
    assert height == pytest.approx(z, abs=1e-9)
