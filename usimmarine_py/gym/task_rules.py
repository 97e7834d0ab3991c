"""The rules of the tasks as plain functions of arrays: observation, reward, end of the episode.

One row a vehicle; ``machine.py`` compiles them. Columns of ``seen`` are those of ``kernels.py``.
"""

from __future__ import annotations

from math import cos, hypot, isfinite, pi, sin

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.kernels import wrapped
from usimmarine_py.gym.others import encounter_rules as meeting
from usimmarine_py.values.arrays import Array

Shown = NDArray[np.float32]

WAYPOINT, STATION, DOCK, ENCOUNTER = 0.0, 1.0, 2.0, 3.0

# ---- numbers of a task ----
(
    N_TASK, N_TAIL_DIVES, N_TIME_STEP, N_ARENA, N_RADIUS, N_COUNT, N_LENGTH, N_BEAM, N_DEPTH_OF_SLOT, N_WIDTH, N_BERTH,
    N_SLOW, N_STRAIGHT, N_TOP, N_FLOATS, N_EULER,
) = range(16)  # fmt: skip
NUMBERS = meeting.NUMBERS

# ---- memory of an episode ----
M_NEXT, M_POTENTIAL = 0, 1

# ---- how an episode ends ----
GOES_ON, REACHED, LEFT, STRUCK, UPSIDE_DOWN, DIVERGED, TERMINATED = 0, 1, 2, 3, 4, 5, 6
COLLIDED, AGAINST = 7, 8
#: The same in words.
ENDS = (
    "", "reached", "left the arena", "struck the quay", "upside down", "diverged", "terminate",
    "collision", "reached against the rules",
)  # fmt: skip

#: rewards
TIME, GOAL, FAILURE = -0.1, 10.0, -10.0
#: of a metre aside and of a right angle, in metres ahead: what docking is steered by
ASIDE, TURNED = 2.0, 2.0


def sound(seen: Array, n: Array) -> int:
    """Return whether the vehicle is as its model can be believed: GOES_ON, UPSIDE_DOWN or DIVERGED."""
    total = 0.0
    for j in range(of.SEEN):
        total += seen[j]
    if not isfinite(total):
        return DIVERGED
    if hypot(hypot(seen[of.SURGE], seen[of.SWAY]), seen[of.HEAVE]) > n[N_TOP]:
        return DIVERGED
    if n[N_EULER] != 0.0 and abs(seen[of.PITCH]) > 0.5 * pi:
        return DIVERGED
    if n[N_FLOATS] != 0.0 and cos(seen[of.ROLL]) * cos(seen[of.PITCH]) < 0.0:
        return UPSIDE_DOWN
    return GOES_ON


def distance(seen: Array, x: float, y: float, depth: float, dives: float) -> float:
    """To a place (m)."""
    flat = hypot(x - seen[of.X], y - seen[of.Y])
    return hypot(flat, depth - seen[of.DEPTH]) if dives != 0.0 else flat


def struck(along: float, aside: float, angle: float, n: Array) -> bool:
    """Return whether a hull touches the quay: a half-plane of stone with a slot in it (axes of the slot)."""
    length, beam = 0.5 * n[N_LENGTH], 0.5 * n[N_BEAM]
    deep, wide = n[N_DEPTH_OF_SLOT], 0.5 * n[N_WIDTH]
    c, d = cos(angle), sin(angle)
    for k in range(4):
        a = length if k < 2 else -length
        b = beam if k % 2 == 0 else -beam
        x, y = along + c * a - d * b, aside + d * a + c * b
        if x > 0.0 and (x > deep or abs(y) > wide):
            return True
    for k in range(2):
        x, y = 0.0 - along, (wide if k == 0 else -wide) - aside
        if abs(c * x + d * y) < length and abs(-d * x + c * y) < beam:
            return True
    return False


