"""Guidance as an application: the lines of its plan, its mail, and the program on a real MOOSDB."""

from __future__ import annotations

import math
import signal
from pathlib import Path

import pytest

from tests.support.missions import block, mission, plan_of
from tests.support.posts import posts_of
from tests.support.processes import run, running
from usimmarine_py.apps.guidance import GuidanceApp, read_plan_block
from usimmarine_py.cli.steering import guidance_example
from usimmarine_py.control.plan import Hold, Loiter, Plan, Waypoints
from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values import Message


def read(*lines: str) -> tuple[Plan, list[str]]:
    return read_plan_block(block(*lines))


def test_every_key_is_read_and_an_unknown_one_is_named_with_its_line() -> None:
    plan, warnings = read(
        "waypoints = 0,100 : 50.5,-1e1",
        "points = pts={1,2:3,4}",
        "hold = heading=90, speed=1, depth=5, time=60",
        "loiter = x=1, y=2, radius=40, clockwise=false, turns=2, time=600",
        *("speed = 3", "depth = 7", "lookahead = 12", "acceptance_radius = 4", "capture_line = false"),
        *("repeat = forever", "take_control = no", "prefix = NAV_", "nav_timeout = 9", "AppTick = 4"),
        "lokahead = 3",
    )
    assert plan.tasks == (
        Waypoints(((0.0, 100.0), (50.5, -10.0))),
        Waypoints(((1.0, 2.0), (3.0, 4.0))),
        Hold(90.0, 1.0, 5.0, 60.0),
        Loiter(1.0, 2.0, 40.0, False, 600.0, 2.0),
    )
    assert (plan.speed, plan.depth, plan.path.lookahead, plan.path.acceptance_radius) == (3.0, 7.0, 12.0, 4.0)
    assert (plan.path.capture_line, plan.repeat, plan.take_control, plan.prefix) == (False, math.inf, False, "NAV")
    assert warnings == ["m.moos:17: lokahead: unknown parameter; did you mean lookahead?"]


def test_depth_and_altitude_take_turns() -> None:
    """The last of the two counts for the tasks below, the first for those above."""
    plan, warnings = read(
        "hold = time=1",
        *("altitude = 8", "hold = time=2", "hold = depth=4, time=3", "hold = altitude=6, time=4"),
        *("depth = 15", "waypoints = 1,2"),
    )
    assert [plan.altitude_of(task) for task in plan.tasks] == [8.0, 8.0, None, 6.0, None]
    assert [task.depth for task in plan.tasks] == [None, None, 4.0, None, 15.0]
    assert plan.keeps_altitude
    assert warnings == []
    assert not read("depth = 3", "waypoints = 1,2")[0].keeps_altitude


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("waypoints = 0,100 : 5", "'5' is no point"),
        ("waypoints = a,b", "'a,b' is no point"),
        ("waypoints = 0,nan", "is no point"),
        ("hold = heading=x", "heading must be a finite number"),
        ("hold = depth=3, altitude=2", "leave the other out"),
        ("hold = hading=3", "did you mean heading?"),
        ("hold = 90", "each as NAME=VALUE"),
        ("hold = time=0", "time must be above 0"),
        ("loiter = x=0, y=0", "needs radius"),
        ("loiter = x=0, y=0, radius=-1", "radius must be above 0"),
        ("loiter = x=0, y=0, radius=9, clockwise=maybe", "clockwise must be true or false"),
        ("lookahead = 0", "must be above 0"),
        ("speed = -1", "must be at least 0"),
        ("drift_compensation = integrel", "must be one of none, integral, course, found 'integrel'; did you mean"),
        ("integral_gain = 0", "must be above 0"),
        ("drift_time = x", "must be a finite number"),
    ],
)
def test_a_line_that_cannot_be_driven_is_an_error_with_file_and_line(line: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read("waypoints = 0,0 : 1,1", line)
    assert str(caught.value).startswith("m.moos:4: ")
    assert words in str(caught.value)


def test_a_block_without_a_task_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"m\.moos:1: .*nothing to do"):
        read("speed = 2")


