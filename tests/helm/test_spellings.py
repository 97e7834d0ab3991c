"""Lines that the original takes in its public harnesses: former spellings, named forms, values out of their limits."""

from __future__ import annotations

import pytest

from tests.support.helm_bench import HelmBench, behavior

TAKEN = [
    ("BHV_OpRegionV24", "recover_spd = 1.0", "recover_speed", 1.0),
    ("BHV_OpRegionV24", "visual_hints = core_edge_color=white", "visual_hints", "core_edge_color=white"),
    ("BHV_ZigZag", "delta_heading = 30", "zig_angle_fierce", 30.0),
    ("BHV_ZigZag", "zig_first = starboard", "zig_first", "starboard"),
    ("BHV_LegRun", "patience = 150", "patience", 99.0),
    ("BHV_LegRun", "mid_turn_pct = 30", "mid_turn_pct", 30.0),
    ("BHV_MaxDepth", "max_depth = -5", "max_depth", 0.0),
    ("BHV_PeriodicSurface", "speed_to_surface = 1.2", "ascent_speed", 1.2),
    ("BHV_PeriodicSurface", "ascent_speed = current", "ascent_speed", -1.0),
    ("BHV_PeriodicSurface", "pending_status_variable = WAIT", "pending_status_var", "WAIT"),
    ("BHV_PeriodicSurface", "atsurface_status_variable = UP", "atsurface_status_var", "UP"),
    ("BHV_StationKeep", "hibernation_radius = off", "hibernation_radius", -1.0),
    ("BHV_MemoryTurnLimit", "memory_time = 0", "memory_time", 0.0),
]


@pytest.mark.parametrize("kind, line, name, value", TAKEN, ids=[line for _, line, *_ in TAKEN])
def test_a_line_is_taken(kind: str, line: str, name: str, value: float | str) -> None:
    bench = HelmBench(behavior(kind, "name = b", line))
    assert bench.helm.problems == []
    assert getattr(bench.helm.behaviors[0], name) == value


def test_a_leg_has_a_named_form() -> None:
    plain, named = (
        HelmBench(behavior("BHV_LegRun", "name = b", f"leg = {text}")).helm.behaviors[0]
        for text in ("7:-57:64.64:60", "x=7,y=-57,len=60,ang=64.64")
    )
    assert vars(plain)["vx1"] == vars(named)["vx1"]


def test_flags_have_former_spellings() -> None:
    lines = ("portflagx = A = true", "starflagx = B = true")
    zig = HelmBench(behavior("BHV_ZigZag", "name = z", *lines)).helm.behaviors[0]
    assert sorted(zig.flags.variables("portflagx", "starflagx")) == ["A", "B"]
    leg = HelmBench(behavior("BHV_LegRun", "name = l", "mid_leg_flag = A = true", "mid_turn_flag = B = true"))
    assert sorted(leg.helm.behaviors[0].flags.variables("midleg", "midturn")) == ["A", "B"]


def test_a_way_back_without_speed_is_refused() -> None:
    assert HelmBench(behavior("BHV_OpRegionV24", "name = b", "recover_spd = 0")).helm.state == "MALCONFIG"


REFUSED = [
    ("BHV_OpRegion", "breached_polyflag = A = 1"),
    ("BHV_OpRegionV24", "saveflag = A = 1"),
    ("BHV_OpRegionV24", "breached_timeflag = A = 1"),
    ("BHV_FullStop", "markflag = A = 1"),
    ("BHV_Waypoint", "wpt_flag = A = 1"),
    ("BHV_ZigZag", "zig_flag = A = 1"),
    ("BHV_CutRange", "pursue_flag = A = 1"),
    ("BHV_LegRun", "midleg_flag = A = 1"),
    ("BHV_FixedTurn", "rudder_gain = off"),
    ("BHV_PeriodicSpeed", "status_busy_count = A"),
    ("BHV_PeriodicSpeed", "summitdelta = 20"),
    ("BHV_Shadow", "decay = 60,30"),
    ("BHV_Shadow", "decay = bad"),
    ("BHV_AvoidCollision", "collision_depth = 2"),
    ("BHV_AvoidCollision", "active_grade = linear"),
    ("BHV_Trail", "mod_trail_range_pct = 0"),
    ("BHV_Timer", "status_suffix = bad suffix"),
    ("BHV_ZigZag", "visual_hints = draw_set_hdg=maybe"),
    ("BHV_ZigZag", "zig_angle = 76"),
    ("BHV_ZigZag", "stale_nav_thresh = 5"),
    ("BHV_LegRun", "legflag = A=1"),
    ("BHV_LegRun", "capture_line = diagonal"),
    ("BHV_FixedTurn", "turn_spec = spd=1.4,bogus=oops"),
    ("BHV_PeriodicSurface", "acomms_mark_variable = MARK,20,10"),
    ("BHV_PeriodicSurface", "acomms_mark_variable = MARK,0,10"),
    ("BHV_PeriodicSurface", "acomms_mark_variable = BAD MARK,5,10"),
    ("BHV_Convoy", "spd_slower = 1.5"),
    ("BHV_Convoy", "spd_faster = 0.5"),
    ("BHV_Convoy", "inter_mark_range = -1"),
    ("BHV_HSLine", "time_on_leg = -1"),
    ("BHV_BearingLine", "show_pt = maybe"),
]


@pytest.mark.parametrize("kind, line", REFUSED, ids=[line for _, line in REFUSED])
def test_a_line_that_the_original_refuses_is_refused(kind: str, line: str) -> None:
    assert HelmBench(behavior(kind, "name = b", line)).helm.state == "MALCONFIG"


@pytest.mark.parametrize(
    "text, failure",
    [
        ("burn", ("burn", 3.0)),
        ("burn,2.5", ("burn", 2.5)),
        ("burn,-1", ("burn", 0.0)),
        ("hang,not_a_number", ("hang", 3.0)),
        ("unknown", ("crash", 0.0)),
    ],
)
def test_every_failure_is_taken(text: str, failure: tuple[str, float]) -> None:
    bench = HelmBench(behavior("BHV_TestFailure", "name = b", f"failure_type = {text}", "duration = 1"))
    bench.run(3.0)
    assert bench.helm.failure == failure
    assert bench.helm.take_failure() == failure and bench.helm.failure is None
