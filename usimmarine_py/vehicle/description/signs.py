"""Signs and units of a vehicle file that cannot be (laws/hydrodynamics 10.1): what, in which key, and the convention.

A file with one of them loads nowhere, so that no run of it diverges. What is unusual but may be is in ``checks.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, sqrt

import numpy as np

from usimmarine_py.vehicle.description.vehicle import VehicleDescription

#: A key of the file, and what is wrong with it.
Problem = tuple[str, str]

_AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_DERIVATIVES = ("X_udot", "Y_vdot", "Z_wdot", "K_pdot", "M_qdot", "N_rdot")
_DRAG = ("X_u", "Y_v", "Z_w", "K_p", "M_q", "N_r")
#: kg/m3: water of any kind.
_WATER = (500.0, 2000.0)
#: Mass over rho L^3: rowing shells have 1e-4, spheres 0.5.
_SLIM, _FAT = 1e-5, 3.0
#: Radius of gyration over the length.
_COMPACT, _WIDE = 0.005, 1.0
#: Buoyancy over weight of a submerged vehicle.
_HEAVY, _LIGHT = 0.5, 2.0


def sign_problem(vehicle: VehicleDescription) -> Problem | None:
    """Return the first of what cannot be in a vehicle, or None."""
    for problems in (_units, _added_mass, _damping, _surface, _submerged, _angles):
        for problem in problems(vehicle):
            return problem
    return None


def _units(v: VehicleDescription) -> Iterator[Problem]:
    rho, length = v.medium.rho, v.length_pp
    if not _WATER[0] <= rho <= _WATER[1]:
        yield "medium.rho", f"{rho:g} kg/m3 is no water: the density is in kg/m3, 1025 of sea water"
    fullness = v.mass / (rho * length * length * length)
    if not _SLIM <= fullness <= _FAT:
        yield (
            "vehicle.length_pp",
            f"{v.mass:g} kg on {length:g} m of length cannot float: lengths are in m, masses kg",
        )
    inertia = v.body.inertia
    for i, axis in ((1, "y"), (2, "z")):
        if inertia[i, i] > 0.0:
            radius = sqrt(inertia[i, i] / v.mass)
            if not _COMPACT * length <= radius <= _WIDE * max(length, v.size.length_oa, v.size.beam):
                key = "rigid_body.inertia_co" if v.dof == 6 else "rigid_body.I_z"
                what = f"I_{axis} = {inertia[i, i]:g} kg m2 is a radius of gyration of {radius:.3g} m"
                yield key, f"{what} in a hull of {length:g} m: inertia is in kg m2"


def _added_mass(v: VehicleDescription) -> Iterator[Problem]:
    for i, value in enumerate(np.diag(v.body.M_A)):
        if value < 0.0 and v.dof == 6:
            yield (
                "added_mass",
                f"the entry of {_AXES[i]} is {value:g}: added mass has the physical, positive sign here, "
                f"-{_DERIVATIVES[i]} of Fossen's derivatives",
            )
        elif value < 0.0:
            name = _DERIVATIVES[i]
            yield (
                f"manoeuvring.{name}",
                f"must be negative or 0, not {-value:g}: derivatives have Fossen's sign, the added mass is -{name}",
            )


def _damping(v: VehicleDescription) -> Iterator[Problem]:
    damping = v.forces.damping
    turn = 2.0 * v.speed_max / v.length_pp
    plain = damping.plain
    for i, letter in enumerate("uvwpqr"):
        linear, square, cube = (float(getattr(row, letter)) for row in (plain.linear, plain.quadratic, plain.cubic))
        most = v.speed_max if i < 3 else turn
        name, convention = _DRAG[i], "damping has the physical, positive sign here (it takes energy out)"
        if linear < 0.0:
            yield "damping.linear_diag", f"{_AXES[i]} is {linear:g}: {convention}, -{name} of Fossen's derivatives"
        for share in (0.25, 0.5, 1.0):
            speed = share * most
            if linear + square * speed + cube * speed * speed < 0.0:
                unit = "m/s" if i < 3 else "rad/s"
                key = "damping.quadratic_diag" if square < 0.0 else "damping.cubic_diag"
                yield key, f"feeds energy into {_AXES[i]} at {speed:.3g} {unit}: {convention}"
    for table, of, names in (
        ("damping.polynomial" if v.dof == 6 else "manoeuvring", damping.derivatives, ("x.u", "y.v", "n.r")),
        ("mmg", v.forces.mmg, ("y.v", "n.r")),
    ):
        for name in names:
            force, motion = name.split(".")
            value = float(getattr(getattr(of, force), motion))
            if value > 0.0:
                letters = f"{force.upper()}_{motion}"
                yield (
                    f"{table}.{letters}",
                    f"must be negative or 0, not {value:g}: derivatives have Fossen's sign, force = + {letters} "
                    f"{motion}, and this one feeds energy in",
                )


def _surface(v: VehicleDescription) -> Iterator[Problem]:
    hydrostatics, load = v.forces.hydrostatics, v.forces.payload
    if hydrostatics.model != "linear":
        return
    tipping = load.z * load.weight if load.on else 0.0  # a weight above CO has z < 0
    for i, name in ((2, "heave"), (3, "roll"), (4, "pitch")):
        stiffness = float(hydrostatics.G[i, i]) + (tipping if i > 2 else 0.0)
        if stiffness < 0.0:
            more = " with the payload" if i > 2 and tipping else ""
            moment = "GM_T" if i == 3 else "GM_L" if i == 4 else "A_wp"
            yield (
                "hydrostatics",
                f"the stiffness of {name} at rest is {stiffness:.4g}{more}: it would capsize or sink. G is positive "
                f"where the water rights the hull (Fossen's -Z_z, -K_phi, -M_theta), and so is {moment}",
            )


def _submerged(v: VehicleDescription) -> Iterator[Problem]:
    hydrostatics = v.forces.hydrostatics
    if hydrostatics.model != "submerged":
        return
    weight, buoyancy = v.mass * v.g, hydrostatics.buoyancy
    if not _HEAVY * weight <= buoyancy <= _LIGHT * weight:
        yield "hydrostatics.buoyancy", f"{buoyancy:g} N carries no weight of {weight:.4g} N: buoyancy is in N, rho g V"
    righting = weight * v.r_g[2] - buoyancy * hydrostatics.r_b[2]
    if righting < -1e-9 * weight * v.length_pp:
        yield (
            "rigid_body.r_g" if v.r_g[2] < 0.0 else "hydrostatics.r_b",
            f"the centre of gravity (z = {v.r_g[2]:g} m) is above that of buoyancy (z = {hydrostatics.r_b[2]:g} m), "
            "so that it turns over at rest: z is positive down",
        )


def _angles(v: VehicleDescription) -> Iterator[Problem]:
    for i, actuator in enumerate(v.actuators):
        for state in actuator.states:
            largest = max(abs(state.low), abs(state.high))
            steers = actuator.kind.startswith(("fin", "slipstream")) and state.unit == "rad"
            if steers and 0.0 < degrees(largest) < 1.0:
                what = f"{degrees(largest):.3g} deg hardly steers: angles are in degrees in vehicle files"
                yield f"actuator.{i}.delta_max", what
