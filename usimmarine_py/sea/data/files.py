"""Opens the file of a sea bed with the reader of its format, and places its grid in the local plane."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.grid import Grid, GridBed, GridFile, Source
from usimmarine_py.sea.data.parameters import NETCDF
from usimmarine_py.sea.data.placing import Place, Shifted, geographic

#: An ESRI ASCII grid of more bytes is read by GDAL, tile by tile, where rasterio is installed.
LARGE = 16_000_000
#: Cells of a grid in degrees are smaller than this; those of one in metres are not.
_LARGEST_DEGREES = 0.5


def open_bed(
    path: str | os.PathLike[str],
    *,
    values: str = "auto",
    coordinates: str = "auto",
    variable: str = "",
    geodesy: Geodesy | None = None,
    datum: tuple[float, float] | None = None,
) -> GridBed:
    """Open the sea bed of a file, by its ending: .asc (ESRI ASCII grid), .xyz, .nc (CF NetCDF) or .tif (GeoTIFF).

    ``values`` and ``coordinates`` are values of the parameters, ``variable`` is that of a NetCDF file, ``datum`` the
    latitude and longitude (deg) of x = y = 0 (or ``geodesy``, the plane around it). Raises ``ConfigError``,
    ``MissingExtraError`` or ``OSError``.
    """
    path = os.fspath(path)
    if datum is not None:
        geodesy = Geodesy.at(*datum)
        if geodesy is None:
            raise ConfigError(f"must lie in [-80, 84] and [-180, 180] degrees, found {datum}", key="datum")
    opened = _open(path, variable)
    upwards = opened.upwards is not False if values == "auto" else values == "elevation"
    grid = Grid(opened.source, -1.0 if upwards else 1.0)
    return GridBed(grid, _place(opened, coordinates, geodesy, path))


def _open(path: str, variable: str) -> GridFile:
    kind = Path(path).suffix.lower()
    if variable and kind not in NETCDF:
        raise ConfigError(f"has no variables such as {variable}; a NetCDF file has", file=path)
    if kind in NETCDF:
        from usimmarine_py.sea.data.netcdf import open_netcdf

        return open_netcdf(path, variable)
    if kind in (".tif", ".tiff") or (kind == ".asc" and Path(path).stat().st_size > LARGE and find_spec("rasterio")):
        from usimmarine_py.sea.data.raster import open_raster

        return open_raster(path)
    if kind in (".xyz", ".csv"):
        from usimmarine_py.sea.data.xyz import open_xyz

        return open_xyz(path)
    if kind == ".asc":
        # shipped missions have such a bed and run where no optional package is
        from usimmarine_py.sea.data.esri import open_esri

        return open_esri(path)
    raise ConfigError(f"{kind or 'no ending'}: a sea bed comes as .asc, .xyz, .nc or .tif", file=path)


def _place(opened: GridFile, coordinates: str, geodesy: Geodesy | None, path: str) -> Place:
    if opened.place is not None and coordinates == "auto":
        return opened.place(geodesy)
    system = coordinates if coordinates != "auto" else opened.system or _guess(opened.source, geodesy)
    if system == "local":
        return Shifted()
    if geodesy is None:
        raise ConfigError("lies on the globe: LatOrigin and LongOrigin must say where the local plane does", file=path)
    if system == "utm":
        return Shifted(geodesy.origin_easting, geodesy.origin_northing)
    columns = opened.source.columns
    return geographic(geodesy, 0.5 * (columns[0] + columns[-1]))


def _guess(source: Source, geodesy: Geodesy | None) -> str:
    """Return the coordinates of a file that does not say: those in which the datum lies inside, else local."""
    if geodesy is None:
        return "local"
    (west, east), (south, north) = ((axis[0], axis[-1]) for axis in (source.columns, source.rows))
    small = source.columns[1] - west < _LARGEST_DEGREES
    longitude = west + (geodesy.longitude - west) % 360.0
    if small and longitude <= east and south <= geodesy.latitude <= north:
        return "latlon"
    inside = west <= geodesy.origin_easting <= east and south <= geodesy.origin_northing <= north
    return "utm" if inside else "local"
