"""Files in coordinate systems of all kinds lie where pyproj says, called here on its own."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyproj import CRS, Proj, Transformer

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import Beside
from usimmarine_py.sea.data.files import open_bed
from usimmarine_py.sea.data.ocean import OceanFlow
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ConfigLine
from usimmarine_py.watch.viewer.chart import read_chart

rasterio = pytest.importorskip("rasterio")
netcdf = pytest.importorskip("netCDF4")
pytest.importorskip("xarray")

NORWAY, CAROLINA, SVALBARD = (59.5, 10.6), (34.7, -76.6), (79.0, 12.0)
PLACES = np.random.default_rng(4).uniform(-3000.0, 3000.0, (60, 2)).tolist()
FOOT = 1200.0 / 3937.0
WGS84 = "EPSG:4326"


def plane(datum: tuple[float, float]) -> Geodesy:
    found = Geodesy.at(*datum, true_pi=True)
    assert found is not None
    return found


def on_globe(datum: tuple[float, float], x: Any, y: Any) -> tuple[Any, Any]:
    """Longitude and latitude of local places: the UTM plane of the datum's zone, by pyproj."""
    zone = int((datum[1] + 180.0) / 6.0) + 1
    if datum == SVALBARD:
        zone = 33
    utm = Transformer.from_crs(WGS84, f"EPSG:{32600 + zone}", always_xy=True)
    east, north = utm.transform(datum[1], datum[0])
    return utm.transform(east + np.asarray(x), north + np.asarray(y), direction="INVERSE")


def in_file(epsg: str, datum: tuple[float, float], x: Any, y: Any) -> tuple[Any, Any]:
    return Transformer.from_crs(WGS84, CRS(epsg), always_xy=True).transform(*on_globe(datum, x, y))


class Slope:
    """A bed that falls evenly along both axes of a coordinate system: each place has a depth of its own."""

    def __init__(self, epsg: str, datum: tuple[float, float]) -> None:
        self.epsg, self.datum, crs = epsg, datum, CRS(epsg)
        self.degrees = crs.is_geographic
        unit = 1.0 if self.degrees else crs.axis_info[0].unit_conversion_factor
        self.middle = in_file(epsg, datum, 0.0, 0.0)
        self.step = 2e-3 if self.degrees else 100.0 / unit
        # from 20 m on, 1 m in the vertical for some 100 m
        self.east, self.north = 0.01 / self.step * 100.0, 0.02 / self.step * 100.0
        self.u = self.middle[0] + self.step * (np.arange(121) - 60.3)
        self.v = self.middle[1] + self.step * (np.arange(121) - 59.6)

    def depth(self, u: Any, v: Any) -> Any:
        return 300.0 + self.east * (u - self.middle[0]) + self.north * (v - self.middle[1])

    def grid(self) -> np.ndarray:
        return self.depth(*np.meshgrid(self.u, self.v))

    def expected(self) -> np.ndarray:
        x, y = np.array(PLACES).T
        return np.asarray(self.depth(*in_file(self.epsg, self.datum, x, y)))

    def found(self, path: Path, **options: Any) -> np.ndarray:
        bed = open_bed(path, geodesy=plane(self.datum), values="depth", **options)
        return np.array([bed.depth(x, y) for x, y in PLACES])

    def as_tiff(self, path: Path, crs: str = "") -> Path:
        west, north = self.u[0] - self.step / 2, self.v[-1] + self.step / 2
        transform = rasterio.Affine(self.step, 0.0, west, 0.0, -self.step, north)
        shape = {"height": 121, "width": 121, "count": 1, "dtype": "float64"}
        with rasterio.open(path, "w", driver="GTiff", crs=crs or self.epsg, transform=transform, **shape) as file:
            file.write(self.grid()[::-1], 1)
        return path

    def as_ascii(self, path: Path) -> Path:
        head = f"ncols 121\nnrows 121\nxllcenter {self.u[0]!r}\nyllcenter {self.v[0]!r}\ncellsize {self.step!r}\n"
        rows = "\n".join(" ".join(map(repr, row.tolist())) for row in self.grid()[::-1])
        path.write_text(head.replace("np.float64(", "").replace(")", "") + rows + "\n")
        return path

    def as_netcdf(self, path: Path) -> Path:
        with netcdf.Dataset(path, "w") as file:
            mapping = file.createVariable("crs", "i4")
            mapping.setncatts({k: v for k, v in CRS(self.epsg).to_cf().items() if v is not None and k != "crs_wkt"})
            for name, values in (("y", self.v), ("x", self.u)):
                file.createDimension(name, 121)
                axis = file.createVariable(name, "f8", (name,))
                axis[:] = values
                axis.standard_name = f"projection_{name}_coordinate"
                axis.units = "m"
            bed = file.createVariable("bed", "f8", ("y", "x"))
            bed[:] = self.grid()
            bed.setncatts({"grid_mapping": "crs", "units": "m", "standard_name": "sea_floor_depth_below_geoid"})
        return path


