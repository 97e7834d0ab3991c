"""Encounters judged by the rules of the road, as plain functions of arrays that ``machine.py`` compiles.

What is known of other vehicles stands in the memory of an episode behind its own numbers, ``CONTACT`` columns each.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.kernels import wrapped
from usimmarine_py.maths.encounters.rules import GIVE_WAY, HEAD_ON, STAND_ON, keeps_clear, rule_of
from usimmarine_py.values.arrays import Array

Shown = NDArray[np.float32]

# ---- numbers of a task, behind those of task_rules ----
(
    N_CONTACTS, N_COLLISION, N_NEAR_MISS, N_ENCOUNTER, N_CONCERN, N_EXTREMIS, N_STEP, N_SEES,
) = range(16, 24)  # fmt: skip
NUMBERS = 24

# ---- memory of an episode: behind the two numbers of task_rules own course (rad) and top speed so far (m/s) ----
M_COURSE, M_FASTEST = 2, 3
FIRST = 4
# ---- of each contact ----
C_X, C_Y, C_PSI, C_SPEED = 0, 1, 2, 3  #: m east and north, rad, m/s over ground
C_RULE, C_CLOSEST = 4, 5  #: what own ship has to do; m
C_EAST, C_NORTH = 6, 7  #: m, from own ship when it was judged last
C_NEAR_MISS, C_BROKEN = 8, 9  #: 1: it came too near; a rule was broken
CONTACT = 10
#: numbers of an observation for each contact
OBSERVED = 8

#: What a near miss and a broken rule cost, once for each contact: as much as the goal brings (10) and the time limit
#: costs (150 s at 0.1) together. At 5 a policy had more return than a helm, by haste, and fewer successes.
NEAR_MISS, BROKEN = -25.0, -25.0
#: a contact within the encounter range costs up to so much in a second
CLOSE = -1.0
#: who stands on keeps course (rad), and this share of speed
KEPT_COURSE, KEPT_SPEED = pi / 6.0, 0.5


def begin_contacts(seen: Array, memory: Array, n: Array) -> None:
    """Work out the rules that hold as an episode begins; place and motion of the contacts stand in ``memory``."""
    memory[M_COURSE], memory[M_FASTEST] = seen[of.PSI], 0.0
    for k in range(int(n[N_CONTACTS])):
        c = memory[FIRST + k * CONTACT : FIRST + (k + 1) * CONTACT]
        east, north = c[C_X] - seen[of.X], c[C_Y] - seen[of.Y]
        c[C_EAST], c[C_NORTH] = east, north
        c[C_CLOSEST] = hypot(east, north)
        c[C_NEAR_MISS] = c[C_BROKEN] = 0.0
        c[C_RULE] = rule_of(bearing(east, north, seen[of.PSI]), bearing(-east, -north, c[C_PSI]))


def bearing(east: float, north: float, psi: float) -> float:
    """Return the bearing (deg, positive to starboard) of a place from a bow that points to ``psi`` (rad)."""
    c, d = cos(psi), sin(psi)
    return 180.0 / pi * atan2(c * east - d * north, c * north + d * east)


def see_contacts(seen: Array, memory: Array, n: Array, obs: Shown, first: int) -> int:
    """Write what is seen of the contacts into ``obs`` from ``first`` on; return how many numbers that is."""
    j = first
    if n[N_SEES] == 0.0:
        return 0
    for k in range(int(n[N_CONTACTS])):
        c = memory[FIRST + k * CONTACT : FIRST + (k + 1) * CONTACT]
        east, north = c[C_X] - seen[of.X], c[C_Y] - seen[of.Y]
        away, u, v = hypot(east, north), cos(seen[of.PSI]), sin(seen[of.PSI])
        obs[j] = away
        obs[j + 1] = (u * east - v * north) / away if away > 0.0 else 0.0
        obs[j + 2] = (u * north + v * east) / away if away > 0.0 else 1.0
        turn = c[C_PSI] - seen[of.PSI]
        obs[j + 3], obs[j + 4], obs[j + 5] = sin(turn), cos(turn), c[C_SPEED]
        obs[j + 6] = 1.0 if keeps_clear(int(c[C_RULE])) else 0.0
        obs[j + 7] = 1.0 if int(c[C_RULE]) == HEAD_ON else 0.0
        j += OBSERVED
    return j - first


def judge_contacts(seen: Array, memory: Array, n: Array) -> tuple[float, bool, bool]:
    """Return the reward of a step, whether there was a collision, and whether rules have been broken so far.

    Between two steps both go straight on: what came nearest on the way counts.
    """
    reward, collided, broken, busy = 0.0, False, False, False
    memory[M_FASTEST] = max(memory[M_FASTEST], seen[of.SPEED])
    for k in range(int(n[N_CONTACTS])):
        c = memory[FIRST + k * CONTACT : FIRST + (k + 1) * CONTACT]
        away = hypot(c[C_X] - seen[of.X], c[C_Y] - seen[of.Y])
        busy = busy or (keeps_clear(int(c[C_RULE])) and away < n[N_CONCERN])
    for k in range(int(n[N_CONTACTS])):
        c = memory[FIRST + k * CONTACT : FIRST + (k + 1) * CONTACT]
        before = hypot(c[C_EAST], c[C_NORTH])
        east, north = c[C_X] - seen[of.X], c[C_Y] - seen[of.Y]
        away, nearest = hypot(east, north), passing(c[C_EAST], c[C_NORTH], east, north)
        c[C_CLOSEST] = min(c[C_CLOSEST], nearest)
        reward += CLOSE * n[N_STEP] * max(0.0, 1.0 - away / n[N_ENCOUNTER])
        if nearest < n[N_NEAR_MISS] and c[C_NEAR_MISS] == 0.0:
            c[C_NEAR_MISS] = 1.0
            reward += NEAR_MISS
        if nearest < n[N_COLLISION]:
            collided = True
        if c[C_BROKEN] == 0.0 and away < n[N_CONCERN] and breaks(seen, memory, n, c, before, away, busy):
            c[C_BROKEN] = 1.0
            reward += BROKEN
        c[C_EAST], c[C_NORTH] = east, north
        broken = broken or c[C_BROKEN] != 0.0 or c[C_NEAR_MISS] != 0.0
    return reward, collided, broken


def passing(east: float, north: float, then_east: float, then_north: float) -> float:
    """Return the least distance (m) of a place that moves straight from one point to another, from the origin."""
    de, dn = then_east - east, then_north - north
    square = de * de + dn * dn
    part = 1.0 if square == 0.0 else min(max(-(east * de + north * dn) / square, 0.0), 1.0)
    return hypot(east + part * de, north + part * dn)


def breaks(seen: Array, memory: Array, n: Array, c: Array, before: float, away: float, busy: bool) -> bool:
    """Return whether own ship breaks its rule in this step.

    Head-on: it passes the other one's beam on the starboard side. Giving way: it crosses ahead, from port to starboard.
    Standing on: it leaves course or speed before the other one is near (``N_EXTREMIS``) and while it comes nearer,
    unless it has to keep clear of another one (``busy``). Who overtakes has only to keep clear.
    """
    rule = int(c[C_RULE])
    u, v = cos(c[C_PSI]), sin(c[C_PSI])
    east, north = seen[of.X] - c[C_X], seen[of.Y] - c[C_Y]
    fore, aside = u * north + v * east, u * east - v * north
    was_fore, was_aside = -u * c[C_NORTH] - v * c[C_EAST], -u * c[C_EAST] + v * c[C_NORTH]
    if rule == HEAD_ON:
        return bool(was_fore > 0.0 and fore <= 0.0 and aside > 0.0)
    if rule == GIVE_WAY:
        return bool(was_aside < 0.0 and aside >= 0.0 and fore > 0.0)
    if rule == STAND_ON or not keeps_clear(rule):
        if busy or away >= before or away < n[N_EXTREMIS]:
            return False
        slow = seen[of.SPEED] < KEPT_SPEED * memory[M_FASTEST]
        return slow or abs(wrapped(seen[of.PSI] - memory[M_COURSE])) > KEPT_COURSE
    return False
