"""Texts of blocks and missions in which a controller and guidance steer."""

from __future__ import annotations

from tests.support.missions import HEAD, program

EMBEDDED = "yaw_pid_kp = 0.9\n yaw_pid_kd = 0.6\n yaw_pid_ki = 0.02\n speed_factor = 20\n depth_control = %s"
KINEMATIC = "thrust_map = 20:1, 100:5\n turn_rate = 40\n start_pos = x=0,y=0,heading=30,speed=0"


def vehicle(rate: object, *lines: str) -> str:
    return HEAD + program("usimmarine", f"AppTick = {rate}", "prefix = NAV", *lines)


def guidance(rate: object, *lines: str) -> str:
    usual = ("speed = 2", "lookahead = 10", "acceptance_radius = 6", "waypoints = 0,40 : 40,40 : 40,0 : 0,0")
    return program("usim_guidance", f"AppTick = {rate}", *usual, *lines)


def controller(rate: object, depth: str = "false", *lines: str) -> str:
    return program("pMarinePIDV22", f"AppTick = {rate}", EMBEDDED % depth, *lines)


BOX = vehicle(10, KINEMATIC, EMBEDDED % "false") + guidance(4)
OUTSIDE = vehicle(10, KINEMATIC) + controller(20) + guidance(4)
AUV = vehicle(5, "dynamics = fossen6", "vehicle = remus100", "start_depth = 3", "nav_modulo = 2")
SCRIPT = [
    'event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=13:15',
    "event = var=USM_SIM_PAUSED, val=true, time=18.31",
    "event = var=USM_SIM_PAUSED, val=false, time=21",
    "event = var=USM_ENABLED, val=false, time=25",
    "event = var=NAV_X, val=20, time=27",
    "event = var=USM_ENABLED, val=true, time=28",
    "event = var=MOOS_MANUAL_OVERRIDE, val=true, time=31",
    "event = var=MOOS_MANUAL_OVERRIDE, val=false, time=34",
    "event = var=GUIDANCE_CMD, val=stop, time=37",
    "event = var=GUIDANCE_CMD, val=restart, time=45",
    'event = var=USM_RESET, val="x=4,y=5", time=52.2',
    "event = var=DESIRED_THRUST, val=much, time=56",
    'event = var=APPCAST_REQ, val="node=all,app=all,duration=3,key=a,thresh=any", time=60',
    'event = var=LOADCAST_REQ, val="app=all,duration=3", time=66',
    "event = var=WATER_DEPTH, val=30, time=72",
    "event = var=THRUST_MODE_DIFFERENTIAL, val=true, time=76",
    "event = var=THRUST_MODE_DIFFERENTIAL, val=false, time=80",
    "event = var=THRUST_MODE_REVERSE, val=true, time=84",
]
