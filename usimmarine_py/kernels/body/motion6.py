"""The six-degree-of-freedom equations of motion as component scalars, written once (laws/hydrodynamics 1 to 7).

Plain functions of floats and flat tables: the same functions run interpreted on lists and tuples and compiled on
arrays. Full state ``s``: x, y, z, attitude (3 Euler angles or 4 quaternion entries), u, v, w, p, q, r, actuator states,
fluid-memory states. SI units; NED and BODY frames. ``body``: ``records.py``; the places in ``inp``: ``places.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, exp, sin, sqrt

from usimmarine_py.kernels.body.damping import (
    cross_flow_exact,
    cross_flow_strips,
    cylinder_drag_coefficient,
    glide_forces,
    polynomial,
    row,
    surge_friction,
)
from usimmarine_py.kernels.body.memory import memory_forces
from usimmarine_py.kernels.body.places import IN
from usimmarine_py.kernels.body.propulsion import actuator_forces
from usimmarine_py.kernels.body.records import (
    CORIOLIS_FORM_A,
    CORIOLIS_FULL,
    CORIOLIS_SURGE,
    CURRENT_FULL,
    CURRENT_PVS,
    Body,
    BodyTerms,
    DampingTerms,
)
from usimmarine_py.kernels.body.restoring import load_forces, restoring_forces, submerged_rise, submerged_share
from usimmarine_py.kernels.body.wind_load import hull_wind_force
from usimmarine_py.maths.attitude import Nine, Three, euler_rates_of, quaternion_rates, rquat, rzyx_of
from usimmarine_py.maths.flow import folded, lift_drag_coefficients, lift_drag_force

#: Damping ratio of heave at the surface, at least.
SURFACED = 0.1

Vector = list[float]
Six = tuple[float, float, float, float, float, float]


def derivative_euler(s: Vector, inp: Sequence[float], body: Body, out: Vector) -> None:
    """Time derivative of the state with Euler angles into ``out``; entries of actuator states are left alone."""
    phi, theta, psi = s[3], s[4], s[5]
    u, v, w, p, q, r = s[6], s[7], s[8], s[9], s[10], s[11]
    sphi, cphi, sth, cth = sin(phi), cos(phi), sin(theta), cos(theta)
    rot = rzyx_of(sphi, cphi, sth, cth, sin(psi), cos(psi))
    out[0] = rot[0] * u + rot[1] * v + rot[2] * w
    out[1] = rot[3] * u + rot[4] * v + rot[5] * w
    out[2] = rot[6] * u + rot[7] * v + rot[8] * w
    dphi, dtheta, dpsi = euler_rates_of(sphi, cphi, sth, cth, p, q, r)
    out[3] = dphi
    out[4] = dtheta
    out[5] = dpsi + inp[IN.rotate]
    accelerations(rot, s, phi, theta, psi, 6, inp, body, out)


def derivative_quaternion(s: Vector, inp: Sequence[float], body: Body, out: Vector) -> None:
    """Time derivative of the state with a unit quaternion into ``out``; actuator states are left alone.

    The quaternion is used as if of unit length: the step normalises it, and its stages stay within the method's order.
    """
    eta, e1, e2, e3 = s[3], s[4], s[5], s[6]
    u, v, w, p, q, r = s[7], s[8], s[9], s[10], s[11], s[12]
    rot = rquat(eta, e1, e2, e3)
    out[0] = rot[0] * u + rot[1] * v + rot[2] * w
    out[1] = rot[3] * u + rot[4] * v + rot[5] * w
    out[2] = rot[6] * u + rot[7] * v + rot[8] * w
    d0, d1, d2, d3 = quaternion_rates(eta, e1, e2, e3, p, q, r)
    turn = 0.5 * inp[IN.rotate]
    # an external rotation about the vertical: q_dot = 1/2 [0, 0, 0, rate]^n (x) q
    out[3] = d0 - turn * e3
    out[4] = d1 - turn * e2
    out[5] = d2 + turn * e1
    out[6] = d3 + turn * eta
    theta = atan2(-rot[6], sqrt(rot[0] * rot[0] + rot[3] * rot[3]))
    accelerations(rot, s, atan2(rot[7], rot[8]), theta, atan2(rot[3], rot[0]), 7, inp, body, out)


def accelerations(
    rot: Nine, s: Vector, phi: float, theta: float, psi: float, o: int, inp: Sequence[float], body: Body, out: Vector
) -> None:
    """nu_dot and the rates of the fluid memory into ``out``; the velocities stand at ``s[o]`` on.

    Form B: nu_dot = M^-1 (tau - C_RB nu - C_A nu_r - D nu_r - g - mu + M_A nu_dot_c), laws/hydrodynamics 1.
    """
    c = body.terms
    u, v, w, p, q, r = s[o], s[o + 1], s[o + 2], s[o + 3], s[o + 4], s[o + 5]
    ur, vr, wr = u, v, w
    uc = vc = wc = 0.0
    cn, ce, cd = inp[IN.current_n], inp[IN.current_e], inp[IN.current_d]
    moving_water = cn != 0.0 or ce != 0.0 or cd != 0.0
    # what the water does to a submerged body is done to the share of it that is wet (laws/hydrodynamics 6.2)
    wet, below, radius = 1.0, s[2] + inp[IN.surface], c.restoring.surfacing_radius
    if radius > 0.0 and below < radius and c.restoring.model == 2.0:
        wet = submerged_share(below, radius)
    if moving_water:
        uc, vc, wc = current_body(rot, psi, cn, ce, cd, c.current)
        ur, vr, wr = u - uc, v - vc, w - wc
    first = o + 6
    fx, fy, fz, mx, my, mz = actuator_forces(
        s, first, ur, vr, wr, p, q, r, sqrt(u * u + v * v + w * w),
        rot[6], rot[7], rot[8], below, body,
    )  # fmt: skip
    fx += inp[0]
    fy += inp[1]
    fz += inp[2]
    mx += inp[3]
    my += inp[4]
    mz += inp[5]
    gx, gy, gz, gk, gm, gn = coriolis_forces(u, v, w, ur, vr, wr, p, q, r, c, wet)
    fx -= gx
    fy -= gy
    fz -= gz
    mx -= gk
    my -= gm
    mz -= gn
    gx, gy, gz, gk, gm, gn = damping_forces(ur, vr, wr, p, q, r, c)
    if wet < 1.0:
        gx, gy, gz, gk, gm, gn = surfacing_forces(rot, ur, vr, wr, p, q, r, wet, below, gx, gy, gz, gk, gm, gn, c)
    fx -= gx
    fy -= gy
    # in waves a surface craft's damping of heave is upright, as what restores it: else it would push along, pitched
    upright = c.restoring.vertical != 0.0 and inp[IN.surface] != 0.0
    if upright:
        fx -= rot[6] * gz
        fy -= rot[7] * gz
        gz *= rot[8]
    fz -= gz
    mx -= gk
    my -= gm
    mz -= gn
    if c.restoring.model != 0.0:
        gx, gy, gz, gk, gm, gn = restoring_forces(
            rot, s[0], s[1], s[2], phi, theta, psi, inp[IN.lift_on], inp[IN.lift], inp[IN.surface], c
        )
        fx += gx
        fy += gy
        fz += gz
        mx += gk
        my += gm
        mz += gn
    if c.load.on != 0.0:
        gx, gy, gz, gk, gm, gn = load_forces(rot, c.load)
        fx += gx
        fy += gy
        fz += gz
        mx += gk
        my += gm
        mz += gn
    if inp[IN.wind_on] != 0.0 and c.wind.law != 0.0:
        gx, gy, gz, gk, gm, gn = hull_wind_force(c.wind, u, v, psi, inp[IN.wind_speed], inp[IN.wind_towards])
        fx += gx
        fy += gy
        mx += gk
        mz += gn
    if c.systems != 0.0:
        gx, gy, gz, gk, gm, gn = memory_forces(s, first + int(c.lags), ur, vr, wr, p, q, r, body, out)
        fx -= gx
        fy -= gy
        if upright:
            fx -= rot[6] * gz
            fy -= rot[7] * gz
            gz *= rot[8]
        fz -= gz
        mx -= gk
        my -= gm
        mz -= gn
    ac_x = ac_y = ac_z = 0.0
    rn, re, rd = inp[IN.rate_n], inp[IN.rate_e], inp[IN.rate_d]
    changing = rn != 0.0 or re != 0.0 or rd != 0.0
    if moving_water or changing:
        ac_x, ac_y, ac_z = water_acceleration(c.current, uc, vc, wc, p, q, r)
        if changing:
            # Du/Dt drives the added mass, and its pressure gradient the displaced one (laws/hydrodynamics 1.3)
            gx, gy, gz = current_body(rot, psi, rn, re, rd, c.current)
            ac_x += gx
            ac_y += gy
            ac_z += gz
            if c.coriolis.form == CORIOLIS_FULL and c.current == CURRENT_FULL:
                displaced = wet * c.rigid.mass
                bx, by, bz = c.rigid.xg, c.rigid.yg, c.rigid.zg
                if c.restoring.model == 2.0:
                    displaced *= c.restoring.buoyancy / c.restoring.weight
                    bx, by, bz = c.restoring.centre.x, c.restoring.centre.y, c.restoring.centre.z
                gx *= displaced
                gy *= displaced
                gz *= displaced
                fx += gx
                fy += gy
                fz += gz
                mx += by * gz - bz * gy
                my += bz * gx - bx * gz
                mz += bx * gy - by * gx
        if c.coriolis.form == CORIOLIS_FULL and c.current == CURRENT_FULL:
            added = c.added
            ac_x *= wet
            ac_y *= wet
            ac_z *= wet
            fx += added.x.u * ac_x + added.x.v * ac_y + added.x.w * ac_z
            fy += added.y.u * ac_x + added.y.v * ac_y + added.y.w * ac_z
            fz += added.z.u * ac_x + added.z.v * ac_y + added.z.w * ac_z
            mx += added.k.u * ac_x + added.k.v * ac_y + added.k.w * ac_z
            my += added.m.u * ac_x + added.m.v * ac_y + added.m.w * ac_z
            mz += added.n.u * ac_x + added.n.v * ac_y + added.n.w * ac_z
            ac_x = ac_y = ac_z = 0.0
    if wet < 1.0:
        # (M_RB + wet M_A)^-1 by the modes of both, 1 + wet times the mode's share
        a, t = c.restoring.surfacing.modes, c.restoring.surfacing.shares
        gx = (a.x.u * fx + a.y.u * fy + a.z.u * fz + a.k.u * mx + a.m.u * my + a.n.u * mz) / (1.0 + wet * t.u)
        gy = (a.x.v * fx + a.y.v * fy + a.z.v * fz + a.k.v * mx + a.m.v * my + a.n.v * mz) / (1.0 + wet * t.v)
        gz = (a.x.w * fx + a.y.w * fy + a.z.w * fz + a.k.w * mx + a.m.w * my + a.n.w * mz) / (1.0 + wet * t.w)
        gk = (a.x.p * fx + a.y.p * fy + a.z.p * fz + a.k.p * mx + a.m.p * my + a.n.p * mz) / (1.0 + wet * t.p)
        gm = (a.x.q * fx + a.y.q * fy + a.z.q * fz + a.k.q * mx + a.m.q * my + a.n.q * mz) / (1.0 + wet * t.q)
        gn = (a.x.r * fx + a.y.r * fy + a.z.r * fz + a.k.r * mx + a.m.r * my + a.n.r * mz) / (1.0 + wet * t.r)
        out[o] = row(a.x, gx, gy, gz, gk, gm, gn) + ac_x
        out[o + 1] = row(a.y, gx, gy, gz, gk, gm, gn) + ac_y
        out[o + 2] = row(a.z, gx, gy, gz, gk, gm, gn) + ac_z
        out[o + 3] = row(a.k, gx, gy, gz, gk, gm, gn)
        out[o + 4] = row(a.m, gx, gy, gz, gk, gm, gn)
        out[o + 5] = row(a.n, gx, gy, gz, gk, gm, gn)
        return
    inverse = c.inverse
    out[o] = row(inverse.x, fx, fy, fz, mx, my, mz) + ac_x
    out[o + 1] = row(inverse.y, fx, fy, fz, mx, my, mz) + ac_y
    out[o + 2] = row(inverse.z, fx, fy, fz, mx, my, mz) + ac_z
    out[o + 3] = row(inverse.k, fx, fy, fz, mx, my, mz)
    out[o + 4] = row(inverse.m, fx, fy, fz, mx, my, mz)
    out[o + 5] = row(inverse.n, fx, fy, fz, mx, my, mz)


def surfacing_forces(
    rot: Nine, ur: float, vr: float, wr: float, p: float, q: float, r: float, wet: float, below: float,
    gx: float, gy: float, gz: float, gk: float, gm: float, gn: float, c: BodyTerms,
) -> Six:  # fmt: skip
    """Damping of a submerged body that is out of the water but for the share ``wet``, of that in the water (``gx`` on).

    Heave is damped by a tenth of its critical damping at least, and what the added mass takes up as it grows comes from
    the motion (laws/hydrodynamics 6.2).
    """
    growth = submerged_rise(below, c.restoring.surfacing_radius)
    sinking = rot[6] * ur + rot[7] * vr + rot[8] * wr
    m = c.added
    inertia = c.rigid.mass + wet * m.z.w
    least = 2.0 * SURFACED * sqrt(c.restoring.buoyancy * growth * inertia) * sinking
    held = wet * (rot[6] * gx + rot[7] * gy + rot[8] * gz)
    lack = least - held if abs(held) < abs(least) else 0.0
    half = 0.5 * growth * sinking
    return (
        wet * gx + rot[6] * lack + half * row(m.x, ur, vr, wr, p, q, r),
        wet * gy + rot[7] * lack + half * row(m.y, ur, vr, wr, p, q, r),
        wet * gz + rot[8] * lack + half * row(m.z, ur, vr, wr, p, q, r),
        wet * gk + half * row(m.k, ur, vr, wr, p, q, r),
        wet * gm + half * row(m.m, ur, vr, wr, p, q, r),
        wet * gn + half * row(m.n, ur, vr, wr, p, q, r),
    )


def current_body(rot: Nine, psi: float, cn: float, ce: float, cd: float, rule: float) -> Three:
    """v_c^b = R^T v_c^n; the peers' parity switches turn it by the yaw angle only."""
    if rule == CURRENT_FULL:
        return (
            rot[0] * cn + rot[3] * ce + rot[6] * cd,
            rot[1] * cn + rot[4] * ce + rot[7] * cd,
            rot[2] * cn + rot[5] * ce + rot[8] * cd,
        )
    sp, cp = sin(psi), cos(psi)
    return cp * cn + sp * ce, cp * ce - sp * cn, cd


