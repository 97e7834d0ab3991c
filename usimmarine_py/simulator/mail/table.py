"""Every mail variable that the simulator reads or posts: the table behind subscriptions and documentation."""

from __future__ import annotations

from usimmarine_py.environment.parameters import MAIL as WEATHER_MAIL
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.model import MailEntry
from usimmarine_py.sensors.parameters import MAIL as SENSOR_MAIL
from usimmarine_py.simulator.publish.dynamics import MAIL as DYNAMICS_MAIL

_V22_V23 = ("v22", "v23")
_RECORDED = ("classic", "v22", "v23")
_DOCUMENTED = ("documented",)
_SPEC = "behaviour specification of uSimMarine"


def _in(
    name: str,
    kind: str,
    what: str,
    unit: str = "",
    *,
    aliases: tuple[str, ...] = (),
    dialects: tuple[str, ...] = (),
    group: str = "command",
    section: str = "4",
) -> MailEntry:
    return MailEntry(
        name,
        "in",
        kind,
        what,
        unit,
        when="at any time",
        aliases=aliases,
        dialects=dialects,
        group=group,
        source=f"{_SPEC} {section}",
    )


INCOMING: tuple[MailEntry, ...] = (
    _in("DESIRED_THRUST", "number", "Thrust of the propeller.", "%"),
    _in("DESIRED_RUDDER", "number", "Rudder, positive to starboard; limited to 100 when used.", "%"),
    _in("DESIRED_ELEVATOR", "number", "Elevator, positive dives; limited to 100 when used.", "%"),
    _in("DESIRED_THRUST_L", "number", "Left thrust, in differential mode only.", "%"),
    _in("DESIRED_THRUST_R", "number", "Right thrust, in differential mode only.", "%"),
    _in("DESIRED_FAN", "number", "Fan thruster, while sailing only.", "%", dialects=("v23",), section="4, 11"),
    _in("THRUST_MODE_REVERSE", "text", "true or reverse: thrust and rudder change sign.", section="4, 6.7"),
    _in("THRUST_MODE_DIFFERENTIAL", "text", "true or differential: two thrusts steer.", section="4, 6.6"),
    _in("BUOYANCY_RATE", "number", "Vertical speed without command, positive floats up.", "m/s", group="depth"),
    _in("USM_BUOYANCY_RATE", "number", "As BUOYANCY_RATE.", "m/s", dialects=_DOCUMENTED, group="depth"),
    _in("WATER_DEPTH", "number", "Water depth; 0 makes it unknown, below 0 is refused.", "m", group="depth"),
    _in("USM_WATER_DEPTH", "number", "As WATER_DEPTH.", "m", dialects=_DOCUMENTED, group="depth"),
    _in("DRIFT_X", "number", "External drift to the east.", "m/s", aliases=("CURRENT_X",), group="drift"),
    _in("DRIFT_Y", "number", "External drift to the north.", "m/s", aliases=("CURRENT_Y",), group="drift"),
    _in("DRIFT_VECTOR", "text", "heading,magnitude: replaces the drift.", "deg, m/s", group="drift"),
    _in("DRIFT_VECTOR_ADD", "text", "heading,magnitude: is added to the drift.", "deg, m/s", group="drift"),
    _in("DRIFT_VECTOR_MULT", "number", "Scales the drift.", group="drift"),
    _in("ROTATE_SPEED", "number", "External rotation, clockwise.", "deg/s", group="drift"),
    _in(
        "USM_CURRENT_FIELD",
        "text",
        "true or false: switches the current field.",
        aliases=("CURRENT_FIELD",),
        dialects=_DOCUMENTED,
        group="drift",
    ),
    _in("USM_SIM_PAUSED", "text", "true or false: holds the vehicle, publications go on.", group="run", section="9.3"),
    _in("USM_RESET", "text", "The text of start_pos: puts the vehicle there.", group="run", section="8"),
    _in("USM_TURN_RATE", "number", "Replaces turn_rate, within [0, 100].", "deg/s", group="run"),
    _in("USM_TURN_RADIUS", "number", "Replaces turn_radius.", "m", dialects=("v22",), group="run", section="6.11"),
    _in("USM_ENABLED", "text", "true or false: takes the vehicle out of the simulation.", group="run", section="9.1"),
    _in("OBSTACLE_HIT", "any", "The vehicle is held by an obstacle.", group="run", section="9.2"),
    _in("TRIM_CONTROL", "text", "true: asks for trim.", group="handshake", section="14"),
    _in("BUOYANCY_CONTROL", "text", "true: asks for neutral buoyancy.", group="handshake", section="14"),
    _in("WIND_CONDITIONS", "text", "spd=, dir=: the wind.", dialects=_V22_V23, group="sailing", section="11"),
    _in("NAV_X", "number", "Position, taken while disabled only.", "m", dialects=_V22_V23, group="run"),
    _in("NAV_Y", "number", "Position, taken while disabled only.", "m", dialects=_V22_V23, group="run"),
    _in("NAV_HEADING", "number", "Heading, taken while disabled only.", "deg", dialects=_V22_V23, group="run"),
    _in("USM_RESET_NAV", "any", "Navigation := ground truth (dual state).", dialects=("v22",), group="run"),
    _in("DESIRED_HEADING", "number", "For the embedded controller.", "deg", dialects=_V22_V23, group="controller"),
    _in("DESIRED_SPEED", "number", "For the embedded controller.", "m/s", dialects=_V22_V23, group="controller"),
    _in("DESIRED_DEPTH", "number", "For the embedded controller.", "m", dialects=_V22_V23, group="controller"),
    _in("SPEED_FACTOR", "number", "Replaces speed_factor.", "%/(m/s)", dialects=_V22_V23, group="controller"),
    _in(
        "MOOS_MANUAL_OVERRIDE",
        "text",
        "true: a person steers.",
        aliases=("MOOS_MANUAL_OVERIDE",),
        dialects=_V22_V23,
        group="controller",
    ),
)