def test_old_navigation_stops_the_vehicle_and_bad_mail_changes_nothing() -> None:
    plan = plan_of("waypoints = 0,100", "nav_timeout = 3")
    app = GuidanceApp(plan, name="g", prefix="NAV")

    def nav(now: float, **values: float | str) -> None:
        app.on_mail([Message(f"NAV_{k}", v, now, "sim") for k, v in values.items()])

    assert app.iterate(1.0) == []  # nothing is known yet
    nav(1.0, X=0.0, Y=0.0, HEADING=0.0)
    first = {post.variable: post.value for post in posts_of(app.iterate(1.0))}
    assert first["MOOS_MANUAL_OVERRIDE"] == "false"
    assert (first["DESIRED_HEADING"], first["DESIRED_SPEED"], first["DESIRED_DEPTH"]) == (0.0, 2.0, 0.0)
    nav(2.0, X=float("nan"), Y="north")
    assert {p.variable: p.value for p in posts_of(app.iterate(3.9))}["DESIRED_SPEED"] == 2.0
    assert {p.variable: p.value for p in posts_of(app.iterate(4.1))}["DESIRED_SPEED"] == 0.0
    app.on_mail([Message("GUIDANCE_CMD", "stop", 4.2, "me")])
    assert app.iterate(4.3) == []
    app.on_mail([Message("GUIDANCE_CMD", "restart", 4.4, "me")])
    assert any(p.variable == "MOOS_MANUAL_OVERRIDE" for p in posts_of(app.iterate(4.5)))


