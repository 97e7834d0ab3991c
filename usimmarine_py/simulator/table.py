"""Every mail variable that the simulator reads or posts: the table behind subscriptions and documentation."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.sea.data.parameters import MAIL as SEA_MAIL
from usimmarine_py.sea.parameters import MAIL as WEATHER_MAIL
from usimmarine_py.sensors.parameters import MAIL as SENSOR_MAIL
from usimmarine_py.simulator.features import FEATURES
from usimmarine_py.simulator.mail import Incoming
from usimmarine_py.simulator.part import Part
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.drift import DriftPart
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.simulator.parts.around.sailing import Sails
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.run.clock import VehicleClock
from usimmarine_py.simulator.parts.run.gates import Gates
from usimmarine_py.simulator.parts.run.handshake import Requested
from usimmarine_py.simulator.parts.run.reset import Reset
from usimmarine_py.simulator.parts.shown.ais import Ais
from usimmarine_py.simulator.parts.shown.velocities import MAIL as DYNAMICS_MAIL
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.simulator.parts.steering.direct import SET_POINTS, Direct
from usimmarine_py.simulator.parts.steering.faults import Faults
from usimmarine_py.simulator.parts.steering.hover import PLACES
from usimmarine_py.simulator.parts.steering.pid import Pid
from usimmarine_py.values import MailEntry

_RECORDED = ("classic", "v22", "v23")

#: In the order of registration, which <APP>_STATUS shows.
INCOMING: tuple[Incoming, ...] = (
    *CommandPart.MAIL,
    *Motion.MAIL,
    *Bottom.MAIL,
    *DriftPart.MAIL,
    *Currents.MAIL,
    *Sails.MAIL,
    *VehicleClock.MAIL,
    *Reset.MAIL,
    *Gates.MAIL,
    *Requested.MAIL,
    *Pid.MAIL,
    *WeatherPart.MAIL,
    *Faults.MAIL,
    *Ais.MAIL,
    *Direct.MAIL,
    *PLACES,
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
        "VIEW_ARROW", "text", "The wind; with visuals wind, waves and current.",
        when="every 50th iteration while sailing; every 10th with visuals",
    ),
    _out("PID_HAS_CONTROL", "text", "Whether the embedded controller steers.", when="on change of the override"),
    _out("PID_STALE", "text", "What the embedded controller misses.", when="while a value is stale"),
    _out("USM_NOGO", "number", "Age of mail that is too old or too new.", "s", when="with the embedded controller"),
)  # fmt: skip

#: All of it.
MAIL: tuple[MailEntry, ...] = (
    *INCOMING,
    *SET_POINTS,
    *OUTGOING,
    *DYNAMICS_MAIL,
    *SEA_MAIL,
    *WEATHER_MAIL,
    *SENSOR_MAIL,
    *(entry for feature in FEATURES for entry in feature.POSTED),
)

_PLACES = {name: i for i, entry in enumerate(INCOMING) for name in (entry.name, *entry.aliases)}
#: Every name that some vehicle reads.
KNOWN = frozenset(_PLACES)


def bound(parts: Iterable[Part], direct: Direct, dialect: Dialect) -> dict[str, tuple[Incoming, Part]]:
    """Return each variable that these parts read, under each of its names, in the order of the table."""
    found: dict[str, tuple[Incoming, Part]] = {}
    for part in parts:
        for entry in part.mail():
            if entry.known(dialect):
                for name in (entry.name, *entry.aliases):
                    found[name] = entry, part
    ordered = {name: found[name] for name in sorted(found, key=_PLACES.__getitem__)}
    return ordered | {entry.name: (entry, direct) for entry in direct.own_mail(KNOWN)}
