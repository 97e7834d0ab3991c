"""The headings of the last seconds, their mean and spread."""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

from usimmarine_py.limits import MOST_HEADINGS
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.sums import plain_sum


class HeadingMemory:
    """Headings (deg) with their times (s); those that are too old are forgotten."""

    def __init__(self) -> None:
        #: time (s), heading (deg), and east and north of the unit vector along it
        self._history: list[tuple[float, float, float, float]] = []

    def add(self, now: float, heading: float, span: float) -> None:
        """Add a heading (deg) at ``now`` (s) and forget those that are older than ``span`` (s)."""
        angle = heading * pi / 180.0  # in this order, as its rounding decides which of two headings is nearer
        self._history.append((now, heading, sin(angle), cos(angle)))
        old, count = 0, len(self._history)
        while old < count and now - self._history[old][0] > span:
            old += 1
        old = max(old, count - MOST_HEADINGS)
        if old > 0:
            del self._history[:old]

    def mean(self) -> float:
        """Return the direction of the sum of the unit vectors, deg."""
        east = plain_sum([east for _, _, east, _ in self._history])
        north = plain_sum([north for _, _, _, north in self._history])
        mean = atan2(east, north) * 180.0 / pi
        return mean + 360.0 if mean < 0 else mean

    def spread(self, mean: float) -> float:
        """Return the root of the sum of squares off ``mean``, by their number, deg: the original's measure."""
        squares = [angle_180(heading - mean) ** 2 for _, heading, _, _ in self._history]
        return sqrt(plain_sum(squares)) / len(squares)
