"""The simulator as an application: when it begins, and what counts as its first step."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from tests.support.app_doubles import bench
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ConfigLine, Message


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


def test_its_own_navigation_comes_back_only_while_it_is_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    simulator = Simulator.from_lines([], start_time=1000.0)
    b = bench(started=False)
    skipped: list[Collection[str]] = []
    monkeypatch.setattr(b.app, "skip_own", skipped.append)
    vehicle = VehicleApp(simulator, name="usimmarine", app_tick=10.0)
    vehicle.on_start(b.app)
    for number, word in enumerate(("true", "true", "false", "false", "true"), start=1):
        vehicle.on_mail([Message("USM_ENABLED", word, 1000.0 + number, "pokes")])
        vehicle.iterate(1000.0 + number)
    assert [sorted(names) for names in skipped] == [
        ["NAV_HEADING", "NAV_X", "NAV_Y"],
        [],
        ["NAV_HEADING", "NAV_X", "NAV_Y"],
    ]
