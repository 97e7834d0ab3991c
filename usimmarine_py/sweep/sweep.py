"""``usim sweep``: one mission many times, with other seeds and other values.

    result = sweep_mission("drift.moos", {"turn_rate": "uniform(60,80)"}, runs=1000, output="out", workers=2)
    result["end_x"].std(), result.rows[17]["end_x"]

Run i of a sweep is one run of ``usim run`` with the seed ``run_seed(seed, i)``. Results are stored by i: the number
of workers, a killed worker, an interruption and a rerun change no row and no log.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.find import AppLike, RequestedApp, absolute, digests, named_apps
from usimmarine_py.errors import (
    ConfigError,
    LogFileError,
    MissionFileError,
    UsimError,
    suggest,
)
from usimmarine_py.launch.pools import WorkersWanted
from usimmarine_py.launch.workers import Futures
from usimmarine_py.mission import Mission
from usimmarine_py.mission.shipped import by_name
from usimmarine_py.run.applications import played_blocks
from usimmarine_py.run.asked import gathered, option_names
from usimmarine_py.run.changes import MissionTemplate, MissionTemplates
from usimmarine_py.run.communities import apps_of
from usimmarine_py.run.engine import wants_compiled
from usimmarine_py.run.header import digest_beside, files_named, packages
from usimmarine_py.run.plan import limits, plan_run
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.sweep.journal import MOST_RUNS
from usimmarine_py.sweep.report import refused_keys
from usimmarine_py.sweep.result import Replays, SweepRequest, SweepResult
from usimmarine_py.sweep.run import Job, RunOutcome, do_runs, first_columns, run_chunk
from usimmarine_py.sweep.store import SweepStore, read_track
from usimmarine_py.sweep.tables import need_pyarrow
from usimmarine_py.sweep.vary import Design, Value, grid_text
from usimmarine_py.values import VehicleState
from usimmarine_py.vehicle.backend import FossenBackend
from usimmarine_py.version import __version__

#: A list of numbers where a distribution would stand.
_LIST = re.compile(r"([^=]+)=((?:[-+.\d]+,)+[-+.\d]+)")
Say = Callable[[str], None]
#: Called with the runs done and the runs in all.
Progress = Callable[[int, int], None]
#: ``KEY=DIST`` texts, or by key a DIST, a value, or a sequence of values that is a grid.
Vary = Sequence[str] | Mapping[str, Value | Sequence[Value]]


def sweep(
    mission: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    vary: Vary = (),
    runs: int | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> SweepResult:
    """Run a mission many times in lock step, each time with other values and another seed.

    Args:
        mission: a ``.moos`` file, the name of a shipped mission, or a list of them: the communities of a field. Keys
            of ``vary`` are then ``COMMUNITY:KEY`` for one of them, ``KEY`` for every vehicle; columns ``closest``,
            ``near_misses`` and so on tell of encounters.
        vary: by key (``turn_rate``, ``BLOCK.KEY``, ``script.VAR[n]``, ``vehicle.PATH``, ``env.NAME``) what its value
            is: a distribution such as ``"uniform(60,80)"``, text with ``{DIST}`` in it, or a sequence of values, each
            of which gets its turn. Or ``KEY=DIST`` texts, as for ``usim sweep --vary``.
        runs: how many; with grids, at each grid point (None: 1 there).
        output: folder of tables and journal; the same call continues where an earlier one ended. None: results come
            back, and nothing stays on the disk.
        executor: any ``concurrent.futures`` executor whose workers can import this package, instead of processes.
        progress: called with the runs done and the runs in all.
        **options: ``seed``, ``duration`` (simulated s, at most where a plan or a script ends the run), ``block``,
            ``workers`` (0: one a processor), ``engine`` (``auto``, ``python``, ``compiled``), ``tracks`` (how many runs
            keep theirs), ``track_every`` (s), ``digest`` (False: no hash of each log, twice as fast), ``keep`` (each
            run's mission and log), ``dask``, ``max_time`` (s), ``require`` (expectations: columns ``passed`` and
            ``unmet``).

    Raises ``ConfigError`` and ``MissionFileError`` for what cannot be run, ``MissingExtraError`` without pyarrow.
    """
    files = [by_name(one) for one in ([mission] if isinstance(mission, str | os.PathLike) else mission)]
    known = option_names(SweepRequest) - {"files", "output", "vary", "runs", "script", "changes", "lenient"}
    for name in options:
        if name not in known:
            raise ConfigError("is no option of a sweep", key=name, suggestion=suggest(name, known))
    texts = [f"{key}={grid_text(value)}" for key, value in vary.items()] if isinstance(vary, Mapping) else vary
    if isinstance(texts, str):
        raise ConfigError(f"must be a list or a dict, not the text {texts!r}", key="vary")
    if output is not None:
        request = sweep_request(files, output, texts, runs, **options)
        return run_sweep(request, executor=executor, progress=progress)
    if options.get("keep"):
        raise ConfigError("needs an output folder for the missions and logs", key="keep")
    with tempfile.TemporaryDirectory(prefix="usim_sweep_") as folder:
        request = sweep_request(files, folder, texts, runs, **options)
        result = run_sweep(request, executor=executor, progress=progress)
        names = result.replays.job.missions.vehicles if len(files) > 1 else ("",)
        places = [(i, name) for i in range(min(request.stored.tracks, len(result))) for name in names]
        tracks = {place: read_track(result.folder, *place) for place in places}
        kept = {place: track for place, track in tracks.items() if track is not None}
        rows = result.rows.in_memory()
        return replace(result, files=(), kept=kept, rows=rows, replays=replace(result.replays, rows=rows))


def _quiet(text: str) -> None:
    del text


def sweep_request(
    files: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    vary: Sequence[str],
    runs: int | None = None,
    **options: Any,
) -> SweepRequest:
    """Return the request of a sweep: mission files, folder, what varies, number of runs, and options by name."""
    given = {"files": tuple(map(Path, files)), "output": Path(output), "vary": vary, "runs": runs}
    return gathered(SweepRequest, {**options, **given})


def run_sweep(
    request: SweepRequest, *, say: Say = _quiet, progress: Progress | None = None, executor: Executor | None = None
) -> SweepResult:
    """Do the runs that are left, write the tables and return the result."""
    job, count = prepare(request, say)
    store = SweepStore(request.output, manifest(request, job), job.design.columns, job.results)
    with closing(store):
        left = store.left(count)
        before = count - len(left)
        if before:
            say(f"{before} of {count} runs are there already")
        _do(request, job, count, left, store, _outcomes(request, job, left, say, executor), progress)
        rows, files = store.write_tables(count)
        refused = () if job.several else refused_keys(job.design, job.template, rows)
        replays = Replays.of(request, job, rows)
        if replays:
            files.append(store.write_text("failed.txt", replays.values()))
        if request.command:
            files.append(store.write_text("command.txt", [shlex.join(["usim", *request.command])]))
        return SweepResult(request.output, rows, job.design.columns, replays, before, tuple(files), refused=refused)


def _do(
    request: SweepRequest, job: Job, count: int, left: Sequence[int], store: SweepStore,
    outcomes: Iterator[list[RunOutcome]], progress: Progress | None,
) -> None:  # fmt: skip
    """Store outcomes as they come."""
    done = count - len(left)
    size = sum(_size_kept(job, index) for index in range(count) if store.is_done(index)) if job.stored.most < inf else 0
    # what is under way ends with the sweep
    with closing(outcomes):  # type: ignore[type-var]
        for found in outcomes:
            store.add(found)
            done += len(found)
            size += sum(_size_kept(job, outcome.index) for outcome in found)
            if progress is not None:
                progress(done, count)
            if size >= request.stored.most and done < count:
                problem = f"the kept logs have reached --max-log after {done} of {count} runs"
                remedy = "the same command with a larger one continues"
                raise LogFileError(problem, remedy=remedy, file=str(request.output))


def prepare(request: SweepRequest, say: Say = _quiet) -> tuple[Job, int]:
    """Return the job and the number of runs. Raises ``ConfigError`` for mistakes that concern all runs."""
    design = Design.read(request.vary)
    if request.runs is None and design.grid_points == 1:
        lists = (_LIST.fullmatch(text.replace(" ", "")) for text in request.vary)
        grid = next((f": {found[1]}=grid({found[2]})" for found in lists if found), "")
        raise ConfigError(f"how many? give -n N (a grid needs none{grid})", key="-n")
    count = (request.runs or 1) * design.grid_points
    few = request.runs is not None and request.runs < 1
    if few or count > MOST_RUNS:
        raise ConfigError(f"must give 1 to {MOST_RUNS} runs, not {request.runs if few else count}", key="-n")
    if request.seed < 0:
        raise ConfigError(f"must be at least 0, found {request.seed}", key="--seed")
    stored = request.stored
    if not 0 <= stored.track_every < float("inf"):
        raise ConfigError(f"must be at least 0 seconds, found {stored.track_every:g}", key="--track-every")
    if stored.tracks < 0:
        raise ConfigError(f"must be at least 0, found {stored.tracks}", key="--tracks")
    if request.means.workers < 0:
        raise ConfigError(f"must be at least 1, found {request.means.workers}", key="--workers")
    Requirements(request.require)  # raises for a wrong one
    keys = [v.key for v in design.variations]
    missions = MissionTemplates.read(request.files, request.reading)
    apps = _portable(request.apps, missions.names)
    missions.check(keys, apps)
    need_pyarrow()
    job = Job(
        missions,
        design,
        request.seed,
        request.duration,
        *limits(request.duration, request.max_time),
        require=tuple(request.require),
        timeout=request.timeout,
        keep=str((request.output / "runs").resolve()) if request.keep else "",
        stored=replace(stored, most=stored.most if request.keep else inf),
        apps=apps,
    )
    return _with_engine(request, job, count, say), count


def _with_engine(request: SweepRequest, job: Job, count: int, say: Say) -> Job:
    """Return the job with its engine; equations are compiled here once, so that workers find them on the disk."""
    compiled = wants_compiled(request.means.engine)
    texts = _try_values(job, count)
    job.missions.refuse(texts)
    # the missions as written: a drawn value that cannot run concerns its own row
    plain = job.missions.fill({key: text for key, text in texts.items() if key.rpartition(":")[2].startswith("env.")})
    plan = plan_run(
        job.missions.missions(plain), duration=job.duration, seed=0, block=request.reading.block, limit=job.limit,
        cut=job.cut, apps=job.apps,
    )  # fmt: skip
    found = [simulator.backend for simulator in plan.simulators]
    fossen = [backend for backend in found if isinstance(backend, FossenBackend)]
    if not fossen and request.means.engine == "compiled":
        say("engine: the kinematic laws are not compiled; they run as Python")
    if not fossen or not compiled:
        return job
    from usimmarine_py.vehicle.compiled import compiled_advance

    for backend in fossen:
        state = backend.initial_state(VehicleState())
        size = len(backend.model.names)
        own = list(state.internal[-size:])
        inputs = list(state.internal[2:-size])
        compiled_advance(backend.model)(own, inputs, backend.solver, 1)
    return replace(job, compiled=True)


def _try_values(job: Job, count: int) -> dict[str, str]:
    """Return values of a run that fit the mission. Raises the ``ConfigError`` of the first if none of several does."""
    first: UsimError | None = None
    for index in sorted({0, count // 3, 2 * count // 3, count - 1}):
        texts = job.design.texts(first_columns(job, index)[1])
        try:
            job.missions.fill(texts)
        except (ConfigError, MissionFileError) as error:
            first = first or error
        else:
            return texts
    raise first if first is not None else AssertionError("there is at least one run")


def manifest(request: SweepRequest, job: Job) -> dict[str, Any]:
    """Return what identifies a sweep, without the number of runs and workers and the host."""
    templates = job.missions.each
    text = "\n".join(line for one in templates for line in one.lines).encode("utf-8", "surrogateescape")
    return {
        "version": __version__,
        "packages": packages(),
        "mission": ", ".join(one.name for one in templates),
        "mission_sha256": hashlib.sha256(text).hexdigest(),
        "environment": dict(job.template.environment),
        "files": _files(job),
        "block": request.reading.block,
        "vary": list(request.vary),
        "seed": request.seed,
        "duration": request.duration,
        "max_time": request.max_time,
        "require": list(request.require),
        "engine": "compiled" if job.compiled else "python",
        "tracks": [request.stored.tracks, request.stored.track_every],
        "digest": request.stored.digest,
        "keep": request.keep,
        # by name: only what plays, not where it lies
        **({"apps": sorted({name for _, _, own in _named(job) for name in own})} if job.apps else {}),
    }


def _named(job: Job) -> Iterator[tuple[MissionTemplate, Mission, dict[str, RequestedApp]]]:
    """Yield each mission with the user's applications that play in it, by name."""
    missions = [template.mission({}) for template in job.missions.each]
    for template, mission, apps in zip(job.missions.each, missions, apps_of(missions, job.apps), strict=True):
        yield template, mission, named_apps(mission, apps)[0]


