"""Profiles and tides beside closed forms, and lines that are wrong."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.data.flows import (
    CONSTITUENTS,
    Tide,
    read_constituent,
    read_profile,
    read_profile_table,
)


def test_a_profile_is_linear_by_component() -> None:
    profile = read_profile("0:0.5:90, 10:0.3:180,30:0.2:180")
    assert profile.at(1.0, 2.0, 0.0, 3.0) == pytest.approx((0.5, 0.0))
    assert profile.at(0.0, 0.0, 5.0, 0.0) == pytest.approx((0.25, -0.15))
    assert profile.at(0.0, 0.0, 20.0, 0.0) == pytest.approx((0.0, -0.25))
    assert profile.at(0.0, 0.0, -3.0, 0.0) == profile.at(0.0, 0.0, 0.0, 0.0)
    assert profile.at(0.0, 0.0, 99.0, 0.0) == pytest.approx((0.0, -0.2))
    east, north = np.array([profile.at(0, 0, z, 0) for z in np.linspace(0, 40, 81)]).T
    grid = np.linspace(0, 40, 81)
    assert np.abs(east - np.interp(grid, [0, 10, 30], [0.5, 0, 0])).max() < 1e-12
    assert np.abs(north - np.interp(grid, [0, 10, 30], [0, -0.3, -0.2])).max() < 1e-12


def test_a_table_may_hold_components_or_directions() -> None:
    polar = read_profile_table("# measured\n0, 0.5, 90\n10; 0.3; 180\n", "adcp.csv")
    parts = read_profile_table("depth east north\n0 0.5 0\n10 0 -0.3\n", "adcp.csv")
    for depth in (0.0, 4.0, 12.0):
        assert polar.at(0, 0, depth, 0) == pytest.approx(parts.at(0, 0, depth, 0), abs=1e-12)
    assert read_profile_table("depth,speed,direction\n0,1,0\n", "a").at(0, 0, 0, 0) == pytest.approx((0.0, 1.0))


def test_an_ellipse_has_its_axes_its_direction_and_its_period() -> None:
    tide = Tide((read_constituent("M2, major=0.8, minor=0.2, direction=30, phase=40"),))
    period = 2.0 * pi / tide.constituents[0].omega
    assert period / 3600.0 == pytest.approx(12.4206, abs=1e-4)
    at = 40.0 / 360.0 * period
    assert tide.at(5.0, 6.0, 7.0, at) == pytest.approx((0.8 * sin(radians(30)), 0.8 * cos(radians(30))))
    # a quarter later to the left: 30 - 90 deg
    assert tide.at(0, 0, 0, at + period / 4) == pytest.approx((0.2 * sin(radians(-60)), 0.2 * cos(radians(-60))))
    speeds = [hypot(*tide.at(0, 0, 0, k * period / 360)) for k in range(360)]
    assert (max(speeds), min(speeds)) == pytest.approx((0.8, 0.2), rel=1e-4)


def test_spring_and_neap_come_of_two_constituents() -> None:
    tide = Tide((read_constituent("m2,major=0.8"), read_constituent("S2,major=0.3")))
    half = 180.0 / (CONSTITUENTS["S2"] - CONSTITUENTS["M2"]) * 3600.0
    assert half / 86400.0 == pytest.approx(7.383, abs=1e-3)
    speeds = [abs(tide.at(0, 0, 0, half + k * 60.0)[1]) for k in range(-400, 400)]
    assert max(speeds) == pytest.approx(0.5, abs=2e-3)
    assert tide.at(0, 0, 0, 0.0) == (0.0, pytest.approx(1.1))
    hours = 2.0 * pi / read_constituent("seiche, major=1, period=1.5").omega / 3600.0
    assert hours == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("read", "text", "problem"),
    [
        (read_constituent, "M9, major=1", "'M9' is none of M2, S2"),
        (read_constituent, "M2", "needs major="),
        (read_constituent, "M2, majr=1", "expected major="),
        (read_constituent, "M2, major=-1", "major must be a number"),
        (read_constituent, "M2, major=x", "major must be a number"),
        (read_profile, "0:1:2, 0:3:4", "depths must grow, 0 does not"),
        (read_profile, "0:1", "expected DEPTH:SPEED:DIRECTION, found '0:1'"),
        (read_profile, ",", "holds no depth"),
        (lambda t: read_profile_table(t, "a.csv"), "\n0 1 2\n5 1 nan\n", "a.csv:3: expected"),
    ],
)
def test_what_is_wrong_is_told(read, text: str, problem: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ConfigError, match=problem):
        read(text)
