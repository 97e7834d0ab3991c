"""uFldDetectionSensor beside geometry and chance of one's own."""

from __future__ import annotations

import re
from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest

from tests.support.driven import HOME, Driven
from tests.support.paths import ROOT
from usimmarine_py.apps.field.make import home_of
from usimmarine_py.field.detections.kinds import KINDS
from usimmarine_py.mission import read_mission
from usimmarine_py.sea.data.seabed import Shaped
from usimmarine_py.values.mail import Value

SHORE = replace(HOME, name="shore")
#: a sensor that makes no errors
SURE = "range_noise=0,range_share=0,bearing_noise=0,range_cell=0,pd=1,pd_far=1,false_alarms=0,latency=0"
Rows = list[tuple[str, Value]]


def sensor(*lines: str, home: object = SHORE) -> Driven:
    driven = Driven("uFldDetectionSensor", *lines, home=home)  # type: ignore[arg-type]
    assert driven.host.warnings == []
    return driven


def put(
    driven: Driven, name: str, x: float, y: float, heading: float = 0.0, depth: float = 0.0, speed: float = 0.0
) -> None:
    now = driven.host.now
    text = f"NAME={name},TYPE=auv,X={x:.6f},Y={y:.6f},DEP={depth},SPD={speed},HDG={heading},TIME={now}"
    driven.mail("NODE_REPORT", text)


def found(rows: Rows, variable: str) -> list[dict[str, str]]:
    return [dict(part.split("=", 1) for part in str(text).split(",")) for name, text in rows if name == variable]


def scanned(driven: Driven, count: int, places: dict[str, tuple[float, ...]], tick: float = 1.0) -> Rows:
    rows: Rows = []
    for _ in range(count):
        for name, place in places.items():
            put(driven, name, *place)
        rows += driven.tick(tick)
    return rows


def test_chance_and_errors_of_a_thousand_scans() -> None:
    driven = sensor("sensor = kind=radar,vehicle=abe,rate=1,latency=0,false_alarms=0,range_cell=0,range=2000,pd=0.9,"
                    "pd_far=0.3,range_noise=4,range_share=0.01,bearing_noise=0.8")  # fmt: skip
    places = {"abe": (10.0, 20.0, 75.0), "far": (910.0, 1220.0), "near": (-290.0, 20.0), "mid": (10.0, -880.0)}
    rows = scanned(driven, 1000, places)
    ranges = np.array([[float(one["range"]), float(one["bearing"])] for one in found(rows, "DETECTION_ABE")])
    for name in ("near", "mid", "far"):
        east, north = np.subtract(places[name][:2], places["abe"][:2])
        away, direction = np.hypot(east, north), np.degrees(np.arctan2(east, north)) % 360
        off = (ranges[:, 1] - direction + 180) % 360 - 180
        mine = ranges[np.abs(off) < 8]
        assert len(mine) / 1000 == pytest.approx(0.9 - 0.6 * away / 2000, abs=0.03)
        sigma = np.hypot(4.0, 0.01 * away)
        assert mine[:, 0].std() == pytest.approx(sigma, rel=0.12)
        assert mine[:, 0].mean() == pytest.approx(away, abs=4 * sigma / np.sqrt(len(mine)))
        assert off[np.abs(off) < 8].std() == pytest.approx(0.8, rel=0.12)


