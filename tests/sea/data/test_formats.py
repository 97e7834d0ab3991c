"""Sea beds from NetCDF, GeoTIFF and XYZ: the same values as xarray gives, and what is told of files that do not fit."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data import files, stored
from usimmarine_py.sea.data.files import open_bed

DATUM = Geodesy.at(43.825, -70.330, true_pi=True)
assert DATUM is not None
PLACES = np.random.default_rng(8).uniform(-4000, 4000, (800, 2)).tolist()
GLOBE = np.array([DATUM.to_latlon(x, y) for x, y in PLACES])


@pytest.fixture
def heights() -> np.ndarray:
    """150 rows from the south, 200 columns."""
    rng = np.random.default_rng(3)
    return -30.0 + np.cumsum(np.cumsum(rng.normal(scale=0.02, size=(150, 200)), 0), 1)


def depths(bed: Any) -> np.ndarray:
    return np.array([bed.depth(x, y) for x, y in PLACES])


def test_a_packed_netcdf_file_is_what_xarray_makes_of_it(tmp_path: Path, heights: np.ndarray) -> None:
    netcdf, xarray = pytest.importorskip("netCDF4"), pytest.importorskip("xarray")
    path = tmp_path / "bed.nc"
    with netcdf.Dataset(path, "w") as file:
        # latitudes from the north and not even, longitudes from 0 to 360
        for name, size, units in (("lat", 150, "degrees_north"), ("lon", 200, "degrees_east")):
            file.createDimension(name, size)
            file.createVariable(name, "f8", (name,)).units = units
        file["lat"][:] = 43.88 - 0.1 * np.linspace(0.0, 1.0, 150) ** 1.1
        file["lon"][:] = 360.0 - 70.38 + np.linspace(0.0, 0.1, 200)
        bed = file.createVariable("topo", "i2", ("lat", "lon"), fill_value=-32768, zlib=True, chunksizes=(64, 50))
        bed.scale_factor, bed.add_offset = 0.01, -20.0
        bed.standard_name = "height_above_mean_sea_level"
        masked = np.ma.masked_array(heights)
        masked[40:44, 60:70] = np.ma.masked
        bed[:] = masked
    found = depths(open_bed(str(path), geodesy=DATUM))
    with xarray.open_dataset(path) as data:
        latitudes, longitudes = ("p", GLOBE[:, 0]), ("p", GLOBE[:, 1] % 360.0)
        expected = -data.topo.interp(lat=latitudes, lon=longitudes).values
    assert (np.isnan(found) == np.isnan(expected)).all()
    assert 0 < np.isnan(expected).sum() < 200
    assert np.nanmax(np.abs(found - expected)) < 1e-6


@pytest.mark.parametrize(
    ("name", "attributes", "up"),
    [
        ("deptho", {"standard_name": "sea_floor_depth_below_geoid"}, False),
        ("h", {}, False),
        ("elevation", {}, True),
        ("anything", {"positive": "down"}, False),
        ("z", {"standard_name": "height_above_geopotential_datum"}, True),
    ],
)
def test_which_way_values_grow(tmp_path: Path, name: str, attributes: dict[str, str], up: bool) -> None:
    netcdf = pytest.importorskip("netCDF4")
    path = tmp_path / "bed.nc"
    with netcdf.Dataset(path, "w") as file:
        for axis in ("x", "y"):
            file.createDimension(axis, 3)
            file.createVariable(axis, "f4", (axis,))[:] = [-100, 0, 100]
        # columns first, and an axis of one value
        file.createDimension("time", 1)
        bed = file.createVariable(name, "f8", ("time", "x", "y"))
        bed[:] = [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]
        bed.setncatts(attributes)
    bed = open_bed(str(path))
    assert bed.depth(50.0, -100.0) == (-5.5 if up else 5.5)
    assert open_bed(str(path), values="depth", variable=name).depth(0.0, 50.0) == 5.5
    with pytest.raises(ConfigError, match="has no variable depth_"):
        open_bed(str(path), variable="depth_")


# rasterio itself, with the newest affine
@pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")
@pytest.mark.parametrize("crs", ["EPSG:32619", "EPSG:3857", "EPSG:4326", None])
def test_a_geotiff_lies_where_its_projection_says(tmp_path: Path, heights: np.ndarray, crs: str | None) -> None:
    rasterio, xarray = pytest.importorskip("rasterio"), pytest.importorskip("xarray")
    warp = pytest.importorskip("rasterio.warp")
    assert DATUM is not None
    if crs is None:
        middle, step = (0.0, 0.0), 45.0
        u, v = np.array(PLACES).T
    else:
        u, v = (np.array(part) for part in warp.transform("EPSG:4326", crs, GLOBE[:, 1], GLOBE[:, 0]))
        step = 6e-4 if crs == "EPSG:4326" else 45.0
        middle = warp.transform("EPSG:4326", crs, [DATUM.longitude], [DATUM.latitude])
        middle = (middle[0][0], middle[1][0])
    west, north = middle[0] - 100 * step, middle[1] + 75 * step
    path = tmp_path / "bed.tif"
    kept = heights.astype("f4")
    kept[100, 120] = -9999
    transform = rasterio.transform.from_origin(west, north, step, step)
    shape = {"height": 150, "width": 200, "count": 1, "dtype": "float32", "nodata": -9999}
    with rasterio.open(path, "w", driver="GTiff", crs=crs, transform=transform, tiled=True, **shape) as file:
        file.write(kept[::-1], 1)
    kept[100, 120] = np.nan
    axes = {"v": north - (149.5 - np.arange(150)) * step, "u": west + (np.arange(200) + 0.5) * step}
    expected = -xarray.DataArray(kept.astype("f8"), coords=axes).interp(u=("p", u), v=("p", v)).values
    bed = open_bed(str(path), geodesy=DATUM if crs else None)
    found = depths(bed)
    assert (np.isnan(found) == np.isnan(expected)).all()
    assert np.nanmax(np.abs(found - expected)) < 1e-6
    if crs:
        with pytest.raises(ConfigError, match="LatOrigin and LongOrigin"):
            open_bed(str(path))


@pytest.mark.parametrize("in_memory", [True, False])
def test_points_in_any_order_make_a_grid(
    tmp_path: Path, heights: np.ndarray, in_memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not in_memory:
        monkeypatch.setattr(stored, "IN_MEMORY", 0)
        monkeypatch.setattr(stored, "CHUNK", 100_000)
    x, y = np.meshgrid(np.arange(200) * 2.5 - 300.0, np.arange(150) * 3.1 - 100.0)
    points = np.column_stack((x.ravel(), y.ravel(), heights.ravel()))
    np.random.default_rng(1).shuffle(points)
    path = tmp_path / "bed.xyz"
    lines = "\n".join(f"{a!r},{b!r},{c!r}" for a, b, c in points[30:].tolist())
    path.write_text(f"x,y,depth\n{lines}\n")
    bed = open_bed(str(path))
    found = np.array([bed.depth(a, b) for a, b, _ in points.tolist()])
    # nodes beside one that is missing may lie in a cell that is unknown
    assert 30 <= np.isnan(found).sum() < 150
    assert np.nanmax(np.abs(found + points[:, 2])) < 1e-9


def test_points_with_remarks_and_more_columns(tmp_path: Path) -> None:
    path = tmp_path / "bed.xyz"
    path.write_text("# from a survey\n0 0 -1 a\n1 0 -2 b\n\n0 1 -3 c\n1 1 -4 d # the last\n")
    assert open_bed(str(path)).depth(0.5, 0.5) == 2.5
    path.write_text("0 0 -1\n1 0 -2\n0 1 three\n1 1 -4\n")
    with pytest.raises(ConfigError, match=r"bed\.xyz:3: expected x y z: 0 1 three"):
        open_bed(str(path))


def test_points_on_no_grid_are_told(tmp_path: Path) -> None:
    path = tmp_path / "bed.xyz"
    np.savetxt(path, np.random.default_rng(1).uniform(size=(100, 3)))
    with pytest.raises(ConfigError, match="the points lie on no grid"):
        open_bed(str(path))


def test_what_is_no_netcdf_or_tiff_is_told(tmp_path: Path) -> None:
    pytest.importorskip("netCDF4")
    pytest.importorskip("rasterio")
    for name in ("bed.nc", "bed.tif"):
        (tmp_path / name).write_text("hello")
        with pytest.raises((ConfigError, OSError)):
            open_bed(str(tmp_path / name))
    with pytest.raises(ConfigError, match="has no variables such as topo"):
        open_bed(str(tmp_path / "bed.tif"), variable="topo")


def test_sea_beds_are_files_of_this_machine_alone(tmp_path: Path) -> None:
    """No library fetches what a mission or a file names: addresses, or a list of other files called .tif."""
    pytest.importorskip("netCDF4")
    pytest.importorskip("rasterio")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/bed"
        for path in (f"{address}.nc", f"{address}.tif", f"/vsicurl/{address}.tif"):
            with pytest.raises(FileNotFoundError):
                open_bed(path)
        source = f"<SimpleSource><SourceFilename>/vsicurl/{address}.tif</SourceFilename></SimpleSource>"
        band = f'<VRTRasterBand dataType="Float32" band="1">{source}</VRTRasterBand>'
        transform = "<GeoTransform>0,1,0,0,0,-1</GeoTransform>"
        (tmp_path / "bed.tif").write_text(
            f'<VRTDataset rasterXSize="9" rasterYSize="9">{transform}{band}</VRTDataset>', encoding="utf-8"
        )
        with pytest.raises(ConfigError, match="not recognized"):
            open_bed(tmp_path / "bed.tif")
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()  # nobody came


def flat_netcdf(path: Path, units: str, axis_units: str) -> str:
    """15 units deep at -100, 0 and 100 units of both axes."""
    netcdf = pytest.importorskip("netCDF4")
    with netcdf.Dataset(path, "w") as file:
        for axis in "xy":
            file.createDimension(axis, 3)
            file.createVariable(axis, "f8", (axis,))[:] = [-100.0, 0.0, 100.0]
            file[axis].units = axis_units
        depth = file.createVariable("depth", "f8", ("y", "x"))
        depth[:], depth.units = np.full((3, 3), 15.0), units
    return str(path)


def test_units_of_a_netcdf_bed_count(tmp_path: Path) -> None:
    bed = open_bed(flat_netcdf(tmp_path / "a.nc", "cm", "km"))
    assert bed.depth(99_000.0, -99_000.0) == pytest.approx(0.15)
    assert open_bed(flat_netcdf(tmp_path / "b.nc", "meters below surface", "m")).depth(0.0, 0.0) == 15.0
    assert open_bed(flat_netcdf(tmp_path / "e.nc", "fathoms", "m")).depth(0.0, 0.0) == pytest.approx(27.432)
    with pytest.raises(ConfigError, match="depth is in 'cubits', which is no length known here"):
        open_bed(flat_netcdf(tmp_path / "c.nc", "cubits", "m"))
    with pytest.raises(ConfigError, match="y is in 'cells'"):
        open_bed(flat_netcdf(tmp_path / "d.nc", "m", "cells"))


@pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")
def test_a_geotiff_that_is_cut_short_is_told_at_the_look_up(tmp_path: Path) -> None:
    rasterio = pytest.importorskip("rasterio")
    path = tmp_path / "bed.tif"
    options = {"driver": "GTiff", "height": 100, "width": 100, "count": 1, "dtype": "float64"}
    with rasterio.open(path, "w", transform=rasterio.transform.from_origin(0, 100, 1, 1), **options) as file:
        file.write(np.full((100, 100), -10.0), 1)
    path.write_bytes(path.read_bytes()[:20_000])
    bed = open_bed(str(path))
    with pytest.raises(ConfigError, match=r"bed\.tif: is damaged or cut short"):
        bed.depth(50.0, 5.0)


def test_words_and_sizes_that_are_no_numbers_are_named(tmp_path: Path) -> None:
    path = tmp_path / "bed.asc"
    head = "ncols {}\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n"
    path.write_text(head.format(2) + "-1 -2\n-3 hello\n")
    with pytest.raises(ConfigError, match=r"bed\.asc:7: not a number: 'hello'$"):
        open_bed(str(path))
    path.write_text(head.format(3_000_000_000) + "-1 -2\n-3 -4\n")
    with pytest.raises(ConfigError, match=r"needs ncols, a whole number of 2 and more, up to 1e8, found 3e\+09"):
        open_bed(str(path))


@pytest.mark.parametrize("gdal", [False, True])
def test_a_mark_of_missing_nodes_may_be_rounded_in_the_header(
    tmp_path: Path, gdal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if gdal:
        pytest.importorskip("rasterio")
        monkeypatch.setattr("usimmarine_py.sea.data.files.LARGE", 0)
    path, mark = tmp_path / "bed.asc", "-3.4028234663852886e+38"
    head = "ncols 2\nnrows 3\nxllcenter 0\nyllcenter 0\ncellsize 10\nNODATA_value -3.402823e+38\n"
    path.write_text(head + f"{mark} {mark}\n-3 -3\n-3 -3\n")
    bed = open_bed(str(path))
    assert bed.depth(5.0, 5.0) == 3.0
    assert np.isnan(bed.depth(5.0, 15.0))


def test_a_header_larger_than_its_file_is_refused_before_room_is_made(tmp_path: Path) -> None:
    path = tmp_path / "bed.asc"
    path.write_text("ncols 90000000\nnrows 90000000\nxllcorner 0\nyllcorner 0\ncellsize 10\n-1 -2\n-3 -4\n")
    with pytest.raises(ConfigError, match="holds fewer than 90000000 x 90000000"):
        open_bed(str(path))


def test_nodes_never_written_or_beyond_the_valid_range_are_missing(tmp_path: Path) -> None:
    netcdf = pytest.importorskip("netCDF4")
    pytest.importorskip("xarray")
    with netcdf.Dataset(tmp_path / "bed.nc", "w") as file:
        for axis in "xy":
            file.createDimension(axis, 4)
            file.createVariable(axis, "f8", (axis,))[:] = [0.0, 1.0, 2.0, 3.0]
        for name, kind in (("depth", "f4"), ("packed", "i2")):
            bed = file.createVariable(name, kind, ("y", "x"))
            bed.set_auto_maskandscale(False)
            bed[:2] = [[1, 2, 3, 900]] * 2
            bed.valid_range = np.array([0, 100], dtype=kind)
        bed.scale_factor = 0.5
    for name, scale in (("depth", 1.0), ("packed", 0.5)):
        bed = open_bed(tmp_path / "bed.nc", variable=name, values="depth")
        assert bed.depth(0.5, 0.5) == 1.5 * scale
        assert np.isnan([bed.depth(0.5, 2.5), bed.depth(2.5, 0.5)]).all()


@pytest.mark.parametrize(("ending", "package"), [("nc", "xarray"), ("tif", "rasterio")])
def test_a_missing_package_is_named_with_its_extra(
    tmp_path: Path, ending: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("netCDF4")
    monkeypatch.setitem(sys.modules, package, None)
    (tmp_path / f"bed.{ending}").write_bytes(b"")
    with pytest.raises(MissingExtraError, match=rf"{package}: pip install 'usimmarine\[ocean\]'"):
        open_bed(tmp_path / f"bed.{ending}")


def test_a_large_grid_of_text_does_without_rasterio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGE", 0)
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    path = tmp_path / "bed.asc"
    path.write_text("ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 10\n-1 -2\n-3 four\n")
    with pytest.raises(ConfigError, match=r"bed\.asc:7: not a number: 'four'$"):
        open_bed(path)
