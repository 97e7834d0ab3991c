"""Functions over two axes that do not separate, as planes over boxes of points. Needs numpy.

The original samples such a function at the corners and the centre of boxes, fits a plane to each, and solves over
the planes; so does this module, for all boxes at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil, cos
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.functions.axis import DomainAxis, Function, Pieces, Utility
from usimmarine_py.helm.functions.fields import SurfacePart
from usimmarine_py.helm.functions.refine import Draws, refined
from usimmarine_py.maths.angles import angle_180, angle_360, to_radians

Array = npt.NDArray[np.float64]
_T = TypeVar("_T", np.float64, np.bool_)
#: Pieces of the original's function of closing in on a point, at most.
_PIECES = 600
#: And how many of them it cuts then, at most.
_CUTS = 500
#: Bounds may be below values by rounding.
_ROUNDING = 1e-6
#: Sums that differ by less are equal but for rounding.
_EQUAL = 1e-9

#: Boxes of points of two axes: first and last index on the one, first and last on the other; shape (boxes, 4).
Boxes = npt.NDArray[np.int64]
#: First and last index on the one axis, first and last on the other.
Region = tuple[int, int, int, int]
#: What an axis is made of.
_Axis = tuple[str, float, float, int]
#: Points of two axes, as places in an array over both.
Places = npt.NDArray[np.int64]


class AxisPoints:
    """All points of two axes; equal ones are made once, by ``grid_of``."""

    def __init__(self, one: DomainAxis, other: DomainAxis) -> None:
        #: The indices of every point, shapes (count of the first axis, count of the second).
        self.i, self.j = np.indices((one.count, other.count), float)
        #: The values on the axes, shapes (count of the first, 1) and (1, count of the second).
        self.a = (one.low + one.step * np.arange(one.count))[:, None]
        self.b = (other.low + other.step * np.arange(other.count))[None, :]


class Layout:
    """Boxes over two axes, and the points of each where a plane is fitted.

    These are its four corners and, as in the original, its centre where an edge has more than two points. Arrays of
    samples have the shape of ``points``: (points of a box, boxes). ``even``: the boxes are rows and columns, as those
    of ``even_boxes``.
    """

    def __init__(
        self,
        one: DomainAxis,
        other: DomainAxis,
        boxes: Boxes,
        *,
        centre: bool = True,
        even: bool = False,
        placed: tuple[Places, int] | None = None,
    ) -> None:
        """``placed``: the box of every point, as far as it is one of the first so many boxes."""
        self.axes = one.name, other.name
        self.grid = grid_of(one, other)
        self.a, self.b = self.grid.a, self.grid.b
        low_a, high_a, low_b, high_b = boxes.T
        # in floats as all that they meet: numpy is slow where it converts short rows
        #: Twice the number of indices between the corners on each axis.
        self.twice_a, self.twice_b = (
            2 * np.maximum(high - low, 1.0) for low, high in ((low_a, high_a), (low_b, high_b))
        )
        at_a, at_b = [low_a, high_a, low_a, high_a], [low_b, low_b, high_b, high_b]
        if centre:
            at_a.append((low_a + high_a) // 2)
            at_b.append((low_b + high_b) // 2)
        #: The indices of the points on the axes.
        self.rows, self.columns = np.stack(at_a), np.stack(at_b)
        #: The points, as places in an array over both axes.
        self.points = self.rows * other.count + self.columns
        #: Their indices as floats.
        self.at_a, self.at_b = self.rows * 1.0, self.columns * 1.0
        #: The box of every point of the axes.
        self.places, done = placed or (np.empty((one.count, other.count), np.intp), 0)
        for k, (first, last, lowest, highest) in enumerate(boxes[done:].tolist(), done):
            self.places[first : last + 1, lowest : highest + 1] = k
        self.even, self.ranges = even, boxes
        #: Boxes from here on stand in the original's order already.
        self.first_cut = len(boxes)
        #: Boxes without a centre: their fifth sample, at a corner, does not count in the mean.
        small = np.maximum(high_a - low_a, high_b - low_b) < 2 if centre else np.zeros(len(boxes), bool)
        self.small: npt.NDArray[np.bool_] | None = small if small.any() else None
        self.count = len(boxes)

    def sample(self, u: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """Return the samples of values ``u`` of shape (count of the first axis, count of the second)."""
        found: npt.NDArray[_T] = u.take(self.points)
        return found

    @cached_property
    def starts(self) -> tuple[Places, Places]:
        """The first indices of the rows and of the columns of even boxes."""
        return _distinct(self.ranges[:, 0]), _distinct(self.ranges[:, 2])

    @cached_property
    def ends(self) -> tuple[Places, Places]:
        """Their last indices."""
        return _distinct(self.ranges[:, 1]), _distinct(self.ranges[:, 3])

    @cached_property
    def _offsets(self) -> tuple[Places, Places]:
        """0, 1, ... for the points of the largest box on each axis, as columns."""
        longest = (self.ranges[:, 1::2] - self.ranges[:, ::2]).max(axis=0)
        return np.arange(longest[0] + 1)[:, None], np.arange(longest[1] + 1)[:, None]

    def within(self, chosen: npt.NDArray[np.int64]) -> Places:
        """Return the places of all points of some boxes; of those that are not the largest the last are repeated."""
        low_a, high_a, low_b, high_b = self.ranges.take(chosen, 0).T
        along_a, along_b = self._offsets
        rows, columns = np.minimum(low_a + along_a, high_a), np.minimum(low_b + along_b, high_b)
        found: Places = (rows[:, None] * self.b.size + columns).ravel()
        return found


def grid_of(one: DomainAxis, other: DomainAxis) -> AxisPoints:
    """Return all points of two axes."""
    return _grid(_made_of(one), _made_of(other))


@lru_cache(maxsize=4)
def _grid(one: _Axis, other: _Axis) -> AxisPoints:
    return AxisPoints(DomainAxis(*one), DomainAxis(*other))


def even_boxes(one: DomainAxis, other: DomainAxis, sizes: tuple[int, int]) -> Boxes:
    """Return boxes of at most ``sizes`` points per axis."""
    low_a, low_b = np.arange(0, one.count, sizes[0]), np.arange(0, other.count, sizes[1])
    first, lowest = np.repeat(low_a, low_b.size), np.tile(low_b, low_a.size)
    last = np.minimum(first + sizes[0] - 1, one.count - 1)
    return np.stack([first, last, lowest, np.minimum(lowest + sizes[1] - 1, other.count - 1)], axis=1)


def without(boxes: list[Region], region: Region) -> list[Region]:
    """Return ``boxes`` without a box ``region``: of one that it meets are left what is beside it on the first axis,
    then what is beside it on the second.
    """
    first, last, lowest, highest = region
    found: list[Region] = []
    rest: list[Region] = []  # behind the others, as in the original, box by box
    for box in boxes:
        a, b, c, d = box
        if a > last or b < first or c > highest or d < lowest:
            found.append(box)
            continue
        if a < first:
            rest.append((a, first - 1, c, d))
            a = first
        if b > last:
            rest.append((last + 1, b, c, d))
            b = last
        if c < lowest:
            rest.append((a, b, c, lowest - 1))
        if d > highest:
            rest.append((a, b, highest + 1, d))
    return found + rest if rest or len(found) < len(boxes) else boxes


@lru_cache(maxsize=64)
def _with_regions(
    one: _Axis, other: _Axis, sizes: tuple[int, int], regions: tuple[Region, ...]
) -> tuple[Layout, list[int]]:
    axes = DomainAxis(*one), DomainAxis(*other)
    apart: list[Region] = []
    numbers: list[int] = []
    for number, region in enumerate(regions):
        own = [region]
        for taken in apart:
            own = without(own, taken)
        apart += own
        numbers += [number] * len(own)
    even = layout(*axes, sizes)
    # of rows and columns first: there are far fewer of them than boxes
    meet, inside = np.zeros((2, *(len(starts) for starts in even.starts)), bool)
    for first, last, lowest, highest in apart:
        rows, rows_inside = _meeting(even.starts[0], even.ends[0], first, last)
        columns, columns_inside = _meeting(even.starts[1], even.ends[1], lowest, highest)
        meet[rows, columns] = True
        inside[rows_inside, columns_inside] = True
    edge = (meet & ~inside).ravel()
    whole = ~meet.ravel()
    ranges = even.ranges[edge]
    cut = [*map(tuple, ranges[np.lexsort((ranges[:, 0], ranges[:, 2]))[::-1]].tolist())]
    for taken in apart:
        cut = without(cut, taken)
    kept = even.ranges[whole]
    boxes = np.concatenate([kept, np.array(cut + apart)])
    placed = (whole.cumsum() - 1).take(even.places), len(kept)
    found = Layout(*axes, boxes, placed=placed)
    found.first_cut = len(kept)
    return found, numbers


def _meeting(starts: Places, ends: Places, first: int, last: int) -> tuple[slice, slice]:
    """Return which of the ranges that an axis is parted into meet that from ``first`` to ``last``; which lie inside."""
    low, high = ends.searchsorted(first), starts.searchsorted(last, "right")
    inner = starts.searchsorted(first), ends.searchsorted(last, "right")
    return slice(low, high), slice(*inner)


def with_regions(
    one: DomainAxis, other: DomainAxis, sizes: tuple[int, int], regions: Sequence[Region]
) -> tuple[Layout, list[int]]:
    """Return even boxes with some regions set apart, each without those before it; equal ones are made once.

    The list has an entry for each of the last boxes: the number of the region that it is of.
    """
    return _with_regions(_made_of(one), _made_of(other), sizes, tuple(regions))


def _made_of(axis: DomainAxis) -> _Axis:
    return axis.name, axis.low, axis.high, axis.count


@lru_cache(maxsize=16)
def _layout(one: _Axis, other: _Axis, sizes: tuple[int, int]) -> Layout:
    axes = DomainAxis(*one), DomainAxis(*other)
    return Layout(*axes, even_boxes(*axes, sizes), centre=max(sizes) > 2, even=True)


def layout(one: DomainAxis, other: DomainAxis, sizes: tuple[int, int] = (3, 3)) -> Layout:
    """Return the boxes of at most ``sizes`` points per axis over two axes; equal ones are made once."""
    return _layout(_made_of(one), _made_of(other), sizes)


class Surface:
    """Planes fitted to samples of a function over two axes, brought to [0, 100].

    ``again``: the original brings it there a second time, which moves last bits, so that they decide between equal
    points. ``gels``: points on each axis of the fields that the original keeps its boxes in; by default one field.
    """

    __slots__ = ("_again", "_base", "_factor", "_gels", "_least", "_ma", "_mb", "boxes", "most")

    def __init__(
        self, boxes: Layout, samples: Array, *, again: bool = False, gels: tuple[int, int] | None = None
    ) -> None:
        along_a, along_b = samples[1:4:2] - samples[0:3:2], samples[2:4] - samples[:2]
        ma = (along_a[0] + along_a[1]) / boxes.twice_a
        mb = (along_b[0] + along_b[1]) / boxes.twice_b
        planes = ma * boxes.at_a
        planes += mb * boxes.at_b
        least, most = np.minimum.reduce(planes), np.maximum.reduce(planes)
        rests = samples - planes
        base = np.add.reduce(rests) / len(samples)
        if boxes.small is not None:
            np.copyto(base, np.add.reduce(rests[:4]) / 4, where=boxes.small)
        # first below the largest value, then above the least
        np.minimum(base, np.minimum.reduce(np.maximum.reduce(samples) - planes), out=base)
        np.maximum(base, np.maximum.reduce(np.minimum.reduce(samples) - planes), out=base)
        most += base
        least += base
        # a plane is least and largest at corners of its box
        low, high = float(np.minimum.reduce(least)), float(np.maximum.reduce(most))
        self.boxes, self._ma, self._mb, self._base = boxes, ma, mb, base
        self._again, self._gels = again, gels or (len(boxes.a), boxes.b.size)
        self._least, self._factor = (low, 100.0 / (high - low)) if high > low else (0.0, 1.0)
        #: The largest value in each box.
        self.most: Array = (most - self._least) * self._factor

    def part(
        self, names: Sequence[str], weight: float, tied: Mapping[str, Sequence[int]], widest: float
    ) -> SurfacePart:
        """Return the weighted boxes over axes (``names``) that hold tied points, in the original's arithmetic.

        ``widest``: it brings functions whose values span more to [0, 100] once more.
        """
        ma, mb, base = self._ma, self._mb, self._base
        low_a, high_a, low_b, high_b = self.boxes.ranges.T
        for exceeding in (0.0, 0.0, widest) if self._again else (0.0, widest):
            ends = (ma * low_a, ma * high_a), (mb * low_b, mb * high_b)
            least = (base + np.minimum(*ends[0])) + np.minimum(*ends[1])
            most = (base + np.maximum(*ends[0])) + np.maximum(*ends[1])
            low, high = float(least.min()), float(most.max())
            if high - low > exceeding:
                factor = 100.0 / (high - low)
                ma, mb, base = ma * factor, mb * factor, (base + (0.0 - low)) * factor
        one, other = (tied[name] for name in self.axes)
        chosen = _distinct(self.boxes.places[np.ix_(one, other)].ravel())
        # the original's order: from the last one, the first axis runs faster
        whole, cut = chosen[chosen < self.boxes.first_cut], chosen[chosen >= self.boxes.first_cut]
        order = [*whole[np.lexsort((low_a[whole], low_b[whole]))[::-1]].tolist(), *cut.tolist()]
        with np.errstate(invalid="ignore"):  # of an infinite weight
            planes = np.stack([ma, mb, base]) * weight
        return SurfacePart(self.axes, self.boxes.ranges, self.boxes.places, self._gels, names, planes, order)

    @property
    def axes(self) -> tuple[str, str]:
        """The names of its axes."""
        return self.boxes.axes

    @property
    def count(self) -> int:
        """The number of its planes."""
        return self.boxes.count

    def planes(self) -> list[tuple[list[int], list[float]]]:
        """Return first and last index on each axis of every box; its slopes by index, and the value at index 0."""
        numbers = np.stack([self._ma, self._mb, self._base - self._least]) * self._factor
        return [*zip(self.boxes.ranges.tolist(), numbers.T.tolist(), strict=True)]

    @property
    def grid(self) -> Array:
        """The values at all points, of shape (count of the first axis, count of the second)."""
        return self.at(None)

    def at(self, places: Places | None) -> Array:
        """Return the values at points; None: at all, of shape (count of the first axis, count of the second)."""
        box, i, j = self.boxes.places, self.boxes.grid.i, self.boxes.grid.j
        if places is not None:
            box, i, j = box.take(places), i.take(places), j.take(places)
        found: Array = self._ma.take(box)
        found *= i
        rise = self._mb.take(box)
        rise *= j
        found += rise
        found += self._base.take(box)
        found -= self._least
        found *= self._factor
        return found


def line(count: int, pieces: Pieces, weight: float) -> Array:
    """Return the weighted values of pieces at every index."""
    values = _indices(count).copy()
    for first, last, slope, base in pieces:
        part = values[first : last + 1]
        part *= slope
        part += base
        part *= weight
    return values


@lru_cache(maxsize=16)
def _indices(count: int) -> Array:
    return np.arange(float(count))


def decide_pairs(
    axes: Sequence[DomainAxis],
    functions: Sequence[tuple[float, Utility]],
    layers: Mapping[str, Sequence[tuple[float, Pieces]]],
) -> tuple[dict[str, int], dict[str, list[int]]]:
    """Return the indices of the best point over the axes of coupled functions; other axes stay apart.

    And those of the points that are equal but for rounding; empty without any.
    """
    known = {axis.name: axis for axis in axes}
    surfaces = [(weight, f) for weight, f in functions if isinstance(f, Surface)]
    first, second = surfaces[0][1].axes
    rows, columns = np.zeros(known[first].count), np.zeros(known[second].count)
    for name, values in ((first, rows), (second, columns)):
        for weight, pieces in layers.get(name, ()):
            values += line(len(values), pieces, weight)
    boxes = surfaces[0][1].boxes
    if not boxes.even or any(surface.boxes is not boxes for _, surface in surfaces):
        total = _sum_at(None, surfaces, rows, columns).ravel()
        # of equal points the last one: the original takes the upper corner of the last box
        best = int((total == np.maximum.reduce(total)).nonzero()[0][-1])
        (equal,) = (total > np.maximum.reduce(total) - _EQUAL).nonzero()
    else:
        starts_a, starts_b = boxes.starts
        bound: Array = np.add.outer(np.maximum.reduceat(rows, starts_a), np.maximum.reduceat(columns, starts_b)).ravel()
        for weight, surface in surfaces:
            bound += weight * surface.most
        # the box of the largest bound, and with it all that may hold more than it does
        places = boxes.within(np.array([bound.argmax()]))
        total = _sum_at(places, surfaces, rows, columns)
        (chosen,) = (bound >= np.maximum.reduce(total) - _ROUNDING).nonzero()
        if len(chosen) > 1:
            places = boxes.within(chosen)
            total = _sum_at(places, surfaces, rows, columns)
        best = int(places[total == np.maximum.reduce(total)].max())
        equal = places[total > np.maximum.reduce(total) - _EQUAL]
    i, j = divmod(best, len(columns))
    tied: dict[str, list[int]] = {}
    if len(equal) > 1:
        at_a, at_b = np.divmod(equal, len(columns))
        tied = {first: sorted(set(at_a.tolist())), second: sorted(set(at_b.tolist()))}
    return {first: i, second: j}, tied


def _sum_at(places: Places | None, surfaces: Sequence[tuple[float, Surface]], rows: Array, columns: Array) -> Array:
    """Return the weighted sum at points (None: all) of surfaces, and of values on the first axis and on the second."""
    (weight, surface), *others = surfaces
    total = surface.at(places)
    total *= weight
    for weight, surface in others:
        values = surface.at(places)
        values *= weight
        total += values
    if places is None:
        total += rows[:, None]
        total += columns
    else:
        i, j = np.divmod(places, columns.size)
        total += rows.take(i)
        total += columns.take(j)
    return total


def values_of(function: Utility, axes: Sequence[DomainAxis]) -> Array:
    """Return the utility of a function on the grid of ``axes``, one dimension for each, for figures.

    Its numbers are utilities, without unit.
    """
    if isinstance(function, Surface):
        return function.grid.transpose([function.axes.index(axis.name) for axis in axes])
    if not isinstance(function, Function):
        raise TypeError(f"{type(function).__name__} is no function of the helm")
    total: Array = np.zeros(tuple(axis.count for axis in axes))
    for k, axis in enumerate(axes):
        pieces = function.parts.get(axis.name)
        if pieces is not None:
            shape = [1] * len(axes)
            shape[k] = axis.count
            total = total + line(axis.count, pieces, 1.0).reshape(shape)
    return total


def rate_of_closure(course: DomainAxis, speed: DomainAxis, towards: float, wanted: float, draws: Draws) -> Surface:
    """Return how well courses and speeds close in on a point in direction ``towards`` (deg), ``wanted`` m/s fast.

    This is Waypoint's function with ``ipf_type = roc``. The pieces that fit worst are cut again: ``draws`` has a say.
    """
    return _weighted(course, speed, towards, wanted, (0.8, 0.2, 0.0), draws)


def closure_at_speed(course: DomainAxis, speed: DomainAxis, towards: float, wanted: float, draws: Draws) -> Surface:
    """Return the function of SimpleWaypoint: ``rate_of_closure`` with a small share for the ``wanted`` speed itself."""
    return _weighted(course, speed, towards, wanted, (0.75, 0.2, 0.05), draws)


def _weighted(
    course: DomainAxis, speed: DomainAxis, towards: float, wanted: float, shares: tuple[float, float, float],
    draws: Draws,
) -> Surface:  # fmt: skip
    """Return the sum of how fast it closes in, how little it turns away and how near it is to the ``wanted`` speed."""
    boxes = layout(course, speed, _sizes(course, speed))
    turns = [angle_360(course.value(i) - towards) for i in range(course.count)]
    ahead = np.array([cos(to_radians(turn)) for turn in turns])[:, None]
    away = np.array([abs(angle_180(turn)) for turn in turns])[:, None]
    missing = wanted - ahead * boxes.b
    span = 2 * speed.high
    missing = np.minimum(np.where(missing < 0, -missing / 2, missing), span)
    closing = 100.0 * (1 - missing / span)
    turning = 100.0 * (1 - away * np.maximum(boxes.b, 0.0) / (180.0 * speed.high))
    total = shares[0] * closing + shares[1] * turning
    if shares[2]:
        widest = max(speed.high - wanted, wanted - speed.low)
        total = total + shares[2] * 100.0 * (1 - np.minimum(np.abs(wanted - boxes.b), widest) / widest)
    # the original's order: from the last one, the first axis runs faster
    ranges = boxes.ranges[np.lexsort((boxes.ranges[:, 0], boxes.ranges[:, 2]))[::-1]]
    pieces = refined([(a, b, c, d) for a, b, c, d in ranges.tolist()], total.tolist(), _CUTS, draws)
    cut = Layout(course, speed, np.array(pieces))
    return Surface(cut, cut.sample(total))


def _distinct(indices: Places) -> Places:
    """Return what ``numpy.unique`` does, whose first call takes 40 ms: it loads masked arrays."""
    ordered = np.sort(indices)
    found: Places = ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))] if ordered.size else ordered
    return found


def _sizes(one: DomainAxis, other: DomainAxis) -> tuple[int, int]:
    """Return the points per piece on each axis so that edges are alike in points and pieces no more than allowed."""
    points, parts, open_ = (one.count, other.count), [1, 1], [True, True]
    while any(open_):
        k = max((k for k in (0, 1) if open_[k]), key=lambda k: points[k] / parts[k])
        parts[k] += 1
        if parts[0] * parts[1] > _PIECES:
            parts[k] -= 1
            open_[k] = False
        if parts[k] >= points[k]:
            open_[k] = False
    return ceil(points[0] / parts[0]), ceil(points[1] / parts[1])
