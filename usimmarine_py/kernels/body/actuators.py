"""Force laws of the actuators: plain functions of floats, interpreted and compiled alike.

Forces in N, moments in N m about CO, both in BODY; ``u_r, v_r, w_r`` velocities relative to the water (m/s); ``n`` in
the unit that the vehicle file uses (rpm, rad/s or rps) with K to match; angles in rad, positive to starboard (rudders,
nozzles) or to dive (stern planes). Source: laws/actuators 1.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin, sqrt

Wrench = tuple[float, float, float, float, float, float]


def thrust(n: float, k_pos: float, k_neg: float) -> float:
    """K n |n| with a K of its own for each direction."""
    if n > 0.0:
        return k_pos * n * n
    return -k_neg * n * n


def wrench_at(fx: float, fy: float, fz: float, x: float, y: float, z: float) -> Wrench:
    """Force and moment about CO of a force acting at (x, y, z) in m."""
    return fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx


def speed_along(
    u: float, v: float, w: float, p: float, q: float, r: float,
    x: float, y: float, z: float, dx: float, dy: float, dz: float
) -> float:  # fmt: skip
    """Velocity (m/s) along a unit vector of the point (x, y, z) of a body with velocities u, v, w, p, q, r."""
    return (u + q * z - r * y) * dx + (v + r * x - p * z) * dy + (w + p * y - q * x) * dz


def immersed_share(depth: float, radius: float) -> float:
    """Share of the thrust that is left to a propeller whose centre is ``depth`` m below the surface (laws/actuators
    1.6).
    """
    ratio = depth / radius
    if ratio >= 1.3:
        return 1.0
    share = 1.0 - 0.675 * (1.0 - 0.769 * ratio) ** 1.258
    return share if share > 0.0 else 0.0


def waterjet(n: float, alpha: float, beta: float, k: float, x: float, y: float, z: float) -> Wrench:
    """Jet with a steering nozzle ``alpha`` and an astern deflector ``beta`` in [-1, 1]."""
    force = thrust(n, k, k)
    return wrench_at(force * beta * cos(alpha), force * sin(alpha), 0.0, x, y, z)


def waterjet_planar(n: float, alpha: float, beta: float, k: float, x: float, y: float) -> Wrench:
    """The published simulator's jet: sway follows the deflector, yaw does not, no roll and pitch moments."""
    force = thrust(n, k, k)
    s, c = sin(alpha), cos(alpha)
    return force * beta * c, force * beta * s, 0.0, 0.0, 0.0, x * s * force - y * c * force


def advance_thrust(n: float, u_r: float, nn_pos: float, nu_pos: float, nn_neg: float, nu_neg: float) -> float:
    """Thrust with an advance speed and a dead zone between the two branches (CyberShip II); n in rps."""
    top = nu_pos / nn_pos * u_r
    if top < 0.0:
        top = 0.0
    if n >= top:
        return nn_pos * n * abs(n) - nu_pos * abs(n) * u_r
    bottom = nu_neg / nn_neg * u_r
    if bottom > 0.0:
        bottom = 0.0
    if n <= bottom:
        return nn_neg * n * abs(n) - nu_neg * abs(n) * u_r
    return 0.0


def slipstream_lift(
    delta: float,
    u_r: float,
    force: float,
    rho: float,
    diameter: float,
    k_u: float,
    lift_pos: float,
    stall_pos: float,
    lift_neg: float,
    stall_neg: float,
) -> float:
    """Lift of a rudder in the race of a propeller that pushes with ``force``; the force on the hull is -L in sway."""
    u_rudder = u_r
    if u_r >= 0.0:
        inside = 8.0 * force / (pi * rho * diameter * diameter) + u_r * u_r
        if inside < 0.0:
            inside = 0.0
        u_rudder = u_r + k_u * (sqrt(inside) - u_r)
    if u_rudder >= 0.0:
        return (lift_pos * delta - stall_pos * abs(delta) * delta) * abs(u_rudder) * u_rudder
    return (lift_neg * delta - stall_neg * abs(delta) * delta) * abs(u_rudder) * u_rudder


def propeller(
    n: float,
    advance: float,
    rho: float,
    diameter: float,
    kt_0: float,
    kt_max: float,
    kq_0: float,
    kq_max: float,
    j_max: float,
) -> tuple[float, float]:
    """Thrust (N) and torque (N m) linear in the advance ratio for n > 0, bollard values else; n in rps."""
    d2 = diameter * diameter
    d4 = d2 * d2
    push = rho * d4
    twist = push * diameter
    if n > 0.0:
        slope = advance / diameter / j_max * n
        return push * (kt_0 * n * n + (kt_max - kt_0) * slope), twist * (kq_0 * n * n + (kq_max - kq_0) * slope)
    return -push * kt_0 * n * n, -twist * kq_0 * n * n


