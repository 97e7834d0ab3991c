"""Which point of a list is next: the engine of Waypoint and Loiter."""

from __future__ import annotations

from math import inf

from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_hypot

#: What a look at the position may find.
NOTHING, HIT, CYCLED, COMPLETED = "", "hit", "cycled", "completed"


class PointEngine:
    """A list of points, the current one, and how the last ones were reached."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.index = 0
        self.closest = inf  #: smallest distance to the current point since it became current, m
        self.previous: Point | None = None  #: last point reached; at first the own position
        self.reached: Point | None = None  #: last point reached
        self.cycles = self.repeats = 0
        self.captured = self.passed = 0  #: points reached by the capture radius, by the slip radius

    @property
    def current(self) -> Point:
        """The point that it steers to."""
        return self.points[self.index]

    def restart(self) -> None:
        """Begin at the first point again; the cycles are counted on, as in the original."""
        self.index = self.repeats = 0
        self.closest = inf
        self.previous = self.reached = None

    def look(
        self, x: float, y: float, capture: float, slip: float, *, line: bool, perpetual: bool, repeat: float
    ) -> str:
        """Return what the own position means: a point reached, a cycle done, all done, or nothing."""
        if not self.points:
            return COMPLETED
        point_x, point_y = self.current
        distance = plain_hypot(point_x - x, point_y - y)
        hit = False
        if distance < capture:
            hit = True
            self.captured += 1
        elif slip > capture and distance > self.closest and self.closest <= slip:
            hit = True
            self.passed += 1
        elif line and self.previous is not None:
            hit = distance > 0 and self._crossed(x, y)
        if not hit:
            self.closest = min(self.closest, distance)
            return NOTHING
        self.previous = (point_x, point_y)
        self.index += 1
        result = HIT
        self.reached = self.previous
        if self.index >= len(self.points):
            self.cycles += 1
            if perpetual:
                self.repeats += 1
            if not perpetual or self.repeats > repeat:
                # the last point stays the current one until the behaviour begins anew
                self.index -= 1
                return COMPLETED
            self.index, self.closest = 0, inf  # a new cycle begins without a closest approach
            return CYCLED
        point_x, point_y = self.current
        self.closest = plain_hypot(point_x - x, point_y - y)
        return result

    def _crossed(self, x: float, y: float) -> bool:
        """Whether the angle at the current point between the previous one and the position is 90 degrees or more."""
        if self.previous is None:
            return False
        point_x, point_y = self.current
        back_x, back_y = self.previous[0] - point_x, self.previous[1] - point_y
        return back_x * (x - point_x) + back_y * (y - point_y) <= 0 and (back_x != 0 or back_y != 0)
