"""Functions over one axis, their coupling, and the choice of the best point."""

from __future__ import annotations

import pytest

from usimmarine_py.helm.behaviours.region.op_region import distance_ahead
from usimmarine_py.helm.functions import DomainAxis, Function, Peak, at_most, couple, decide, heading_peak, peak, vector
from usimmarine_py.helm.functions.rays import distances_ahead, turns
from usimmarine_py.maths.angles import angle_180

COURSE = DomainAxis("course", 0.0, 359.0, 360)
SPEED = DomainAxis("speed", 0.0, 4.0, 41)


def value(function: Function, axis: DomainAxis, index: int) -> float:
    return next(m * index + c for a, b, m, c in function.parts[axis.name] if a <= index <= b)


def by_definition(peaks: tuple[Peak, ...], axis: DomainAxis, index: int, span: float | None) -> float:
    total = 0.0
    for top in peaks:
        distance = abs(axis.value(index) - top.summit)
        if span is not None:
            distance = min(distance, span - distance)
        edge = top.high - (top.summit_delta if top.peakwidth > 0 else 0.0)
        if distance <= top.peakwidth:
            total += top.high - (top.summit_delta * distance / top.peakwidth if top.peakwidth else 0.0)
        elif distance <= top.peakwidth + top.basewidth:
            total += edge - (edge - top.low) * (distance - top.peakwidth) / top.basewidth
        else:
            total += top.low
    return total


@pytest.mark.parametrize(
    "peaks",
    [
        (Peak(40.0, 10.0, 170.0, 25.0),),
        (Peak(350.0, 10.0, 60.0, 25.0),),
        (Peak(90.0, 40.0, 0.0, 0.2),),
        (Peak(10.0, 40.0, 0.0, 0.2),),
        (Peak(123.4, 0.0, 180.0, 50.0), Peak(77.0, 30.0, 180.0, 5.0, 0.0, 20.0)),
    ],
)
def test_pieces_of_a_course_are_its_utility_at_every_point(peaks: tuple[Peak, ...]) -> None:
    function = heading_peak(COURSE, *peaks)
    for index in range(COURSE.count):
        wanted = by_definition(peaks, COURSE, index, 360.0)
        # a kink between two points is cut by the line that joins them
        assert value(function, COURSE, index) == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("top", [Peak(1.0), Peak(1.0, 0.2, 0.5, 25.0), Peak(2.05, 0.0, 0.4), Peak(0.0, 0.0, 1.0)])
def test_pieces_of_a_speed_are_its_utility_where_it_has_points(top: Peak) -> None:
    function = peak(SPEED, top)
    best = max(range(SPEED.count), key=lambda i: value(function, SPEED, i))
    assert SPEED.value(best) == pytest.approx(top.summit, abs=SPEED.step / 2 + 1e-9)
    assert value(function, SPEED, 40) == 0.0


def test_equal_functions_are_built_once() -> None:
    assert heading_peak(COURSE, Peak(11.0, 10.0, 170.0)) is heading_peak(COURSE, Peak(11.0, 10.0, 170.0))


def test_a_plateau_is_left_at_its_low_end_and_at_the_axis_end_at_its_high_one() -> None:
    top = peak(SPEED, Peak(2.0, 0.4, 1.0))
    assert decide([SPEED], {"a": (100.0, top)})["speed"] == pytest.approx(1.6)
    assert decide([SPEED], {"a": (100.0, at_most(SPEED, 2.0, 0.5))})["speed"] == pytest.approx(2.0)


def test_weights_decide_and_zero_leaves_out() -> None:
    slow, fast = peak(SPEED, Peak(1.0, 0.0, 2.0)), peak(SPEED, Peak(3.0, 0.0, 2.0))
    assert decide([SPEED], {"a": (100.0, slow), "b": (101.0, fast)})["speed"] == pytest.approx(3.0)
    assert decide([SPEED], {"a": (100.0, slow), "b": (0.0, fast)})["speed"] == pytest.approx(1.0)
    assert decide([SPEED], {}) == {}


def test_coupled_parts_span_their_weights() -> None:
    both = couple(heading_peak(COURSE, Peak(90.0, 0.0, 180.0)), peak(SPEED, Peak(2.0, 0.0, 1.0)), 80.0, 20.0)
    assert both.axes == ("course", "speed")
    assert value(both, COURSE, 90) == pytest.approx(80.0)
    assert value(both, SPEED, 20) == pytest.approx(20.0)


def test_a_vector_joins_its_points_and_is_level_at_the_ends() -> None:
    function = vector(SPEED, [1.0, 2.0], [50.0, 100.0])
    assert [value(function, SPEED, i) for i in (0, 10, 15, 20, 40)] == pytest.approx([50, 50, 75, 100, 100])


def test_a_surface_is_decided_with_separable_functions() -> None:
    np = pytest.importorskip("numpy")
    from usimmarine_py.helm.functions.surface import Surface, layout, values_of

    i, j = np.arange(COURSE.count)[:, None], np.arange(SPEED.count)[None, :]
    boxes = layout(COURSE, SPEED)
    hill = Surface(boxes, boxes.sample(100.0 - abs(i - 120) / 4 - abs(j - 30)))
    assert hill.count == 120 * 14
    found = decide([COURSE, SPEED], {"hill": (100.0, hill)})
    assert found["course"] == pytest.approx(120.0, abs=2.0)
    assert found["speed"] == pytest.approx(3.0, abs=0.2)
    pulled = decide([COURSE, SPEED], {"hill": (1.0, hill), "slow": (100.0, peak(SPEED, Peak(1.0, 0.0, 1.0)))})
    assert pulled["speed"] == pytest.approx(1.0)
    assert values_of(hill, [SPEED, COURSE]).shape == (41, 360)
    assert values_of(peak(SPEED, Peak(1.0, 0.0, 1.0)), [COURSE, SPEED])[7, 10] == pytest.approx(100.0)


def test_turns_to_all_courses_are_those_of_one() -> None:
    for heading in (0.0, 359.9, 180.0, 37.3, 1e-14):
        found = turns(COURSE, heading).tolist()
        assert found == [angle_180(COURSE.value(i) - heading) for i in range(COURSE.count)]


def test_distances_in_all_directions_are_those_of_one() -> None:
    region = [(0.0, 0.0), (50.0, 0.0), (70.0, -20.0), (50.0, -60.0), (0.0, -40.0)]
    for place in ((12.5, -31.0), (120.0, 30.0), (-0.5, -20.0)):
        ways = distances_ahead(region, place, COURSE)
        alone = [distance_ahead(region, place, COURSE.value(i)) for i in range(COURSE.count)]
        assert ways.tolist() == pytest.approx(alone, rel=1e-9)
        assert any(way > 0 for way in ways)
