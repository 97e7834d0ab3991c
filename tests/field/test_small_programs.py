"""uFldGenericSensor, uFldWrapDetect, pSafetyRetreat, pEvalLoiter, uFldDelve and uSimCurrent."""

from __future__ import annotations

from collections import Counter
from math import cos, hypot, pi, sin, sqrt

import pytest

from tests.field.test_hazards import at, from_vehicle, home, of
from tests.field.test_small_applications import Driven
from usimmarine_py.field.contacts.small.wraps import segments_cross
from usimmarine_py.simulator import Simulator
from usimmarine_py.values.mail import Message, Value

POLYGON = "pts={-20,-20:20,-20:20,20:-20,20}"


# -- uFldGenericSensor


def generic(*lines: str) -> Driven:
    points = ("source_point = x=10,y=0,label=near", "source_point = x=500,y=0,label=far")
    return Driven(
        "uFldGenericSensor", "sensor_config = range=40", "sensor_config = range=100", *points, *lines, home=home()
    )


def test_a_generic_sensor_reports_points_in_range() -> None:
    driven = generic()
    assert driven.started == [
        ("VIEW_POINT", "x=500,y=0,label=far,vertex_color=green,vertex_size=4"),
        ("VIEW_POINT", "x=10,y=0,label=near,vertex_color=green,vertex_size=4"),
    ]
    assert from_vehicle(driven, "UGS_SENSOR_REQUEST", "vname=archie") == []
    assert "no node report of archie" in driven.host.run_warnings.pop()
    assert driven.tick(0) == [("UGS_OPTIONS_SUMMARY", "range=100,range=40")]
    assert at(driven, 0, 0) == []
    posts = from_vehicle(driven, "UGS_SENSOR_REQUEST", "vname=archie")
    assert [name for name, _ in posts] == [
        "UGS_CONFIG_ACK_ARCHIE", "UGS_SENSOR_REPORT_ARCHIE", "VIEW_POINT", "VIEW_CIRCLE",
    ]  # fmt: skip
    assert posts[0][1] == "vname=archie,range=40"  # the shortest, where none was asked for
    assert str(posts[3][1]).startswith("x=0,y=0,radius=40,label=gs_scope_archie,msg=gs_scope_archie,edge_color=white,")
    assert from_vehicle(driven, "UGS_CONFIG_REQUEST", "vname=archie,range=90") == []  # 300 s too soon
    driven.host.now += 300
    assert from_vehicle(driven, "UGS_CONFIG_REQUEST", "vname=archie,range=90") == [
        ("UGS_CONFIG_ACK_ARCHIE", "vname=archie,range=100")
    ]
    from_vehicle(driven, "UGS_CONFIG_REQUEST", "vname=betty,range=90")
    assert "must be archie" in driven.host.run_warnings[-1]
    assert driven.host.events == [
        "Setting sensor settings for: archie:0",
        "Setting sensor settings for: archie:90",
        "Sensor reset denied (too soon) for vehicle: archie",
        "Setting sensor settings for: archie:90",
    ]
    driven.tick(0)
    assert driven.app.report().splitlines() == [
        "Sensor Configuration Options",
        "=========================================",
        "Range",
        "-----",
        "100",
        "40",
        "Sensor Settings for known vehicles: (300.25)",
        "=================================================",
        "Vehicle  Sensor  Config    Sensor    Sensor",
        "Name     Range   Resets    Requests  Reports",
        "-------  ------  --------  --------  -------",
        "archie   100     2(300.2)  2         1",
    ]


def test_a_report_gives_a_vehicle_that_has_chosen_no_range_one_of_0() -> None:
    driven = generic()
    at(driven, 10, 3)  # known in the first iteration, which makes a report
    assert of(from_vehicle(driven, "UGS_SENSOR_REQUEST", "vname=archie"), "VIEW_CIRCLE")[0].startswith(
        "x=10,y=3,radius=0,"
    )
    at(driven, 10, 3, name="betty")
    driven.app.report()
    posts = from_vehicle(driven, "UGS_SENSOR_REQUEST", "vname=betty", "betty")
    assert [name for name, _ in posts] == ["VIEW_CIRCLE"]


