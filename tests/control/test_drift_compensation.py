"""Drift compensation: what each law does to a vehicle that is set sideways, and what it does not do."""

from __future__ import annotations

import math

import pytest

from tests.support.missions import plan_of
from usimmarine_py.control.drift_compensation import DriftCompensation
from usimmarine_py.control.guidance import Guidance
from usimmarine_py.control.plan import Plan

DT = 0.25


class Boat:
    """Turns at 20 deg/s, makes the speed wanted through the water and is set by a current (m/s)."""

    def __init__(self, plan: Plan, east: float, north: float) -> None:
        self.guidance = Guidance(plan)
        self.x = self.y = self.heading = self.now = 0.0
        self.current = (east, north)
        self.course: float | None = None
        self.sog: float | None = None

    def go(self, seconds: float) -> list[float]:
        """The cross-track errors of so many seconds, m."""
        errors = []
        end = self.now + seconds
        while self.now < end and not self.guidance.finished:
            wanted = self.guidance.update(self.now, self.x, self.y, self.heading, self.course, self.sog)
            turn = math.remainder(wanted.heading - self.heading, 360.0)
            self.heading += max(-20.0 * DT, min(20.0 * DT, turn))
            v_east = wanted.speed * math.sin(math.radians(self.heading)) + self.current[0]
            v_north = wanted.speed * math.cos(math.radians(self.heading)) + self.current[1]
            self.x += v_east * DT
            self.y += v_north * DT
            self.course, self.sog = math.degrees(math.atan2(v_east, v_north)) % 360.0, math.hypot(v_east, v_north)
            self.now += DT
            if wanted.cross_track is not None:
                errors.append(wanted.cross_track)
        return errors


LEG = ("waypoints = 0,2000", "speed = 2", "lookahead = 10", "capture_line = false")
CRAB = math.degrees(math.asin(0.25))


def test_without_compensation_the_error_is_the_look_ahead_times_the_tangent_of_the_drift_angle() -> None:
    boat = Boat(plan_of(*LEG), 0.5, 0.0)
    error = boat.go(300.0)[-1]
    assert error == pytest.approx(10.0 * math.tan(math.radians(CRAB)), rel=1e-6)
    assert boat.guidance.drift.crab == 0.0


@pytest.mark.parametrize("mode", ["integral", "course"])
@pytest.mark.parametrize("current", [0.5, -0.5])
def test_a_current_across_the_leg_leaves_no_error(mode: str, current: float) -> None:
    boat = Boat(plan_of(*LEG, f"drift_compensation = {mode}"), current, 0.0)
    assert abs(boat.go(300.0)[-1]) < 1e-3
    # to starboard of the bow for a current to starboard
    assert boat.guidance.drift.crab == pytest.approx(math.copysign(CRAB, current), abs=0.01)


def test_still_water_is_left_as_it_is() -> None:
    tracks = []
    for mode in ("none", "course"):
        boat = Boat(plan_of("waypoints = 0,100 : 0,200", "speed = 2", f"drift_compensation = {mode}"), 0.0, 0.0)
        tracks.append((boat.go(200.0), boat.now))
    assert tracks[0] == tracks[1]


def test_what_one_leg_taught_serves_on_the_way_back() -> None:
    """The current comes from the other side there."""
    lines = ("waypoints = 0,600 : 60,600 : 60,0", "speed = 2", "lookahead = 10", "acceptance_radius = 5")
    plain, learned = (Boat(plan_of(*lines, f"drift_compensation = {mode}"), 0.5, 0.0) for mode in ("none", "integral"))
    worst = []
    for boat in (plain, learned):
        while boat.guidance.reached < 2:
            boat.go(1.0)
        boat.go(20.0)
        worst.append(max(map(abs, boat.go(100.0))))
    assert worst[0] == pytest.approx(10.0 * math.tan(math.radians(CRAB)), rel=0.05)
    assert worst[1] < 0.5


@pytest.mark.parametrize("mode", ["integral", "course"])
def test_a_circle_is_kept_in_a_current(mode: str) -> None:
    lines = ("loiter = x=0, y=0, radius=60, turns=9", "speed = 2", "lookahead = 10", "acceptance_radius = 5")
    worst = {}
    for each in ("none", mode):
        boat = Boat(plan_of(*lines, f"drift_compensation = {each}"), 0.5, 0.0)
        boat.go(900.0)
        worst[each] = max(map(abs, boat.go(400.0)))
    assert worst[mode] < 0.5 * worst["none"]


def test_the_course_of_a_vehicle_at_rest_counts_for_nothing_and_a_strong_current_is_not_chased() -> None:
    drift = DriftCompensation("course", 0.2, 2.0)
    drift.begin(0.0, 0.0, 90.0, 0.05, True)
    drift.begin(1.0, 0.0, 90.0, 0.05, True)
    drift.begin(2.0, 0.0, None, None, True)
    drift.begin(3.0, 0.0, 90.0, 1.0, False)
    assert drift.crab == 0.0
    for now in range(4, 60):
        drift.begin(float(now), 0.0, 170.0, 1.0, True)
    assert drift.crab == pytest.approx(60.0, abs=1e-6)


def test_a_gap_in_time_and_a_clock_that_goes_back_do_not_wind_up_the_integral() -> None:
    drift = DriftCompensation("integral", 0.2, 2.0)
    for now in (0.0, 1000.0, 10.0, 5.0):
        drift.begin(now, 0.0, None, None, True)
        offset = drift.offset(1.0, 1.0, 0.0, 10.0, 2.0)
    assert 0.0 < offset < 0.4 * 0.1 * 2.0
    assert drift.offset(1.0, 1.0, 0.0, 10.0, 2.0) == offset  # twice in one update
