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
    limited_speed,
    limited_turn,
    mean_heading,
    project,
    steering,
    turn,
)
from usimmarine_py.kinematic.dialects import DIALECT_NAMES, find_dialect
from usimmarine_py.kinematic.engine import SimEngine, half_turned
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.kinematic.thrust_map import KinematicThrustMap
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState

AIR = Environment()


def engine(dialect: str, **settings: object) -> SimEngine:
    return SimEngine(KinematicSettings(dialect=find_dialect(dialect), **settings))  # type: ignore[arg-type]


def test_the_recorded_dialects_store_the_mean_speed() -> None:
    command = ActuatorCommand(thrust=60)
    assert engine("documented").step(VehicleState(), command, AIR, 0.5).speed == 3
    assert engine("classic").step(VehicleState(), command, AIR, 0.5).speed == 1.5


def test_limits_of_acceleration() -> None:
    assert limited_speed(1.0, 3.0, 0.4, 0.2, 0.5) == 1.2
    assert limited_speed(5.0, 3.0, 0.4, 0.2, 0.5) == 4.9
    assert limited_speed(2.9, 3.0, 0.4, 0.2, 0.5) == 3.0
    assert limited_speed(-9.0, 3.0, 0.0, 0.0, 0.5) == limited_speed(9.0, 3.0, 0.0, 0.0, 0.5) == 3.0
    limits = {"max_acceleration": 0.4, "max_deceleration": 0.2}
    for before, after in ((1.0, 1.2), (5.0, 4.9), (2.9, 3.0)):
        moved = engine("documented", **limits).step(VehicleState(speed=before), ActuatorCommand(thrust=60), AIR, 0.5)
        assert moved.speed == after


def test_full_rudder_takes_the_turn_loss() -> None:
    settings = KinematicSettings(turn_loss=0.25)
    for rudder in (-300.0, -100.0, 100.0):
        assert settings.desired_speed(2.0, rudder, 0.0, 0.0) == 1.5


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
    assert steering(100.5, -100.5, 0.0, 0.0, False, False, True, False)[:2] == (100, -100)
    assert steering(-100.5, 100.5, 0.0, 0.0, False, False, True, False)[:2] == (-100, 100)
    command = ActuatorCommand(thrust=200)
    assert engine("documented").step(VehicleState(), command, AIR, 1.0).speed == 5
    assert engine("classic").step(VehicleState(), command, AIR, 1.0).speed == 5  # the mean of 0 and 10


def test_elevator_by_the_documented_law() -> None:
    rate, pitch = documented_dive(1.0, 50.0, 0.5, 2.0)
    assert rate == 0.25 * 0.5 * 0.5
    assert pitch == -math.asin(0.0625)
    assert documented_dive(-1.0, 50.0, 0.5, 2.0) == (0.0625, 0.0)
    assert documented_dive(0.0, 50.0, 0.5, 2.0) == (0.0, 0.0)
    assert documented_dive(3.0, 100.0, 0.5, 2.0)[0] == 0.5  # no more than at full speed
    assert documented_dive(-9.0, 100.0, 0.5, 2.0)[0] == 0.5
    assert documented_dive(0.25, 100.0, 0.5, 0.5)[0] == 0.125
    assert documented_dive(0.1, 100.0, 0.5, 0.0)[0] == 0.5


def test_buoyancy_lifts_a_vehicle_to_the_surface_and_no_higher() -> None:
    for dialect in DIALECT_NAMES:
        light = engine(dialect, buoyancy_rate=0.2)
        assert light.step(VehicleState(depth=5.0), ActuatorCommand(), AIR, 2.0).depth == 5.0 - 0.2 * 2.0
        assert light.step(VehicleState(depth=0.1), ActuatorCommand(), AIR, 2.0).depth == 0.0


