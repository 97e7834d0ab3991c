"""Lines that the original takes in its public harnesses: former spellings, named forms, values out of their limits."""

from __future__ import annotations

import pytest

from tests.support.helm_bench import HelmBench, behavior

TAKEN = [
    ("BHV_OpRegionV24", "recover_spd = 1.0", "recover_speed", 1.0),
    ("BHV_OpRegionV24", "visual_hints = core_edge_color=white", "visual_hints", "core_edge_color=white"),
    ("BHV_ZigZag", "delta_heading = 30", "zig_angle", 30.0),
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
    assert sorted(zig.flags.variables("portx", "starx")) == ["A", "B"]
    leg = HelmBench(behavior("BHV_LegRun", "name = l", "mid_leg_flag = A = true", "mid_turn_flag = B = true"))
    assert sorted(leg.helm.behaviors[0].flags.variables("midleg", "midturn")) == ["A", "B"]


def test_a_way_back_without_speed_is_refused() -> None:
    assert HelmBench(behavior("BHV_OpRegionV24", "name = b", "recover_spd = 0")).helm.state == "MALCONFIG"
