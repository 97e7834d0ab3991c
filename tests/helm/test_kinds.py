"""What the kinds of behaviours do that no recorded run shows."""

from __future__ import annotations

import pytest

from tests.support.helm_bench import DEEP, HelmBench, behavior
from usimmarine_py.helm.behaviours import KINDS, find_kind

SPEED = behavior("BHV_ConstantSpeed", "name = spd", "duration = no-time-limit", "speed = 2")
COURSE = behavior("BHV_ConstantHeading", "name = hdg", "duration = no-time-limit", "heading = 90")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_found_and_says_what_its_parameters_are(kind: str) -> None:
    found = find_kind(kind)
    assert found is not None
    assert found.kind == kind
    assert all(key.help for key in found.all_keys.values())


def test_periodic_speed_wishes_in_turn() -> None:
    text = behavior(
        "BHV_PeriodicSpeed", "name = ps", "period_busy = 4", "period_lazy = 6", "period_speed = 1", "pwt = 500"
    )
    bench = HelmBench(SPEED + COURSE + text)
    bench.run(24.0)
    assert bench.values("PERIODIC_SPEED") == [1.0, 0.0, 1.0, 0.0]
    assert bench.values("PS_BUSY_COUNT") == [0.0, 1.0, 2.0]
    assert set(bench.values("DESIRED_SPEED")) == {1.0, 2.0}


def test_memory_turn_limit_keeps_the_course_near_the_mean() -> None:
    limit = behavior("BHV_MemoryTurnLimit", "name = mtl", "memory_time = 10", "turn_range = 30", "pwt = 1000")
    bench = HelmBench(SPEED + COURSE + limit)
    bench.run(3.0)
    # at rest a fifth of the range, as at 0.3 m/s
    assert bench.values("DESIRED_HEADING")[0] == 6.0
    bench.run(60.0)
    assert bench.values("DESIRED_HEADING")[-1] == 90.0


@pytest.mark.parametrize(("side", "sign"), [("port", -1), ("star", 1)])
def test_fixed_turn_ends_after_its_angle(side: str, sign: int) -> None:
    turn = behavior(
        "BHV_FixedTurn",
        "name = ft",
        "fix_turn = 90",
        f"turn_dir = {side}",
        "speed = 2",
        "endflag = DONE = $[TURN_TIME]",
    )
    bench = HelmBench(turn, heading=130.0)  # to port across north would count as to starboard
    while not bench.values("DONE"):
        bench.run(0.5)
        assert bench.now < 30.0
        before = bench.pose[2]
    assert before == pytest.approx(130 + sign * 90, abs=20)
    assert str(bench.values("FT_REPORT")[0]).startswith("spd=2,mod_hdg=20,rudder_avg=")


def test_a_schedule_of_turns_runs_in_order() -> None:
    specs = ("turn_spec = spd=2,fix=60,turn=port,flag=A=1", "turn_spec = spd=1,fix=60,turn=star,flag=B=1")
    bench = HelmBench(behavior("BHV_FixedTurn", "name = ft", *specs, "perpetual = true", "endflag = DONE = 1"))
    bench.run(40.0)
    order = [post.variable for _, post in bench.posts if post.variable in ("A", "B", "DONE")]
    assert order[:4] == ["DONE", "A", "DONE", "B"]


def test_leg_run_ends_after_its_repeats() -> None:
    run = behavior(
        "BHV_LegRun", "name = lr", "p1 = 0,30", "p2 = 60,30", "speed = 3", "turn_rad = 10", "turn_ext = 5",
        "capture_radius = 6", "init_leg_mode = close_turn", "leg_spds = 3,2", "endflag = DONE = $[CYCREM]",
        "turn_endflag = TURNS = $[CTR]",
    )  # fmt: skip
    bench = HelmBench(run)
    while not bench.values("DONE"):
        bench.run(1.0)
        assert bench.now < 300.0
    assert bench.values("LR_MODE")[:5] == ["init", "leg1", "turn1", "leg2", "turn2"]
    assert bench.values("TURNS") == [1.0]
    bench.run(120.0)
    assert len(bench.values("DONE")) == 1 and len(bench.values("TURNS")) > 1
    assert bench.values("LR_NOW_SPD")[:3] == [3.0, 2.0, 3.0]


def test_zig_zag_steers_to_both_sides() -> None:
    zig = behavior(
        "BHV_ZigZag", "name = zz", "stem_hdg = 90", "zig_angle = 30", "hdg_thresh = 1", "speed = 2", "max_zig_legs = 3",
        "portflag = SIDE = port", "starflag = SIDE = star", "endflag = DONE = 1",
    )  # fmt: skip
    bench = HelmBench(zig, heading=90.0)
    bench.run(60.0)
    assert bench.values("SIDE") == ["port", "star", "port", "star"]
    assert {60.0, 120.0} <= set(bench.values("DESIRED_HEADING"))
    assert bench.values("DONE") == [1.0]


