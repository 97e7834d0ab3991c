"""Limits of texts: at, just below, just above and far above each; what is too much is refused before its work begins.

Property: a text within its limit is taken; one beyond is refused with one warning that names the limit, and where it is
mail its variable and sender, in no more CPU than a text of the limit may take.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

import pytest

from tests.support.driven import Driven
from tests.support.helm_bench import DEEP, HelmBench, behavior
from tests.support.paths import ROOT
from tests.support.processes import environment
from tests.support.script_helpers import script_of
from usimmarine_py import limits
from usimmarine_py.conditions.language import EXPECTATION, HELM, LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.errors import ConfigError
from usimmarine_py.field.contacts.small.search_grid import VisitGrid
from usimmarine_py.helm.behaviours.depth.go_to import read_levels
from usimmarine_py.helm.behaviours.turning.memory import HeadingMemory
from usimmarine_py.helm.files.reader import ReadError, read_behavior_file
from usimmarine_py.maths.plane.buffers import buffered, holds, holds_point
from usimmarine_py.mission.macros import expand_line
from usimmarine_py.sensors.ais import contact_from
from usimmarine_py.texts.shapes import read_points, read_polygon
from usimmarine_py.values.faults import change_faults
from usimmarine_py.values.mail import Message

#: s of CPU for a refusal, on a machine that is busy; 50 ms are promised.
PATIENCE = 0.25

Probe = Callable[[int], str]
LEGS = ("p1 = 0,30", "p2 = 60,30", "speed = 3")
TURN = ("fix_turn = 90", "i_understand_this_behavior_is_deprecated = true")
LOOK = (
    "poly = pts={90,0:91,0:91,1}", "allowable_ttc = 20", "holonomic_ok = true", "completed_dist = 100000",
    "min_util_cpa_dist = 4", "max_util_cpa_dist = 8",
)  # fmt: skip


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


def realm_names(count: int) -> str:
    texts = [f"p{k}=&" for k in range(count - 1)]
    parts = [",".join(texts[k : k + 5000]) for k in range(0, len(texts), 5000)]
    return mailed(Driven("pRealm"), "DB_RWSUMMARY", [*parts, "last=&"], "already")


def hazards(count: int) -> str:
    texts = [f"x={k},y=0,label=h{k}" for k in range(count)]
    return mailed(Driven("uFldHazardMgr"), "UHZ_DETECTION_REPORT", texts, "already")


def cluster(count: int) -> str:
    return " ".join(Driven("pObstacleMgr", f"max_pts_per_cluster = {count}").host.warnings)


def mail_flags(count: int) -> str:
    driven = Driven("pObstacleMgr", "mailflag = @A # SEEN=$[CNT]")
    return mailed(driven, "A", ["x"] * count, "the first are posted")


def messages(count: int) -> str:
    text = "src_node=v{},dest_node=all,var_name=A,string_val=1"
    return mailed(Driven("uFldNodeComms"), "NODE_MESSAGE", [text.format(k) for k in range(count)], "wait already")


def parts(program: str, variable: str, joint: str) -> Probe:
    return lambda count: mailed(Driven(program), variable, [joint.join(["a=b"] * count)], "more than")


def alert_flags(count: int) -> str:
    texts = [f"id=a,alert_range=10,on_flag=A=1,off_flag=B={k}" for k in range(count)]
    return mailed(Driven("pContactMgrV20"), "BCM_ALERT_REQUEST", texts, "more than")


def commands(text: str, *lines: str) -> Probe:
    return lambda count: mailed(Driven("pShare", *lines), "PSHARE_CMD", [text.format(k) for k in range(count)], "than")


def shared(count: int) -> str:
    """Variables that one pattern matches."""
    driven = Driven("pShare", "output = src_name=*,route=localhost:9999")
    driven.app.on_mail([Message(f"V{k}", 1.0, driven.host.now, "other", "", "abe") for k in range(count)])
    return next((one for one in driven.host.run_warnings if "more than" in one), "")


def watched(variable: str) -> Probe:
    def probe(count: int) -> str:
        texts = (
            [",".join(f"p{k}" for k in range(count))] if variable == "DB_CLIENTS" else [f"p{k}" for k in range(count)]
        )
        return mailed(Driven("uProcessWatch"), variable, texts, f"{limits.MOST_WATCHED:,}")

    return probe


def checked(count: int) -> str:
    return mailed(Driven("uFldPathCheck"), "NODE_REPORT", reports(count), "already")


def modes(count: int) -> str:
    text = "\n".join(f"set M{k} = A {{\n X = {k}\n}}\n" for k in range(count))
    return refused(lambda: read_behavior_file("m.bhv", text))


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


def refined_by_update(count: int) -> str:
    """Behaviours of a file, which updates ask to refine."""
    one = behavior("BHV_AvoidObstacleV24", "name = NAME", "pwt = 100", "updates = UP", *LOOK)
    bench = HelmBench("".join(one.replace("NAME", f"o{k:05d}") for k in range(count)))
    bench.run(2.0)
    bench.mail("UP", "use_refinery = true", "other")
    bench.run(0.5)
    assert sum(one.refines for one in bench.helm.behaviors) == min(count, limits.MOST_REFINED)
    said = [one for one in bench.helm.take_warnings() if "use_refinery" in one and "nothing is changed" in one]
    assert all("UP from other" in one for one in said)
    return said[0] if said else ""


def round_poly(count: int, at: float = 90.0) -> str:
    angles = [2.0 * pi * k / count for k in range(count)]
    return "pts={" + ":".join(f"{at + 9 * cos(one):.4f},{9 * sin(one):.4f}" for one in angles) + "}"


def avoided(count: int) -> str:
    """The vertices of all obstacles that requests name: as many as fit with 100 each, one with the rest."""
    template = behavior("BHV_AvoidObstacleV24", "name = o_", "updates = NEW", "templating = spawn", *LOOK[1:])
    bench = HelmBench(template)
    bench.run(2.0)
    sizes = [100] * (count // 100 - 1) + [100 + count % 100]
    for k, size in enumerate(sizes):
        bench.mail("NEW", f"name={k}#poly={round_poly(size, 40.0 + 20 * k)}", "other")
    bench.run(2.5)
    return next((one for one in bench.helm.take_warnings() if "live already" in one), "")


def avoided_by_update(count: int) -> str:
    one = behavior("BHV_AvoidObstacleV24", "name = NAME", "updates = UP_NAME", *LOOK)
    bench = HelmBench(one.replace("NAME", "a") + one.replace("NAME", "b"))
    bench.run(2.0)
    bench.mail("UP_a", f"poly = {round_poly(300)}", "other")
    bench.mail("UP_b", f"poly = {round_poly(min(count - 300, 490), 140.0)}", "other")
    bench.run(0.5)
    return next((one for one in bench.helm.take_warnings() if "nothing is changed" in one), "")


def disabled(count: int) -> str:
    bench = waypoints()
    for k in range(count):
        bench.mail("BHV_ABLE_FILTER", f"action=disable,contact=c{k}", "other")
    bench.run(0.5)
    return next((one for one in bench.helm.take_warnings() if "already" in one), "")


def lengthened(kind: str, key: str, text: str, *lines: str, joint: str = ",") -> Probe:
    """Return the probe of one update with so many parts."""

    def probe(count: int) -> str:
        bench = HelmBench(behavior(kind, "name = b", "updates = UP", *lines), DEEP)
        bench.run(2.0)
        bench.helm.take_warnings()
        bench.mail("UP", f"{key} = {joint.join(text.format(k) for k in range(count))}", "other")
        bench.run(0.5)
        return next((one for one in bench.helm.take_warnings() if "more than" in one), "")

    return probe


def multiplied(count: int) -> str:
    """One speed for so many legs: 10 characters asked for 8 GB."""
    return lengthened("BHV_LegRun", "leg_spds", f"{count}:2", *LEGS)(1)


def remembered(count: int) -> str:
    memory = HeadingMemory()
    for k in range(count):
        memory.add(float(k), 0.0 if k else 90.0, 1e9)
    return "" if memory.mean() > 0 else f"of more than {limits.MOST_HEADINGS} headings the first one is forgotten"


def ais(count: int) -> str:
    known: dict[str, object] = {f"v{k}": None for k in range(count - 1)}
    return refused(lambda: contact_from("NAME=new,LAT=1,LON=1", "a", None, known))  # type: ignore[arg-type]


def faults(count: int) -> str:
    text = ",".join(f"s{k}:dead" for k in range(count))
    return refused(lambda: change_faults((), text, {f"s{k}": ("x",) for k in range(count)}, ()))


def added(key: str, text: str, kind: str = "", *lines: str) -> Probe:
    """Updates of a behaviour that each add something, which it keeps."""

    def probe(count: int) -> str:
        bench = HelmBench(behavior(kind, "name = w", "updates = UP", *lines), DEEP) if kind else waypoints()
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
    "MOST_CORNERS": 4,
    "MOST_REALM_NAMES": 2,
    "MOST_SCHEDULED": 3,
    "MOST_ROUTES": 2,
    "MOST_WATCHED": 2,
    "MOST_PARTS": 4,
    "MOST_AVOIDED_VERTICES": 2,
    "MOST_HEADINGS": 2,
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
    ("MOST_VEHICLES", checked),
    ("MOST_PARTS", parts("uFldHazardSensor", "UHZ_SENSOR_REQUEST", ",")),
    ("MOST_PARTS", parts("uFldHazardMetric", "HAZARDSET_REPORT", "#")),
    ("MOST_PARTS", parts("pSpoofNode", "SPOOF", "{")),
    ("MOST_ALERT_FLAGS", alert_flags),
    ("MOST_ROUTES", commands("cmd=output,src_name=V{},dest_name=V,route=localhost:9999")),
    ("MOST_ROUTES", shared),
    ("MOST_SHARED_PATTERNS", commands("cmd=output,src_name=V{}*,dest_name=V,route=localhost:9999")),
    ("MOST_SHARED_PATTERNS", commands("cmd=output,src_name=V,dest_name=V{},route=localhost:9999")),
    ("MOST_SHARED_PATTERNS", commands("cmd=input,route=localhost:9{:03d}")),
    ("MOST_WATCHED", watched("DB_CLIENTS")),
    ("MOST_WATCHED", watched("EXITED_NORMALLY")),
    ("LONGEST_WATCHED", lambda n: mailed(Driven("uProcessWatch"), "DB_CLIENTS", ["a," + "x" * n], "more than")),
    ("LONGEST_WATCHED", lambda n: mailed(Driven("uProcessWatch"), "EXITED_NORMALLY", ["x" * n], "more than")),
    ("MOST_MAIL_FLAGS", mail_flags),
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
    ("MOST_REALM_NAMES", realm_names),
    ("MOST_SPOOFED", spoofed),
    ("MOST_CELLS", lambda n: refused(lambda: VisitGrid(f"pts={{0,0:{n},0:{n},1:0,1}},cell_size=1"))),
    ("MOST_CORNERS", lambda n: refused(lambda: VisitGrid(f"{corners(n)},cell_size=50"))),
    ("MOST_HAZARDS", hazards),
    ("MOST_SPAWNED", spawned),
    ("MOST_REFINED", refined),
    ("MOST_FLAGS", added("endflag", "A={}")),
    ("MOST_FLAGS", added("endflag", "A=1 [if] B{}=1")),
    ("MOST_FLAGS", added("condition", "B{}=1")),
    ("MOST_FLAGS", lengthened("BHV_Waypoint", "visual_hints", "a{}=b", "points = 0,500")),
    ("MOST_FLAGS", added("post_mapping", "A{0},B{0}")),
    ("MOST_FLAGS", added("nostarve", "A{},60")),
    ("MOST_FLAGS", added("lead_condition", "B{}=1")),
    ("MOST_FLAGS", added("cnflag", "@<10 A={}", "BHV_CutRange", "contact = ben")),
    ("MOST_FLAGS", added("rng_flag", "A={}", "BHV_AvoidObstacleV24", *LOOK)),
    ("MOST_FLAGS", added("cpa_flag", "A={}", "BHV_AvoidObstacleV24", *LOOK)),
    ("MOST_FLAGS", lengthened("BHV_FixedTurn", "turn_spec", "flag=A=1", TURN[0])),
    ("MOST_SCHEDULED", multiplied),
    ("MOST_SCHEDULED", lengthened("BHV_LegRun", "leg_spds", "2", *LEGS)),
    ("MOST_SCHEDULED", lengthened("BHV_GoToDepth", "depth", "{},1", joint=":")),
    ("MOST_SCHEDULED", added("turn_spec", "spd=1,key=a{}", "BHV_FixedTurn", TURN[0])),
    ("MOST_SCHEDULED", added("turn_spec", "spd={}", "BHV_FixTurn", *TURN)),
    ("MOST_FILTERED", lengthened("BHV_CutRange", "match_name", "v{}", "contact = ben")),
    ("MOST_HEADINGS", remembered),
    ("MOST_DISABLED", disabled),
    ("MOST_REFINED", refined_by_update),
    ("MOST_AVOIDED_VERTICES", avoided),
    ("MOST_AVOIDED_VERTICES", avoided_by_update),
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


def test_parentheses_around_a_condition_are_looked_at_once() -> None:
    """1,500 of them, within the limit, took 0.45 s."""
    began = time.process_time()
    read_condition("(" * 1_500 + "A = 1" + " )" * 900 + ")" * 600, HELM)
    assert refused(lambda: read_condition("(" * 1_500 + "A = 1" + ")" * 1_499, HELM))
    assert time.process_time() - began < 0.15


def test_the_buffers_of_an_obstacle_take_a_time_for_each_vertex() -> None:
    """An update with 499 of them held a helm 0.48 s: each vertex was held against each edge."""
    polygon, others = (read_polygon(round_poly(499, at)).polygon.vertices for at in (70.0, 90.0))
    began = time.process_time()
    assert holds(tuple(buffered(polygon, 4.0)), tuple(polygon))
    assert not holds(tuple(buffered(polygon, 4.0)), tuple(others))
    assert time.process_time() - began < 0.35


def test_depths_are_counted_before_they_are_read() -> None:
    """25,000 of them took 0.1 s: the last one, which is none, is never looked at."""
    with pytest.raises(limits.TooMuchError, match="depths, more than 1,000"):
        read_levels(":".join(["1"] * 2_000 + ["x"]))


@pytest.mark.parametrize("seed", range(3))
def test_many_points_are_held_as_each_of_them_is(seed: int) -> None:
    """On edges, on their lines, at vertices, upright edges and others, to the bit of the arithmetic."""
    rng = random.Random(seed)
    corners = [(9.0 * cos(k / 10.0), 9.0 * sin(k / 10.0)) for k in range(60)]
    corners += [(4.0, -9.0), (8.0, -9.0), (8.0, -5.0), (8.0, -3.0)]
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(corners)]
    near = [(rng.uniform(-9.0, 9.0), rng.uniform(-9.0, 9.0)) for _ in range(20)]
    for one in (*corners[seed::3], *middles[seed::3], *near):
        inside = [p for p in near if holds_point(corners, p)][:40]
        assert holds(tuple(corners), (*inside, *[one] * 40)) is holds_point(corners, one)


FIRST = """
import sys
from tests.support.helm_bench import HelmBench, behavior

