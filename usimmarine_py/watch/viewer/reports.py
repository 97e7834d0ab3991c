"""NODE_REPORT and NODE_REPORT_LOCAL: the reported states of vehicles."""

from __future__ import annotations

import math
from dataclasses import dataclass

from usimmarine_py.logs.viewer.fields import colour, fields_of, place, shown
from usimmarine_py.text import finite_number

REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")


@dataclass(frozen=True, slots=True)
class NodeReport:
    """One report; nan for missing values."""

    name: str
    x: float  #: m east
    y: float  #: m north
    heading: float  #: deg
    speed: float  #: m/s
    depth: float  #: m
    latitude: float = math.nan  #: deg
    longitude: float = math.nan  #: deg
    time: float = math.nan  #: MOOS s
    kind: str = ""  #: kayak, auv, ship ...
    length: float = math.nan  #: m
    colour: str = ""
    mode: str = ""


def read_report(text: str) -> NodeReport | None:
    """Parse a report; None if it names no vehicle."""
    given = fields_of(text)
    name = shown(given.get("name", ""))
    if not name:
        return None

    def number(key: str) -> float:
        value = finite_number(given.get(key, ""))
        return math.nan if value is None else value

    x, y, length = place(given.get("x")), place(given.get("y")), place(given.get("length"))
    return NodeReport(
        name,
        math.nan if x is None else x,
        math.nan if y is None else y,
        number("hdg"),
        number("spd"),
        number("dep"),
        number("lat"),
        number("lon"),
        number("time"),
        shown(given.get("type", "").lower(), 24),
        length if length is not None and 0.0 < length < 1000.0 else math.nan,
        colour(given.get("color")),
        shown(given.get("mode", ""), 60),
    )
