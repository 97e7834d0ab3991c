"""First-order Gauss-Markov process, sampled exactly (laws/environment 5, laws/errata E15).

    xdot = -mu (x - mean) + w,    stationary standard deviation sigma = sqrt(q / (2 mu))

Only the deviation d = x - mean is kept. Its exact discretisation over h seconds is
d <- a d + sigma sqrt(1 - a^2) N(0, 1) with a = exp(-mu h), so the variance doesn't depend on h.
"""

from __future__ import annotations

from math import exp, expm1, inf, sqrt

from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class GaussMarkov:
    """Parameters of one process; the deviation itself is the caller's state.

    ``limit`` saturates the deviation at +-limit after each step. ``sigma`` = 0 switches the process off.
    """

    mu: float = 1.0  #: 1/s, inverse time constant, > 0
    sigma: float = 0.0  #: stationary standard deviation before clipping, >= 0
    limit: float = inf  #: largest deviation, > 0

    @property
    def active(self) -> bool:
        """Whether the process ever leaves zero."""
        return self.sigma > 0.0

    def coefficients(self, h: float) -> tuple[float, float]:
        """(a, s): one step of ``h`` seconds is d <- a d + s N(0, 1), then clip."""
        return exp(-self.mu * h), self.sigma * sqrt(-expm1(-2.0 * self.mu * h))

    def step(self, deviation: float, h: float, normal: float) -> float:
        """The deviation ``h`` >= 0 seconds later, driven by the standard normal number ``normal``."""
        a, s = self.coefficients(h)
        return clip(a * deviation + s * normal, self.limit)


def clip(value: float, limit: float) -> float:
    """``value`` limited to [-limit, limit]."""
    if value > limit:
        return limit
    if value < -limit:
        return -limit
    return value
