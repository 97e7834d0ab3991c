"""Marks of pMarineViewer beside lines: their places against sums by hand, their end, and bad mail."""

from __future__ import annotations

import json

import numpy as np
import pytest

from usimmarine_py.limits import MOST_CELLS
from usimmarine_py.logs.viewer.shapes import KINDS, MAX_SHAPES, Shapes


def drawn(variable: str, text: str, time: float = 10.0) -> list[dict]:
    shapes = Shapes()
    shapes.take(variable, text, "shore", time)
    return shapes.drawings()


def area(points: list[list[float]]) -> float:
    """Area of a polygon (m2), by the shoelace formula."""
    x, y = np.array(points).T
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2.0


def test_a_vector_ends_where_its_angle_leads() -> None:
    (east,) = drawn("VIEW_VECTOR", "x=1,y=2,ang=90,mag=10")
    (parts,) = drawn("VIEW_VECTOR", "xpos=1,ypos=2,xdot=10,ydot=0,label=v")
    assert np.allclose(east["points"], [[1, 2], [11, 2]])
    assert np.allclose(parts["points"], east["points"])
    assert (parts["kind"], parts["label"]) == ("vector", "v")


def test_outlines_have_the_area_of_what_they_show() -> None:
    (arrow,) = drawn("VIEW_ARROW", "ctrx=3,ctry=4,ang=33,bwid=5,blen=20,hwid=12,hlen=10")
    assert area(arrow["points"]) == pytest.approx(5 * 20 + 12 * 10 / 2)
    (oval,) = drawn("VIEW_OVAL", "x=0,y=0,rad=2,len=10,ang=120")
    assert area(oval["points"]) == pytest.approx(4 * 6 + np.pi * 4, rel=0.01)
    (wedge,) = drawn("VIEW_WEDGE", "x=5,y=5,rad_low=10,rad_hgh=20,ang_low=350,ang_hgh=20")
    assert area(wedge["points"]) == pytest.approx(np.pi * (400 - 100) * 30 / 360, rel=0.01)
    angles = np.degrees(np.arctan2(*(np.array(wedge["points"]) - 5.0).T)) % 360.0
    assert np.all((angles >= 350.0 - 1e-9) | (angles <= 20.0 + 1e-9))
    assert {shape["kind"] for shape in (arrow, oval, wedge)} == {"polygon"}


def test_the_ray_of_a_line_goes_on_from_its_end() -> None:
    (line,) = drawn("VIEW_SEGLR", "pts={0,0:0,10},ray=180,ray_len=4")
    assert np.allclose(line["points"], [[0, 0], [0, 10], [0, 6]])


@pytest.mark.parametrize(
    ("variable", "text", "lasts"),
    [
        ("VIEW_RANGE_PULSE", "x=0,y=0,label=p", 15.0),
        ("VIEW_RANGE_PULSE", "x=0,y=0,label=p,duration=5,linger=3", 8.0),
        ("VIEW_COMMS_PULSE", "sx=0,sy=0,tx=10,ty=0,label=p", 3.0),
    ],
)
def test_a_pulse_begins_with_its_post_and_ends(variable: str, text: str, lasts: float) -> None:
    shapes = Shapes()
    shapes.take(variable, text, "shore", 100.0)
    assert shapes.drawings()[0]["t"] == 100.0
    shapes.expire(100.0 + lasts - 0.1)
    assert len(shapes.drawings()) == 1
    shapes.expire(100.0 + lasts)
    assert shapes.drawings() == []


def test_cells_of_a_grid_change_by_what_is_added() -> None:
    shapes = Shapes()
    posts = [
        ("VIEW_GRID", "pts={0,0:30,0:30,20:0,20},cell_size=10,cell_vars=x:1,cell_max=x:9,cell=2:x:4,label=psg"),
        ("VIEW_GRID_DELTA", "psg@0,x,2:5,x,1:99,x,1:1,y,5:a,x,1"),
        ("VIEW_GRID_DELTA", "psg@replace@3,x,7"),
        ("VIEW_GRID_DELTA", "other@0,x,50"),
    ]
    for variable, text in posts:
        shapes.take(variable, text, "shore", 1.0)
    (grid,) = shapes.drawings()
    # columns from the west, in each from the south
    assert grid["points"] == [[0, 0], [0, 10], [10, 0], [10, 10], [20, 0], [20, 10]]
    assert grid["values"] == [3, 1, 4, 7, 1, 2]
    assert grid["most"] == 9


def test_a_marker_has_a_figure_a_width_and_colours() -> None:
    (gateway,) = drawn("VIEW_MARKER", "x=1,y=2,type=gateway,width=6,primary_color=red,secondary_color=blue,label=g")
    assert (gateway["figure"], gateway["width"], gateway["fill"], gateway["second"]) == ("gateway", 6, "red", "blue")
    (unknown,) = drawn("VIEW_MARKER", "x=1,y=2,type=<script>,colors=green:white")
    assert (unknown["figure"], unknown["fill"], unknown["second"]) == ("circle", "green", "white")


@pytest.mark.parametrize("variable", sorted(KINDS))
@pytest.mark.parametrize(
    "text",
    [
        "", "x=nan,y=1,radius=5", "x=1e300,y=0,radius=5,rad=5,len=20", "ctrx=inf,ctry=0", "pts={nan,0:1,1},cell_size=1",
        "sx=nan,sy=0,tx=0,ty=0", "pts={0,0:1e7,0:1e7,1e7},cell_size=0.1", "x=0,y=0,rad=-1,len=3,duration=-5,radius=-2",
        "pts={" + ":".join(f"{k},{k * k}" for k in range(MOST_CELLS)) + "},cell_size=1",
    ],
)  # fmt: skip
def test_bad_mail_draws_nothing_that_is_not_finite(variable: str, text: str) -> None:
    for drawing in drawn(variable, text):
        json.dumps(drawing, allow_nan=False)
        assert np.isfinite(np.array(drawing["points"], float)).all()


def test_a_flood_of_marks_and_a_long_label_are_bounded() -> None:
    shapes = Shapes()
    for k in range(MAX_SHAPES + 500):
        shapes.take("VIEW_MARKER", f"x={k},y=0,label={k}{'w' * 5000}", "shore", 1.0)
    drawings = shapes.drawings()
    assert len(drawings) == MAX_SHAPES
    assert max(len(drawing["label"]) for drawing in drawings) <= 80
    assert drawings[-1]["points"] == [[MAX_SHAPES + 499, 0]]
