"""Trim with free commands, models in steps of time, Jacobians: against runs, scipy and differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.signal import cont2discrete

from usimmarine_py.errors import ConfigError, TrialError
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.arrays.linear.discrete import exponential


def test_level_flight_of_an_auv_stays_level() -> None:
    auv = Vehicle.load("remus100")
    level = auv.trim(free=("elevator", "pitch"), hold={"speed": 1.5, "depth_rate": 0.0})
    inputs = auv.inputs(auv.orders(**level.commands))
    end = auv.advance(level.state, inputs, steps=600)  # 30 s
    assert auv.nu(end)[0] == pytest.approx(1.5, abs=1e-6)
    assert auv.eta(end)[2] == pytest.approx(auv.eta(level.state)[2], abs=1e-5)
    assert auv.eta(end)[4] == pytest.approx(auv.eta(level.state)[4], abs=1e-7)


def test_a_turn_of_a_given_rate_is_what_a_run_gives() -> None:
    boat = Vehicle.load("otter")
    turn = boat.trim(free=("rudder",), hold={"speed": 1.2, "turn_rate": 0.1})
    run = boat.steady(turn.commands["thrust"], turn.commands["rudder"])
    assert run.nu[0] == pytest.approx(1.2, abs=1e-6)
    assert run.turning == pytest.approx(0.1, abs=1e-7)


@pytest.mark.parametrize(
    ("error", "problem", "free", "hold"),
    [
        (
            TrialError,
            "no steady motion with speed 1, turn_rate 9 within 100 % of rudder and thrust",
            ("rudder",),
            {"speed": 1.0, "turn_rate": 9.0},
        ),
        (ConfigError, "did you mean rudder", ("ruder",), {"turn_rate": 0.1}),
        (ConfigError, "need as many free commands", (), {"turn_rate": 0.1}),
        (ConfigError, "has no 'pich' to be held", ("rudder",), {"pich": 0.1}),
        (ConfigError, "must be a finite number", ("rudder",), {"turn_rate": np.nan}),
    ],
)
def test_what_cannot_be_trimmed(
    error: type[Exception], problem: str, free: tuple[str, ...], hold: dict[str, float]
) -> None:
    with pytest.raises(error, match=problem):
        Vehicle.load("otter").trim(free, hold)


def test_a_model_in_steps_is_that_of_scipy_and_follows_the_vehicle() -> None:
    boat = Vehicle.load("otter")
    turn = boat.steady(60.0, 20.0)
    inputs = boat.inputs(boat.orders(60.0, 20.0))
    model = boat.linearise(turn.state, inputs)
    some = model.select(["u", "v", "r"], ["X", "N"])
    ours, (a, b, *_) = some.c2d(0.2), cont2discrete((some.A, some.B, np.eye(3), np.zeros((3, 2))), 0.2)
    assert abs(ours.A - a).max() < 1e-13
    assert abs(ours.B - b).max() < 1e-15
    # a small push, and the drift of place and heading
    steps = model.c2d(0.5)
    pushed = turn.state + 1e-4 * np.cos(np.arange(len(turn.state)))
    after = boat.advance(pushed, inputs, step=0.01, steps=50)
    predicted = turn.state + steps.A @ (pushed - turn.state) + steps.drift
    assert abs(predicted[[0, 1, 5, 6, 7, 11]] - after[[0, 1, 5, 6, 7, 11]]).max() < 1e-2 * abs(after - turn.state).max()
    for dt in (0.0, -1.0, np.inf, "1"):
        with pytest.raises(ConfigError, match="above 0"):
            some.c2d(dt)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [0.0, 1e-8, 0.3, 7.0, 60.0])
def test_the_exponential_is_that_of_scipy(size: float) -> None:
    matrix = size * np.random.default_rng(3).standard_normal((6, 6)) - size * np.eye(6)
    wanted = expm(matrix)
    assert abs(exponential(matrix) - wanted).max() <= 1e-11 * max(1.0, abs(wanted).max())


def test_the_jacobian_is_that_of_differences() -> None:
    auv = Vehicle.load("torpedo_auv")
    state = auv.state(
        eta=(0, 0, 20, 0.05, -0.1, 1.0), nu=(1.2, 0.1, -0.1, 0.02, 0.05, 0.1), actuators=[800.0, 0.1, 0.05]
    )
    inputs = auv.inputs([1000.0, 0.1, -0.05], current=[0.1, 0.05, 0.0], wind=[5.0, 1.0])
    by_state, by_inputs = auv.jacobian(state, inputs)
    for i in (2, 3, 4, 5, 6, 7, 11, 12):
        moved = np.eye(len(state))[i] * 1e-6
        wanted = (auv.derivative(state + moved, inputs) - auv.derivative(state - moved, inputs)) / 2e-6
        assert np.allclose(by_state[:, i], wanted, rtol=1e-5, atol=1e-6), auv.names[i]
    for i in (0, 5, 6, 7):
        moved = np.eye(len(inputs))[i] * 1e-5
        wanted = (auv.derivative(state, inputs + moved) - auv.derivative(state, inputs - moved)) / 2e-5
        assert np.allclose(by_inputs[:, i], wanted, rtol=1e-5, atol=1e-6), i


def test_python_control_gets_names_and_matrices() -> None:
    pytest.importorskip("control.statesp")
    boat = Vehicle.load("otter")
    model = boat.linearise(boat.state()).select(["u", "v", "r"], ["X", "N"])
    system = model.to_control(["u"])
    assert list(system.input_labels) == ["X", "N"]
    assert list(system.output_labels) == ["u"]
    assert np.array_equal(system.A, model.A)
    assert model.c2d(0.1).to_control().dt == 0.1
    with pytest.raises(ConfigError, match="has no 'w'"):
        model.to_control(["w"])