@pytest.mark.parametrize(
    ("epsg", "datum"),
    [
        ("EPSG:3035", NORWAY), ("EPSG:25832", NORWAY), ("EPSG:25833", NORWAY), ("EPSG:32119", CAROLINA),
        ("EPSG:3857", NORWAY), ("EPSG:4267", CAROLINA), ("EPSG:4326", CAROLINA), ("EPSG:32632", NORWAY),
    ],
)  # fmt: skip
def test_a_geotiff(tmp_path: Path, epsg: str, datum: tuple[float, float]) -> None:
    slope = Slope(epsg, datum)
    # 1 mm of place is 2e-5 m of depth
    assert np.abs(slope.found(slope.as_tiff(tmp_path / "bed.tif")) - slope.expected()).max() < 2e-5
    # the datum's zone would be far off
    if epsg == "EPSG:25833":
        wrong = slope.found(tmp_path / "bed.tif", coordinates="utm")
        assert not (np.abs(wrong - slope.expected()) < 1.0).any()


def test_nad27_is_another_place(tmp_path: Path) -> None:
    """The cases above would not pass if the datum were passed over: it is 25 m and more away."""
    u, v = in_file("EPSG:4267", CAROLINA, 0.0, 0.0)
    assert math.hypot((u - CAROLINA[1]) * 91e3, (v - CAROLINA[0]) * 111e3) > 25.0
    slope = Slope("EPSG:4267", CAROLINA)
    (text,) = open_bed(slope.as_tiff(tmp_path / "bed.tif"), geodesy=plane(CAROLINA)).remarks
    # without PROJ's grids of shifts
    assert text.startswith("NAD27: the shift of its datum is known to ")


@pytest.mark.parametrize("epsg", ["EPSG:25832", "EPSG:25833", "EPSG:3035"])
def test_a_grid_mapping_of_netcdf(tmp_path: Path, epsg: str) -> None:
    slope = Slope(epsg, NORWAY)
    assert np.abs(slope.found(slope.as_netcdf(tmp_path / "bed.nc")) - slope.expected()).max() < 2e-5


@pytest.mark.parametrize(("epsg", "datum"), [("EPSG:25833", NORWAY), ("EPSG:32119", CAROLINA), ("EPSG:2264", CAROLINA)])
def test_a_prj_beside_an_ascii_grid(tmp_path: Path, epsg: str, datum: tuple[float, float]) -> None:
    slope = Slope(epsg, datum)
    path = slope.as_ascii(tmp_path / "bed.asc")
    (tmp_path / "bed.prj").write_text(CRS(epsg).to_wkt("WKT1_ESRI"))
    assert np.abs(slope.found(path) - slope.expected()).max() < 2e-5


