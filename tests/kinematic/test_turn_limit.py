"""The turn-radius limit against its own geometry."""

from __future__ import annotations

import math

import pytest

from usimmarine_py.kernels.kinematic import limited_turn, project

Place = tuple[float, float, float, float]  # x, y, heading, speed
ORIGIN = (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(("direction", "point"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0))])
def test_axis_directions_need_no_trigonometry(direction: float, point: tuple[float, float]) -> None:
    assert project(0.0, 0.0, direction, 1.0) == point


def limited_heading(radius: float, speed: float, after_speed: float, top_speed: float = 0.0) -> float:
    """Heading after a step of 1 m along 53 deg that turned from 0 to 90 deg."""
    return limited_turn(0.0, 0.0, 0.0, speed, 0.8, 0.6, 90.0, after_speed, radius, top_speed, False)[2]


def test_the_turn_radius_shrinks_below_the_top_speed() -> None:
    def chord(radius: float) -> float:
        return 2 * math.degrees(math.asin(1 / (2 * radius)))

    assert limited_heading(10, 0.2, 0.6, 0.8) == pytest.approx(chord(5))
    assert limited_heading(10, 0.2, 0.6) == pytest.approx(chord(10))
    assert limited_heading(10, 1.0, 1.0, 0.8) == pytest.approx(chord(10))
    assert limited_heading(0.8, 1.0, 1.0) == pytest.approx(chord(0.8))


def test_a_step_longer_than_the_circle_is_wide_turns_half_of_it_unless_the_defect_is_asked_for() -> None:
    for reckless in (False, True):
        x, y, heading = limited_turn(*ORIGIN, -0.1, -0.995, 120.0, 1.0, 0.4, 0.0, reckless)
        if reckless:
            assert math.isnan(heading)
        else:
            assert heading == 180
            assert x == pytest.approx(math.hypot(0.1, 0.995))
            assert y == 0


def test_a_circle_without_radius_allows_a_quarter_turn_of_the_track() -> None:
    still: Place = (0.0, 0.0, 0.0, 0.0)
    assert limited_turn(*still, 0.3, -0.4, 45.0, 0.0, 10.0, 1.0, False)[2] == 180
    for x, y in ((0.5, 0.0), (0.0, 0.0)):
        assert limited_turn(*still, x, y, 45.0, 0.0, 10.0, 1.0, False) == (x, y, 45.0)


def test_the_turn_limit_turns_to_the_side_of_the_new_heading() -> None:
    allowed = 2 * math.degrees(math.asin(1 / 20))
    for heading, result in ((180.0, allowed), (180.5, 360 - allowed)):
        assert limited_turn(*ORIGIN, 0.8, 0.6, heading, 1.0, 10.0, 0.0, False)[2] == pytest.approx(result)
