"""Kernels on arrays whose numbers take different branches are the kernels called for each, to the last bit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from usimmarine_py.kernels.body.motion6 import derivative_euler
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.kernels.lanes import on_lanes
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.model import Model

ROWS = 150


@pytest.mark.parametrize("name", ["odin", "otter", "blueboat", "remus100", "torpedo_auv", "bluerov2", "seawing"])
def test_rates_of_many_states_are_those_of_each(name: str) -> None:
    model = Model(Vehicle.load(name).description, "euler", actuators=False)
    random = np.random.default_rng(7)
    states = random.normal(size=(ROWS, len(model.names)))
    states[:, 2:5] *= 0.3
    # at rest, without sway or yaw, ahead and astern: a comparison has its equal side too
    for column in (7, 11):
        states[random.random(ROWS) < 0.2, column] = 0.0
    inputs = np.zeros((ROWS, IN_REF))
    inputs[:, :6] = random.normal(size=(ROWS, 6))
    inputs[: ROWS // 2, IN.current_n : IN.current_d + 1] = random.normal(size=(ROWS // 2, 3))
    inputs[:, IN.surface] = random.normal(scale=0.2, size=ROWS)
    found = on_lanes(derivative_euler)(states, inputs, model.body)
    each = [model.derivative(0.0, row, given) for row, given in zip(states.tolist(), inputs.tolist(), strict=True)]
    assert found.tobytes() == np.array(each).tobytes()


def kernel(s: list[float], inputs: Sequence[float], body: float, out: list[float]) -> None:
    x = s[0]
    if x > body:
        x -= inputs[0]
    out[0] = x / s[1]
    out[1] = s[0]


def rows(second: Callable[[int], float]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([(float(i), second(i)) for i in range(100)]), np.full((100, 1), 50.0)


def test_a_number_stays_what_it_is_when_another_is_made_of_it() -> None:
    states, inputs = rows(lambda i: 2.0)
    found = on_lanes(kernel)(states, inputs, 60.0)
    assert found[:, 0].tolist() == [0.5 * i for i in range(61)] + [0.5 * (i - 50) for i in range(61, 100)]
    assert found[:, 1].tolist() == states[:, 0].tolist()


def test_what_a_float_cannot_be_divided_by_stops() -> None:
    states, inputs = rows(lambda i: float(i != 30))
    with pytest.raises(FloatingPointError):
        on_lanes(kernel)(states, inputs, 60.0)


def test_without_rows_there_is_nothing() -> None:
    assert on_lanes(kernel)(np.zeros((0, 2)), np.zeros((0, 1)), 1.0).shape == (0, 2)
