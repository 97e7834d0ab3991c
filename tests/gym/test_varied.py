"""Boats that are never twice the same, functions of the truth, and what becomes of an episode that is over."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
gymnasium = pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tests.gym.test_against_simulator import _apart
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.gym import EpisodeTruth, MarineEnv, MarineVectorEnv
from usimmarine_py.vehicle.compiled import CompiledFleet
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.solver import tableau

MASS = {"vehicle.rigid_body.mass": (45.0, 70.0)}
VARIED: list[dict[str, Any]] = [
    {"vehicle": "otter", "vehicle.actuator.0.K_pos": (0.01, 0.02), "vehicle.damping.linear_diag.0": (50, 90), **MASS},
    {"vehicle": "otter", "wave_hs": (0.1, 0.3), "wind_speed": 5, **MASS},
    {"vehicle": "otter", "vehicle.actuator.1.T_n": (0.05, 1.0), "vehicle.actuator.0.n_max": (80.0, 110.0)},
    {"vehicle": "kinematic", "turn_rate": (40, 90), "thrust_factor": (10, 30)},
    {"vehicle": "remus100", "current_speed": (0, 0.3), "vehicle.rigid_body.mass": (31.0, 33.0)},
]


@pytest.mark.parametrize("more", VARIED)
def test_a_drawn_boat_moves_as_the_simulators(more: dict[str, Any]) -> None:
    env = MarineEnv("Waypoint", arena=500.0, **more)
    drawn = []
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        drawn.append(info["vehicle"])
        for key, value in info["vehicle"].items():
            assert more[key][0] <= value <= more[key][1]
        assert not set(info["vehicle"]) & set(info["weather"])
        assert _apart(env, env.simulator(), 40, 1) < 1e-12
    assert drawn[0] != drawn[1]
    assert env.reset(seed=1)[1]["vehicle"] == drawn[0]


def test_a_heavier_boat_gains_speed_more_slowly() -> None:
    gained = []
    for mass in (50.0, 100.0):
        env = MarineEnv("Waypoint", vehicle="otter", arena=500.0, **{"vehicle.rigid_body.mass": (mass, mass)})
        env.reset(seed=1)
        for _ in range(4):
            env.step(np.array([1.0, 0.0], dtype=np.float32))
        gained.append(env.vehicle["speed"])
    assert gained[1] < 0.9 * gained[0]


def test_rows_of_drawn_boats_are_single_environments_to_the_bit() -> None:
    more = {"vehicle": "otter", "time_limit": 6.0, "wave_hs": (0.1, 0.4), **MASS}
    many, random = MarineVectorEnv(3, "StationKeep", **more), np.random.default_rng(1)
    obs, info = many.reset(seed=7)
    singles = [MarineEnv("StationKeep", **more) for _ in range(3)]
    for i, single in enumerate(singles):
        first, own = single.reset(seed=7 + i)
        assert (first.tobytes(), own["vehicle"]) == (obs[i].tobytes(), info["vehicle"][i])
    over = np.zeros(3, dtype=bool)
    for _ in range(30):
        actions = random.uniform(-1.0, 1.0, (3, 2)).astype(np.float32)
        obs, _, terminated, truncated, info = many.step(actions)
        for i, single in enumerate(singles):
            if over[i]:
                found, own = single.reset()
                assert info["vehicle"][i] == own["vehicle"]
            else:
                found = single.step(actions[i])[0]
            assert found.tobytes() == obs[i].tobytes()
        over = terminated | truncated


def test_a_curriculum_goes_by_progress() -> None:
    env = MarineVectorEnv(4, "StationKeep", wind_speed=lambda progress: (0.0, 10.0 * progress), **MASS)
    _, info = env.reset(seed=1)
    assert [drawn["wind_speed"] for drawn in info["weather"]] == [0.0] * 4
    env.set_attr("progress", 1.0)
    assert env.get_attr("progress") == (1.0,) * 4
    _, info = env.reset(seed=1)
    assert max(drawn["wind_speed"] for drawn in info["weather"]) > 1.0
    with pytest.raises(ConfigError, match="progress: must be a number from 0 to 1"):
        env.progress = 2.0
    with pytest.raises(AttributeError, match="give it as a keyword"):
        env.set_attr("time_step", 1.0)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"vehicle": "kinematic", "thrust_map": (1, 2)}, "thrust_map: takes one value"),
        ({"vehicle": "otter", "vehicle.rigid_body.mass": (70, 45)}, "ends before it begins"),
        ({"vehicle": "otter", "vehicle.rigid_body.mass": (-5, 45)}, "rigid_body.mass"),
        ({"vehicle": "otter", "vehicle.rigid_body.mass": (45, float("nan"))}, "two finite numbers"),
        ({"vehicle": "otter", "vehicle.rigid_body.mass": np.array([45.0, 60.0, 70.0])}, "a range is two numbers"),
        ({"radius": (1, 2)}, "radius: takes one number; offset and distance may be ranges"),
        ({"sensors": ["gps"], "sensor_errors": (-1, 1)}, "sensor_errors: must be from 0"),
        ({"sensors": ["gps"], "sensor_errors": "many"}, "sensor_errors: must be a number, a range"),
        ({"sensor_errors": (0, 2)}, "sensor_errors: has no effect"),
        ({"offset": (1, 2)}, "offset: is an option of StationKeep, not of Waypoint"),
        ({"opponents": "rules"}, "opponents: is an option of Encounter, not of Waypoint"),
        ({"start_x": 3}, "start_x: .*: the task draws where an episode begins"),
        ({"bathymetry": "bed.nc"}, "bathymetry: .*: it has deep water.* Simulator and missions have these"),
        ({"AppTick": 10}, "AppTick: .* missions have these"),
        ({"vehicle": "otter", "rigid_body.mass": (45, 70)}, "is one: vehicle.rigid_body.mass"),
        ({"vehicle.turn_rate": (45, 70)}, "did you mean turn_rate"),
        ({"actoin": "discrete"}, "did you mean action"),
        ({"waypoint": 2}, "did you mean waypoints"),
        ({"sb3": True}, "sb3: .*StableBaselinesEnv"),
        ({"tau": 0.1}, "tau: .*: it is time_step"),
        ({"vehicle": "otter", "vehicle.rigid_body.weight": (1, 2)}, "rigid_body.weight"),
        ({"vehicle": "otter", "vehicle.rigid_body.mass": lambda progress: "much"}, "a range is two numbers"),
        (
            {"vehicle": "otter", "vehicle.rigid_body.mass": lambda: 60.0},
            "rigid_body.mass: must be a function of one value",
        ),
        ({"vehicle": "otter", "reward": 3}, "reward: must be a function"),
        ({"vehicle": "otter", "reward": lambda truth, more: 0.0}, "reward: must be a function of one value, the truth"),
        ({"vehicle": "otter", "autoreset_mode": "never"}, "autoreset_mode: there are"),
    ],
)
def test_what_is_no_range_is_refused(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        MarineVectorEnv(2, "Waypoint", **more)


@pytest.mark.filterwarnings("ignore:.*A Box observation space")
def test_reward_observation_and_end_are_functions_of_the_truth() -> None:
    def observe(truth: EpisodeTruth) -> Any:
        return np.stack([truth["x"], truth["y"], np.cos(truth["psi"]), truth["time"]], axis=1)

    given = {
        "reward": lambda truth: truth["reward"] - np.abs(truth["actions"]).sum(axis=1),
        "terminate": lambda truth: truth["time"] > 5.0,
        "observe": observe,
    }
    plain, own = MarineEnv("Waypoint"), MarineEnv("Waypoint", **given)
    check_env(own, skip_render_check=True)
    plain.reset(seed=1)
    obs, _ = own.reset(seed=1)
    assert own.observation_space.shape == (4,)
    random = np.random.default_rng(2)
    for k in range(1, 20):
        action = random.uniform(-1.0, 1.0, 2).astype(np.float32)
        usual = plain.step(action)[1]
        obs, reward, terminated, _, info = own.step(action)
        where = own.vehicle
        assert obs == pytest.approx([where["x"], where["y"], np.cos(np.radians(where["heading"])), 0.5 * k], abs=1e-4)
        assert reward == pytest.approx(usual - np.abs(action.astype(float)).sum())
        if terminated:
            break
    assert (k, info) == (11, {"is_success": False, "end": "terminate"})


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (lambda truth: 1.0, r"reward: must return an array of shape \(3,\)"),
        (lambda truth: truth["speeed"], "reward: no 'speeed'; there are x, y"),
        (lambda truth: truth["x"] * np.nan, "reward: returned what is no finite number"),
        (lambda truth: ["a"] * 3, "reward: must return numbers"),
        (lambda truth: [1.0, 2.0], r"reward: must return an array of shape \(3,\)"),
    ],
)
def test_a_function_that_returns_something_else_is_named(function: Any, problem: str) -> None:
    env = MarineVectorEnv(3, reward=function)
    env.reset(seed=1)
    with pytest.raises(ConfigError, match=problem):
        env.step(np.zeros((3, 2), dtype=np.float32))


def test_an_end_is_a_truth_value() -> None:
    env = MarineVectorEnv(3, terminate=lambda truth: truth["x"])
    env.reset(seed=1)
    with pytest.raises(ConfigError, match="terminate: must return truth values"):
        env.step(np.zeros((3, 2), dtype=np.float32))


def test_how_far_off_an_episode_begins_may_vary_with_progress() -> None:
    env = MarineVectorEnv(30, "StationKeep", offset=lambda progress: (1.0 + progress, 1.0 + 9.0 * progress))
    for progress, least, most in ((0.0, 1.0, 1.0), (1.0, 2.0, 10.0)):
        env.progress = progress
        _, info = env.reset(seed=1)
        drawn = [start["offset"] for start in info["start"]]
        away = [np.hypot(vehicle["x"], vehicle["y"]) for vehicle in env.get_attr("vehicle")]
        assert least <= min(drawn) and max(drawn) <= most and all(a <= d for a, d in zip(away, drawn, strict=True))
        assert max(away) > 0.7 * most and (len(set(drawn)) > 1) == (progress > 0.0)
        assert MarineEnv("StationKeep", offset=(least, most)).reset(seed=5)[1]["start"] == info["start"][4]


def test_one_number_for_all_actuators_or_for_one_by_its_name() -> None:
    more: dict[str, Any] = {"vehicle": "otter", "arena": 500.0}

    def moved(**numbers: float) -> list[float]:
        env = MarineEnv("Waypoint", **more, **{f"vehicle.actuator.{key}.K_pos": k for key, k in numbers.items()})
        env.reset(seed=1)
        for _ in range(4):
            env.step(np.array([1.0, 0.0], dtype=np.float32))
        return list(env.vehicle.values())

    assert moved(**{"*": 0.02}) == moved(**{"0": 0.02, "1": 0.02}) != moved()
    assert moved(prop_port=0.02) == moved(**{"0": 0.02}) != moved(**{"*": 0.02})
    env = MarineEnv("Waypoint", **more, **{"vehicle.actuator.*.K_pos": (0.01, 0.02)})
    _, info = env.reset(seed=1)
    assert 0.01 <= info["vehicle"]["vehicle.actuator.*.K_pos"] <= 0.02
    assert _apart(env, env.simulator(), 40, 1) < 1e-12


def test_a_step_in_which_episodes_begin_tells_of_no_end() -> None:
    env = MarineVectorEnv(2, "StationKeep", vehicle="kinematic", time_limit=1.0)
    env.reset(seed=1)
    infos = [env.step(np.zeros((2, 2), dtype=np.float32))[4] for _ in range(4)]
    assert ["end" in info for info in infos] == [False, True, False, False]


def test_the_truth_may_not_be_written_to() -> None:
    def spoil(truth: EpisodeTruth) -> Any:
        truth["x"][:] = 0.0
        return truth["x"]

    env = MarineVectorEnv(2, reward=spoil)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.step(np.zeros((2, 2), dtype=np.float32))


def test_an_episode_that_is_over_restarts_as_it_was_asked() -> None:
    more: dict[str, Any] = {"vehicle": "otter", "time_limit": 3.0, **MASS}
    following, at_once, by_hand = (
        MarineVectorEnv(4, "StationKeep", autoreset_mode=mode, **more) for mode in ("NEXT_STEP", "SameStep", "Disabled")
    )
    for env in (following, at_once, by_hand):
        env.reset(seed=3)
    random = np.random.default_rng(1)
    for _ in range(3):
        for _ in range(6):
            actions = random.uniform(-1.0, 1.0, (4, 2)).astype(np.float32)
            obs, rewards, _, truncated, info = at_once.step(actions)
            expected = following.step(actions)
            assert rewards.tolist() == expected[1].tolist()
            assert by_hand.step(actions)[0].tolist() == expected[0].tolist()
            if truncated.all():
                assert np.array(list(info["final_obs"])).tolist() == expected[0].tolist()
                assert info["final_info"]["end"].tolist() == ["time limit"] * 4
                begun = following.step(actions)[0]
                assert obs.tolist() == begun.tolist()
                with pytest.raises(ResetNeeded, match="reset_mask"):
                    by_hand.step(actions)
                assert by_hand.reset(options={"reset_mask": truncated})[0].tolist() == begun.tolist()
                break
            assert not truncated.any()
        else:
            pytest.fail("no episode ended")
    with pytest.raises(ValueError, match="reset_mask must be 4 truth values"):
        by_hand.reset(options={"reset_mask": [1, 0]})


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_episodes_restart_as_in_the_vector_environment_of_gymnasium(mode: AutoresetMode) -> None:
    more: dict[str, Any] = {"time_limit": 4.0, "arena": 15.0}
    many = MarineVectorEnv(3, autoreset_mode=mode, **more)
    theirs = SyncVectorEnv([lambda: MarineEnv(**more)] * 3, autoreset_mode=mode)
    assert many.reset(seed=4)[0].tobytes() == theirs.reset(seed=4)[0].tobytes()
    random, ends = np.random.default_rng(2), 0
    for _ in range(30):
        actions = random.uniform(-1.0, 1.0, (3, 2)).astype(np.float32)
        found, expected = many.step(actions), theirs.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(found[:4], expected[:4], strict=True))
        over = found[2] | found[3]
        ends += int(over.sum())
        if over.any() and mode is AutoresetMode.SAME_STEP:
            assert found[4]["_final_obs"].tolist() == expected[4]["_final_obs"].tolist()
            for i in np.flatnonzero(over):
                assert np.array_equal(found[4]["final_obs"][i], expected[4]["final_obs"][i])
            for key in ("is_success", "_is_success", "end", "_end"):
                assert found[4]["final_info"][key].tolist() == expected[4]["final_info"][key].tolist()
        if over.any() and mode is AutoresetMode.DISABLED:
            begun = many.reset(options={"reset_mask": over})[0]
            assert np.array_equal(begun, theirs.reset(options={"reset_mask": over})[0])
    assert ends > 3


def test_the_first_reset_is_of_all_rows() -> None:
    env = MarineVectorEnv(2)
    with pytest.raises(ResetNeeded, match="without reset_mask first"):
        env.reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.skipif(find_spec("stable_baselines3") is not None, reason="it is there")
def test_without_stable_baselines_one_line_says_so() -> None:
    from usimmarine_py.gym import StableBaselinesEnv

    with pytest.raises(UsimError, match="needs stable_baselines3; pip install stable-baselines3"):
        StableBaselinesEnv(2)


def test_stable_baselines_plays_the_vector_environment() -> None:
    pytest.importorskip("stable_baselines3")
    from usimmarine_py.gym import StableBaselinesEnv

    theirs = StableBaselinesEnv(3, "StationKeep", time_limit=3.0, **MASS)
    ours = MarineVectorEnv(3, "StationKeep", time_limit=3.0, autoreset_mode="SameStep", **MASS)
    theirs.seed(5)
    assert theirs.reset().tolist() == ours.reset(seed=5)[0].tolist()
    assert theirs.reset_infos[0]["vehicle"] == ours._rows.craft.numbers_of(ours._rows.drawn[0])
    random = np.random.default_rng(1)
    for _ in range(6):
        actions = random.uniform(-1.0, 1.0, (3, 2)).astype(np.float32)
        obs, rewards, over, infos = theirs.step(actions)
        expected = ours.step(actions)
        assert obs.tolist() == expected[0].tolist()
        assert rewards == pytest.approx(expected[1])
    assert over.all()
    assert infos[1]["TimeLimit.truncated"]
    assert infos[1]["terminal_observation"].tolist() == expected[4]["final_obs"][1].tolist()
    assert theirs.get_attr("time_step", [0, 2]) == [0.5, 0.5]
    assert len(theirs.env_method("simulator", indices=[1])) == 1


def test_only_numbers_of_a_fleet_may_vary() -> None:
    otter, remus = (Model(load_vehicle(*read(name))) for name in ("otter", "remus100"))
    fleet = CompiledFleet([otter], [otter.solver(tableau("rk4"), 0.05)])
    with pytest.raises(ConfigError, match="only numbers may vary"):
        fleet.put(0, remus, remus.solver(tableau("rk4"), 0.05))
