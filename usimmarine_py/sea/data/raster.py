"""What GDAL reads: windows of the first band of GeoTIFF and of large ESRI ASCII grids, by rasterio."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.sea.data.grid import GridFile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from usimmarine_py.sea.data.coordinates.systems import System

#: MB of decompressed blocks that GDAL may keep.
_CACHE = 32
#: GDAL's drivers by ending, with their options: others may send GDAL to other files and machines.
_DRIVERS = {".tif": {"driver": "GTiff"}, ".tiff": {"driver": "GTiff"},
            ".asc": {"driver": "AAIGrid", "DATATYPE": "Float64"}}  # fmt: skip
#: Programs write the mark of missing nodes with fewer digits in the header than in the rows.
SAME = 1e-6


class _Band:
    """The first band of a raster as the source of a grid; its nodes are the middles of the pixels."""

    def __init__(self, path: str) -> None:
        try:
            import rasterio
        except ImportError as error:
            raise MissingExtraError("a GeoTIFF file", "rasterio", "ocean") from error
        self._rasterio = rasterio
        with Path(path).open("rb"):
            pass  # a file of this machine: GDAL would fetch an address, too
        try:
            # heights of the file are part of its system, also in those of the older kind
            with rasterio.Env(GDAL_CACHEMAX=_CACHE, GTIFF_REPORT_COMPD_CS=True), warnings.catch_warnings():
                # that it has no place is said below
                warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
                self._file = rasterio.open(path, **_DRIVERS[Path(path).suffix.lower()])
        except rasterio.errors.RasterioIOError as error:
            raise ConfigError(str(error), file=path) from None
        t, columns, rows = self._file.transform, self._file.width, self._file.height
        if t.b or t.d or t.is_identity or not (t.a > 0.0 and t.e):
            raise ConfigError("is not georeferenced with rows to the east", file=path)
        if columns < 2 or rows < 2:
            raise ConfigError("has less than two rows or columns", file=path)
        self._north_first = t.e < 0.0
        self.columns = [t.c + (k + 0.5) * t.a for k in range(columns)]
        self.rows = sorted(t.f + (k + 0.5) * t.e for k in range(rows))
        self._scale, self._offset = self._file.scales[0], self._file.offsets[0]

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Return values of rows from the south and columns."""
        import numpy as np

        rows = (len(self.rows) - i1, len(self.rows) - i0) if self._north_first else (i0, i1)
        with self._rasterio.Env(GDAL_CACHEMAX=_CACHE):
            try:
                masked = self._file.read(1, window=(rows, (j0, j1)), masked=True)
            except self._rasterio.errors.RasterioIOError:
                raise ConfigError("is damaged or cut short: cannot be read here", file=self._file.name) from None
        values: NDArray[np.float64] = np.ma.filled(masked.astype(np.float64), np.nan)
        if self._file.nodata is not None:
            values[np.isclose(values, self._file.nodata, rtol=SAME, atol=0.0)] = np.nan
        values = self._scale * values + self._offset
        return values[::-1] if self._north_first else values

    def described(self) -> GridFile:
        """Return the grid with what the file says of its coordinates and heights."""
        from usimmarine_py.sea.data.coordinates.systems import System, metres_of

        crs, path = self._file.crs, self._file.name
        # that of an .asc stands in another file, which the reader without GDAL does not know
        system = System.named(crs.to_wkt(), path) if crs is not None and self._file.driver == "GTiff" else ""
        units = self._file.units[0] or ""
        metres = metres_of(units)
        if units and metres is None:
            raise ConfigError(f"its values are in {units!r}, which is no length known here, such as m", file=path)
        return GridFile(self, system, None, metres if units else None)


def extent(path: str) -> tuple[System, tuple[float, float, float, float]]:
    """Return the coordinate system of a GeoTIFF, its least u and v, its greatest u and v. Raises ``ConfigError``."""
    band = _Band(path)
    system = band.described().system
    if isinstance(system, str):
        raise ConfigError("does not say its coordinate system; a chart without one needs a file .info", file=path)
    du, dv = (0.5 * (axis[1] - axis[0]) for axis in (band.columns, band.rows))
    return system, (band.columns[0] - du, band.rows[0] - dv, band.columns[-1] + du, band.rows[-1] + dv)


def open_raster(path: str) -> GridFile:
    """Open the raster of a file. Raises ``ConfigError``."""
    return _Band(path).described()
