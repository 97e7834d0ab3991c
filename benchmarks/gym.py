"""Steps a second of the environments for reinforcement learning: one vehicle, thousands at once, three against three.

    python -m benchmarks.gym [--rows N] [--seconds S] [--profile] [--per-cpu] [--encounters]

Every step gives observations and rewards, and episodes that end begin anew. Best of several windows of about S seconds
each, the compilation not counted. A vehicle-step is one step of the solver (0.05 s, Dormand-Prince 5 unless the line
says otherwise); a step of an environment is `time_step` of them. The resting and the random actions cost the same.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import usimmarine_py.gym  # noqa: F401, makes the environments known
from usimmarine_py.gym import CaptureTheFlag, HelmPilot, MarineVectorEnv

WINDOWS = 7
#: what was aimed at, in steps a second
AIMS = {"one": 20_000.0, "many": 1_000_000.0, "game": 10_000.0}
#: in steps of the environment (0.5 s) a second of CPU time, by rows; five times that kinematic
AIMS_PER_CPU = {1: 25_000.0, 8: 45_000.0, 64: 75_000.0, 4096: 90_000.0}
Step = Callable[[int], None]


def best(step: Step, seconds: float) -> float:
    """Calls of ``step(1)`` a second, the best of several windows."""
    step(3)
    start = time.perf_counter()
    step(10)
    calls = max(10, int(10 * seconds / (time.perf_counter() - start)))
    rates = []
    for _ in range(WINDOWS):
        start = time.perf_counter()
        step(calls)
        rates.append(calls / (time.perf_counter() - start))
    return max(rates)


def per_cpu(rows: int, seconds: float, task: str = "StationKeep", **keywords: Any) -> float:
    """Steps of the environment in a second of CPU time, of ``rows`` rows in one thread; the best of several windows."""
    env: Any = gymnasium.make_vec(
        f"usimmarine/{task}-v0", rows, vectorization_mode=keywords.pop("mode", "vector_entry_point"), **keywords
    )
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(8)]
    env.step(actions[0])
    rates = []
    for _ in range(WINDOWS):
        start, count = time.process_time(), 0
        while time.process_time() - start < seconds:
            for action in actions:
                env.step(action)
            count += len(actions)
        rates.append(count * rows / (time.process_time() - start))
    return max(rates)


def single(**keywords: Any) -> Step:
    """``gymnasium.make`` with all that it wraps an environment in."""
    env: Any = gymnasium.make("usimmarine/Waypoint-v0", **keywords)
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(64)]

    def step(count: int) -> None:
        for k in range(count):
            _, _, terminated, truncated, _ = env.step(actions[k % 64])
            if terminated or truncated:
                env.reset()

    return step


def vector(rows: int, **keywords: Any) -> tuple[Step, int]:
    """The vector environment, and vehicle-steps in one of its steps."""
    env: Any = gymnasium.make_vec(
        "usimmarine/Waypoint-v0", rows, vectorization_mode="vector_entry_point", arena=200.0, **keywords
    )
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(8)]

    def step(count: int) -> None:
        for k in range(count):
            env.step(actions[k % 8])

    return step, rows * env.unwrapped.physics_ticks


def game(**keywords: Any) -> Step:
    """Three against three, everybody somewhere else with every action."""
    env, random = CaptureTheFlag(**keywords), np.random.default_rng(0)
    env.reset(seed=0)
    actions = [{a: random.uniform(-1, 1, 2).astype(np.float32) for a in env.possible_agents} for _ in range(64)]

    def step(count: int) -> None:
        for k in range(count):
            env.step(actions[k % 64])
            if not env.agents:
                env.reset()

    return step


def show(name: str, rate: float, unit: str, aim: float = 0.0) -> None:
    """One line."""
    print(f"{name:64} {rate:12,.0f} {unit}" + (f"   aim {aim:,.0f}" if aim else ""), flush=True)


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=4096, help="vehicles of a vector environment (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of a window (default %(default)s)")
    parser.add_argument("--profile", action="store_true", help="where the time of a step goes")
    parser.add_argument("--per-cpu", action="store_true", help="steps of environments in a second of CPU time, only")
    parser.add_argument("--encounters", action="store_true", help="how a hundred encounters end, by who meets, only")
    wanted = parser.parse_args()
    if wanted.encounters:
        for learner in ("straight", "helm"):
            for other in ("straight", "rules"):
                encounters(learner, other)
        return
    if wanted.profile:
        profile(wanted.rows)
        return
    seconds, rows = wanted.seconds, wanted.rows
    if wanted.per_cpu:
        show_per_cpu(seconds)
        return
    show("one, kinematic, 0.5 s", best(single(), seconds), "steps/s", AIMS["one"])
    show("one, kinematic, 0.1 s", best(single(time_step=0.1), seconds), "steps/s", AIMS["one"])
    show("one, otter, 0.5 s", best(single(vehicle="otter"), seconds), "steps/s")
    show("one, otter, 0.05 s", best(single(vehicle="otter", time_step=0.05), seconds), "steps/s")
    show("one, otter, 0.5 s, waves", best(single(vehicle="otter", wave_hs=0.3), seconds), "steps/s")
    weather = {"wind_speed": (0, 8), "wind_dir": (0, 360), "current_speed": (0, 0.3), "current_dir": (0, 360)}
    cases: dict[str, dict[str, Any]] = {
        "otter, 0.05 s": {"vehicle": "otter", "time_step": 0.05},
        "otter, 0.05 s, wind and current": {"vehicle": "otter", "time_step": 0.05, **weather},
        "otter, 0.05 s, wind and current, rk4": {"vehicle": "otter", "time_step": 0.05, "solver": "rk4", **weather},
        "otter, 0.5 s, wind and current": {"vehicle": "otter", **weather},
        "heron, 0.05 s": {"vehicle": "heron", "time_step": 0.05},
        "bluerov2, 0.05 s": {"vehicle": "bluerov2", "time_step": 0.05},
        "remus100, 0.05 s": {"vehicle": "remus100", "time_step": 0.05},
    }
    for name, keywords in cases.items():
        step, steps = vector(rows, **keywords)
        rate = best(step, seconds)
        show(f"{rows} x {name}", rate * steps, "vehicle-steps/s", AIMS["many"])
        show("", rate * rows, "environment steps/s")
    step, steps = vector(rows)
    show(f"{rows} x kinematic, 0.5 s", best(step, seconds) * rows, "environment steps/s")
    step, steps = vector(64, vehicle="otter", wave_hs=(0.1, 0.4))
    show("64 x otter, 0.5 s, waves", best(step, seconds) * steps, "vehicle-steps/s")
    show_per_cpu(seconds)
    show("three against three, kinematic, 0.1 s", 6.0 * best(game(), seconds), "agent-steps/s", AIMS["game"])
    show(
        "three against three, heron, 0.5 s", 6.0 * best(game(vehicle="heron", time_step=0.5), seconds), "agent-steps/s"
    )


def show_per_cpu(seconds: float) -> None:
    """One to thousands of rows in one thread."""
    for n in (1, 8, 64, 4096):
        show(f"StationKeep, otter, {n} rows", per_cpu(n, seconds, threads=1), "steps/CPU s", AIMS_PER_CPU[n])
        varied: dict[str, Any] = {"vehicle.rigid_body.mass": (45.0, 70.0)}
        show(f"  each with a mass of its own, {n}", per_cpu(n, seconds, threads=1, **varied), "steps/CPU s")
        kinematic = per_cpu(n, seconds, "Waypoint", threads=1)
        show(f"Waypoint, kinematic, {n} rows", kinematic, "steps/CPU s", 5.0 * AIMS_PER_CPU[n])
    show("StationKeep, otter, 64 rows, SyncVectorEnv", per_cpu(64, seconds, mode="sync"), "steps/CPU s")


def encounters(learner: str, other: str, episodes: int = 100) -> None:
    """How the episodes of seeds from 1000 end."""
    env = MarineVectorEnv(episodes, "Encounter", opponents=other, autoreset_mode="SameStep", threads=1)
    pilot = HelmPilot(env)
    env.reset(seed=1000)
    ahead = np.tile(np.array([0.4, 0.0], dtype=np.float32), (episodes, 1))
    ends: dict[int, str] = {}
    start, steps = time.process_time(), 0
    while len(ends) < episodes:
        _, _, terminated, truncated, info = env.step(pilot.actions() if learner == "helm" else ahead)
        steps += episodes
        for i in np.flatnonzero(terminated | truncated).tolist():
            ends.setdefault(i, info["final_info"]["end"][i])
    found = ", ".join(f"{end} {count}" for end, count in Counter(ends.values()).most_common())
    print(f"{learner:8} meets {other:8}: {found}; {steps / (time.process_time() - start):,.0f} steps/CPU s", flush=True)


def profile(rows: int) -> None:
    """What the steps of each kind are made of."""
    kinds = {
        "one, kinematic": (single(), 20_000),
        f"{rows} x otter, 0.05 s": (vector(rows, vehicle="otter", time_step=0.05)[0], 200),
        "three against three": (game(), 5_000),
    }
    for name, (step, count) in kinds.items():
        step(5)
        profiler = cProfile.Profile()
        profiler.runcall(step, count)
        print(f"== {name}, {count} steps")
        pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(9)


if __name__ == "__main__":
    main()