def test_feet_are_feet(tmp_path: Path) -> None:
    """EPSG:2264, US survey feet to all sides; with heights in them, and without."""
    slope = Slope("EPSG:2264", CAROLINA)
    x, y = PLACES[0]
    high = slope.as_tiff(tmp_path / "heights.tif", "EPSG:2264+6360")
    assert np.abs(slope.found(high) - FOOT * slope.expected()).max() < 2e-5
    assert any(one.startswith("heights by NAVD88") for one in open_bed(high, geodesy=plane(CAROLINA)).remarks)
    bare = slope.as_tiff(tmp_path / "bare.tif")
    assert np.abs(slope.found(bare) - slope.expected()).max() < 2e-5
    assert np.abs(slope.found(bare, crs="EPSG:2264+6360") - FOOT * slope.expected()).max() < 2e-5
    bed = open_bed(bare, geodesy=plane(CAROLINA))
    assert any("not in metres; heights are taken for metres" in text for text in bed.remarks)
    # heights upwards, depths downwards, by the vertical system's own axis
    assert bed.depth(x, y) < 0.0
    assert open_bed(bare, geodesy=plane(CAROLINA), crs="EPSG:2264+6358").depth(x, y) > 0.0


def test_a_unit_of_the_band_is_read(tmp_path: Path) -> None:
    slope = Slope("EPSG:32119", CAROLINA)
    path = slope.as_tiff(tmp_path / "bed.tif")
    with rasterio.open(path, "r+") as file:
        file.units = ["ft"]
    assert np.abs(slope.found(path) - 0.3048 * slope.expected()).max() < 2e-5


def test_crs_counts_instead_of_the_file(tmp_path: Path) -> None:
    slope = Slope("EPSG:25833", NORWAY)
    path = slope.as_tiff(tmp_path / "bed.tif", "EPSG:25832")
    assert np.abs(slope.found(path, crs="EPSG:25833") - slope.expected()).max() < 2e-5
    with pytest.raises(ConfigError, match="PROJ knows no coordinate system 'EPSG:1'"):
        open_bed(path, geodesy=plane(NORWAY), crs="EPSG:1")


def test_a_file_without_any_is_guessed_in_one_line(tmp_path: Path) -> None:
    slope = Slope("EPSG:32632", NORWAY)
    bed = open_bed(slope.as_ascii(tmp_path / "bed.asc"), geodesy=plane(NORWAY), values="depth")
    assert np.abs([bed.depth(x, y) for x, y in PLACES] - slope.expected()).max() < 2e-5
    (text,) = bed.remarks
    assert text.startswith("does not say its coordinate system: taken for the UTM zone of the datum; crs = EPSG:CODE")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Projection UTM\nZone 33\nDatum WGS84\nUnits METERS\n", "bed.prj: PROJ knows no coordinate system"),
        ('LOCAL_CS["mine",UNIT["metre",1]]', "neither longitude and latitude nor a projection"),
        (CRS("EPSG:2193").to_wkt("WKT1_ESRI"), None),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(tmp_path: Path, text: str, problem: str | None) -> None:
    slope = Slope("EPSG:32632", NORWAY)
    path = slope.as_ascii(tmp_path / "bed.asc")
    (tmp_path / "bed.prj").write_text(text)
    if problem is not None:
        with pytest.raises(ConfigError, match=problem):
            slope.found(path)
    else:
        # New Zealand's grid: far away, and no error
        assert np.isnan(slope.found(path)).all()


# ---- currents -------------------------------------------------------------------------------------------------------


