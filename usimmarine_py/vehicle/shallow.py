"""A surface craft in shallow water: its hull's forces and added masses by h/T (laws/hydrodynamics 4.10 and 4.13), and
what banks ask of its hull (laws/environment 7.7).
"""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

import numpy as np

from usimmarine_py.kernels.body.records import DampingTerms, MmgSurge, MmgTurn
from usimmarine_py.maths.water.bank import BankHull
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.description.vehicle import HullForces, VehicleDescription

#: Clearance over draft within which the method holds, and beyond which the water is deep (0.5 % are left) [choice].
LEAST, DEEP = 0.2, 40.0
#: Of the logarithm of the clearance, between neighbouring classes of depth [choice].
_RATIO = 0.04


class Factors(NamedTuple):
    """By what shallow water multiplies coefficients: hull forces f, added masses g."""

    yv: float
    yr: float
    nv: float
    nr: float
    gv: float
    gnr: float


def factors(clearance: float, fullness: float, flatness: float) -> Factors:
    """Those of Ankudinov et al. 1990 for a ``clearance`` h/T - 1, C_B B (1 + B/L)^2/T and B/T."""
    f = max(clearance, LEAST)
    k_0 = 1.0 + 0.0775 / f**2 - 0.011 / f**3 + 0.000068 / f**5
    k_1 = fullness * (-0.0643 / f + 0.0724 / f**2 - 0.0113 / f**3 + 0.0000767 / f**5)
    k_2 = fullness**2 * (0.137 / flatness if flatness > 4.0 else 0.0342) / f
    nv = k_0 + k_1 + k_2
    return Factors(
        1.5 * nv - 0.5,
        k_0 + 2.0 / 5.0 * k_1 + 24.0 / 105.0 * k_2,
        nv,
        k_0 + 0.5 * k_1 + k_2 / 3.0,
        k_0 + 2.0 / 3.0 * k_1 + 8.0 / 15.0 * k_2,
        k_0 + 8.0 / 15.0 * k_1 + 40.0 / 105.0 * k_2,
    )


def water_of(vehicle: VehicleDescription, depth: float) -> int | None:
    """The number of a water ``depth`` m deep (0 = unknown), 4 % of the clearance apart; None where it is deep."""
    draft = vehicle.size.draft
    if vehicle.submerged or depth <= 0.0 or draft <= 0.0:
        return None
    clearance = max(depth / draft - 1.0, LEAST)
    return None if clearance >= DEEP else round(log(clearance / LEAST) / _RATIO)


def in_water(vehicle: VehicleDescription, number: int) -> VehicleDescription:
    """The vehicle in the water of that number."""
    size, forces = vehicle.size, vehicle.forces
    length, draft = size.length_pp, size.draft
    beam = size.hull_beam if size.hulls == 2 else size.beam
    block = min(vehicle.mass / (size.hulls * vehicle.medium.rho * length * beam * draft), 1.0)
    by = factors(LEAST * exp(_RATIO * number), block * beam / draft * (1.0 + beam / length) ** 2, beam / draft)
    hull = _ship(forces, by) if forces.mmg.on != 0.0 else replace(forces, damping=_damping(forces.damping, by))
    grown = np.outer((by.gv, by.gv, 1.0, 1.0, 1.0, by.gnr), np.ones(6))
    return replace(vehicle, body=replace(vehicle.body, M_A=vehicle.body.M_A * np.sqrt(grown * grown.T)), forces=hull)


def _cubic(by: Factors) -> float:
    """Of what grows with the cube of the drift angle, and of the drag across."""
    return 2.25 * by.nv - 1.25


def _ship(forces: HullForces, by: Factors) -> HullForces:
    """The hull of the MMG standard method."""
    ship = forces.mmg
    x, y, n = ship.x, ship.y, ship.n
    surge = MmgSurge(x.R_0, by.nv * x.vv, by.nv * x.vr, by.gnr * x.rr, by.nv * x.vvvv)
    sway = MmgTurn(by.yv * y.v, by.yr * y.r, _cubic(by) * y.vvv, by.yv * y.vvr, by.yv * y.vrr, by.nr * y.rrr)
    yaw = MmgTurn(by.nv * n.v, by.nr * n.r, _cubic(by) * n.vvv, by.gnr * n.vvr, by.gnr * n.vrr, by.nr * n.rrr)
    return replace(forces, mmg=replace(ship, x=surge, y=sway, n=yaw))


def _damping(damping: DampingTerms, by: Factors) -> DampingTerms:
    """Any other hull's: what sways and turns it, by the same factors."""
    cubic, plain, lift = _cubic(by), damping.plain, damping.body_lift
    y, n = damping.derivatives.y, damping.derivatives.n
    matrix = plain.matrix
    sway, yaw = matrix.y, matrix.n
    return replace(
        damping,
        plain=replace(
            plain,
            linear=replace(plain.linear, v=by.yv * plain.linear.v, r=by.nr * plain.linear.r),
            matrix=replace(
                matrix,
                y=replace(sway, v=by.yv * sway.v, r=by.yr * sway.r),
                n=replace(yaw, v=by.nv * yaw.v, r=by.nr * yaw.r),
            ),
            quadratic=replace(plain.quadratic, v=cubic * plain.quadratic.v, r=by.nr * plain.quadratic.r),
            cubic=replace(plain.cubic, v=cubic * plain.cubic.v, r=by.nr * plain.cubic.r),
        ),
        body_lift=replace(
            lift, Y_uv=by.yv * lift.Y_uv, Y_ur=by.yr * lift.Y_ur, N_uv=by.nv * lift.N_uv, N_ur=by.nr * lift.N_ur
        ),
        cross_flow=replace(
            damping.cross_flow, sway=cubic * damping.cross_flow.sway, yaw=cubic * damping.cross_flow.yaw
        ),
        derivatives=replace(
            damping.derivatives,
            y=replace(
                y, v=by.yv * y.v, r=by.yr * y.r, vv=cubic * y.vv, rv=by.yv * y.rv, vvv=cubic * y.vvv, vr=by.yv * y.vr,
                rr=by.nr * y.rr,
            ),
            n=replace(
                n, v=by.nv * n.v, r=by.nr * n.r, vv=cubic * n.vv, rv=by.gnr * n.rv, vr=by.gnr * n.vr, rr=by.nr * n.rr,
                rrr=by.nr * n.rrr,
            ),
        ),
    )  # fmt: skip


def bank_hull(vehicle: VehicleDescription) -> BankHull | None:
    """What the law of banks asks of a vehicle; None for one that dives, or has no draft."""
    size, mass = vehicle.size, vehicle.mass
    if vehicle.submerged or size.draft <= 0.0:
        return None
    beam = size.hull_beam if size.hulls == 2 else size.beam
    return BankHull(
        size.length_pp, beam, size.draft, mass / vehicle.medium.rho, float(vehicle.body.M_A[0, 0]) / mass,
        vehicle.medium.rho, size.hulls, size.hull_spacing,
    )  # fmt: skip
