"""One step of any model by any tableau, written once for lists (interpreted) and arrays (compiled).

Actuator states follow their exact exponentials inside the stages, so their time constants never limit the step
(laws/actuators 1.1, laws/solvers 2). The solver's table is made by ``solver.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from usimmarine_py.kernels.body.motion3 import derivative3
from usimmarine_py.kernels.body.motion6 import derivative_euler, derivative_quaternion
from usimmarine_py.kernels.body.places import IN_REF, SOLVER, SOLVER_NODES
from usimmarine_py.kernels.body.records import MODEL_3DOF, MODEL_EULER, MODEL_QUATERNION, Body
from usimmarine_py.kernels.lag import lagged, lagged_limited

Vector = list[float]


def derivative(s: Vector, inp: Sequence[float], body: Body, out: Vector) -> None:
    """Time derivative of everything but the actuator states into ``out``."""
    if body.terms.model == MODEL_QUATERNION:
        derivative_quaternion(s, inp, body, out)
    elif body.terms.model == MODEL_EULER:
        derivative_euler(s, inp, body, out)
    else:
        derivative3(s, inp, body, out)


def step(s: Vector, inp: Sequence[float], body: Body, tab: Sequence[float], k: list[Vector]) -> None:
    """Advance the state ``s`` by one step in place; ``k`` is scratch of (stages + 1) rows as long as ``s``."""
    stages = int(tab[SOLVER.stages])
    h = tab[SOLVER.step]
    lags = int(body.terms.lags)
    head = 12
    if body.terms.model == MODEL_QUATERNION:
        head = 13
    elif body.terms.model == MODEL_3DOF:
        head = 6
    tail = head + lags
    n = len(s)
    a_at = SOLVER_NODES + stages
    b_at = a_at + stages * stages
    t_at = b_at + stages
    ys = k[stages]
    for j in range(stages):
        base = s
        for i in range(j):
            ha = h * tab[a_at + j * stages + i]
            if ha != 0.0:
                slope = k[i]
                for m in range(head):
                    ys[m] = base[m] + ha * slope[m]
                for m in range(tail, n):
                    ys[m] = base[m] + ha * slope[m]
                base = ys
        if j > 0:
            _actuators(s, ys, inp, head, lags, h * tab[SOLVER_NODES + j], tab, t_at, t_at + (2 + j) * lags)
        derivative(base, inp, body, k[j])
    _actuators(s, ys, inp, head, lags, h, tab, t_at, t_at + (2 + stages) * lags)
    for m in range(head, tail):
        s[m] = ys[m]
    for i in range(stages):
        hb = h * tab[b_at + i]
        if hb != 0.0:
            slope = k[i]
            for m in range(head):
                s[m] += hb * slope[m]
            for m in range(tail, n):
                s[m] += hb * slope[m]
    if head == 13:
        q0, q1, q2, q3 = s[3], s[4], s[5], s[6]
        length = sqrt(q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)
        s[3] = q0 / length
        s[4] = q1 / length
        s[5] = q2 / length
        s[6] = q3 / length


def _actuators(
    s: Vector,
    ys: Vector,
    inp: Sequence[float],
    head: int,
    lags: int,
    elapsed: float,
    tab: Sequence[float],
    t_at: int,
    decay_at: int,
) -> None:
    """Actuator states ``elapsed`` seconds into the step from those in ``s`` into ``ys``."""
    for i in range(lags):
        ref = inp[IN_REF + i]
        ys[head + i] = lagged(s[head + i], ref, tab[decay_at + i])
    if tab[SOLVER.limited] != 0.0:
        for i in range(lags):
            rate = tab[t_at + lags + i]
            if rate > 0.0:
                ys[head + i] = lagged_limited(s[head + i], inp[IN_REF + i], elapsed, tab[t_at + i], rate)


def advance(s: Vector, inp: Sequence[float], body: Body, tab: Sequence[float], k: list[Vector], steps: int) -> None:
    """``steps`` steps with the inputs held, in place."""
    for _ in range(steps):
        step(s, inp, body, tab, k)
