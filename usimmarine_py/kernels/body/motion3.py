"""The three-degree-of-freedom equations of motion as component scalars, written once (laws/hydrodynamics 1.4).

Full state ``s``: x, y, psi, u, v, r, actuator states. SI units, rad; conventions of ``motion6``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

from usimmarine_py.kernels.body.damping import polynomial
from usimmarine_py.kernels.body.mmg import mmg_forces
from usimmarine_py.kernels.body.places import IN
from usimmarine_py.kernels.body.propulsion import actuator_forces
from usimmarine_py.kernels.body.records import Body, BodyTerms
from usimmarine_py.kernels.body.wind_load import hull_wind_force

Vector = list[float]


def derivative3(s: Vector, inp: Sequence[float], body: Body, out: Vector) -> None:
    """Time derivative of the state into ``out``; entries of actuator states are left alone."""
    c = body.terms
    psi, u, v, r = s[2], s[3], s[4], s[5]
    sp, cp = sin(psi), cos(psi)
    out[0] = cp * u - sp * v
    out[1] = sp * u + cp * v
    out[2] = r + inp[IN.rotate]
    cn, ce = inp[IN.current_n], inp[IN.current_e]
    uc, vc = cp * cn + sp * ce, cp * ce - sp * cn
    ur, vr = u - uc, v - vc
    fx, fy, _z, _k, _m, mz = actuator_forces(
        s, 6, ur, vr, 0.0, 0.0, 0.0, r, sqrt(u * u + v * v), 0.0, 0.0, 1.0, inp[IN.surface], body
    )
    dx, dy, dn = polynomial(ur, vr, r, c.damping.derivatives)
    if c.mmg.on != 0.0:
        turning = delta = 0.0
        if c.mmg.propeller.state >= 0.0:
            i = 6 + int(c.mmg.propeller.state)
            turning, delta = c.mmg.propeller.to_rps * s[i], s[i + 1]
        x, y, n = mmg_forces(turning, delta, ur, vr, r, c)
        fx += x
        fy += y
        mz += n
    gx, gy, gn = coriolis3(u, v, ur, vr, r, c)
    fx += inp[0] + dx - gx
    fy += inp[1] + dy - gy
    mz += inp[5] + dn - gn
    if inp[IN.wind_on] != 0.0 and c.wind.law != 0.0:
        wx, wy, _wz, _wk, _wm, wn = hull_wind_force(c.wind, u, v, psi, inp[IN.wind_speed], inp[IN.wind_towards])
        fx += wx
        fy += wy
        mz += wn
    # the water under the vehicle turns the other way in BODY: nu_dot_c = [r v_c, -r u_c, 0]
    ac_x, ac_y = r * vc, -r * uc
    rn, re = inp[IN.rate_n], inp[IN.rate_e]
    if rn != 0.0 or re != 0.0:
        # Du/Dt drives the added mass, and its pressure gradient the displaced one (laws/hydrodynamics 1.3)
        gx, gy = cp * rn + sp * re, cp * re - sp * rn
        ac_x += gx
        ac_y += gy
        fx += c.rigid.mass * gx
        fy += c.rigid.mass * gy
        mz += c.rigid.mass * c.rigid.xg * gy
    fx += c.added.x.u * ac_x
    fy += c.added.y.v * ac_y
    mz += c.added.n.v * ac_y
    out[3] = c.inverse.x.u * fx
    out[4] = c.inverse.y.v * fy + c.inverse.y.r * mz
    out[5] = c.inverse.n.v * fy + c.inverse.n.r * mz


def coriolis3(u: float, v: float, ur: float, vr: float, r: float, c: BodyTerms) -> tuple[float, float, float]:
    """C_RB(nu) nu + C_A(nu_r) nu_r in closed form (laws/hydrodynamics 1.4)."""
    m, xg = c.rigid.mass, c.rigid.xg
    a1 = c.added.x.u * ur
    a2 = c.added.y.v * vr + c.added.y.r * r
    l2 = m * (v + xg * r)
    return -r * (l2 + a2), r * (m * u + a1), m * xg * u * r + ur * a2 - vr * a1
