"""A policy in a played mission: the track of its environment, its observation, and what stops it."""

from __future__ import annotations

from math import radians
from pathlib import Path
from typing import Any, ClassVar

import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")

import numpy as np

from tests.support.processes import running
from usimmarine_py import connect, run_mission
from usimmarine_py.errors import UsimError
from usimmarine_py.gym import MarineEnv, PolicyApp
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect

START = {"start_x": 8.0, "start_y": -5.0, "start_heading": 30.0}
STATION = (0.0, 0.0, radians(90.0), 0.0)


def towards(seen: Any) -> Any:
    """Steer to what is ``ahead`` and ``aside``, whichever task they are of."""
    ahead, aside = float(seen[0]), float(seen[1])
    turn = np.arctan2(aside, ahead) if np.hypot(ahead, aside) > 2.0 else np.arctan2(seen[2], seen[3])
    return np.array([np.clip(0.15 * ahead - 0.3 * seen[4], -1, 1), np.clip(0.8 * turn - seen[6], -1, 1)])


def along(seen: Any) -> Any:
    """Steer to a waypoint: distance, sine and cosine of its bearing come first."""
    return np.array([0.6, np.clip(0.8 * np.arctan2(seen[1], seen[2]), -1, 1)])


class Keeper(PolicyApp):
    environment: ClassVar[dict[str, Any]] = {"task": "StationKeep", "vehicle": "otter"}
    policy = towards


class Kinematic(PolicyApp):
    environment: ClassVar[dict[str, Any]] = {"task": "StationKeep", "vehicle": "kinematic"}
    policy = towards


class Windy(PolicyApp):
    environment: ClassVar[dict[str, Any]] = {
        "task": "StationKeep", "vehicle": "otter", "wind_speed": (0, 8), "current_speed": (0, 1)
    }  # fmt: skip
    policy = towards


class Tourist(PolicyApp):
    environment: ClassVar[dict[str, Any]] = {"task": "Waypoint"}
    policy = along


def mission(folder: Path, name: str, keys: str, goal: str, script: str = "", pose: str = "x=8,y=-5,heading=30") -> Path:
    file = folder / "m.moos"
    file.write_text(
        "ServerHost = localhost\nServerPort = 9000\nCommunity = alpha\n"
        f"ProcessConfig = usimmarine\n{{\n AppTick = 10\n prefix = NAV\n start_pos = {pose}\n{keys}\n}}\n"
        f"ProcessConfig = {name}\n{{\n AppTick = 10\n{goal}\n}}\nProcessConfig = uTimerScript\n{{\n{script}\n}}\n"
    )
    return file


def in_environment(app: type[PolicyApp], steps: int, weather: dict[str, float]) -> tuple[Any, Any]:
    """Return the places of the environment's vehicle after each step (m), and the last observation before."""
    given: dict[str, Any] = {**app.environment, **weather}
    env = MarineEnv(given.pop("task"), **given)
    env.reset(seed=1)
    rows = env._rows
    rows.fleet.place(0, START, {"seed": 1, **weather})
    rows.goals[0] = STATION
    rows.begin_here(0)
    seen, track = rows.observations[0].copy(), []
    for _ in range(steps):
        seen, *_ = env.step(app.__dict__["policy"](seen))
        track.append((env.vehicle["x"], env.vehicle["y"]))
    return np.array(track), seen


@pytest.mark.parametrize(
    ("app", "keys", "weather", "apart"),
    [
        (Keeper, "dynamics = fossen6\nvehicle = otter", {}, 0.01),
        # its turn rate is the change of the heading over half a second, in the environment that over a tenth
        (Kinematic, "", {}, 0.3),
        (
            Windy,
            "dynamics = fossen6\nvehicle = otter\nwind_speed = 5\nwind_dir = 40\ncurrent_speed = 0.2",
            {"wind_speed": 5.0, "wind_dir": 40.0, "current_speed": 0.2},
            0.02,
        ),
    ],
)
def test_the_track_of_the_environment_is_that_of_the_mission(
    tmp_path: Path, app: type[PolicyApp], keys: str, weather: dict[str, float], apart: float
) -> None:
    track, _ = in_environment(app, 120, weather)
    file = mission(tmp_path, app.__name__, keys, "goal = x=0, y=0, heading=90")
    log = run_mission(file, apps=[app], duration=62)
    times = 0.1 + 0.5 * np.arange(1, 121)  # the first order comes with the first position, 0.1 s after the start
    east, north = (np.interp(times, log[name].times, log[name].values) for name in ("NAV_X", "NAV_Y"))
    assert np.hypot(east - track[:, 0], north - track[:, 1]).max() < apart
    assert np.hypot(*(track[-1] - track[0])) > 5.0


