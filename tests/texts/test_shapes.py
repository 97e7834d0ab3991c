"""Points, lists of points and polygons in the forms of .bhv files; results of the original where it was asked."""

from __future__ import annotations

import pytest

from usimmarine_py.maths.plane.polygon import Polygon
from usimmarine_py.texts.shapes import read_point, read_points, read_polygon


@pytest.mark.parametrize("text", ["10,20", "10:20", "x=10,y=20", "x=10,y=20,label=a", '"10,20"', "10,20:label,home"])
def test_points(text: str) -> None:
    assert read_point(text) == (10.0, 20.0)


def test_a_zigzag_as_the_original_makes_it() -> None:
    found = read_points("zigzag:10,20,90,60,20,5").points
    assert [(round(x, 9), round(y, 9)) for x, y in found] == [
        (10, 20),
        (15, 25),
        (25, 15),
        (35, 25),
        (45, 15),
        (55, 25),
        (65, 15),
    ]


def test_a_list_with_a_label() -> None:
    found = read_points("pts={0,0:10,0:10,5},label=east")
    assert found.points == ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0))
    assert found.label == "east"


def test_vertices_in_braces_may_name_their_coordinates() -> None:
    assert read_points("pts={x=0,y=-200:5,y=6:x=7,8}").points == ((0.0, -200.0), (5.0, 6.0), (7.0, 8.0))
    with pytest.raises(ValueError, match="a number expected, found x=0"):
        read_points("x=0,y=-200:5,6")


def test_a_polygon_begins_near_the_vehicle() -> None:
    text = "format=radial,x=20,y=20,radius=15,pts=6,snap=1"
    assert read_points(text, (13.0, -1.0)).points[:2] == ((12.0, 7.0), (5.0, 20.0))


def test_a_lawnmower_begins_at_its_nearest_corner() -> None:
    text = "format=lawnmower,x=0,y=0,height=40,width=20,lane_width=10,rows=north-south,startx=-50,starty=50"
    found = read_points(text)
    assert list(found.points) == [(-10, 20), (-10, -20), (0, -20), (0, 20), (10, 20), (10, -20)]
    assert found.tags == "{0:1:lane#2:3:lane#4:5:lane}"


@pytest.mark.parametrize("text", ["1", "1,a", "garbage", "zigzag:1,2,3", "format=zigzag,ptx=1", "format=lawnmower,x=0"])
def test_what_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_points(text)


@pytest.mark.parametrize("text", ["0,0:10,10:0,10:10,0", "0,0:1,1", "radial::x=0,y=0,radius=-4,pts=8"])
def test_what_is_no_convex_polygon_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_polygon(text)


def test_a_radial_polygon_is_convex_with_its_label() -> None:
    found = read_polygon("radial:: x=0, y=-75, radius=40, pts=6, snap=1, label=A")
    assert found.label == "A"
    assert found.points == (
        (20.0, -40.0),
        (40.0, -75.0),
        (20.0, -110.0),
        (-20.0, -110.0),
        (-40.0, -75.0),
        (-20.0, -40.0),
    )
    assert Polygon.convex(found.points) is not None


@pytest.mark.parametrize(
    ("text", "points"),
    [
        # of the real helm: BHV_SETTINGS of a Waypoint; a lane that does not fit is made, too
        ("width=90, height=14, lane_width=15, rows=ew", "55,-33:145,-33:145,-48:55,-48"),
        ("width=90, height=15, lane_width=15", "55,-32.5:145,-32.5:145,-47.5:55,-47.5"),
        ("width=90, height=25, lane_width=15, rows=east", "55,-27.5:145,-27.5:145,-42.5:55,-42.5:55,-57.5:145,-57.5"),
        ("width=14, height=30, lane_width=15, rows=ns", "93,-25:93,-55:108,-55:108,-25"),
        (
            "width=90, height=25, lane_width=15, rows=ew, degs=30",
            "52.3,-32.7:130.2,-77.7:137.7,-64.7:59.8,-19.7:67.3,-6.7:145.2,-51.7",
        ),
        (
            "width=90, height=25, lane_width=15, rows=ew, startx=150, starty=-60",
            "145,-57.5:55,-57.5:55,-42.5:145,-42.5:145,-27.5:55,-27.5",
        ),
    ],
)
def test_lanes_are_those_of_the_real_helm(text: str, points: str) -> None:
    found = read_points(f"format=lawnmower, x=100, y=-40, {text}").points
    assert ":".join(f"{round(x, 1) + 0:g},{round(y, 1) + 0:g}" for x, y in found) == points
