"""Single environments: gymnasium's checker, seeds, rewards worked out again, ends, pictures."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from math import cos, hypot, radians, sin
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
gymnasium = pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RescaleObservation

from tests.support.paths import ROOT
from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import DISCRETE, MarineEnv, MarineVectorEnv
from usimmarine_py.values.toml_table import tomllib


def test_a_window_shows_what_is_drawn_with_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    from usimmarine_py.gym import drawing

    shown: list[Any] = []
    monkeypatch.setattr(drawing.PictureWindow, "show", lambda self, picture, seconds: shown.append((picture, seconds)))
    env = MarineEnv("Waypoint", render_mode="human")
    with pytest.warns(match="no window here"):
        env.reset(seed=1)
    for _ in range(3):
        env.step(np.zeros(2, dtype=np.float32))
    assert env.render() is None and len(shown) == 5 and {seconds for _, seconds in shown} == {0.5}
    plain = MarineEnv("Waypoint", render_mode="rgb_array")
    plain.reset(seed=1)
    for _ in range(3):
        plain.step(np.zeros(2, dtype=np.float32))
    assert (plain.render() == shown[-1][0]).all()
    env.close()


NAMES = ("usimmarine/Waypoint-v0", "usimmarine/StationKeep-v0", "usimmarine/Dock-v0")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"vehicle": "heron", "discrete": True, "current_speed": 0.2},
        {"vehicle": "bluerov2", "wave_hs": (0.1, 0.5)},
        {"vehicle": "remus100", "time_step": 0.1},
    ],
)
def test_gymnasium_finds_nothing_to_complain_of(name: str, more: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*no window here")
        check_env(gymnasium.make(name, render_mode="rgb_array", **more).unwrapped)


def test_the_package_names_the_environments_to_gymnasium() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, function = project["entry-points"]["gymnasium.envs"]["usimmarine"].split(":")
    from gymnasium.envs import registration

    gone = {name: registration.registry.pop(name) for name in NAMES}
    with registration.namespace("usimmarine"), warnings.catch_warnings():
        warnings.simplefilter("error")
        getattr(import_module(module), function)()
        getattr(import_module(module), function)()
    assert {name: registration.registry[name] for name in NAMES} == gone


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("vehicle", ["kinematic", "otter"])
def test_equal_seeds_make_equal_episodes_to_the_bit(name: str, vehicle: str) -> None:
    weather = {"leeway": 4} if vehicle == "kinematic" else {"wave_hs": 0.3}

    def played() -> tuple[list[bytes], list[Any]]:
        env = gymnasium.make(name, vehicle=vehicle, wind_speed=(1, 9), current_speed=(0, 0.4), **weather)
        random, seen, rest = np.random.default_rng(5), [], []
        obs, info = env.reset(seed=11)
        for _ in range(120):
            seen.append(obs.tobytes())
            obs, *more = env.step(random.uniform(-1, 1, 2).astype(np.float32))
            rest.append((*more, info))
            if more[1] or more[2]:
                obs, info = env.reset()
        return seen, rest

    first = played()
    assert first == played()
    other = gymnasium.make(name, vehicle=vehicle).reset(seed=12)[0]
    assert other.tobytes() != first[0][0]


def test_a_reset_without_a_seed_goes_on_with_the_random_numbers() -> None:
    env = MarineEnv()
    starts = [env.reset(seed=1)[0].tobytes(), env.reset()[0].tobytes(), env.reset(seed=1)[0].tobytes()]
    assert starts[0] == starts[2] != starts[1]


def _steered(env: MarineEnv, obs: Any) -> tuple[float, float]:
    """Towards the waypoint."""
    by_name = {entry.name: float(value) for entry, value in zip(env.observed, obs, strict=True)}
    hard = by_name["aside"] if by_name["ahead"] > 0 else np.sign(by_name["aside"])
    return 0.5, float(hard)


def test_waypoints_reward_progress_and_end_in_success() -> None:
    env = MarineEnv("Waypoint", vehicle="heron", waypoints=2, radius=4)
    obs, _ = env.reset(seed=2)
    total, before, reached, left = 0.0, obs[0], 0, float(obs[0])
    for _ in range(1000):
        obs, reward, terminated, truncated, info = env.step(_steered(env, obs))
        total += reward
        progress = reward + 0.1 * env.time_step
        if progress > 5.0:  # a waypoint: 10 more, and the distance is that of the next one
            reached, progress = reached + 1, progress - 10.0
            left += float(obs[0]) if not terminated else 0.0
        elif not terminated:
            assert progress == pytest.approx(before - obs[0], abs=1e-5)
        before = obs[0]
        if terminated or truncated:
            break
    assert terminated and not truncated and info == {"is_success": True, "end": "reached"}
    assert reached == 2
    steps = _ + 1
    # all ways but what the radius spares, two waypoints, less the time
    assert total == pytest.approx(left + 20.0 - 0.1 * steps * env.time_step, abs=2 * 4 + 0.1)


def test_a_waypoint_is_seen_from_the_vehicle() -> None:
    env = MarineEnv("Waypoint")
    obs, _ = env.reset(seed=3)
    goal, here = env.goal, env.vehicle
    east, north = goal[0] - here["x"], goal[1] - here["y"]
    heading = radians(here["heading"])
    assert obs[0] == pytest.approx(hypot(east, north))
    assert obs[1] * obs[0] == pytest.approx(cos(heading) * east - sin(heading) * north, abs=1e-4)
    assert obs[2] * obs[0] == pytest.approx(sin(heading) * east + cos(heading) * north, abs=1e-4)


@pytest.mark.parametrize(("radius", "good"), [(11.0, True), (0.1, False)])
def test_who_is_near_the_station_at_the_time_limit_has_kept_it(radius: float, good: bool) -> None:
    env = MarineEnv("StationKeep", vehicle="kinematic", time_limit=1.0, radius=radius)
    env.reset(seed=0)
    env.step([0.0, 0.0])
    assert env.step([0.0, 0.0])[3:] == (True, {"is_success": good, "end": "time limit"})


def test_the_time_limit_truncates_and_the_arena_terminates() -> None:
    env = MarineEnv("Waypoint", time_limit=5.0)
    env.reset(seed=0)
    ends = [env.step([0.0, 0.0])[2:] for _ in range(10)]
    assert [end[:2] for end in ends] == [(False, False)] * 9 + [(False, True)]
    assert ends[-1][2] == {"is_success": False, "end": "time limit"}
    env = MarineEnv("Waypoint", arena=10.0, radius=0.1, waypoints=50)
    env.reset(seed=0)
    for _ in range(100):
        obs, reward, terminated, truncated, info = env.step([1.0, 0.0])
        if terminated:
            break
    assert (terminated, truncated, info["end"]) == (True, False, "left the arena")
    assert reward < -5.0
    assert env.observation_space.contains(obs)


def test_keeping_a_station_costs_what_the_pose_is_off() -> None:
    env = MarineEnv("StationKeep", vehicle="wamv16", current_speed=0.5, offset=3.0)
    env.reset(seed=6)
    for _ in range(20):
        obs, reward, *_ = env.step([0.2, 0.4])
        away, turn = hypot(obs[0], obs[1]), abs(np.arctan2(obs[2], obs[3]))
        assert reward == pytest.approx(-0.5 * (away + 0.75**away * turn), rel=1e-5)


def _docking(obs: Any) -> tuple[float, float]:
    """Line up on the slot's axis, then follow it, slower as the berth comes near."""
    ahead, aside, turn, straight, surge = (float(v) for v in obs[:5])
    error = np.arctan2(turn, straight) - np.arctan(aside / max(1.5, 0.5 * ahead))
    speed = 0.5 if ahead > 6 else 0.3
    thrust = np.clip(3.0 * (speed - surge), -1, 1) if ahead > 0 else -1.0
    return float(thrust), float(np.clip(2.0 * error - 1.5 * obs[6], -1, 1))


