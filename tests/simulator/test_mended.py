"""Each known defect: gone without quirks, there with them (laws/usimmarine 12)."""

from __future__ import annotations

import math

import pytest

from tests.support.internals import internals
from tests.support.simulators import mail, make, posted, run
from usimmarine_py.kernels.kinematic import turn_rate
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Message, Post

RECORDED = ("classic", "v22", "v23")


def test_config_order() -> None:
    texts = ("start_x = 5", "start_pos = x=7")
    assert make("classic", *texts, quirks=True).state.x == 5
    assert make("classic", *texts).state.x == 7
    # of two equal names the first counts in either case, as in the C++ program
    assert make("classic", "start_x = 5", "start_x = 7", quirks=True).state.x == 5
    assert make("classic", "start_x = 5", "start_x = 7").state.x == 5
    assert make("v22", "start_x = 5", "start_x = 7").state.x == 7


def test_thrust_map_abort() -> None:
    text = "thrust_map = 20:1, 40:0.5, 60:3"
    assert internals(make("classic", text, quirks=True)).settings.thrust_map.positive == ((20, 1),)
    assert internals(make("v23", text, quirks=True)).settings.thrust_map.positive == ()
    for dialect in RECORDED:
        simulator = make(dialect, text)
        assert internals(simulator).settings.thrust_map.positive == ((20, 1), (60, 3))
        assert len(simulator.config_warnings) == 1


def test_v23_thrust_map_replaces() -> None:
    texts = ("thrust_reflect = true", "thrust_map = 20:1", "thrust_map = 60:3")
    with_quirk = internals(make("v23", *texts, quirks=True)).settings.thrust_map
    assert (with_quirk.positive, with_quirk.reflect, with_quirk.factor) == (((60, 3),), False, 0)
    mended = internals(make("v23", *texts)).settings.thrust_map
    assert (mended.positive, mended.reflect, mended.factor) == (((20, 1), (60, 3)), True, 20)


def test_turn_rate_zero_and_full_speed() -> None:
    for quirks, turns in ((True, True), (False, False)):
        simulator = make("v22", "turn_rate = 0", quirks=quirks)
        mail(simulator, 0.0, DESIRED_THRUST=50.0, DESIRED_RUDDER=50.0)
        run(simulator, 0.0, 2.0)
        assert (simulator.state.heading != 0) is turns
    rates = {}
    for quirks in (True, False):
        simulator = make("v23", "turn_spd_map_full_speed = 2", "turn_spd_map_full_rate = 40", quirks=quirks)
        rates[quirks] = turn_rate(2.0, internals(simulator).settings.turn_map)
    assert rates == {True: 70 * 2 / 5, False: 40.0}


def test_the_turn_speed_map_serves_other_dialects_when_configured() -> None:
    assert turn_rate(2.5, internals(make("documented", "turn_spd_map_null_rate = 10")).settings.turn_map) == 40.0
    assert turn_rate(2.5, internals(make("documented")).settings.turn_map) == 70.0


def test_rudder_first_unlimited() -> None:
    for quirks, rudder in ((True, 80.0), (False, 5.0)):
        simulator = make("classic", "max_rudder_degs_per_sec = 10", quirks=quirks, start_time=1000.0)
        mail(simulator, 1000.5, DESIRED_RUDDER=80.0)
        assert internals(simulator).command.rudder == rudder
        mail(simulator, 1001.5, DESIRED_RUDDER=-80.0)
        assert internals(simulator).command.rudder == rudder - 10


def test_rudder_step_cap_stays_in_the_recorded_dialects_only() -> None:
    for dialect, rudder in (("classic", 20.0), ("v22", 20.0), ("v23", 20.0), ("documented", 80.0)):
        simulator = make(dialect)
        mail(simulator, 0.0, DESIRED_RUDDER=-80.0)
        mail(simulator, 0.1, DESIRED_RUDDER=80.0)
        assert internals(simulator).command.rudder == rudder


