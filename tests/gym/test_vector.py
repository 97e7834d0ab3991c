"""Many episodes at once: the same numbers as one at a time."""

from __future__ import annotations

import subprocess
import sys
import threading
from math import inf, nan
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
gymnasium = pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from tests.support.paths import ROOT
from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import MarineEnv, MarineVectorEnv
from usimmarine_py.gym.machine import CHUNK
from usimmarine_py.kernels.threads import processors


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


@pytest.mark.parametrize("wrong", [[[0.0, -1.0], [nan, 1.0]], [[-inf, 0.0], [0.0, nan]], [[nan, nan], [nan, nan]]])
def test_a_command_that_is_no_number_is_refused_and_nothing_moves(wrong: list[list[float]]) -> None:
    env = MarineVectorEnv(2)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="an action is not a number"):
        env.step(wrong)
    assert [row["speed"] for row in env.get_attr("vehicle")] == [0.0, 0.0]
    env.step(np.full((2, 2), inf))  # the largest command, as 1 is
    full = [row["speed"] for row in env.get_attr("vehicle")]
    env.reset(seed=0)
    env.step(np.ones((2, 2)))
    assert full == [row["speed"] for row in env.get_attr("vehicle")] and full[0] > 0.0


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


@pytest.mark.parametrize(
    ("count", "threads", "most"), [(8, None, 1), (CHUNK, None, 1), (CHUNK + 1, None, 2), (CHUNK + 1, 1, 1)]
)
def test_few_rows_wait_for_no_thread(
    count: int, threads: int | None, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8 environments were up to 80 times slower with all threads than with one."""
    env = MarineVectorEnv(count, vehicle="otter", threads=threads)
    env.reset(seed=1)
    batch = env._rows.fleet
    assert batch._compiled is not None
    fleet, seen = batch._compiled._fleet, []
    advance = fleet._machine.advance

    def noted(*given: Any) -> None:
        seen.append((threading.get_ident(), given[0]))
        advance(*given)

    env.step(np.zeros((count, 2), np.float32))
    monkeypatch.setattr(fleet, "_machine", fleet._machine._replace(advance=noted))
    env.step(np.zeros((count, 2), np.float32))
    expected = min(most, processors())
    assert len(seen) == len(set(seen)) == len({thread for thread, _ in seen}) == expected
    assert (threading.get_ident(), 0) in seen  # the caller works, too


def test_each_row_shows_what_a_single_environment_shows() -> None:
    many = gymnasium.make_vec("usimmarine/Dock-v0", 3, vectorization_mode="vector_entry_point", wind_speed=(1, 5))
    many.reset(seed=5)
    many.step(np.full((3, 2), 0.5, np.float32))
    for i in range(3):
        one = MarineEnv("Dock", wind_speed=(1, 5))
        one.reset(seed=5 + i)
        one.step(np.full(2, 0.5, np.float32))
        for name in ("goal", "vehicle", "options", "observed", "actions", "physics_ticks", "time_step"):
            assert many.get_attr(name)[i] == getattr(one, name), name
        found, expected = many.call("simulator")[i], one.simulator()
        assert found.state == expected.state
    for wrong in ("nothing", "_rows", "step"):
        with pytest.raises(AttributeError, match="there are actions, goal, observed"):
            many.get_attr(wrong)
    with pytest.raises(AttributeError, match="give it as a keyword"):
        many.set_attr("time_step", 1.0)


def test_a_goal_has_its_heading_in_degrees_as_the_vehicle_has() -> None:
    env = MarineEnv("StationKeep")
    observation, _ = env.reset(seed=4)
    names = [one.name for one in env.observed]
    turn = np.arctan2(observation[names.index("turn_sine")], observation[names.index("turn_cosine")])
    assert (env.goal[2] - env.vehicle["heading"] - np.degrees(turn) + 180) % 360 == pytest.approx(180, abs=1e-4)


@pytest.mark.parametrize(
    ("keywords", "problem"),
    [
        ({"vehicle": 3}, "vehicle: must be the name of a vehicle or a file, not 3"),
        ({"vehicle": b"x"}, "vehicle: must be the name"),
        ({"task": None}, "task: must be one of Waypoint, StationKeep, Dock, Encounter, not None"),
        ({"task": ["Dock"]}, "task: must be one of"),
        ({"actions": 5}, "actions: must be a list of thrust, rudder, elevator, sway, heave, not 5"),
        ({"actions": [1]}, "actions: must be a list of"),
        ({"actions": "thrust"}, "actions: must be a list of"),
        ({"threads": 0}, "threads: must be a whole number from 1, not 0"),
        ({"threads": "all"}, "threads: must be a whole number"),
        ({"max_episode_steps": "x"}, "max_episode_steps: must be a number from 1, not 'x'"),
        ({"max_episode_steps": 0}, "max_episode_steps: must be"),
    ],
)
def test_wrong_arguments_are_named(keywords: dict[str, Any], problem: str) -> None:
    with pytest.raises(ConfigError) as error:
        MarineVectorEnv(**{"num_envs": 2, **keywords})
    assert str(error.value).startswith(problem)


def test_wrong_seeds_and_a_count_that_is_a_float() -> None:
    env = MarineVectorEnv(2.0)  # type: ignore[arg-type]  # as a number read from a file
    wrong: list[Any] = [1.5, "a", {}]
    for seed in wrong:
        with pytest.raises(ValueError, match="a seed is a whole number, or one for each environment"):
            env.reset(seed=seed)
    assert env.reset(seed=[1, None])[0].shape[0] == 2


def test_the_first_lines_of_the_page_work_in_a_process_of_their_own() -> None:
    page = (ROOT / "docs" / "gym.md").read_text(encoding="utf-8")
    lines = page.partition("\n    import gymnasium\n")[2].partition("\n\n    many")[0].splitlines()
    script = "\n".join(["import gymnasium", *(line.removeprefix("    ") for line in lines)])
    assert "gymnasium.make(" in script and "env.step(" in script
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)
    # without the import of the package, as the page says
    name = page.partition('Without the import, give the module to gymnasium: `gymnasium.make("')[2].partition('"')[0]
    subprocess.run([sys.executable, "-c", f"import gymnasium; gymnasium.make({name!r})"], check=True, timeout=300)


def test_trainers_find_how_it_restarts_where_gymnasium_s_own_have_it() -> None:
    for mode in ("NextStep", "SameStep", "Disabled"):
        env = MarineVectorEnv(2, autoreset_mode=mode)
        assert env.autoreset_mode.value == env.metadata["autoreset_mode"].value == mode
