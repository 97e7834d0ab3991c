"""The checks that Stable-Baselines3 makes of an environment, of all tasks and kinds of actions; a few steps of PPO."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")
pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 and PyTorch are in no extra: install them to try")

import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecNormalize

from usimmarine_py.gym import CaptureTheFlagAgent, MarineEnv, StableBaselinesEnv


@pytest.mark.parametrize(
    ("task", "more"),
    [
        ("Waypoint", {}),
        ("Waypoint", {"discrete": True, "vehicle": "heron"}),
        ("Waypoint", {"vehicle": "remus100"}),
        ("StationKeep", {"vehicle.rigid_body.mass": (45, 70), "current_speed": (0, 0.3)}),
        ("Dock", {"wind_speed": (0, 5)}),
        ("Encounter", {"opponents": ["rules", "straight"], "current_speed": (0, 0.3)}),
    ],
)
def test_stable_baselines_finds_nothing_to_complain_of(task: str, more: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # a hint that actions should be symmetric and observations scaled is none of the environment's mistakes
        warnings.filterwarnings("ignore", message=".*(symmetric|normaliz).*")
        check_env(MarineEnv(task, **more), skip_render_check=True)


@pytest.mark.parametrize("action", ["thrust_rudder", "discrete_heading"])
def test_one_agent_of_the_game_is_an_environment_for_it(action: str) -> None:
    env = CaptureTheFlagAgent(played={"red_0": "attack"}, action=action, time_limit=3.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*normaliz.*")
        check_env(env, skip_render_check=True)
    policy = PPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1, device="cpu").learn(128)
    # Monitor, in which PPO wraps it, counts the games that ended, and who won
    assert policy.num_timesteps == 128 and list(policy.ep_success_buffer) == [False] * 4


@pytest.mark.parametrize("discrete", [False, True])
def test_its_ppo_learns_some_steps(discrete: bool) -> None:
    env = VecNormalize(StableBaselinesEnv(4, "Waypoint", discrete=discrete, threads=1, time_limit=8.0))
    policy = PPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=2, seed=1, device="cpu")
    before = [one.detach().clone() for one in policy.policy.parameters()]
    policy.learn(256)
    after = list(policy.policy.parameters())
    assert policy.num_timesteps == 256
    assert any(not (a == b).all() for a, b in zip(before, after, strict=True))
    assert all(np.isfinite(one.detach().numpy()).all() for one in after)
