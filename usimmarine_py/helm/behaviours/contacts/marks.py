"""The trail of marks that a contact leaves, and its mean speed."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import dist

from usimmarine_py.maths.plane.shapes import Point


class Breadcrumbs:
    """Places where a contact was, oldest first, each with a number for its label."""

    def __init__(self) -> None:
        self.marks: deque[tuple[int, Point]] = deque()
        self._count = 0

    @property
    def length(self) -> float:
        """The way over all marks, m."""
        return sum(dist(a, b) for (_, a), (_, b) in pairwise(self.marks))

    def add(self, place: Point, gap: float, numbers: int) -> int | None:
        """Add a mark further than ``gap`` (m) from the last one and return its number, below ``numbers``; or None."""
        if self.marks and dist(self.marks[-1][1], place) <= gap:
            return None
        number = self._count % numbers
        self._count = number + 1
        self.marks.append((number, place))
        return number

    def drop(self, own: Point, radius: float, longest: float) -> list[int]:
        """Take away one mark of a trail longer than ``longest``, and those nearer than ``radius`` to own ship (m)."""
        found = []
        if self.length > longest:
            found.append(self.marks.popleft()[0])
        while self.marks and dist(self.marks[0][1], own) < radius:
            found.append(self.marks.popleft()[0])
        return found


class MeanSpeed:
    """Mean of the speeds (m/s) of the last seconds."""

    def __init__(self, span: float) -> None:
        self._span = span
        self._speeds: deque[tuple[float, float]] = deque()

    def add(self, now: float, speed: float) -> None:
        """Add a speed at a time (s)."""
        self._speeds.append((now, speed))
        while now - self._speeds[0][0] >= self._span:
            self._speeds.popleft()

    @property
    def value(self) -> float:
        """The mean; 0 without any."""
        return sum(speed for _, speed in self._speeds) / len(self._speeds) if self._speeds else 0.0
