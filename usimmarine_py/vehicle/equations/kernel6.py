"""The six-degree-of-freedom equations of motion as component scalars, written once (laws/hydrodynamics 1 to 7).

Plain functions of floats and flat tables: the same functions run interpreted on lists and tuples and compiled on
arrays. Full state ``s``: x, y, z, attitude (3 Euler angles or 4 quaternion entries), u, v, w, p, q, r, actuator states,
fluid-memory states. SI units; NED and BODY frames. ``c`` and ``inp`` are laid out in ``layout.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, exp, sin, sqrt

from usimmarine_py.maths.attitude import Nine, Three, euler_rates_of, quaternion_rates, rquat, rzyx_of
from usimmarine_py.maths.flow import folded, lift_drag_coefficients, lift_drag_force
from usimmarine_py.vehicle.equations import layout as at
from usimmarine_py.vehicle.equations.damping import (
    cross_flow_exact,
    cross_flow_strips,
    cylinder_drag_coefficient,
    glide_forces,
    polynomial,
    surge_friction,
)
from usimmarine_py.vehicle.equations.memory import memory_forces
from usimmarine_py.vehicle.equations.propulsion import actuator_forces
from usimmarine_py.vehicle.equations.restoring import linear_restoring, submerged_forces, vertical_restoring
from usimmarine_py.vehicle.equations.wind_load import hull_wind_force, relative_wind

Vector = list[float]
Six = tuple[float, float, float, float, float, float]


def derivative_euler(s: Vector, inp: Sequence[float], c: Sequence[float], out: Vector) -> None:
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
    out[5] = dpsi + inp[at.IN_ROTATE]
    accelerations(rot, s, phi, theta, psi, 6, inp, c, out)


def derivative_quaternion(s: Vector, inp: Sequence[float], c: Sequence[float], out: Vector) -> None:
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
    turn = 0.5 * inp[at.IN_ROTATE]
    # an external rotation about the vertical: q_dot = 1/2 [0, 0, 0, rate]^n (x) q
    out[3] = d0 - turn * e3
    out[4] = d1 - turn * e2
    out[5] = d2 + turn * e1
    out[6] = d3 + turn * eta
    theta = atan2(-rot[6], sqrt(rot[0] * rot[0] + rot[3] * rot[3]))
    accelerations(rot, s, atan2(rot[7], rot[8]), theta, atan2(rot[3], rot[0]), 7, inp, c, out)


def accelerations(
    rot: Nine,
    s: Vector,
    phi: float,
    theta: float,
    psi: float,
    o: int,
    inp: Sequence[float],
    c: Sequence[float],
    out: Vector,
) -> None:
    """nu_dot and the rates of the fluid memory into ``out``; the velocities stand at ``s[o]`` on.

    Form B: nu_dot = M^-1 (tau - C_RB nu - C_A nu_r - D nu_r - g - mu + M_A nu_dot_c), laws/hydrodynamics 1.
    """
    u, v, w, p, q, r = s[o], s[o + 1], s[o + 2], s[o + 3], s[o + 4], s[o + 5]
    ur, vr, wr = u, v, w
    uc = vc = wc = 0.0
    cn, ce, cd = inp[at.IN_CURRENT_N], inp[at.IN_CURRENT_E], inp[at.IN_CURRENT_D]
    moving_water = cn != 0.0 or ce != 0.0 or cd != 0.0
    if moving_water:
        uc, vc, wc = current_body(rot, psi, cn, ce, cd, c[at.CURRENT])
        ur, vr, wr = u - uc, v - vc, w - wc
    first = o + 6
    fx, fy, fz, mx, my, mz = actuator_forces(
        s, first, ur, vr, wr, p, q, r, sqrt(u * u + v * v + w * w),
        rot[6], rot[7], rot[8], s[2] + inp[at.IN_SURFACE], c,
    )  # fmt: skip
    fx += inp[0]
    fy += inp[1]
    fz += inp[2]
    mx += inp[3]
    my += inp[4]
    mz += inp[5]
    gx, gy, gz, gk, gm, gn = coriolis_forces(u, v, w, ur, vr, wr, p, q, r, c)
    fx -= gx
    fy -= gy
    fz -= gz
    mx -= gk
    my -= gm
    mz -= gn
    gx, gy, gz, gk, gm, gn = damping_forces(ur, vr, wr, p, q, r, c)
    fx -= gx
    fy -= gy
    fz -= gz
    mx -= gk
    my -= gm
    mz -= gn
    if c[at.HYDROSTATICS] == 1.0:
        gx, gy, gz, gk, gm, gn = linear_restoring(s[0], s[1], s[2], phi, theta, psi, c)
        if c[at.AXES_VERTICAL] != 0.0:
            gx, gy, gz, gk, gm, gn = vertical_restoring(rot, phi, theta, gz, gk, gm)
        fx -= gx
        fy -= gy
        fz -= gz
        mx -= gk
        my -= gm
        mz -= gn
    elif c[at.HYDROSTATICS] == 2.0:
        gx, gy, gz, gk, gm, gn = submerged_forces(rot[6], rot[7], rot[8], s[2], inp[at.IN_LIFT_ON], inp[at.IN_LIFT], c)
        fx += gx
        fy += gy
        fz += gz
        mx += gk
        my += gm
        mz += gn
    if c[at.PAYLOAD_ON] != 0.0:
        weight = c[at.PAYLOAD_WEIGHT]
        px, py, pz = weight * rot[6], weight * rot[7], weight * rot[8]
        rx, ry, rz = c[at.PAYLOAD_X], c[at.PAYLOAD_Y], c[at.PAYLOAD_Z]
        fz += pz
        mx += ry * pz - rz * py
        my += rz * px - rx * pz
        if c[at.PAYLOAD_ROWS] == 0.0:
            fx += px
            fy += py
            mz += rx * py - ry * px
    if inp[at.IN_WIND_ON] != 0.0 and c[at.WIND_ON] != 0.0:
        u_rw, v_rw, _speed, _gamma = relative_wind(u, v, psi, inp[at.IN_WIND_SPEED], inp[at.IN_WIND_TOWARDS])
        gx, gy, gz, gk, gm, gn = hull_wind_force(
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
        fx += gx
        fy += gy
        mx += gk
        mz += gn
    if c[at.MEMORY_SYSTEMS] != 0.0:
        # surge entry zero: the kernels have no say in a straight run (laws/hydrodynamics 7)
        gx, gy, gz, gk, gm, gn = memory_forces(s, first + int(c[at.N_LAGS]), vr, wr, p, q, r, c, out)
        fx -= gx
        fy -= gy
        fz -= gz
        mx -= gk
        my -= gm
        mz -= gn
    ac_x = ac_y = ac_z = 0.0
    if moving_water:
        if c[at.CURRENT] == at.CURRENT_PVS:
            ac_x, ac_y = r * vc, -r * uc
        else:
            ac_x, ac_y, ac_z = r * vc - q * wc, p * wc - r * uc, q * uc - p * vc
        if c[at.CORIOLIS] == at.CORIOLIS_FULL and c[at.CURRENT] == at.CURRENT_FULL:
            fx += c[at.A11] * ac_x + c[at.A12] * ac_y + c[at.A13] * ac_z
            fy += c[at.A21] * ac_x + c[at.A22] * ac_y + c[at.A23] * ac_z
            fz += c[at.A31] * ac_x + c[at.A32] * ac_y + c[at.A33] * ac_z
            mx += c[at.A41] * ac_x + c[at.A42] * ac_y + c[at.A43] * ac_z
            my += c[at.A51] * ac_x + c[at.A52] * ac_y + c[at.A53] * ac_z
            mz += c[at.A61] * ac_x + c[at.A62] * ac_y + c[at.A63] * ac_z
            ac_x = ac_y = ac_z = 0.0
    out[o] = c[at.V11] * fx + c[at.V12] * fy + c[at.V13] * fz + c[at.V14] * mx + c[at.V15] * my + c[at.V16] * mz + ac_x
    out[o + 1] = (
        c[at.V21] * fx + c[at.V22] * fy + c[at.V23] * fz + c[at.V24] * mx + c[at.V25] * my + c[at.V26] * mz + ac_y
    )
    out[o + 2] = (
        c[at.V31] * fx + c[at.V32] * fy + c[at.V33] * fz + c[at.V34] * mx + c[at.V35] * my + c[at.V36] * mz + ac_z
    )
    out[o + 3] = c[at.V41] * fx + c[at.V42] * fy + c[at.V43] * fz + c[at.V44] * mx + c[at.V45] * my + c[at.V46] * mz
    out[o + 4] = c[at.V51] * fx + c[at.V52] * fy + c[at.V53] * fz + c[at.V54] * mx + c[at.V55] * my + c[at.V56] * mz
    out[o + 5] = c[at.V61] * fx + c[at.V62] * fy + c[at.V63] * fz + c[at.V64] * mx + c[at.V65] * my + c[at.V66] * mz


def current_body(rot: Nine, psi: float, cn: float, ce: float, cd: float, rule: float) -> Three:
    """v_c^b = R^T v_c^n; the peers' parity switches turn it by the yaw angle only."""
    if rule == at.CURRENT_FULL:
        return (
            rot[0] * cn + rot[3] * ce + rot[6] * cd,
            rot[1] * cn + rot[4] * ce + rot[7] * cd,
            rot[2] * cn + rot[5] * ce + rot[8] * cd,
        )
    sp, cp = sin(psi), cos(psi)
    return cp * cn + sp * ce, cp * ce - sp * cn, cd


