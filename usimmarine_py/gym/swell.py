"""Waves round a vehicle as a plain function of arrays; ``machine.py`` compiles it.

The law is that of ``kernels.wave_load``, summed wave by wave.
"""

from __future__ import annotations

from math import cos, pi, sin

from usimmarine_py.gym import kernels as of
from usimmarine_py.kernels.body.places import IN
from usimmarine_py.kernels.wave_load import HULL, SUMS, WAVE, HullPlaces, contribution, wave_force
from usimmarine_py.kernels.waves import rise
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.values.arrays import Array

#: Columns of a wave, and numbers of a hull.
COLUMNS, NUMBERS = len(WAVE), len(HullPlaces._fields)


def swell(
    table: Array, rows: Array, n: Array, now: float, seen: Array, calm: Array, work: Array, around: Array
) -> None:
    """Put the waves at ``now`` s into ``around``: ``calm`` with their forces, orbital velocity and elevation.

    ``table`` holds the waves, one a row, ``rows`` and ``n`` are the hull's, ``work`` is scratch of ``SUMS`` sums.
    """
    rot = rzyx(seen[of.ROLL], seen[of.PITCH], seen[of.PSI])
    u, v, w = seen[of.SURGE], seen[of.SWAY], seen[of.HEAVE]
    v_n, v_e = rot[0] * u + rot[1] * v + rot[2] * w, rot[3] * u + rot[4] * v + rot[5] * w
    psi = seen[of.PSI] % (2.0 * pi)
    c, s = cos(psi), sin(psi)
    north, east, depth, lead = seen[of.Y], seen[of.X], seen[of.DEPTH], n[HULL.lead]
    below = max(depth, 0.0)
    if n[HULL.bed] > 0.0:
        below = min(below, n[HULL.bed])
    for j in range(SUMS):
        work[j] = 0.0
    up = 0.0
    for i in range(table.shape[0]):
        one = table[i]
        up += rise(
            one[WAVE.omega], one[WAVE.amplitude], one[WAVE.phase], one[WAVE.north], one[WAVE.east], now, north, east
        )
        parts = contribution(one, n, c, s, now + lead, north + lead * v_n, east + lead * v_e, below)
        for j in range(SUMS):
            work[j] += parts[j]
    phi, theta = seen[of.ROLL] + lead * seen[of.ROLL_RATE], seen[of.PITCH] + lead * seen[of.PITCH_RATE]
    force = wave_force(work, rows, n, rzyx(phi, theta, psi), c, s, phi, theta, depth + up)
    for j in range(of.AROUND):
        around[j] = calm[j]
    for j in range(6):
        around[j] += force[j]
    around[IN.current_n] += work[7]
    around[IN.current_e] += work[8]
    around[IN.current_d] += work[9]
    around[IN.surface] = up
