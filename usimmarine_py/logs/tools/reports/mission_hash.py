"""alogmhash: the name of a mission, how far the vehicle went and how long the log is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import TextIO

from usimmarine_py.logs.tools.entries.joining import log_start
from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    WEB,
    commas,
    fields,
    is_comment,
    readable,
    value_of,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.reports.collisions import show_progress
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof, compact_number, plain_number
from usimmarine_py.values.frozen import dataclass, field

_REPORTS = {
    "-m": "mhash", "--mhash": "mhash", "-o": "odo", "--odo": "odo", "-d": "duration", "--duration": "duration",
    "-n": "name", "--name": "name", "-u": "utc", "--utc": "utc", "-x": "xhash", "--xhash": "xhash",
    "-a": "all", "--all": "all",
}  # fmt: skip
#: Shortest time between two positions whose distance counts, s.
_STEP = 0.5


@dataclass(slots=True)
class MissionWay:
    """What a log says about its mission."""

    vehicle: str = ""
    time: float = 0.0  #: s, of the last entry that is read
    distance: float = 0.0  #: m
    mission: str = ""  #: MISSION_HASH as it was posted last
    by_mission: dict[str, float] = field(default_factory=dict)  #: m
    _here: dict[str, float] = field(default_factory=dict)
    _there: dict[str, float] = field(default_factory=dict)
    _counted: float = 0.0

    def take(self, line: str) -> None:
        """Take a line of the log."""
        if is_comment(line):
            return
        entry = fields(line)
        name = entry.variable
        if name not in ("NAV_X", "NAV_Y", "DB_UPTIME", "MISSION_HASH"):
            return
        if name == "DB_UPTIME" and not self.vehicle:
            vehicle = entry.source.partition("_")[2]
            self.vehicle = "shore" if vehicle == "shoreside" else vehicle
        elif name == "MISSION_HASH":
            self.mission = entry.data
        elif name != "DB_UPTIME":
            self._here[name] = atof(entry.data)
            self._there.setdefault(name, self._here[name])
        self.time = atof(entry.time)
        if self.time - self._counted > _STEP and len(self._here) == 2:
            step = hypot(*(self._here[name] - self._there[name] for name in ("NAV_X", "NAV_Y")))
            self.distance += step
            self._there = dict(self._here)
            self._counted = self.time
            if self.mission:
                self.by_mission[self.mission] = self.by_mission.get(self.mission, 0.0) + step

    @property
    def longest(self) -> str:
        """The mission of the longest way, the last one without any."""
        found = self.mission
        longest = -1.0
        for mission, distance in sorted(self.by_mission.items()):
            if distance > longest:
                found, longest = mission, distance
        return found

    @property
    def short_name(self) -> str:
        """``ABE-451S-999M``: vehicle, s, m."""
        # the original cuts the distance alone to three digits
        seconds, metres = plain_number(self.time, 0), plain_number(min(self.distance, 999.0), 0)
        return f"{self.vehicle.encode('latin-1').upper().decode('latin-1')}-{seconds:0>3}S-{metres:0>3}M"


def measure(lines: Iterable[str]) -> MissionWay:
    """Return what the lines of a log say."""
    found = MissionWay()
    for line in lines:
        found.take(line)
    return found


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogmhash FILE.alog [OPTIONS]``; its exit code."""
    source, report, terse = "", "", False
    for word in words:
        if word in HELP or word in WEB:
            out.write(help_text("alogmhash"))
            return 0
        if word in VERSION:
            out.write(version_text("alogmhash"))
            return 0
        if word in ("-t", "--terse"):
            terse = True
        elif word in _REPORTS:
            report = _REPORTS[word]
        elif word.endswith(".alog"):
            if not readable(word):
                out.write(f"Alog file [{word}] unable to read.\nalogmhash Bad Arg: {word}\n")
                return 1
            source = word
    if not source:
        out.write("No alog file provided. Exiting. \n")
        return 1
    if report:
        out.write(_line(measure(whole_lines(source)), report, source) + ("" if terse else "\n"))
    else:
        _show_all(source, out)
    return 0


def _line(found: MissionWay, report: str, source: str) -> str:
    if report == "mhash":
        return value_of(found.longest, "mhash")
    if report == "odo":
        return compact_number(found.distance, 1)
    if report == "duration":
        return compact_number(found.time, 1)
    if report == "name":
        return found.vehicle
    if report == "utc":
        return compact_number(log_start(source), 3)
    if report == "xhash":
        return found.short_name
    utc = value_of(found.longest, "utc").partition(".")[0]
    return (
        f"mhash={value_of(found.longest, 'mhash')},odo={plain_number(found.distance, 1)},"
        f"duration={plain_number(found.time, 1)},name={found.vehicle},utc={utc},xhash={found.short_name}"
    )


def _show_all(source: str, out: TextIO) -> None:
    out.write(f"Analyzing odometry in file : {source}\n")
    found = MissionWay()
    count = 0
    for count, line in enumerate(whole_lines(source), 1):
        show_progress(count, 250000, out)
        found.take(line)
    out.write(
        f"\n{commas(count + 1)} total alog file lines.\n-------------------------------------\n"
        f"MHash:     {value_of(found.longest, 'mhash')}\nOdometry:  {compact_number(found.distance, 1)}\n"
        f"Duration:  {compact_number(found.time, 1)}\nNode Name: {found.vehicle}\n"
        f"UTC:       {value_of(found.longest, 'utc')}\nFull List of MHashes noted: \n"
    )
    for mission, distance in sorted(found.by_mission.items()):
        out.write(f" [{value_of(mission, 'mhash')}]: {plain_number(distance, 2)} meters\n")