def test_false_alarms_are_as_many_as_said_and_even_over_the_area() -> None:
    driven = sensor("sensor = kind=forward_sonar,false_alarms=0.7,range=100,fov=90,min_range=10,latency=0")
    rows = scanned(driven, 2000, {"abe": (0.0, 0.0, 30.0)})
    alarms = found(rows, "DETECTION_ABE")
    times, counts = np.unique([one["time"] for one in alarms], return_counts=True)
    counts = np.concatenate([counts, np.zeros(2000 - len(times))])
    assert counts.mean() == pytest.approx(0.7, abs=0.06) and counts.var() == pytest.approx(0.7, abs=0.1)
    r = np.array([float(one["range"]) for one in alarms])
    side = (np.array([float(one["bearing"]) for one in alarms]) - 30 + 180) % 360 - 180
    assert np.abs(side).max() < 45 and side.std() == pytest.approx(90 / np.sqrt(12), rel=0.06)
    assert ((r**2 - 100) / 9900).mean() == pytest.approx(0.5, abs=0.03) and r.min() >= 10
    assert len({one["key"] for one in found(rows, "TRACKED_FEATURE_ABE")}) == len(alarms)


def crosses(a: np.ndarray, b: np.ndarray, polygon: np.ndarray) -> bool:
    """Whether a line from a to b meets an edge, by signed areas."""

    def area(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    edges = zip(polygon, np.roll(polygon, -1, axis=0), strict=True)
    return any(area(a, b, c) * area(a, b, d) < 0 and area(c, d, a) * area(c, d, b) < 0 for c, d in edges)


ISLAND = np.array([(40.0, -30.0), (70.0, -20.0), (80.0, 40.0), (55.0, 10.0)])
WRECK = np.array([(-60.0, 20.0), (-40.0, 20.0), (-40.0, 60.0), (-60.0, 60.0)])


def corners(points: np.ndarray) -> str:
    return ":".join(f"{x:g},{y:g}" for x, y in points)


def mission_home(tmp_path: object) -> object:
    """What a mission knows: its files and the land of blocks can be read."""
    file = tmp_path / "shore.moos"  # type: ignore[operator]
    file.write_text("Community = shore\nLatOrigin = 43.8\nLongOrigin = -70.3\n")
    return home_of(read_mission(file))


def test_land_and_obstacles_hide_what_is_behind(tmp_path: object) -> None:
    driven = sensor(f"sensor = kind=camera,vehicle=abe,fov=360,range=200,bearing_cell=0,{SURE}",
                    f"land = {corners(ISLAND)}",
                    f"obstacle = pts={{{corners(WRECK)}}},label=wreck", home=mission_home(tmp_path))  # fmt: skip
    random = np.random.default_rng(4)
    spots = {}
    while len(spots) < 80:
        x, y = random.uniform(-150, 150, 2)
        inside = any(x0 < x < x1 and y0 < y < y1 for x0, x1, y0, y1 in ((35, 85, -35, 45), (-62, -38, 18, 62)))
        if not inside and np.hypot(x, y) > 5:
            spots[f"v{len(spots)}"] = (x, y)
    rows = scanned(driven, 1, {"abe": (0.0, 0.0), **spots})
    seen = {(round(float(one["x"]), 1), round(float(one["y"]), 1)) for one in found(rows, "DETECTION_ABE")}
    own = np.zeros(2)
    expected = {
        (round(x, 1), round(y, 1)) for x, y in spots.values()
        if np.hypot(x, y) <= 200 and not crosses(own, np.array([x, y]), ISLAND)
        and not crosses(own, np.array([x, y]), WRECK)
    }  # fmt: skip
    assert len(expected) < 75
    far = [
        spot
        for spot in seen ^ expected
        if not any(np.hypot(*np.subtract(spot, other)) < 0.15 for other in seen & expected)
    ]
    # rounding of the mail may move one over the last digit
    assert all(any(np.hypot(*np.subtract(spot, o)) < 0.15 for o in seen) == any(
        np.hypot(*np.subtract(spot, o)) < 0.15 for o in expected) for spot in far)  # fmt: skip


def test_ais_is_heard_round_corners_and_names_what_it_hears(tmp_path: object) -> None:
    lines = (f"sensor = kind=ais,rate=1,{SURE}", f"sensor = kind=radar,rate=1,vehicle=abe,{SURE}")
    driven = sensor(*lines, f"land = {corners(ISLAND)}", home=mission_home(tmp_path))
    rows = scanned(driven, 3, {"abe": (0.0, 0.0), "ben": (150.0, 5.0)})
    reports = found(rows, "NODE_REPORT_ABE")
    assert {(one["NAME"], one["VSOURCE"], one["TYPE"]) for one in reports} == {("ben", "ais", "auv")}
    assert {one["NAME"] for one in found(rows, "NODE_REPORT_BEN")} == {"abe"}
    assert {one["sensor"] for one in found(rows, "DETECTION_ABE")} == {"ais"}  # land hides ben from the radar


def test_a_radar_contact_gets_course_and_speed_and_the_contact_manager_takes_it() -> None:
    driven = sensor(
        "sensor = kind=radar,vehicle=abe,rate=1,latency=0.5,false_alarms=0,"
        "pd=1,pd_far=1,range_noise=2,bearing_noise=0.2"
    )
    manager = Driven("pContactMgrV20", "contact_max_age = 60")
    for name, value in (("NAV_X", 0.0), ("NAV_Y", 0.0), ("NAV_HEADING", 0.0), ("NAV_SPEED", 0.0)):
        manager.mail(name, value)
    rows: Rows = []
    for t in range(60):
        put(driven, "abe", 0.0, 0.0)
        put(driven, "ben", 400.0 + 3.0 * t, 300.0 - 4.0 * t, heading=143.13, speed=5.0)
        rows += driven.tick(1.0)
    reports = found(rows, "NODE_REPORT_ABE")
    # confirmed by the second; each comes half a second after its scan, in the tick behind that
    assert len(reports) == 58 and {one["NAME"] for one in reports} == {"radar_1"}
    last = {key: float(reports[-1][key]) for key in ("X", "Y", "SPD", "HDG", "TIME")}
    assert last["TIME"] == pytest.approx(driven.host.now - 1.0)
    assert last["SPD"] == pytest.approx(5.0, abs=1.0) and last["HDG"] == pytest.approx(143.1, abs=15.0)
    assert np.hypot(last["X"] - 577.0, last["Y"] - 64.0) < 12.0
    manager.host.now = driven.host.now
    manager.mail("NODE_REPORT", next(str(text) for name, text in reversed(rows) if name == "NODE_REPORT_ABE"))
    assert ("CONTACTS_LIST", "radar_1") in manager.tick()


def test_two_that_stand_in_one_cell_are_one() -> None:
    driven = sensor(f"sensor = kind=radar,vehicle=abe,rate=1,{SURE},range_cell=10,bearing_cell=2")
    places = {"abe": (0.0, 0.0), "a": (0.0, 500.0), "b": (5.0, 503.0), "c": (0.0, 530.0), "d": (60.0, 500.0)}
    rows = scanned(driven, 1, places)
    assert sorted(float(one["range"]) for one in found(rows, "DETECTION_ABE")) == [500.0, 500.0, 530.0]


def own_hit(direction: float, polygon: np.ndarray) -> float:
    """Distance from the origin along a bearing to a polygon, by a fine walk along its edges."""
    share = np.linspace(0, 1, 20001)[:, None]
    best = np.inf
    for c, d in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        points = c + share * (d - c)
        off = (np.degrees(np.arctan2(points[:, 0], points[:, 1])) - direction + 180) % 360 - 180
        k = int(np.argmin(np.abs(off)))
        if abs(off[k]) < 0.02:
            best = min(best, float(np.hypot(*points[k])))
    return best


def test_points_of_a_sonar_are_on_the_first_that_a_ray_meets() -> None:
    front = np.array([(10.0, 30.0), (20.0, 30.0), (20.0, 40.0), (10.0, 40.0)])
    behind = np.array([(5.0, 50.0), (45.0, 50.0), (45.0, 60.0), (5.0, 60.0)])
    driven = sensor(f"sensor = kind=forward_sonar,fov=120,bearing_cell=3,range=80,{SURE}",
                    f"obstacle = pts={{{corners(front)}}},label=front",
                    f"obstacle = pts={{{corners(behind)}}},label=behind")  # fmt: skip
    rows = scanned(driven, 1, {"abe": (0.0, 0.0, 20.0, 5.0)})
    detections, points = found(rows, "DETECTION_ABE"), found(rows, "TRACKED_FEATURE_ABE")
    expected = {}
    for i in range(40):
        direction = 20.0 - 60.0 + 3.0 * (i + 0.5)
        away = min(own_hit(direction, front), own_hit(direction, behind))
        if away <= 80.0:
            expected[round(direction % 360, 3)] = away
    assert {round(float(one["bearing"]), 3) for one in detections} == set(expected)
    for one in detections:
        assert float(one["range"]) == pytest.approx(expected[round(float(one["bearing"]), 3)], abs=0.05)
    assert {one["key"] for one in points} == {"front", "behind"} and {one["vsource"] for one in points} == {
        "forward_sonar"
    }
    # the side that is turned away shows nowhere
    assert all(float(one["y"]) < 39.9 for one in points if one["key"] == "front")


def test_points_are_named_by_squares_where_that_is_asked_for() -> None:
    square = "pts={11,31:21,31:21,41:11,41}"
    driven = sensor(f"sensor = kind=forward_sonar,{SURE},key_cell=5", f"obstacle = {square},label=front")
    points = found(scanned(driven, 1, {"abe": (0.0, 0.0, 20.0)}), "TRACKED_FEATURE_ABE")
    assert all(one["key"] == f"forward_sonar_{int(float(one['x']) // 5)}_{int(float(one['y']) // 5)}" for one in points)
    assert len({one["key"] for one in points}) > 1


def test_openings_depths_and_stale_reports() -> None:
    driven = sensor(f"sensor = kind=forward_sonar,vehicle=abe,{SURE}",
                    f"sensor = kind=side_sonar,vehicle=abe,rate=1,{SURE},fov=4",
                    f"sensor = kind=lidar,vehicle=ben,rate=1,{SURE}")  # fmt: skip
    driven.mail("NODE_REPORT", f"NAME=old,TYPE=auv,DEP=10,X=0,Y=30,SPD=0,HDG=0,TIME={driven.host.now - 11}")
    places = {"abe": (0.0, 0.0, 0.0, 10.0), "ben": (0.0, 40.0, 0.0, 0.0), "cal": (50.0, 1.0, 0.0, 12.0),
              "deb": (-50.0, 0.0, 0.0, 12.0), "eva": (-10.0, 60.0, 0.0, 15.0),
              "fay": (5.0, -50.0, 0.0, 10.0)}  # fmt: skip
    rows = scanned(driven, 1, places)
    by = {"forward_sonar": set(), "side_sonar": set()}  # type: ignore[var-annotated]
    for one in found(rows, "DETECTION_ABE"):
        spot = (float(one["x"]), float(one["y"]))
        by[one["sensor"]].add(next(n for n, p in places.items() if np.hypot(p[0] - spot[0], p[1] - spot[1]) < 4))
    assert by == {"forward_sonar": {"eva"}, "side_sonar": {"cal", "deb"}}  # ben is 14 deg above, fay astern
    assert found(rows, "DETECTION_BEN") == []  # all others are under water


def test_a_multibeam_measures_the_bed() -> None:
    def depth(x: float, y: float) -> float:
        return 30.0 + 0.1 * x - 0.05 * y

    home = replace(SHORE, open_bed=lambda *_: Shaped(depth))
    driven = sensor(f"sensor = kind=multibeam,vehicle=abe,rate=1,{SURE}", "default_water_depth = 30", home=home)
    rows = scanned(driven, 1, {"abe": (12.0, -7.0, 60.0, 5.0)})
    (text,) = [str(text) for name, text in rows if name == "BED_POINTS_ABE"]
    points = np.array([[float(cell) for cell in one.split(",")] for one in text.partition("pts={")[2][:-1].split(":")])
    assert len(points) == 60
    assert np.abs(points[:, 2] - [depth(x, y) for x, y, _ in points]).max() < 0.02
    across = (points[:, :2] - (12.0, -7.0)) @ np.array([sin(radians(150)), cos(radians(150))])
    along = (points[:, :2] - (12.0, -7.0)) @ np.array([sin(radians(60)), cos(radians(60))])
    assert np.abs(along).max() < 0.02 and np.all(np.diff(np.sort(across)) > 0)
    angles = np.degrees(np.arctan2(across, points[:, 2] - 5.0))
    assert np.sort(angles) == pytest.approx(np.arange(-59.0, 60.0, 2.0), abs=0.05)


def test_scans_depend_on_no_tick_and_on_no_other_vehicle() -> None:
    def played(tick: float, *others: str) -> list[dict[str, str]]:
        driven = sensor("sensor = kind=radar,vehicle=abe,rate=0.5")
        rows: Rows = []
        for _ in range(25):
            for k, name in enumerate(("abe", "ben", *others)):
                put(driven, name, 300.0 * k, 2000.0 * (k > 1))
            for _ in range(round(4.0 / tick)):
                rows += driven.tick(tick)
        return [one for one in found(rows, "DETECTION_ABE") if abs(float(one["y"])) < 60.0 and float(one["x"]) > 200]

    once = played(0.25)
    assert 20 < len(once) < 51 and played(2.0) == once == played(0.25, "cal")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sensor = kind=rader", "did you mean radar"), ("sensor = kind=radar,rnge=3", "did you mean range"),
        ("sensor = kind=radar,pd=2", "pd: must be at most 1"), ("sensor = kind=lidar,bearing_cell=0.1", "720 rays"),
        ("sensor = kind=radar,range=20", "min_range must be below"), ("obstacle = pts={0,0:1,1},label=a", "obstacle"),
        ("bathymetry = none.asc", "none.asc"), ("land = 0,0:1,1", "three corners"), ("sensor = radar", "key=value"),
        ("sensor = kind=lidar,bearing_cell=0", "above 0"),
    ],
)  # fmt: skip
def test_a_line_that_is_wrong_is_named(tmp_path: object, line: str, words: str) -> None:
    driven = Driven("uFldDetectionSensor", line, home=mission_home(tmp_path))  # type: ignore[arg-type]
    (warning,) = driven.host.warnings
    assert warning.startswith("m.moos:1: ") and words in warning


