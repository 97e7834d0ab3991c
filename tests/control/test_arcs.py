"""Arcs between legs: beside constructions of their own, and driven."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from tests.control.test_guidance import drive
from tests.support.missions import HEAD, VEHICLE, mission, plan_of
from usimmarine_py import run_mission
from usimmarine_py.control.arcs import Arc, Point, arc_at
from usimmarine_py.control.guidance import Guidance
from usimmarine_py.control.plan import read_plan
from usimmarine_py.errors import Severity
from usimmarine_py.values import ConfigLine

SQUARE = ((0.0, 100.0), (100.0, 100.0), (100.0, 0.0), (0.0, 0.0))


def middle(*points: Point | None, radius: float = 20.0) -> Arc | None:
    return arc_at(points, radius)


def cross(a: np.ndarray, b: np.ndarray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def off_track(x: float, y: float, points: list[Point], arcs: list[Arc | None]) -> float:
    """Distance (m) to the line of legs and arcs: the least of those to its pieces."""
    place, starts, found = np.array([x, y]), list(points), []
    ends = list(points)
    for i, arc in enumerate(arcs):
        if arc is not None:
            here, before, after = np.array(points[i]), np.array(points[i - 1]), np.array(points[i + 1])
            ends[i] = here + (before - here) / np.linalg.norm(before - here) * arc.tangent
            starts[i] = here + (after - here) / np.linalg.norm(after - here) * arc.tangent
            centre = np.array([arc.x, arc.y])
            spoke, edges = place - centre, (ends[i] - centre, starts[i] - centre)
            # spokes turn as the arc does; with x east and y north clockwise means a negative product
            way = -1.0 if arc.clockwise else 1.0
            if cross(edges[0], spoke) * way >= 0.0 and cross(spoke, edges[1]) * way >= 0.0:
                found.append(abs(np.linalg.norm(spoke) - arc.radius))
    for a, b in zip(starts[:-1], ends[1:], strict=True):
        a, b = np.array(a), np.array(b)
        share = np.clip(np.dot(place - a, b - a) / max(np.dot(b - a, b - a), 1e-12), 0.0, 1.0)
        found.append(np.linalg.norm(place - a - share * (b - a)))
    return float(min(found))


@pytest.mark.parametrize("turn", [-150.0, -90.0, -20.0, 5.0, 60.0, 135.0])
def test_an_arc_touches_both_legs(turn: float) -> None:
    """The circle that touches both legs has its centre where the legs' parallels at distance R meet."""
    course, radius = math.radians(30.0), 20.0
    into = np.array([math.sin(course), math.cos(course)])
    away = np.array([math.sin(course + math.radians(turn)), math.cos(course + math.radians(turn))])
    at = np.array([7.0, -3.0])
    before, after = at - 200.0 * into, at + 200.0 * away
    arc = middle(None, *(tuple(p.tolist()) for p in (before, at, after)), None, radius=radius)
    assert arc is not None
    side = 1.0 if turn > 0.0 else -1.0
    starboard = [side * radius * np.array([leg[1], -leg[0]]) for leg in (into, away)]
    # at + starboard0 + s into = at + starboard1 + t away
    s, _ = np.linalg.solve(np.column_stack([into, -away]), starboard[1] - starboard[0])
    assert np.allclose([arc.x, arc.y], at + starboard[0] + s * into, atol=1e-9)
    assert arc.clockwise is (turn > 0.0)
    assert arc.turn == pytest.approx(abs(turn))
    assert arc.tangent == pytest.approx(-s)
    begin, end = at - arc.tangent * into, at + arc.tangent * away
    assert (arc.swept(*begin), arc.swept(*end)) == (pytest.approx(0.0, abs=1e-9), pytest.approx(1.0))
    assert arc.beyond(*end) == pytest.approx(0.0, abs=1e-9)
    assert arc.beyond(*begin) < 0.0


