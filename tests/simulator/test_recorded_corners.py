"""Corners of the recorded versions that no golden run reaches; each was watched in the running programs."""

from __future__ import annotations

import math

import pytest

from tests.support.internals import internals
from tests.support.simulators import mail, make, run
from usimmarine_py.values import Post

SAIL = ("wind_conditions = spd=2,dir=90", "polar_plot = 0,50:90,50:180,50")


@pytest.mark.parametrize("quirks", [True, False])
def test_reset_nav_without_dual_state_goes_back_to_the_copy_that_never_moved(quirks: bool) -> None:
    simulator = make("v22", "start_x = 10", "thrust_factor = 20", quirks=quirks)
    mail(simulator, 0.0, DESIRED_THRUST=100.0)
    run(simulator, 0.0, 5.0)
    mail(simulator, 5.0, USM_RESET="x=50,y=60")
    run(simulator, 5.0, 7.0)
    mail(simulator, 7.25, USM_RESET_NAV="true")
    simulator.iterate(7.25)
    # from the last reset, at rest, with the stamp of start-up: one step of 7.25 s at the mean of 0 and 5 m/s
    assert simulator.state.x == 50
    assert simulator.state.y == pytest.approx(60 + 2.5 * 7.25)


@pytest.mark.parametrize("dialect", ["classic", "v23", "documented"])
def test_other_dialects_keep_their_place_on_reset_nav_without_dual_state(dialect: str) -> None:
    simulator = make(dialect)
    mail(simulator, 0.0, DESIRED_THRUST=100.0)
    run(simulator, 0.0, 5.0)
    before = simulator.state
    mail(simulator, 5.0, USM_RESET_NAV="true")
    assert simulator.state == before


def test_v22_shows_sailing_in_differential_mode_without_its_limit() -> None:
    simulator = make("v22", *SAIL, "thrust_mode_diff = true", quirks=True)
    assert "Using Sailing: false" in simulator.report()
    mail(simulator, 0.0, DESIRED_THRUST_L=60.0, DESIRED_THRUST_R=60.0)
    posts = run(simulator, 0.0, 50.0, 1.0)
    assert "Using Sailing: true" in simulator.report()
    assert "VIEW_ARROW" in [post.variable for post in posts]
    assert simulator.state.speed == pytest.approx(3.0)


def test_a_paused_v22_has_not_noticed_that_it_sails() -> None:
    simulator = make("v22", *SAIL, "sim_pause = true", quirks=True)
    run(simulator, 0.0, 50.0, 1.0)
    assert "Using Sailing: false" in simulator.report()


def test_a_wormhole_without_exit_puts_the_rudder_amidships() -> None:
    simulator = make("v22", "wormhole = tag=a,madrid_poly={-5,-5:5,-5:5,5:-5,5}", quirks=True)
    mail(simulator, 0.0, DESIRED_RUDDER=30.0)
    run(simulator, 0.0, 5.0)
    assert internals(simulator).command.rudder == 30
    run(simulator, 5.0, 5.25)
    assert internals(simulator).command.rudder == 0
    assert (simulator.state.x, simulator.state.y) == (0, 0)


def test_a_differential_turn_that_is_skipped_leaves_the_yaw() -> None:
    simulator = make("v22", "thrust_mode_diff = true", quirks=True)
    simulator.iterate(1.0)
    mail(simulator, 1.0, USM_RESET="heading=120")
    simulator.iterate(1.0)
    assert simulator.state.yaw == 0
    simulator.iterate(2.0)
    assert simulator.state.yaw == pytest.approx(-math.radians(120))


@pytest.mark.parametrize("quirks", [True, False])
def test_going_astern_turns_the_limited_turn_round(quirks: bool) -> None:
    texts = ("thrust_reflect = true", "turn_radius = 20", "max_speed = 3", "turn_spd_map_null_rate = 60")
    simulator = make("v22", *texts, quirks=quirks, reproduce_nan=quirks)
    mail(simulator, 0.0, DESIRED_THRUST=-60.0, DESIRED_RUDDER=30.0)
    run(simulator, 0.0, 4.0, 0.2)
    # the radius is negative: the bow goes to starboard and the vehicle forward, as seen in the running program
    assert simulator.state.speed < 0
    assert 0 < simulator.state.heading < 90
    assert simulator.state.y > 0


def test_a_short_circle_astern_is_no_number_only_with_quirks() -> None:
    texts = ("thrust_reflect = true", "turn_radius = 2", "max_speed = 3", "turn_spd_map_null_rate = 60", "drift_x = 3")
    exact, mended = make("v22", *texts, quirks=True, reproduce_nan=True), make("v22", *texts)
    for simulator in (exact, mended):
        mail(simulator, 0.0, DESIRED_THRUST=-60.0, DESIRED_RUDDER=30.0)
        posts = run(simulator, 0.0, 2.0, 0.2)
    assert math.isnan(exact.state.heading)
    assert Post("USM_SPEED", -(2.0**63) * 0.01) in exact.iterate(2.2) + exact.iterate(2.4)
    assert math.isfinite(mended.state.x)
    assert all(math.isfinite(post.value) for post in posts if isinstance(post.value, float))


def test_the_recorded_text_of_a_long_line_is_not_cut() -> None:
    value = "tag=a," + ",".join(f"foo{k}=1" for k in range(60))
    line = f"wormhole={value}"
    for quirks in (True, False):
        assert [warning.reference for warning in make("v22", line, quirks=quirks).config_warnings] == [
            f"Unhandled config line: {line}"
        ]


@pytest.mark.parametrize("dialect", ["v22", "v23"])
def test_a_negative_speed_factor_takes_the_thrust_away(dialect: str) -> None:
    gains = ("yaw_pid_kp = 1", "speed_factor = 20", "depth_control = false", "simulation = true")
    simulator = make(dialect, *gains)
    mail(simulator, 0.5, MOOS_MANUAL_OVERRIDE="false")
    simulator.iterate(1.0)
    for now, factor, thrust in ((2.0, 20.0, 40.0), (3.0, -2.0, 0.0), (4.0, 5.0, 10.0)):
        mail(simulator, now - 0.5, SPEED_FACTOR=factor, DESIRED_HEADING=0.0, DESIRED_SPEED=2.0)
        simulator.iterate(now)
        assert internals(simulator).command.thrust == thrust
    assert not simulator.run_warnings
