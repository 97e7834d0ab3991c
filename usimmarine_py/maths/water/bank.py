"""What a vertical bank does to a ship that moves along it (laws/environment 7.7)."""

from __future__ import annotations

from math import inf, log, pi
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    from usimmarine_py.values.arrays import Array

__all__ = ["BankHull", "bank_force"]

#: N = -RATIO L Y: the mean of six model tests of Lataire, Vantorre and Eloot 2009 (0.21 to 0.52).
RATIO = 0.37
#: Height of the force below the waterline over the draft: of the pressure round half a circle.
HEIGHT = 4.0 / (3.0 * pi)
#: Depth over draft below which the force is held.
LEAST_DEPTH = 1.2
#: Distance over length from which the force fades, and where it is gone.
FADES, GONE = 2.0, 3.0
#: Sources in either half of a hull, images in the bottom that are summed one by one.
_SOURCES, _IMAGES = 16, 6
_DISTANCES, _DEPTHS = 40, 16


@dataclass(frozen=True, slots=True)
class BankHull:
    """What the law asks of a hull; of two hulls each has ``beam``, ``spacing`` between their middles."""

    length: float  #: m, between perpendiculars
    beam: float  #: m
    draft: float  #: m
    volume: float  #: m3, displaced by all hulls
    added: float = 0.0  #: added mass ahead over mass
    rho: float = 1025.0  #: kg/m3
    hulls: int = 1
    spacing: float = 0.0  #: m

    @property
    def half_width(self) -> float:
        """From the middle of the vehicle to its side, m: a bank is not nearer."""
        return 0.5 * (self.beam + (self.spacing if self.hulls == 2 else 0.0))

    @property
    def prismatic(self) -> float:
        """C_P = C_B/C_M, by which the ends are pointed or blunt; C_M by Kerlen 1970."""
        block = min(self.volume / (self.hulls * self.length * self.beam * self.draft), 1.0)
        middle = max(1.006 - 0.0056 * float(block**-3.56), pi / 4.0)
        return min(max(block / middle, 0.5), 0.95)


def bank_force(hull: BankHull, distance: float, depth: float = 0.0) -> tuple[float, float]:
    """Force towards a bank and yaw moment away from it of a hull under way along it, over the square of its speed.

    ``distance`` from the middle line of the vehicle to the wall (m, held at the side of the hull), ``depth`` of the
    water (m, 0 = deep; held from 1.2 drafts down). Returns N s2/m2 and N m s2/m2; in the moment, which turns the end
    that leads away from the bank, RATIO times the length. Raises ``ConfigError`` for sizes that are not above 0.
    Source: laws/environment 7.7.

    >>> tanker = BankHull(320.0, 58.0, 20.8, 312600.0, 0.07)
    >>> y, n = bank_force(tanker, 100.0, 30.0)
    >>> round(y / (0.5 * 1025.0 * 320.0 * 20.8), 3), n == RATIO * 320.0 * y
    (0.016, True)
    """
    for name in ("length", "beam", "draft", "volume"):
        if not 0.0 < getattr(hull, name) < inf:
            raise ConfigError(f"must be above 0, not {getattr(hull, name)!r}", key=name)
    if not distance == distance or not depth == depth:
        raise ConfigError("must be numbers", key="distance and depth")
    gap = max(distance, hull.half_width)
    force = _attraction(hull, gap, depth) * _fading(gap / hull.length)
    return force, RATIO * hull.length * force


def _fading(lengths: float) -> float:
    """Share of the force that is left at a distance in lengths of the hull."""
    return min(1.0, max(0.0, (GONE - lengths) / (GONE - FADES)))


def _attraction(hull: BankHull, gap: float, depth: float) -> float:
    """Y over U^2 before it fades: sources of both double bodies on each other, at all images of the bottom."""
    import numpy as np  # few missions have banks

    full = hull.prismatic
    power, section = full / (1.0 - full), hull.volume / (hull.hulls * hull.length * full)
    # equal steps of the section area are equal sources: fore and aft
    half = 0.5 * hull.length * ((np.arange(_SOURCES) + 0.5) / _SOURCES) ** (1.0 / power)
    strength = 2.0 * section * (1.0 + min(hull.added, 0.5)) / _SOURCES
    # what pairs of one sign and of opposite signs differ by
    pairs = ((half[:, None] - half) ** 2, (half[:, None] + half) ** 2)
    sides = (-0.5 * hull.spacing, 0.5 * hull.spacing) if hull.hulls == 2 else (0.0,)
    total = 0.0
    for one in sides:
        for other in sides:
            away = 2.0 * gap - one - other
            same, opposite = (_reach(along + away * away, hull, depth) for along in pairs)
            # the cross-flow in the gap, of round sections: 1 + a^2/(2 d^2) with a^2 = 2 S/pi
            near = 1.0 + 4.0 * section / (pi * away * away)
            total += near * away * float(np.sum(same - opposite))
    return hull.rho * strength * strength / (4.0 * pi) * total


def _reach(plane: Array, hull: BankHull, depth: float) -> Array:
    """Sum of 1/R^3 over the images in the bottom, of the squares of the distances in a plane."""
    found = plane**-1.5
    if depth > 0.0:
        period = 2.0 * max(depth, LEAST_DEPTH * hull.draft)
        for k in range(1, _IMAGES + 1):
            found = found + 2.0 * (plane + (k * period) ** 2) ** -1.5
        # those beyond as an integral
        last = (_IMAGES + 0.5) * period
        found = found + 2.0 / (period * plane) * (1.0 - last * (plane + last * last) ** -0.5)
    return found


class BankTable:
    """The force of a bank on one hull by distance and depth, made once; linear in logarithms between its nodes."""

    def __init__(self, hull: BankHull) -> None:
        self.hull = hull
        self.reach = max(GONE * hull.length, 2.0 * hull.half_width)  #: m, beyond which a bank does nothing
        self._near, self._low = hull.half_width, LEAST_DEPTH * hull.draft
        wide, high = self.reach / self._near, max(4.0 * hull.length / self._low, 2.0)
        self._step, self._rise = log(wide) / (_DISTANCES - 1), log(high) / (_DEPTHS - 1)
        away = [self._near * wide ** (i / (_DISTANCES - 1)) for i in range(_DISTANCES)]
        down = [*(self._low * high ** (i / (_DEPTHS - 1)) for i in range(_DEPTHS - 1)), 0.0]
        # times the third power of the distance, with which it falls
        self._rows = [[_attraction(hull, d, h) * d**3 for d in away] for h in down]

    def force(self, distance: float, depth: float) -> float:
        """Return N s2/m2 towards a bank at a distance of the middle line (m) in water ``depth`` m deep (0 = deep)."""
        if distance >= self.reach:
            return 0.0
        gap = max(distance, self._near)
        at = log(gap / self._near) / self._step
        level = _DEPTHS - 1.0 if depth <= 0.0 else min(log(max(depth / self._low, 1.0)) / self._rise, _DEPTHS - 1.0)
        i, j = min(int(at), _DISTANCES - 2), min(int(level), _DEPTHS - 2)
        t, s = at - i, level - j
        low, high = self._rows[j], self._rows[j + 1]
        below, above = low[i] + t * (low[i + 1] - low[i]), high[i] + t * (high[i + 1] - high[i])
        pull: float = (below + s * (above - below)) / (gap * gap * gap)
        return pull * _fading(gap / self.hull.length)
