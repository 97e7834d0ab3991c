"""Current fields: the text format line by line, and the indexed look-up against a plain sum over all vectors."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.maths.plane.current_field import CurrentVector, CurrentVectorField, read_current_field

FILE = """\
// a channel
FieldName: channel
 RADIUS : 15.5
render_hint: vector_edge_color=white

x=0, y=0, mag=1.2, ang=90
ANG=180, X=30, Y=-5, MAG=0.4, vector_vertex_size=2
  10,20,0.5,-45\r
x=1,y=2,mag=fast,ang=0
just words
1,2,3
Radius: wide
x=1,y=2,ang=0
1,2,1e999,0
"""


def plain_sum(field: CurrentVectorField, x: float, y: float) -> tuple[float, float]:
    """The formula of laws/environment 2.2, vector by vector."""
    near = [v for v in field.vectors if math.hypot(x - v.x, y - v.y) < field.radius]
    if not near:
        return 0.0, 0.0
    east = north = 0.0
    for v in near:
        weight = (1 - math.hypot(x - v.x, y - v.y) / field.radius) ** 2
        east += weight * v.magnitude * math.sin(math.radians(v.direction))
        north += weight * v.magnitude * math.cos(math.radians(v.direction))
    return east / len(near), north / len(near)


def test_a_file_is_read_line_by_line():
    reading = read_current_field(FILE, "channel.cfd")
    field = reading.field
    assert field is not None
    assert (field.name, field.radius) == ("channel", 15.5)
    assert field.vectors == (
        CurrentVector(0, 0, 1.2, 90),
        CurrentVector(30, -5, 0.4, 180),
        CurrentVector(10, 20, 0.5, -45),
    )
    assert [problem.where for problem in reading.problems] == [f"channel.cfd:{n}" for n in (9, 10, 11, 12, 13, 14)]
    assert "just words" in str(reading.problems[1])


def test_defaults_and_the_least_radius():
    field = read_current_field("0,0,1,0").field
    assert field is not None
    assert (field.name, field.radius) == ("generic_cfield", 20)
    small = read_current_field("Radius: 0.2\n0,0,1,0").field
    assert small is not None
    assert small.radius == 1
    assert CurrentVectorField((CurrentVector(0, 0, 1, 0),), -5).radius == 1


@pytest.mark.parametrize("text", ["", "// nothing\n", "FieldName: x\nRadius: 5\n"])
def test_a_file_without_vectors_is_an_error(text):
    reading = read_current_field(text, "empty.cfd")
    assert reading.field is None
    assert "no current vector" in str(reading.problems[-1])


def test_the_current_fades_to_the_edge_and_is_a_plain_mean():
    field = CurrentVectorField((CurrentVector(0, 0, 2, 90), CurrentVector(10, 0, 4, 0)), 20)
    assert field.current(0, 0) == pytest.approx((1.0, 0.5))
    assert field.current(-20, 0) == (0, 0)
    assert field.current(-19.999, 0)[0] == pytest.approx(2 * (0.001 / 20) ** 2)
    assert field.current(500, 500) == (0, 0)


def test_a_position_that_is_none_has_no_current():
    field = CurrentVectorField((CurrentVector(0, 0, 2, 90),))
    assert field.current(math.nan, 0) == (0, 0)
    assert field.current(math.inf, 0) == (0, 0)
    assert field.current(1e300, -1e300) == (0, 0)


coordinate = st.floats(-100, 100) | st.integers(-5, 5).map(lambda n: n * 20.0)


@given(
    st.lists(st.tuples(coordinate, coordinate, st.floats(-3, 3), st.floats(-720, 720)), min_size=1, max_size=30),
    st.sampled_from([0.5, 1.0, 7.3, 20.0, 300.0]),
    coordinate,
    coordinate,
)
def test_the_index_finds_what_the_plain_sum_finds(vectors, radius, x, y):
    field = CurrentVectorField(tuple(CurrentVector(*v) for v in vectors), radius)
    assert field.current(x, y) == pytest.approx(plain_sum(field, x, y), abs=1e-12)


def test_a_hundred_thousand_vectors_are_not_looked_at_one_by_one(figure):
    rng = random.Random(4)
    vectors = tuple(
        CurrentVector(rng.uniform(-5000, 5000), rng.uniform(-5000, 5000), rng.uniform(0, 2), rng.uniform(0, 360))
        for _ in range(100_000)
    )
    field = CurrentVectorField(vectors, 20)
    worst = 0.0
    for _ in range(8):
        x, y = rng.uniform(-5000, 5000), rng.uniform(-5000, 5000)
        east, north = plain_sum(field, x, y)
        found = field.current(x, y)
        worst = max(worst, abs(found[0] - east), abs(found[1] - north))
    assert worst < 1e-12
    # by construction: a look-up reads nine cells, and no cell holds more than a sliver of the field
    cells: dict[tuple[int, int], int] = {}
    for key in field._keys:
        cells[key] = cells.get(key, 0) + 1
    assert max(cells.values()) < 30
    figure(
        f"current field: 100000 vectors, worst difference to the plain sum {worst:.2g} m/s, "
        f"at most {max(cells.values())} vectors a cell"
    )


@given(st.text(max_size=200))
def test_any_text_gives_a_field_or_problems(text):
    reading = read_current_field(text, "any.cfd")
    assert reading.field is not None or reading.problems


def test_a_megabyte_in_a_line_is_one_short_error():
    reading = read_current_field("x" * 2**20 + "\n0,0,1,0", "big.cfd")
    assert reading.field is not None
    assert len(reading.problems) == 1
    assert len(str(reading.problems[0])) < 400


@pytest.mark.parametrize("interpolation", ["nearest", "idw"])
def test_uniform_vectors_give_the_same_current_everywhere_inside(interpolation):
    rng = random.Random(3)
    vectors = tuple(CurrentVector(rng.uniform(-50, 50), rng.uniform(-50, 50), 0.7, 30) for _ in range(80))
    field = CurrentVectorField(vectors, 20)
    expected = 0.7 * math.sin(math.radians(30)), 0.7 * math.cos(math.radians(30))
    inside = 0
    for _ in range(300):
        x, y = rng.uniform(-80, 80), rng.uniform(-80, 80)
        if min(math.hypot(x - v.x, y - v.y) for v in vectors) < 20:
            inside += 1
            assert field.current(x, y, interpolation) == pytest.approx(expected, abs=1e-12)
        else:
            assert field.current(x, y, interpolation) == (0, 0)
    assert inside > 100
    # the original's sum makes less of them
    assert field.current(0, 0)[1] < 0.2 * expected[1]


@pytest.mark.parametrize("interpolation", ["nearest", "idw"])
def test_at_a_vector_the_current_is_that_vector(interpolation):
    field = CurrentVectorField((CurrentVector(0, 0, 2, 90), CurrentVector(10, 0, 4, 0), CurrentVector(3, 9, 1, 45)), 20)
    assert field.current(0, 0, interpolation) == pytest.approx((2, 0))
    assert field.current(10, 0, interpolation) == pytest.approx((0, 4))


def test_nearest_takes_the_nearest_and_idw_lies_between():
    field = CurrentVectorField((CurrentVector(0, 0, 2, 0), CurrentVector(10, 0, 4, 0)), 20)
    assert [field.current(x, 0, "nearest")[1] for x in (-19, 4.9, 5.1, 29)] == [2, 2, 4, 4]
    assert field.current(5, 0, "idw")[1] == pytest.approx(3)
    along = [field.current(x / 4, 0, "idw")[1] for x in range(41)]
    assert along == sorted(along)
    # no step where a vector comes within reach
    assert field.current(-10 + 1e-6, 0, "idw")[1] == pytest.approx(field.current(-10 - 1e-6, 0, "idw")[1], abs=1e-9)


@given(
    st.lists(st.tuples(coordinate, coordinate, st.floats(-3, 3), st.floats(-720, 720)), min_size=1, max_size=30),
    st.sampled_from([0.5, 7.3, 300.0]),
    coordinate,
    coordinate,
)
def test_a_weighted_mean_never_exceeds_its_vectors(vectors, radius, x, y):
    field = CurrentVectorField(tuple(CurrentVector(*v) for v in vectors), radius)
    assert math.hypot(*field.current(x, y, "idw")) <= max(abs(v[2]) for v in vectors) * (1 + 1e-9) + 1e-300