def polar(path: Path, names: tuple[str, str], *, mapped: bool = True) -> Path:
    """An even current of 1.2 and -0.6 m/s by its two components, on EPSG:3413 round Svalbard's west coast."""
    u, v = in_file("EPSG:3413", SVALBARD, 0.0, 0.0)
    with netcdf.Dataset(path, "w") as file:
        if mapped:
            mapping = file.createVariable("stere", "i4")
            mapping.setncatts({k: v for k, v in CRS("EPSG:3413").to_cf().items() if k != "crs_wkt"})
        for name, middle in (("y", v), ("x", u)):
            file.createDimension(name, 40)
            axis = file.createVariable(name, "f8", (name,))
            axis[:] = (middle + 800.0 * (np.arange(40) - 20.0)) / 1000.0
            axis.setncatts({"standard_name": f"projection_{name}_coordinate", "units": "km"})
        for name, standard, value in zip("uv", names, (1.2, -0.6), strict=True):
            part = file.createVariable(name, "f8", ("y", "x"))
            part[:] = value
            part.setncatts(
                {"standard_name": standard, "units": "m s-1"} | ({"grid_mapping": "stere"} if mapped else {})
            )
    return path


def test_a_polar_current_is_turned_by_the_grids_convergence(tmp_path: Path) -> None:
    path = polar(tmp_path / "a.nc", ("sea_water_x_velocity", "sea_water_y_velocity"))
    flow = OceanFlow(str(path), geodesy=plane(SVALBARD))
    for x, y in PLACES[:10]:
        turn = math.atan2(*_grid_x_axis(x, y))
        gamma = math.radians(Proj("EPSG:3413").get_factors(*on_globe(SVALBARD, x, y)).meridian_convergence)
        assert abs(turn) == pytest.approx(abs(gamma), abs=1e-3)
        assert abs(turn) > 0.9
        turned = complex(1.2, -0.6) * np.exp(1j * turn)
        assert flow.at(x, y, 0.0, 0.0) == pytest.approx((turned.real, turned.imag), abs=2e-4)
    assert flow.remarks == []


def _grid_x_axis(x: float, y: float) -> tuple[float, float]:
    """North and east part of the grid's x axis at a place, by pyproj's geodesics."""
    from pyproj import Geod

    towards = Transformer.from_crs(WGS84, "EPSG:3413", always_xy=True)
    lon, lat = on_globe(SVALBARD, x, y)
    u, v = towards.transform(lon, lat)
    azimuth, _, _ = Geod(ellps="WGS84").inv(lon, lat, *towards.transform(u + 50.0, v, direction="INVERSE"))
    return math.cos(math.radians(azimuth)), math.sin(math.radians(azimuth))


def test_components_to_the_east_are_not_turned(tmp_path: Path) -> None:
    path = polar(tmp_path / "a.nc", ("eastward_sea_water_velocity", "northward_sea_water_velocity"))
    assert OceanFlow(str(path), geodesy=plane(SVALBARD)).at(100.0, 200.0, 0.0, 0.0) == pytest.approx((1.2, -0.6))


def test_a_current_without_a_mapping_takes_crs(tmp_path: Path) -> None:
    names = "sea_water_x_velocity", "sea_water_y_velocity"
    mapped, bare = polar(tmp_path / "a.nc", names), polar(tmp_path / "b.nc", names, mapped=False)
    geodesy = plane(SVALBARD)
    there = OceanFlow(str(mapped), geodesy=geodesy).at(300.0, 10.0, 0.0, 0.0)
    assert OceanFlow(str(bare), geodesy=geodesy, crs="EPSG:3413").at(300.0, 10.0, 0.0, 0.0) == pytest.approx(there)
    guessed = OceanFlow(str(bare), geodesy=geodesy)
    assert "taken for local x and y" in guessed.remarks[0]


