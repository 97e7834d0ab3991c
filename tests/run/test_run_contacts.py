"""Applications of contacts and obstacles in a lock-step run."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py import run_mission

MISSION = """
Community = abe
LatOrigin = 43.8253
LongOrigin = -70.3304
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  prefix = NAV
  start_pos = x=0,y=0,heading=90,speed=0
}
ProcessConfig = pNodeReporter
{
  AppTick = 2
  platform_type = kayak
}
ProcessConfig = uTimerScript
{
  AppTick = 4
  event = var=SPOOF, val="x=30,y=2,hdg=270,spd=3,name=ben", time=2
  event = var=OBM_ALERT_REQUEST, val="name=avd_,update_var=OB_UP,alert_range=40", time=1
}
ProcessConfig = pSpoofNode
{
  AppTick = 2
}
ProcessConfig = pContactMgrV20
{
  AppTick = 4
  alert = id=near, on_flag=NEAR=$[VNAME], off_flag=GONE=$[VNAME], alert_range=15
}
ProcessConfig = uFldObstacleSim
{
  AppTick = 2
  obstacle_file = rocks.txt
  max_duration = 60
  min_duration = 60
  refresh_interval = 10
}
ProcessConfig = pObstacleMgr
{
  AppTick = 2
}
ProcessConfig = uFldCollisionDetect
{
  AppTick = 4
  encounter_range = 20
  near_miss_range = 8
  collision_range = 1
}
"""
ROCKS = """
region = pts={0,0:50,0:50,50:0,50}
min_range = 5
min_size = 2
max_size = 4
poly = pts={10,10:14,10:14,14:10,14},label=ob_0
"""


def test_contacts_and_obstacles_are_seen(tmp_path: Path) -> None:
    (tmp_path / "abe.moos").write_text(MISSION, "utf-8")
    (tmp_path / "rocks.txt").write_text(ROCKS, "utf-8")
    log = run_mission(tmp_path / "abe.moos", duration=40, seed=1)
    assert list(log.texts["NEAR"].values) == ["ben"]
    assert list(log.texts["GONE"].values) == ["ben"]
    assert log.texts["OB_UP"].values[0] == "name=avd_ob_0#poly=pts={10,10:14,10:14,14:10,14},label=ob_0#id=ob_0"
    assert log["NEAR_MISS_TOTAL"].values[-1] == 1.0
    assert log["COLLISION_TOTAL"].values[-1] == 0.0


def test_an_obstacle_file_without_sizes(tmp_path: Path) -> None:
    (tmp_path / "abe.moos").write_text(MISSION, "utf-8")
    (tmp_path / "rocks.txt").write_text("min_size = 0\n" + ROCKS.splitlines()[-1], "utf-8")
    found = run_mission(tmp_path / "abe.moos", duration=1).summary.config_warnings
    assert [text for text in found if text.startswith("rocks.txt")] == [
        "rocks.txt:1: min_size = 0: must be a number above 0; as if it were not given",
        "rocks.txt: min_range = NUMBER, max_size = NUMBER missing: without, new obstacles of a reset are 6 to 10 m "
        "large, and may touch",
    ]
