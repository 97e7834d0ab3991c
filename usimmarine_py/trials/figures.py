"""From trials to their figures on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from usimmarine_py.plots.output import save_figure
from usimmarine_py.plots.trials import TrialSeries, trial_figure
from usimmarine_py.trials.manoeuvres import MANOEUVRES, Trial
from usimmarine_py.trials.track import COLUMNS
from usimmarine_py.trials.trials import TrialReport

_PLACE = {name: i for i, name in enumerate(COLUMNS)}


def trial_series(label: str, trial: Trial) -> TrialSeries:
    """The columns of a figure, counted from the order to execute."""
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
        table=np.array(trial.table, dtype=np.float64).reshape(-1, 3),
    )


def write_figures(report: TrialReport, folder: Path, ending: str) -> list[str]:
    """One figure a manoeuvre with all subjects that did it; the names of the files."""
    written = []
    for name in MANOEUVRES:
        series = [trial_series(r.subject.label, r.trials[name]) for r in report.results if name in r.trials]
        if series:
            save_figure(trial_figure(name, series), folder / f"{name}.{ending}")
            written.append(f"{name}.{ending}")
    return written
