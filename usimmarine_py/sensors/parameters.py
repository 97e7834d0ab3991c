"""The sensors' parameters and mail."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sensors.settings import with_sensor
from usimmarine_py.text import loose_boolean
from usimmarine_py.values import Finding, Key, MailEntry
from usimmarine_py.values.key import SimulatorRules

if TYPE_CHECKING:
    from datetime import datetime

_SOURCE = "laws/sensors"
#: Default target of sentences.
LOOPBACK = "127.0.0.1"
_CLASSES = ("off", "auto", "a", "b")


def _sensor(draft: Any, text: str) -> Finding | None:
    try:
        sensors = with_sensor(draft.get("sensors"), text)
        draft.change(sensors=sensors)
        draft.get("sensor_lines")[sensors[-1].name] = draft.line
    except ConfigError as error:
        return Finding(error.problem, suggestion=error.suggestion)
    return None


def _water_profile(draft: Any, text: str) -> Finding | None:
    from usimmarine_py.maths.water.column import is_profile, read_column, read_column_file  # few vehicles need it

    try:
        if is_profile(text):
            draft.change(water_column=read_column(text))
        elif draft.read_file is None:
            return Finding(f"{text}: no files can be read here; the water is 10 deg C everywhere")
        else:
            draft.change(water_column=read_column_file(draft.read_file(text)))
    except ConfigError as error:
        return Finding(error.problem)
    except (OSError, ValueError) as error:
        return Finding(f"{text} cannot be read ({error}); the water is 10 deg C everywhere")
    draft.get("sensor_lines")["water_profile"] = draft.line
    return None


def _address(text: str) -> tuple[str, int] | None:
    """Host and port of ``10110``, ``autopilot.local:10110`` or ``[::1]:10110``; None for 0."""
    host, colon, port = text.strip().rpartition(":")
    host = host.strip().removeprefix("[").removesuffix("]")
    number = int(port) if port.strip().isascii() and port.strip().isdigit() and len(port) < 9 else -1
    if not 0 <= number <= 65535 or bool(colon) != bool(host) or any(c.isspace() or c in "/=," for c in host):
        raise ConfigError(f"must be a port number from 0 to 65535, or HOST:PORT, found {shorten(text)!r}")
    return (host or LOOPBACK, number) if number else None


def _serial(text: str) -> str:
    """Empty for none, ``true`` for a terminal without a link, else the name of the link."""
    flag = loose_boolean(text, False)
    return text.strip() if flag is None else "true" if flag else ""


def _rates(text: str) -> tuple[tuple[str, float], ...]:
    from usimmarine_py.sensors.nmea import rates_from  # a vehicle without sensors starts without

    return rates_from(text)


def _ais(text: str) -> str:
    word = text.strip().lower()
    flag = loose_boolean(text, False)
    word = word if flag is None else "auto" if flag else "off"
    if word not in _CLASSES:
        raise ConfigError(f"must be false, true, a or b, found {shorten(text)!r}")
    return "" if word == "off" else word


def _nmea_start(text: str) -> datetime:
    from usimmarine_py.sensors.nmea import epoch_from  # a vehicle without sensors starts without

    return epoch_from(text)


_own = partial(Key, group="sensors")
_nmea = partial(_own, source="NMEA 0183")

PARAMETERS: tuple[Key, ...] = (
    _own(
        "sensor", "list", "",
        "a sensor and its settings: gps, mru, imu, log, wind, depth, altimeter, compass, dvl, adcp, usbl, pressure, "
        "ctd or sonar, then name, rate, latency, dropout, dropout_time, jump, jump_every, jump_time, at (X:Y:Z), nmea, "
        "perfect, start_calibrated, and noise, noise_scale, noise_density, bias, turn_on_bias, drift "
        "(bias_instability), tau, scale, quantum of its main channels (GROUP_noise... of others); gps: antenna, "
        "reacquire, dual_antenna; compass: declination, deviation (N:E:S:W); dvl: range, min_range, beam_angle, "
        "water_lock; adcp: cells, cell_size, blank, range, bottom_range, beam_angle, up; "
        "usbl: transceiver (X:Y:DEPTH), range, sound_speed; pressure: rho, atmosphere; sonar: look "
        "(forward, down... or AZIMUTH:ELEVATION), beam, range, min_range, sound_speed",
        example="gps, rate=5, noise=0.5", source=_SOURCE, repeatable=True,
        rules=SimulatorRules(reader=_sensor),
    ),
    _own(
        "sensors_as_nav", "bool", "false",
        "PREFIX_* carries what the sensors measure and PREFIX_GT_* the truth (dual state); false: PREFIX_* is true",
        source=_SOURCE,
    ),
    _own(
        "dead_reckoning", "bool", "false",
        "reckon the position from dvl (or log) and compass (or mru), from gps fixes on, with usbl fixes: USM_DR_*, "
        "USM_EST_*; with sensors_as_nav PREFIX_X and PREFIX_Y are that", source="laws/sensors 5",
    ),
    _own(
        "dead_reckoning_drift", "number", "0.02",
        "what dead reckoning expects to be off, metres a metre of way: how much a fix counts", minimum=0.0,
        maximum=10.0, source="laws/sensors 5.3",
    ),
    _own(
        "water_profile", "file", "",
        "temperature, salinity and speed of sound by depth: DEPTH:TEMPERATURE[:SALINITY[:SOUND_SPEED]], ... or a file "
        "with these columns; what ctd measures, how long the echoes of usbl and sonar take, and the density that "
        "carries a submerged vehicle with hydrodynamics",
        example="0:16, 15:15:35.1, 25:9:35.3", source="laws/sensors 4.4",
        rules=SimulatorRules(reader=_water_profile),
    ),
    _nmea("nmea", "bool", "true", "post the NMEA 0183 sentences of the sensors as USM_NMEA"),
    _nmea(
        "nmea_start", "text", "2000-01-01T00:00:00", "calendar time (UTC) of simulated time 0 in NMEA sentences",
        parse=_nmea_start,
    ),
    _nmea(
        "nmea_udp", "text", "0",
        "PORT or HOST:PORT that NMEA sentences are sent to as datagrams, a broadcast or multicast address, too; 0 = "
        "none, without a host this machine", example="10110", parse=_address,
    ),
    _nmea(
        "nmea_tcp", "text", "0",
        "PORT or ADDRESS:PORT of this machine where NMEA sentences can be had (0.0.0.0: from everywhere); 0 = none, "
        "without an address 127.0.0.1", parse=_address,
    ),
    _nmea(
        "nmea_serial", "text", "false",
        "true: NMEA sentences on a pseudo-terminal, a serial port for any reader; or the name of a link to it, beside "
        "the mission file", parse=_serial,
    ),
    _own(
        "nmea_rates", "list", "",
        "how often a sentence is sent at most, Hz of simulated time, 0 = never; GLL, VTG, ZDA, ROT, XDR and the HDT of "
        "gps (dual_antenna) and mru come only when asked for here; VDM: position reports of every vehicle",
        example="GGA=1, HDT=10, VTG=1", source="laws/sensors 1.2", parse=_rates,
    ),
    _own(
        "nmea_ais", "text", "false",
        "AIS sentences of the vehicles whose NODE_REPORT comes: a or b for their class, true: A from 19.8 m of length",
        source="laws/sensors 6", parse=_ais,
    ),
)  # fmt: skip


def _out(name: str, unit: str, help: str, when: str) -> MailEntry:
    kind = "text" if any(name.endswith(f"_{suffix}") for suffix in _TEXTS) else "number"
    return MailEntry(name, "out", kind, help, unit=unit, when=when, group="sensors", source=_SOURCE)


#: Suffixes per kind: (suffix, unit, what it is).
OUTPUTS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "gps": (
        ("QUALITY", "", "1 with a fix, 0 without: then nothing else"),
        ("LAT", "deg", "latitude"),
        ("LONG", "deg", "longitude"),
        ("X", "m", "local east"),
        ("Y", "m", "local north"),
        ("HEIGHT", "m", "height above the surface"),
        ("SPEED", "m/s", "speed over ground"),
        ("TRACK", "deg", "course over ground"),
        ("HEADING", "deg", "heading, with dual_antenna"),
        ("HEADING_RATE", "deg/s", "rate of heading, with dual_antenna"),
        ("ROLL", "rad", "roll, with dual_antenna"),
        ("PITCH", "rad", "pitch, with dual_antenna"),
    ),
    "mru": (
        ("AX", "m/s2", "acceleration forward"),
        ("AY", "m/s2", "acceleration to starboard"),
        ("AZ", "m/s2", "acceleration down"),
        ("P", "rad/s", "roll rate"),
        ("Q", "rad/s", "pitch rate"),
        ("R", "rad/s", "yaw rate"),
        ("Y", "m", "local north"),
        ("X", "m", "local east"),
        ("DEPTH", "m", "depth"),
        ("V_NORTH", "m/s", "velocity north"),
        ("V_EAST", "m/s", "velocity east"),
        ("V_DOWN", "m/s", "velocity down"),
        ("ROLL", "rad", "roll"),
        ("PITCH", "rad", "pitch"),
        ("HEADING", "deg", "heading"),
    ),
    "imu": (
        ("FX", "m/s2", "specific force forward"),
        ("FY", "m/s2", "specific force to starboard"),
        ("FZ", "m/s2", "specific force down"),
        ("P", "rad/s", "roll rate"),
        ("Q", "rad/s", "pitch rate"),
        ("R", "rad/s", "yaw rate"),
        ("DELTA_ANGLE_X", "rad", "rotation about the forward axis since the sample before"),
        ("DELTA_ANGLE_Y", "rad", "rotation about the starboard axis since the sample before"),
        ("DELTA_ANGLE_Z", "rad", "rotation about the downward axis since the sample before"),
        ("DELTA_VELOCITY_X", "m/s", "specific force forward, integrated since the sample before"),
        ("DELTA_VELOCITY_Y", "m/s", "specific force to starboard, integrated since the sample before"),
        ("DELTA_VELOCITY_Z", "m/s", "specific force down, integrated since the sample before"),
    ),
    "log": (("SPEED", "m/s", "speed through the water"), ("SWAY", "m/s", "speed to starboard through the water")),
    "wind": (("SPEED", "m/s", "relative wind speed"), ("ANGLE", "deg", "where it comes from, clockwise from the bow")),
    "depth": (("DEPTH", "m", "depth"),),
    "altimeter": (("ALTITUDE", "m", "height above the bottom"),),
    "compass": (("HEADING", "deg", "heading"),),
    "dvl": (
        ("LOCK", "", "bottom, water or none"),
        ("U", "m/s", "speed over ground forward, with bottom lock"),
        ("V", "m/s", "speed over ground to starboard, with bottom lock"),
        ("W", "m/s", "speed over ground down, with bottom lock"),
        ("ALTITUDE", "m", "height above the bottom along the vertical, with bottom lock"),
        ("U_WATER", "m/s", "speed through the water forward"),
        ("V_WATER", "m/s", "speed through the water to starboard"),
        ("W_WATER", "m/s", "speed through the water down"),
    ),
    "adcp": (
        ("LOCK", "", "bottom or none"),
        ("CELLS", "", "how many cells have water in them; the others are too far, or too near bed or surface"),
        ("CELL_RANGES", "m", "distance of the middle of each cell along the axis, separated by commas"),
        ("U_CELLS", "m/s", "speed of the water relative to the instrument forward, cell by cell, separated by commas"),
        ("V_CELLS", "m/s", "the same to starboard"),
        ("W_CELLS", "m/s", "the same down"),
        ("U", "m/s", "speed over ground forward, with bottom lock"),
        ("V", "m/s", "speed over ground to starboard, with bottom lock"),
        ("W", "m/s", "speed over ground down, with bottom lock"),
        ("ALTITUDE", "m", "height above the bottom along the vertical, with bottom lock"),
    ),
    "usbl": (
        ("RANGE", "m", "slant range from the transceiver"),
        ("BEARING", "deg", "from the transceiver, clockwise from north"),
        ("DEPRESSION", "deg", "from the transceiver, below the horizontal"),
        ("EAST", "m", "from the transceiver"),
        ("NORTH", "m", "from the transceiver"),
        ("DOWN", "m", "from the transceiver"),
        ("X", "m", "local east"),
        ("Y", "m", "local north"),
        ("DEPTH", "m", "depth"),
        ("LAT", "deg", "latitude"),
        ("LONG", "deg", "longitude"),
    ),
    "pressure": (("PRESSURE", "Pa", "absolute pressure"), ("DEPTH", "m", "depth that it makes")),
    "ctd": (
        ("TEMPERATURE", "deg C", "temperature of the water"),
        ("CONDUCTIVITY", "S/m", "conductivity"),
        ("SALINITY", "g/kg", "salinity"),
        ("DEPTH", "m", "depth"),
        ("SOUND_SPEED", "m/s", "speed of sound"),
    ),
    "sonar": (("QUALITY", "", "1 with an echo, 0 without: then nothing else"), ("RANGE", "m", "nearest echo")),
}
#: What dead reckoning says.
RECKONED: tuple[tuple[str, str, str], ...] = (
    ("USM_DR_X", "m", "local east, dead reckoned since the last GPS fix"),
    ("USM_DR_Y", "m", "local north, dead reckoned since the last GPS fix"),
    ("USM_EST_X", "m", "local east with all fixes"),
    ("USM_EST_Y", "m", "local north with all fixes"),
    ("USM_EST_LAT", "deg", "latitude with all fixes"),
    ("USM_EST_LONG", "deg", "longitude with all fixes"),
    ("USM_EST_SIGMA", "m", "standard deviation that it believes in, of each coordinate"),
    ("USM_EST_SPEED", "m/s", "speed over ground"),
    ("USM_EST_COURSE", "deg", "course over ground"),
)
#: Of them, texts.
_TEXTS = frozenset({"LOCK", "CELL_RANGES", "U_CELLS", "V_CELLS", "W_CELLS"})

MAIL: tuple[MailEntry, ...] = (
    MailEntry(
        "USM_FAULTS", "out", "text", "the faults in force", when="changed", group="sensors", source="docs/weather.md",
    ),
    MailEntry(
        "USM_NMEA", "out", "text", "NMEA 0183 sentences, one a message", when="sensors with nmea", group="sensors",
    ),
    MailEntry(
        "USM_NMEA_PORTS", "out", "text", "where NMEA sentences go: udp=HOST:PORT, tcp=ADDRESS:PORT, serial=PATH",
        when="at the start, with ports", group="sensors", source="docs/weather.md",
    ),
    *(
        _out(f"USM_SENSOR_{kind.upper()}_{suffix}", unit, f"{what} (a sensor with a name of its own: that name)", kind)
        for kind, outputs in OUTPUTS.items()
        for suffix, unit, what in outputs
    ),
    *(_out(name, unit, what, "dead_reckoning") for name, unit, what in RECKONED),
)  # fmt: skip
