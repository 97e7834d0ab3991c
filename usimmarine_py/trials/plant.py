"""Plants: the interface of a vehicle for sea trials (start, advance by any time, observe), for any dynamics.

A plant's state is immutable: ``advance`` returns a new one, so that an event inside a step is found by repeating the
step from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, cos, degrees, hypot, pi, radians, sin
from typing import Any, NamedTuple, Protocol

from usimmarine_py.errors import TrialError
from usimmarine_py.maths.integrators import Tableau
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.vehicle import Saved
from usimmarine_py.values import ActuatorCommand, VehicleState
from usimmarine_py.vehicle.actuators.commands import Demand
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Model

_ROUNDING = 1e-9  # of a step
_SHORT = 1e-3  # of a step
_CAPSIZED = 0.5 * pi  # rad, of roll or pitch of a surface craft
_IMPLAUSIBLE = 3.0  # times the largest speed of the vehicle's file
#: A kinematic vehicle comes to rest asymptotically: at this speed (m/s) the posted one, with two decimals, is 0.
PUBLISHED_ZERO = 0.005


class Observation(NamedTuple):
    """Position and motion of the vehicle; in calm water velocities over ground and through the water are equal."""

    north: float  #: m
    east: float  #: m
    depth: float  #: m
    psi: float  #: rad, may be wrapped; wrap differences before comparing
    u: float  #: m/s, forward
    v: float  #: m/s, to starboard
    r: float  #: rad/s, BODY
    turning: float  #: rad/s, rate of the heading


class Plant(Protocol):
    """A vehicle on trial."""

    @property
    def step(self) -> float:
        """Longest step (s); the track has one row per step."""
        ...

    @property
    def rudder_max(self) -> float | None:
        """Rudder or nozzle angle (deg) at R = 100; None without a rudder (R = 50 replaces any angle)."""
        ...

    @property
    def length(self) -> float | None:
        """Length between perpendiculars (m), if known."""
        ...

    @property
    def rest_speed(self) -> float:
        """Forward speed (m/s) at and below which the vehicle has stopped."""
        ...

    def start(self) -> Any:
        """At rest, heading north."""
        ...

    def advance(self, state: Any, thrust: float, rudder: float, dt: float) -> Any:
        """The state ``dt`` > 0 s later under a held command (%)."""
        ...

    def observe(self, state: Any) -> Observation:
        """What is seen of a state."""
        ...


@dataclass
class FossenPlant:
    """The equations of a Fossen vehicle, without the simulator's fixed grid."""

    model: Model
    method: Tableau
    step: float  #: s
    fast: Callable[[Sequence[float], Sequence[float], Sequence[float], int], list[float]] | None = None
    start_depth: float = 20.0  #: m, of submerged vehicles: deep enough to stay clear of the surface
    rest_speed: float = 0.0
    _inputs: dict[tuple[float, float], list[float]] = field(default_factory=dict)
    _full: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        self._full = self.model.solver(self.method, self.step)

    @property
    def rudder_max(self) -> float | None:
        """Largest rudder, fin or nozzle angle (deg)."""
        return rudder_max(self.model.vehicle)

    @property
    def length(self) -> float | None:
        """Length between perpendiculars (m)."""
        return self.model.vehicle.length_pp or None

    def start(self) -> list[float]:
        """At rest, heading north; actuators at rest, memory zero."""
        depth = self.start_depth if self.model.vehicle.submerged else 0.0
        return self.model.state((0.0, 0.0, depth, 0.0, 0.0, 0.0))

    def advance(self, state: list[float], thrust: float, rudder: float, dt: float) -> list[float]:
        """Advance by equal steps of at most ``step``, with compiled equations for full steps if available."""
        inputs = self._commanded(thrust, rudder)
        if abs(dt - self.step) <= _ROUNDING * self.step:
            run = self.fast or self.model.advance
            return run(state, inputs, self._full, 1)
        steps = max(1, ceil(dt / self.step - _ROUNDING))
        return self.model.advance(state, inputs, self.model.solver(self.method, dt / steps), steps)

    def observe(self, state: list[float]) -> Observation:
        """Positions, velocities and the rate of the heading (laws/frames 3.2); ``TrialError`` if implausible."""
        x, y, z, phi, theta, psi = self.model.eta(state)
        u, v, _w, _p, q, r = self.model.nu(state)
        vehicle = self.model.vehicle
        if not vehicle.submerged and max(abs(phi), abs(theta)) > _CAPSIZED:
            raise TrialError(f"capsized: roll {degrees(phi):.0f} deg, pitch {degrees(theta):.0f} deg at {u:.3g} m/s")
        if not hypot(u, v) <= _IMPLAUSIBLE * vehicle.speed_max:
            raise TrialError(f"diverged: {hypot(u, v):.3g} m/s, the limit of its file is {vehicle.speed_max:g} m/s")
        turning = (q * sin(phi) + r * cos(phi)) / cos(theta)
        return Observation(x, y, z, psi, u, v, r, turning)

    def _commanded(self, thrust: float, rudder: float) -> list[float]:
        key = (thrust, rudder)
        if key not in self._inputs:
            self._inputs[key] = self.model.commanded(Demand(thrust, rudder))
        return self._inputs[key]


