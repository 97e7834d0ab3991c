"""The first-order low-pass filter, exact for an input that is held over each step (laws/frames 6.3)."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from usimmarine_py.maths.rotations import Matrix, Values, values


def low_pass(x: ArrayLike, u: ArrayLike, h: ArrayLike, T: ArrayLike) -> Values:
    """The state ``h`` s after ``x`` of T x_dot + x = u, with ``u`` held: e^(-h/T) x + (1 - e^(-h/T)) u.

    ``T`` is the time constant in s (0: no filter), 1/T the cut-off in rad/s; x and u in any unit. All broadcast. Raises
    ``ValueError`` for an ``h`` or ``T`` below 0.

    >>> round(low_pass(0.0, 1.0, 2.0, 2.0), 6)
    0.632121
    """
    step, constant = np.asarray(h, dtype=float), np.asarray(T, dtype=float)
    if np.any(step < 0.0) or np.any(constant < 0.0):
        raise ValueError(f"h and T are times and must be at least 0 s, found {h!r} and {T!r}")
    still = constant == 0.0
    left = np.where(still, step == 0.0, np.exp(-step / np.where(still, 1.0, constant)))
    return values(left * np.asarray(x, dtype=float) + (1.0 - left) * np.asarray(u, dtype=float))


def low_passed(u: ArrayLike, h: float, T: float) -> Matrix:
    """A signal (n, ...), sampled every ``h`` s along its first axis, through ``low_pass`` from its first value on.

    >>> low_passed([0.0, 1.0, 1.0], 1.0, 1.0).round(4).tolist()
    [0.0, 0.6321, 0.8647]
    """
    signal = np.asarray(u, dtype=float)
    return np.array(list(accumulate(signal, lambda x, new: np.asarray(low_pass(x, new, h, T)))))


__all__ = ["low_pass", "low_passed"]
