"""Fit parameters to residuals: the optimum, the standard errors, and the undetermined parameters.

A parameter counts as determined (seen) if its standard error, from the Jacobian at the optimum, is below ``SEEN`` of
its value. Others keep their defaults, unless these fit worse, and the fit is repeated without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.values.arrays import Array

Residuals = Callable[[Mapping[str, float]], Array]

#: Largest standard error, as a share of the value, of a parameter that the run determines.
SEEN = 0.5
#: Above this share a parameter is determined roughly, with a remark.
ROUGH = 0.1
_HUGE = 1e4
#: A default that raises the sum of squares by more than this share fits worse.
_WORSE = 0.02
#: Evaluations from each starting place; the best one is then followed to the end.
_FIRST_LOOK = 30
_ALIKE = 1e-6  # singular values below this share: parameters that act alike
_JUMP = 20.0  # times the usual derivative
_GOOD = 3.0  # times the log's rounding: as good as a fit can be, no need to start elsewhere


@dataclass(frozen=True, slots=True)
class Fitted:
    """One parameter."""

    name: str
    value: float
    error: float | None  #: standard error; None where the run does not determine it
    seen: bool
    remark: str = ""
    written: bool = True  #: into the block to paste; else a comment there, and the mission's default holds


_NO_EFFECT = "no effect in this run"


@dataclass
class Channel:
    """Some parameters and the residuals that they move."""

    names: list[str]
    start: dict[str, float]
    bounds: dict[str, tuple[float, float]]
    defaults: dict[str, float]
    residuals: Residuals
    noise: float  #: least standard deviation of a residual: the log's own rounding
    groups: NDArray[np.intp]  #: which residuals hang together: those predicted from one measured state
    others: list[dict[str, float]] = field(default_factory=list)  #: more places to start from, apart from ``start``
    scan: tuple[str, Sequence[float]] | None = None  #: a parameter with several optima, and where they are looked for
    own_defaults: frozenset[str] = frozenset()  #: names whose default here is not that of a mission


def fit_channel(channel: Channel) -> list[Fitted]:
    """Fit; leave out, one after the other, what is not seen; fit the rest again."""
    free = list(channel.names)
    fixed: dict[str, float] = {}
    unseen: dict[str, Fitted] = {}
    values = dict(channel.start)
    errors: dict[str, float] = {}
    shares: dict[str, float] = {}
    # a parameter without any effect would only trouble the optimiser
    places = [values, *({**values, **other} for other in channel.others)]
    for name in list(free):
        tried = (one for place in places for one in (place, {**place, name: _middle(channel.bounds[name])}))
        if not any(np.any(_derivative(channel, place, name)) for place in tried):
            unseen[name] = _fixed(channel, fixed, name, _NO_EFFECT)
            free.remove(name)
    looks: list[dict[str, float]] = []
    if free:
        looks = _first_looks(channel, free, fixed)
        values = looks[0]
    while free:
        values = _optimum(channel, free, {**values, **fixed})
        errors = _standard_errors(channel, free, {**values, **fixed})
        if channel.scan is not None and channel.scan[0] in free:
            wide = _spreads(channel, {**values, **fixed}, looks)
            errors = {name: max(errors[name], wide[name]) for name in free}
        shares = {name: errors[name] / max(abs(values[name]), _floor(name)) for name in free}
        worst = max(reversed(free), key=lambda name: min(shares[name], _HUGE))
        if shares[worst] <= SEEN:
            break
        reason = _NO_EFFECT if shares[worst] >= _HUGE else f"known only to {100 * shares[worst]:.0f} %"
        free.remove(worst)
        unseen[worst] = _fixed(channel, fixed, worst, reason)
        if free:
            fitted, default = values[worst], channel.defaults[worst]
            with_default = _optimum(channel, free, {**values, **fixed, worst: default})
            least = len(channel.groups) * channel.noise**2
            if _cost(channel, with_default) > (1.0 + _WORSE) * max(_cost(channel, values), least):
                fixed[worst] = fitted
                inside = not _at_bound(fitted, channel.bounds[worst])
                why = _kept(default) if inside else "at the end of what can be"
                unseen[worst] = Fitted(worst, fitted, None, False, f"not seen: {reason}; {why}", inside)
            else:
                values = with_default
    seen = {name: Fitted(name, values[name], errors[name], True, _roughly(shares[name])) for name in free}
    return [seen.get(name) or unseen[name] for name in channel.names if not _dropped(unseen.get(name))]


def _at_bound(value: float, bounds: tuple[float, float]) -> bool:
    """Return whether a value lies at one of its bounds: the run only said that it is small, or large."""
    return any(abs(value - end) <= 0.01 * abs(end) + 1e-12 for end in bounds)


def _kept(default: float) -> str:
    return "the default fits worse" if np.isfinite(default) else "without it the rest fits worse"


def _roughly(share: float) -> str:
    return "" if share <= ROUGH else f"roughly: known to {100 * share:.0f} %"


def _fixed(channel: Channel, fixed: dict[str, float], name: str, reason: str) -> Fitted:
    default = channel.defaults[name]
    if np.isfinite(default):
        fixed[name] = default
    written = reason != _NO_EFFECT and name in channel.own_defaults
    return Fitted(name, default, None, False, f"not seen: {reason}", written)


def _dropped(fitted: Fitted | None) -> bool:
    """Return whether it is a knot of the thrust map that is not seen; other parameters keep their default."""
    return fitted is not None and not np.isfinite(fitted.value)


def _values(values: Mapping[str, float]) -> dict[str, float]:
    return {name: v for name, v in values.items() if np.isfinite(v)}


def _floor(name: str) -> float:
    """Return what counts as a sizeable value: an estimate near 0 must not be judged by its own smallness."""
    return {"turn_loss": 0.1, "buoyancy_rate": 0.01, "turn_rate": 1.0}.get(name, 1e-6)


def _middle(bounds: tuple[float, float]) -> float:
    return 0.5 * (bounds[0] + bounds[1])


def _cost(channel: Channel, values: Mapping[str, float]) -> float:
    return float(np.sum(channel.residuals(_values(values)) ** 2))


def _derivative(channel: Channel, values: Mapping[str, float], name: str, side: float = 0.0) -> Array:
    """Difference quotient of the residuals, wide enough to step over kinks: central, or only to one ``side``."""
    low, high = channel.bounds[name]
    here = values[name]
    width = 1e-3 * max(abs(here), 1e-2)
    above, below = min(high, here + width), max(low, here - width)
    # at a bound there is one side only
    if side > 0 and above - here > 0.5 * width:
        below = here
    elif side < 0 and here - below > 0.5 * width:
        above = here
    up, down = (channel.residuals(_values({**values, name: end})) for end in (above, below))
    return (up - down) / (above - below)


def _standard_errors(channel: Channel, free: list[str], values: Mapping[str, float]) -> dict[str, float]:
    """Return the standard errors, the largest of those on the two sides of a kink.

    At a kink a mean of both would promise too much: below the largest speed of a run the speed of the full depth rate
    counts, above it only in a product with another parameter.
    """
    residual = channel.residuals(_values(values))
    found = []
    for side in (0.0, 1.0, -1.0):
        jacobian = np.column_stack([_derivative(channel, values, name, side) for name in free])
        found.append(_errors(channel, residual, _without_jumps(jacobian)))
    return dict(zip(free, np.max(found, axis=0).tolist(), strict=True))


def _without_jumps(jacobian: Array) -> Array:
    """Without the ticks at which the law jumps: where it does is no measure of how a parameter acts."""
    sizes = np.abs(jacobian)
    usual = [float(np.percentile(column[column > 0], 90)) if np.any(column > 0) else 0.0 for column in sizes.T]
    return np.where(np.any(sizes > _JUMP * np.array(usual), axis=1)[:, None], 0.0, jacobian)


def _errors(channel: Channel, residual: Array, jacobian: Array) -> Array:
    """Errors from independent residuals, or from those that hang together within a group, the larger ones.

    A law that does not fit misses for seconds on end; counted as independent, its residuals would promise too much.
    """
    noise = max(float(np.sqrt(np.mean(residual**2))), channel.noise)
    norms = np.linalg.norm(jacobian, axis=0)
    seen = norms > 0
    errors = np.full(jacobian.shape[1], np.inf)
    if np.any(seen):
        # unit columns, so that parameters of any size compare
        scaled = jacobian[:, seen] / norms[seen]
        _, singular, rows = np.linalg.svd(scaled, full_matrices=False)
        determined = singular > _ALIKE * singular[0]
        with np.errstate(invalid="ignore"):
            inverse = np.where(determined, 1.0 / np.maximum(singular, 1e-300), np.inf)
            parts = np.where(np.abs(rows) > 1e-9, (rows * inverse[:, None]) ** 2, 0.0)
        plain = noise * np.sqrt(parts.sum(axis=0))
        places = np.unique(channel.groups, return_inverse=True)[1]
        count = int(places.max()) + 1
        scores = np.zeros((count, scaled.shape[1]))
        np.add.at(scores, places, scaled * residual[:, None])
        bread = (rows[determined].T / singular[determined] ** 2) @ rows[determined]
        grouped = np.sqrt(((scores @ bread) ** 2).sum(axis=0) * count / max(count - jacobian.shape[1], 1))
        errors[seen] = np.maximum(plain, grouped) / norms[seen]
    return errors


def _first_looks(channel: Channel, free: list[str], fixed: Mapping[str, float]) -> list[dict[str, float]]:
    """Return the optima near different places, best first; a scanned parameter is held at each of its values."""
    scanned, places = channel.scan or ("", [])
    if scanned not in free:
        scanned, places = "", []
    looked = [name for name in free if name != scanned]
    enough = len(channel.groups) * (_GOOD * channel.noise) ** 2
    found: list[tuple[float, dict[str, float]]] = []
    for place in [{}, *channel.others, *({scanned: at} for at in places)]:
        values = {**channel.start, **place, **fixed}
        values = _optimum(channel, looked, values, _FIRST_LOOK) if looked else values
        found.append((_cost(channel, values), values))
        if not places and found[-1][0] <= enough:
            break
    return [values for _, values in sorted(found, key=lambda one: one[0])]


def _spreads(channel: Channel, values: Mapping[str, float], looks: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Half of how far each parameter goes among the places of a scan that fit about as well (two standard deviations).

    Counted by groups, not by residuals: those of a group hang together.
    """
    least = max(_cost(channel, values), len(channel.groups) * channel.noise**2)
    alike = least * (1.0 + 4.0 / len(np.unique(channel.groups)))
    good = [look for look in looks if _cost(channel, look) <= alike]
    return {name: max((0.5 * abs(look[name] - values[name]) for look in good), default=0.0) for name in values}


