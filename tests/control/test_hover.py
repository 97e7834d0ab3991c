"""The controller that holds a place (laws/controller 7)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from tests.support.internals import internals
from usimmarine_py.control.gains import Gains, HoverSettings
from usimmarine_py.control.hover import HoverCommand, HoverController, HoverState, Pose
from usimmarine_py.errors import NoEffectWarning
from usimmarine_py.simulator import Simulator
from usimmarine_py.values.frozen import replace

P = Gains(10.0, 0.0, 0.0, 0.0)
ONLY_P = HoverSettings(True, 1.0, 1.0, 10.0, 100.0, P, P, P)
ORIGIN = Pose(0.0, 0.0, 5.0, 0.0)


def in_control(settings: HoverSettings, **goals: float) -> HoverController:
    controller = HoverController(settings)
    controller.override(False)
    for name, value in goals.items():
        setattr(controller.state, name, value)
    return controller


def run(settings: HoverSettings, pose: Pose, seconds: float, **goals: float) -> tuple[HoverController, HoverCommand]:
    """A vehicle that stays at ``pose`` while the controller goes on."""
    controller, desired = in_control(settings, **goals), HoverCommand()
    for k in range(round(seconds * 10.0) + 1):
        desired = controller.step(100.0 + 0.1 * k, pose)
    return controller, desired


def test_the_reference_goes_to_its_goal_at_the_speeds_of_the_settings() -> None:
    controller, _ = run(ONLY_P, ORIGIN, 3.0, x=30.0, y=40.0, depth=1.0, heading=300.0)
    assert controller.state.reference == pytest.approx((1.8, 2.4, 2.0, 330.0))
    controller, _ = run(ONLY_P, ORIGIN, 80.0, x=30.0, y=40.0, depth=1.0, heading=300.0)
    assert controller.state.reference == pytest.approx((30.0, 40.0, 1.0, 300.0))


@pytest.mark.parametrize("heading", [0.0, 90.0, 200.0, 330.0])
def test_a_place_is_reached_along_the_hull(heading: float) -> None:
    pose = Pose(0.0, 0.0, 5.0, heading)
    _, desired = run(ONLY_P, pose, 9.0, x=3.0, y=4.0, depth=6.0)
    psi = radians(heading)
    # 10 % a metre: east 3 m, north 4 m
    assert desired.thrust == pytest.approx(40.0 * cos(psi) + 30.0 * sin(psi))
    assert desired.sway == pytest.approx(30.0 * cos(psi) - 40.0 * sin(psi))
    assert desired.heave == pytest.approx(10.0)
    assert desired.rudder == pytest.approx(0.0)


def test_without_goals_it_stays_where_it_took_over() -> None:
    controller, desired = run(ONLY_P, ORIGIN, 5.0)
    assert desired == HoverCommand(0.0, 0.0, 0.0, 0.0)
    desired = controller.step(200.0, ORIGIN._replace(x=1.0))
    assert desired.sway == pytest.approx(-10.0)


def test_a_heading_error_through_180_degrees_is_no_jump_of_its_rate() -> None:
    gains = replace(ONLY_P, heading=Gains(0.0, 1.0, 0.0, 0.0), turn_rate=1e6)
    controller = in_control(gains, heading=0.0)
    for k, heading in enumerate((175.0, 177.0, 179.0, 181.0, 183.0)):
        desired = controller.step(100.0 + 0.1 * k, ORIGIN._replace(heading=heading))
        assert -21.0 < desired.rudder <= 0.0  # 20 deg/s away from it


def test_the_integral_waits_for_the_reference_and_is_limited() -> None:
    gains = replace(ONLY_P, position=Gains(0.0, 0.0, 2.0, 5.0))
    _, desired = run(gains, ORIGIN, 3.0, x=4.0)
    assert desired.sway == 0.0
    _, desired = run(gains, ORIGIN, 60.0, x=4.0)
    assert desired.sway == pytest.approx(5.0)


def test_while_a_person_steers_it_does_nothing_and_forgets() -> None:
    controller = HoverController(ONLY_P)
    assert controller.step(100.0, ORIGIN) == HoverCommand() and controller.state.reference is None
    controller, _ = run(ONLY_P, ORIGIN, 3.0, x=4.0)
    assert controller.state.reference is not None
    controller.override(True)
    assert controller.state == HoverState()


def rov(**more: Any) -> Simulator:
    return Simulator(dynamics="fossen6", vehicle="bluerov2", hover=True, start_depth=5.0, **more)


def test_mail_steers_it_and_the_pilot_takes_over() -> None:
    simulator = rov()
    read = set(simulator.subscriptions())
    assert {"DESIRED_X", "DESIRED_Y", "DESIRED_DEPTH", "DESIRED_HEADING", "DESIRED_SWAY"} <= read
    assert not {"DESIRED_SPEED", "SPEED_FACTOR"} & read
    simulator.post("MOOS_MANUAL_OVERRIDE", "false")
    simulator.post("DESIRED_X", 1.0)
    assert ("PID_HAS_CONTROL", "true") in {(p.variable, p.value) for p in simulator.iterate(0.1)}
    for k in range(2, 200):
        simulator.iterate(0.1 * k)
    assert simulator.state.x == pytest.approx(1.0, abs=0.1)
    simulator.post("MOOS_MANUAL_OVERRIDE", "true")
    assert internals(simulator).command.sway == 0.0
    simulator.post("DESIRED_HEAVE", 20.0)
    for k in range(200, 260):
        simulator.iterate(0.1 * k)
    assert simulator.state.depth > 5.5
    assert internals(simulator).command.heave == 20.0


def test_it_holds_what_its_instruments_measure() -> None:
    simulator = rov(sensors_as_nav=True, sensor=["compass, bias=10", "depth, bias=0.5"], seed=1)
    simulator.post("MOOS_MANUAL_OVERRIDE", "false")
    simulator.post("DESIRED_HEADING", 0.0)
    simulator.post("DESIRED_DEPTH", 5.0)
    for k in range(1, 400):
        simulator.iterate(0.1 * k)
    assert (simulator.truth.heading + 180.0) % 360.0 - 180.0 == pytest.approx(-10.0, abs=2.0)
    assert simulator.truth.depth == pytest.approx(4.5, abs=0.15)


def test_what_cannot_hover_says_so() -> None:
    with pytest.warns(NoEffectWarning, match="hover.*cannot push sideways"):
        Simulator(dynamics="fossen6", vehicle="otter", hover=True)
    with pytest.warns(NoEffectWarning, match="hover.*yaw_pid"):
        rov(dialect="v22", yaw_pid_kp=1.0, depth_control=False)
    with pytest.warns(NoEffectWarning, match="hover_speed.*without hover"):
        Simulator(dynamics="fossen6", vehicle="bluerov2", hover_speed=0.5)


def test_sway_mail_that_moves_nothing_is_told_once() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="otter")
    for _ in range(3):
        simulator.post("DESIRED_SWAY", 20.0)
    assert [w for w in simulator.run_warnings if "cannot push along sway" in w][1:] == []
    assert any("cannot push along sway" in w for w in simulator.run_warnings)
    assert "DESIRED_SWAY" not in Simulator().subscriptions()
