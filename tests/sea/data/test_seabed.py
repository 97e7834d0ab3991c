"""Sea beds: bilinear depth, slope and ranges beside scipy and closed forms; ESRI ASCII grids; where coordinates lie."""

from __future__ import annotations

from math import cos, inf, isnan, radians, sin, sqrt
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.data import files, stored
from usimmarine_py.sea.data.coordinates.placing import geographic
from usimmarine_py.sea.data.files import open_bed
from usimmarine_py.sea.data.seabed import Flat, Shaped, beam, beam_of


def write_asc(path: Path, heights: np.ndarray, west: float, south: float, step: float, missing: float = -9999) -> str:
    """An ESRI ASCII grid of heights, rows from the south; ``west`` and ``south`` are those of the first node."""
    rows, columns = heights.shape
    head = f"ncols {columns}\nnrows {rows}\nxllcenter {west!r}\nyllcenter {south!r}\ncellsize {step!r}\n"
    lines = [" ".join(repr(float(v)) for v in row) for row in heights[::-1]]
    path.write_text(head + f"NODATA_value {missing}\n" + "\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def hills() -> np.ndarray:
    """Heights of 150 rows and 200 columns."""
    rng = np.random.default_rng(3)
    return -30.0 + np.cumsum(np.cumsum(rng.normal(scale=0.02, size=(150, 200)), 0), 1)


@pytest.mark.parametrize("how", ["in memory", "on disc", "gdal"])
def test_depths_are_scipys(tmp_path: Path, hills: np.ndarray, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    interpolate = pytest.importorskip("scipy.interpolate")
    if how == "gdal":
        pytest.importorskip("rasterio")
        monkeypatch.setattr(files, "LARGE", 0)
    if how == "on disc":
        monkeypatch.setattr(stored, "IN_MEMORY", 0)
        monkeypatch.setattr(stored, "CHUNK", 10_000)
    bed = open_bed(write_asc(tmp_path / "bed.asc", hills, -300.0, 40.0, 2.5))
    expected = interpolate.RegularGridInterpolator((40.0 + 2.5 * np.arange(150), -300.0 + 2.5 * np.arange(200)), -hills)
    places = np.random.default_rng(1).uniform((40.0, -300.0), (412.5, 197.5), (3000, 2))
    found = [bed.depth(x, y) for y, x in places.tolist()]
    assert np.abs(found - expected(places)).max() < 1e-12 * 30.0
    # nodes, corners included
    assert bed.depth(197.5, 412.5) == pytest.approx(-hills[-1, -1])
    assert isnan(bed.depth(198.0, 412.0))
    assert isnan(bed.depth(0.0, 39.9))


def test_the_slope_is_that_of_the_surface(tmp_path: Path, hills: np.ndarray) -> None:
    bed = open_bed(write_asc(tmp_path / "bed.asc", hills, 0.0, 0.0, 10.0))
    for x, y in np.random.default_rng(2).uniform((2, 2), (1900, 1400), (200, 2)).tolist():
        if min(x % 10.0, y % 10.0) < 0.01 or max(x % 10.0, y % 10.0) > 9.99:
            continue
        east, north = bed.slope(x, y)
        h = 1e-3
        assert east == pytest.approx((bed.depth(x + h, y) - bed.depth(x - h, y)) / (2 * h), abs=1e-8)
        assert north == pytest.approx((bed.depth(x, y + h) - bed.depth(x, y - h)) / (2 * h), abs=1e-8)


def test_ranges_end_where_a_fine_march_ends(tmp_path: Path, hills: np.ndarray) -> None:
    bed = open_bed(write_asc(tmp_path / "bed.asc", hills, -100.0, -100.0, 2.0))
    rng = np.random.default_rng(4)
    hits = 0
    for _ in range(60):
        origin = (*rng.uniform(0.0, 100.0, 2).tolist(), rng.uniform(0.0, 25.0))
        towards = rng.normal(size=3)
        towards[2] = abs(towards[2]) * rng.choice([0.02, 1.0])
        ray = tuple((towards / np.linalg.norm(towards)).tolist())
        found = bed.range_along(origin, ray, 60.0)
        t = np.arange(0.0, 60.0, 0.005)
        depths = np.array([bed.depth(origin[0] + s * ray[0], origin[1] + s * ray[1]) for s in t.tolist()])
        under = depths <= origin[2] + t * ray[2]
        if found is None:
            assert not under.any()
        else:
            hits += 1
            assert t[under.argmax()] - 0.005 <= found <= t[under.argmax()] + 1e-6
            at = [o + found * r for o, r in zip(origin, ray, strict=True)]
            assert found == 0.0 or bed.depth(at[0], at[1]) == pytest.approx(at[2], abs=1e-8)
    assert hits > 20


def test_ranges_over_an_even_bed_and_a_plane_are_closed_forms() -> None:
    assert Flat(20.0).range_along((3.0, 4.0, 5.0), (0.6, 0.0, 0.8), 100.0) == pytest.approx(15.0 / 0.8, abs=1e-12)
    assert Flat(20.0).range_along((0.0, 0.0, 5.0), (1.0, 0.0, 0.0), inf) is None
    assert Flat(20.0).range_along((0.0, 0.0, 5.0), (0.0, 0.0, 1.0), 14.9) is None
    assert Flat(20.0).range_along((0.0, 0.0, 21.0), (0.0, 0.0, 1.0), 10.0) == 0.0
    plane = Shaped(lambda x, y: 30.0 - 0.2 * x + 0.1 * y)
    ray = (0.36, 0.48, 0.8)
    assert plane.range_along((5.0, 6.0, 2.0), ray, 100.0) == pytest.approx(
        (30.0 - 1.0 + 0.6 - 2.0) / (0.8 + 0.2 * 0.36 - 0.1 * 0.48), abs=1e-8
    )
    # a wall that a level beam meets
    step = Shaped(lambda x, y: 50.0 if x < 33.3 else 1.0)
    assert step.range_along((0.0, 0.0, 10.0), (1.0, 0.0, 0.0), 100.0) == pytest.approx(33.3, abs=1e-6)
    # unknown in between
    gap = Shaped(lambda x, y: float("nan") if 5.0 < x < 15.0 else 10.0)
    assert gap.range_along((0.0, 0.0, 0.0), (0.9, 0.0, sqrt(0.19)), 100.0) == pytest.approx(10.0 / sqrt(0.19), abs=1e-6)
    assert gap.over(7.0).depth(10.0, 0.0) == 7.0
    assert gap.over(7.0).slope(10.0, 0.0) == (0.0, 0.0)
    assert gap.over(0.0) is gap


def test_beams_follow_the_attitude() -> None:
    down = beam_of(0.0, radians(90.0))
    for roll, pitch in ((0.1, 0.0), (0.0, -0.2), (0.3, 0.2)):
        ray = beam(down, roll, pitch, 1.0)
        # of a down-looking beam the slant range over level ground is the altitude by both cosines
        assert Flat(50.0).range_along((0.0, 0.0, 20.0), ray, 100.0) == pytest.approx(30.0 / (cos(roll) * cos(pitch)))
    east, north, _ = beam(beam_of(0.0, 0.0), 0.0, 0.0, radians(30.0))
    assert (east, north) == pytest.approx((sin(radians(30.0)), cos(radians(30.0))))
    assert beam(beam_of(radians(90.0), 0.0), 0.0, 0.0, 0.0) == pytest.approx((1.0, 0.0, 0.0))


def test_missing_values_make_the_cells_beside_them_unknown(tmp_path: Path, hills: np.ndarray) -> None:
    hills[10, 20] = -9999
    bed = open_bed(write_asc(tmp_path / "bed.asc", hills, 0.0, 0.0, 1.0))
    assert isnan(bed.depth(19.5, 9.5))
    assert isnan(bed.depth(20.5, 10.5))
    assert bed.depth(18.5, 9.5) > 0.0


def test_values_may_be_depths(tmp_path: Path, hills: np.ndarray) -> None:
    path = write_asc(tmp_path / "bed.asc", hills, 0.0, 0.0, 1.0)
    assert open_bed(path, values="depth").depth(5.0, 5.0) == -open_bed(path).depth(5.0, 5.0)


def test_coordinates_are_those_in_which_the_datum_lies_on_the_grid(tmp_path: Path, hills: np.ndarray) -> None:
    datum = Geodesy.at(43.825, -70.330)
    assert datum is not None
    x, y = 123.0, -45.0
    latitude, longitude = datum.to_latlon(x, y) or (0.0, 0.0)
    geo = write_asc(tmp_path / "geo.asc", hills, -70.34, 43.82, 1e-4)
    expected = open_bed(geo, coordinates="local").depth(longitude, latitude)
    for choice in ("auto", "latlon"):
        assert open_bed(geo, geodesy=datum, coordinates=choice).depth(x, y) == pytest.approx(expected, abs=1e-7)
    # the same longitudes from 0 to 360
    east = write_asc(tmp_path / "east.asc", hills, 360.0 - 70.34, 43.82, 1e-4)
    assert open_bed(east, geodesy=datum).depth(x, y) == pytest.approx(expected, abs=1e-5)
    e0, n0 = datum.origin_easting - 200.0, datum.origin_northing - 300.0
    utm = write_asc(tmp_path / "utm.asc", hills, e0, n0, 3.0)
    expected = open_bed(utm, coordinates="local").depth(x + datum.origin_easting, y + datum.origin_northing)
    assert open_bed(utm, geodesy=datum).depth(x, y) == expected
    local = write_asc(tmp_path / "local.asc", hills, -200.0, -300.0, 3.0)
    assert open_bed(local, geodesy=datum).depth(x, y) == pytest.approx(expected, abs=1e-9)
    with pytest.raises(ConfigError, match="LatOrigin and LongOrigin"):
        open_bed(geo, coordinates="latlon")


def test_parabolas_stand_for_the_projection() -> None:
    datum = Geodesy.at(63.43, 10.39)
    assert datum is not None
    place = geographic(datum, 10.0)
    rng = np.random.default_rng(5)
    for x, y in rng.uniform(-20e3, 20e3, (500, 2)).tolist():
        latitude, longitude = datum.to_latlon(x, y) or (0.0, 0.0)
        u, v = place.at(x, y)
        assert abs(u - longitude) * 50_000 < 2e-6
        assert abs(v - latitude) * 111_000 < 2e-6
        ux, uy, vx, vy = place.rates(x, y)
        found = (place.at(x + 0.1, y)[0] - u) / 0.1, (place.at(x, y + 0.1)[1] - v) / 0.1
        assert (ux, vy) == pytest.approx(found, rel=1e-4)
        assert abs(uy) < 0.1 * ux
        assert abs(vx) < 0.1 * vy


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hello\n1 2\n", "bed.asc:1: no ESRI ASCII grid: 'hello'"),
        ("ncols 2\nnrows x\n1 2\n", "bed.asc:2: nrows must be a number"),
        ("ncols 2\nnrows 2\nxllcorner 0\ncellsize 1\n1 2\n3 4\n", "needs yllcorner or yllcenter"),
        ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\n1 2\n3 4\n", "needs a cellsize above 0"),
        ("ncols 1\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1\n3\n", "needs ncols, a whole number of 2"),
        ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 four\n", "bed.asc:7: not a number.*four"),
        ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3\n", "holds 3 numbers, not 2 x 2 = 4"),
    ],
)
def test_a_bad_file_is_told_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "bed.asc"
    path.write_text(text)
    with pytest.raises(ConfigError, match=problem):
        open_bed(str(path))


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\.docx: a sea bed comes as"):
        open_bed(str(tmp_path / "bed.docx"))


def test_no_look_up_depends_on_those_before_it(tmp_path: Path, hills: np.ndarray) -> None:
    path = write_asc(tmp_path / "bed.asc", hills, 0.3, 0.7, 0.1)
    nodes = [(0.3 + 0.1 * j, 0.7 + 0.1 * i) for i in range(0, 150, 7) for j in range(0, 200, 9)]
    there, back = open_bed(path), open_bed(path)
    assert [there.depth(*node) for node in nodes] == [back.depth(*node) for node in reversed(nodes)][::-1]
