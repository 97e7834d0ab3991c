"""One agent of capture the flag as Gymnasium's environment: its checker, the same game, ends, what is refused."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
gymnasium = pytest.importorskip("gymnasium", reason="environments are gymnasium's")
pytest.importorskip("pettingzoo", reason="the game is PettingZoo's")

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import usimmarine_py.gym  # noqa: F401, makes the environments known
from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import CaptureTheFlag, CaptureTheFlagAgent, MarineEnv

NAME = "usimmarine/CaptureTheFlag-v0"


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"action": "discrete_heading", "team_size": 2, "played": dict.fromkeys(("blue_1", "red_0", "red_1"), "attack")},
        {"team_size": (2, 1), "played": {"blue_0": "random", "blue_1": "defend"}},
    ],
)
def test_gymnasium_finds_nothing_to_complain_of(more: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*no window here")
        check_env(gymnasium.make(NAME, render_mode="rgb_array", **more).unwrapped, skip_render_check=bool(more))


def test_it_is_the_agent_of_the_parallel_game() -> None:
    """Equal to the bit, of red in teams of two sizes, over two games of one seed."""
    keywords: dict[str, Any] = {
        "team_size": (2, 1), "played": {"blue_0": "random", "blue_1": "attack"}, "time_limit": 20.0,
        "current_speed": (0, 0.3),
    }  # fmt: skip
    one, game, random = CaptureTheFlagAgent(**keywords), CaptureTheFlag(**keywords), np.random.default_rng(3)
    assert one.agent == "red_0" and one.observed == game.observed_by("red_0")
    for seed in (5, None):
        seen, info = one.reset(seed=seed)
        shown, infos = game.reset(seed=seed)
        assert (seen == shown["red_0"]).all() and info == infos["red_0"] and info["weather"]
        over = False
        while not over:
            action = random.uniform(-1.0, 1.0, 2).astype(np.float32)
            seen, reward, terminated, truncated, info = one.step(action)
            shown, rewards, ends, late, infos = game.step({"red_0": action})
            assert (seen == shown["red_0"]).all()
            assert (reward, terminated, truncated) == (rewards["red_0"], ends["red_0"], late["red_0"])
            over = terminated or truncated
        assert {key: info[key] for key in ("score", "end")} == infos["red_0"]


@pytest.mark.parametrize(("learner", "other", "success"), [("blue_0", "red_0", True), ("red_0", "blue_0", False)])
def test_success_is_the_own_teams(learner: str, other: str, success: bool) -> None:
    """Blue brings the flag home: a learner of blue has won, one of red has lost."""
    env = CaptureTheFlagAgent(played={other: lambda seen: np.zeros(2)})
    env.reset(seed=0)
    env.game.put("red_0", 70.0, -35.0, 270.0)
    env.game.put("blue_0", 65.0, 5.0, 270.0)
    _, grab, terminated, _, info = env.step(np.zeros(2, np.float32))
    assert not terminated and info == {} and grab == (2.0 if success else 0.0)
    env.game.put("blue_0", -1.0, 20.0, 270.0)
    _, home, terminated, truncated, info = env.step(np.zeros(2, np.float32))
    assert terminated and not truncated and home == (10.0 if success else -10.0)
    assert info == {"score": (1, 0), "end": "score", "is_success": success}
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(np.zeros(2, np.float32))


def test_a_draw_is_no_success() -> None:
    env = CaptureTheFlagAgent(time_limit=0.1)
    env.reset(seed=0)
    *_, truncated, info = env.step(np.zeros(2, np.float32))
    assert truncated and info == {"score": (0, 0), "end": "time limit", "is_success": False}


def test_who_has_no_player_is_named() -> None:
    with pytest.raises(ConfigError, match="played: leave one agent: blue_1, red_1 need players beside blue_0"):
        CaptureTheFlagAgent(2)
    with pytest.raises(ConfigError, match=r'task: is a game, not one vehicle: gymnasium.make\("usimmarine/Capture'):
        MarineEnv("CaptureTheFlag")
    with pytest.raises(ResetNeeded):
        CaptureTheFlagAgent().step(np.zeros(2, np.float32))


def test_many_beside_each_other() -> None:
    env = gymnasium.make_vec(NAME, 2, vectorization_mode="sync", played={"red_0": "defend"})
    seen, _ = env.reset(seed=4)
    single = CaptureTheFlagAgent(played={"red_0": "defend"})
    assert (seen[1] == single.reset(seed=5)[0]).all()
