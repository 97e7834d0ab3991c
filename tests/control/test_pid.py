"""The embedded controller against recorded traces of the stand-alone one, and rule by rule."""

from __future__ import annotations

import csv
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import DATA
from usimmarine_py.control.gains import PID_PARAMETERS, Gains, LoopDebug, PidSettings, Tardy, read_pid_parameter
from usimmarine_py.control.pid import PidController, PidLoop
from usimmarine_py.values import Post

VECTORS = DATA / "golden" / "vectors"


def settings_of(lines: list[str]) -> PidSettings:
    settings = PidSettings()
    for line in lines:
        name, value = (part.strip() for part in line.split("=", 1))
        settings, error = read_pid_parameter(settings, name, value)
        assert not error, line
    return settings


@pytest.mark.parametrize("number", range(1, 10))
def test_recorded_traces(number, golden_vectors, figure):
    case = golden_vectors("pid_index.json")["cases"][number - 1]
    controller = PidController(settings_of(case["config"]), honours_override=False)
    worst, rows = 0.0, 0
    with (VECTORS / case["csv"]).open(newline="") as file:
        for row in csv.DictReader(file):
            if row["override"]:
                controller.override(row["override"])
            if row["speed_factor"]:
                controller.set_speed_factor(float(row["speed_factor"]))
            value = {name: float(row[name]) for name in row if row[name] and name.startswith(("des_", "nav_"))}
            for name in ("heading", "speed", "depth"):
                if f"des_{name}" in value:
                    controller.take(f"DESIRED_{name.upper()}", value[f"des_{name}"])
            controller.navigate(
                heading=value.get("nav_heading"),
                speed=value.get("nav_speed"),
                depth=value.get("nav_depth"),
                pitch=value.get("nav_pitch"),
            )
            out = controller.step(float(row["t"]))
            worst = max(
                worst,
                abs(out.rudder - float(row["rudder"])),
                abs(out.thrust - float(row["thrust"])),
                abs(out.elevator - float(row["elevator"])),
            )
            assert controller.has_control is (row["has_control"] == "1"), row["t"]
            assert controller.state.stale is (row["stale"] == "1"), row["t"]
            rows += 1
    assert worst < 1e-9
    figure(f"{case['csv']}: {rows} steps, worst error {worst:.2g}")


def driven(settings: PidSettings, clock: float = 100.0, *, honours: bool = True, **desired: float) -> PidController:
    """A controller whose values are all fresh at ``clock``."""
    controller = PidController(settings, honours_override=honours)
    controller.override("false")
    controller.step(clock)
    for name, value in ({"heading": 90.0, "speed": 1.0, "depth": 5.0} | desired).items():
        controller.take(f"DESIRED_{name.upper()}", value)
    controller.navigate(heading=80.0, speed=0.5, depth=0.0, pitch=0.0)
    return controller


PLAIN = PidSettings(coupled=True, yaw=Gains(kp=1.0), speed=Gains(kp=10.0), depth_control=False)


def test_an_override_stops_the_vehicle_unless_the_defect_is_asked_for():
    for honours, thrust in ((True, 0.0), (False, 5.0)):
        controller = driven(PLAIN, honours=honours)
        assert controller.override("TRUE") == (Post("PID_HAS_CONTROL", "false"),)
        assert controller.step(100.5).thrust == thrust


def test_override_posts_and_stamps():
    controller = PidController(PLAIN)
    assert controller.override("true") == ()
    assert controller.override("maybe") == ()
    assert controller.state == PidController(PLAIN).state
    controller = driven(PLAIN)
    assert controller.override("False") == (Post("PID_HAS_CONTROL", "true"),)
    state = controller.state
    assert state.desired_heading == (90, 100)
    controller.override("true")
    controller.override("false")
    assert state.desired_heading[1] == state.nav_speed[1] == 0
    assert state.desired_heading[0] == 90


def test_stale_values_stop_the_vehicle_and_are_named():
    controller = driven(PidSettings(coupled=True, yaw=Gains(kp=1.0), tardy=Tardy(1.0, 3.0)))
    out = controller.step(102.25)
    assert [post.value for post in out.posts] == ["Stale DesHdg:2.25", "Stale DesSpd:2.25", "Stale DesDepth:2.25"]
    assert {post.variable for post in out.posts} == {"PID_STALE"}
    assert (out.rudder, out.thrust, out.elevator, controller.has_control) == (0, 0, 0, False)
    out = controller.step(104.0)
    assert [post.value.split()[1].split(":")[0] for post in out.posts] == [
        "DesHdg",
        "DesSpd",
        "NavHdg",
        "NavSpd",
        "DesDepth",
        "NavDep",
        "NavPitch",
    ]