def water_acceleration(rule: float, uc: float, vc: float, wc: float, p: float, q: float, r: float) -> Three:
    """nu_dot_c of steady water as BODY turns in it: -omega x v_c; a peer's parity switch leaves heave out."""
    if rule == CURRENT_PVS:
        return r * vc, -r * uc, 0.0
    return r * vc - q * wc, p * wc - r * uc, q * uc - p * vc


def coriolis_forces(
    u: float, v: float, w: float, ur: float, vr: float, wr: float, p: float, q: float, r: float, c: BodyTerms,
    wet: float = 1.0,
) -> Six:  # fmt: skip
    """C_RB(nu) nu + C_A(nu_r) nu_r by momenta: [omega x l; v x l + omega x h] (laws/hydrodynamics 3).

    ``wet``: the share of the added mass that counts.
    """
    if c.coriolis.form == CORIOLIS_SURGE:
        b = c.coriolis.surge
        return (
            ur * row(b.x, ur, vr, wr, p, q, r),
            ur * row(b.y, ur, vr, wr, p, q, r),
            ur * row(b.z, ur, vr, wr, p, q, r),
            ur * row(b.k, ur, vr, wr, p, q, r),
            ur * row(b.m, ur, vr, wr, p, q, r),
            ur * row(b.n, ur, vr, wr, p, q, r),
        )
    if c.coriolis.form == CORIOLIS_FORM_A:
        u, v, w = ur, vr, wr
    m, xg, yg, zg = c.rigid.mass, c.rigid.xg, c.rigid.yg, c.rigid.zg
    l1 = m * (u + q * zg - r * yg)
    l2 = m * (v + r * xg - p * zg)
    l3 = m * (w + p * yg - q * xg)
    h1 = c.rigid.i11 * p + c.rigid.i12 * q + c.rigid.i13 * r + m * (yg * w - zg * v)
    h2 = c.rigid.i12 * p + c.rigid.i22 * q + c.rigid.i23 * r + m * (zg * u - xg * w)
    h3 = c.rigid.i13 * p + c.rigid.i23 * q + c.rigid.i33 * r + m * (xg * v - yg * u)
    a1 = wet * row(c.added.x, ur, vr, wr, p, q, r)
    a2 = wet * row(c.added.y, ur, vr, wr, p, q, r)
    a3 = wet * row(c.added.z, ur, vr, wr, p, q, r)
    b1 = wet * row(c.added.k, ur, vr, wr, p, q, r)
    b2 = wet * row(c.added.m, ur, vr, wr, p, q, r)
    b3 = wet * row(c.added.n, ur, vr, wr, p, q, r)
    t1, t2, t3 = l1 + a1, l2 + a2, l3 + a3
    h1, h2, h3 = h1 + b1, h2 + b2, h3 + b3
    fx = q * t3 - r * t2
    fy = r * t1 - p * t3
    fz = p * t2 - q * t1
    mx = v * l3 - w * l2 + vr * a3 - wr * a2 + q * h3 - r * h2
    my = w * l1 - u * l3 + wr * a1 - ur * a3 + r * h1 - p * h3
    mz = u * l2 - v * l1 + ur * a2 - vr * a1 + p * h2 - q * h1
    if c.coriolis.drops != 0.0:
        # take out what the dropped entries of C_A = [[0, -S(a)], [-S(a), -S(b)]] have put in
        drop = c.coriolis.drop
        fx -= drop.x.q * a3 * q - drop.x.r * a2 * r
        fy -= -drop.y.p * a3 * p + drop.y.r * a1 * r
        fz -= drop.z.p * a2 * p - drop.z.q * a1 * q
        mx -= drop.k.v * a3 * vr - drop.k.w * a2 * wr + drop.k.q * b3 * q - drop.k.r * b2 * r
        my -= -drop.m.u * a3 * ur + drop.m.w * a1 * wr - drop.m.p * b3 * p + drop.m.r * b1 * r
        mz -= drop.n.u * a2 * ur - drop.n.v * a1 * vr + drop.n.p * b2 * p - drop.n.q * b1 * q
    return fx, fy, fz, mx, my, mz


