"""Graders in a run whose ticks are taken together: every post is the one that comes tick by tick."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.mission import read_mission
from usimmarine_py.run.run import execute, plan_run
from usimmarine_py.values import Value

GRADED = sorted((ROOT / "tests/data/graded").glob("*.moos"))
Post = tuple[float, str, str, str, Value]


def posts(mission: Path, *, stretches: bool) -> list[Post]:
    found: list[Post] = []
    execute(
        plan_run(read_mission(mission), limit=600.0),
        listeners=[lambda *post: found.append(post)],
        stretches=stretches,
    )
    return found


@pytest.mark.parametrize("mission", GRADED[::3], ids=lambda file: file.stem)
def test_together_as_one_by_one(mission: Path) -> None:
    assert posts(mission, stretches=True) == posts(mission, stretches=False)


EVENT_DRIVEN = """
ProcessConfig = pMissionHash
{
}
ProcessConfig = pAutoPoke
{
  flag = DEPLOY = true
}
ProcessConfig = uTimerScript
{
  paused = false
  condition = DEPLOY = true
  event = var=DESIRED_THRUST, val=40, time=1
  event = var=HALF, val=true, time=30
  event = var=HALF, val=true, time=45
  event = var=OVER, val=true, time=60
}
ProcessConfig = uMayFinish
{
  finish_var = SEEN
  finish_val = pass
  max_db_uptime = 200
}
ProcessConfig = pMissionEval
{
  lead_condition = HALF = true
  pass_condition = HALF = true
  lead_condition = OVER = true
  fail_condition = DEPLOY = false
  mailflag = @HALF#AGAIN=$[GRADE]
  pass_flag = SEEN = $[GRADE]
  report_file = results.txt
  report_column = $[DB_UPTIME] $[MHASH_SHORT]
}
"""


def test_graders_that_look_at_events_alone_cost_no_stretch(tmp_path: Path) -> None:
    mission = tmp_path / "m.moos"
    vehicle = "ProcessConfig = usimmarine\n{\n  AppTick = 10\n  prefix = NAV\n}\n"
    mission.write_text("Community = alpha\nLatOrigin = 43.8\nLongOrigin = -70.3\n" + vehicle + EVENT_DRIVEN)
    together, single = posts(mission, stretches=True), posts(mission, stretches=False)
    assert together == single
    values = {name: value for _, name, _, _, value in together}
    assert values["SEEN"] == "pass" and values["AGAIN"] == "pending" and values["MISSION_RESULT"] == "pass"
    assert together[-1][0] < 1000.0 + 70.0
