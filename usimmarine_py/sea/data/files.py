"""Opens the file of a sea bed with the reader of its format, and places its grid in the local plane."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.coordinates.placing import Place, Shifted, geographic
from usimmarine_py.sea.data.grid import Grid, GridBed, GridFile, Source
from usimmarine_py.sea.data.parameters import NETCDF

if TYPE_CHECKING:
    from usimmarine_py.sea.data.coordinates.systems import System

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
    crs: str = "",
    geodesy: Geodesy | None = None,
    datum: tuple[float, float] | None = None,
) -> GridBed:
    """Open the sea bed of a file, by its ending: .asc (ESRI ASCII grid), .xyz, .nc (CF NetCDF) or .tif (GeoTIFF).

    ``values`` and ``coordinates`` are values of the parameters, ``variable`` is that of a NetCDF file, ``crs`` a
    coordinate system that counts instead of the file's own (EPSG:25833), ``datum`` the latitude and longitude (deg) of
    x = y = 0 (or ``geodesy``, the plane around it). Raises ``ConfigError``, ``MissingExtraError`` or ``OSError``.
    """
    path = os.fspath(path)
    if datum is not None:
        geodesy = Geodesy.at(*datum)
        if geodesy is None:
            raise ConfigError(f"must lie in [-80, 84] and [-180, 180] degrees, found {datum}", key="datum")
    opened = _open(path, variable, crs)
    said = opened.system or ("" if opened.mesh is not None else _beside(path))
    given = coordinates if coordinates != "auto" else _given(crs, path) if crs else said
    place, remark = _place(opened, given, geodesy, path)
    system = said if isinstance(given, str) else given
    upwards, metres, remarks = opened.upwards, opened.metres, [remark]
    if not isinstance(system, str):
        upwards = system.upwards if upwards is None else upwards
        metres = system.vertical if metres is None else metres
        remarks.append(system.remark(geodesy) if system is given else "")
        if system.heights:
            still = (
                "their zero is taken for the still water; where it lies elsewhere, add the difference to the file first"
            )
            remarks.append(f"heights by {system.heights}: {still}")
        if metres is None and system.unit != 1.0:
            hint = "a vertical system behind it, as in crs = EPSG:2264+6360, says otherwise"
            remarks.append(f"{system.name} is not in metres; heights are taken for metres all the same; {hint}")
    up = upwards is not False if values == "auto" else values == "elevation"
    scale = 1.0 if metres is None else metres
    return GridBed(Grid(opened.source, -scale if up else scale), place, tuple(text for text in remarks if text))


def _beside(path: str) -> System | str:
    """Return the coordinate system of the file .prj beside a grid; empty without one."""
    if not any(Path(path).with_suffix(ending).is_file() for ending in (".prj", ".PRJ")):
        return ""
    from usimmarine_py.sea.data.coordinates.systems import (
        System,  # a vehicle over a bed without one starts without PROJ
    )

    return System.of_file(path) or ""


def _given(crs: str, path: str) -> System:
    from usimmarine_py.sea.data.coordinates.systems import System

    return System.given(crs, path)


def _open(path: str, variable: str, crs: str) -> GridFile:
    kind = Path(path).suffix.lower()
    if variable and kind not in NETCDF:
        raise ConfigError(f"has no variables such as {variable}; a NetCDF file has", file=path)
    if kind in NETCDF:
        from usimmarine_py.sea.data.netcdf import open_netcdf

        return open_netcdf(path, variable, crs)
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


def _place(opened: GridFile, given: System | str, geodesy: Geodesy | None, path: str) -> tuple[Place, str]:
    """Return where the local plane lies in the grid, and what was assumed for that."""
    if opened.mesh is not None:
        return opened.mesh.place(geodesy), ""
    columns, remark = opened.source.columns, ""
    middle = 0.5 * (columns[0] + columns[-1])
    if not isinstance(given, str):
        return given.place(geodesy, middle, opened.in_metres), ""
    if not given:
        given = _guess(opened.source, geodesy)
        what = {"local": "local x and y", "utm": "the UTM zone of the datum", "latlon": "longitude and latitude"}[given]
        # without a datum there is nothing else that it could be
        remark = (
            ""
            if geodesy is None
            else f"does not say its coordinate system: taken for {what}; crs = EPSG:CODE says otherwise"
        )
    if given == "local":
        return Shifted(), remark
    if geodesy is None:
        raise ConfigError("lies on the globe: LatOrigin and LongOrigin must say where the local plane does", file=path)
    if given == "utm":
        return Shifted(geodesy.origin_easting, geodesy.origin_northing), remark
    return geographic(geodesy, middle), remark


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
