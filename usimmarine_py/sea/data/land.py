"""Land as polygons in the local plane (laws/environment 7.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sea.data.seabed import Seabed, Vector
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import dataclass

Point = tuple[float, float]

#: So high (m) land rises above the water, with a wall down to the bed.
HEIGHT = 1.0


@dataclass(frozen=True)
class Area:
    """A polygon of any shape that does not cross itself; its vertices in either sense, without a closing one."""

    vertices: tuple[Point, ...]
    box: tuple[float, float, float, float]  #: west, east, south, north

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies inside."""
        west, east, south, north = self.box
        if not (west <= x <= east and south <= y <= north):
            return False
        inside = False
        bx, by = self.vertices[-1]
        for ax, ay in self.vertices:
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
            bx, by = ax, ay
        return inside

    def entry(self, x: float, y: float, east: float, north: float) -> float:
        """Return how far (in lengths of the vector) a ray goes to the edge; inf if it does not meet it."""
        found = inf
        bx, by = self.vertices[-1]
        for ax, ay in self.vertices:
            ex, ey = ax - bx, ay - by
            across = east * ey - north * ex
            if across != 0.0:
                t = ((bx - x) * ey - (by - y) * ex) / across
                s = ((bx - x) * north - (by - y) * east) / across
                if 0.0 <= s <= 1.0 and 0.0 <= t < found:
                    found = t
            bx, by = ax, ay
        return found

    def inward(self, x: float, y: float) -> Point:
        """Return the unit vector from the nearest edge into the polygon, at a point inside."""
        best, found = inf, (0.0, 0.0)
        bx, by = self.vertices[-1]
        for ax, ay in self.vertices:
            ex, ey = ax - bx, ay - by
            length2 = ex * ex + ey * ey
            share = min(max(((x - bx) * ex + (y - by) * ey) / length2, 0.0), 1.0) if length2 else 0.0
            dx, dy = x - bx - share * ex, y - by - share * ey
            distance = hypot(dx, dy)
            if 0.0 < distance < best:
                best, found = distance, (dx / distance, dy / distance)
            bx, by = ax, ay
        return found


class Shore(Seabed):
    """A bed with land on it."""

    __slots__ = ("_areas", "_bed")

    def __init__(self, bed: Seabed, areas: Sequence[Area]) -> None:
        self._bed, self._areas = bed, tuple(areas)

    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m), below 0 on land."""
        depth = self._bed.depth(x, y)
        if any(area.contains(x, y) for area in self._areas):
            return depth if depth < -HEIGHT else -HEIGHT
        return depth

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """Return the slope of the bed; on land the depth falls from the nearest shore inwards."""
        for area in self._areas:
            if area.contains(x, y):
                east, north = area.inward(x, y)
                return -east, -north
        return self._bed.slope(x, y)

    def range_along(self, origin: Vector, direction: Vector, limit: float) -> float | None:
        """Return the distance (m) to the bed or to a shore's wall, whichever is nearer."""
        x, y, z = origin
        east, north, down = direction
        if z > -HEIGHT and any(area.contains(x, y) for area in self._areas):
            return 0.0
        found = self._bed.range_along(origin, direction, limit)
        nearest = limit if found is None else found
        for area in self._areas:
            t = area.entry(x, y, east, north)
            if t <= nearest and z + t * down > -HEIGHT:
                nearest = found = t
        return found

    def even(self, x: float, y: float, east: float, north: float) -> float:
        """Return that of the bed."""
        return self._bed.even(x, y, east, north)

    def below(self, level: Callable[[], float]) -> Seabed:
        """Return the bed below the surface; land stays land."""
        return Shore(self._bed.below(level), self._areas)

    def over(self, known: float) -> Seabed:
        """Return the land on a bed with a known depth where it has none."""
        return Shore(self._bed.over(known), self._areas) if known > 0.0 else self


def read_area(text: str) -> Area:
    """Read ``x,y:x,y:...`` (m), also in braces and behind ``pts=``. Raises ``ConfigError``."""
    points: list[Point] = []
    for part in text.replace("pts=", "").strip(" {}\t").split(":"):
        numbers = [finite_number(word.strip()) for word in part.split(",")]
        if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
            raise ConfigError(f"must be corners such as 0,0:40,0:40,30 (m), found {shorten(part)!r}")
        points.append((numbers[0], numbers[1]))
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    if len(set(points)) < 3:
        raise ConfigError("needs three corners and more")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Area(tuple(points), (min(xs), max(xs), min(ys), max(ys)))
