"""Which trial next: of the standard manoeuvres, speeds and angles the one that leaves the least largest standard error.

A trial is simulated with the numbers as they are; the derivatives of what instruments would show by the numbers, the
start and a constant current give its information, as for a fit to a record of it. Informations of trials add.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, FitError, TrialError, file_errors
from usimmarine_py.fit.identify.free import Free, VehicleFile, read_free
from usimmarine_py.fit.identify.pieces import Options, Piece, Problem, make_problem, run_rest
from usimmarine_py.fit.identify.prediction import PiecePredictor, RefusedNumbersError
from usimmarine_py.fit.identify.record import CHANNELS, Record
from usimmarine_py.fit.identify.squares import Fit, Normal, equations, of_numbers, priors
from usimmarine_py.launch.pools import HERE, WorkersWanted
from usimmarine_py.launch.workers import MOST_ATTEMPTS, WorkFailed
from usimmarine_py.values.arrays import Array

LONGEST = 1800.0  #: s, of a trial that is proposed


@dataclass(frozen=True, slots=True)
class ProposedTrial:
    """One trial, and the errors that would be left after it."""

    manoeuvre: str
    thrust: float  #: per cent
    angle: float | None  #: deg of rudder; None: that of the manoeuvre
    seconds: float
    errors: Mapping[str, float]  #: standard errors, as a share of the number

    @property
    def largest(self) -> float:
        """The largest of them."""
        return max(self.errors.values())

    @property
    def command(self) -> str:
        """The options of `usim trials` for it."""
        angle = "" if self.angle is None else f" --circle-rudder {self.angle:g}"
        return f"--trial {self.manoeuvre} --thrust {self.thrust:g}{angle}"


@dataclass(frozen=True, slots=True)
class ProposedTrials:
    """All trials, the best first."""

    before: Mapping[str, float]  #: standard errors before, as a share; infinite where nothing is known
    trials: Sequence[ProposedTrial]
    notes: Sequence[str]


def asked_numbers(file: VehicleFile, asked: str) -> tuple[list[Free], Array, dict[str, float]]:
    """The numbers of ``KEY,...`` or of the JSON file of a fit, what is known of them (k, k), and its noise by channel.

    Raises ``ConfigError``.
    """
    if not asked.lower().endswith(".json"):
        free = read_free(file, [asked])
        return free, _prior(free), {}
    path = Path(asked)
    with file_errors(path):
        text = path.read_text(encoding="utf-8")
    try:
        content: Any = json.loads(text)
        names = list(content["information"]["names"])
        matrix = np.array(content["information"]["matrix"], dtype=float)
        noise = {str(key): float(value) for key, value in content["noise"].items()}
        if not names or matrix.shape != (len(names), len(names)) or not np.isfinite(matrix).all():
            raise ValueError("another shape")
    except (ValueError, KeyError, TypeError, AttributeError):
        remedy = "give NAME_fitted.json of usim fit --vehicle, or KEY,..."
        raise ConfigError("is no result of a fit with an information matrix", file=asked, remedy=remedy) from None
    return read_free(file, names), matrix, noise


@dataclass(frozen=True, slots=True)
class Possible:
    """A trial that can be done."""

    manoeuvre: str
    thrust: float  #: per cent
    angle: float | None  #: deg of rudder; None: that of the manoeuvre
    record: Callable[[], Record]  #: what instruments would log of it, without noise; may raise ``TrialError``

    @property
    def label(self) -> str:
        """Its name in notes."""
        return f"{self.manoeuvre} with thrust {self.thrust:g}"


def propose(
    file: VehicleFile,
    possible: Sequence[Possible],
    free: Sequence[Free],
    known: Array,
    noise: Mapping[str, float],
    tell: Callable[[str], None] = lambda text: None,
    workers: WorkersWanted = HERE,
) -> ProposedTrials:
    """The trials with the errors that each would leave, the best first, the same for any ``workers``.

    Raises ``TrialError`` if none can be done.
    """
    sizes = np.array([abs(f.start) or f.size for f in free])
    names = [f.name for f in free]
    notes: list[str] = []
    found: list[ProposedTrial] = []
    looks: dict[int, tuple[float, Array] | str] = {}
    look = partial(_look, file, free, noise)
    if workers.alone(len(possible)):
        for number, one in enumerate(possible):
            tell(one.label)
            looks[number] = look(one)
    else:
        with closing(workers.each(partial(_look_at, look, possible), len(possible), "trials", _lost, say=tell)) as all_:
            for number, seen in all_:
                looks[number] = seen
                tell(possible[number].label)
    for number, one in enumerate(possible):
        seen = looks[number]
        if isinstance(seen, str):
            notes.append(f"{one.label}{seen}")
            continue
        seconds, more = seen
        errors = dict(zip(names, _errors(known + more, sizes).tolist(), strict=True))
        found.append(ProposedTrial(one.manoeuvre, one.thrust, one.angle, seconds, errors))
    if not found:
        raise TrialError("no manoeuvre can be done: " + "; ".join(notes[:3]))
    found.sort(key=lambda one: one.largest)
    return ProposedTrials(dict(zip(names, _errors(known, sizes).tolist(), strict=True)), found, notes)


def _look(
    file: VehicleFile, free: Sequence[Free], noise: Mapping[str, float], one: Possible
) -> tuple[float, Array] | str:
    """How long a trial takes (s) and what it tells, or why it is left out."""
    try:
        record = one.record()
        seconds = record.end - record.begin
        if seconds > LONGEST:
            return f" takes {seconds:.0f} s: left out"
        return seconds, information(file, free, record, noise)
    except (TrialError, FitError, RefusedNumbersError) as error:
        return f": {error}"


def _look_at(
    look: Callable[[Possible], tuple[float, Array] | str], possible: Sequence[Possible], number: int
) -> tuple[float, Array] | str:
    return look(possible[number])


def _lost(number: int, failed: WorkFailed) -> tuple[float, Array] | str:
    del number
    return f": {failed.after(MOST_ATTEMPTS)}"


def information(file: VehicleFile, free: Sequence[Free], record: Record, noise: Mapping[str, float]) -> Array:
    """What a record tells of the numbers (k, k), whatever its start and its current are."""
    problem = make_problem(file.build({}), free, [record], Options(robust=0.0, leave_out=False))
    _start_truly(file, problem)
    predictor = PiecePredictor(file, problem)
    sigma = np.array([noise.get(name, CHANNELS[name].noise) for name in problem.channels])
    fit = Fit(problem.first.copy(), problem.starts.copy(), sigma, np.inf, np.zeros(len(free), dtype=bool))
    pieces = predictor.predict(fit.shared, fit.starts)
    normals, _ = equations(problem, pieces, fit, 0.0)
    return of_numbers([*normals, _without(priors(problem, fit.shared), len(free))], len(free))


def _start_truly(file: VehicleFile, problem: Problem) -> None:
    """Begin every piece where the vehicle really is: a state estimated from the record has no velocity to the side."""
    run = problem.runs[0]
    whole = replace(problem, pieces=[Piece(0, 0, len(run.edges) - 1, {})], starts=run_rest(file.build({}))[None])
    if "depth" in run.record.channels:
        whole.starts[0, 2] = run.record.channels["depth"][1][0]
    states = PiecePredictor(file, whole).states(problem.first, whole.starts)[0]
    problem.starts[:] = states[[piece.first for piece in problem.pieces]]


def _without(before: Normal, count: int) -> Normal:
    """Priors of the rest alone: those of the numbers count once, not in each trial."""
    matrix = before.matrix.copy()
    matrix[:count] = matrix[:, :count] = 0.0
    return Normal(matrix, before.gradient)


def _prior(free: Sequence[Free]) -> Array:
    return np.diag([0.0 if f.prior is None else f.prior[1] ** -2 for f in free])


def _errors(matrix: Array, sizes: Array) -> Array:
    """Standard errors as shares of the numbers; infinite where nothing is known."""
    scaled = matrix * np.outer(sizes, sizes)
    values, vectors = np.linalg.eigh(0.5 * (scaled + scaled.T))
    least = 1e-12 * max(float(values[-1]), 1e-12)
    shares = vectors**2
    variances = (shares[:, values > least] / values[values > least]).sum(axis=1)
    unknown = shares[:, values <= least].sum(axis=1) > 1e-9
    return np.asarray(np.where(unknown, np.inf, np.sqrt(variances)))