def curve_by_table(beta: float, c: Sequence[float], at: int, rows: int) -> tuple[float, float]:
    """C_T and C_Q at the advance angle ``beta`` (rad, -pi to pi), linear between the rows beta, C_T, C_Q from
    ``c[at]`` on; the first row stands at or below -pi, the last one at or above pi.
    """
    low, high = 0, rows - 1
    while high - low > 1:
        middle = (low + high) // 2
        if c[at + 3 * middle] <= beta:
            low = middle
        else:
            high = middle
    i, j = at + 3 * low, at + 3 * high
    share = (beta - c[i]) / (c[j] - c[i])
    return c[i + 1] + share * (c[j + 1] - c[i + 1]), c[i + 2] + share * (c[j + 2] - c[i + 2])


def curve_by_series(beta: float, c: Sequence[float], at: int, harmonics: int) -> tuple[float, float]:
    """C_T = sum A_T cos(k beta) + B_T sin(k beta) and C_Q alike; A_T, B_T, A_Q, B_Q of k = 0, 1, ... from ``c[at]``."""
    first_cos, first_sin = cos(beta), sin(beta)
    ck, sk = 1.0, 0.0
    push = twist = 0.0
    for k in range(harmonics):
        i = at + 4 * k
        push += c[i] * ck + c[i + 1] * sk
        twist += c[i + 2] * ck + c[i + 3] * sk
        ck, sk = ck * first_cos - sk * first_sin, sk * first_cos + ck * first_sin
    return push, twist


def four_quadrant(
    n: float, advance: float, rho: float, diameter: float, series: bool, c: Sequence[float], at: int, count: int
) -> tuple[float, float]:
    """Thrust (N) and torque (N m) of a propeller at ``n`` rps and an advance speed of any sign (laws/actuators 1.8)."""
    around = 0.7 * pi * n * diameter
    beta = atan2(advance, around)
    if series:
        c_t, c_q = curve_by_series(beta, c, at, count)
    else:
        c_t, c_q = curve_by_table(beta, c, at, count)
    pressure = 0.125 * pi * rho * diameter * diameter * (advance * advance + around * around)
    return pressure * c_t, pressure * diameter * c_q


def fin_anywhere(
    delta: float, u_r: float, across: float, local: float, half_rho_area_cl: float, k_flap: float
) -> float:
    """Force along a fin's normal; ``across`` and ``local``: velocities along the normal of CO and of the fin's place
    (laws/actuators 1.7).
    """
    return -half_rho_area_cl * ((u_r * u_r + across * across) * k_flap * delta + u_r * local)


def stalled(angle: float, stall: float) -> float:
    """Share of its lift that a fin keeps at an angle of attack (rad): all up to ``stall``, none at 90 deg and beyond.

    Beyond the stall the lift itself falls linearly from its largest value (laws/actuators 1.7).
    """
    size = abs(angle)
    if size <= stall:
        return 1.0
    left = (0.5 * pi - size) / (0.5 * pi - stall)
    return stall / size * left if left > 0.0 else 0.0


def fin_yaw(delta: float, u_r: float, v_r: float, r: float, half_rho_area_cl: float, k_flap: float, x: float) -> Wrench:
    """Vertical fin at ``x``: flap force plus the weathercock and damping effect of the tail."""
    fy = -half_rho_area_cl * ((u_r * u_r + v_r * v_r) * k_flap * delta + u_r * (v_r + x * r))
    return 0.0, fy, 0.0, 0.0, 0.0, x * fy


def fin_pitch(
    delta: float, u_r: float, w_r: float, q: float, half_rho_area_cl: float, k_flap: float, x: float
) -> Wrench:
    """Horizontal fin at ``x``; delta > 0 dives."""
    fz = -half_rho_area_cl * ((u_r * u_r + w_r * w_r) * k_flap * delta + u_r * (w_r - x * q))
    return 0.0, 0.0, fz, 0.0, -x * fz, 0.0


def fin_simple_yaw(delta: float, u_r: float, v_r: float, half_rho_area_cl: float, x: float) -> Wrench:
    """Rudder whose force depends on its own angle only (REMUS 100)."""
    b = half_rho_area_cl * (u_r * u_r + v_r * v_r)
    fy = -b * delta
    return -b * delta * delta, fy, 0.0, 0.0, 0.0, x * fy


def fin_simple_pitch(delta: float, u_r: float, w_r: float, half_rho_area_cl: float, x: float) -> Wrench:
    """Stern plane whose force depends on its own angle only (REMUS 100)."""
    b = half_rho_area_cl * (u_r * u_r + w_r * w_r)
    fz = -b * delta
    return -b * delta * delta, 0.0, fz, 0.0, -x * fz, 0.0
