"""Warnings about a vehicle: the figures of laws/hydrodynamics 5, 11.1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.fossen.description.checks import damping_power, feeding_state, lateral_eigenvalue, vehicle_warnings

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
    assert damping_power(cs2, (-0.01, -0.11, 0.0, 0.0, 0.0, 0.21)) == pytest.approx(-0.023, abs=5e-4)
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


def test_negative_damping_is_found() -> None:
    bad = vehicle("odin", "base", {"damping.linear_diag": [266.26, -1e5, 0.0, 178.06, 0.0, 6728.5]})
    assert any("feeds energy" in w for w in vehicle_warnings(bad))
