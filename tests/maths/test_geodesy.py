"""Geodesy against the recorded conversions of several datums."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.maths.geodesy import Geodesy, LocalGrid, utm_band, utm_zone


def worst_of(rows, convert):
    worst = 0.0
    for a, b, c, d in rows:
        found = convert(a, b)
        assert found is not None, (a, b)
        worst = max(worst, abs(found[0] - c), abs(found[1] - d))
    return worst


def test_recorded_conversions(golden_vectors, figure):
    degrees = metres = grid_degrees = grid_metres = 0.0
    rows = datums = 0
    for case in golden_vectors("geodesy.json")["cases"]:
        geodesy = Geodesy.at(*case["datum"])
        assert (geodesy is not None) is case["valid"]
        if geodesy is None:
            continue
        datums += 1
        assert geodesy.zone_name == case["zone"]
        assert geodesy.origin_easting == pytest.approx(case["origin_easting"], abs=1e-8)
        assert geodesy.origin_northing == pytest.approx(case["origin_northing"], abs=1e-8)
        grid = LocalGrid(*case["datum"])
        degrees = max(degrees, worst_of(case["utm_to_latlon"], geodesy.to_latlon))
        metres = max(metres, worst_of(case["latlon_to_utm"], geodesy.to_local))
        grid_degrees = max(grid_degrees, worst_of(case["grid_to_latlon"], grid.to_latlon))
        grid_metres = max(grid_metres, worst_of(case["latlon_to_grid"], grid.to_local))
        rows += sum(len(case[k]) for k in ("utm_to_latlon", "latlon_to_utm", "grid_to_latlon", "latlon_to_grid"))
    assert degrees < 1e-11
    assert metres < 1e-7
    assert grid_degrees < 1e-12
    assert grid_metres < 1e-6
    figure(
        f"geodesy.json: {datums} datums, {rows} conversions, worst error {degrees:.2g} deg and {metres:.2g} m (UTM), "
        f"{grid_degrees:.2g} deg and {grid_metres:.2g} m (grid)"
    )


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


def test_bands():
    assert [utm_band(v) for v in (-80, -72.1, -0.1, 0, 8, 71.9, 72, 84)] == ["C", "C", "M", "N", "P", "W", "X", "X"]


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
    assert LocalGrid(43.8253, -70.3304).to_latlon(x, 0) is None
