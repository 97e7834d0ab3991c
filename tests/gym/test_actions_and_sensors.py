"""What an action means, what measures in the place of the truth, frames of before, and late ones."""

from __future__ import annotations

from math import radians
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import CaptureTheFlag, MarineEnv, MarineVectorEnv
from usimmarine_py.gym.actions.shares import COURSES
from usimmarine_py.gym.senses.measured import SensedRows
from usimmarine_py.values import ActuatorCommand


def _off(heading: float, wanted: float) -> float:
    return abs((heading - wanted + 180.0) % 360.0 - 180.0)


@pytest.mark.parametrize("vehicle", ["kinematic", "otter"])
def test_a_course_and_a_speed_are_kept(vehicle: str) -> None:
    """To the east at half of the largest speed, whatever heading it begins with; the turn counts from the heading."""
    thrust_map = {"thrust_map": "20:1, 40:2, 60:3, 80:4, 100:5"} if vehicle == "kinematic" else {}
    env = MarineEnv("Waypoint", vehicle=vehicle, action="heading_speed", arena=1000.0, time_limit=300.0, **thrust_map)
    env.reset(seed=3)
    assert env.actions == ("turn", "speed") and env.action_space.shape == (2,)
    for _ in range(120):
        turn = (90.0 - env.vehicle["heading"] + 180.0) % 360.0 - 180.0
        env.step(np.array([turn / 180.0, 0.0], dtype=np.float32))
    assert _off(env.vehicle["heading"], 90.0) < 3.0
    assert env.vehicle["speed"] == pytest.approx(0.5 * env._rows.craft.fastest, rel=0.1)


def test_discrete_courses_are_those_of_eight_directions_and_two_speeds() -> None:
    assert len(COURSES) == 17 and COURSES[-1] == (0.0, -1.0)
    assert {round(180 * turn) for turn, _ in COURSES} == {180, 135, 90, 45, 0, -45, -90, -135}
    env = MarineEnv("StationKeep", vehicle="heron", action="discrete_heading")
    assert env.action_space == Discrete(17)
    env.reset(seed=1)
    before = env.vehicle["heading"]
    for k in range(40):
        env.step(2 if k == 0 else 4)  # 90 degrees to starboard; then straight on
    assert _off(env.vehicle["heading"], before + 90.0) > 30.0  # half a second is too short for it
    with pytest.raises(ValueError, match="0 to 16"):
        env.step(17)


