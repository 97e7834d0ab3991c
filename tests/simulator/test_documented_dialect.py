"""What the golden runs of the documented law leave out: pauses, odd clocks, resets, posts."""

from __future__ import annotations

import math

import pytest

from tests.support.internals import internals
from tests.support.simulators import posted
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.values import Message


def _drive(simulator: Simulator, thrust: float = 50.0, rudder: float = 0.0, now: float = 0.0) -> None:
    simulator.on_mail(Message("DESIRED_THRUST", thrust, now, "pHelmIvP"))
    simulator.on_mail(Message("DESIRED_RUDDER", rudder, now, "pHelmIvP"))


def test_paused_time_does_not_count() -> None:
    paused, plain = Simulator(drift_x=1.0), Simulator(drift_x=1.0)
    for simulator in (paused, plain):
        _drive(simulator)
        simulator.iterate(0.5)
    paused.on_mail(Message("USM_SIM_PAUSED", "true", 0.7, "pMarineViewer"))
    for k in range(2, 7):
        posts = posted(paused, 0.5 * k)
        assert posts["USM_X"] == paused.state.x == plain.state.x
        assert paused.state.time == 0.5 * k
    paused.on_mail(Message("USM_SIM_PAUSED", "false", 3.1, "pMarineViewer"))
    # one step of 0.6 s each: the interval in which the pause began is gone, as the stamp followed the clock
    paused.iterate(3.6)
    plain.iterate(1.1)
    assert paused.state.x == pytest.approx(plain.state.x, abs=1e-12)
    assert paused.state.speed == plain.state.speed


def test_sim_pause_starts_paused() -> None:
    simulator = Simulator(sim_pause=True, drift_y=2)
    simulator.iterate(1.0)
    assert simulator.state.y == 0
    simulator.on_mail(Message("USM_SIM_PAUSED", "false", 1.0, "x"))
    simulator.iterate(2.0)
    assert simulator.state.y == 2


@pytest.mark.parametrize("clock", [1.0, 0.25, math.nan, math.inf])
def test_a_clock_that_does_not_move_forward_moves_nothing(clock: float) -> None:
    simulator = Simulator(drift_x=1.0, rotate_speed=5)
    simulator.iterate(1.0)
    before = simulator.state
    posts = simulator.iterate(clock)
    assert repr(simulator.state) == repr(before)
    assert [post.variable for post in posts][:2] == ["USM_X", "USM_Y"]
    (warning,) = simulator.take_warnings()
    assert "did not move forward" in warning
    simulator.iterate(2.0)
    assert simulator.state.x == 2.0
    assert simulator.take_warnings() == []


def test_irregular_steps_follow_the_law() -> None:
    simulator = Simulator(start_heading=30, max_deceleration=0.5, buoyancy_rate=0.1, start_depth=5)
    times = [0.1, 0.15, 0.9, 1.0, 4.0]
    heading, depth, before = 30.0, 5.0, 0.0
    _drive(simulator, 80.0, -40.0)
    for now in times:
        simulator.iterate(now)
        dt, before = now - before, now
        heading = (heading - 40 * 0.7 * dt * 1.6) % 360
        depth = max(0.0, depth - 0.1 * dt)
        assert simulator.state.heading == pytest.approx(heading, abs=1e-9)
        assert simulator.state.depth == pytest.approx(depth, abs=1e-12)
        assert simulator.state.time == pytest.approx(now, abs=1e-12)
    assert simulator.state.speed == 4.0 * (1 - 0.4 * 0.85)


