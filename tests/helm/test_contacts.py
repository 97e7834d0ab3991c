"""The helm's ledger, start messages, and contact behaviours beyond what the recorded runs show."""

from __future__ import annotations

import pytest

from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.values import Message
from usimmarine_py.values.key import ConfigLine

LINES = [ConfigLine("domain", "course:0:359:360"), ConfigLine("domain", "speed:0:4:41")]
REPORT = "NAME=ben,X=40,Y=0,SPD=1,HDG=270,DEP=0,TYPE=kayak,GROUP=blue,TIME={time}"
BLOCK = """
Behavior = BHV_Waypoint
{
  name = survey
  points = 200,0
  speed = 2
}
Behavior = BHV_AvoidCollision
{
  name = avd_
  pwt_outer_dist = 80
  completed_dist = 90
%s
}
"""
SPAWN = (
    BLOCK
    % """  templating = spawn
  updates = AVD
  contact = to-be-set
  ignore_group = red
  match_type = kayak
  %s"""
)


def made(text: str, *extra: ConfigLine) -> Helm:
    helm = Helm(read_helm_block([*LINES, *extra]), {"a.bhv": text}, community="abe", datum=(43.8253, -70.3304))
    assert helm.problems == []
    return helm


def step(helm: Helm, now: float, *mail: tuple[str, str | float], x: float = 0.0, y: float = 0.0) -> dict[str, object]:
    """Give mail and navigation, and return the last post of each variable."""
    pose = {"NAV_X": x, "NAV_Y": y, "NAV_HEADING": 90.0, "NAV_SPEED": 1.0}
    messages = [Message(name, value, now, "test") for name, value in (*mail, *pose.items())]
    if now <= 1:
        messages.append(Message("MOOS_MANUAL_OVERRIDE", "false", now, "test"))
    helm.mail(messages, now)
    return {post.variable: post.value for post in helm.tick(now)}


def test_a_template_asks_for_alerts() -> None:
    posts = {post.variable: post for post in made(SPAWN % "").start(0.0)}
    assert posts["BCM_ALERT_REQUEST"].value == (
        "id=avd_, on_flag=AVD=name=$[VNAME] # contact=$[VNAME],alert_range=80, cpa_range=90,ignore_group=red"
        ", match_type=kayak, strict_ignore=true"
    )
    assert posts["BCM_ALERT_REQUEST"].source_aux == "HELM_STARTUP_MSG"
    silent = made(SPAWN % "no_alert_request = true").start(0.0)
    assert "BCM_ALERT_REQUEST" not in [post.variable for post in silent]


def test_alert_requests_wait_for_applications() -> None:
    helm = made(SPAWN % "", ConfigLine("hold_on_apps", "pContactMgrV20"))
    assert "BCM_ALERT_REQUEST" not in [post.variable for post in helm.start(0.0)]
    assert "BCM_ALERT_REQUEST" not in step(helm, 0.5, ("DB_CLIENTS", "pLogger"))
    assert "BCM_ALERT_REQUEST" in step(helm, 1.0, ("DB_CLIENTS", "pContactMgrV20,pLogger,"))
    assert "BCM_ALERT_REQUEST" not in step(helm, 1.5)


def test_a_spawned_behaviour_dies_with_its_contact() -> None:
    helm = made(SPAWN % "", ConfigLine("contact_max_age", "10"))
    helm.start(0.0)
    step(helm, 1.0, ("NODE_REPORT", REPORT.format(time=1)))
    posts = step(helm, 2.0, ("AVD", "name=ben # contact=ben"))
    assert [b.name for b in helm.behaviors] == ["survey", "avd_ben"]
    assert posts["IVPHELM_LEDGER_SUMMARY"] == "now:1, reps:1, who:ben"
    assert "avd_ben" in helm.functions
    posts = step(helm, 22.0)
    assert posts["IVPHELM_LEDGER_SUMMARY"] == "now:0, reps:1, who:"
    assert [b.name for b in helm.behaviors] == ["survey"]


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("NAME=ben,X=1,Y=2", "Missing timestamp."),
        ("X=1,Y=2,TIME=1", "Missing vname."),
        ("NAME=ben,TIME=1", "Missing both x/y and lat/lon."),
        ("NAME=ABE,X=1,Y=2,TIME=1", "own ship"),
        ("", "Missing vname.Missing timestamp."),
        ("NAME=ben,X=1,Y=2,TIME=1,TYPE=auv", "underwater vehicle type with no depth reported"),
    ],
)
def test_a_report_that_cannot_be_used_is_a_warning(report: str, said: str) -> None:
    helm = made(BLOCK % "  contact = ben")
    helm.start(0.0)
    posts = step(helm, 1.0, ("NODE_REPORT", report))
    assert any(said in warning for warning in helm.take_warnings())
    assert "who:" in str(posts["IVPHELM_LEDGER_SUMMARY"])
    assert str(posts["IVPHELM_LEDGER_SUMMARY"]).endswith("who:")
    assert helm.decision["course"] == 90