def test_debug_posts_read_as_those_of_the_real_program():
    settings = PidSettings(
        coupled=True,
        yaw=Gains(0.2, 0.3, 0.1, 0.3),
        max_rudder=5.0,
        speed=Gains(50.0),
        max_thrust=2.0,
        z_to_pitch=Gains(0.0001, 0, 0.004, 0.05),
        max_pitch=0.2618,
        pitch=Gains(1.5),
        max_elevator=0.00001,
        debug=LoopDebug(heading=True, speed=True, depth=True),
    )
    controller = driven(settings, heading=350.0)
    controller.navigate(heading=30.0, speed=0.0)
    out = controller.step(100.25)
    assert out.posts == (
        Post("PID_MAX_SAT_SPD_DEBUG", ""),
        Post(
            "PID_SPD_DEBUG",
            "PID_SPEED:  (Want):1.00000 (Curr):0.00000 (Diff):1.00000 (Delt):2.00000 THRUST:2.00000",
        ),
        Post(
            "PID_MAX_SAT_HDG_DEBUG",
            "dfeIn=40.00000, dfErrorTime=100.25000, m_dfKi0.10000, m_dfeSum(1)0.00000, m_dfIntegralLimit0.30000, "
            "m_dfOut(1)8, m_dfOut(1)5",
        ),
        Post("PID_HDG_DEBUG", "PID_COURSE:  (Want):-10.00000 (Curr):30.00000 (Diff):40.00000 RUDDER:-5.00000"),
        Post(
            "PID_MAX_SAT_DEP_DEBUG",
            "P:dfeIn=-5.00000, dfErrorTime=100.25000, m_dfKi0.00400, m_dfeSum(1)0.00000, m_dfIntegralLimit0.05000, "
            "m_dfOut(1)-0.0005",
        ),
        Post("PID_DEP_DEBUG", "PID_DEPTH:  (Want):5.00000 (Curr):0.00000 (Diff):-5.00000 ELEVATOR:0.00001"),
    )
    text = controller.loops.yaw.text(settings.yaw, settings.max_rudder)
    controller.navigate(heading=31.0)
    out = controller.step(100.5)
    assert out.posts[0].value == text
    assert out.posts[2].value == (
        "dfeIn=41.00000, dfErrorTime=100.50000, m_dfDT=0.25000, dfDiffNow=4.00000, DiffHistSize=1, "
        "mdfeDiff(1)=4.00000, mdfeDiff(2)=4.00000, m_dfKi0.10000, m_dfeSum(1)1.02500, m_dfIntegralLimit0.30000, "
        "m_dfeSum(2)0.30000, m_dfOut(1)9.7, m_dfOut(1)5"
    )


def test_a_speed_factor_replaces_the_speed_loop():
    controller = driven(
        PidSettings(coupled=True, yaw=Gains(1.0), speed_factor=20.0, debug=LoopDebug(speed=True)), speed=1.5
    )
    out = controller.step(100.25)
    assert out.thrust == 30
    assert "(Fctr):20.00000 THRUST:30.00000" in out.posts[0].value
    for factor, counts in ((-5.0, -5), (5.0, 5)):
        controller.set_speed_factor(factor)
        assert controller.state.speed_factor == counts


def test_the_loop_stands_still_with_the_clock_and_refuses_to_go_back():
    loop, first = PidLoop().step(Gains(2.0, 1.0, 0.5, 10.0), 100.0, 3.0, 5.0)
    assert first == 6
    assert loop.step(Gains(2.0), 100.0, 50.0, 5.0) == (loop, 6.0)
    assert loop.step(Gains(2.0), 100.0, 50.0, 4.0) == (loop, 0.0)


def test_an_output_or_integral_at_its_limit_counts_as_limited():
    loop, out = PidLoop().step(Gains(2.0, 0.0, 1.0, 5.0), 10.0, 4.0, 1.0)
    assert (out, loop.saturated(10.0)) == (8.0, False)
    gains = Gains(0.0, 0.0, 1.0, 5.0)
    loop, _ = loop.step(gains, 10.0, 5.0, 2.0)
    assert loop.text(gains, 10.0).endswith(
        "m_dfeSum(1)5.00000, m_dfIntegralLimit5.00000, m_dfeSum(2)5.00000, m_dfOut(1)5"
    )
    loop, out = PidLoop().step(Gains(2.0), 10.0, 5.0, 1.0)
    assert (out, loop.saturated(10.0)) == (10.0, True)
    assert not PidLoop().saturated(0.0)
    assert PidLoop().text(gains, 10.0) == ""


def test_an_overflowing_evaluation_changes_nothing():
    loop, _ = PidLoop().step(Gains(1.0), 100.0, 1.0, 1.0)
    assert loop.step(Gains(1.0), 100.0, math.nan, 2.0) == (loop, 0.0)
    assert loop.step(Gains(1.0), 100.0, 1e308, 1.0 + 1e-9) == (loop, 0.0)
    assert PidLoop().step(Gains(1e200), math.inf, 1e200, 1.0) == (PidLoop(), 0.0)


