"""``usim sweep``: one mission many times, with other seeds and other values.

    result = sweep("drift.moos", vary=["turn_rate=uniform(60,80)"], runs=1000, output="out", workers=2)
    result.rows[17]["end_x"]

Run i of a sweep is one run of ``usim run`` with the seed ``run_seed(seed, i)``. Results are stored by i: the number
of workers, a killed worker, an interruption and a rerun change no row and no log.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, MissingExtraError, MissionFileError, TransportError, UsimError
from usimmarine_py.fossen.backend import FossenBackend
from usimmarine_py.model import VehicleState
from usimmarine_py.run.applications import played_blocks
from usimmarine_py.run.engine import wants_compiled
from usimmarine_py.run.run import digest_beside, files_named, packages, plan_run
from usimmarine_py.sweep.mission import Template, check_keys, filled
from usimmarine_py.sweep.pool import run_by_executor, run_here, run_in_processes
from usimmarine_py.sweep.report import numbers, sensitivity, spreads, summary_lines
from usimmarine_py.sweep.run import Job, Outcome, first_columns
from usimmarine_py.sweep.store import SweepStore, need_pyarrow, read_tracks
from usimmarine_py.sweep.vary import Design
from usimmarine_py.version import __version__

MOST_RUNS = 1_000_000
#: Runs that store a track unless told otherwise: enough for a figure.
TRACKS = 200
_MOST_DRAWN = 500

Say = Callable[[str], None]
#: Called with the runs done and the runs wanted.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """What is wanted. ``runs`` None: one run a grid point; with grids, runs at each grid point."""

    mission: Path
    output: Path
    vary: Sequence[str] = ()
    runs: int | None = None
    seed: int = 0
    duration: float | None = None
    block: str | None = None
    workers: int = 0  #: 0: as many as there are processors
    engine: str = "auto"
    dask: str = ""  #: address of a scheduler, or ``local``
    tracks: int = TRACKS
    track_every: float = 1.0  #: s
    digest: bool = True
    keep: bool = False  #: keep each run's mission and log


@dataclass(frozen=True, slots=True)
class SweepResult:
    """A finished sweep."""

    folder: Path
    rows: list[dict[str, Any]] = field(repr=False)  #: in order of the runs
    columns: tuple[str, ...]  #: what was varied
    done_before: int  #: runs that an earlier call had done
    files: tuple[str, ...]

    def lines(self) -> list[str]:
        """Summary table, failures and sensitivity for the terminal."""
        return summary_lines(self.rows, self.columns)


def sweep(
    mission: str | os.PathLike[str],
    *,
    vary: Sequence[str] = (),
    runs: int | None = None,
    output: str | os.PathLike[str],
    executor: Executor | None = None,
    **options: Any,
) -> SweepResult:
    """Run a mission many times; see ``SweepRequest`` for the options and ``sweep_vary`` for what can be varied.

    ``executor`` is any ``concurrent.futures`` executor; its workers must be able to import this package. Raises
    ``ConfigError`` (and ``MissionFileError``) for what cannot be run, ``MissingExtraError`` without pyarrow.
    """
    request = SweepRequest(Path(mission), Path(output), vary, runs, **options)
    return run_sweep(request, executor=executor)


def _quiet(text: str) -> None:
    del text


def run_sweep(
    request: SweepRequest, *, say: Say = _quiet, progress: Progress | None = None, executor: Executor | None = None
) -> SweepResult:
    """Do what is still to be done, write the tables, give all rows."""
    job, count = prepare(request, say)
    store = SweepStore(request.output, manifest(request, job), job.design.columns)
    try:
        before = len([i for i in store.done if i < count])
        left = [i for i in range(count) if i not in store.done]
        if before:
            say(f"{before} of {count} runs are there already")
        done = before
        for outcomes in _outcomes(request, job, left, say, executor):
            store.add(outcomes)
            done += len(outcomes)
            if progress is not None:
                progress(done, count)
        files = store.write_tables(count)
        return SweepResult(request.output, store.rows(count), job.design.columns, before, tuple(files))
    finally:
        store.close()


def prepare(request: SweepRequest, say: Say = _quiet) -> tuple[Job, int]:
    """The job and the number of runs. Every mistake that all runs would make is told here, before any of them."""
    design = Design.read(request.vary)
    if request.runs is None and design.grid_points == 1:
        raise ConfigError("how many? give -n N (a grid needs none)", key="-n")
    count = (request.runs or 1) * design.grid_points
    if (request.runs is not None and request.runs < 1) or count > MOST_RUNS:
        raise ConfigError(f"must give 1 to {MOST_RUNS} runs, not {count}", key="-n")
    if request.seed < 0:
        raise ConfigError(f"must be at least 0, found {request.seed}", key="--seed")
    if not 0 <= request.track_every < float("inf"):
        raise ConfigError(f"must be at least 0 seconds, found {request.track_every:g}", key="--track-every")
    if request.tracks < 0:
        raise ConfigError(f"must be at least 0, found {request.tracks}", key="--tracks")
    if request.workers < 0:
        raise ConfigError(f"must be at least 1, found {request.workers}", key="--workers")
    template = Template.read(request.mission, request.block)
    check_keys(template, [v.key for v in design.variations])
    need_pyarrow()
    job = Job(
        template,
        design,
        request.seed,
        request.duration,
        digest=request.digest,
        keep=str((request.output / "runs").resolve()) if request.keep else "",
        track_every=request.track_every,
        tracks=request.tracks,
    )
    return _with_engine(request, job, count, say), count


def _with_engine(request: SweepRequest, job: Job, count: int, say: Say) -> Job:
    """Which engine; compiled equations are made here once, so that the workers find them on the disk."""
    compiled = wants_compiled(request.engine)
    texts = _try_values(job, count)
    # the mission as written: a drawn value that cannot run is the matter of its own row
    plain = filled(job.template, {key: text for key, text in texts.items() if key.startswith("env.")})
    mission = job.template.mission(plain.environment, plain.lines)
    plan = plan_run(mission, duration=request.duration, seed=0, block=request.block)
    backend = plan.applications.simulator.backend
    if not isinstance(backend, FossenBackend):
        if request.engine == "compiled":
            say("engine: the kinematic laws are not compiled; they run as Python")
        return job
    if not compiled:
        return job
    from usimmarine_py.fossen.compiled import compiled_advance

    state = backend.initial_state(VehicleState())
    size = len(backend.model.names)
    own = list(state.internal[-size:])
    inputs = list(state.internal[2:-size])
    compiled_advance(backend.model)(own, inputs, backend.solver, 1)
    return replace(job, compiled=True)


def _try_values(job: Job, count: int) -> dict[str, str]:
    """The values of a run that can be put into the mission. Raises the ``ConfigError`` that all tried ones make."""
    first: UsimError | None = None
    for index in sorted({0, count // 3, 2 * count // 3, count - 1}):
        texts = job.design.texts(first_columns(job, index)[1])
        try:
            filled(job.template, texts)
        except (ConfigError, MissionFileError) as error:
            first = first or error
        else:
            return texts
    raise first if first is not None else AssertionError("there is at least one run")


def manifest(request: SweepRequest, job: Job) -> dict[str, Any]:
    """What makes two sweeps the same; the number of runs and of workers do not count, nor does the host."""
    text = "\n".join(job.template.lines).encode("utf-8", "surrogateescape")
    return {
        "version": __version__,
        "packages": packages(),
        "mission": job.template.name,
        "mission_sha256": hashlib.sha256(text).hexdigest(),
        "environment": dict(job.template.environment),
        "files": _files(job),
        "block": request.block,
        "vary": list(request.vary),
        "seed": request.seed,
        "duration": request.duration,
        "engine": "compiled" if job.compiled else "python",
        "tracks": [request.tracks, request.track_every],
        "digest": request.digest,
        "keep": request.keep,
    }


def _files(job: Job) -> dict[str, str]:
    """Name and SHA-256 of the files that the mission, or a value that may be drawn, names."""
    mission = job.template.mission({})
    found = dict(files_named(mission, played_blocks(mission, job.template.block)))
    for variation in job.design.variations:
        for value in variation.listed:
            if digest := digest_beside(Path(job.template.folder), value):
                found[value] = digest
    return dict(sorted(found.items()))


def _outcomes(
    request: SweepRequest, job: Job, left: Sequence[int], say: Say, executor: Executor | None
) -> Iterator[list[Outcome]]:
    if not left:
        return
    workers = request.workers or os.cpu_count() or 1
    if executor is not None:
        yield from run_by_executor(job, left, executor, workers)
    elif request.dask:
        yield from _run_on_dask(request.dask, job, left, workers, say)
    elif workers == 1:
        yield from run_here(job, left)
    else:
        yield from run_in_processes(job, left, min(workers, len(left)), say)


def _run_on_dask(address: str, job: Job, left: Sequence[int], workers: int, say: Say) -> Iterator[list[Outcome]]:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("--dask", "distributed", "dask") from None
    try:
        if address == "local":
            client = Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        else:
            client = Client(address, timeout=10)
    except (OSError, TimeoutError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise TransportError(f"no Dask scheduler at {address}: {reason}; start one with `dask scheduler`") from None
    with client:
        parallel = sum(client.nthreads().values()) or 1
        say(f"Dask: {parallel} threads on {len(client.nthreads())} workers")
        with client.get_executor(pure=False) as pool:
            yield from run_by_executor(job, left, pool, parallel)


def figure_of(result: SweepResult, name: str) -> Any:
    """The figure. Raises ``MissingExtraError`` without matplotlib."""
    from usimmarine_py.plots.sweep import SweepSeries, sweep_figure

    good = [row for row in result.rows if row["status"] == "ok"]
    stored = read_tracks(result.folder, [row["run"] for row in good][:_MOST_DRAWN])
    tracks = [(np.array(track["x"]), np.array(track["y"])) for track in stored.values()]
    moved = sensitivity(good, result.columns)
    inputs = {key: numbers(good, key) for found in moved.values() for key in found}
    series = SweepSeries(
        f"{name}: {len(result.rows)} run{'s' if len(result.rows) != 1 else ''}",
        (numbers(good, "end_x"), numbers(good, "end_y")),
        tracks,
        {spread.name: numbers(good, spread.name) for spread in spreads(good)},
        inputs,
        moved,
    )
    return sweep_figure(series)


__all__ = ["SweepRequest", "SweepResult", "prepare", "run_sweep", "sweep"]