def test_reverse_differential() -> None:
    found = {}
    for quirks in (True, False):
        simulator = make("classic", "thrust_reflect = true", "max_deceleration = 0", quirks=quirks)
        mail(simulator, 0.0, THRUST_MODE_DIFFERENTIAL="true", THRUST_MODE_REVERSE="true")
        mail(simulator, 0.0, DESIRED_THRUST_L=60.0, DESIRED_THRUST_R=40.0)
        simulator.iterate(1.0)
        found[quirks] = simulator.state
    # backwards at minus the mean, and turning as the difference says
    assert found[False].speed == pytest.approx(-50 / 20 * (1 - 0.1 * 0.85) / 2)
    assert found[False].heading == pytest.approx(36 * 20 / 200)
    assert found[True].speed > 0


def test_reverse_flip() -> None:
    mended = make("v22", "thrust_reflect = true", "start_heading = 10", "nav_modulo = 1")
    quirky = make("v22", "thrust_reflect = true", "start_heading = 10", quirks=True)
    for simulator in (mended, quirky):
        mail(simulator, 0.0, DESIRED_THRUST=40.0, THRUST_MODE_REVERSE="reverse")
    posts = posted(mended, 0.5)
    quirky.iterate(0.5)
    assert mended.state.heading == 10
    assert posts["USM_HEADING"] == 190
    assert quirky.state.heading == 190
    assert mended.state.speed < 0


@pytest.mark.parametrize("word", ["true", "TRUE", "on", "yes", "differential", "Differential"])
@pytest.mark.parametrize("dialect", ["documented", *RECORDED])
def test_mode_strings_are_the_union_of_the_words(dialect: str, word: str) -> None:
    simulator = make(dialect)
    mail(simulator, 0.0, THRUST_MODE_DIFFERENTIAL=word)
    assert internals(simulator).thrust_mode == "differential"
    mail(simulator, 0.0, THRUST_MODE_DIFFERENTIAL="normal")
    assert internals(simulator).thrust_mode == "normal"
    assert simulator.run_warnings == ()


def test_mode_strings_with_quirks() -> None:
    classic, v22 = make("classic", quirks=True), make("v22", quirks=True)
    for simulator in (classic, v22):
        mail(simulator, 0.0, THRUST_MODE_DIFFERENTIAL="on", THRUST_MODE_REVERSE="true")
        mail(simulator, 0.0, THRUST_MODE_REVERSE="never mind")
    assert (internals(classic).thrust_mode, internals(classic).command.reverse) == ("differential", False)
    assert (internals(v22).thrust_mode, internals(v22).command.reverse) == ("normal", True)


def test_string_for_number() -> None:
    for dialect in RECORDED:
        quirky, mended = make(dialect, quirks=True), make(dialect)
        for simulator in (quirky, mended):
            mail(simulator, 0.0, DESIRED_THRUST="30")
            (warning,) = simulator.take_warnings()
            assert "DESIRED_THRUST from test" in warning
        assert internals(quirky).command.thrust == -1
        assert internals(mended).command.thrust == 30
        mail(mended, 0.0, DESIRED_THRUST="fast")
        assert internals(mended).command.thrust == 30
        assert len(mended.take_warnings()) == 1


def test_paused_time_is_simulated_time_and_not_cut() -> None:
    found = {}
    for quirks in (True, False):
        simulator = make("classic", "drift_x = 1", quirks=quirks, time_warp=10.0)
        simulator.iterate(1.0)
        mail(simulator, 1.0, USM_SIM_PAUSED="true")
        simulator.iterate(2.0)
        mail(simulator, 3.5, USM_SIM_PAUSED="false")
        simulator.iterate(4.5)
        found[quirks] = simulator.state.x
    assert found[False] == pytest.approx(2.0)
    # 0.25 real seconds were paused, which the whole seconds of the quirk make 0
    assert found[True] == pytest.approx(4.5)


