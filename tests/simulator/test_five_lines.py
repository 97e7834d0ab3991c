"""The five lines that a user without MOOS types."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.model import ActuatorCommand
from usimmarine_py.simulator import Simulator


def test_the_vehicle_moves() -> None:
    sim = Simulator(thrust_map="20:1, 40:2, 60:3, 80:4, 100:5", turn_rate=70, start_heading=90)
    for _ in range(600):
        state = sim.step(ActuatorCommand(thrust=60, rudder=15), dt=0.1)
    assert state.speed == pytest.approx(3 * (1 - 0.15 * 0.85))
    assert state.time == pytest.approx(60.0)
    # 15 % of 70 deg/s at 1.2 times the nominal rate, for 60 s, after 90 deg
    assert state.heading == pytest.approx((90 + 0.15 * 70 * 1.2 * 60) % 360)
    assert sim.state is state


def test_a_wrong_keyword_names_the_right_one() -> None:
    with pytest.raises(ConfigError, match="thurst_map: unknown parameter; did you mean thrust_map"):
        Simulator(thurst_map="20:1")


def test_a_wrong_value_is_an_error() -> None:
    with pytest.raises(ConfigError, match="turn_rate: not a finite number"):
        Simulator(turn_rate=float("nan"))


def test_reset_restores_everything() -> None:
    sim = Simulator(start_x=3, drift_x=0.5)
    before = sim.internal
    sim.post("DRIFT_X", 2.0)
    sim.step(ActuatorCommand(thrust=50, rudder=-20), dt=1.0)
    assert sim.state.x > 3
    sim.reset()
    assert sim.internal is before
    assert sim.state.x == 3
    assert sim.step(ActuatorCommand(), dt=1.0).time == 1.0
