"""The thrust map against the recorded vectors, the reading rules, and properties of the documented law."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from usimmarine_py.kinematic.thrust_map import (
    CLASSIC_RULE,
    DOCUMENTED_RULE,
    FORGIVING_RULE,
    V23_RULE,
    KinematicThrustMap,
    read_thrust_map,
)

#: Some speeds equal another pair's thrust: no look-up may take the one for the other.
LINES = KinematicThrustMap(((20.0, 40.0), (40.0, 50.0), (60.0, 70.0)), ((-80.0, -6.0), (-40.0, -2.0)))


def test_recorded_maps(golden_vectors, figure):
    cases = golden_vectors("thrust_map.json")["cases"]
    worst_forward = worst_inverse = 0.0
    looked_up = offered = 0
    for case in cases:
        thrust_map = KinematicThrustMap().with_reflect(case["reflect"])
        if case["thrust_factor"] is not None:
            thrust_map = thrust_map.with_factor(case["thrust_factor"])
        for (thrust, speed), expected in zip(case["pairs"], case["accepted"], strict=True):
            thrust_map, accepted = thrust_map.offer(thrust, speed)
            assert accepted is expected, (case["pairs"], thrust, speed)
            offered += 1
        for thrust, speed in case["forward"]:
            worst_forward = max(worst_forward, abs(thrust_map.speed(thrust) - speed))
        for speed, thrust in case["inverse"]:
            worst_inverse = max(worst_inverse, abs(thrust_map.thrust(speed) - thrust))
        looked_up += len(case["forward"]) + len(case["inverse"])
        assert thrust_map.positive_text == case["positive_map_text"]
        assert thrust_map.negative_text == case["negative_map_text"]
        assert thrust_map.uses_factor is case["using_factor"]
    assert worst_forward < 1e-12
    assert worst_inverse < 1e-9
    figure(
        f"thrust_map.json: {len(cases)} maps, {offered} offers, {looked_up} look-ups, "
        f"worst error {worst_forward:.2g} m/s forward, {worst_inverse:.2g} % inverse"
    )


@pytest.mark.parametrize(
    ("line", "positive", "refused"),
    [
        ("20:1, abc, 30:2", ((20, 1),), ["abc"]),
        ("20:1, 120:6, 30:2", ((20, 1),), ["120:6"]),
        ("20:1, 30:-2, 40:3", ((20, 1),), ["30:-2"]),
        ("20:1, 0:1, 40:3", ((20, 1),), ["0:1"]),
        ("20:1, 30:0.5, 40:3", ((20, 1),), ["30:0.5"]),
        ("0:0, 20:1, 40:3", ((20, 1), (40, 3)), []),
        ("20:1, 20:1.5", ((20, 1.5),), []),
        ("20:1e0", (), ["20:1e0"]),
        ("20:1:2", (), ["20:1:2"]),
        ("20:1, 40:2,", ((20, 1), (40, 2)), []),
        ("20:1,,40:2", ((20, 1),), [""]),
    ],
)
def test_a_refused_pair_ends_the_line_in_classic(line, positive, refused):
    reading = read_thrust_map(line, KinematicThrustMap(factor=20), CLASSIC_RULE)
    assert reading.map.positive == positive
    assert [pair.text for pair in reading.refused] == refused
    assert reading.handled is not bool(refused)
    assert reading.map.factor == 20


def test_lines_accumulate_except_in_v23():
    before = read_thrust_map("10:1", KinematicThrustMap(factor=20, reflect=True), CLASSIC_RULE).map
    assert read_thrust_map("50:2", before, CLASSIC_RULE).map == KinematicThrustMap(((10, 1), (50, 2)), (), 20, True)
    assert read_thrust_map("50:2", before, FORGIVING_RULE).map == KinematicThrustMap(((10, 1), (50, 2)), (), 20, True)
    assert read_thrust_map("50:2", before, V23_RULE).map == KinematicThrustMap(((50, 2),))


def test_one_bad_pair_empties_the_map_of_v23():
    reading = read_thrust_map("10:1, 20:x", KinematicThrustMap(factor=20, reflect=True), V23_RULE)
    assert reading.map == KinematicThrustMap()
    assert not reading.handled


@pytest.mark.parametrize("rule", [FORGIVING_RULE, DOCUMENTED_RULE])
def test_only_the_bad_pair_is_skipped_without_quirks(rule):
    reading = read_thrust_map("20:1, abc, 120:6, 30:0.5,, 40:3, -5:1,", KinematicThrustMap(), rule)
    assert reading.map.positive == ((20, 1), (40, 3))
    assert [pair.text for pair in reading.refused] == ["abc", "120:6", "30:0.5", "", "-5:1"]
    assert all(pair.reason for pair in reading.refused)


def test_the_documented_dialect_reads_exponents_and_refuses_zero_thrust():
    reading = read_thrust_map("0:0, 2e1:1.5e0", KinematicThrustMap(), DOCUMENTED_RULE)
    assert reading.map.positive == ((20, 1.5),)
    assert [pair.text for pair in reading.refused] == ["0:0"]
    assert read_thrust_map("0:0", KinematicThrustMap(), FORGIVING_RULE).handled


def test_the_documented_inverse_without_pairs():
    assert KinematicThrustMap(factor=20).smallest_thrust(2) == 40
    assert KinematicThrustMap(factor=20).smallest_thrust(7) == 100
    assert KinematicThrustMap(factor=20).smallest_thrust(-2) == 0
    assert KinematicThrustMap(factor=20, reflect=True).smallest_thrust(-2) == -40
    assert KinematicThrustMap().smallest_thrust(2) == 0


pairs = st.lists(
    st.tuples(st.integers(-100, 100).map(float), st.floats(-6, 6, allow_subnormal=False)), min_size=0, max_size=8
)


def accepted_map(offers: list[tuple[float, float]], factor: float, reflect: bool) -> KinematicThrustMap:
    thrust_map = KinematicThrustMap(factor=factor, reflect=reflect)
    for thrust, speed in offers:
        thrust_map = thrust_map.offer(thrust, speed)[0]
    return thrust_map


@given(pairs, st.sampled_from([0.0, 20.0]), st.booleans(), st.floats(-150, 150), st.floats(-150, 150))
def test_more_thrust_never_means_less_speed(offers, factor, reflect, one, other):
    thrust_map = accepted_map(offers, factor, reflect)
    low, high = sorted((one, other))
    assert thrust_map.speed(low) <= thrust_map.speed(high) + 1e-12


@given(pairs, st.booleans(), st.floats(-100, 100))
def test_the_documented_inverse_gives_the_speed_with_the_least_thrust(offers, reflect, thrust):
    thrust_map = accepted_map(offers, 20.0, reflect)
    speed = thrust_map.speed(thrust)
    # what rounding leaves of a speed of 0 belongs to no thrust
    assume(speed == 0 or abs(speed) > 1e-12)
    found = thrust_map.smallest_thrust(speed)
    assert thrust_map.speed(found) == pytest.approx(speed, abs=1e-9)
    assert abs(found) <= abs(thrust) + 1e-9


@given(pairs, st.booleans(), st.floats(allow_nan=False, allow_infinity=False))
def test_every_look_up_is_finite(offers, reflect, value):
    thrust_map = accepted_map(offers, 20.0, reflect)
    assert math.isfinite(thrust_map.speed(value))
    assert -100 <= thrust_map.smallest_thrust(value) <= 100


def test_steep_maps_stay_finite():
    steep = KinematicThrustMap().offer(1e-300, 1e300)[0]
    assert steep.speed(5e-301) == pytest.approx(5e299)
    inner = KinematicThrustMap(((1e-300, 1e299), (2e-300, 1e300)))
    assert inner.speed(1.5e-300) == pytest.approx(5.5e299)


@pytest.mark.parametrize(
    ("thrust", "speed", "reason"),
    [
        (100.5, 9, "thrust is outside [-100, 100]"),
        (-100.5, -9, "thrust is outside [-100, 100]"),
        (math.nan, 1, "thrust is outside [-100, 100]"),
        (50, math.inf, "speed is not a finite number"),
        (0, 1, "thrust 0 must have speed 0"),
        (0, -1, "thrust 0 must have speed 0"),
        (0, 0, ""),
        (0.5, -0.5, "speed has the other sign than thrust"),
        (-0.5, 0.5, "speed has the other sign than thrust"),
        (0.8, 0.5, "speed would no longer grow with thrust"),
        (0.3, 2, "speed would no longer grow with thrust"),
        (-0.8, -0.5, "speed would no longer grow with thrust"),
        (0.8, 1, ""),
        (-0.8, -1, ""),
        (0.8, 7, ""),
        (100, 7, ""),
        (-100, -7, ""),
        (50, 1, ""),
        (0.3, 0, ""),
        (-0.3, 0, ""),
    ],
)
def test_a_refusal_names_its_reason_and_leaves_the_map(thrust, speed, reason):
    thrust_map = KinematicThrustMap().offer(0.5, 1)[0].offer(-0.5, -1)[0]
    assert thrust_map.refusal(thrust, speed) == reason
    after, accepted = thrust_map.offer(thrust, speed)
    assert accepted is not bool(reason)
    if reason or thrust == 0:
        assert after == thrust_map
    else:
        assert (thrust, speed) in after.positive + after.negative


def test_the_reasons_of_unreadable_pairs():
    reading = read_thrust_map("20:x, 0:0, y:3, 5:1", KinematicThrustMap(), DOCUMENTED_RULE)
    assert [pair.reason for pair in reading.refused] == [
        "not two numbers thrust:speed",
        "thrust 0 always has speed 0",
        "not two numbers thrust:speed",
    ]
    assert reading.map.positive == ((5, 1),)


@pytest.mark.parametrize(
    ("thrust", "speed"),
    [
        *((-150, -6), (-100, -6), (-90, -6), (-80, -6), (-60, -4), (-40, -2), (-20, -1)),
        *((0, 0), (10, 20), (20, 40), (30, 45), (40, 50), (50, 60), (60, 70), (80, 70), (100, 70), (200, 70)),
    ],
)
def test_look_ups_lie_on_the_lines_between_the_pairs(thrust, speed):
    assert LINES.speed(thrust) == pytest.approx(speed)


@pytest.mark.parametrize(
    ("speed", "thrust", "smallest"),
    [
        *((-9, -100, -80), (-6, -100, -80), (-5, -70, -70), (-2, -40, -40), (-0.5, -10, -10)),
        *((0, 0, 0), (0.5, 0.25, 0.25), (20, 10, 10), (40, 20, 20), (45, 30, 30), (60, 50, 50), (70, 100, 60)),
        (90, 100, 60),
    ],
)
def test_inverse_look_ups_lie_on_the_same_lines(speed, thrust, smallest):
    assert LINES.thrust(speed) == pytest.approx(thrust)
    assert LINES.smallest_thrust(speed) == pytest.approx(smallest)


def test_factor_zero_is_accepted():
    assert KinematicThrustMap(factor=20).with_factor(0.0).factor == 0


def test_texts_have_four_decimals():
    fine = KinematicThrustMap(((1.23456789, 0.98765432),), ((-1.23456789, -0.98765432),))
    assert (fine.positive_text, fine.negative_text) == ("1.2346,0.9877", "-1.2346:-0.9877")


@pytest.mark.parametrize("factor", [-1.0, math.nan, math.inf])
def test_a_bad_factor_is_ignored(factor):
    assert KinematicThrustMap(factor=20).with_factor(factor).factor == 20