def test_enable_after_pause() -> None:
    found = {}
    for quirks in (True, False):
        simulator = make("v22", "drift_x = 1", quirks=quirks)
        run(simulator, 0.0, 1.0)
        mail(simulator, 1.0, USM_SIM_PAUSED="true")
        run(simulator, 1.0, 6.0)
        mail(simulator, 6.0, USM_SIM_PAUSED="false", USM_ENABLED="false")
        run(simulator, 6.0, 8.0)
        mail(simulator, 8.0, USM_ENABLED="true")
        run(simulator, 8.0, 9.0)
        found[quirks] = simulator.state.x
    assert found[False] == pytest.approx(2.0)
    assert found[True] == pytest.approx(2.0 - 5.0)


@pytest.mark.parametrize("dialect", ["documented", *RECORDED])
@pytest.mark.parametrize(("hit", "release"), [("true", "false"), (1.0, 0.0), ("yes", "no"), ("1", "0"), (-3.0, "off")])
def test_an_obstacle_holds_and_releases_without_a_jump(dialect: str, hit: float | str, release: float | str) -> None:
    simulator = make(dialect, "drift_x = 1")
    run(simulator, 0.0, 1.0)
    mail(simulator, 1.0, OBSTACLE_HIT=hit)
    run(simulator, 1.0, 5.0)
    assert simulator.state.x == pytest.approx(1.0)
    mail(simulator, 5.0, OBSTACLE_HIT=release)
    run(simulator, 5.0, 6.0)
    assert simulator.state.x == pytest.approx(2.0)


def test_obstacles_with_quirks() -> None:
    classic = make("classic", "drift_x = 1", quirks=True)
    mail(classic, 0.0, OBSTACLE_HIT="false")
    mail(classic, 0.0, OBSTACLE_HIT=0.0)
    assert run(classic, 0.0, 2.0) == []
    assert classic.state.x == 0
    v23 = make("v23", "drift_x = 1", quirks=True)
    mail(v23, 0.0, OBSTACLE_HIT="true")
    run(v23, 0.0, 2.0)
    mail(v23, 2.0, OBSTACLE_HIT="anything else")
    run(v23, 2.0, 3.0)
    assert v23.state.x == pytest.approx(3.0)


def test_v22_posts_a_held_vehicle_twice_with_speed_zero() -> None:
    simulator = make("v22", "start_speed = 2", "max_deceleration = 0.01")
    simulator.iterate(1.0)
    mail(simulator, 1.0, OBSTACLE_HIT="true")
    posts = simulator.iterate(2.0)
    assert [post.value for post in posts if post.variable == "USM_SPEED"] == [0.0, 0.0]
    assert simulator.iterate(3.0) == []


def test_turn_radius_nan() -> None:
    texts = ("turn_radius = 0.5", "start_speed = 4", "max_deceleration = 0.1")
    exact = make("v22", *texts, quirks=True, reproduce_nan=True)
    live = make("v22", *texts, quirks=True)
    mended = make("v22", *texts)
    for simulator in (exact, live, mended):
        mail(simulator, 0.0, DESIRED_THRUST=80.0, DESIRED_RUDDER=60.0)
        run(simulator, 0.0, 2.0, 0.5)
    assert math.isnan(exact.state.x)
    # what runs live never shows a number that is not finite
    assert math.isfinite(live.state.x)
    assert math.isfinite(mended.state.x)


def test_published_speed_cap() -> None:
    for quirks, texts, speed in ((True, (), 5.0), (False, (), 8.0), (False, ("max_speed = 6",), 6.0)):
        simulator = make("v22", "thrust_factor = 10", "start_speed = 8", *texts, quirks=quirks)
        mail(simulator, 0.0, DESIRED_THRUST=80.0)
        posts = {post.variable: post.value for post in run(simulator, 0.0, 0.5)}
        assert posts["USM_SPEED"] == speed
        assert simulator.state.speed == pytest.approx(8.0)


def test_sail_zero_unlimited() -> None:
    found = {}
    for quirks in (True, False):
        simulator = make("v22", "wind_conditions = spd=5,dir=0", "polar_plot = 30,0:90,100", quirks=quirks)
        mail(simulator, 0.0, DESIRED_THRUST=60.0)
        run(simulator, 0.0, 10.0)
        found[quirks] = simulator.state.speed
    assert found == {True: pytest.approx(3.0, abs=1e-6), False: 0.0}


