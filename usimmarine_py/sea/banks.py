"""The edges of land as vertical banks beside a hull (laws/environment 7.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin, sqrt

from usimmarine_py.maths.water.bank import HEIGHT, RATIO, BankTable
from usimmarine_py.sea.data.land import Area
from usimmarine_py.values.frozen import dataclass

#: Places over a stretch of wall at which the force is taken, in half its length, and their weights (Gauss).
_PLACES = ((-sqrt(0.6), 5.0 / 18.0), (0.0, 8.0 / 18.0), (sqrt(0.6), 5.0 / 18.0))

#: X, Y, Z, K, M, N.
Wrench = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Wall:
    """A stretch of an edge beside the hull: places along it (m, ascending), how far aside (m), and its direction."""

    first: float
    last: float
    begins: float
    ends: float
    along: float  #: cosine of the angle between edge and hull

    def aside(self, x: float) -> float:
        """Return the distance (m) abeam of a place along the hull."""
        return self.begins + (self.ends - self.begins) * (x - self.first) / (self.last - self.first)


class Banks:
    """Land beside a vehicle whose hull feels it."""

    def __init__(self, areas: Sequence[Area], table: BankTable) -> None:
        self._areas, self._table = tuple(areas), table

    def load(self, x: float, y: float, heading: float, speed: float, depth: float) -> Wrench:
        """Return the force (N, N m; BODY) at a place (m), a heading (deg) and a speed ahead through the water (m/s).

        ``depth`` of the water in m, 0 = deep.
        """
        hull = self._table.hull
        port, starboard = self._beside(x, y, radians(heading))
        push = speed * speed * (self._pull(starboard, depth) - self._pull(port, depth))
        # what leads turns away
        turn = RATIO * hull.length * (-push if speed > 0.0 else push)
        return 0.0, push, 0.0, -HEIGHT * hull.draft * push, 0.0, turn

    def _beside(self, x: float, y: float, psi: float) -> tuple[list[_Wall], list[_Wall]]:
        """Return the walls to port and to starboard of the hull."""
        sides: tuple[list[_Wall], list[_Wall]] = [], []
        half, reach, c, s = 0.5 * self._table.hull.length, self._table.reach, cos(psi), sin(psi)
        around = half + reach
        for area in self._areas:
            west, east, south, north = area.box
            if x < west - around or x > east + around or y < south - around or y > north + around:
                continue
            corners = [((n - y) * c + (e - x) * s, (e - x) * c - (n - y) * s) for e, n in area.vertices]
            before = corners[-1]
            for corner in corners:
                for wall in _clipped(before, corner, half):
                    if min(abs(wall.begins), abs(wall.ends)) < reach:
                        sides[1 if wall.begins + wall.ends > 0.0 else 0].append(wall)
                before = corner
        return sides

    def _pull(self, walls: Sequence[_Wall], depth: float) -> float:
        """Return the force (N s2/m2) towards the walls of one side: of what is nearest, stretch by stretch."""
        if not walls:
            return 0.0
        total = 0.0
        ends = sorted({*(wall.first for wall in walls), *(wall.last for wall in walls), *_crossings(walls)})
        for first, last in pairwise(ends):
            middle, half = 0.5 * (first + last), 0.5 * (last - first)
            there = [wall for wall in walls if wall.first <= middle <= wall.last]
            if not there or half <= 0.0:
                continue
            wall = min(there, key=lambda one: abs(one.aside(middle)))
            for place, weight in _PLACES:
                gap = abs(wall.aside(middle + place * half)) * wall.along
                total += 2.0 * half * weight * wall.along**2 * self._table.force(gap, depth)
        return total / self._table.hull.length


def _clipped(a: tuple[float, float], b: tuple[float, float], half: float) -> Iterable[_Wall]:
    """Yield what of an edge lies beside a hull from -half to half (m), apart for each side."""
    (ax, ay), (bx, by) = (a, b) if a[0] <= b[0] else (b, a)
    if bx <= -half or ax >= half or bx <= ax:
        return
    slope, along = (by - ay) / (bx - ax), (bx - ax) / hypot(bx - ax, by - ay)
    cuts = [max(ax, -half), min(bx, half)]
    if ay * by < 0.0 and cuts[0] < (across := ax - ay / slope) < cuts[1]:
        cuts.insert(1, across)
    for first, last in pairwise(cuts):
        if last > first:
            yield _Wall(first, last, ay + slope * (first - ax), ay + slope * (last - ax), along)


def _crossings(walls: Sequence[_Wall]) -> Iterable[float]:
    """Yield the places where two walls are equally near."""
    for i, one in enumerate(walls):
        for other in walls[:i]:
            first, last = max(one.first, other.first), min(one.last, other.last)
            if first < last:
                a, b = one.aside(first) - other.aside(first), one.aside(last) - other.aside(last)
                if a * b < 0.0:
                    yield first + (last - first) * a / (a - b)
