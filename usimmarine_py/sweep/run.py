"""One run of a sweep, done by a worker. Everything here can be pickled and spawned."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, fields
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.errors import LogFileError, UsimError, shorten
from usimmarine_py.launch.workers import MOST_ATTEMPTS, Futures, Processes, WorkFailed, do_tasks
from usimmarine_py.logs.alog import AlogDigest, AlogWriter
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.run.changes import FilledMission, MissionTemplate, MissionTemplates, furnish
from usimmarine_py.run.engine import use_engine
from usimmarine_py.run.header import header
from usimmarine_py.run.output import file_hash
from usimmarine_py.run.plan import RunPlan, plan_run
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.run import execute
from usimmarine_py.run.stop import TIMEOUT, Stop, TickEnded
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary
from usimmarine_py.script.grading.evaluation import PENDING
from usimmarine_py.sweep.vary import Design, Value

#: Columns of a stored track.
TRACK_COLUMNS = ("time", "x", "y", "heading", "speed", "depth")

#: Columns of a row after ``run``, ``seed`` and the varied ones.
RESULT_COLUMNS = (
    *("status", "error", "ended", "time", "distance", "first_x", "first_y", "end_x", "end_y", "end_heading"),
    *("end_speed", "end_depth", "largest_speed", "largest_depth", "energy"),
    *("battery_left", "battery_used", "shaft_energy", "waypoints", "waypoints_missed"),
    *("cross_track_mean", "cross_track_rms", "cross_track_largest", "config_warnings", "run_warnings", "warnings"),
    *("passed", "unmet", "log_sha256"),
)
TEXT_COLUMNS = frozenset({"status", "error", "ended", "warnings", "unmet", "log_sha256"})
TRUTH_COLUMNS = frozenset({"passed"})
WHOLE_COLUMNS = frozenset({"run", "seed", "waypoints", "waypoints_missed", "config_warnings", "run_warnings"})


#: Most vehicles of a field whose pairs have columns of their own.
MOST_PAIRED = 6
#: Columns that a field has behind ``RESULT_COLUMNS``: the nearest pair (m, s), what detectors counted, hulls.
FIELD_COLUMNS = ("closest", "closest_time", "near_misses", "collisions", "contacts")
#: Columns that are not the figures of these names in a summary.
_COUNTED = ("status", "config_warnings", "run_warnings")
_TIMED_OUT = "cut short by --timeout"
#: Seeds have at most 18 digits, as the key ``seed`` of a mission takes them.
_SEEDS = 10**18


#: Runs that store a track by default: enough for a figure.
TRACKS = 200


@dataclass(frozen=True, slots=True)
class StoredRuns:
    """What a sweep stores of its runs besides their rows."""

    tracks: int = TRACKS  #: how many runs store a track: those with the lowest numbers
    track_every: float = 1.0  #: s
    digest: bool = True  #: the hash of each run's log
    most: float = inf  #: bytes, of all logs that are kept


@dataclass(frozen=True, slots=True)
class Job:
    """The part of a sweep that is the same for every run."""

    missions: MissionTemplates
    design: Design
    seed: int
    duration: float | None
    limit: float | None = None  #: s; ``limit`` and ``cut`` as in ``plan_run``
    cut: str = "limit"
    require: tuple[str, ...] = ()
    timeout: float | None = None  #: real s of each run
    compiled: bool = False
    keep: str = ""  #: folder for each run's mission and log; empty: they are not kept
    stored: StoredRuns = field(default_factory=StoredRuns)
    apps: tuple[AppLike, ...] = ()  #: own applications, each as a name or a class that a worker can import, too

    @property
    def template(self) -> MissionTemplate:
        """The mission that keys without a community belong to first."""
        return self.missions.first

    @property
    def several(self) -> bool:
        """Whether it is a sweep of a field."""
        return len(self.missions.each) > 1

    @property
    def results(self) -> tuple[str, ...]:
        """The columns of results."""
        if not self.several:
            return RESULT_COLUMNS
        names = sorted(self.missions.vehicles)
        pairs = combinations(names, 2) if len(names) <= MOST_PAIRED else ()
        return (*RESULT_COLUMNS, *FIELD_COLUMNS, *(f"closest_{one}_{other}" for one, other in pairs))


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of one run; ``row`` has ``run``, ``seed``, the varied columns and ``RESULT_COLUMNS``."""

    index: int
    row: dict[str, Any]
    #: by vehicle (empty where there is but one) and column of ``TRACK_COLUMNS``
    tracks: dict[str, dict[str, list[float]]] = field(default_factory=dict)


