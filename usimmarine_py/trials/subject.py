"""What goes on trial: a shipped vehicle, a vehicle file, or the vehicle of a mission, each with its own changes.

    odin    odin:hilsim    ./mine.toml:heavy    odin:hilsim,rigid_body.mass=7000
    alpha.moos,turn_rate=40

Trials are done in calm water from rest: a mission's start, drift, weather and controller are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from usimmarine_py.check.table import BY_NAME
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.kinematic.dialects import dialect_of_name
from usimmarine_py.mission import Beside, Mission, find_simulator_block
from usimmarine_py.moos.app.settings import DEFAULT_APP_TICK
from usimmarine_py.run.changes import changed_mission
from usimmarine_py.run.engine import wants_compiled
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.simulator.parts.commands import Commands
from usimmarine_py.trials.plant import FossenPlant, Plant, SimulatorPlant
from usimmarine_py.values.application import APPLICATION_NAMES
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.description.checks import vehicle_warnings
from usimmarine_py.vehicle.description.loader import load_vehicle, toml_value
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.solver import default_step, tableau

#: Groups of parameters that have no say in a trial.
_LEFT_OUT = frozenset({"start", "drift", "weather", "sensors", "faults", "controller", "run", "wormholes"})
_LEFT_OUT_NAMES = frozenset({"wind_conditions", "timer_script", "dual_state"})

#: The rudder of a kinematic vehicle has no angle: uSimMarine counts one per cent as one degree
#: (``max_rudder_degs_per_sec`` limits per cent per second).
KINEMATIC_RUDDER_MAX = 100.0


@dataclass(frozen=True, slots=True)
class Subject:
    """One vehicle ready for trials."""

    label: str
    plant: Plant
    facts: dict[str, Any]  #: what it is, for the report
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubjectText:
    """A subject as it was written: the part before the changes, and the changes in order."""

    text: str
    what: str
    changes: tuple[tuple[str, str], ...] = field(default=())

    @classmethod
    def read(cls, text: str) -> SubjectText:
        """Take ``WHAT,KEY=VALUE,...`` apart; a comma inside brackets or quotes belongs to its value."""
        pieces = _split_outside(text)
        changes = []
        for piece in pieces[1:]:
            key, equals, value = piece.partition("=")
            if not equals or not key.strip() or not value.strip():
                raise ConfigError(f"{piece!r} must be KEY=VALUE", key=text)
            changes.append((key.strip(), value.strip()))
        if not pieces[0].strip():
            raise ConfigError("names no vehicle", key=text or "''")
        return cls(text, pieces[0].strip(), tuple(changes))


def _split_outside(text: str) -> list[str]:
    pieces, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif not quoted and c in "[{":
            depth += 1
        elif not quoted and c in "]}":
            depth -= 1
        elif c == "," and depth <= 0 and not quoted:
            pieces.append(text[start:i])
            start = i + 1
    return [*pieces, text[start:]]


def vehicle_subject(
    text: str,
    *,
    variant: str = "",
    solver: str = "dp5",
    step: float | None = None,
    engine: str = "auto",
    changes: Mapping[str, str] | None = None,
) -> Subject:
    """A shipped vehicle by name or a vehicle file by path; ``variant`` counts where the text names none.

    ``step`` is that of the solver in s, None its usual one; ``changes`` are for all subjects alike (``--set``),
    ``vehicle.`` before their keys or not. Raises ``ConfigError``.
    """
    given = SubjectText.read(text)
    name, _, own_variant = given.what.partition(":")
    if name.lower().endswith((".moos", ".moos++")):
        raise ConfigError(f"is a mission, not a vehicle; write --mission {shorten(name, 80)}", file=name)
    for_all = {key.removeprefix("vehicle."): value for key, value in (changes or {}).items()}
    overrides = {key: toml_value(value, key) for key, value in {**for_all, **dict(given.changes)}.items()}
    source, file = read(name)
    vehicle = load_vehicle(source, file, own_variant or variant, overrides)
    model = Model(vehicle)
    if vehicle.command is None:
        raise ConfigError("has no [command]: DESIRED_* means nothing to it, so it cannot be tried", file=file)
    facts = {
        "dynamics": f"fossen{vehicle.dof}",
        "vehicle": vehicle.name,
        "variant": vehicle.variant,
        "changes": overrides,
    }
    named = "" if vehicle.variant == vehicle.default_variant else vehicle.variant
    label = ":".join(part for part in (vehicle.name, named) if part) + _changes_label(given)
    plant, made = _fossen_plant(model, solver, step, engine)
    return Subject(label, plant, {**facts, **made}, vehicle_warnings(vehicle))


def mission_subject(
    text: str, *, block: str | None = None, engine: str = "auto", changes: Mapping[str, str] | None = None
) -> Subject:
    """The vehicle that a mission file configures, whatever moves it; ``changes`` are for all subjects alike.

    Raises ``ConfigError``, ``MissionFileError``.
    """
    given = SubjectText.read(text)
    for_all = dict(changes or {})
    for key in for_all:
        beside = "." in key and not key.startswith(("vehicle.", "env."))
        if beside or not _counts(key.lower()):
            raise ConfigError("has no say in a trial, which is done in calm water from rest", key=f"--set {key}")
    with changed_mission(given.what, for_all, block=block) as mission:
        return _mission_subject(given, for_all, mission, block, engine)


def _mission_subject(
    given: SubjectText, for_all: Mapping[str, str], mission: Mission, block: str | None, engine: str
) -> Subject:
    found = find_simulator_block(mission, block)
    changed = {key.lower() for key, _ in given.changes}
    for key in changed:
        if not _counts(key):
            raise ConfigError("has no say in a trial, which is done in calm water from rest", key=key)
    lines = [
        ConfigLine(e.key, e.value, found.file, e.line)
        for e in found.entries
        if _counts(e.key.lower()) and e.key.lower() not in changed
    ]
    lines += [ConfigLine(key, value) for key, value in given.changes]
    simulator = Simulator.from_lines(
        lines,
        dialect=dialect_of_name(found.name),
        datum=mission.datum()[0],
        known_elsewhere=APPLICATION_NAMES,
        read_file=Beside(mission.file),
    )
    for warning in simulator.config_warnings:
        if not warning.file and not warning.is_note:
            raise ConfigError(warning.problem, key=warning.key, suggestion=warning.suggestion)
    facts: dict[str, Any] = {
        "dynamics": simulator.dynamics,
        "mission": Path(mission.file).name,
        "block": found.name,
        "changes": {**for_all, **dict(given.changes)},
    }
    warnings = tuple(str(warning) for warning in simulator.config_warnings)
    label = f"{Path(mission.file).stem}{_changes_label(given)}"
    backend = simulator.backend
    if isinstance(backend, FossenBackend):
        vehicle = backend.model.vehicle
        plant, made = _fossen_plant(backend.model, backend.method.name, backend.sim_step, engine)
        return Subject(label, plant, {**facts, "vehicle": vehicle.name, "variant": vehicle.variant, **made}, warnings)
    tick = found.number("AppTick")
    step = 1.0 / tick if tick is not None and tick > 0 else 1.0 / DEFAULT_APP_TICK
    differential = simulator.vehicle.part(Commands).command.differential
    kinematic = SimulatorPlant(
        simulator, step, None if differential else KINEMATIC_RUDDER_MAX, differential=differential
    )
    facts |= {"dialect": simulator.dialect, "step": step, "rudder_max_deg": kinematic.rudder_max}
    return Subject(label, kinematic, facts, warnings)


def _counts(key: str) -> bool:
    parameter = BY_NAME.get(key)
    if key in _LEFT_OUT_NAMES or (parameter is not None and parameter.name in _LEFT_OUT_NAMES):
        return False
    return parameter is None or parameter.group not in _LEFT_OUT


def _changes_label(given: SubjectText) -> str:
    return "".join(f" {key}={value}" for key, value in given.changes)


def _fossen_plant(model: Model, solver: str, step: float | None, engine: str) -> tuple[FossenPlant, dict[str, Any]]:
    step = default_step(solver) if step is None else step
    if not 1e-4 <= step <= 1.0:
        raise ConfigError(f"must be from 0.0001 to 1 s, not {step:g}", key="--step")
    fast = None
    if wants_compiled(engine):
        from usimmarine_py.vehicle.compiled import compiled_advance

        fast = compiled_advance(model)
    plant = FossenPlant(model, tableau(solver), step, fast)
    return plant, {
        "solver": solver,
        "step": step,
        "rudder_max_deg": plant.rudder_max,
        "length": plant.length,
    }


def numbered(subjects: Sequence[Subject]) -> list[Subject]:
    """Subjects that are called alike get numbers: else one's track would take the other's place."""
    labels = [subject.label for subject in subjects]
    return [
        replace(subject, label=f"{subject.label} #{labels[: i + 1].count(subject.label)}")
        if labels.count(subject.label) > 1
        else subject
        for i, subject in enumerate(subjects)
    ]
