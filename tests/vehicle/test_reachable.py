"""Speeds and rates of turn within reach, and the figure of what a vehicle will do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.arrays.reachable import convex_hull


def test_settled_motions_are_steady_runs_and_turns() -> None:
    vehicle = Vehicle.load("cybership2")
    found = vehicle.reachable(thrust=[40.0, 70.0], rudder=[0.0, 30.0])
    for k in range(4):
        steady = vehicle.steady(found.thrust[k], found.rudder[k])
        got = (found.speed[k], found.drift[k], found.turn_rate[k])
        assert got == pytest.approx((steady.nu[0], steady.nu[1], steady.turning), abs=2e-3)


def test_after_a_time_it_is_the_run_itself() -> None:
    vehicle = Vehicle.load("remus100")
    found = vehicle.reachable(5.0, thrust=[80.0], rudder=[-50.0, 50.0])
    start = vehicle.state([0.0, 0.0, 20.0, 0.0, 0.0, 0.0])
    alone = vehicle.advance(start, vehicle.inputs(vehicle.orders(80.0, 50.0)), steps=100)
    assert np.array_equal(found.states[1], alone) and found.seconds == 5.0
    assert found.turn_rate[0] < 0.0 < found.turn_rate[1]
    later = vehicle.reachable(5.0, thrust=80.0, rudder=50.0, start=alone)
    assert later.speed[0] > found.speed[1]


def test_the_hull_has_all_points_to_its_left() -> None:
    points = np.random.default_rng(5).normal(size=(300, 2))
    corners = points[convex_hull(points[:, 0], points[:, 1])]
    after = np.roll(corners, -1, axis=0)
    along = after - corners
    for corner, side in zip(corners, along, strict=True):
        away = points - corner
        assert (side[0] * away[:, 1] - side[1] * away[:, 0]).min() > -1e-12
    assert convex_hull(np.array([2.0]), np.array([1.0])).tolist() == [0]


def test_what_cannot_be_held() -> None:
    vehicle = Vehicle.load("cybership2")
    with pytest.raises(ConfigError, match="lists of commands"):
        vehicle.reachable(thrust=np.zeros((2, 2)))
    with pytest.raises(ConfigError, match="above 0, not -1"):
        vehicle.reachable(-1.0)
    with pytest.raises(ConfigError, match="finite"):
        vehicle.reachable(thrust=[np.nan])


def test_the_figure_of_a_vehicle_without_panel_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("numba")
    assert entry(["vehicles", "cybership2", "-o", str(tmp_path / "a.svg")]) == 0
    assert "wrote" in capsys.readouterr().out
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<?xml") and len(drawn) > 20_000
