"""Standard manoeuvres of one vehicle or of several side by side, as JSON and as a table.

report = run_trials([vehicle_subject("odin:hilsim"), mission_subject("alpha.moos")])
report.results[0].trials["turning_circle"].metrics["tactical_diameter"]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from usimmarine_py.errors import AppError, ConfigError, TrialError, UsimError, suggest
from usimmarine_py.launch.pools import WorkersWanted
from usimmarine_py.launch.workers import MOST_ATTEMPTS, WorkFailed
from usimmarine_py.trials.manoeuvres import MANOEUVRES, Trial, TrialOptions
from usimmarine_py.trials.subject import Subject, SubjectSource
from usimmarine_py.version import __version__

FORMAT = "usimmarine trials"

#: Unit of a metric by the end or the whole of its name, for the table.
_UNITS = (
    ("_lengths", "L"),
    ("_percent", "%"),
    ("_deg", "deg"),
    ("yaw_rate", "rad/s"),
    ("loop_height", "rad/s"),
    ("yaw_rate_hard_starboard", "rad/s"),
    ("yaw_rate_hard_port", "rad/s"),
    ("speed", "m/s"),
    ("u_approach", "m/s"),
    ("acceleration", "m/s2"),
    ("_time", "s"),
    ("time_to_check_yaw", "s"),
    ("period", "s"),
)
_METRES = frozenset(
    {
        *("advance", "transfer", "tactical_diameter", "max_advance", "max_transfer", "steady_radius"),
        *("steady_turning_diameter", "head_reach", "side_reach", "track_reach", "initial_turning_distance"),
    }
)
#: Too long for a table; they stand in the JSON.
_NOT_IN_TABLE = ("switch_times",)


@dataclass(frozen=True, slots=True)
class Result:
    """All trials of one subject; ``failed`` holds why a trial could not be done."""

    subject: Subject
    trials: Mapping[str, Trial]
    failed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TrialReport:
    """The trials of all subjects."""

    options: TrialOptions
    results: Sequence[Result]

    def as_json(self) -> dict[str, Any]:
        """Everything but the tracks; holds no time, host or path, so that equal trials give an equal file."""
        return {
            "format": FORMAT,
            "version": __version__,
            "conditions": {"water": "calm, deep", **asdict(self.options)},
            "subjects": [
                {
                    "name": result.subject.label,
                    **result.subject.facts,
                    "warnings": list(result.subject.warnings),
                    "trials": {
                        name: {
                            "metrics": dict(trial.metrics),
                            "units": {key: _unit(key) for key in trial.metrics if _unit(key)},
                            "notes": list(trial.notes),
                            **_table(trial),
                        }
                        for name, trial in result.trials.items()
                    },
                    "failed": dict(result.failed),
                }
                for result in self.results
            ],
        }

    def table(self) -> str:
        """The metrics of all subjects side by side, for the terminal."""
        lines: list[str] = []
        trials = [trial for result in self.results for trial in result.trials.values()]
        texts = [_cell(value) for trial in trials for key, value in trial.metrics.items() if key not in _NOT_IN_TABLE]
        width = max(14, *(len(text) + 2 for text in (*texts, *(result.subject.label for result in self.results))))
        names = list(dict.fromkeys(name for result in self.results for name in (*result.trials, *result.failed)))
        metrics = {key for trial in trials for key in trial.metrics}
        first = max([32, *(len(_heading(key)) + 2 for key in metrics if key not in _NOT_IN_TABLE)])
        for name in sorted(names, key=list(MANOEUVRES).index):
            lines += ["", name.ljust(first) + "".join(result.subject.label.rjust(width) for result in self.results)]
            keys = dict.fromkeys(
                key for result in self.results if name in result.trials for key in result.trials[name].metrics
            )
            for key in (key for key in keys if key not in _NOT_IN_TABLE):
                cells = [
                    _cell(result.trials[name].metrics.get(key)) if name in result.trials else "-"
                    for result in self.results
                ]
                lines.append(_heading(key).ljust(first) + "".join(cell.rjust(width) for cell in cells))
            for result in self.results:
                for note in (*result.trials[name].notes,) if name in result.trials else (result.failed[name],):
                    lines.append(f"  {result.subject.label}: {note}")
        return "\n".join(lines).lstrip("\n")


def _heading(key: str) -> str:
    """Return the first column of a metric: its name and unit."""
    unit = _unit(key)
    return f"  {key}" + (f" ({unit})" if unit else "")


def run_trials(
    subjects: Sequence[Subject],
    options: TrialOptions | None = None,
    names: Iterable[str] = (),
    progress: Callable[[str], None] | None = None,
    workers: int = 1,
    dask: str = "",
) -> TrialReport:
    """Do the manoeuvres ``names`` (none: all) with every subject.

    ``workers``: processes (0: one a processor; 1: this one alone); ``dask``: the address of a scheduler instead, or
    ``local``. The report is the same for any of them. Subjects that an application steers are tried in this process.

    What one subject cannot do stands in its ``failed``; raises ``ConfigError`` for an unknown manoeuvre and for no
    subject at all.
    """
    if not subjects:
        raise ConfigError("nothing to try: name a vehicle (usim vehicles lists them) or give --mission FILE.moos")
    wanted = list(names) or list(MANOEUVRES)
    for name in wanted:
        if name not in MANOEUVRES:
            known = ", ".join(MANOEUVRES)
            raise ConfigError(f"unknown trial; there are {known}", key=name, suggestion=suggest(name, MANOEUVRES))
    options = options or TrialOptions()
    tasks = [(place, name) for place in range(len(subjects)) for name in wanted]
    found: dict[int, Trial | str] = {}
    sources = [subject.source for subject in subjects]
    wanted_workers = WorkersWanted(workers, dask)
    if None in sources and (dask or workers > 1):
        key = "--dask" if dask else "--workers"
        raise ConfigError("is for trials without applications, which are tried in this process", key=key)
    if wanted_workers.alone(len(tasks)) or None in sources:
        for number, (place, name) in enumerate(tasks):
            if progress is not None:
                progress(f"{subjects[place].label}: {name}")
            found[number] = _try(subjects[place], name, options)
    else:
        work = partial(_do, [source for source in sources if source is not None], tasks, options)
        say = progress or (lambda text: None)
        with closing(wanted_workers.each(work, len(tasks), "trials", _lost, say=say)) as trials_done:
            for number, trial in trials_done:
                found[number] = trial
                place, name = tasks[number]
                say(f"{subjects[place].label}: {name}")
    results = []
    for place, subject in enumerate(subjects):
        mine = {name: found[number] for number, (where, name) in enumerate(tasks) if where == place}
        trials = {name: trial for name, trial in mine.items() if isinstance(trial, Trial)}
        failed = {name: reason for name, reason in mine.items() if isinstance(reason, str)}
        results.append(Result(subject, trials, failed))
    return TrialReport(options, results)


def _do(
    sources: Sequence[SubjectSource], tasks: Sequence[tuple[int, str]], options: TrialOptions, number: int
) -> Trial | str:
    """In a worker: the trial of this number."""
    place, name = tasks[number]
    return _try(sources[place].make(), name, options)


def _lost(number: int, failed: WorkFailed) -> Trial | str:
    del number
    return f"broke off: {failed.after(MOST_ATTEMPTS)}"


def _try(subject: Subject, name: str, options: TrialOptions) -> Trial | str:
    """Return the trial, or why it cannot be done."""
    try:
        return MANOEUVRES[name](subject.plant, options)
    except AppError:
        raise  # a mistake of the user's own code, who wants to see the line
    except TrialError as error:
        return str(error)
    except UsimError as error:
        return f"broke off: {error}"


def _table(trial: Trial) -> dict[str, Any]:
    if not trial.table:
        return {}
    return {"table": {"columns": ["rudder_percent", "yaw_rate", "way"], "rows": [list(row) for row in trial.table]}}


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " ".join(f"{x:.1f}" for x in value)
    return f"{value:.4g}"


def _unit(key: str) -> str:
    if key == "switch_times":
        return "s"
    if key in _METRES or key.startswith("distance_to_"):
        return "m"
    if key in ("t90", "t180", "t_stop", "switch_times") or key.startswith("time_to_"):
        return "s"
    return next((unit for end, unit in _UNITS if key.endswith(end)), "")
