"""How near paths come to an obstacle, and what BHV_AvoidObstacleV24 refuses and asks for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.check.helm.files import check_behavior_file
from usimmarine_py.errors import Severity
from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.helm.behaviours.obstacles.clearance import clearances
from usimmarine_py.helm.platform import TurningModel, read_platform
from usimmarine_py.values.key import ConfigLine

SQUARE = ((50.0, -6.0), (62.0, -6.0), (62.0, 6.0), (50.0, 6.0))
LINES = [ConfigLine("domain", "course:0:359:360"), ConfigLine("domain", "speed:0:4:41")]
BLOCK = """
Behavior = BHV_AvoidObstacleV24
{
  name = avd_
  allowable_ttc = 20
  min_util_cpa_dist = 4
  max_util_cpa_dist = 10
  pwt_outer_dist = 40
  pwt_inner_dist = 10
  completed_dist = 60
  %s
}
"""


@pytest.mark.parametrize("course", [90.0, 80.0, 60.0, 0.0, 270.0, 97.0])
def test_straight_paths_are_as_near_as_sampled_ones(course: float) -> None:
    found = clearances(SQUARE, (0.0, 0.0), 90.0, np.array([course]), None)
    s = np.arange(0, 200, 0.001)
    x, y = s * np.sin(np.radians(course)), s * np.cos(np.radians(course))
    gap_x, gap_y = np.maximum(np.maximum(50 - x, x - 62), 0), np.maximum(np.abs(y) - 6, 0)
    assert found[0] == pytest.approx(np.hypot(gap_x, gap_y).min(), abs=2e-3)


def test_a_turning_vehicle_comes_nearer_than_one_that_turns_at_once() -> None:
    courses = np.array([0.0, 180.0, 300.0])
    own = (45.0, 0.0)
    at_once = clearances(SQUARE, own, 90.0, courses, None)
    turning = clearances(SQUARE, own, 90.0, courses, TurningModel(8.0, 5.0))
    assert at_once == pytest.approx([5.0, 5.0, 5.0])
    assert list(turning) == [0.0, 0.0, 0.0]


def test_platform_models() -> None:
    assert read_platform("alg=holo") is None
    assert read_platform("alg=dubins#radius=8#spoke_degs=5") == TurningModel(8.0, 5.0)
    assert read_platform("alg=dubins") == TurningModel(30.0, 10.0)
    assert read_platform("alg=dubins#mod_radius=-3#degs=4", TurningModel(8.0, 5.0)) == TurningModel(5.0, 4.0)
    for text in ("alg=dubins#speed=2", "alg=dubins#radius=-1", "alg=dubins#radius=8#degs=0.01", "alg=other", ""):
        with pytest.raises(ValueError, match="alg"):
            read_platform(text)


@pytest.mark.parametrize("kind", ["AvoidObstacleV21", "AvoidObstacleX", "AvoidObstacle", "FixTurn"])
def test_a_deprecated_kind_plays_where_that_is_known(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "a.bhv"
    for line, refused in (("", True), ("  i_understand_this_behavior_is_deprecated = true\n", False)):
        file.write_text(f"// elder\nBehavior = BHV_{kind}\n{{\n  name = it\n{line}}}\n")
        helm = Helm(read_helm_block(LINES), {"a.bhv": file.read_text()}, community="abe")
        assert helm.state == ("MALCONFIG" if refused else "PARK")
        assert len(helm.config_warnings) in ((3, 4) if refused else (0,))  # the original's texts
        found = [one for one in check_behavior_file(str(file)) if "i_understand_this_behavior" in one.what]
        assert [(one.severity, one.line) for one in found] == [(Severity.ERROR, 2)] * refused
        assert [text.startswith("a.bhv:2: ") for text in helm.problems] == [True] * refused


def test_a_template_asks_the_obstacle_manager() -> None:
    helm = Helm(read_helm_block(LINES), {"a.bhv": BLOCK % "templating = spawn\n  updates = OBS"}, community="abe")
    posts = {post.variable: post.value for post in helm.start(0.0)}
    assert posts["OBM_ALERT_REQUEST"] == "name=avd_,update_var=OBS,alert_range=40"


@pytest.mark.parametrize(
    "line",
    [
        "poly = pts={0,0:1,1}", "poly = pts={0,0:10,0:5,2:10,10:0,10}", "pwt_inner_dist = 50", "completed_dist = 20",
        "max_util_cpa_dist = 3", "rng_flag = <x A=1", "id = a\n  id = b",
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_is_refused(line: str) -> None:
    helm = Helm(read_helm_block(LINES), {"a.bhv": BLOCK % line}, community="abe")
    assert helm.state == "MALCONFIG"
    assert "a.bhv:" in helm.problems[0]
