"""Getting the runs of a sweep done: processes that die, executors that fail, Dask."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.sweep_missions import job_of, run, written
from usimmarine_py.errors import TransportError
from usimmarine_py.launch.workers import Processes, TaskQueue
from usimmarine_py.sweep.run import Job, RunOutcome, do_runs, run_chunk, run_one

pytest.importorskip("pyarrow")


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    return written(tmp_path)


def processes(work: Callable[[Job, Sequence[int]], list[RunOutcome]], job: Job) -> Processes:
    return Processes(partial(work, job), 2, "sweep")


def _dies_once(job: Job, indices: Sequence[int]) -> list[RunOutcome]:
    """Kills its own worker the first time that run 2 is done."""
    mark = Path(job.template.folder) / "died"
    if 2 in indices and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return run_chunk(job, indices)


def _always_dies(job: Job, indices: Sequence[int]) -> list[RunOutcome]:
    if 2 in indices:
        os.kill(os.getpid(), signal.SIGKILL)
    return run_chunk(job, indices)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(mission: Path, tmp_path: Path) -> None:
    job = job_of(mission, tmp_path)
    said: list[str] = []
    found = [o for chunk in do_runs(job, range(6), processes(_dies_once, job), said.append) for o in chunk]
    assert sorted(o.index for o in found) == list(range(6))
    assert {o.index: o.row for o in found} == {i: run_one(job, i).row for i in range(6)}
    assert len(said) == 1
    assert "a worker died" in said[0]


@pytest.mark.slow
def test_a_run_that_always_kills_its_worker_is_given_up(mission: Path, tmp_path: Path) -> None:
    job = job_of(mission, tmp_path, 4)
    found = {
        o.index: o.row for chunk in do_runs(job, range(4), processes(_always_dies, job), lambda _: None) for o in chunk
    }
    assert {i: row["status"] for i, row in found.items()} == {0: "ok", 1: "ok", 2: "lost", 3: "ok"}
    assert "died 3 times" in found[2]["error"]


def _never_ends(job: Job, indices: Sequence[int]) -> list[RunOutcome]:
    if 0 not in indices:
        threading.Event().wait()
    return run_chunk(job, indices)


@pytest.mark.slow
def test_a_sweep_that_is_broken_off_waits_for_no_run(mission: Path, tmp_path: Path) -> None:
    # were it to wait, the time-out of the test would tell
    job = job_of(mission, tmp_path)
    running = do_runs(job, range(6), processes(_never_ends, job), lambda _: None)
    assert isinstance(running, Generator)
    assert [o.index for o in next(running)] == [0]
    running.close()
    assert multiprocessing.active_children() == []


def _tells_its_mask(job: Job, indices: Sequence[int]) -> list[RunOutcome]:
    return [RunOutcome(i, {"masked": signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())}) for i in indices]


@pytest.mark.slow
def test_no_worker_sees_ctrl_c_not_even_at_its_start(mission: Path, tmp_path: Path) -> None:
    job = job_of(mission, tmp_path)
    running = do_runs(job, range(2), processes(_tells_its_mask, job), lambda _: None)
    assert [o.row["masked"] for chunk in running for o in chunk] == [True, True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_short_runs_are_handed_out_many_at_once() -> None:
    now = 0.0
    queue = TaskQueue(range(1000), 2, clock=lambda: now)
    assert [queue.take(), queue.take()] == [[0], [1]]
    now = 0.5
    queue.finished(2)
    assert queue.take() == [2, 3]  # half a second each
    queue.finished(98)
    assert queue.take() == list(range(4, 20))  # as many as are ever handed out at once
    now = 3600.0
    assert queue.take() == [20]
    now = 0.5
    rest = [queue.take() for _ in range(1000) if queue]
    assert [i for chunk in rest for i in chunk] == list(range(21, 1000))
    assert [len(chunk) for chunk in rest[-4:]] == [1, 1, 1, 1]


def test_any_executor_gives_the_same_rows(mission: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        by_threads = run(mission, tmp_path / "threads", executor=pool)
        assert pool.submit(int, 3).result() == 3
    assert by_threads.rows == run(mission, tmp_path / "here").rows


def test_a_failing_executor_is_told_of(mission: Path, tmp_path: Path) -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            def broken() -> None:
                raise OSError("no such machine")

            return super().submit(broken)

    with Broken(1) as pool:
        result = run(mission, tmp_path / "out", runs=2, executor=pool)
    assert {row["status"] for row in result.rows} == {"lost"}
    assert "no such machine" in result.rows[0]["error"]
    # lost runs are done when the same sweep is asked for again
    assert {row["status"] for row in run(mission, tmp_path / "out", runs=2).rows} == {"ok"}


def test_an_executor_that_takes_no_more_work_is_told_of(mission: Path, tmp_path: Path) -> None:
    class Short(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            future = super().submit(fn, *args, **kwargs)
            self.shutdown(wait=False)
            return future

    with pytest.raises(TransportError, match=r"takes no more work \(RuntimeError: cannot schedule.*sweep continues"):
        run(mission, tmp_path / "out", runs=2, executor=Short(1))
    assert run(mission, tmp_path / "out", runs=2).rows == run(mission, tmp_path / "fresh", runs=2).rows


def test_cancelled_work_is_told_of(mission: Path, tmp_path: Path) -> None:
    class Cancelled(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(TransportError, match=r"takes no more work \(CancelledError\)"):
        run(mission, tmp_path / "out", runs=2, executor=Cancelled(1))


def test_dask_gives_the_same_rows(mission: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as client:
        by_dask = run(mission, tmp_path / "dask", dask=client.scheduler.address)
    assert by_dask.rows == run(mission, tmp_path / "here").rows
