"""The parameters that the simulator itself reads, around whatever backend moves the vehicle, each with its reader."""

from __future__ import annotations

from usimmarine_py.control.gains import HOVER
from usimmarine_py.control.gains import PARAMETERS as CONTROLLER_PARAMETERS
from usimmarine_py.errors import Severity
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.kinematic.parameters import PARAMETERS as KINEMATIC_PARAMETERS
from usimmarine_py.kinematic.parameters import V22_V23
from usimmarine_py.sea.data.parameters import NETCDF
from usimmarine_py.sea.drift import read_vector
from usimmarine_py.simulator.config.pose import moved, read_exactly, read_leniently
from usimmarine_py.simulator.config.setup import Draft
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL
from usimmarine_py.simulator.wormhole import read_wormhole
from usimmarine_py.values import ActuatorCommand, Note, Parameter
from usimmarine_py.values.parameter import Reader, Store
from usimmarine_py.values.state import FARTHEST

#: The words of ``current_field_interpolation`` (laws/environment 2.4).
INTERPOLATIONS = ("reference", "nearest", "idw")


def _pose(field: str) -> Store:
    def store(draft: Draft, value: float) -> None:
        draft.place(moved(draft.pose, {field: value}, exact=draft.dialect.exact_reset))

    return store


def _start(field: str, what: str, unit: str, deprecated: tuple[str, ...] = ()) -> Parameter:
    return Parameter(
        f"start_{field}", "number", "0", what, unit, -FARTHEST, FARTHEST, deprecated=deprecated, group="start",
        example="0", source="laws/usimmarine 3", into=_pose(field), beyond="never",
    )  # fmt: skip


def _start_pos(draft: Draft, text: str) -> Note | None:
    exact = draft.dialect.exact_reset
    reading = (read_exactly if exact else read_leniently)(text)
    draft.place(moved(draft.pose, reading.values, exact=exact))
    if draft.dialect.counts_start_pos:
        draft.change(reset_count=draft.setup.start.reset_count + 1)
    if reading.problem:
        return Note(reading.problem)
    return Note(reading.remark, unhandled=False, taken=bool(reading.values)) if reading.remark else None


def _drift_x(draft: Draft, value: float) -> None:
    draft.change(drift=draft.drift.with_x(value))


def _drift_y(draft: Draft, value: float) -> None:
    draft.change(drift=draft.drift.with_y(value))


def _drift_vector(draft: Draft, text: str) -> Note | None:
    vector = read_vector(text, exponent=draft.dialect.exponent)
    if vector is None:
        return Note("must be heading,magnitude")
    draft.change(drift=draft.drift.with_vector(*vector))
    return None


def _current_field(draft: Draft, text: str) -> Note | None:
    draft.ocean = draft.line if text.lower().endswith(NETCDF) else None
    if draft.ocean is not None:
        draft.change(current_field=None)
        return None
    if draft.read_file is None:
        return Note(f"{text}: no files can be read here; the run goes on without a current field")
    try:
        content = draft.read_file(text)
    except (OSError, ValueError) as error:
        return Note(f"{text} cannot be read ({error}); the run goes on without a current field")
    from usimmarine_py.sea.current_field import read_current_field  # few vehicles have one

    reading = read_current_field(content, text)
    draft.more_notes += [Note(str(problem)) for problem in reading.problems]
    if reading.field is not None:
        draft.change(current_field=reading.field)
    return None


def _interpolation(draft: Draft, text: str) -> Note | None:
    word = text.lower()
    if word not in INTERPOLATIONS:
        return Note(f"must be {', '.join(INTERPOLATIONS)}")
    draft.change(field_interpolation=word)
    return None


def _draft(draft: Draft, value: float) -> None:
    draft.change(draft=value)


def _prefix(draft: Draft, text: str) -> Note | None:
    if text.endswith("_") and not draft.dialect.quirks:
        text = text[:-1]
    draft.change(prefix=text)
    return None


def _mode_diff(draft: Draft, text: str) -> Note | None:
    word = text.lower()
    if word not in ("differential", "true", "normal", "false"):
        return Note("must be differential or normal")
    draft.change(thrust_mode=DIFFERENTIAL if word in ("differential", "true") else NORMAL)
    return None


