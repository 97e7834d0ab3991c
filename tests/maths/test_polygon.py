"""Convex polygons: which vertices make one, what lies inside, where a way leaves it."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from usimmarine_py.maths.plane.polygon import Polygon

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


@pytest.mark.parametrize(
    ("vertices", "convex"),
    [
        (SQUARE, True),
        (SQUARE[::-1], True),
        (((0, 0), (5, 0), (10, 0), (10, 10), (0, 10)), True),  # a vertex in the middle of an edge
        (((0, 0), (10, 0), (10, 10), (5, 5)), True),  # accepted by the real program: the last one is on the diagonal
        (((0, 0), (10, 0), (1, 1), (0, 10)), False),
        (((0, 0), (10, 10), (10, 0), (0, 10)), False),  # bow tie
        (((0, 0), (1, 0), (1, 1), (0, 0)), False),  # closing vertex given
        (((0, 0), (10, 0), (10, 0), (10, 10)), False),
        (((0, 0), (5, 5), (10, 10)), False),
        (((0, 0), (10, 0)), False),
        ((), False),
        (tuple((math.sin(2.4 * math.pi * i / 3), math.cos(2.4 * math.pi * i / 3)) for i in range(5)), False),
    ],
)
def test_which_vertices_make_a_convex_polygon(vertices, convex):
    assert (Polygon.convex(tuple(vertices)) is not None) is convex


def test_the_edge_belongs_to_the_inside():
    square = Polygon(SQUARE)
    for x, y in ((0, 0), (10, 10), (5, 0), (10, 3), (5, 5)):
        assert square.contains(x, y)
    for x, y in ((-0.001, 5), (5, 10.001), (20, 0), (-5, 0)):
        assert not square.contains(x, y)


def test_mean_and_box_centre_differ():
    slim = Polygon(((0.0, 0.0), (10.0, 0.0), (0.0, 4.0)))
    assert slim.mean() == pytest.approx((10 / 3, 4 / 3))
    assert slim.box_centre() == (5, 2)


def test_crossing():
    square = Polygon(SQUARE)
    assert square.crossing((5, 5), (25, 5)) == (10, 5)
    assert square.crossing((5, 5), (25, 25)) == (10, 10)
    assert square.crossing((5, 5), (6, 6)) is None
    assert square.crossing((-5, 5), (25, 5)) == (10, 5)


@given(
    st.lists(st.floats(0, 359), min_size=3, max_size=8, unique=True),
    st.floats(-100, 100),
    st.floats(-100, 100),
)
def test_points_on_a_circle_are_convex_and_hold_their_mean(angles, x, y):
    angles = sorted(angles)
    assume(all(b - a > 1 for a, b in pairwise(angles)))
    points = tuple((x + 9 * math.sin(math.radians(a)), y + 9 * math.cos(math.radians(a))) for a in angles)
    polygon = Polygon.convex(points)
    assert polygon is not None
    mean = polygon.mean()
    assert polygon.contains(*mean)
    assert not polygon.contains(x + 9.1, y)
    out = polygon.crossing(mean, (x + 30, y + 40))
    assert out is not None
    assert math.hypot(out[0] - x, out[1] - y) <= 9 + 1e-9