def test_what_does_not_fit_is_made_smaller_and_never_overlaps() -> None:
    # a zigzag of 30 m legs at right angles: half a leg for each of two alike
    arc = middle((0.0, -30.0), (0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (60.0, 30.0))
    assert arc is not None
    assert (arc.tangent, arc.radius) == (pytest.approx(15.0), pytest.approx(15.0))
    # a neighbour that needs less leaves more; without one the whole leg counts
    gentle = (30.0 + 100.0, 10.0)
    more = middle((0.0, -30.0), (0.0, 0.0), (0.0, 30.0), (30.0, 30.0), gentle, radius=40.0)
    assert more is not None
    assert more.tangent == pytest.approx(30.0 - 40.0 * math.tan(0.5 * math.atan2(20.0, 100.0)))
    rng = np.random.default_rng(4)
    for _ in range(300):
        track = [(float(x), float(y)) for x, y in rng.uniform(-50.0, 50.0, (7, 2))]
        padded = [None, None, *track, None, None]
        arcs = [middle(*padded[i : i + 5], radius=30.0) for i in range(len(track))]
        assert arcs[0] is None and arcs[-1] is None
        for (a, one), (b, other) in pairwise(zip(track, arcs, strict=True)):
            used = sum(arc.tangent for arc in (one, other) if arc is not None)
            assert used <= math.dist(a, b) + 1e-9


@pytest.mark.parametrize(
    "points",
    [
        [(0.0, 0.0), (0.0, 50.0), (0.0, 100.0)],  # straight on
        [(0.0, 0.0), (0.0, 50.0), (0.0, 10.0)],  # back
        [(0.0, 0.0), (0.0, 0.0), (0.0, 10.0)],  # no leg
        [(0.0, 0.0), (0.0, 1.0), (50.0, 1.0)],  # a leg far too short
    ],
)
def test_corners_stay_where_no_arc_can_be(points: list[Point]) -> None:
    assert middle(None, *points, None) is None


def test_a_square_with_arcs_is_driven_on_the_track_and_told_of() -> None:
    said: list[str] = []
    plan = plan_of(f"waypoints = {' : '.join(f'{x:g},{y:g}' for x, y in SQUARE)}", "arc_radius = 20", "speed = 2")
    guidance, track = drive(plan, 0.0, 0.0, 0.0, 1000.0, dt=0.1)
    points = [(0.0, 0.0), *SQUARE]
    arcs = [None, *(middle(None, *points[i - 1 : i + 2], None) for i in (1, 2, 3)), None]
    assert all(arc is not None and arc.radius == 20.0 for arc in arcs[1:-1])
    # a step of s = 0.2 m along the tangent leads s²/2R outwards, and the law back by e s/D: e = s D/2R = 0.1 m
    assert max(off_track(x, y, points, arcs) for x, y, _ in track) < 0.1
    # an arc of 90 degrees is shorter than its corner by (2 - pi/2) R; the last waypoint counts 10 m ahead of it
    length = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(track))
    assert length == pytest.approx(400.0 - 3 * (2.0 - 0.5 * math.pi) * 20.0 - 10.0, abs=0.5)
    assert guidance.finished
    assert (guidance.reached, guidance.missed) == (4, 0)
    assert guidance.track.largest < 0.1
    again = Guidance(plan, said.append)
    for now, (x, y, wanted) in enumerate(track):
        again.update(0.1 * now, x, y, wanted.heading)
    assert len(said) == 5 and said[4] == "plan finished"
    for line, (x, y) in zip(said, SQUARE, strict=False):
        words, _, distance = line.partition(" at distance=")
        assert words.endswith(f"x={x:g}, y={y:g}, {'reached' if (x, y) == (0.0, 0.0) else 'rounded'}")
        # R (1/cos 45 - 1) from the waypoint
        expected = 9.9 if (x, y) == (0.0, 0.0) else 20.0 * (math.sqrt(2.0) - 1.0)
        assert float(distance) == pytest.approx(expected, abs=0.11)


def test_without_a_radius_nothing_changes() -> None:
    text = "waypoints = 0,100 : 100,100 : 100,0 : 0,0"
    tracks = [drive(plan_of(text, *more), 0.0, 0.0, 0.0, 500.0)[1] for more in ((), ("arc_radius = 0",))]
    assert tracks[0] == tracks[1]