def _mode_reverse(draft: Draft, text: str) -> Note | None:
    word = text.lower()
    if word not in ("reverse", "true", "normal", "false"):
        return Note("must be reverse or normal")
    draft.change(command=ActuatorCommand(reverse=word in ("reverse", "true")))
    if draft.dialect.clips:
        return None
    return Note("works, though the recorded version reports it as unhandled", severity=Severity.NOTE)


def _post_name(field: str, forbidden: str) -> Reader:
    def read(draft: Draft, text: str) -> Note | None:
        if not text or text == forbidden:
            return Note(f"must be a variable name other than {forbidden}")
        draft.change(**{field: text})
        return None

    return read


def _wormhole(draft: Draft, text: str) -> Note | None:
    found, problem = read_wormhole(draft.setup.wormholes, text, exponent=draft.dialect.exponent)
    draft.change(wormholes=found)
    return Note(problem) if problem else None


_CHOICE: tuple[Parameter, ...] = (
    Parameter(
        "dynamics",
        "text",
        "kinematic",
        "The physics: the kinematic laws of uSimMarine, a Fossen model or a plug-in.",
        group="physics",
        source="docs/vehicles.md",
    ),
    Parameter(
        "dialect",
        "text",
        "documented",
        "The kinematic law: the published documentation's, or that of a recorded version of uSimMarine. "
        "The default follows the name that the application runs under.",
        choices=DIALECT_NAMES,
        group="physics",
        source="laws/usimmarine 12.1",
    ),
    Parameter(
        "quirks",
        "bool",
        "false",
        "Reproduce the known defects of the recorded version as well.",
        group="physics",
        source="laws/usimmarine 12",
    ),
)