CASES = {
    "NEW1": ("BHV_AvoidObstacleV24", "allowable_ttc = 20", "holonomic_ok = true", "completed_dist = 100000",
             "min_util_cpa_dist = 4", "max_util_cpa_dist = 8", "pwt_outer_dist = 9999"),
    "NEW2": ("BHV_AvoidCollision", "contact = to-be-set", "completed_dist = 9999", "pwt_outer_dist = 999"),
    "NEW3": ("BHV_CutRange", "contact = to-be-set", "giveup_dist = 9999"),
}
text = behavior("BHV_ConstantSpeed", "name = spd", "duration = no-time-limit", "speed = 1")
place = "polygon = pts={500,0:600,0:600,99:500,99}"
text += behavior("BHV_OpRegionRecover", "name = op", "condition = OUT = true", place)
for name, (kind, *lines) in CASES.items():
    text += behavior(kind, f"name = {name}_", f"updates = {name}", "templating = spawn", "pwt = 100", *lines)
bench = HelmBench(text)
bench.run(3.0)
before = set(sys.modules)
bench.mail("NODE_REPORT", "NAME=ben,X=100,Y=100,SPD=1,HDG=200,TYPE=kayak,LAT=1,LON=1,TIME=3")
bench.mail("NEW1", "name=1#poly=pts={60,0:61,0:61,1}#id=o1")
bench.mail("NEW2", "name=1#contact=ben#use_refinery=true")
bench.mail("NEW3", "name=1#contact=ben")
bench.mail("OUT", "true")
bench.run(2.0)
living = bench.helm.behaviors
print(len(living), sum(one.life.state == "active" for one in living), bench.helm.take_warnings())
print(*sorted(set(sys.modules) - before))
"""


def test_no_mail_makes_an_iteration_load_numpy() -> None:
    """The first request for a behaviour about an obstacle or a contact held a live helm 0.2 s."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=True
    )
    living, loaded = done.stdout.splitlines()
    assert living == "5 4 []"
    assert loaded == ""