def run_seed(seed: int, index: int) -> int:
    """Return the seed of run ``index`` (>= 0) of a sweep with ``seed`` (>= 0); ``usim run --seed`` repeats that run."""
    state = np.random.SeedSequence([seed, index]).generate_state(2, np.uint64)
    return (int(state[0]) << 64 | int(state[1])) % _SEEDS


def first_columns(job: Job, index: int) -> tuple[dict[str, Any], dict[str, Value]]:
    """Number, seed and varied values of a run."""
    values = job.design.values(job.seed, index)
    return {"run": index, "seed": run_seed(job.seed, index), **values}, values


def failed_row(job: Job, index: int, error: str) -> dict[str, Any]:
    """Return the row of a run without results."""
    row, _ = first_columns(job, index)
    passed = {"passed": False, "unmet": error} if job.require else {}
    return {**row, **dict.fromkeys(job.results), "status": "failed", "error": error, **passed}


def run_chunk(job: Job, indices: Sequence[int]) -> list[RunOutcome]:
    """Do runs one after the other. An error of one run stands in its row; it never raises ``UsimError``."""
    return [run_one(job, index) for index in indices]


def do_runs(
    job: Job, indices: Sequence[int], pool: Processes | Futures, say: Callable[[str], None]
) -> Generator[list[RunOutcome], None, None]:
    """Yield the outcomes of runs that ``pool`` does; ``lost``: the worker failed each time."""

    def lost(index: int, failed: WorkFailed) -> RunOutcome:
        error = f"{failed.worker} {MOST_ATTEMPTS} times in this run: {failed.how}"
        return RunOutcome(index, {**failed_row(job, index, error), "status": "lost"})

    return do_tasks(indices, pool, lost, say=say)


def run_one(job: Job, index: int) -> RunOutcome:
    """Do run ``index``: equal job and index give an equal outcome, wherever and however often it is done.

    Status ``failed``: these values cannot be run. ``lost``: the machine was to blame, the run is to be done again.
    """
    row, values = first_columns(job, index)
    folder = Path(job.keep) / f"{index:06d}" if job.keep else None
    try:
        texts = job.design.texts(values)
        made = job.missions.fill(texts)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        stop = Stop(job.timeout)
        with stop.watching():
            return _run(job, index, row, made, folder, stop)
    except TickEnded:
        return RunOutcome(index, {**failed_row(job, index, _TIMED_OUT), "status": "lost"})
    except (LogFileError, OSError, MemoryError) as error:
        text = str(error) if isinstance(error, LogFileError) else f"{type(error).__name__}: {error}"
        return RunOutcome(index, {**failed_row(job, index, text), "status": "lost"})
    except UsimError as error:
        # without the folder in front of file names: rows are equal wherever the mission lies
        return RunOutcome(index, failed_row(job, index, str(error).replace(f"{job.template.folder}{os.sep}", "")))
    except Exception as error:
        # one of ten thousand runs must not cost the others
        text = f"internal error, please report it: {type(error).__name__}: {shorten(str(error))}"
        return RunOutcome(index, failed_row(job, index, text))


def _run(
    job: Job, index: int, row: dict[str, Any], made: Sequence[FilledMission], folder: Path | None, stop: Stop
) -> RunOutcome:
    """Do a run; ``folder``: for its missions and logs, None where they are not kept."""
    if folder is not None:
        for template, one in zip(job.missions.each, made, strict=True):
            furnish(folder, Path(template.folder))
            text = "\n".join(_with_environment(one.lines, {**template.environment, **one.environment}))
            (folder / template.name).write_text(text, encoding="utf-8", errors="surrogateescape")
    plan = plan_run(
        job.missions.missions(made), duration=job.duration, seed=row["seed"], block=job.missions.block,
        limit=job.limit, cut=job.cut, apps=job.apps,
    )  # fmt: skip
    for simulator in plan.simulators:
        use_engine(simulator, job.compiled)
    required = Requirements(job.require)
    tracked = [one for one in plan.communities if one.simulator is not None and index < job.stored.tracks]
    rows = {one.name: ArrayRows(one.columns) for one in tracked}
    logs: dict[str, AlogWriter] = {}
    with ExitStack() as stack:
        for played in plan.communities:
            log = _new_log(job, f"{played.stem}.alog", plan.loop.start, header(plan, played), folder)
            if log is not None:
                logs[played.name] = log
                stack.callback(log.close)
        kept = [log.path for log in logs.values()] if folder is not None and job.stored.most < inf else []
        summary = execute(
            plan,
            listeners={
                one.name: [*([logs[one.name].row] if one.name in logs else []), *required.of(one.name)]
                for one in plan.communities
            },
            rows={name: [found] for name, found in rows.items()},
            every=job.stored.track_every,
            stopped=stop,
            full=(lambda: sum(path.stat().st_size for path in kept) >= job.stored.most) if kept else None,
        )
    if summary.ended == TIMEOUT:  # a matter of the machine, not of the values
        return RunOutcome(index, {**failed_row(job, index, f"{_TIMED_OUT} at {summary.time:g} s"), "status": "lost"})
    if summary.ended == "full":
        what = kept[0].name if len(kept) == 1 else f"{folder}"
        raise LogFileError("has reached the size of --max-log", file=what)
    required.judge(summary)
    result = {**dict.fromkeys(job.results), **_results(summary, _digest(logs)), **_figures(plan, summary)}
    tracks = {name: found.arrays() for name, found in rows.items()}
    return RunOutcome(
        index,
        {**row, **{name: result[name] for name in job.results}},
        {
            name if job.several else "": {column: arrays[column].tolist() for column in TRACK_COLUMNS}
            for name, arrays in tracks.items()
        },
    )