def damping_forces(ur: float, vr: float, wr: float, p: float, q: float, r: float, c: BodyTerms) -> Six:
    """D(nu_r) nu_r: all damping that the vehicle has, to be subtracted (laws/hydrodynamics 4)."""
    d = c.damping
    fx, fy, fz = d.plain.linear.u * ur, d.plain.linear.v * vr, d.plain.linear.w * wr
    mx, my, mz = d.plain.linear.p * p, d.plain.linear.q * q, d.plain.linear.r * r
    if d.plain.fading != 0.0:
        speed = -sqrt(ur * ur + vr * vr + wr * wr)
        fade = d.plain.fade
        fx *= exp(speed * fade.u)
        fy *= exp(speed * fade.v)
        fz *= exp(speed * fade.w)
        mx *= exp(speed * fade.p)
        my *= exp(speed * fade.q)
        mz *= exp(speed * fade.r)
    if d.plain.coupled != 0.0:
        b = d.plain.matrix
        fx += row(b.x, ur, vr, wr, p, q, r)
        fy += row(b.y, ur, vr, wr, p, q, r)
        fz += row(b.z, ur, vr, wr, p, q, r)
        mx += row(b.k, ur, vr, wr, p, q, r)
        my += row(b.m, ur, vr, wr, p, q, r)
        mz += row(b.n, ur, vr, wr, p, q, r)
    if d.plain.powers != 0.0:
        fx += (d.plain.quadratic.u * abs(ur) + d.plain.cubic.u * ur * ur) * ur
        fy += (d.plain.quadratic.v * abs(vr) + d.plain.cubic.v * vr * vr) * vr
        fz += (d.plain.quadratic.w * abs(wr) + d.plain.cubic.w * wr * wr) * wr
        mx += (d.plain.quadratic.p * abs(p) + d.plain.cubic.p * p * p) * p
        my += (d.plain.quadratic.q * abs(q) + d.plain.cubic.q * q * q) * q
        mz += (d.plain.quadratic.r * abs(r) + d.plain.cubic.r * r * r) * r
    if d.friction.on != 0.0:
        fx += surge_friction(ur, d.friction, d.viscosity)
    if d.skeg.lift != 0.0:
        lift = d.skeg.lift * abs(ur) * (vr + d.skeg.x * r - d.skeg.z * p)
        fy += lift
        mx -= d.skeg.z * lift
        mz += d.skeg.x * lift
    if d.body_lift.on != 0.0:
        # what takes energy out does so ahead and astern; what couples changes ends with the flow
        speed = abs(ur)
        fy -= d.body_lift.Y_uv * speed * vr + d.body_lift.Y_ur * ur * r
        mz -= d.body_lift.N_uv * ur * vr + d.body_lift.N_ur * speed * r
        fz -= d.body_lift.Z_uw * speed * wr + d.body_lift.Z_uq * ur * q
        my -= d.body_lift.M_uw * ur * wr + d.body_lift.M_uq * speed * q
    if d.polar.on != 0.0:
        x, y, z, k, m, n = glide_forces(ur, vr, wr, p, q, r, d.polar)
        fx -= x
        fy -= y
        fz -= z
        mx -= k
        my -= m
        mz -= n
    if d.cross_flow.method != 0.0:
        x1, x2 = d.cross_flow.x1, d.cross_flow.x2
        sway, yaw = cross_flow(d.cross_flow.method, vr, r, x1, x2)
        fy += d.cross_flow.sway * sway
        mz += d.cross_flow.yaw * yaw
        if d.cross_flow.vertical == 1.0:
            heave, pitch = cross_flow(d.cross_flow.method, wr, -q, x1, x2)
            fz += d.cross_flow.sway * heave
            my -= d.cross_flow.yaw * pitch
        elif d.cross_flow.vertical == 2.0:
            heave, pitch = cross_flow(d.cross_flow.method, wr, q, x1, x2)
            fz += d.cross_flow.sway * heave
            my += d.cross_flow.yaw * pitch
    if d.lift.on != 0.0:
        alpha = atan2(wr, ur)
        if d.lift.fold != 0.0:
            alpha = folded(alpha)
        c_l, c_d = lift_drag_coefficients(alpha, d.lift.span, d.lift.area, d.lift.CD_0, d.lift.oswald)
        x, z = lift_drag_force(d.lift.rho, ur, vr, wr, d.lift.area, c_l, c_d)
        fx -= x
        fz -= z
    if d.cylinder.on != 0.0:
        y, z, k, m = section_drag(vr, wr, q, r, d)
        fy += y
        fz += z
        my += k
        mz += m
    if d.derivatives.on != 0.0:
        x, y, n = polynomial(ur, vr, r, d.derivatives)
        fx -= x
        fy -= y
        mz -= n
    return fx, fy, fz, mx, my, mz