def test_capture_line_false_leaves_a_leg_only_near_it() -> None:
    lines = ("waypoints = 0,100 : 100,100", "arc_radius = 20", "acceptance_radius = 5", "lookahead = 20")
    for line, rounding in (("capture_line = true", True), ("capture_line = false", False)):
        guidance = Guidance(plan_of(*lines, line))
        guidance.update(0.0, 0.0, 0.0, 0.0)
        wanted = guidance.update(1.0, -8.0, 85.0, 0.0)
        # 28 m west and 5 m north of the centre, from which the circle's tangent lies nearly north
        assert (wanted.cross_track == pytest.approx(-(math.hypot(28.0, 5.0) - 20.0))) is rounding
        assert (wanted.cross_track == -8.0) is not rounding


def test_tight_corners_are_told_with_their_line() -> None:
    lines = [
        ConfigLine("waypoints", "0,0 : 0,200 : 30,200 : 30,0 : 30,150", "m.moos", 7),
        ConfigLine("arc_radius", "20", "m.moos", 8),
    ]
    plan, errors, warnings = read_plan(lines)
    assert plan.path.arc_radius == 20.0 and not errors
    assert [str(warning) for warning in warnings] == [
        "m.moos:7: waypoints: the arc at waypoint 2 (0,200) has a radius of 15.00 m instead of 20: "
        "its legs are too short",
        "m.moos:7: waypoints: the arc at waypoint 3 (30,200) has a radius of 15.00 m instead of 20: "
        "its legs are too short",
        "m.moos:7: waypoints: no arc at waypoint 4 (30,0): its legs are too short or turn back",
    ]
    # a place named twice leaves no leg to join; and where there is but one leg, no two
    again = [ConfigLine("waypoints", "0,100 : 0,100 : 100,100 : 100,0"), ConfigLine("arc_radius", "10")]
    (warning,) = read_plan(again)[2]
    assert warning.what == "no arc at waypoint 2 (0,100): it is where the waypoint before it is"
    assert warning.severity is Severity.WARNING
    for task in (ConfigLine("waypoints", "0,100"), ConfigLine("loiter", "x=0, y=0, radius=40")):
        (warning,) = read_plan([task, ConfigLine("arc_radius", "10")])[2]
        assert (warning.key, warning.severity) == ("arc_radius", Severity.WARNING) and "no effect" in warning.what
    wide = [ConfigLine("waypoints", "0,0 : 0,200 : 200,200"), ConfigLine("arc_radius", "30")]
    (warning,) = read_plan(wide)[2]
    # 30 (1/cos 45 - 1)
    assert "passes waypoint 2 (0,200) at 12.43 m, beyond acceptance_radius = 10: it will count as missed" in str(
        warning
    )
    assert read_plan([*wide, ConfigLine("acceptance_radius", "12.5")])[2] == []
    said: list[str] = []
    guidance = Guidance(plan_of("waypoints = 0,12 : 100,12", "arc_radius = 20"), said.append)
    guidance.update(0.0, 0.0, 0.0, 0.0)
    assert said == ["waypoint=1, x=0, y=12, arc of radius=12.00 instead of 20, its legs are too short"]


def test_a_kinematic_vehicle_with_enough_turn_rate_keeps_to_the_arcs() -> None:
    """2 m/s on 20 m are 5.7 deg/s: turn_rate = 40 is more than enough. A controller without integral lags by some
    degrees all the while, as far as it takes the rudder for that, which costs the look-ahead times their tangent."""
    pid = "yaw_pid_kp = 6\nyaw_pid_kd = 0.5\nspeed_factor = 20\ndepth_control = false\nsim_pid = true"
    text = HEAD + VEHICLE % pid + "ProcessConfig = usim_guidance\n{\nAppTick = 10\narc_radius = 20\nspeed = 2\n"
    text += "lookahead = 10\nwaypoints = 0,100 : 100,100 : 100,0 : 200,0 : 120,120\n}\n"
    log = run_mission(mission(text), seed=1)
    points = [(0.0, 0.0), *SQUARE[:3], (200.0, 0.0), (120.0, 120.0)]
    padded = [None, *points, None, None]
    arcs = [None, *(middle(*padded[i - 1 : i + 4]) for i in range(1, len(points) - 1)), None]
    xs, ys = log["NAV_X"].values, log["NAV_Y"].values
    assert all(arc is not None for arc in arcs[1:-1])
    assert max(off_track(x, y, points, arcs) for x, y in zip(xs, ys, strict=True)) < 0.5
    assert log.texts["GUIDANCE_EVENT"].values[-1] == "plan finished"
