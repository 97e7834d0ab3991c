"""Closest approach to a contact for courses and speeds of the domain. Needs numpy."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.surface import AxisPoints, Layout, Places
from usimmarine_py.maths.angles import bearing, to_radians
from usimmarine_py.maths.encounters.sides import StraightMotion
from usimmarine_py.sums import plain_hypot

Array = npt.NDArray[np.float64]
_T = TypeVar("_T", np.float64, np.bool_)
_ROUNDING = 1e-9
#: What the original's older sums take for pi.
_OLDER_PI = 3.14159265359
#: Cosine of the angle to the line of sight up to which a course counts as square on it.
_SQUARE = 1e-4


class _Ways(NamedTuple):
    """Own courses and speeds, of each sample or of each point of the axes.

    ``cosine`` and ``sine`` are of the courses of the domain. ``of``: the place among them of the course of each sample;
    None: all courses at each speed, of shape (speeds, courses). ``speed`` is in m/s.
    """

    cosine: Array
    sine: Array
    of: Places | None
    speed: Array

    def spread(self, by_course: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """Return the values of samples by those of courses."""
        return by_course if self.of is None else by_course.take(self.of)


@lru_cache(maxsize=4)
def _directions(grid: AxisPoints, half_turn: float = pi) -> tuple[Array, Array]:
    """Return cosine and sine of the courses of the axes, which count in whole degrees."""
    angles = [int(course) % 360 / 180.0 * half_turn for course in grid.a.ravel()]
    # of the standard library, as in the original: numpy's differ in last bits
    return np.array([cos(angle) for angle in angles]), np.array([sin(angle) for angle in angles])


@lru_cache(maxsize=128)  # regions of a refinery come and go
def _sampled(boxes: Layout, half_turn: float = pi) -> _Ways:
    """Return the courses and speeds of samples."""
    speeds = np.asarray(boxes.b.take(boxes.columns), np.float64)
    return _Ways(*_directions(boxes.grid, half_turn), boxes.rows, speeds)


def _squares(
    ways: _Ways, own: StraightMotion, other: StraightMotion, horizon: float, half_turn: float = pi
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the squares (m^2) of the closest approaches by own course and speed; and where the vehicles part at once,
    so that it is the present range.

    The square of the distance is quadratic in time. Its coefficients are summed in the original's order: rounding
    decides between courses that keep clear equally well. What depends on the course alone is made once for each.
    ``half_turn`` is what it takes for pi.
    """
    cosine, sine, _, speed = ways
    heading = other.heading / 180.0 * half_turn
    ahead, aside, faster = cos(heading), sin(heading), other.speed
    square = ways.spread(cosine * (-2 * ahead * faster) + sine * (-2 * aside * faster)) + speed
    square *= speed
    square += faster * faster
    line = 2.0 * cosine * own.y
    line += 2.0 * sine * own.x
    line += -2.0 * cosine * other.y
    line += -2.0 * sine * other.x
    line = ways.spread(line) * speed
    start = -2.0 * own.y * ahead * faster
    start += -2.0 * own.x * aside * faster
    start += 2.0 * other.y * ahead * faster
    start += 2.0 * other.x * aside * faster
    line += start
    rest = own.y * own.y
    rest += own.x * own.x
    rest += -2.0 * own.y * other.y
    rest += -2.0 * own.x * other.x
    rest += other.y * other.y
    rest += other.x * other.x
    time = -2.0 * square
    parts = time >= 0
    parts |= line >= 0
    for course in _square_on(own, other):
        angle = course / 180.0 * half_turn
        parts |= ways.spread((cosine == cos(angle)) & (sine == sin(angle)))
    np.putmask(time, parts, 1.0)
    np.divide(line, time, out=time)
    np.minimum(time, horizon, out=time)
    square *= time
    square += line
    square *= time
    square += rest
    np.putmask(square, parts, rest)
    np.maximum(square, 0.0, out=square)
    return square, parts


def _square_on(own: StraightMotion, other: StraightMotion) -> list[int]:
    """Return the courses (deg) that lead away from a contact which does not come nearer, by the original's tolerance:
    those next to square on the line of sight.
    """
    sight = bearing(own.x, own.y, other.x, other.y)
    if cos(to_radians(bearing(other.x, other.y, own.x, own.y) - other.heading)) * other.speed > 0:
        return []
    courses = (round(sight + side) for side in (90, -90))
    return [course % 360 for course in courses if 0 < cos(to_radians(course - sight)) <= _SQUARE]


def _range(own: StraightMotion, other: StraightMotion) -> float:
    return plain_hypot(own.x - other.x, own.y - other.y)


def closest_approaches(
    boxes: Layout, own: StraightMotion, other: StraightMotion, horizon: float, *, older: bool = False
) -> Array:
    """Return samples, over course and speed, of the least distance (m) to ``other`` within ``horizon`` s.

    ``older``: by the original's older sums, which BHV_CutRange, Trail and Attractor still use.
    """
    half_turn = _OLDER_PI if older else pi
    square, parts = _squares(_sampled(boxes, half_turn), own, other, horizon, half_turn)
    found: Array = np.sqrt(square)
    if not older:
        np.putmask(found, parts, _range(own, other))
    return found


def keeps_clear(
    grid: AxisPoints, own: StraightMotion, other: StraightMotion, horizon: float, clear: float, first: int
) -> npt.NDArray[np.bool_]:
    """Return where the closest approach is not below ``clear`` (m), for each course and speed of the axes from the
    speed of index ``first`` on.

    The shape is (speeds, courses).
    """
    speeds = np.asarray(grid.b[:, first:].T, np.float64)
    square, parts = _squares(_Ways(*_directions(grid), None, speeds), own, other, horizon)
    found: npt.NDArray[np.bool_] = np.sqrt(square) >= clear
    np.putmask(found, parts, _range(own, other) >= clear)
    return found


def graded_approaches(
    boxes: Layout,
    own: StraightMotion,
    other: StraightMotion,
    horizon: float,
    least: float,
    most: float,
    at_least: float,
) -> Array:
    """Return ``graded`` of ``closest_approaches``; ``least`` is at most ``most``."""
    square, parts = _squares(_sampled(boxes), own, other, horizon)
    found: Array = np.multiply(square > most * most, 100.0)
    # roots are slow: they are needed between the distances only, and where rounding could matter
    between = square >= least * least * (1 - _ROUNDING)
    between &= square <= most * most * (1 + _ROUNDING)
    between &= ~parts
    (places,) = between.ravel().nonzero()
    distances = np.empty(len(places) + 1)  # the last one is that of vehicles that part
    np.sqrt(square.take(places), out=distances[:-1])
    distances[-1] = _range(own, other)
    utilities = graded(distances, least, most, at_least)
    found.put(places, utilities[:-1])
    np.putmask(found, parts, utilities[-1])
    return found


def graded(distances: Array, least: float, most: float, at_least: float) -> Array:
    """Return 0 below ``least`` (m), 100 above ``most``, from ``at_least`` to 100 between."""
    span = most - least
    found: Array = at_least + (100 - at_least) * (distances - least) / (span if span > 0 else 1.0)
    np.putmask(found, distances > most, 100.0)
    np.putmask(found, distances < least, 0.0)
    return found
