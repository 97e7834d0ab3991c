"""A step of many vehicles as plain functions of arrays, one row a vehicle; ``machine.py`` compiles them.

The kinematic law is that of ``kernels.kinematic``, set-points are those of ``kernels.body.set_points``.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin

from usimmarine_py.kernels.body.motion6 import current_body
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.kernels.body.records import MODEL_3DOF, MODEL_QUATERNION
from usimmarine_py.kernels.body.set_points import CommandBody, set_points
from usimmarine_py.kernels.kinematic import Table, after_turn_loss, documented, map_speed
from usimmarine_py.maths.attitude import quaternion_to_euler, rzyx
from usimmarine_py.values.arrays import Array

# ---- columns of what is seen of a vehicle ----
X, Y, DEPTH = 0, 1, 2  #: m, east and north in MOOS local, positive down
PSI, ROLL, PITCH = 3, 4, 5  #: rad, NED
SURGE, SWAY, HEAVE = 6, 7, 8  #: m/s over ground, BODY
YAW_RATE = 9  #: rad/s
SPEED = 10  #: m/s through the water, forward
WIND_AHEAD, WIND_ASIDE = 11, 12  #: m/s, apparent wind, where it blows to, in axes turned by the heading
ROLL_RATE, PITCH_RATE = 13, 14  #: rad/s
#: m/s over ground when waves were looked at last; not a number = not yet
LAST_NORTH, LAST_EAST = 15, 16
SEEN = 17

# ---- columns of what surrounds a vehicle during a tick: the kernel's inputs without set-points, or these ----
DRIFT_E, DRIFT_N, CURRENT_E, CURRENT_N, WIND_ON, WIND_SPEED, WIND_TOWARDS = range(7)  #: kinematic vehicle
AROUND = IN_REF

# ---- columns of a command in per cent ----
THRUST, RUDDER, ELEVATOR, SWAYING, HEAVING = 0, 1, 2, 3, 4
ORDERS = 5

# ---- a kinematic vehicle ----
K_X, K_Y, K_HEADING, K_SPEED, K_DEPTH, K_PITCH = range(6)  #: columns of its state: m, deg, m/s, m, rad
KINEMATIC = 6


def wrapped(angle: float) -> float:
    """Return an angle (rad) brought into [-pi, pi]."""
    return atan2(sin(angle), cos(angle))


def clipped(value: float) -> float:
    """Return a per cent within [-100, 100]; not-a-number is 0: no command."""
    if value != value:
        return 0.0
    return -100.0 if value < -100.0 else 100.0 if value > 100.0 else value


def kinematic_ticks(
    s: Array, order: Array, around: Array, positive: Table, negative: Table, p: Array, dt: float, ticks: int,
    seen: Array,
) -> None:  # fmt: skip
    """Move one vehicle ``ticks`` times ``dt`` s on by the documented law, and see it then.

    ``positive`` and ``negative`` are the pairs of its thrust map; ``p`` holds the thrust factor, whether the map is
    reflected (not 0), the turn loss, its turn map and its limits.
    """
    turn_map, limits = (p[3], p[4], p[5], p[6]), (p[7], p[8], p[9], p[10], p[11], p[12], p[13])
    thrust, rudder, elevator = clipped(order[THRUST]), clipped(order[RUDDER]), clipped(order[ELEVATOR])
    h0, z0 = 0.0, 0.0  # before the last tick: rates are those of one tick
    east, north, current_east, current_north = around[DRIFT_E], around[DRIFT_N], around[CURRENT_E], around[CURRENT_N]
    desired = after_turn_loss(map_speed(positive, negative, p[0], p[1] != 0.0, thrust), rudder, p[2])
    for _tick in range(ticks):
        h0, z0 = s[K_HEADING], s[K_DEPTH]
        s[K_X], s[K_Y], s[K_HEADING], s[K_SPEED], s[K_DEPTH], s[K_PITCH], _, _, _ = documented(
            (s[K_X], s[K_Y], h0, s[K_SPEED], z0, s[K_PITCH], 0.0, 0.0), (thrust, rudder, 0.0, 0.0, False), desired,
            elevator, (east, north, current_east, current_north, 0.0), turn_map, limits, dt,
        )  # fmt: skip
    kinematic_seen(s, around, seen)
    seen[HEAVE] = (s[K_DEPTH] - z0) / dt
    seen[YAW_RATE] = wrapped(s[K_HEADING] * (pi / 180.0) - h0 * (pi / 180.0)) / dt


def kinematic_seen(s: Array, around: Array, seen: Array) -> None:
    """The observed state of a kinematic vehicle, without the values that only a step gives."""
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


def commanded(order: Array, around: Array, body: CommandBody, work: Array, inp: Array) -> None:
    """The kernel's table of inputs of one vehicle: surroundings, the push of a generalised actuator, set-points."""
    for j in range(AROUND):
        inp[j] = around[j]
    surge, yaw = set_points(
        clipped(order[THRUST]), clipped(order[RUDDER]), clipped(order[ELEVATOR]), 0.0, 0.0, 0.0, False,
        clipped(order[SWAYING]), clipped(order[HEAVING]), body, work[0], work[1], inp, AROUND,
    )  # fmt: skip
    inp[IN.tau] += surge
    inp[IN.tau + 5] += yaw


def fossen_seen(s: Array, around: Array, model: float, rule: float, seen: Array) -> None:
    """The observed state of a vehicle with hydrodynamics; ``model`` and ``rule`` as in its table of constants."""
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
        seen[ROLL_RATE], seen[PITCH_RATE] = s[first + 3], s[first + 4]
    rot = rzyx(phi, theta, psi)
    flow = current_body(rot, psi, around[IN.current_n], around[IN.current_e], around[IN.current_d], rule)
    seen[X], seen[Y], seen[DEPTH] = s[1], s[0], depth
    seen[PSI], seen[ROLL], seen[PITCH] = wrapped(psi), phi, theta
    seen[SPEED] = seen[SURGE] - flow[0]
    apparent(around[IN.wind_on], around[IN.wind_speed], around[IN.wind_towards], seen)
