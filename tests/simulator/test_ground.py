"""Shallow water: aground, on the bottom, and off again, for kinematic vehicles and those with hydrodynamics."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from usimmarine_py.simulator import Simulator

BOAT: dict[str, Any] = {"thrust_map": "-100:-2, 100:5", "draft": 0.5}
ODIN: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "odin", "variant": "hilsim"}
AUV: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "torpedo_auv"}


class Seen:
    """A simulator in ticks of 0.1 s, and all that it posts and warns of."""

    def __init__(self, **parameters: Any) -> None:
        self.sim = Simulator(**parameters)
        self.posts: list[tuple[str, float | str]] = []
        self._k = 0

    def run(self, seconds: float, **mail: float | str) -> Seen:
        for name, value in mail.items():
            self.sim.post(name, value)
        for _ in range(round(10 * seconds)):
            self._k += 1
            self.posts += [(post.variable, post.value) for post in self.sim.iterate(0.1 * self._k)]
        return self

    def said(self, name: str) -> list[float | str]:
        return [value for variable, value in self.posts if variable == name]


def shelving(x: float, y: float) -> float:
    """A beach to the north: 2 m of water at y = 0, land from y = 40 m on."""
    return 2.0 - 0.05 * y


@pytest.mark.parametrize(("block", "draft"), [(BOAT, 0.5), (ODIN, 0.7)], ids=["kinematic", "odin"])
def test_a_craft_runs_aground_where_its_draft_exceeds_the_depth(block: dict[str, Any], draft: float) -> None:
    seen = Seen(**block)
    seen.sim.use_seabed(shelving)
    seen.run(60.0, DESIRED_THRUST=40)
    shore = (2.0 - draft) / 0.05
    assert shore <= seen.sim.state.y < shore + 0.5
    assert (seen.sim.state.speed, seen.sim.state.sog) == (0.0, 0.0)
    assert seen.said("USM_AGROUND") == ["true"]
    (warning,) = [text for text in seen.sim.run_warnings if "aground" in text]
    assert warning.startswith(f"aground at x={seen.sim.state.x:.1f}, y={seen.sim.state.y:.1f} m in ")
    assert "Ground: aground" in seen.sim.report()


@pytest.mark.parametrize("block", [BOAT, ODIN], ids=["kinematic", "odin"])
def test_it_leaves_by_thrust_away_from_the_shoal_only(block: dict[str, Any]) -> None:
    seen = Seen(**block)
    seen.sim.use_seabed(shelving)
    seen.run(60.0, DESIRED_THRUST=40)
    stuck = seen.sim.state
    for mail in ({"DESIRED_THRUST": 100.0}, {"DESIRED_THRUST": 0.0}, {"DRIFT_Y": -1.0}, {"DRIFT_X": 1.0}):
        seen.run(10.0, **mail)
        here = seen.sim.state
        assert (here.x, here.y, here.heading, here.speed, here.sog) == (stuck.x, stuck.y, stuck.heading, 0.0, 0.0)
    seen.run(60.0, DESIRED_THRUST=-60, DRIFT_X=0, DRIFT_Y=0)
    assert seen.sim.state.y < stuck.y - 10.0
    assert seen.sim.state.speed < -0.3
    assert seen.said("USM_AGROUND") == ["true", "false"]


@pytest.mark.parametrize("block", [BOAT, ODIN], ids=["kinematic", "odin"])
def test_with_one_depth_everywhere_the_way_back_leads_off(block: dict[str, Any]) -> None:
    seen = Seen(**block, start_heading=90).run(20.0, DESIRED_THRUST=40, WATER_DEPTH=3.0)
    moving = seen.sim.state
    assert moving.speed > 0.5
    seen.run(5.0, WATER_DEPTH=0.3)
    stuck = seen.sim.state
    assert stuck.sog == 0.0
    assert stuck.x == moving.x
    assert seen.run(20.0, DESIRED_THRUST=-60).sim.state.x < stuck.x - 1.0
    # still no more water than that: it goes on, by its thrust
    assert seen.said("USM_AGROUND") == ["true"]
    seen.run(1.0, WATER_DEPTH=3.0)
    assert seen.said("USM_AGROUND") == ["true", "false"]


def test_more_water_floats_it_off() -> None:
    seen = Seen(**BOAT, default_water_depth=0.4).run(5.0, DESIRED_THRUST=50)
    assert (seen.sim.state.x, seen.sim.state.y) == (0.0, 0.0)
    assert seen.run(5.0, WATER_DEPTH=0.6).sim.state.y > 5.0


def test_differential_thrust_and_reverse_lead_off_too() -> None:
    for mail in (
        {"THRUST_MODE_DIFFERENTIAL": "true", "DESIRED_THRUST_L": -40.0, "DESIRED_THRUST_R": -40.0},
        {"THRUST_MODE_REVERSE": "true"},
    ):
        seen = Seen(**BOAT)
        seen.sim.use_seabed(shelving)
        seen.run(30.0, DESIRED_THRUST=40)
        stuck = seen.sim.state.y
        seen.run(10.0, **mail)
        assert seen.sim.state.y < stuck - 3.0


def test_actuators_driven_one_by_one_and_a_tow_lead_off_too() -> None:
    jets = {f"DESIRED_JET_{side}{state}": value for side in ("PORT", "STBD") for state, value in JETS.items()}
    for mail in (jets, {"USM_FORCE": "X=-6000"}):
        seen = Seen(**ODIN)
        seen.sim.use_seabed(shelving)
        seen.run(60.0, **{name: -value if name.endswith("BETA") else value for name, value in jets.items()})
        stuck = seen.sim.state.y
        assert seen.said("USM_AGROUND") == ["true"]
        assert seen.run(10.0).sim.state.y == stuck
        seen.sim.post("USM_RELEASE", "all")
        assert seen.run(5.0).sim.state.y == stuck
        seen.run(30.0, **mail)
        assert seen.sim.state.y < stuck - 3.0


#: Full astern.
JETS = {"": 1500.0, "_BETA": -1.0}


def test_the_tick_does_not_matter_with_hydrodynamics() -> None:
    ends = []
    for tick in (0.1, 0.25):
        sim = Simulator(**ODIN)
        sim.use_seabed(shelving)
        sim.post("DESIRED_THRUST", 40.0)
        for k in range(1, round(60.0 / tick) + 1):
            sim.iterate(tick * k)
        ends.append(sim.state.y)
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


@pytest.mark.parametrize("dialect", ["classic", "v22", "v23"])
def test_the_recorded_dialects_know_the_ground_of_a_sea_bed_only(dialect: str) -> None:
    block = {"thrust_map": "100:5", "draft": 0.5, "dialect": dialect}
    free = Seen(**block).run(30.0, DESIRED_THRUST=40, WATER_DEPTH=0.2)
    assert free.sim.state.y > 40.0
    assert free.said("USM_AGROUND") == []
    held = Seen(**block)
    held.sim.use_seabed(shelving)
    held.run(30.0, DESIRED_THRUST=40)
    assert 30.0 <= held.sim.state.y < 31.0
    assert held.said("USM_AGROUND") == ["true"]


def test_a_kinematic_vehicle_dives_to_the_bottom_and_stays_until_it_rises() -> None:
    seen = Seen(thrust_map="100:5", max_depth_rate=0.5, max_depth_rate_speed=1, buoyancy_rate=0.1)
    seen.run(60.0, DESIRED_THRUST=40, DESIRED_ELEVATOR=100, WATER_DEPTH=8.0)
    down = seen.sim.state
    assert (down.depth, down.altitude, down.speed, down.sog) == (8.0, 0.0, 0.0, 0.0)
    # 0.5 - 0.1 m/s down at full speed: at the bottom after some 20 s, at 2 m/s
    assert 36.0 < down.y < 44.0
    assert seen.run(10.0).sim.state.y == down.y
    assert seen.said("USM_BOTTOM_CONTACT") == ["true"]
    seen.run(5.0, DESIRED_ELEVATOR=0)
    assert seen.sim.state.depth < 7.6
    assert seen.sim.state.y > down.y + 5.0
    assert seen.said("USM_BOTTOM_CONTACT") == ["true", "false"]
    assert [text[:13] for text in seen.sim.run_warnings] == ["on the bottom"]


def test_a_dive_onto_the_bottom_with_hydrodynamics() -> None:
    seen = Seen(**AUV, start_depth=5, start_speed=1.5, buoyancy_rate=-0.2, default_water_depth=12)
    seen.run(60.0)
    down = seen.sim.state
    assert (down.depth, down.altitude) == (12.0, 0.0)
    assert (down.speed, down.sog) == (0.0, 0.0)
    assert down.nu[:3] == (0.0, 0.0, 0.0)
    assert seen.said("USM_BOTTOM_CONTACT") == ["true"]
    later = seen.run(20.0).sim.state
    assert (later.x, later.y, later.depth) == (down.x, down.y, 12.0)
    up = seen.run(60.0, BUOYANCY_RATE=0.2).sim.state
    assert up.depth < 8.0
    assert seen.said("USM_BOTTOM_CONTACT") == ["true", "false"]


def test_a_rising_bottom_stops_a_submerged_vehicle() -> None:
    seen = Seen(**AUV, start_depth=8, start_speed=1.5, buoyancy_rate=0)
    seen.sim.use_seabed(lambda x, y: 20.0 - 0.5 * y)
    seen.run(120.0, DESIRED_THRUST=60)
    assert seen.said("USM_BOTTOM_CONTACT")[0] == "true"
    assert seen.sim.state.y < 40.0
    assert seen.sim.state.altitude >= 0.0


def test_dual_state_navigation_feels_that_it_lies_still() -> None:
    seen = Seen(**BOAT, dual_state=True)
    seen.sim.use_seabed(shelving)
    seen.run(30.0, DESIRED_THRUST=40, DRIFT_X=0.1)
    before = seen.sim.state
    seen.run(10.0)
    assert (seen.sim.state.y, seen.sim.state.speed) == (before.y, 0.0)
    assert seen.sim.truth.sog == 0.0


def test_an_oblique_approach_knows_where_the_shoal_is() -> None:
    seen = Seen(**BOAT, start_heading=60)
    seen.sim.use_seabed(shelving)
    seen.run(60.0, DESIRED_THRUST=40)
    stuck = seen.sim.state
    assert stuck.y == pytest.approx(30.0, abs=0.3)
    seen.run(10.0, DESIRED_THRUST=-40)
    east, north = seen.sim.state.x - stuck.x, seen.sim.state.y - stuck.y
    assert north < -2.0
    assert east / north == pytest.approx(sin(radians(60)) / cos(radians(60)), rel=1e-6)


def test_off_the_bottom_by_its_own_thrust() -> None:
    """An ROV that is pressed down lies where it touched; let go, it slides along until its thrusters lift it."""
    seen = Seen(dynamics="fossen6", vehicle="bluerov2", start_depth=8, default_water_depth=11, current_speed=0.3)
    lain = seen.run(60.0, DESIRED_HEAVE=100).sim.state
    assert (lain.depth, lain.altitude, lain.sog) == (11.0, 0.0, 0.0)
    there = seen.run(20.0, DESIRED_HEAVE=0, DESIRED_THRUST=50).sim.state
    assert there.depth == 11.0
    assert there.y > lain.y + 1.0
    assert seen.run(15.0, DESIRED_HEAVE=-100).sim.state.depth < 10.0
    assert seen.said("USM_BOTTOM_CONTACT") == ["true", "false"]


def test_a_neutral_vehicle_leaves_the_bottom_by_its_fins() -> None:
    """It lies level without a thruster that lifts: it slides until the stern plane turns it up."""
    seen = Seen(dynamics="fossen6", vehicle="remus100", variant="base", start_depth=9.9, default_water_depth=10)
    seen.sim.post("BUOYANCY_RATE", -0.05)
    seen.run(20.0)
    assert seen.said("USM_BOTTOM_CONTACT") == ["true"]
    seen.sim.post("BUOYANCY_RATE", 0.0)
    seen.run(60.0, DESIRED_THRUST=70, DESIRED_ELEVATOR=-60)
    assert seen.said("USM_BOTTOM_CONTACT") == ["true", "false"]
    assert seen.sim.state.depth < 9.0


def test_a_heavy_vehicle_lies_still_on_the_bottom() -> None:
    seen = Seen(
        dynamics="fossen6", vehicle="remus100", variant="base", start_depth=9, default_water_depth=10, start_speed=1,
        buoyancy_rate=-0.1,
    )  # fmt: skip
    seen.run(60.0)
    assert seen.sim.state.sog < 0.01
    assert seen.sim.state.depth == 10.0
