"""The turn-speed map against the recorded vectors, and the engine's habit of overwriting it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.kinematic.turn_speed_map import TurnSpeedMap

SETTERS = {
    "full_speed": TurnSpeedMap.with_full_speed,
    "null_speed": TurnSpeedMap.with_null_speed,
    "full_rate": TurnSpeedMap.with_full_rate,
    "null_rate": TurnSpeedMap.with_null_rate,
}


def test_recorded_maps(golden_vectors, figure):
    cases = golden_vectors("turn_speed_map.json")["cases"]
    worst, rows = 0.0, 0
    for case in cases:
        turn_map = TurnSpeedMap()
        for name, value, expected in case["set"]:
            turn_map, accepted = SETTERS[name](turn_map, value)
            assert accepted is expected, (name, value)
        for speed, rate in case["query"]:
            worst = max(worst, abs(turn_map.rate(speed) - rate))
            rows += 1
    assert worst < 1e-12
    figure(f"turn_speed_map.json: {len(cases)} maps, {rows} look-ups, worst error {worst:.2g}")


def test_the_engine_turns_at_turn_rate_times_a_fifth_of_the_speed():
    assert TurnSpeedMap().for_look_up(70).rate(2) == pytest.approx(28)
    assert TurnSpeedMap().for_look_up(70).rate(-1) == 0


def test_configured_full_values_never_matter_and_null_values_are_pulled_down_for_good():
    configured = TurnSpeedMap().with_null_speed(8)[0].with_null_rate(90)[0]
    used = configured.for_look_up(60)
    assert used == TurnSpeedMap(full_speed=5, null_speed=5, full_rate=60, null_rate=60)
    assert used.for_look_up(100) == TurnSpeedMap(full_speed=5, null_speed=5, full_rate=100, null_rate=60)


def test_turn_rate_zero_keeps_the_previous_full_rate():
    assert TurnSpeedMap().for_look_up(0).full_rate == 100
    assert TurnSpeedMap().for_look_up(40).for_look_up(0).full_rate == 40


@pytest.mark.parametrize("setter", SETTERS.values())
@pytest.mark.parametrize("value", [math.nan, -1.0])
def test_bad_values_are_refused(setter, value):
    assert setter(TurnSpeedMap(), value) == (TurnSpeedMap(), False)


@given(
    st.lists(st.tuples(st.sampled_from(sorted(SETTERS)), st.floats(-10, 120, allow_subnormal=False)), max_size=6),
    st.floats(-10, 10),
)
def test_the_rate_stays_between_null_and_full(settings, speed):
    turn_map = TurnSpeedMap()
    for name, value in settings:
        turn_map = SETTERS[name](turn_map, value)[0]
    assert turn_map.null_speed <= turn_map.full_speed
    assert turn_map.null_rate - 1e-9 <= turn_map.rate(speed) <= turn_map.full_rate + 1e-9
