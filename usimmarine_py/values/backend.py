"""What a dynamics backend has to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, Protocol, TypeGuard, runtime_checkable

from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.parameter import Parameter
from usimmarine_py.values.state import ActuatorCommand, Environment, VehicleState


@runtime_checkable
class Backend(Protocol):
    """State in, state out; nothing hidden on ``self`` but parameters.

    ``step`` is pure: equal arguments give equal results, and an instance may serve many vehicles at once.
    """

    @property
    def name(self) -> str:
        """The word that ``dynamics = NAME`` selects."""
        ...

    def initial_state(self, start: VehicleState) -> VehicleState:
        """``start`` (x, y, heading, speed, depth set) completed by whatever the backend keeps; actuators at rest."""
        ...

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """The state ``dt`` > 0 seconds later; raises ``NotFiniteError`` rather than return a non-finite number."""
        ...


@runtime_checkable
class Continuous(Protocol):
    """A law of motion y' = f(t, y, command, environment) over a vector of floats of its own choice."""

    @property
    def name(self) -> str:
        """The word that ``dynamics = NAME`` selects."""
        ...

    def vector(self, start: VehicleState) -> Sequence[float]:
        """The vector y of a vehicle that starts so, in units of its own choice."""
        ...

    def derivative(
        self, t: float, y: Sequence[float], command: ActuatorCommand, environment: Environment
    ) -> Sequence[float]:
        """y' at ``t`` s since the start; pure."""
        ...

    def shown(self, y: Sequence[float], last: VehicleState) -> VehicleState:
        """``last`` with position (m), heading (deg), speed (m/s), ... of ``y``; time and ``internal`` are set later."""
        ...


@runtime_checkable
class BackendFactory(Protocol):
    """What stands behind a name of ``dynamics``."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The keys of the simulator's block that this backend reads."""
        ...

    def __call__(self, parameters: Mapping[str, Any], read_file: Callable[[str], str] | None) -> Backend | Continuous:
        """The backend; raises ``ConfigError``.

        ``parameters`` holds, for plug-ins, the checked value of every declared parameter, its default where the block
        says nothing. ``read_file`` gives the text of a file named by a parameter, or is None where there are no files.
        """
        ...


@runtime_checkable
class Validated(Protocol):
    """A backend that knows where it should not be trusted."""

    def validity(self, state: VehicleState) -> str:
        """Why not in this state; empty when all is well."""
        ...


@runtime_checkable
class Gridded(Protocol):
    """A backend that integrates on a fixed grid of simulated time, and lets the environment change on it."""

    @property
    def sim_step(self) -> float:
        """Distance of two grid points in s."""
        ...

    def to_grid(self, state: VehicleState) -> float:
        """Seconds from the state's moment to the next grid point, in (0, sim_step]."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """What a state of a vehicle has to keep to; the defaults suit a vehicle of which nothing is known."""

    speed_max: float = inf  #: m/s, highest speed through the water that the vehicle is meant for
    surface: bool = False  #: it floats: a roll beyond 90 degrees is a capsize, shallow water holds it
    euler: bool = False  #: its attitude is in Euler angles, which end at 90 degrees of pitch
    draft: float = 0.0  #: m
    planar: bool = False  #: it moves in the plane only
    elevator: bool = True  #: DESIRED_ELEVATOR moves something


@runtime_checkable
class Limited(Protocol):
    """A backend that knows the limits of its vehicle."""

    @property
    def limits(self) -> Limits:
        """The limits."""
        ...


@dataclass(frozen=True, slots=True)
class SetPoint:
    """One state of an actuator that mail can command in its own unit (laws/actuators 2.3)."""

    actuator: str  #: upper case, e.g. JET_PORT
    state: str  #: as in ``ActuatorCommand.set_points``, e.g. jet_port_alpha
    unit: str  #: as published: rpm, deg, ...
    low: float  #: in that unit
    high: float
    first: bool  #: the actuator's name alone means it

    @property
    def names(self) -> tuple[str, ...]:
        """What DESIRED_ may be followed by."""
        own = self.state.upper()
        return (self.actuator, own) if self.first else (own,)


@runtime_checkable
class Forced(Protocol):
    """A backend whose actuators and body forces can be commanded and told of one by one."""

    @property
    def set_points(self) -> tuple[SetPoint, ...]:
        """The states of its actuators."""
        ...

    @property
    def axes(self) -> tuple[str, ...]:
        """Along which of sway and heave per cent can drive it."""
        ...

    @property
    def components(self) -> str:
        """Which of X, Y, Z, K, M, N act on it."""
        ...

    def push(self, state: VehicleState, command: ActuatorCommand) -> tuple[float, float]:
        """What its actuators and the commanded force push with, forward and to starboard (N)."""
        ...

    def with_forces(self) -> Backend:
        """The same backend, whose states tell ``forces``."""
        ...

    def without_lags(self) -> Backend:
        """The same backend, whose actuators follow their set-points at once."""
        ...


def _limited(backend: object) -> TypeGuard[Limited]:
    # ``isinstance`` with a protocol loads ``inspect`` at every start (Python 3.12)
    return hasattr(backend, "limits")


def limits_of(backend: object) -> Limits:
    """The limits of a backend, or the defaults for one that offers none (None = the kinematic one)."""
    return backend.limits if _limited(backend) else Limits()


def gridded(backend: object) -> TypeGuard[Gridded]:
    """Whether a backend has a grid. In every step: ``isinstance`` with a protocol takes twenty times as long."""
    return hasattr(backend, "to_grid")


def forced(backend: object) -> TypeGuard[Forced]:
    """Whether a backend's actuators and forces can be commanded and told of."""
    return all(
        hasattr(backend, name) for name in ("set_points", "axes", "components", "push", "with_forces", "without_lags")
    )


def validated(backend: object) -> TypeGuard[Validated]:
    """Whether a backend knows its range."""
    return hasattr(backend, "validity")
