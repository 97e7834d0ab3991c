"""Obstacles as text: a convex polygon with a label, and who saw it for how long."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.maths.plane.shapes import points_text, read_polygon
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.words import pairs

#: Points of the text that takes a polygon away.
NO_POINTS = "pts={0,0:9,0:0,9}"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An obstacle; ``duration`` (s) is how long a report of it counts, None: it does not say."""

    polygon: Polygon
    label: str
    source: str = ""
    duration: float | None = None
    active: bool = True

    @property
    def points(self) -> tuple[Point, ...]:
        """The vertices in the order of the text."""
        return self.polygon.vertices

    def text(self, decimals: int = 2) -> str:
        """Return points, label and source."""
        return obstacle_text(self.points, self.label, self.source, decimals)


def obstacle_text(points: Sequence[Point], label: str, source: str = "", decimals: int = 2) -> str:
    """Return the text of an obstacle."""
    return f"{points_text(points, decimals)},label={label}" + (f",vsource={source}" if source else "")


def erase_text(label: str, tail: str = "") -> str:
    """Return the text that takes a polygon away."""
    return f"{NO_POINTS},active=false,label={label}{tail}"


def read_obstacle(text: str) -> Obstacle:
    """Read ``pts={..},label=..[,vsource=..][,duration=..]``. Raises ``ValueError``."""
    found = pairs(text)
    polygon, label = read_polygon(text)
    label = label or found.get("label", "")
    if not label:
        raise ValueError("label= is missing")
    duration = None
    if "duration" in found:
        duration = read_number(found["duration"])
        if duration is None:
            raise ValueError(f"duration: a number expected, found {found['duration']}")
    active = found.get("active", "true").lower() != "false"
    return Obstacle(polygon, label, found.get("vsource", ""), duration, active)
