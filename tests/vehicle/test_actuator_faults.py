"""What faults do to commands and set-points."""

from __future__ import annotations

import pytest

from usimmarine_py.values import ActuatorCommand
from usimmarine_py.values.faults import Fault, change_faults, hold
from usimmarine_py.vehicle.actuators.faults import COMMAND_TARGETS, command_values, faulty_command, faulty_value

COMMAND = ActuatorCommand(60.0, -20.0, 5.0, 10.0, 20.0, 30.0, differential=True)


def after(text: str, command: ActuatorCommand = COMMAND) -> ActuatorCommand:
    faults = hold(change_faults((), text, {}, COMMAND_TARGETS), command_values(COMMAND))
    return faulty_command(command, faults)


def test_no_fault_no_change() -> None:
    assert faulty_command(COMMAND, ()) is COMMAND


def test_each_action() -> None:
    assert after("rudder:dead").rudder == 0.0
    assert after("rudder:stuck", ActuatorCommand(rudder=80.0)).rudder == -20.0
    assert after("rudder:stuck=33").rudder == 33.0
    assert after("thrust:gain=0.5, thrust:bias=3").thrust == 33.0
    assert after("rudder:limit=15").rudder == -15.0
    assert after("thrust_left:dead, fan:bias=-5") == ActuatorCommand(
        60.0, -20.0, 5.0, 0.0, 20.0, 25.0, differential=True
    )


def test_others_are_left_alone() -> None:
    assert after("rudder:dead") == ActuatorCommand(60.0, 0.0, 5.0, 10.0, 20.0, 30.0, differential=True)


@pytest.mark.parametrize("order", [1, -1])
def test_dead_beats_stuck(order: int) -> None:
    faults = (Fault("a", "dead"), Fault("a", "stuck", 3.0))[::order]
    assert faulty_value(9.0, "a", faults) == 0.0


def test_set_points_by_name() -> None:
    faults = (Fault("rudder", "bias", 0.1), Fault("jet_port", "limit", 500.0))
    assert faulty_value(900.0, "jet_port", faults) == 500.0
    assert faulty_value(0.2, "rudder", faults) == pytest.approx(0.3)
    assert faulty_value(900.0, "jet_port", ()) == 900.0
