"""What records determine: standard errors, correlations, products, and what they cannot determine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from usimmarine_py.fit.identify.pieces import Problem
from usimmarine_py.fit.identify.squares import Fit, Normal, priors
from usimmarine_py.values.arrays import Array

#: Relative standard error beyond which the records do not determine a number, or a combination of them.
UNDETERMINED = 0.5
_TOGETHER = 0.3  # least share of a number in a combination that is named with it
_ALIKE = 0.25  # difference of shares that are the same
_CORRELATED = 0.9
#: Of a normal distribution within which 95 % lie.
WITHIN = 1.959964


@dataclass(frozen=True, slots=True)
class Certainty:
    """Errors of the shared unknowns; those that are held have 0."""

    errors: Array  #: (m,), standard errors
    correlation: Array  #: (m, m)
    undetermined: tuple[tuple[int, ...], str] | None  #: numbers determined only together, in words, too


def covariance(problem: Problem, normals: Sequence[Normal], fit: Fit, widen: float) -> tuple[Array, Array]:
    """The covariance of the shared unknowns (m, m), and their information from the records alone.

    The larger one of two for each unknown: for independent errors, and for errors that go together within a piece (the
    sandwich estimator, by pieces); the first one times ``widen``, of Huber's loss. Held numbers have none.
    """
    m = len(problem.names)
    before = priors(problem, fit.shared)
    matrix = before.matrix + sum(n.matrix for n in normals)
    moving = np.flatnonzero(~np.concatenate([fit.held, np.zeros(m - len(fit.held), dtype=bool)]))
    d = problem.sizes[moving]
    inverse = np.linalg.pinv(matrix[np.ix_(moving, moving)] * np.outer(d, d), rcond=1e-14, hermitian=True)
    scores = np.array([n.gradient[moving] * d for n in normals])
    plain = widen * np.outer(d, d) * inverse
    found = np.zeros((m, m))
    found[np.ix_(moving, moving)] = plain
    count = len(normals)
    if count > len(moving) + 1:
        scores = scores - scores.mean(axis=0)
        meat = scores.T @ scores * count / (count - 1.0)
        wide = np.outer(d, d) * (inverse @ meat @ inverse)
        wider = np.sqrt(np.maximum(1.0, np.diag(wide) / np.maximum(np.diag(plain), 1e-300)))
        found[np.ix_(moving, moving)] = plain * np.outer(wider, wider)
    return found, matrix - before.matrix


def judge(problem: Problem, normals: Sequence[Normal], fit: Fit, widen: float = 1.0) -> Certainty:
    """Standard errors and correlations, and the first combination of numbers that the records do not determine."""
    found, _ = covariance(problem, normals, fit, widen)
    errors = np.sqrt(np.maximum(np.diag(found), 0.0))
    scale = np.where(errors > 0.0, errors, 1.0)
    correlation = found / np.outer(scale, scale)
    return Certainty(errors, correlation, _undetermined(problem, normals, fit))


def _undetermined(problem: Problem, normals: Sequence[Normal], fit: Fit) -> tuple[tuple[int, ...], str] | None:
    count = len(problem.free)
    free = np.flatnonzero(~fit.held)
    if not len(free):
        return None
    before = priors(problem, fit.shared)
    matrix = before.matrix + sum(n.matrix for n in normals)
    sizes = problem.sizes.copy()
    sizes[:count] = np.maximum(abs(fit.shared[:count]), 0.1 * problem.sizes[:count])
    scaled = matrix * np.outer(sizes, sizes)
    rest = np.arange(count, len(sizes))
    inner = scaled[np.ix_(free, free)]
    if len(rest):
        cross = scaled[np.ix_(free, rest)]
        inner = inner - cross @ np.linalg.pinv(scaled[np.ix_(rest, rest)], rcond=1e-13, hermitian=True) @ cross.T
    values, vectors = np.linalg.eigh(0.5 * (inner + inner.T))
    error = 1.0 / np.sqrt(max(float(values[0]), 1e-16))
    if error <= UNDETERMINED:
        return None
    shares = vectors[:, 0] / np.max(abs(vectors[:, 0]))
    together = [k for k in range(len(free)) if abs(shares[k]) >= _TOGETHER]
    names = [problem.names[free[k]] for k in together]
    places = tuple(int(free[k]) for k in together)
    if len(together) == 1:
        return places, f"these records do not determine {names[0]}"
    signs = np.sign([shares[k] for k in together])
    alike = max(abs(shares[k]) for k in together) - min(abs(shares[k]) for k in together) <= _ALIKE
    listed = " and ".join([", ".join(names[:-1]), names[-1]])
    if alike and abs(signs.sum()) == len(signs):
        return places, f"these records determine only the ratio{'s' if len(names) > 2 else ''} of {listed}"
    if alike and len(names) == 2:
        return places, f"these records determine only the product of {listed}"
    powers = " ".join(f"{name}^{shares[k]:.2g}" for k, name in zip(together, names, strict=True))
    return places, f"these records determine {listed} only together: {powers} may be any"


def correlated(problem: Problem, verdict: Certainty) -> list[tuple[str, str, float]]:
    """The pairs of the vehicle's numbers whose errors go together."""
    found = []
    for i in range(len(problem.free)):
        for j in range(i):
            value = float(verdict.correlation[i, j])
            if abs(value) >= _CORRELATED:
                found.append((problem.names[j], problem.names[i], value))
    return found
