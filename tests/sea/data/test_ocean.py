"""Currents of NetCDF files beside xarray; what is missing, held and refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data.ocean import OceanFlow

netcdf = pytest.importorskip("netCDF4")
xarray = pytest.importorskip("xarray")
pytest.importorskip("scipy")

DATUM = Geodesy.at(63.45, 10.40, true_pi=True)
assert DATUM is not None
DEPTHS = [0.5, 2.0, 5.0, 11.0, 30.0]
RNG = np.random.default_rng(12)


def write(path: Path, *, land: bool = False, reverse: bool = False, upwards: bool = False, east: float = 0.0) -> None:
    """Packed uo and vo of six hours, 5 layers, 40 by 50 places around the datum."""
    latitudes, longitudes = np.linspace(63.3, 63.6, 40), np.linspace(10.1, 10.7, 50) + east
    depths = -np.array(DEPTHS) if upwards else np.array(DEPTHS)
    axes = {
        "time": (np.arange(6) * 60.0, {"units": "minutes since 2026-05-01 06:00:00", "standard_name": "time"}),
        "depth": (depths[::-1] if upwards else depths, {"units": "m", "positive": "up" if upwards else "down"}),
        "latitude": (latitudes[::-1] if reverse else latitudes, {"units": "degrees_north"}),
        "longitude": (longitudes, {"units": "degrees_east"}),
    }
    with netcdf.Dataset(path, "w") as file:
        for name, (values, attributes) in axes.items():
            file.createDimension(name, len(values))
            file.createVariable(name, "f8", (name,))[:] = values
            file[name].setncatts(attributes)
        for name, standard in (("uo", "eastward_sea_water_velocity"), ("vo", "northward_sea_water_velocity")):
            values = file.createVariable(
                name, "i2", tuple(axes), fill_value=-32767, chunksizes=(1, 5, 20, 20), zlib=True
            )
            values.setncatts({"scale_factor": 0.0006103701889514923, "units": "m s-1", "standard_name": standard})
            data = np.ma.masked_array(np.random.default_rng(ord(name[0])).uniform(-1.5, 1.5, (6, 5, 40, 50)))
            if land:
                data[:, :, 15:25, 20:22] = np.ma.masked
                data[:, 3:, :10] = np.ma.masked
            values[:] = data


def beside_xarray(path: Path, flow: OceanFlow, count: int = 600) -> tuple[np.ndarray, np.ndarray]:
    """Currents at random places, depths and times, by us and by xarray: rows of east, north."""
    assert DATUM is not None
    x, y = RNG.uniform(-13e3, 13e3, count), RNG.uniform(-14e3, 14e3, count)
    depth, time = RNG.uniform(0.5, 30.0, count), RNG.uniform(0.0, 5 * 3600.0, count)
    globe = np.array([DATUM.to_latlon(a, b) for a, b in zip(x, y, strict=True)])
    ours = np.array([flow.at(*place) for place in zip(x, y, depth, time, strict=True)])
    with xarray.open_dataset(path) as data:
        east = float(data.longitude[0]) > 180.0
        data = data.assign_coords(depth=np.abs(data.depth))
        moments = data.time[0].values + (time * 1e9).astype("timedelta64[ns]")
        where = {"time": moments, "depth": depth, "latitude": globe[:, 0], "longitude": globe[:, 1] + 360.0 * east}
        found = data[["uo", "vo"]].interp({name: ("p", values) for name, values in where.items()})
        return ours, np.column_stack((found.uo.values, found.vo.values))


@pytest.mark.parametrize("options", [{}, {"reverse": True}, {"upwards": True}, {"east": 360.0}], ids=str)
def test_currents_are_xarrays(tmp_path: Path, options: dict[str, Any]) -> None:
    path = tmp_path / "ocean.nc"
    write(path, **options)
    ours, theirs = beside_xarray(path, OceanFlow(str(path), geodesy=DATUM))
    assert np.abs(ours - theirs).max() < 1e-6
    assert np.abs(theirs).max() > 0.5


def test_beside_land_the_water_counts(tmp_path: Path) -> None:
    path = tmp_path / "ocean.nc"
    write(path, land=True)
    flow = OceanFlow(str(path), geodesy=DATUM)
    ours, theirs = beside_xarray(path, flow, 2000)
    water = np.isfinite(theirs).all(axis=1)
    assert 200 < (~water).sum() < 1500
    assert np.abs(ours[water] - theirs[water]).max() < 1e-6
    # beside missing nodes a mean of the others, never more than the greatest of them
    assert np.isfinite(ours).all()
    assert np.hypot(*ours.T).max() < 1.5 * np.sqrt(2.0)
    assert np.hypot(*ours[~water].T).max() > 0.1
    # land on all sides: none
    assert DATUM is not None
    x, y = DATUM.to_local(63.3 + 0.3 / 39 * 19.5, 10.1 + 0.6 / 49 * 20.5) or (0.0, 0.0)
    assert flow.at(x, y, 1.0, 100.0) == (0.0, 0.0)
    assert flow.lacks(x, y, 1.0, 100.0)[0] == "land"


def test_beyond_its_ends_a_file_holds_and_beyond_its_sides_it_stops(tmp_path: Path) -> None:
    path = tmp_path / "ocean.nc"
    write(path)
    flow = OceanFlow(str(path), geodesy=DATUM)
    assert flow.at(10.0, 20.0, 0.0, 60.0) == flow.at(10.0, 20.0, 0.5, 60.0)
    assert flow.at(10.0, 20.0, 300.0, 60.0) == pytest.approx(flow.at(10.0, 20.0, 30.0, 60.0))
    assert flow.at(10.0, 20.0, 3.0, 6 * 3600.0) == pytest.approx(flow.at(10.0, 20.0, 3.0, 5 * 3600.0))
    assert flow.lacks(10.0, 20.0, 3.0, 6 * 3600.0) == (
        "after", "current_field: ends at 2026-05-01 11:00:00; its last current goes on",
    )  # fmt: skip
    assert flow.at(50e3, 0.0, 3.0, 60.0) == (0.0, 0.0)
    what, text = flow.lacks(50e3, 0.0, 3.0, 60.0)
    assert what == "outside"
    assert "x=50000, y=0 m" in text
    assert flow.lacks(0.0, 0.0, 3.0, 60.0) == ("", "")
    later = OceanFlow(str(path), geodesy=DATUM, start=(2026, 5, 1, 8, 30, 0))
    assert later.at(0.0, 0.0, 3.0, 60.0) == pytest.approx(flow.at(0.0, 0.0, 3.0, 60.0 + 2.5 * 3600.0))
    early = OceanFlow(str(path), geodesy=DATUM, start=(2026, 4, 30, 0, 0, 0))
    assert early.lacks(0.0, 0.0, 3.0, 60.0)[0] == "before"
    assert early.at(0.0, 0.0, 3.0, 60.0) == flow.at(0.0, 0.0, 3.0, 0.0)


def simple(path: Path, change: Callable[[Any], None]) -> str:
    """u and v of 1 and 2 m/s at three by three local places, then changed."""
    with netcdf.Dataset(path, "w") as file:
        for axis in "xy":
            file.createDimension(axis, 3)
            file.createVariable(axis, "f8", (axis,))[:] = [-100.0, 0.0, 100.0]
            file[axis].units = "m"
        for name, value in (("u", 1.0), ("v", 2.0)):
            file.createVariable(name, "f4", ("y", "x"))[:] = np.full((3, 3), value)
        change(file)
    return str(path)


def test_local_metres_and_no_times_do(tmp_path: Path) -> None:
    flow = OceanFlow(simple(tmp_path / "a.nc", lambda file: None))
    assert flow.at(50.0, -99.0, 7.0, 1e6) == (1.0, 2.0)
    assert flow.lacks(50.0, -99.0, 7.0, 1e6) == ("", "")
    slow = OceanFlow(simple(tmp_path / "b.nc", lambda file: file["u"].setncattr("units", "cm/s")))
    assert slow.at(0.0, 0.0, 0.0, 0.0) == pytest.approx((0.01, 0.02))


def test_places_in_kilometres(tmp_path: Path) -> None:
    def change(file: Any) -> None:
        file["x"].units = file["y"].units = "km"
        file["u"][:] = [[0.0, 1.0, 2.0]] * 3

    flow = OceanFlow(simple(tmp_path / "a.nc", change))
    assert flow.at(50_000.0, 0.0, 0.0, 0.0) == pytest.approx((1.5, 2.0))


def test_longitudes_close_round_the_globe(tmp_path: Path) -> None:
    path = tmp_path / "globe.nc"
    with netcdf.Dataset(path, "w") as file:
        for name, values, units in (
            ("lat", [-1.0, 1.0], "degrees_north"),
            ("lon", np.arange(0, 360, 2.0), "degrees_east"),
        ):
            file.createDimension(name, len(values))
            file.createVariable(name, "f8", (name,)).units = units
            file[name][:] = values
        for name in "uv":
            file.createVariable(name, "f8", ("lat", "lon"))[:] = np.vstack((np.arange(180), np.arange(180))) / 100.0
    datum = Geodesy.at(0.0, -1.0, true_pi=True)
    assert datum is not None
    flow = OceanFlow(str(path), geodesy=datum)
    # half way between 358 deg (1.79) and 0 deg (0)
    assert flow.at(0.0, 0.0, 0.0, 0.0)[0] == pytest.approx(0.895, abs=1e-6)
    for longitude, value in ((-2.0, 1.79), (0.5, 0.0025), (2.0, 0.01), (-3.0, 1.785)):
        x, y = datum.to_local(0.0, longitude) or (0.0, 0.0)
        assert flow.at(x, y, 0.0, 0.0)[1] == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("change", "options", "problem"),
    [
        (lambda f: f["u"].setncattr("units", "knots"), {}, "u is in 'knots', not in m s-1"),
        (lambda f: f.renameVariable("u", "speed"), {}, "current_field_variables says; it has speed, v"),
        (lambda f: None, {"variables": "u,w"}, "has no variable w"),
        (lambda f: None, {"variables": "u"}, "must be two variables"),
        (lambda f: None, {"start": (2026, 5, 1, 0, 0, 0)}, "has no times"),
        (lambda f: f["x"].__setitem__(1, 300.0), {}, "coordinates must rise or fall"),
        (lambda f: f["x"].setncattr("units", "degrees_east"), {}, "LatOrigin and LongOrigin"),
        (lambda f: (f["u"].setncattr("units", "m/s"), f["v"].setncattr("units", "cm/s")), {}, "u is in 'm/s', v in"),
        (lambda f: f["x"].setncattr("standard_name", "grid_longitude"), {}, "a rotated grid, but no grid_mapping says"),
    ],
)
def test_what_does_not_fit_is_told(
    tmp_path: Path, change: Callable[[Any], None], options: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ConfigError, match=problem):
        OceanFlow(simple(tmp_path / "a.nc", change), **options)
