"""Capture the flag: PettingZoo's test, the rules one by one, the simulator's own motion."""

from __future__ import annotations

import warnings
from math import radians
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")
pytest.importorskip("pettingzoo", reason="the game is PettingZoo's")

import numpy as np
from gymnasium.error import ResetNeeded
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from usimmarine_py import ActuatorCommand
from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import CaptureTheFlag
from usimmarine_py.gym.teams.capture import parallel_env

STILL = np.zeros(2, np.float32)


def _wait(env: CaptureTheFlag, steps: int = 1) -> dict[str, float]:
    """The rewards of ``steps`` steps in which nobody does anything."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for _ in range(steps):
        for agent, reward in env.step(dict.fromkeys(env.agents, STILL))[1].items():
            total[agent] += reward
    return total


def _scene(**keywords: Any) -> CaptureTheFlag:
    """One against one, both far from everything."""
    env = CaptureTheFlag(1, **keywords)
    env.reset(seed=0)
    env.put("blue_0", -70.0, 35.0, 90.0)
    env.put("red_0", 70.0, -35.0, 270.0)
    return env


@pytest.mark.parametrize("more", [{}, {"discrete": True, "team_size": 2}, {"vehicle": "heron", "wind_speed": (0, 5)}])
def test_pettingzoo_finds_nothing_to_complain_of(more: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(time_limit=20.0, **more), num_cycles=300)
        parallel_seed_test(lambda: parallel_env(time_limit=5.0, **more), num_cycles=60)


def test_it_plays_in_turns_too() -> None:
    env = parallel_to_aec(parallel_env(time_limit=1.0))
    env.reset(seed=1)
    for agent in env.agent_iter():
        *_, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample())
    assert not env.agents


def test_equal_seeds_make_equal_games_to_the_bit() -> None:
    def played() -> list[bytes]:
        env, random = CaptureTheFlag(current_speed=(0, 0.3)), np.random.default_rng(2)
        obs, _ = env.reset(seed=9)
        found = [np.concatenate(list(obs.values())).tobytes()]
        for _ in range(200):
            obs, rewards, *_ = env.step({a: random.uniform(-1, 1, 2).astype(np.float32) for a in env.agents})
            found += [np.concatenate(list(obs.values())).tobytes(), repr(rewards).encode()]
        return found

    assert played() == played()


def test_vehicles_move_as_in_the_simulator() -> None:
    env, random = CaptureTheFlag(current_speed=0.3, current_dir=50, time_step=0.5), np.random.default_rng(3)
    env.reset(seed=4)
    simulators = {agent: env.simulator(agent) for agent in env.agents}
    for _ in range(60):
        actions = {a: random.uniform(-1, 1, 2).astype(np.float32) for a in env.agents}
        env.step(actions)
        for agent, simulator in simulators.items():
            thrust, rudder = (100.0 * float(x) for x in actions[agent])
            for _ in range(5):
                state = simulator.step(ActuatorCommand(thrust=thrust, rudder=rudder), 0.1)
            ours = env.vehicle(agent)
            assert abs(ours["x"] - state.x) + abs(ours["y"] - state.y) + abs(ours["speed"] - state.speed) < 1e-12
            assert abs((ours["heading"] - state.heading + 180) % 360 - 180) < 1e-10


def test_a_flag_is_taken_brought_home_and_counts() -> None:
    env = _scene(max_score=2)
    env.put("blue_0", 65.0, 5.0, 270.0)
    assert _wait(env) == {"blue_0": 2.0, "red_0": 0.0}
    assert env.status("blue_0")["carries"] == 1.0
    obs = env.step(dict.fromkeys(env.agents, STILL))[0]
    names = [entry.name for entry in env.observed]
    blue, red = (dict(zip(names, row.tolist(), strict=True)) for row in obs.values())
    assert blue["other_flag_taken"] == red["own_flag_taken"] == red["opponent_0_carries"] == 1.0
    assert blue["own_flag_taken"] == red["other_flag_taken"] == 0.0
    env.put("blue_0", -1.0, 20.0, 270.0)
    assert _wait(env) == {"blue_0": 10.0, "red_0": -10.0}
    assert env.score.tolist() == [1.0, 0.0] and env.agents
    env.put("blue_0", 70.0, 0.0, 270.0)
    _wait(env)
    env.put("blue_0", -1.0, 20.0, 270.0)
    *_, terminated, truncated, infos = env.step(dict.fromkeys(env.agents, STILL))
    assert terminated == {"blue_0": True, "red_0": True} and not any(truncated.values())
    assert infos["red_0"] == {"score": (2, 0), "end": "score"} and env.agents == []


def test_who_is_touched_in_the_other_half_is_out_until_near_the_own_flag() -> None:
    env = _scene(cooldown=5.0)
    env.put("blue_0", 65.0, 0.0, 270.0)
    _wait(env)
    env.put("red_0", 60.0, 0.0, 90.0)
    assert _wait(env) == {"blue_0": -1.0, "red_0": 1.0}
    assert env.status("blue_0") == {"tagged": 1.0, "carries": 0.0, "cooldown": 0.0}
    assert env.status("red_0")["cooldown"] == pytest.approx(5.0)
    env.put("blue_0", 70.0, 0.0, 270.0)
    assert _wait(env) == {"blue_0": 0.0, "red_0": 0.0}  # takes no flag, is not tagged twice
    env.put("blue_0", -69.0, 3.0, 270.0)
    _wait(env)
    assert env.status("blue_0")["tagged"] == 0.0
    env.put("blue_0", 60.0, 3.0, 270.0)
    assert _wait(env)["red_0"] == 0.0  # the tagger has to wait
    env.put("blue_0", 30.0, 30.0, 270.0)
    env.put("red_0", 30.0, 25.0, 270.0)
    assert sum(_wait(env, 30).values()) == 0.0
    assert sum(_wait(env, 30).values()) == 0.0 and env.status("blue_0")["tagged"] == 1.0  # +1 and -1


def test_nobody_is_tagged_at_home_and_who_leaves_the_field_is_out() -> None:
    env = _scene()
    env.put("blue_0", -5.0, 0.0, 90.0)
    env.put("red_0", 2.0, 0.0, 270.0)
    assert sum(map(abs, _wait(env).values())) == 0.0
    env.put("blue_0", -5.0, 41.0, 90.0)
    assert _wait(env) == {"blue_0": -1.0, "red_0": 0.0}
    assert _wait(env) == {"blue_0": 0.0, "red_0": 0.0}  # once


def test_both_teams_see_the_same_game_from_their_side() -> None:
    env = CaptureTheFlag(2)
    env.reset(seed=0)
    places = {"blue_0": (-30.0, 10.0, 80.0), "blue_1": (-50.0, -20.0, 120.0)}
    for agent, (x, y, heading) in places.items():
        env.put(agent, x, y, heading)
        env.put(agent.replace("blue", "red"), -x, -y, heading + 180.0)
    obs = env.step(dict.fromkeys(env.agents, STILL))[0]
    for k in range(2):
        np.testing.assert_allclose(obs[f"blue_{k}"], obs[f"red_{k}"], atol=1e-5)
    seen = dict(zip((entry.name for entry in env.observed), obs["blue_0"].tolist(), strict=True))
    assert seen["x"] == pytest.approx(-30.0) and seen["y"] == pytest.approx(10.0)
    assert seen["heading_x"] == pytest.approx(np.sin(radians(80.0)))
    assert seen["mate_1_distance"] == pytest.approx(np.hypot(20.0, 30.0), rel=1e-5)
    assert seen["opponent_0_distance"] == pytest.approx(np.hypot(60.0, 20.0), rel=1e-5)


def test_time_truncates_and_what_is_wrong_is_said() -> None:
    env = CaptureTheFlag(1, time_limit=1.0)
    env.reset(seed=0)
    _wait(env, 9)
    *_, terminated, truncated, infos = env.step(dict.fromkeys(env.agents, STILL))
    assert not any(terminated.values()) and all(truncated.values())
    assert infos["blue_0"] == {"score": (0, 0), "end": "time limit"}
    assert env.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(ConfigError, match=r"rewards: there is no event 'capure'.*did you mean capture"):
        CaptureTheFlag(rewards={"capure": 1})
    with pytest.raises(ConfigError, match="team_size: must be a whole number from 1"):
        CaptureTheFlag(0)
    with pytest.raises(ConfigError, match="field"):
        CaptureTheFlag(field=(100, 15))
    with pytest.raises(ConfigError, match="cooldown: must be at least 0"):
        CaptureTheFlag(cooldown=-1)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"rewards": {"grab": float("nan")}}, "rewards: of grab must be a finite number"),
        ({"rewards": [1, 2]}, "rewards: must map events to numbers"),
        ({"tag_on_collision": True}, "tag_on_collision: must be at least 0, not True"),
        ({"teleport_on_tag": "no"}, "teleport_on_tag: must be True or False"),
        ({"field": 160}, "field: must be two numbers"),
        ({"max_score": "1"}, "max_score: must be at least 1"),
        ({"vehicle": 3}, "vehicle: must be the name"),
        ({"scrimage": 5}, "did you mean scrimmage"),
        ({"catch_radius": 5}, "catch_radius: .*: it is radius"),
        ({"observe": abs}, "observe: is a keyword of tasks with one vehicle"),
    ]
    for more, problem in wrong:
        with pytest.raises(ConfigError, match=problem):
            CaptureTheFlag(1, **more)
    fresh = CaptureTheFlag(1)
    with pytest.raises(ResetNeeded):
        fresh.step({})
    fresh.reset(seed=0)
    with pytest.raises(ValueError, match=r"missing \['red_0'\], unknown \['green_0'\]"):
        fresh.step({"blue_0": STILL, "green_0": STILL})
    with pytest.raises(ValueError, match="nan"):
        fresh.step({"blue_0": STILL, "red_0": np.array([np.nan, 0.0])})


def test_what_was_drawn_of_the_vehicles_stands_in_the_info() -> None:
    _, infos = CaptureTheFlag(1, turn_rate=(40, 90)).reset(seed=1)
    assert infos["blue_0"]["weather"] == {} and 40.0 <= infos["red_0"]["vehicle"]["turn_rate"] <= 90.0


def test_a_picture_of_the_game() -> None:
    pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib")
    env = CaptureTheFlag(render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    for _ in range(50):
        env.step({agent: np.array([0.6, 0.1], np.float32) for agent in env.agents})
    later = env.render()
    assert first.shape == later.shape and first.dtype == np.uint8 and (first != later).any()


def _still(env: CaptureTheFlag) -> Any:
    return env.step({agent: np.zeros(2, dtype=np.float32) for agent in env.agents})


def test_the_scrimmage_line_parts_both_sides() -> None:
    """At x = 20 blue is at home as far as there: red that comes to x = 15 is tagged, where it was not without."""
    for line, tagged in ((0.0, 0.0), (20.0, 1.0)):
        env = CaptureTheFlag(1, scrimmage=line)
        env.reset(seed=1)
        env.put("blue_0", 12.0, 0.0, 90.0)
        env.put("red_0", 15.0, 0.0, 270.0)
        _still(env)
        assert env.status("red_0")["tagged"] == tagged
    with pytest.raises(ConfigError, match="between both flags"):
        CaptureTheFlag(1, scrimmage=75.0)


def test_who_collides_is_tagged() -> None:
    env = CaptureTheFlag(1, tag_on_collision=3.0, radius=1.0, cooldown=0.0)
    env.reset(seed=1)
    env.put("blue_0", 0.0, 0.0, 0.0)
    env.put("red_0", 2.0, 0.0, 0.0)
    _, rewards, *_ = _still(env)
    assert env.status("blue_0")["tagged"] == env.status("red_0")["tagged"] == 1.0
    assert rewards == {"blue_0": -1.0, "red_0": -1.0}


def test_who_is_tagged_is_at_its_flag_at_once() -> None:
    env = CaptureTheFlag(1, teleport_on_tag=True)
    env.reset(seed=1)
    env.put("blue_0", -20.0, 0.0, 0.0)
    env.put("red_0", -15.0, 0.0, 0.0)
    _still(env)
    where = env.vehicle("red_0")
    assert (where["x"], where["y"], where["heading"]) == pytest.approx((70.0, 0.0, 270.0))
    _still(env)
    assert env.status("red_0")["tagged"] == 0.0  # it is near its own flag


def test_all_begin_again_after_a_flag_came_home() -> None:
    env = CaptureTheFlag(1, reset_on_score=True, max_score=2)
    env.reset(seed=1)
    begun = {agent: (env.vehicle(agent)["x"], env.vehicle(agent)["y"]) for agent in env.agents}
    env.put("red_0", 70.0, 35.0, 0.0)
    env.put("blue_0", 65.0, 0.0, 0.0)
    _still(env)
    assert env.status("blue_0")["carries"] == 1.0
    env.put("blue_0", -1.0, 0.0, 0.0)
    _still(env)
    assert env.score.tolist() == [1.0, 0.0] and env.agents
    assert begun == {agent: (env.vehicle(agent)["x"], env.vehicle(agent)["y"]) for agent in env.agents}
