"""How own ship turns, as far as the helm looks ahead (``pmgen``)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from usimmarine_py.maths.angles import angle_360, angle_difference
from usimmarine_py.maths.plane.buffers import projected
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.text import read_number
from usimmarine_py.texts.pairs import first_value, pairs_of

#: Least step of a turn, deg: a path has as many sides as there are in half a turn.
MIN_STEP = 0.1
_HALF = 180.0  # deg


class TurningModel(NamedTuple):
    """A turn on a circle, looked at every some degrees."""

    radius: float  #: m
    step: float  #: deg

    def places(self, own: Point, heading: float, side: float) -> list[Point]:
        """Return ``own`` (m) and the places of half a turn from ``heading`` (deg); ``side``: 1 starboard, -1 port."""
        centre = projected(own, angle_360(heading + side * 90), self.radius)
        found = [own]
        for angle in _angles(self.step):
            found.append(projected(centre, angle_360(heading - side * 90 + side * angle), self.radius))
        return found

    def place_count(self, heading: float, course: float) -> int:
        """Return how many places behind the first one a turn from a heading to a course (deg) passes."""
        passed = int(angle_difference(heading, course) / self.step + 0.5)
        return min(passed, len(_angles(self.step)))


@lru_cache(maxsize=64)
def _angles(step: float) -> tuple[float, ...]:
    """Return the angles (deg) of half a turn by steps, added up as the original adds them."""
    found, angle = [], step
    while angle < _HALF:
        found.append(angle)
        angle += step
    return tuple(found)


#: What is not said of it.
_DUBINS = TurningModel(30.0, 10.0)


def read_platform(text: str, before: TurningModel | None = None) -> TurningModel | None:
    """Read ``alg=holo``, which turns at once (None), or ``alg=dubins#radius=R#spoke_degs=D``, also ``rad``, ``degs``.

    ``before``: what a line that was read before says; this one changes it, with ``mod_radius`` and ``mod_spoke_degs``
    by so much. D is ``MIN_STEP`` or more. Raises ``ValueError``.
    """
    text = text.strip('"')
    kind = first_value(text, "alg", "#").lower()
    if kind == "holo":
        return None
    radius, step = before if before is not None else _DUBINS
    wrong = kind != "dubins"
    for key, value in pairs_of(text, "#"):
        found = read_number(value)
        if key == "alg":
            continue
        wrong = wrong or found is None
        number = 0.0 if found is None else found
        if key in ("radius", "rad"):
            radius, wrong = number, wrong or number < 0
        elif key in ("spoke_degs", "degs"):
            step, wrong = number, wrong or number <= 0
        elif key == "mod_radius":
            radius = max(radius + number, 0.0)
        elif key == "mod_spoke_degs":
            step = angle_360(max(step + number, 0.0))
        else:
            wrong = True
    if wrong or step < MIN_STEP:
        raise ValueError(f"alg=holo or alg=dubins#radius=R#spoke_degs=D, D >= {MIN_STEP:g}, expected, found {text}")
    return TurningModel(radius, step)
