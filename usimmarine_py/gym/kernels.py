"""A step of many vehicles as plain functions of arrays, one row a vehicle; ``machine.py`` compiles them.

The kinematic law is that of ``kernels.kinematic``; set-points are those of ``actuators.commands.set_points``, to which
tests hold them.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.kernels.body.motion6 import current_body
from usimmarine_py.kernels.body.records import IN, IN_REF, MODEL_3DOF, MODEL_QUATERNION
from usimmarine_py.kernels.kinematic import Table, after_turn_loss, documented, map_speed
from usimmarine_py.maths.attitude import quaternion_to_euler, rzyx

Array = NDArray[np.float64]

# ---- columns of what is seen of a vehicle ----
X, Y, DEPTH = 0, 1, 2  #: m, east and north in MOOS local, positive down
PSI, ROLL, PITCH = 3, 4, 5  #: rad, NED
SURGE, SWAY, HEAVE = 6, 7, 8  #: m/s over ground, BODY
YAW_RATE = 9  #: rad/s
SPEED = 10  #: m/s through the water, forward
WIND_AHEAD, WIND_ASIDE = 11, 12  #: m/s, apparent wind, where it blows to, in axes turned by the heading
SEEN = 13

# ---- columns of what surrounds a vehicle during a tick: the kernel's inputs without set-points, or these ----
DRIFT_E, DRIFT_N, CURRENT_E, CURRENT_N, WIND_ON, WIND_SPEED, WIND_TOWARDS = range(7)  #: kinematic vehicle
AROUND = IN_REF

# ---- columns of a command in per cent ----
THRUST, RUDDER, ELEVATOR, SWAYING, HEAVING = 0, 1, 2, 3, 4
ORDERS = 5

# ---- a kinematic vehicle ----
K_X, K_Y, K_HEADING, K_SPEED, K_DEPTH, K_PITCH = range(6)  #: columns of its state: m, deg, m/s, m, rad
KINEMATIC = 6

# ---- how a set-point follows from a command ----
(S_ZERO, S_RUDDER, S_ELEVATOR, S_SHAFT, S_JET, S_BUCKET, S_ENGINE, S_SHARED, S_FIN) = (
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
)  # fmt: skip
R_KIND, R_A, R_B, R_LOW, R_HIGH, R_SIDE = range(6)
RULE = 6
SIDE_COMMON, SIDE_LEFT, SIDE_RIGHT, SIDE_BOTH = 0.0, 1.0, 2.0, 3.0
_ROUNDING = 1.0 - 1e-12
#: orders in the order in which thrusters serve them
_SERVED = (HEAVING, ELEVATOR, THRUST, SWAYING, RUDDER)


def wrapped(angle: float) -> float:
    """An angle (rad) brought into [-pi, pi]."""
    return atan2(sin(angle), cos(angle))


def clipped(value: float) -> float:
    """A per cent within [-100, 100]; not-a-number is 0: nobody has asked for anything."""
    if value != value:
        return 0.0
    return -100.0 if value < -100.0 else 100.0 if value > 100.0 else value


def kinematic_tick(
    s: Array, order: Array, around: Array, positive: Table, negative: Table, p: Array, dt: float, seen: Array
) -> None:
    """Move one vehicle ``dt`` s on by the documented law, and see it.

    ``positive`` and ``negative`` are the pairs of its thrust map; ``p`` holds the thrust factor, whether the map is
    reflected (not 0), the turn loss, its turn map and its limits.
    """
    turn_map, limits = (p[3], p[4], p[5], p[6]), (p[7], p[8], p[9], p[10], p[11], p[12], p[13])
    thrust, rudder, elevator = clipped(order[THRUST]), clipped(order[RUDDER]), clipped(order[ELEVATOR])
    h0, z0 = s[K_HEADING], s[K_DEPTH]
    east, north, current_east, current_north = around[DRIFT_E], around[DRIFT_N], around[CURRENT_E], around[CURRENT_N]
    desired = after_turn_loss(map_speed(positive, negative, p[0], p[1] != 0.0, thrust), rudder, p[2])
    s[K_X], s[K_Y], s[K_HEADING], s[K_SPEED], s[K_DEPTH], s[K_PITCH], _, _, _ = documented(
        (s[K_X], s[K_Y], h0, s[K_SPEED], z0, s[K_PITCH], 0.0, 0.0), (thrust, rudder, 0.0, 0.0, False), desired,
        elevator, (east, north, current_east, current_north, 0.0), turn_map, limits, dt,
    )  # fmt: skip
    kinematic_seen(s, around, seen)
    seen[HEAVE] = (s[K_DEPTH] - z0) / dt
    seen[YAW_RATE] = wrapped(s[K_HEADING] * (pi / 180.0) - h0 * (pi / 180.0)) / dt


def kinematic_seen(s: Array, around: Array, seen: Array) -> None:
    """What is seen of a kinematic vehicle, apart from what only a step tells."""
    psi = s[K_HEADING] * (pi / 180.0)
    c, d = cos(psi), sin(psi)
    flow_e, flow_n = around[DRIFT_E] + around[CURRENT_E], around[DRIFT_N] + around[CURRENT_N]
    seen[X], seen[Y], seen[DEPTH] = s[K_X], s[K_Y], s[K_DEPTH]
    seen[PSI], seen[ROLL], seen[PITCH] = wrapped(psi), 0.0, s[K_PITCH]
    seen[SURGE] = s[K_SPEED] + c * flow_n + d * flow_e
    seen[SWAY] = c * flow_e - d * flow_n
    seen[SPEED] = s[K_SPEED]
    apparent(around[WIND_ON], around[WIND_SPEED], around[WIND_TOWARDS], seen)


def apparent(on: float, speed: float, towards: float, seen: Array) -> None:
    """The wind as the vehicle feels it; none where none was given."""
    if on == 0.0:
        seen[WIND_AHEAD] = seen[WIND_ASIDE] = 0.0
        return
    angle = towards - seen[PSI]
    seen[WIND_AHEAD] = speed * cos(angle) - seen[SURGE]
    seen[WIND_ASIDE] = speed * sin(angle) - seen[SWAY]


def shaft_speed(percent: float, low: float, high: float, linear: float) -> float:
    """As ``actuators.commands.shaft_speed``."""
    share = percent / 100.0
    if linear != 0.0:
        share = sqrt(share) if share >= 0.0 else -sqrt(-share)
    return high * share if share >= 0.0 else -low * share


def share_out(order: Array, full: Array, thrusters: Array, force: Array, more: Array) -> None:
    """As ``Allocation.speeds``: shaft speeds of the allocated thrusters into ``force``.

    ``full`` (orders, 2, n) has their forces at +-100 per cent; ``thrusters`` (n, 4) has low, high, K ahead, K astern.
    """
    n = thrusters.shape[0]
    for i in range(n):
        force[i] = 0.0
    for place in range(ORDERS):
        k = _SERVED[place]
        if place < 3:  # the last three shrink together
            for i in range(n):
                more[i] = 0.0
        percent = clipped(order[k])
        if percent != 0.0:
            way = 0 if percent > 0.0 else 1
            for i in range(n):
                more[i] += 0.01 * abs(percent) * full[k, way, i]
        if 2 <= place < ORDERS - 1:
            continue
        share = 1.0
        for i in range(n):
            room = (thrusters[i, 1] if more[i] > 0.0 else thrusters[i, 0]) - force[i]
            if more[i] != 0.0 and room / more[i] < share * _ROUNDING:
                share = max(0.0, room / more[i])
        for i in range(n):
            force[i] += share * more[i]
    for i in range(n):
        ahead, astern = thrusters[i, 2], thrusters[i, 3]
        if force[i] >= 0.0:
            force[i] = sqrt(force[i] / ahead) if ahead > 0.0 else 0.0
        else:
            force[i] = -sqrt(-force[i] / astern) if astern > 0.0 else 0.0


def set_points(
    order: Array, around: Array, rules: Array, mixing: Array, full: Array, thrusters: Array, work: Array, inp: Array
) -> None:
    """The kernel's table of inputs of one vehicle: surroundings, the push of a generalised actuator, set-points.

    ``mixing`` has the share of the rudder in either side, X (N) at full thrust and N (N m) at full rudder.
    """
    for j in range(AROUND):
        inp[j] = around[j]
    thrust, rudder, elevator = clipped(order[THRUST]), clipped(order[RUDDER]), clipped(order[ELEVATOR])
    inp[0] += mixing[1] * thrust / 100.0
    inp[5] += mixing[2] * rudder / 100.0
    left, right = clipped(thrust + mixing[0] * rudder), clipped(thrust - mixing[0] * rudder)
    if thrusters.shape[0] > 0:
        share_out(order, full, thrusters, work[0], work[1])
    beyond = 0.0
    for i in range(rules.shape[0]):
        if rules[i, R_KIND] == S_FIN:
            beyond = max(beyond, abs(0.01 * (rudder * rules[i, R_A] + elevator * rules[i, R_B])) / rules[i, R_HIGH])
    for i in range(rules.shape[0]):
        kind, a, low, high, side = rules[i, R_KIND], rules[i, R_A], rules[i, R_LOW], rules[i, R_HIGH], rules[i, R_SIDE]
        share = left if side == SIDE_LEFT else right if side == SIDE_RIGHT else thrust
        if side == SIDE_BOTH:
            share = 0.5 * (left + right)
        value = 0.0
        if kind == S_RUDDER:
            value = a * rudder / 100.0
        elif kind == S_ELEVATOR:
            value = a * elevator / 100.0
        elif kind == S_SHAFT:
            value = shaft_speed(share, low, high, a)
        elif kind == S_JET:
            value = low + (high - low) * abs(share) / 100.0
        elif kind == S_BUCKET:
            value = min(1.0, max(-1.0, share / a))
        elif kind == S_ENGINE:
            drive = max(0.0, thrust) * elevator / 1e4
            value = -drive * high if drive < 0.0 else drive * low
        elif kind == S_SHARED:
            value = work[0, int(a)]
        elif kind == S_FIN:
            value = 0.01 * (rudder * a + elevator * rules[i, R_B])
            if beyond > 1.0:
                value = value / beyond
        value = value if value > low else low
        inp[AROUND + i] = value if value < high else high


def fossen_seen(s: Array, around: Array, model: float, rule: float, seen: Array) -> None:
    """What is seen of a vehicle with hydrodynamics; ``model`` and ``rule`` as in its table of constants."""
    phi, theta, depth = 0.0, 0.0, 0.0
    if model == MODEL_3DOF:
        psi, first = s[2], 3
        seen[SURGE], seen[SWAY], seen[HEAVE], seen[YAW_RATE] = s[3], s[4], 0.0, s[5]
    else:
        depth = s[2]
        if model == MODEL_QUATERNION:
            phi, theta, psi = quaternion_to_euler(s[3], s[4], s[5], s[6])
            first = 7
        else:
            phi, theta, psi, first = s[3], s[4], s[5], 6
        seen[SURGE], seen[SWAY], seen[HEAVE], seen[YAW_RATE] = s[first], s[first + 1], s[first + 2], s[first + 5]
    rot = rzyx(phi, theta, psi)
    flow = current_body(rot, psi, around[IN.current_n], around[IN.current_e], around[IN.current_d], rule)
    seen[X], seen[Y], seen[DEPTH] = s[1], s[0], depth
    seen[PSI], seen[ROLL], seen[PITCH] = wrapped(psi), phi, theta
    seen[SPEED] = seen[SURGE] - flow[0]
    apparent(around[IN.wind_on], around[IN.wind_speed], around[IN.wind_towards], seen)