def test_a_boat_that_is_steered_into_its_berth_has_docked() -> None:
    env = MarineEnv("Dock", vehicle="heron")
    for seed in range(8):
        obs, _ = env.reset(seed=seed)
        terminated = truncated = False
        while not (terminated or truncated):
            obs, reward, terminated, truncated, info = env.step(_docking(obs))
        here = env.vehicle
        assert info == {"is_success": True, "end": "reached"} and reward > 9
        assert hypot(here["surge"], here["sway"]) <= 0.5 and hypot(obs[0], obs[1]) <= 0.5


def test_a_boat_that_keeps_straight_on_strikes_the_quay() -> None:
    env = MarineEnv("Dock", vehicle="heron")
    ends = []
    for seed in range(8):
        env.reset(seed=seed)
        terminated = False
        while not terminated:
            _, reward, terminated, _, info = env.step([1.0, 0.0])
        assert reward < -9
        ends.append(info["end"])
    assert "struck the quay" in ends and "reached" not in ends


def test_no_part_of_a_hull_touches_the_quay_before_the_end() -> None:
    """The rules' corners against a hull filled with points."""
    from usimmarine_py.gym import task_rules as rules

    numbers = np.zeros(rules.NUMBERS)
    numbers[[rules.N_LENGTH, rules.N_BEAM, rules.N_DEPTH_OF_SLOT, rules.N_WIDTH]] = 2.0, 1.0, 3.0, 1.8
    grid = np.stack(np.meshgrid(np.linspace(-1, 1, 81), np.linspace(-0.5, 0.5, 41)), -1).reshape(-1, 2)
    random = np.random.default_rng(0)
    seen = set()
    for _ in range(400):
        along, aside, angle = random.uniform(-1.5, 2.5), random.uniform(-1.2, 1.2), random.uniform(-0.8, 0.8)
        x = along + cos(angle) * grid[:, 0] - sin(angle) * grid[:, 1]
        y = aside + sin(angle) * grid[:, 0] + cos(angle) * grid[:, 1]
        stone = (x > 0) & ((x > 3.0) | (np.abs(y) > 0.9))
        hit = rules.struck(along, aside, angle, numbers)
        seen.add(hit)
        if bool(stone.any()) != hit:  # only where the points are too coarse to tell
            near = np.abs(np.where(x > 0, np.maximum(np.abs(y) - 0.9, x - 3.0), 9.0)).min()
            assert hit and near < 0.05, (along, aside, angle)
    assert seen == {True, False}


