"""A backend of a plug-in behind the same contract as our own: nothing that it does ends in a traceback.

Its parameters are read by us, its states are looked at, and what it leaves out of them follows from the rest:
speed and course over ground, MOOS's yaw, the altitude, the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import floor, isfinite, isinf
from typing import Any

from usimmarine_py.errors import ConfigError, PluginError, UsimError
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.maths.moos_frame import moos_yaw, over_ground
from usimmarine_py.simulator.integrated import IntegratedBackend
from usimmarine_py.sums import plain_sum
from usimmarine_py.values import (
    ActuatorCommand,
    Backend,
    BackendFactory,
    Continuous,
    Environment,
    Key,
    VehicleState,
)
from usimmarine_py.values.frozen import replace

#: What a backend may have beside the contract; the simulator asks by ``isinstance`` and ``hasattr``.
_OPTIONAL = (
    *("limits", "sim_step", "to_grid", "validity", "held", "warnings", "shaft_meter"),
    *("set_points", "axes", "components", "push", "with_forces", "without_lags"),
)
#: Fields that are one number each; altitude may be nan, which means unknown.
NUMBERS = ("time", "x", "y", "heading", "speed", "depth", "roll", "pitch", "yaw", "sog", "hog")


class PluginFactory:
    """The factory of a plug-in, which gets checked values and whose backend is looked at in every step."""

    def __init__(self, name: str, factory: BackendFactory) -> None:
        self.name = name
        self.factory = factory

    @property
    def parameters(self) -> tuple[Key, ...]:
        """The keys that the plug-in reads."""
        return tuple(self.factory.parameters)

    def __call__(self, parameters: Mapping[str, str], read_file: Callable[[str], str] | None) -> Backend:
        """The backend for the texts of a block; raises ``ConfigError``, which names the parameter or the plug-in."""
        values = read_values(self.parameters, parameters)
        try:
            made = self.factory(values, read_file)
        except UsimError:
            raise
        # a plug-in is foreign code: it may raise whatever it likes
        except Exception as error:
            problem = f"the plug-in {self.name!r} failed to start: {error_text(error)}"
            raise ConfigError(problem, key="dynamics") from error
        backend: object = IntegratedBackend(made) if isinstance(made, Continuous) else made
        if not isinstance(backend, Backend):
            problem = f"the plug-in {self.name!r} gave a {type(made).__name__}, which is no backend"
            raise ConfigError(problem, key="dynamics")
        return checked(self.name, backend)


def read_values(parameters: tuple[Key, ...], texts: Mapping[str, str]) -> dict[str, Any]:
    """The checked value of every parameter, from its text or its default; raises ``ConfigError`` that names it.

    Nothing at all, where there is no default either, is None, or "" for a text.
    """
    return {p.name: _value(p, texts.get(p.name, p.default)) for p in parameters}


def _value(parameter: Key, text: str) -> Any:
    if text:
        return parameter.value(text)
    return None if parameter.kind in ("number", "integer", "bool", "pair") else ""


def error_text(error: BaseException) -> str:
    """An exception in one line, with the place in the plug-in that it comes from."""
    text = " ".join(str(error).split())[:200]
    trace, place = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if trace.tb_frame.f_globals.get("__name__", "").partition(".")[0] != __name__.partition(".")[0]:
            place = f" ({file.replace(chr(92), '/').rpartition('/')[2]}:{trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"


def complaint(state: object) -> str:
    """What a state lacks to be believed; empty when all is well."""
    if not isinstance(state, VehicleState):
        return f"gave a {type(state).__name__}, not a VehicleState"
    try:
        total = state.time + state.x + state.y + state.heading + state.speed + state.depth + state.roll + state.pitch
        total += state.yaw + state.sog + state.hog + plain_sum(state.nu) + plain_sum(state.internal)
        total += plain_sum([v for _, v in state.actuators]) + plain_sum([v for _, v in state.forces])
        if isfinite(total) and not isinf(state.altitude):
            return ""
    except (TypeError, ValueError):
        pass
    for name in (*NUMBERS, "altitude"):
        value = getattr(state, name)
        if not (_finite(value) or (name == "altitude" and value != value)):
            return f"gave {name} = {_short(value)}"
    for name in ("nu", "internal", "actuators", "forces"):
        values = getattr(state, name)
        try:
            numbers = [v for _, v in values] if name in ("actuators", "forces") else list(values)
        except (TypeError, ValueError):
            return f"gave {name} = {_short(values)}"
        for k, value in enumerate(numbers):
            if not _finite(value):
                return f"gave {name}[{k}] = {_short(value)}"
    return ""


def _finite(value: object) -> bool:
    try:
        return isfinite(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


def _short(value: object) -> str:
    return " ".join(repr(value).split())[:60]


def checked(name: str, backend: Backend) -> CheckedBackend:
    """The backend as the simulator takes it; it has whatever optional parts the plug-in has."""
    return _kind(tuple(part for part in _OPTIONAL if hasattr(backend, part)))(name, backend)


class CheckedBackend:
    """Another backend, looked at in every step. Its remaining attributes are those of the plug-in."""

    def __init__(self, plugin: str, backend: Backend) -> None:
        self._plugin, self._own = plugin, backend
        # whether step fills speed and course over ground; None = not known yet
        self._fills: bool | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._own, name)

    @property
    def name(self) -> str:
        """The plug-in's own name."""
        return self._own.name

    def initial_state(self, start: VehicleState) -> VehicleState:
        """The plug-in's state of a vehicle that starts so. Raises ``PluginError``."""
        return self._looked_at("initial_state", self._call("initial_state", start))

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """The plug-in's state ``dt`` s later, completed. Raises ``NotFiniteError``."""
        try:
            after = self._own.step(state, command, environment, dt)
        except UsimError:
            raise
        except Exception as error:
            raise self._failure("step", error) from error
        after = self._looked_at("step", after)
        changes: dict[str, float] = {}
        if after.time != state.time + dt:
            changes["time"] = state.time + dt
        heading = after.heading
        if not 0.0 <= heading < 360.0:
            changes["heading"] = heading = angle_360(heading)
        if after.yaw == state.yaw and heading != state.heading:
            changes["yaw"] = moos_yaw(heading)
        if environment.water_depth > 0.0 and (after.altitude == state.altitude or after.altitude != after.altitude):
            changes["altitude"] = environment.water_depth - after.depth
        if (
            after.sog == state.sog
            and after.hog == state.hog
            and not self._fills_ground(state, command, environment, dt)
        ):
            changes["sog"], changes["hog"] = self._over_ground(state, after, dt)
        return replace(after, **changes) if changes else after

    def _fills_ground(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> bool:
        """Whether speed and course over ground are the plug-in's own, and not those of the state that it was given."""
        if self._fills is None:
            other = replace(state, sog=state.sog + 1.0, hog=(state.hog + 90.0) % 360.0)
            try:
                again = self._own.step(other, command, environment, dt)
            except Exception:
                return True
            self._fills = again.sog != other.sog or again.hog != other.hog
        return self._fills

    def _over_ground(self, state: VehicleState, after: VehicleState, dt: float) -> tuple[float, float]:
        """Mean speed (m/s) and course (deg) over ground of the step."""
        if isinstance(self._own, IntegratedBackend):
            # it moves on its grid only
            step = self._own.sim_step
            steps = floor((dt - self._own.to_grid(state)) / step + 1e-6) + 1
            if steps < 1:
                return state.sog, state.hog
            dt = steps * step
        return over_ground((after.y - state.y) / dt, (after.x - state.x) / dt, state.hog)

    def _looked_at(self, where: str, state: object) -> VehicleState:
        problem = complaint(state)
        if problem or not isinstance(state, VehicleState):
            raise PluginError(f"the plug-in {self._plugin!r}: {where} {problem}")
        return state

    def _call(self, part: str, *arguments: Any) -> Any:
        try:
            return getattr(self._own, part)(*arguments)
        except UsimError:
            raise
        except Exception as error:
            raise self._failure(part, error) from error

    def _failure(self, part: str, error: Exception) -> PluginError:
        return PluginError(f"the plug-in {self._plugin!r} failed in {part}: {error_text(error)}")

    def _again(self, part: str) -> CheckedBackend:
        return checked(self._plugin, self._call(part))

    def _doubt(self, state: VehicleState) -> str:
        try:
            return str(self._call("validity", state))
        except UsimError as error:
            return str(error)


@lru_cache(maxsize=64)
def _kind(parts: tuple[str, ...]) -> type[CheckedBackend]:
    """The class of checked backends with these optional parts: protocols look at the class, not at ``__getattr__``."""
    return type("CheckedBackend", (CheckedBackend,), {part: property(_part(part)) for part in parts})


def _part(part: str) -> Callable[[CheckedBackend], Any]:
    if part in ("with_forces", "without_lags"):
        return lambda backend: lambda: backend._again(part)
    if part == "validity":
        return lambda backend: backend._doubt
    if part in ("to_grid", "push", "held"):
        return lambda backend: lambda *arguments: backend._call(part, *arguments)
    return lambda backend: getattr(backend._own, part)
