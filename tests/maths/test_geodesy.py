"""Geodesy against the recorded conversions of several datums."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Proj

from usimmarine_py.maths.geodesy import REFERENCE_PI, Geodesy, utm_zone
from usimmarine_py.maths.utm import from_grid, to_grid


def worst_of(rows, convert):
    worst = 0.0
    for a, b, c, d in rows:
        found = convert(a, b)
        assert found is not None, (a, b)
        worst = max(worst, abs(found[0] - c), abs(found[1] - d))
    return worst


def test_recorded_conversions(golden_vectors, figure):
    degrees = metres = 0.0
    rows = datums = 0
    for case in golden_vectors("geodesy.json")["cases"]:
        geodesy = Geodesy.at(*case["datum"])
        assert (geodesy is not None) is case["valid"]
        if geodesy is None:
            continue
        datums += 1
        assert str(geodesy.zone) == case["zone"].rstrip("CDEFGHJKLMNPQRSTUVWX")
        assert geodesy.origin_easting == pytest.approx(case["origin_easting"], abs=1e-8)
        assert geodesy.origin_northing == pytest.approx(case["origin_northing"], abs=1e-8)
        degrees = max(degrees, worst_of(case["utm_to_latlon"], geodesy.to_latlon))
        metres = max(metres, worst_of(case["latlon_to_utm"], geodesy.to_local))
        rows += sum(len(case[k]) for k in ("utm_to_latlon", "latlon_to_utm"))
    assert degrees < 1e-11
    assert metres < 1e-7
    figure(f"geodesy.json: {datums} datums, {rows} conversions, worst error {degrees:.2g} deg and {metres:.2g} m (UTM)")


@pytest.mark.parametrize(
    ("latitude", "longitude", "zone"),
    [
        (0, -180, 1),
        (0, 180, 1),
        (0, 179.9, 60),
        (42, -72, 19),
        (42, -72.00001, 18),
        (56, 3, 32),
        (55.9, 3, 31),
        (64, 3, 31),
        (60, 12, 33),
        (72, 0, 31),
        (75, 9, 33),
        (75, 20.9, 33),
        (75, 21, 35),
        (75, 33, 37),
        (75, 42, 38),
        (71.9, 9, 32),
    ],
)
def test_zones(latitude, longitude, zone):
    assert utm_zone(latitude, longitude) == zone


@pytest.mark.parametrize(("latitude", "longitude"), [(84.1, 0), (-80.1, 0), (0, 180.1), (math.nan, 0), (0, math.inf)])
def test_unusable_datums_switch_geodesy_off(latitude, longitude):
    assert Geodesy.at(latitude, longitude) is None


def test_true_pi_differs_by_less_than_a_billionth_of_a_degree():
    documented = Geodesy.at(43.825300, -70.330400, true_pi=True)
    reference = Geodesy.at(43.825300, -70.330400)
    assert documented is not None
    assert reference is not None
    one, other = documented.to_latlon(5000, -3000), reference.to_latlon(5000, -3000)
    assert one is not None
    assert other is not None
    assert 0 < max(abs(one[0] - other[0]), abs(one[1] - other[1])) < 9e-10


def places_of(rng, datums):
    """Random datums, some of them on the edges of what is allowed, and beside the antimeridian."""
    yield from [
        (-80.0, -180.0),
        (84.0, 180.0),
        (0.0, 0.0),
        (-1e-9, 179.9999),
        (60.0, 3.0),
        (78.0, 20.9),
        (45.0, -180.0),
    ]
    for _ in range(datums):
        yield rng.uniform(-80, 84), rng.uniform(-180, 180) if rng.random() < 0.9 else rng.choice([-1, 1]) * 179.9


@pytest.mark.parametrize("true_pi", [False, True])
@pytest.mark.parametrize("reach", [1e3, 1e5, 5e5])
def test_as_proj_has_it(true_pi, reach, figure):
    rng, points, pi = np.random.default_rng(17), 250, math.pi if true_pi else REFERENCE_PI
    scale = pi / math.pi
    degrees = metres = 0.0
    equal = total = 0
    for latitude, longitude in places_of(rng, 150):
        geodesy = Geodesy.at(latitude, longitude, true_pi=true_pi)
        assert geodesy is not None
        proj = Proj(proj="utm", zone=utm_zone(latitude, longitude), south=latitude < 0, ellps="WGS84")
        east, north = proj(longitude * pi / math.pi, latitude * pi / math.pi)
        assert geodesy.origin_easting == pytest.approx(east, abs=1e-8)
        assert geodesy.origin_northing == pytest.approx(north, abs=1e-8)
        x, y = rng.uniform(-reach, reach, (2, points))
        longitudes, latitudes = proj(x + east, y + north, inverse=True)
        expected = np.transpose([latitudes, longitudes]) / scale
        found = np.array([geodesy.to_latlon(*place) for place in zip(x.tolist(), y.tolist(), strict=True)])
        degrees = max(degrees, np.abs(found - expected).max())
        equal, total = equal + np.count_nonzero(found == expected), total + found.size
        east_of, north_of = proj(*(expected * scale).T[::-1])
        local = np.array([geodesy.to_local(*place) for place in expected.tolist()])
        metres = max(metres, np.abs(local - np.transpose([east_of - east, north_of - north])).max())
    assert degrees < 1e-13  # two or three last bits of a longitude
    assert metres < 1.5e-8  # half of it is the rounding of the degrees, the other that of a southern northing
    figure(
        f"geodesy against PROJ, {'true' if true_pi else 'reference'} pi, within {reach / 1000:g} km: {total // 2} "
        f"points, worst {degrees:.2g} deg and {metres:.2g} m away, {100 * equal / total:.1f} % equal to the bit"
    )


@pytest.mark.parametrize(("east", "north"), [(1.5e7, 0), (1.6e7, 0), (1.68e7, 3e6), (-2e7, 1e6), (0, 2e7), (0, 1e300)])
def test_far_off_the_grid_ends_where_that_of_proj_ends(east, north):
    longitude, latitude = Proj(proj="utm", zone=31, ellps="WGS84")(east + 500000, north, inverse=True)
    found = from_grid(east, north)
    assert (found is None) is math.isinf(latitude)
    if found is not None:
        assert math.degrees(found[0]) == pytest.approx(latitude, abs=1e-9)
        assert math.remainder(math.degrees(found[1]) + 3 - longitude, 360) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("latitude", "from_meridian"), [(0, 90), (90, 50), (90.1, 0), (-91, 3), (0, 80), (40, math.inf)]
)
def test_positions_that_have_no_place_on_the_grid(latitude, from_meridian):
    east, _ = Proj(proj="utm", zone=31, ellps="WGS84")(3 + from_meridian, latitude)
    assert (to_grid(math.radians(latitude), math.radians(from_meridian)) is None) is math.isinf(east)


def test_on_the_central_meridian_north_is_the_length_of_the_meridian():
    axis, e2 = 6378137.0, (2 - 1 / 298.257223563) / 298.257223563
    nodes, weights = np.polynomial.legendre.leggauss(40)
    for phi in np.radians([1e-6, 10, 45, 66.5, 84, 90]):
        t = phi / 2 * (nodes + 1)
        length = phi / 2 * np.sum(weights * axis * (1 - e2) / (1 - e2 * np.sin(t) ** 2) ** 1.5)
        east, north = to_grid(phi, 0.0)
        assert east == 0
        assert north == pytest.approx(0.9996 * length, abs=1e-8)


@given(st.floats(-20000, 20000), st.floats(-20000, 20000))
def test_there_and_back(x, y):
    for geodesy in (Geodesy.at(43.8253, -70.3304), Geodesy.at(-33.86, 151.2, true_pi=True)):
        assert geodesy is not None
        position = geodesy.to_latlon(x, y)
        assert position is not None
        assert geodesy.to_local(*position) == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("x", [1e300, math.inf, math.nan])
def test_a_point_outside_the_world_has_no_latitude(x):
    geodesy = Geodesy.at(43.8253, -70.3304)
    assert geodesy is not None
    assert geodesy.to_latlon(x, 0) is None
    assert math.isfinite(x) or geodesy.to_latlon(0, x) is None
