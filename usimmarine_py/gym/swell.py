"""Waves round a vehicle as a plain function of arrays; ``machine.py`` compiles it.

The law is that of ``kernels.wave_load``, summed wave by wave.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from usimmarine_py.gym import kernels as of
from usimmarine_py.kernels.body.places import IN
from usimmarine_py.kernels.wave_load import (
    HULL,
    PUSHES,
    REACH,
    SUMS,
    WAVE,
    HullPlaces,
    contribution,
    drift,
    speed_place,
    stretched,
    wave_force,
)
from usimmarine_py.kernels.waves import rise
from usimmarine_py.maths.attitude import euler_rates_of, rzyx
from usimmarine_py.values.arrays import Array

#: Numbers of a hull, and those that a row of scratch holds.
NUMBERS, WORK = len(HullPlaces._fields), SUMS + PUSHES


def swell(
    table: Array, rows: Array, n: Array, now: float, seen: Array, calm: Array, work: Array, around: Array
) -> None:
    """Put the waves at ``now`` s into ``around``: ``calm`` with their forces, orbital velocity and elevation.

    ``table`` holds the waves, one a row, ``rows`` and ``n`` are the hull's, ``work`` is scratch of ``WORK`` numbers.
    """
    rot = rzyx(seen[of.ROLL], seen[of.PITCH], seen[of.PSI])
    u, v, w = seen[of.SURGE], seen[of.SWAY], seen[of.HEAVE]
    v_n, v_e = rot[0] * u + rot[1] * v + rot[2] * w, rot[3] * u + rot[4] * v + rot[5] * w
    psi = seen[of.PSI] % (2.0 * pi)
    lead = n[HULL.lead]
    v_d = rot[6] * u + rot[7] * v + rot[8] * w
    north, east, depth = seen[of.Y] + lead * v_n, seen[of.X] + lead * v_e, seen[of.DEPTH] + lead * v_d
    sphi, cphi, sth, cth = sin(seen[of.ROLL]), cos(seen[of.ROLL]), sin(seen[of.PITCH]), cos(seen[of.PITCH])
    roll, pitch, turn = euler_rates_of(sphi, cphi, sth, cth, seen[of.ROLL_RATE], seen[of.PITCH_RATE], seen[of.YAW_RATE])
    phi, theta, psi = seen[of.ROLL] + lead * roll, seen[of.PITCH] + lead * pitch, psi + lead * turn
    c, s = cos(psi), sin(psi)
    up, below, radius = 0.0, max(depth, 0.0), n[HULL.radius]
    variance = 0.0
    for i in range(table.shape[0]):
        one = table[i]
        up += rise(
            one[WAVE.omega],
            one[WAVE.amplitude],
            one[WAVE.phase],
            one[WAVE.north],
            one[WAVE.east],
            now + lead,
            north,
            east,
        )
        variance += 0.5 * one[WAVE.amplitude] * one[WAVE.amplitude]
    if radius > 0.0 and depth < REACH * radius + 4.0 * sqrt(variance):
        up = 0.0
        for i in range(table.shape[0]):
            up -= contribution(table[i], n, c, s, now + lead, north, east, 0.0)[3]
        below = max(stretched(depth, up, radius), 0.0)
    if n[HULL.bed] > 0.0:
        below = min(below, n[HULL.bed])
    for j in range(SUMS):
        work[j] = 0.0
    for i in range(table.shape[0]):
        parts = contribution(table[i], n, c, s, now + lead, north, east, below)
        for j in range(SUMS):
            work[j] += parts[j]
    last_n, last_e = seen[of.LAST_NORTH], seen[of.LAST_EAST]
    seen[of.LAST_NORTH], seen[of.LAST_EAST] = v_n, v_e
    if n[HULL.begun] > 0.0:
        if last_n == last_n:
            v_n, v_e = v_n + 0.5 * (v_n - last_n), v_e + 0.5 * (v_e - last_e)
        way = c * (v_n - calm[IN.current_n] - work[7]) + s * (v_e - calm[IN.current_e] - work[8])
        first, share = speed_place(way, n)
        at = WAVE.push + first * PUSHES
        mixed = work[SUMS:]
        for i in range(table.shape[0]):
            one = table[i]
            for j in range(PUSHES):
                mixed[j] = one[at + j] + share * (one[at + PUSHES + j] - one[at + j])
            pushes = drift(one, mixed, c, s, now + lead, north, east)
            for j in range(8):
                work[10 + j] += pushes[j]
    force = wave_force(work, rows, n, rzyx(phi, theta, psi), c, s, phi, theta, depth + up)
    for j in range(of.AROUND):
        around[j] = calm[j]
    for j in range(6):
        around[j] += force[j]
    around[IN.current_n] += work[7]
    around[IN.current_e] += work[8]
    around[IN.current_d] += work[9]
    around[IN.surface] = up
