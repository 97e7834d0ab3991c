"""Which point of a leg or a turn is next, and how far own ship has come."""

from __future__ import annotations

from math import inf

from usimmarine_py.helm.behaviours.points.engine import COMPLETED, CYCLED, HIT, NOTHING
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist

#: Points nearer to each other than this are equal but for rounding, m.
_SAME = 1e-6


class LegEngine:
    """Points that are reached one after the other, round and round up to a number of times."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.index = 0  #: of the point that is next
        self.previous: Point | None = None  #: where the line to it begins; None: where own ship is
        self.closest = inf  #: least distance to it, m
        self.laps = 0  #: how often the last one was reached
        self.hits = 0  #: points reached
        self.state = NOTHING  #: what the last look found

    def put(self, points: list[Point]) -> None:
        """Take other points; the next one stays the one of its number."""
        self.points, self.state, self.closest, self.laps = points, NOTHING, inf, 0
        self.previous = points[self.index - 1]

    def take_next(self, index: int) -> None:
        """Go to the point of a number, along the line on which it is."""
        self.index, self.closest = index, inf

    def begin(self, points: list[Point] | None = None) -> None:
        """Begin at the first point, from where own ship is."""
        self.points = self.points if points is None else points
        self.index, self.laps, self.state, self.closest, self.previous = 0, 0, NOTHING, inf, None

    @property
    def current(self) -> Point:
        """The point that is next."""
        return self.points[self.index]

    def look(self, here: Point, capture: float, slip: float, *, line: bool, most: float) -> str:
        """Return what the own position means: a point reached, all of them, more than ``most`` times, nothing."""
        if self.previous is None:
            self.previous = here
        if self.state != COMPLETED:
            self.state = self._look(here, capture, slip, line=line, most=most)
        return self.state

    def _look(self, here: Point, capture: float, slip: float, *, line: bool, most: float) -> str:
        distance = plain_dist(here, self.current)
        self.closest = min(self.closest, distance)
        reached = distance < capture or (slip > capture and distance > self.closest and self.closest <= slip)
        if not reached and not (line and self._crossed(here)):
            return NOTHING
        self.hits += 1
        self.previous = self.current
        self.index += 1
        if self.index < len(self.points):
            self.closest = plain_dist(here, self.current)
            return HIT
        self.index, self.closest, self.laps = 0, inf, self.laps + 1
        if self.laps > most:
            self.previous = None
            return COMPLETED
        return CYCLED

    def _crossed(self, here: Point) -> bool:
        """Whether own ship is beyond the line across the way at the next point."""
        if self.previous is None or self.previous == self.current or here == self.current:
            return False
        (x, y), (from_x, from_y) = self.current, self.previous
        if plain_dist(self.previous, self.current) < _SAME:
            return True  # of two equal points of a turn the second is reached, wherever the vehicle is
        return (from_x - x) * (here[0] - x) + (from_y - y) * (here[1] - y) <= 0


class LegOdometer:
    """The way since it was set to 0, m; it can be held."""

    def __init__(self) -> None:
        self.way = 0.0
        self.held = False
        self._last: Point | None = None

    def reset(self) -> None:
        """Begin at 0, not held."""
        self.way, self.held, self._last = 0.0, False, None

    def move(self, here: Point) -> None:
        """Note where own ship is."""
        if self._last is not None and not self.held:
            self.way += plain_dist(here, self._last)
        self._last = here


#: A piece of the track is at least so long, m; and how many are kept.
_PIECE, _PIECES = 1.0, 5000


class WrapCounter:
    """Counts how often the track crosses itself; after a crossing it begins anew."""

    def __init__(self) -> None:
        self.count = 0
        self._last: Point | None = None
        self._pieces: list[tuple[Point, Point]] = []

    def reset(self) -> None:
        """Forget the track and the count."""
        self.count = 0
        self._forget()

    def _forget(self) -> None:
        self._last = None
        self._pieces.clear()

    def move(self, here: Point) -> None:
        """Note where own ship is."""
        if self._last is None:
            self._last = here
            return
        piece = self._last, here
        if plain_dist(*piece) < _PIECE:
            return
        if any(_cross(piece, other) for other in self._pieces[:-1]):
            self.count += 1
            self._forget()
            return
        self._pieces.append(piece)
        del self._pieces[:-_PIECES]
        self._last = here


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two pieces have a point in common."""
    for k in (0, 1):
        if max(one[0][k], one[1][k]) < min(other[0][k], other[1][k]):
            return False
        if max(other[0][k], other[1][k]) < min(one[0][k], one[1][k]):
            return False
    return _sides(*one, *other) and _sides(*other, *one)


def _sides(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two points, ``c`` and ``d``, are not on one side of the line through two others."""
    first, second = ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) for point in (c, d))
    return first * second <= 0
