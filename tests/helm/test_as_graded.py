"""What the public harnesses for the helm grade, and lone runs of the original show, kind by kind."""

from __future__ import annotations

from math import hypot

import pytest

from tests.support.helm_bench import DEEP, HelmBench, behavior

SPEED = behavior("BHV_ConstantSpeed", "name = spd", "duration = no-time-limit", "speed = 2")
EAST = behavior("BHV_ConstantHeading", "name = hdg", "duration = no-time-limit", "heading = 90")


def test_goto_depth_counts_anew_when_it_begins_anew() -> None:
    text = behavior("BHV_GoToDepth", "name = gtd", "depth = 6,1:10,1", "arrival_flag = HIT", "perpetual = true")
    bench = HelmBench(SPEED + EAST + text, DEEP)
    bench.run(60.0)
    assert bench.values("GTD_HIT")[:5] == [1.0, 2.0, 1.0, 2.0, 1.0]


def test_loiter_has_the_number_of_its_points() -> None:
    polygon = "polygon = radial:: x=30, y=0, radius=18, pts=8, snap=1"
    bench = HelmBench(behavior("BHV_Loiter", "name = l", "speed = 1", polygon, "runxflag = N = $[PTS]"))
    bench.run(3.0)
    assert set(bench.values("N")) == {8.0}


def test_no_memory_is_the_own_heading() -> None:
    limit = behavior("BHV_MemoryTurnLimit", "name = mtl", "memory_time = 0", "turn_range = 30", "pwt = 1000")
    bench = HelmBench(SPEED + EAST + limit)
    bench.run(20.0)
    averages = bench.values("MEM_HDG_AVG")
    assert averages[0] == 0.0 and averages[-1] == 90.0 and "BHV_WARNING" not in {p.variable for _, p in bench.posts}


@pytest.mark.parametrize(
    ("lines", "speed"),
    [
        (("outer_speed = 1.2", "transit_speed = 0.5"), 0.5),
        (("transit_speed = 0.5", "outer_speed = 1.2"), 1.2),
        (("transit_speed = 0.5",), 0.5),
        (("outer_speed = 2.8",), 2.8),
    ],
)
def test_outer_speed_raises_the_transit_speed_that_it_finds(lines: tuple[str, ...], speed: float) -> None:
    bench = HelmBench(behavior("BHV_StationKeep", "name = sk", "point = 0,100", *lines))
    bench.run(4.0)
    assert bench.values("DESIRED_SPEED")[-1] == pytest.approx(speed)


def test_without_a_station_the_distance_is_to_the_origin() -> None:
    bench = HelmBench(behavior("BHV_StationKeep", "name = sk"))
    bench.pose = (-45.0, -121.0, 0.0, 0.0, 0.0)
    bench.run(3.0)
    assert bench.values("DIST_TO_STATION") == [pytest.approx(hypot(45.0, 121.0))]
    assert set(bench.values("BHV_WARNING")) == {"sk: STATION_POINT_NOT_SET"}


@pytest.mark.parametrize(("line", "warned"), [("points = empty", False), ("speed = 2", True)])
def test_a_waypoint_without_points_waits_for_them(line: str, warned: bool) -> None:
    """It neither completes nor says where it stands; an update starts it."""
    text = behavior("BHV_Waypoint", "name = wpt", "speed = 2", line, "updates = U", "endflag = DONE = true")
    bench = HelmBench(text)
    bench.run(5.0)
    posted = {post.variable for _, post in bench.posts if post.source_aux and post.source_aux.endswith(":wpt")}
    assert posted == {"BHV_STATUS", "BHV_SETTINGS"} | ({"BHV_WARNING"} if warned else set())
    assert len(bench.values("BHV_WARNING")) == int(warned)
    bench.mail("U", "points=0,20")
    bench.run(20.0)
    assert bench.values("DONE") == ["true"] and bench.values("BHV_SETTINGS")


REGION = ("core_poly = pts={-20,-20:20,-20:20,20:-20,20}", "save_dist = 5", "halt_dist = 10", "pwt = 400")
SECONDS = tuple(f"runxflag = {name} = $[SECS_{name}_POLY]" for name in ("IN_HALT", "OUT_HALT", "OUT_SAVE"))


def test_op_region_counts_seconds_in_and_out_of_its_polygons() -> None:
    slow = ("trigger_exit_time = 60", "recover_speed = 2", "reset = true", "updates = U")
    bench = HelmBench(SPEED + EAST + behavior("BHV_OpRegionV24", "name = op", *REGION, *slow, *SECONDS))
    bench.run(1.5)
    assert [bench.values(name) for name in ("IN_HALT", "OUT_HALT", "OUT_SAVE")] == [[0.0, 0.5], [0.0, 0.0], [0.0, 0.0]]
    bench.pose = (26.0, 0.0, 90.0, 0.0, 0.0)  # between save and halt
    bench.run(1.0)
    assert bench.values("IN_HALT")[-1] == 1.5 and bench.values("OUT_SAVE")[-2:] == [0.0, 0.5]
    bench.pose = (40.0, 0.0, 90.0, 0.0, 0.0)
    bench.run(1.0)
    assert bench.values("IN_HALT")[-1] == 0.0 and bench.values("OUT_HALT")[-2:] == [0.0, 0.5]
    bench.mail("U", "reset=true")
    bench.run(1.0)
    # it was not inside since
    assert bench.values("OUT_HALT")[-2:] == [0.0, 0.5] and bench.values("OUT_SAVE")[-1] == 0.0


