"""Mail and ``step``: what mail has set counts in the steps that follow it."""

from __future__ import annotations

import pytest

from usimmarine_py import ActuatorCommand, Simulator

MAP = {"thrust_map": "100:5", "turn_rate": 70, "max_acceleration": 100, "max_deceleration": 100}


def _speed(sim: Simulator, command: ActuatorCommand, steps: int = 20) -> float:
    for _ in range(steps):
        state = sim.step(command, 0.1)
    return state.speed


def test_mail_counts_in_the_steps_that_follow() -> None:
    sim = Simulator(**MAP)
    sim.post("DESIRED_THRUST", 60.0)
    assert _speed(sim, ActuatorCommand(), 1) == pytest.approx(3.0)
    assert _speed(sim, ActuatorCommand()) == pytest.approx(3.0)  # until the command's own value changes
    assert _speed(sim, ActuatorCommand(thrust=20)) == pytest.approx(1.0)
    assert _speed(sim, ActuatorCommand()) == pytest.approx(0.0)


def test_mail_since_the_last_step_counts_over_a_new_command() -> None:
    sim = Simulator(**MAP)
    assert _speed(sim, ActuatorCommand(thrust=20)) == pytest.approx(1.0)
    sim.post("DESIRED_THRUST", 80.0)
    assert _speed(sim, ActuatorCommand(thrust=40), 1) == pytest.approx(4.0)
    assert _speed(sim, ActuatorCommand(thrust=41), 1) == pytest.approx(2.05)


def test_mail_for_one_field_leaves_the_others_to_the_command() -> None:
    sim, plain = Simulator(**MAP), Simulator(**MAP)
    sim.post("DESIRED_RUDDER", 20.0)
    for _ in range(30):
        one = sim.step(ActuatorCommand(thrust=50), 0.1)
        other = plain.step(ActuatorCommand(thrust=50, rudder=20), 0.1)
    assert one == other
    assert one.heading > 1.0


@pytest.mark.parametrize("dialect", ["documented", "v22"])
def test_a_limited_rudder_goes_where_mail_sent_it(dialect: str) -> None:
    sim, plain = (Simulator(**MAP, dialect=dialect, max_rudder_degs_per_sec=5) for _ in range(2))
    sim.post("DESIRED_RUDDER", 20.0)
    for _ in range(60):
        one = sim.step(ActuatorCommand(thrust=50), 0.1)
        other = plain.step(ActuatorCommand(thrust=50, rudder=20), 0.1)
    assert one.heading == pytest.approx(other.heading, abs=1.0)
    assert one.heading > 20.0


def test_modes_set_points_and_forces_of_mail_hold() -> None:
    sim = Simulator(**MAP)
    sim.post("THRUST_MODE_DIFFERENTIAL", "true")
    sim.post("DESIRED_THRUST_L", 50.0)
    sim.post("DESIRED_THRUST_R", 50.0)
    assert _speed(sim, ActuatorCommand(thrust=10)) == pytest.approx(2.5)
    sim.post("THRUST_MODE_DIFFERENTIAL", "false")
    assert _speed(sim, ActuatorCommand(thrust=10)) == pytest.approx(0.5)

    boat = Simulator(dynamics="fossen6", vehicle="odin")
    boat.post("USM_FORCE", "X=2000")
    assert _speed(boat, ActuatorCommand(), 100) > 0.5
    boat.post("USM_FORCE", "none")
    assert _speed(boat, ActuatorCommand(), 600) < 0.5
    boat.post("DESIRED_JET_PORT", 3000.0)
    boat.step(ActuatorCommand(), 5.0)
    assert dict(boat.state.actuators)["jet_port_n_rpm"] > 1000.0


def test_reset_forgets_the_mail() -> None:
    sim = Simulator(**MAP)
    sim.post("DESIRED_THRUST", 60.0)
    sim.step(ActuatorCommand(), 0.1)
    sim.reset()
    assert _speed(sim, ActuatorCommand()) == 0.0
