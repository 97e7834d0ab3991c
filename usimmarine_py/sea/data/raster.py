"""What GDAL reads: windows of the first band of GeoTIFF and of large ESRI ASCII grids, by rasterio."""

from __future__ import annotations

from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.grid import GridFile
from usimmarine_py.sea.data.placing import Curved, Place, Shifted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
            import rasterio.warp
        except ImportError as error:
            raise MissingExtraError("a GeoTIFF file", "rasterio", "ocean") from error
        self._rasterio = rasterio
        with Path(path).open("rb"):
            pass  # a file of this machine: GDAL would fetch an address, too
        try:
            with rasterio.Env(GDAL_CACHEMAX=_CACHE):
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

    def place(self, geodesy: Geodesy | None) -> Place:
        """Return where the local plane lies in the projection of the file."""
        if geodesy is None:
            raise ConfigError("is projected: LatOrigin and LongOrigin must say where the local plane lies in it")
        crs = self._file.crs
        if crs.to_epsg() == (32700 if geodesy.latitude < 0.0 else 32600) + geodesy.zone:
            return Shifted(geodesy.origin_easting, geodesy.origin_northing)
        transform = self._rasterio.warp.transform

        def project(x: float, y: float) -> tuple[float, float]:
            found = geodesy.to_latlon(x, y)
            if found is None:
                return nan, nan
            u, v = transform("EPSG:4326", crs, [found[1]], [found[0]])
            return float(u[0]), float(v[0])

        return Curved(project)

    def described(self) -> GridFile:
        """Return the grid with what the file says of its coordinates."""
        # that of an .asc stands in another file, which the reader without GDAL does not know
        crs = self._file.crs if self._file.driver == "GTiff" else None
        geographic = crs is not None and crs.is_geographic
        return GridFile(self, "latlon" if geographic else "", None, self.place if crs and crs.is_projected else None)


def open_raster(path: str) -> GridFile:
    """Open the raster of a file. Raises ``ConfigError``."""
    return _Band(path).described()
