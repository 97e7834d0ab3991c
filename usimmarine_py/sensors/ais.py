"""AIS sentences of other vehicles (laws/sensors 6), as a receiver would output them, from their node reports.

ITU-R M.1371-5: position reports 1 (class A) and 18 (class B), static ones 5 and 24, at the intervals of its tables;
in VDM sentences of IEC 61162-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from zlib import crc32

from usimmarine_py.errors import ConfigError
from usimmarine_py.limits import MOST_AIS_CONTACTS
from usimmarine_py.sensors.kinds import ToLatLon
from usimmarine_py.sensors.nmea import KNOT, checksum
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import dataclass, replace

#: Vessels of this length (m) have class A if the class is not given (33 CFR 164.46: 65 feet).
CLASS_A_LENGTH = 19.8
#: Below this depth (m) the antenna is under water.
DEEPEST = 1.0
#: Interval of static data, s.
STATIC_INTERVAL = 360.0
#: Position reports of class A: below this speed (knots) every so many s; behind the last one every 2 s.
_CLASS_A = ((14.0, 10.0), (23.0, 6.0))
_FASTEST = 2.0
#: Class B (CS): up to 2 knots, and above.
_CLASS_B = (180.0, 30.0)
#: Types of ship: pleasure craft, and other.
_PLEASURE, _OTHER = 37, 90
_SHIP_TYPES = {"kayak": _PLEASURE, "mokai": _PLEASURE, "sail": 36, "sailboat": 36, "tug": 52, "tanker": 80, "cargo": 70}
#: Characters of payload in a sentence of at most 82.
_MOST_PAYLOAD = 60
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class AisContact:
    """Another vehicle, with its last report."""

    name: str
    mmsi: int
    class_a: bool
    ship_type: int
    length: float  #: m, 0 = unknown
    beam: float = 0.0  #: m, 0 = unknown
    latitude: float = 0.0  #: deg
    longitude: float = 0.0  #: deg
    speed: float = 0.0  #: over ground, m/s
    course: float | None = None  #: over ground, deg
    heading: float | None = None  #: deg
    depth: float = 0.0  #: m
    position_sent: float | None = None  #: clock, s
    static_sent: float | None = None  #: clock, s
    sent: int = 0  #: messages so far

    @property
    def interval(self) -> float:
        """Interval of position reports, s."""
        knots = self.speed / KNOT
        if self.class_a:
            return next((every for limit, every in _CLASS_A if knots <= limit), _FASTEST)
        return _CLASS_B[knots > 2.0]


def contact_from(
    report: str, wanted: str, to_latlon: ToLatLon | None, known: Mapping[str, AisContact] | None = None
) -> AisContact:
    """Parse the vehicle of a NODE_REPORT; ``wanted``: a, b or auto; ``known`` by name keeps the state of transmission.

    Raises ``ConfigError`` that names missing fields.
    """
    fields = {}
    for part in report.split(","):
        key, _, value = part.partition("=")
        fields[key.strip().upper()] = value.strip()
    name = fields.get("NAME", "")
    if not name:
        raise ConfigError("must be NAME=..., with LAT and LON or X and Y")
    numbers = {key: finite_number(value) for key, value in fields.items()}
    latitude, longitude = _place(name, numbers, to_latlon)
    length = max(numbers.get("LENGTH") or 0.0, 0.0)
    kind = fields.get("TYPE", "").lower()
    heading = numbers.get("HDG")
    speed = numbers["SOG"] if numbers.get("SOG") is not None else numbers.get("SPD")
    course = numbers["COG"] if numbers.get("COG") is not None else heading
    if speed is not None and speed < 0.0:
        speed, course = -speed, None if course is None else (course + 180.0) % 360.0
    mmsi = fields.get("MMSI", "")
    before = (known or {}).get(name)
    if before is None and known is not None and len(known) >= MOST_AIS_CONTACTS:
        raise ConfigError(f"is one of more than {MOST_AIS_CONTACTS} vehicles")
    return AisContact(
        name,
        int(mmsi) if len(mmsi) == 9 and mmsi.isascii() and mmsi.isdigit() else mmsi_of(name),
        wanted == "a" or (wanted == "auto" and (length >= CLASS_A_LENGTH or (length == 0.0 and kind == "ship"))),
        _SHIP_TYPES.get(kind, _OTHER),
        length,
        max(numbers.get("BEAM") or 0.0, 0.0),
        latitude,
        longitude,
        speed or 0.0,
        course,
        heading,
        numbers.get("DEP") or 0.0,
        None if before is None else before.position_sent,
        None if before is None else before.static_sent,
        0 if before is None else before.sent,
    )


def mmsi_of(name: str) -> int:
    """An identity for a vehicle without one: 200 is no country's code, the rest is derived from its name."""
    return 200_000_000 + crc32(name.encode("utf-8", "surrogateescape")) % 1_000_000