def test_periodic_surface_comes_up_and_waits_for_the_mark() -> None:
    surface = behavior(
        "BHV_PeriodicSurface", "name = ps", "pwt = 1000", "period = 30", "zero_speed_depth = 1", "ascent_speed = 1",
        "max_time_at_surface = 100",
    )  # fmt: skip
    depth = behavior("BHV_ConstantDepth", "name = dep", "duration = no-time-limit", "depth = 10")
    bench = HelmBench(SPEED + COURSE + depth + surface, DEEP)
    bench.run(30.0)
    assert bench.pose[4] > 9
    bench.run(40.0)
    assert bench.pose[4] == 0.0
    assert bench.values("DESIRED_SPEED")[-1] == 0.0
    bench.mail("GPS_UPDATE_RECEIVED", 1.0)
    bench.run(25.0)
    assert bench.pose[4] > 9


def test_min_altitude_keeps_off_the_bed() -> None:
    depth = behavior("BHV_ConstantDepth", "name = dep", "duration = no-time-limit", "depth = 50")
    floor = behavior("BHV_MinAltitudeX", "name = alt", "min_altitude = 5", "pwt = 500")
    bench = HelmBench(SPEED + COURSE + depth + floor, DEEP)
    bench.mail("NAV_ALTITUDE", 20.0)
    bench.run(2.0)
    assert bench.values("DESIRED_DEPTH")[-1] == pytest.approx(15.0, abs=1.0)


def test_min_altitude_without_an_altitude_stops() -> None:
    bench = HelmBench(SPEED + behavior("BHV_MinAltitudeX", "name = alt", "min_altitude = 5"))
    bench.run(2.0)
    assert bench.helm.allstop == "BehaviorError"


def test_test_failure_asks_for_its_failure_when_it_completes() -> None:
    bench = HelmBench(
        SPEED + COURSE + behavior("BHV_TestFailure", "name = tf", "failure_type = hang,3", "duration = 2")
    )
    bench.run(2.0)
    assert bench.helm.failure is None
    bench.run(3.0)
    assert bench.helm.failure == ("hang", 3.0)


def test_a_timer_without_a_duration_counts_from_the_first_iteration() -> None:
    """As in a run of the original: 0 in the first two iterations, and what was idle before the first run stays."""
    bench = HelmBench(behavior("BHV_Timer", "name = t", "condition = GO = true"))
    bench.run(5.0)
    iterations = bench.helm.iteration
    assert bench.values("TIMER_IDLE") == [0.0, *(0.5 * n for n in range(1, iterations - 1))]
    before = bench.values("TIMER_IDLE")[-1]
    bench.mail("GO", "true")
    bench.run(3.0)
    assert bench.values("TIMER_IDLE")[-1] == before + 0.5
    assert bench.values("TIMER_RUNNING")[-1] == 2.5


PERIODIC = ("name = p", "period_lazy = 5", "period_busy = 3", "period_speed = 1.5")


def test_a_periodic_speed_that_begins_busy_counts_later_wishes_only() -> None:
    bench = HelmBench(behavior("BHV_PeriodicSpeed", *PERIODIC, "initially_busy = true"))
    bench.run(6.0)
    assert set(bench.values("PS_BUSY_COUNT")) == {0.0}
    bench.run(5.0)
    assert bench.values("PS_BUSY_COUNT")[-1] == 1.0


def test_a_periodic_speed_knows_the_former_spellings_and_refuses_periods_of_0() -> None:
    former = ("zaic_basewidth = 0.2", "period_peakwidth = 0", "zaic_summit_delta = 25")
    assert HelmBench(behavior("BHV_PeriodicSpeed", *PERIODIC, *former)).helm.state == "DRIVE"
    for line in ("period_lazy = 0", "period_busy = 0"):
        assert HelmBench(behavior("BHV_PeriodicSpeed", "name = p", line)).helm.state == "MALCONFIG"


@pytest.mark.parametrize("form", ["zaic", "reflector"])
def test_simple_waypoint_steers_to_its_point_and_completes(form: str) -> None:
    text = behavior(
        "BHV_SimpleWaypoint", "name = sw", "ptx = 40", "pty = 40", "speed = 1.5", "radius = 5", f"ipf_type = {form}",
        "endflag = DONE = true",
    )  # fmt: skip
    bench = HelmBench(text)
    bench.run(2.0)
    # coupled functions are planes over boxes, whose best point may lie some degrees off
    assert bench.values("DESIRED_HEADING")[0] == pytest.approx(45.0, abs=8.0 if form == "reflector" else 0.5)
    assert bench.values("DESIRED_SPEED")[0] == pytest.approx(1.5, abs=0.11)
    bench.run(60.0)
    x, y = bench.pose[:2]
    assert (x - 40) ** 2 + (y - 40) ** 2 < 100
    assert bench.values("DONE") == ["true"]
    assert bench.values("VIEW_POINT") == [
        f"x=40,y=40,active={shown},label=abe's next waypoint" for shown in ("true", "false")
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("speed = 0", "must be above 0 m/s, found 0"),
        ("radius = -3", "must be above 0 m, found -3"),
        ("ptx = east", "must be a number, found 'east'"),
        ("ipf_type = roc", "must be one of zaic, reflector, found 'roc'"),
        ("points = 1,2", "unknown parameter"),
    ],
)
def test_simple_waypoint_refuses_what_the_original_refuses(line: str, reason: str) -> None:
    bench = HelmBench(behavior("BHV_SimpleWaypoint", line))
    assert bench.helm.state == "MALCONFIG"
    assert any(reason in str(problem) for problem in bench.helm.problems)
