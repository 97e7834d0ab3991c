"""From a ``Vehicle`` to the flat table of constants that the kernels read (``layout.py``)."""

from __future__ import annotations

import numpy as np

from usimmarine_py.vehicle.actuators.actuator import MMG_DRIVE, Actuator
from usimmarine_py.vehicle.description.damping_reader import BODY_LIFT, DERIVATIVES, MMG_HULL, POLAR
from usimmarine_py.vehicle.description.vehicle import Damping, Vehicle
from usimmarine_py.vehicle.equations import layout as at
from usimmarine_py.vehicle.equations.wind_load import BLENDERMANN_LAW, SIMPLE_LAW

#: index of every entry of C_A that is not zero by itself, by (row, column) counted from 1
DROP_INDEX: dict[tuple[int, int], int] = {
    (1, 5): at.DROP15, (1, 6): at.DROP16, (2, 4): at.DROP24, (2, 6): at.DROP26, (3, 4): at.DROP34, (3, 5): at.DROP35,
    (4, 2): at.DROP42, (4, 3): at.DROP43, (5, 1): at.DROP51, (5, 3): at.DROP53, (6, 1): at.DROP61, (6, 2): at.DROP62,
    (4, 5): at.DROP45, (4, 6): at.DROP46, (5, 4): at.DROP54, (5, 6): at.DROP56, (6, 4): at.DROP64, (6, 5): at.DROP65,
}  # fmt: skip

#: the entries of C_A that make the Munk moments, and their mirror images: it stays skew (laws/hydrodynamics 3.4)
MUNK_ENTRIES = tuple(entry for i, j in ((4, 2), (4, 3), (5, 1), (5, 3), (6, 1), (6, 2)) for entry in ((i, j), (j, i)))

_KINDS = {
    "thruster": at.THRUSTER,
    "azimuth": at.AZIMUTH,
    "waterjet": at.WATERJET,
    "tunnel": at.TUNNEL,
    "thruster_advance": at.ADVANCE,
    "slipstream_rudder": at.RUDDER,
    "propeller": at.PROPELLER,
    "four_quadrant": at.FOUR_QUADRANT,
    "buoyancy_engine": at.BUOYANCY_ENGINE,
    "moving_mass": at.MOVING_MASS,
}
_FINS = {
    ("fin", "yaw"): at.FIN_YAW,
    ("fin", "pitch"): at.FIN_PITCH,
    ("fin_simple", "yaw"): at.FIN_SIMPLE_YAW,
    ("fin_simple", "pitch"): at.FIN_SIMPLE_PITCH,
}


def constants(vehicle: Vehicle, attitude: str = "", actuators: bool = True) -> tuple[float, ...]:
    """The table of one vehicle; ``attitude`` euler or quaternion overrides the vehicle's own.

    Without ``actuators`` the vehicle is a bare hull that only the extra force moves.
    """
    c = [0.0] * at.END_OF_FIXED
    words = {"euler": at.MODEL_EULER, "quaternion": at.MODEL_QUATERNION}
    c[at.MODEL] = at.MODEL_3DOF if vehicle.dof == 3 else words[attitude or vehicle.attitude]
    c[at.RHO] = vehicle.rho
    _mass(c, vehicle)
    _damping(c, vehicle.damping, vehicle.nu_kin)
    _restoring(c, vehicle)
    _wind(c, vehicle)
    _mmg(c, vehicle, actuators)
    if actuators:
        _actuators(c, vehicle.actuators, vehicle.g)
    c[at.MEMORY_SYSTEMS] = float(len(vehicle.memory))
    c[at.MEMORY_AT] = float(len(c))
    for system in vehicle.memory:
        fill = (0.0,) * (4 - system.order)
        c += [float(system.row), float(system.column), float(system.order), *system.a, *fill, *system.c, *fill]
    return tuple(float(x) for x in c)