def test_single_actuators_move_the_vehicle_as_the_simulator_does() -> None:
    env = MarineEnv("StationKeep", vehicle="otter", action="actuators")
    assert env.actions == ("prop_port_n", "prop_stbd_n")
    env.reset(seed=5)
    simulator, shares = env.simulator(), np.array([0.8, -0.3], dtype=np.float32)
    points = env._rows.craft.backend.set_points
    given = tuple(
        (p.state, float(s) * p.high if s > 0 else -float(s) * p.low) for p, s in zip(points, shares, strict=True)
    )
    for _ in range(20):
        env.step(shares)
        for _tick in range(env.physics_ticks):
            simulator.step(ActuatorCommand(set_points=given), env.time_step / env.physics_ticks)
    state = simulator.state
    assert env.vehicle["x"] == pytest.approx(state.x, abs=1e-6) and env.vehicle["y"] == pytest.approx(state.y, abs=1e-6)
    assert _off(env.vehicle["heading"], state.heading) < 1e-4


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"action": "thrust_ruder"}, "did you mean thrust_rudder"),
        ({"action": "actuators"}, "no actuators"),
        ({"action": "heading_speed", "discrete": True}, "goes without discrete"),
        ({"sensors": "gsp"}, "did you mean gps"),
        ({"sensors": "lidar"}, "Encounter"),
        ({"stack": 0}, "1 to 100"),
        ({"delay": 0.7}, "whole number of time steps"),
    ],
)
def test_what_is_wrong_is_named(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        MarineEnv("Waypoint", **more)


def test_sensors_err_as_the_package_s_do() -> None:
    """A GPS at 1.5 m of slow drift and 0.1 m of noise, a compass with its turn-on error: deviations of many."""
    from usimmarine_py.gym import kernels as of

    rows = SensedRows(("gps", "compass"), 2000, 0.5)
    for i in range(2000):
        rows.begin(i, np.random.default_rng(i))
    seen = np.zeros((2000, of.SEEN))
    first = rows.measure(seen, range(2000), again=False)
    assert first[:, of.X].std() == pytest.approx(np.hypot(1.5, 0.1), rel=0.06)
    assert first[:, of.PSI].std() == pytest.approx(radians(np.hypot(0.5, 1.0)), rel=0.06)
    assert first[:, of.SURGE].std() == pytest.approx(0.05, rel=0.06) and not first[:, of.YAW_RATE].any()
    later = rows.measure(seen, range(2000), again=True)
    # half a second later of 60 s: nearly the same drift, another noise
    both = np.corrcoef(first[:, of.X], later[:, of.X])[0, 1]
    assert both == pytest.approx(np.exp(-0.5 / 60.0) * 1.5**2 / (1.5**2 + 0.1**2), abs=0.01)
    for _ in range(400):
        later = rows.measure(seen, range(2000), again=True)
    assert later[:, of.X].std() == pytest.approx(np.hypot(1.5, 0.1), rel=0.06)


def test_errors_of_sensors_have_the_size_that_was_drawn() -> None:
    env = MarineVectorEnv(400, "StationKeep", vehicle="kinematic", sensors=["gps", "compass"], sensor_errors=(0.0, 4.0))
    true = MarineVectorEnv(400, "StationKeep", vehicle="kinematic")
    seen, info = env.reset(seed=1)
    times = np.array([drawn["sensor_errors"] for drawn in info["sensors"]])
    off = np.hypot(*(seen - true.reset(seed=1)[0])[:, :2].T)
    few, many = times < 1.0, times > 3.0
    assert few.sum() > 50 and many.sum() > 50
    assert off[many].mean() / off[few].mean() == pytest.approx(times[many].mean() / times[few].mean(), rel=0.25)
    none = MarineEnv("StationKeep", vehicle="kinematic", sensors=["gps", "imu", "compass"], sensor_errors=0)
    assert none.reset(seed=1)[0] == pytest.approx(true.reset(seed=1)[0][0], abs=1e-6)


def test_what_is_measured_is_observed_and_the_reward_is_that_of_the_truth() -> None:
    plain, sensed = (
        MarineEnv("StationKeep", vehicle="otter", **more) for more in ({}, {"sensors": ["gps", "compass"]})
    )
    seen = [env.reset(seed=4)[0] for env in (plain, sensed)]
    assert 0.0 < abs(seen[0][0] - seen[1][0]) < 8.0
    for _ in range(10):
        steps = [env.step(np.array([0.5, 0.2], dtype=np.float32)) for env in (plain, sensed)]
        assert steps[0][1] == steps[1][1] and abs(steps[0][0][0] - steps[1][0][0]) > 0.0
    repeated = MarineEnv("StationKeep", vehicle="otter", sensors=["gps", "compass"])
    assert repeated.reset(seed=4)[0].tobytes() == seen[1].tobytes()


def test_a_lidar_sees_the_others_and_no_contacts() -> None:
    env = MarineEnv("Encounter", opponents="straight", sensors="lidar")
    names = [one.name for one in env.observed]
    assert len([name for name in names if name.startswith("lidar_")]) == 36
    assert not any(name.startswith("other_") for name in names)
    whole = MarineEnv("Encounter", opponents="straight")
    other = [one.name for one in whole.observed]
    assert env.reset(seed=2)[0].shape == (len(names),)
    whole.reset(seed=2)
    nearest = np.inf
    for _ in range(70):
        seen = dict(zip(names, env.step(np.array([0.4, 0.0]))[0].tolist(), strict=True))
        truth = dict(zip(other, whole.step(np.array([0.4, 0.0]))[0].tolist(), strict=True))
        away = truth["other_0_distance"]
        ranges = np.array([seen[f"lidar_{k}"] for k in range(36)])
        nearest = min(nearest, away)
        if 10.0 < away < 95.0:
            bearing = np.degrees(np.arctan2(truth["other_0_aside"], truth["other_0_ahead"])) % 360.0
            assert ranges.min() == pytest.approx(away - 1.0, abs=0.2)
            assert _off(10.0 * float(ranges.argmin()), bearing) <= 6.0 + np.degrees(np.arcsin(1.0 / away))
        elif away > 102.0:
            assert (ranges == 100.0).all()
    assert nearest < 60.0


def test_frames_of_before_stand_side_by_side_and_late() -> None:
    plain, stacked = MarineVectorEnv(2, "Waypoint"), MarineVectorEnv(2, "Waypoint", stack=3, delay=1.0)
    first, shown = plain.reset(seed=1)[0], stacked.reset(seed=1)[0]
    n = first.shape[1]
    assert shown.shape == (2, 3 * n) and stacked.single_observation_space.shape == (3 * n,)
    seen = [first, first, first, first, first]
    assert (shown == np.concatenate([first] * 3, axis=1)).all()
    for _ in range(8):
        action = np.array([[0.5, 0.1], [0.3, -0.4]], dtype=np.float32)
        seen.append(plain.step(action)[0])
        shown = stacked.step(action)[0]
        assert (shown == np.concatenate(seen[-5:-2], axis=1)).all()


@pytest.mark.parametrize(
    "more",
    [
        {"action": "heading_speed"},
        {"action": "discrete_heading", "stack": 2},
        {"sensors": ["gps", "imu"], "delay": 0.5},
    ],
)
def test_gymnasium_finds_nothing_to_complain_of(more: dict[str, Any]) -> None:
    check_env(MarineEnv("Waypoint", **more), skip_render_check=True)


def test_a_game_of_courses_beside_players_of_thrust() -> None:
    env = CaptureTheFlag((1, 2), action="discrete_heading", played={"red_0": "attack", "red_1": lambda _obs: 16})
    env.reset(seed=1)
    start = env.vehicle("red_1")["x"]
    for _ in range(80):
        env.step({"blue_0": 4})
    assert env.vehicle("blue_0")["speed"] > 4.0 and env.vehicle("red_0")["speed"] > 1.0
    assert env.vehicle("red_1")["x"] == pytest.approx(start, abs=0.5)  # it stays
    with pytest.raises(ConfigError, match="thrust and rudder"):
        CaptureTheFlag(action="actuators")