def coriolis_forces(
    u: float,
    v: float,
    w: float,
    ur: float,
    vr: float,
    wr: float,
    p: float,
    q: float,
    r: float,
    c: Sequence[float],
) -> Six:
    """C_RB(nu) nu + C_A(nu_r) nu_r by momenta: [omega x l; v x l + omega x h] (laws/hydrodynamics 3)."""
    if c[at.CORIOLIS] == at.CORIOLIS_SURGE:
        b = at.CBAR
        return (
            ur * row(c, b, ur, vr, wr, p, q, r),
            ur * row(c, b + 6, ur, vr, wr, p, q, r),
            ur * row(c, b + 12, ur, vr, wr, p, q, r),
            ur * row(c, b + 18, ur, vr, wr, p, q, r),
            ur * row(c, b + 24, ur, vr, wr, p, q, r),
            ur * row(c, b + 30, ur, vr, wr, p, q, r),
        )
    if c[at.CORIOLIS] == at.CORIOLIS_FORM_A:
        u, v, w = ur, vr, wr
    m, xg, yg, zg = c[at.MASS], c[at.XG], c[at.YG], c[at.ZG]
    l1 = m * (u + q * zg - r * yg)
    l2 = m * (v + r * xg - p * zg)
    l3 = m * (w + p * yg - q * xg)
    h1 = c[at.I11] * p + c[at.I12] * q + c[at.I13] * r + m * (yg * w - zg * v)
    h2 = c[at.I12] * p + c[at.I22] * q + c[at.I23] * r + m * (zg * u - xg * w)
    h3 = c[at.I13] * p + c[at.I23] * q + c[at.I33] * r + m * (xg * v - yg * u)
    a1 = c[at.A11] * ur + c[at.A12] * vr + c[at.A13] * wr + c[at.A14] * p + c[at.A15] * q + c[at.A16] * r
    a2 = c[at.A21] * ur + c[at.A22] * vr + c[at.A23] * wr + c[at.A24] * p + c[at.A25] * q + c[at.A26] * r
    a3 = c[at.A31] * ur + c[at.A32] * vr + c[at.A33] * wr + c[at.A34] * p + c[at.A35] * q + c[at.A36] * r
    b1 = c[at.A41] * ur + c[at.A42] * vr + c[at.A43] * wr + c[at.A44] * p + c[at.A45] * q + c[at.A46] * r
    b2 = c[at.A51] * ur + c[at.A52] * vr + c[at.A53] * wr + c[at.A54] * p + c[at.A55] * q + c[at.A56] * r
    b3 = c[at.A61] * ur + c[at.A62] * vr + c[at.A63] * wr + c[at.A64] * p + c[at.A65] * q + c[at.A66] * r
    t1, t2, t3 = l1 + a1, l2 + a2, l3 + a3
    h1, h2, h3 = h1 + b1, h2 + b2, h3 + b3
    fx = q * t3 - r * t2
    fy = r * t1 - p * t3
    fz = p * t2 - q * t1
    mx = v * l3 - w * l2 + vr * a3 - wr * a2 + q * h3 - r * h2
    my = w * l1 - u * l3 + wr * a1 - ur * a3 + r * h1 - p * h3
    mz = u * l2 - v * l1 + ur * a2 - vr * a1 + p * h2 - q * h1
    if c[at.CORIOLIS_DROPS] != 0.0:
        # take out what the dropped entries of C_A = [[0, -S(a)], [-S(a), -S(b)]] have put in
        fx -= c[at.DROP15] * a3 * q - c[at.DROP16] * a2 * r
        fy -= -c[at.DROP24] * a3 * p + c[at.DROP26] * a1 * r
        fz -= c[at.DROP34] * a2 * p - c[at.DROP35] * a1 * q
        mx -= c[at.DROP42] * a3 * vr - c[at.DROP43] * a2 * wr + c[at.DROP45] * b3 * q - c[at.DROP46] * b2 * r
        my -= -c[at.DROP51] * a3 * ur + c[at.DROP53] * a1 * wr - c[at.DROP54] * b3 * p + c[at.DROP56] * b1 * r
        mz -= c[at.DROP61] * a2 * ur - c[at.DROP62] * a1 * vr + c[at.DROP64] * b2 * p - c[at.DROP65] * b1 * q
    return fx, fy, fz, mx, my, mz