def towards(seen: Array, x: float, y: float, obs: Shown) -> None:
    """Write distance (m), sine and cosine of the relative bearing of a place into the first three numbers."""
    east, north = x - seen[of.X], y - seen[of.Y]
    flat, c, d = hypot(east, north), cos(seen[of.PSI]), sin(seen[of.PSI])
    obs[0] = flat
    obs[1] = (c * east - d * north) / flat if flat > 0.0 else 0.0
    obs[2] = (c * north + d * east) / flat if flat > 0.0 else 1.0


def head(seen: Array, goal: Array, memory: Array, n: Array, obs: Shown) -> int:
    """Return the part of the observation that is the task's own; how many numbers it has."""
    task, dives = n[N_TASK], n[N_TAIL_DIVES]
    j = 0
    if task == WAYPOINT:
        k = 3 * int(min(memory[M_NEXT], n[N_COUNT] - 1.0))
        towards(seen, goal[k], goal[k + 1], obs)
        obs[0] = distance(seen, goal[k], goal[k + 1], goal[k + 2], dives)
        j = 3
        if dives != 0.0:
            obs[j] = goal[k + 2] - seen[of.DEPTH]
            j += 1
        return j
    if task == ENCOUNTER:
        towards(seen, goal[0], goal[1], obs)
        return 3 + meeting.see_contacts(seen, memory, n, obs, 3)
    turn = goal[2] - seen[of.PSI]
    if task == STATION:
        east, north = goal[0] - seen[of.X], goal[1] - seen[of.Y]
        c, d = cos(seen[of.PSI]), sin(seen[of.PSI])
        obs[0], obs[1] = c * north + d * east, c * east - d * north
    else:
        east, north = seen[of.X] - goal[0], seen[of.Y] - goal[1]
        c, d = cos(goal[2]), sin(goal[2])
        obs[0], obs[1] = n[N_BERTH] - (c * north + d * east), c * east - d * north
    obs[2], obs[3] = sin(turn), cos(turn)
    j = 4
    if dives != 0.0:
        obs[j] = goal[3] - seen[of.DEPTH]
        j += 1
    return j


def observe(seen: Array, action: Array, goal: Array, memory: Array, n: Array, bound: Shown, obs: Shown) -> None:
    """The whole observation, within its bounds."""
    j = head(seen, goal, memory, n, obs)
    obs[j], obs[j + 1], obs[j + 2] = seen[of.SURGE], seen[of.SWAY], seen[of.YAW_RATE]
    obs[j + 3], obs[j + 4], obs[j + 5] = seen[of.SPEED], seen[of.WIND_AHEAD], seen[of.WIND_ASIDE]
    j += 6
    if n[N_TAIL_DIVES] != 0.0:
        obs[j], obs[j + 1] = seen[of.HEAVE], seen[of.PITCH]
        j += 2
    for i in range(action.shape[0]):
        obs[j + i] = action[i]
    for i in range(obs.shape[0]):
        if obs[i] != obs[i]:
            obs[i] = 0.0
        elif obs[i] > bound[i]:
            obs[i] = bound[i]
        elif obs[i] < -bound[i]:
            obs[i] = -bound[i]


def potential(seen: Array, goal: Array, memory: Array, n: Array) -> float:
    """Return what the reward is a difference of (m): the way that is left."""
    if n[N_TASK] == WAYPOINT:
        k = 3 * int(min(memory[M_NEXT], n[N_COUNT] - 1.0))
        return distance(seen, goal[k], goal[k + 1], goal[k + 2], n[N_TAIL_DIVES])
    if n[N_TASK] == STATION:
        return 0.0
    if n[N_TASK] == ENCOUNTER:
        return distance(seen, goal[0], goal[1], 0.0, 0.0)
    east, north = seen[of.X] - goal[0], seen[of.Y] - goal[1]
    c, d = cos(goal[2]), sin(goal[2])
    ahead, aside = n[N_BERTH] - (c * north + d * east), c * east - d * north
    turned = TURNED * (1.0 - cos(goal[2] - seen[of.PSI]))
    down = goal[3] - seen[of.DEPTH] if n[N_TAIL_DIVES] != 0.0 else 0.0
    return hypot(hypot(ahead, ASIDE * aside), down) + turned