def test_op_region_takes_reset_as_a_command() -> None:
    for line in ("reset = false", "reset = VARIABLE", "reset_var = VARIABLE"):
        assert HelmBench(behavior("BHV_OpRegionV24", "name = op", *REGION, line)).helm.state == "MALCONFIG"


def test_op_region_counts_its_time_from_the_start_of_the_helm() -> None:
    limit = (
        "max_time = 8",
        "condition = GO = true",
        "breached_time_flag = LATE = true",
        "runxflag = LEFT = $[TIME_LEFT]",
    )
    bench = HelmBench(SPEED + EAST + behavior("BHV_OpRegionV24", "name = op", *REGION, *limit, "updates = U"))
    bench.run(5.0)
    bench.mail("GO", "true")
    bench.run(0.5)
    assert bench.values("LEFT") == [2.5]
    bench.run(4.0)
    assert bench.values("LATE") == ["true"]
    assert set(bench.values("BHV_ERROR")) == {"op: OpRegion timeout failure"}
    assert bench.values("IVPHELM_ALLSTOP")[-1] == "BehaviorError"
    bench.mail("U", "reset=true")
    bench.run(0.5)
    assert bench.values("LEFT")[-1] == 8.0 and bench.values("IVPHELM_ALLSTOP")[-1] == "clear"


LEG = (
    "name = lr",
    "speed = 1.6",
    "leg = x=7,y=-57,len=60,ang=64.64",
    "turn_rad = 8",
    "turn_ext = 4",
    "turn_bias = 100",
)


def test_a_leg_is_done_where_the_line_across_its_end_is_crossed_already() -> None:
    text = behavior("BHV_LegRun", *LEG, "capture_line = true", "capture_radius = 5", "leg1_endflag = DONE = true")
    for place, done in (((-18.0, -86.0), True), ((30.0, -86.0), False)):
        bench = HelmBench(text)
        bench.pose = (*place, 65.0, 0.0, 0.0)
        bench.run(1.5)
        assert bool(bench.values("DONE")) == done, place


def test_a_leg_run_says_which_part_of_its_leg_is_done_and_where_its_turns_lie() -> None:
    flags = ("mid_leg_pct = 70", "midlegflag = PART = $[PCT_NP]", "init_leg_mode = close_turn")
    bench = HelmBench(behavior("BHV_LegRun", *LEG, "turn2_dir = port", *flags))
    bench.pose = (18.02, -51.80, 65.0, 0.0, 0.0)
    bench.run(1.5)
    assert bench.values("PART") == [pytest.approx(0.703, abs=1e-3)]
    points = [str(text).partition(",label_color")[0] for text in bench.values("VIEW_POINT")]
    assert "x=-47.81,y=-65.84,z=224.72,label=abe_fpt1" in points
    assert "x=61.81,y=-48.16,z=44.72,label=abe_fpt2" in points


def test_a_turn_of_0_ends_at_once_and_0_legs_are_one() -> None:
    turn = HelmBench(behavior("BHV_FixedTurn", "name = ft", "fix_turn = 0", "speed = 2", "endflag = DONE = true"))
    turn.run(2.0)
    assert turn.values("DONE") == ["true"] and turn.pose[2] == 0.0
    lines = (
        "stem_hdg = 0",
        "zig_angle = 20",
        "hdg_thresh = 1",
        "speed = 2",
        "max_zig_legs = 0",
        "zigflag = N = $[ZIGS]",
    )
    zigzag = HelmBench(behavior("BHV_ZigZag", "name = zz", *lines, "endflag = DONE = true"))
    zigzag.run(30.0)
    assert zigzag.values("DONE") == ["true"] and zigzag.values("N") == [1.0]


def test_a_waypoint_that_begins_again_counts_on() -> None:
    # a run of the real helm: after the end of `repeat`, which makes it perpetual, cycles and odometer go on
    lines = "points = 0,4:4,4", "speed = 2", "repeat = 1", "endflag = J = $[CTR3]$[CTR3]", "cycleflag = H = $[CYCREM]"
    bench = HelmBench(behavior("BHV_Waypoint", "name = w", *lines, "cycleflag = #group G = 1"))
    bench.run(60.0)
    cycles = bench.values("CYCLE_INDEX")
    assert cycles[:4] == [1.0, 2.0, 3.0, 4.0]
    way = [value for value in bench.values("WPT_ODO") if isinstance(value, float)]
    assert way == sorted(way)
    assert bench.values("J")[:2] == ["11", "22"] and set(bench.values("H")) == {0.0}
    assert "w: ABE_NAV_GROUP info not found in helm info_buffer" in bench.values("BHV_WARNING")
    assert all("dest_group" not in str(text) for text in bench.values("NODE_MESSAGE_LOCAL"))