def _mass(c: list[float], vehicle: Vehicle) -> None:
    c[at.MASS] = vehicle.mass
    c[at.XG], c[at.YG], c[at.ZG] = vehicle.r_g
    i = vehicle.inertia
    c[at.I11], c[at.I12], c[at.I13] = i[0, 0], i[0, 1], i[0, 2]
    c[at.I22], c[at.I23], c[at.I33] = i[1, 1], i[1, 2], i[2, 2]
    c[at.A11 : at.A66 + 1] = vehicle.M_A.ravel().tolist()
    inverse = np.zeros((6, 6))
    used = [0, 1, 5] if vehicle.dof == 3 else list(range(6))
    inverse[np.ix_(used, used)] = np.linalg.inv(vehicle.M[np.ix_(used, used)])
    c[at.V11 : at.V66 + 1] = inverse.ravel().tolist()
    coriolis = vehicle.coriolis
    c[at.CBAR : at.CBAR + 36] = coriolis.matrix.ravel().tolist()
    if coriolis.model == "linear_surge":
        c[at.CORIOLIS] = at.CORIOLIS_SURGE
    elif coriolis.form == "A":
        c[at.CORIOLIS] = at.CORIOLIS_FORM_A
    for entry in coriolis.dropped:
        c[at.CORIOLIS_DROPS] = 1.0
        c[DROP_INDEX[entry]] = 1.0
    if coriolis.munk < 1.0:
        c[at.CORIOLIS_DROPS] = 1.0
        for entry in MUNK_ENTRIES:
            c[DROP_INDEX[entry]] = max(c[DROP_INDEX[entry]], 1.0 - coriolis.munk)
    c[at.CURRENT] = {"full": at.CURRENT_FULL, "pvs": at.CURRENT_PVS, "mss": at.CURRENT_MSS}[vehicle.current]


def _damping(c: list[float], d: Damping, nu_kin: float) -> None:
    diagonal = np.diag(d.linear)
    c[at.D1 : at.D6 + 1] = diagonal.tolist()
    rest = d.linear - np.diag(diagonal)
    if rest.any():
        c[at.DAMPING_FULL] = 1.0
        c[at.DAMPING_MATRIX : at.DAMPING_MATRIX + 36] = rest.ravel().tolist()
    if any(d.fade):
        c[at.FADE_ON] = 1.0
        c[at.FADE : at.FADE + 6] = list(d.fade)
    if any(d.quadratic) or any(d.cubic):
        c[at.POWERS_ON] = 1.0
        c[at.Q1 : at.Q6 + 1] = list(d.quadratic)
        c[at.K1 : at.K6 + 1] = list(d.cubic)
    c[at.NU_KIN] = nu_kin
    if d.ittc is not None:
        c[at.ITTC_ON] = 1.0
        c[at.ITTC_COEF], c[at.ITTC_CR] = d.ittc["coef"], d.ittc["C_R"]
        c[at.ITTC_LENGTH], c[at.ITTC_FLOOR] = d.ittc["length"], d.ittc["u_floor"]
        c[at.ITTC_SLOPE], c[at.ITTC_FROM], c[at.ITTC_ASTERN] = d.ittc["slope"], d.ittc["from"], d.ittc["astern"]
    if d.skeg is not None:
        c[at.SKEG_ON], c[at.SKEG_X], c[at.SKEG_Z] = d.skeg["lift"], d.skeg["x"], d.skeg["z"]
    if d.cross_flow is not None:
        f = d.cross_flow
        c[at.CROSS_FLOW], c[at.CROSS_VERTICAL] = f["method"], f["vertical"]
        c[at.CROSS_SWAY], c[at.CROSS_YAW], c[at.CROSS_X1], c[at.CROSS_X2] = f["sway"], f["yaw"], f["x1"], f["x2"]
    if d.lift_drag is not None:
        f = d.lift_drag
        c[at.LIFT_ON], c[at.LIFT_FOLD] = 1.0, f["fold"]
        c[at.LIFT_SPAN], c[at.LIFT_AREA], c[at.LIFT_CD0] = f["span"], f["area"], f["CD_0"]
        c[at.LIFT_OSWALD], c[at.LIFT_RHO] = f["oswald"], f["rho"]
    if d.section is not None:
        c[at.SECTION_ON] = 1.0
        c[at.SECTION_RHO], c[at.SECTION_LENGTH] = d.section["rho"], d.section["length"]
        c[at.SECTION_RADIUS] = d.section["radius"]
    if any(d.body_lift.values()):
        c[at.BODY_ON] = 1.0
        c[at.Y_UV : at.M_UQ + 1] = [d.body_lift[k] for k in BODY_LIFT]
    if d.polar:
        c[at.POLAR_ON] = 1.0
        c[at.K_D0 : at.K_R + 1] = [d.polar[k] for k in POLAR]
    if any(d.polynomial.values()):
        c[at.POLYNOMIAL_ON] = 1.0
        c[at.X_U : at.N_RRR + 1] = [d.polynomial[k] for k in DERIVATIVES]


