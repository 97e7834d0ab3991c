"""What pMarineViewer knows, as the live page reads it: reports, shapes, appcasts, the chart and the buttons."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pytest

from usimmarine_py.apps.operator import buttons_of
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.viewer.fields import colour, fields_of
from usimmarine_py.logs.viewer.shapes import MAX_SHAPES, Shapes
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.app.appcast import Report
from usimmarine_py.watch.viewer.appcasts import read_appcast
from usimmarine_py.watch.viewer.chart import chart_of_mission, find_chart, read_chart
from usimmarine_py.watch.viewer.reports import read_report


def shapes_of(*posts: str) -> Shapes:
    shapes = Shapes()
    for post in posts:
        variable, _, text = post.partition("=")
        shapes.take(variable, text, "alpha", 10.0)
    return shapes


def test_a_report_tells_where_a_vehicle_is() -> None:
    text = "NAME=abe,X=-12.5,Y=3,SPD=1.2,HDG=271.5,DEP=4,LAT=43.82,LON=-70.33,TYPE=KAYAK,LENGTH=4,COLOR=red,TIME=17.5"
    report = read_report(text)
    assert report is not None
    assert (report.name, report.x, report.y, report.heading, report.speed, report.depth) == (
        "abe", -12.5, 3.0, 271.5, 1.2, 4.0,
    )  # fmt: skip
    assert (report.kind, report.length, report.colour, report.time) == ("kayak", 4.0, "red", 17.5)
    assert read_report("X=1,Y=2") is None
    bad = read_report("NAME=a\x1b[31mb,X=nan,Y=1e300,LENGTH=-3")
    assert bad is not None
    assert bad.name == "a [31mb"
    assert all(math.isnan(value) for value in (bad.x, bad.y, bad.length))


def test_points_segments_polygons_and_circles_are_drawn() -> None:
    shapes = shapes_of(
        "VIEW_POINT=x=30,y=-40,label=wpt,vertex_color=magenta,vertex_size=9,msg=next one",
        "VIEW_SEGLIST=pts={-80,-20:-40,70:50,80,5},label=survey,edge_color=dodger_blue,edge_size=2",
        'VIEW_POLYGON=pts="{0,0:10,0:10,10}",label=area,fill_color=hex:ff,0,10,fill_transparency=0.3,vertex_color=off',
        "VIEW_CIRCLE=x=1,y=2,radius=25,label=ring,edge_color=red,label_color=invisible",
    )
    point, segments, polygon, circle = shapes.drawings()
    assert point == {
        "kind": "point", "points": [[30.0, -40.0]], "label": "next one", "vertex": "magenta", "vertex_size": 9.0,
    }  # fmt: skip
    assert segments["points"] == [[-80.0, -20.0], [-40.0, 70.0], [50.0, 80.0]]
    assert (segments["edge"], segments["edge_size"]) == ("dodgerblue", 2.0)
    assert (polygon["fill"], polygon["clear"], polygon["vertex"]) == ("#ff0010", 0.3, "off")
    assert (circle["radius"], circle["ink"]) == (25.0, "off")


def test_radial_polygons_and_ellipses_have_their_size() -> None:
    radial, ellipse = shapes_of(
        "VIEW_POLYGON=format=radial,x=70,y=-70,radius=15,pts=8,label=a",
        "VIEW_POLYGON=format=ellipse,x=0,y=0,major=100,minor=20,degs=45,pts=360,label=b",
    ).drawings()
    assert len(radial["points"]) == 8
    assert [math.hypot(x - 70.0, y + 70.0) for x, y in radial["points"]] == pytest.approx([15.0] * 8)
    # long along 045, narrow across it
    along = [(x + y) * math.sqrt(0.5) for x, y in ellipse["points"]]
    across = [(x - y) * math.sqrt(0.5) for x, y in ellipse["points"]]
    assert (max(along), max(across)) == (pytest.approx(50.0, abs=0.01), pytest.approx(10.0, abs=0.01))


def test_a_shape_is_replaced_erased_and_expires() -> None:
    shapes = shapes_of(
        "VIEW_POINT=x=1,y=1,label=a", "VIEW_POINT=x=2,y=2,label=a", "VIEW_CIRCLE=x=0,y=0,radius=1,label=a"
    )
    assert [d["points"] for d in shapes.drawings()] == [[[2.0, 2.0]], [[0.0, 0.0]]]
    shapes.take("VIEW_POINT", "x=5,y=5,label=a", "ben", 10.0)  # of another community
    assert len(shapes.drawings()) == 3
    shapes.take("VIEW_POINT", "x=0,y=0,active=false,label=a", "alpha", 10.0)
    shapes.take("VIEW_CIRCLE", "label=a,erase", "alpha", 10.0)
    assert [d["points"] for d in shapes.drawings()] == [[[5.0, 5.0]]]
    shapes.take("VIEW_POINT", "x=7,y=7,label=short,duration=5", "alpha", 10.0)
    shapes.expire(14.9)
    assert len(shapes.drawings()) == 2
    shapes.expire(15.0)
    assert len(shapes.drawings()) == 1


@pytest.mark.parametrize(
    "post",
    [
        "VIEW_POINT=x=a,y=1", "VIEW_POINT=x=inf,y=1", "VIEW_SEGLIST=pts={1,2:3}", "VIEW_SEGLIST=",
        "VIEW_CIRCLE=x=1,y=1",
        "VIEW_CIRCLE=x=1,y=1,radius=-3", "VIEW_POLYGON=format=radial,x=1,y=1,radius=5,pts=1e9",
        "VIEW_POLYGON=pts={" + "1,2:" * 5000 + "1,2}", "VIEW_POLYGON={{{{", 'VIEW_POLYGON=pts="',
    ],
)  # fmt: skip
def test_what_is_no_shape_is_left_out(post: str) -> None:
    assert shapes_of(post).drawings() == []


def test_a_flood_of_shapes_stays_bounded() -> None:
    shapes = shapes_of(*(f"VIEW_POINT=x={k},y=0,label=p{k}" for k in range(MAX_SHAPES + 50)))
    assert len(shapes.drawings()) == MAX_SHAPES
    assert shapes.drawings()[-1]["points"] == [[MAX_SHAPES + 49.0, 0.0]]


def test_shapes_of_a_log_can_be_seen_at_any_time() -> None:
    shapes = Shapes(keep=True)
    for time, text in ((1.0, "x=1,y=1,label=a"), (5.0, "x=2,y=2,label=a"), (9.0, "label=a,active=false")):
        shapes.take("VIEW_POINT", text, "", time)
    assert shapes.drawings() == shapes.at(0.5) == shapes.at(9.0) == []
    assert [shapes.at(t)[0]["points"] for t in (1.0, 8.9)] == [[[1.0, 1.0]], [[2.0, 2.0]]]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("dodger_blue", "dodgerblue"), ("hex:1e,90,FF", "#1e90ff"), ("#abc", "#abc"), ("off", "off"),
        ("red;background:url(x)", ""), ("expression(1)", ""), ("", ""), ("hex:1,2", ""), ("#zzz", ""),
    ],
)  # fmt: skip
def test_colours_are_names_or_numbers_and_nothing_else(given: str, shown: str) -> None:
    assert colour(given) == shown


def test_braces_and_quotes_keep_their_commas() -> None:
    assert fields_of('pts={1,2:3,4},msg="a, b",active,x=1,x=2') == {
        "pts": "{1,2:3,4}", "msg": "a, b", "active": "", "x": "1",
    }  # fmt: skip


def test_an_appcast_is_read_back_as_it_was_written() -> None:
    report = Report("pHelm", "abe", 12, ("  two  columns", "", "last"), ("no speed",), (("late", 3),), ("[1.0]: hi",))
    cast = read_appcast(report.appcast())
    assert cast is not None
    assert (cast.app, cast.node, cast.iteration) == ("pHelm", "abe", "12")
    assert cast.lines == ("  two  columns", "", "last")
    assert (cast.config_warnings, cast.run_warnings, cast.events) == (("no speed",), ("3:late",), ("[1.0]: hi",))
    evil = read_appcast("proc=x!@#messages=\x1b]0;title\x07red!@")
    assert evil is not None
    assert evil.lines == (" ]0;title red",)
    assert evil.node == "unknown_node"
    assert read_appcast("nothing") is None


MISSION = """LatOrigin = 43.8253
LongOrigin = -70.3304
ProcessConfig = pMarineViewer
{
  tiff_file = harbour.tif
  button_one = DEPLOY # DEPLOY=true
  button_one = MOOS_MANUAL_OVERRIDE=false # SPEED=1.5 # CODE="7" # GO_$[VNAME] = at$[UTC] # N=$[BIX] # color=green
  button_two = RETURN # RETURN = true
  action = MENU_KEY=deploy # DEPLOY = true # RETURN = false
  action+ = MENU_KEY=deploy # MOOS_MANUAL_OVERRIDE=false
  action = RETURN=true
  action = SLOW=1 # FAST=0
  cmd = label=STATION, var=STATION_KEEP, sval=true, receivers=all:abe:ben
  cmd = label=FAST, var=UP_SPEED, dval=2.5, receivers=abe:shore
  button_three = NOTHING
  cmd = label=NOTHING
}
"""


def test_the_buttons_of_a_mission_post_what_they_say() -> None:
    buttons, wrong = buttons_of(parse_mission(MISSION, "shore.moos"))
    assert [(button.label, dict(button.posts(7.5, 3, "abe"))) for button in buttons] == [
        (
            "DEPLOY",
            {
                "DEPLOY": "true",
                "MOOS_MANUAL_OVERRIDE": "false",
                "SPEED": 1.5,
                "CODE": "7",
                "GO_ABE": "at7.500",
                "N": 8.0,
            },
        ),
        ("RETURN", {"RETURN": "true"}),
        ("deploy", {"DEPLOY": "true", "RETURN": "false", "MOOS_MANUAL_OVERRIDE": "false"}),
        ("RETURN=true", {"RETURN": "true"}),
        ("SLOW=1", {"SLOW": 1.0}),
        ("FAST=0", {"FAST": 0.0}),
        ("STATION", {"STATION_KEEP_ALL": "true"}),
        ("FAST", {"UP_SPEED_ABE": 2.5, "UP_SPEED": 2.5}),
    ]
    assert buttons[0].title.endswith("CODE = 7, GO_$[VNAME] = at$[UTC], N = $[BIX]")
    assert [text.partition(": ")[0] for text in wrong] == ["shore.moos:16", "shore.moos:15"]
    assert wrong[1].endswith("button_three = NOTHING: no VARIABLE=VALUE to post")


INFO = "lat_north = 43.826105\nlat_south = 43.822142 // south\nlon_east = -70.326919\nlon_west = -70.332412\n"


def test_a_chart_lies_where_its_corners_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pillow = pytest.importorskip("PIL.Image", reason="needs Pillow")
    (tmp_path / "charts").mkdir()
    picture = tmp_path / "charts" / "harbour.tif"
    pillow.new("RGB", (40, 30), (10, 200, 30)).save(picture)
    picture.with_suffix(".info").write_text(INFO)
    mission = parse_mission(MISSION, str(tmp_path / "shore.moos"))
    name, line = chart_of_mission(mission)
    assert (name, line) == ("harbour.tif", 5)
    with pytest.raises(ConfigError, match=r"no chart harbour\.tif \(looked at .*IVP_IMAGE_DIRS"):
        find_chart(name, mission.file)
    monkeypatch.setenv("IVP_IMAGE_DIRS", f"/nowhere:{tmp_path / 'charts'}")
    image = read_chart(find_chart(name, mission.file), Geodesy.at(43.8253, -70.3304))
    pyproj = pytest.importorskip("pyproj", reason="needs pyproj")
    utm = pyproj.Transformer.from_crs(4326, 32619, always_xy=True)
    origin = utm.transform(-70.3304, 43.8253)
    corners = {
        (lon, lat): [a - b for a, b in zip(utm.transform(lon, lat), origin, strict=True)]
        for lon in (-70.332412, -70.326919)
        for lat in (43.822142, 43.826105)
    }
    for lon, x in zip((-70.332412, -70.326919), image.x, strict=True):
        assert x == pytest.approx(sum(place[0] for (at, _), place in corners.items() if at == lon) / 2.0, abs=0.01)
    for lat, y in zip((43.822142, 43.826105), image.y, strict=True):
        assert y == pytest.approx(sum(place[1] for (_, at), place in corners.items() if at == lat) / 2.0, abs=0.01)
    shown = pillow.open(io.BytesIO(image.data))
    assert (shown.format, shown.size, shown.getpixel((5, 5))) == ("PNG", (40, 30), (10, 200, 30))


@pytest.mark.parametrize(
    ("info", "picture", "words"),
    [
        (None, b"", "a.tif"),
        ("lat_north = 1\n", b"", "lacks lat_south, lon_east, lon_west"),
        (INFO.replace("lat_north", "lat_xyz") + "lat_north = 3\n", b"", "lat_north must lie north"),
        (INFO, b"no tiff", "holds no TIFF picture"),
    ],
)
def test_a_chart_that_cannot_be_shown_says_why(tmp_path: Path, info: str | None, picture: bytes, words: str) -> None:
    pytest.importorskip("PIL", reason="needs Pillow")
    (tmp_path / "a.tif").write_bytes(picture)
    if info is not None:
        (tmp_path / "a.info").write_text(info)
    with pytest.raises(ConfigError, match=words):
        read_chart(tmp_path / "a.tif", Geodesy.at(43.8253, -70.3304))
