"""A ship of the MMG standard method in shallow water: its hull's coefficients by h/T (laws/hydrodynamics 4.10)."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

import numpy as np

from usimmarine_py.kernels.body.records import MmgSurge, MmgTurn
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.description.vehicle import VehicleDescription

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
    if vehicle.forces.mmg.on == 0.0 or depth <= 0.0 or draft <= 0.0:
        return None
    clearance = max(depth / draft - 1.0, LEAST)
    return None if clearance >= DEEP else round(log(clearance / LEAST) / _RATIO)


def in_water(vehicle: VehicleDescription, number: int) -> VehicleDescription:
    """The vehicle in the water of that number."""
    size, ship = vehicle.size, vehicle.forces.mmg
    length, beam, draft = size.length_pp, size.beam, size.draft
    block = vehicle.mass / (vehicle.medium.rho * length * beam * draft)
    by = factors(LEAST * exp(_RATIO * number), block * beam / draft * (1.0 + beam / length) ** 2, beam / draft)
    cubic = 2.25 * by.nv - 1.25
    x, y, n = ship.x, ship.y, ship.n
    surge = MmgSurge(x.R_0, by.nv * x.vv, by.nv * x.vr, by.gnr * x.rr, by.nv * x.vvvv)
    sway = MmgTurn(by.yv * y.v, by.yr * y.r, cubic * y.vvv, by.yv * y.vvr, by.yv * y.vrr, by.nr * y.rrr)
    yaw = MmgTurn(by.nv * n.v, by.nr * n.r, cubic * n.vvv, by.gnr * n.vvr, by.gnr * n.vrr, by.nr * n.rrr)
    grown = np.outer((by.gv, by.gv, 1.0, 1.0, 1.0, by.gnr), np.ones(6))
    added = vehicle.body.M_A * np.sqrt(grown * grown.T)
    return replace(
        vehicle,
        body=replace(vehicle.body, M_A=added),
        forces=replace(vehicle.forces, mmg=replace(ship, x=surge, y=sway, n=yaw)),
    )
