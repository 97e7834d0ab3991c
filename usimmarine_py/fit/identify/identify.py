"""The numbers of a vehicle from records: ``identify``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from usimmarine_py.errors import FitError
from usimmarine_py.fit.identify.free import Free, VehicleFile
from usimmarine_py.fit.identify.pieces import CURRENTS, Options, Problem, make_problem
from usimmarine_py.fit.identify.prediction import PiecePredictor, Predicted, RefusedNumbersError, observe, wrapped
from usimmarine_py.fit.identify.record import CHANNELS, Record
from usimmarine_py.fit.identify.squares import (
    Fit,
    Normal,
    equations,
    minimise,
    of_numbers,
    priors,
    robust_factor,
    spreads,
)
from usimmarine_py.fit.identify.verdict import WITHIN, Certainty, correlated, judge
from usimmarine_py.values.arrays import Array

_LOOKS = 3  # how often the noise of the channels is estimated again
#: Channels that show whether the vehicle follows its commands, and of them those that waves move.
_FOLLOWED = tuple(name for name in CHANNELS if name not in ("cog", "v"))
_SHAKEN = ("depth", "roll", "pitch", "w", "roll_rate", "pitch_rate")
_CHANGED = 0.03  # of a noise: a change that asks for another look


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number."""

    name: str
    value: float
    error: float | None  #: standard error; None where it is held
    start: float
    remark: str = ""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Within which the true number lies with 95 %, as far as the model is right."""
        return None if self.error is None else (self.value - WITHIN * self.error, self.value + WITHIN * self.error)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A run that was predicted by the fit to all others."""

    run: str
    rms: Mapping[str, float]  #: by channel, with the numbers of the others
    within: Mapping[str, float]  #: the same when it takes part
    values: Mapping[str, float]  #: the vehicle's numbers without it


@dataclass(frozen=True, slots=True)
class Identified:
    """What came of a fit."""

    file: VehicleFile
    problem: Problem
    fit: Fit
    estimates: Sequence[Estimate]  #: of the vehicle
    others: Sequence[Estimate]  #: currents, biases, lags
    noise: Mapping[str, float]  #: standard deviations of the channels' residuals
    rms: Mapping[str, float]
    pairs: Sequence[tuple[str, str, float]]  #: numbers whose errors go together, and their correlation
    notes: Sequence[str]
    left_out: Sequence[LeftOut]
    information: Array  #: (k, k), of the vehicle's numbers, priors included: the inverse of their covariance
    series: Sequence[Mapping[str, tuple[Array, Array, Array, Array]]]  #: by run, channel: t, measured, predicted, piece

    def value(self, name: str) -> float:
        """The estimate of one number, by the name under which it was free."""
        return next(e.value for e in (*self.estimates, *self.others) if e.name == name)

    def overrides(self) -> dict[str, float]:
        """The entries of the vehicle file that the estimates give."""
        found: dict[str, float] = {}
        for free, estimate in zip(self.problem.free, self.estimates, strict=True):
            found |= free.overrides(estimate.value)
        return found

    def as_json(self) -> dict[str, Any]:
        """Numbers, errors and notes, for a file."""

        def one(e: Estimate) -> dict[str, Any]:
            interval = e.interval
            return {
                "value": e.value, "standard_error": e.error, "interval_95": interval and list(interval),
                "start": e.start, "remark": e.remark,
            }  # fmt: skip

        options = self.problem.options
        return {
            "vehicle": self.file.asked,
            "runs": [run.record.name for run in self.problem.runs],
            "parameters": {e.name: one(e) for e in self.estimates},
            "surroundings": {e.name: one(e) for e in self.others},
            "noise": dict(self.noise),
            "rms": dict(self.rms),
            "correlations": [{"names": [a, b], "correlation": c} for a, b, c in self.pairs],
            "left_out": [
                {"run": x.run, "rms": dict(x.rms), "rms_taking_part": dict(x.within), "parameters": dict(x.values)}
                for x in self.left_out
            ],
            "information": {"names": [e.name for e in self.estimates], "matrix": self.information.tolist()},
            "notes": list(self.notes),
            "pieces": len(self.problem.pieces),
            "values": self.problem.count,
            "steps": self.fit.rounds,
            "step": options.step, "solver": options.solver, "current": options.current, "robust": options.robust,
        }  # fmt: skip


