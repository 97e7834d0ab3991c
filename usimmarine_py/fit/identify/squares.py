"""Robust nonlinear least squares with start states that belong to single pieces: Levenberg and Marquardt's method.

The start states are eliminated piece by piece (a Schur complement): the work grows with the length of the records.
Residuals count by Huber's loss, unknowns stay within their bounds. The equations for the shared unknowns are those of
Gauss and Newton.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.fit.identify.pieces import WALK, Problem
from usimmarine_py.fit.identify.prediction import PiecePredictor, Predicted, RefusedNumbersError
from usimmarine_py.fit.identify.record import CHANNELS
from usimmarine_py.values.arrays import Array

_LEAST = 1e-3  # of the cost, in squares of standard deviations: a change that no data can tell
_DAMPING, _MOST_DAMPING = 1e-4, 1e12
_FLOOR = 1e-6  # of a channel's usual noise: less is rounding


class Normal(NamedTuple):
    """The equations of one piece for the shared unknowns, its start eliminated."""

    matrix: Array  #: (m, m)
    gradient: Array  #: (m,)


@dataclass
class Fit:
    """Where the unknowns stand."""

    shared: Array
    starts: Array  #: (P, n), whole states
    sigma: Array  #: by channel
    cost: float
    held: NDArray[np.bool_]  #: of the vehicle's numbers: not estimated, as these data do not determine them
    rounds: int = 0


def minimise(
    predictor: PiecePredictor,
    fit: Fit,
    most: int = 30,
    tell: Callable[[str], None] = lambda text: None,
    only_starts: bool = False,
) -> Fit:
    """The unknowns with the least cost from ``fit`` on. ``RefusedNumbersError`` where the start is no vehicle."""
    damping = _DAMPING
    pieces = predictor.predict(fit.shared, fit.starts, numbers=not only_starts)
    fit.cost = cost(predictor.problem, pieces, fit)
    for turn in range(most):
        normals, backs = equations(predictor.problem, pieces, fit, damping)
        while True:
            step, moved = _step(predictor, fit, normals, backs, damping, only_starts)
            trial = Fit(fit.shared + step, fit.starts + moved, fit.sigma, np.inf, fit.held, fit.rounds)
            try:
                trial.cost = cost(predictor.problem, predictor.predict(trial.shared, trial.starts, False), trial)
            except RefusedNumbersError:
                trial.cost = np.inf
            if trial.cost <= fit.cost * (1.0 + 1e-12) or damping > _MOST_DAMPING:
                break
            damping = max(damping, 1e-6) * 10.0
            normals, backs = equations(predictor.problem, pieces, fit, damping)
        if damping > _MOST_DAMPING:
            break
        gained = fit.cost - trial.cost
        fit = trial
        fit.rounds += 1
        damping = max(damping * 0.1, 1e-9)
        tell(f"step {turn + 1}: cost {fit.cost:.6g}")
        if gained < _LEAST:
            break
        pieces = predictor.predict(fit.shared, fit.starts, numbers=not only_starts)
    return fit


def cost(problem: Problem, pieces: Sequence[Predicted], fit: Fit) -> float:
    """Half of the sum of all losses, priors included."""
    limit = problem.options.robust
    total = 0.0
    for piece in pieces:
        z = abs(piece.residuals / fit.sigma[piece.channel])
        if limit:
            total += float(np.where(z <= limit, 0.5 * z * z, limit * (z - 0.5 * limit)).sum())
        else:
            total += 0.5 * float(z @ z)
    total += 0.5 * float((((fit.shared - problem.prior) * problem.weight) ** 2).sum())
    if len(problem.walks):
        total += 0.5 * float((((fit.shared[problem.walks[:, 1]] - fit.shared[problem.walks[:, 0]]) / WALK) ** 2).sum())
    away = (fit.starts - problem.starts)[:, list(problem.places)] / problem.spread
    return total + 0.5 * float((away**2).sum())


def weights(problem: Problem, piece: Predicted, sigma: Array) -> tuple[Array, Array]:
    """Residuals in standard deviations, and how much each counts by Huber's loss."""
    z = piece.residuals / sigma[piece.channel]
    limit = problem.options.robust
    size = np.maximum(abs(z), 1e-300)
    return z, np.minimum(1.0, limit / size) if limit else np.ones(len(z))


class Back(NamedTuple):
    """What gives the step of a piece's start from that of the shared unknowns."""

    gain: Array  #: (ns, m)
    own: Array  #: (ns,)


def equations(
    problem: Problem, pieces: Sequence[Predicted], fit: Fit, damping: float
) -> tuple[list[Normal], list[Back]]:
    """The equations of every piece for the shared unknowns."""
    m = len(problem.names)
    normals, backs = [], []
    places = list(problem.places)
    for i, piece in enumerate(pieces):
        z, w = weights(problem, piece, fit.sigma)
        scale = 1.0 / fit.sigma[piece.channel]
        a = np.zeros((len(z), m))
        a[:, piece.columns] = piece.shared * scale[:, None]
        b = piece.starts * scale[:, None]
        aw, bw = a * w[:, None], b * w[:, None]
        loose = 1.0 / problem.spread**2
        c = bw.T @ b
        c[np.diag_indices_from(c)] += loose
        c[np.diag_indices_from(c)] *= 1.0 + damping
        own = bw.T @ z + loose * (fit.starts[i] - problem.starts[i])[places]
        gain = np.asarray(np.linalg.solve(c, bw.T @ a), dtype=np.float64)
        free = np.asarray(np.linalg.solve(c, own), dtype=np.float64)
        normals.append(Normal(aw.T @ a - (aw.T @ b) @ gain, aw.T @ z - (aw.T @ b) @ free))
        backs.append(Back(gain, free))
    return normals, backs


