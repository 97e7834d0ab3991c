"""Guidance: the plan's lines, the steering law, the application, and the program on a real MOOSDB."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.live_process import environment
from usimmarine_py.apps.guidance import GuidanceApp, read_plan_block
from usimmarine_py.control.guidance import Guidance, Wanted
from usimmarine_py.control.plan import Hold, Loiter, Plan, Waypoints
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import parse_mission
from usimmarine_py.model import Message
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.open import connect


def plan_of(*lines: str) -> tuple[Plan, list[str]]:
    block = parse_mission("ProcessConfig = g\n{\n" + "\n".join(lines) + "\n}\n", "m.moos", {}).block("g")
    assert block is not None
    return read_plan_block(block)


def drive(plan: Plan, x: float, y: float, heading: float, seconds: float, dt: float = 0.5) -> tuple[Guidance, list]:
    """A vehicle that turns at once and moves straight; (x, y, wanted) of each step."""
    guidance = Guidance(plan)
    track: list[tuple[float, float, Wanted]] = []
    now = 0.0
    while now < seconds and not guidance.finished:
        wanted = guidance.update(now, x, y, heading)
        track.append((x, y, wanted))
        heading = wanted.heading
        x += wanted.speed * dt * math.sin(math.radians(heading))
        y += wanted.speed * dt * math.cos(math.radians(heading))
        now += dt
    return guidance, track


def test_every_key_is_read_and_an_unknown_one_is_named_with_its_line() -> None:
    plan, warnings = plan_of(
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
    assert (plan.speed, plan.depth, plan.lookahead, plan.acceptance_radius) == (3.0, 7.0, 12.0, 4.0)
    assert (plan.capture_line, plan.repeat, plan.take_control, plan.prefix) == (False, math.inf, False, "NAV")
    assert warnings == ["m.moos:17: lokahead: unknown parameter; did you mean lookahead?"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("waypoints = 0,100 : 5", "'5' is no point"),
        ("waypoints = a,b", "'a,b' is no point"),
        ("waypoints = 0,nan", "is no point"),
        ("hold = heading=x", "heading must be a number"),
        ("hold = hading=3", "did you mean heading?"),
        ("hold = 90", "each as NAME=VALUE"),
        ("hold = time=0", "time must be above 0"),
        ("loiter = x=0, y=0", "needs radius"),
        ("loiter = x=0, y=0, radius=-1", "radius must be above 0"),
        ("loiter = x=0, y=0, radius=9, clockwise=maybe", "clockwise must be true or false"),
        ("lookahead = 0", "must be above 0"),
        ("speed = -1", "must be at least 0"),
    ],
)
def test_a_line_that_cannot_be_driven_is_an_error_with_file_and_line(line: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        plan_of("waypoints = 0,0 : 1,1", line)
    assert str(caught.value).startswith("m.moos:4: ")
    assert words in str(caught.value)


def test_a_block_without_a_task_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"m\.moos:1: .*nothing to do"):
        plan_of("speed = 2")


def test_the_law_is_the_look_ahead_line_of_sight() -> None:
    plan, _ = plan_of("waypoints = 0,0 : 0,100", "lookahead = 10", "acceptance_radius = 1")
    guidance = Guidance(plan)
    assert guidance.update(0.0, 0.0, 0.5, 0.0).heading == 0.0  # the first waypoint is reached at once
    for side in (1.0, -1.0):
        wanted = guidance.update(1.0, side * 10.0, 50.0, 0.0)
        assert wanted.cross_track == side * 10.0  # positive to starboard
        assert wanted.heading == pytest.approx(315.0 if side > 0 else 45.0)


def test_a_square_is_driven_and_told_of() -> None:
    plan, _ = plan_of("waypoints = 0,100 : 100,100 : 100,0 : 0,0", "lookahead = 8", "acceptance_radius = 3")
    said: list[str] = []
    guidance, track = drive(plan, 0.0, 0.0, 0.0, 1000.0)
    assert guidance.finished
    assert (guidance.reached, guidance.missed) == (4, 0)
    assert max(abs(w.cross_track) for *_, w in track if w.cross_track is not None) < 3.1
    assert 180.0 < len(track) * 0.5 < 205.0
    assert track[-1][2].speed == 0.0
    assert said == []


def test_a_waypoint_that_cannot_be_hit_is_passed_abeam_only_if_that_counts() -> None:
    for line, finished in (("capture_line = true", True), ("capture_line = false", False)):
        plan, _ = plan_of("waypoints = 0,50", line, "acceptance_radius = 1")
        guidance = Guidance(plan)
        guidance.update(0.0, 0.0, 0.0, 0.0)
        guidance.update(1.0, 5.0, 51.0, 0.0)
        assert guidance.finished is finished
        assert guidance.missed == int(finished)


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("start", [(200.0, 30.0), (1.0, 0.0)])
def test_a_loiter_circle_is_reached_from_outside_and_inside_and_kept(
    clockwise: bool, start: tuple[float, float]
) -> None:
    plan, _ = plan_of(f"loiter = x=0, y=0, radius=40, turns=2, clockwise={clockwise}", "acceptance_radius = 2")
    guidance, track = drive(plan, *start, 0.0, 2000.0)
    assert guidance.finished
    end = track[-200:-1]
    assert max(abs(math.hypot(x, y) - 40.0) for x, y, _ in end) < 1.5
    angles = [math.atan2(x, y) for x, y, _ in end]
    turned = sum(math.remainder(b - a, 2 * math.pi) for a, b in pairwise(angles))
    assert (turned > 0) is clockwise


def test_set_points_follow_one_another_by_time() -> None:
    plan, _ = plan_of("hold = heading=90, speed=1, depth=5, time=10", "hold = time=5", "depth = 2", "speed = 3")
    guidance = Guidance(plan)
    assert guidance.update(0.0, 0.0, 0.0, 7.0) == Wanted(90.0, 1.0, 5.0)
    assert guidance.update(9.9, 0.0, 0.0, 7.0) == Wanted(90.0, 1.0, 5.0)
    assert guidance.update(10.0, 0.0, 0.0, 7.0) == Wanted(90.0, 3.0, 2.0)  # keeps the heading it was given
    assert guidance.update(15.0, 0.0, 0.0, 7.0) == Wanted(90.0, 0.0, 2.0)
    assert guidance.finished


def test_progress_grows_to_one() -> None:
    plan, _ = plan_of("waypoints = 0,50 : 0,100", "hold = time=10", "repeat = 1")
    guidance = Guidance(plan)
    seen = []
    y = now = 0.0
    while not guidance.finished:
        wanted = guidance.update(now, 0.0, y, 0.0)
        seen.append(guidance.progress)
        y += wanted.speed * math.cos(math.radians(wanted.heading))
        now += 1.0
    assert seen == sorted(seen)
    assert seen[0] == 0.0
    assert seen[-1] == 1.0
    # legs and holds count as they go, not only when they are over
    assert max(after - before for before, after in pairwise(seen)) < 0.1


def test_an_endless_plan_says_so() -> None:
    assert plan_of("hold = heading=3, time=4")[0].ends
    assert not plan_of("hold = heading=3")[0].ends
    assert not plan_of("loiter = x=0,y=0,radius=3")[0].ends
    assert not plan_of("waypoints = 0,0", "repeat = forever")[0].ends


def test_old_navigation_stops_the_vehicle_and_bad_mail_changes_nothing() -> None:
    plan, _ = plan_of("waypoints = 0,100", "nav_timeout = 3")
    app = GuidanceApp(plan, name="g", prefix="NAV")

    def nav(now: float, **values: float | str) -> None:
        app.on_mail([Message(f"NAV_{k}", v, now, "sim") for k, v in values.items()])

    assert app.iterate(1.0) == []  # nothing is known yet
    nav(1.0, X=0.0, Y=0.0, HEADING=0.0)
    first = {post.variable: post.value for post in app.iterate(1.0)}
    assert first["MOOS_MANUAL_OVERRIDE"] == "false"
    assert (first["DESIRED_HEADING"], first["DESIRED_SPEED"], first["DESIRED_DEPTH"]) == (0.0, 2.0, 0.0)
    nav(2.0, X=float("nan"), Y="north")
    assert {p.variable: p.value for p in app.iterate(3.9)}["DESIRED_SPEED"] == 2.0
    assert {p.variable: p.value for p in app.iterate(4.1)}["DESIRED_SPEED"] == 0.0
    app.on_mail([Message("GUIDANCE_CMD", "stop", 4.2, "me")])
    assert app.iterate(4.3) == []
    app.on_mail([Message("GUIDANCE_CMD", "restart", 4.4, "me")])
    assert any(p.variable == "MOOS_MANUAL_OVERRIDE" for p in app.iterate(4.5))


def command(*arguments: str) -> list[str]:
    code = "import sys; from usimmarine_py.cli.start import usim_guidance; sys.argv[0] = 'usim_guidance'; "
    return [sys.executable, "-c", code + "sys.exit(usim_guidance())", *arguments]


def test_the_program_steers_by_mail_of_a_real_moosdb(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        text = f"ServerPort = {db.port}\nMOOSTimeWarp = 10\nCommunity = alpha\n"
        text += "ProcessConfig = usimmarine\n{\n}\nProcessConfig = usim_guidance\n{\nwaypoints = 100,0\n}\n"
        (tmp_path / "m.moos").write_text(text)
        process = subprocess.Popen(
            command(str(tmp_path / "m.moos"), "--comms=native"), env=environment(), stdout=subprocess.DEVNULL
        )
        client = connect(port=db.port, name="vehicle", warp=10.0)
        client.register("DESIRED_HEADING")
        assert wait_for(lambda: "usim_guidance" in db.clients)
        for name, value in (("USM_X", 0.0), ("USM_Y", 0.0), ("USM_HEADING", 10.0)):  # the simulator's own prefix
            client.notify(name, value)
        mail = collect(client, lambda m: bool(m))
        process.send_signal(signal.SIGTERM)
        assert process.wait(5.0) == 0
        client.close()
    assert mail[0].value == pytest.approx(90.0)
    assert mail[0].source == "usim_guidance"


def test_the_program_refuses_a_mission_without_its_block(tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text("ProcessConfig = usimmarine\n{\n}\n")
    done = subprocess.run(
        command(str(tmp_path / "m.moos")), env=environment(), capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 2
    assert "no block ProcessConfig = usim_guidance; blocks present: usimmarine" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("switch", "word"), [("--help", "FILE.moos"), ("-e", "lookahead"), ("-i", "GUIDANCE_CMD")])
def test_the_program_explains_itself(switch: str, word: str) -> None:
    done = subprocess.run(command(switch), env=environment(), capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 0
    assert word in done.stdout


def test_the_example_block_is_a_plan_without_a_warning() -> None:
    from usimmarine_py.cli.steering import guidance_example

    block = parse_mission(guidance_example(), "m.moos", {}).block("usim_guidance")
    assert block is not None
    plan, warnings = read_plan_block(block)
    assert warnings == []
    assert len(plan.tasks) == 3