def test_its_noise_is_a_quarter_of_the_range() -> None:
    driven = generic()
    driven.tick(0)
    at(driven, 0, 0)
    distances = []
    for _ in range(2000):
        posts = from_vehicle(driven, "UGS_SENSOR_REQUEST", "vname=archie")
        x, y = (float(part[2:]) for part in of(posts, "UGS_SENSOR_REPORT_ARCHIE")[0].split(",")[1:])
        distances.append(hypot(x - 10, y))
    # the square of a normal number of sigma 40/4 has the mean sigma^2 and the deviation sqrt(2) sigma^2
    mean = sum(one * one for one in distances) / len(distances)
    assert mean == pytest.approx(100, abs=4 * 100 * sqrt(2 / len(distances)))


# -- uFldWrapDetect


def way(driven: Driven, *points: tuple[float, float]) -> list[str]:
    found = []
    for x, y in points:
        posts = from_vehicle(driven, "NODE_REPORT", f"NAME=abe,TYPE=kayak,TIME=1,X={x},Y={y},SPD=1,HDG=0")
        found += of(posts, "WRAP_AROUND_DETECTED")
    return found


LOOP = ((0, 0), (10, 0), (20, 0), (20, 10), (12, 10), (12, -5))


def test_a_vehicle_that_crosses_its_trail_is_named() -> None:
    driven = Driven("uFldWrapDetect", home=home())
    assert way(driven, *LOOP) == []  # nothing before DEPLOY_ALL
    driven.mail("DEPLOY_ALL", "true")
    assert way(driven, *LOOP) == ["vname=abe"]
    assert way(driven, (0, -5), (0, 5)) == []  # the trail begins anew
    assert driven.app.report().splitlines()[3::3] == [
        "   max number of segments in trail:   1000",
        "      max length of trail checked :   100",
        "          number of wraps detected:   1",
    ]


def test_a_trail_is_forgotten_behind_its_length() -> None:
    driven = Driven("uFldWrapDetect", "max_trail_dist = 30", home=home())
    driven.mail("DEPLOY_ALL", "true")
    assert way(driven, *LOOP) == []  # 15 + 8 + 10 m are more than 30
    assert way(driven, *[(10 * cos(k * pi / 4), 10 * sin(k * pi / 4)) for k in range(10)]) == []


@pytest.mark.parametrize(
    ("one", "other", "cross"),
    [
        (((0, 0), (2, 2)), ((0, 2), (2, 0)), True), (((0, 0), (2, 2)), ((3, 0), (0, 3)), True),
        (((0, 0), (1, 1)), ((3, 0), (0, 3)), False), (((0, 0), (2, 0)), ((1, 0), (3, 0)), True),
        (((0, 0), (1, 0)), ((2, 0), (3, 0)), False), (((0, 0), (2, 0)), ((0, 1), (2, 1)), False),
    ],
)  # fmt: skip
def test_segments_cross(one: tuple, other: tuple, *, cross: bool) -> None:  # type: ignore[type-arg]
    assert segments_cross(one, other) == segments_cross(other, one) == cross


# -- pSafetyRetreat


def test_a_threat_sends_the_vehicle_to_the_nearest_area() -> None:
    driven = Driven(
        "pSafetyRetreat", "polygon = radial:: x=20, y=-60, radius=20, pts=4, snap=1", "duration = 45",
        f"polygon = {POLYGON},label=home,edge_color=gray80,vertex_size=0", home=home("abe"),
    )  # fmt: skip
    driven.mail("NAV_X", 5.0)
    driven.mail("NAV_Y", 5.0)
    update = f"polygon = {POLYGON},label=home,edge_color=gray80,vertex_size=0 # duration = 45.00000"
    assert driven.mail("THREAT_DETECTED", "jackal") == [("UP_RETREAT", update), ("SAFETY_RETREAT", "true")]
    driven.mail("NAV_Y", -70.0)
    driven.host.now += 40
    assert str(driven.mail("THREAT_DETECTED", "jackal")[0][1]).startswith("polygon = pts={34,-46:34,-74:6,-74:6,-46} #")
    assert driven.tick(44) == []
    assert driven.tick(2) == [("CONTACT_RESOLVED", "jackal")]
    assert driven.tick(100) == []