def test_the_elevator_of_the_recorded_laws_climbs_in_a_saw_tooth() -> None:
    limits = KinematicSettings(buoyancy_rate=0.0).limits
    depth, pitch, rates = 0.0, 0.0, []
    for _ in range(42):
        deeper, pitch = coupled_depth(depth, pitch, 2.0, 10.0, limits, 0.5)
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
        assert repr(with_drift) == repr(with_current)
        assert (with_drift.x, with_drift.y) == (3, -6)
        assert with_drift.hog == pytest.approx(math.degrees(math.atan2(1, -2)))


def test_published_reverse_heading() -> None:
    turned = half_turned(VehicleState(heading=190, hog=10, yaw=0.5))
    assert (turned.heading, turned.hog) == (10, 190)
    assert turned.yaw == pytest.approx(0.5 + 3.1415926, abs=1e-12)
    assert half_turned(VehicleState(yaw=3.1415927)).yaw == pytest.approx(0, abs=1e-6)


def test_the_turn_limit_keeps_to_the_circle() -> None:
    before = (0.0, 0.0, 0.0, 1.0)
    x, y, heading = limited_turn(*before, 0.8, 0.6, 90.0, 1.0, 10.0, 0.0, False)
    half = math.degrees(math.asin(1 / 20))
    assert heading == pytest.approx(2 * half)
    assert math.hypot(x, y) == pytest.approx(1.0)
    assert math.degrees(math.atan2(x, y)) == pytest.approx(half)
    port = limited_turn(*before, -0.8, 0.6, 270.0, 1.0, 10.0, 0.0, False)
    assert port[2] == pytest.approx(360 - 2 * half)
    assert limited_turn(0.0, 0.0, 90.0, 1.0, 0.8, 0.6, 90.0, 1.0, 10.0, 0.0, False) == (0.8, 0.6, 90.0)


@pytest.mark.parametrize(("direction", "point"), [(0, (1, 3)), (90, (2, 2)), (180, (1, 1)), (270, (0, 2))])
def test_axis_directions_are_exact(direction: float, point: tuple[float, float]) -> None:
    assert project(1, 2, direction, 1) == point


def test_an_overflow_is_refused() -> None:
    with pytest.raises(NotFiniteError, match="stopped being finite"):
        engine("documented").step(VehicleState(), ActuatorCommand(), Environment(drift_x=1e308), 100.0)


@pytest.mark.parametrize(
    ("limited", "command", "expected"),
    [
        (False, (30.0, -20.0, False), (30, -20)),
        (False, (30.0, -20.0, True), (-30, 20)),
        (False, (-130.0, 150.0, False), (-130, 150)),
        (True, (-130.0, 150.0, False), (-100, 100)),
        (True, (130.0, -150.0, False), (100, -100)),
    ],
)
def test_thrust_and_rudder_as_the_laws_see_them(
    limited: bool, command: tuple[float, float, bool], expected: tuple[float, float]
) -> None:
    thrust, rudder, reverse = command
    assert steering(thrust, rudder, 0.0, 0.0, False, reverse, limited, False) == (*expected, 0, 0, False)


@pytest.mark.parametrize(
    ("reverse", "slips", "expected"),
    [
        (False, False, (25, 15, 40, 10)),
        (False, True, (25, 15, 40, 10)),
        (True, False, (-25, 15, -10, -40)),
        (True, True, (-25, -15, -10, 40)),
    ],
)
def test_two_thrusters_as_the_laws_see_them(reverse: bool, slips: bool, expected: tuple[float, ...]) -> None:
    assert steering(0.0, 0.0, 40.0, 10.0, True, reverse, False, slips) == (*expected, True)


@pytest.mark.parametrize(
    ("limit", "quirks", "speed"), [(2.0, False, 3.0), (5.0, False, 4.0), (0.0, False, 1.0), (0.0, True, 4.0)]
)
def test_the_sail_limits_the_thrust_but_not_the_fan(limit: float, quirks: bool, speed: float) -> None:
    asked = []

    def sail(heading: float) -> float:
        asked.append(heading)
        return limit

    settings = KinematicSettings(
        dialect=find_dialect("v23", quirks), sail=sail, fan_map=KinematicThrustMap(factor=50.0)
    )
    assert settings.desired_speed(3.0, 0.0, 50.0, 77.0) == speed
    assert asked == [77.0]
    assert replace(settings, sail=None).desired_speed(3.0, 0.0, 50.0, 77.0) == 3


