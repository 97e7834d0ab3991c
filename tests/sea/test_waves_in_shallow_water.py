"""Waves know depth and current: lengths, orbits, what is blocked, what breaks; against scipy and finite differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels import waves
from usimmarine_py.sea.settings import weather_from
from usimmarine_py.sea.waves import WaveField, component, wave_field
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.weather import WeatherPart


@pytest.mark.parametrize("depth", [0.5, 3.0, 20.0, 0.0])
@pytest.mark.parametrize("along", [-1.0, -0.3, 0.0, 0.7])
@pytest.mark.parametrize("omega", [0.6, 1.5, 3.0])
def test_wave_numbers_are_the_roots_that_scipy_finds(depth: float, along: float, omega: float) -> None:
    optimize = pytest.importorskip("scipy.optimize")

    def difference(k: float) -> float:
        return math.sqrt(9.81 * k * (math.tanh(k * depth) if depth else 1.0)) - omega + k * along

    k = waves.wave_number(omega, depth, along)
    grid = np.geomspace(1e-6, 60.0, 4000).tolist()
    above = next((i for i, x in enumerate(grid) if difference(x) > 0.0), None)
    if above is None:
        assert k == 0.0
    else:
        assert k == pytest.approx(optimize.brentq(difference, grid[above - 1], grid[above], xtol=1e-14), rel=1e-9)


def test_a_current_blocks_what_runs_against_it_faster_than_a_quarter_of_its_speed() -> None:
    """Deep water: waves shorter than omega = g/(4 U) cannot come up."""
    limit = 9.81 / (4.0 * 1.5)
    assert waves.wave_number(0.999 * limit, 0.0, -1.5) > 0.0
    assert waves.wave_number(1.001 * limit, 0.0, -1.5) == 0.0
    still, opposed = (wave_field("ittc", 0.5, 1.5, 3.3, 0.0, 0.0, 1, current=(-u, 0.0)) for u in (0.0, 1.5))
    expected = sum(c.omega > limit for c in still.components)
    assert 0 < opposed.blocked == expected == 60 - len(opposed.components)


@pytest.mark.parametrize("bed", [4.0, 0.0])
def test_the_orbits_are_a_potential_flow_that_stops_at_the_bed(bed: float) -> None:
    sea = wave_field("ittc", 0.5, 1.0, 3.3, 0.4, 0.3, 2, 12, bed)
    place, h = (3.0, -2.0, 1.5), 1e-4

    def flow(time: float, n: float, e: float, d: float) -> np.ndarray:
        return np.array(waves.orbital_velocity(sea.rows, time, n, e, d, bed))

    gradient = np.array([(flow(7.0, *(place + s)) - flow(7.0, *(place - s))) / (2 * h) for s in h * np.eye(3)])
    assert gradient == pytest.approx(gradient.T, abs=1e-8)  # no rotation
    assert np.trace(gradient) == pytest.approx(0.0, abs=1e-8)  # no sources
    if bed:
        assert flow(7.0, 3.0, -2.0, bed)[2] == pytest.approx(0.0, abs=1e-12)
    rate = (flow(7.0 + h, *place) - flow(7.0 - h, *place)) / (2 * h)
    assert waves.orbital_acceleration(sea.rows, 7.0, *place, bed) == pytest.approx(rate, abs=1e-7)
    # the surface rises with the water in it
    rise = (sea.elevation(7.0 + h, 3.0, -2.0) - sea.elevation(7.0 - h, 3.0, -2.0)) / (2 * h)
    assert flow(7.0, 3.0, -2.0, 0.0)[2] == pytest.approx(-rise, abs=1e-7)


def test_waves_that_would_break_are_refused_with_the_largest_height() -> None:
    steep = {"wave_hs": "1", "wave_tp": "2"}
    with pytest.raises(ConfigError, match=r"wave_hs: .*break: the largest Hs is 0\.87 m"):  # 0.14 g 4 / (2 pi)
        weather_from(steep)
    shallow = {"wave_hs": "1", "wave_tp": "6"}
    assert weather_from(shallow).waves.hs == 1.0
    with pytest.raises(ConfigError, match=r"in water 1\.5 m deep: the largest Hs is 0\.9 m"):
        weather_from(shallow, bed=1.5)


def test_a_mission_gives_depth_and_current_to_its_waves() -> None:
    common = {"dynamics": "fossen6", "vehicle": "otter", "wave_hs": 0.2, "wave_tp": 4.0, "wave_dir": 0.0}
    deep = Simulator(**common)
    shallow = Simulator(**common, default_water_depth=1.5, current_speed=0.5, current_dir=0)
    for simulator, depth, along in ((deep, 0.0, 0.0), (shallow, 1.5, 0.5)):
        sea = simulator.vehicle.part(WeatherPart).state.model.surface()
        first = sea.components[0]
        assert first.number == pytest.approx(waves.wave_number(first.omega, depth, along), rel=1e-12)
    against = Simulator(**common, current_speed=2.0, current_dir=180)
    assert any("blocks" in str(w) and "left out" in str(w) for w in against.config_warnings)
    with pytest.raises(ConfigError, match=r"wave_hs: .*the largest Hs is 0\.18 m"):
        Simulator(**common, default_water_depth=0.3)


def test_a_single_wave_of_the_field_has_the_length_of_its_depth() -> None:
    wave = WaveField((component(1.0, 0.2, 0.0, 0.0, 2.0),), 2.0)
    k = wave.components[0].number
    length = 2.0 * math.pi / k
    assert wave.elevation(3.0, length, 0.0) == pytest.approx(wave.elevation(3.0, 0.0, 0.0), abs=1e-12)
    assert 9.81 * k * math.tanh(2.0 * k) == pytest.approx(1.0, rel=1e-12)
