"""Contacts and obstacles that are nonsense, or far too many: said in one line, bounded, and the helm steers on."""

from __future__ import annotations

from math import cos, isfinite, pi, sin

import pytest

from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.helm.life.roster import MOST_REFINED, MOST_SPAWNED, MOST_SPAWNED_AT_ONCE
from usimmarine_py.limits import MOST_VERTICES
from usimmarine_py.texts.shapes import read_polygon
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

DOMAIN = [ConfigLine("domain", "course:0:359:360"), ConfigLine("domain", "speed:0:4:41")]
BEHAVIORS = """
Behavior = BHV_Waypoint
{
  name = wpt
  points = 500,0
  speed = 2
}
Behavior = BHV_AvoidCollision
{
  name = avd_
  templating = spawn
  updates = AVD
  completed_dist = 300
}
Behavior = BHV_AvoidObstacleV24
{
  name = obs_
  templating = spawn
  updates = OBS
  use_refinery = true
  allowable_ttc = 20
  min_util_cpa_dist = 4
  max_util_cpa_dist = 10
  pwt_outer_dist = 40
  completed_dist = 60
}
"""
POSE = (("NAV_X", 0.0), ("NAV_Y", 0.0), ("NAV_HEADING", 90.0), ("NAV_SPEED", 2.0))
NEAR = "X=20,Y=0,SPD=1,HDG=270"


class Bench:
    """A helm under way, and what it posted last."""

    def __init__(self) -> None:
        self.helm = Helm(read_helm_block(DOMAIN), {"a.bhv": BEHAVIORS}, community="abe")
        self.now = 1000.0
        self.helm.start(self.now)
        self.step([("MOOS_MANUAL_OVERRIDE", "false")])
        self.step([])
        assert self.helm.decision["course"] == 90

    def step(self, mail: list[tuple[str, str]]) -> list[tuple[str, float | str]]:
        self.now += 0.5
        sent = [Message(name, value, self.now, "test") for name, value in (*POSE, *mail)]
        self.helm.mail([message for message in sent if self.helm.subscribes_to(message.variable)], self.now)
        posts = [(p.variable, p.value) for p in self.helm.tick(self.now) if not isinstance(p.value, bytes)]
        for variable, value in posts:
            assert not isinstance(value, float) or isfinite(value), variable
        return posts

    def steers(self) -> bool:
        return self.helm.state == "DRIVE" and isfinite(self.helm.decision["course"])


@pytest.mark.parametrize(
    "report",
    [
        "", "{", "NAME=", "NAME=ben", f"NAME=abe,{NEAR},TIME=1001", "NAME=ben,X=nan,Y=inf,SPD=1,HDG=3,TIME=1001",
        "NAME=ben,X=1e308,Y=-1e308,SPD=1e308,HDG=1e308,TIME=1001", "NAME=ben,X=20,Y=0,SPD=nan,HDG=nan,TIME=1001",
        "NAME=ben,X=20,Y=0,SPD=-5,HDG=-1e9,TIME=1001", f"NAME=ben,{NEAR},TIME=nan", f"NAME=ben,{NEAR},TIME=1e300",
        f"NAME=ben,{NEAR},TIME=-1e300", "NAME=ben,X=0,Y=0,SPD=2,HDG=90,TIME=1001", "x" * 200_000,
        f"NAME={'b' * 100_000},{NEAR},TIME=1001", f"NAME=b\n\t\0en,{NEAR},TIME=1001", '{"NAME":"ben","X":NaN}',
    ],
)  # fmt: skip
def test_the_helm_goes_on_beside_a_contact_of_nonsense(report: str) -> None:
    bench = Bench()
    bench.step([("NODE_REPORT", report)])
    bench.step([("AVD", "name=ben#contact=ben")])
    bench.step([("NODE_REPORT", report)])
    assert bench.steers()


def test_a_contact_that_jumps_and_vanishes() -> None:
    bench = Bench()
    for x in (20.0, 1e7, -20.0, 30.0):
        bench.step(
            [("NODE_REPORT", f"NAME=ben,X={x},Y=0,SPD=1,HDG=270,TIME={bench.now}"), ("AVD", "name=ben#contact=ben")]
        )
        assert bench.steers()
    bench.now += 1000.0
    for _ in range(3):
        bench.step([])
    assert bench.steers()
    assert set(bench.helm.functions) == {"wpt"}


def ring(count: int) -> str:
    angles = [2 * pi * k / count for k in range(count)]
    return "pts={" + ":".join(f"{30 + 10 * sin(a):.6f},{10 * cos(a):.6f}" for a in angles) + "},label=o"


@pytest.mark.parametrize(
    "polygon",
    [
        "", "pts={},label=o", "pts={20,0:21,1},label=o", "pts={20,0:30,10:20,10:30,0},label=o",
        "pts={nan,0:30,10:20,10},label=o", "pts={inf,0:30,10:20,10},label=o", "pts={20,0:20,0:20,0},label=o",
        "pts={20,0:21,0:22,0},label=o", "pts={1e308,0:-1e308,10:10,1e308},label=o", ring(9_000),
    ],
)  # fmt: skip
def test_an_obstacle_that_is_no_polygon_is_refused_in_a_line(polygon: str) -> None:
    bench = Bench()
    posts = bench.step([("OBS", f"name=o#poly={polygon}#id=o")])
    said = [str(value) for variable, value in posts if variable == "IVPHELM_BHVSET_WARNING"]
    assert any("Bad config: poly=" in text for text in said)
    assert all("\n" not in text for text in said)
    assert bench.steers()
    assert bench.helm.decision["course"] == 90


def test_vertices_are_limited() -> None:
    assert len(read_polygon(ring(MOST_VERTICES)).points) == MOST_VERTICES
    with pytest.raises(ValueError, match=f"{MOST_VERTICES + 1} vertices, more than {MOST_VERTICES}"):
        read_polygon(ring(MOST_VERTICES + 1))


@pytest.mark.parametrize("variable", ["AVD", "OBS"])
def test_of_a_thousand_requests_so_many_are_met(variable: str) -> None:
    bench = Bench()
    texts = {
        "AVD": "name=v{0}#contact=v{0}",
        "OBS": "name=o{0}#poly=pts={{{1},5:{2},5:{2},6:{1},6}},label=o{0}#id=o{0}",
    }
    mail = [(variable, texts[variable].format(k, 10 + k / 50, 11 + k / 50)) for k in range(1000)]
    reports = [("NODE_REPORT", f"NAME=v{k},X={20 + k / 20},Y=9,SPD=1,HDG=1,TIME=1000") for k in range(1000)]
    posts = bench.step([*reports, *mail])
    for _ in range(MOST_SPAWNED // MOST_SPAWNED_AT_ONCE):
        posts += bench.step(reports)
    said = [str(value) for name, value in posts if name == "IVPHELM_BHVSET_WARNING" and "live already" in str(value)]
    most = MOST_REFINED if variable == "OBS" else MOST_SPAWNED  # OBS has use_refinery
    assert len(said) == 1 + (variable == "OBS")  # of those that wait, and of those that live
    assert f"{MOST_SPAWNED} behaviours" in said[0] and f"{most} behaviours" in said[-1]
    assert len(bench.helm.behaviors) == most + 1
    assert bench.steers()
    bench.step([])
    assert bench.steers()
