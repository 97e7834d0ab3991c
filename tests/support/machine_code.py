"""Compile what is on the disk then for all processes: several workers would each compile it at the same time.

python -m tests.support.machine_code
"""

from __future__ import annotations

from typing import Any


def compile_steps() -> None:
    """Steps of one hydrodynamic vehicle; environments of kinematic ones."""
    from usimmarine_py.vehicle import Vehicle
    from usimmarine_py.vehicle.compiled import Compiled
    from usimmarine_py.vehicle.solver import tableau

    otter = Vehicle.load("otter")
    one = Compiled(otter.model, otter.model.solver(tableau("dp5"), 0.05))
    one.advance(otter.state(), otter.inputs(otter.orders(50.0).setpoints))
    _compile_environment(1)


def compile_fleets() -> None:
    """Fleets of hydrodynamic vehicles, and environments of them: in threads those in calm water alone."""
    from usimmarine_py.gym.machine import CHUNK
    from usimmarine_py.vehicle import Vehicle

    otter = Vehicle.load("otter")
    otter.advance(otter.state(), otter.inputs(otter.orders(50.0).setpoints), steps=1)
    _compile_environment(1, vehicle="otter", wave_hs=0.3, wind_speed=5.0)
    _compile_environment(CHUNK + 1, vehicle="otter")


def _compile_environment(rows: int, **more: Any) -> None:
    from usimmarine_py.gym import MarineVectorEnv

    env = MarineVectorEnv(rows, "Waypoint", **more)
    env.reset(seed=1)
    env.step(env.action_space.sample())


if __name__ == "__main__":
    # one process: what both call is compiled once
    compile_steps()
    compile_fleets()
