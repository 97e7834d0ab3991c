"""The request and the result of a sweep: rows, tracks, report, figure, the commands that repeat its runs."""

from __future__ import annotations

import shlex
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.errors import suggest
from usimmarine_py.run.asked import MissionReading
from usimmarine_py.sweep.report import sensitivity, spreads, summary_lines, varied_numbers, went_well
from usimmarine_py.sweep.run import FIELD_COLUMNS, TRACKS, TRUTH_COLUMNS, Job, StoredRuns
from usimmarine_py.sweep.store import read_track
from usimmarine_py.sweep.tables import TableRows

_MOST_DRAWN = 500
#: Larger numbers are not drawn.
_BEYOND = 1e100


@dataclass(frozen=True, slots=True)
class Means:
    """What does the runs of a sweep."""

    workers: int = 0  #: 0: as many as there are processors
    engine: str = "auto"
    dask: str = ""  #: address of a scheduler, or ``local``


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """The options of a sweep. ``runs`` None: one run a grid point; with grids, runs at each grid point."""

    files: tuple[Path, ...]  #: of the mission, or of the communities of a field
    output: Path
    vary: Sequence[str] = ()
    runs: int | None = None
    seed: int = 0
    duration: float | None = None
    max_time: float | None = None  #: s, limit of a run that a plan or script ends
    require: Sequence[str] = ()  #: as of ``usim run --require``
    timeout: float | None = None  #: real s of each run
    apps: Sequence[AppLike] = ()  #: own applications that play, too: names, or classes of a module
    keep: bool = False  #: keep each run's mission and log
    script: str = ""  #: the launch script, with its arguments, that has started the communities
    command: Sequence[str] = ()  #: words of ``usim`` that do the sweep again, into another folder; empty: not known
    reading: MissionReading = field(default_factory=MissionReading)
    stored: StoredRuns = field(default_factory=StoredRuns)
    means: Means = field(default_factory=Means)


def replay_command(request: SweepRequest, job: Job, row: Mapping[str, Any]) -> str:
    """Return the ``usim run`` that repeats a run, to the bit of its log."""
    texts = job.design.texts(job.design.values(job.seed, row["run"]))
    files = shlex.split(request.script) or [*map(str, request.files)]
    words = ["usim", "run", *files, *(word for d in request.reading.definitions for word in ("-D", d))]
    words += [word for folder in request.reading.folders for word in ("--path", folder)]
    words += [word for key, text in texts.items() for word in ("--set", f"{key}={text}")]
    for app in job.apps:
        words += ["--app", app if isinstance(app, str) else f"{app.__module__}:{getattr(app, '__qualname__', '')}"]
    # what a row only warns of
    words += ["--lenient"] if row["config_warnings"] else []
    words += ["--seed", str(row["seed"])]
    options = {"--duration": request.duration, "--max-time": request.max_time, "--block": request.reading.block}
    words += [word for name, value in options.items() if value is not None for word in (name, str(value))]
    words += [word for text in request.require for word in ("--require", text)]
    return shlex.join([*words, "-o", str(request.output / f"replay_{row['run']:06d}")])


