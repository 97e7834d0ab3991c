"""Warnings about a vehicle: the figures of laws/hydrodynamics 5, 11.1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.integrators import DP5, EULER, HEUN, RK4, Tableau
from usimmarine_py.vehicle.description.checks import (
    damping_power,
    feeding_state,
    largest_step,
    lateral_eigenvalue,
    modes,
    stability_report,
    trial_spectra,
    vehicle_warnings,
)
from usimmarine_py.vehicle.factory import FOSSEN6
from usimmarine_py.vehicle.model import Model

OFF = {"fluid_memory.enabled": False}


@pytest.mark.parametrize(
    ("name", "overrides", "fins", "speed", "printed"),
    [
        ("odin", OFF, True, 1.0, 0.11),
        ("odin", OFF, True, 2.0, 0.33),
        ("odin", OFF, True, 4.0, 0.77),
        ("odin", {}, True, 1.0, 0.10),
        ("odin", {}, True, 2.0, 0.30),
        ("odin", {}, True, 4.0, 0.70),
        ("jolner", OFF, True, 1.0, 0.66),
        ("jolner", OFF, True, 2.0, 1.61),
        ("jolner", {}, True, 1.0, 0.50),
        ("jolner", {}, True, 2.0, 1.24),
        ("otter", {}, True, 1.5, 0.39),
        ("otter", {}, True, 2.0, 0.9),
        ("cybership2", {}, True, 0.2, 0.22),
        ("cybership2", {}, True, 1.5, 2.1),
        ("torpedo_auv", {}, False, 1.0, 0.71),
        ("torpedo_auv", {}, True, 1.0, -0.34),
    ],
)
def test_course_stability(
    name: str, overrides: dict[str, Any], fins: bool, speed: float, printed: float, figure: Callable[[str], None]
) -> None:
    found = lateral_eigenvalue(vehicle(name, "base", overrides), speed, actuators=fins)
    figure(f"lateral mode of {name} at {speed:g} m/s: {found:.3f} 1/s, specification {printed:g}")
    assert abs(found - printed) <= (0.05 if printed in (0.9, 2.1) else 0.006)


def test_warnings_say_it_in_words() -> None:
    assert any("course-unstable" in w and "0.90 1/s" in w for w in vehicle_warnings(vehicle("odin")))
    stable = vehicle_warnings(vehicle("odin", "hilsim"))
    assert not any("course-unstable" in w for w in stable)
    assert any("linear_surge" in w for w in stable)
    assert any("Froude number 0.4" in w for w in stable)
    assert vehicle_warnings(vehicle("torpedo_auv")) == ()


def test_cybership_feeds_energy_in_a_corner_and_the_state_is_named() -> None:
    cs2 = vehicle("cybership2")
    power = damping_power(Model(cs2, actuators=False), (-0.01, -0.11, 0.0, 0.0, 0.0, 0.21))
    assert power == pytest.approx(-0.023, abs=5e-4)
    found = feeding_state(cs2)
    assert found is not None and found[1] < 0.0
    assert any("damping feeds energy" in w and "v = " in w and "r = " in w for w in vehicle_warnings(cs2))


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("odin", ""),
        ("odin", "base"),
        ("odin", "hilsim"),
        ("jolner", ""),
        ("jolner", "base"),
        ("otter", ""),
        ("torpedo_auv", ""),
        ("cybership2", ""),
        ("mssjl_example", ""),
    ],
)
def test_damping_takes_energy_out_on_the_whole_grid(name: str, variant: str) -> None:
    assert feeding_state(vehicle(name, variant)) is None


def test_damping_that_feeds_energy_by_its_couplings_is_found() -> None:
    """A diagonal below 0 is refused at load (``test_signs.py``); between sway and yaw it needs a look at both."""
    bad = vehicle("lauv", "base", {"damping.linear.1.5": 1e5, "damping.linear.5.1": 1e5})
    assert any("feeds energy" in w for w in vehicle_warnings(bad))


def test_growing_modes_are_found_ahead_and_astern() -> None:
    """Measured once: Jolner's printed numbers grow in heave and pitch at 5 m/s, hilsim's astern at 2.5 m/s."""
    fast = vehicle("jolner", "base", {"validity.speed_max": 5.0})
    found = {(m.speed, m.axis): m.growth for m in modes(fast, trial_spectra(fast))}
    assert found[5.0, "heave and pitch"] == pytest.approx(5.1, abs=0.1)
    slow = vehicle("jolner", "hilsim", {"validity.speed_max": 2.5})
    found = {(m.speed, m.axis): m.growth for m in modes(slow, trial_spectra(slow))}
    assert found[-2.5, "heave and pitch"] == pytest.approx(0.36, abs=0.02)
    bare = vehicle("odin", "hilsim", {"validity.speed_max": 3.0, "fluid_memory.enabled": False})
    assert max(m.growth for m in modes(bare, trial_spectra(bare)) if m.speed == 3.0) == pytest.approx(0.19, abs=0.02)
    assert any("unstable in heave and pitch" in w for w in vehicle_warnings(fast))


@pytest.mark.parametrize("name", ["odin", "jolner", "otter"])
def test_the_mission_variants_are_stable_ahead(name: str) -> None:
    v = vehicle(name, "mission")
    assert max(m.growth for m in modes(v, trial_spectra(v)) if m.speed >= 0.0) < 1e-6
    assert not any("unstable" in w for w in vehicle_warnings(v))
    lines = list(stability_report(v, trial_spectra(v)))
    assert len(lines) == 5 and "every disturbance decays" in lines[0] and "course" in lines[-1]


@pytest.mark.parametrize(("method", "limit"), [(EULER, 2.0), (HEUN, 2.0), (RK4, 2.785), (DP5, 3.307)])
def test_the_longest_step_of_a_real_mode(method: Tableau, limit: float) -> None:
    spectra = [(np.array([-4.0 + 0j, -0.1 + 0j]), np.eye(2), ("u", "v"))]
    assert largest_step(spectra, method) == pytest.approx(limit / 4.0, rel=0.01)


def test_the_longest_step_of_an_oscillation_with_euler() -> None:
    """|1 + h lambda| = 1 at h = 2 zeta/omega."""
    value = -0.1 * 5.0 + 1j * 5.0 * np.sqrt(1.0 - 0.01)
    spectra = [(np.array([value, np.conj(value)]), np.eye(2), ("u", "v"))]
    assert largest_step(spectra, EULER) == pytest.approx(0.04, abs=0.003)


def test_a_step_that_is_too_long_is_refused_with_one_that_works() -> None:
    asked = {"vehicle": "jolner", "variant": "base", "solver": "euler", "sim_step": "0.05"}
    with pytest.raises(ConfigError, match=r"too long for jolner with euler: 0.05 s; the longest .* is 0\.0"):
        FOSSEN6(asked, None)
    FOSSEN6({**asked, "solver": "dp5"}, None)