def _digest(logs: Mapping[str, AlogWriter]) -> str | None:
    """Return the hash of the only log, of several that of their names and hashes."""
    hashes = {name: _log_hash(log) for name, log in sorted(logs.items())}
    if len(hashes) == 1:
        return next(iter(hashes.values()))
    texts = "\n".join(f"{name} {found}" for name, found in hashes.items())
    return hashlib.sha256(texts.encode()).hexdigest() if hashes else None


def _figures(plan: RunPlan, summary: RunResult) -> dict[str, Any]:
    """Return the columns of the figures: of one vehicle its own, of several those of the whole and of encounters."""
    if isinstance(summary, FieldSummary):
        found = {name: getattr(summary, name) for name in ("ended", "time", "distance", "largest_speed")}
        return {**found, **_met(summary)}
    assert isinstance(summary, RunSummary)
    own = {one.name for one in fields(summary)}.difference(_COUNTED)
    found = {name: getattr(summary, name) for name in RESULT_COLUMNS if name in own}
    found["first_x"], found["first_y"] = summary.start
    found["end_x"], found["end_y"] = summary.end
    for simulator in plan.simulators:
        state = simulator.truth
        found |= {"end_heading": state.heading, "end_speed": state.speed, "end_depth": max(state.depth, 0.0)}
    return found


def _new_log(job: Job, name: str, start: float, header: Sequence[str], folder: Path | None) -> AlogWriter | None:
    """Return the log of a run: kept in ``folder``, or only its hash, or none."""
    if folder is not None:
        return AlogWriter(folder / name, start, header, flush_interval=None)
    return AlogDigest(name, start, header) if job.stored.digest else None


def _log_hash(log: AlogWriter) -> str:
    """Return the hash of a log that is closed."""
    return log.hexdigest() if isinstance(log, AlogDigest) else file_hash(log.path)


def _results(summary: RunResult, digest: str | None) -> dict[str, Any]:
    """Return the columns that a run of one vehicle and that of a field share."""
    result: dict[str, Any] = {
        "status": summary.status,
        "error": None if summary.status == "ok" else f"the vehicle {summary.status}",
        "config_warnings": len(summary.config_warnings),
        "run_warnings": sum(summary.run_warnings.values()),
        "warnings": "\n".join([*summary.config_warnings, *summary.run_warnings]) or None,
        "log_sha256": digest,
        "passed": None,
        "unmet": "\n".join([*summary.faults(), *summary.unmet()]) or None,
    }
    judged = summary.verdicts and not any(verdict == PENDING for verdict in summary.verdicts.values())
    if summary.required or judged:
        result["passed"] = result["unmet"] is None
    return result


def _met(summary: FieldSummary) -> dict[str, float]:
    """Return the columns about encounters."""
    found = {name: value for name, value in summary.facts().items() if isinstance(value, float)}
    columns = {name: found[name] for name in FIELD_COLUMNS if name in found}
    if summary.encounters:
        columns["closest_time"] = summary.encounters[0].time
    for met in summary.encounters:
        columns[f"closest_{'_'.join(sorted(met.vehicles))}"] = met.distance
    return columns


def _with_environment(lines: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return the lines with ``${NAME}`` replaced, so that the kept mission needs no environment."""
    found = []
    for line in lines:
        for name, value in environment.items():
            line = line.replace(f"${{{name}}}", value)
        found.append(line)
    return found