def test_of_two_opposite_headings_the_new_one_counts() -> None:
    simulator = Simulator(start_heading=0, rotate_speed=180, start_speed=2, max_deceleration=0, thrust_factor=25)
    _drive(simulator, 50.0)
    simulator.iterate(1.0)
    assert simulator.state.heading == 180
    assert simulator.state.y == pytest.approx(-2.0)
    assert simulator.state.x == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("x=3", {"x": 3.0}),
        ("speed=-1.5, depth=4", {"speed": -1.5, "depth": 4.0}),
        ("hdg=-30", {"heading": 330.0}),
        ("DEG = 400", {"heading": 40.0}),
        ("1,2,3,4,5", {"x": 1.0, "y": 2.0, "heading": 3.0, "speed": 4.0, "depth": 5.0}),
        ("7, spd=1e-1", {"x": 7.0, "speed": 0.1}),
        ("depth=-2", {"depth": 0.0}),
    ],
)
def test_reset_sets_what_it_names(text: str, changed: dict[str, float]) -> None:
    simulator = Simulator(start_x=10, start_y=20, start_heading=30, start_speed=1, start_depth=9)
    simulator.iterate(1.0)
    before = simulator.state
    simulator.on_mail(Message("USM_RESET", text, 1.5, "pMarineViewer"))
    for name in ("x", "y", "heading", "speed", "depth", "pitch", "sog", "hog", "time"):
        assert getattr(simulator.state, name) == pytest.approx(changed.get(name, getattr(before, name)), abs=1e-12)
    posts = simulator.iterate(2.0)
    assert (posts[0].variable, posts[0].value) == ("USM_RESET_COUNT", 1.0)
    assert len(simulator.run_warnings) == (1 if text == "depth=-2" else 0)


@pytest.mark.parametrize(
    "text", ["x=3,bogus=2", "1,2,3,4,5,6", "x=abc", "x=", "", "x=nan", "x=1e999", "x=1,,y=2", "heading=1=2"]
)
def test_an_unreadable_reset_changes_nothing_at_all(text: str) -> None:
    simulator = Simulator(start_x=10, start_heading=30)
    before = internals(simulator)
    simulator.on_mail(Message("USM_RESET", text, 0.5, "pMarineViewer"))
    assert repr(internals(simulator)) == repr(before)
    (warning,) = simulator.take_warnings()
    assert "USM_RESET from pMarineViewer" in warning
    assert "USM_RESET_COUNT" not in posted(simulator, 1.0)


def test_a_reset_clears_nothing_else() -> None:
    simulator = Simulator(drift_x=0.5, default_water_depth=30)
    _drive(simulator, 40.0, 20.0)
    simulator.iterate(1.0)
    before = internals(simulator)
    simulator.on_mail(Message("USM_RESET", "x=0,y=0", 1.0, "x"))
    after = internals(simulator)
    assert (after.command, after.drift, after.water_depth) == (before.command, before.drift, before.water_depth)