@pytest.mark.parametrize(
    ("rudder", "rate", "change"),
    [(20.0, 70.0, 7.0), (150.0, 70.0, 35.0), (-150.0, 70.0, -35.0), (20.0, 150.0, 10.0), (20.0, -5.0, 0.0)],
)
def test_rudder_and_rate_are_limited_and_rotation_comes_on_top(rudder: float, rate: float, change: float) -> None:
    assert turn(50.0, rudder, rate, 3.0, 0.5) == pytest.approx(change + 1.5)


def test_slow_vehicles_of_the_recorded_dialects_turn() -> None:
    slow = engine("classic", thrust_map=KinematicThrustMap(factor=50_000.0), turn_loss=0.0)
    moved = slow.step(VehicleState(speed=0.001), ActuatorCommand(thrust=50, rudder=10), AIR, 1.0)
    assert (moved.speed, moved.heading) == (pytest.approx(0.001), pytest.approx(7))


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


def test_of_opposite_headings_the_documented_law_takes_the_new_one() -> None:
    for before, after in ((0, 180), (90, 270), (270, 90), (300, 120)):
        assert documented_mean_heading(before, after) == math.radians(after)
    assert documented_mean_heading(0.0, 180 - 1e-9) == pytest.approx(math.pi / 2)
    assert mean_heading(0, 180) == pytest.approx(math.pi / 2)


def test_a_yaw_of_half_a_turn_is_not_wrapped() -> None:
    assert half_turned_yaw(3.1415926) == 2 * 3.1415926
    assert half_turned_yaw(3.2) == pytest.approx(3.2 - 3.1415926)


def test_one_step_of_the_recorded_laws() -> None:
    start = VehicleState(time=7, x=1, y=2, heading=80, speed=1, depth=3, pitch=0.1, altitude=50)
    around = Environment(
        drift_x=0.5, drift_y=-0.25, rotate_speed=20, current_east=0.2, current_north=0.1, water_depth=9
    )
    moved = engine("classic", buoyancy_rate=0.1).step(start, ActuatorCommand(thrust=60, elevator=10), around, 0.5)
    mean = (1 + 3) / 2
    east, north = mean * math.sin(math.radians(85)), mean * math.cos(math.radians(85))
    vertical = 0.05 - 3 * math.sin(0.1)
    assert moved.time == 7.5
    assert moved.heading == pytest.approx(90)
    assert (moved.x, moved.y) == (pytest.approx(1 + (east + 0.7) * 0.5), pytest.approx(2 + (north - 0.15) * 0.5))
    assert moved.speed == pytest.approx(mean)
    assert moved.sog == pytest.approx(math.hypot(east + 0.7, north - 0.15))
    assert moved.hog == pytest.approx(math.degrees(math.atan2(east + 0.7, north - 0.15)))
    assert moved.depth == pytest.approx(3 + (vertical - 0.1) * 0.5)
    assert moved.altitude == pytest.approx(9 - moved.depth)
    assert moved.pitch == pytest.approx(-math.asin(vertical / 3))
    assert moved.yaw == pytest.approx(-math.pi / 2)