def test_without_an_area_there_is_no_retreat() -> None:
    driven = Driven("pSafetyRetreat", "polygon = pts={0,0:1,1}", home=home("abe"))
    assert len(driven.host.warnings) == 2 and driven.mail("THREAT_DETECTED", "jackal") == []
    assert "no polygon" in driven.host.run_warnings[0]


# -- pEvalLoiter


def scorer(*lines: str) -> Driven:
    driven = Driven("pEvalLoiter", *lines, home=home("abe"))
    driven.mail("BHV_SETTINGS", f'type=BHV_Loiter,name=loiter,desired_speed=2.0,polygon="{POLYGON},label=abe"')
    return driven


def place(driven: Driven, x: float, y: float) -> list[tuple[str, Value]]:
    driven.host.now += 1
    driven.mail("NODE_REPORT_LOCAL", f"NAME=abe,TYPE=kayak,TIME={driven.host.now},X={x},Y={y},SPD=2,HDG=0")
    return driven.tick(0)


def scores(posts: list[tuple[str, Value]]) -> list[Value]:
    return [value for name, value in posts if name == "EVAL_LOITER_PT_EVAL"]


def test_the_way_to_the_polygon_is_scored_by_its_progress() -> None:
    driven = scorer()
    for k in range(30):  # towards it at the wanted speed
        (score,) = scores(place(driven, 0, 120 - 2 * k))
        assert score == pytest.approx(100)
    for _ in range(15):  # stands
        (score,) = scores(place(driven, 0, 62))
    assert score == pytest.approx(50)
    for k in range(16):
        (score,) = scores(place(driven, 0, 62 + 2 * k))
    assert score == pytest.approx(0)


def test_loitering_is_scored_by_the_distance_and_requests_get_the_mean() -> None:
    driven = scorer("notable_cpa_thresh = 10", "notable_eff_thresh = 95", "notable_eff_var = POOR")
    assert scores(place(driven, 0, 21)) == [pytest.approx(98)]  # 1 of 50 m
    assert driven.mail("EVAL_LOITER_REQ", "id=129,cpa=8.5,v2=deb") == [("NOTABLE_CPA", 8.5)]
    assert driven.mail("EVAL_LOITER_REQ", "id=130,cpa=18.5,v2=deb") == []
    driven.mail("EVAL_LOITER_REQ", "id=130,cpa=18.5,v2=deb")
    assert "waiting already" in driven.host.run_warnings[0]
    posts = []
    for _ in range(11):
        posts += place(driven, 0, 25)  # 90
    mean = (98 + 11 * 90) / 12
    assert [one for one in posts if one[0] != "EVAL_LOITER_PT_EVAL"] == [
        post
        for k, cpa in ((129, "8.5"), (130, "18.5"))
        for post in (
            ("ENCOUNTER_SUMMARY", f"id={k},cpa={cpa},v2=deb,eff={mean:.2f},v1=abe,type=eval_loiter"),
            ("ENCOUNTER_SUMMVAL", pytest.approx(mean)), ("POOR", pytest.approx(mean)),
        )
    ]  # fmt: skip


def test_scores_count_while_the_conditions_hold() -> None:
    driven = scorer("condition = DEPLOY = true")
    assert place(driven, 0, 21) == []
    driven.mail("DEPLOY", "true")
    assert len(place(driven, 0, 21)) == 1
    assert driven.tick(11) == []  # no report for nav_stale_thresh
    driven.mail("BHV_SETTINGS", "type=BHV_Loiter,polygon=pts={0,0}")
    driven.mail("BHV_SETTINGS", "type=BHV_StationKeep,x=1")
    assert len(driven.host.run_warnings) == 1


