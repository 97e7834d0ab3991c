"""The sea bed for sensors and grounding: depth, slope, and ranges along rays (laws/environment 7.3, 7.4).

Positions are local x east, y north (m); depths (m) are positive down from the still surface, 0 and less is land, and
nan where nothing is known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import copysign, cos, inf, nan, sin, sqrt

from usimmarine_py.maths.attitude import rzyx

Vector = tuple[float, float, float]  #: east, north, down

#: Half the distance (m) over which the slope of a bed of any kind is taken.
_SLOPE_REACH = 0.5
#: A ray samples a bed of any kind every so many m.
_STRIDE = 0.5
#: Precision (m) of a range.
_NEAR = 1e-9
_MOST_HALVINGS = 80


class Seabed(ABC):
    """A sea bed; each kind has its ``depth``, from which the rest follows."""

    __slots__ = ()

    @abstractmethod
    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m) at a position."""

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """Return how the depth grows to the east and to the north (m/m)."""
        h = _SLOPE_REACH
        depth = self.depth
        return (depth(x + h, y) - depth(x - h, y)) / (2.0 * h), (depth(x, y + h) - depth(x, y - h)) / (2.0 * h)

    def range_along(self, origin: Vector, direction: Vector, limit: float) -> float | None:
        """Return the distance (m) from ``origin`` (x, y, depth) along a unit vector (east, north, down) to the bed.

        None where nothing lies within ``limit`` m; 0 from below the bed. A stretch where the depth is unknown is
        passed over.
        """
        x, y, z = origin
        east, north, down = direction

        def clear(t: float) -> float:
            return self.depth(x + t * east, y + t * north) - (z + t * down)

        t, here = 0.0, clear(0.0)
        while t < limit:
            if here <= 0.0:
                return t
            end = min(limit, t + self.even(x + t * east, y + t * north, east, north))
            there = clear(end)
            found = _first_root(clear, t, end, here, clear(0.5 * (t + end)), there)
            if found is not None:
                return found
            t, here = end, there
        return limit if here <= 0.0 else None

    def even(self, x: float, y: float, east: float, north: float) -> float:
        """Return how far (m) the depth along a ray (parts of a unit vector) has no more than one bend."""
        del x, y
        return _STRIDE if east or north else inf

    def over(self, known: float) -> Seabed:
        """Return this bed with ``known`` (m, 0 = nothing) as the depth where it has none."""
        return Backed(self, known) if known > 0.0 else self

    def below(self, level: Callable[[], float]) -> Seabed:
        """Return this bed below a surface that stands ``level`` m above that of its depths."""
        return Tidal(self, level)


class Flat(Seabed):
    """The same depth everywhere."""

    __slots__ = ("_depth",)

    def __init__(self, depth: float) -> None:
        self._depth = depth

    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m)."""
        del x, y
        return self._depth

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """Return no slope."""
        del x, y
        return 0.0, 0.0

    def even(self, x: float, y: float, east: float, north: float) -> float:
        """Return infinity."""
        del x, y, east, north
        return inf


class Tidal(Seabed):
    """A bed below a surface that rises and falls; ``level`` gives its height (m) above that of the bed's depths."""

    __slots__ = ("_bed", "_level")

    def __init__(self, bed: Seabed, level: Callable[[], float]) -> None:
        self._bed, self._level = bed, level

    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m) below the surface as it stands."""
        return self._bed.depth(x, y) + self._level()

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """Return how the depth grows to the east and to the north (m/m)."""
        return self._bed.slope(x, y)

    def range_along(self, origin: Vector, direction: Vector, limit: float) -> float | None:
        """Return the distance (m) to the bed; ``origin`` is below the surface as it stands."""
        x, y, z = origin
        return self._bed.range_along((x, y, z - self._level()), direction, limit)

    def even(self, x: float, y: float, east: float, north: float) -> float:
        """Return how far (m) the depth along a ray has no more than one bend."""
        return self._bed.even(x, y, east, north)


class Shaped(Seabed):
    """A bed given as a function of x and y."""

    __slots__ = ("_depth",)

    def __init__(self, depth: Callable[[float, float], float]) -> None:
        self._depth = depth

    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m)."""
        return self._depth(x, y)


class Backed(Seabed):
    """A bed with a known depth where it has none itself."""

    __slots__ = ("_bed", "_known")

    def __init__(self, bed: Seabed, known: float) -> None:
        self._bed, self._known = bed, known

    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m)."""
        depth = self._bed.depth(x, y)
        return depth if depth == depth else self._known

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """Return that of the bed; none where its depth is not known."""
        east, north = self._bed.slope(x, y)
        return (east, north) if east == east and north == north else (0.0, 0.0)

    def even(self, x: float, y: float, east: float, north: float) -> float:
        """Return what the bed says."""
        return self._bed.even(x, y, east, north)


def beam(body: Vector, roll: float, pitch: float, heading: float) -> Vector:
    """Return a vector of BODY (forward, starboard, down) as (east, north, down), at an attitude in rad."""
    r = rzyx(roll, pitch, heading)
    a, b, c = body
    return (
        r[3] * a + r[4] * b + r[5] * c,
        r[0] * a + r[1] * b + r[2] * c,
        r[6] * a + r[7] * b + r[8] * c,
    )


def beam_of(azimuth: float, elevation: float) -> Vector:
    """Return the unit vector in BODY of a beam, rad: azimuth to starboard from ahead, elevation down from the level."""
    c = cos(elevation)
    return c * cos(azimuth), c * sin(azimuth), sin(elevation)


def _first_root(
    clear: Callable[[float], float], start: float, end: float, here: float, middle: float, there: float
) -> float | None:
    """Return the first root of ``clear`` in (start, end], which is a parabola between them or nearly so."""
    a, b = 2.0 * (here - 2.0 * middle + there), 4.0 * middle - 3.0 * here - there
    if not here > 0.0 or a != a:
        return None  # something is unknown here
    guess = _parabola_root(a, b, here)
    length, low, high = end - start, 0.0, 1.0
    if there > 0.0:
        # does it dip below the bed and come up again?
        turn = -0.5 * b / a if a > 0.0 else nan
        if not (0.0 < turn < 1.0 and clear(start + turn * length) <= 0.0):
            return None
        high = turn
    for _ in range(_MOST_HALVINGS):
        if not low < guess <= high:
            guess = 0.5 * (low + high)
        value = clear(start + guess * length)
        if abs(value) <= _NEAR or (high - low) * length <= _NEAR:
            break
        if value > 0.0:
            low = guess
        else:
            high = guess
        guess = 0.5 * (low + high)
    return start + guess * length


def _parabola_root(a: float, b: float, c: float) -> float:
    """Return the first root in (0, 1] of a s^2 + b s + c; nan if there is none."""
    square = b * b - 4.0 * a * c
    if square < 0.0:
        return nan
    q = -0.5 * (b + copysign(sqrt(square), b))
    roots = [root for root in (q / a if a else nan, c / q if q else nan) if 0.0 < root <= 1.0]
    return min(roots, default=nan)