class Host:
    """Keeps what an application says."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def run_warning(self, text: str) -> None:
        self.warnings.append(text)

    def config_warning(self, text: str) -> None:
        raise AssertionError(text)

    def event(self, text: str) -> None:
        pass

    def say(self, text: str) -> None:
        pass


def app_of(*lines: str) -> tuple[GuidanceApp, Host]:
    app, host = GuidanceApp(plan_of("waypoints = 0,100", "speed = 2", *lines), name="g", prefix="USM"), Host()
    app.on_start(host)  # type: ignore[arg-type]
    return app, host


def send(app: GuidanceApp, now: float, **values: float | str) -> None:
    app.on_mail([Message(f"USM_{name}", value, now, "sim") for name, value in values.items()])


def test_altitude_without_any_is_warned_of_and_the_depth_kept() -> None:
    plan, _ = read("depth = 5", "hold = heading=0, time=1", "altitude = 8", "waypoints = 0,900")
    app = GuidanceApp(plan, name="usim_guidance", prefix="NAV")
    host = Host()
    app.on_start(host)  # type: ignore[arg-type]
    assert {"NAV_DEPTH", "NAV_ALTITUDE"} <= set(app.on_connect_subscriptions())
    depths = []
    for k in range(60):
        now = 100.0 + k
        mail = [Message(f"NAV_{name}", 0.0, now) for name in ("X", "Y", "HEADING")]
        if k >= 30:
            mail += [Message("NAV_DEPTH", 6.0, now), Message("NAV_ALTITUDE", 14.0, now)]
        app.on_mail(mail)
        depths += [post.value for post in posts_of(app.iterate(now)) if post.variable == "DESIRED_DEPTH"]
    assert set(depths[:30]) == {5.0}
    assert set(depths[30:]) == {12.0}
    assert set(host.warnings) == {"no NAV_ALTITUDE, which altitude needs; until it comes the last depth is kept"}


def test_the_application_takes_the_course_over_ground_from_the_mail() -> None:
    app, host = app_of("drift_compensation = course", "drift_time = 1")
    assert app.on_connect_subscriptions() == (
        *("USM_X", "USM_Y", "USM_HEADING", "USM_HEADING_OVER_GROUND", "USM_SPEED_OVER_GROUND", "GUIDANCE_CMD"),
    )
    headings = []
    for now in range(10):
        send(app, now, X=0.0, Y=10.0, HEADING=0.0, HEADING_OVER_GROUND=10.0, SPEED_OVER_GROUND=2.0)
        posts = {post.variable: post.value for post in posts_of(app.iterate(float(now)))}
        headings.append(posts["DESIRED_HEADING"])
    assert headings[0] == 0.0
    assert headings[-1] == pytest.approx(350.0, abs=0.01)
    assert posts["GUIDANCE_CRAB"] == pytest.approx(10.0, abs=0.01)
    assert "Drift:       10.0 deg to starboard of the bow" in app.report()
    send(app, 10.0, HEADING_OVER_GROUND=float("nan"))
    assert "USM_HEADING_OVER_GROUND from sim: must be a finite number; ignored: nan" in host.warnings[-1]


def test_a_course_that_does_not_come_is_missed_once_it_is_due() -> None:
    app, host = app_of("drift_compensation = course", "nav_timeout = 3")
    for now in (0.0, 1.0, 3.0):
        send(app, now, X=0.0, Y=10.0, HEADING=0.0)
        app.iterate(now)
        assert host.warnings == []
    send(app, 4.0, X=0.0, Y=10.0, HEADING=0.0)
    posts = {post.variable: post.value for post in posts_of(app.iterate(4.0))}
    assert posts["DESIRED_HEADING"] == 0.0
    assert host.warnings == [
        "no USM_HEADING_OVER_GROUND, which drift_compensation = course needs; integral works without. "
        "Until it comes a heading is steered"
    ]


def test_nothing_new_is_asked_for_or_posted_without_compensation() -> None:
    app, _ = app_of()
    assert app.on_connect_subscriptions() == ("USM_X", "USM_Y", "USM_HEADING", "GUIDANCE_CMD")
    send(app, 0.0, X=1.0, Y=10.0, HEADING=0.0)
    assert "GUIDANCE_CRAB" not in [post.variable for post in posts_of(app.iterate(0.0))]
    assert "Drift" not in app.report()


def test_stale_navigation_teaches_nothing() -> None:
    app, _ = app_of("drift_compensation = integral", "nav_timeout = 3", "acceptance_radius = 1")
    send(app, 0.0, X=0.0, Y=0.0, HEADING=0.0)
    app.iterate(0.0)
    send(app, 0.0, X=5.0, Y=10.0, HEADING=0.0)
    app.iterate(1.0)
    learned = app.guidance.drift.crab
    assert learned > 0.0
    for now in range(4, 300):
        app.iterate(float(now))
    assert app.guidance.drift.crab == learned


def test_the_program_steers_by_mail_of_a_real_moosdb(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        text = f"ServerPort = {db.port}\nMOOSTimeWarp = 10\nCommunity = alpha\n"
        text += "ProcessConfig = usimmarine\n{\n}\nProcessConfig = usim_guidance\n{\nwaypoints = 100,0\n}\n"
        (tmp_path / "m.moos").write_text(text)
        with running(str(tmp_path / "m.moos"), "--comms=native", program="usim_guidance") as process:
            client = connect(port=db.port, name="vehicle", warp=10.0)
            client.register("DESIRED_HEADING")
            assert wait_for(lambda: "usim_guidance" in db.clients)
            for name, value in (("USM_X", 0.0), ("USM_Y", 0.0), ("USM_HEADING", 10.0)):  # the simulator's own prefix
                client.notify(name, value)
            mail = collect(client, lambda m: bool(m))
            process.send_signal(signal.SIGTERM)
            assert process.wait(60.0) == 0
            client.close()
    assert mail[0].value == pytest.approx(90.0)
    assert mail[0].source == "usim_guidance"


def test_the_program_refuses_a_mission_without_its_block(tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text("ProcessConfig = usimmarine\n{\n}\n")
    done = run(str(tmp_path / "m.moos"), program="usim_guidance")
    assert done.returncode == 2
    assert "no block ProcessConfig = usim_guidance; blocks present: usimmarine" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("switch", "word"), [("--help", "FILE.moos"), ("-e", "lookahead"), ("-i", "GUIDANCE_CMD")])
def test_the_program_explains_itself(switch: str, word: str) -> None:
    done = run(switch, program="usim_guidance")
    assert done.returncode == 0
    assert word in done.stdout


def test_the_example_block_is_a_plan_without_a_warning() -> None:
    block = mission(guidance_example()).block("usim_guidance")
    assert block is not None
    plan, warnings = read_plan_block(block)
    assert warnings == []
    assert len(plan.tasks) == 3


def test_without_any_navigation_it_says_what_it_waits_for() -> None:
    app, host = app_of("give_up = 60")
    for now in range(100, 106):
        assert app.iterate(float(now)) == []
    assert host.warnings == []
    send(app, 106.0, X=1.0)
    assert app.iterate(106.0) == []
    told = "no USM_Y, USM_HEADING: nothing is steered; is it posted under another prefix?"
    assert (host.warnings, app.stuck) == ([told], "")
    for now in range(107, 161):
        app.iterate(float(now))
    assert app.stuck == f"{told} Waited for 60 s"
    send(app, 161.0, Y=0.0, HEADING=0.0)
    assert app.iterate(161.0)
    assert app.stuck == ""


def test_who_was_told_to_stop_does_not_wait() -> None:
    app, host = app_of("give_up = 60")
    send(app, 100.0, X=1.0)
    app.on_mail([Message("GUIDANCE_CMD", "stop", 100.0, "me")])
    for now in range(100, 300):
        app.iterate(float(now))
    assert (host.warnings, app.stuck) == ([], "")


def test_a_waypoint_out_of_reach_is_a_warning_and_an_event() -> None:
    app, host = app_of("give_up = 60")
    events = []
    for now in range(100, 170):
        send(app, float(now), X=0.0, Y=0.0, HEADING=0.0)
        events += [post.value for post in posts_of(app.iterate(float(now))) if post.variable == "GUIDANCE_EVENT"]
    assert host.warnings == events == [app.stuck]
    assert "no nearer for 60 s" in app.stuck


def test_the_program_that_waits_for_its_end_ends_when_that_will_not_come(tmp_path: Path) -> None:
    with MoosDb(warp=20.0) as db:
        text = f"ServerPort = {db.port}\nMOOSTimeWarp = 20\nCommunity = alpha\n"
        text += "ProcessConfig = usim_guidance\n{\nwaypoints = 100,0\ngive_up = 10\n}\n"
        (tmp_path / "m.moos").write_text(text)
        with running(str(tmp_path / "m.moos"), "--comms=native", "--until-quit", program="usim_guidance") as process:
            out, _ = process.communicate(timeout=60.0)
    assert process.returncode == 1
    assert "no NAV_X, NAV_Y, NAV_HEADING: nothing is steered" in out
    assert "what --until-quit waits for will not come" in out


def test_endflags_are_posted_once_when_the_plan_is_done() -> None:
    plan, warnings = read("hold = heading=90, time=2", "endflag = ARRIVED = true", "endflag = COUNT = 3")
    app = GuidanceApp(plan, name="g", prefix="NAV")
    posts = []
    for tick in range(6):
        app.on_mail([Message(f"NAV_{name}", 0.0, float(tick)) for name in ("X", "Y", "HEADING")])
        flags = [post for post in posts_of(app.iterate(float(tick))) if post.variable in ("ARRIVED", "COUNT")]
        posts += [(tick, post.variable, post.value) for post in flags]
    assert not warnings and posts == [(2, "ARRIVED", "true"), (2, "COUNT", 3.0)]
