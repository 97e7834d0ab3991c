"""The parameters that the simulator itself reads, around whatever backend moves the vehicle."""

from __future__ import annotations

from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.kinematic.parameters import PARAMETERS as KINEMATIC_PARAMETERS
from usimmarine_py.kinematic.parameters import V22_V23
from usimmarine_py.model import Parameter

_SPEC = "behaviour specification of uSimMarine"

_CHOICE: tuple[Parameter, ...] = (
    Parameter(
        "dynamics",
        "text",
        "kinematic",
        "The physics: the kinematic laws of uSimMarine, a Fossen model or a plug-in.",
        group="physics",
        source="design 2",
    ),
    Parameter(
        "dialect",
        "text",
        "documented",
        "The kinematic law: the published documentation's, or that of a recorded version of uSimMarine. "
        "The default follows the name that the application runs under.",
        choices=DIALECT_NAMES,
        group="physics",
        source="design 2",
    ),
    Parameter(
        "quirks",
        "bool",
        "false",
        "Reproduce the known defects of the recorded version as well.",
        group="physics",
        source=f"{_SPEC} 21",
    ),
)

_START: tuple[Parameter, ...] = (
    Parameter(
        "start_x", "number", "0", "Start position, east.", unit="m", group="start", example="0", source=f"{_SPEC} 3"
    ),
    Parameter(
        "start_y", "number", "0", "Start position, north.", unit="m", group="start", example="0", source=f"{_SPEC} 3"
    ),
    Parameter(
        "start_heading",
        "number",
        "0",
        "Start heading, clockwise from north.",
        unit="deg",
        deprecated=("startheading",),
        group="start",
        example="0",
        source=f"{_SPEC} 3",
    ),
    Parameter(
        "start_speed",
        "number",
        "0",
        "Start speed; may be negative.",
        unit="m/s",
        deprecated=("startspeed",),
        group="start",
        example="0",
        source=f"{_SPEC} 3",
    ),
    Parameter(
        "start_depth",
        "number",
        "0",
        "Start depth, positive down.",
        unit="m",
        minimum=0.0,
        deprecated=("startdepth",),
        group="start",
        example="0",
        source=f"{_SPEC} 3",
    ),
    Parameter(
        "start_pos",
        "text",
        "",
        "All of the start at once: x=, y=, heading=, speed=, depth=, or the bare list of these five.",
        group="start",
        example="x=0, y=0, heading=180, speed=0, depth=0",
        source=f"{_SPEC} 8",
        repeatable=True,
    ),
)

_SURROUNDINGS: tuple[Parameter, ...] = (
    Parameter(
        "drift_x",
        "number",
        "0",
        "External drift to the east.",
        unit="m/s",
        deprecated=("force_x",),
        group="drift",
        example="0",
        source=f"{_SPEC} 7",
    ),
    Parameter(
        "drift_y",
        "number",
        "0",
        "External drift to the north.",
        unit="m/s",
        deprecated=("force_y",),
        group="drift",
        example="0",
        source=f"{_SPEC} 7",
    ),
    Parameter(
        "drift_vector",
        "pair",
        "0,0",
        "External drift as the direction it pushes towards and its magnitude.",
        unit="deg, m/s",
        deprecated=("force_vector",),
        group="drift",
        example="0,0",
        source=f"{_SPEC} 7",
    ),
    Parameter(
        "current_field",
        "file",
        "",
        "File with current vectors; the current at the vehicle's position adds to the drift.",
        dialects=("documented",),
        group="drift",
        source="current field description",
    ),
    Parameter(
        "current_field_active",
        "bool",
        "true",
        "Switches the current field.",
        dialects=("documented",),
        group="drift",
        source="current field description",
    ),
    Parameter(
        "default_water_depth",
        "number",
        "0",
        "Water depth until mail tells another one; 0 means unknown.",
        unit="m",
        minimum=0.0,
        group="depth",
        example="0",
        source=f"{_SPEC} 3, 6.12",
    ),
)

