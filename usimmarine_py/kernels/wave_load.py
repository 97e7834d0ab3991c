"""What the regular waves of a sea do to a hull taken for a box, or for two of them (laws/environment 4.8).

``contribution`` is the law of one wave; what it returns is summed over the waves of a sea, and ``wave_force`` makes
the force of the sums. ``contribution`` runs on floats and, by ``kernels.arrays``, on arrays of waves alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, sin
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from usimmarine_py.kernels.body.restoring import submerged_share, vertical_restoring
from usimmarine_py.maths.attitude import Nine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]

#: Below this S and P are 1 to 2e-7; smaller arguments would lose the digits of P.
SMALLEST = 1e-3
#: Radii of a submerged hull below the surface from which on waves decay from the mean surface (laws/environment 4.8).
REACH = 5.0
Six = tuple[float, float, float, float, float, float]


class WavePlaces(NamedTuple):
    """Places in the row of numbers of one wave, as a hull meets it."""

    omega: int  #: rad/s, seen from a fixed place
    amplitude: int  #: m
    phase: int  #: rad
    north: int  #: rad/m, wave number towards north
    east: int  #: rad/m
    number: int  #: rad/m, k
    pulse: int  #: rad/s, seen from the water: sqrt(g k tanh(k h))
    level: int  #: m, A, on the surface times the share of the surface's pressure that acts on the hull
    sink: int  #: m, likewise of the vertical acceleration
    push: int  #: N/m2 and N m/m2, the first of ``PUSHES`` for each of ``SPEEDS``, of the mean force


class HullPlaces(NamedTuple):
    """Places in the row of numbers of one hull."""

    half_x: int  #: m, half the length
    half_y: int  #: m, half the beam of a hull
    apart: int  #: m, from the centre line to the middle of each of two hulls, 0 = one hull
    turn_x: int  #: kg m2, (m + a22) L2/12
    turn_y: int  #: kg m2, (m + a11) times the mean square of the distance from the centre line
    gravity: int  #: m/s2
    lead: int  #: s, from the time asked for to that of the forces
    submerged: int  #: 1 = weight and buoyancy carry it
    vertical: int  #: 1 = heave, roll and pitch act along the axes of vertical restoring forces
    radius: int  #: m, within which of the surface a submerged vehicle loses buoyancy
    bed: int  #: m, depth of the water, 0 = deep
    over_x: int  #: kg, by how much the added mass of heave exceeds that of surge
    over_y: int  #: kg, and that of sway
    begun: int  #: m/s, from which on a hull has way on, 0 = waves have no mean force
    stride: int  #: m/s, between the speeds above that of the mean force
    heaving: int  #: m, added mass of heave times gravity over G33; 0 submerged
    rolling: int  #: m, that of a section in the water's strain, times gravity over G44; 0 submerged
    pitching: int  #: m, that of pitch, of strips along the hull, over G55; 0 submerged


WAVE = WavePlaces(*range(len(WavePlaces._fields)))
HULL = HullPlaces(*range(len(HullPlaces._fields)))
#: Coefficients of the mean force at one speed: 7 of X, 5 of Y and 5 of N, powers of cos chi (laws/environment 4.9).
PUSHES = 17
#: Of the mean force, in number: 0, half of ``HULL.begun``, that, and three strides on.
SPEEDS = 6
#: Columns of a wave.
COLUMNS = WAVE.push + PUSHES * SPEEDS
#: What ``contribution`` returns, in number.
SUMS = 18


def contribution(
    w: Numbers, n: Numbers, c: float, s: float, time: float, north: float, east: float, depth: float
) -> tuple[float, ...]:
    """Return what one wave ``w`` adds to the water as a hull ``n`` meets it.

    Accelerations along and across the heading (cosine and sine ``c`` and ``s``) and down (m/s2), heave (m, down), roll,
    pitch (rad), the yaw moment (N m), velocity north, east, down (m/s); then of a submerged hull the gradients of the
    velocity north by north, by east, east by east, north by down, east by down (1/s), else room for what ``drift``
    returns. ``depth`` is at least 0 (m).
    """
    k, k_north, k_east = w[WAVE.number], w[WAVE.north], w[WAVE.east]
    angle = w[WAVE.omega] * time - k_north * north - k_east * east + w[WAVE.phase]
    up, along = sin(angle), cos(angle)
    level, sink = w[WAVE.level], w[WAVE.sink]
    bend = 1.0
    if n[HULL.submerged] != 0.0:
        fade = exp(-k * depth)
        level, sink, bend = level * fade, sink * fade, k
        if n[HULL.bed] > 0.0:
            deep = exp(-2.0 * k * n[HULL.bed])
            mirrored = deep / (fade * fade)
            level, sink = level * (1.0 + mirrored) / (1.0 + deep), sink * (1.0 - mirrored) / (1.0 + deep)
    k_x, k_y = c * k_north + s * k_east, c * k_east - s * k_north
    q_x, q_y = max(abs(k_x * n[HULL.half_x]), SMALLEST), max(abs(k_y * n[HULL.half_y]), SMALLEST)
    sin_x, sin_y = sin(q_x), sin(q_y)
    mean_x, mean_y = sin_x / q_x, sin_y / q_y  # S
    tilt_x = 3.0 * (sin_x - q_x * cos(q_x)) / (q_x * q_x * q_x)  # P
    tilt_y = 3.0 * (sin_y - q_y * cos(q_y)) / (q_y * q_y * q_y)
    apart = n[HULL.apart]
    if apart > 0.0:
        # the same means over two strips
        own, other = n[HULL.half_y] * n[HULL.half_y] / 3.0, apart * apart
        q = max(abs(k_y * apart), SMALLEST)
        both_sides = cos(q)
        tilt_y = (own * tilt_y * both_sides + other * mean_y * sin(q) / q) / (own + other)
        mean_y = mean_y * both_sides
    ahead, aside = up * mean_x * mean_y, along * mean_x * mean_y
    flat, steep = level * aside, level * ahead
    # the added mass meets the water's own acceleration: a33 a_z against G33 z_w, strip by strip in pitch
    lift, heel = level - k * n[HULL.heaving] * sink, level - k * n[HULL.rolling] * sink
    trim = level - k * n[HULL.pitching] * sink
    gravity = n[HULL.gravity]
    per_pulse = gravity / w[WAVE.pulse]
    first = (
        gravity * k_x * flat,
        gravity * k_y * flat,
        gravity * k * (sink * ahead),
        -(lift * ahead),
        heel * k_y * mean_x * tilt_y * bend * along,
        -(trim * k_x * tilt_x * mean_y * bend * along),
        gravity * level * k_x * k_y * (n[HULL.turn_x] * mean_y * tilt_x - n[HULL.turn_y] * mean_x * tilt_y) * up,
        per_pulse * k_north * steep,
        per_pulse * k_east * steep,
        -(per_pulse * k * (sink * aside)),
    )
    if n[HULL.submerged] != 0.0:
        turned = per_pulse * flat
        bent = per_pulse * k * (sink * ahead)
        none = 0.0 * up
        return (
            *first,
            -(k_north * k_north * turned),
            -(k_north * k_east * turned),
            -(k_east * k_east * turned),
            -(k_north * bent),
            -(k_east * bent),
            none,
            none,
            none,
        )
    none = 0.0 * up
    return (*first, none, none, none, none, none, none, none, none)


def speed_place(way: float, n: Numbers) -> tuple[int, float]:
    """Place among ``SPEEDS`` of a speed ahead through the water (m/s), and its share of the way to the next one."""
    if way < n[HULL.begun]:
        x = max(2.0 * way / n[HULL.begun], 0.0)
        return (0, x) if x < 1.0 else (1, x - 1.0)
    x = min((way - n[HULL.begun]) / n[HULL.stride], 3.0)
    i = int(min(x, 2.0))
    return 2 + i, x - i


def drift(w: Numbers, m: Numbers, c: float, s: float, time: float, north: float, east: float) -> tuple[float, ...]:
    """Return what one wave adds to the sums of the mean and slow drift force (laws/environment 4.9).

    ``m``: its ``PUSHES`` at the speed of the hull. The cosine and the sine of the wave (m), then those times the
    coefficients of X, Y (N/m) and N (N m/m).
    """
    k, k_north, k_east = w[WAVE.number], w[WAVE.north], w[WAVE.east]
    angle = w[WAVE.omega] * time - k_north * north - k_east * east + w[WAVE.phase]
    real, imaginary = w[WAVE.amplitude] * cos(angle), w[WAVE.amplitude] * sin(angle)
    a, b = (c * k_north + s * k_east) / k, (c * k_east - s * k_north) / k
    x = m[0] + a * (m[1] + a * (m[2] + a * (m[3] + a * (m[4] + a * (m[5] + a * m[6])))))
    y = b * (m[7] + a * (m[8] + a * (m[9] + a * (m[10] + a * m[11]))))
    z = b * (m[12] + a * (m[13] + a * (m[14] + a * (m[15] + a * m[16]))))
    return real, imaginary, x * real, x * imaginary, y * real, y * imaginary, z * real, z * imaginary


def stretched(depth: float, up: float, radius: float) -> float:
    """Depth (m) at which a submerged hull meets the waves whose surface stands ``up`` m above its mean, averaged over
    the hull: below that surface as long as it is near, below the mean one where it is ``REACH`` radii deep or more.
    """
    share = (REACH * radius - depth - up) / ((REACH - 1.0) * radius) if radius > 0.0 else 0.0
    return depth + max(0.0, min(1.0, share)) * up


def wave_force(
    sums: Numbers, rows: Numbers, n: Numbers, rot: Nine, c: float, s: float, phi: float,
    theta: float, below: float,
) -> Six:  # fmt: skip
    """Return X, Y, Z, K, M, N (N and N m, BODY) of the sums over all waves.

    ``rows`` is what each acceleration and motion of the water makes of them, 7 to a component; ``rot`` turns BODY into
    NED, ``below`` (m) is the depth below the surface as it stands.
    """
    a_x, a_y, a_z = sums[0], sums[1], sums[2]
    if n[HULL.submerged] != 0.0:
        # where the water itself goes it takes its velocity along: Du/Dt = du/dt + (u . grad) u (laws/environment 4.8)
        u_n, u_e, u_d = sums[7], sums[8], sums[9]
        nn, ne, ee, nd, ed = sums[10], sums[11], sums[12], sums[13], sums[14]
        a_n = c * a_x - s * a_y + u_n * nn + u_e * ne + u_d * nd
        a_e = s * a_x + c * a_y + u_n * ne + u_e * ee + u_d * ed
        a_d = a_z + u_n * nd + u_e * ed - u_d * (nn + ee)
        a_x = rot[0] * a_n + rot[3] * a_e + rot[6] * a_d
        a_y = rot[1] * a_n + rot[4] * a_e + rot[7] * a_d
        a_z = rot[2] * a_n + rot[5] * a_e + rot[8] * a_d
    fx, fy, fz, mx, my, mz = (
        _product(rows, 0, a_x, a_y, a_z),
        _product(rows, 7, a_x, a_y, a_z),
        _product(rows, 14, a_x, a_y, a_z),
        _product(rows, 21, a_x, a_y, a_z),
        _product(rows, 28, a_x, a_y, a_z),
        _product(rows, 35, a_x, a_y, a_z) + rows[41] * sums[6],
    )
    heave = _product(rows, 17, sums[3], sums[4], sums[5])
    roll = _product(rows, 24, sums[3], sums[4], sums[5])
    pitch = _product(rows, 31, sums[3], sums[4], sums[5])
    if n[HULL.submerged] != 0.0:
        share = submerged_share(below, n[HULL.radius]) if n[HULL.radius] > 0.0 else 1.0
        return share * fx, share * fy, share * fz, share * mx, share * (my + pitch), share * mz
    # Newman: two waves push together by the mean of what each of them does alone
    fx += sums[10] * sums[12] + sums[11] * sums[13]
    fy += sums[10] * sums[14] + sums[11] * sums[15]
    mz += sums[10] * sums[16] + sums[11] * sums[17]
    if n[HULL.vertical] == 0.0:
        return fx, fy, fz + heave, mx + roll, my + pitch, mz
    # the added mass turns with the hull: a vertical acceleration pushes a hull that leans sideways
    fx -= n[HULL.over_x] * rot[6] * a_z
    fy -= n[HULL.over_y] * rot[7] * a_z
    gx, gy, gz, gk, gm, gn = vertical_restoring(rot, phi, theta, heave, roll, pitch)
    return fx + gx, fy + gy, fz + gz, mx + gk, my + gm, mz + gn


def _product(rows: Numbers, i: int, a: float, b: float, c: float) -> float:
    return rows[i] * a + rows[i + 1] * b + rows[i + 2] * c
