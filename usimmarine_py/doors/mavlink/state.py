"""What of a vehicle's mail a ground station sees, in units and frames of MAVLink."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, nan, radians, sin

from usimmarine_py.doors.limits import plausible
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.texts.shapes import read_points
from usimmarine_py.values import Value

#: Modes of ArduPilot's Rover, by number: what ground stations know.
MANUAL, HOLD, AUTO, RTL, GUIDED = 0, 4, 10, 11, 15
MODES = {MANUAL: "MANUAL", HOLD: "HOLD", AUTO: "AUTO", RTL: "RTL", GUIDED: "GUIDED"}
#: Variables that are read, beside those of the prefix.
READ = (
    "MODE", "IVPHELM_STATE", "MOOS_MANUAL_OVERRIDE", "MOOS_MANUAL_OVERIDE", "DEPLOY", "RETURN", "STATION_KEEP",
    "DESIRED_THRUST", "DESIRED_THRUST_L", "DESIRED_THRUST_R", "USM_BATTERY_CHARGE", "USM_BATTERY_VOLTAGE",
    "USM_BATTERY_CURRENT", "VIEW_SEGLIST", "WPT_INDEX",
)  # fmt: skip
STATES = (
    "X", "Y", "LAT", "LONG", "HEADING", "SPEED", "DEPTH", "ROLL", "PITCH", "P", "Q", "R", "HEADING_OVER_GROUND",
    "SPEED_OVER_GROUND", "W",
)  # fmt: skip
#: Waypoints of a mission, of the vehicle or of a ground station.
MOST_WAYPOINTS = 500
Waypoint = tuple[float, float]


@dataclass
class MavState:
    """The newest values of one vehicle."""

    prefix: str = "NAV"
    plane: Geodesy | None = None  #: for waypoints, which are local
    numbers: dict[str, float] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    waypoints: tuple[Waypoint, ...] = ()  #: m, of the helm, as it draws them
    guided: bool = False  #: a ground station has sent it somewhere

    def take(self, variable: str, value: Value, source: str = "") -> None:
        """Take one post. Raises ``MailError`` for a number that no vehicle can mean; the last good one stays."""
        if isinstance(value, float):
            self.numbers[variable] = plausible(variable, value, source, self.prefix)
        elif isinstance(value, str):
            if variable == "VIEW_SEGLIST":
                self._route(value)
            else:
                self.texts[variable] = value

    def number(self, name: str, default: float = nan) -> float:
        """Return a state of navigation."""
        return self.numbers.get(f"{self.prefix}_{name}", default)

    def _is(self, variable: str) -> bool:
        return self.texts.get(variable, "").strip().lower() == "true"

    @property
    def is_manual(self) -> bool:
        """Whether a person steers."""
        given = self.texts.get("MOOS_MANUAL_OVERRIDE", self.texts.get("MOOS_MANUAL_OVERIDE", "true"))
        return given.strip().lower() != "false"

    @property
    def is_armed(self) -> bool:
        """Whether the helm, or a person, may move the vehicle."""
        return self._is("DEPLOY") or not self.is_manual

    @property
    def mode(self) -> int:
        """The mode by its number of ArduPilot's Rover."""
        if self.is_manual:
            return MANUAL
        if self.guided:
            return GUIDED
        if self._is("RETURN"):
            return RTL
        return HOLD if self._is("STATION_KEEP") or not self._is("DEPLOY") else AUTO

    @property
    def thrust(self) -> int:
        """Thrust, %."""
        sides = [self.numbers.get(f"DESIRED_THRUST_{side}") for side in "LR"]
        known = [one for one in sides if one is not None]
        found = self.numbers.get("DESIRED_THRUST", 0.5 * (known[0] + known[-1]) if known else 0.0)
        return round(min(max(found, -100.0), 100.0))

    @property
    def velocity(self) -> tuple[float, float, float]:
        """Over ground, north, east, down, m/s."""
        speed = self.number("SPEED_OVER_GROUND", self.number("SPEED", 0.0))
        course = radians(self.number("HEADING_OVER_GROUND", self.number("HEADING", 0.0)))
        return speed * cos(course), speed * sin(course), self.number("W", 0.0)

    @property
    def places(self) -> list[tuple[float, float]]:
        """Latitude and longitude of the waypoints."""
        found = [None if self.plane is None else self.plane.to_latlon(x, y) for x, y in self.waypoints]
        return [place for place in found if place is not None]

    def _route(self, text: str) -> None:
        """Take the way that a helm draws; one that it takes off the map is kept."""
        if "active=false" in text.replace(" ", "").lower():
            return
        try:
            found = read_points(text)
        except ValueError:
            return
        if found.points:
            self.waypoints = tuple((point[0], point[1]) for point in found.points[:MOST_WAYPOINTS])
