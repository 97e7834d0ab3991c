"""The guidance law: lines, circles and set-points."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.support.missions import plan_of
from usimmarine_py.control.guidance import DesiredMotion, Guidance
from usimmarine_py.control.plan import Hold, Plan


def drive(plan: Plan, x: float, y: float, heading: float, seconds: float, dt: float = 0.5) -> tuple[Guidance, list]:
    """A vehicle that turns at once and moves straight; (x, y, wanted) of each step."""
    guidance = Guidance(plan)
    track: list[tuple[float, float, DesiredMotion]] = []
    now = 0.0
    while now < seconds and not guidance.finished:
        wanted = guidance.update(now, x, y, heading)
        track.append((x, y, wanted))
        heading = wanted.heading
        x += wanted.speed * dt * math.sin(math.radians(heading))
        y += wanted.speed * dt * math.cos(math.radians(heading))
        now += dt
    return guidance, track


def test_the_law_is_the_look_ahead_line_of_sight() -> None:
    plan = plan_of("waypoints = 0,0 : 0,100", "lookahead = 10", "acceptance_radius = 1")
    guidance = Guidance(plan)
    assert guidance.update(0.0, 0.0, 0.5, 0.0).heading == 0.0  # the first waypoint is reached at once
    for side in (1.0, -1.0):
        wanted = guidance.update(1.0, side * 10.0, 50.0, 0.0)
        assert wanted.cross_track == side * 10.0  # positive to starboard
        assert wanted.heading == pytest.approx(315.0 if side > 0 else 45.0)


def test_a_waypoint_that_cannot_be_hit_is_passed_abeam_only_if_that_counts() -> None:
    for line, finished in (("capture_line = true", True), ("capture_line = false", False)):
        plan = plan_of("waypoints = 0,50", line, "acceptance_radius = 1")
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
    plan = plan_of(f"loiter = x=0, y=0, radius=40, turns=2, clockwise={clockwise}", "acceptance_radius = 2")
    guidance, track = drive(plan, *start, 0.0, 2000.0)
    assert guidance.finished
    end = track[-200:-1]
    assert max(abs(math.hypot(x, y) - 40.0) for x, y, _ in end) < 1.5
    angles = [math.atan2(x, y) for x, y, _ in end]
    turned = sum(math.remainder(b - a, 2 * math.pi) for a, b in pairwise(angles))
    assert (turned > 0) is clockwise


def test_set_points_follow_one_another_by_time() -> None:
    plan = plan_of("hold = heading=90, speed=1, depth=5, time=10", "hold = time=5", "depth = 2", "speed = 3")
    guidance = Guidance(plan)
    assert guidance.update(0.0, 0.0, 0.0, 7.0) == DesiredMotion(90.0, 1.0, 5.0)
    assert guidance.update(9.9, 0.0, 0.0, 7.0) == DesiredMotion(90.0, 1.0, 5.0)
    assert guidance.update(10.0, 0.0, 0.0, 7.0) == DesiredMotion(90.0, 3.0, 2.0)  # keeps the heading it was given
    assert guidance.update(15.0, 0.0, 0.0, 7.0) == DesiredMotion(90.0, 0.0, 2.0)
    assert guidance.finished


def test_progress_grows_to_one() -> None:
    plan = plan_of("waypoints = 0,50 : 0,100", "hold = time=10", "repeat = 1")
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
    assert plan_of("hold = heading=3, time=4").ends
    assert not plan_of("hold = heading=3").ends
    assert not plan_of("loiter = x=0,y=0,radius=3").ends
    assert not plan_of("waypoints = 0,0", "repeat = forever").ends


# ---- altitude -------------------------------------------------------------------------------------------------------


def test_an_altitude_is_a_depth_above_the_bed_that_is_measured() -> None:
    tasks = (Hold(heading=0.0, altitude=8.0, time=10.0), Hold(heading=0.0, depth=3.0))
    guidance = Guidance(Plan(tasks=tasks, depth=2.0))
    # not known yet: the plan's depth; then the bed's less the altitude, at the surface at the least
    for now, bottom, depth in (
        (0.0, None, 2.0),
        (1.0, 30.0, 22.0),
        (2.0, None, 22.0),
        (3.0, 26.0, 18.0),
        (4.0, 5.0, 0.0),
    ):
        assert guidance.keeps_altitude
        assert guidance.update(now, 0.0, 0.0, 0.0, bottom=bottom).depth == depth
    assert guidance.update(20.0, 0.0, 0.0, 0.0, bottom=30.0).depth == 3.0
    assert not guidance.keeps_altitude


# ---- out of reach


def seconds_to_stuck(plan: Plan, at: Callable[[float], tuple[float, float]], most: float = 4000.0) -> float | None:
    """When guidance gives up on a vehicle that is at ``at(time)`` (x, y) whatever it is told, looked at each second."""
    guidance = Guidance(plan)
    for now in range(int(most)):
        guidance.update(float(now), *at(float(now)), 0.0)
        if guidance.stuck:
            return float(now)
    return None


def round_about(t: float) -> tuple[float, float]:
    """An ellipse round (0, 100); nearest after a quarter."""
    return 30.0 * math.cos(t / 9.0), 100.0 + 20.0 * math.sin(t / 9.0)


STUCK = {
    "swept away": ("waypoints = 0,100", lambda t: (0.0, -t), 600.0),
    "held where it is": ("waypoints = 0,100", lambda t: (0.0, 0.0), 600.0),
    # a metre (a tenth of the acceptance radius) is nearer; it makes the first in 500 s, the next in 1000 s and more
    "slower and slower": ("waypoints = 0,100", lambda t: (0.0, math.log1p(t / 291.0)), 1100.0),
    "slow, but under way": ("waypoints = 0,100", lambda t: (0.0, t / 300.0), None),
    "round and round it": ("waypoints = 0,100\ncapture_line = false", round_about, 614.0),
    "abeam of it in the end": ("waypoints = 0,100", lambda t: (5 * t, t / 60.0), None),
    "a circle that is not reached": ("loiter = x=0, y=0, radius=40, turns=1", lambda t: (0.0, 100.0 + t), 600.0),
    "a circle that is not gone round": ("loiter = x=0, y=0, radius=40, turns=1", lambda t: (0.0, 40.0), 600.0),
    "a circle for a time": ("loiter = x=0, y=0, radius=40, time=2000", lambda t: (0.0, 40.0), None),
    "a circle for ever": ("loiter = x=0, y=0, radius=40", lambda t: (0.0, 40.0), None),
    "set-points": ("hold = time=3000", lambda t: (0.0, -t), None),
    "never": ("waypoints = 0,100\ngive_up = 0", lambda t: (0.0, -t), None),
}


@pytest.mark.parametrize(("lines", "at", "expected"), STUCK.values(), ids=STUCK)
def test_a_goal_out_of_reach_is_given_up(
    lines: str, at: Callable[[float], tuple[float, float]], expected: float | None
) -> None:
    plan = plan_of(*lines.split("\n"), *([] if "give_up" in lines else ["give_up = 600"]))
    found = seconds_to_stuck(plan, at)
    assert found == (None if expected is None else pytest.approx(expected, abs=12.0))


def test_an_arc_that_is_not_gone_round_is_given_up() -> None:
    plan = plan_of("waypoints = 0,100 : 100,100", "arc_radius = 40", "give_up = 100", "acceptance_radius = 20")

    def at(t: float) -> tuple[float, float]:
        return (0.0, t) if t < 70.0 else (5.0, 75.0)

    assert seconds_to_stuck(plan, at) == pytest.approx(170.0, abs=3.0)


def test_what_is_given_up_is_told_once_and_taken_back_when_it_comes_nearer() -> None:
    said: list[str] = []
    guidance = Guidance(plan_of("waypoints = 0,100", "give_up = 60"), said.append)
    for now in range(100):
        guidance.update(float(now), 0.0, 0.0, 0.0)
    told = "waypoint=1, x=0, y=100, distance=100.0: cannot be reached, no nearer for 60 s"
    assert said == [guidance.stuck] == [told]
    guidance.update(101.0, 0.0, 30.0, 0.0)
    assert (said[1:], guidance.stuck) == (["under way again"], "")


def test_time_without_a_position_or_without_steering_is_no_failure() -> None:
    guidance = Guidance(plan_of("waypoints = 0,100", "give_up = 60"))
    for now in range(0, 100):
        guidance.update(float(now), 0.0, 0.0, 0.0, learns=False)
    guidance.update(5000.0, 0.0, 0.0, 0.0)  # stopped for long, by mail say
    assert guidance.stuck == ""
    for now in range(5001, 5054):
        guidance.update(float(now), 0.0, 0.0, 0.0)
    assert guidance.stuck == ""
    for now in range(5054, 5060):
        guidance.update(float(now), 0.0, 0.0, 0.0)
    assert guidance.stuck