def test_the_line_of_a_loop_without_integral_part():
    first, _ = PidLoop().step(Gains(2.0), 100.0, 1.5, 2.0)
    assert first.text(Gains(2.0), 100.0) == "dfeIn=1.50000, dfErrorTime=2.00000, m_dfOut(1)3"
    later, _ = first.step(Gains(1.0), 2.0, 3.5, 2.5)
    assert later.text(Gains(1.0), 2.0) == (
        "dfeIn=3.50000, dfErrorTime=2.50000, m_dfDT=0.50000, dfDiffNow=4.00000, DiffHistSize=1, "
        "mdfeDiff(1)=4.00000, mdfeDiff(2)=4.00000, m_dfOut(1)3.5, m_dfOut(1)2"
    )


def test_the_least_thrust_is_a_thrust():
    settings = PidSettings(coupled=True, speed_factor=1.0, depth_control=False)
    assert driven(settings, speed=0.01).step(100.25).thrust == 0.01
    assert driven(settings, speed=0.0099).step(100.25).thrust == 0
    small = PidSettings(coupled=True, speed_factor=1.0, max_thrust=0.25, depth_control=False)
    assert driven(small, speed=0.3).step(100.25).thrust == 0.25


def test_a_stamp_of_zero_is_no_value_and_a_later_one_is():
    settings = PidSettings(coupled=True, speed_factor=10.0, depth_control=False)
    assert driven(settings, clock=0.0).step(0.5).thrust == 0
    assert driven(settings, clock=1.0).step(1.5).thrust == 10


@given(
    st.lists(st.tuples(st.floats(), st.floats(0, 1e9)), max_size=12),
    st.floats(-1e3, 1e3),
    st.floats(-1e3, 1e3),
    st.floats(0, 1e3),
)
def test_no_error_makes_the_loop_leave_its_limits(steps, kp, kd, ki):
    loop = PidLoop()
    for error, time in steps:
        loop, out = loop.step(Gains(kp, kd, ki, 5.0), 100.0, error, time)
        assert -100 <= out <= 100
        assert math.isfinite(loop.integral)


def test_the_rudder_bias_changes_sides_every_ten_seconds():
    controller = driven(
        PidSettings(coupled=True, speed_factor=20.0, depth_control=False, simulation=True, sim_instability=50.0)
    )
    rudders = [controller.step(second).rudder for second in (100.0, 105.0, 110.0, 110.5, 115.5)]
    assert rudders == pytest.approx([0, -25, -50, 0, 25])


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("YAW_PID_KP", "1.5", {"coupled": True, "yaw": Gains(1.5)}),
        ("yaw_pid_ki_limit", "2", {"coupled": True, "yaw": Gains(integral_limit=2)}),
        ("pitch_pid_integral_limit", ".2", {"pitch": Gains(integral_limit=0.2)}),
        ("maxpitch", "90", {"max_pitch": math.pi / 2}),
        ("simulation", "YES", {"simulation": True}),
    ],
)
def test_parameters(name, value, changed):
    settings, error = read_pid_parameter(PidSettings(), name, value)
    assert error is None
    for field, expected in changed.items():
        assert getattr(settings, field) == expected


@pytest.mark.parametrize("name", sorted(PID_PARAMETERS))
@pytest.mark.parametrize("value", ["nan", "inf", "1e400", "maybe", "", "9" * 2**20])
def test_bad_values_keep_the_setting_and_are_told(name, value):
    settings, error = read_pid_parameter(PidSettings(coupled=True), name, value)
    assert settings == PidSettings(coupled=True)
    assert error


@pytest.mark.parametrize("name", ["maxrudder", "maxpitch", "speed_factor"])
def test_negative_limits_are_refused(name):
    settings, error = read_pid_parameter(PidSettings(), name, "-1")
    assert (settings, str(error)) == (PidSettings(), "must not be below 0")


@pytest.mark.parametrize(("value", "used"), [("-1", 0), ("112.7", 100)])
def test_an_instability_ends_where_the_real_program_ends_it(value: str, used: float) -> None:
    settings, error = read_pid_parameter(PidSettings(), "sim_instability", value)
    assert settings.sim_instability == used
    assert error


def test_negative_thresholds_count_as_zero_as_in_the_real_program():
    settings, error = read_pid_parameter(PidSettings(), "tardy_helm_threshold", "-1")
    assert settings.tardy.helm == 0
    assert error


def test_depth_control_needs_a_coupled_controller_to_be_off():
    assert settings_of(["depth_control = false"]).controls_depth
    assert not settings_of(["depth_control = false", "yaw_pid_kp = 1"]).controls_depth


def test_an_exponent_counts_where_the_dialect_has_it():
    assert read_pid_parameter(PidSettings(), "maxrudder", "5e1", exponent=True)[0].max_rudder == 50
    assert read_pid_parameter(PidSettings(), "maxrudder", "5e1")[1]
