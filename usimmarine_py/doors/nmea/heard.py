"""What instruments and AIS receivers say, as mail. The one module that imports pynmeagps and pyais."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sensors.nmea import KNOT

#: Characters of a sentence: 82 by the standard, more with tags.
LONGEST = 400
#: Vehicles that AIS may name.
MOST_VESSELS = 1000
Post = tuple[str, float | str]


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
        self._prefix, self._plane, self._say = prefix, plane, say
        self.heard = self.refused = 0
        self._said: set[str] = set()
        self._parts: dict[tuple[int, int], list[bytes]] = {}  #: of messages of several sentences
        self._vessels: dict[int, dict[str, Any]] = {}

    def take(self, line: bytes, now: float) -> list[Post]:
        """Return what a sentence posts; ``now``: MOOS time, s. One that cannot be used is counted, and said once."""
        line = line.strip()
        if not line:
            return []
        try:
            if len(line) > LONGEST:
                raise ValueError(f"a line of more than {LONGEST} characters")
            if line[:1] == b"\\":  # a tag block
                line = line.rpartition(b"\\")[2]
            if line[:1] == b"!":
                return self._of_ais(line, now)
            if line[:1] != b"$":
                raise ValueError("a line that is no sentence")
            return self._of_instrument(line)
        except Exception as error:  # whatever the readers make of foreign bytes
            self._refuse(error)
            return []

    def _refuse(self, error: Exception) -> None:
        self.refused += 1
        reason = " ".join(str(error).split())[:80] if isinstance(error, ValueError) else type(error).__name__
        kind = "".join(char for char in reason if not char.isdigit())
        if kind not in self._said and len(self._said) < 20:
            self._said.add(kind)
            self._say(f"a sentence is refused ({reason}); further ones are counted only")

    def _of_instrument(self, line: bytes) -> list[Post]:
        found = self._nmea.NMEAReader.parse(line + b"\r\n", msgmode=0, validate=0x01)
        kind = found.msgID
        self.heard += 1
        posts: dict[str, float] = {}
        if kind in ("RMC", "GGA", "GLL", "GNS"):
            if not _is_fix(found):
                return []
            latitude, longitude = float(found.lat), float(found.lon)
            if not (abs(latitude) <= 90.0 and abs(longitude) <= 180.0):
                raise ValueError("a position that is off the Earth")
            posts |= {"LAT": latitude, "LONG": longitude}
            if self._plane is not None and (place := self._plane.to_local(latitude, longitude)) is not None:
                posts |= {"X": place[0], "Y": place[1]}
        if kind == "RMC":
            posts |= _number(found.spd, "SPEED_OVER_GROUND", KNOT) | _number(found.cog, "HEADING_OVER_GROUND")
            posts |= _number(found.spd, "SPEED", KNOT)
        elif kind in ("HDT", "THS"):
            posts |= _number(found.headingT if kind == "HDT" else found.headt, "HEADING")
        elif kind == "VTG":
            posts |= _number(found.sogn, "SPEED_OVER_GROUND", KNOT) | _number(found.cogt, "HEADING_OVER_GROUND")
        elif kind == "VHW":
            posts |= _number(found.spdN, "SPEED", KNOT)
        elif kind == "DPT":
            posts |= _number(found.depth, "ALTITUDE")
        return [(f"{self._prefix}_{name}", value) for name, value in posts.items()]

    def _of_ais(self, line: bytes, now: float) -> list[Post]:
        fields = line.split(b",")
        if len(fields) < 7:
            raise ValueError("an AIS sentence with too few fields")
        count, number = int(fields[1]), int(fields[2])
        if not 1 <= number <= count <= 9:
            raise ValueError("an AIS sentence with wrong numbers")
        parts = [line]
        if count > 1:
            key = (count, int(fields[3] or b"0"))
            if number == 1:
                self._parts[key] = []
            known = self._parts.setdefault(key, [])
            known.append(line)
            if len(known) < count:
                return []
            parts = self._parts.pop(key)
        found = self._ais.decode(*parts, error_if_checksum_invalid=True)
        self.heard += 1
        return self._vessel(found, now)

    def _vessel(self, found: Any, now: float) -> list[Post]:
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
        return [("NODE_REPORT", ",".join(parts))]


def _is_fix(found: Any) -> bool:
    """Whether a position is one."""
    if found.msgID == "GGA":
        return str(found.quality) not in ("0", "")
    return bool(str(found.posMode).strip("N")) if found.msgID == "GNS" else found.status == "A"


def _number(value: object, name: str, factor: float = 1.0) -> dict[str, float]:
    """Return a field as a state; an empty one is none."""
    try:
        found = float(value) * factor  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return {}
    return {name: found} if isfinite(found) else {}


def _name(text: str) -> str:
    """Return a ship's name as MOOS has names: without blanks and signs."""
    return (
        "".join(char if char.isalnum() and char.isascii() else "_" for char in text.strip().strip("@"))
        .strip("_")
        .lower()
    )
