"""Force laws of the actuators: plain functions of floats, interpreted and compiled alike.

Forces in N, moments in N m about CO, both in BODY; ``u_r, v_r, w_r`` velocities relative to the water (m/s); ``n`` in
the unit that the vehicle file uses (rpm, rad/s or rps) with K to match; angles in rad, positive to starboard (rudders,
nozzles) or to dive (stern planes). Source: laws/actuators 1.2.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

Wrench = tuple[float, float, float, float, float, float]


def thrust(n: float, k_pos: float, k_neg: float) -> float:
    """K n |n| with a K of its own for each direction."""
    if n > 0.0:
        return k_pos * n * n
    return -k_neg * n * n


def wrench_at(fx: float, fy: float, fz: float, x: float, y: float, z: float) -> Wrench:
    """Force and moment about CO of a force acting at (x, y, z) in m."""
    return fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx


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
