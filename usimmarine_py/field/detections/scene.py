"""What there is to see, and what hides it."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import Protocol

from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges, ray_hit
from usimmarine_py.texts.obstacle import Obstacle
from usimmarine_py.values.frozen import dataclass, field

#: Height (m) above the water of the eye of a sensor in air, and of what it sees: land that rises above it hides.
EYE = 0.5
#: A sensor under water and its target stand so far (m) off what is met before: their own bed is none.
_GAP = 1.0


class Bed(Protocol):
    """The sea bed with land (``sea.data.seabed.Seabed``): x east, y north, depth, m."""

    def range_along(
        self, origin: tuple[float, float, float], direction: tuple[float, float, float], limit: float
    ) -> float | None:
        """Return the distance along a unit vector (east, north, down) to the bed; None beyond the limit."""
        ...


@dataclass(frozen=True, slots=True)
class Sighted:
    """A vehicle at the time of a scan: m, deg."""

    name: str
    x: float
    y: float
    depth: float
    heading: float = 0.0


@dataclass(slots=True)
class ScannedScene:
    """Obstacles, which stand from bed to sky, and bed with land."""

    obstacles: Sequence[Obstacle] = field(default_factory=list)
    bed: Bed | None = None

    def near(self, x: float, y: float, reach: float) -> list[Obstacle]:
        """Return the obstacles within reach (m) that the place is not in."""
        return [
            one
            for one in self.obstacles
            if distance_to_edges(one.points, x, y) <= reach and not one.polygon.contains(x, y)
        ]

    def is_seen(self, own: Sighted, other: Sighted, obstacles: Sequence[Obstacle], *, under_water: bool) -> bool:
        """Whether nothing stands on the straight line between two vehicles."""
        away = hypot(other.x - own.x, other.y - own.y)
        if away == 0.0:
            return True
        direction = bearing(own.x, own.y, other.x, other.y)
        if any(_first(own, direction, one)[0] < away for one in obstacles):
            return False
        down = other.depth - own.depth if under_water else 0.0
        return self._is_clear(own, direction, away, down, under_water=under_water)

    def first(
        self, own: Sighted, direction: float, obstacles: Sequence[Obstacle], limit: float, *, under_water: bool
    ) -> tuple[float, Obstacle] | None:
        """Return distance and obstacle that a level ray (deg) meets first; None: none within the limit, or land."""
        best: tuple[float, Obstacle] | None = None
        for one in obstacles:
            away, _ = _first(own, direction, one)
            if away <= limit and (best is None or away < best[0]):
                best = away, one
        if best is not None and not self._is_clear(own, direction, best[0], 0.0, under_water=under_water):
            return None
        return best

    def _is_clear(self, own: Sighted, direction: float, away: float, down: float, *, under_water: bool) -> bool:
        if self.bed is None:
            return True
        length = hypot(away, down)
        east, north = sin(radians(direction)) * away / length, cos(radians(direction)) * away / length
        # what a target at the surface has below it is not in the way
        start = (own.x, own.y, max(own.depth, 0.0) if under_water else -EYE)
        found = self.bed.range_along(start, (east, north, down / length), length)
        return found is None or found >= length - _GAP


def _first(own: Sighted, direction: float, obstacle: Obstacle) -> tuple[float, Point]:
    """Return the distance at which a ray meets an obstacle (inf: not), and where."""
    hit = ray_hit(own.x, own.y, direction, obstacle.points)
    return (inf, (0.0, 0.0)) if hit is None else (hypot(hit[0] - own.x, hit[1] - own.y), hit)


def elevation(own: Sighted, other: Sighted) -> float:
    """Return how far another vehicle is above or below the level of one, deg."""
    return degrees(atan2(own.depth - other.depth, hypot(other.x - own.x, other.y - own.y)))
