"""The surroundings of instruments under water: the bed, the water, the waves above (laws/sensors 4).

Positions are north, east, down (m), directions NED.
"""

from __future__ import annotations

from collections.abc import Callable
from math import acos, cos, inf, nan, pi, sin, sqrt

from usimmarine_py.maths.water.column import WaterColumn
from usimmarine_py.sea.data.seabed import Flat, Seabed
from usimmarine_py.sensors.truth import Truth, Vector, cross
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass

ATMOSPHERE = 101325.0  #: Pa
GRAVITY = 9.81
#: Rays around the rim of a beam.
_RIM = 8


#: Of the practical salinity scale (PSS-78): sum over x^(k/2) of the ratio, and what temperature adds to it.
_SCALE = (0.0080, -0.1692, 25.3851, 14.0941, -7.0261, 2.7081)
_WARMER = (0.0005, -0.0056, -0.0066, -0.0375, 0.0636, -0.0144)
#: S/m of standard sea water, 35, 15 deg C, at the surface.
_STANDARD = 4.2914


def practical_salinity(ratio: float, temperature: float, pressure: float) -> float:
    """Salinity of water whose conductivity is ``ratio`` times the standard one (laws/sensors 4.4); deg C, dbar."""
    t = temperature * 1.00024  # the scale of 1968
    shrunk = 1.0 + pressure * (2.070e-5 - 6.370e-10 * pressure + 3.989e-15 * pressure * pressure) / (
        1.0 + 3.426e-2 * t + 4.464e-4 * t * t + (4.215e-1 - 3.107e-3 * t) * ratio
    )
    r_t = 0.6766097 + t * (2.00564e-2 + t * (1.104259e-4 + t * (-6.9698e-7 + t * 1.0031e-9)))
    root = sqrt(max(ratio / (shrunk * r_t), 0.0))
    shift = (t - 15.0) / (1.0 + 0.0162 * (t - 15.0))
    return plain_sum((a + shift * b) * root**k for k, (a, b) in enumerate(zip(_SCALE, _WARMER, strict=True)))


def conductivity(temperature: float, salinity: float, pressure: float) -> float:
    """Conductivity (S/m) of water of a salinity, by the inverse of the same scale; deg C, dbar."""
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        below = practical_salinity(middle, temperature, pressure) < salinity
        low, high = (middle, high) if below else (low, middle)
    return 0.5 * (low + high) * _STANDARD


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a vehicle, for instruments that measure more than its motion."""

    bed: Seabed | None = None  #: None = unknown
    column: WaterColumn | None = None  #: None = not given
    rho: float = 1025.0  #: kg/m3
    #: Head (m) of the waves at a time (s) and a place north, east, down (m); None = no waves
    waves: Callable[[float, float, float, float], float] | None = None
    #: Velocity of the water (north, east, down, m/s) at a time (s) and a place north, east, down (m); None = at rest
    stream: Callable[[float, Vector], Vector] | None = None

    def head(self, t: Truth, place: Vector) -> float:
        """Return by how much (m of water) the waves that the vehicle moves in raise the pressure at a place."""
        return 0.0 if self.waves is None else self.waves(t.time, *place)

    def flow(self, time: float, place: Vector) -> Vector:
        """Return the velocity of the water (m/s, NED) at a place, as far as it differs from place to place."""
        return (0.0, 0.0, 0.0) if self.stream is None else self.stream(time, place)

    def bottom(self, x: float, y: float) -> float:
        """Depth (m) of the bed; nan if unknown."""
        return nan if self.bed is None else self.bed.depth(x, y)

    def ray(self, place: Vector, way: Vector, most: float) -> float:
        """Distance (m) along the unit vector ``way`` from ``place`` to the bed; inf if none is met within ``most``."""
        if self.bed is None:
            return inf
        (north, east, down), (to_north, to_east, to_down) = place, way
        found = self.bed.range_along((east, north, down), (to_east, to_north, to_down), most)
        return inf if found is None else found

    def beam(self, place: Vector, axis: Vector, half: float, most: float) -> float:
        """The nearest distance (m) to the bed within a cone of half angle ``half`` rad around ``axis``, as ``ray``."""
        if self.bed is None:
            return inf
        rays = [axis]
        if half > 0.0:
            east, north = self.bed.slope(place[1], place[0])
            rays.append(_turned_towards(axis, (0.0, 0.0, 1.0), half))
            if east or north:
                length = sqrt(1.0 + east * east + north * north)
                rays.append(_turned_towards(axis, (-north / length, -east / length, 1.0 / length), half))
            if not isinstance(self.bed, Flat):
                rays += _rim(axis, half)
        return min(self.ray(place, way, most) for way in rays)


def _turned_towards(axis: Vector, goal: Vector, most: float) -> Vector:
    """``axis`` turned towards ``goal``, by at most ``most`` rad; unit vectors."""
    dot = max(-1.0, min(1.0, axis[0] * goal[0] + axis[1] * goal[1] + axis[2] * goal[2]))
    angle = acos(dot)
    if angle <= most:
        return goal
    side = tuple(g - dot * a for a, g in zip(axis, goal, strict=True))
    length = sqrt(plain_sum(x * x for x in side))
    if length < 1e-12:
        return axis
    n, e, d = (cos(most) * a + sin(most) * x / length for a, x in zip(axis, side, strict=True))
    return n, e, d


def _rim(axis: Vector, half: float) -> list[Vector]:
    """Rays around the edge of a cone."""
    other = (0.0, 0.0, 1.0) if abs(axis[2]) < 0.9 else (1.0, 0.0, 0.0)
    side = cross(axis, other)
    length = sqrt(plain_sum(x * x for x in side))
    one = (side[0] / length, side[1] / length, side[2] / length)
    two = cross(axis, one)
    rays = []
    for k in range(_RIM):
        c, s = cos(2.0 * pi * k / _RIM), sin(2.0 * pi * k / _RIM)
        n, e, d = (cos(half) * a + sin(half) * (c * i + s * j) for a, i, j in zip(axis, one, two, strict=True))
        rays.append((n, e, d))
    return rays
