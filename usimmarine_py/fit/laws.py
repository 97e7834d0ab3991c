"""The kinematic laws over many steps, as plain functions of columns; ``model.py`` compiles them where numba is.

A column has a number for each of the law's steps; where ``begins`` is true, a prediction begins from what was measured.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from usimmarine_py.kernels.kinematic import (
    Limits,
    Table,
    TurnMap,
    after_turn_loss,
    coupled_depth,
    differential_turn,
    documented_dive,
    limited_speed,
    map_speed,
    turn,
    turn_rate,
)

Column = Sequence[float]
Filled = MutableSequence[float]


def speeds(
    begins: Sequence[bool], measured: Column, thrust: Column, rudder: Column, dt: Column,
    positive: Table, negative: Table, turn_loss: float, limits: Limits, recorded: bool,
    stored: Filled, fresh: Filled, before: Filled,
) -> None:  # fmt: skip
    """Fill in the stored speed, the law's new one and the one before each step (m/s).

    ``measured``: speed (m/s) where a prediction begins; ``positive``, ``negative``: pairs of the thrust map;
    ``recorded``: the law of the recorded programs, which store the mean.
    """
    v = 0.0
    for i in range(len(begins)):
        if begins[i]:
            v = measured[i]
        desired = after_turn_loss(map_speed(positive, negative, 0.0, False, thrust[i]), rudder[i], turn_loss)
        v1 = limited_speed(v, desired, limits[0], limits[1], dt[i])
        before[i], fresh[i] = v, v1
        v = (v + v1) / 2 if recorded else v1
        stored[i] = v


def headings(
    begins: Sequence[bool], measured: Column, thrust: Column, rudder: Column, left: Column, right: Column, dt: Column,
    speed: Column, turn_map: TurnMap, rotate: float, differential: bool, recorded: bool, heading: Filled,
) -> None:  # fmt: skip
    """Fill in the heading after each step (deg, not wrapped); ``speed``: the law's new speeds (m/s)."""
    h = 0.0
    for i in range(len(begins)):
        if begins[i]:
            h = measured[i]
        if differential:
            h += differential_turn(left[i], right[i], rotate, dt[i])
        else:
            used = 0.0 if speed[i] == 0.0 and recorded else rudder[i]
            h += turn(thrust[i], used, turn_rate(speed[i], turn_map), rotate, dt[i])
        heading[i] = h


def depths(
    begins: Sequence[bool], measured: Column, pitch: Column, elevator: Column, dt: Column, speed: Column,
    before: Column, limits: Limits, recorded: bool, depth: Filled,
) -> None:  # fmt: skip
    """Fill in the depth after each step (m); ``speed`` and ``before``: the law's new speeds and those before (m/s)."""
    z = theta = 0.0
    for i in range(len(begins)):
        if begins[i]:
            z, theta = measured[i], pitch[i]
        if recorded:
            z, theta = coupled_depth(z, theta, speed[i], elevator[i], limits, dt[i])
        else:
            rate, theta = documented_dive((before[i] + speed[i]) / 2, elevator[i], limits[2], limits[3])
            z += (rate - limits[4]) * dt[i]
            z = 0.0 if z < 0.0 else z
        depth[i] = z
