"""DESIRED_* to set-points (laws/actuators 2)."""

from __future__ import annotations

from math import radians
from typing import Any

import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.vehicle.actuators.commands import Demand, SetPoints, set_points


def points(name: str, variant: str = "", overrides: dict[str, Any] | None = None, **demand: Any) -> SetPoints:
    chosen = vehicle(name, variant, overrides)
    assert chosen.command is not None
    return set_points(chosen.command, Demand(**demand))


def test_waterjets() -> None:
    n, alpha, beta = points("odin", thrust=50, rudder=40).references[:3]
    assert (n, beta) == (1200.0, 1.0)
    assert alpha == pytest.approx(radians(-27.0 * 0.4))
    assert points("odin", thrust=50, rudder=40).references[3:] == points("odin", thrust=50, rudder=40).references[:3]
    assert points("odin", thrust=-2.5).references[2] == -0.5  # inside the band of 5 per cent
    assert points("odin", thrust=-100).references[0] == 2000.0
    assert points("odin").references == (400.0, 0.0, 0.0) * 2


def test_differential_drive() -> None:
    assert points("jolner", thrust=60, rudder=50).references == pytest.approx((3000 * 0.85, 3000 * 0.35))
    assert points("jolner", thrust=100, rudder=100).references == pytest.approx((3000.0, 1500.0))
    assert points("jolner", left=-30, right=50, sides=True, thrust=99).references == pytest.approx((-900.0, 1500.0))
    astern = points("otter", left=-100, right=-100, sides=True).references
    assert astern == pytest.approx((-101.73666550381692,) * 2)


def test_auv() -> None:
    n, rudder, plane = points("torpedo_auv", thrust=-50, rudder=25, elevator=-100).references
    assert n == pytest.approx(-500.0)
    assert rudder == pytest.approx(radians(5.0)) and plane == pytest.approx(radians(-20.0))


def test_propeller_and_rudder() -> None:
    refs = points("cybership2", thrust=60, rudder=-50, bow=10).references
    assert refs[:2] == pytest.approx((19.98, 19.98))
    assert refs[2:4] == pytest.approx((radians(-17.5),) * 2)
    assert refs[4] == pytest.approx(3.33)


def test_azimuth_thrusters_at_the_stern_turn_the_other_way() -> None:
    azimuth = {
        "name": "az", "type": "azimuth", "position": [-0.8, 0.0, 0.0], "K": 1e-5, "n_min": -3000.0, "n_max": 3000.0,
        "alpha_max": 40.0, "T_alpha": 0.5, "alpha_rate": 20.0,
    }  # fmt: skip
    bow = {**azimuth, "name": "bow", "position": [0.8, 0.0, 0.0]}
    refs = points(
        "jolner", "", {"actuator": [azimuth, bow], "command.type": "azimuth"}, thrust=50, rudder=50
    ).references
    assert refs == pytest.approx((1500.0, radians(-20.0), 1500.0, radians(20.0)))


def test_generalised_force() -> None:
    result = points("mssjl_example", thrust=50, rudder=-50)
    assert (result.references, result.surge, result.yaw) == ((), 1.0, -0.5)


def test_demands_are_clipped_and_sides_serve_other_drives_too() -> None:
    assert points("torpedo_auv", thrust=1e9).references[0] == 1500.0
    assert points("torpedo_auv", left=80, right=40, sides=True).references[:2] == pytest.approx((900.0, radians(4.0)))


def test_linear_thrust_makes_the_force_proportional() -> None:
    half = points("jolner", "", {"command.linear_thrust": True}, thrust=50).references[0]
    assert 1.3e-5 * half * half == pytest.approx(0.5 * 117.0)
