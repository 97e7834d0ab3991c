"""Land as polygons: inside, shores, ranges to them, and craft that run onto them."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.data.land import HEIGHT, Shore, read_area
from usimmarine_py.sea.data.seabed import Flat, Shaped
from usimmarine_py.simulator import Simulator

#: An L: the square 0 to 40 without its north-east quarter.
CORNER = "0,0:40,0:40,20:20,20:20,40:0,40"


def in_corner(x: float, y: float) -> bool:
    return 0 < x < 40 and 0 < y < 40 and not (x > 20 and y > 20)


def test_an_area_of_any_shape_contains_what_lies_inside() -> None:
    area = read_area(CORNER)
    for x, y in np.random.default_rng(1).uniform(-10, 50, (2000, 2)).tolist():
        assert area.contains(x, y) == in_corner(x, y)
    assert area == read_area("pts={0,0:40,0:40,20:20,20:20,40:0,40:0,0}")
    assert area.inward(39.0, 5.0) == pytest.approx((-1.0, 0.0))


@pytest.mark.parametrize(
    ("text", "problem"),
    [("0,0:1", "found '1'"), ("0,0:1,1", "three corners"), ("0,0:1,1:2,x", "found '2,x'"), ("0,0:1,1:0,0", "three")],
)
def test_what_is_no_polygon_is_told(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read_area(text)


def test_depths_and_ranges_end_at_the_shore() -> None:
    shore = Shore(Flat(12.0), [read_area(CORNER)])
    assert shore.depth(-1.0, 5.0) == 12.0
    assert shore.depth(5.0, 5.0) == -HEIGHT
    assert Shore(Shaped(lambda x, y: -7.0), [read_area(CORNER)]).depth(5.0, 5.0) == -7.0
    assert shore.range_along((-30.0, 10.0, 2.0), (1.0, 0.0, 0.0), 100.0) == pytest.approx(30.0)
    # into the bay of the L, from the north-east
    diagonal = (-sqrt(0.5), -sqrt(0.5), 0.0)
    assert shore.range_along((40.0, 40.0, 2.0), diagonal, 100.0) == pytest.approx(20.0 * sqrt(2.0))
    assert shore.range_along((-30.0, 10.0, 2.0), (1.0, 0.0, 0.0), 29.0) is None
    assert shore.range_along((-30.0, 10.0, 2.0), (-1.0, 0.0, 0.0), 500.0) is None
    # the bed comes first
    assert shore.range_along((-30.0, 10.0, 2.0), (0.6, 0.0, 0.8), 100.0) == pytest.approx(12.5)
    assert shore.range_along((5.0, 5.0, 2.0), (0.0, 0.0, 1.0), 100.0) == 0.0
    alone = Shore(Flat(np.nan), [read_area(CORNER)])
    assert alone.range_along((-30.0, 10.0, 2.0), (0.6, 0.0, 0.8), 100.0) == pytest.approx(50.0)
    assert alone.over(12.0).range_along((-30.0, 10.0, 2.0), (0.6, 0.0, 0.8), 100.0) == pytest.approx(12.5)
    assert np.isnan(alone.depth(-1.0, 0.0))


@pytest.mark.parametrize("block", [{"thrust_map": "-100:-2, 100:4"}, {"dynamics": "fossen6", "vehicle": "otter"}])
def test_a_craft_runs_ashore_and_leaves_astern(block: dict[str, str]) -> None:
    simulator = Simulator(land=["-50,30:50,30:50,60:-50,60", "-50,-90:50,-90:0,-60"], **block)
    simulator.post("DESIRED_THRUST", 50.0)
    names = [(p.variable, p.value) for k in range(900) for p in simulator.iterate(0.1 * (k + 1))]
    assert ("USM_AGROUND", "true") in names
    assert 28.0 < simulator.state.y <= 31.0
    assert simulator.state.speed == 0.0
    assert not any("no sea bed" in text for text in simulator.run_warnings)
    simulator.post("DESIRED_THRUST", -60.0)
    for k in range(600):
        simulator.iterate(90.0 + 0.1 * (k + 1))
    assert simulator.state.y < 26.0
