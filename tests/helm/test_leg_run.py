"""BHV_LegRun: shapes of turns that the real pHelmIvP drew, updates of the leg, the schedule of speeds."""

from __future__ import annotations

from math import dist

import pytest

from tests.support.helm_bench import HelmBench, behavior
from usimmarine_py.helm.behaviours.legs.run import LegRun
from usimmarine_py.helm.behaviours.legs.speeds import LegSpeeds
from usimmarine_py.helm.behaviours.legs.turn import point_on_way, project, turn_points, way_left
from usimmarine_py.helm.functions.surface import values_of

#: The leg of the recorded runs: middle 7,-57, length 60 m, angle 64.64 deg.
ONE, OTHER = (project(64.64 + turn, 30.0, (7.0, -57.0)) for turn in (-180.0, 0.0))
LINES = ("name = b", "updates = LU", "leg = x=7,y=-57,len=60,ang=64.64", "turn_rad = 8", "speed = 2")
#: Radius, extension, bias, gap, and the recorded points of the turn to port at the first end; they have one decimal.
BENT = (
    8.0, 2.0, 50.0, 10.0,
    "-20.1,-69.8:-21.9,-70.7:-23.2,-71.2:-24.6,-71.4:-26,-71.5:-27.4,-71.2:-28.7,-70.7:-34.3,-67.4:-35.6,-66.7"
    ":-36.9,-66.3:-38.3,-66.2:-39.7,-66.3:-41.1,-66.6:-42.3,-67.1:-43.5,-67.9:-44.5,-68.9:-45.3,-70:-46,-71.2"
    ":-46.4,-72.6:-46.5,-74:-46.4,-75.4:-46.1,-76.7:-45.5,-78:-44.8,-79.2:-43.8,-80.2:-42.7,-81:-41.4,-81.6"
    ":-40.1,-82:-38.7,-82.2:-37.3,-82.1:-36,-81.8:-34.7,-81.2:-33.5,-80.4:-23.7,-71.9:-22.6,-71.1:-20.1,-69.8",
)  # fmt: skip
STRAIGHT = (
    8.0, 0.0, 0.0, 45.0,
    "-20.1,-69.8:-26.2,-70.2:-28.1,-69.2:-34.1,-67.9:-39.2,-71.2:-40.5,-77.2:-37.2,-82.4:-31.2,-83.7:-26,-80.3"
    ":-24.7,-76.4:-21.9,-71",
)  # fmt: skip


@pytest.mark.parametrize("radius, extension, bias, gap, points", [BENT, STRAIGHT], ids=["bent", "straight"])
def test_a_turn_has_the_recorded_shape(radius: float, extension: float, bias: float, gap: float, points: str) -> None:
    wanted = [tuple(float(number) for number in point.split(",")) for point in points.split(":")]
    found = turn_points(OTHER, ONE, radius, extension, port=True, bias=bias, gap=gap)
    assert len(found) == len(wanted)
    assert max(dist(a, b) for a, b in zip(found, wanted, strict=True)) < 0.1


@pytest.mark.parametrize(
    "radius, extension, port, bias, marked",
    [
        (7.0, 9.0, False, 10.0, (-6.04, 226.9, 45.05)),
        (9.0, 9.0, True, 10.0, (7.45, 232.04, 316.87)),
        (4.0, 4.0, False, 30.0, (-4.46, 214.78, 44.9)),
        (20.0, 6.0, True, 30.0, (20.96, 257.63, 327.69)),
        (40.0, 2.0, False, 50.0, (-51.99, 303.9, 43.19)),
        (20.0, 3.0, True, 50.0, (26.21, 254.29, 333.35)),
        (10.0, 9.0, False, 70.0, (-16.08, 233.54, 25.97)),
        (15.0, 4.0, True, 70.0, (23.56, 241.62, 337.07)),
        (20.0, 9.0, False, 80.0, (-34.17, 257.46, 18.3)),
        (10.0, 3.0, True, 80.0, (16.9, 228.04, 336.71)),
        (8.0, 6.0, False, 90.0, (-14.68, 225.4, 22.59)),
        (20.0, 9.0, True, 90.0, (36.56, 256.58, 344.47)),
        (20.0, 4.0, False, 95.0, (-37.53, 251.87, 14.14)),
        (40.0, 3.0, True, 95.0, (75.2, 298.34, 329.54)),
        (12.0, 4.0, False, 100.0, (-23.19, 232.66, 16.37)),
        (8.0, 6.0, True, 100.0, (15.6, 225.02, 340.08)),
    ],
)
def test_the_mark_on_a_turn_is_that_of_the_original(
    radius: float, extension: float, port: bool, bias: float, marked: tuple[float, float, float]
) -> None:
    """Of a leg from 0,0 to 0,200: place and course of the point at 42 % of the way of its second turn."""
    points = turn_points((0.0, 0.0), (0.0, 200.0), radius, extension, port=port, bias=bias)
    (x, y), course = point_on_way(points, 0.42 * way_left(points, 1, points[0]))
    assert max(abs(a - b) for a, b in zip((x, y, course), marked, strict=True)) < 0.0051


