"""What is asked for and has no effect on the vehicle is told; heave is signed wherever it shows."""

from __future__ import annotations

import numpy as np
import pytest

from usimmarine_py.model import Message
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.config.setup import ConfigWarning

AUV = {"dynamics": "fossen6", "vehicle": "remus100"}


def told(**parameters: float | str) -> list[ConfigWarning]:
    return Simulator(**parameters).config_warnings


@pytest.mark.parametrize("parameters", [{"wind_speed": 5}, {"wind_u10": 5}, {"beaufort": 4}])
def test_wind_on_what_has_no_windage_is_told(parameters: dict[str, float]) -> None:
    (idle,) = [warning for warning in told(**AUV, **parameters) if warning.idle]
    assert idle.key in parameters
    assert "no wind areas" in idle.problem
    (idle,) = told(**parameters)
    assert "leeway or polar_plot" in idle.problem
    assert not idle.harmless  # a warning in usim check and for a strict start, but no exception


@pytest.mark.parametrize(
    "parameters",
    [
        {"leeway": 3},
        {"polar_plot": "0,0: 90,100: 180,50"},
        {"sensor": "wind"},
        *({"dynamics": "fossen6", "vehicle": name} for name in ("odin", "otter", "jolner")),
        {"dynamics": "fossen3", "vehicle": "cybership2"},
    ],
)
def test_wind_that_has_an_effect_is_not(parameters: dict[str, float | str]) -> None:
    assert not [warning for warning in told(**parameters, wind_speed=5) if warning.idle]


def test_leeway_is_for_the_kinematic_vehicle() -> None:
    (idle,) = [warning for warning in told(dynamics="fossen6", vehicle="otter", wind_speed=5, leeway=3) if warning.idle]
    assert idle.key == "leeway"


def test_mail_is_answered_in_the_same_words() -> None:
    simulator = Simulator(**AUV)
    simulator.on_mail(Message("USM_WEATHER", "wind_speed=5", 0.0, "pTest"))
    (warning,) = simulator.take_warnings()
    assert "no wind areas" in warning
    simulator.on_mail(Message("USM_WEATHER", "wind_speed=6", 1.0, "pTest"))
    assert not simulator.take_warnings()


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
