"""The guidance law: lines, circles and set-points."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from tests.support.missions import plan_of
from usimmarine_py.control.guidance import Guidance, Wanted
from usimmarine_py.control.plan import Hold, Plan


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


def test_the_law_is_the_look_ahead_line_of_sight() -> None:
    plan = plan_of("waypoints = 0,0 : 0,100", "lookahead = 10", "acceptance_radius = 1")
    guidance = Guidance(plan)
    assert guidance.update(0.0, 0.0, 0.5, 0.0).heading == 0.0  # the first waypoint is reached at once
    for side in (1.0, -1.0):
        wanted = guidance.update(1.0, side * 10.0, 50.0, 0.0)
        assert wanted.cross_track == side * 10.0  # positive to starboard
        assert wanted.heading == pytest.approx(315.0 if side > 0 else 45.0)


def test_a_square_is_driven_and_told_of() -> None:
    plan = plan_of("waypoints = 0,100 : 100,100 : 100,0 : 0,0", "lookahead = 8", "acceptance_radius = 3")
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
    assert guidance.update(0.0, 0.0, 0.0, 7.0) == Wanted(90.0, 1.0, 5.0)
    assert guidance.update(9.9, 0.0, 0.0, 7.0) == Wanted(90.0, 1.0, 5.0)
    assert guidance.update(10.0, 0.0, 0.0, 7.0) == Wanted(90.0, 3.0, 2.0)  # keeps the heading it was given
    assert guidance.update(15.0, 0.0, 0.0, 7.0) == Wanted(90.0, 0.0, 2.0)
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