def _mmg(c: list[float], vehicle: Vehicle, actuators: bool) -> None:
    hull = vehicle.damping.mmg
    if not hull:
        return
    length = vehicle.length_pp
    c[at.MMG_ON], c[at.MMG_LENGTH], c[at.MMG_FORCE] = 1.0, length, 0.5 * vehicle.rho * length * vehicle.draft
    c[at.MMG_R0 : at.MMG_N_RRR + 1] = [hull[k] for k in MMG_HULL]
    c[at.MMG_STATE] = -1.0
    c[at.MMG_D] = 1.0
    drive = next((a for a in vehicle.actuators if a.kind == "mmg"), None)
    if drive is None or not actuators:
        return
    c[at.MMG_STATE] = float(vehicle.actuator_states.index(drive.states[0]))
    c[at.MMG_TO_RPS : at.MMG_X_R + 1] = [drive.numbers[k] for k in MMG_DRIVE]


def _restoring(c: list[float], vehicle: Vehicle) -> None:
    h = vehicle.hydrostatics
    c[at.AXES_VERTICAL] = 1.0 if h.vertical else 0.0
    c[at.HYDROSTATICS] = {"none": 0.0, "linear": 1.0, "submerged": 2.0}[h.model]
    rest = h.G.copy()
    c[at.G33 : at.G55 + 1] = rest[2:5, 2:5].ravel().tolist()
    rest[2:5, 2:5] = 0.0
    if rest.any():
        c[at.G_FULL] = 1.0
        c[at.G_MATRIX : at.G_MATRIX + 36] = rest.ravel().tolist()
    c[at.WEIGHT], c[at.BUOYANCY] = vehicle.mass * vehicle.g, h.buoyancy
    c[at.XB], c[at.YB], c[at.ZB] = h.r_b
    c[at.SURFACING_RADIUS] = h.surfacing_radius
    if vehicle.payload is not None:
        p = vehicle.payload
        c[at.PAYLOAD_ON] = 1.0
        c[at.PAYLOAD_WEIGHT], c[at.PAYLOAD_ROWS] = p["weight"], p["rows"]
        c[at.PAYLOAD_X], c[at.PAYLOAD_Y], c[at.PAYLOAD_Z] = p["x"], p["y"], p["z"]


def _wind(c: list[float], vehicle: Vehicle) -> None:
    w = vehicle.wind
    if w is None or w["A_L"] <= 0.0:
        return
    if "c_x" in w:
        c[at.WIND_ON] = SIMPLE_LAW
        c[at.WIND_RHO : at.WIND_KAPPA + 1] = [
            w["rho"], w["A_F"], w["A_L"], 0.0, 0.0, w["L"], w["c_y"], w["c_x"], w["c_n"], 0.0, 0.0,
        ]  # fmt: skip
        return
    c[at.WIND_ON] = BLENDERMANN_LAW
    c[at.WIND_RHO : at.WIND_KAPPA + 1] = [
        w["rho"], w["A_F"], w["A_L"], w["s_H"], w["s_L"], w["L"],
        w["CD_t"], w["CD_l_AF_0"], w["CD_l_AF_pi"], w["delta"], w["kappa"],
    ]  # fmt: skip


