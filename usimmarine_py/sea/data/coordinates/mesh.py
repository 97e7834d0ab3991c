"""Curvilinear grids, whose nodes have longitudes and latitudes of their own: places to fractions of columns and rows.

The node nearest to a place is found by a k-d tree of scipy (extra ``ocean``), the cell beside it by inverting its
bilinear map in the local plane.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, inf, isfinite, nan
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.maths.geodesy import Geodesy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: A place this little (of a cell) beside a cell is in it.
_SLACK = 1e-9
_MOST_STEPS = 30

_Corners = tuple[float, float, float, float, float, float, float, float]


class Mesh:
    """Longitudes and latitudes (deg, (rows, columns)) of the nodes of a grid; nan where there is no node."""

    def __init__(self, longitude: Array, latitude: Array, file: str) -> None:
        import numpy as np

        if min(longitude.shape) < 2:
            raise ConfigError("has less than two rows or columns", file=file)
        self.longitude, self.latitude, self.file = longitude, latitude, file
        self._known = np.isfinite(longitude) & np.isfinite(latitude) & (np.abs(latitude) <= 90.0)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.longitude.shape
        return rows, columns

    def place(self, geodesy: Geodesy | None) -> OnMesh:
        """Return where the local plane lies in columns and rows. Raises ``ConfigError``, ``MissingExtraError``."""
        if geodesy is None:
            hint = "LatOrigin and LongOrigin must say where the local plane does"
            raise ConfigError(f"lies on the globe: {hint}", file=self.file)
        return OnMesh(self, geodesy)

    def nearest(self) -> Callable[[float, float], tuple[int, int]]:
        """Return a function from longitude and latitude (deg) to row and column of the nearest node."""
        try:
            from scipy.spatial import cKDTree
        except ImportError as error:
            raise MissingExtraError("a curvilinear grid", "scipy", "ocean") from error
        import numpy as np

        rows, columns = np.nonzero(self._known)
        if not len(rows):
            raise ConfigError("its nodes have no longitudes and latitudes", file=self.file)
        tree = cKDTree(_on_sphere(self.longitude[self._known], self.latitude[self._known]))

        def find(longitude: float, latitude: float) -> tuple[int, int]:
            _, k = tree.query(_on_sphere(np.array([longitude]), np.array([latitude]))[0])
            return int(rows[k]), int(columns[k])

        return find

    def turn(self, i0: int, i1: int, j0: int, j1: int) -> Array:
        """Return by how much (rad, counter-clockwise) the columns' direction points away from east, at these nodes."""
        import numpy as np

        from usimmarine_py.maths.earth import way_east

        rows, columns = slice(i0, i1), np.arange(j0, j1)
        before, behind = np.maximum(columns - 1, 0), np.minimum(columns + 1, self.shape[1] - 1)
        lon, lat = self.longitude[rows], self.latitude[rows]
        east = (lon[:, behind] - lon[:, before] + 180.0) % 360.0 - 180.0
        found: Array = way_east(lat[:, behind] - lat[:, before], east, np.radians(lat[:, columns]))
        return found


class OnMesh:
    """From local x, y (m) to fractions of columns and rows (u, v); nan outside."""

    __slots__ = ("_cell", "_corners", "_find", "_geodesy", "_mesh")

    def __init__(self, mesh: Mesh, geodesy: Geodesy) -> None:
        self._mesh, self._geodesy, self._find = mesh, geodesy, mesh.nearest()
        self._cell: tuple[int, int] | None = None  #: first row and column of the last look-up
        self._corners: _Corners = (0.0,) * 8

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return column and row."""
        if self._cell is not None:
            p, q = _inverted(self._corners, x, y)
            if 0.0 <= p <= 1.0 and 0.0 <= q <= 1.0:
                return self._cell[1] + p, self._cell[0] + q
        return self._enter(x, y)

    def rates(self, x: float, y: float) -> tuple[float, float, float, float]:
        """Return du/dx, du/dy, dv/dx, dv/dy."""
        u, v = self.at(x, y)
        if u != u or self._cell is None:
            return nan, nan, nan, nan
        p, q = u - self._cell[1], v - self._cell[0]
        xp, xq, yp, yq = _slopes(self._corners, p, q)
        area = xp * yq - xq * yp
        return yq / area, -xq / area, -yp / area, xp / area

    def _enter(self, x: float, y: float) -> tuple[float, float]:
        globe = self._geodesy.to_latlon(x, y)
        if globe is None:
            return nan, nan
        i, j = self._find(globe[1], globe[0])
        # beside a slanted cell the nearest node may be one of its neighbours'
        for reach in (1, 2):
            for row in range(max(i - reach, 0), min(i + reach, self._mesh.shape[0] - 1)):
                for column in range(max(j - reach, 0), min(j + reach, self._mesh.shape[1] - 1)):
                    corners = self._cornered(row, column)
                    if corners is None:
                        continue
                    p, q = _inverted(corners, x, y)
                    if -_SLACK <= p <= 1.0 + _SLACK and -_SLACK <= q <= 1.0 + _SLACK:
                        self._cell, self._corners = (row, column), corners
                        return column + min(max(p, 0.0), 1.0), row + min(max(q, 0.0), 1.0)
        return nan, nan

    def _cornered(self, row: int, column: int) -> _Corners | None:
        """Return x and y of the four corners of a cell: here, next column, next row, both; None beside a gap."""
        found: list[float] = []
        for i, j in ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)):
            lat, lon = float(self._mesh.latitude[i, j]), float(self._mesh.longitude[i, j])
            local = self._geodesy.to_local(lat, lon) if isfinite(lat) and isfinite(lon) else None
            if local is None:
                return None
            found += local
        a, b, c, d, e, f, g, h = found
        return a, b, c, d, e, f, g, h


def _slopes(corners: _Corners, p: float, q: float) -> tuple[float, float, float, float]:
    """Return dx/dp, dx/dq, dy/dp, dy/dq of a cell's bilinear map."""
    x0, y0, x1, y1, x2, y2, x3, y3 = corners
    xx, yy = x3 - x2 - x1 + x0, y3 - y2 - y1 + y0
    return x1 - x0 + xx * q, x2 - x0 + xx * p, y1 - y0 + yy * q, y2 - y0 + yy * p


def _inverted(corners: _Corners, x: float, y: float) -> tuple[float, float]:
    """Return p, q of a place in a cell, by Newton's method; infinite where it does not settle."""
    x0, y0, x1, y1, x2, y2, x3, y3 = corners
    p = q = 0.5
    for _ in range(_MOST_STEPS):
        dx = x - (x0 + (x1 - x0) * p + (x2 - x0) * q + (x3 - x2 - x1 + x0) * p * q)
        dy = y - (y0 + (y1 - y0) * p + (y2 - y0) * q + (y3 - y2 - y1 + y0) * p * q)
        xp, xq, yp, yq = _slopes(corners, p, q)
        area = xp * yq - xq * yp
        if area == 0.0:
            break
        step_p, step_q = (yq * dx - xq * dy) / area, (xp * dy - yp * dx) / area
        p, q = p + step_p, q + step_q
        if hypot(step_p, step_q) < 1e-13:
            return p, q
        if abs(p) + abs(q) > 1e3:
            break
    else:
        return p, q
    return inf, inf


def _on_sphere(longitude: Array, latitude: Array) -> Array:
    import numpy as np

    lon, lat = np.radians(longitude), np.radians(latitude)
    found: Array = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)
    return found
