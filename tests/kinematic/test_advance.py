"""Many kinematic steps at once are the same steps, to the last bit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.kinematic import engine as engine_module
from usimmarine_py.kinematic.dialects import DIALECT_NAMES, find_dialect
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.settings import KinematicSettings, TurnSpeedMap
from usimmarine_py.kinematic.thrust_map import ThrustMap
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState

numbers = st.one_of(st.floats(-1e3, 1e3), st.sampled_from([0.0, -0.0, 1.0, -2.0]))
settings_of = st.builds(
    KinematicSettings,
    dialect=st.sampled_from([find_dialect(name, quirks) for name in DIALECT_NAMES for quirks in (False, True)]),
    thrust_map=st.builds(ThrustMap, positive=st.just(((20.0, 1.0), (100.0, 5.0))), reflect=st.booleans()),
    turn_speed_map=st.just(TurnSpeedMap()),
    turn_map_given=st.booleans(),
    max_acceleration=st.sampled_from([0.0, 0.3]),
    max_deceleration=st.sampled_from([0.0, 0.4]),
    buoyancy_rate=st.sampled_from([0.0, -0.2]),
    turn_radius=st.sampled_from([0.0, 20.0]),
    max_speed=st.sampled_from([0.0, 4.0]),
    sail=st.sampled_from([None, lambda heading: 1.0 + heading / 360.0]),
)
states = st.builds(
    VehicleState, x=numbers, y=numbers, heading=numbers, speed=numbers, depth=st.floats(0, 50), roll=st.just(0.1)
)
commands = st.builds(
    ActuatorCommand,
    thrust=st.sampled_from([0.0, -0.0, 50.0, -40.0]),
    rudder=st.sampled_from([0.0, -0.0, 10.0]),
    elevator=st.sampled_from([0.0, 30.0]),
    thrust_left=st.sampled_from([0.0, 20.0]),
    differential=st.booleans(),
    reverse=st.booleans(),
)
surroundings = st.builds(
    Environment,
    drift_x=st.sampled_from([0.0, -0.0, 0.7]),
    drift_y=st.sampled_from([0.0, -0.3]),
    rotate_speed=st.sampled_from([0.0, -0.0, 2.0]),
    water_depth=st.sampled_from([0.0, 40.0]),
    current_east=st.sampled_from([0.0, 0.2]),
)
steps_of = st.lists(st.sampled_from([0.05, 0.1, 0.09999999999999, 1.0]), min_size=1, max_size=20)


@given(settings=settings_of, state=states, command=commands, around=surroundings, steps=steps_of)
def test_an_advance_is_so_many_steps(
    settings: KinematicSettings, state: VehicleState, command: ActuatorCommand, around: Environment, steps: list[float]
) -> None:
    engine = SimEngine(settings)
    found = engine.advance(state, command, around, steps)
    assert len(found) == len(steps)
    before = state
    for dt, motion in zip(steps, found, strict=True):
        before = engine.step(before, command, around, dt)
        # repr tells -0.0 from 0.0 and finds nan equal to nan
        assert repr(motion.of(state)) == repr(before)


@pytest.mark.parametrize(
    ("dialect", "rudder"), [("documented", 0.0), ("documented", 8.0), ("classic", 0.0), ("v23", 0.0)]
)
@pytest.mark.parametrize("climb", [0.0, -0.0, 0.2, -0.2])
@pytest.mark.parametrize("water", [0.0, 0.7, 12.0])
@pytest.mark.parametrize("speed", [0.0, -0.0, 2.2])
def test_coasting_is_so_many_steps(
    dialect: str, rudder: float, climb: float, water: float, speed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[float] = []
    law = "documented_step" if dialect == "documented" else "recorded_step"
    real = getattr(engine_module, law)
    monkeypatch.setattr(engine_module, law, lambda *given: (gone.append(given[-1]), real(*given))[1])
    thrust_map = ThrustMap(positive=((20.0, 1.0), (100.0, 5.0)))
    settings = KinematicSettings(
        dialect=find_dialect(dialect), thrust_map=thrust_map, buoyancy_rate=climb, max_acceleration=0.5
    )
    engine = SimEngine(settings)
    state = VehicleState(x=3.0, heading=301.7, speed=speed, depth=1.0)
    around = Environment(drift_x=0.7, drift_y=-0.3, current_east=0.2, water_depth=water)
    steps = [0.1, 0.09999999999999] * 100
    command = ActuatorCommand(thrust=44.0, rudder=rudder, elevator=20.0)
    found = engine.advance(state, command, around, steps)
    assert len(gone) < 170
    before = state
    for dt, motion in zip(steps, found, strict=True):
        before = engine.step(before, command, around, dt)
        assert repr(motion.of(state)) == repr(before)


def test_no_steps_are_no_motion() -> None:
    assert SimEngine().advance(VehicleState(), ActuatorCommand(), Environment(), []) == []
