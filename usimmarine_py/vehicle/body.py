"""From a described vehicle to the records that the kernels read (``kernels/body/records.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kernels.body import records as of
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.actuators.actuator import Actuator
from usimmarine_py.vehicle.description.damping_reader import by_force
from usimmarine_py.vehicle.description.memory import MemorySystem
from usimmarine_py.vehicle.description.vehicle import Coriolis, Damping, VehicleDescription

#: the entries of C_A that make the Munk moments, and their mirror images: it stays skew (laws/hydrodynamics 3.4)
MUNK_ENTRIES = tuple(entry for i, j in ((4, 2), (4, 3), (5, 1), (5, 3), (6, 1), (6, 2)) for entry in ((i, j), (j, i)))

_MODELS = {"euler": of.MODEL_EULER, "quaternion": of.MODEL_QUATERNION}
_CURRENTS = {"full": of.CURRENT_FULL, "pvs": of.CURRENT_PVS, "mss": of.CURRENT_MSS}
_KINDS = {
    "thruster": of.THRUSTER,
    "azimuth": of.AZIMUTH,
    "waterjet": of.WATERJET,
    "tunnel": of.TUNNEL,
    "thruster_advance": of.ADVANCE,
    "slipstream_rudder": of.RUDDER,
    "propeller": of.PROPELLER,
    "four_quadrant": of.FOUR_QUADRANT,
    "buoyancy_engine": of.BUOYANCY_ENGINE,
    "moving_mass": of.MOVING_MASS,
}
_FINS = {
    ("fin", "yaw"): of.FIN_YAW,
    ("fin", "pitch"): of.FIN_PITCH,
    ("fin_simple", "yaw"): of.FIN_SIMPLE_YAW,
    ("fin_simple", "pitch"): of.FIN_SIMPLE_PITCH,
}


def body_of(vehicle: VehicleDescription, attitude: str = "", actuators: bool = True) -> of.Body:
    """Return the records of one vehicle; ``attitude`` euler or quaternion overrides the vehicle's own.

    Without ``actuators`` the vehicle is a bare hull that only the extra force moves.
    """
    acting = [a for a in vehicle.actuators if a.kind not in ("generalised_force", "mmg")] if actuators else []
    used = [0, 1, 5] if vehicle.dof == 3 else list(range(6))
    inverse = np.zeros((6, 6))
    inverse[np.ix_(used, used)] = np.linalg.inv(vehicle.M[np.ix_(used, used)])
    i = vehicle.inertia
    terms = of.BodyTerms(
        of.MODEL_3DOF if vehicle.dof == 3 else _MODELS[attitude or vehicle.attitude],
        vehicle.rho,
        _CURRENTS[vehicle.current],
        float(len(vehicle.actuator_states)) if actuators else 0.0,
        float(len(acting)),
        float(len(vehicle.memory)),
        of.RigidBody(
            vehicle.mass, *_floats(vehicle.r_g), *_floats((i[0, 0], i[0, 1], i[0, 2], i[1, 1], i[1, 2], i[2, 2]))
        ),
        _matrix(vehicle.M_A),
        _matrix(inverse),
        _coriolis(vehicle.coriolis),
        _damping(vehicle.damping, vehicle.nu_kin),
        _restoring(vehicle),
        of.Load() if vehicle.payload is None else of.Load(1.0, **_numbers(vehicle.payload)),
        _windage(vehicle.wind),
        _mmg(vehicle, actuators),
    )
    curves: list[float] = []
    made = []
    for a in acting:
        made.append(_actuator(a, vehicle, [other.name for other in acting], len(curves)))
        curves += a.curve
    return of.Body(terms, tuple(made), tuple(_memory(s) for s in vehicle.memory), tuple(curves))


def _floats(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(x) for x in values)


def _numbers(values: Mapping[str, float]) -> dict[str, float]:
    return {name: float(x) for name, x in values.items()}


def _matrix(values: NDArray[np.float64]) -> of.Matrix6:
    return of.Matrix6(*(of.Row6(*row) for row in values.tolist()))


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
    return of.CoriolisTerms(form, float(drop.any()), _matrix(drop), _matrix(coriolis.matrix))


def _damping(d: Damping, viscosity: float) -> of.DampingTerms:
    diagonal = np.diag(d.linear)
    rest = d.linear - np.diag(diagonal)
    plain = of.Resistance(
        of.Row6(*diagonal.tolist()),
        float(rest.any()),
        _matrix(rest),
        float(any(d.fade)),
        of.Row6(*_floats(d.fade)),
        float(any(d.quadratic) or any(d.cubic)),
        of.Row6(*_floats(d.quadratic)),
        of.Row6(*_floats(d.cubic)),
    )
    return of.DampingTerms(
        viscosity,
        plain,
        of.Friction() if d.ittc is None else of.Friction(1.0, **_numbers(d.ittc)),
        of.Skeg() if d.skeg is None else of.Skeg(**_numbers(d.skeg)),
        of.BodyLift(float(any(d.body_lift.values())), **_numbers(d.body_lift)),
        of.Polar(float(bool(d.polar)), **_numbers(d.polar)),
        of.CrossFlow() if d.cross_flow is None else of.CrossFlow(**_numbers(d.cross_flow)),
        of.HullLift() if d.lift_drag is None else of.HullLift(1.0, **_numbers(d.lift_drag)),
        of.Cylinder() if d.section is None else of.Cylinder(1.0, **_numbers(d.section)),
        of.Derivatives(
            float(any(d.polynomial.values())),
            of.SurgeDerivatives(**by_force(d.polynomial, "X")),
            of.SwayDerivatives(**by_force(d.polynomial, "Y")),
            of.YawDerivatives(**by_force(d.polynomial, "N")),
        ),
    )


def _restoring(vehicle: VehicleDescription) -> of.Restoring:
    h = vehicle.hydrostatics
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
        _matrix(rest),
        vehicle.mass * vehicle.g,
        h.buoyancy,
        of.Point(*_floats(h.r_b)),
        h.surfacing_radius,
    )


def _windage(w: Mapping[str, float] | None) -> of.Windage:
    if w is None or w["A_L"] <= 0.0:
        return of.Windage()
    if "c_x" in w:
        law, form = of.SIMPLE_LAW, (0.0, 0.0, w["L"], w["c_y"], w["c_x"], w["c_n"], 0.0, 0.0)
    else:
        law = of.BLENDERMANN_LAW
        form = (w["s_H"], w["s_L"], w["L"], w["CD_t"], w["CD_l_AF_0"], w["CD_l_AF_pi"], w["delta"], w["kappa"])
    return of.Windage(law, *_floats((w["rho"], w["A_F"], w["A_L"], *form)))


def _mmg(vehicle: VehicleDescription, actuators: bool) -> of.MmgShip:
    hull = vehicle.damping.mmg
    if not hull:
        return of.MmgShip()
    propeller, rudder = of.MmgPropeller(), of.MmgRudder()
    drive = next((a for a in vehicle.actuators if a.kind == "mmg"), None)
    if drive is not None and actuators:
        n = drive.numbers
        state = float(vehicle.actuator_states.index(drive.states[0]))
        propeller = of.MmgPropeller(state, *(float(n[k]) for k in of.names(of.MmgPropeller)[1:]))
        rudder = of.MmgRudder(*(float(n[k]) for k in of.names(of.MmgRudder)))
    length = vehicle.length_pp
    surge = of.MmgSurge(float(hull["R_0"]), **by_force(hull, "X"))
    sway, yaw = (of.MmgTurn(**by_force(hull, force)) for force in "YN")
    return of.MmgShip(1.0, length, 0.5 * vehicle.rho * length * vehicle.draft, surge, sway, yaw, propeller, rudder)


def _memory(system: MemorySystem) -> of.MemoryTerms:
    a, c = of.Coefficients(*system.a), of.Coefficients(*system.c)
    return of.MemoryTerms(float(system.row), float(system.column), float(system.order), a, c)


def _actuator(a: Actuator, vehicle: VehicleDescription, names: Sequence[str], start: int) -> of.ActuatorTerms:
    """Return the record of one actuator, whose curve stands from ``start`` on; ``names`` are those of all records."""
    n, g = a.numbers, vehicle.g
    state = float(vehicle.actuator_states.index(a.states[0]))
    made = of.ActuatorTerms(_kind(a), state, of.Point(*_floats(a.position)), of.Point(*_floats(a.direction)))
    if a.kind in ("thruster", "tunnel", "azimuth"):
        return replace(made, screw=of.Screw(**_numbers(n)))
    if a.kind == "waterjet":
        return replace(made, jet=of.Jet(**_numbers(n)))
    if a.kind == "thruster_advance":
        return replace(made, advance=of.AdvanceScrew(**_numbers(n)))
    if a.kind == "slipstream_rudder":
        return replace(made, rudder=of.RaceRudder(float(names.index(a.behind)), **_numbers(n)))
    if a.kind == "propeller":
        return replace(made, propeller=of.LinearScrew(**_numbers(n)))
    if a.kind == "four_quadrant":
        form, columns = (of.CURVE_FOURIER, 4) if n["series"] else (of.CURVE_TABLE, 3)
        shaft = (n["D"], n["rho"], 1.0 - n["w"], 1.0 - n["t"], n["sense"], n["to_rps"])
        rows = len(a.curve) // columns
        return replace(made, quadrant=of.QuadrantScrew(*_floats((*shaft, start, rows, form, n["radius"]))))
    if a.kind == "buoyancy_engine":
        return replace(made, ballast=of.Ballast(n["lift"] * g))
    if a.kind == "moving_mass":
        return replace(made, ballast=of.Ballast(n["mass"] * g, n["offset"]))
    fin = (n["half_rho_area_cl"], n.get("k_flap", 1.0), n["two_way"], *(a.normal or (0.0, 0.0)))
    return replace(made, fin=of.FinForce(*_floats(fin)))


def _kind(a: Actuator) -> float:
    if a.kind in ("thruster", "tunnel") and not a.plain:
        return of.DIRECTED
    if a.kind == "fin" and a.normal is not None:
        return of.FIN_ANYWHERE
    if a.axis:
        return _FINS[a.kind, a.axis]
    return of.WATERJET_PLANAR if a.planar else _KINDS[a.kind]