def cross_flow(method: float, v: float, r: float, x1: float, x2: float) -> tuple[float, float]:
    """I_Y and I_N by the method that the vehicle names."""
    if method == 1.0:
        return cross_flow_exact(v, r, x1, x2)
    return cross_flow_strips(v, r, x1, x2)


def section_drag(vr: float, wr: float, q: float, r: float, d: DampingTerms) -> tuple[float, float, float, float]:
    """Y, Z, M, N of a circular cylinder in cross flow, C_D by Reynolds number (laws/hydrodynamics 4.6).

    Translation: 1/2 rho C_D 2 R L |s| s with the cross-flow speed in the Reynolds number; rotation about y and z: the
    strip value 1/2 rho C_D 2 R L^4/32 with the speed at half of the half length, |omega| L/4, in it.
    """
    length, radius = d.cylinder.length, d.cylinder.radius
    width = 2.0 * radius
    half = 0.5 * d.cylinder.rho * width * length
    flow = sqrt(vr * vr + wr * wr)
    drag = half * cylinder_drag_coefficient(flow * width / d.viscosity) * flow
    turn = sqrt(q * q + r * r)
    arm = length * length * length / 32.0
    spin = half * arm * cylinder_drag_coefficient(0.25 * turn * length * width / d.viscosity) * turn
    return drag * vr, drag * wr, spin * q, spin * r
