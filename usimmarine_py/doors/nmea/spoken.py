"""What vehicles say: the sentences of one's own ship, and AIS of all others."""

from __future__ import annotations

from datetime import datetime
from math import isnan, nan

from usimmarine_py.doors.limits import plausible
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sensors.ais import AisContact, contact_from, due
from usimmarine_py.sensors.nmea import checksum, second_at, sentences
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.values import Value

#: Times are seconds of the calendar since then.
EPOCH = datetime(1970, 1, 1)
REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")
#: Sentences that are off by default, and are spoken here (``sensors.nmea``).
_ALSO = {"GGA": 1e3, "RMC": 1e3, "VTG": 1e3, "HDT": 1e3, "VHW": 1e3, "DPT": 1e3, "XDR": 1e3}
#: States of navigation that are read.
STATES = (
    "X", "Y", "LAT", "LONG", "HEADING", "SPEED", "DEPTH", "ROLL", "PITCH", "ALTITUDE", "SPEED_OVER_GROUND",
    "HEADING_OVER_GROUND", "V", "R",
)  # fmt: skip


class Speaker:
    """Sentences of the vehicles of one community."""

    def __init__(self, name: str, plane: Geodesy | None, prefix: str = "NAV", rate: float | None = None) -> None:
        """``rate``: of AIS positions, Hz; None: the intervals of the standard."""
        self.reports = 0  #: of others, that could be used
        self._name, self._plane, self._prefix, self._rate = name, plane, prefix, rate
        self._values: dict[str, float] = {}
        self._contacts: dict[str, AisContact] = {}
        self._own = ""

    def take(self, variable: str, value: Value, seconds: float, source: str = "") -> list[str]:
        """Take one post of the time ``seconds`` (of the calendar); return the AIS sentences that it makes.

        Raises ``ConfigError`` for a report that cannot be used, ``MailError`` for a number that no vehicle can mean.
        """
        if isinstance(value, float):
            self._values[variable] = plausible(variable, value, source, self._prefix)
        elif isinstance(value, str) and variable in REPORTS:
            return self._report(value, seconds, own=variable == "NODE_REPORT_LOCAL")
        return []

    def own_ship(self, seconds: float) -> list[str]:
        """Return the sentences of the own ship at a time; empty before its position is known."""
        n = self._number
        place = n("LAT"), n("LONG")
        if isnan(place[0] + place[1]) and self._plane is not None and not isnan(n("X") + n("Y")):
            place = self._plane.to_latlon(n("X"), n("Y")) or place
        if isnan(place[0] + place[1]) or not (abs(place[0]) <= 90.0 and abs(place[1]) <= 180.0):
            return []
        heading, speed = n("HEADING", 0.0), n("SPEED", 0.0)
        over_ground = n("SPEED_OVER_GROUND", abs(speed)), n("HEADING_OVER_GROUND", heading + 180.0 * (speed < 0.0))
        gps = {
            "LAT": place[0], "LONG": place[1], "HEIGHT": 0.0, "SPEED": over_ground[0], "TRACK": over_ground[1] % 360.0,
        }  # fmt: skip
        kinds = {"gps": gps, "compass": {"HEADING": heading}, "log": {"SPEED": speed, "SWAY": n("V", 0.0)}}
        if not isnan(altitude := n("ALTITUDE")):
            kinds["altimeter"] = {"ALTITUDE": altitude}
        if not isnan(n("ROLL") + n("PITCH")):
            kinds["mru"] = {"ROLL": n("ROLL"), "PITCH": n("PITCH"), "HEADING": heading, "R": n("R", 0.0)}
        found = []
        for kind, values in kinds.items():
            reading = Reading(kind, kind, seconds, (), tuple(values.items()))
            found += [
                one
                for one in sentences(reading, EPOCH, _ALSO, 1.0)
                if one[3:6] in (("XDR",) if kind == "mru" else _ALSO)
            ]
        return found

    def _number(self, name: str, default: float = nan) -> float:
        return self._values.get(f"{self._prefix}_{name}", default)

    def _report(self, text: str, seconds: float, *, own: bool) -> list[str]:
        to_latlon = None if self._plane is None else self._plane.to_latlon
        contact = contact_from(text, "auto", to_latlon, self._contacts)
        own = own or contact.name.lower() in (self._name.lower(), self._own)
        if own:
            self._own = contact.name.lower()
        contact, spoken = due(contact, seconds, second_at(seconds, EPOCH), self._rate)
        self._contacts[contact.name] = contact
        self.reports += not own
        return [_of_own_ship(one) for one in spoken] if own else spoken


def _of_own_ship(sentence: str) -> str:
    """The same message as of the own transponder."""
    body = sentence[1:].partition("*")[0].replace("AIVDM", "AIVDO", 1)
    return f"!{body}*{checksum(body)}"
