"""The turn-speed map against the recorded vectors, and the engine's habit of overwriting it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.kernels.kinematic import turn_rate
from usimmarine_py.kinematic.dialects import find_dialect
from usimmarine_py.kinematic.settings import KinematicSettings, TurnSpeedMap

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
            worst = max(worst, abs(turn_rate(speed, turn_map.numbers) - rate))
            rows += 1
    assert worst < 1e-12
    figure(f"turn_speed_map.json: {len(cases)} maps, {rows} look-ups, worst error {worst:.2g}")


def looked_up(turn_map: TurnSpeedMap, turn_rate: float) -> TurnSpeedMap:
    """What V22 and V23 make of a map before every look-up: full rate := turn_rate, full speed := 5."""
    settings = KinematicSettings(dialect=find_dialect("v22", True), turn_speed_map=turn_map, turn_rate=turn_rate)
    return settings.with_turn_speed_map_used().turn_speed_map


def test_configured_full_values_never_matter_and_null_values_are_pulled_down_for_good():
    configured = TurnSpeedMap().with_null_speed(8)[0].with_null_rate(90)[0]
    used = looked_up(configured, 60)
    assert used == TurnSpeedMap(full_speed=5, null_speed=5, full_rate=60, null_rate=60)
    assert looked_up(used, 100) == TurnSpeedMap(full_speed=5, null_speed=5, full_rate=100, null_rate=60)


@pytest.mark.parametrize("setter", SETTERS.values())
@pytest.mark.parametrize("value", [math.nan, -1.0])
def test_bad_values_are_refused(setter, value):
    assert setter(TurnSpeedMap(), value) == (TurnSpeedMap(), False)


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("full_speed", 0.0, False),
        ("full_speed", 0.5, True),
        ("null_speed", 0.0, False),
        ("null_speed", 0.5, True),
        ("full_rate", 0.0, False),
        ("full_rate", 0.5, True),
        ("full_rate", 100.0, True),
        ("full_rate", 100.5, False),
        ("null_rate", 0.0, True),
        ("null_rate", 100.0, True),
        ("null_rate", 100.5, False),
    ],
)
def test_the_limits_of_each_value(name, value, accepted):
    turn_map, taken = SETTERS[name](TurnSpeedMap(null_speed=0.25, null_rate=20, full_rate=90), value)
    assert taken is accepted
    assert (getattr(turn_map, name) == value) is accepted


def test_full_and_null_pull_each_other_along():
    both = TurnSpeedMap(full_speed=4, null_speed=2, full_rate=80, null_rate=30)
    assert both.with_full_speed(1)[0] == TurnSpeedMap(1, 1, 80, 30)
    assert both.with_full_speed(3)[0] == TurnSpeedMap(3, 2, 80, 30)
    assert both.with_null_speed(6)[0] == TurnSpeedMap(6, 6, 80, 30)
    assert both.with_null_speed(3)[0] == TurnSpeedMap(4, 3, 80, 30)
    assert both.with_full_rate(20)[0] == TurnSpeedMap(4, 2, 20, 20)
    assert both.with_full_rate(90)[0] == TurnSpeedMap(4, 2, 90, 30)
    assert both.with_null_rate(95)[0] == TurnSpeedMap(4, 2, 95, 95)
    assert both.with_null_rate(10)[0] == TurnSpeedMap(4, 2, 80, 10)


@given(
    st.lists(st.tuples(st.sampled_from(sorted(SETTERS)), st.floats(-10, 120, allow_subnormal=False)), max_size=6),
    st.floats(-10, 10),
)
def test_the_rate_stays_between_null_and_full(settings, speed):
    turn_map = TurnSpeedMap()
    for name, value in settings:
        turn_map = SETTERS[name](turn_map, value)[0]
    assert turn_map.null_speed <= turn_map.full_speed
    assert turn_map.null_rate - 1e-9 <= turn_rate(speed, turn_map.numbers) <= turn_map.full_rate + 1e-9
