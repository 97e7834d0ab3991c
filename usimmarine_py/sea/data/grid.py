"""A grid of values that may be far larger than memory: it keeps tiles, and the cell of the last look-up.

Nodes lie at columns u and rows v, both ascending and not necessarily even; between four nodes the value is bilinear
(laws/environment 7.3).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import inf, isinf, nan, nextafter
from typing import TYPE_CHECKING, Protocol

from usimmarine_py.sea.data.coordinates.placing import Place
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from usimmarine_py.sea.data.coordinates.mesh import Mesh
    from usimmarine_py.sea.data.coordinates.systems import System

#: Cells of a tile along each side; it holds one node more.
SIDE = 64
#: Tiles that are kept: some 9 MB.
MOST_TILES = 64
#: So far (of a cell's crossing, m) a ray goes beyond an edge, to be in the next cell for sure.
_BEYOND = 1e-7


class Source(Protocol):
    """The file behind a grid."""

    @property
    def columns(self) -> Sequence[float]:
        """u of the nodes, ascending."""
        ...

    @property
    def rows(self) -> Sequence[float]:
        """v of the nodes, ascending."""
        ...

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Return values of rows i0 to i1 - 1 and columns j0 to j1 - 1; nan where there is none."""
        ...


@dataclass(frozen=True)
class GridFile:
    """A grid as its file describes it."""

    source: Source
    system: System | str = ""  #: its coordinate system; latlon = degrees on WGS 84; empty = the file does not say
    upwards: bool | None = None  #: values grow upwards (heights); None = the file does not say
    metres: float | None = None  #: m, unit of the values; None = the file does not say
    in_metres: bool = False  #: columns and rows of a projection are in m, not in its own unit
    mesh: Mesh | None = None  #: of a curvilinear grid, whose columns and rows are counted


class Grid:
    """Bilinear values between the nodes of a source, times ``scale``; nan outside and beside missing nodes."""

    __slots__ = ("_a", "_b", "_c", "_d", "_scale", "_source", "_tiles", "_u", "_u0", "_u1", "_v", "_v0", "_v1")

    def __init__(self, source: Source, scale: float = 1.0) -> None:
        self._source, self._scale = source, scale
        self._u, self._v = list(source.columns), list(source.rows)
        self._tiles: dict[tuple[int, int], list[list[float]]] = {}
        # the cell of the last look-up, and its polynomial a + b p + c q + d p q; none yet
        self._u0, self._u1, self._v0, self._v1 = inf, -inf, inf, -inf
        self._a = self._b = self._c = self._d = nan

    def value(self, u: float, v: float) -> float:
        """Return the value at a place."""
        if not (self._u0 <= u < self._u1 and self._v0 <= v < self._v1) and not self._enter(u, v):
            return nan
        p, q = u - self._u0, v - self._v0
        return self._a + self._b * p + (self._c + self._d * p) * q

    def gradient(self, u: float, v: float) -> tuple[float, float]:
        """Return the derivatives by u and v; on an edge those of one of the cells beside it."""
        if not (self._u0 <= u < self._u1 and self._v0 <= v < self._v1) and not self._enter(u, v):
            return nan, nan
        return self._b + self._d * (v - self._v0), self._c + self._d * (u - self._u0)

    def cell(self, u: float, v: float) -> tuple[float, float, float, float] | None:
        """Return first and last u, first and last v of the cell at a place; None outside."""
        if not (self._u0 <= u < self._u1 and self._v0 <= v < self._v1) and not self._enter(u, v):
            return None
        return self._u0, self._u1, self._v0, self._v1

    def _enter(self, u: float, v: float) -> bool:
        us, vs = self._u, self._v
        if not (us[0] <= u <= us[-1] and vs[0] <= v <= vs[-1]):
            return False
        j, i = min(bisect_right(us, u), len(us) - 1) - 1, min(bisect_right(vs, v), len(vs) - 1) - 1
        tile = self._tiles.get((i // SIDE, j // SIDE))
        if tile is None:
            tile = self._load(i // SIDE, j // SIDE)
        lower, upper, k = tile[i % SIDE], tile[i % SIDE + 1], j % SIDE
        # a cell ends before the next one, so that no look-up depends on those before it; the last one holds its end
        self._u0, self._u1, self._v0, self._v1 = us[j], end_of(us, j), vs[i], end_of(vs, i)
        width, height = us[j + 1] - us[j], vs[i + 1] - vs[i]
        a, b, c = lower[k], lower[k + 1], upper[k]
        self._a, self._b, self._c = a, (b - a) / width, (c - a) / height
        self._d = (upper[k + 1] - b - c + a) / (width * height)
        return True

    def _load(self, i: int, j: int) -> list[list[float]]:
        i0, j0 = i * SIDE, j * SIDE
        block = self._source.block(i0, min(i0 + SIDE + 1, len(self._v)), j0, min(j0 + SIDE + 1, len(self._u)))
        while len(self._tiles) >= MOST_TILES:
            del self._tiles[next(iter(self._tiles))]
        tile: list[list[float]] = (self._scale * block).tolist()
        self._tiles[i, j] = tile
        return tile


def end_of(axis: Sequence[float], k: int) -> float:
    """Return where cell ``k`` of an axis ends, itself no part of it."""
    return axis[k + 1] if k + 2 < len(axis) else nextafter(axis[k + 1], inf)


class GridBed(Seabed):
    """A sea bed from a grid of depths that lies somewhere in the local plane."""

    __slots__ = ("_grid", "_place", "remarks")

    def __init__(self, grid: Grid, place: Place, remarks: tuple[str, ...] = ()) -> None:
        self._grid, self._place = grid, place
        self.remarks = remarks  #: what was assumed of the file, a sentence each

    def depth(self, x: float, y: float) -> float:
        """Return the water depth (m); nan outside."""
        return self._grid.value(*self._place.at(x, y))

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """Return the slope of the bilinear surface to the east and to the north (m/m)."""
        by_u, by_v = self._grid.gradient(*self._place.at(x, y))
        ux, uy, vx, vy = self._place.rates(x, y)
        return by_u * ux + by_v * vx, by_u * uy + by_v * vy

    def even(self, x: float, y: float, east: float, north: float) -> float:
        """Return the distance to the edge of the cell: inside, the depth along a ray is a parabola."""
        if not (east or north):
            return inf
        u, v = self._place.at(x, y)
        cell = self._grid.cell(u, v)
        if cell is None:
            return super().even(x, y, east, north)
        ux, uy, vx, vy = self._place.rates(x, y)
        du, dv = ux * east + uy * north, vx * east + vy * north
        reach = min(_crossing(u, cell[0], cell[1], du), _crossing(v, cell[2], cell[3], dv))
        return reach if isinf(reach) else reach + _BEYOND


def _crossing(at: float, low: float, high: float, rate: float) -> float:
    if rate == 0.0:
        return inf
    return max(0.0, ((high if rate > 0.0 else low) - at) / rate)
