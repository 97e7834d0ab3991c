"""The functions of ``kernels.py``, ``rules.py`` and ``flags.py`` compiled by numba: row by row.

Machine code is kept on disk under a digest of the sources, as that of the equations of motion
(``vehicle/compiled.py``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.gym import kernels, swell
from usimmarine_py.gym import task_rules as rules
from usimmarine_py.gym.others import encounter_rules as meeting
from usimmarine_py.gym.teams import capture_rules as flags
from usimmarine_py.kernels import kinematic, wave_load, waves
from usimmarine_py.kernels.body import motion6, restoring, set_points
from usimmarine_py.kernels.body.set_points import CommandBody
from usimmarine_py.kernels.compiling import register
from usimmarine_py.maths import angles, attitude
from usimmarine_py.maths.encounters import rules as rules_of_the_road
from usimmarine_py.vehicle.compiled import CommandTables

#: vehicles that one thread takes at a time
CHUNK = 256

Compiled = Callable[..., Any]


class Machine(NamedTuple):
    """The compiled functions; each works on some rows of its arrays."""

    prepare: Compiled  #: actions to inputs of the equations of motion
    look: Compiled  #: states to what is seen of them
    sail: Compiled  #: kinematic vehicles some ticks on
    wave: Compiled  #: what the waves add to what surrounds vehicles
    observe: Compiled  #: what is measured to observations
    judge: Compiled  #: what is seen to observations, rewards and ends; returns how many episodes are over


def compiler() -> tuple[Any, str]:
    """Return numba, and a digest of the sources that it compiles. Raises MissingExtraError."""
    try:
        import numba

        sources = register(
            attitude, angles, kinematic, waves, restoring, wave_load, motion6, set_points, kernels, swell, meeting,
            rules_of_the_road, rules, flags,
        )  # fmt: skip
    except ImportError:
        raise MissingExtraError("environments for reinforcement learning", "numba", "gym") from None
    return numba, sources + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


@lru_cache(maxsize=1)
def machine() -> Machine:
    """Return the compiled functions; each takes the first row and the end of the rows first."""
    numba, key = compiler()
    commanded, fossen_seen, kinematic_ticks = kernels.commanded, kernels.fossen_seen, kernels.kinematic_ticks
    judge_one, observe_one, wave_one = rules.judge, rules.observe, swell.swell

    def prepare(
        first: int, end: int, actions: Any, columns: Any, orders: Any, around: Any, rule: CommandTables, work: Any,
        inputs: Any,
    ) -> None:  # fmt: skip
        _ = key
        for i in range(first, end):
            w = i if rule.terms.shape[0] > 1 else 0
            for j in range(columns.shape[0]):
                orders[i, columns[j]] = 100.0 * actions[i, j]
            body = CommandBody(rule.terms[w], rule.points[w], rule.thrusters[w])
            commanded(orders[i], around[i], body, work[first // CHUNK], inputs[i])

    def look(first: int, end: int, states: Any, around: Any, model: float, rule: float, seen: Any) -> None:
        _ = key
        for i in range(first, end):
            fossen_seen(states[i], around[i], model, rule, seen[i])

    def sail(
        first: int, end: int, ticks: int, actions: Any, columns: Any, orders: Any, around: Any, states: Any,
        positive: Any, negative: Any, numbers: Any, dt: float, clock: Any, seen: Any,
    ) -> None:  # fmt: skip
        _ = key
        for i in range(first, end):
            law = numbers[i if numbers.shape[0] > 1 else 0]
            for j in range(columns.shape[0]):
                orders[i, columns[j]] = 100.0 * actions[i, j]
            kinematic_ticks(states[i], orders[i], around[i], positive, negative, law, dt, ticks, seen[i])
            clock[i] += ticks

    def wave(
        first: int, end: int, wavy: Any, seas: Any, rows: Any, load: Any, times: Any, seen: Any, calm: Any, work: Any,
        around: Any,
    ) -> None:  # fmt: skip
        _ = key
        for i in range(first, end):
            if wavy[i]:
                w = i if load.shape[0] > 1 else 0
                wave_one(seas[i], rows[w], load[w], times[i], seen[i], calm[i], work[first // CHUNK], around[i])

    def observe(
        first: int, end: int, seen: Any, actions: Any, goals: Any, memory: Any, numbers: Any, bound: Any, obs: Any
    ) -> None:
        _ = key
        for i in range(first, end):
            observe_one(seen[i], actions[i], goals[i], memory[i], numbers, bound, obs[i])

    def judge(
        first: int, end: int, seen: Any, actions: Any, goals: Any, memory: Any, numbers: Any, bound: Any, obs: Any,
        rewards: Any, ends: Any, ticks: Any, limit: int, terminated: Any, truncated: Any,
    ) -> int:  # fmt: skip
        _ = key
        over = 0
        for i in range(first, end):
            rewards[i], ends[i] = judge_one(seen[i], actions[i], goals[i], memory[i], numbers, bound, obs[i])
            terminated[i] = ends[i] != rules.GOES_ON
            truncated[i] = not terminated[i] and ticks[i] >= limit
            over += int(terminated[i] or truncated[i])
        return over

    made = [
        numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        for function in (prepare, look, sail, wave, observe, judge)
    ]
    return Machine(*made)


@lru_cache(maxsize=1)
def game() -> tuple[Compiled, Compiled]:
    """Return a step of capture the flag, and what is observed at its beginning, compiled."""
    numba, key = compiler()
    over, look = flags.turn_over, flags.watch

    def play(
        seen: Any, actions: Any, status: Any, score: Any, order: Any, numbers: Any, bound: Any, obs: Any, rewards: Any
    ) -> None:
        _ = key
        over(seen, actions, status, score, order, numbers, bound, obs, rewards)

    def watch(seen: Any, actions: Any, status: Any, score: Any, order: Any, numbers: Any, bound: Any, obs: Any) -> None:
        _ = key
        look(seen, actions, status, score, order, numbers, bound, obs)

    first, second = (numba.njit(cache=True, error_model="numpy")(function) for function in (play, watch))
    return first, second
