"""Capture the flag as plain functions of arrays, one row a vehicle; ``machine.py`` compiles them.

The field has its middle in the origin, x east; the blue part lies west of the scrimmage
line, the red one east of it. Each team observes as if it
were blue: red sees the field turned by 180 degrees.
"""

from __future__ import annotations

from math import cos, hypot, sin

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.gym import kernels as of
from usimmarine_py.values.arrays import Array

Shown = NDArray[np.float32]
Whole = NDArray[np.int64]

# ---- numbers of the game ----
(
    G_HALF_LENGTH, G_HALF_WIDTH, G_FLAG, G_RADIUS, G_COOLDOWN, G_TIME_STEP, G_TEAM, G_CAPTURE, G_CAPTURED, G_GRAB,
    G_TAG, G_TAGGED, G_OUT, G_SCRIMMAGE,
) = range(14)  # fmt: skip
NUMBERS = 14

# ---- status of a vehicle ----
TAGGED, CARRIES, COOLDOWN = 0, 1, 2
STATUS = 3

# ---- what is observed: of oneself, then of every other vehicle ----
OWN, OTHER = 22, 10


def side(team: float) -> float:
    """-1 for blue, whose half is in the west, 1 for red."""
    return -1.0 if team == 0.0 else 1.0


def team_of(row: int, g: Array) -> float:
    """0 for blue, 1 for red."""
    return 0.0 if row < g[G_TEAM] else 1.0


def at_home(row: int, seen: Array, g: Array) -> bool:
    """Return whether a vehicle is in its own half."""
    return bool((seen[row, of.X] - g[G_SCRIMMAGE]) * side(team_of(row, g)) > 0.0)


def near_flag(row: int, team: float, seen: Array, g: Array) -> bool:
    """Return whether a vehicle is near where a team's flag stands."""
    return bool(hypot(seen[row, of.X] - side(team) * g[G_FLAG], seen[row, of.Y]) <= g[G_RADIUS])


def out_of_play(row: int, status: Array) -> None:
    """A vehicle is tagged, and gives back the flag that it carries."""
    status[row, TAGGED] = 1.0
    status[row, CARRIES] = 0.0


def taken(team: float, status: Array, g: Array) -> bool:
    """Return whether a team's flag is carried by an opponent."""
    for row in range(status.shape[0]):  # noqa: SIM110, numba knows no generators
        if status[row, CARRIES] != 0.0 and team_of(row, g) != team:
            return True
    return False


def play(seen: Array, status: Array, score: Array, g: Array, rewards: Array) -> None:
    """Work out the status of all vehicles, the score and rewards from where they are after a step."""
    count = seen.shape[0]
    for i in range(count):
        rewards[i] = 0.0
        status[i, COOLDOWN] = max(0.0, status[i, COOLDOWN] - g[G_TIME_STEP])
        outside = abs(seen[i, of.X]) > g[G_HALF_LENGTH] or abs(seen[i, of.Y]) > g[G_HALF_WIDTH]
        if status[i, TAGGED] != 0.0:
            if not outside and near_flag(i, team_of(i, g), seen, g):
                status[i, TAGGED] = 0.0
        elif outside:
            rewards[i] += g[G_OUT]
            out_of_play(i, status)
    for i in range(count):
        if status[i, TAGGED] != 0.0 or status[i, COOLDOWN] > 0.0 or not at_home(i, seen, g):
            continue
        nearest, reach = -1, g[G_RADIUS]
        for j in range(count):
            if team_of(j, g) == team_of(i, g) or status[j, TAGGED] != 0.0 or at_home(j, seen, g):
                continue
            away = hypot(seen[j, of.X] - seen[i, of.X], seen[j, of.Y] - seen[i, of.Y])
            if away <= reach:
                nearest, reach = j, away
        if nearest >= 0:
            out_of_play(nearest, status)
            status[i, COOLDOWN] = g[G_COOLDOWN]
            rewards[i] += g[G_TAG]
            rewards[nearest] += g[G_TAGGED]
    for i in range(count):
        team = team_of(i, g)
        if status[i, TAGGED] != 0.0:
            continue
        if status[i, CARRIES] != 0.0:
            if at_home(i, seen, g):
                status[i, CARRIES] = 0.0
                score[int(team)] += 1.0
                for j in range(count):
                    rewards[j] += g[G_CAPTURE] if team_of(j, g) == team else g[G_CAPTURED]
        elif not taken(1.0 - team, status, g) and near_flag(i, 1.0 - team, seen, g):
            status[i, CARRIES] = 1.0
            rewards[i] += g[G_GRAB]


def towards(seen: Array, x: float, y: float, obs: Shown, first: int) -> None:
    """Distance (m), sine and cosine of the bearing relative to the heading of a place."""
    east, north = x - seen[of.X], y - seen[of.Y]
    away, c, d = hypot(east, north), cos(seen[of.PSI]), sin(seen[of.PSI])
    obs[first] = away
    obs[first + 1] = (c * east - d * north) / away if away > 0.0 else 0.0
    obs[first + 2] = (c * north + d * east) / away if away > 0.0 else 1.0


def watch(
    seen: Array,
    actions: Array,
    status: Array,
    score: Array,
    order: NDArray[np.int64],
    g: Array,
    bound: Shown,
    obs: Shown,
) -> None:
    """The observations of all vehicles; ``order`` (rows, rows - 1) lists the observed vehicles, the own team first."""
    for i in range(seen.shape[0]):
        team, o = team_of(i, g), obs[i]
        mine = side(team)
        towards(seen[i], mine * g[G_FLAG], 0.0, o, 0)
        towards(seen[i], -mine * g[G_FLAG], 0.0, o, 3)
        o[6], o[7] = -mine * seen[i, of.X], -mine * seen[i, of.Y]
        o[8], o[9] = -mine * sin(seen[i, of.PSI]), -mine * cos(seen[i, of.PSI])
        o[10], o[11] = seen[i, of.SPEED], seen[i, of.YAW_RATE]
        o[12], o[13], o[14] = status[i, TAGGED], status[i, CARRIES], status[i, COOLDOWN]
        o[15] = 1.0 if at_home(i, seen, g) else 0.0
        o[16] = 1.0 if taken(team, status, g) else 0.0
        o[17] = 1.0 if taken(1.0 - team, status, g) else 0.0
        o[18], o[19] = score[int(team)], score[1 - int(team)]
        o[20], o[21] = actions[i, 0], actions[i, 1]
        k = OWN
        for place in range(order.shape[1]):
            j = order[i, place]
            towards(seen[i], seen[j, of.X], seen[j, of.Y], o, k)
            turn = seen[j, of.PSI] - seen[i, of.PSI]
            o[k + 3], o[k + 4], o[k + 5] = sin(turn), cos(turn), seen[j, of.SPEED]
            o[k + 6], o[k + 7], o[k + 8] = status[j, TAGGED], status[j, CARRIES], status[j, COOLDOWN]
            o[k + 9] = 1.0 if at_home(j, seen, g) else 0.0
            k += OTHER
        for m in range(k):
            if o[m] != o[m]:
                o[m] = 0.0
            else:
                o[m] = min(bound[m], max(-bound[m], o[m]))


def turn_over(
    seen: Array, actions: Array, status: Array, score: Array, order: Whole, g: Array, bound: Shown,
    obs: Shown, rewards: Array,
) -> None:  # fmt: skip
    """One step of the game, and what is observed after it."""
    play(seen, status, score, g, rewards)
    watch(seen, actions, status, score, order, g, bound, obs)
