"""What instruments and AIS receivers say, as mail. The one module that imports pynmeagps and pyais."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import nan
from typing import Any, NamedTuple

from usimmarine_py.doors.limits import LIMITS
from usimmarine_py.doors.nmea.sentence import bare, whole
from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.errors import MissingExtraError, printable
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sensors.nmea import KNOT

#: Characters of a sentence: 82 by the standard, more with tags.
LONGEST = 400
#: Vehicles that AIS may name.
MOST_VESSELS = 1000
#: Sentences of instruments that become mail, of any talker; others are counted only.
HEARD = ("RMC", "GGA", "GLL", "GNS", "HDT", "THS", "VTG", "VHW", "DPT")
#: Real s within which the parts of a message follow each other.
_TOGETHER = 3.0


class Heard(NamedTuple):
    """What a sentence posts."""

    variable: str
    value: float | str
    vessel: int = 0  #: its MMSI


class Listener:
    """Turns sentences into posts."""

    def __init__(self, prefix: str, plane: Geodesy | None, say: Callable[[str], None]) -> None:
        """Raise ``MissingExtraError`` without pynmeagps and pyais."""
        try:
            import pyais
            import pynmeagps
        except ImportError:
            raise MissingExtraError("usim nmea --from", "pynmeagps and pyais", "nmea") from None
        self._nmea: Any = pynmeagps
        self._ais: Any = pyais
        self._prefix, self._plane = prefix, plane
        self.heard = 0  #: sentences that are whole
        self.unused = 0  #: of them, such as say nothing that becomes mail
        self._refusals = Refusals(say)
        self._parts: dict[tuple[int, int, int], tuple[float, list[bytes]]] = {}  #: of messages of several sentences
        self._vessels: dict[int, dict[str, Any]] = {}

    @property
    def refused(self) -> int:
        """Sentences that could not be used."""
        return self._refusals.count

    def take(self, line: bytes, now: float, source: int = 0) -> list[Heard]:
        """Return what a sentence posts. One that cannot be used is counted, and said once.

        ``now``: MOOS time, s; ``source``: number of the receiver, as parts of a message come from one.
        """
        line = line.strip()
        if not line:
            return []
        try:
            if len(line) > LONGEST:
                raise ValueError(f"a line of more than {LONGEST} characters")
            line = bare(line)
            kind = whole(line)
            self.heard += 1
            found = self._of_ais(line, now, source) if line[:1] == b"!" else self._of_instrument(line, kind)
        except Exception as error:  # whatever the readers make of foreign bytes
            reason = " ".join(str(error).split())[:80] or type(error).__name__
            self._refusals.add(f"a sentence is refused ({printable(reason)})")
            return []
        self.unused += not found
        return found

    def _of_instrument(self, line: bytes, kind: str) -> list[Heard]:
        if kind not in HEARD:
            return []
        found = self._nmea.NMEAReader.parse(line + b"\r\n", msgmode=0, validate=0x01)
        posts: dict[str, float] = {}
        if kind in ("RMC", "GGA", "GLL", "GNS"):
            if not _is_fix(found):
                return []
            latitude, longitude = (_number(getattr(found, one, None), one).get(one, nan) for one in ("lat", "lon"))
            if not (abs(latitude) <= 90.0 and abs(longitude) <= 180.0):
                raise ValueError("a fix without a position, or with one that is off the Earth")
            posts |= {"LAT": latitude, "LONG": longitude}
            if self._plane is not None and (place := self._plane.to_local(latitude, longitude)) is not None:
                posts |= {"X": place[0], "Y": place[1]}
        field = partial(getattr, found)
        if kind == "RMC":
            posts |= _number(field("spd", None), "SPEED_OVER_GROUND", KNOT)
            posts |= _number(field("cog", None), "HEADING_OVER_GROUND")
            posts |= _number(field("spd", None), "SPEED", KNOT)
        elif kind in ("HDT", "THS"):
            if field("mi", "A") != "V":  # not valid
                posts |= _number(field("headingT" if kind == "HDT" else "headt", None), "HEADING")
        elif kind == "VTG":
            if field("posMode", "A") != "N":
                posts |= _number(field("sogn", None), "SPEED_OVER_GROUND", KNOT)
                posts |= _number(field("cogt", None), "HEADING_OVER_GROUND")
        elif kind == "VHW":
            posts |= _number(field("spdN", None), "SPEED", KNOT)
        elif kind == "DPT":
            posts |= _number(field("depth", None), "ALTITUDE")
        for name, value in posts.items():
            low, high = LIMITS[name]
            if not low <= value <= high:
                raise ValueError(f"{kind}: {name} {value:g} is not from {low:g} to {high:g}")
        return [Heard(f"{self._prefix}_{name}", value) for name, value in posts.items()]

    def _of_ais(self, line: bytes, now: float, source: int) -> list[Heard]:
        fields = line.split(b",")
        if len(fields) < 7:
            raise ValueError("an AIS sentence with too few fields")
        if not all(one.isdigit() and len(one) == 1 for one in (fields[1], fields[2], fields[3] or b"0")):
            raise ValueError("an AIS sentence with wrong numbers")
        count, number, joint = int(fields[1]), int(fields[2]), int(fields[3] or b"0")
        if not 1 <= number <= count:
            raise ValueError("an AIS sentence with wrong numbers")
        parts = [line]
        if count > 1:
            key, here = (source, count, joint), time.monotonic()
            began, parts = self._parts.pop(key, (here, []))
            if number == 1 or here - began > _TOGETHER:
                began, parts = here, []
            if number != len(parts) + 1:
                raise ValueError("a part of an AIS message whose others were lost")
            parts.append(line)
            if len(parts) < count:
                self._parts[key] = began, parts
                return []
        try:
            return self._vessel(self._ais.decode(*parts, error_if_checksum_invalid=True), now)
        except (TypeError, AttributeError, self._ais.exceptions.AISBaseException) as error:
            raise ValueError("an AIS message that is cut off, or cannot be decoded") from error

    def _vessel(self, found: Any, now: float) -> list[Heard]:
        mmsi = int(found.mmsi)
        vessel = self._vessels.get(mmsi)
        if vessel is None:
            if len(self._vessels) >= MOST_VESSELS:
                raise ValueError(f"one of more than {MOST_VESSELS} vessels")
            vessel = self._vessels[mmsi] = {}
        if found.msg_type in (5, 24):
            name = _name(str(getattr(found, "shipname", "") or ""))
            length = float(getattr(found, "to_bow", 0) or 0) + float(getattr(found, "to_stern", 0) or 0)
            vessel.update({"name": name} if name else {})
            vessel.update({"length": length} if length else {})
            return []
        if found.msg_type not in (1, 2, 3, 18, 19, 27):
            return []
        latitude, longitude = float(found.lat), float(found.lon)
        if not (abs(latitude) <= 90.0 and abs(longitude) <= 180.0):
            return []  # 91 and 181: not known
        parts = [f"NAME={vessel.get('name') or f'mmsi_{mmsi}'}", f"TIME={now:.3f}", "TYPE=ship"]
        if self._plane is not None and (place := self._plane.to_local(latitude, longitude)) is not None:
            parts += [f"X={place[0]:.2f}", f"Y={place[1]:.2f}"]
        parts += [f"LAT={latitude:.7f}", f"LON={longitude:.7f}"]
        speed, course, heading = float(found.speed), float(found.course), float(getattr(found, "heading", 511))
        course = course if course < 360.0 else 0.0
        parts += [
            f"SPD={speed * KNOT if speed < 102.3 else 0.0:.2f}",
            f"HDG={heading if heading < 360.0 else course:.1f}",
        ]
        parts += [f"COG={course:.1f}", "DEP=0", f"MMSI={mmsi}", "VSOURCE=ais"]
        if "length" in vessel:
            parts.append(f"LENGTH={vessel['length']:g}")
        return [Heard("NODE_REPORT", ",".join(parts), mmsi)]


def _is_fix(found: Any) -> bool:
    """Whether a position is one."""
    if found.msgID == "GGA":
        return str(getattr(found, "quality", "")) not in ("0", "")
    if found.msgID == "GNS":
        return bool(str(getattr(found, "posMode", "")).strip("N"))
    return getattr(found, "status", "") == "A"


def _number(value: object, name: str, factor: float = 1.0) -> dict[str, float]:
    """Return a field as a state; an empty one is none."""
    try:
        found = float(value) * factor  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return {}
    return {name: found}


def _name(text: str) -> str:
    """Return a ship's name as MOOS has names: without blanks and signs."""
    return (
        "".join(char if char.isalnum() and char.isascii() else "_" for char in text.strip().strip("@"))
        .strip("_")
        .lower()
    )
