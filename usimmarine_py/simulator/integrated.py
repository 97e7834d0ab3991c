"""Backends that give a derivative instead of a step: they get our solvers, and a grid of their own."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.maths.integrators import DP5, Tableau, step
from usimmarine_py.values import ActuatorCommand, Continuous, Environment, VehicleState
from usimmarine_py.values.frozen import dataclass, replace

_GRID = 1e-6  # of a step: sums of ticks may miss a grid point by rounding


@dataclass(frozen=True, slots=True)
class IntegratedBackend:
    """A ``Continuous`` law stepped on the fixed grid k * sim_step of simulated seconds since the start.

    A call runs the whole steps that are due with its command and keeps the rest in the state, so that results do not
    depend on the AppTick as long as that is a multiple of the step.
    """

    law: Continuous
    method: Tableau = DP5
    sim_step: float = 0.05  #: s

    @property
    def name(self) -> str:
        """The law's name."""
        return self.law.name

    def initial_state(self, start: VehicleState) -> VehicleState:
        """``start`` with the law's vector at time 0."""
        y = self.law.vector(start)
        return replace(self.law.shown(y, start), time=start.time, internal=(0.0, 0.0, *y))

    def to_grid(self, state: VehicleState) -> float:
        """Seconds from the state's moment to the next grid point, in (0, sim_step]."""
        reach = (state.internal[0] + 1.0) * self.sim_step - state.internal[1]
        return min(self.sim_step, max(_GRID * self.sim_step, reach))

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """The state ``dt`` s later; raises NotFiniteError when it leaves the finite numbers."""
        done, elapsed = int(state.internal[0]), state.internal[1] + dt
        y: Sequence[float] = state.internal[2:]
        due = floor(elapsed / self.sim_step + _GRID)
        for k in range(done, due):
            y = step(
                lambda t, x: self.law.derivative(t, x, command, environment),
                k * self.sim_step,
                y,
                self.sim_step,
                self.method,
            )
        if not isfinite(sum(y)):
            raise NotFiniteError(f"{self.name}: the motion left the finite numbers with a step of {self.sim_step:g} s")
        shown = self.law.shown(y, state)
        return replace(shown, time=state.time + dt, internal=(float(max(done, due)), elapsed, *y))
