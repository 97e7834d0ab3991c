"""``usim trials``: standard manoeuvres of one vehicle or of several side by side, as JSON, a table and figures.

report = run_trials([vehicle_subject("odin:hilsim"), mission_subject("alpha.moos")])
report.results[0].trials["turning_circle"].metrics["tactical_diameter"]
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, LogFileError, UsimError, suggest
from usimmarine_py.trials.manoeuvres import MANOEUVRES, Trial, TrialOptions
from usimmarine_py.trials.subject import Subject, mission_subject, vehicle_subject
from usimmarine_py.trials.track import TrialError
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
        width = max([14, *(len(result.subject.label) + 2 for result in self.results)])
        names = list(dict.fromkeys(name for result in self.results for name in (*result.trials, *result.failed)))
        for name in sorted(names, key=list(MANOEUVRES).index):
            lines += ["", name.ljust(32) + "".join(result.subject.label.rjust(width) for result in self.results)]
            keys = dict.fromkeys(
                key for result in self.results if name in result.trials for key in result.trials[name].metrics
            )
            for key in (key for key in keys if key not in _NOT_IN_TABLE):
                cells = [
                    _cell(result.trials[name].metrics.get(key)) if name in result.trials else "-"
                    for result in self.results
                ]
                unit = _unit(key)
                left = f"  {key}" + (f" ({unit})" if unit else "")
                lines.append(left.ljust(32) + "".join(cell.rjust(width) for cell in cells))
            for result in self.results:
                for note in (*result.trials[name].notes,) if name in result.trials else (result.failed[name],):
                    lines.append(f"  {result.subject.label}: {note}")
        return "\n".join(lines).lstrip("\n")


def run_trials(
    subjects: Sequence[Subject],
    options: TrialOptions | None = None,
    names: Iterable[str] = (),
    progress: Callable[[str], None] | None = None,
) -> TrialReport:
    """Do the manoeuvres ``names`` (none: all) with every subject.

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
    results = []
    for subject in subjects:
        trials: dict[str, Trial] = {}
        failed: dict[str, str] = {}
        for name in wanted:
            if progress is not None:
                progress(f"{subject.label}: {name}")
            try:
                trials[name] = MANOEUVRES[name](subject.plant, options)
            except TrialError as error:
                failed[name] = str(error)
            except UsimError as error:
                failed[name] = f"broke off: {error}"
        results.append(Result(subject, trials, failed))
    return TrialReport(options, results)


@dataclass(frozen=True, slots=True)
class TrialRequest:
    """What ``usim trials`` was asked for."""

    vehicles: Sequence[str]
    missions: Sequence[str] = ()
    block: str | None = None
    variant: str = ""
    names: Sequence[str] = ()
    options: TrialOptions = field(default_factory=TrialOptions)
    solver: str = "dp5"
    step: float | None = None
    engine: str = "auto"
    output: Path = Path("trials")
    figures: str = "png"  #: png, svg, pdf or none
    tracks: bool = False  #: a CSV of each trial, too


def trials_command(request: TrialRequest, say: Callable[[str], None], progress: Callable[[str], None] | None) -> bool:
    """Do it, write ``trials.json`` and the figures; True when every subject could do at least one trial."""
    subjects = [
        vehicle_subject(text, variant=request.variant, solver=request.solver, step=request.step, engine=request.engine)
        for text in request.vehicles
    ]
    subjects += [mission_subject(text, block=request.block, engine=request.engine) for text in request.missions]
    subjects = _told_apart(subjects)
    for subject in subjects:
        for warning in subject.warnings:
            say(f"{subject.label}: {warning}")
    _make_folder(request.output)  # before the work, not after it
    report = run_trials(subjects, request.options, request.names, progress)
    say(report.table())
    _write_json(request.output / "trials.json", report.as_json())
    written = ["trials.json"]
    if request.figures != "none":
        from usimmarine_py.trials.figures import write_figures

        written += write_figures(report, request.output, request.figures)
    if request.tracks:
        written += _write_tracks(report, request.output)
    say(f"wrote {', '.join(written)} in {request.output}")
    return all(result.trials for result in report.results)


def _told_apart(subjects: Sequence[Subject]) -> list[Subject]:
    """Subjects that are called alike get numbers: else one's track would take the other's place."""
    labels = [subject.label for subject in subjects]
    return [
        replace(subject, label=f"{subject.label} #{labels[: i + 1].count(subject.label)}")
        if labels.count(subject.label) > 1
        else subject
        for i, subject in enumerate(subjects)
    ]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"cannot make the folder: {error.strerror or error}; choose another -o"
        raise LogFileError(problem, file=str(folder)) from error


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    try:
        path.write_text(json.dumps(content, indent=2, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise LogFileError(
            f"cannot be written: {error.strerror or error}; choose another -o", file=str(path)
        ) from error


def _write_tracks(report: TrialReport, folder: Path) -> list[str]:
    """``SUBJECT_TRIAL.csv`` each, as figures of runs have it: x east, y north, compass angles; the files' names."""
    written = []
    for result in report.results:
        for name, trial in result.trials.items():
            t, north, east, depth, psi, u, v, _, turning, thrust, rudder = trial.track.T
            columns = {
                "time": t, "x": east, "y": north, "heading": np.degrees(psi) % 360.0, "speed": u, "sway": v,
                "depth": depth, "yaw_rate": np.degrees(turning), "thrust": thrust, "rudder": rudder,
            }  # fmt: skip
            file = f"{re.sub(r'[^A-Za-z0-9._=-]+', '_', result.subject.label)}_{name}.csv"
            try:
                with (folder / file).open("w", encoding="utf-8", newline="") as opened:
                    writer = csv.writer(opened, lineterminator="\n")
                    writer.writerow(columns)
                    writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
            except OSError as error:
                problem = f"cannot be written: {error.strerror or error}; choose another -o"
                raise LogFileError(problem, file=str(folder / file)) from error
            written.append(file)
    return written


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