def _out(
    name: str, kind: str, what: str, unit: str = "", *, when: str = "every iteration", dialects: tuple[str, ...] = ()
) -> MailEntry:
    return MailEntry(
        name, "out", kind, what, unit, when=when, dialects=dialects, group="publication", source=f"{_SPEC} 5"
    )


#: ``PREFIX`` stands for the parameter prefix; with dual state the block comes again under ``PREFIX_GT``.
OUTGOING: tuple[MailEntry, ...] = (
    _out("PREFIX_X", "number", "Position, east.", "m"),
    _out("PREFIX_Y", "number", "Position, north.", "m"),
    _out("PREFIX_LAT", "number", "Latitude.", "deg", when="with a datum"),
    _out("PREFIX_LONG", "number", "Longitude.", "deg", when="with a datum"),
    _out("USM_NAVPOS_SUMMARY", "text", "Position in one text.", when="with post_navpos_summary"),
    _out("PREFIX_HEADING", "number", "Heading, clockwise from north.", "deg"),
    _out("PREFIX_SPEED", "number", "Speed through the water.", "m/s"),
    _out("PREFIX_DEPTH", "number", "Depth, positive down.", "m"),
    _out("SIMULATION_MODE", "text", "TRUE: this vehicle is simulated.", dialects=_RECORDED),
    _out("PREFIX_Z", "number", "Minus the depth.", "m"),
    _out("PREFIX_PITCH", "number", "Pitch, bow up.", "rad"),
    _out("PREFIX_YAW", "number", "Yaw, positive to port.", "rad"),
    _out("TRUE_X", "number", "As PREFIX_X.", "m", dialects=_RECORDED),
    _out("TRUE_Y", "number", "As PREFIX_Y.", "m", dialects=_RECORDED),
    _out("PREFIX_HEADING_OVER_GROUND", "number", "Course over ground.", "deg"),
    _out("PREFIX_SPEED_OVER_GROUND", "number", "Speed over ground.", "m/s"),
    _out("PREFIX_ALTITUDE", "number", "Height above the bottom.", "m", when="while the water depth is known"),
    _out("USM_FSUMMARY", "text", "As USM_DRIFT_SUMMARY.", when="on change", dialects=("classic",)),
    _out("USM_DRIFT_SUMMARY", "text", "The drift in one text.", when="at first, and on change"),
    _out("USM_RESET_COUNT", "number", "How often the vehicle was reset.", when="on each reset"),
    _out("BUOYANCY_REPORT", "text", "State of the buoyancy request.", when="after BUOYANCY_CONTROL"),
    _out("TRIM_REPORT", "text", "State of the trim request.", when="after TRIM_CONTROL"),
    _out("PREFIX_TRANSP", "number", "How much of the vehicle can be seen, 0 to 1.", when="with wormholes"),
    _out("VIEW_POLYGON", "text", "The polygons of the wormholes.", when="every 10th iteration with wormholes"),
    _out(
        "VIEW_ARROW",
        "text",
        "The wind; with visuals wind, waves and current.",
        when="every 50th iteration while sailing; every 10th with visuals",
    ),
    _out("PID_HAS_CONTROL", "text", "Whether the embedded controller steers.", when="on change of the override"),
    _out("PID_STALE", "text", "What the embedded controller misses.", when="while a value is stale"),
    _out("USM_NOGO", "number", "Age of mail that is too old or too new.", "s", when="with the embedded controller"),
)

#: Weather, sensors and faults: features of our own.
SEA: tuple[MailEntry, ...] = (*WEATHER_MAIL, *SENSOR_MAIL)

#: All of it.
MAIL: tuple[MailEntry, ...] = (*INCOMING, *OUTGOING, *DYNAMICS_MAIL, *SEA)

#: What every dialect takes with ``quirks = false`` though its program did not (21).
_FEATURES = frozenset(
    {
        "DESIRED_FAN",
        "USM_TURN_RADIUS",
        "USM_RESET_NAV",
        "NAV_X",
        "NAV_Y",
        "NAV_HEADING",
        "WIND_CONDITIONS",
        "USM_CURRENT_FIELD",
        "DESIRED_HEADING",
        "DESIRED_SPEED",
        "DESIRED_DEPTH",
        "SPEED_FACTOR",
        "MOOS_MANUAL_OVERRIDE",
    }
)

#: Not asked for while the embedded controller steers, and the controller's own mail.
_STEERED = frozenset({"DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_THRUST_L", "DESIRED_THRUST_R", "DESIRED_FAN"})
_CONTROLLER = frozenset(entry.name for entry in INCOMING if entry.group == "controller")


def is_for_controller(variable: str) -> bool:
    """Whether the embedded controller reads a variable, under this name or an alias."""
    return any(variable in (entry.name, *entry.aliases) for entry in INCOMING if entry.name in _CONTROLLER)


def incoming(dialect: Dialect, *, coupled: bool) -> dict[str, str]:
    """Each variable to subscribe to, with the name under which it is handled.

    ``coupled``: the embedded controller steers.
    """
    found: dict[str, str] = {}
    for entry in INCOMING:
        known = not entry.dialects or dialect.name in entry.dialects
        if not known and (dialect.quirks or entry.name not in _FEATURES):
            continue
        if entry.name in (_STEERED if coupled else _CONTROLLER):
            continue
        for name in (entry.name, *entry.aliases):
            found[name] = entry.name
    if not dialect.quirks:
        found |= {entry.name: entry.name for entry in SEA if entry.direction == "in"}
    return found
