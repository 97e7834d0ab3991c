"""The table of floats that tells the stepper which method, step and actuator lags to use."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.kernels.lag import decay
from usimmarine_py.maths.integrators import TABLEAUX, Tableau


def tableau(name: str) -> Tableau:
    """The method of that name; an unknown one raises ConfigError."""
    try:
        return TABLEAUX[name.lower()]
    except KeyError:
        known = ", ".join(TABLEAUX)
        raise ConfigError(
            f"unknown solver {name!r} (known: {known})", key="solver", suggestion=suggest(name, TABLEAUX)
        ) from None


def default_step(name: str) -> float:
    """sim_step in s: 0.05 for RK4 and DP5, 0.01 for Euler and Heun (laws/solvers 1)."""
    return 0.05 if tableau(name).order >= 4 else 0.01


def solver_table(
    method: Tableau, h: float, time_constants: Sequence[float], rates: Sequence[float]
) -> tuple[float, ...]:
    """The table for steps of ``h`` s; per actuator state a time constant (s) and a rate limit (units/s, 0 = none)."""
    stages = method.stages
    table = [float(stages), h, 1.0 if any(r > 0.0 for r in rates) else 0.0, *method.c]
    for row in method.a:
        table += [*row, *([0.0] * (stages - len(row)))]
    table += [*method.b, *time_constants, *rates]
    for node in (*method.c, 1.0):
        table += [decay(node * h, t) for t in time_constants]
    return tuple(table)
