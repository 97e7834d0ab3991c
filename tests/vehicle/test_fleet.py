"""Fleets: every vehicle by its own equations and inputs, as the vehicle alone, compiled and not."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from tests.support.vehicles import EVERY
from usimmarine_py.errors import ConfigError, MissingExtraError, NotFiniteError
from usimmarine_py.maths.integrators import DP5
from usimmarine_py.vehicle import Fleet, Vehicle
from usimmarine_py.vehicle.actuators.commands import Demand, set_points

KINDS = ("odin", "mssjl_example", "remus100", "kvlcc2")


def mixed(**options: Any) -> Fleet:
    kinds = [Vehicle.load(name, attitude="quaternion") for name in KINDS]
    fleet = Fleet([kinds[i % 4] for i in range(9)], **options)
    rng = np.random.default_rng(3)
    place = rng.uniform(-0.1, 0.1, (9, 6)) + np.array([0, 0, 10, 0, 0, 0])
    fleet.place(place, rng.uniform(-0.1, 0.1, (9, 6)) + np.array([1.0, 0, 0, 0, 0, 0]))
    return fleet


def changing(fleet: Fleet, moments: int = 5) -> np.ndarray:
    rng = np.random.default_rng(4)
    orders = fleet.orders(*rng.uniform(-100, 100, (3, moments, len(fleet))))
    return fleet.inputs(orders, current=rng.uniform(-0.2, 0.2, (len(fleet), 3)), wind=[5.0, 1.0])


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_different_vehicles_with_changing_inputs_are_the_vehicles_alone() -> None:
    pytest.importorskip("numba", reason="needs the fast extra")
    fleet = mixed(compiled=True)
    start, table = fleet.state.copy(), changing(fleet)
    record = fleet.advance(table, steps=7, record=True)
    assert record is not None and record.shape == (5, *fleet.state.shape)
    assert (record[-1] == fleet.state).all()
    for i, kind in enumerate(fleet.which):
        vehicle = fleet.kinds[kind]
        n, m = len(vehicle.names), 19 + len(vehicle.setpoint_names)
        alone = vehicle.simulate(start[i, :n], table[:, i, :m], steps=7)
        assert (alone[1:] == record[:, i, :n]).all()
        assert not record[:, i, n:].any()
        # the interpreted equations, which the simulator runs, give the same numbers
        state, solver = start[i, :n].tolist(), vehicle.model.solver(DP5, 0.05)
        for row in table[:, i, :m].tolist():
            state = vehicle.model.advance(state, row, solver, 7)
        assert np.allclose(state, fleet.state[i, :n], rtol=1e-10, atol=1e-10)


def test_without_numba_the_numbers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, fast = mixed(compiled=False), mixed()
    table = changing(slow, 2)
    kept = slow.advance(table, steps=3, record=True)
    fast.advance(table, steps=3)
    assert not slow.compiled
    assert kept is not None and (kept[-1] == slow.state).all()
    assert np.allclose(slow.state, fast.state, rtol=1e-11, atol=1e-11)
    from usimmarine_py.vehicle import compiled

    compiled._compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    try:
        assert not mixed().compiled
        with pytest.raises(MissingExtraError, match="fast"):
            mixed(compiled=True)
        vehicle = Vehicle.load("otter")
        rows = vehicle.simulate(vehicle.state(), np.tile(vehicle.inputs(vehicle.orders(50).setpoints), (3, 1)))
        assert (rows[-1] == vehicle.advance(rows[0], vehicle.inputs(vehicle.orders(50).setpoints), steps=3)).all()
    finally:
        compiled._compiled.cache_clear()


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_orders_of_arrays_are_those_of_the_simulator(name: str, variant: str) -> None:
    vehicle = Vehicle.load(name, variant)
    rng = np.random.default_rng(5)
    thrust, rudder, elevator, left, right = rng.uniform(-130.0, 130.0, (5, 30))
    for sides in (False, True):
        more = {"left": left, "right": right} if sides else {}
        found = vehicle.orders(thrust, rudder, elevator, sway=right, heave=left, **more)
        for i in range(30):
            told = Demand(thrust[i], rudder[i], elevator[i], left[i], right[i], 0.0, sides, right[i], left[i])
            rule = vehicle.description.command
            assert rule is not None
            expected = set_points(rule, told)
            assert found.setpoints[i].tolist() == list(expected.references)
            assert (found.tau[i, 0], found.tau[i, -1]) == (expected.surge, expected.yaw)


def test_places_and_what_is_read_back() -> None:
    fleet = mixed(compiled=False)
    fleet.place([1.0, 2.0, 3.0, 0.1, 0.2, 0.3], [1.0, 0.1, 0.2, 0.3, 0.4, 0.5], where=[0, 1, 2])
    assert np.allclose(fleet.eta[[0, 2]], [1.0, 2.0, 3.0, 0.1, 0.2, 0.3])
    assert np.allclose(fleet.eta[1], [1.0, 2.0, 0.0, 0.0, 0.0, 0.3])
    assert np.allclose(fleet.nu[1], [1.0, 0.1, 0.0, 0.0, 0.0, 0.5])
    low, high = fleet.setpoint_limits
    assert (low <= high).all() and low.shape == (9, 6)


def test_vehicles_that_differ_a_little_are_read_and_steered_together() -> None:
    """Hulls with drawn masses, more than a thread takes at a time: one group each, and each by its own equations."""
    rng = np.random.default_rng(6)
    kinds = [Vehicle.load("otter", overrides={"rigid_body.mass": 55.0 * x}) for x in rng.uniform(0.9, 1.1, 70)]
    fleet = Fleet(kinds)
    assert len(fleet.kinds) == 70
    table = fleet.inputs(fleet.orders(thrust=60.0, rudder=rng.uniform(-20.0, 20.0, 70)))
    fleet.advance(table, 20)
    for i in (0, 33, 64, 69):
        assert (fleet.state[i] == kinds[i].advance(kinds[i].state(), table[i], steps=20)).all()
    assert len({x for x in fleet.nu[:, 0]}) == 70
    assert np.allclose(fleet.actuators, table[:, 19:], rtol=1e-3)


def test_what_cannot_be() -> None:
    otter = Vehicle.load("otter")
    fleet = Fleet(otter, 3, compiled=False)
    assert len(fleet) == 3
    with pytest.raises(ConfigError, match="inputs"):
        fleet.advance(np.zeros((2, 5)))
    with pytest.raises(ConfigError, match="count"):
        Fleet([otter], 2)
    with pytest.raises(ConfigError, match="step"):
        Fleet(otter, step=0.0)
    with pytest.raises(ConfigError, match="tau"):
        fleet.inputs(tau=[1.0, 2.0])
    with pytest.raises(ConfigError, match="leading axes"):
        fleet.inputs(current=np.zeros((2, 3)))
    with pytest.raises(ConfigError, match="nan"):
        fleet.orders([1.0, np.nan, 2.0])
    with pytest.raises(ConfigError, match="shapes do not go together"):
        fleet.orders([1.0, 2.0])
    with pytest.raises(ConfigError, match="must be a Vehicle"):
        Fleet(["otter"])  # type: ignore[list-item]
    with pytest.raises(ConfigError, match="steps: must be a whole number"):
        fleet.advance(steps=-1)
    fleet.state[1, 6] = 1e300
    with pytest.raises(NotFiniteError, match=r"1 of 3 vehicles left the finite numbers, first number 1 \(otter\)"):
        fleet.advance(fleet.inputs(), 2)
    fleet.place()
    fleet.state[1, 6] = 1e300
    fleet.advance(fleet.inputs(), 2, check=False)
    assert np.isfinite(fleet.state[[0, 2]]).all()
