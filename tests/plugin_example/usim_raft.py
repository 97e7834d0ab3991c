"""A raft: no propulsion, it takes up the speed of the water with a time constant."""

from dataclasses import dataclass, replace
from math import exp

from usimmarine_py import ActuatorCommand, Environment, Parameter, VehicleState


@dataclass(frozen=True)
class Raft:
    tau: float  # s
    name: str = "raft"

    def initial_state(self, start: VehicleState) -> VehicleState:
        return replace(start, internal=(0.0, 0.0))  # velocity east, north

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        east = environment.drift_x + environment.current_east
        north = environment.drift_y + environment.current_north
        left = exp(-dt / self.tau)
        ve = east + (state.internal[0] - east) * left
        vn = north + (state.internal[1] - north) * left
        x, y = state.x + ve * dt, state.y + vn * dt
        return replace(state, time=state.time + dt, x=x, y=y, internal=(ve, vn))


class RaftFactory:
    parameters = (
        Parameter("raft_tau", "number", "10", "Time constant of the drift.", unit="s", minimum=0.1, maximum=1e4),
    )

    def __call__(self, parameters, read_file):
        return Raft(parameters["raft_tau"])


raft = RaftFactory()
