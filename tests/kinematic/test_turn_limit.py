"""The turn-radius limit against its own geometry."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from usimmarine_py.kinematic.dialects import find_dialect
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.turn_limit import limit_turn, project
from usimmarine_py.values import VehicleState


def limited(
    before: VehicleState, after: VehicleState, heading: float, speed: float, settings: KinematicSettings
) -> VehicleState:
    """``limit_turn`` on whole states."""
    places = (before.x, before.y, heading, speed), (after.x, after.y, after.heading, after.speed)
    x, y, turned = limit_turn(*places, settings)
    return replace(after, x=x, y=y, heading=turned)


@pytest.mark.parametrize(("direction", "point"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0))])
def test_axis_directions_need_no_trigonometry(direction: float, point: tuple[float, float]) -> None:
    assert project(0, 0, direction, 1) == point


def limited_heading(radius: float, speed: float, after_speed: float, max_speed: float = 0.0) -> float:
    """Heading after a step of 1 m along 53 deg that turned from 0 to 90 deg."""
    settings = KinematicSettings(dialect=find_dialect("v22"), turn_radius=radius, max_speed=max_speed)
    after = VehicleState(x=0.8, y=0.6, heading=90, speed=after_speed)
    return limited(VehicleState(), after, 0.0, speed, settings).heading


def test_the_turn_radius_shrinks_below_the_top_speed() -> None:
    def chord(radius: float) -> float:
        return 2 * math.degrees(math.asin(1 / (2 * radius)))

    assert limited_heading(10, 0.2, 0.6, 0.8) == pytest.approx(chord(5))
    assert limited_heading(10, 0.2, 0.6) == pytest.approx(chord(10))
    assert limited_heading(10, 1.0, 1.0, 0.8) == pytest.approx(chord(10))
    assert limited_heading(0.8, 1.0, 1.0) == pytest.approx(chord(0.8))


def test_a_step_longer_than_the_circle_is_wide_turns_half_of_it_unless_the_defect_is_asked_for() -> None:
    for quirks in (False, True):
        settings = KinematicSettings(dialect=find_dialect("v22", quirks), turn_radius=0.4)
        after = VehicleState(x=-0.1, y=-0.995, heading=120, speed=1)
        found = limited(VehicleState(), after, 0.0, 1.0, settings)
        if quirks:
            assert math.isnan(found.heading)
        else:
            assert found.heading == 180
            assert found.x == pytest.approx(math.hypot(0.1, 0.995))
            assert found.y == 0


def test_a_circle_without_radius_allows_a_quarter_turn_of_the_track() -> None:
    still = KinematicSettings(dialect=find_dialect("v22"), turn_radius=10, max_speed=1.0)
    drifted = VehicleState(x=0.3, y=-0.4, heading=45)
    assert limited(VehicleState(), drifted, 0.0, 0.0, still).heading == 180
    for x, y in ((0.5, 0.0), (0.0, 0.0)):
        abeam = VehicleState(x=x, y=y, heading=45)
        assert limited(VehicleState(), abeam, 0.0, 0.0, still) == abeam


def test_the_turn_limit_turns_to_the_side_of_the_new_heading() -> None:
    settings = KinematicSettings(dialect=find_dialect("v22"), turn_radius=10)
    allowed = 2 * math.degrees(math.asin(1 / 20))
    for heading, result in ((180.0, allowed), (180.5, 360 - allowed)):
        after = VehicleState(x=0.8, y=0.6, heading=heading, speed=1)
        assert limited(VehicleState(), after, 0.0, 1.0, settings).heading == pytest.approx(result)
