"""Angle helpers against the recorded vectors, and on values no mission should hold."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.maths import angles


def test_angles_match_the_recorded_values(golden_vectors, figure):
    data = golden_vectors("drift.json")
    worst = 0.0
    for value, full, half in data["angles"]:
        worst = max(worst, abs(angles.angle_360(value) - full), abs(angles.angle_180(value) - half))
    for heading, radians in data["heading_to_radians"]:
        worst = max(worst, abs(angles.heading_to_radians(heading) - radians))
    for one, other, difference in data["angle_diff"]:
        worst = max(worst, abs(angles.angle_difference(one, other) - difference))
    for xa, ya, xb, yb, expected in data["relative_bearing"]:
        worst = max(worst, abs(angles.bearing(xa, ya, xb, yb) - expected))
    assert worst == 0
    rows = sum(len(data[k]) for k in ("angles", "heading_to_radians", "angle_diff", "relative_bearing"))
    figure(f"drift.json angles: {rows} rows, worst error {worst}")


def repeated(degrees: float) -> float:
    """The definition itself: add or subtract 360 until it fits."""
    while not 0 <= degrees < 360:
        degrees += 360 if degrees < 0 else -360
    return degrees


@given(st.floats(min_value=-1e6, max_value=1e6))
def test_remainder_equals_the_repeated_sum(degrees):
    assert angles.angle_360(degrees) == repeated(degrees)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_angle_lands_in_range(degrees):
    assert 0 <= angles.angle_360(degrees) < 360
    assert -180 < angles.angle_180(degrees) <= 180


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_no_angle_gives_nan(value):
    assert math.isnan(angles.angle_360(value))
    assert math.isnan(angles.angle_180(value))


def test_a_tiny_negative_angle_is_zero_and_not_a_full_turn():
    assert angles.angle_360(-1e-20) == 0


@given(st.floats(min_value=-1e9, max_value=1e9))
def test_degrees_and_radians_undo_each_other(degrees):
    assert angles.to_degrees(angles.to_radians(degrees)) == pytest.approx(degrees, rel=1e-15, abs=1e-300)


@given(st.floats(min_value=-1e3, max_value=1e3), st.floats(min_value=0.1, max_value=1e3))
def test_bearing_finds_the_direction_laid_off(direction, distance):
    angle = math.radians(direction)
    found = angles.bearing(7, -3, 7 + distance * math.sin(angle), -3 + distance * math.cos(angle))
    assert angles.angle_difference(found, direction) < 1e-9
