"""Components on the faces of a curvilinear grid's cells (Arakawa C, as in ROMS): their means in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.data.coordinates.mesh import Mesh
from usimmarine_py.sea.data.netcdf import Axis, Variable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


class Centred:
    """A component at the inner cells of a grid: the mean of its two faces.

    Along ``across`` (X of the first component, Y of the second) it has one node less than faces; along the other axis
    the outermost rows, or columns, are left out.
    """

    def __init__(self, face: Variable, across: str) -> None:
        """``face`` is the component where the file has it."""
        assert face.mesh is not None
        self.name, self._face, self._across = face.name, face, across
        self.axes = tuple(self._inner(axis) for axis in face.axes)
        lon, lat = (self._middle(values) for values in (face.mesh.longitude, face.mesh.latitude))
        self.mesh = Mesh(lon, lat, face.mesh.file)

    def axis(self, kind: str) -> Axis | None:
        """Return the axis of a kind."""
        return next((axis for axis in self.axes if axis.kind == kind), None)

    def window(self, **spans: tuple[int, int]) -> Array:
        """Return values as ``Variable.window`` does; the last two axes are Y and X."""
        aside = "Y" if self._across == "X" else "X"
        faces = dict(spans)
        first, behind = spans[self._across]
        faces[self._across] = first, behind + 1
        first, behind = spans[aside]
        faces[aside] = first + 1, behind + 1
        found = self._face.window(**faces)
        return self._mean(found)

    def _inner(self, axis: Axis) -> Axis:
        if axis.kind not in ("X", "Y"):
            return axis
        less = 1 if axis.kind == self._across else 2
        return Axis(axis.kind, axis.values[: len(axis.values) - less])

    def _middle(self, values: Array) -> Array:
        """Return longitudes or latitudes (deg) in the middle of the cells."""
        inner = values[1:-1] if self._across == "X" else values[:, 1:-1]
        one, other = (inner[:, :-1], inner[:, 1:]) if self._across == "X" else (inner[:-1], inner[1:])
        # longitudes may pass 180 deg
        found: Array = one + 0.5 * ((other - one + 180.0) % 360.0 - 180.0)
        return found

    def _mean(self, values: Array) -> Array:
        if self._across == "X":
            return 0.5 * (values[..., :-1] + values[..., 1:])
        return 0.5 * (values[..., :-1, :] + values[..., 1:, :])


def centred(east: Variable, north: Variable, file: str) -> tuple[Centred, Centred]:
    """Return both components at the inner cells. Raises ``ConfigError`` where they are not staggered like that."""
    assert east.mesh is not None and north.mesh is not None
    (rows, columns), other = east.mesh.shape, north.mesh.shape
    if other != (rows - 1, columns + 1) or min(other) < 4 or min(rows, columns) < 4:
        raise ConfigError(f"{east.name} and {north.name} lie on different grids", file=file)
    return Centred(east, "X"), Centred(north, "Y")