def curvilinear(datum: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Longitudes and latitudes of a bent grid of 50 by 60 nodes round a datum, and their local places."""
    j, i = np.meshgrid(np.arange(60.0), np.arange(50.0))
    x = 150.0 * ((j - 30.0) * np.cos(0.5) - (i - 25.0) * np.sin(0.5)) + 4.0 * (i - 25.0) ** 2 / 25.0
    y = 150.0 * ((j - 30.0) * np.sin(0.5) + (i - 25.0) * np.cos(0.5)) + 6.0 * (j - 30.0) ** 2 / 30.0
    lon, lat = on_globe(datum, x, y)
    return lon, lat, np.stack([x, y])


def test_a_roms_grid_by_its_longitudes_and_latitudes(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    from scipy.interpolate import griddata

    lon, lat, nodes = curvilinear(NORWAY)
    depth = 80.0 + 20.0 * np.sin(nodes[0] / 1500.0) + 0.004 * nodes[1]
    depth_u, depth_v = (lambda a: 0.5 * (a[:, 1:] + a[:, :-1])), (lambda a: 0.5 * (a[1:] + a[:-1]))
    path = tmp_path / "roms.nc"
    with netcdf.Dataset(path, "w") as file:
        sizes = {"eta_rho": 50, "xi_rho": 60, "eta_u": 50, "xi_u": 59, "eta_v": 49, "xi_v": 60, "ocean_time": 2}
        for name, size in sizes.items():
            file.createDimension(name, size)
        file.createVariable("ocean_time", "f8", ("ocean_time",))[:] = [0.0, 3600.0]
        file["ocean_time"].units = "seconds since 2026-01-01 00:00:00"
        for kind, means in (("rho", lambda a: a), ("u", depth_u), ("v", depth_v)):
            for name, values, units in (("lon", lon, "degree_east"), ("lat", lat, "degree_north")):
                axis = file.createVariable(f"{name}_{kind}", "f8", (f"eta_{kind}", f"xi_{kind}"))
                axis[:], axis.units = means(values), units
        h = file.createVariable("h", "f8", ("eta_rho", "xi_rho"))
        h[:] = depth
        h.setncatts({"units": "meter", "coordinates": "lon_rho lat_rho"})
        for name, kind, value in (("ubar", "u", 0.5), ("vbar", "v", -0.2)):
            part = file.createVariable(name, "f8", ("ocean_time", f"eta_{kind}", f"xi_{kind}"))
            part[:] = value
            part.setncatts({"units": "meter second-1", "coordinates": f"lon_{kind} lat_{kind} ocean_time"})
    geodesy = plane(NORWAY)
    bed = open_bed(path, variable="h", geodesy=geodesy)
    places = [(0.4 * x, 0.4 * y) for x, y in PLACES]
    found = np.array([bed.depth(x, y) for x, y in places])
    # triangles of scipy between nodes 150 m apart
    expected = griddata(nodes.reshape(2, -1).T, depth.ravel(), np.array(places))
    assert np.abs(found - expected).max() < 0.05
    assert math.isnan(bed.depth(9000.0, 9000.0))
    east, north = bed.slope(*places[0])
    x, y = places[0]
    assert (east, north) == pytest.approx(
        ((bed.depth(x + 0.5, y) - bed.depth(x - 0.5, y)), (bed.depth(x, y + 0.5) - bed.depth(x, y - 0.5))), abs=1e-6
    )
    flow = OceanFlow(str(path), geodesy=geodesy)
    for x, y in places[:10]:
        k = np.argmin(np.hypot(nodes[0] - x, nodes[1] - y))
        i, j = divmod(int(k), 60)
        # the nodes lie in the UTM plane, whose north is off the meridian by its own convergence
        convergence = math.radians(Proj("EPSG:32632").get_factors(lon[i, j], lat[i, j]).meridian_convergence)
        along = nodes[:, i, j + 1] - nodes[:, i, j - 1]
        angle = math.atan2(along[1], along[0]) - convergence
        turned = complex(0.5, -0.2) * np.exp(1j * angle)
        assert flow.at(x, y, 3.0, 60.0) == pytest.approx((turned.real, turned.imag), abs=2e-3)
    assert flow.at(30e3, 0.0, 3.0, 60.0) == (0.0, 0.0)


def test_nemo_has_longitudes_and_latitudes_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    lon, lat, nodes = curvilinear(NORWAY)
    path = tmp_path / "nemo.nc"
    with netcdf.Dataset(path, "w") as file:
        for name, size in (("time_counter", 1), ("depthu", 3), ("y", 50), ("x", 60)):
            file.createDimension(name, size)
        file.createVariable("depthu", "f8", ("depthu",))[:] = [0.5, 5.0, 20.0]
        file["depthu"].setncatts({"units": "m", "positive": "down"})
        for name, values, units in (("nav_lon", lon, "degrees_east"), ("nav_lat", lat, "degrees_north")):
            axis = file.createVariable(name, "f4", ("y", "x"))
            axis[:], axis.units = values, units
        for name, values in (("u_eastward", nodes[0] * 1e-4), ("v_northward", nodes[1] * 1e-4)):
            part = file.createVariable(name, "f8", ("time_counter", "depthu", "y", "x"))
            part[:] = values
            part.setncatts({"units": "m/s", "coordinates": "nav_lon nav_lat"})
    flow = OceanFlow(str(path), geodesy=plane(NORWAY))
    for x, y in PLACES[:20]:
        if max(abs(x), abs(y)) < 2000.0:
            # single precision of the longitudes is half a metre
            assert flow.at(x, y, 3.0, 0.0) == pytest.approx((1e-4 * x, 1e-4 * y), abs=1e-4)


def test_layers_that_follow_the_bed_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "roms.nc"
    lon, lat, _ = curvilinear(NORWAY)
    with netcdf.Dataset(path, "w") as file:
        for name, size in (("s_rho", 4), ("y", 50), ("x", 60)):
            file.createDimension(name, size)
        file.createVariable("s_rho", "f8", ("s_rho",))[:] = [-0.9, -0.6, -0.3, -0.1]
        file["s_rho"].standard_name = "ocean_s_coordinate_g2"
        for name, values, units in (("lon_rho", lon, "degree_east"), ("lat_rho", lat, "degree_north")):
            file.createVariable(name, "f8", ("y", "x"))[:] = values
            file[name].units = units
        for name in ("u_eastward", "v_northward"):
            file.createVariable(name, "f8", ("s_rho", "y", "x"))[:] = 0.1
    with pytest.raises(ConfigError, match=r"u_eastward: its layers follow the bed \(s_rho\); take .* ubar,vbar"):
        OceanFlow(str(path), geodesy=plane(NORWAY))


def test_a_rotated_pole(tmp_path: Path) -> None:
    mapping = {
        "grid_mapping_name": "rotated_latitude_longitude", "grid_north_pole_latitude": 25.0,
        "grid_north_pole_longitude": -40.0,
    }  # fmt: skip
    crs = CRS.from_cf(mapping)
    towards = Transformer.from_crs(WGS84, crs, always_xy=True)
    u, v = towards.transform(NORWAY[1], NORWAY[0])
    path = tmp_path / "rotated.nc"
    with netcdf.Dataset(path, "w") as file:
        file.createVariable("pole", "i4").setncatts(mapping)
        for name, standard, middle in (("rlat", "grid_latitude", v), ("rlon", "grid_longitude", u)):
            file.createDimension(name, 21)
            axis = file.createVariable(name, "f8", (name,))
            axis[:] = middle + 0.01 * (np.arange(21) - 10.0)
            axis.setncatts({"standard_name": standard, "units": "degrees"})
        for name, part in (("u", "x"), ("v", "y")):
            values = file.createVariable(name, "f8", ("rlat", "rlon"))
            values[:] = 1.0 if name == "u" else 0.0
            values.setncatts({"standard_name": f"sea_water_{part}_velocity", "units": "m s-1", "grid_mapping": "pole"})
    east, north = OceanFlow(str(path), geodesy=plane(NORWAY)).at(0.0, 0.0, 0.0, 0.0)
    from pyproj import Geod

    azimuth, _, _ = Geod(ellps="WGS84").inv(*NORWAY[::-1], *towards.transform(u + 1e-4, v, direction="INVERSE"))
    expected = math.radians(90.0 - azimuth)
    assert abs(expected) > 0.1
    # on a sphere it would be 6e-4 rad
    assert math.atan2(north, east) == pytest.approx(expected, abs=2e-5)


# ---- in a mission ---------------------------------------------------------------------------------------------------


def test_a_mission_names_the_system_and_hears_of_a_guess(tmp_path: Path) -> None:
    slope = Slope("EPSG:25833", NORWAY)
    slope.as_ascii(tmp_path / "bed.asc")
    files = Beside(str(tmp_path / "a.moos"))

    def started(*lines: tuple[str, str]) -> Simulator:
        block = [ConfigLine(*line, "a.moos", k) for k, line in enumerate(lines, 4)]
        return Simulator.from_lines(block, datum=NORWAY, read_file=files)

    bed = ("bathymetry", "bed.asc"), ("bathymetry_values", "depth")
    guessed = started(*bed)
    (note, *_) = [str(warning) for warning in guessed.config_warnings if warning.is_note]
    assert "a.moos:4: bathymetry: " in note
    assert (
        "bed.asc: does not say its coordinate system: taken for local x and y; crs = EPSG:CODE says otherwise" in note
    )
    given = started(*bed, ("crs", "EPSG:25833"))
    assert given.config_warnings == []
    posts = {post.variable: post.value for post in given.iterate(1.0)}
    expected = slope.depth(*in_file("EPSG:25833", NORWAY, 0.0, 0.0))
    assert posts["USM_WATER_DEPTH_HERE"] == pytest.approx(expected, abs=1e-4)
    (wrong,) = started(*bed, ("crs", "EPSG:99999")).config_warnings
    assert "a.moos:6: crs: " in str(wrong)
    assert "PROJ knows no coordinate system 'EPSG:99999'" in str(wrong)
    (idle,) = started(("crs", "EPSG:25833")).config_warnings
    assert "has no effect without bathymetry or a current_field of a NetCDF file" in str(idle)


# ---- charts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsg", ["EPSG:3857", "EPSG:25833", "EPSG:4326"])
def test_a_geotiff_chart_lies_where_it_says(tmp_path: Path, epsg: str) -> None:
    pytest.importorskip("PIL")
    slope = Slope(epsg, NORWAY)
    west, north = slope.u[0], slope.v[-1]
    transform = rasterio.Affine(slope.step, 0.0, west, 0.0, -slope.step, north)
    shape = {"height": 20, "width": 30, "count": 3, "dtype": "uint8"}
    with rasterio.open(tmp_path / "chart.tif", "w", driver="GTiff", crs=epsg, transform=transform, **shape) as file:
        file.write(np.full((3, 20, 30), 90, dtype="uint8"))
    image = read_chart(tmp_path / "chart.tif", plane(NORWAY))
    utm = Transformer.from_crs(CRS(epsg), "EPSG:32632", always_xy=True)
    east, south = west + 30 * slope.step, north - 20 * slope.step
    us, vs = utm.transform([west, east, west, east], [south, south, north, north])
    east0, north0 = Transformer.from_crs(WGS84, "EPSG:32632", always_xy=True).transform(NORWAY[1], NORWAY[0])
    assert image.x == pytest.approx((np.mean(us[::2]) - east0, np.mean(us[1::2]) - east0), abs=0.01)
    assert image.y == pytest.approx((np.mean(vs[:2]) - north0, np.mean(vs[2:]) - north0), abs=0.01)


def test_a_picture_without_a_place_is_refused(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (4, 4)).save(tmp_path / "chart.tif")
    with pytest.raises(ConfigError, match=r"chart.tif.*is not georeferenced"):
        read_chart(tmp_path / "chart.tif", plane(NORWAY))