@dataclass(frozen=True, slots=True)
class Replays(Mapping[int, str]):
    """By run that did not pass: the command that repeats it, made when it is looked at."""

    request: SweepRequest
    job: Job
    rows: TableRows
    runs: array[int]

    @classmethod
    def of(cls, request: SweepRequest, job: Job, rows: TableRows) -> Replays:
        """Of a finished sweep."""
        failed = (row["run"] for row in rows.picked(["run", "passed"]) if row["passed"] is False)
        return cls(request, job, rows, array("q", failed))

    def __getitem__(self, run: int) -> str:
        place = bisect_left(self.runs, run)
        if place == len(self.runs) or self.runs[place] != run:
            raise KeyError(run)
        return replay_command(self.request, self.job, self.rows[run])

    def __iter__(self) -> Iterator[int]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """A finished sweep: ``result["end_x"]`` is a column as an array, ``result.rows[17]`` the row of one run."""

    folder: Path  #: of the results; removed if no output was given
    rows: TableRows = field(repr=False)  #: in order of the runs; read from the folder when they are used
    columns: tuple[str, ...]  #: what was varied
    replays: Replays = field(repr=False)  #: by run that did not pass: the command that repeats it
    done_before: int  #: runs that an earlier call had done
    files: tuple[str, ...]  #: names of the tables in the folder
    #: tracks by run and vehicle, see ``track``
    kept: Mapping[tuple[int, str], Mapping[str, Sequence[float]]] | None = field(default=None, repr=False)
    refused: tuple[str, ...] = ()  #: varied keys whose values no run took, and why

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.rows)

    def __getitem__(self, column: str) -> NDArray[Any]:
        """A column, one value a run: floats (nan where a run has none), or texts. ``KeyError`` for an unknown one."""
        known = self.rows.columns
        if column not in known:
            hint = suggest(column, known)
            raise KeyError(
                f"no column {column}; " + (f"did you mean {hint}?" if hint else f"there are {', '.join(known)}")
            )
        if self.rows.is_text(column):
            return np.array(["" if text is None else text for text in self.rows.values(column)])
        if column in TRUTH_COLUMNS:
            return np.array([np.nan if value is None else float(value) for value in self.rows.values(column)])
        return self.rows.numbers(column)

    def track(self, run: int, vehicle: str = "") -> dict[str, NDArray[np.float64]]:
        """time (s), x, y, depth (m), heading (deg), speed (m/s) of a run, of a field that of one of its vehicles.

        ``KeyError`` where none was stored.
        """
        found = read_track(self.folder, run, vehicle) if self.kept is None else self.kept.get((run, vehicle))
        if found is None:
            of = f" of {vehicle}" if vehicle else ""
            raise KeyError(
                f"run {run} has no stored track{of}; the first {TRACKS} have, unless tracks = N says otherwise"
            )
        return {name: np.array(values) for name, values in found.items()}

    @property
    def share_passed(self) -> float:
        """The share of all runs that passed; if none is judged, of those with status ok that came to their end."""
        judged = passed = well = 0
        for row in self.rows.picked(["passed", "status", "unmet"]):
            judged += row["passed"] is not None
            passed += row["passed"] is True
            well += row["status"] == "ok" and not row["unmet"]
        return (passed if judged else well) / len(self.rows)

    def lines(self) -> list[str]:
        """Summary table, failures and sensitivity for the terminal."""
        return summary_lines(self.rows, self.columns)


def figure_of(result: SweepResult, name: str) -> Any:
    """Return the figure. Raises ``MissingExtraError`` without matplotlib."""
    from usimmarine_py.plots.fleet.encounters import Encounters
    from usimmarine_py.plots.sweep import SweepSeries, sweep_figure

    rows = result.rows
    good = went_well(rows)
    ends = np.array([_drawable(rows, name)[good] for name in ("end_x", "end_y")])
    x, y = ends[:, np.isfinite(ends).all(axis=0)]
    varying = (spread.name for spread in spreads(rows))
    stored = [read_track(result.folder, int(run)) for run in rows.numbers("run")[good][:_MOST_DRAWN]]
    tracks = [(np.array(track["x"]), np.array(track["y"])) for track in stored if track is not None]
    moved = sensitivity(rows, result.columns)
    met = None
    if FIELD_COLUMNS[0] in rows.columns:
        closest, when, collided = (_drawable(rows, name)[good] for name in ("closest", "closest_time", "collisions"))
        met = Encounters(closest, when, collided)
    series = SweepSeries(
        f"{name}: {len(rows)} run{'s' if len(rows) != 1 else ''}",
        (x, y),
        tracks,
        _Selection(rows, good, tuple(name for name in varying if np.isfinite(_drawable(rows, name)[good]).any())),
        _Selection(rows, good, tuple(varied_numbers(rows, result.columns))),
        moved,
        met,
    )
    return sweep_figure(series)


def _drawable(rows: TableRows, name: str) -> NDArray[np.float64]:
    """Return a column; nan also where a number is too large to draw."""
    values = rows.numbers(name)
    return np.where(np.abs(values) < _BEYOND, values, np.nan)


@dataclass(frozen=True, slots=True)
class _Selection(Mapping[str, NDArray[np.float64]]):
    """Columns of the runs with status ok, each read when it is used."""

    rows: TableRows
    good: NDArray[np.bool_]
    names: tuple[str, ...]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        if name not in self.names:
            raise KeyError(name)
        return _drawable(self.rows, name)[self.good]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