def priors(problem: Problem, shared: Array) -> Normal:
    """The equations of what is known beforehand."""
    matrix = np.diag(problem.weight**2)
    gradient = (shared - problem.prior) * problem.weight**2
    for a, b in problem.walks:
        weight = 1.0 / WALK**2
        matrix[a, a] += weight
        matrix[b, b] += weight
        matrix[a, b] -= weight
        matrix[b, a] -= weight
        gradient[b] += weight * (shared[b] - shared[a])
        gradient[a] -= weight * (shared[b] - shared[a])
    return Normal(matrix, gradient)


def of_numbers(normals: Sequence[Normal], count: int) -> Array:
    """The information of the first ``count`` unknowns, the others being unknown."""
    matrix = sum((n.matrix for n in normals), np.zeros_like(normals[0].matrix))
    rest = slice(count, None)
    inner, cross, other = matrix[:count, :count], matrix[:count, rest], matrix[rest, rest]
    if other.size:
        inner = inner - cross @ np.linalg.pinv(other, rcond=1e-13, hermitian=True) @ cross.T
    return np.asarray(0.5 * (inner + inner.T))


def _step(
    predictor: PiecePredictor,
    fit: Fit,
    normals: Sequence[Normal],
    backs: Sequence[Back],
    damping: float,
    only_starts: bool,
) -> tuple[Array, Array]:
    """The steps of the shared unknowns, and of the starts."""
    p = predictor.problem
    before = priors(p, fit.shared)
    matrix = before.matrix + sum(n.matrix for n in normals)
    gradient = before.gradient + sum(n.gradient for n in normals)
    count = len(p.free)
    moving = np.ones(len(p.names), dtype=bool)
    moving[:count] = ~fit.held
    if only_starts:
        moving[:count] = False
    step = np.zeros(len(p.names))
    for _ in range(len(p.names)):
        step[:] = 0.0
        d = p.sizes[moving]
        scaled = matrix[np.ix_(moving, moving)] * np.outer(d, d)
        # damping by what the data say of each unknown, and a little of its size where they say nothing
        scaled[np.diag_indices_from(scaled)] += damping * (np.diag(scaled) + 1.0) + 1e-9
        step[moving] = -d * np.linalg.solve(scaled, gradient[moving] * d)
        after = fit.shared + step
        outside = moving & (((after < p.low) & (fit.shared <= p.low)) | ((after > p.high) & (fit.shared >= p.high)))
        if not outside.any():
            break
        moving &= ~outside
    step = np.clip(fit.shared + step, p.low, p.high) - fit.shared
    moved = np.zeros(fit.starts.shape)
    places = list(p.places)
    for i, back in enumerate(backs):
        moved[i, places] = -back.own - back.gain @ step
    return step, moved


def robust_factor(problem: Problem, pieces: Sequence[Predicted], fit: Fit) -> float:
    """By how much Huber's loss widens the variance of the inverse of ``equations``; 1 at least (Huber 1981, 7.6).

    K^2 mean(psi^2)/mean(psi')^2 n/(n - p), times the mean weight, as the equations have weights in place of psi'; with
    K = 1 + p/n (1 - mean(psi'))/mean(psi').
    """
    limit = problem.options.robust
    z = np.concatenate([weights(problem, piece, fit.sigma)[0] for piece in pieces])
    counts = np.concatenate([weights(problem, piece, fit.sigma)[1] for piece in pieces])
    unknown = len(problem.names) + len(problem.pieces) * len(problem.states)
    left = max(len(z) - unknown, 1)
    inside = float((abs(z) <= limit).mean()) if limit else 1.0
    if inside <= 0.0:
        return 1.0
    spread = float(((counts * z) ** 2).sum()) / left
    k = 1.0 + unknown / len(z) * (1.0 - inside) / inside
    return max(1.0, k * k * spread / inside**2 * float(counts.mean()))


def spreads(problem: Problem, pieces: Sequence[Predicted], fit: Fit, known: dict[int, float]) -> Array:
    """Standard deviations of the channels by the residuals, outliers weighed down; ``known`` ones stay."""
    count = len(problem.channels)
    total, seen = np.zeros(count), np.zeros(count)
    for piece in pieces:
        _, w = weights(problem, piece, fit.sigma)
        total += np.bincount(piece.channel, w * piece.residuals**2, minlength=count)
        seen += np.bincount(piece.channel, minlength=count)
    unknown = len(problem.names) + len(problem.pieces) * len(problem.states)
    left = max(0.2, 1.0 - unknown / max(1.0, float(seen.sum())))
    found = np.sqrt(total / np.maximum(seen * left, 1.0))
    floor = np.array([_FLOOR * CHANNELS[name].noise for name in problem.channels])
    found = np.maximum(found, floor)
    for i, value in known.items():
        found[i] = value
    return np.asarray(found)
