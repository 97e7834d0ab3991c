"""``usim trials VEHICLE --informative KEY,...|FIT.json``: which trial tells most of some numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite

import numpy as np

from usimmarine_py.cli.options import echo_json
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.fit.identify.design import Possible, ProposedTrials
from usimmarine_py.fit.identify.record import Record
from usimmarine_py.launch.pools import WorkersWanted
from usimmarine_py.trials.manoeuvres import MANOEUVRES, Trial, TrialOptions
from usimmarine_py.trials.subject import Subject, SubjectSource
from usimmarine_py.trials.track import COLUMNS

THRUSTS = (40.0, 70.0, 100.0)  #: per cent, of the approach
ANGLES = (10.0, 20.0, 35.0)  #: deg of rudder of a turning circle, as far as the vehicle has them
_RATE = 2.0  # measurements a second
_SHOWN = 5


def informative_command(
    vehicle: str, asked: str, only: Sequence[str], as_json: bool, tell: Callable[[str], None], workers: WorkersWanted
) -> int:  # fmt: skip
    """Print the trials with the errors that each would leave; 0."""
    from usimmarine_py.fit.identify.design import asked_numbers, propose
    from usimmarine_py.fit.identify.free import VehicleFile
    from usimmarine_py.trials.subject import vehicle_subject

    file = VehicleFile.open(vehicle)
    free, known, noise = asked_numbers(file, asked)
    diving = file.build({}).description.submerged
    possible = possible_trials(vehicle_subject(vehicle), diving, only)
    result = propose(file, possible, free, known, noise, tell, workers)
    if as_json:
        echo_json({
            "vehicle": vehicle,
            "errors_before": {k: v if isfinite(v) else None for k, v in result.before.items()},
            "trials": [
                {"manoeuvre": p.manoeuvre, "thrust": p.thrust, "rudder_deg": p.angle, "seconds": p.seconds,
                 "errors": {k: v if isfinite(v) else None for k, v in p.errors.items()}}
                for p in result.trials
            ],
            "notes": list(result.notes),
        })  # fmt: skip
        return 0
    for line in report(vehicle, result):
        say(line)
    return 0


def report(vehicle: str, result: ProposedTrials) -> list[str]:
    """The first trials, their largest errors, and all errors after the best one."""
    best = result.trials[0]
    width = max(len(p.command) for p in result.trials[:_SHOWN]) + 2
    lines = [f"{'trial':<{width}}{'s':>6}{'largest error':>15}"]
    lines += [f"{p.command:<{width}}{p.seconds:>6.0f}{_percent(p.largest):>15}" for p in result.trials[:_SHOWN]]
    names = max(len(name) for name in best.errors) + 2
    lines += ["", f"{'number':<{names}}{'before':>10}{'after':>10}"]
    lines += [f"{k:<{names}}{_percent(result.before[k]):>10}{_percent(v):>10}" for k, v in best.errors.items()]
    lines += [f"note: {note}" for note in result.notes]
    return [*lines, "", f"next: usim trials {vehicle} {best.command}"]


def _percent(share: float) -> str:
    return f"{100.0 * share:.2g} %" if isfinite(share) else "unknown"


def possible_trials(subject: Subject, diving: bool, only: Sequence[str] = ()) -> list[Possible]:
    """The manoeuvres, or ``only`` some, with all speeds, circles with all angles. Raises ``ConfigError``."""
    unknown = [name for name in only if name not in MANOEUVRES]
    if unknown:
        raise ConfigError(f"is no manoeuvre; known: {', '.join(MANOEUVRES)}", key=unknown[0])
    most = subject.plant.rudder_max
    given = subject.source or subject
    angles: list[float | None] = [a for a in ANGLES if most is not None and a <= most + 1e-9] or [None]
    found = []
    for name in only or MANOEUVRES:
        for thrust in THRUSTS:
            for angle in angles if name == "turning_circle" else [None]:
                options = TrialOptions(thrust=thrust, circle_rudder=angle, any_approach=True)
                found.append(Possible(name, thrust, angle, partial(_recorded, name, given, options, diving)))
    return found


def _recorded(name: str, given: Subject | SubjectSource, options: TrialOptions, diving: bool) -> Record:
    subject = given.make() if isinstance(given, SubjectSource) else given
    return record_of(MANOEUVRES[name](subject.plant, options), diving)


def record_of(trial: Trial, diving: bool) -> Record:
    """What a GPS, a compass, a gyro and, ``diving``, a pressure sensor log of a trial, without noise."""
    at = dict(zip(COLUMNS, trial.track.T, strict=True))
    t = at["t"]
    times = np.arange(0.0, float(t[-1]), 1.0 / _RATE)
    heading = np.degrees(np.unwrap(at["psi"]))
    shown = {"x": at["east"], "y": at["north"], "heading": heading, "yaw_rate": np.degrees(at["r"])}
    if diving:
        shown["depth"] = at["depth"]
    channels = {name: (times, np.interp(times, t, values)) for name, values in shown.items()}
    # a row's command led there
    return Record(trial.name, channels, {key: (t[:-1], at[key][1:]) for key in ("thrust", "rudder")})
