"""Encounters: rules of the road, helms beside and in the place of the learner, functions as opponents."""

from __future__ import annotations

import warnings
from collections import Counter
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
gymnasium = pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np
from gymnasium.utils.env_checker import check_env

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import HelmPilot, MarineEnv, MarineVectorEnv
from usimmarine_py.gym.others import encounter_rules as rules
from usimmarine_py.maths.encounters.rules import GIVE_WAY, HEAD_ON, OVERTAKEN, OVERTAKES, STAND_ON, rule_of

STRAIGHT = np.array([0.4, 0.0], dtype=np.float32)


@pytest.mark.parametrize("more", [{}, {"opponents": ["rules", "wander"]}, {"vehicle": "heron", "pace": 1.0}])
def test_gymnasium_finds_nothing_to_complain_of(more: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*no window here")
        check_env(gymnasium.make("usimmarine/Encounter-v0", render_mode="rgb_array", **more).unwrapped)


def test_rules_by_the_bearings_at_which_both_see_each_other() -> None:
    assert rule_of(0.0, 0.0) == rule_of(12.0, -12.0) == HEAD_ON
    assert rule_of(12.1, -3.0) == rule_of(45.0, -45.0) == GIVE_WAY
    assert rule_of(-45.0, 45.0) == STAND_ON
    assert rule_of(0.0, 180.0) == OVERTAKES
    assert rule_of(180.0, 0.0) == rule_of(-113.0, 10.0) == OVERTAKEN


def _played(env: MarineVectorEnv, pilot: HelmPilot | None = None) -> list[dict[str, Any]]:
    """Play an episode of each row to its end; how they ended."""
    env.reset(seed=7)
    ends: list[Any] = [None] * env.num_envs
    while None in ends:
        actions = np.tile(STRAIGHT, (env.num_envs, 1)) if pilot is None else pilot.actions()
        _, _, terminated, truncated, info = env.step(actions)
        for i in np.flatnonzero(terminated | truncated).tolist():
            ends[i] = ends[i] or {key: info[key][i] for key in ("end", "is_success", "encounters")}
    return ends


def test_two_that_go_straight_on_collide() -> None:
    ends = _played(MarineVectorEnv(20, "Encounter", opponents="straight"))
    assert {one["end"] for one in ends} == {"collision"}
    assert all(one["encounters"][0]["closest"] < 3.0 and one["encounters"][0]["near_miss"] for one in ends)
    assert len({one["encounters"][0]["rule"] for one in ends}) > 2


def test_a_helm_in_the_place_of_the_learner_keeps_the_rules() -> None:
    env = MarineVectorEnv(6, "Encounter", opponents="straight")
    ends = Counter(one["end"] for one in _played(env, HelmPilot(env)))
    assert ends["reached"] >= 5 and not ends["collision"], ends


def test_helms_keep_clear_of_who_goes_straight_on() -> None:
    ends = Counter(one["end"] for one in _played(MarineVectorEnv(8, "Encounter", opponents="rules")))
    assert not ends["collision"] and ends["reached"] >= 6, ends


def test_rows_equal_single_environments_to_the_bit() -> None:
    more: dict[str, Any] = {"opponents": ["wander", ["straight", "rules"]], "time_limit": 20.0}
    many = MarineVectorEnv(2, "Encounter", **more)
    singles = [MarineEnv("Encounter", **more) for _ in range(2)]
    seen = many.reset(seed=3)[0]
    alone = [env.reset(seed=3 + i)[0] for i, env in enumerate(singles)]
    random = np.random.default_rng(1)
    for k in range(60):
        assert [row.tobytes() for row in seen] == [one.tobytes() for one in alone], k
        actions = random.uniform(-1, 1, (2, 2)).astype(np.float32)
        seen, rewards, *over, _ = many.step(actions)
        for i, env in enumerate(singles):
            if k == 40:  # the step in which the vector environment begins anew
                alone[i] = env.reset()[0]
                continue
            alone[i], reward, *ended, _ = env.step(actions[i])
            assert reward == rewards[i] and ended == [flags[i] for flags in over]


def _numbers() -> Any:
    n = np.zeros(rules.NUMBERS)
    n[rules.N_CONTACTS], n[rules.N_STEP], n[rules.N_CONCERN], n[rules.N_EXTREMIS] = 1, 0.5, 50.0, 25.0
    n[rules.N_SEES] = 1.0
    n[rules.N_COLLISION], n[rules.N_NEAR_MISS], n[rules.N_ENCOUNTER] = 3.0, 6.0, 20.0
    return n


def _met(start: tuple[float, float], course: float, other: tuple[float, float, float], to: float = 0.0) -> Any:
    """Go from ``start`` on a course, after one step on ``to``, at 2 m/s, past another vehicle at rest or at 2 m/s."""
    from usimmarine_py.gym import kernels as of

    seen, memory, n = np.zeros(of.SEEN), np.zeros(rules.FIRST + rules.CONTACT), _numbers()
    contact = memory[rules.FIRST :]
    contact[:3], contact[rules.C_SPEED] = other, 2.0
    seen[of.X], seen[of.Y], seen[of.PSI], seen[of.SPEED] = *start, radians(course), 2.0
    rules.begin_contacts(seen, memory, n)
    for _ in range(100):
        seen[of.PSI] = radians(course + to)
        seen[of.X] += sin(seen[of.PSI])
        seen[of.Y] += cos(seen[of.PSI])
        contact[rules.C_X] += sin(other[2])
        contact[rules.C_Y] += cos(other[2])
        rules.judge_contacts(seen, memory, n)
    return contact


@pytest.mark.parametrize(
    ("aside", "rule", "kept"),
    [(-8.0, HEAD_ON, False), (8.0, HEAD_ON, True), (1.0, HEAD_ON, True)],
)
def test_head_on_both_pass_port_to_port(aside: float, rule: int, kept: bool) -> None:
    """Own ship goes north, ``aside`` m to the east of the other one's line: to starboard of it is port to port."""
    contact = _met((aside, -40.0), 0.0, (0.0, 40.0, np.pi))
    assert contact[rules.C_RULE] == rule
    assert (contact[rules.C_BROKEN] == 0.0) == kept
    assert contact[rules.C_CLOSEST] == pytest.approx(abs(aside), abs=1e-9)
    assert (contact[rules.C_NEAR_MISS] != 0.0) == (abs(aside) < 6.0)


def test_who_gives_way_does_not_cross_ahead() -> None:
    """The other one comes from the east: at the middle 15 m before own ship, or 15 m behind it."""
    behind = _met((0.0, -45.0), 0.0, (30.0, 0.0, -np.pi / 2))
    ahead = _met((0.0, -30.0), 0.0, (45.0, 0.0, -np.pi / 2))
    assert behind[rules.C_RULE] == ahead[rules.C_RULE] == GIVE_WAY
    assert behind[rules.C_BROKEN] == 0.0 and ahead[rules.C_BROKEN] == 1.0


def test_who_stands_on_keeps_its_course_until_the_other_is_near() -> None:
    kept, left = (_met((0.0, -30.0), 0.0, (-45.0, 0.0, np.pi / 2), to=to) for to in (20.0, 40.0))
    assert kept[rules.C_RULE] == left[rules.C_RULE] == STAND_ON
    assert kept[rules.C_BROKEN] == 0.0 and left[rules.C_BROKEN] == 1.0


def test_what_passed_between_two_steps_counts() -> None:
    assert rules.passing(-10.0, 1.0, 10.0, 1.0) == pytest.approx(1.0)
    assert rules.passing(5.0, 0.0, 10.0, 0.0) == 5.0


def test_a_function_steers_an_opponent_by_what_a_learner_would_observe() -> None:
    seen: list[Any] = []

    def policy(obs: Any) -> Any:
        seen.append(obs)
        return STRAIGHT

    env = MarineEnv("Encounter", opponents=[policy])
    names = [one.name for one in env.observed]
    obs, _ = env.reset(seed=2)
    mine = dict(zip(names, obs.tolist(), strict=True))
    env.step(STRAIGHT)
    theirs = dict(zip(names, seen[0].tolist(), strict=True))
    assert theirs["other_0_distance"] == pytest.approx(mine["other_0_distance"], rel=0.05)
    assert theirs["other_0_speed"] == pytest.approx(2.0, abs=0.3) and abs(theirs["aside"]) < 0.1
    assert theirs["other_0_keep_clear"] != mine["other_0_keep_clear"] or mine["other_0_head_on"] == 1.0
    with pytest.raises(ConfigError, match=r"opponents.*shape"):
        env = MarineEnv("Encounter", opponents=[lambda _obs: 1.0])
        env.reset(seed=1)
        env.step(STRAIGHT)


def test_single_actuators_are_commanded_as_thrust_and_rudder_would() -> None:
    seen: list[Any] = []

    def port_only(observed: Any) -> Any:
        seen.append(observed)
        return (1.0, 0.0)

    tracks = []
    for action, other in (("thrust_rudder", "straight"), ("actuators", "straight"), ("actuators", port_only)):
        env = MarineEnv("Encounter", vehicle="heron", pace=1.0, action=action, opponents=[other])
        env.reset(seed=3)
        pilot = HelmPilot(env)
        others = env._rows.others
        assert others is not None
        for _ in range(20):
            env.step(pilot.actions())
        tracks.append((env.vehicle["x"], env.vehicle["y"], *others.fleet.seen[0, :4]))
    assert tracks[1] == pytest.approx(tracks[0], abs=1e-4)  # actions are numbers of 32 bits
    assert len(env.actions) == 2 and len(seen) == 20
    assert hypot(tracks[2][2] - tracks[1][2], tracks[2][3] - tracks[1][3]) > 1.0


def test_a_behaviour_file_is_a_parameter(tmp_path: Path) -> None:
    """One that turns to the north and stays on it."""
    file = tmp_path / "north.bhv"
    blocks = [("BHV_ConstantHeading", "heading = 0"), ("BHV_ConstantSpeed", "speed = 1")]
    file.write_text("initialize GO = true\n" + "".join(
        f"Behavior = {kind}\n{{\n name = {kind}\n condition = GO = true\n {line}\n duration = no-time-limit\n}}\n"
        for kind, line in blocks
    ))  # fmt: skip
    env = MarineEnv("Encounter", opponents=str(file), arena=300.0)
    env.reset(seed=4)
    for _ in range(100):
        _, _, terminated, truncated, _ = env.step(-STRAIGHT)
        assert not (terminated or truncated)
    other = env._rows.others.fleet.shown(0)
    assert hypot(other["surge"], other["sway"]) == pytest.approx(1.0, abs=0.1)
    assert abs((other["heading"] + 180.0) % 360.0 - 180.0) < 3.0
    file.write_text("Behavior = BHV_Waypoint\n{\n  name = a\n  nonsense = 1\n}\n")
    with pytest.raises(ConfigError, match=r"north.bhv.*nonsense|nonsense"):
        MarineEnv("Encounter", opponents=str(file))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"opponents": "rule"}, "did you mean rules"),
        ({"opponents": []}, "a list of 1 to 16"),
        ({"opponents": "nowhere.bhv"}, "cannot be read"),
        ({"pace": 9.0, "vehicle": "otter"}, "more than the vehicle makes"),
        ({"near_miss": 2.0}, "must not be above near_miss"),
        ({"actions": ["thrust"]}, "thrust and rudder"),
        ({"distance": 200.0}, "must not be above arena"),
    ],
)
def test_what_is_wrong_is_named(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        MarineEnv("Encounter", **more)


def test_opponents_are_for_encounters_only() -> None:
    with pytest.raises(ConfigError, match="opponents"):
        MarineEnv("Waypoint", opponents="straight")
    with pytest.raises(ConfigError, match="Encounter"):
        HelmPilot(MarineEnv("Waypoint"))