def begin(seen: Array, action: Array, goal: Array, memory: Array, n: Array, bound: Shown, obs: Shown) -> None:
    """The first observation of an episode."""
    memory[M_NEXT] = 0.0
    if n[N_TASK] == ENCOUNTER:
        meeting.begin_contacts(seen, memory, n)
    memory[M_POTENTIAL] = potential(seen, goal, memory, n)
    observe(seen, action, goal, memory, n, bound, obs)


def judge(
    seen: Array, action: Array, goal: Array, memory: Array, n: Array, bound: Shown, obs: Shown
) -> tuple[float, int]:
    """Reward and end after a step; the observation goes into ``obs``, which keeps the last one of a lost vehicle."""
    end = sound(seen, n)
    if end != GOES_ON:
        if end == UPSIDE_DOWN:
            observe(seen, action, goal, memory, n, bound, obs)
        return FAILURE, end
    task = n[N_TASK]
    reward = 0.0
    if task == STATION:
        away = distance(seen, goal[0], goal[1], goal[3], n[N_TAIL_DIVES])
        reward = -n[N_TIME_STEP] * (away + 0.75**away * abs(wrapped(goal[2] - seen[of.PSI])))
        if away > n[N_ARENA]:
            end, reward = LEFT, reward + FAILURE
    elif task == ENCOUNTER:
        left = potential(seen, goal, memory, n)
        met, collided, broken = meeting.judge_contacts(seen, memory, n)
        reward = memory[M_POTENTIAL] - left + TIME * n[N_TIME_STEP] + met
        memory[M_POTENTIAL] = left
        if collided:
            end, reward = COLLIDED, reward + FAILURE
        elif left <= n[N_RADIUS]:
            end, reward = AGAINST if broken else REACHED, reward + GOAL
        elif max(abs(seen[of.X]), abs(seen[of.Y])) > n[N_ARENA]:
            end, reward = LEFT, reward + FAILURE
    elif task == WAYPOINT:
        left = potential(seen, goal, memory, n)
        reward = memory[M_POTENTIAL] - left + TIME * n[N_TIME_STEP]
        memory[M_POTENTIAL] = left
        if left <= n[N_RADIUS]:
            reward += GOAL
            memory[M_NEXT] += 1.0
            if memory[M_NEXT] >= n[N_COUNT]:
                end = REACHED
            else:
                memory[M_POTENTIAL] = potential(seen, goal, memory, n)
        if end == GOES_ON and max(abs(seen[of.X]), abs(seen[of.Y])) > n[N_ARENA]:
            end, reward = LEFT, reward + FAILURE
    else:
        left = potential(seen, goal, memory, n)
        reward = memory[M_POTENTIAL] - left + TIME * n[N_TIME_STEP]
        memory[M_POTENTIAL] = left
        east, north = seen[of.X] - goal[0], seen[of.Y] - goal[1]
        c, d = cos(goal[2]), sin(goal[2])
        along, aside = c * north + d * east, c * east - d * north
        turn = wrapped(seen[of.PSI] - goal[2])
        away = hypot(n[N_BERTH] - along, aside)
        if n[N_TAIL_DIVES] != 0.0:
            away = hypot(away, goal[3] - seen[of.DEPTH])
        slow = hypot(seen[of.SURGE], seen[of.SWAY]) <= n[N_SLOW]
        if struck(along, aside, turn, n):
            end, reward = STRUCK, reward + FAILURE
        elif away <= n[N_RADIUS] and abs(turn) <= n[N_STRAIGHT] and slow:
            end, reward = REACHED, reward + GOAL
        elif away > n[N_ARENA]:
            end, reward = LEFT, reward + FAILURE
    observe(seen, action, goal, memory, n, bound, obs)
    return reward, end
