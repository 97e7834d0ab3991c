"""Hull, propeller and rudder of a ship by the MMG standard method (laws/hydrodynamics 4.10, laws/actuators 1.9).

Written in m/s and N; where the method divides by the speed, the larger of it and |r| L stands, so that a ship that
turns on the spot has finite forces. Inside the method's range that is the speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, exp, pi, sin, sqrt

from usimmarine_py.vehicle.equations import layout as at


def mmg_forces(n: float, delta: float, u: float, v: float, r: float, c: Sequence[float]) -> tuple[float, float, float]:
    """X, Y (N) and N (N m) at the velocities (m/s, rad/s) relative to the water, n in rev/s, delta in rad."""
    x, y, m = mmg_hull(u, v, r, c)
    fx, fy, fn = mmg_drive(n, delta, u, v, r, c)
    return x + fx, y + fy, m + fn


def mmg_hull(u: float, v: float, r: float, c: Sequence[float]) -> tuple[float, float, float]:
    """The bare hull. The method's N_v contains the Munk moment, which the Coriolis terms have: it is taken off."""
    length = c[at.MMG_LENGTH]
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
    x = (
        end * (c[at.MMG_X_VV] * vv + c[at.MMG_X_RR] * tt - c[at.MMG_R0] * uu)
        + c[at.MMG_X_VR] * v * turn
        + end * c[at.MMG_X_VVVV] * vv * vv / (speed * speed)
    )
    y = (
        speed * (c[at.MMG_Y_V] * v + end * c[at.MMG_Y_R] * turn)
        + (
            (c[at.MMG_Y_VVV] * vv + c[at.MMG_Y_VRR] * tt) * v
            + end * (c[at.MMG_Y_VVR] * vv + c[at.MMG_Y_RRR] * tt) * turn
        )
        / speed
    )
    m = (
        speed * (end * c[at.MMG_N_V] * v + c[at.MMG_N_R] * turn)
        + (
            end * (c[at.MMG_N_VVV] * vv + c[at.MMG_N_VRR] * tt) * v
            + (c[at.MMG_N_VVR] * vv + c[at.MMG_N_RRR] * tt) * turn
        )
        / speed
    )
    force = c[at.MMG_FORCE]
    return force * x, force * y, force * length * m + (c[at.A22] - c[at.A11]) * u * v


def mmg_drive(n: float, delta: float, u: float, v: float, r: float, c: Sequence[float]) -> tuple[float, float, float]:
    """The propeller and the rudder behind it."""
    length, diameter = c[at.MMG_LENGTH], c[at.MMG_D]
    turn = r * length
    speed = sqrt(u * u + v * v)
    drift = 0.0 if speed == 0.0 else atan2(-v, abs(u))
    ahead = u
    if u > 0.0:
        rate = turn / (speed if speed > abs(turn) else abs(turn))
        at_propeller = drift - c[at.MMG_X_P] * rate
        gain = c[at.MMG_C2_POS] if at_propeller > 0.0 else c[at.MMG_C2_NEG]
        ahead *= (1.0 - c[at.MMG_W]) * (1.0 + (1.0 - exp(-c[at.MMG_C1] * abs(at_propeller))) * (gain - 1.0))
    push = mmg_thrust(n, ahead, c)
    # the race: what the propeller adds to the flow reaches the rudder by kappa
    race = ahead * abs(ahead)
    behind = ahead
    if push > 0.0:
        behind = race + 8.0 * push / (pi * c[at.RHO] * diameter * diameter)
        behind = ahead + c[at.MMG_KAPPA] * ((sqrt(behind) if behind > 0.0 else 0.0) - ahead)
    square = c[at.MMG_ETA] * behind * abs(behind) + (1.0 - c[at.MMG_ETA]) * race
    u_r = c[at.MMG_EPSILON] * (sqrt(square) if square > 0.0 else -sqrt(-square))
    v_r = speed * drift - c[at.MMG_L_R] * turn
    v_r *= c[at.MMG_GAMMA_POS] if v_r > 0.0 else c[at.MMG_GAMMA_NEG]
    sd, cd = sin(delta), cos(delta)
    normal = c[at.MMG_RUDDER] * sqrt(u_r * u_r + v_r * v_r) * (u_r * sd - v_r * cd)
    return (
        (1.0 - c[at.MMG_T]) * push - (1.0 - c[at.MMG_T_R]) * normal * sd,
        -(1.0 + c[at.MMG_A_H]) * normal * cd,
        -(c[at.MMG_X_R] + c[at.MMG_A_H] * c[at.MMG_X_H]) * length * normal * cd,
    )


def mmg_thrust(n: float, ahead: float, c: Sequence[float]) -> float:
    """Thrust (N) of the propeller in a flow of ``ahead`` m/s; the share ``astern`` of the law ahead for n < 0."""
    diameter = c[at.MMG_D]
    area = c[at.RHO] * diameter * diameter
    drag = c[at.MMG_K2] * ahead * abs(ahead)
    nd = abs(n) * diameter
    if n >= 0.0:
        return area * (c[at.MMG_K0] * nd * nd + c[at.MMG_K1] * nd * ahead + drag)
    back = -ahead if ahead < 0.0 else 0.0
    return area * (drag - c[at.MMG_ASTERN] * nd * (c[at.MMG_K0] * nd + c[at.MMG_K1] * back))
