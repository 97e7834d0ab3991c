"""BUOYANCY_RATE with a dynamic backend: the steady rise, and only once it was configured or mailed."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import NoEffectWarning
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand


def depths(simulator: Simulator, seconds: int) -> list[float]:
    return [simulator.step(ActuatorCommand(), dt=1.0).depth for _ in range(seconds)]


def test_unasked_the_vehicle_keeps_its_own_buoyancy() -> None:
    plain = depths(Simulator(dynamics="fossen6", vehicle="torpedo_auv", start_depth=50), 60)
    default = depths(Simulator(dynamics="fossen6", vehicle="torpedo_auv", start_depth=50, buoyancy_rate=0.025), 60)
    assert plain != default


def test_configured_and_mailed_rates_are_the_steady_rise() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="torpedo_auv", start_depth=90, buoyancy_rate=0.2)
    found = depths(simulator, 120)
    assert found[-11] - found[-1] == pytest.approx(2.0, rel=0.01)
    simulator.post("BUOYANCY_RATE", -0.1)
    found = depths(simulator, 200)
    assert found[-1] - found[-11] == pytest.approx(1.0, rel=0.01)


def test_a_request_for_neutral_buoyancy_holds_the_depth() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="torpedo_auv", start_depth=50)
    simulator.post("BUOYANCY_CONTROL", "true")
    found = depths(simulator, 60)
    assert found[-1] == pytest.approx(50.0, abs=1e-6)


def test_a_surface_craft_ignores_it() -> None:
    craft = dict(dynamics="fossen6", vehicle="odin", variant="hilsim", fluid_memory="off")
    with pytest.warns(NoEffectWarning, match="stays on the surface"):
        other = Simulator(**craft, buoyancy_rate=0.5)
    assert depths(Simulator(**craft), 5) == depths(other, 5)
