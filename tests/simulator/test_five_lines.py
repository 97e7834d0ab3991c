"""The five lines that a user without MOOS types."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.internals import internals
from usimmarine_py.errors import MailError
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand


def test_reset_restores_everything() -> None:
    sim = Simulator(start_x=3, drift_x=0.5)
    before = internals(sim)
    sim.post("DRIFT_X", 2.0)
    sim.step(ActuatorCommand(thrust=50, rudder=-20), dt=1.0)
    assert sim.state.x > 3
    sim.reset()
    assert internals(sim) == before
    assert sim.state.x == 3
    assert sim.step(ActuatorCommand(), dt=1.0).time == 1.0


def test_step_takes_the_modes_of_the_command() -> None:
    sim = Simulator()
    state = sim.step(ActuatorCommand(thrust_left=50, thrust_right=-50, differential=True), dt=1.0)
    assert (state.heading, state.speed) == (pytest.approx(18.0), 0.0)
    assert internals(sim).thrust_mode == "differential"
    state = sim.step(ActuatorCommand(thrust=50), dt=1.0)
    assert state.speed == 2.5
    assert internals(sim).thrust_mode == "normal"


@pytest.mark.parametrize("dt", [0.0, -1.0, float("nan"), float("inf")])
def test_step_needs_time_that_passes(dt: float) -> None:
    with pytest.raises(ValueError, match="dt must be a positive number of seconds"):
        Simulator().step(ActuatorCommand(), dt=dt)


def test_steps_and_iterations_share_one_clock() -> None:
    sim = Simulator(drift_x=1, start_time=100.0)
    assert sim.step(ActuatorCommand(), dt=0.5).time == 100.5
    sim.iterate(101.0)
    assert sim.state.x == 1.0


def test_post_tells_what_is_wrong_with_mail() -> None:
    sim = Simulator()
    with pytest.raises(MailError, match=r"DRIFT_X from python: must be a finite number; .*: north"):
        sim.post("DRIFT_X", "north")
    with pytest.raises(MailError, match="is not read by dialect documented"):
        sim.post("DRIFT_Z", 1.0)
    assert sim.run_warnings == ()
    sim.post("DRIFT_X", "1.5")
    assert internals(sim).drift.x == 1.5
    assert sim.take_warnings() == ["DRIFT_X from python: a number sent as text; send it as a number: 1.5"]


def test_numpy_numbers_are_numbers() -> None:
    assert Simulator(start_x=np.float64(2.5), start_y=np.int64(3)).state.x == 2.5


def test_what_a_step_posted() -> None:
    simulator = Simulator(sensor="compass, rate=2, perfect=true", start_heading=30)
    assert simulator.posts == {}
    simulator.step(ActuatorCommand(), dt=0.25)
    assert simulator.posts["USM_HEADING"] == 30.0
    heard = []
    for _ in range(8):
        simulator.step(ActuatorCommand(), dt=0.25)
        heard.append("USM_SENSOR_COMPASS_HEADING" in simulator.posts)
    assert heard == [False, True] * 4 or heard == [True, False] * 4
    simulator.reset()
    assert simulator.posts == {}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "fast", None])
def test_a_command_that_is_no_number_is_refused_and_moves_nothing(value: object) -> None:
    boat = Simulator(thrust_map="100:5")
    before = boat.step(ActuatorCommand(thrust=50), 0.1)
    with pytest.raises(ValueError, match="command: rudder must be a finite number of per cent"):
        boat.step(ActuatorCommand(thrust=50, rudder=value), 0.1)
    with pytest.raises(TypeError, match="command must be an ActuatorCommand"):
        boat.step({"thrust": value}, 0.1)
    assert boat.state == before
