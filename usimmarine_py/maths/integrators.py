"""Explicit Runge-Kutta methods with a fixed step; the tableaux are data (laws/solvers 1).

Sources: Dormand and Prince 1980 (order 5 of the pair 5(4), its seventh stage is only needed for the error estimate);
Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Tableau:
    """A Butcher tableau: stage times ``c`` (fractions of the step), strictly lower ``a`` and weights ``b``."""

    name: str
    order: int
    c: tuple[float, ...]
    a: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]

    @property
    def stages(self) -> int:
        """Evaluations of the right-hand side for one step."""
        return len(self.c)


#: Forward Euler, of order 1, for `IntegratedBackend`.
EULER = Tableau("euler", 1, (0.0,), ((),), (1.0,))
#: Heun's method, of order 2, for `IntegratedBackend`.
HEUN = Tableau("heun", 2, (0.0, 1.0), ((), (1.0,)), (1 / 2, 1 / 2))
#: The classic Runge-Kutta method, of order 4, for `IntegratedBackend`.
RK4 = Tableau(
    "rk4",
    4,
    (0.0, 1 / 2, 1 / 2, 1.0),
    ((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
    (1 / 6, 1 / 3, 1 / 3, 1 / 6),
)
#: Dormand and Prince's method, of order 5, for `IntegratedBackend`.
DP5 = Tableau(
    "dp5",
    5,
    (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0),
    (
        (),
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    ),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)


def stability_polynomial(method: Tableau) -> tuple[float, ...]:
    """Coefficients of R(z) = 1 + z b^T (I - z A)^-1 1, z = h lambda, which approximates exp(z); constant first."""
    coefficients = [1.0]  # b^T A^k 1 for k = 0, 1, ...
    vector = [1.0] * method.stages
    for _ in range(method.stages):
        coefficients.append(plain_sum(b * x for b, x in zip(method.b, vector, strict=True)))
        vector = [plain_sum(a * x for a, x in zip(row, vector, strict=False)) for row in method.a]
    return tuple(coefficients)


#: by the values of ``solver =`` and ``--solver``
TABLEAUX: dict[str, Tableau] = {t.name: t for t in (DP5, RK4, HEUN, EULER)}

RightHandSide = Callable[[float, Sequence[float]], Sequence[float]]


def step(f: RightHandSide, t: float, y: Sequence[float], h: float, tableau: Tableau = DP5) -> list[float]:
    """Integrate y' = f(t, y) by one step and return y(t + h)."""
    return _combine(y, h, tableau.b, _stages(f, t, y, h, tableau))


def _stages(f: RightHandSide, t: float, y: Sequence[float], h: float, tableau: Tableau) -> list[Sequence[float]]:
    k: list[Sequence[float]] = []
    for c, row in zip(tableau.c, tableau.a, strict=True):
        k.append(f(t + c * h, _combine(y, h, row, k)))
    return k


def _combine(y: Sequence[float], h: float, weights: Sequence[float], k: Sequence[Sequence[float]]) -> list[float]:
    result = list(y)
    for weight, slope in zip(weights, k, strict=True):
        if weight != 0.0:
            for i in range(len(result)):
                result[i] += h * weight * slope[i]
    return result