def test_one_step_of_the_documented_law() -> None:
    start = VehicleState(time=7, x=1, y=2, heading=80, speed=1, depth=3, pitch=0.1, altitude=50)
    around = Environment(
        drift_x=0.5, drift_y=-0.25, rotate_speed=20, current_east=0.2, current_north=0.1, water_depth=9
    )
    moved = engine("documented", buoyancy_rate=0.1).step(start, ActuatorCommand(thrust=60, elevator=10), around, 0.5)
    mean = (1 + 3) / 2
    east, north = mean * math.sin(math.radians(85)) + 0.7, mean * math.cos(math.radians(85)) - 0.15
    assert moved.time == 7.5
    assert moved.heading == pytest.approx(90)
    assert (moved.x, moved.y) == (pytest.approx(1 + east * 0.5), pytest.approx(2 + north * 0.5))
    assert moved.speed == 3
    assert moved.sog == pytest.approx(math.hypot(east, north))
    assert moved.hog == pytest.approx(math.degrees(math.atan2(east, north)))
    assert moved.depth == pytest.approx(3 + (0.05 - 0.1) * 0.5)
    assert moved.altitude == pytest.approx(9 - moved.depth)
    assert moved.pitch == pytest.approx(-math.asin(0.05 / mean))
    assert moved.yaw == pytest.approx(-math.pi / 2)


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
def test_altitude_follows_the_water_depth(dialect: str) -> None:
    start = VehicleState(depth=3, altitude=50)
    still = engine(dialect, buoyancy_rate=0.0)
    for water, altitude in ((3.5, 0.5), (2.0, 0.0), (0.5, 0.0)):
        assert still.step(start, ActuatorCommand(), Environment(water_depth=water), 1.0).altitude == altitude
    unknown = still.step(start, ActuatorCommand(), AIR, 1.0).altitude
    assert math.isnan(unknown) if dialect == "documented" else unknown == 50


def test_a_vehicle_at_rest_keeps_its_documented_heading_over_ground() -> None:
    start = VehicleState(hog=123)
    for drift, hog in ((0.0, 123), (0.5e-9, 123), (1e-6, 90)):
        assert engine("documented").step(start, ActuatorCommand(), Environment(drift_x=drift), 1.0).hog == hog


def test_running_astern_has_a_negative_speed_in_the_recorded_dialects() -> None:
    astern = engine("classic", max_deceleration=0.0, thrust_map=KinematicThrustMap(factor=20.0, reflect=True))
    moved = astern.step(VehicleState(speed=-1.0), ActuatorCommand(thrust=-60), AIR, 1.0)
    assert (moved.speed, moved.sog) == (-2, 2)
    assert (moved.y, moved.hog) == (-2, 180)


def test_reverse_flips_the_heading_in_every_step_where_the_defect_is_asked_for() -> None:
    command = ActuatorCommand(thrust=20, reverse=True)
    for quirks, heading in ((False, 10), (True, 190)):
        moved = SimEngine(KinematicSettings(dialect=find_dialect("v22", quirks))).step(
            VehicleState(heading=10, speed=1), command, AIR, 0.5
        )
        assert moved.heading == pytest.approx(heading)
        yaw = -math.radians(10)
        assert moved.yaw == pytest.approx(yaw + 3.1415926 if quirks else yaw)


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


def test_the_engine_limits_the_turn_only_with_a_turn_radius() -> None:
    start, command = VehicleState(speed=3), ActuatorCommand(thrust=60, rudder=100)
    free = engine("documented", turn_loss=0.0).step(start, command, AIR, 1.0)
    assert free.heading == pytest.approx(84)
    assert engine("documented", turn_loss=0.0, turn_radius=2).step(start, command, AIR, 1.0).heading == free.heading
    limited = engine("documented", turn_loss=0.0, turn_radius=15).step(start, command, AIR, 1.0)
    assert limited.heading == pytest.approx(2 * math.degrees(math.asin(3 / 30)))
    slow = engine("documented", turn_loss=0.0, turn_radius=0.5, thrust_map=KinematicThrustMap(factor=200.0))
    turned = slow.step(VehicleState(speed=0.5), ActuatorCommand(thrust=100, rudder=100), AIR, 0.25)
    assert turned.heading == pytest.approx(2 * math.degrees(math.asin(0.125)), rel=1e-3)


def test_an_overflow_passes_where_the_defect_is_asked_for() -> None:
    reckless = SimEngine(KinematicSettings(dialect=find_dialect("v22", True)))
    assert reckless.step(VehicleState(), ActuatorCommand(), Environment(drift_x=1e308), 100.0).x == math.inf


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
