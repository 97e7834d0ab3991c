"""Limits of texts: at, just below, just above and far above each; what is too much is refused before its work begins.

Property: a text within its limit is taken; one beyond is refused with one warning that names the limit, and where it is
mail its variable and sender, in no more CPU than a text of the limit may take.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.support.driven import Driven
from tests.support.helm_bench import HelmBench, behavior
from tests.support.script_helpers import script_of
from usimmarine_py import limits
from usimmarine_py.conditions.language import EXPECTATION, LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.errors import ConfigError
from usimmarine_py.field.contacts.small.search_grid import VisitGrid
from usimmarine_py.helm.files.reader import ReadError, joined, read_behavior_file
from usimmarine_py.mission.macros import expand_line
from usimmarine_py.sensors.ais import contact_from
from usimmarine_py.texts.shapes import read_points, read_polygon
from usimmarine_py.values.faults import change_faults
from usimmarine_py.values.mail import Message

#: s of CPU for a refusal, on a machine that is busy; 50 ms are promised.
PATIENCE = 0.25

Probe = Callable[[int], str]


def refused(read: Callable[[], object]) -> str:
    """Return why something is refused, empty if it is not."""
    try:
        read()
    except (ValueError, ConfigError, ExpectationError, ReadError) as error:
        return str(error)
    return ""


def mailed(driven: Driven, variable: str, texts: list[str], about: str) -> str:
    """Return the first warning about a limit that mail of the sender ``other`` gives."""
    message = [Message(variable, text, driven.host.now, "other", "", "abe") for text in texts]
    driven.app.on_mail(message)
    driven.tick()
    found = [one for one in driven.host.run_warnings if about in one]
    assert all(variable in one and "other" in one for one in found), found
    return found[0] if found else ""


def corners(count: int) -> str:
    """Return points on a parabola, a convex polygon."""
    return "pts={" + ":".join(f"{k},{k * k / 100:.4f}" for k in range(count)) + "}"


def reports(count: int) -> list[str]:
    return [f"NAME=v{k},X={500 * k},Y=0,SPD=1,HDG=0,TYPE=kayak,LAT=43.8,LON=-70.3,TIME=1000" for k in range(count)]


def long_report(count: int) -> list[str]:
    text = f"{reports(1)[0]},MODE="
    return [text + "x" * (count - len(text))]


def of_vehicles(program: str) -> Probe:
    lines = ["reject_range = off"] if program == "pBasicContactMgr" else []
    return lambda count: mailed(Driven(program, *lines), "NODE_REPORT", reports(count), "there are")


def of_reports(program: str) -> Probe:
    return lambda count: mailed(Driven(program), "NODE_REPORT", long_report(count), "more than")


def waypoints() -> HelmBench:
    bench = HelmBench(behavior("BHV_Waypoint", "name = w", "pwt = 100", "speed = 2", "updates = UP", "points = 0,500"))
    bench.run(3.0)
    return bench


def steered(variable: str, text: str) -> str:
    """Return what a helm says of the limit of a text, which must go on with what it had."""
    bench = waypoints()
    bench.mail(variable, text, "other")
    bench.run(2.0)
    said = [one for one in bench.helm.take_warnings() if "more than" in one]
    assert all(variable in one and "other" in one for one in said), said
    assert not said or bench.helm.decision["course"] < 5.0 or bench.helm.decision["course"] > 355.0
    return said[0] if said else ""


def of_helm_reports(count: int) -> str:
    bench = waypoints()
    bench.helm.mail([Message("NODE_REPORT", one, bench.now, "other") for one in reports(count)], bench.now)
    return next((one for one in bench.helm.take_warnings() if "already" in one), "")


def spawned(count: int) -> str:
    template = behavior(
        "BHV_ConstantSpeed",
        "name = s_",
        "pwt = 1",
        "speed = 1",
        "updates = NEW",
        "templating = spawn",
        "duration = no-time-limit",
    )
    bench = HelmBench(template)
    bench.run(3.0)
    for k in range(count):
        bench.mail("NEW", f"name={k:05d}")
    bench.run(0.5)
    assert len(bench.helm.behaviors) == min(count, limits.MOST_SPAWNED_AT_ONCE)
    bench.run(3.0)
    assert len(bench.helm.behaviors) == min(count, limits.MOST_SPAWNED)
    return next((one for one in bench.helm.take_warnings() if "live already" in one), "")


def updates(count: int) -> str:
    bench = waypoints()
    for k in range(count):
        bench.mail("UP", f"speed = {1 + k % 2}", "other")
    bench.run(0.5)
    return next((one for one in bench.helm.take_warnings() if "in one iteration" in one), "")


def faulty(count: int) -> str:
    bench = waypoints()
    for _ in range(count):
        bench.mail("UP", "speed = much", "other")
    bench.run(0.5)
    return next((one for one in bench.helm.take_warnings() if "faulty updates" in one), "")


def spoofed(count: int) -> str:
    return mailed(Driven("pSpoofNode"), "SPOOF", [f"name=s{k},x=0,y={k},dur=60" for k in range(count)], "already")


def obstacles(program: str, variable: str) -> Probe:
    texts = "format=radial,x={0},y=0,radius=2,pts=4,label=o{0},duration=10"
    return lambda count: mailed(Driven(program), variable, [texts.format(k) for k in range(count)], "already")


def vertices(program: str, variable: str) -> Probe:
    """The vertices of all obstacles: as many as fit with 400 each, one with the rest."""

    def probe(count: int) -> str:
        rest = 400 + count % 400
        sizes = [400] * (count // 400 - 1) + [rest // 2, rest - rest // 2]
        text = "format=radial,x=0,y=0,radius=20,pts={},label=o{},duration=10"
        return mailed(Driven(program), variable, [text.format(n, k) for k, n in enumerate(sizes)], "more than")

    return probe


def alerts(program: str) -> Probe:
    text = "id=a{},alert_range=10,on_flag=A=1"
    return lambda count: mailed(Driven(program), "BCM_ALERT_REQUEST", [text.format(k) for k in range(count)], "already")


def ranges(count: int) -> str:
    texts = [f"var=R{k},range=10" for k in range(count)]
    return mailed(Driven("pContactMgrV20"), "BCM_REPORT_REQUEST", texts, "already")


def realm(count: int) -> str:
    texts = [f"client=c{k},duration=20,vars=A" for k in range(count)]
    return mailed(Driven("pRealm"), "REALMCAST_REQ", texts, "already")


def hazards(count: int) -> str:
    texts = [f"x={k},y=0,label=h{k}" for k in range(count)]
    return mailed(Driven("uFldHazardMgr"), "UHZ_DETECTION_REPORT", texts, "already")


def cluster(count: int) -> str:
    return " ".join(Driven("pObstacleMgr", f"max_pts_per_cluster = {count}").host.warnings)


def messages(count: int) -> str:
    text = "src_node=v{},dest_node=all,var_name=A,string_val=1"
    return mailed(Driven("uFldNodeComms"), "NODE_MESSAGE", [text.format(k) for k in range(count)], "wait already")


def modes(count: int) -> str:
    text = "\n".join(f"set M{k} = A {{\n X = {k}\n}}" for k in range(count))
    return refused(lambda: joined([read_behavior_file("m.bhv", text)]))


def condition(language: object) -> Probe:
    def probe(count: int) -> str:
        return refused(lambda: read_condition("A" + " " * (count - 5) + "== 1", language))  # type: ignore[arg-type]

    return probe


def copies(count: int) -> str:
    return " ".join(map(str, script_of(f"event = var=A, val=1, time=1, amt={count}").config.warnings))


def refined(count: int) -> str:
    template = behavior(
        "BHV_AvoidObstacleV24",
        "name = o_",
        "pwt = 100",
        "updates = NEW",
        "templating = spawn",
        "use_refinery = true",
        "holonomic_ok = true",
        "completed_dist = 100000",
        "min_util_cpa_dist = 4",
        "max_util_cpa_dist = 8",
    )
    bench = HelmBench(template)
    bench.run(3.0)
    for k in range(count):
        place = ":".join(f"{k + x},{y}" for x, y in ((100, 0), (101, 0), (101, 1)))
        bench.mail("NEW", f"name={k:05d}#poly=pts={{{place}}},label=o{k:05d}")
    bench.run(1.5)
    assert sum(one.life.spawned for one in bench.helm.behaviors) == min(count, limits.MOST_REFINED)
    return next((one for one in bench.helm.take_warnings() if "live already" in one), "")


def ais(count: int) -> str:
    known: dict[str, object] = {f"v{k}": None for k in range(count - 1)}
    return refused(lambda: contact_from("NAME=new,LAT=1,LON=1", "a", None, known))  # type: ignore[arg-type]


def faults(count: int) -> str:
    text = ",".join(f"s{k}:dead" for k in range(count))
    return refused(lambda: change_faults((), text, {f"s{k}": ("x",) for k in range(count)}, ()))


def added(key: str, text: str) -> Probe:
    """Updates of a behaviour that each add something, which it keeps."""

    def probe(count: int) -> str:
        bench = waypoints()
        for begin in range(0, count, 100):
            part = [f"{key}={text.format(k)}" for k in range(begin, min(begin + 100, count))]
            bench.mail("UP", "#".join(part), "other")
            bench.run(0.5)
            if said := [one for one in bench.helm.take_warnings() if "more than" in one]:
                return said[0]
        return ""

    return probe


#: How far above, where each is a mail of its own.
FAR = {
    "MOST_FLAGS": 3,
    "MOST_SPAWNED": 3,
    "MOST_REFINED": 2,
    "MOST_OBSTACLES": 3,
    "MOST_OBSTACLE_VERTICES": 3,
    "MOST_MODES": 3,
    "MOST_UPDATES_AT_ONCE": 3,
    "MOST_VEHICLES": 10,
}
#: For each limit what takes so many, and says why not.
PROBES: list[tuple[str, Probe]] = [
    ("MOST_POINTS", lambda n: refused(lambda: read_points(corners(n)))),
    ("MOST_POINTS", lambda n: refused(lambda: read_points(f"zigzag:0,0,90,{n - 1},2,5"))),
    ("MOST_POINTS", lambda n: steered("UP", f"points = {corners(n)}")),
    ("MOST_VERTICES", lambda n: refused(lambda: read_polygon(corners(n)))),
    ("MOST_VERTICES", lambda n: refused(lambda: read_polygon(f"radial::x=0,y=0,radius=90,pts={n}"))),
    ("MOST_VERTICES", lambda n: refused(lambda: read_points(f"format=radial,x=0,y=0,radius=90,pts={n}"))),
    ("MOST_VERTICES", lambda n: refused(lambda: read_polygon(f"ellipse::x=0,y=0,major=9,minor=4,degs=0,pts={n}"))),
    ("LONGEST_TEXT", lambda n: mailed(Driven("uFldNodeComms"), "NODE_MESSAGE", ["x" * n], "more than")),
    ("LONGEST_TEXT", lambda n: steered("UP", "x" * n)),
    *(("LONGEST_REPORT", of_reports(one)) for one in (
        "uFldNodeComms", "pContactMgrV20", "pBasicContactMgr", "uFldCollisionDetect", "uFldCollObDetect",
    )),
    ("LONGEST_REPORT", lambda n: steered("NODE_REPORT", long_report(n)[0])),
    *(("MOST_VEHICLES", of_vehicles(one)) for one in (
        "uFldNodeComms", "pContactMgrV20", "pBasicContactMgr", "uFldCollisionDetect", "uFldCollObDetect",
    )),
    ("MOST_VEHICLES", of_helm_reports),
    ("MOST_MESSAGES", messages),
    ("MOST_OBSTACLES", obstacles("pObstacleMgr", "GIVEN_OBSTACLE")),
    ("MOST_OBSTACLES", obstacles("uFldCollObDetect", "KNOWN_OBSTACLE")),
    ("MOST_OBSTACLE_VERTICES", vertices("pObstacleMgr", "GIVEN_OBSTACLE")),
    ("MOST_OBSTACLE_VERTICES", vertices("uFldCollObDetect", "KNOWN_OBSTACLE")),
    ("MOST_CLUSTER_POINTS", cluster),
    ("MOST_UPDATES", lambda n: steered("UP", "#".join(["speed = 2"] * n))),
    ("MOST_UPDATES_AT_ONCE", updates),
    ("MOST_FAULTY_UPDATES", faulty),
    ("MOST_ALERTS", alerts("pContactMgrV20")),
    ("MOST_ALERTS", alerts("pBasicContactMgr")),
    ("MOST_RANGE_REQUESTS", ranges),
    ("MOST_REALM_REQUESTS", realm),
    ("MOST_SPOOFED", spoofed),
    ("MOST_CELLS", lambda n: refused(lambda: VisitGrid(f"pts={{0,0:{n},0:{n},1:0,1}},cell_size=1"))),
    ("MOST_CORNERS", lambda n: refused(lambda: VisitGrid(f"{corners(n)},cell_size=50"))),
    ("MOST_HAZARDS", hazards),
    ("MOST_SPAWNED", spawned),
    ("MOST_REFINED", refined),
    ("MOST_FLAGS", added("endflag", "A={}")),
    ("MOST_FLAGS", added("endflag", "A=1 [if] B{}=1")),
    ("MOST_FLAGS", added("condition", "B{}=1")),
    ("MOST_MODES", modes),
    ("LONGEST_CONDITION", condition(EXPECTATION)),
    ("LONGEST_LOGIC", condition(LOGIC)),
    ("LONGEST_LINE", lambda n: refused(lambda: expand_line("$(A=)", {"A": "x" * n}))),
    ("MOST_COPIES", copies),
    ("MOST_AIS_CONTACTS", ais),
    ("MOST_FAULTS", faults),
]  # fmt: skip


@pytest.mark.parametrize(("name", "probe"), PROBES, ids=[f"{k}-{name}" for k, (name, _) in enumerate(PROBES)])
def test_at_below_above_and_far_above(name: str, probe: Probe) -> None:
    limit = getattr(limits, name)
    assert probe(limit - 1) == ""
    assert probe(limit) == ""
    said = probe(limit + 1)
    assert said and (str(limit) in said or f"{limit:,}" in said)
    assert probe(min(FAR.get(name, 20) * limit, 2_000_000))


@pytest.mark.parametrize(
    "text",
    [
        "radial::x=0,y=0,radius=10,pts=2000000", "format=ellipse,x=0,y=0,degs=0,major=9,minor=4,pts=2000000",
        "format=lawnmower,x=0,y=0,width=100000,height=50,lane_width=0.05,rows=ns",
        "format=lawnmower,x=0,y=0,width=1e5,height=1e5,lane_width=1e-300", "zigzag:0,0,90,1000000,0.01,5",
        "format=lawnmower,x=0,y=0,width=99999999999999,height=99999999999999,lane_width=0.0000000001",
        corners(200_000),
    ],
)  # fmt: skip
def test_a_shape_is_refused_before_its_points_are_made(text: str) -> None:
    began = time.process_time()
    assert refused(lambda: read_points(text))
    assert steered("UP", f"points = {text}") or "e" in text.partition(",")[2]
    assert time.process_time() - began < PATIENCE + 1.0  # with the helm around it


def test_all_reports_are_sent_though_not_at_once() -> None:
    """200 vehicles that all reach each other are 39,800 pairs: five iterations and not one pair lost or doubled."""
    driven = Driven("uFldNodeComms", "comms_range = nolimit", "view_node_rpt_pulses = false")
    names = [f"v{k:03d}" for k in range(200)]
    for name in names:
        driven.mail("NODE_REPORT", f"NAME={name},X=0,Y=0,SPD=1,HDG=0,LAT=1,LON=1,TIME=1000")
    sent: list[tuple[str, str]] = []
    ticks = 0
    while rows := driven.tick(0.05):
        ticks += 1
        assert 0 < len(rows) <= limits.MOST_PAIRS
        sent += [(variable, str(value).partition(",")[0]) for variable, value in rows]
    assert len(sent) == len(set(sent)) == 200 * 199
    assert ticks == 5
    assert sum("some reports are sent later" in one for one in driven.host.run_warnings) == ticks - 1


def test_all_alerts_are_judged_though_not_at_once() -> None:
    """600 contacts and 50 alerts are 30,000 pairs, and their flags: each is posted once."""
    driven = Driven("pContactMgrV20", "reject_range = off", "max_contacts = 1000")
    for k in range(50):
        driven.mail("BCM_ALERT_REQUEST", f"id=a{k},alert_range=1000000,on_flag=NEAR_{k}=$[VNAME]")
    for text in reports(600):
        driven.mail("NODE_REPORT", text)
    posts, ticks = [], 0
    while near := [row for row in driven.tick(0.05) if row[0].startswith("NEAR_")]:
        ticks += 1
        assert len(near) <= limits.MOST_PAIRS
        posts += near
    assert ticks > 2
    assert len(posts) == len(set(posts)) == 30_000
    assert any("judged later" in one for one in driven.host.run_warnings)


def test_every_limit_is_probed() -> None:
    named = {name for name in vars(limits) if name.isupper()}
    assert named - {name for name, _ in PROBES} == {"MOST_PAIRS", "MOST_SPAWNED_AT_ONCE"}  # see above