def identify(
    file: VehicleFile,
    free: Sequence[Free],
    records: Sequence[Record],
    options: Options | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Identified:
    """Fit numbers of a vehicle to records: values, errors, and what the records do not determine.

    Raises ``ConfigError`` for what does not go together, ``FitError`` where no fit is possible.
    """
    options = options or Options()
    if options.current not in CURRENTS:
        raise FitError(f"the current is {', '.join(CURRENTS)}, not {options.current!r}")
    if not records:
        raise FitError("no run was given")
    base = file.build({f.keys[0]: f.values[0] for f in free if f.keys[0] not in file.numbers()})
    problem = make_problem(base, free, records, options)
    predictor = PiecePredictor(file, problem)
    channels = problem.channels
    known = {i: options.noise[name] for i, name in enumerate(channels) if name in options.noise}
    sigma = np.array([known.get(i, CHANNELS[name].noise) for i, name in enumerate(channels)])
    fit = Fit(problem.first.copy(), problem.starts.copy(), sigma, np.inf, np.zeros(len(free), dtype=bool))
    notes: list[str] = []
    remarks: dict[int, str] = {}
    try:
        for look in range(_LOOKS + len(free)):
            fit = minimise(predictor, fit, tell=tell)
            pieces = predictor.predict(fit.shared, fit.starts)
            before = fit.sigma
            fit.sigma = spreads(problem, pieces, fit, known)
            normals, _ = equations(problem, pieces, fit, 0.0)
            verdict = judge(problem, normals, fit, robust_factor(problem, pieces, fit))
            settled = bool((abs(fit.sigma / before - 1.0) <= _CHANGED).all())
            if verdict.undetermined is not None and look > 0:
                _hold(problem, fit, verdict.undetermined, notes, remarks)
            elif settled and look > 0:
                break
    except RefusedNumbersError as refused:
        raise FitError(f"the vehicle cannot be simulated through these runs: {refused}") from None
    noise = {name: float(fit.sigma[i]) for i, name in enumerate(channels)}
    found = _estimates(problem, fit, verdict, remarks)
    count = len(free)
    left_out = _left_out(predictor, fit, normals, tell) if options.leave_out and len(records) > 1 else []
    if len(records) < 2:
        notes.append("one run cannot be left out: give another one to see what the fit predicts")
    for index, name in enumerate(problem.names):
        at = fit.shared[index]
        if index < count and (at <= problem.low[index] or at >= problem.high[index]):
            notes.append(f"{name} is at its bound {at:g}: the interval is not to be trusted")
    for run in problem.runs:
        if run.wait > 0.0:
            notes.append(
                f"{run.record.name}: its first {run.wait:.3g} s are left out: it begins under commands, and where its "
                "actuators stood then is not known"
            )
    series = _series(predictor, fit)
    notes += _unexplained([run.record.name for run in problem.runs], series)
    return Identified(
        file, problem, fit, found[:count], found[count:], noise, _rms(problem, pieces), correlated(problem, verdict),
        notes, left_out, of_numbers([*normals, priors(problem, fit.shared)], count), series,
    )  # fmt: skip


def _unexplained(names: Sequence[str], series: Sequence[Mapping[str, tuple[Array, Array, Array, Array]]]) -> list[str]:
    """What the fit leaves of the channels of a run, where that is most of their variation: no noise, another motion."""
    found = []
    for name, (run, one) in itertools.product(_FOLLOWED, zip(names, series, strict=True)):
        if name not in one:
            continue
        _, measured, seen, _ = one[name]
        angle = CHANNELS[name].angle
        left = float((_apart(seen, measured, angle) ** 2).sum())
        whole = float((_apart(measured, _middle(measured, angle), angle) ** 2).sum())
        if left > 0.5 * whole and left > len(measured) * (3.0 * CHANNELS[name].noise) ** 2:
            share = max(0.0, 100.0 * (1.0 - left / whole)) if whole else 0.0
            waves = f", or do waves move it? Then leave {name} out of --map" if name in _SHAKEN else "?"
            of = f" in {run}" if len(series) > 1 else ""
            found.append(
                f"the fit explains {share:.0f} % of the variation of {name}{of}: before it explains most, the numbers "
                f"mean nothing; is a sign, a side or a unit in --map another one{waves}"
            )
    return found


def _apart(a: Array, b: Array | float, angle: bool) -> Array:
    return wrapped(a - b) if angle else np.asarray(a - b)


def _middle(values: Array, angle: bool) -> float:
    """The mean; of angles (deg) that of their directions."""
    if not angle:
        return float(values.mean())
    turned = np.radians(values)
    return float(np.degrees(np.arctan2(np.sin(turned).mean(), np.cos(turned).mean())))


def _hold(
    problem: Problem, fit: Fit, undetermined: tuple[tuple[int, ...], str], notes: list[str], remarks: dict[int, str]
) -> None:
    """Hold one of the numbers that are determined only together: the one with the least to lose, the first."""
    places, words = undetermined
    place = places[0]
    fit.held[place] = True
    fit.shared[place] = problem.first[place]
    remarks[place] = "not determined: held" if len(places) == 1 else "only with others: held"
    notes.append(f"{words}: {problem.names[place]} is held at {problem.first[place]:g}")


def _estimates(problem: Problem, fit: Fit, verdict: Certainty, remarks: Mapping[int, str]) -> list[Estimate]:
    found = []
    for i, name in enumerate(problem.names):
        held = i < len(fit.held) and bool(fit.held[i])
        error = None if held else float(verdict.errors[i])
        found.append(Estimate(name, float(fit.shared[i]), error, float(problem.first[i]), remarks.get(i, "")))
    return found


def _rms(problem: Problem, pieces: Sequence[Predicted], run: int | None = None) -> dict[str, float]:
    total, count = np.zeros(len(problem.channels)), np.zeros(len(problem.channels))
    for piece, predicted in zip(problem.pieces, pieces, strict=True):
        if run is None or piece.run == run:
            total += np.bincount(predicted.channel, predicted.residuals**2, minlength=len(total))
            count += np.bincount(predicted.channel, minlength=len(total))
    return {name: float(np.sqrt(total[i] / count[i])) for i, name in enumerate(problem.channels) if count[i]}


def _left_out(
    predictor: PiecePredictor, fit: Fit, normals: Sequence[Normal], tell: Callable[[str], None]
) -> list[LeftOut]:
    """Each run predicted by the others: their numbers by one step of Gauss and Newton from the fit to all."""
    p = predictor.problem
    count = len(p.free)
    whole = predictor.predict(fit.shared, fit.starts, False)
    found = []
    for i, run in enumerate(p.runs):
        tell(f"without {run.record.name}")
        before = priors(p, fit.shared)
        mine = [n for n, piece in zip(normals, p.pieces, strict=True) if piece.run != i]
        if not mine:
            continue
        matrix = before.matrix + sum(n.matrix for n in mine)
        gradient = before.gradient + sum(n.gradient for n in mine)
        moving = np.ones(len(p.names), dtype=bool)
        moving[:count] = ~fit.held
        d = p.sizes[moving]
        inverse = np.linalg.pinv(matrix[np.ix_(moving, moving)] * np.outer(d, d), rcond=1e-12, hermitian=True)
        shared = fit.shared.copy()
        shared[moving] -= d * (inverse @ (gradient[moving] * d))
        shared[:count] = np.clip(shared, p.low, p.high)[:count]
        own = [k for k, piece in enumerate(p.pieces) if piece.run == i]
        alone = replace(p, pieces=[p.pieces[k] for k in own], starts=p.starts[own])
        trial = Fit(shared, fit.starts[own], fit.sigma, np.inf, np.ones(count, dtype=bool))
        # its own current, biases and starts are estimated: no other run tells them
        trial.shared[count:] = fit.shared[count:]
        if alone.channels != p.channels:
            trial.sigma = np.array([fit.sigma[p.channels.index(name)] for name in alone.channels])
        other = PiecePredictor(predictor.file, alone)
        try:
            trial = minimise(other, trial, most=6, only_starts=True)
            rms = _rms(alone, other.predict(trial.shared, trial.starts, False))
        except RefusedNumbersError:
            rms = {}
        values = dict(zip(p.names[:count], shared[:count].tolist(), strict=True))
        found.append(LeftOut(run.record.name, rms, _rms(p, whole, i), values))
    return found


def _series(predictor: PiecePredictor, fit: Fit) -> list[dict[str, tuple[Array, Array, Array, Array]]]:
    p = predictor.problem
    states = predictor.states(fit.shared, fit.starts)
    found: list[dict[str, tuple[Array, Array, Array, Array]]] = []
    for i, run in enumerate(p.runs):
        rows: dict[str, list[tuple[Array, Array, Array, Array]]] = {}
        for k, piece in enumerate(p.pieces):
            if piece.run != i:
                continue
            stream = run.currents(fit.shared)[piece.first : piece.first + piece.rows]
            for name, (t, measured) in piece.observed.items():
                late = float(fit.shared[run.lag]) / p.row if name in run.late else 0.0
                seen = observe(predictor.base, states[k], stream, name, t - late)
                if name in run.biases:
                    seen = seen + fit.shared[run.biases[name]]
                when = run.edges[piece.first] + t * p.row
                rows.setdefault(name, []).append((when, measured, seen, np.full(len(t), float(k))))
        found.append({
            name: tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[misc]
            for name, parts in rows.items()
        })  # fmt: skip
    return found
