"""Players that learn nothing, teams of two sizes, and agents that play by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")
pytest.importorskip("pettingzoo", reason="the game is PettingZoo's")

import numpy as np
from pettingzoo.test import parallel_api_test, parallel_seed_test

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import CaptureTheFlag


def games(count: int, **keywords: Any) -> np.ndarray:
    """Scores (blue, red) of games in which the agents that are left drive nowhere."""
    env = CaptureTheFlag(time_step=0.5, **keywords)
    idle: Any = 7 if keywords.get("discrete") else np.zeros(2, np.float32)
    found = []
    for seed in range(count):
        env.reset(seed=seed)
        while env.agents:
            env.step(dict.fromkeys(env.agents, idle))
        found.append(env.score.copy())
    return np.array(found)


@pytest.mark.parametrize("discrete", [False, True])
def test_an_attacker_scores_against_who_does_nothing(discrete: bool) -> None:
    score = games(6, team_size=1, played={"blue_0": "attack"}, discrete=discrete)
    assert score[:, 0].sum() >= 5 and score[:, 1].sum() == 0
    assert games(6, team_size=1, played={"red_0": "attack"}, discrete=discrete)[:, 1].sum() >= 5


def test_defenders_keep_an_attacker_from_scoring() -> None:
    attack = {"blue_0": "attack"}
    alone = games(6, team_size=(1, 2), played={**attack, "red_0": "random"})[:, 0].sum()
    guarded = games(6, team_size=(1, 2), played={**attack, "red_0": "defend"})[:, 0].sum()
    assert alone >= 5 and guarded <= 1


def test_players_stay_in_the_field() -> None:
    env = CaptureTheFlag(2, time_step=0.5, max_score=100, played={"red_0": "attack", "red_1": "defend"})
    env.reset(seed=3)
    outside = 0
    while env.agents:
        env.step(dict.fromkeys(env.agents, np.zeros(2, np.float32)))
        for name in ("red_0", "red_1"):
            at = env.vehicle(name)
            outside += abs(at["x"]) > 80 or abs(at["y"]) > 40
    assert outside == 0


@pytest.mark.parametrize("more", [{"team_size": (2, 1)}, {"team_size": (1, 3), "played": {"red_2": "random"}}])
def test_pettingzoo_finds_nothing_to_complain_of_with_two_sizes(more: dict[str, Any]) -> None:
    parallel_api_test(CaptureTheFlag(time_limit=10.0, **more), num_cycles=150)
    parallel_seed_test(lambda: CaptureTheFlag(time_limit=3.0, **more), num_cycles=40)


def test_each_team_of_two_sizes_observes_by_its_own_names() -> None:
    env = CaptureTheFlag((1, 3))
    obs, _ = env.reset(seed=1)
    blue, red = ([one.name for one in env.observed_by(name)] for name in ("blue_0", "red_1"))
    assert "opponent_2_distance" in blue and "mate_1_distance" not in blue
    assert "mate_2_distance" in red and "opponent_1_distance" not in red
    away = np.hypot(*(env.vehicle("blue_0")[axis] - env.vehicle("red_1")[axis] for axis in ("x", "y")))
    assert obs["blue_0"][blue.index("opponent_1_distance")] == pytest.approx(away, rel=1e-5)
    assert obs["red_1"][red.index("opponent_0_distance")] == pytest.approx(away, rel=1e-5)
    assert list(env.agents) == ["blue_0", "red_0", "red_1", "red_2"]


def test_a_function_plays_from_the_observation_of_its_own() -> None:
    seen: list[Any] = []

    def snapshot(observation: Any) -> Any:
        seen.append(observation)
        return np.array((1.0, 0.2))

    env = CaptureTheFlag(1, played={"red_0": snapshot}, time_limit=2.0)
    twin = CaptureTheFlag(1, time_limit=2.0)
    obs, _ = env.reset(seed=5)
    both, _ = twin.reset(seed=5)
    assert list(obs) == ["blue_0"] == env.possible_agents
    still = np.zeros(2, np.float32)
    while env.agents:
        assert (obs["blue_0"] == both["blue_0"]).all()
        before = both["red_0"]
        obs, *_ = env.step({"blue_0": still})
        assert (seen[-1] == before).all()
        both, *_ = twin.step({"blue_0": still, "red_0": np.array((1.0, 0.2))})


def test_equal_seeds_make_equal_games_of_random_players() -> None:
    played = {"blue_0": "random", "red_0": "random"}
    env = CaptureTheFlag(2, played=played, time_limit=5.0)

    def track(seed: int = 8) -> list[float]:
        env.reset(seed=seed)
        while env.agents:
            env.step(dict.fromkeys(env.agents, np.zeros(2, np.float32)))
        return [env.vehicle(name)[axis] for name in played for axis in ("x", "y")]

    assert track() == track() != track(9)


HELM = """
Behavior = BHV_Waypoint
{
  name      = fetch
  condition = HAS_FLAG = false
  condition = TAGGED = false
  perpetual = true
  points    = 70,0
  speed     = 4
  radius    = 3
}
Behavior = BHV_Waypoint
{
  name      = home
  condition = (HAS_FLAG = true) or (TAGGED = true)
  perpetual = true
  points    = -70,0
  speed     = 4
  radius    = 3
}
"""


@pytest.mark.parametrize("team", ["blue", "red"])
def test_a_helm_fetches_the_flag_by_its_file(tmp_path: Path, team: str) -> None:
    (tmp_path / "fetch.bhv").write_text(HELM)
    score = games(3, team_size=1, played={f"{team}_0": str(tmp_path / "fetch.bhv")})
    assert score[:, ["blue", "red"].index(team)].sum() >= 2  # who stands near the flag tags it once in three games


def test_a_helm_knows_the_others_by_their_reports(tmp_path: Path) -> None:
    (tmp_path / "cut.bhv").write_text(
        "Behavior = BHV_CutRange\n{\n name = cut\n contact = opponent_1\n extrapolate = true\n"
        " pwt_inner_dist = 0\n pwt_outer_dist = 1\n giveup_dist = 500\n}\n"
    )
    env = CaptureTheFlag(
        (2, 1), time_step=0.5, time_limit=40.0, radius=2.0, played={"red_0": str(tmp_path / "cut.bhv")}
    )
    env.reset(seed=1)
    env.put("blue_1", -30.0, -20.0, 0.0)
    env.put("blue_0", -30.0, 30.0, 0.0)

    def away(name: str) -> float:
        return float(np.hypot(*(env.vehicle(name)[axis] - env.vehicle("red_0")[axis] for axis in ("x", "y"))))

    least = away("blue_1")
    while env.agents:
        env.step(dict.fromkeys(env.agents, np.zeros(2, np.float32)))
        least = min(least, away("blue_1"))
    assert least < 5.0 < away("blue_0")


def test_an_action_that_is_none_is_said_with_its_agent() -> None:
    env = CaptureTheFlag(1, played={"red_0": lambda seen: (1.0, 2.0, 3.0)})
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"red_0: actions have the shape \(2,\), not \(3,\)"):
        env.step({"blue_0": np.zeros(2, np.float32)})


def test_a_file_that_the_helm_refuses_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.bhv"
    file.write_text("Behavior = BHV_Waypoint\n{\n  name = w\n  points = 1,2\n  sped = 3\n}\n")
    with pytest.raises(ConfigError, match=r"bad\.bhv:5.*sped"):
        CaptureTheFlag(1, played={"red_0": str(file)})


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"team_size": 0}, "team_size: must be a whole number from 1"),
        ({"team_size": (1, 2, 3)}, "team_size: must be a whole number from 1"),
        ({"team_size": 1.5}, "team_size: must be a whole number from 1"),
        ({"played": {"red_7": "attack"}}, "played: there is no agent 'red_7'"),
        (
            {"played": {"red_0": "atack"}},
            "random, attack, defend, FILE.bhv or a function, not 'atack'; did you mean attack",
        ),
        ({"played": {"red_0": "attack", "blue_0": "attack"}, "team_size": 1}, "played: leave one agent at least"),
        ({"played": {"red_0": "absent.bhv"}}, "absent.bhv: played: cannot be read"),
        ({"played": ["red_0"]}, "played: must map agents to players, not ['red_0']"),
        ({"played": {"red_0": 3}}, "or a function, not 3"),
    ],
)
def test_what_is_wrong_is_said(keywords: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        CaptureTheFlag(**keywords)
    assert words in str(caught.value)