def test_polar_360() -> None:
    found = {}
    for quirks in (True, False):
        texts = ("wind_conditions = spd=5,dir=180", "polar_plot = 0,10:180,20", "start_heading = 359.8")
        simulator = make("v22", *texts, quirks=quirks)
        mail(simulator, 0.0, DESIRED_THRUST=100.0)
        run(simulator, 0.0, 20.0)
        found[quirks] = simulator.state.speed
    assert found == {True: pytest.approx(5.0, abs=1e-6), False: pytest.approx(1.0, abs=1e-6)}


def test_sailing_works_in_other_dialects() -> None:
    texts = ("wind_conditions = spd=5,dir=180", "polar_plot = 180,20", "thrust_map_fan = 100:0.5")
    for dialect in ("documented", "classic"):
        simulator = make(dialect, *texts)
        assert simulator.config_warnings == []
        mail(simulator, 0.0, DESIRED_THRUST=100.0, DESIRED_FAN=100.0)
        run(simulator, 0.0, 20.0)
        assert simulator.state.speed == pytest.approx(1.5, abs=1e-6)


def _steered(simulator: Simulator, until: float, start: float = 0.0) -> None:
    for k in range(1, round((until - start) / 0.25) + 1):
        now = start + 0.25 * k
        mail(simulator, now, DESIRED_HEADING=90.0, DESIRED_SPEED=1.5)
        simulator.iterate(now)


PID = ("yaw_pid_kp = 0.9", "yaw_pid_kd = 0.3", "speed_factor = 20", "depth_control = false")


def test_embedded_ignores_override() -> None:
    for quirks, thrust in ((True, 30.0), (False, 0.0)):
        simulator = make("v22", *PID, quirks=quirks)
        mail(simulator, 0.0, MOOS_MANUAL_OVERRIDE="false")
        _steered(simulator, 5.0)
        assert internals(simulator).command.thrust == 30.0
        mail(simulator, 5.0, MOOS_MANUAL_OVERRIDE="true")
        _steered(simulator, 7.0, 5.0)
        assert internals(simulator).command.thrust == thrust


@pytest.mark.parametrize("dialect", ["documented", "classic"])
def test_the_embedded_controller_steers_in_other_dialects(dialect: str) -> None:
    simulator = make(dialect, *PID)
    assert "DESIRED_HEADING" in simulator.subscriptions()
    assert "DESIRED_THRUST" not in simulator.subscriptions()
    mail(simulator, 0.0, MOOS_MANUAL_OVERRIDE="false")
    _steered(simulator, 30.0)
    assert simulator.state.heading == pytest.approx(90.0, abs=2.0)
    assert simulator.state.speed == pytest.approx(1.5, abs=0.2)


def test_pid_startup_abort() -> None:
    texts = ("start_x = 5", *PID[:3], "depth_control = maybe")
    quirky = make("v22", *texts, quirks=True, start_time=1000.0)
    assert [str(warning) for warning in quirky.config_warnings] == ["Improper DEP PID Setting"]
    assert (quirky.state.x, quirky.state.time) == (0.0, 0.0)
    mended = make("v22", *texts, start_time=1000.0)
    assert (mended.state.x, mended.state.time) == (5.0, 1000.0)
    (warning,) = mended.config_warnings
    assert "depth_control: must be true or false" in str(warning)


def test_bad_dt() -> None:
    for quirks, x in ((True, -1.0), (False, 2.0)):
        simulator = make("classic", "drift_x = 1", quirks=quirks)
        simulator.iterate(2.0)
        simulator.iterate(-1.0)
        assert simulator.state.x == x
        assert len(simulator.run_warnings) == (0 if quirks else 1)


