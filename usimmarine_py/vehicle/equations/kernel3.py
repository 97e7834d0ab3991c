"""The three-degree-of-freedom equations of motion as component scalars, written once (laws/hydrodynamics 1.4).

Full state ``s``: x, y, psi, u, v, r, actuator states. SI units, rad; conventions of ``kernel6``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

from usimmarine_py.vehicle.equations import layout as at
from usimmarine_py.vehicle.equations.damping import polynomial
from usimmarine_py.vehicle.equations.mmg import mmg_forces
from usimmarine_py.vehicle.equations.propulsion import actuator_forces
from usimmarine_py.vehicle.equations.wind_load import hull_wind_force, relative_wind

Vector = list[float]


def derivative3(s: Vector, inp: Sequence[float], c: Sequence[float], out: Vector) -> None:
    """Time derivative of the state into ``out``; entries of actuator states are left alone."""
    psi, u, v, r = s[2], s[3], s[4], s[5]
    sp, cp = sin(psi), cos(psi)
    out[0] = cp * u - sp * v
    out[1] = sp * u + cp * v
    out[2] = r + inp[at.IN_ROTATE]
    cn, ce = inp[at.IN_CURRENT_N], inp[at.IN_CURRENT_E]
    uc, vc = cp * cn + sp * ce, cp * ce - sp * cn
    ur, vr = u - uc, v - vc
    fx, fy, _z, _k, _m, mz = actuator_forces(
        s, 6, ur, vr, 0.0, 0.0, 0.0, r, sqrt(u * u + v * v), 0.0, 0.0, 1.0, inp[at.IN_SURFACE], c
    )
    dx, dy, dn = polynomial(ur, vr, r, c)
    if c[at.MMG_ON] != 0.0:
        turning = delta = 0.0
        if c[at.MMG_STATE] >= 0.0:
            i = 6 + int(c[at.MMG_STATE])
            turning, delta = c[at.MMG_TO_RPS] * s[i], s[i + 1]
        x, y, n = mmg_forces(turning, delta, ur, vr, r, c)
        fx += x
        fy += y
        mz += n
    gx, gy, gn = coriolis3(u, v, ur, vr, r, c)
    fx += inp[0] + dx - gx
    fy += inp[1] + dy - gy
    mz += inp[5] + dn - gn
    if inp[at.IN_WIND_ON] != 0.0 and c[at.WIND_ON] != 0.0:
        u_rw, v_rw, _speed, _gamma = relative_wind(u, v, psi, inp[at.IN_WIND_SPEED], inp[at.IN_WIND_TOWARDS])
        wx, wy, _wz, _wk, _wm, wn = hull_wind_force(
            c[at.WIND_ON],
            u_rw,
            v_rw,
            c[at.WIND_AF],
            c[at.WIND_AL],
            c[at.WIND_SH],
            c[at.WIND_SL],
            c[at.WIND_L],
            c[at.WIND_CDT],
            c[at.WIND_CDL_BOW],
            c[at.WIND_CDL_STERN],
            c[at.WIND_DELTA],
            c[at.WIND_KAPPA],
            c[at.WIND_RHO],
        )
        fx += wx
        fy += wy
        mz += wn
    # the water under the vehicle turns the other way in BODY: nu_dot_c = [r v_c, -r u_c, 0]
    ac_x, ac_y = r * vc, -r * uc
    fx += c[at.A11] * ac_x
    fy += c[at.A22] * ac_y
    mz += c[at.A62] * ac_y
    out[3] = c[at.V11] * fx
    out[4] = c[at.V22] * fy + c[at.V26] * mz
    out[5] = c[at.V62] * fy + c[at.V66] * mz


def coriolis3(u: float, v: float, ur: float, vr: float, r: float, c: Sequence[float]) -> tuple[float, float, float]:
    """C_RB(nu) nu + C_A(nu_r) nu_r in closed form (laws/hydrodynamics 1.4)."""
    m, xg = c[at.MASS], c[at.XG]
    a1 = c[at.A11] * ur
    a2 = c[at.A22] * vr + c[at.A26] * r
    l2 = m * (v + xg * r)
    return -r * (l2 + a2), r * (m * u + a1), m * xg * u * r + ur * a2 - vr * a1
