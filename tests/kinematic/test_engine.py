"""The laws one by one, and what they must never do."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kernels.kinematic import (
    coupled_depth,
    differential_turn,
    documented_dive,
    documented_mean_heading,
    half_turned_yaw,
    mean_heading,
    steering,
    turn,
)
from usimmarine_py.kinematic.dialects import DIALECT_NAMES, find_dialect
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.thrust_map import KinematicThrustMap
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState

AIR = Environment()


def engine(dialect: str, **settings: object) -> SimEngine:
    return SimEngine(KinematicSettings(dialect=find_dialect(dialect), **settings))  # type: ignore[arg-type]


def test_full_rudder_takes_the_turn_loss() -> None:
    settings = KinematicSettings(turn_loss=0.25)
    for rudder in (-300.0, -100.0, 100.0):
        assert settings.desired_speed(2.0, rudder, 0.0, 0.0) == 1.5


def test_inputs_beyond_full_thrust() -> None:
    assert steering(100.5, -100.5, 0.0, 0.0, False, False, True, False)[:2] == (100, -100)
    assert steering(-100.5, 100.5, 0.0, 0.0, False, False, True, False)[:2] == (-100, 100)
    command = ActuatorCommand(thrust=200)
    assert engine("documented").step(VehicleState(), command, AIR, 1.0).speed == 5
    assert engine("classic").step(VehicleState(), command, AIR, 1.0).speed == 5  # the mean of 0 and 10


def test_an_overflow_is_refused() -> None:
    with pytest.raises(NotFiniteError, match="stopped being finite"):
        engine("documented").step(VehicleState(), ActuatorCommand(), Environment(drift_x=1e308), 100.0)


@pytest.mark.parametrize(
    ("rudder", "rate", "change"),
    [(20.0, 70.0, 7.0), (150.0, 70.0, 35.0), (-150.0, 70.0, -35.0), (20.0, 150.0, 10.0), (20.0, -5.0, 0.0)],
)
def test_rudder_and_rate_are_limited_and_rotation_comes_on_top(rudder: float, rate: float, change: float) -> None:
    assert turn(50.0, rudder, rate, 3.0, 0.5) == pytest.approx(change + 1.5)


def test_the_differential_turn_and_rotation() -> None:
    assert differential_turn(60.0, -20.0, 4.0, 0.5) == pytest.approx(36 * 0.4 * 0.5 + 2)


DEPTHS = KinematicSettings(buoyancy_rate=0.1, max_depth_rate=0.6, max_depth_rate_speed=4.0).limits
EVERYWHERE = KinematicSettings(buoyancy_rate=0.1, max_depth_rate=0.6, max_depth_rate_speed=0.0).limits


@pytest.mark.parametrize(
    ("speed", "elevator", "rate"),
    [(1.0, 50.0, 0.15), (16.0, 50.0, 0.3), (16.0, 300.0, 0.6), (16.0, -300.0, -0.6), (4.0, 100.0, 0.6)],
)
def test_the_coupled_depth_law(speed: float, elevator: float, rate: float) -> None:
    depth, pitch = coupled_depth(10.0, 0.1, speed, elevator, DEPTHS, 2.0)
    vertical = rate - math.sin(0.1) * speed
    assert depth == pytest.approx(10 + (vertical - 0.1) * 2)
    assert pitch == pytest.approx(-math.asin(vertical / speed))


def test_the_ends_of_the_coupled_depth_law() -> None:
    assert coupled_depth(10.0, 0.1, 0.0, 50.0, DEPTHS, 2.0) == (pytest.approx(9.8), 0.0)
    assert coupled_depth(0.05, 0.1, 0.0, 50.0, DEPTHS, 2.0) == (0.0, 0.0)
    assert coupled_depth(0.05, 0.5, 1.0, 0.0, DEPTHS, 2.0)[0] == 0
    assert coupled_depth(10.0, 0.0, 2.0, 100.0, EVERYWHERE, 2.0) == (pytest.approx(11), pytest.approx(-math.asin(0.3)))
    assert coupled_depth(10.0, 0.0, 0.25, 100.0, EVERYWHERE, 2.0) == (pytest.approx(11), 0.0)
    assert coupled_depth(10.0, 0.0, 0.6, 100.0, EVERYWHERE, 2.0)[1] == pytest.approx(-math.pi / 2)


@pytest.mark.parametrize(
    ("mean", "elevator", "rate"),
    [(8.0, 50.0, 0.3), (-8.0, 50.0, 0.3), (4.0, 300.0, 0.6), (4.0, -300.0, -0.6), (-2.0, 100.0, 0.15)],
)
def test_the_documented_depth_law(mean: float, elevator: float, rate: float) -> None:
    found, pitch = documented_dive(mean, elevator, 0.6, 4.0)
    assert found == pytest.approx(rate)
    assert pitch == pytest.approx(-math.asin(rate / mean) if mean > 0 else 0)


def test_without_a_full_speed_any_motion_counts_whole_in_the_documented_depth_law() -> None:
    for mean in (-0.5, 0.5):
        assert documented_dive(mean, 100.0, 0.6, 0.0)[0] == pytest.approx(0.6)
    assert documented_dive(0.0, 100.0, 0.6, 0.0) == (0.0, 0.0)
    assert documented_dive(0.5, 100.0, 0.6, 0.0)[1] == pytest.approx(-math.pi / 2)
    assert documented_dive(0.5, -100.0, 0.6, 0.0)[1] == pytest.approx(math.pi / 2)


@pytest.mark.parametrize(("before", "after", "middle"), [(350, 20, 5), (20, 350, 5), (100, 200, 150), (190, 260, 225)])
def test_the_mean_of_two_headings(before: float, after: float, middle: float) -> None:
    for mean in (mean_heading, documented_mean_heading):
        assert math.degrees(mean(before, after)) % 360 == pytest.approx(middle)


def test_a_yaw_of_half_a_turn_is_not_wrapped() -> None:
    assert half_turned_yaw(3.1415926) == 2 * 3.1415926
    assert half_turned_yaw(3.2) == pytest.approx(3.2 - 3.1415926)


@pytest.mark.parametrize("dt", [0.0, -0.5])
def test_without_time_speed_and_differential_turn_are_skipped(dt: float) -> None:
    recorded = engine("classic", buoyancy_rate=0.0)
    start = VehicleState(time=5, heading=350, speed=2)
    normal = recorded.step(start, ActuatorCommand(thrust=60, rudder=20), Environment(rotate_speed=2), dt)
    assert normal.time == 5 + dt
    assert normal.speed == pytest.approx(2)
    assert normal.heading == pytest.approx(350 + (1.2 * 14 + 2) * dt)
    two = ActuatorCommand(thrust_left=50, thrust_right=-50, differential=True)
    assert recorded.step(start, two, Environment(rotate_speed=2), dt).heading == 350


def test_the_backend_names_itself_and_starts_from_the_given_state() -> None:
    assert SimEngine().name == "kinematic"
    start = VehicleState(x=1)
    assert SimEngine().initial_state(start) is start


numbers = st.floats(-1e6, 1e6)
settings_of = st.builds(
    KinematicSettings,
    dialect=st.sampled_from([find_dialect(name, quirks) for name in DIALECT_NAMES for quirks in (False, True)]),
    thrust_map=st.builds(
        KinematicThrustMap,
        positive=st.sampled_from([(), ((20.0, 1.0), (100.0, 5.0))]),
        negative=st.sampled_from([(), ((-100.0, -2.0), (-10.0, -1.0))]),
        factor=st.just(0.0) | st.floats(1, 1e3),
        reflect=st.booleans(),
    ),
    turn_loss=st.floats(0, 1),
    turn_rate=st.floats(0, 100),
    max_acceleration=st.floats(0, 1e3),
    max_deceleration=st.floats(0, 1e3),
    max_depth_rate=numbers,
    max_depth_rate_speed=numbers,
    buoyancy_rate=numbers,
    turn_radius=st.floats(0, 1e3),
    max_speed=st.floats(0, 1e2),
)
states = st.builds(
    VehicleState,
    x=numbers,
    y=numbers,
    heading=numbers,
    speed=st.floats(-5e3, 5e3),
    depth=st.floats(0, 1e6),
    pitch=st.floats(-1.6, 1.6),
)
commands = st.builds(
    ActuatorCommand,
    thrust=st.floats(-1e3, 1e3),
    rudder=numbers,
    elevator=numbers,
    thrust_left=st.floats(-100, 100),
    thrust_right=st.floats(-100, 100),
    differential=st.booleans(),
    reverse=st.booleans(),
)
surroundings = st.builds(
    Environment, drift_x=numbers, drift_y=numbers, rotate_speed=numbers, water_depth=st.floats(0, 1e4)
)


@given(settings=settings_of, state=states, command=commands, around=surroundings, dt=st.floats(1e-6, 1e4))
def test_a_step_is_pure_finite_and_in_range(
    settings: KinematicSettings, state: VehicleState, command: ActuatorCommand, around: Environment, dt: float
) -> None:
    if settings.dialect.has("turn_radius_nan"):
        settings = replace(settings, turn_radius=0.0)
    moved = SimEngine(settings).step(state, command, around, dt)
    assert moved == SimEngine(settings).step(state, command, around, dt) or math.isnan(moved.altitude)
    for value in (moved.x, moved.y, moved.heading, moved.speed, moved.depth, moved.pitch, moved.yaw, moved.sog):
        assert math.isfinite(value)
    assert 0 <= moved.heading < 360
    assert 0 <= moved.hog < 360
    assert moved.depth >= 0
    assert abs(moved.pitch) <= math.pi / 2
    if around.water_depth > 0:
        assert moved.altitude >= 0
