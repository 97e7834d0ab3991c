"""Trim at a speed."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle import Vehicle


@pytest.mark.parametrize(("name", "speed"), [("otter", 1.2), ("otter", -0.4), ("heron", 1.0), ("otter", 0.0)])
def test_a_speed_is_met(name: str, speed: float) -> None:
    vehicle = Vehicle.load(name)
    run = vehicle.steady(speed=speed)
    assert run.nu[0] == pytest.approx(speed, abs=1e-8)
    if name == "otter" and speed > 0:
        slower, faster = vehicle.steady(thrust=60).nu[0], vehicle.steady(thrust=70).nu[0]
        assert slower < speed < faster  # the thrust that gives it lies between


def test_a_speed_out_of_reach_is_refused() -> None:
    vehicle = Vehicle.load("otter")
    with pytest.raises(ConfigError, match=r"speed: 9 m/s is out of reach: at 100 per cent of thrust it makes"):
        vehicle.steady(speed=9.0)
    with pytest.raises(ConfigError, match="speed: give either speed, or thrust or inputs"):
        vehicle.steady(50.0, speed=1.0)
    with pytest.raises(ConfigError, match="speed: must be a speed in m/s, not 'fast'"):
        vehicle.steady(speed="fast")  # type: ignore[arg-type]