def due(contact: AisContact, now: float, second: int, rate: float | None = None) -> tuple[AisContact, list[str]]:
    """Return the contact and the sentences that its transponder sends at clock ``now`` (s).

    ``second``: of the calendar minute; ``rate``: of position reports, Hz, instead of the standard's; 0 = none.
    """
    if contact.depth > DEEPEST or rate == 0.0:
        return contact, []
    found: list[str] = []
    interval = contact.interval if rate is None else 1.0 / rate
    if contact.position_sent is None or now - contact.position_sent >= interval - _SLACK:
        found += vdm(position_report(contact, second), contact.sent)
        contact = replace(contact, position_sent=now, sent=contact.sent + 1)
    if contact.static_sent is None or now - contact.static_sent >= STATIC_INTERVAL - _SLACK:
        for message in static_reports(contact):
            found += vdm(message, contact.sent)
            contact = replace(contact, static_sent=now, sent=contact.sent + 1)
    return contact, found


Bits = list[tuple[int, int]]  #: values and their widths


def position_report(contact: AisContact, second: int) -> Bits:
    """Message 1 or 18."""
    speed = min(round(contact.speed / KNOT * 10.0), 1022)
    course = 3600 if contact.course is None else round(contact.course % 360.0 * 10.0) % 3600
    heading = 511 if contact.heading is None else round(contact.heading % 360.0) % 360
    place = [(round(contact.longitude * 600_000.0), 28), (round(contact.latitude * 600_000.0), 27)]
    motion: Bits = [(speed, 10), (0, 1), *place, (course, 12), (heading, 9), (second, 6)]
    if contact.class_a:
        # under way using engine, rate of turn unknown; no manoeuvre, spare, RAIM, communication state
        return [(1, 6), (0, 2), (contact.mmsi, 30), (0, 4), (-128, 8), *motion, (0, 2), (0, 3), (0, 1), (0, 19)]
    # a carrier-sense unit without display and DSC, on the complete band; its communication state is fixed
    return [
        (18, 6),
        (0, 2),
        (contact.mmsi, 30),
        (0, 8),
        *motion,
        (0, 2),
        (0b1001000, 7),
        (1, 1),
        (0b1100000000000000110, 19),
    ]


def static_reports(contact: AisContact) -> list[Bits]:
    """Message 5, or both parts of 24."""
    half = round(contact.length / 2.0), round(contact.beam / 2.0)
    size: Bits = [
        (min(half[0], 511), 9),
        (min(round(contact.length) - half[0], 511), 9),
        (min(half[1], 63), 6),
        (min(round(contact.beam) - half[1], 63), 6),
    ]
    name = six_bit(contact.name, 20)
    if contact.class_a:
        head: Bits = [(5, 6), (0, 2), (contact.mmsi, 30), (0, 2), (0, 30), *six_bit("", 7), *name]
        # GPS; no arrival time, draught or destination
        arrival: Bits = [(0, 4), (0, 5), (24, 5), (60, 6)]
        return [[*head, (contact.ship_type, 8), *size, (1, 4), *arrival, (0, 8), *six_bit("", 20), (0, 1), (0, 1)]]
    head = [(24, 6), (0, 2), (contact.mmsi, 30)]
    vendor: Bits = [*six_bit("USM", 3), (0, 4), (0, 20)]
    return [
        [*head, (0, 2), *name],
        [*head, (1, 2), (contact.ship_type, 8), *vendor, *six_bit("", 7), *size, (1, 4), (0, 2)],
    ]


def six_bit(text: str, length: int) -> Bits:
    """A text of so many characters, filled up with ``@``."""
    # the table has space to ? at 32 to 63 and @ to _ at 0 to 31
    codes = [ord(c) if " " <= c <= "_" else ord("?") for c in text.upper()[:length].ljust(length, "@")]
    return [(code % 64, 6) for code in codes]


def vdm(bits: Iterable[tuple[int, int]], count: int) -> list[str]:
    """The sentences of a message; ``count`` chooses the channel and the number that joins several sentences."""
    total = length = 0
    for value, width in bits:
        total = total << width | value & ((1 << width) - 1)
        length += width
    fill = -length % 6
    total <<= fill
    sixes = [total >> shift & 63 for shift in range(length + fill - 6, -1, -6)]
    payload = "".join(chr(six + 48 if six < 40 else six + 56) for six in sixes)
    parts = [payload[i : i + _MOST_PAYLOAD] for i in range(0, len(payload), _MOST_PAYLOAD)]
    found = []
    for place, part in enumerate(parts, 1):
        join = str(count % 10) if len(parts) > 1 else ""
        bits_left = fill if place == len(parts) else 0
        body = f"AIVDM,{len(parts)},{place},{join},{'AB'[count % 2]},{part},{bits_left}"
        found.append(f"!{body}*{checksum(body)}")
    return found


def _place(name: str, numbers: Mapping[str, float | None], to_latlon: ToLatLon | None) -> tuple[float, float]:
    latitude, longitude = numbers.get("LAT"), numbers.get("LON")
    if latitude is None or longitude is None:
        x, y = numbers.get("X"), numbers.get("Y")
        if x is None or y is None:
            raise ConfigError(f"tells no position of {name}: give LAT and LON or X and Y")
        found = None if to_latlon is None else to_latlon(x, y)
        if found is None:
            raise ConfigError(f"gives {name} by X and Y alone, and without LatOrigin and LongOrigin that is no place")
        latitude, longitude = found
    if not (isfinite(latitude) and -90.0 <= latitude <= 90.0 and -180.0 <= longitude <= 180.0):
        raise ConfigError(f"puts {name} off the Earth, at LAT={latitude:g}, LON={longitude:g}")
    return latitude, longitude