def test_a_report_in_degrees_has_a_place() -> None:
    helm = made(BLOCK % "  contact = ben")
    helm.start(0.0)
    step(helm, 1.0, ("NODE_REPORT", "NAME=ben,LAT=43.8253,LON=-70.3300,SPD=1,HDG=270,TIME=1"))
    assert helm.functions["avd_"][0] > 0
    assert helm.decision["course"] != 90


def test_a_contact_without_reports_is_a_warning_or_an_error() -> None:
    helm = made(BLOCK % "  contact = cal\n  on_no_contact_ok = false")
    helm.start(0.0)
    posts = step(helm, 1.0)
    assert posts["BHV_ERROR"] == "avd_: cal x/y/heading/speed info not found"
    assert posts["IVPHELM_ALLSTOP"] == "BehaviorError"


def test_mail_disables_enables_and_ends() -> None:
    helm = made(BLOCK % "  contact = ben\n  can_disable = true")
    helm.start(0.0)
    step(helm, 1.0, ("NODE_REPORT", REPORT.format(time=1)))
    assert "avd_" in helm.functions
    step(helm, 1.5, ("BHV_ABLE_FILTER", "action=disable,contact=cal"))
    assert "avd_" in helm.functions
    step(helm, 2.0, ("BHV_ABLE_FILTER", "action=disable,contact=BEN"))
    assert helm.summary.lists["disabled"] == ["avd_"]
    step(helm, 2.5, ("BHV_ABLE_FILTER", "bhv_type=bhv_avoidcollision,action=enable"))
    assert "avd_" in helm.functions
    step(helm, 3.0, ("BHV_ABLE_FILTER", "action=expunge,contact=ben"))
    assert [b.name for b in helm.behaviors] == ["survey"]
    helm.take_warnings()
    step(helm, 3.5, ("BHV_ABLE_FILTER", "action=stop"))
    assert any("action=disable" in warning for warning in helm.take_warnings())


def test_flags_of_ranges_and_of_passing() -> None:
    lines = ("cnflag = @<30 NEAR=$[RANGE]", "cnflag = >35 FAR=$[CN_NAME]:$[CTR]", "cnflag = @cpa CPA=$[CPA]",
             "cnflag = @cn_passed_os_port PASSED=$[CN_PORT_OF_OS]")  # fmt: skip
    helm = made(BLOCK % "\n".join(["  contact = ben", *lines]))
    helm.start(0.0)
    found: dict[str, list[object]] = {}
    for k in range(60):
        now, x = 1.0 + k, 40.0 - k
        report = REPORT.replace("X=40,Y=0", f"X={x},Y=5").format(time=now)
        for name, value in step(helm, now, ("NODE_REPORT", report)).items():
            if name in ("NEAR", "FAR", "CPA", "PASSED"):
                found.setdefault(name, []).append(value)
    assert found["NEAR"] == [29.4]
    assert found["FAR"] == ["ben:1", "ben:2", "ben:3", "ben:4", "ben:5", "ben:6"]
    assert found["CPA"] == [0.0]  # no macro of contact behaviours, as recorded in contact_cpa
    assert found["PASSED"] == ["true"]


@pytest.mark.parametrize("line", ["cnflag = @near A=1", "cnflag = <x A=1", "match_region = pts={0,0:1,1}"])
def test_a_line_that_cannot_be_read_is_refused(line: str) -> None:
    helm = Helm(read_helm_block(LINES), {"a.bhv": BLOCK % f"  contact = ben\n  {line}"}, community="abe")
    assert helm.state == "MALCONFIG"
    assert "a.bhv:" in helm.problems[0]


@pytest.mark.parametrize("distances", ["", "pwt_outer_dist = 10\n  pwt_inner_dist = 10", "pwt_inner_dist = 10"])
def test_cut_range_without_a_span_of_distances_has_no_weight(distances: str) -> None:
    """As pHelmIvP with these lines at ranges of 30 to 150 m: no function."""
    head = "Behavior = BHV_CutRange\n{\n  name = cut\n  contact = ben\n  giveup_dist = 90\n  "
    helm = made(head + distances + "\n}\n")
    helm.start(0.0)
    step(helm, 1.0, ("NODE_REPORT", REPORT.format(time=1)))
    assert helm.functions == {}


def test_cut_range_pursues_within_its_range_only() -> None:
    text = """
Behavior = BHV_CutRange
{
  name = cut
  contact = ben
  giveup_dist = 30
  pwt_outer_dist = 10
  pursueflag = HUNT=true
  giveupflag = HUNT=false
}
"""
    helm = made(text)
    helm.start(0.0)
    posts = step(helm, 1.0, ("NODE_REPORT", REPORT.format(time=1)))
    assert helm.functions == {}
    assert "HUNT" not in posts
    posts = step(helm, 2.0, ("NODE_REPORT", REPORT.replace("X=40", "X=20").format(time=2)))
    assert posts["HUNT"] == "true"
    assert helm.decision["course"] == 90
    assert helm.decision["speed"] == 4
    posts = step(helm, 3.0, ("NODE_REPORT", REPORT.replace("X=40", "X=32").format(time=3)))
    assert posts["HUNT"] == "false"
