"""From a described vehicle to the records that the kernels read (``kernels/body/records.py``)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from usimmarine_py.kernels.body import drives
from usimmarine_py.kernels.body import records as of
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.actuators.actuator import Actuator, MmgDrive
from usimmarine_py.vehicle.description.memory import MemorySystem
from usimmarine_py.vehicle.description.vehicle import Coriolis, VehicleDescription, axes_of

#: the entries of C_A that make the Munk moments, and their mirror images: it stays skew (laws/hydrodynamics 3.4)
MUNK_ENTRIES = tuple(entry for i, j in ((4, 2), (4, 3), (5, 1), (5, 3), (6, 1), (6, 2)) for entry in ((i, j), (j, i)))

_MODELS = {"euler": of.MODEL_EULER, "quaternion": of.MODEL_QUATERNION}
_CURRENTS = {"full": of.CURRENT_FULL, "pvs": of.CURRENT_PVS, "mss": of.CURRENT_MSS}
_KINDS = {
    "thruster": drives.THRUSTER,
    "azimuth": drives.AZIMUTH,
    "waterjet": drives.WATERJET,
    "tunnel": drives.TUNNEL,
    "thruster_advance": drives.ADVANCE,
    "slipstream_rudder": drives.RUDDER,
    "propeller": drives.PROPELLER,
    "four_quadrant": drives.FOUR_QUADRANT,
    "buoyancy_engine": drives.BUOYANCY_ENGINE,
    "moving_mass": drives.MOVING_MASS,
}
#: the place of each law in ``ActuatorTerms``
_LAWS: dict[type, str] = {
    drives.Screw: "screw",
    drives.Jet: "jet",
    drives.AdvanceScrew: "advance",
    drives.RaceRudder: "rudder",
    drives.LinearScrew: "propeller",
    drives.QuadrantScrew: "quadrant",
    drives.FinForce: "fin",
    drives.Ballast: "ballast",
}
_FINS = {
    ("fin", "yaw"): drives.FIN_YAW,
    ("fin", "pitch"): drives.FIN_PITCH,
    ("fin_simple", "yaw"): drives.FIN_SIMPLE_YAW,
    ("fin_simple", "pitch"): drives.FIN_SIMPLE_PITCH,
}


def body_of(vehicle: VehicleDescription, attitude: str = "", actuators: bool = True) -> of.Body:
    """Return the records of one vehicle; ``attitude`` euler or quaternion overrides the vehicle's own.

    Without ``actuators`` the vehicle is a bare hull that only the extra force moves.
    """
    acting = [a for a in vehicle.actuators if type(a.law) in _LAWS] if actuators else []
    used = axes_of(vehicle.dof)
    inverse = np.zeros((6, 6))
    inverse[np.ix_(used, used)] = np.linalg.inv(vehicle.M[np.ix_(used, used)])
    i = vehicle.body.inertia
    terms = of.BodyTerms(
        of.MODEL_3DOF if vehicle.dof == 3 else _MODELS[attitude or vehicle.attitude],
        vehicle.medium.rho,
        _CURRENTS[vehicle.medium.current],
        float(len(vehicle.actuator_states)) if actuators else 0.0,
        float(len(acting)),
        float(len(vehicle.forces.memory)),
        of.RigidBody(
            vehicle.mass, *_floats(vehicle.r_g), *_floats((i[0, 0], i[0, 1], i[0, 2], i[1, 1], i[1, 2], i[2, 2]))
        ),
        of.matrix6(vehicle.body.M_A),
        of.matrix6(inverse),
        _coriolis(vehicle.forces.coriolis),
        vehicle.forces.damping,
        _restoring(vehicle),
        vehicle.forces.payload,
        vehicle.weather.wind,
        _mmg(vehicle, actuators),
    )
    curves: list[float] = []
    made = []
    for a in acting:
        made.append(_actuator(a, vehicle, [other.name for other in acting], len(curves)))
        curves += a.curve
    return of.Body(terms, tuple(made), tuple(_memory(s) for s in vehicle.forces.memory), tuple(curves))


def _surfacing(vehicle: VehicleDescription) -> of.Surfacing:
    if not vehicle.submerged or vehicle.forces.hydrostatics.surfacing_radius <= 0.0:
        return of.Surfacing()
    root = np.linalg.inv(np.linalg.cholesky(vehicle.body.M_RB))
    added = vehicle.body.M_A
    shares, turned = np.linalg.eigh(root @ (0.5 * (added + added.T)) @ root.T)
    return of.Surfacing(of.matrix6(root.T @ turned), of.row6(shares))


def _floats(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(x) for x in values)


def _coriolis(coriolis: Coriolis) -> of.CoriolisTerms:
    form = of.CORIOLIS_FULL
    if coriolis.model == "linear_surge":
        form = of.CORIOLIS_SURGE
    elif coriolis.form == "A":
        form = of.CORIOLIS_FORM_A
    drop = np.zeros((6, 6))
    for i, j in coriolis.dropped:
        drop[i - 1, j - 1] = 1.0
    if coriolis.munk < 1.0:
        for i, j in MUNK_ENTRIES:
            drop[i - 1, j - 1] = max(drop[i - 1, j - 1], 1.0 - coriolis.munk)
    return of.CoriolisTerms(form, float(drop.any()), of.matrix6(drop), of.matrix6(coriolis.matrix))


def _restoring(vehicle: VehicleDescription) -> of.Restoring:
    h = vehicle.forces.hydrostatics
    rest = h.G.copy()
    rest[2:5, 2:5] = 0.0
    heave, roll, pitch = (of.Tilt(*row) for row in h.G[2:5, 2:5].tolist())
    return of.Restoring(
        {"none": 0.0, "linear": 1.0, "submerged": 2.0}[h.model],
        float(h.vertical),
        heave,
        roll,
        pitch,
        float(rest.any()),
        of.matrix6(rest),
        vehicle.mass * vehicle.g,
        h.buoyancy,
        of.Point(*_floats(h.r_b)),
        h.surfacing_radius,
        _surfacing(vehicle),
    )


def _mmg(vehicle: VehicleDescription, actuators: bool) -> of.MmgShip:
    drive = next((a for a in vehicle.actuators if isinstance(a.law, MmgDrive)), None)
    if drive is None or not isinstance(drive.law, MmgDrive) or not actuators:
        return vehicle.forces.mmg
    state = float(vehicle.actuator_states.index(drive.states[0]))
    return replace(vehicle.forces.mmg, propeller=replace(drive.law.propeller, state=state), rudder=drive.law.rudder)


def _memory(system: MemorySystem) -> of.MemoryTerms:
    a, c = of.Coefficients(*system.a), of.Coefficients(*system.c)
    return of.MemoryTerms(float(system.row), float(system.column), float(system.order), a, c)


def _actuator(a: Actuator, vehicle: VehicleDescription, names: Sequence[str], start: int) -> of.ActuatorTerms:
    """Return the record of one actuator, whose curve stands from ``start`` on; ``names`` are those of all records."""
    state = float(vehicle.actuator_states.index(a.states[0]))
    made = of.ActuatorTerms(_kind(a), state, of.Point(*a.position), of.Point(*a.direction))
    law = a.law
    if isinstance(law, drives.RaceRudder):
        law = replace(law, behind=float(names.index(a.behind)))
    elif isinstance(law, drives.QuadrantScrew):
        law = replace(law, start=float(start))
    return replace(made, **{_LAWS[type(law)]: law})


def _kind(a: Actuator) -> float:
    if a.kind in ("thruster", "tunnel") and not a.plain:
        return drives.DIRECTED
    if a.kind == "fin" and a.normal is not None:
        return drives.FIN_ANYWHERE
    if a.axis:
        return _FINS[a.kind, a.axis]
    return drives.WATERJET_PLANAR if a.planar else _KINDS[a.kind]
