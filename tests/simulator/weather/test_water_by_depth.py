"""Density by depth: what it does to a submerged body, and to a glider's energy; beside integrations by scipy."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.maths.water.column import read_column
from usimmarine_py.maths.water.density import sea_water_density
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.vehicle.files import read

Figure = Callable[[str], None]
G = 9.81
SPHERE = """
schema = 1
[vehicle]
name = "sphere"
dof = 6
length_oa = 0.5
length_pp = 0.5
beam = 0.5
draft = 0.5
[medium]
rho = 1025.0
[rigid_body]
mass = 67.0
r_g = [0.0, 0.0, 0.02]
inertia_co = [[1.7, 0.0, 0.0], [0.0, 1.7, 0.0], [0.0, 0.0, 1.7]]
[added_mass]
matrix_diag = [33.5, 33.5, 33.5, 0.1, 0.1, 0.1]
[damping]
quadratic_diag = [40.0, 40.0, 40.0, 1.0, 1.0, 1.0]
linear_diag = [2.0, 2.0, 2.0, 1.0, 1.0, 1.0]
[hydrostatics]
model = "submerged"
buoyancy = 657.27
compressibility = 2.0e-10
expansion = 5e-5
temperature = 12.0
[[actuator]]
name = "screw"
type = "thruster"
K_pos = 1e-6
K_neg = 1e-6
n_max = 1000.0
n_min = -1000.0
T_n = 0.1
position = [0.0, 0.0, 0.0]
[command]
type = "auv"
[validity]
speed_max = 1.0
"""


def test_density_has_the_published_values() -> None:
    """Check values of Unesco technical paper 44 (kg/m3) at salinity, temperature, pressure."""
    for salinity, temperature, bar, expected in (
        (0.0, 5.0, 0.0, 999.96675), (35.0, 5.0, 0.0, 1027.67547), (35.0, 25.0, 0.0, 1023.34306),
        (0.0, 5.0, 1000.0, 1044.12802), (0.0, 25.0, 1000.0, 1037.90204), (35.0, 5.0, 1000.0, 1069.48914),
        (35.0, 25.0, 1000.0, 1062.53817),
    ):  # fmt: skip
        assert sea_water_density(salinity, temperature, bar * 1e5) == pytest.approx(expected, abs=6e-6)


def test_a_body_swings_about_the_depth_of_its_density(tmp_path: Path, figure: Figure) -> None:
    """A halocline; (m + a) z'' = W - B(z) - d1 w - d2 |w| w by scipy, with the density of a table of numpy."""
    integrate = pytest.importorskip("scipy.integrate")
    (tmp_path / "sphere.toml").write_text(SPHERE)
    rows = ((0.0, 14.0, 30.0), (20.0, 14.0, 30.0), (60.0, 6.0, 36.0), (100.0, 6.0, 36.0))
    profile = ", ".join(f"{depth:g}:{warm:g}:{salt:g}" for depth, warm, salt in rows)
    boat = Simulator(
        dynamics="fossen6", vehicle=str(tmp_path / "sphere.toml"), start_depth=25, water_profile=profile, compiled=True,
    )  # fmt: skip
    depths, warmth, salts = np.array(rows).T

    def rates(_: float, y: np.ndarray) -> list[float]:
        z, w = y
        warm, pressure = float(np.interp(z, depths, warmth)), 1025.0 * G * z
        rho = sea_water_density(float(np.interp(z, depths, salts)), warm, pressure)
        buoyancy = 657.27 * rho / 1025.0 * (1.0 - 2e-10 * pressure + 5e-5 * (warm - 12.0))
        return [w, (67.0 * G - buoyancy - 2.0 * w - 40.0 * abs(w) * w) / 100.5]

    times = np.arange(1, 601) * 0.5
    expected = integrate.solve_ivp(rates, (0.0, 300.0), [25.0, 0.0], t_eval=times, rtol=1e-9, atol=1e-9).y[0]
    found = np.array([boat.step(ActuatorCommand(), 0.5).depth for _ in times])
    worst, swing = float(np.abs(found - expected).max()), float(np.ptp(expected))
    figure(f"sphere in a halocline swings over {swing:.1f} m: {worst:.3f} m off its own ODE")
    assert swing > 10.0
    assert worst < 0.02


def test_a_glider_lasts_as_long_as_gliders_do(tmp_path: Path, figure: Figure) -> None:
    """One sawtooth to 200 m: p dV and the hotel by numpy; days and kilometres of an alkaline battery.

    A Slocum G2 of 54 kg at 0.35 m/s has 15 days to 12 months and 600 to 6,000 km (bco-dmo.org/instrument/863521).
    """
    # the shipped glider with a hull about as soft as water, as those of deep gliders are
    text = read("seawing")[0].replace("buoyancy    = 640.3968", "buoyancy    = 640.3968\ncompressibility = 4e-10")
    file = tmp_path / "glider.toml"
    file.write_text(text.replace('default_variant = "mission"', 'default_variant = "base"'))
    profile = "0:18:35, 40:16:35, 80:11:35.2, 200:9:35.4"
    hotel, efficiency, capacity = 2.0, 0.5, 8e6
    boat = Simulator(
        dynamics="fossen6", vehicle=str(file), start_depth=3,
        water_profile=profile, battery_capacity=capacity / 3600.0, hotel_load=hotel, drive_efficiency=efficiency,
        compiled=True, start_speed=0.3, nav_modulo=1,
    )  # fmt: skip
    down, up = ActuatorCommand(thrust=100, elevator=60), ActuatorCommand(thrust=100, elevator=-60)
    command, seconds, deepest, way = down, 0.0, 0.0, 0.0
    while seconds < 6000.0:
        state = boat.step(command, 0.5)
        seconds += 0.5
        way += state.sog * 0.5
        deepest = max(deepest, state.depth)
        if state.depth >= 200.0:
            command = up
        if command is up and state.depth <= 4.0:
            break
    assert deepest > 200.0
    used = (100.0 - float(boat.posts["USM_BATTERY_CHARGE"])) / 100.0 * capacity
    volume = 2.0 * 0.6 * 487.8e-6
    pumped = 1025.0 * G * deepest * volume / efficiency
    days, reach = capacity / used * seconds / 86400.0, capacity / used * way / 1000.0
    figure(
        f"Seawing, 200 m, 8 MJ, 2 W: {used / seconds:.2f} W ({pumped / seconds:.2f} for the pump by p dV), "
        f"{days:.0f} days, {reach:.0f} km at {way / seconds:.2f} m/s"
    )
    assert used == pytest.approx(pumped + hotel * seconds, rel=0.05)
    assert 15.0 < days < 60.0
    assert 400.0 < reach < 1500.0
    assert math.isfinite(state.depth)


def test_without_a_profile_the_water_is_that_of_the_file() -> None:
    assert read_column("0:10, 100:10").water_at(0.0)[0] == pytest.approx(1026.952, abs=2e-3)
    plain = Simulator(dynamics="fossen6", vehicle="seawing", variant="base", start_depth=20)
    assert plain.step(ActuatorCommand(), 1.0).depth == pytest.approx(20.0, abs=1e-6)
