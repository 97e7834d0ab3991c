"""Small applications of a field as recorded, and every application of a field with mail that makes no sense."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.driven import HOME, Driven, values
from usimmarine_py.field.contacts.obstacles.simulator import ObstacleField
from usimmarine_py.field.programs import FIELD_PROGRAMS, make_field_app
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.texts.shares import ShareAddress
from usimmarine_py.values.app import Subscription
from usimmarine_py.values.mail import Message, Value

RECORDED: list[dict[str, Any]] = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "data" / "field" / "small_applications.gz").read_bytes())
)


@pytest.mark.parametrize("scenario", RECORDED, ids=[one["name"] for one in RECORDED])
def test_posts_of_a_recorded_application(scenario: dict[str, Any]) -> None:
    driven = Driven(scenario["app"], *scenario["config"])
    found: list[list[object]] = [[0, name, value] for name, value in driven.started]
    wanted = [one if isinstance(one, str) else one.variable for one in driven.app.on_connect_subscriptions()]
    for k in range(1, scenario["n"] + 1):
        driven.host.now = scenario["t0"] + k * scenario["dt"]
        for at, variable, kind, value, source in scenario["inputs"]:
            if at == k and (variable in wanted or "*_ITER_GAP" in wanted):
                content = float(value) if kind == "D" else value
                found += [[k, *post] for post in driven.mail(variable, content, source)]
        found += [[k, *post] for post in driven.tick(0.0)]
    assert found == scenario["posts"]


def test_paths_need_a_time_between_reports() -> None:
    """The original posts inf and nan; here such a leg has no speed, and its distance counts."""
    driven = Driven("uFldPathCheck")
    far = 9e307
    for x, time in ((0, ""), (5, ""), (15, ""), (25, ",TIME=2"), (25, ",TIME=2"), (far, ",TIME=3"), (-far, ",TIME=4")):
        driven.mail("NODE_REPORT", f"NAME=a,X={x:.0f},Y=0,SPD=1,HDG=90{time}")
        rows = driven.tick()
    (warning,) = driven.host.run_warnings
    assert "farther from the report before" in warning
    assert str(dict(rows)["UPC_SPEED_REPORT"]).startswith("vname=a,avg_spd=4")
    assert not any(word in str(rows) for word in ("inf", "nan"))


def test_a_path_needs_whole_reports() -> None:
    """A name, a speed, a heading and a position; one of a latitude and longitude alone counts as at the origin."""
    driven = Driven("uFldPathCheck")
    for k, place in enumerate(("X=3,Y=4", "X=3,Y=4", "LAT=43.8,LON=-70.3")):
        driven.mail("NODE_REPORT", f"NAME=a,{place},SPD=1,HDG=90,TIME={k}")
    for lack in ("SPD=1", "HDG=90"):
        driven.mail("NODE_REPORT", f"NAME=a,X=9,Y=9,{lack},TIME=9")
    assert dict(driven.tick())["UPC_ODOMETRY_REPORT"] == "vname=a,total_dist=5.0,trip_dist=5.0"
    assert len(driven.host.run_warnings) == 2


def test_echoes_in_file_order_and_opposites() -> None:
    driven = Driven("pEchoVar", "echo = A -> B", "echo = A !-> C", "echo = N > M")
    driven.mail("A", "TRUE")
    driven.mail("A", "yes")
    driven.mail("N", 2.5)
    assert driven.tick() == [("B", "TRUE"), ("C", "FALSE"), ("B", "yes"), ("C", "yes"), ("M", 2.5)]
    assert driven.tick() == []


def test_echo_of_the_latest_only() -> None:
    driven = Driven("pEchoVar", "echo = A -> B", "echo_latest_only = true", "condition = X = 1")
    for value in (1.0, 2.0, 3.0):
        driven.mail("A", value)
    assert driven.tick() == [("B", 3.0)]


def test_a_cycle_of_echoes_posts_nothing() -> None:
    driven = Driven("pEchoVar", "echo = A -> B", "echo = B -> C", "echo = C -> A")
    assert any("cycle" in text for text in driven.host.warnings)
    driven.mail("A", 1.0)
    assert driven.tick() == []


def test_a_flip_renames_and_filters() -> None:
    driven = Driven(
        "pEchoVar",
        "flip:1 = source_variable = A",
        "flip:1 = dest_variable = B",
        "flip:1 = dest_separator = :",
        "flip:1 = filter = kind == Good",
        "flip:1 = component = x -> east",
        "flip:1 = y -> north",
    )
    driven.mail("A", "x=1, y=2, z=3, kind=good")
    driven.mail("A", "x=1,kind=bad")
    driven.mail("A", "z=3")
    assert driven.tick() == [("B", "east=1:north=2")]


@pytest.mark.parametrize(("policy", "posted"), [("once", [2]), ("repeat", [2, 3, 7, 8, 9]), ("reset", [2, 7])])
def test_dead_flags(policy: str, posted: list[int]) -> None:
    driven = Driven(
        "pDeadManPost", "heartbeat_var = HB", "max_noheart = 1.5", f"post_policy = {policy}",
        "deadflag = A=1", "deadflag = B=x",
    )  # fmt: skip
    found = []
    for index in range(10):
        if index in (4, 5, 6):
            driven.mail("HB", "x")
        rows = driven.tick(1.0)
        if rows:
            assert rows == [("B", "x"), ("A", 1.0)]
            found.append(index)
    assert found == posted


def test_a_dead_man_that_waits_for_the_first_beat() -> None:
    driven = Driven("pDeadManPost", "heartbeat_var = HB", "max_noheart = 1", "active_at_start = false", "deadflag=A=1")
    assert [driven.tick(1.0) for _ in range(5)] == [[]] * 5
    driven.mail("HB", 1.0)
    assert driven.tick(1.0) == []  # more than that, not as much
    assert driven.tick(0.5) == [("A", 1.0)]


def test_processes_that_leave_and_return() -> None:
    driven = Driven("uProcessWatch", "watch = pA, pB:B_HERE", "watch_all = dbclients", "nowatch = x*")
    assert ("PROC_WATCH_EVENT", "Noted to be present: [pA]") in driven.started
    assert driven.mail("DB_CLIENTS", "pA,pB,pNew,xMany,uProcessWatch,") == [
        ("PROC_WATCH_EVENT", "Noted to be present: [pNew]")
    ]
    rows = driven.tick()
    assert rows[:3] == [("PROC_WATCH_SUMMARY", "All Present"), ("PROC_WATCH_ALL_OK", "true"), ("B_HERE", "true")]
    assert driven.tick() == []
    driven.host.now += 20.0
    assert driven.mail("DB_CLIENTS", "pA,pNew") == [("PROC_WATCH_EVENT", "Process [pB] is missing.")]
    rows = driven.tick()
    assert rows == [
        ("PROC_WATCH_SUMMARY", "AWOL: pB"), ("PROC_WATCH_ALL_OK", "false"), ("B_HERE", "false"),
        ("PROC_WATCH_FULL_SUMMARY", "pA(1/0),pB(1/1),pNew(1/0)"),
    ]  # fmt: skip
    assert driven.host.run_warnings == ["Process [pB] is missing."]
    assert driven.mail("DB_CLIENTS", "pA,pB,pNew") == [("PROC_WATCH_EVENT", "Resurrected: [pB]")]
    assert driven.host.run_warnings == []


def test_three_posts_of_a_watch_can_have_another_name() -> None:
    old = ("EVENT", "SUMMARY", "FULL_SUMMARY", "ALL_OK", "TIME_WARP")
    driven = Driven("uProcessWatch", "watch = pA", *(f"post_mapping = PROC_WATCH_{name}, NEW_{name}" for name in old))
    assert [name for name, _ in driven.started] == ["PROC_WATCH_TIME_WARP", "NEW_EVENT"]
    driven.mail("DB_CLIENTS", "pA,")
    assert [name for name, _ in driven.tick()] == ["NEW_SUMMARY", "PROC_WATCH_ALL_OK", "NEW_FULL_SUMMARY"]
    assert len(driven.app.config_warnings) == 2 and "m.moos" in driven.app.config_warnings[0]


def test_messages_keep_their_number_and_answers_need_one() -> None:
    driven = Driven("uFldNodeComms", "comms_range = 500", "min_msg_interval = 0")
    rows: list[tuple[str, Value]] = []
    words = "src_node=abe,dest_node=ben,var_name=V"
    for extra in ("ack_id=d1", "ack_id=d1,ack=true", "ack=true", "ack=true"):
        for name, x in (("abe", 0), ("ben", 50)):
            report = f"NAME={name},X={x},Y=0,SPD=0,HDG=0,DEP=0,TYPE=kayak,TIME={driven.host.now}"
            driven.mail("NODE_REPORT", report)
        driven.mail("NODE_MESSAGE", f"{words},string_val=a,{extra}")
        driven.mail("ACK_MESSAGE", "src=ben,dest=abe")
        rows += driven.tick(5.0)
    sent = "src_node=abe,dest_node=ben,src_app=p,var_name=V,string_val=a"
    assert [row for row in rows if "MESSAGE" in row[0]] == [
        ("NODE_MESSAGE_BEN", f"ack_id=d1,{sent}"), ("MEDIATED_MESSAGE_BEN", f"ack_id=d1,ack=true,{sent}"),
        ("MEDIATED_MESSAGE_BEN", f"ack=true,{sent}"), ("MEDIATED_MESSAGE_BEN", f"ack=true,{sent}"),
    ]  # fmt: skip
    colours = [
        str(value).partition("fill_color=")[2].partition(",")[0] for _, value in rows if "ptype=msg" in str(value)
    ]
    assert colours == ["white", "light_green", "white", "white"]
    assert any("needs src, dest and id" in text for text in driven.host.run_warnings)


def test_a_second_community_of_a_name_is_named_and_the_first_stays() -> None:
    driven = Driven("uFldShoreBroker", "bridge = src=A_$V,alias=A")
    driven.mail("PHI_HOST_INFO", "community=abe,hostip=localhost,port_db=9000,pshare_iroutes=localhost:9200,timewarp=1")
    ping = "community=ben,hostip=localhost,port_db=900{0},pshare_iroutes=localhost:920{0},timewarp=1,key=0"
    for number in (1, 1, 2, 2):
        message = Message("NODE_BROKER_PING", ping.format(number), driven.host.now, "uFldNodeBroker", "", "ben")
        assert values(driven.app.on_mail([message])) == []
    assert {text.partition(":")[0] for text in driven.host.run_warnings} == {"ben pings from localhost"}
    assert (
        "pings from localhost:9202, but is connected at localhost:9201: two communities" in driven.host.run_warnings[0]
    )
    commands = [str(value) for name, value in driven.tick(10.0) if name == "PSHARE_CMD"]
    assert commands and all("localhost:9201" in text for text in commands)


def test_what_applications_read_and_write_is_shown_to_a_viewer() -> None:
    driven = Driven("pRealm")
    assert driven.tick() == [("REALMCAST_CHANNELS", "node=abe#channels=MOOSDB_abe,")]
    driven.mail("DB_RWSUMMARY", "uTimerScript=&APPCAST:FOO:NUM:UTS_STATUS,pEchoVar=FOO:LATE&,pMeter=NUM&")
    subscribed = [one.variable for one in driven.host.subscribed if isinstance(one, Subscription)]
    assert subscribed == ["FOO", "LATE", "NUM"]
    channels = ("REALMCAST_CHANNELS", "node=abe#channels=MOOSDB_abe,pEchoVar,pMeter,uTimerScript,")
    assert driven.tick() == [channels]
    driven.mail("FOO", "alpha", "uTimerScript")
    driven.mail("REALMCAST_REQ", "client=pmv,duration=6,channel=pEchoVar")
    line = "=" * 39
    # as posted by the original (24.8.1)
    assert driven.tick() == [
        (
            "REALMCAST",
            "node=abe!Q!proc=pEchoVar!Q!messages="
            f"Subscriptions!Z!{line}!Z!Variable  Source        Time   Comm  Value!Z!"
            "--------  ------------  -----  ----  -----!Z!FOO       uTimerScript  0.50   abe   alpha!Z!"
            f"LATE      -             never  -     -!Z!!Z!{line}!Z!Publications!Z!{line}!Z!"
            "Variable  Source  Time  Comm  Value!Z!--------  ------  ----  ----  -----!Z!",
        )
    ]
    driven.mail("NUM", 3.25, "uTimerScript")
    driven.mail("REALMCAST_REQ", "client=pmv,duration=6,vars=NUM:LATE")
    now = driven.host.now
    assert driven.tick() == []  # 0.8 s after the one before
    assert driven.tick(1.0) == [
        (
            "WATCHCAST",
            f"node=abe!X!var=NUM!X!src=uTimerScript!X!comm=abe!X!loc_time=0.75!X!utc_time={now:.2f}!X!dval=3.25",
        )
    ]
    assert driven.tick(1.0) == []  # the same value is not shown again
    driven.mail("NUM", 4.0, "uTimerScript")
    assert [value.rpartition("!X!")[2] for _, value in driven.tick(1.0) if isinstance(value, str)] == ["dval=4"]
    driven.tick(7.0)
    driven.mail("NUM", 5.0, "uTimerScript")
    assert not [name for name, _ in driven.tick(1.0) if name == "WATCHCAST"]  # the request has ended
    driven.mail("REALMCAST_REQ", "client=pmv,duration=x")
    assert "Bad RealmCastReq: duration is not understood: client=pmv,duration=x" in driven.host.run_warnings[0]
    driven.mail("REALMCAST_REQ", "client=pmv,duration=3")
    assert "must be client=NAME,duration=S" in driven.host.run_warnings[1]


def test_a_bar_in_a_value_begins_another_cell_of_a_report() -> None:
    """As in the original: cells of a row that is not full are left out, and count for the width of their columns."""
    driven = Driven("pRealm", "scope_set = name=life, vars=FOO:BAR", "relcast_interval = 0.4")
    driven.mail("BAR", "one|two and three", "pA")
    driven.mail("REALMCAST_REQ", "client=pmv,duration=6,channel=life,nosrc,nocom")
    (report,) = [value for name, value in driven.tick() if name == "REALMCAST"]
    assert isinstance(report, str)
    lines = report.partition("messages=")[2].split("!Z!")
    assert lines[0] == "History Channel [life]: BAR,FOO"
    assert lines[2:4] == ["Variable       Time  Value", "-------------  ----  -----"]
    assert lines[4:] == ["BAR            0.00  one", "", ""]


def test_gaps_between_iterations() -> None:
    driven = Driven("uLoadWatch", "thresh = app=PFOO,gapthresh=2", "breach_trigger = 1")
    assert driven.started == [("ULW_BREACH_COUNT", 0.0), ("ULW_NEAR_BREACH_COUNT", 0.0)]
    assert driven.tick() == [("LOADCAST_REQ", "app=PFOO,thresh=2, duration=30")]
    driven.mail("PFOO_ITER_GAP", 1.5, "pFoo")
    assert driven.tick() == []
    driven.mail("UTILITY_ITER_GAP", 3.5, "pFoo")  # the application counts, not the name
    assert [name for name, _ in driven.tick()] == ["ULW_NEAR_BREACH", "ULW_NEAR_BREACH_COUNT", "ULW_NEAR_BREACH_LIST"]
    driven.mail("PFOO_ITER_GAP", 3.5, "pFoo")
    rows = driven.tick()
    assert ("ULW_BREACH_COUNT", 1.0) in rows and ("ULW_BREACH_LIST", "PFOO") in rows
    assert ("LOAD_WARNING", "app=PFOO, maxgap=3.50000, node=abe") in rows
    assert driven.host.run_warnings == ["Gap Thresh for PFOO exceeded: 3.50000 (2)"]


ODD: tuple[Value, ...] = (
    "", ",", "=", "{", "}", '"', "NAME=", "NAME=a,X=,Y=nan,TIME=1e999", "{a:b", "a=b=c,,,=", "\0\x01", "x" * 20_000,
    "{" * 500, "NAME=a,X=1,Y=2,TIME=1,TYPE=auv", "src_node=a,dest_node=b,var_name=c,double_val=x", "cmd=output",
    "cmd=output,route=:", "cmd=output,src_name=*,route=a:99999999999", "cmd=input,route=multicast_9999999999",
    "community=z,hostip=1.2.3.4,port_db=1", "key=99999999999999999999", "mhash=,utc=", "proc=a!@#node=b!@#",
    "a->b:c & d", -1.0, 0.0, 1e300, b"\xff\x00",
)  # fmt: skip


@pytest.mark.parametrize("program", FIELD_PROGRAMS)
def test_mail_that_makes_no_sense_ends_nothing(program: str) -> None:
    driven = Driven(program, "nonsense = 1", "rider = var=", "bridge = x", "input = y", "echo = ->", "thresh = z")
    names = [
        one if isinstance(one, str) else one.variable.replace("*", "X") for one in driven.app.on_connect_subscriptions()
    ]
    for name in names:
        for value in ODD:
            message = Message(name, value, driven.host.now, "p", "", "far")
            values(driven.app.on_mail([message]))
            values(driven.app.on_mail([message._replace(community="abe")]))
        driven.tick()
    assert isinstance(driven.app.report(), str)
    if isinstance(driven.app, ShareApp):
        driven.app.take_packets()
        assert driven.app.receive(ShareAddress("h", 1), Message("", "x", 0.0)) == []


@pytest.mark.parametrize("program", [name for name in FIELD_PROGRAMS if name not in ("pShare", "pMarineViewer")])
def test_a_line_that_is_not_known_is_named_with_its_place(program: str) -> None:
    driven = Driven(program, "AppTick = 4", "nonsense = 1")
    assert [text for text in driven.host.warnings if text.startswith("m.moos:2: nonsense = 1: is not known here")]


@pytest.mark.parametrize(
    ("lines", "text", "posted"),
    [
        ("pHostInfo(1/0) -> match", "pHostInfo(1/0),pB(1/0)", "match="),  # a component may lack its value
        ("x -> y", "x=3,z=4", "y=3"),
        ("type == redeploy\nx -> y", "type=loiter,x=3", ""),  # a filter without the word
        ("type == redeploy\nx -> y", "type=redeploy,x=3", "y=3"),
        ("=SRC\nx -> y", "x=3", ""),  # a flip that feeds itself
    ],
)
def test_flips_as_those_of_the_original(lines: str, text: str, posted: str) -> None:
    given = [line for line in lines.splitlines() if line != "=SRC"]
    given += ["source_variable = SRC", f"dest_variable = {'SRC' if lines.startswith('=') else 'DST'}"]
    app = make_field_app("pEchoVar", "\n".join(f"flip:a = {line}" for line in given), HOME)
    app.on_mail([Message("SRC", text, 1.0)])
    rows = app.iterate(1.0)
    assert [row.values[0] for row in rows] == ([posted] if posted else [])


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ("5pts", "5"), ("2.5pts", "2.5"), ("BIGGER", "3"), ("Smaller", "1"), ("0x10", "16"), (" 7", "7"),
        ("bigger ", "2"), ("0.5", "2"), ("pts5", "2"), ("nan", "2"), ("inf", "2"),
    ],
)  # fmt: skip
def test_sizes_of_points_as_those_of_the_original(asked: str, size: str) -> None:
    driven, _ = obstacle_points("true")
    refused = size == "2"
    driven.mail("UFOS_POINT_SIZE", asked)
    assert dict(driven.tick())["VIEW_POINT"].endswith(f",vertex_size={size}")  # type: ignore[union-attr]
    assert bool(driven.host.run_warnings) == refused


def test_points_have_the_colour_of_the_vehicle_that_sees_them() -> None:
    _, rows = obstacle_points("true", "COLOR=red")
    assert ",label_color=invisible,vertex_color=red,duration=10," in str(rows["VIEW_POINT"])
    _, rows = obstacle_points("true", "COLOR=of_no_kind")
    assert ",label_color=invisible,duration=10," in str(rows["VIEW_POINT"])
    _, rows = obstacle_points("false", "COLOR=red")
    assert "TRACKED_FEATURE_ALPHA" in rows
    assert not {"VIEW_POINT", "VIEW_POLYGON"} & set(rows)


def obstacle_points(visuals: str, more: str = "GROUP=a") -> tuple[Driven, dict[str, Value]]:
    """Return a simulator of an obstacle that a vehicle sees, and the posts of its first tick."""
    files = {"field.txt": "min_range=8\nmin_size=4\nmax_size=8\npoly=pts={10,-10:14,-10:14,-6:10,-6},label=a\n"}
    home = replace(HOME, file_text=files.get)
    lines = ("obstacle_file = field.txt", "post_points = true", "rate_points = 1", f"post_visuals = {visuals}")
    driven = Driven("uFldObstacleSim", *lines, home=home)
    assert driven.app.config_warnings == ()
    driven.mail("NODE_REPORT", f"NAME=alpha,TYPE=KAYAK,TIME=1000,X=8,Y=-8,SPD=0,HDG=0,{more}")
    return driven, dict(driven.tick())


@pytest.mark.parametrize(
    ("colour", "known"), [("gray05", True), ("Gray_70", True), ("grey95", True), ("gray51", False)]
)
def test_grays_that_viewers_know(colour: str, known: bool) -> None:
    driven = Driven("uFldObstacleSim", f"poly_edge_color = {colour}")
    assert any(colour in text for text in driven.app.config_warnings) != known


def test_a_route_to_a_node_counts_once() -> None:
    driven = Driven("uFldShoreBroker", *(f"try_vnode = route=127.0.0.1:{port}" for port in (4016, 4016, 4017)))
    assert any("counts once" in text for text in driven.app.config_warnings)
    routes = [value for name, value in driven.started + driven.tick(1.0) if name == "PSHARE_CMD"]
    assert [str(text)[-4:] for text in routes if "TRY_SHORE_HOST" in str(text)].count("4016") == 1


@pytest.mark.parametrize(
    ("sizes", "least", "most"),
    [("", 6, 10), ("min_size=9\n", 9, 10), ("min_size=12\n", 12, 12), ("max_size=4\n", 4, 4)],
)
def test_new_obstacles_without_sizes_have_those_of_the_original(sizes: str, least: float, most: float) -> None:
    field = ObstacleField()
    field.read("f.txt", f"region = pts={{-80,-80:80,-80:80,80:-80,80}}\nmin_range=1\n{sizes}")
    found = field.scatter(8, 0, seed=1, turn=1)
    widths = [max(x for x, _ in one.polygon.vertices) - min(x for x, _ in one.polygon.vertices) for one in found]
    assert len(found) == 8
    assert all(0.9 * least < width < most + 0.2 for width in widths)
