"""From the local plane to the coordinates of a file (laws/environment 7.3)."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Protocol

from usimmarine_py.maths.geodesy import Geodesy

#: Side (m) of the squares over which a projection is taken for a parabola: what is left out is below 1e-6 m.
_PATCH = 512.0
_MOST_PATCHES = 256


class Place(Protocol):
    """From local x, y (m) to the coordinates u, v of a file."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return u and v; nan where the projection of the file has no such place."""
        ...

    def rates(self, x: float, y: float) -> tuple[float, float, float, float]:
        """Return du/dx, du/dy, dv/dx, dv/dy."""
        ...


class Shifted:
    """Metres with another origin: local coordinates, or those of the datum's UTM zone."""

    __slots__ = ("_u", "_v")

    def __init__(self, u: float = 0.0, v: float = 0.0) -> None:
        self._u, self._v = u, v  #: of the datum

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return u and v."""
        return x + self._u, y + self._v

    def rates(self, x: float, y: float) -> tuple[float, float, float, float]:
        """Return those of the unit matrix."""
        del x, y
        return 1.0, 0.0, 0.0, 1.0


class Curved:
    """Any smooth projection, as parabolas over squares of the local plane: a look-up costs no sine."""

    __slots__ = ("_coefficients", "_key", "_patches", "_project")

    def __init__(self, project: Callable[[float, float], tuple[float, float]]) -> None:
        self._project = project  #: local x, y (m) to u, v
        self._patches: dict[tuple[float, float], tuple[float, ...]] = {}
        self._key = (nan, nan)  #: of the square of the last look-up
        self._coefficients: tuple[float, ...] = ()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return u and v."""
        x0, y0, u, ux, uy, uxx, uxy, uyy, v, vx, vy, vxx, vxy, vyy = self._patch(x, y)
        p, q = x - x0, y - y0
        return u + (ux + uxx * p + uxy * q) * p + (uy + uyy * q) * q, v + (vx + vxx * p + vxy * q) * p + (
            vy + vyy * q
        ) * q

    def rates(self, x: float, y: float) -> tuple[float, float, float, float]:
        """Return the derivatives of the parabolas."""
        x0, y0, _, ux, uy, uxx, uxy, uyy, _, vx, vy, vxx, vxy, vyy = self._patch(x, y)
        p, q = x - x0, y - y0
        return (
            ux + 2.0 * uxx * p + uxy * q,
            uy + uxy * p + 2.0 * uyy * q,
            vx + 2.0 * vxx * p + vxy * q,
            vy + vxy * p + 2.0 * vyy * q,
        )

    def _patch(self, x: float, y: float) -> tuple[float, ...]:
        key = x // _PATCH, y // _PATCH
        if key == self._key:
            return self._coefficients
        found = self._patches.get(key)
        if found is None:
            while len(self._patches) >= _MOST_PATCHES:
                del self._patches[next(iter(self._patches))]
            found = self._patches[key] = self._fit((key[0] + 0.5) * _PATCH, (key[1] + 0.5) * _PATCH)
        self._key, self._coefficients = key, found
        return found

    def _fit(self, x: float, y: float) -> tuple[float, ...]:
        """Return the middle of a square, and u, ux, uy, uxx, uxy, uyy and the same of v there."""
        h = 0.5 * _PATCH
        nodes = [[self._project(x + a * h, y + b * h) for a in (-1, 0, 1)] for b in (-1, 0, 1)]
        out = [x, y]
        for k in (0, 1):
            (sw, s, se), (w, o, e), (nw, n, ne) = ([node[k] for node in row] for row in nodes)
            out += [o, (e - w) / (2 * h), (n - s) / (2 * h), (e - 2 * o + w) / (2 * h * h)]
            out += [(ne - nw - se + sw) / (4 * h * h), (n - 2 * o + s) / (2 * h * h)]
        return tuple(out)


def geographic(geodesy: Geodesy, middle: float) -> Curved:
    """Return longitude and latitude (deg) as u and v; longitudes within half a turn of ``middle``, that of the file."""

    def project(x: float, y: float) -> tuple[float, float]:
        found = geodesy.to_latlon(x, y)
        if found is None:
            return nan, nan
        return middle + (found[1] - middle + 180.0) % 360.0 - 180.0, found[0]

    return Curved(project)
