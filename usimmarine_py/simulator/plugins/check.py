"""``check_backend``: whether a backend keeps to the contract of docs/backends.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Any

from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.simulator.integrated import IntegratedBackend
from usimmarine_py.simulator.plugins.checked import PluginFactory, complaint, error_text, read_values
from usimmarine_py.sums import plain_sum
from usimmarine_py.values import Key, VehicleState
from usimmarine_py.values.application import APP_KEYS, APPLICATION_NAMES
from usimmarine_py.values.backend import Backend, BackendFactory, Continuous, gridded
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.state import ActuatorCommand, Environment

KINDS = ("number", "integer", "bool", "text", "pair", "list", "file")
#: Keys that never reach a backend: others read them.
TAKEN = APP_KEYS | APPLICATION_NAMES | {"dynamics", "dialect", "quirks"}

_START = VehicleState(time=100.0, x=10.0, y=-20.0, heading=30.0, speed=1.0, depth=2.0)
_ELSEWHERE = VehicleState(time=7.0, x=-500.0, y=300.0, heading=200.0)
_COMMANDS = (
    ActuatorCommand(),
    ActuatorCommand(thrust=60.0, rudder=20.0, elevator=10.0),
    ActuatorCommand(thrust=100.0, rudder=-100.0, elevator=-100.0),
    ActuatorCommand(thrust=-100.0, rudder=100.0, elevator=100.0),
    ActuatorCommand(thrust_left=100.0, thrust_right=-100.0, differential=True),
    ActuatorCommand(sway=100.0, heave=-100.0, fan=50.0),
)
_WATERS = (
    Environment(),
    Environment(0.3, -0.2, 1.0, 0.1, 0.2, 0.0, 30.0, 15.0, 250.0, 0.02),
)
_STEP = 0.1  #: s, as with AppTick = 10
_STEPS = 100
#: So much of its way (and 1 mm) two rates of the same run may differ by, without a grid and with one.
_APART, _APART_ON_GRID = 0.25, 1e-6

Read = Callable[[str], str]


def check_backend(
    factory: BackendFactory, parameters: Mapping[str, object] | None = None, read_file: Read | None = None
) -> tuple[str, ...]:
    """What a backend does against its contract, a sentence each; empty when all is well.

    ``parameters`` are values by name, as a block would give them; the defaults stand for the others. ``read_file``
    gives the text of a file that a parameter names. Looked at are the declared parameters and their limits, the start,
    equal results of equal arguments whatever else the instance serves, finite numbers under every command and in
    weather, steps from 0.01 to 1 s, the time, and the grid of a backend that has one.

    >>> from usimmarine_py import check_backend
    >>> class Stone:
    ...     name = "stone"
    ...     def initial_state(self, start): return start
    ...     def step(self, state, command, environment, dt): return state
    >>> def factory(parameters, read_file): return Stone()
    >>> factory.parameters = ()
    >>> check_backend(factory)
    ()
    """
    if isinstance(factory, PluginFactory):
        factory = factory.factory
    declared = getattr(factory, "parameters", None)
    if not callable(factory) or not isinstance(declared, tuple):
        return ("the factory must be callable and have parameters, a tuple of Key",)
    found = list(_declarations(declared))
    if found:
        return tuple(found)
    texts = {name: str(value) for name, value in (parameters or {}).items()}
    unknown = sorted(set(texts) - {p.name for p in declared})
    if unknown:
        return tuple(f"parameter {name} is not declared" for name in unknown)
    try:
        backend, twin = (_made(factory, texts, read_file) for _ in range(2))
    except UsimError as error:
        return (str(error),)
    if not isinstance(backend.name, str) or not backend.name:
        found.append("name must be a text")
    for check in (_starts, _moves, _is_pure, _keeps_rates):
        if found and check is _is_pure:
            # states that are none say nothing more
            return tuple(dict.fromkeys(found))
        try:
            found += check(backend, twin)
        except UsimError as error:
            found.append(str(error))
        except Exception as error:
            found.append(f"failed: {error_text(error)}")
    found += _at_limits(factory, declared, texts, read_file)
    return tuple(dict.fromkeys(found))


def _declarations(parameters: tuple[object, ...]) -> Iterator[str]:
    seen: set[str] = set()
    for p in parameters:
        if not isinstance(p, Key):
            yield f"parameters holds a {type(p).__name__}, not a Key"
            continue
        if p.kind not in KINDS:
            yield f"parameter {p.name}: kind {p.kind!r} is none of {', '.join(KINDS)}"
            continue
        if not p.help:
            yield f"parameter {p.name}: has no help"
        if p.minimum is not None and p.maximum is not None and p.minimum > p.maximum:
            yield f"parameter {p.name}: its minimum is above its maximum"
        for name in p.names:
            if name.lower() in TAKEN:
                yield f"parameter {name}: never arrives, others read a key of this name"
            if name.lower() in seen:
                yield f"parameter {name}: is declared twice; keys differ by more than their case"
            seen.add(name.lower())
        try:
            read_values((p,), {})
        except ConfigError as error:
            yield f"parameter {p.name}: its default {error.problem}"


def _made(factory: BackendFactory, texts: Mapping[str, str], read_file: Read | None) -> Backend:
    """The backend as the simulator would make it; raises ``UsimError``."""
    # built-in factories read texts
    own = type(factory).__module__.startswith("usimmarine_py.")
    try:
        made = factory(texts if own else read_values(factory.parameters, texts), read_file)
    except UsimError:
        raise
    except Exception as error:
        raise ConfigError(f"the factory failed: {error_text(error)}") from error
    if isinstance(made, Continuous):
        return IntegratedBackend(made)
    if not isinstance(made, Backend):
        raise ConfigError(f"the factory gave a {type(made).__name__}, which is no backend: name, initial_state, step")
    return made


def _starts(backend: Backend, twin: Backend) -> Iterator[str]:
    start = backend.initial_state(_START)
    problem = complaint(start)
    if problem:
        yield f"initial_state {problem}"
        return
    for name in ("time", "x", "y", "heading"):
        if abs(getattr(start, name) - getattr(_START, name)) > 1e-9:
            yield f"initial_state changes {name} from {getattr(_START, name)!r} to {getattr(start, name)!r}"
    if start != twin.initial_state(_START):
        yield "initial_state of two backends with equal parameters differs"


def _moves(backend: Backend, twin: Backend) -> Iterator[str]:
    """Finite numbers under every command, in calm and in weather, and with steps of every length."""
    for around in _WATERS:
        for command in _COMMANDS:
            for dt in (_STEP, 0.01, 1.0):
                state = backend.initial_state(_START)
                for _ in range(max(5, round(3.0 / dt))):
                    try:
                        after = backend.step(state, command, around, dt)
                    except Exception as error:
                        yield f"step failed with {_shown(command)}: {error_text(error)}"
                        return
                    problem = complaint(after) or _misshapen(state, after, dt)
                    if problem:
                        yield f"step {problem}, with {_shown(command)}"
                        return
                    state = after


def _shown(command: ActuatorCommand) -> str:
    """What a command asks for, without all that it leaves at rest."""
    at_rest = ActuatorCommand()
    given = {name: value for name, value in vars(command).items() if value != getattr(at_rest, name)}
    return ", ".join(f"{name}={value:g}" for name, value in given.items()) or "all commands at rest"


def _misshapen(state: VehicleState, after: VehicleState, dt: float) -> str:
    if after.time != state.time and abs(after.time - state.time - dt) > 1e-9:
        return f"of {dt:g} s moved the time by {after.time - state.time:g} s"
    if len(after.nu) not in (0, 6):
        return f"gave nu with {len(after.nu)} numbers; u, v, w, p, q, r or none"
    for name in ("nu", "internal", "actuators", "forces"):
        if not isinstance(getattr(after, name), tuple):
            return f"gave {name} as a {type(getattr(after, name)).__name__}, not as a tuple"
    return ""


def _is_pure(backend: Backend, twin: Backend) -> Iterator[str]:
    """Equal arguments give equal results, whatever the instance has done in between."""
    around, command = _WATERS[1], _COMMANDS[1]
    alone = list(_path(twin, _START, command, around))
    state, other = backend.initial_state(_START), backend.initial_state(_ELSEWHERE)
    for k in range(_STEPS):
        other = backend.step(other, _COMMANDS[2], _WATERS[0], 0.3)
        after = backend.step(state, command, around, _STEP)
        if after != backend.step(state, command, around, _STEP):
            yield "step gives another result when called again with equal arguments: it keeps something on self"
            return
        after = _plain(after, state, _STEP)
        if after != alone[k]:
            yield "step of one vehicle depends on another that the instance serves: it keeps something on self"
            return
        state = after


def _path(
    backend: Backend, start: VehicleState, command: ActuatorCommand, around: Environment, dt: float = _STEP
) -> Iterator[VehicleState]:
    state = backend.initial_state(start)
    for _ in range(round(_STEPS * _STEP / dt)):
        state = _plain(backend.step(state, command, around, dt), state, dt)
        yield state


def _plain(after: VehicleState, state: VehicleState, dt: float) -> VehicleState:
    """A state with the time that the simulator fills in."""
    return replace(after, time=state.time + dt)


def _keeps_rates(backend: Backend, twin: Backend) -> Iterator[str]:
    """Another AppTick leads to the same place, nearly; on a grid, exactly."""
    command, around = _COMMANDS[1], _WATERS[1]
    tick = _STEP
    grid: object = backend
    if gridded(grid):
        tick = grid.sim_step
        if not tick > 0.0:
            yield f"sim_step is {tick!r}; it must be above 0"
            return
        state = backend.initial_state(_START)
        for dt in (0.3 * tick, 0.3 * tick, 0.4 * tick, tick):
            reach = grid.to_grid(state)
            if not 0.0 < reach <= tick * (1.0 + 1e-6):
                yield f"to_grid gave {reach!r}; it must be above 0 and at most sim_step = {tick!r}"
                return
            state = backend.step(state, command, around, dt)
            left = grid.to_grid(state)
            if abs((reach - dt - left + 0.5 * tick) % tick - 0.5 * tick) > 1e-4 * tick:
                yield f"to_grid went from {reach:g} to {left:g} s with a step of {dt:g} s"
                return
    one, two = (list(_path(backend, _START, command, around, dt)) for dt in (tick, 2.0 * tick))
    pairs = list(zip(one[1::2], two, strict=False))
    way = plain_sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(one))
    apart = max(hypot(a.x - b.x, a.y - b.y) for a, b in pairs)
    share = _APART_ON_GRID if gridded(backend) else _APART
    if apart > share * way + 1e-3:
        yield f"steps of {tick:g} and {2.0 * tick:g} s lead to places {apart:.3g} m apart on a way of {way:.3g} m"


def _at_limits(
    factory: BackendFactory, parameters: tuple[Key, ...], texts: Mapping[str, str], read_file: Read | None
) -> Iterator[str]:
    """Every number at its least and greatest: refused in a sentence, or taken and run with."""
    for p in parameters:
        for limit in (p.minimum, p.maximum):
            if limit is None or p.kind not in ("number", "integer") or p.name in texts:
                continue
            text: Any = f"{limit:.17g}"
            try:
                backend = _made(factory, {**texts, p.name: text}, read_file)
            except ConfigError as error:
                if error.problem.startswith("the factory failed"):
                    yield f"{p.name} = {text}: {error.problem}"
                continue
            try:
                bad = next((c for s in _path(backend, _START, _COMMANDS[1], _WATERS[1]) if (c := complaint(s))), "")
            except Exception as error:
                bad = f"failed: {error_text(error)}"
            if bad:
                yield f"{p.name} = {text} is inside its limits, but step {bad}"
