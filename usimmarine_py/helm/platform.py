"""How own ship turns, as far as the helm looks ahead (``pmgen``)."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from usimmarine_py.maths.angles import angle_360, angle_difference
from usimmarine_py.maths.plane.buffers import projected
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.text import read_number
from usimmarine_py.texts.pairs import pairs

#: Least step of a turn, deg: a path has as many sides as there are in half a turn.
MIN_STEP = 0.1


class TurningModel(NamedTuple):
    """A turn on a circle, looked at every some degrees."""

    radius: float  #: m
    step: float  #: deg

    def places(self, own: Point, heading: float, side: float) -> list[Point]:
        """Return ``own`` (m) and the places of half a turn from ``heading`` (deg); ``side``: 1 starboard, -1 port."""
        centre = projected(own, angle_360(heading + side * 90), self.radius)
        found = [own]
        angle = self.step
        while angle < 180:
            found.append(projected(centre, angle_360(heading - side * 90 + side * angle), self.radius))
            angle += self.step
        return found

    def place_count(self, heading: float, course: float) -> int:
        """Return how many places behind the first one a turn from a heading to a course (deg) passes."""
        passed = int(angle_difference(heading, course) / self.step + 0.5)
        return min(passed, ceil(180.0 / self.step) - 1)


def read_platform(text: str) -> TurningModel | None:
    """Read ``alg=holo``, which turns at once (None), or ``alg=dubins#radius=R#spoke_degs=D``, also ``degs``.

    D is ``MIN_STEP`` or more. Raises ``ValueError``.
    """
    found = pairs(text.strip('"'), "#")
    kind = found.get("alg", "").lower()
    if kind == "holo":
        return None
    radius, step = read_number(found.get("radius", "")), read_number(found.get("spoke_degs", found.get("degs", "15")))
    if kind != "dubins" or radius is None or radius <= 0 or step is None or step < MIN_STEP:
        raise ValueError(f"alg=holo or alg=dubins#radius=R#spoke_degs=D, D >= {MIN_STEP:g}, expected, found {text}")
    return TurningModel(radius, step)
