"""Hull, propeller and rudder of a ship by the MMG standard method (laws/hydrodynamics 4.10, laws/actuators 1.9).

Written in m/s and N; where the method divides by the speed, the larger of it and |r| L stands, so that a ship that
turns on the spot has finite forces. Inside the method's range that is the speed.
"""

from __future__ import annotations

from math import atan2, cos, exp, pi, sin, sqrt

from usimmarine_py.kernels.body.drives import MmgPropeller
from usimmarine_py.kernels.body.records import BodyTerms


def mmg_forces(n: float, delta: float, u: float, v: float, r: float, c: BodyTerms) -> tuple[float, float, float]:
    """X, Y (N) and N (N m) at the velocities (m/s, rad/s) relative to the water, n in rev/s, delta in rad."""
    x, y, m = mmg_hull(u, v, r, c)
    fx, fy, fn = mmg_drive(n, delta, u, v, r, c)
    return x + fx, y + fy, m + fn


def mmg_hull(u: float, v: float, r: float, c: BodyTerms) -> tuple[float, float, float]:
    """The bare hull. The method's N_v contains the Munk moment, which the Coriolis terms have: it is taken off."""
    ship = c.mmg
    length, fx, fy, fn = ship.length, ship.x, ship.y, ship.n
    turn = r * length
    uu, vv, tt = u * u + v * v, v * v, turn * turn
    if uu + tt == 0.0:
        return 0.0, 0.0, 0.0
    speed = sqrt(uu)
    if abs(turn) > speed:
        speed = abs(turn)
    # 1 up to 45 degrees of drift, 0 athwart, -1 astern: what belongs to one end of the ship changes sides with the flow
    end = 1.4142135623730951 * u / speed
    if end > 1.0:
        end = 1.0
    elif end < -1.0:
        end = -1.0
    x = end * (fx.vv * vv + fx.rr * tt - fx.R_0 * uu) + fx.vr * v * turn + end * fx.vvvv * vv * vv / (speed * speed)
    y = (
        speed * (fy.v * v + end * fy.r * turn)
        + ((fy.vvv * vv + fy.vrr * tt) * v + end * (fy.vvr * vv + fy.rrr * tt) * turn) / speed
    )
    m = (
        speed * (end * fn.v * v + fn.r * turn)
        + (end * (fn.vvv * vv + fn.vrr * tt) * v + (fn.vvr * vv + fn.rrr * tt) * turn) / speed
    )
    force = ship.force
    return force * x, force * y, force * length * m + (c.added.y.v - c.added.x.u) * u * v


def mmg_drive(n: float, delta: float, u: float, v: float, r: float, c: BodyTerms) -> tuple[float, float, float]:
    """The propeller and the rudder behind it."""
    screw, rudder = c.mmg.propeller, c.mmg.rudder
    length, diameter = c.mmg.length, screw.D
    turn = r * length
    speed = sqrt(u * u + v * v)
    drift = 0.0 if speed == 0.0 else atan2(-v, abs(u))
    ahead = u
    if u > 0.0:
        rate = turn / (speed if speed > abs(turn) else abs(turn))
        at_propeller = drift - screw.x_P * rate
        gain = screw.C2_pos if at_propeller > 0.0 else screw.C2_neg
        ahead *= (1.0 - screw.w) * (1.0 + (1.0 - exp(-screw.C1 * abs(at_propeller))) * (gain - 1.0))
    push = mmg_thrust(n, ahead, c.rho, screw)
    # the race: what the propeller adds to the flow reaches the rudder by kappa
    race = ahead * abs(ahead)
    behind = ahead
    if push > 0.0:
        behind = race + 8.0 * push / (pi * c.rho * diameter * diameter)
        behind = ahead + rudder.kappa * ((sqrt(behind) if behind > 0.0 else 0.0) - ahead)
    square = rudder.eta * behind * abs(behind) + (1.0 - rudder.eta) * race
    u_r = rudder.epsilon * (sqrt(square) if square > 0.0 else -sqrt(-square))
    v_r = speed * drift - rudder.l_R * turn
    v_r *= rudder.gamma_pos if v_r > 0.0 else rudder.gamma_neg
    sd, cd = sin(delta), cos(delta)
    normal = rudder.half_rho_area_f * sqrt(u_r * u_r + v_r * v_r) * (u_r * sd - v_r * cd)
    return (
        (1.0 - screw.t) * push - (1.0 - rudder.t_R) * normal * sd,
        -(1.0 + rudder.a_H) * normal * cd,
        -(rudder.x_R + rudder.a_H * rudder.x_H) * length * normal * cd,
    )


def mmg_thrust(n: float, ahead: float, rho: float, screw: MmgPropeller) -> float:
    """Thrust (N) of the propeller in a flow of ``ahead`` m/s; the share ``astern`` of the law ahead for n < 0."""
    diameter = screw.D
    area = rho * diameter * diameter
    drag = screw.k_2 * ahead * abs(ahead)
    nd = abs(n) * diameter
    if n >= 0.0:
        return area * (screw.k_0 * nd * nd + screw.k_1 * nd * ahead + drag)
    back = -ahead if ahead < 0.0 else 0.0
    return area * (drag - screw.astern * nd * (screw.k_0 * nd + screw.k_1 * back))
