"""What a vehicle file says of wind and waves reaches the equations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.internals import internals
from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.wind_load import relative_wind, simple_force
from usimmarine_py.sea.wave_filter import DriftTable
from usimmarine_py.simulator import Simulator
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model

SLOW = {"omega": [0.5, 1.0, 2.0], "surge": [0.0, 200.0, 400.0], "sway": [0.0, 800.0, 900.0]}


def test_the_simple_wind_law_is_the_one_of_its_formula() -> None:
    odin = vehicle("odin", "hilsim", wind__law="simple", wind__c_x=0.6, wind__c_y=0.8, wind__c_n=0.1)
    model = Model(odin)
    state = model.state((0.0, 0.0, 0.0, 0.0, 0.0, 0.4), (3.0, 0.2, 0.0, 0.0, 0.0, 0.0))
    rest = [lag.rest for lag in model.lags]

    def accelerations(wind: tuple[float, float] | None) -> list[float]:
        return model.derivative(0.0, state, model.inputs(Forcing(wind=wind), rest))

    gained = [b - a for a, b in zip(accelerations(None), accelerations((12.0, 2.0)), strict=True)]
    u_rw, v_rw, _, _ = relative_wind(3.0, 0.2, 0.4, 12.0, 2.0)
    force = simple_force(u_rw, v_rw, 6.4, 11.31, 10.5, 0.6, 0.8, 0.1, 1.204)
    by_hand = model.derivative(0.0, state, model.inputs(Forcing(tau=force), rest))
    expected = [b - a for a, b in zip(accelerations(None), by_hand, strict=True)]
    assert gained == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert abs(gained[6]) > 0.0 and abs(gained[7]) > 0.0
    assert model.constants.wind.law == 2.0


def test_the_slow_drift_table_reaches_the_weather() -> None:
    odin = vehicle("odin", "hilsim", waves__drift=SLOW)
    backend = FossenBackend("fossen6", Model(odin))
    gains = backend.hull.gains
    assert gains is not None
    assert gains.drift == DriftTable((0.5, 1.0, 2.0), (0.0, 200.0, 400.0), (0.0, 800.0, 900.0), (0.0, 0.0, 0.0))
    assert (backend.hull.length, backend.hull.sensor_height) == (10.5, 1.0)


def test_slow_drift_pushes_the_boat_along_with_the_waves() -> None:
    text, _ = read("odin")
    # a table of its own goes to the end of the file
    slow = "\n[waves.drift]\n" + "\n".join(f"{key} = {value}" for key, value in SLOW.items()) + "\n"

    def drifted(file: str) -> float:
        simulator = Simulator(
            dynamics="fossen6",
            vehicle="./own.toml",
            variant="hilsim",
            wave_hs=1,
            waves="thesis",
            read_file=lambda _: file,
        )
        for _ in range(60):
            simulator.post("DESIRED_THRUST", 0.0)
            simulator.iterate(internals(simulator).clock + 1.0)
        return simulator.state.y

    assert drifted(text + slow) > drifted(text) + 1.0


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({**SLOW, "omega": [1.0, 0.5, 2.0]}, "ascending"),
        ({**SLOW, "surge": [1.0]}, "list of 3 numbers"),
        ({**SLOW, "omega": []}, "must be a list of numbers"),
        ({**SLOW, "heave": [1.0, 1.0, 1.0]}, "unknown key"),
    ],
)
def test_a_bad_table_is_refused(table: Any, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        vehicle("odin", "hilsim", waves__drift=table)


def test_faults_name_actuators_and_their_states() -> None:
    targets = FossenBackend("fossen6", Model(vehicle("odin", "hilsim"))).actuator_targets
    assert {"jet_port", "jet_stbd", "jet_port_n", "jet_port_alpha", "jet_port_beta"} <= set(targets)
