"""Subjects of trials: a shipped vehicle, a vehicle file, or the vehicle of a mission, each with changes.

    odin    odin:hilsim    ./mine.toml:heavy    odin:hilsim,rigid_body.mass=7000
    alpha.moos,turn_rate=40

Trials are run in calm water from rest, without a mission's start, drift, weather and controller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from usimmarine_py.check.table import BY_NAME
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.kinematic.dialects import dialect_of_name
from usimmarine_py.mission import Beside, find_simulator_block
from usimmarine_py.moos.app.settings import DEFAULT_APP_TICK
from usimmarine_py.run.asked import MissionReading
from usimmarine_py.run.changes import changed_mission
from usimmarine_py.run.engine import wants_compiled
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.trials.plant import FossenPlant, Plant, SimulatorPlant
from usimmarine_py.values.application import APPLICATION_NAMES
from usimmarine_py.values.overrides import VehicleText, entries, read_changes, split_changes
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.description.checks import vehicle_warnings
from usimmarine_py.vehicle.description.loader import TABLES, load_vehicle
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.solver import default_step, tableau

#: Groups of parameters without effect in a trial.
_LEFT_OUT = frozenset({"start", "drift", "weather", "sensors", "faults", "controller", "run", "wormholes"})
_LEFT_OUT_NAMES = frozenset({"wind_conditions", "timer_script", "dual_state"})

#: The rudder of a kinematic vehicle has no angle: uSimMarine counts one per cent as one degree
#: (``max_rudder_degs_per_sec`` limits per cent per second).
KINEMATIC_RUDDER_MAX = 100.0


@dataclass(frozen=True, slots=True)
class SubjectSource:
    """What a subject is made of: text and numbers, for another process; files by absolute paths."""

    kind: str  #: ``vehicle``, ``mission``
    text: str
    options: tuple[tuple[str, Any], ...]

    def make(self) -> Subject:
        """Return the subject; the same for the same source, since compiled equations are kept."""
        return _made(self)


@dataclass(frozen=True, slots=True)
class Subject:
    """One vehicle ready for trials."""

    label: str
    plant: Plant
    facts: dict[str, Any]  #: description for the report
    warnings: tuple[str, ...] = ()
    source: SubjectSource | None = None  #: what another process makes the same of; None: an application steers it


def vehicle_subject(
    text: str,
    *,
    variant: str = "",
    solver: str = "dp5",
    step: float | None = None,
    engine: str = "auto",
    changes: Mapping[str, Any] | None = None,
) -> Subject:
    """Return a shipped vehicle by name or a vehicle file by path; ``variant`` is used if the text names none.

    ``step`` is that of the solver in s, None its usual one; ``changes`` are for all subjects alike (``--set``),
    ``vehicle.`` before their keys or not. Raises ``ConfigError``.
    """
    given = VehicleText.read(text)
    name = given.name
    if not name:
        raise ConfigError("names no vehicle", key=text or "''")
    if name.lower().endswith((".moos", ".moos++")):
        raise ConfigError(f"is a mission, not a vehicle; write --mission {shorten(name, 80)}", file=name)
    both = given._replace(changes={**entries(read_changes(changes or {})), **given.changes})
    overrides = both.overrides()
    source, file = read(name)
    vehicle = load_vehicle(source, file, given.variant or variant, overrides)
    model = Model(vehicle)
    if vehicle.command is None:
        raise ConfigError("has no [command]: DESIRED_* means nothing to it, so it cannot be tried", file=file)
    facts = {
        "dynamics": f"fossen{vehicle.dof}",
        "vehicle": vehicle.name,
        "variant": vehicle.variant,
        "changes": overrides,
    }
    named = "" if vehicle.variant == vehicle.about.default_variant else vehicle.variant
    label = ":".join(part for part in (vehicle.name, named) if part) + _changes_label(given.changes)
    plant, made = _fossen_plant(model, solver, step, engine)
    made_of = _source("vehicle", text, name, variant=variant, solver=solver, step=step, engine=engine, changes=changes)
    return Subject(label, plant, {**facts, **made}, vehicle_warnings(vehicle), made_of)


def mission_subject(
    text: str, *, block: str | None = None, engine: str = "auto", changes: Mapping[str, Any] | None = None
) -> Subject:
    """Return the vehicle of a mission file, with any dynamics; ``changes`` apply to all subjects.

    Raises ``ConfigError``, ``MissionFileError``.
    """
    file, own = split_changes(text)
    if not file:
        raise ConfigError("names no mission", key=text or "''")
    source = _source("mission", text, file, block=block, engine=engine, changes=changes)
    for_all = read_changes(changes or {})
    for key, where in (*((key, f"--set {key}") for key in for_all), *((key, key) for key in own)):
        head, dot, _ = key.partition(".")
        if (dot and head not in ("vehicle", "env", *TABLES)) or not _counts(key.lower()):
            raise ConfigError("has no effect in a trial, which is run in calm water from rest", key=where)
    mission = changed_mission(file, MissionReading(changes={**for_all, **own}, block=block))
    found = find_simulator_block(mission, block)
    lines = [ConfigLine(e.key, e.value, found.file, e.line) for e in found.entries if _counts(e.key.lower())]
    simulator = Simulator.from_lines(
        lines,
        dialect=dialect_of_name(found.name),
        datum=mission.datum()[0],
        known_elsewhere=APPLICATION_NAMES,
        read_file=Beside(mission.file),
    )
    facts: dict[str, Any] = {
        "dynamics": simulator.dynamics,
        "mission": Path(mission.file).name,
        "block": found.name,
        "changes": {**for_all, **own},
    }
    warnings = tuple(str(warning) for warning in simulator.config_warnings)
    label = f"{Path(mission.file).stem}{_changes_label(own)}"
    backend = simulator.backend
    if isinstance(backend, FossenBackend):
        vehicle = backend.model.vehicle
        plant, made = _fossen_plant(backend.model, backend.method.name, backend.sim_step, engine)
        return Subject(
            label, plant, {**facts, "vehicle": vehicle.name, "variant": vehicle.variant, **made}, warnings, source
        )
    tick = found.number("AppTick")
    step = 1.0 / tick if tick is not None and tick > 0 else 1.0 / DEFAULT_APP_TICK
    differential = simulator.vehicle.part(CommandPart).command.differential
    kinematic = SimulatorPlant(
        simulator, step, None if differential else KINEMATIC_RUDDER_MAX, differential=differential
    )
    facts |= {"dialect": simulator.dialect, "step": step, "rudder_max_deg": kinematic.rudder_max}
    return Subject(label, kinematic, facts, warnings, source)


def _source(kind: str, text: str, name: str, **options: Any) -> SubjectSource:
    """``name``: of the vehicle or the file, with which ``text`` begins."""
    there = str(Path(name).expanduser().resolve()) if any(c in name for c in "./\\") else name
    options["changes"] = tuple((options["changes"] or {}).items())
    return SubjectSource(kind, there + text.strip()[len(name) :], tuple(options.items()))


@lru_cache(maxsize=64)
def _made(source: SubjectSource) -> Subject:
    options = dict(source.options)
    options["changes"] = dict(options["changes"])
    if source.kind == "mission":
        return mission_subject(source.text, **options)
    return vehicle_subject(source.text, **options)


def _counts(key: str) -> bool:
    parameter = BY_NAME.get(key)
    if key in _LEFT_OUT_NAMES or (parameter is not None and parameter.name in _LEFT_OUT_NAMES):
        return False
    return parameter is None or parameter.group not in _LEFT_OUT


def _changes_label(changes: Mapping[str, str]) -> str:
    return "".join(f" {key}={value}" for key, value in changes.items())


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
    """Number subjects with equal names, so that their tracks have different files."""
    labels = [subject.label for subject in subjects]
    return [
        replace(subject, label=f"{subject.label} #{labels[: i + 1].count(subject.label)}")
        if labels.count(subject.label) > 1
        else subject
        for i, subject in enumerate(subjects)
    ]
