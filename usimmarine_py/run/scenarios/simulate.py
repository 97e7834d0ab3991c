"""``usim verify simulate``: integrate one scenario of a Fossen vehicle with a fixed step (laws/solvers 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from pathlib import Path

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.logs.tables import write_csv
from usimmarine_py.maths.attitude import unwrap
from usimmarine_py.maths.integrators import Tableau
from usimmarine_py.run.scenarios.scenario import FossenScenario, Segment, load_scenario
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.vehicle.backend import Advance
from usimmarine_py.vehicle.description.loader import BASE
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import load, read
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau

_ROUNDING = 1e-9  # s: two times closer than this are one
_EULER6 = ("x", "y", "z", "phi", "theta", "psi", "u", "v", "w", "p", "q", "r")
_QUATERNION = ("x", "y", "z", "eta", "eps1", "eps2", "eps3", "u", "v", "w", "p", "q", "r")


@dataclass(frozen=True, slots=True)
class Trajectory:
    """Columns and rows of a run; the first column is t (s), SI units, rad."""

    columns: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]


def simulate_file(
    path: Path, scenario_id: str, target: Path, solver: str = "dp5", dt: float = 0.01, compiled: bool = False
) -> str:
    """Run one scenario of a file and write its CSV; returns one line that says what was done.

    Raises ConfigError and LogFileError.
    """
    scenario = load_scenario(path, scenario_id)
    run = simulate(scenario, tableau(solver), dt, path.parent, compiled)
    count = write_csv(target, run.columns, run.rows)
    return f"{target}: {scenario_id}, {count} rows, {solver.lower()} with steps of at most {dt:g} s"


def simulate(
    scenario: FossenScenario, method: Tableau, dt: float, folder: Path | None = None, compiled: bool = False
) -> Trajectory:
    """Integrate a scenario; a step ends at every segment's start and at every output time.

    ``dt`` (s) is the longest step. Relative vehicle paths are looked up in ``folder`` first. ``compiled`` runs the same
    equations through numba (extra ``fast``).
    """
    if not dt > 0.0:
        raise ConfigError(f"must be greater than 0, not {dt:g}", key="--dt")
    vehicle = load(scenario.vehicle, scenario.variant or BASE, scenario.overrides, lambda name: read(name, folder))
    if vehicle.dof != scenario.dof:
        raise ConfigError(f"{scenario.id} says dof = {scenario.dof}, {scenario.vehicle} has {vehicle.dof}", key="dof")
    model = Model(vehicle, scenario.attitude, actuators=scenario.input != "tau")
    show_quaternion = scenario.attitude == "quaternion"
    columns = [*(_QUATERNION if show_quaternion else _EULER6), *(lag.name for lag in model.lags)]
    if model.planar:
        columns = list(model.names)
    advance: Advance = model.advance
    if compiled:
        from usimmarine_py.vehicle.compiled import compiled_advance

        advance = compiled_advance(model)
    rows = tuple(_rows(scenario, model, method, dt, show_quaternion, advance))
    return Trajectory(("t", *columns), rows)


def _rows(
    scenario: FossenScenario, model: Model, method: Tableau, dt: float, show_quaternion: bool, advance: Advance
) -> Iterator[tuple[float, ...]]:
    inputs = [_inputs(scenario, model, segment) for segment in scenario.segments]
    switches = [s.t for s in scenario.segments]
    outputs = floor(scenario.t_end / scenario.dt_out + _ROUNDING)
    state = model.state(scenario.eta0, scenario.nu0)
    angles = (scenario.eta0[3], scenario.eta0[5])
    solvers: dict[float, tuple[float, ...]] = {}
    segment, t = 0, 0.0
    for k in range(outputs + 1):
        end = k * scenario.dt_out
        while t < end - _ROUNDING:
            while segment + 1 < len(switches) and switches[segment + 1] <= t + _ROUNDING:
                segment += 1
            stop = end
            if segment + 1 < len(switches) and switches[segment + 1] < end - _ROUNDING:
                stop = switches[segment + 1]
            steps = max(1, ceil((stop - t) / dt - _ROUNDING))
            h = (stop - t) / steps
            if h not in solvers:
                solvers[h] = model.solver(method, h)
            # attitudes are unwrapped step by step; a model with Euler angles keeps them continuous by itself
            if model.quaternion and not show_quaternion:
                for _ in range(steps):
                    state = advance(state, inputs[segment], solvers[h], 1)
                    eta = model.eta(state)
                    angles = (unwrap(eta[3], angles[0]), unwrap(eta[5], angles[1]))
            else:
                state = advance(state, inputs[segment], solvers[h], steps)
            t = stop
        yield (end, *_shown(model, state, angles, show_quaternion))


def _shown(
    model: Model, state: Sequence[float], angles: tuple[float, float], show_quaternion: bool
) -> tuple[float, ...]:
    lags = state[model.head : model.head + len(model.lags)]
    if model.planar or show_quaternion or not model.quaternion:
        return (*state[: model.head], *lags)
    x, y, z, _phi, theta, _psi = model.eta(state)
    return (x, y, z, angles[0], theta, angles[1], *model.nu(state), *lags)


def _inputs(scenario: FossenScenario, model: Model, segment: Segment) -> list[float]:
    vehicle = model.vehicle
    tau = list(segment.tau)
    references: Sequence[float] = ()
    if scenario.input == "desired":
        if vehicle.command is None:
            raise ConfigError("has no [command]: DESIRED_* means nothing to it", key="command", file=vehicle.about.file)
        points = model.set_points(segment.demand)
        references = points.references
        tau[0] += points.surge
        tau[5] += points.yaw
    elif scenario.input == "actuator":
        references = _named_references(vehicle, segment, scenario.id)
    return model.inputs(Forcing(tau, scenario.current, scenario.wind), references)


def _named_references(vehicle: VehicleDescription, segment: Segment, scenario_id: str) -> list[float]:
    """Set-points by the name of an actuator (when it has one state) or of a state (jets: NAME_n, NAME_alpha, ...)."""
    places: dict[str, int] = {}
    states = vehicle.actuator_states
    for actuator in vehicle.actuators:
        for state in actuator.states:
            places[state.name] = states.index(state)
        if len(actuator.states) == 1:
            places[actuator.name] = states.index(actuator.states[0])
    references = [0.0] * len(states)
    for name, value in segment.actuators:
        if name not in places:
            raise ConfigError(
                f"{scenario_id}: {vehicle.name} has no actuator {name!r} (it has {', '.join(places)})",
                key="segments",
                suggestion=suggest(name, places),
            )
        references[places[name]] = value
    return references
