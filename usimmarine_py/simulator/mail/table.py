"""Every mail variable that the simulator reads or posts: the table behind subscriptions and documentation."""

from __future__ import annotations

from usimmarine_py.actuators.parameters import MAIL as ENERGY_MAIL
from usimmarine_py.errors import suggest
from usimmarine_py.sea.data.parameters import MAIL as SEA_MAIL
from usimmarine_py.sea.parameters import MAIL as WEATHER_MAIL
from usimmarine_py.sensors.parameters import MAIL as SENSOR_MAIL
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail import commands, run, surroundings
from usimmarine_py.simulator.mail.values import Incoming
from usimmarine_py.simulator.publish.dynamics import MAIL as DYNAMICS_MAIL
from usimmarine_py.values import MailEntry

_RECORDED = ("classic", "v22", "v23")

INCOMING: tuple[Incoming, ...] = (
    *commands.MAIL,
    *surroundings.MAIL,
    *run.MAIL,
    *commands.CONTROLLER,
    *surroundings.OURS,
    *commands.OURS,
)


def _out(
    name: str, kind: str, what: str, unit: str = "", *, when: str = "every iteration", dialects: tuple[str, ...] = ()
) -> MailEntry:
    return MailEntry(
        name, "out", kind, what, unit, when=when, dialects=dialects, group="publication", source="laws/usimmarine 5"
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

#: All of it.
MAIL: tuple[MailEntry, ...] = (
    *INCOMING,
    *commands.SET_POINTS,
    *OUTGOING,
    *DYNAMICS_MAIL,
    *SEA_MAIL,
    *WEATHER_MAIL,
    *SENSOR_MAIL,
    *ENERGY_MAIL,
)


_TAKEN = frozenset(name for entry in INCOMING for name in (entry.name, *entry.aliases))


def subscriptions(setup: Setup) -> dict[str, Incoming]:
    """Each variable to subscribe to, under each of its names."""
    dialect, coupled = setup.dialect, setup.gains.coupled
    found = {
        name: entry
        for entry in INCOMING
        if entry.known(dialect)
        and (entry.coupled in (None, coupled) or (entry.holds and setup.holds))
        and (not entry.setting or getattr(setup, entry.setting))
        and (not entry.axis or setup.force_components)
        for name in (entry.name, *entry.aliases)
    }
    return found | commands.set_point_mail(setup, _TAKEN) if setup.set_points else found


def unread(name: str, setup: Setup) -> str:
    """Why a variable that looks like mail of ours, or like an actuator's set-point, is none; empty for all others."""
    if name.startswith("USM_") and name not in _TAKEN and not setup.dialect.quirks:
        close = suggest(name, (known for known in _TAKEN if known.startswith("USM_")))
        return f"no such mail is read; did you mean {close}" if close else ""
    if not name.startswith("DESIRED_") or name in _TAKEN or setup.dialect.quirks:
        return ""
    if not setup.set_points:
        return f"has no effect: dynamics = {setup.dynamics} has no actuators that are driven one by one"
    own = [f"DESIRED_{point.names[0]}" for point in setup.set_points]
    close = suggest(name, own)
    return f"no actuator of this vehicle is called so; {f'did you mean {close}' if close else f'it has {own[0]}'}"
