"""Waves round a vehicle as a plain function of arrays; ``machine.py`` compiles it.

The same sums as ``vehicle.wave_load.BoxLoad.meet``, component by component, for the two headings of its table that the
vehicle lies between.
"""

from __future__ import annotations

from math import cos, exp, floor, pi, sin, sqrt

import numpy as np

from usimmarine_py.gym import kernels as of
from usimmarine_py.kernels.body.records import IN
from usimmarine_py.kernels.wave_load import response
from usimmarine_py.kernels.waves import elevation
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sea.waves import WaveField
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.wave_load import HEADINGS, BoxLoad, sea_arrays

# ---- columns of a component ----
OMEGA, AMPLITUDE, PHASE, NORTH, EAST, NUMBER, SIZE, BEND, PUSH_X, PUSH_Y = range(10)
COLUMNS = 10
SUMS = 18

# ---- numbers of a load ----
HALF_X, HALF_Y, TURN_X, TURN_Y, GRAVITY, LEAD, SUBMERGED = range(7)
NUMBERS = 7


def load_numbers(load: BoxLoad) -> Array:
    """Return the numbers of a load, but for its rows."""
    half = load.half.ravel()
    return np.array((*half, *load.turn, load.gravity, load.lead, float(load.submerged)))


def components(load: BoxLoad, sea: WaveField) -> Array:
    """Return the components of a sea with what the hull makes of them, one a row."""
    arrays, parts = sea_arrays(load, sea), sea.components
    table = np.zeros((len(parts), COLUMNS))
    table[:, : EAST + 1] = parts
    table[:, NUMBER], table[:, SIZE], table[:, BEND] = arrays.k, arrays.size, arrays.bend
    table[:, PUSH_X : PUSH_Y + 1] = arrays.push.T
    return table


def swell(
    table: Array, rows: Array, n: Array, now: float, seen: Array, calm: Array, work: Array, around: Array
) -> None:
    """Put the waves at ``now`` s into ``around``: ``calm`` with their forces, orbital velocity and elevation.

    ``work`` is scratch of 2 x 18 sums: accelerations of the water (3), heave, roll, pitch, yaw; its velocity (3); the
    sums of the drift force by way, cosines and sines (8 of them).
    """
    rot = rzyx(seen[of.ROLL], seen[of.PITCH], seen[of.PSI])
    u, v, w = seen[of.SURGE], seen[of.SWAY], seen[of.HEAVE]
    v_n, v_e = rot[0] * u + rot[1] * v + rot[2] * w, rot[3] * u + rot[4] * v + rot[5] * w
    turns = (seen[of.PSI] % (2.0 * pi)) * HEADINGS
    first = floor(turns)
    share = turns - first
    north, east, depth = seen[of.Y], seen[of.X], seen[of.DEPTH]
    later, to_north, to_east = now + n[LEAD], north + n[LEAD] * v_n, east + n[LEAD] * v_e
    for m in range(2):
        for j in range(SUMS):
            work[m, j] = 0.0
    c0, s0 = cos(first / HEADINGS), sin(first / HEADINGS)
    c1, s1 = cos((first + 1.0) / HEADINGS), sin((first + 1.0) / HEADINGS)
    for i in range(table.shape[0]):
        k_n, k_e, k = table[i, NORTH], table[i, EAST], table[i, NUMBER]
        angle = table[i, OMEGA] * later - k_n * to_north - k_e * to_east + table[i, PHASE]
        up, along = sin(angle), cos(angle)
        if n[SUBMERGED] != 0.0 and depth > 0.0:
            fade = exp(-k * depth)
            up, along = up * fade, along * fade
        for m in range(2):
            c, s = (c0, s0) if m == 0 else (c1, s1)
            f = response(
                c, s, table[i, OMEGA], k_n, k_e, k, table[i, SIZE], table[i, BEND], n[HALF_X], n[HALF_Y], n[TURN_X],
                n[TURN_Y], n[GRAVITY],
            )  # fmt: skip
            row = work[m]
            row[0] += f[0] * along
            row[1] += f[1] * along
            row[2] += f[2] * up
            row[3] += f[3] * up
            row[4] += f[4] * along
            row[5] += f[5] * along
            row[6] += f[6] * up
            row[7] += f[7] * up
            row[8] += f[8] * up
            row[9] += f[9] * along
            if n[SUBMERGED] == 0.0:
                push_x, push_y = table[i, PUSH_X] * sqrt(abs(f[10])), table[i, PUSH_Y] * sqrt(abs(f[11]))
                ahead = 10 if f[10] > 0.0 else 12
                aside = 14 if f[11] > 0.0 else 16
                row[ahead] += push_x * along
                row[ahead + 1] += push_x * up
                row[aside] += push_y * along
                row[aside + 1] += push_y * up
    for j in range(SUMS):
        work[0, j] += share * (work[1, j] - work[0, j])
    sums = work[0]
    for j in range(of.AROUND):
        around[j] = calm[j]
    for i in range(6):
        force = 0.0
        for j in range(7):
            force += rows[i, j] * sums[j]
        around[i] += force
    for axis in range(2):
        p = 10 + 4 * axis
        around[axis] += sums[p] ** 2 + sums[p + 1] ** 2 - sums[p + 2] ** 2 - sums[p + 3] ** 2
    around[IN.current_n] += sums[7]
    around[IN.current_e] += sums[8]
    around[IN.current_d] += sums[9]
    around[IN.surface] = elevation(table.T, now, north, east)