def test_waypoints_are_visited_and_the_end_is_posted_with_orders_of_zero(tmp_path: Path) -> None:
    file = mission(tmp_path, "Tourist", "", "goal = x=0,y=30 : x=25,y=30", pose="x=0,y=0,heading=0")
    log = run_mission(file, apps=[Tourist], duration=90)
    assert log.texts["POLICY_END"].values[-1] == "reached"
    over = log.texts["POLICY_END"].times[-1]
    thrust = log["DESIRED_THRUST"]
    assert thrust.values[-1] == 0.0 and abs(thrust.times[-1] - over) < 0.2
    assert log["POLICY_REWARD"].values[-1] > 40.0  # two waypoints of 10, and some 50 m less 0.1 a second


def test_it_waits_while_overridden_and_without_a_goal_and_takes_one_by_mail(tmp_path: Path) -> None:
    script = (
        'event = var=POLICY_GOAL, val="x=0,y=a", time=2\nevent = var=POLICY_GOAL, val="x=0,y=40", time=5\n'
        "event = var=MOOS_MANUAL_OVERRIDE, val=true, time=10\nevent = var=MOOS_MANUAL_OVERRIDE, val=false, time=15"
    )
    log = run_mission(mission(tmp_path, "Tourist", "", "", script), apps=[Tourist], duration=20)
    thrust = log["DESIRED_THRUST"]
    assert 5.0 < thrust.times[0] < 5.7
    assert not ((thrust.times > 11.0) & (thrust.times < 15.0)).any()
    assert thrust.values[thrust.times < 11.0][-1] == 0.0 and thrust.values[-1] == 60.0


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsimError, match="Keeper: goal: has no x= and y="):
        run_mission(mission(tmp_path, "Keeper", "", "goal = heading=90"), apps=[Keeper], duration=2)
    with pytest.raises(UsimError, match="StationKeep has one goal, not 2"):
        run_mission(mission(tmp_path, "Keeper", "", "goal = x=0,y=1:x=2,y=3"), apps=[Keeper], duration=2)
    wrong = type("Wrong", (PolicyApp,), {"environment": {"tusk": 1}, "policy": along, "__module__": __name__})
    with pytest.raises(UsimError, match="tusk: is no parameter of an environment"):
        run_mission(mission(tmp_path, "Wrong", "", "goal = x=0,y=1"), apps=[wrong], duration=2)
    nan = type("Nan", (PolicyApp,), {"policy": lambda seen: seen[:2] * np.nan, "__module__": __name__})
    with pytest.raises(UsimError, match="an action is not a number"):
        run_mission(mission(tmp_path, "Nan", "", "goal = x=0,y=90"), apps=[nan], duration=2)


def test_functions_of_the_environment_observe_on_the_boat_too(tmp_path: Path) -> None:
    found: list[Any] = []

    def steer(seen: Any) -> Any:
        found.append(seen)
        return (1.0, 0.0)

    own = type(
        "Own", (PolicyApp,), {
            "environment": {"observe": lambda t: np.stack([t["x"], t["y"], t["time"]], axis=1), "time_step": 1.0},
            "policy": steer, "__module__": __name__,
        },
    )  # fmt: skip
    run_mission(mission(tmp_path, "Own", "", "goal = x=0,y=90"), apps=[own], duration=4)
    assert np.allclose(found[0], (8.0, -5.0, 0.0)) and [x[2] for x in found[:3]] == [0.0, 1.0, 2.0]


def test_it_steers_in_a_live_community(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        file = mission(tmp_path, "Keeper", "dynamics = fossen6\nvehicle = otter", "goal = x=0, y=0, heading=90")
        file.write_text(file.read_text().replace("9000", f"{db.port}\nMOOSTimeWarp = 10"))
        client = connect(port=db.port, name="tester", warp=10.0)
        for name in ("NAV_X", "NAV_Y", "POLICY_REWARD"):
            client.register(name)
        place = dict.fromkeys(("NAV_X", "NAV_Y"), 99.0)
        rewards: list[float] = []

        def arrived(found: Any) -> bool:
            place.update({m.variable: float(m.value) for m in found if m.variable in place})
            rewards[:] = [float(m.value) for m in found if m.variable == "POLICY_REWARD"]
            return np.hypot(*place.values()) < 1.0 and len(rewards) > 20

        with running(str(file), "--comms=native"), running("start", f"{__file__}:Keeper", str(file), program="usim"):
            mail = collect(client, arrived, 100.0)
        client.close()
    assert {m.source for m in mail if m.variable == "POLICY_REWARD"} == {"Keeper"}
    assert rewards == sorted(rewards, reverse=True) and rewards[0] > -6.0