def damping_forces(ur: float, vr: float, wr: float, p: float, q: float, r: float, c: Sequence[float]) -> Six:
    """D(nu_r) nu_r: all damping that the vehicle has, to be subtracted (laws/hydrodynamics 4)."""
    fx, fy, fz = c[at.D1] * ur, c[at.D2] * vr, c[at.D3] * wr
    mx, my, mz = c[at.D4] * p, c[at.D5] * q, c[at.D6] * r
    if c[at.FADE_ON] != 0.0:
        speed = -sqrt(ur * ur + vr * vr + wr * wr)
        b = at.FADE
        fx *= exp(speed * c[b])
        fy *= exp(speed * c[b + 1])
        fz *= exp(speed * c[b + 2])
        mx *= exp(speed * c[b + 3])
        my *= exp(speed * c[b + 4])
        mz *= exp(speed * c[b + 5])
    if c[at.DAMPING_FULL] != 0.0:
        b = at.DAMPING_MATRIX
        fx += row(c, b, ur, vr, wr, p, q, r)
        fy += row(c, b + 6, ur, vr, wr, p, q, r)
        fz += row(c, b + 12, ur, vr, wr, p, q, r)
        mx += row(c, b + 18, ur, vr, wr, p, q, r)
        my += row(c, b + 24, ur, vr, wr, p, q, r)
        mz += row(c, b + 30, ur, vr, wr, p, q, r)
    if c[at.POWERS_ON] != 0.0:
        fx += (c[at.Q1] * abs(ur) + c[at.K1] * ur * ur) * ur
        fy += (c[at.Q2] * abs(vr) + c[at.K2] * vr * vr) * vr
        fz += (c[at.Q3] * abs(wr) + c[at.K3] * wr * wr) * wr
        mx += (c[at.Q4] * abs(p) + c[at.K4] * p * p) * p
        my += (c[at.Q5] * abs(q) + c[at.K5] * q * q) * q
        mz += (c[at.Q6] * abs(r) + c[at.K6] * r * r) * r
    if c[at.ITTC_ON] != 0.0:
        residual = c[at.ITTC_CR]
        beyond = abs(ur) - c[at.ITTC_FROM]
        if beyond > 0.0:
            residual += c[at.ITTC_SLOPE] * beyond
        drag = surge_friction(ur, c[at.ITTC_COEF], residual, c[at.ITTC_LENGTH], c[at.ITTC_FLOOR], c[at.NU_KIN])
        if ur < 0.0:
            drag *= c[at.ITTC_ASTERN]
        fx += drag
    if c[at.SKEG_ON] != 0.0:
        lift = c[at.SKEG_ON] * abs(ur) * (vr + c[at.SKEG_X] * r - c[at.SKEG_Z] * p)
        fy += lift
        mx -= c[at.SKEG_Z] * lift
        mz += c[at.SKEG_X] * lift
    if c[at.BODY_ON] != 0.0:
        # what takes energy out does so ahead and astern; what couples changes ends with the flow
        speed = abs(ur)
        fy -= c[at.Y_UV] * speed * vr + c[at.Y_UR] * ur * r
        mz -= c[at.N_UV] * ur * vr + c[at.N_UR] * speed * r
        fz -= c[at.Z_UW] * speed * wr + c[at.Z_UQ] * ur * q
        my -= c[at.M_UW] * ur * wr + c[at.M_UQ] * speed * q
    if c[at.POLAR_ON] != 0.0:
        x, y, z, k, m, n = glide_forces(ur, vr, wr, p, q, r, c)
        fx -= x
        fy -= y
        fz -= z
        mx -= k
        my -= m
        mz -= n
    if c[at.CROSS_FLOW] != 0.0:
        x1, x2 = c[at.CROSS_X1], c[at.CROSS_X2]
        sway, yaw = cross_flow(c[at.CROSS_FLOW], vr, r, x1, x2)
        fy += c[at.CROSS_SWAY] * sway
        mz += c[at.CROSS_YAW] * yaw
        if c[at.CROSS_VERTICAL] == 1.0:
            heave, pitch = cross_flow(c[at.CROSS_FLOW], wr, -q, x1, x2)
            fz += c[at.CROSS_SWAY] * heave
            my -= c[at.CROSS_YAW] * pitch
        elif c[at.CROSS_VERTICAL] == 2.0:
            heave, pitch = cross_flow(c[at.CROSS_FLOW], wr, q, x1, x2)
            fz += c[at.CROSS_SWAY] * heave
            my += c[at.CROSS_YAW] * pitch
    if c[at.LIFT_ON] != 0.0:
        alpha = atan2(wr, ur)
        if c[at.LIFT_FOLD] != 0.0:
            alpha = folded(alpha)
        c_l, c_d = lift_drag_coefficients(alpha, c[at.LIFT_SPAN], c[at.LIFT_AREA], c[at.LIFT_CD0], c[at.LIFT_OSWALD])
        x, z = lift_drag_force(c[at.LIFT_RHO], ur, vr, wr, c[at.LIFT_AREA], c_l, c_d)
        fx -= x
        fz -= z
    if c[at.SECTION_ON] != 0.0:
        y, z, k, m = section_drag(vr, wr, q, r, c)
        fy += y
        fz += z
        my += k
        mz += m
    if c[at.POLYNOMIAL_ON] != 0.0:
        x, y, n = polynomial(ur, vr, r, c)
        fx -= x
        fy -= y
        mz -= n
    return fx, fy, fz, mx, my, mz


