"""The protocols of a dynamics backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, nan
from typing import Any, NamedTuple, Protocol, TypeGuard, runtime_checkable

from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import Key
from usimmarine_py.values.state import ActuatorCommand, Environment, VehicleState


@runtime_checkable
class Backend(Protocol):
    """A model of motion: a state in, the next state out. An instance holds only parameters.

    ``step`` is pure: equal arguments give equal results, and an instance may serve many vehicles at once.
    """

    @property
    def name(self) -> str:
        """The word that ``dynamics = NAME`` selects."""
        ...

    def initial_state(self, start: VehicleState) -> VehicleState:
        """Complete ``start`` (x, y, heading, speed, depth set) with the backend's own fields; actuators at rest."""
        ...

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """Return the state ``dt`` > 0 seconds later; raises ``NotFiniteError`` if a number is not finite."""
        ...


@runtime_checkable
class Continuous(Protocol):
    """A law of motion y' = f(t, y, command, environment) for a vector of floats defined by the backend."""

    @property
    def name(self) -> str:
        """The word that ``dynamics = NAME`` selects."""
        ...

    def vector(self, start: VehicleState) -> Sequence[float]:
        """The initial vector y for the state ``start``, in units of the backend."""
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
    """The factory for a name of ``dynamics``."""

    @property
    def parameters(self) -> tuple[Key, ...]:
        """The keys of the simulator's block that this backend reads."""
        ...

    def __call__(self, parameters: Mapping[str, Any], read_file: Callable[[str], str] | None) -> Backend | Continuous:
        """Return the backend; raises ``ConfigError``.

        ``parameters`` holds, for plug-ins, the checked value of every declared parameter, or its default.
        ``read_file`` returns the text of a file named by a parameter, or is None where there are no files.
        """
        ...


@runtime_checkable
class Validated(Protocol):
    """A backend with a known range of validity."""

    def validity(self, state: VehicleState) -> str:
        """Why the state is outside the range of validity; empty if it is inside."""
        ...


@runtime_checkable
class Gridded(Protocol):
    """A backend that integrates on a fixed grid of simulated time; the environment may change at each grid point."""

    @property
    def sim_step(self) -> float:
        """Interval between grid points, s."""
        ...

    def to_grid(self, state: VehicleState) -> float:
        """Seconds from the state's time to the next grid point, in (0, sim_step]."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a vehicle's states; the defaults suit a vehicle without further information."""

    speed_max: float = inf  #: m/s, highest speed through the water that the vehicle is meant for
    surface: bool = False  #: a surface vehicle: a roll beyond 90 degrees is a capsize, shallow water grounds it
    euler: bool = False  #: its attitude is in Euler angles, which are singular at 90 degrees of pitch
    draft: float = 0.0  #: m
    planar: bool = False  #: it moves in the plane only
    elevator: bool = True  #: DESIRED_ELEVATOR has an effect


@runtime_checkable
class Limited(Protocol):
    """A backend that provides the limits of its vehicle."""

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
    first: bool  #: the actuator's name alone selects it

    @property
    def names(self) -> tuple[str, ...]:
        """The names that may follow DESIRED_."""
        own = self.state.upper()
        return (self.actuator, own) if self.first else (own,)


class Shaft(NamedTuple):
    """One shaft of a vehicle at one moment."""

    name: str
    share: float  #: of its full speed
    torque_power: float = nan  #: W by its torque, nan = not known
    full: float = 0.0  #: W at full speed, by the vehicle's file; 0 = not known
    least: float = 0.0  #: W that an ideal propeller needs for its thrust


#: The shafts of a vehicle whose backend knows them (its method ``shaft_meter`` gives one), at the moment of a state.
ShaftMeter = Callable[[VehicleState], tuple[Shaft, ...]]


@runtime_checkable
class Forced(Protocol):
    """A backend whose actuators and body forces can be commanded and reported individually."""

    @property
    def set_points(self) -> tuple[SetPoint, ...]:
        """The states of its actuators."""
        ...

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes, of sway and heave, that DESIRED_SWAY and DESIRED_HEAVE can drive."""
        ...

    @property
    def components(self) -> str:
        """The components, of X, Y, Z, K, M, N, that act on it."""
        ...

    def push(self, state: VehicleState, command: ActuatorCommand) -> tuple[float, float]:
        """The force of its actuators and the commanded force, forward and to starboard (N)."""
        ...

    def with_forces(self) -> Backend:
        """Return the same backend with ``forces`` in its states."""
        ...

    def without_lags(self) -> Backend:
        """Return the same backend with actuators that follow their set-points without delay."""
        ...


def _limited(backend: object) -> TypeGuard[Limited]:
    # ``isinstance`` with a protocol loads ``inspect`` at every start (Python 3.12)
    return hasattr(backend, "limits")


def limits_of(backend: object) -> Limits:
    """Return the limits of a backend, or the defaults if it provides none (None = the kinematic backend)."""
    return backend.limits if _limited(backend) else Limits()


def gridded(backend: object) -> TypeGuard[Gridded]:
    """Whether a backend has a grid. Called in every step; ``isinstance`` with a protocol is twenty times slower."""
    return hasattr(backend, "to_grid")


def forced(backend: object) -> TypeGuard[Forced]:
    """Whether a backend's actuators and forces can be commanded and reported."""
    return all(
        hasattr(backend, name) for name in ("set_points", "axes", "components", "push", "with_forces", "without_lags")
    )


def validated(backend: object) -> TypeGuard[Validated]:
    """Whether a backend provides its range of validity."""
    return hasattr(backend, "validity")
