"""Write a report of trials: JSON, figures, and a CSV of each track."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import file_errors
from usimmarine_py.logs.tables import CsvRows
from usimmarine_py.logs.whole_files import write_whole
from usimmarine_py.plots.output import save_figure
from usimmarine_py.plots.trials import TrialSeries, trial_figure
from usimmarine_py.trials.manoeuvres import MANOEUVRES, Trial
from usimmarine_py.trials.track import COLUMNS
from usimmarine_py.trials.trials import TrialReport

_REMEDY = "choose another -o"
_PLACE = {name: i for i, name in enumerate(COLUMNS)}


def trial_series(label: str, trial: Trial, place: int = 0) -> TrialSeries:
    """The columns of a figure, counted from the execute order; ``place`` is the subject's index in the report."""
    column = {name: trial.track[:, i] for name, i in _PLACE.items()}
    origin = trial.track[int(np.searchsorted(column["t"], trial.execute, side="right")) - 1]
    north, east = column["north"] - origin[_PLACE["north"]], column["east"] - origin[_PLACE["east"]]
    psi = origin[_PLACE["psi"]]
    return TrialSeries(
        label=label,
        t=column["t"] - trial.execute,
        ahead=north * np.cos(psi) + east * np.sin(psi),
        across=east * np.cos(psi) - north * np.sin(psi),
        heading=np.degrees(column["psi"] - psi),
        speed=column["u"],
        yaw_rate=np.degrees(column["turning"]),
        rudder=column["rudder"],
        thrust=column["thrust"],
        metrics=trial.metrics,
        place=place,
        complete=trial.complete,
        table=np.array(trial.table, dtype=np.float64).reshape(-1, 3),
    )


def write_figures(report: TrialReport, folder: Path, ending: str) -> list[str]:
    """Write one figure per manoeuvre with all subjects that performed it; return the names of the files."""
    written = []
    for name in MANOEUVRES:
        series = [
            trial_series(result.subject.label, result.trials[name], place)
            for place, result in enumerate(report.results)
            if name in result.trials
        ]
        if series:
            missing = [result.subject.label for result in report.results if name in result.failed]
            save_figure(trial_figure(name, series, missing), folder / f"{name}.{ending}")
            written.append(f"{name}.{ending}")
    return written


def make_folder(folder: Path) -> None:
    """Raises ``LogFileError``."""
    with file_errors(folder, "cannot make the folder", remedy=_REMEDY):
        folder.mkdir(parents=True, exist_ok=True)


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Raises ``LogFileError``."""
    with file_errors(path, remedy=_REMEDY):
        write_whole(path, json.dumps(content, indent=2, allow_nan=False) + "\n")


def write_tracks(report: TrialReport, folder: Path) -> list[str]:
    """Write ``SUBJECT_TRIAL.csv`` for each track, with x east, y north, compass angles; return the files' names."""
    written = []
    for result in report.results:
        for name, trial in result.trials.items():
            t, north, east, depth, psi, u, v, _, turning, thrust, rudder = trial.track.T
            columns = {
                "time": t, "x": east, "y": north, "heading": np.degrees(psi) % 360.0, "speed": u, "sway": v,
                "depth": depth, "yaw_rate": np.degrees(turning), "thrust": thrust, "rudder": rudder,
            }  # fmt: skip
            file = f"{re.sub(r'[^A-Za-z0-9._=-]+', '_', result.subject.label)}_{name}.csv"
            path = folder / file
            with file_errors(path, remedy=_REMEDY), closing(CsvRows(path, list(columns))) as table:
                for row in zip(*(column.tolist() for column in columns.values()), strict=True):
                    table.row(row)
            written.append(file)
    return written