# -- uFldDelve


def test_traffic_is_counted_in_both_directions() -> None:
    driven = Driven("uFldDelve", "rate_frame = 10", home=home())
    driven.mail("NODE_PSHARE_VARS", "NODE_REPORT,APPCAST")
    driven.mail("UFSB_BRIDGE_VARS", "DEPLOY_ALL,NODE_REPORT_ABE")
    driven.mail("UFSB_NODE_COUNT", 3.0)
    assert driven.host.subscribed == ["NODE_REPORT", "APPCAST", "DEPLOY_ALL", "NODE_REPORT_ABE"]
    for _ in range(20):
        driven.host.now += 1
        for community in ("abe", "shoreside"):
            message = Message("NODE_REPORT", "x" * 100, driven.host.now, "pShare", "", community)
            driven.app.on_mail([message])
    driven.app.on_mail([Message("DEPLOY_ALL", 1.0, driven.host.now, "viewer", "", "shoreside")])
    assert driven.tick(0) == []
    report = driven.app.report()
    each = len("NODE_REPORT") + len("pShare") + len("abe") + 100
    # 11 of the 20 are no older than 10 s; those of the shore itself are none of a vehicle
    assert report.splitlines() == [
        "Rate Frame: 10",
        f"Current Bi-Dictional Rate: 1({1.1 * each + 8.7:.0f})",
        "",
        f"Node To Shore:  Rate: 1({1.1 * each:.0f})",
        "",
        "-----------------------------------------------",
        "             Latest  Total  Total  Msg   Chars",
        "Variable     Source  Msgs   Chars  Rate  Rate",
        "-----------  ------  -----  -----  ----  -----",
        f"NODE_REPORT  pShare  20     {20 * each}   1.1   {1.1 * each:.0f}",
        "",
        "Shore To Nodes:  Rate: 0(9)",
        "-----------------------------------------------",
        "            Latest  Total  Total  Msg   Chars",
        "Variable    Source  Msgs   Chars  Rate  Rate",
        "----------  ------  -----  -----  ----  -----",
        f"DEPLOY_ALL  viewer  1      {3 * (10 + 6 + 9 + 4)}     0.1   8.7",
    ]
    driven.tick(60)
    assert "Node To Shore:  Rate: 0(0)" in driven.app.report()


# -- uSimCurrent


FIELD = "FieldName: Bert\nRadius: 20\n// x, y, strength, direction\nx=0,y=0,mag=2,ang=90\nx=100,y=0,mag=1,ang=180\n"


def test_a_current_is_posted_where_it_changes() -> None:
    driven = Driven("uSimCurrent", "current_field = b.cfd", home=home(**{"b.cfd": FIELD}))
    posts = driven.tick()
    assert Counter(name for name, _ in posts) == {"USC_CFIELD_SUMMARY": 1, "VIEW_VECTOR": 4}
    assert posts[0][1] == "field_name=bert, radius=20, elements=4"
    assert posts[1][1] == "xpos=0,ypos=0,mag=2,ang=90,label=bert_0"
    driven.mail("NAV_X", 10.0)
    assert driven.tick() == []
    driven.mail("NAV_Y", 0.0)
    assert driven.tick() == [("USM_FORCE_VECTOR", "90,0.5")]  # (1 - 10/20)^2 of 2 m/s
    assert driven.tick() == []
    driven.mail("NAV_X", 50.0)
    assert driven.tick() == [("USM_FORCE_VECTOR", "0,0")]


