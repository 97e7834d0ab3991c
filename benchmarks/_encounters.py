"""A field of vehicles that meet again and again: the files of a mission with a shoreside, for benchmarks.

Pairs of vehicles loiter 125 m apart and change places every 180 s; each avoids the others by the rules of the road, as
in MOOS-IvP's mission m2_berta, and runs the applications of a vehicle there.
"""

from __future__ import annotations

from pathlib import Path

_HEAD = """ServerHost = localhost
ServerPort = {port}
Community = {name}
MOOSTimeWarp = 10
LatOrigin = 43.825300
LongOrigin = -70.330400
ProcessConfig = ANTLER
{{
{runs}
}}
ProcessConfig = pShare
{{
  AppTick = 2
  input = route = localhost:{share}
}}
ProcessConfig = pHostInfo
{{
  AppTick = 1
  default_hostip_force = localhost
}}
ProcessConfig = uProcessWatch
{{
  AppTick = 1
  watch_all = true
}}
ProcessConfig = pLogger
{{
  AppTick = 5
  AsyncLog = true
  LogAuxSrc = true
  WildCardLogging = true
  WildCardOmitPattern = *_STATUS
}}
"""
_SHORE_RUNS = (
    "MOOSDB", "pLogger", "pShare", "pHostInfo", "uProcessWatch", "uTimerScript", "pMarineViewer", "uFldShoreBroker",
    "uFldNodeComms",
)  # fmt: skip
_SHORE = """ProcessConfig = uFldShoreBroker
{{
  AppTick = 1
  qbridge = DEPLOY, RETURN, NODE_REPORT, NODE_MESSAGE, MOOS_MANUAL_OVERRIDE, AVOID, UP_LOITER
}}
ProcessConfig = uFldNodeComms
{{
  AppTick = 2
  comms_range = 500
  critical_range = 25
}}
ProcessConfig = pMarineViewer
{{
  AppTick = 4
  button_one = DEPLOY # DEPLOY_ALL=true # MOOS_MANUAL_OVERRIDE_ALL=false # AVOID_ALL=true # RETURN_ALL=false
}}
ProcessConfig = uTimerScript
{{
  AppTick = 4
  paused = false
  reset_max = unlimited
  reset_time = end
{events}
}}
"""
_VEHICLE_RUNS = (
    "MOOSDB", "pLogger", "pShare", "pHostInfo", "uProcessWatch", "uLoadWatch", "uFldNodeBroker", "pNodeReporter",
    "pContactMgrV20", "pMarinePIDV22", "pHelmIvP", "uSimMarineV22",
)  # fmt: skip
_VEHICLE = """ProcessConfig = uFldNodeBroker
{{
  AppTick = 1
  try_shore_host = pshare_route=localhost:9200
  bridge = src=VIEW_POLYGON
  bridge = src=VIEW_POINT
  bridge = src=VIEW_SEGLIST
  bridge = src=NODE_REPORT_LOCAL, alias=NODE_REPORT
  bridge = src=NODE_MESSAGE_LOCAL, alias=NODE_MESSAGE
}}
ProcessConfig = pNodeReporter
{{
  AppTick = 2
  platform_type = kayak
}}
ProcessConfig = uLoadWatch
{{
  AppTick = 1
  thresh = app=any, gapthresh=2.0
}}
ProcessConfig = pContactMgrV20
{{
  AppTick = 2
  contact_local_coords = force_lat_lon
  contact_max_age = 35
  display_radii = true
  hold_alerts_for_helm = true
}}
ProcessConfig = pMarinePIDV22
{{
  AppTick = 10
  depth_control = false
  yaw_pid_kp = 1.2
  yaw_pid_kd = 0.1
  yaw_pid_ki = 0.3
  yaw_pid_integral_limit = 0.07
  maxrudder = 100
  maxthrust = 100
  speed_factor = 20
}}
ProcessConfig = pHelmIvP
{{
  AppTick = 4
  behaviors = {name}.bhv
  domain = course:0:359:360
  domain = speed:0:2:21
  hold_on_apps = pContactMgrV20
}}
ProcessConfig = uSimMarineV22
{{
  AppTick = 10
  prefix = NAV
  start_pos = {x:g},{y:g},90,0
  turn_rate = 95
  turn_spd_loss = 0.6
  thrust_map = 0:0, 100:5
}}
"""
_BEHAVIORS = """initialize DEPLOY = false
initialize RETURN = false
initialize AVOID = true
set MODE = ACTIVE {{
  DEPLOY = true
}} INACTIVE
set MODE = RETURNING {{
  MODE = ACTIVE
  RETURN = true
}}
set MODE = LOITERING {{
  MODE = ACTIVE
}}
Behavior = BHV_Loiter
{{
  name = loiter
  condition = MODE==LOITERING
  updates = UP_LOITER
  speed = 1.4
  clockwise = false
  radius = 8.0
  polygon = radial:: x={x:g}, y={y:g}, radius=20, pts=8, snap=1, label={name}_LOITER
}}
Behavior = BHV_AvdColregsV22
{{
  name = avdcol_
  pwt = 150
  condition = AVOID = true
  condition = MODE==ACTIVE
  updates = CONTACT_INFO
  templating = spawn
  contact = to-be-set
  on_no_contact_ok = true
  extrapolate = true
  decay = 30,60
  use_refinery = true
  pwt_outer_dist = 80
  pwt_inner_dist = 50
  completed_dist = 85
  min_util_cpa_dist = 10
  max_util_cpa_dist = 18
  pwt_grade = linear
}}
Behavior = BHV_Waypoint
{{
  name = waypt_return
  condition = MODE==RETURNING
  speed = 1.3
  radius = 3
  point = {x:g},{y:g}
}}
"""
#: Between the two places of a pair, and between pairs, m.
_APART, _ROW = 125.0, 60.0


def write_field(folder: Path, vehicles: int) -> list[Path]:
    """Write the mission and behaviour files of a shoreside and so many vehicles; the mission files, shoreside first."""
    names = [f"v{number:02}" for number in range(1, vehicles + 1)]
    places = [((number % 2) * _APART, -_ROW * (number // 2)) for number in range(vehicles)]
    events = []
    for half, time in enumerate((180.0, 360.0)):
        for number, name in enumerate(names):
            x, y = places[number if half else min(number ^ 1, vehicles - 1)]
            events.append(f'  event = var=UP_LOITER_{name.upper()}, val="center_assign={x:g},{y:g}", time={time:g}')
    shore = _SHORE.format(events="\n".join(events))
    texts = {"shoreside.moos": _head("shoreside", 0, _SHORE_RUNS) + shore}
    for number, (name, (x, y)) in enumerate(zip(names, places, strict=True), 1):
        texts[f"{name}.moos"] = _head(name, number, _VEHICLE_RUNS) + _VEHICLE.format(name=name, x=x, y=y)
        (folder / f"{name}.bhv").write_text(_BEHAVIORS.format(name=name, x=x, y=y))
    for file, text in texts.items():
        (folder / file).write_text(text)
    return [folder / file for file in texts]


def _head(name: str, number: int, programs: tuple[str, ...]) -> str:
    runs = "\n".join(f"  Run = {program} @ NewConsole = false" for program in programs)
    return _HEAD.format(port=9000 + number, share=9200 + number, name=name, runs=runs)
