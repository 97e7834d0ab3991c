"""Missions from their text, and some that many tests run."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.apps.guidance import read_plan_block
from usimmarine_py.control.plan import Plan
from usimmarine_py.mission import Block, Mission, parse_mission

HEAD = "Community = alpha\nLatOrigin = 43.8253\nLongOrigin = -70.3304\n"
VEHICLE = """ProcessConfig = usimmarine
{
  AppTick = 10
  prefix = NAV
  thrust_map = 20:1, 100:5
  max_acceleration = 0
  max_deceleration = 0
  turn_rate = 40
%s
}
"""
PID = "  yaw_pid_kp = 0.9\n  yaw_pid_kd = 0.6\n  speed_factor = 20\n  depth_control = false\n"

#: Every kind of random number that a script has, a condition on navigation, resets and a macro.
GUSTS = (
    HEAD
    + VEHICLE % ""
    + """ProcessConfig = uTimerScript
{
  AppTick = 4
  reset_max = any
  reset_time = end
  delay_reset = 1:4
  time_warp = 0.5:2
  condition = NAV_HEADING < 400
  randvar = varname=ANG, min=0, max=359, key=at_reset
  randvar = varname=MAG, min=0.1, max=0.5, key=at_post
  event = var=DESIRED_THRUST, val=50, time=0
  event = var=DESIRED_RUDDER, val="{$[MAG]*20}", time=1:3
  event = var=DRIFT_VECTOR_ADD, val="$[ANG],{0.2*$[MAG]}", time=0:5, amt=3
  event = var=NOTE, val="at $[NAV_X] $[DBTIME]", time=4
}
ProcessConfig = uTimerScript_two
{
  event = var=USM_SIM_PAUSED, val=true, time=20
  event = var=USM_SIM_PAUSED, val=false, time=25
}
"""
)
#: A file of scenarios for `usim simulate` and `usim steps`.
TURNING = """\
[[scenario]]
id = "turn"
vehicle = "otter"
variant = "mission"
dof = 6
input = "desired"
segments = [{ t = 0, T = 60, R = 15 }]
t_end = 2.0
dt_out = 0.1
"""


def opening(name: str, port: object = 9000) -> str:
    """The global lines of a community."""
    return f"ServerPort = {port}\nCommunity = {name}\nLatOrigin = 43.8253\nLongOrigin = -70.3304\n"


def program(name: str, *lines: str) -> str:
    """The text of a block."""
    return f"ProcessConfig = {name}\n{{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def craft(*lines: str) -> str:
    """The block of a fast kinematic vehicle."""
    return program("uSimMarineV22", "AppTick = 4", "prefix = NAV", "turn_rate = 95", "thrust_map = 0:0, 100:5", *lines)


def controls(behaviors: str = "m.bhv") -> str:
    """The blocks of a PID and of a helm that drive it."""
    gains = ("yaw_pid_kp = 0.9", "yaw_pid_kd = 0.3", "speed_factor = 20", "depth_control = false")
    domain = ("domain = course:0:359:360", "domain = speed:0:4:41")
    helm = program("pHelmIvP", "AppTick = 4", f"behaviors = {behaviors}", *domain)
    return program("pMarinePIDV22", "AppTick = 20", *gains) + helm


def shares(port: int) -> str:
    """The blocks of a pShare that listens at ``port``, and of a pHostInfo."""
    return program("pShare", f"input = route = localhost:{port}") + program("pHostInfo", "AppTick = 1")


def mission(text: str, name: str = "test.moos") -> Mission:
    """A mission from its text; no environment variables."""
    return parse_mission(text, name, {})


def write(folder: Path, text: str, name: str = "test.moos") -> Path:
    """The same as a file."""
    path = folder / name
    path.write_text(text)
    return path


def block(*lines: str, name: str = "usimmarine", verbatim: bool = True) -> Block:
    """A block of these lines, which start at line 3 of m.moos."""
    text = f"ProcessConfig = {name}\n{{\n" + "".join(f"{line}\n" for line in lines) + "}\n"
    found = mission(text, "m.moos").block(name, verbatim=verbatim)
    assert found is not None
    return found


def plan_of(*lines: str) -> Plan:
    """The plan of a guidance block in which nothing is wrong."""
    plan, warnings = read_plan_block(block(*lines))
    assert warnings == []
    return plan
