"""A user's law of motion in the simulator: a raft that drifts with the current and the wind.

The backend only maps a state to the next one: mail, weather, sensors, posts and logs are those of the simulator.
docs/backends.md has the contract, and describes how a package registers `dynamics = raft` for every mission.

    python examples/own_backend.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import cos, exp, hypot, radians, sin
from typing import Any

from usimmarine_py import (
    ActuatorCommand,
    Backend,
    Environment,
    Parameter,
    Simulator,
    VehicleState,
    check_backend,
    register_backend,
)


@dataclass(frozen=True)
class Raft:
    """Moves with the current and a fraction of the wind, both with a time constant."""

    tau: float  # s
    leeway: float  # fraction of the wind's speed
    name: str = "raft"

    def initial_state(self, start: VehicleState) -> VehicleState:
        return replace(start, internal=(0.0, 0.0))  # m/s, velocity east and north

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        wind, towards = environment.wind_speed or 0.0, radians(environment.wind_towards)
        east = environment.current_east + environment.drift_x + self.leeway * wind * sin(towards)
        north = environment.current_north + environment.drift_y + self.leeway * wind * cos(towards)
        left = exp(-dt / self.tau)
        ve, vn = east + (state.internal[0] - east) * left, north + (state.internal[1] - north) * left
        return replace(state, x=state.x + ve * dt, y=state.y + vn * dt, internal=(ve, vn))


class RaftFactory:
    """The factory of the backend: its parameters, which are checked by the simulator, and the raft made from them."""

    parameters = (
        Parameter("raft_tau", "number", "10", "Time constant of the drift.", unit="s", minimum=0.1, maximum=1e4),
        Parameter("raft_leeway", "number", "0.03", "Share of the wind's speed.", minimum=0.0, maximum=1.0),
    )

    def __call__(self, parameters: Mapping[str, Any], read_file: Callable[[str], str] | None) -> Backend:
        return Raft(parameters["raft_tau"], parameters["raft_leeway"])


register_backend("raft", RaftFactory())
assert check_backend(RaftFactory()) == (), "the contract holds"

# wind FROM the west, as in forecasts; current TOWARDS the north
raft = Simulator(dynamics="raft", raft_tau=20, wind_speed=10, wind_dir=270, current_speed=0.2, current_dir=0)
for minute in range(1, 11):
    for _ in range(600):
        state = raft.step(ActuatorCommand(), dt=0.1)
    print(f"{minute:2d} min  x {state.x:6.1f} m  y {state.y:6.1f} m  {state.sog:.3f} m/s to {state.hog:.0f} deg")

# 3 % of 10 m/s to the east, 0.2 m/s to the north: `sog` and `hog` are filled in by the simulator
assert abs(state.sog - hypot(0.3, 0.2)) < 1e-6
assert abs(state.x - 0.3 * (600 - 20)) < 0.1
