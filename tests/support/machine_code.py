"""Compile what is on the disk then for all processes: several workers would each compile it at the same time.

python -m tests.support.machine_code
"""

from __future__ import annotations

from typing import Any


def compile_all() -> None:
    """Steps of vehicles, and environments of kinematic vehicles and of those with hydrodynamics."""
    from usimmarine_py.vehicle import Vehicle

    otter = Vehicle.load("otter")
    otter.advance(otter.state(), otter.inputs(otter.orders(50.0).setpoints), steps=1)
    _compile_environment()
    _compile_environment(vehicle="otter", wave_hs=0.3, wind_speed=5.0)


def _compile_environment(**more: Any) -> None:
    from usimmarine_py.gym import MarineVectorEnv

    env = MarineVectorEnv(1, "Waypoint", **more)
    env.reset(seed=1)
    env.step(env.action_space.sample())


if __name__ == "__main__":
    compile_all()
