"""The quick ``replace`` is ``dataclasses.replace``; states that are equal to the digit are equal."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from tests.support.internals import internals
from usimmarine_py import Simulator
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.values import ActuatorCommand, Post, VehicleState
from usimmarine_py.values.frozen import maker, replace


def test_it_gives_what_dataclasses_give_with_and_without_slots() -> None:
    state = ActuatorCommand(thrust=30.0)
    slotted = KinematicSettings(turn_rate=60.0)
    assert not hasattr(slotted, "__dict__")
    cases = (state, {"rudder": 7.0, "reverse": True}), (VehicleState(x=1.0), {"y": 2.0}), (slotted, {"turn_loss": 0.5})
    for value, changes in (*cases, (state, {})):
        before = dataclasses.asdict(value)
        found = replace(value, **changes)
        assert repr(found) == repr(dataclasses.replace(value, **changes))
        assert type(found) is type(value)
        assert repr(dataclasses.asdict(value)) == repr(before)


def test_a_made_tuple_is_what_its_class_makes() -> None:
    fields = ("NAV_X", 1.5, None, "", None)
    assert maker(Post)(iter(fields)) == Post("NAV_X", 1.5)
    assert type(maker(Post)(fields)) is Post


def test_what_it_gives_is_as_frozen() -> None:
    state = replace(ActuatorCommand(), thrust=3.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.thrust = 4.0  # type: ignore[misc]


def test_an_unknown_altitude_is_equal_to_an_unknown_altitude() -> None:
    state = VehicleState(x=1.0, altitude=float("nan"))
    for same in (VehicleState(x=1.0), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert state == same
        assert hash(state) == hash(same)
        assert len({state, same}) == 1
    for other in (VehicleState(x=2.0), VehicleState(x=1.0, altitude=3.0), VehicleState(x=1.0, nu=(1.0,))):
        assert state != other
    assert VehicleState(altitude=3.0) == VehicleState(altitude=3.0)
    assert VehicleState() != ()
    assert VehicleState(x=0.0) == VehicleState(x=-0.0)


def test_whole_states_of_the_simulator_compare_too() -> None:
    first, second = Simulator(start_heading=30.0), Simulator(start_heading=30.0)
    assert internals(first) == internals(second)
    second.step(ActuatorCommand(), dt=0.1)
    assert internals(first) != internals(second)
