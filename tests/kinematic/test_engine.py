"""The laws one by one, and what they must never do."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.dialects import DIALECT_NAMES, find_dialect
from usimmarine_py.kinematic.engine import SimEngine, coupled_depth, documented_depth, half_turned, new_speed, steering
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.thrust_map import ThrustMap
from usimmarine_py.kinematic.turn_limit import limit_turn, project
from usimmarine_py.model import ActuatorCommand, Environment, VehicleState

AIR = Environment()


def engine(dialect: str, **settings: object) -> SimEngine:
    return SimEngine(KinematicSettings(dialect=find_dialect(dialect), **settings))  # type: ignore[arg-type]


def test_the_recorded_dialects_store_the_mean_speed() -> None:
    command = ActuatorCommand(thrust=60)
    assert engine("documented").step(VehicleState(), command, AIR, 0.5).speed == 3
    assert engine("classic").step(VehicleState(), command, AIR, 0.5).speed == 1.5


def test_limits_of_acceleration() -> None:
    settings = KinematicSettings(max_acceleration=0.4, max_deceleration=0.2)
    use = steering(ActuatorCommand(thrust=60), settings)
    assert new_speed(1.0, 0.0, use, 0.0, settings, 0.5) == 1.2
    assert new_speed(5.0, 0.0, use, 0.0, settings, 0.5) == 4.9
    assert new_speed(2.9, 0.0, use, 0.0, settings, 0.5) == 3.0
    free = replace(settings, max_acceleration=0.0, max_deceleration=0.0)
    assert new_speed(-9.0, 0.0, use, 0.0, free, 0.5) == new_speed(9.0, 0.0, use, 0.0, free, 0.5) == 3.0


def test_full_rudder_takes_the_turn_loss() -> None:
    settings = KinematicSettings(turn_loss=0.25)
    for rudder in (-300.0, -100.0, 100.0):
        use = steering(ActuatorCommand(thrust=40, rudder=rudder), settings)
        assert new_speed(0.0, 0.0, use, 0.0, settings, 1.0) == 1.5


@pytest.mark.parametrize(("thrust", "factor"), [(0.0, 0.0), (50.0, 1.0), (100.0, 2.0), (-50.0, -1.0)])
@pytest.mark.parametrize("dialect", ["documented", "classic"])
def test_turning_grows_with_thrust(dialect: str, thrust: float, factor: float) -> None:
    moving = VehicleState(speed=2.0, heading=10.0)
    moved = engine(dialect).step(moving, ActuatorCommand(thrust=thrust, rudder=20), AIR, 0.5)
    assert moved.heading == pytest.approx((10 + 20 * 0.7 * 0.5 * factor) % 360)


def test_a_vehicle_at_rest_turns_by_the_documented_law_only() -> None:
    command = ActuatorCommand(thrust=-50, rudder=20)
    assert engine("documented").step(VehicleState(), command, AIR, 1.0).heading == pytest.approx(346)
    for dialect in ("classic", "v22", "v23"):
        assert engine(dialect).step(VehicleState(), command, AIR, 1.0).heading == 0


def test_v22_turns_by_speed() -> None:
    fast = engine("v22").step(VehicleState(speed=2.5), ActuatorCommand(thrust=50, rudder=10), AIR, 1.0)
    speed = 50 / 20 * (1 - 0.1 * 0.85)
    assert fast.heading == pytest.approx(10 * 0.7 * speed / 5)


def test_differential_thrust_spins_on_the_spot() -> None:
    command = ActuatorCommand(thrust_left=50, thrust_right=-50, differential=True)
    for dialect in DIALECT_NAMES:
        moved = engine(dialect).step(VehicleState(), command, AIR, 1.0)
        assert moved.heading == pytest.approx(18.0)
        assert moved.speed == 0


def test_inputs_beyond_full_thrust() -> None:
    settings = KinematicSettings()
    use = steering(ActuatorCommand(thrust=100.5, rudder=-100.5), settings)
    assert (use.thrust, use.rudder) == (100, -100)
    use = steering(ActuatorCommand(thrust=-100.5, rudder=100.5), settings)
    assert (use.thrust, use.rudder) == (-100, 100)
    command = ActuatorCommand(thrust=200)
    assert engine("documented").step(VehicleState(), command, AIR, 1.0).speed == 5
    assert engine("classic").step(VehicleState(), command, AIR, 1.0).speed == 5  # the mean of 0 and 10


def test_elevator_by_the_documented_law() -> None:
    settings = KinematicSettings(buoyancy_rate=0.0)
    depth, pitch = documented_depth(5.0, 1.0, 50.0, settings, 2.0)
    assert depth == 5 + 0.25 * 0.5 * 0.5 * 2
    assert pitch == -math.asin(0.0625)
    assert documented_depth(5.0, -1.0, 50.0, settings, 2.0) == (5 + 0.125, 0.0)
    assert documented_depth(5.0, 0.0, 50.0, settings, 2.0) == (5.0, 0.0)
    assert documented_depth(0.1, 0.0, 0.0, KinematicSettings(buoyancy_rate=0.2), 2.0)[0] == 0
    assert documented_depth(5.0, 3.0, 100.0, settings, 1.0)[0] == 5.5  # no more than at max_depth_rate_speed
    assert documented_depth(5.0, -9.0, 100.0, settings, 1.0)[0] == 5.5
    slow = KinematicSettings(buoyancy_rate=0.0, max_depth_rate_speed=0.5)
    assert documented_depth(5.0, 0.25, 100.0, slow, 1.0)[0] == 5.125
    whole = KinematicSettings(buoyancy_rate=0.0, max_depth_rate_speed=0.0)
    assert documented_depth(5.0, 0.1, 100.0, whole, 1.0)[0] == 5.5


def test_the_elevator_of_the_recorded_laws_climbs_in_a_saw_tooth() -> None:
    settings = KinematicSettings(dialect=find_dialect("classic"), buoyancy_rate=0.0)
    depth, pitch, rates = 0.0, 0.0, []
    for _ in range(42):
        deeper, pitch = coupled_depth(depth, pitch, 2.0, 10.0, settings, 0.5)
        rates.append((deeper - depth) / 0.5)
        depth = deeper
    assert rates[:3] == pytest.approx([0.05, 0.10, 0.15])
    assert max(rates) == pytest.approx(2.05, abs=0.06)
    assert min(rates[35:]) == pytest.approx(0.05, abs=0.06)


def test_drift_and_current_move_alike() -> None:
    for dialect in DIALECT_NAMES:
        with_drift = engine(dialect).step(VehicleState(), ActuatorCommand(), Environment(drift_x=1, drift_y=-2), 3.0)
        current = Environment(current_east=1, current_north=-2)
        with_current = engine(dialect).step(VehicleState(), ActuatorCommand(), current, 3.0)
        assert with_drift == with_current
        assert (with_drift.x, with_drift.y) == (3, -6)
        assert with_drift.hog == pytest.approx(math.degrees(math.atan2(1, -2)))


def test_published_reverse_heading() -> None:
    turned = half_turned(VehicleState(heading=190, hog=10, yaw=0.5))
    assert (turned.heading, turned.hog) == (10, 190)
    assert turned.yaw == pytest.approx(0.5 + 3.1415926, abs=1e-12)
    assert half_turned(VehicleState(yaw=3.1415927)).yaw == pytest.approx(0, abs=1e-6)


def test_the_turn_limit_keeps_to_the_circle() -> None:
    settings = KinematicSettings(dialect=find_dialect("v22"), turn_radius=10)
    before, after = VehicleState(), VehicleState(x=0.8, y=0.6, heading=90, speed=1)
    limited = limit_turn(before, after, 0.0, 1.0, settings)
    half = math.degrees(math.asin(1 / 20))
    assert limited.heading == pytest.approx(2 * half)
    assert math.hypot(limited.x, limited.y) == pytest.approx(1.0)
    assert math.degrees(math.atan2(limited.x, limited.y)) == pytest.approx(half)
    port = limit_turn(before, replace(after, x=-0.8, heading=270), 0.0, 1.0, settings)
    assert port.heading == pytest.approx(360 - 2 * half)
    assert limit_turn(before, after, 90.0, 1.0, settings) is after


@pytest.mark.parametrize(("direction", "point"), [(0, (1, 3)), (90, (2, 2)), (180, (1, 1)), (270, (0, 2))])
def test_axis_directions_are_exact(direction: float, point: tuple[float, float]) -> None:
    assert project(1, 2, direction, 1) == point


def test_an_overflow_is_refused() -> None:
    with pytest.raises(NotFiniteError, match="stopped being finite"):
        engine("documented").step(VehicleState(), ActuatorCommand(), Environment(drift_x=1e308), 100.0)


numbers = st.floats(-1e6, 1e6)
settings_of = st.builds(
    KinematicSettings,
    dialect=st.sampled_from([find_dialect(name, quirks) for name in DIALECT_NAMES for quirks in (False, True)]),
    thrust_map=st.builds(
        ThrustMap,
        positive=st.sampled_from([(), ((20.0, 1.0), (100.0, 5.0))]),
        negative=st.sampled_from([(), ((-100.0, -2.0), (-10.0, -1.0))]),
        factor=st.floats(0, 1e3),
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
    speed=numbers,
    depth=st.floats(0, 1e6),
    pitch=st.floats(-1.6, 1.6),
)
commands = st.builds(
    ActuatorCommand,
    thrust=numbers,
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
