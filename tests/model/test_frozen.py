"""The quick ``replace`` is ``dataclasses.replace``."""

from __future__ import annotations

import dataclasses

import pytest

from usimmarine_py import Simulator
from usimmarine_py.model import VehicleState
from usimmarine_py.model.frozen import replace


def test_it_gives_what_dataclasses_give_with_and_without_slots() -> None:
    state = Simulator(start_heading=30.0).internal
    assert not hasattr(VehicleState(), "__dict__")
    for value, changes in ((state, {"iteration": 7, "paused": True}), (VehicleState(x=1.0), {"y": 2.0}), (state, {})):
        before = dataclasses.asdict(value)
        found = replace(value, **changes)
        assert repr(found) == repr(dataclasses.replace(value, **changes))
        assert type(found) is type(value)
        assert repr(dataclasses.asdict(value)) == repr(before)


def test_what_it_gives_is_as_frozen() -> None:
    state = replace(Simulator().internal, iteration=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.iteration = 4  # type: ignore[misc]
