"""The simulator as an application: when it begins, and what counts as its first step."""

from __future__ import annotations

import pytest

from tests.support.app_doubles import bench
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ConfigLine


def test_loading_and_connecting_are_no_part_of_the_first_step() -> None:
    lines = [ConfigLine("thrust_map", "20:1, 100:5"), ConfigLine("start_pos", "x=0,y=0,heading=90,speed=2")]
    simulator = Simulator.from_lines([*lines, ConfigLine("max_deceleration", "0")], start_time=1000.0, dialect="v22")
    b = bench(started=False)
    b.clock.sleep_until(1030.0)
    vehicle = VehicleApp(simulator, name="usimmarine", app_tick=10.0)
    vehicle.on_start(b.app)
    vehicle.iterate(1030.1)
    assert simulator.take_warnings() == []
    assert simulator.state.time == pytest.approx(1030.1)
    assert abs(simulator.state.x) <= 2.0 * 0.1 + 1e-9
    simulator.reset()
    assert simulator.state.time == 1030.0
