"""A policy as a behaviour of the helm: where it steers to, what it wishes, and what is wrong with it."""

from __future__ import annotations

from math import atan2, hypot, pi
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np

from usimmarine_py import run_mission
from usimmarine_py.gym import MarineEnv, PolicyBehavior

MISSION = """
ServerHost = localhost
ServerPort = 9000
Community  = alpha
LatOrigin  = 43.825300
LongOrigin = -70.330400
ProcessConfig = ANTLER
{
  Run = MOOSDB @ NewConsole = false
  Run = usimmarine @ NewConsole = false
  Run = usim_helm @ NewConsole = false
}
ProcessConfig = usimmarine
{
  AppTick = 10
  prefix = NAV
  start_pos = x=8, y=-5, heading=30, speed=0
  thrust_map = 20:1, 40:2, 60:3, 80:4, 100:5
  turn_rate = 70
  max_acceleration = 1
  yaw_pid_kp = 0.9
  yaw_pid_kd = 0.6
  speed_factor = 20
  depth_control = false
}
ProcessConfig = usim_helm
{
  AppTick = 4
  behaviors = m.bhv
  domain = course:0:359:360
  domain = speed:0:5:51
}
"""
VEHICLE = {
    "vehicle": "kinematic", "thrust_map": "20:1, 40:2, 60:3, 80:4, 100:5", "turn_rate": 70, "max_acceleration": 1,
}  # fmt: skip


def towards(seen: Any) -> Any:
    """To the next waypoint at 2 of 5 m/s: distance, sine and cosine of its bearing come first."""
    return np.array([atan2(seen[1], seen[2]) / pi, -0.2])


class Racer(PolicyBehavior):
    """Goes from waypoint to waypoint."""

    environment = {"task": "Waypoint", "action": "heading_speed", **VEHICLE}  # noqa: RUF012
    policy = towards


def test_it_steers_where_it_steers_in_the_environment(tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text(MISSION)
    (tmp_path / "m.bhv").write_text(
        "initialize DEPLOY = false\nBehavior = BHV_Racer\n{\n  name = race\n  condition = DEPLOY = true\n"
        "  goal = x=30,y=20 : x=-10,y=40\n  endflag = DONE = true\n}\n"
    )
    log = run_mission(tmp_path / "m.moos", behaviors=[Racer], duration=80)
    assert log.texts["DONE"].values[-1] == "true" and log.texts["POLICY_END"].values[-1] == "reached"
    x, y = (log[name].values for name in ("NAV_X", "NAV_Y"))
    for place in ((30.0, 20.0), (-10.0, 40.0)):
        assert min(hypot(a - place[0], b - place[1]) for a, b in zip(x, y, strict=True)) <= 5.5
    env = MarineEnv("Waypoint", action="heading_speed", waypoints=2, **VEHICLE)
    seen, _ = env.reset(seed=1)
    for _ in range(300):
        seen, _, terminated, truncated, info = env.step(towards(seen).astype(np.float32))
        if terminated or truncated:
            break
    assert info["end"] == "reached"


def test_all_is_compiled_before_the_first_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helm was ended by its first step, as that loaded or compiled machine code for more than 3 s."""
    from usimmarine_py.gym import rows
    from usimmarine_py.helm import Helm, read_helm_block

    made, judged = rows.machine(), []

    def judge(*given: Any) -> Any:
        judged.append(given)
        return made.judge(*given)

    monkeypatch.setattr(rows, "machine", lambda: made._replace(judge=judge))
    block = read_helm_block("domain = course:0:359:360\ndomain = speed:0:5:51")
    text = "Behavior = BHV_Racer\n{\n  name = p\n  goal = x=30,y=20\n}\n"
    Helm(block, {"m.bhv": text}, community="a", behaviors=[Racer])
    assert judged


def test_what_is_wrong_is_said() -> None:
    class Pusher(PolicyBehavior):
        environment = {"task": "StationKeep", "vehicle": "otter"}  # noqa: RUF012
        policy = staticmethod(towards)

    from usimmarine_py.helm import Helm, read_helm_block

    block = read_helm_block("domain = course:0:359:360\ndomain = speed:0:5:51")
    helm = Helm(block, {"m.bhv": "Behavior = BHV_Pusher\n{\n  name = p\n}\n"}, community="a", behaviors=[Pusher])
    assert helm.state == "MALCONFIG" and "m.bhv:1" in helm.problems[0] and "heading_speed" in helm.problems[0]