def test_disabled_moves() -> None:
    for dialect, quirks, moved in (("classic", True, True), ("classic", False, False), ("documented", False, False)):
        simulator = make(dialect, "drift_x = 1", quirks=quirks)
        simulator.iterate(1.0)
        mail(simulator, 1.0, USM_ENABLED="false")
        assert run(simulator, 1.0, 3.0) == []
        assert (simulator.state.x == 3) is moved
        mail(simulator, 3.0, USM_ENABLED="true")
        simulator.iterate(4.0)
        assert simulator.state.x == (4 if moved else 2)


@pytest.mark.parametrize("dialect", ["documented", *RECORDED])
def test_navigation_from_elsewhere_counts_only_while_disabled(dialect: str) -> None:
    simulator = make(dialect)
    mail(simulator, 0.0, NAV_X=5.0, DESIRED_RUDDER=10.0)
    assert simulator.state.x == 0
    mail(simulator, 0.0, USM_ENABLED="false", NAV_X=5.0, NAV_Y=6.0, NAV_HEADING=7.0)
    assert (simulator.state.x, simulator.state.y, simulator.state.heading) == (5.0, 6.0, 7.0)
    assert internals(simulator).command.rudder == 0


def test_prefix_and_foreign_names() -> None:
    assert make("v22", "prefix = NAV_", quirks=True).iterate(1.0)[0].variable == "USM_DRIFT_SUMMARY"
    quirky, mended = make("classic", "prefix = NAV_", quirks=True), make("classic", "prefix = NAV_")
    assert quirky.iterate(1.0)[0].variable == "NAV__X"
    assert mended.iterate(1.0)[0].variable == "NAV_X"
    assert make("classic", "turn_radius = 3").config_warnings == []
    (warning,) = make("classic", "turn_radius = 3", quirks=True).config_warnings
    assert str(warning) == "Unhandled config line: turn_radius=3"
    assert "USM_TURN_RADIUS" not in make("classic", quirks=True).subscriptions()
    assert "USM_TURN_RADIUS" in make("classic").subscriptions()


def test_nav_modulo_overrides_the_habit_of_v22() -> None:
    assert make("v22").iterate(1.0)[0].variable == "USM_DRIFT_SUMMARY"
    assert make("v22", "nav_modulo = 1").iterate(1.0)[0].variable == "USM_X"
    every_third = make("documented", "nav_modulo = 3")
    counts = [sum(post.variable == "USM_X" for post in every_third.iterate(float(k))) for k in range(1, 7)]
    assert counts == [0, 0, 1, 0, 0, 1]


def test_mail_of_another_age_is_told_of_while_the_controller_steers() -> None:
    coupled, free = make("v22", *PID), make("v22")
    for simulator in (coupled, free):
        simulator.on_mail(Message("DRIFT_X", 1.0, 100.0, "test"), now=2000.0)
        simulator.on_mail(Message("DRIFT_Y", 1.0, 1000.0, "test"), now=2000.0)
    assert coupled.iterate(1.0)[0] == Post("USM_NOGO", 1900.0)
    assert "USM_NOGO" not in [post.variable for post in free.iterate(1.0)]
    assert internals(coupled).drift.x == 1.0
    assert coupled.iterate(2.0)[0].variable != "USM_NOGO"


def test_the_controller_drops_mail_of_another_age() -> None:
    simulator = make("v22", *PID, quirks=True)
    simulator.iterate(2000.0)
    simulator.on_mail(Message("MOOS_MANUAL_OVERRIDE", "false", 100.0, "test"), now=2000.5)
    simulator.on_mail(Message("DESIRED_SPEED", 2.0, 100.0, "test"), now=2000.5)
    # text that is no use is told of all the same, and so is mail from the future
    simulator.on_mail(Message("MOOS_MANUAL_OVERIDE", "perhaps", 4000.0, "test"), now=2000.5)
    ages = [post.value for post in simulator.iterate(2000.5) if post.variable == "USM_NOGO"]
    assert ages == [1900.5, 1900.5, 1999.5]
    assert internals(simulator).pid is not None
    assert internals(simulator).pid.overridden
    assert internals(simulator).pid.desired_speed[1] == 0
    assert len(simulator.run_warnings) == 3
