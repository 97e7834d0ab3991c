"""Many episodes at once: the same numbers as one at a time."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
gymnasium = pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import MarineEnv, MarineVectorEnv


@pytest.mark.parametrize(
    "task, more",
    [
        ("Waypoint", {"time_limit": 15.0, "arena": 30.0}),
        ("Waypoint", {"vehicle": "remus100", "current_speed": (0, 0.3), "time_limit": 15.0}),
        ("StationKeep", {"vehicle": "otter", "wind_speed": (0, 9), "wind_gust": "norsok", "wave_hs": (0.1, 0.4)}),
        ("Dock", {"vehicle": "heron", "discrete": True, "wind_speed": 5}),
        ("Waypoint", {"vehicle": "odin", "time_limit": 4.0, "wind_speed": (0, 9)}),
    ],
)
def test_row_i_is_the_single_environment_of_seed_s_plus_i_to_the_bit(task: str, more: dict[str, Any]) -> None:
    count, steps = 3, 40
    env = gymnasium.make_vec(f"usimmarine/{task}-v0", num_envs=count, vectorization_mode="vector_entry_point", **more)
    assert isinstance(env.unwrapped, MarineVectorEnv)
    random = np.random.default_rng(1)
    obs, info = env.reset(seed=30)
    singles = [MarineEnv(task, **more) for _ in range(count)]
    firsts = [single.reset(seed=30 + i) for i, single in enumerate(singles)]
    assert obs.tobytes() == np.array([first[0] for first in firsts]).tobytes()
    over, ends = [False] * count, 0
    for _ in range(steps):
        if more.get("discrete"):
            actions = random.integers(0, 15, count)
        else:
            actions = random.uniform(-1, 1, env.action_space.shape).astype(np.float32)
        obs, reward, terminated, truncated, info = env.step(actions)
        for i, single in enumerate(singles):
            if over[i]:
                assert obs[i].tobytes() == single.reset()[0].tobytes()
                assert (reward[i], terminated[i], truncated[i]) == (0.0, False, False)
                over[i] = False
                continue
            own = single.step(actions[i])
            assert obs[i].tobytes() == own[0].tobytes()
            assert (reward[i], terminated[i], truncated[i]) == own[1:4]
            over[i] = own[2] or own[3]
            if over[i]:
                ends += 1
                assert info["_end"][i] and info["end"][i] == own[4]["end"]
                assert info["is_success"][i] == own[4]["is_success"]
    assert ends > 0 or task == "StationKeep" or "time_limit" not in more


@pytest.mark.parametrize("vehicle", ["kinematic", "otter", "bluerov2"])
def test_hundreds_of_rows_in_threads_are_those_rows_alone(vehicle: str) -> None:
    count = 700
    many, few = MarineVectorEnv(count, vehicle=vehicle), MarineVectorEnv(3, vehicle=vehicle)
    many.reset(seed=5)
    few.reset(seed=5 + 600)
    for k in range(20):
        action = np.full(many.action_space.shape, 0.1 * k - 1.0, np.float32)
        seen, reward, *_ = many.step(action)
        own, ours, *_ = few.step(action[:3])
        assert seen[600:603].tobytes() == own.tobytes() and reward[600:603].tobytes() == ours.tobytes()


def test_it_is_a_vector_environment_as_gymnasium_has_them() -> None:
    env = MarineVectorEnv(4, "StationKeep", vehicle="heron")
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    obs, _ = env.reset(seed=0)
    assert env.observation_space.contains(obs) and env.action_space.shape == (4, 2)
    obs, reward, terminated, truncated, _ = env.step(env.action_space.sample())
    assert env.observation_space.contains(obs)
    assert reward.shape == terminated.shape == truncated.shape == (4,)
    kept = obs.copy()
    env.step(env.action_space.sample())
    assert kept.tobytes() == obs.tobytes()  # what was given out is not written to again
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(MarineVectorEnv(2, time_limit=1.0))
    wrapped.reset(seed=0)
    for _ in range(2):
        *_, info = wrapped.step(np.zeros((2, 2), np.float32))
    assert info["episode"]["l"].tolist() == [2, 2]


def test_a_limit_in_steps_truncates() -> None:
    env = gymnasium.make_vec(
        "usimmarine/Waypoint-v0", num_envs=2, vectorization_mode="vector_entry_point", max_episode_steps=3
    )
    env.reset(seed=0)
    assert [env.step(np.zeros((2, 2), np.float32))[3].tolist() for _ in range(3)] == [[False] * 2] * 2 + [[True] * 2]


def test_seeds_may_be_a_list_and_what_is_wrong_is_said() -> None:
    env = MarineVectorEnv(2)
    obs, _ = env.reset(seed=[7, 7])
    assert obs[0].tobytes() == obs[1].tobytes() == MarineEnv().reset(seed=7)[0].tobytes()
    with pytest.raises(ValueError, match="3 seeds for 2"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match=r"shape \(2, 2\), not \(2,\)"):
        env.step([0.0, 0.0])
    assert env.reset(seed=np.int64(7))[0].tobytes() == env.reset(seed=[7, 8])[0].tobytes()
    for count in (0, 2.5):
        with pytest.raises(ConfigError, match="num_envs"):
            MarineVectorEnv(count)
