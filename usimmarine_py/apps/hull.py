"""The three-dimensional drawing of a vehicle: size, form and positions of its actuators."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.apps.setup import build_simulator
from usimmarine_py.errors import UsimError
from usimmarine_py.logs.mcap.shapes import Fitting, HullShape
from usimmarine_py.logs.runs import mission_as_run
from usimmarine_py.mission import Mission, find_simulator_block, read_mission
from usimmarine_py.values import Backend
from usimmarine_py.vehicle.actuators.actuator import Actuator
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import load

#: A submerged vehicle at least as many times as long as it is wide is a torpedo, else a box.
_SLENDER = 2.5


def hull_of(backend: Backend | None) -> HullShape:
    """The hull of a vehicle; a small boat if its form is unknown."""
    return _hull(backend.model.vehicle) if isinstance(backend, FossenBackend) else HullShape()


def hull_by_name(vehicle: str) -> HullShape:
    """Return the hull of a vehicle, ``NAME[:VARIANT][,KEY=VALUE ...]``. Raises ``ConfigError``."""
    return _hull(load(vehicle))


def hull_beside(log: Path) -> HullShape:
    """The hull of the vehicle of a run's own mission, where that lies beside the log."""
    try:
        return hull_of_mission(mission_as_run(log))
    except UsimError:
        return HullShape()  # the log is shown without


def hull_of_mission(mission: Path | Mission | None) -> HullShape:
    """The hull of a mission's vehicle; a small boat where there is none."""
    if mission is None:
        return HullShape()
    try:
        found = mission if isinstance(mission, Mission) else read_mission(mission)
        block = find_simulator_block(found)
        return hull_of(build_simulator(found, block, block.name).backend)
    except UsimError:
        return HullShape()  # the log is shown without


def _hull(of: VehicleDescription) -> HullShape:
    form = "boat"
    if of.submerged:
        form = "torpedo" if of.size.length_oa >= _SLENDER * of.size.beam else "box"
    fittings = {actuator.name.upper(): _fitting(actuator) for actuator in of.actuators}
    beam = of.size.beam or 0.2 * of.size.length_oa
    kind = "glider" if any(actuator.kind == "buoyancy_engine" for actuator in of.actuators) else of.about.kind
    return HullShape(of.size.length_oa, beam, of.size.draft, form, fittings, of.size.hulls, kind)


def _fitting(of: Actuator) -> Fitting:
    edge = (0.0, 0.0, 1.0) if of.axis == "pitch" else (0.0, 1.0, 0.0)
    if of.normal is not None:
        edge = (0.0, *of.normal)
    shaft = next((state for state in of.states if state.name.endswith("_n")), None)
    limit = 0.0 if shaft is None else max(abs(shaft.low), abs(shaft.high))
    return Fitting(of.position, of.direction, edge, limit)
