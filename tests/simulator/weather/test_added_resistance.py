"""Waves from ahead slow a ship of 3 degrees of freedom: STAWAVE-1, against figures of numpy."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.weather import Weather
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.vehicle.files import load

SHIP = {"dynamics": "fossen3", "vehicle": "kvlcc2", "seed": 4}
RHO, G, BEAM, BOW = 1025.0, 9.81, 58.0, 45.0


def stawave(hs: float) -> float:
    """ISO 15016: 1/16 rho g Hs^2 B sqrt(B/L_BWL), N."""
    return float(np.float64(RHO) * G * hs**2 * BEAM * np.sqrt(BEAM / BOW) / 16.0)


def surge(model: Weather, psi: float) -> float:
    return (*model.at(model.start(), 3.0, psi=psi).wave_forces, 0.0)[0]


def weather(**more: float) -> Weather:
    return Simulator(**SHIP, **more).vehicle.part(WeatherPart).state.model


@pytest.mark.parametrize("hs", [1.0, 2.5, 4.0])
def test_head_seas_take_what_the_method_says(hs: float) -> None:
    model = weather(wave_hs=hs, wave_tp=9, wave_dir=180, wave_spread=0)
    realised = 4.0 * float(np.sqrt(0.5 * sum(c.amplitude**2 for c in model.surface().components)))
    assert realised == pytest.approx(hs, rel=0.02)
    for off_bow in (0.0, 44.0, -44.0):
        assert surge(model, np.radians(off_bow)) == pytest.approx(-stawave(realised), rel=1e-9)
    for off_bow in (46.0, 90.0, 180.0, -46.0):
        assert surge(model, np.radians(off_bow)) == 0.0


def test_it_ends_where_the_method_ends() -> None:
    # Hs of at most 2.25 sqrt(L/100); a higher sea counts as that one
    most = 2.25 * np.sqrt(3.2)
    assert surge(weather(wave_hs=9, wave_tp=14, wave_dir=180, wave_spread=0), 0.0) == pytest.approx(-stawave(most))


def test_a_spread_sea_counts_as_far_as_it_comes_from_ahead() -> None:
    model = weather(wave_hs=2, wave_tp=9, wave_dir=180, wave_spread=30)
    square = 0.0
    for c in model.surface().components:
        off = np.arctan2(c.number_east, c.number_north) % (2.0 * pi) - pi  # of where it comes from, off the bow
        square += c.amplitude**2 if abs(off) <= pi / 4.0 else 0.0
    assert 0.3 < square / sum(c.amplitude**2 for c in model.surface().components) < 0.95
    assert surge(model, 0.0) == pytest.approx(-stawave(np.sqrt(8.0 * square)), rel=1e-9)


def test_the_tanker_loses_speed_in_head_seas_and_not_in_following_ones() -> None:
    def reached(**more: float) -> float:
        ship = Simulator(**SHIP, start_speed=7.9, speed_option="water", **more)
        for _ in range(600):
            state = ship.step(ActuatorCommand(thrust=100), 1.0)
        return state.speed

    calm, ahead, astern = reached(), reached(wave_hs=3, wave_dir=180), reached(wave_hs=3, wave_dir=0)
    assert astern == pytest.approx(calm, abs=1e-6)
    # R grows with U^2: the force takes dU/U = R_aw/(2 R) at most; a propeller that gives more as it slows takes less
    resistance = 0.00747 * 0.5 * RHO * 320.0 * 20.8 * calm**2
    assert 0.2 < (calm - ahead) / calm / (stawave(3.0) / (2.0 * resistance)) < 1.1


def test_it_is_for_three_degrees_of_freedom() -> None:
    """With six the bow shapes the drift force instead (laws/environment 4.9)."""
    assert load("kvlcc2").added_resistance is not None
    assert load("odin", "base", {"waves.bow_length": 2.0}).added_resistance is None
    with pytest.raises(ConfigError, match=r"waves\.bow_length: must be at most three quarters of length_pp"):
        load("odin", "base", {"waves.bow_length": 9.0})