def test_a_boat_upside_down_ends_its_episode() -> None:
    from usimmarine_py.gym import kernels
    from usimmarine_py.gym import task_rules as rules

    env = MarineEnv("StationKeep", vehicle="otter")
    env.reset(seed=0)
    numbers, seen = env.rules, np.zeros(kernels.SEEN)
    assert rules.sound(seen, numbers) == rules.GOES_ON
    seen[kernels.ROLL] = radians(91)
    assert rules.sound(seen, numbers) == rules.UPSIDE_DOWN
    seen[kernels.ROLL] = np.nan
    assert rules.sound(seen, numbers) == rules.DIVERGED
    seen[kernels.ROLL], seen[kernels.SURGE] = 0.0, 1e3
    assert rules.sound(seen, numbers) == rules.DIVERGED


def test_discrete_actions_are_shares_of_thrust_and_rudder() -> None:
    one, other = MarineEnv("Waypoint", discrete=True), MarineEnv("Waypoint")
    for env in (one, other):
        env.reset(seed=1)
    for number, shares in enumerate(DISCRETE):
        assert one.step(number)[0].tobytes() == other.step(shares)[0].tobytes()
    with pytest.raises(ConfigError, match="actions: discrete actions are of thrust and rudder"):
        MarineEnv("Waypoint", vehicle="remus100", discrete=True)


def test_observations_can_be_rescaled() -> None:
    env = RescaleObservation(gymnasium.make("usimmarine/Dock-v0"), np.float32(-1), np.float32(1))
    obs, _ = env.reset(seed=0)
    assert env.observation_space.contains(obs)