def test_publications_in_their_order() -> None:
    simulator = Simulator(datum=(42.358456, -71.087589), default_water_depth=20, start_depth=4, prefix="NAV_")
    _drive(simulator, 33.3)
    first = simulator.iterate(0.25)
    names = [
        *("NAV_X", "NAV_Y", "NAV_LAT", "NAV_LONG", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH", "NAV_Z", "NAV_PITCH"),
        *("NAV_YAW", "NAV_HEADING_OVER_GROUND", "NAV_SPEED_OVER_GROUND", "NAV_ALTITUDE"),
    ]
    assert [post.variable for post in first] == [*names, "USM_DRIFT_SUMMARY"]
    assert [post.variable for post in simulator.iterate(0.5)] == names
    posts = {post.variable: post.value for post in first}
    state = simulator.state
    assert posts["NAV_SPEED"] == 33.3 / 20  # not rounded
    assert posts["NAV_Z"] == -posts["NAV_DEPTH"]
    assert posts["NAV_ALTITUDE"] == 20 - posts["NAV_DEPTH"]
    assert state.altitude == 20 - state.depth
    assert posts["USM_DRIFT_SUMMARY"] == "ang=0, mag=0, xmag=0, ymag=0"


def test_latitude_and_longitude_use_the_true_pi() -> None:
    simulator = Simulator(datum=(42.358456, -71.087589), start_x=-208.57, start_y=266.31)
    latitude, longitude = simulator.position
    # the recorded programs, with their 3.14159265, have 42.360806685376446, -71.090199472404876
    assert latitude == pytest.approx(42.360806685376446, abs=1e-9)
    assert longitude == pytest.approx(-71.090199472404876, abs=1e-9)
    posts = posted(simulator, 1.0)
    assert posts["USM_LAT"] == pytest.approx(latitude, abs=1e-12)


def test_a_datum_out_of_range_is_warned_of_and_nothing_is_published() -> None:
    simulator = Simulator.from_lines([], datum=(85.0, 10.0))
    assert "LatOrigin" in str(simulator.config_warnings[0])
    assert all(map(math.isnan, simulator.position))
    assert "USM_LAT" not in posted(simulator, 1.0)


def test_altitude_goes_when_the_water_depth_is_unknown_again() -> None:
    simulator = Simulator(default_water_depth=10)
    assert posted(simulator, 1.0)["USM_ALTITUDE"] == 10
    simulator.on_mail(Message("USM_WATER_DEPTH", 4.0, 1.5, "x"))
    assert posted(simulator, 2.0)["USM_ALTITUDE"] == 4
    simulator.on_mail(Message("WATER_DEPTH", 0.0, 2.5, "x"))
    assert "USM_ALTITUDE" not in posted(simulator, 3.0)


@pytest.mark.parametrize(
    ("variable", "value", "text"),
    [
        ("DRIFT_X", 0.5, "ang=90, mag=0.5, xmag=0.5, ymag=0"),
        ("CURRENT_Y", -0.5, "ang=180, mag=0.5, xmag=0, ymag=-0.5"),
        ("DRIFT_VECTOR", "90,1.5", "ang=90, mag=1.5, xmag=1.5, ymag=0"),
        ("DRIFT_VECTOR_ADD", "270, 2", "ang=270, mag=2, xmag=-2, ymag=0"),
        ("DRIFT_VECTOR_MULT", 3.0, "ang=0, mag=0, xmag=0, ymag=0"),
        ("USM_DRIFT_VECTOR_MULT", 3.0, "ang=0, mag=0, xmag=0, ymag=0"),
    ],
)
def test_every_accepted_drift_mail_posts_a_summary(variable: str, value: float | str, text: str) -> None:
    simulator = Simulator()
    simulator.iterate(1.0)
    for now in (2.0, 3.0):
        simulator.on_mail(Message(variable, value, now, "uTimerScript"))
        summary = posted(simulator, now).get("USM_DRIFT_SUMMARY")
        assert summary == (text if now == 2.0 or variable != "DRIFT_VECTOR_ADD" else summary)
        assert summary is not None
    assert "USM_DRIFT_SUMMARY" not in posted(simulator, 4.0)


def test_the_published_name_of_the_factor_scales_the_drift() -> None:
    simulator = Simulator(drift_x=0.5, drift_y=-1.0)
    simulator.on_mail(Message("USM_DRIFT_VECTOR_MULT", 2.0, 1.0, "x"))
    assert posted(simulator, 1.0)["USM_DRIFT_SUMMARY"] == "ang=153.43, mag=2.24, xmag=1, ymag=-2"


def test_a_refused_drift_mail_posts_no_summary() -> None:
    simulator = Simulator()
    simulator.iterate(1.0)
    simulator.on_mail(Message("DRIFT_VECTOR", "north", 1.0, "uTimerScript"))
    assert "USM_DRIFT_SUMMARY" not in posted(simulator, 2.0)


def test_a_repeated_thrust_replaces_the_earlier_pair_if_speed_still_grows() -> None:
    simulator = Simulator.from_lines([ConfigLine("thrust_map", "20:1, 40:2, 20:1.5, 40:1.2, 60:3")])
    assert internals(simulator).settings.thrust_map.positive == ((20, 1.5), (40, 2), (60, 3))


def test_a_kept_pair_is_warned_of() -> None:
    lines = [ConfigLine("thrust_map", "20:1, 40:0.5, 0:1, -10:2, abc, 60:3", "alpha.moos", 12)]
    simulator = Simulator.from_lines(lines)
    (warning,) = simulator.config_warnings
    assert str(warning).startswith("alpha.moos:12: thrust_map: pairs left out: 40:0.5")
    assert "and 1 more" in str(warning)
    assert internals(simulator).settings.thrust_map.positive == ((20, 1), (60, 3))


def test_the_current_field_adds_to_the_drift_and_can_be_switched() -> None:
    simulator = Simulator(
        current_field="bay.cfd",
        drift_y=0.5,
        read_file=lambda name: "Radius: 100\nx=0, y=0, mag=2, ang=90\n" if name == "bay.cfd" else "",
    )
    posts = posted(simulator, 1.0)
    assert (simulator.state.x, simulator.state.y) == pytest.approx((2.0, 0.5))
    assert posts["USM_DRIFT_SUMMARY"] == "ang=0, mag=0.5, xmag=0, ymag=0.5"
    simulator.on_mail(Message("USM_CURRENT_FIELD", "false", 1.0, "x"))
    simulator.iterate(2.0)
    assert (simulator.state.x, simulator.state.y) == pytest.approx((2.0, 1.0))
    simulator.on_mail(Message("CURRENT_FIELD", "true", 2.0, "x"))
    simulator.iterate(3.0)
    assert simulator.state.x > 3.8


def test_a_bad_line_of_a_current_field_is_named_and_the_rest_kept() -> None:
    def read(name: str) -> str:
        if name != "bay.cfd":
            raise FileNotFoundError(name)
        return "x=0,y=0,mag=1,ang=0\nnonsense\n"

    lines = [ConfigLine("current_field", "bay.cfd", "alpha.moos", 9)]
    simulator = Simulator.from_lines(lines, read_file=read)
    (warning,) = simulator.config_warnings
    assert "bay.cfd:2: " in str(warning)
    simulator.iterate(1.0)
    assert simulator.state.y == pytest.approx(1.0)
    lines = [ConfigLine("current_field", "none.cfd", "alpha.moos", 9)]
    (warning,) = Simulator.from_lines(lines, read_file=read).config_warnings
    assert "runs" in str(warning) or "goes on without" in str(warning)


def test_a_long_step_is_cut_where_the_caller_asks_for_it() -> None:
    simulator = Simulator(drift_x=1.0)
    simulator.iterate(1.0, max_dt=5.0)
    simulator.iterate(3600.0, max_dt=5.0)
    assert simulator.state.x == pytest.approx(6.0)
    (warning,) = simulator.take_warnings()
    assert "cut to 5 s" in warning
    simulator.iterate(3601.0, max_dt=5.0)
    assert simulator.state.x == pytest.approx(7.0)
    assert simulator.take_warnings() == []


def test_headings_are_brought_into_one_turn_at_the_start() -> None:
    simulator = Simulator(start_heading=-90)
    assert simulator.state.heading == 270
    assert simulator.state.hog == 270
    assert simulator.state.yaw == pytest.approx(math.pi / 2)


def test_at_rest_the_heading_over_ground_keeps_its_value() -> None:
    simulator = Simulator(start_heading=123)
    simulator.iterate(1.0)
    assert simulator.state.hog == 123
    assert simulator.state.sog == 0


def test_a_clock_that_went_back_and_returns_to_the_stamp_changes_nothing() -> None:
    simulator = Simulator(start_speed=1.0)
    for now in (1.0, 0.5):
        simulator.iterate(now)
    before = simulator.state
    simulator.on_mail(Message("DRIFT_X", 1.0, 1.0, "test"))
    simulator.iterate(1.0)
    assert simulator.state == before
    assert len(simulator.run_warnings) == 2