_START: tuple[Parameter, ...] = (
    _start("x", "Start position, east.", "m"),
    _start("y", "Start position, north.", "m"),
    _start("heading", "Start heading, clockwise from north.", "deg", deprecated=("startheading",)),
    _start("speed", "Start speed; may be negative.", "m/s", deprecated=("startspeed",)),
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
        source="laws/usimmarine 3",
        into=_pose("depth"),
        beyond="zero",
    ),
    Parameter(
        "start_pos",
        "text",
        "",
        "All of the start at once: x=, y=, heading=, speed=, depth=, or the bare list of these five.",
        group="start",
        example="x=0, y=0, heading=180, speed=0, depth=0",
        source="laws/usimmarine 7",
        repeatable=True,
        covers=("start_x", "start_y", "start_heading", "start_speed", "start_depth"),
        reader=_start_pos,
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
        source="laws/kinematics 13",
        into=_drift_x,
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
        source="laws/kinematics 13",
        into=_drift_y,
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
        source="laws/kinematics 13",
        covers=("drift_x", "drift_y"),
        reader=_drift_vector,
    ),
    Parameter(
        "current_field",
        "file",
        "",
        "File with currents: vectors (.cfd), or CF NetCDF by time, depth, latitude and longitude (.nc; extra ocean). "
        "The current at the vehicle's position adds to the drift.",
        dialects=("documented",),
        group="drift",
        source="laws/environment 2",
        reader=_current_field,
    ),
    Parameter(
        "current_field_active",
        "bool",
        "true",
        "Switches the current field.",
        dialects=("documented",),
        group="drift",
        source="laws/environment 2",
        into="field_active",
    ),
    Parameter(
        "current_field_interpolation",
        "text",
        "reference",
        "Current between the vectors of the field: the original's fading sum, the nearest vector, or a mean weighted "
        "by inverse distance.",
        choices=INTERPOLATIONS,
        dialects=("documented",),
        group="drift",
        source="laws/environment 2.4",
        reader=_interpolation,
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
        source="laws/usimmarine 3, laws/kinematics 12",
        into="water_depth",
        beyond="never",
    ),
    Parameter(
        "draft",
        "number",
        "",
        "Draft: in less water the vehicle is aground. Default: that of the vehicle file; 0 for a kinematic vehicle.",
        unit="m",
        minimum=0.0,
        maximum=50.0,
        group="depth",
        example="0.3",
        source="laws/environment 7",
        into=_draft,
        beyond="never",
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
        source="laws/usimmarine 3, 5",
        reader=_prefix,
    ),
    Parameter(
        "sim_pause",
        "bool",
        "false",
        "Start paused; USM_SIM_PAUSED = false lets the vehicle go.",
        group="run",
        example="false",
        source="laws/usimmarine 3, 8.3",
        into="paused",
    ),
    Parameter(
        "dual_state",
        "bool",
        "false",
        "Keep two copies: navigation without the drift, and the ground truth (published with _GT) with it.",
        group="publication",
        source="laws/usimmarine 3, laws/kinematics 1.1",
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
        source="laws/usimmarine 1.6",
        into="navpos_summary",
    ),
    Parameter(
        "post_forces",
        "bool",
        "false",
        "Post what was commanded of each actuator (USM_SET_*) and every force on the vehicle (USM_FORCE_*), with "
        "dynamics = fossen3 or fossen6; columns of CSV and Parquet, too.",
        group="publication",
        source="laws/hydrodynamics 15",
    ),
    Parameter(
        "depth_info_acast",
        "bool",
        "true",
        "Show depth in the report.",
        dialects=("v23",),
        group="publication",
        source="laws/usimmarine 6",
        into="depth_info",
        exclusive=True,
    ),
    Parameter(
        "thrust_mode_diff",
        "text",
        "normal",
        "Start in differential thrust mode.",
        choices=("differential", "true", "normal", "false"),
        dialects=V22_V23,
        group="speed",
        source="laws/usimmarine 3, laws/kinematics 6",
        exclusive=True,
        reader=_mode_diff,
    ),
    Parameter(
        "thrust_mode_reverse",
        "text",
        "normal",
        "Start in reverse thrust mode.",
        choices=("reverse", "true", "normal", "false"),
        dialects=V22_V23,
        group="speed",
        source="laws/usimmarine 3, laws/kinematics 7",
        exclusive=True,
        reader=_mode_reverse,
    ),
    Parameter(
        "trim_tolerance",
        "number",
        "5",
        "Pitch below which a trim request counts as done.",
        unit="deg",
        group="handshake",
        source="laws/usimmarine 11",
    ),
    Parameter(
        "max_trim_delay",
        "number",
        "10",
        "Longest time that a trim request takes.",
        unit="s",
        group="handshake",
        source="laws/usimmarine 11",
    ),
    Parameter(
        "wormhole",
        "text",
        "",
        "A pair of polygons between which the vehicle is transported: tag=, madrid_poly=, weber_poly=, "
        "connection=, delay=, id_change=.",
        dialects=V22_V23,
        group="wormholes",
        source="laws/usimmarine 13",
        repeatable=True,
        reader=_wormhole,
    ),
    Parameter(
        "post_des_thrust",
        "text",
        "",
        "Variable under which the embedded controller's thrust is posted.",
        dialects=V22_V23,
        group="controller",
        source="laws/usimmarine 3, 5",
        reader=_post_name("post_thrust", "DESIRED_THRUST"),
    ),
    Parameter(
        "post_des_rudder",
        "text",
        "",
        "Variable under which the embedded controller's rudder is posted.",
        dialects=V22_V23,
        group="controller",
        source="laws/usimmarine 3, 5",
        reader=_post_name("post_rudder", "DESIRED_RUDDER"),
    ),
    Parameter(
        "post_des_elevator",
        "text",
        "",
        "Variable under which the embedded controller's elevator is posted.",
        group="controller",
        source="laws/usimmarine 3, 5",
        reader=_post_name("post_elevator", "DESIRED_ELEVATOR"),
    ),
)


#: Everything that the simulator and the kinematic backend read.
PARAMETERS: tuple[Parameter, ...] = (
    *_CHOICE,
    *_START,
    *_SURROUNDINGS,
    *KINEMATIC_PARAMETERS,
    *_RUN,
    *CONTROLLER_PARAMETERS,
    *HOVER,
)
