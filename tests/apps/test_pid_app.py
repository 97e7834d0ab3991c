"""The stand-alone controllers: against recorded posts of pMarinePIDV22, against the embedded one, and bad mail."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.app_doubles import bench
from tests.support.missions import HEAD, PID, VEHICLE, block, mission
from tests.support.posts import posts_of
from usimmarine_py import run_mission
from usimmarine_py.apps.pid import PidApp, read_pid_block
from usimmarine_py.values import Message, Post

GAINS = "yaw_pid_kp=0.9\nyaw_pid_kd=0.6\nspeed_factor=20\nz_to_pitch_pid_kp=0.1\npitch_pid_kp=1\n"


def controller(lines: str = GAINS, name: str = "pMarinePIDV22") -> PidApp:
    options, warnings = read_pid_block(block(lines, name=name), name)
    return PidApp(options, name=name, config_warnings=warnings)


def send(app: PidApp, now: float, **values: float | str) -> list[tuple[str, object]]:
    return shown(posts_of(app.on_mail([Message(key, value, now, "test") for key, value in values.items()])))


def shown(posts: object) -> list[tuple[str, object]]:
    return [(post.variable, post.value) for post in posts if isinstance(post, Post)]  # type: ignore[attr-defined]


SET_POINTS = {"DESIRED_HEADING": 90.0, "DESIRED_SPEED": 2.0, "DESIRED_DEPTH": 5.0}
NAVIGATION = {"NAV_HEADING": 80.0, "NAV_SPEED": 1.0, "NAV_DEPTH": 0.0, "NAV_PITCH": 0.0}
ZEROS = [("DESIRED_RUDDER", 0.0), ("DESIRED_THRUST", 0.0), ("DESIRED_ELEVATOR", 0.0)]


def test_it_posts_what_the_recorded_program_posted_in_its_order() -> None:
    # a run of the real pMarinePIDV22 at AppTick 5 with these gains and this mail
    app = controller()
    assert shown(posts_of(app.iterate(100.0))) == ZEROS
    assert shown(posts_of(app.iterate(100.2))) == []
    assert send(app, 100.3, MOOS_MANUAL_OVERRIDE="false") == []
    assert shown(posts_of(app.iterate(100.4))) == [("PID_HAS_CONTROL", "true")]
    assert send(app, 100.5, **SET_POINTS, **NAVIGATION) == []
    driven = [("DESIRED_RUDDER", 9.0), ("DESIRED_THRUST", 40.0), ("DESIRED_ELEVATOR", 13.0)]
    for k in range(10):
        assert shown(posts_of(app.iterate(100.6 + 0.2 * k))) == driven
    stale = shown(posts_of(app.iterate(102.608)))
    assert stale[:3] == ZEROS
    items = ("DesHdg", "DesSpd", "NavHdg", "NavSpd", "DesDepth", "NavDep", "NavPitch")
    # stamps are those of the iteration before the mail
    assert stale[3:] == [("PID_STALE", f"Stale {item}:2.208") for item in items]
    assert [name for name, _ in shown(posts_of(app.iterate(102.8)))] == ["PID_STALE"] * 7  # zeros only once
    send(app, 102.9, MOOS_MANUAL_OVERRIDE="true")
    # the law goes on
    assert [name for name, _ in shown(posts_of(app.iterate(103.0)))] == ["PID_HAS_CONTROL", *["PID_STALE"] * 7]


def test_navigation_in_yaw_counts_unless_it_is_ignored() -> None:
    for line, heading in (("", 90.0), ("ignore_nav_yaw = true", 80.0)):
        app = controller(GAINS + line)
        assert ("NAV_YAW" in app.on_connect_subscriptions()) is not bool(line)
        app.iterate(1.0)
        send(app, 1.1, MOOS_MANUAL_OVERRIDE="false")
        send(app, 1.1, **SET_POINTS, **NAVIGATION)
        if not line:
            send(app, 1.1, NAV_YAW=-np.pi / 2)
        rudder = dict(shown(posts_of(app.iterate(1.2))))["DESIRED_RUDDER"]
        assert rudder == pytest.approx(0.9 * (90.0 - heading))


def test_a_suffix_and_no_depth_control_change_the_outputs() -> None:
    app = controller(GAINS + "depth_control = false\noutput_suffix = _abe")
    assert shown(posts_of(app.iterate(1.0))) == [("DESIRED_RUDDER_ABE", 0.0), ("DESIRED_THRUST_ABE", 0.0)]
    assert "NAV_DEPTH" not in app.on_connect_subscriptions()


def test_mail_of_another_time_is_dropped() -> None:
    app = controller()
    app.iterate(1000.0)
    send(app, 1000.1, MOOS_MANUAL_OVERRIDE="false")
    send(app, 640.0, **SET_POINTS, **NAVIGATION)
    assert shown(posts_of(app.iterate(1000.2))) == [("PID_HAS_CONTROL", "true")]


def test_for_the_older_controller_what_never_came_is_0() -> None:
    # a run of the real pMarinePID: any set-point and any navigation drives it, here without heading and desired depth
    gains = "yaw_pid_kp=0.4\nspeed_pid_kp=1\nspeed_factor=20\nmaxpitch=15\n"
    depth = "depth_control=true\npitch_pid_kp=0.5\npitch_pid_kd=1\n"
    depth += "z_to_pitch_pid_kp=0.12\nz_to_pitch_pid_ki=0.004\n"
    app = controller(gains + depth + "z_to_pitch_pid_integral_limit=0.05\n", "pMarinePID")
    app.iterate(100.0)
    send(app, 100.1, MOOS_MANUAL_OVERIDE="false", DESIRED_SPEED=1.0)
    assert shown(posts_of(app.iterate(100.25))) == [("DESIRED_THRUST", 0.0)]  # no navigation at all
    send(app, 100.3, NAV_DEPTH=3.0)
    (_, rudder), (_, thrust), (_, elevator) = shown(posts_of(app.iterate(100.5)))
    assert (rudder, thrust, elevator) == (0.0, 20.0, pytest.approx(-7.5))
    send(app, 100.6, NAV_HEADING=30.0)
    assert dict(shown(posts_of(app.iterate(100.75))))["DESIRED_RUDDER"] == pytest.approx(-12.0)
    # the newer controller waits for all of it
    app = controller(gains + depth)
    app.iterate(100.0)
    send(app, 100.1, MOOS_MANUAL_OVERRIDE="false", DESIRED_SPEED=1.0, DESIRED_HEADING=90.0, **NAVIGATION)
    assert shown(posts_of(app.iterate(100.2))) == [("PID_HAS_CONTROL", "true")]
    send(app, 100.3, DESIRED_DEPTH=0.0)
    assert dict(shown(posts_of(app.iterate(100.4))))["DESIRED_THRUST"] == 20.0


def test_the_older_controller_does_what_the_recorded_program_did() -> None:
    # a run of the real pMarinePID at AppTick 5
    app = controller("yaw_pid_kp = 0.9\nspeed_pid_kp = 1\ndepth_control = false", "pMarinePID")
    assert shown(posts_of(app.iterate(1.0))) == [("DESIRED_RUDDER", 0.0), ("DESIRED_THRUST", 0.0)]
    assert shown(posts_of(app.iterate(1.2))) == []
    assert send(app, 1.3, MOOS_MANUAL_OVERRIDE="false") == []
    assert shown(posts_of(app.iterate(1.4))) == [("DESIRED_THRUST", 0.0)]
    send(app, 1.5, DESIRED_HEADING=90.0, DESIRED_SPEED=2.0, NAV_HEADING=80.0, NAV_SPEED=1.0)
    for k in range(3):
        assert shown(posts_of(app.iterate(1.6 + 0.2 * k))) == [("DESIRED_RUDDER", 9.0), ("DESIRED_THRUST", k + 1.0)]
    send(app, 2.1, DESIRED_SPEED=0.0005)
    assert shown(posts_of(app.iterate(2.2))) == [("DESIRED_RUDDER", 0.0), ("DESIRED_THRUST", 0.0)]
    send(app, 2.3, DESIRED_SPEED=2.0, NAV_SPEED=1.0)
    assert shown(posts_of(app.iterate(2.4))) == [("DESIRED_RUDDER", 9.0), ("DESIRED_THRUST", 1.0)]
    assert shown(posts_of(app.iterate(4.41))) == [("DESIRED_THRUST", 0.0)]
    assert send(app, 4.45, MOOS_MANUAL_OVERRIDE="true") == []
    assert shown(posts_of(app.iterate(4.5))) == [("DESIRED_RUDDER", 0.0), ("DESIRED_THRUST", 0.0)]
    assert shown(posts_of(app.iterate(4.7))) == []


def test_the_older_controller_keeps_its_depth_without_thrust() -> None:
    # a run of the real pMarinePID at AppTick 20
    gains = "yaw_pid_kp=0.5\nspeed_pid_kp=1\nspeed_factor=20\nmaxpitch=15\nmaxelevator=13\n"
    depth = "depth_control=true\npitch_pid_kp=1.5\npitch_pid_kd=1\n"
    depth += "z_to_pitch_pid_kp=0.12\nz_to_pitch_pid_integral_limit=0.05\n"
    app = controller(gains + depth, "pMarinePID")
    app.iterate(100.0)
    nav = {"NAV_HEADING": 0.0, "NAV_SPEED": 1.0, "NAV_PITCH": 0.1, "NAV_DEPTH": 2.0}
    send(app, 100.0, MOOS_MANUAL_OVERRIDE="false", DESIRED_HEADING=20.0, DESIRED_DEPTH=1.5)
    now = 100.0
    for speed, pitch, wanted in (
        (1.0, 0.1, (10.0, 20.0, 3.4377467707858083)),
        (0.0, 0.1, (0.0, 0.0, 3.4377467707858083)),
        (-1.0, 0.1, (0.0, 0.0, 3.4377467707858083)),
        (0.0, 0.05, (0.0, 0.0, -0.8594366926964515)),
    ):
        for _ in range(40):  # past what the change of pitch gives
            now += 0.05
            send(app, now, **nav | {"NAV_PITCH": pitch}, DESIRED_SPEED=speed)
            found = tuple(value for _, value in shown(posts_of(app.iterate(now))))
        assert found == pytest.approx(wanted, abs=1e-9)


def test_wrong_lines_are_named_with_file_and_line() -> None:
    lines = ("yaw_pid_kp = x", "yaw_pid_kq = 1", "verbose = maybe", "AppTick = 5")
    _, warnings = read_pid_block(block(*lines, name="pMarinePIDV22"), "pMarinePIDV22")
    assert [w.split(":")[1] for w in warnings] == ["3", "4", "5"]
    assert "did you mean yaw_pid_k" in warnings[1]


GUIDANCE = """ProcessConfig = usim_guidance
{
  AppTick = 4
  waypoints = 0,100 : 100,100 : 100,0 : 0,0
  acceptance_radius = 5
  lookahead = 10
}
"""


def test_stand_alone_and_embedded_drive_nearly_the_same_track() -> None:
    """The mail takes a tick each way; nothing else differs."""
    embedded = run_mission(mission(HEAD + VEHICLE % PID + GUIDANCE))
    alone = "ProcessConfig = pMarinePIDV22\n{\n  AppTick = 10\n" + PID + "}\n"
    apart = run_mission(mission(HEAD + VEHICLE % "" + alone + GUIDANCE))
    assert apart.summary.waypoints == embedded.summary.waypoints == 4
    assert apart.summary.time == pytest.approx(embedded.summary.time, abs=1.0)
    n = min(len(apart.track["x"]), len(embedded.track["x"]))
    distance = np.hypot(*(apart.track[c][:n] - embedded.track[c][:n] for c in "xy"))
    assert distance.max() < 1.5  # not a second of way at 2 m/s, after three corners
    rudder = apart["DESIRED_RUDDER"].values
    assert rudder[0] == 0.0
    assert np.abs(rudder).max() > 50.0


def test_a_stale_controller_stops_the_vehicle_in_a_run() -> None:
    alone = "ProcessConfig = pMarinePIDV22\n{\n  AppTick = 10\n" + PID + "}\n"
    hold = "ProcessConfig = usim_guidance\n{\n  hold = heading=0, speed=2, time=1000\n}\n"
    stop = "ProcessConfig = uTimerScript\n{\n  event = var=GUIDANCE_CMD, val=stop, time=20\n}\n"
    log = run_mission(mission(HEAD + VEHICLE % "" + alone + hold + stop), duration=30.0)
    assert log.track["thrust"][log.track["time"] > 15][0] == 40.0
    assert log.track["thrust"][-1] == 0.0
    assert log.texts["PID_STALE"].values[0].startswith("Stale DesHdg")


def test_it_says_which_input_it_waits_for() -> None:
    app = bench(application=controller())
    given = {**SET_POINTS, **NAVIGATION}
    del given["DESIRED_DEPTH"]

    def tick(**values: float | str) -> list[str]:
        for name, value in {**given, **values}.items():
            app.comms.give(Message(name, value, app.clock.now(), "test"))
        app.app.tick(app.clock.advance(1.0))
        return list(app.app.caster.run_warnings)

    assert [tick() for _ in range(30)][-1] == []  # overridden
    tick(MOOS_MANUAL_OVERRIDE="false")
    assert [tick() for _ in range(9)][-1] == []
    told = [tick() for _ in range(30)][-1]
    assert told == ["steers nothing: DESIRED_DEPTH never came (depth_control = false drives without depth)"]
    assert ("DESIRED_THRUST", 40.0) not in app.comms.posts
    tick(DESIRED_DEPTH=1.0)
    assert ("DESIRED_THRUST", 40.0) in app.comms.posts