def test_a_current_drives_the_simulators_of_today() -> None:
    """None of them reads the original's variable; post_var names theirs."""
    driven = Driven("uSimCurrent", "current_field = b.cfd", "post_var = DRIFT_VECTOR", home=home(**{"b.cfd": FIELD}))
    driven.mail("NAV_X", 0.0)
    driven.mail("NAV_Y", 0.0)
    ((_, drift),) = [post for post in driven.tick() if post[0] == "DRIFT_VECTOR"]
    simulator = Simulator()
    simulator.tick(0.0)
    simulator.post("DRIFT_VECTOR", drift)
    for k in range(1, 101):
        simulator.tick(k / 10)
    assert (simulator.state.x, simulator.state.y) == pytest.approx((2 * 10, 0), abs=1e-6)  # 2 m/s to the east


def test_a_field_that_is_wrong_is_named() -> None:
    driven = Driven("uSimCurrent", "current_field = b.cfd", home=home(**{"b.cfd": "x=0,y=0,mag=2\n" + FIELD}))
    assert any("b.cfd:1" in text for text in driven.host.warnings)
    driven = Driven("uSimCurrent", "current_field = c.cfd", home=home())
    assert "no such file" in driven.host.warnings[0]
    driven.mail("NAV_X", 10.0)
    driven.mail("NAV_Y", 10.0)
    assert driven.tick() == [("USM_FORCE_VECTOR", "0,0")]


# -- uFldScope


def test_a_scope_shows_fields_of_the_latest_reports() -> None:
    driven = Driven(
        "uFldScope", "scope = var=NODE_REPORT,key=NAME,fld=MODE", "layout = MODE",
        "scope = var=UPC_SPEED_REPORT,key=vname,fld=avg_spd,alias=speed", "scope = var=NODE_REPORT,key=NAME",
        home=home(),
    )  # fmt: skip
    assert "needs var= and fld=" in driven.host.warnings[0] and len(driven.host.warnings) == 1
    assert driven.app.on_connect_subscriptions() == ["NODE_REPORT", "UPC_SPEED_REPORT"]
    driven.mail("NODE_REPORT", "NAME=ben,X=0,MODE=station")
    driven.mail("NODE_REPORT", "NAME=abe,MODE=survey,X=0")
    driven.mail("UPC_SPEED_REPORT", "vname=abe,avg_spd=2.5")
    driven.mail("NODE_REPORT", 4.0)
    driven.mail("NODE_REPORT", "name=cal,MODE=return")  # fields have a case: a row without a name
    assert driven.app.report().splitlines() == [
        "VName  MODE     speed",
        "-----  -------  -----",
        "       return",
        "abe    survey   2.5",
        "ben    station",
    ]
    driven.mail("NODE_REPORT", "NAME=abe,X=0")
    assert driven.app.report().splitlines()[3] == "abe             2.5"
    driven.mail("NODE_REPORT", "NAME=abe,alone,MODE=return")  # as in the original, nothing counts behind such a part
    assert driven.app.report().splitlines()[3] == "abe             2.5"
    assert driven.tick() == []


def test_a_report_of_obstacle_encounters_has_the_ranges_that_count() -> None:
    # the layout is recorded from the original; a harness reads it from a log
    driven = Driven("uFldCollObDetect", "collision_dist = 6", "near_miss_dist = 3", "encounter_dist = 4")
    driven.mail("KNOWN_OBSTACLE", "pts={-5,-5:5,-5:5,5:-5,5},label=obs")
    for x in (25.0, 10.5, 25.0):
        driven.mail("NODE_REPORT", f"NAME=alpha,TYPE=KAYAK,UTC_TIME=100,X={x},Y=0,LAT=43.8,LON=-70.3,SPD=0,HDG=0")
        driven.tick()
    lines = driven.app.report().splitlines()
    ranges = ["  Obstacles: 1", "  Collision Dist: 6", "  Near Miss Dist: 6", "  Encounter Dist: 6"]
    assert lines[1:6] == ["Configuration:", *ranges]
    totals = ["  Total Encounters:  1", "  Total Near Misses: 0", "  Total Collisions:  1", "  Global Min Dist:   5.5"]
    assert [line for line in lines if "Total" in line or "Min" in line] == totals
