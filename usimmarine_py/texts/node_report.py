"""Node reports: the state of a vehicle as text, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import pi, radians
from typing import Any

from usimmarine_py.text import atof, compact_number, is_number, is_usual_number, read_number, whole_part
from usimmarine_py.texts.pairs import split_outside_braces
from usimmarine_py.values.frozen import dataclass, field

Pair = tuple[str, str]


@dataclass(slots=True)
class ReportDetails:
    """What a report has besides, which hardly a reader looks at; altitude m."""

    altitude: float | None = None
    index: int = 0
    has_yaw: bool = False
    transparency: float | None = None
    more: dict[str, str] = field(default_factory=dict)  #: COLOR, VSOURCE, ALLSTOP ..., by their names in a report
    properties: dict[str, str] = field(default_factory=dict)  #: pairs that pNodeReporter does not know


@dataclass(slots=True)
class NodeState:
    """A vehicle as a node report shows it; None and empty texts are left out of the report.

    Its writer changes it from report to report. What ``read_node_report`` returned is never changed, since all who
    read the same text share it.

    Positions m and deg, speed m/s, angles deg (clockwise from north), depth m, time MOOS s, length m.
    """

    name: str = ""
    x: float | None = None
    y: float | None = None
    speed: float | None = None
    heading: float | None = None
    course: float | None = None
    depth: float | None = None
    latitude: float | None = None
    longitude: float | None = None
    kind: str = ""
    group: str = ""
    mode: str = ""
    time: float | None = None
    length: float | None = None
    details: ReportDetails = field(default_factory=ReportDetails)

    @property
    def colour(self) -> str:
        """Its colour, or an empty text."""
        return self.details.more.get("COLOR", "")

    @property
    def is_complete(self) -> bool:
        """Whether it has a name, a speed, a heading and a position, local or global."""
        places = (self.x, self.y), (self.latitude, self.longitude)
        placed = any(None not in place for place in places)
        return bool(self.name) and self.speed is not None and self.heading is not None and placed

    @property
    def source(self) -> str:
        """What reported it, or an empty text."""
        return self.details.more.get("VSOURCE", "")


def heading_as_yaw(heading: float) -> float:
    """Return a heading (deg) as a mathematical angle (rad) in (-pi, pi]."""
    angle = radians(90.0 - heading)
    while angle <= -pi:
        angle += 2 * pi
    while angle > pi:
        angle -= 2 * pi
    return angle


def report_pairs(state: NodeState, *, terse: bool = False, global_only: bool = False) -> list[Pair]:
    """Return the pairs of a report in their order.

    ``terse``: without depth, position in degrees and yaw. ``global_only``: never x and y, always degrees.
    """
    pairs: list[Pair] = [("NAME", state.name)]
    details = state.details

    def number(key: str, value: float | None, decimals: int = 2) -> None:
        if value is not None:
            pairs.append((key, compact_number(value, decimals)))

    def text(key: str, value: str) -> None:
        if value:
            pairs.append((key, value))

    def more(*keys: str) -> None:
        for key in keys:
            if value := details.more.get(key, ""):
                pairs.append((key, value))

    if not global_only:
        number("X", state.x)
        number("Y", state.y)
    number("SPD", state.speed)
    number("HDG", state.heading)
    number("COG", state.course)
    if not terse:
        number("DEP", state.depth)
    if global_only or not terse:
        number("LAT", state.latitude, 8)
        number("LON", state.longitude, 8)
    text("TYPE", state.kind)
    more("COLOR")
    text("GROUP", state.group)
    more("VSOURCE")
    text("MODE", state.mode)
    more("MODE_AUX", "ALLSTOP", "LOAD_WARNING")
    number("ALTITUDE", details.altitude)
    more("SPD_OG", "HDG_OG")
    if details.index:
        pairs.append(("INDEX", str(details.index)))
    more("THRUST_MODE_REVERSE")
    if details.has_yaw and not terse:
        number("YAW", heading_as_yaw(state.heading or 0.0), 7)
    number("TIME", state.time)
    number("TRANSPARENCY", details.transparency)
    number("LENGTH", state.length)
    more("BEAM")
    if (trajectory := details.more.get("TRAJECTORY")) is not None:
        pairs.append(("TRAJECTORY", "{" + trajectory + "}"))
    pairs += sorted(details.properties.items())
    return pairs


def as_text(pairs: Sequence[Pair]) -> str:
    """Return a report in its usual form."""
    return ",".join(f"{key}={value}" for key, value in pairs)


def as_json(pairs: Sequence[Pair]) -> str:
    """Return a report in the form of JSON: values are quoted unless they are numbers."""
    return "{" + ",".join(f'"{key}":' + (value if is_number(value) else f'"{value}"') for key, value in pairs) + "}"


_NUMBERS: Mapping[str, str] = {
    "TIME": "time", "UTC_TIME": "time", "X": "x", "Y": "y", "LAT": "latitude", "LON": "longitude", "SPD": "speed",
    "SPEED": "speed", "HDG": "heading", "HEADING": "heading", "DEP": "depth", "DEPTH": "depth", "LENGTH": "length",
    "LEN": "length", "COG": "course",
}  # fmt: skip
_DETAILS: Mapping[str, str] = {"ALT": "altitude", "ALTITUDE": "altitude", "TRANSPARENCY": "transparency"}
_TEXTS = frozenset(("COLOR", "VSOURCE", "LOAD_WARNING", "TRAJECTORY", "GROUP"))
_ALWAYS_TEXT: Mapping[str, str] = {"NAME": "name", "TYPE": "kind", "MODE": "mode"}
#: Keys and values, where there are no braces; a key without ``=`` has an empty value.
_PAIRS = re.compile("([^,=]*)=?([^,]*),?").findall
_OVER_GROUND = ("HDG_OG", "SPD_OG")


@lru_cache(maxsize=256)
def read_node_report(text: str) -> NodeState:
    """Read a report, JSON or text; what is missing or no number stays unset. Later pairs override.

    In a field each vehicle reads those of all others: equal texts give the same record, which is not to be changed.
    """
    found: dict[str, Any] = {}
    details = ReportDetails()
    body = text.strip()
    json = body.startswith("{") and body.endswith("}")
    pairs: Iterable[Sequence[str]]
    if json:
        pairs = [part.partition(":")[::2] for part in body[1:-1].replace('"', "").split(",")]
    elif "{" in body or "}" in body:
        parts = split_outside_braces(body)
        pairs = [part.partition("=")[::2] for part in (parts if parts[-1] else parts[:-1])]
    else:
        pairs = _PAIRS(body)[:-1]  # the last one is what stands behind the end
    field_of, text_of, is_usual = _NUMBERS.get, _ALWAYS_TEXT.get, is_usual_number
    for given, value in pairs:
        if (name := field_of(given)) is not None and is_usual(value):
            found[name] = float(value)  # most of the parts
            continue
        if (name := text_of(given)) is not None:
            found[name] = value.strip()
            continue
        given, value = given.strip(), value.strip()
        if not _take(found, details, given, value) and not json:
            details.properties[given] = value
    return NodeState(**found, details=details)


def _take(found: dict[str, Any], details: ReportDetails, given: str, value: str) -> bool:
    """Read one pair into the fields or the details; return False for one that is none of them."""
    key = given.upper()
    if (name := _ALWAYS_TEXT.get(key)) is not None:
        found[name] = value
        return True
    if key in _OVER_GROUND:
        if (number := read_number(value)) is not None:
            details.more[key] = compact_number(number, 2)
        return number is not None
    if key in _NUMBERS or key in _DETAILS:
        if (number := read_number(value)) is None:
            return False
        if key in _NUMBERS:
            found[_NUMBERS[key]] = number
        else:
            setattr(details, _DETAILS[key], number)
    elif key == "INDEX":
        details.index = whole_part(atof(value))
    elif key == "YAW":
        details.has_yaw |= read_number(value) is not None
        return read_number(value) is not None
    elif key == "ALLSTOP":
        details.more[key] = value
    elif key == "THRUST_MODE_REVERSE" and value.lower() == "true":
        details.more[key] = "true"
    elif key in _TEXTS and read_number(value) is None:
        if key == "GROUP":
            found["group"] = value
        else:
            braced = key == "TRAJECTORY" and value.startswith("{") and value.endswith("}")
            details.more[key] = value[1:-1] if braced else value
    else:
        return False
    return True
