"""What one iteration does beside its step: count, post, renew the report."""

from __future__ import annotations

import pytest

from tests.support.internals import internals
from tests.support.simulators import make, posted
from usimmarine_py.values import Message


def test_iterations_are_counted_and_navigation_is_posted_in_every_nth() -> None:
    simulator = make("v22", "nav_modulo = 3")
    shown = ["USM_X" in posted(simulator, float(now)) for now in range(1, 8)]
    assert shown == [False, False, True, False, False, True, False]
    assert internals(simulator).iteration == 7


def test_the_elevator_is_posted_where_asked_for_in_any_dialect() -> None:
    gains = (
        "yaw_pid_kp = 1",
        "speed_factor = 20",
        "depth_control = true",
        "simulation = true",
        "z_to_pitch_pid_kp = 1",
    )
    more = ("pitch_pid_kp = 1", "z_to_pitch_max_pitch = 10", "elevator_max = 13", "post_des_elevator = MY_ELEVATOR")
    simulator = make("documented", *gains, *more)
    simulator.on_mail(Message("MOOS_MANUAL_OVERRIDE", "false", 0.5, "test"))
    simulator.iterate(1.0)
    for name, value in (("HEADING", 0.0), ("SPEED", 1.5), ("DEPTH", 20.0)):
        simulator.on_mail(Message(f"DESIRED_{name}", value, 1.5, "test"))
    posts = posted(simulator, 2.0)
    assert posts["MY_ELEVATOR"] == internals(simulator).command.elevator != 0.0


@pytest.mark.parametrize("given", [(), ("post_des_thrust = MY_THRUST",), ("post_des_rudder = MY_RUDDER",)])
def test_what_the_controller_wants_is_posted_only_when_asked_for(given: tuple[str, ...]) -> None:
    gains = ("yaw_pid_kp = 1", "speed_factor = 20", "depth_control = false", "simulation = true")
    simulator = make("v22", *gains, *given)
    simulator.on_mail(Message("MOOS_MANUAL_OVERRIDE", "false", 0.5, "test"))
    simulator.iterate(1.0)
    simulator.on_mail(Message("DESIRED_HEADING", 30.0, 1.5, "test"))
    simulator.on_mail(Message("DESIRED_SPEED", 1.5, 1.5, "test"))
    posts = posted(simulator, 2.0)
    wanted = {name: value for name, value in posts.items() if name.startswith("MY_")}
    assert wanted == {name: 30.0 for line in given for name in [line.split()[-1]]}


@pytest.mark.parametrize(("name", "text", "renewed"), [("USM_ENABLED", "false", True), ("OBSTACLE_HIT", "true", False)])
def test_the_report_is_renewed_while_disabled_but_not_by_a_silent_obstacle(name: str, text: str, renewed: bool) -> None:
    simulator = make("classic")
    simulator.iterate(1.0)
    simulator.on_mail(Message(name, text, 1.5, "test"))
    before = simulator.report()
    simulator.on_mail(Message("DRIFT_X", 0.75, 1.5, "test"))
    assert posted(simulator, 2.0) == {}
    assert (simulator.report() != before) is renewed
    assert simulator.state.x == 0
