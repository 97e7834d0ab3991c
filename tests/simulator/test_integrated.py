"""A law of motion given by its derivative gets our solvers and a grid of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, degrees, exp, radians, sin

import pytest

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.maths.integrators import RK4
from usimmarine_py.simulator import Simulator, backends
from usimmarine_py.simulator.integrated import IntegratedBackend
from usimmarine_py.values import ActuatorCommand, Backend, Continuous, Environment, Parameter, VehicleState


@dataclass(frozen=True)
class Sledge:
    """Speed follows thrust with a time constant; the rudder turns it."""

    tau: float = 5.0
    name: str = "sledge"

    def vector(self, start: VehicleState) -> Sequence[float]:
        return (start.x, start.y, radians(start.heading), start.speed)

    def derivative(
        self, t: float, y: Sequence[float], command: ActuatorCommand, environment: Environment
    ) -> Sequence[float]:
        speed = y[3]
        return (
            speed * sin(y[2]) + environment.drift_x,
            speed * cos(y[2]) + environment.drift_y,
            0.01 * command.rudder,
            (command.thrust / 50.0 - speed) / self.tau,
        )

    def shown(self, y: Sequence[float], last: VehicleState) -> VehicleState:
        return replace(last, x=y[0], y=y[1], heading=degrees(y[2]) % 360.0, speed=y[3])


class SledgeFactory:
    parameters = (Parameter("sledge_tau", "number", "5", "Time constant.", unit="s"),)

    def __call__(self, parameters: Mapping[str, str], read_file: Callable[[str], str] | None) -> Continuous:
        return Sledge(float(parameters.get("sledge_tau", "5")))


def test_the_solution_is_right_and_independent_of_the_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_REGISTERED", {"sledge": SledgeFactory()})
    ends = []
    for dt in (0.05, 0.1, 0.5):
        simulator = Simulator(dynamics="sledge", sledge_tau=4)
        for _ in range(round(10.0 / dt)):
            state = simulator.step(ActuatorCommand(thrust=100.0), dt=dt)
        ends.append(state)
    assert ends[0].speed == pytest.approx(2.0 * (1.0 - exp(-10.0 / 4.0)), abs=1e-9)
    assert [(s.y, s.speed) for s in ends] == [(ends[0].y, ends[0].speed)] * 3


def test_the_wrapper_is_a_backend() -> None:
    backend = IntegratedBackend(Sledge(), RK4, 0.1)
    assert isinstance(backend, Backend) and backend.name == "sledge"
    assert not isinstance(backend, Continuous)
    state = backend.step(backend.initial_state(VehicleState()), ActuatorCommand(), Environment(), 0.03)
    assert backend.to_grid(state) == pytest.approx(0.07)


def test_leaving_the_finite_numbers_is_an_error() -> None:
    backend = IntegratedBackend(Sledge(tau=1e-300))
    with pytest.raises(NotFiniteError, match="sledge"):
        backend.step(backend.initial_state(VehicleState(speed=1.0)), ActuatorCommand(), Environment(), 1.0)