def test_two_sensors_of_one_name() -> None:
    driven = Driven("uFldDetectionSensor", "sensor = kind=radar,vehicle=abe", "sensor = kind=radar,vehicle=ben",
                    "sensor = kind=radar", "sensor = kind=radar,name=x_band", home=SHORE)  # fmt: skip
    assert [text.split(":")[1] for text in driven.host.warnings] == ["3"]
    driven.mail("KNOWN_OBSTACLE", "pts={0,0:1,1}")
    assert "KNOWN_OBSTACLE" in driven.host.run_warnings[0]


def test_the_table_of_the_page_is_that_of_the_kinds() -> None:
    text = (ROOT / "docs" / "field.md").read_text().partition("## Detections")[2]
    rows = {cells[0]: cells for line in text.splitlines() if line.startswith("| ")
            if (cells := [cell.strip() for cell in line.strip("|").split("|")])[0] in KINDS}  # fmt: skip
    assert set(rows) == set(KINDS)
    for name, one in KINDS.items():
        shown = [float(number) for number in re.findall(r"[\d.]+", " ".join(rows[name][3:]))]
        assert shown == [one.min_range, one.range, one.fov, one.range_noise, 100 * one.range_share, one.bearing_noise,
                         one.range_cell, one.bearing_cell, one.pd, one.pd_far, one.false_alarms, one.rate,
                         one.latency]  # fmt: skip