@pytest.mark.parametrize(
    "text, ends",
    [
        ("shift_pt=9,-55", ((-18.1, -67.8), (36.1, -42.2))),
        ("leg_len_mod=8", ((-23.7, -71.6), (37.7, -42.4))),
        ("leg_len=20", ((-2.0, -61.3), (16.0, -52.7))),
        ("leg_ang_mod=-64.64", ((7.0, -87.0), (7.0, -27.0))),
        ("leg_ang=90", ((-23.0, -57.0), (37.0, -57.0))),
    ],
)
def test_an_update_moves_the_leg(text: str, ends: tuple[tuple[float, float], ...]) -> None:
    bench = HelmBench(behavior("BHV_LegRun", *LINES))
    bench.run(2.0)
    bench.mail("LU", text)
    bench.run(1.0)
    leg = bench.helm.behaviors[0]
    assert isinstance(leg, LegRun) and leg.vx1 is not None and leg.vx2 is not None
    assert dist(leg.vx1, ends[0]) < 0.1 and dist(leg.vx2, ends[1]) < 0.1


def test_an_update_bends_its_turns() -> None:
    bench = HelmBench(behavior("BHV_LegRun", *LINES))
    bench.run(2.0)
    bench.mail("LU", "turn_rad_mod=2 # turn_ext_mod=3 # turn_bias_mod=-10 # turn2_rad_mod=1")
    bench.run(1.0)
    leg = bench.helm.behaviors[0]
    assert isinstance(leg, LegRun)
    assert (leg.turn1_rad, leg.turn2_rad, leg.turn1_ext, leg.turn1_bias) == (10.0, 11.0, 3.0, -10.0)


def test_without_radii_there_is_no_function() -> None:
    bench = HelmBench(behavior("BHV_LegRun", *LINES[:3], "speed = 2"))
    bench.run(2.0)
    assert bench.helm.functions == {}
    assert bench.values("BHV_WARNING") == ["b: Invalid or unset legrun"]


def test_the_schedule_of_speeds() -> None:
    speeds = LegSpeeds()
    speeds.change("2:1.0,1.4", 4.0)
    assert [speeds.advance(repeat=False) for _ in range(5)] == [1.0, 1.0, 1.4, None, None]
    speeds.change("2", 4.0)  # too late: no leg is left for it
    assert speeds.advance(repeat=False) is None
    speeds.change("replace, 2:1.0, 1.4", 4.0)
    assert [speeds.advance(repeat=True) for _ in range(5)] == [1.0, 1.0, 1.4, 1.0, 1.0]
    speeds.change("reset", 4.0)
    assert speeds.advance(repeat=True) == 1.0
    speeds.change("replace, 2, 3", 4.0)
    assert [speeds.advance(repeat=False) for _ in range(3)] == [2.0, 3.0, None]
    speeds.change("clear", 4.0)
    assert speeds.advance(repeat=True) is None


@pytest.mark.parametrize("text", ["x:1.0", "0:1", "9", "-1", "1.0,fast", ""])
def test_bad_speeds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="speeds from 0 to 4 expected"):
        LegSpeeds().change(text, 4.0)


def test_lower_speeds_are_worth_what_the_original_gives_them() -> None:
    """As its BHV_IPF of BHV_LegRun, whose speeds are halves of the whole, says."""
    bench = HelmBench(behavior("BHV_LegRun", *LINES))
    bench.run(3.0)
    _, function = bench.helm.functions["b"]
    speed = next(axis for axis in bench.helm.options.axes if axis.name == "speed")
    values = [float(value) for value in values_of(function, [speed])]
    top = values[speed.nearest(2.0)]
    assert top - values[speed.nearest(0.1)] == pytest.approx(0.3 * 50)
    assert top - values[speed.nearest(2.4)] == pytest.approx(0.8 * 50)