_RUN: tuple[Parameter, ...] = (
    Parameter(
        "prefix",
        "text",
        "USM",
        "First part of the published names. One trailing underscore is dropped, except where the recorded "
        "version kept it (quirks = true).",
        group="publication",
        example="USM",
        source=f"{_SPEC} 3, 5",
    ),
    Parameter(
        "sim_pause",
        "bool",
        "false",
        "Start paused; USM_SIM_PAUSED = false lets the vehicle go.",
        group="run",
        example="false",
        source=f"{_SPEC} 3, 9.3",
    ),
    Parameter(
        "dual_state",
        "bool",
        "false",
        "Keep two copies: navigation without the drift, and the ground truth (published with _GT) with it.",
        group="publication",
        source=f"{_SPEC} 3, 6.1",
    ),
    Parameter(
        "nav_modulo",
        "integer",
        "1",
        "Publish navigation in every n-th iteration only.",
        minimum=1.0,
        dialect_defaults={"v22": "2", "v23": "2"},
        group="publication",
        source="our own; overrides the habit of V22 and V23",
    ),
    Parameter(
        "post_navpos_summary",
        "bool",
        "false",
        "Post USM_NAVPOS_SUMMARY.",
        dialects=("v22",),
        group="publication",
        source=f"{_SPEC} 15",
    ),
    Parameter(
        "depth_info_acast",
        "bool",
        "true",
        "Show depth in the report.",
        dialects=("v23",),
        group="publication",
        source=f"{_SPEC} 16",
    ),
    Parameter(
        "thrust_mode_diff",
        "text",
        "normal",
        "Start in differential thrust mode.",
        choices=("differential", "true", "normal", "false"),
        dialects=V22_V23,
        group="speed",
        source=f"{_SPEC} 3, 6.6",
    ),
    Parameter(
        "thrust_mode_reverse",
        "text",
        "normal",
        "Start in reverse thrust mode.",
        choices=("reverse", "true", "normal", "false"),
        dialects=V22_V23,
        group="speed",
        source=f"{_SPEC} 3, 6.7",
    ),
    Parameter(
        "trim_tolerance",
        "number",
        "5",
        "Pitch below which a trim request counts as done.",
        unit="deg",
        group="handshake",
        source=f"{_SPEC} 14",
    ),
    Parameter(
        "max_trim_delay",
        "number",
        "10",
        "Longest time that a trim request takes.",
        unit="s",
        group="handshake",
        source=f"{_SPEC} 14",
    ),
    Parameter(
        "wormhole",
        "text",
        "",
        "A pair of polygons between which the vehicle is transported: tag=, madrid_poly=, weber_poly=, "
        "connection=, delay=, id_change=.",
        dialects=V22_V23,
        group="wormholes",
        source=f"{_SPEC} 12",
        repeatable=True,
    ),
    Parameter(
        "post_des_thrust",
        "text",
        "",
        "Variable under which the embedded controller's thrust is posted.",
        dialects=V22_V23,
        group="controller",
        source=f"{_SPEC} 3, 5",
    ),
    Parameter(
        "post_des_rudder",
        "text",
        "",
        "Variable under which the embedded controller's rudder is posted.",
        dialects=V22_V23,
        group="controller",
        source=f"{_SPEC} 3, 5",
    ),
)


def _gain(name: str, what: str) -> Parameter:
    return Parameter(name, "number", "0", what, dialects=V22_V23, group="controller", source=f"{_SPEC} 13.1")


def _loop(prefix: str, words: str) -> tuple[Parameter, ...]:
    limit = Parameter(
        f"{prefix}_integral_limit",
        "number",
        "0",
        f"Largest integral part of the {words} loop.",
        aliases=(f"{prefix}_ki_limit",) if prefix == "yaw_pid" else (),
        dialects=V22_V23,
        group="controller",
        source=f"{_SPEC} 13.1",
    )
    return (
        _gain(f"{prefix}_kp", f"Proportional gain of the {words} loop."),
        _gain(f"{prefix}_kd", f"Derivative gain of the {words} loop."),
        _gain(f"{prefix}_ki", f"Integral gain of the {words} loop."),
        limit,
    )


def _limit(name: str, default: str, unit: str, what: str, maximum: float | None = None) -> Parameter:
    return Parameter(
        name,
        "number",
        default,
        what,
        unit=unit,
        minimum=0.0,
        maximum=maximum,
        dialects=V22_V23,
        group="controller",
        source=f"{_SPEC} 13.1",
    )


def _switch(name: str, default: str, what: str) -> Parameter:
    return Parameter(name, "bool", default, what, dialects=V22_V23, group="controller", source=f"{_SPEC} 13.1")


CONTROLLER_PARAMETERS: tuple[Parameter, ...] = (
    *_loop("yaw_pid", "heading"),
    _limit("maxrudder", "100", "%", "Largest rudder of the heading loop.", 100.0),
    *_loop("speed_pid", "speed"),
    _limit("maxthrust", "100", "%", "Largest thrust of the speed loop.", 100.0),
    _limit("speed_factor", "0", "%/(m/s)", "Thrust for each m/s of desired speed; 0 uses the speed loop."),
    _switch("depth_control", "true", "Control depth by the elevator as well."),
    *_loop("z_to_pitch_pid", "depth"),
    _limit("maxpitch", "15", "deg", "Largest pitch that the depth loop asks for."),
    *_loop("pitch_pid", "pitch"),
    _limit("maxelevator", "13", "deg", "Largest elevator of the pitch loop."),
    _switch("simulation", "false", "Switch the check for stale mail off."),
    _limit("sim_instability", "0", "%", "Amplitude of a rudder bias that changes sides every 10 s.", 100.0),
    _limit("tardy_helm_threshold", "2", "s", "Age at which a desired value counts as stale."),
    _limit("tardy_nav_threshold", "2", "s", "Age at which a navigation value counts as stale."),
    _switch("heading_debug", "false", "Post PID_HDG_DEBUG and its kin."),
    _switch("speed_debug", "false", "Post PID_SPD_DEBUG and its kin."),
    _switch("depth_debug", "false", "Post PID_DEP_DEBUG and its kin."),
)

#: Everything that the simulator and the kinematic backend read.
PARAMETERS: tuple[Parameter, ...] = (
    *_CHOICE,
    *_START,
    *_SURROUNDINGS,
    *KINEMATIC_PARAMETERS,
    *_RUN,
    *CONTROLLER_PARAMETERS,
)