def _portable(apps: Sequence[AppLike], communities: Sequence[str]) -> tuple[AppLike, ...]:
    """Applications as a worker finds them. Raises ``ConfigError`` for what it cannot find."""
    for app in apps:
        what = app if isinstance(app, str) else getattr(app, "__name__", type(app).__name__)
        if isinstance(app, App):
            raise ConfigError("is an instance, and each run needs one of its own: give its class", key=what)
        try:
            pickle.dumps(app)
        except Exception:
            problem = "a worker cannot find it: put it into a module of its own, or write path/file.py:Class"
            raise ConfigError(problem, key=what) from None
    return tuple(_absolute(app, communities) for app in apps)


def _absolute(app: AppLike, communities: Sequence[str]) -> AppLike:
    """The same for a process that runs in another folder; ``COMMUNITY:`` before it stays."""
    head, colon, rest = app.partition(":") if isinstance(app, str) else ("", "", "")
    return f"{head}:{absolute(rest)}" if colon and head in communities else absolute(app)


def _size_kept(job: Job, index: int) -> int:
    """Return bytes of the log of a run, if it is kept."""
    if not job.keep:
        return 0
    return sum(log.stat().st_size for log in (Path(job.keep) / f"{index:06d}").glob("*.alog"))


def _files(job: Job) -> dict[str, str]:
    """Return name and SHA-256 of the files that the mission or a value that may be drawn names, and of applications."""
    found: dict[str, str] = {}
    for template, mission, own in _named(job):
        found |= dict(files_named(mission, played_blocks(mission, template.block, own)))
        found |= digests(own)
    for variation in job.design.variations:
        for value in variation.listed:
            if digest := digest_beside(Path(job.template.folder), value):
                found[value] = digest
    return dict(sorted(found.items()))


def _outcomes(
    request: SweepRequest, job: Job, left: Sequence[int], say: Say, executor: Executor | None
) -> Iterator[list[RunOutcome]]:
    if not left:
        return
    wanted = WorkersWanted(request.means.workers, request.means.dask)
    work = partial(run_chunk, job)
    if executor is not None:
        yield from do_runs(job, left, Futures(work, executor, wanted.here), say)
    elif wanted.alone(len(left)) and not (job.apps or job.timeout):
        # a tick that does not end needs a process that can be ended
        yield from (run_chunk(job, [index]) for index in left)
    else:
        with wanted.pool(work, len(left), "sweep", copies=False, say=say) as pool:
            yield from do_runs(job, left, pool, say)


__all__ = ["SweepRequest", "SweepResult", "prepare", "run_sweep", "sweep", "sweep_request"]
