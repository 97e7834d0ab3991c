"""What an environment moves is what ``Simulator`` moves: every shipped vehicle, every order, in weather."""

from __future__ import annotations

from math import radians
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="environments are compiled by numba")
pytest.importorskip("gymnasium", reason="environments are gymnasium's")

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError, NoEffectWarning
from usimmarine_py.gym import MarineEnv
from usimmarine_py.vehicle.files import names


def _apart(env: MarineEnv, simulator: Simulator, steps: int, seed: int, differential: bool = False) -> float:
    """The largest difference (m, m/s, rad/s; headings in rad) between both after each of ``steps`` random actions."""
    random = np.random.default_rng(seed)
    tick = env.time_step / env.physics_ticks
    worst = 0.0
    for _ in range(steps):
        action = random.uniform(-1.0, 1.0, len(env.actions)).astype(np.float32)
        done = env.step(action)[2]
        command = ActuatorCommand(**{k: 100.0 * float(a) for k, a in zip(env.actions, action, strict=True)})
        for _ in range(env.physics_ticks):
            state = simulator.step(command, tick)
        ours = env.vehicle
        turned = (ours["heading"] - state.heading + 180.0) % 360.0 - 180.0
        found = [ours["x"] - state.x, ours["y"] - state.y, ours["speed"] - state.speed, radians(turned)]
        found += [ours["depth"] - state.depth, ours["pitch"] - state.pitch]
        if state.nu:
            found += [ours["surge"] - state.nu[0], ours["sway"] - state.nu[1], ours["yaw_rate"] - state.nu[5]]
            found += [ours["roll"] - state.roll]
        worst = max(worst, *(abs(x) for x in found))
        if done:
            break
    return worst


@pytest.mark.parametrize("vehicle", names())
def test_every_vehicle_moves_as_in_the_simulator(vehicle: str) -> None:
    env = MarineEnv("Waypoint", vehicle=vehicle, arena=500.0)
    env.reset(seed=4)
    assert _apart(env, env.simulator(), 60, 1) < 1e-12


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"thrust_map": "-100:-1, -40:-0.3, 20:1, 60:2, 100:4", "max_acceleration": 0.4, "turn_rate": 30},
        {"thrust_reflect": True, "turn_spd_map_full_speed": 3, "turn_spd_map_null_speed": 1},
        {"actions": ("thrust", "rudder", "elevator"), "max_depth_rate": 0.4},
        {"wind_speed": 8, "wind_dir": 250, "leeway": 3, "current_speed": 0.4, "current_dir": 77},
    ],
)
def test_a_kinematic_vehicle_moves_as_in_the_simulator(more: dict[str, Any]) -> None:
    env = MarineEnv("Waypoint", arena=500.0, **more)
    env.reset(seed=4)
    assert _apart(env, env.simulator(), 200, 2) < 1e-12


STORMY = {"wind_speed": 9, "wind_dir": 200, "current_speed": 0.3, "current_dir": 120}


@pytest.mark.parametrize(
    "vehicle, more",
    [
        ("otter", STORMY),
        ("otter", {**STORMY, "wind_gust": "norsok", "wind_dir_sigma": 5, "current_speed_sigma": 0.1}),
        ("otter", {**STORMY, "wave_hs": 0.4, "wave_tp": 4, "wave_spread": 20}),
        ("odin", {"wave_hs": 1.0, "waves": "thesis", "fluid_memory": "off"}),
        ("bluerov2", {"current_speed": 0.2, "current_down": 0.05, "wave_hs": 0.6, "wave_tp": 6}),
        ("cybership2", {"current_speed": 0.1, "current_dir_sigma": 4}),
        ("kvlcc2", {"wave_hs": 4, "wave_spread": 80}),
    ],
)
def test_weather_is_that_of_the_simulator(vehicle: str, more: dict[str, Any]) -> None:
    env = MarineEnv("Waypoint", vehicle=vehicle, arena=500.0, **more)
    env.reset(seed=7)
    calm = MarineEnv("Waypoint", vehicle=vehicle, arena=500.0)
    calm.reset(seed=7)
    assert _apart(env, env.simulator(), 60, 3) < 1e-12
    assert _apart(calm, env.simulator(), 60, 3) > 1e-3


def test_weather_drawn_from_ranges_is_that_of_the_simulator() -> None:
    env = MarineEnv("StationKeep", wind_speed=(2, 10), wind_dir=(0, 360), current_speed=(0.1, 0.4), wave_hs=(0.1, 0.5))
    weather = [env.reset(seed=seed)[1]["weather"] for seed in range(3)]
    assert len({w["wind_speed"] for w in weather}) == 3
    assert all(2 <= w["wind_speed"] <= 10 and 0.1 <= w["wave_hs"] <= 0.5 for w in weather)
    assert _apart(env, env.simulator(), 40, 5) < 1e-12


def test_a_time_step_is_as_many_steps_of_the_simulator() -> None:
    slow, fast = (
        MarineEnv("Waypoint", vehicle="heron", time_step=1.0),
        MarineEnv("Waypoint", vehicle="heron", time_step=0.05),
    )
    for env in (slow, fast):
        env.reset(seed=1)
    for _ in range(10):
        slow.step([0.5, 0.1])
        for _ in range(20):
            fast.step([0.5, 0.1])
    assert slow.vehicle == fast.vehicle
    with pytest.raises(ConfigError, match=r"time_step: must be a whole number of steps of 0.05 s, not 0.07"):
        MarineEnv("Waypoint", vehicle="heron", time_step=0.07)


def test_what_cannot_be_had_is_said_in_one_line() -> None:
    with pytest.raises(ConfigError, match="wave_hs: waves do not move a kinematic vehicle"):
        MarineEnv("Waypoint", wave_hs=0.5)
    with pytest.raises(ConfigError, match="thrust_map: has no effect with vehicle otter"):
        MarineEnv("Waypoint", vehicle="otter", thrust_map="20:1")
    with pytest.raises(ConfigError, match=r"wind_sped: .*did you mean wind_speed"):
        MarineEnv("Waypoint", wind_sped=3)
    with pytest.raises(ConfigError, match="heave"):
        MarineEnv("Waypoint", vehicle="otter", actions=("thrust", "heave"))
    with pytest.raises(ConfigError, match="wind_speed: the range"):
        MarineEnv("Waypoint", vehicle="otter", wind_speed=(5, 2))
    with pytest.warns(NoEffectWarning, match="leeway"):
        MarineEnv("Waypoint", wind_speed=5)