def _actuators(c: list[float], actuators: tuple[Actuator, ...], g: float) -> None:
    """Append the records; ``propulsion.py`` reads them. An MMG drive has none: ``mmg.py`` reads the fixed entries."""
    c[at.ACTUATORS_AT] = float(len(c))
    record_of: dict[str, int] = {}
    acting = [a for a in actuators if a.kind not in ("generalised_force", "mmg")]
    for i, a in enumerate(acting):
        record_of[a.name] = len(c) + i * at.ACTUATOR_STRIDE
    state = 0
    curves: list[float] = []
    curves_at = len(c) + len(acting) * at.ACTUATOR_STRIDE
    for a in actuators:
        if a.name in record_of:
            record = [_kind(a), float(state), *a.position, *_numbers(a, record_of, float(curves_at + len(curves)), g)]
            curves += a.curve
            c += record + [0.0] * (at.ACTUATOR_STRIDE - len(record))
        state += len(a.states)
    c += curves
    c[at.N_ACTUATORS], c[at.N_LAGS] = float(len(acting)), float(state)


def _kind(a: Actuator) -> float:
    if a.kind in ("thruster", "tunnel") and not a.plain:
        return at.DIRECTED
    if a.kind == "fin" and a.normal is not None:
        return at.FIN_ANYWHERE
    if a.axis:
        return _FINS[a.kind, a.axis]
    return at.WATERJET_PLANAR if a.planar else _KINDS[a.kind]


def _numbers(a: Actuator, record_of: dict[str, int], curve_at: float, g: float) -> list[float]:
    n = a.numbers
    if a.kind == "four_quadrant":
        series = at.CURVE_FOURIER if n["series"] else at.CURVE_TABLE
        count = len(a.curve) // (4 if n["series"] else 3)
        shaft = [n["D"], n["rho"], 1.0 - n["w"], 1.0 - n["t"], n["sense"], n["to_rps"]]
        return [*a.direction, *shaft, curve_at, float(count), series, n["radius"]]
    if a.kind in ("thruster", "tunnel") and not a.plain:
        return [*a.direction, n["K_pos"], n["K_neg"], n["K_ram"], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, n["radius"]]
    if a.kind == "fin" and a.normal is not None:
        return [n["half_rho_area_cl"], n["k_flap"], n["two_way"], *a.normal]
    if a.kind in ("thruster", "tunnel", "azimuth"):
        return [n["K_pos"], n["K_neg"]]
    if a.kind == "buoyancy_engine":
        return [n["lift"] * g]
    if a.kind == "moving_mass":
        return [n["mass"] * g, n["offset"]]
    if a.kind == "waterjet":
        return [n["K"], n["K_ram"], n["astern"]]
    if a.kind == "thruster_advance":
        return [n["T_nn_pos"], n["T_nu_pos"], n["T_nn_neg"], n["T_nu_neg"]]
    if a.kind == "slipstream_rudder":
        lift = [n["L_d_pos"], n["L_dd_pos"], n["L_d_neg"], n["L_dd_neg"]]
        return [float(record_of[a.behind]), n["rho"], n["D"], n["k_u"], *lift]
    if a.kind == "propeller":
        coefficients = [n["KT_0"], n["KT_max"], n["KQ_0"], n["KQ_max"], n["J_max"]]
        return [n["ground"], n["t"], n["w"], n["rho"], n["D"], *coefficients, n["roll_factor"], n["astern"]]
    return [n["half_rho_area_cl"], n.get("k_flap", 1.0), n["two_way"]]
