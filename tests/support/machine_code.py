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
    _compile_environments()


def compile_fleets() -> None:
    """Fleets of hydrodynamic vehicles; environments of them."""
    from usimmarine_py.vehicle import Vehicle

    otter = Vehicle.load("otter")
    table = otter.inputs(otter.orders(50.0).setpoints)
    otter.advance(otter.state(), table, steps=1)
    _compile_environments(vehicle="otter", wave_hs=0.3, wind_speed=5.0)


def _compile_environments(**more: Any) -> None:
    """For one core, and for all of them."""
    from usimmarine_py.gym import MarineEnv, MarineVectorEnv
    from usimmarine_py.gym.machine import CHUNK

    for env in (MarineEnv("Waypoint", **more), MarineVectorEnv(CHUNK + 1, "Waypoint", **more)):
        env.reset(seed=1)
        env.step(env.action_space.sample())


if __name__ == "__main__":
    # one process: what both call is compiled once
    compile_steps()
    compile_fleets()