def _optimum(
    channel: Channel, free: list[str], values: Mapping[str, float], most: int | None = None
) -> dict[str, float]:
    """Return the least squares from ``values``; with ``most`` evaluations of wide differences, a first look."""
    try:
        from scipy.optimize import least_squares
    except ImportError:
        raise MissingExtraError("fitting parameters", "scipy", "sweep") from None
    scale = np.array([max(abs(channel.start[name]), _floor(name), 1e-3) for name in free])
    low, high = (np.array([channel.bounds[name][side] for name in free]) / scale for side in (0, 1))
    inside = 1e-9 * (high - low)
    first = np.clip(np.array([values[name] for name in free]) / scale, low + inside, high - inside)

    def residuals(x: Array) -> Array:
        given = dict(zip(free, (x * scale).tolist(), strict=True))
        return channel.residuals(_values({**values, **given}))

    width, close = (1e-5, 1e-12) if most is None else (1e-3, 1e-6)
    # a first look at a law that jumps goes by most residuals: those at a wrong jump are huge
    loss, size = ("linear", 1.0) if most is None or channel.scan is None else ("soft_l1", _GOOD * channel.noise)
    solution = least_squares(
        residuals, first, bounds=(low, high), diff_step=width, xtol=close, ftol=close, gtol=close, max_nfev=most,
        loss=loss, f_scale=size,
    )  # fmt: skip
    return {**values, **dict(zip(free, (solution.x * scale).tolist(), strict=True))}