def test_what_is_wrong_is_said() -> None:
    env = MarineEnv("Waypoint")
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"shape \(2,\), not \(3,\)"):
        env.step([0.0, 0.0, 0.0])
    with pytest.raises(ConfigError, match="waypoints: must be a number from 1"):
        MarineEnv("Waypoint", waypoints=0)
    with pytest.raises(ConfigError, match=r"render_mode: .*not 'ansi'"):
        MarineEnv("Waypoint", render_mode="ansi")
    with pytest.raises(ConfigError, match=r"there is no vehicle 'oter'.*did you mean otter"):
        MarineEnv("Waypoint", vehicle="oter")
    with pytest.raises(ConfigError, match=r"task: .*did you mean Waypoint"):
        MarineEnv("Waypoints")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"waypoints": 1.5}, "waypoints: must be a whole number, not 1.5"),
        ({"radius": 60}, "radius: must not be above arena: 60 and 50"),
        ({"arena": float("inf")}, "arena: must be a number from 1, not inf"),
        ({"vehicle": "remus100", "shallow": 10, "deep": 2}, "shallow: must not be above deep: 10 and 2"),
        ({"time_limit": "180"}, "time_limit: must be at least the time step of 0.5 s, not '180'"),
        ({"time_step": "0.5"}, "time_step: must be a whole number of steps of 0.1 s, not '0.5'"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(told)):
        MarineEnv("Waypoint", **options)


def test_what_is_no_action_is_refused_and_moves_nothing() -> None:
    env, many = MarineEnv(), MarineVectorEnv(2)
    for each in (env, many):
        with pytest.raises(ResetNeeded):
            each.step(np.zeros(each.action_space.shape))
        each.reset(seed=0)
    before = dict(env.vehicle)
    for wrong, told in ((np.array([np.nan, 0.0]), "nan"), ("ahead", "numbers"), (0.5, "shape")):
        with pytest.raises(ValueError, match=told):
            env.step(wrong)
    with pytest.raises(ValueError, match="nan"):
        many.step(np.array([[0.0, 0.0], [0.0, np.nan]]))
    assert env.vehicle == before
    choice = MarineEnv(discrete=True)
    choice.reset(seed=0)
    for number in (-1, len(DISCRETE), 1.5):
        with pytest.raises(ValueError, match="whole number from 0 to 14"):
            choice.step(number)


def test_shares_beyond_full_count_as_full() -> None:
    one, other = MarineEnv(), MarineEnv()
    for env in (one, other):
        env.reset(seed=0)
    assert one.step([7.0, -np.inf])[0].tobytes() == other.step([1.0, -1.0])[0].tobytes()


def test_a_picture_shows_vehicle_and_goals() -> None:
    pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib")
    for name, vehicle in (("Waypoint", "remus100"), ("StationKeep", "otter"), ("Dock", "otter")):
        env = (
            MarineEnv(name, vehicle=vehicle, render_mode="rgb_array", wind_speed=4)
            if vehicle == "otter"
            else MarineEnv(name, vehicle=vehicle, render_mode="rgb_array")
        )
        env.reset(seed=0)
        first = env.render()
        for _ in range(20):
            env.step(np.full(env.action_space.shape, 0.5, np.float32))
        later = env.render()
        assert first.shape == later.shape == (600, 600, 3) and first.dtype == np.uint8
        assert (first != later).any(axis=-1).sum() > 100
    assert MarineEnv("Waypoint").render() is None


def test_the_page_lists_what_is_observed() -> None:
    page = (ROOT / "docs" / "gym.md").read_text(encoding="utf-8")
    for name in ("Waypoint", "StationKeep", "Dock"):
        for env in (MarineEnv(name, vehicle="otter"), MarineEnv(name, vehicle="bluerov2")):
            for entry in env.observed:
                assert f"`{entry.name}`" in page, entry
        for option in env.options:
            assert f"`{option}`" in page, option
