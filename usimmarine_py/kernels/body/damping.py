"""Damping forces as component scalars, interpreted and compiled alike (laws/hydrodynamics 4, 1.4).

All functions return the amount to SUBTRACT from the generalised force, unless their name says derivative. SI units,
velocities relative to the water.
"""

from __future__ import annotations

from math import log10, sqrt

from usimmarine_py.kernels.body.records import Derivatives, Friction, Polar, Row6

#: C_D of a smooth circular cylinder in cross flow over log10 of the Reynolds number (laws/hydrodynamics 4.6)
CYLINDER_CD = (
    (4.0, 1.20),
    (5.0, 1.20),
    (5.301029995663981, 1.20),
    (5.431363764158987, 1.17),
    (5.518513939877888, 1.01),
    (5.612783856719735, 0.71),
    (5.716003343634799, 0.41),
    (5.806179973983887, 0.28),
    (5.929418925714293, 0.32),
    (6.041392685158225, 0.39),
    (6.255272505103306, 0.54),
    (6.462397997898956, 0.63),
    (6.690196080028514, 0.68),
)


def friction_line(reynolds: float) -> float:
    """ITTC-57 friction coefficient C_f."""
    x = log10(reynolds) - 2.0
    return 0.075 / (x * x)


def surge_friction(u: float, f: Friction, nu_kin: float) -> float:
    """Surge resistance by ITTC-57 and the residual coefficient (N); |u| is floored in the Reynolds number only."""
    speed = abs(u)
    seen = speed if speed > f.u_floor else f.u_floor
    residual = f.C_R
    beyond = speed - f.beyond
    if beyond > 0.0:
        residual += f.slope * beyond
    drag = f.coef * (friction_line(seen * f.length / nu_kin) + residual) * speed * u
    return drag * f.astern if u < 0.0 else drag


def cross_flow_exact(v: float, r: float, x1: float, x2: float) -> tuple[float, float]:
    """I_Y and I_N, the integrals of |s| s and x |s| s with s = v + x r over [x1, x2], in closed form."""
    x0 = x1
    if r != 0.0:
        x0 = -v / r
        if x0 < x1:
            x0 = x1
        elif x0 > x2:
            x0 = x2
    vv, vr, rr = v * v, v * r, r * r
    s1, s2, s0 = x1 * x1, x2 * x2, x0 * x0
    c1, c2, c0 = s1 * x1, s2 * x2, s0 * x0
    f1, f2, f0 = s1 * s1, s2 * s2, s0 * s0
    upper_p = vv * (x2 - x0) + vr * (s2 - s0) + rr * (c2 - c0) / 3.0
    upper_q = 0.5 * vv * (s2 - s0) + 2.0 * vr * (c2 - c0) / 3.0 + 0.25 * rr * (f2 - f0)
    if r == 0.0:
        return (upper_p, upper_q) if v > 0.0 else (-upper_p, -upper_q)
    lower_p = vv * (x0 - x1) + vr * (s0 - s1) + rr * (c0 - c1) / 3.0
    lower_q = 0.5 * vv * (s0 - s1) + 2.0 * vr * (c0 - c1) / 3.0 + 0.25 * rr * (f0 - f1)
    if r > 0.0:
        return upper_p - lower_p, upper_q - lower_q
    return lower_p - upper_p, lower_q - upper_q


def cross_flow_strips(v: float, r: float, x1: float, x2: float) -> tuple[float, float]:
    """The same by 21 samples of weight 1/20 each: the quadrature of MSS and PVS, about 5 % too much."""
    width = (x2 - x1) / 20.0
    sway = yaw = 0.0
    for k in range(21):
        x = x1 + k * width
        s = v + x * r
        drag = abs(s) * s * width
        sway += drag
        yaw += x * drag
    return sway, yaw


def cylinder_drag_coefficient(reynolds: float) -> float:
    """C_D of a smooth circular cylinder in cross flow, linear in log10 of the Reynolds number, clamped outside."""
    if reynolds <= 1.0e4:
        return 1.20
    x = log10(reynolds)
    for i in range(1, 13):
        right = CYLINDER_CD[i]
        if x <= right[0]:
            left = CYLINDER_CD[i - 1]
            return left[1] + (right[1] - left[1]) * (x - left[0]) / (right[0] - left[0])
    return 0.68


def polynomial(u: float, v: float, r: float, d: Derivatives) -> tuple[float, float, float]:
    """X, Y, N of the manoeuvring derivatives (Fossen sign: ADD them), laws/hydrodynamics 4.7 with the CyberShip II
    superset.
    """
    au, av, ar = abs(u), abs(v), abs(r)
    x, y, n = d.x, d.y, d.n
    return (
        (x.u + x.uu * au + x.uuu * u * u) * u + x.v * v + x.r * r,
        y.u * u + (y.v + y.vv * av + y.rv * ar + y.vvv * v * v) * v + (y.r + y.vr * av + y.rr * ar) * r,
        n.u * u + (n.v + n.vv * av + n.rv * ar) * v + (n.r + n.vr * av + n.rr * ar + n.rrr * r * r) * r,
    )


def glide_forces(
    u: float, v: float, w: float, p: float, q: float, r: float, c: Polar
) -> tuple[float, float, float, float, float, float]:
    """X, Y, Z, K, M, N of a glider's wings and hull (ADD them); velocities relative to the water."""
    square = u * u + v * v + w * w
    plane = sqrt(u * u + w * w)
    speed = sqrt(square)
    if plane < 1e-9:
        return 0.0, -c.K_D_beta * speed * v, 0.0, 0.0, 0.0, 0.0
    sa, ca = w / plane, u / plane
    sb, cb = v / speed, plane / speed
    drag = square * (c.K_D0 + c.K_D * sa * sa * cb * cb + c.K_D_beta * sb * sb)
    side = square * c.K_beta * sb
    lift = square * (c.K_L0 + c.K_L * sa * ca)
    # moments in the flow's axes; what damps stays in those of the body, where it surely does
    roll = square * c.K_MR * sb * ca
    pitch = square * (c.K_M0 + c.K_M * sa * ca)
    yaw = square * c.K_MY * sb * ca
    return (
        -ca * cb * drag - ca * sb * side + sa * lift,
        -sb * drag + cb * side,
        -sa * cb * drag - sa * sb * side - ca * lift,
        ca * cb * roll - ca * sb * pitch - sa * yaw + square * c.K_p * p,
        sb * roll + cb * pitch + square * c.K_q * q,
        sa * cb * roll - sa * sb * pitch + ca * yaw + square * c.K_r * r,
    )


def row(m: Row6, u: float, v: float, w: float, p: float, q: float, r: float) -> float:
    """Return one row of a 6 x 6 matrix times a vector."""
    return m.u * u + m.v * v + m.w * w + m.p * p + m.q * q + m.r * r
