"""Currents: the vectors of a field, a measured profile, tides (laws/environment 8)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    from usimmarine_py.maths.plane.current_field import CurrentVectorField

#: Angular speeds of tidal constituents, deg/h (Schureman 1958, table 2).
CONSTITUENTS = {
    "M2": 28.9841042, "S2": 30.0, "N2": 28.4397295, "K2": 30.0821373, "NU2": 28.5125831, "MU2": 27.9682084,
    "2N2": 27.8953548, "L2": 29.5284789, "T2": 29.9589333, "K1": 15.0410686, "O1": 13.9430356, "P1": 14.9589314,
    "Q1": 13.3986609, "J1": 15.5854433, "OO1": 16.1391017, "M4": 57.9682084, "MS4": 58.9841042, "MN4": 57.4238337,
    "S4": 60.0, "M6": 86.9523127, "M3": 43.4761563, "MF": 1.0980331, "MM": 0.5443747, "MSF": 1.0158958,
    "SSA": 0.0821373, "SA": 0.0410686,
}  # fmt: skip


class Flow(ABC):
    """A current by place, depth (m) and time (s since the start)."""

    @abstractmethod
    def at(self, x: float, y: float, depth: float, time: float) -> tuple[float, float]:
        """Return the east and north component, m/s."""

    def lacks(self, x: float, y: float, depth: float, time: float) -> tuple[str, str]:
        """Return what is missing there, as a key and a sentence; two empty texts where the current is known."""
        del x, y, depth, time
        return "", ""

    def level(self, time: float) -> float:
        """Return how far (m) it lifts the surface ``time`` s after the start."""
        del time
        return 0.0

    @property
    def smooth(self) -> bool:
        """Whether the current has no steps from place to place."""
        return True

    @property
    def rises(self) -> bool:
        """Whether it moves the surface."""
        return False

    @property
    def fastest(self) -> float:
        """The greatest speed (m/s) that it can have; 0 where that is not known beforehand."""
        return 0.0

    @abstractmethod
    def summary(self) -> str:
        """Return a few words for the report."""


@dataclass(frozen=True)
class Vectors(Flow):
    """The vectors of a ``.cfd`` file, the same at all depths and times; beyond their reach there is no current."""

    field: CurrentVectorField
    interpolation: str = "reference"

    def at(self, x: float, y: float, depth: float, time: float) -> tuple[float, float]:
        """Return the east and north component, m/s."""
        del depth, time
        return self.field.current(x, y, self.interpolation)

    @property
    def smooth(self) -> bool:
        """Whether the current has no steps from place to place."""
        return self.interpolation == "idw"

    @property
    def fastest(self) -> float:
        """The greatest speed (m/s)."""
        return max((vector.magnitude for vector in self.field.vectors), default=0.0)

    def summary(self) -> str:
        """Return a few words for the report."""
        return f"{self.field.name}, {len(self.field.vectors)} vectors, {self.interpolation}"


@dataclass(frozen=True)
class Profile(Flow):
    """A measured current by depth, linear in between and held above and below."""

    depths: tuple[float, ...]  #: m, ascending
    east: tuple[float, ...]  #: m/s
    north: tuple[float, ...]

    def at(self, x: float, y: float, depth: float, time: float) -> tuple[float, float]:
        """Return the east and north component, m/s."""
        del x, y, time
        depths, east, north = self.depths, self.east, self.north
        k = bisect_right(depths, depth)
        if k == 0:
            return east[0], north[0]
        if k == len(depths):
            return east[-1], north[-1]
        share = (depth - depths[k - 1]) / (depths[k] - depths[k - 1])
        return east[k - 1] + share * (east[k] - east[k - 1]), north[k - 1] + share * (north[k] - north[k - 1])

    @property
    def fastest(self) -> float:
        """The greatest speed (m/s)."""
        return max(map(hypot, self.east, self.north), default=0.0)

    def summary(self) -> str:
        """Return a few words for the report."""
        return f"profile of {len(self.depths)} depths, {self.depths[0]:g} to {self.depths[-1]:g} m"


@dataclass(frozen=True)
class Constituent:
    """One tidal current, an ellipse."""

    name: str
    omega: float  #: rad/s
    major: float  #: m/s
    minor: float  #: m/s; above 0 it turns counter-clockwise
    towards: float  #: rad clockwise from north, of the major axis
    phase: float  #: rad, by which it lags
    height: float = 0.0  #: m, amplitude of the water level
    level_phase: float = 0.0  #: rad, by which the level lags


@dataclass(frozen=True)
class Tide(Flow):
    """Tidal currents, the same everywhere."""

    constituents: tuple[Constituent, ...] = ()

    def at(self, x: float, y: float, depth: float, time: float) -> tuple[float, float]:
        """Return the east and north component, m/s."""
        del x, y, depth
        east = north = 0.0
        for one in self.constituents:
            angle = one.omega * time - one.phase
            along, left = one.major * cos(angle), one.minor * sin(angle)
            s, c = sin(one.towards), cos(one.towards)
            east += along * s - left * c
            north += along * c + left * s
        return east, north

    def level(self, time: float) -> float:
        """Return how far (m) the surface stands above that of charts and sea beds."""
        return plain_sum(one.height * cos(one.omega * time - one.level_phase) for one in self.constituents)

    @property
    def rises(self) -> bool:
        """Whether the tide moves the surface, too."""
        return any(one.height for one in self.constituents)

    @property
    def fastest(self) -> float:
        """The greatest speed (m/s)."""
        return plain_sum(max(abs(one.major), abs(one.minor)) for one in self.constituents)

    def summary(self) -> str:
        """Return a few words for the report."""
        return "tide of " + ", ".join(one.name for one in self.constituents)


def read_constituent(text: str) -> Constituent:
    """Read ``M2, major=0.8, minor=0.1, direction=45, phase=120``; ``period`` (h) for others. Raises ``ConfigError``.

    ``height`` (m) moves the surface, with the lag ``level_phase`` (deg), by default that of the current.
    """
    first, *rest = [part.strip() for part in text.split(",")]
    name, given = first.upper(), {"minor": 0.0, "direction": 0.0, "phase": 0.0}
    words = ("major", "minor", "direction", "phase", "period", "height", "level_phase")
    for part in rest:
        word, equals, value = (piece.strip().lower() for piece in part.partition("="))
        number = finite_number(value)
        if not equals or word not in words:
            hint = suggest(word, words)
            known = ", ".join(f"{name}=" for name in words)
            raise ConfigError(f"expected {known}, not {shorten(part)!r}", suggestion=hint)
        if number is None or (word in ("major", "period", "height") and number < 0.0) or abs(number) > 1e6:
            raise ConfigError(f"{word} must be a number, found {shorten(value)!r}")
        given[word] = number
    if not {"major", "height"} & set(given):
        raise ConfigError("needs major=, the greatest current (m/s), or height=, the amplitude of the water level (m)")
    if given.get("period", 0.0) > 0.0:
        omega = 2.0 * pi / (3600.0 * given["period"])
    elif name in CONSTITUENTS:
        omega = radians(CONSTITUENTS[name]) / 3600.0
    else:
        known = ", ".join(CONSTITUENTS)
        raise ConfigError(f"{shorten(first)!r} is none of {known}; period= (h) says what it is")
    direction, phase = radians(given["direction"]), radians(given["phase"])
    lag = radians(given.get("level_phase", given["phase"]))
    major, height = given.get("major", 0.0), given.get("height", 0.0)
    return Constituent(name, omega, major, given["minor"], direction, phase, height, lag)


def read_profile(text: str) -> Profile:
    """Read ``DEPTH:SPEED:DIRECTION, ...`` (m, m/s, deg towards). Raises ``ConfigError``."""
    return _profile([("", part.split(":")) for part in text.split(",") if part.strip()], polar=True)


def read_profile_table(text: str, file: str) -> Profile:
    """Read a table with a line for each depth: depth, speed, direction; under a heading of depth, east, north parts.

    Raises ``ConfigError`` with file and line.
    """
    rows = [
        (f"{file}:{number}: ", raw.partition("#")[0].replace(";", " ").replace(",", " ").split())
        for number, raw in enumerate(text.splitlines(), start=1)
    ]
    rows = [(where, words) for where, words in rows if words]
    polar = True
    if rows and finite_number(rows[0][1][0]) is None:
        heading = rows.pop(0)[1]
        polar = not any(word.lower().startswith(("east", "u", "north", "v")) for word in heading[1:])
    return _profile(rows, polar=polar)


def _profile(rows: Sequence[tuple[str, Sequence[str]]], *, polar: bool) -> Profile:
    found: list[tuple[float, float, float]] = []
    for where, row in rows:
        numbers = [finite_number(word.strip()) for word in row]
        if len(numbers) != 3 or any(number is None or abs(number) > 1e6 for number in numbers):
            what = "DEPTH:SPEED:DIRECTION" if polar else "depth, east, north"
            raise ConfigError(f"{where}expected {what}, found {shorten(':'.join(row))!r}")
        depth, a, b = (float(number or 0.0) for number in numbers)
        if found and depth <= found[-1][0]:
            raise ConfigError(f"{where}depths must grow, {depth:g} does not")
        found.append((depth, a * sin(radians(b)), a * cos(radians(b))) if polar else (depth, a, b))
    if not found:
        raise ConfigError("holds no depth")
    depths, east, north = zip(*found, strict=True)
    return Profile(depths, east, north)
