"""What a contact is to the path of each course and speed that begins with a turn on a circle. Needs numpy.

The original goes along the sides of a polygon in the circle, and asks of each side as if it went on for ever: what
happens after its end counts from the next one only. A side's course counts in whole degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import cos, inf, pi, sin, trunc
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.angles import angle_180, bearing
from usimmarine_py.maths.encounters.crossing import PlatformCrossing
from usimmarine_py.maths.encounters.sides import StraightMotion
from usimmarine_py.sums import plain_hypot

Array = npt.NDArray[np.float64]
Chosen = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]
#: Cosine up to which a side counts as square on the line of sight, and the speed that then is a limit, m/s.
_SQUARE, _UNLIMITED = 1e-4, 999.0


class _Legs(NamedTuple):
    """One side of the path of each of some samples, and the contact when it begins."""

    x: Array
    y: Array
    course: Array  #: in whole degrees
    contact_x: Array
    contact_y: Array
    last: Array  #: s; infinite for the ray at the end
    speed: Array


class _Paths(NamedTuple):
    """The paths of some courses: a row each, and a column for each side; the last side of a path is a ray."""

    x: Array
    y: Array
    course: Array  #: of the side, in whole degrees
    along: Array  #: of its begin, m
    end: Array  #: of its end, m
    sides: Places  #: how many
    starboard: Chosen  #: whether it turns to starboard


def _ways(model: TurningModel, begin: StraightMotion, courses: Sequence[float]) -> _Paths:
    sides = {side: _circle(model, begin, side) for side in (1.0, -1.0)}
    turns = [angle_180(course - begin.heading) for course in courses]
    counts = [model.place_count(begin.heading, course) for course in courses]
    rows = [sides[1.0 if turn >= 0 else -1.0] for turn in turns]
    found = np.array([row[:, : max(counts) + 1] for row in rows])
    at = np.arange(len(courses)), np.array(counts)
    x, y, course, along, end = np.moveaxis(found, 1, 0)
    course[at] = np.trunc(np.asarray(courses) % 360.0)
    end[at] = inf
    return _Paths(x, y, course, along, end, at[1] + 1, np.array(turns) >= 0)


def _circle(model: TurningModel, begin: StraightMotion, side: float) -> Array:
    """Return the five first columns of the sides of half a turn."""
    places = model.places((begin.x, begin.y), begin.heading, side)
    legs = list(pairwise(places))
    ends = list(accumulate(plain_hypot(a[0] - b[0], a[1] - b[1]) for a, b in legs))
    courses = [float(trunc(bearing(*a, *b))) for a, b in legs]
    xs, ys = zip(*places, strict=True)
    return np.array([xs, ys, [*courses, 0.0], [0.0, *ends], [*ends, inf]])


#: Says of legs when (s from their begin, negative: never) something happens, and its distance (m).
_Event = Callable[[_Legs], tuple[Array, Array]]


class TurningCrossing(PlatformCrossing):
    """A vehicle that turns by a model first, and another one that keeps its course.

    ``begin`` is the pose at which the model was made: in the original not always the present one.
    """

    def __init__(
        self, vehicle: StraightMotion, other: StraightMotion, model: TurningModel, begin: StraightMotion
    ) -> None:
        super().__init__(vehicle, other)
        self._model, self._begin = model, begin

    # -- as any crossing

    def crosses(self, course: Any, speed: Any) -> tuple[Any, Any]:
        return self._walk(self._bow, course, speed)[0], self._walk(self._stern, course, speed)[0]

    def crosses_bow(self, course: Any, speed: Any) -> Any:
        return self._walk(self._bow, course, speed)[0]

    def crosses_stern(self, course: Any, speed: Any) -> Any:
        return self._walk(self._stern, course, speed)[0]

    def crosses_line(self, course: Any, speed: Any) -> Any:
        ahead, astern = self.crosses(course, speed)
        return ahead | astern

    def bow_distance(self, course: float, speed: float) -> float:
        return float(self._walk(self._bow, course, speed)[1])

    def passes_port(self, course: Any, speed: Any) -> Any:
        return self._walk(lambda legs: self._passes(legs, port=True), course, speed)[0]

    def passes_starboard(self, course: Any, speed: Any) -> Any:
        return self._walk(lambda legs: self._passes(legs, port=False), course, speed)[0]

    def passes(self, course: Any, speed: Any) -> Any:
        return self.passes_port(course, speed) | self.passes_starboard(course, speed)

    def approach(self, course: Any, speed: Any, horizon: float) -> Any:
        """Return the closest approach (m) of each path."""
        return self._walk(lambda legs: self._nearest(legs, horizon), course, speed)[1]

    # -- along the paths

    def _walk(self, event: _Event, course: Any, speed: Any) -> tuple[Chosen, Array]:
        """Return whether it happens on each path, and its distance (m), -1 where it does not."""
        courses, speeds = np.broadcast_arrays(np.asarray(course, np.float64), np.asarray(speed, np.float64))
        different, number = np.unique(courses, return_inverse=True)
        every, pace = np.unique(speeds, return_inverse=True)
        ways, number, pace = _ways(self._model, self._begin, different.tolist()), number.ravel(), pace.ravel()
        happens, distances = np.zeros(courses.size, np.bool_), np.full(courses.size, -1.0)
        # the sides of the circle are those of every course to that hand: they are looked at once for each speed
        for hand in (True, False):
            rows = np.flatnonzero(ways.starboard == hand)
            if not len(rows):
                continue
            longest = rows[np.argmax(ways.sides[rows])]
            most = int(ways.sides[longest]) - 1
            if most:
                k, v = (axis.ravel() for axis in np.indices((most, len(every))))
                times, found = event(legs := self._legs(ways, np.full(len(k), longest), k, every[v]))
                done = ((times >= 0) & (times <= legs.last)).reshape(most, -1)
                first = np.where(done.any(axis=0), done.argmax(axis=0), most)
                mine = np.flatnonzero(ways.starboard[number] == hand)
                side = first[pace[mine]]
                there = side < ways.sides[number[mine]] - 1
                at = mine[there]
                happens[at], distances[at] = True, found.reshape(most, -1)[side[there], pace[at]]
        on = np.flatnonzero(~happens)
        times, found = event(legs := self._legs(ways, number[on], ways.sides[number[on]] - 1, speeds.ravel()[on]))
        done = (times >= 0) & (times <= legs.last)
        happens[on[done]], distances[on[done]] = True, found[done]
        return happens.reshape(courses.shape)[()], distances.reshape(courses.shape)[()]

    def _legs(self, ways: _Paths, number: Places, k: Places, speeds: Array) -> _Legs:
        """Return the side ``k`` of the way ``number`` at each of some speeds."""
        # at rest it stays at the first place, and looks along the first side
        rest = speeds <= 0
        side = np.where(rest, 0, k)
        moving = np.where(rest, 1.0, speeds)
        along = ways.along[number, side]
        way = np.where(rest, 0.0, along / moving * self.other.speed)
        angle = self.other.heading / 180.0 * pi
        contact_x, contact_y = self.other.x + way * sin(angle), self.other.y + way * cos(angle)
        last = np.where(rest, inf, (ways.end[number, side] - along) / moving)
        x, y, course = ways.x[number, side], ways.y[number, side], ways.course[number, side]
        return _Legs(x, y, course, contact_x, contact_y, last, speeds)

    def _seen(self, legs: _Legs) -> tuple[Array, Array, Array]:
        """Return range (m), bearing of own ship from the contact, and the same relative to its heading (deg)."""
        dx, dy = legs.x - legs.contact_x, legs.y - legs.contact_y
        back = np.degrees(np.arctan2(dx, dy)) % 360.0
        return np.hypot(dx, dy), back, (back - self.other.heading) % 360.0

    def _line(self, legs: _Legs) -> tuple[Array, Array, Array, Array, Array]:
        """Return distances (m) from the contact's bow-stern line and beam, what side own ship is on, and its speeds
        (m/s) towards that line and along it.
        """
        distance, _, relative = self._seen(legs)
        half = np.abs((relative + 180.0) % 360.0 - 180.0)
        to_line = distance * np.cos(np.radians(90.0 - half))
        to_beam = np.sqrt(np.maximum(distance * distance - to_line * to_line, 0.0))
        port = relative >= 180
        square = np.where(port, self.other.heading + 90, self.other.heading - 90)
        return (
            to_line,
            to_beam,
            relative,
            legs.speed * _cosine(legs.course, square),
            legs.speed * _cosine(legs.course, self.other.heading),
        )

    def _crosses(self, legs: _Legs, *, ahead: bool) -> tuple[Array, Array]:
        to_line, to_beam, relative, towards, along = self._line(legs)
        crosses = (towards > 0) & (relative != 0) & (relative != 180)
        time = to_line / np.where(crosses, towards, 1.0)
        fore = (relative <= 90) | (relative >= 270)
        gained = time * along - time * self.other.speed + np.where(fore, to_beam, -to_beam)
        distance = gained if ahead else -gained
        happens = crosses & (distance >= 0)
        return np.where(happens, time, -1.0), np.where(happens, distance, -1.0)

    def _bow(self, legs: _Legs) -> tuple[Array, Array]:
        return self._crosses(legs, ahead=True)

    def _stern(self, legs: _Legs) -> tuple[Array, Array]:
        return self._crosses(legs, ahead=False)

    def _passes(self, legs: _Legs, *, port: bool) -> tuple[Array, Array]:
        to_line, to_beam, relative, towards, along = self._line(legs)
        aft = (relative >= 90) & (relative <= 270)
        on_beam = (relative == 90) | (relative == 270)
        faster = np.where(aft, along - self.other.speed, self.other.speed - along)
        passes = (faster > 0) & ~on_beam
        time = to_beam / np.where(passes, faster, 1.0)
        beyond = time * towards - to_line
        on_side = (relative >= 180) == port
        distance = np.where(on_side, -beyond, beyond)
        happens = passes & np.where(on_side, distance >= 0, distance > 0)
        return np.where(happens, time, -1.0), np.where(happens, distance, -1.0)

    def _nearest(self, legs: _Legs, horizon: float) -> tuple[Array, Array]:
        distance, back, relative = self._seen(legs)
        other, speed = self.other, legs.speed
        closing = np.where(relative == 90, 0.0, other.speed * np.cos(np.radians(relative)))
        off = np.cos(np.radians(legs.course - np.where(closing > 0, back, back + 180)))
        limit = np.where(off > _SQUARE, np.abs(closing) / np.where(off > _SQUARE, off, 1.0), _UNLIMITED)
        parts = np.where(closing > 0, (speed > closing) & (speed >= limit), speed <= limit)
        angle, heading = legs.course / 180.0 * pi, other.heading / 180.0 * pi
        vx = speed * np.sin(angle) - other.speed * np.sin(heading)
        vy = speed * np.cos(angle) - other.speed * np.cos(heading)
        dx, dy = legs.x - legs.contact_x, legs.y - legs.contact_y
        square = vx * vx + vy * vy
        time = -(dx * vx + dy * vy) / np.where(square > 0, square, 1.0)
        parts |= (time <= 0) | (square <= 0)
        time = np.where(parts, 0.0, np.minimum(time, horizon))
        reached = np.hypot(dx + vx * time, dy + vy * time)
        return time, np.where(parts, distance, reached)


def _cosine(course: Array, direction: Array | float) -> Array:
    """Return the cosine of the angle between courses and directions (deg), exactly 0 at 90 deg."""
    away = np.abs((course - direction + 180.0) % 360.0 - 180.0)
    found: Array = np.cos(np.radians(away))
    return np.where(away == 90.0, 0.0, found)