def rudder_max(vehicle: VehicleDescription) -> float | None:
    """Angle (deg) of rudder, vertical fin, nozzle or azimuth at R = 100; None for vehicles without."""
    for actuator in vehicle.actuators:
        for state in actuator.states:
            if state.unit == "rad" and actuator.axis != "pitch":
                return degrees(state.high)
    return None


class PlantState(NamedTuple):
    """The state of a simulator, and the rate of its heading in the last step."""

    saved: Saved
    pose: VehicleState
    turning: float  #: rad/s


@dataclass
class SimulatorPlant:
    """Any other vehicle of a mission: the simulator, driven by commands."""

    simulator: Simulator
    step: float  #: s, one over the block's AppTick: the kinematic laws are laws of a step
    rudder_max: float | None = 100.0
    length: float | None = None
    rest_speed: float = PUBLISHED_ZERO
    differential: bool = False

    def start(self) -> PlantState:
        """The initial state: at rest, heading north, because the trial's block has no start."""
        self.simulator.reset()  # an earlier trial has moved it
        return PlantState(self.simulator.vehicle.save(), self.simulator.state, 0.0)

    def advance(self, state: PlantState, thrust: float, rudder: float, dt: float) -> PlantState:
        """One iteration of ``dt`` s."""
        command = ActuatorCommand(thrust=thrust, rudder=rudder)
        if self.differential:
            left, right = (max(-100.0, min(100.0, thrust + side * 0.5 * rudder)) for side in (1.0, -1.0))
            command = ActuatorCommand(thrust_left=left, thrust_right=right, differential=True)
        before, vehicle, time = state.pose.heading, self.simulator.vehicle, dt
        vehicle.restore(state.saved)
        pose = moved = self.simulator.step(command, dt)
        after = vehicle.save()
        if dt < _SHORT * self.step:
            # the heading changes by less than its resolution: use the rate of the law in a larger step
            time = _SHORT * self.step
            vehicle.restore(state.saved)
            moved = self.simulator.step(command, time)
        change = (moved.heading - before + 180.0) % 360.0 - 180.0
        return PlantState(after, pose, radians(change) / time)

    def observe(self, state: PlantState) -> Observation:
        """For kinematic vehicles v is 0; others have their own velocities."""
        pose = state.pose
        if len(pose.nu) >= 6:
            u, v, r = pose.nu[0], pose.nu[1], pose.nu[5]
        else:
            u, v, r = pose.speed, 0.0, state.turning
        return Observation(pose.y, pose.x, pose.depth, radians(pose.heading), u, v, r, state.turning)