def cross_flow(method: float, v: float, r: float, x1: float, x2: float) -> tuple[float, float]:
    """I_Y and I_N by the method that the vehicle names."""
    if method == 1.0:
        return cross_flow_exact(v, r, x1, x2)
    return cross_flow_strips(v, r, x1, x2)


def section_drag(vr: float, wr: float, q: float, r: float, c: Sequence[float]) -> tuple[float, float, float, float]:
    """Y, Z, M, N of a circular cylinder in cross flow, C_D by Reynolds number (laws/hydrodynamics 4.6).

    Translation: 1/2 rho C_D 2 R L |s| s with the cross-flow speed in the Reynolds number; rotation about y and z: the
    strip value 1/2 rho C_D 2 R L^4/32 with the speed at half of the half length, |omega| L/4, in it.
    """
    length, radius = c[at.SECTION_LENGTH], c[at.SECTION_RADIUS]
    width = 2.0 * radius
    half = 0.5 * c[at.SECTION_RHO] * width * length
    flow = sqrt(vr * vr + wr * wr)
    drag = half * cylinder_drag_coefficient(flow * width / c[at.NU_KIN]) * flow
    turn = sqrt(q * q + r * r)
    arm = length * length * length / 32.0
    spin = half * arm * cylinder_drag_coefficient(0.25 * turn * length * width / c[at.NU_KIN]) * turn
    return drag * vr, drag * wr, spin * q, spin * r


def row(c: Sequence[float], b: int, u: float, v: float, w: float, p: float, q: float, r: float) -> float:
    """One row of a 6 x 6 matrix, which starts at ``c[b]``, times a vector."""
    return c[b] * u + c[b + 1] * v + c[b + 2] * w + c[b + 3] * p + c[b + 4] * q + c[b + 5] * r
