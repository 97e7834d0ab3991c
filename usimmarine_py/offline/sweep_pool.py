"""Getting many runs done: in this process, in worker processes that may die, or by anybody's executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection

from usimmarine_py.errors import TransportError
from usimmarine_py.offline.sweep_run import Job, Outcome, failed_row, run_chunk

#: Runs handed out at once, at most; few, so that a killed worker costs little.
LARGEST_CHUNK = 4
#: A run whose worker died this often is given up.
MOST_ATTEMPTS = 3

Work = Callable[[Job, Sequence[int]], list[Outcome]]


def run_here(job: Job, indices: Sequence[int]) -> Iterator[list[Outcome]]:
    """One run after the other in this process."""
    for index in indices:
        yield run_chunk(job, [index])


def run_in_processes(
    job: Job, indices: Sequence[int], workers: int, say: Callable[[str], None], work: Work = run_chunk
) -> Iterator[list[Outcome]]:
    """Worker processes (spawned). A worker that dies costs nothing but the time of the runs it had.

    A run that was under way when a worker died is done again, alone, so that the one to blame is found; after
    ``MOST_ATTEMPTS`` deaths it is given up with a row of status ``lost``.
    """
    waiting = deque(_chunks(indices, workers))
    suspects: deque[int] = deque()
    deaths: Counter[int] = Counter()
    while waiting or suspects:
        alone = bool(suspects)
        pool = _new_pool(1 if alone else workers)
        flying: dict[Future[list[Outcome]], Sequence[int]] = {}
        try:
            while flying or (suspects if alone else waiting):
                if alone:
                    if not flying:
                        # taken off the queue only when the pool has it: a pool that just broke refuses
                        flying[pool.submit(work, job, [suspects[0]])] = [suspects[0]]
                        suspects.popleft()
                else:
                    while waiting and len(flying) < 2 * workers:
                        flying[pool.submit(work, job, waiting[0])] = waiting[0]
                        waiting.popleft()
                ready, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in ready:
                    outcomes = future.result()
                    del flying[future]
                    yield outcomes
        except BrokenProcessPool:
            # chunks that had come back when the pool broke are not lost
            for future in [f for f in flying if f.done() and f.exception() is None]:
                yield future.result()
                del flying[future]
            lost = sorted(index for chunk in flying.values() for index in chunk)
            say(f"a worker died; {len(lost)} runs are done again")
            for index in lost:
                deaths[index] += len(lost) == 1
                if deaths[index] >= MOST_ATTEMPTS:
                    error = f"the worker died {MOST_ATTEMPTS} times in this run"
                    yield [Outcome(index, {**failed_row(job, index, error), "status": "lost"})]
                else:
                    suspects.append(index)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def run_by_executor(
    job: Job, indices: Sequence[int], executor: Executor, parallel: int, work: Work = run_chunk
) -> Iterator[list[Outcome]]:
    """Any ``concurrent.futures`` executor, a Dask cluster's too; it is left open.

    A chunk whose future fails is handed in again run by run; a run that fails ``MOST_ATTEMPTS`` times is given up.
    Raises ``TransportError`` when the executor takes no more work.
    """
    waiting = deque(_chunks(indices, parallel))
    failures: Counter[int] = Counter()
    flying: dict[Future[list[Outcome]], Sequence[int]] = {}
    try:
        while waiting or flying:
            while waiting and len(flying) < 2 * parallel:
                try:
                    future = executor.submit(work, job, list(waiting[0]))
                except Exception as refusal:
                    # broken, shut down, cut off: its own words differ from executor to executor
                    raise _gave_up(refusal) from refusal
                flying[future] = waiting.popleft()
            ready, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in ready:
                chunk = flying.pop(future)
                try:
                    error = future.exception()
                except CancelledError as cancelled:
                    raise _gave_up(cancelled) from cancelled
                if error is None:
                    yield future.result()
                    continue
                for index in chunk:
                    failures[index] += 1
                    if failures[index] < MOST_ATTEMPTS:
                        waiting.append([index])
                        continue
                    text = f"the executor failed {MOST_ATTEMPTS} times: {type(error).__name__}: {error}"
                    yield [Outcome(index, {**failed_row(job, index, text), "status": "lost"})]
    finally:
        for future in flying:
            future.cancel()


def _gave_up(error: Exception) -> TransportError:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    problem = f"the executor takes no more work ({reason})"
    return TransportError(f"{problem}; what is done is kept, and the same sweep goes on from there")


def _chunks(indices: Sequence[int], workers: int) -> Iterator[Sequence[int]]:
    size = max(1, min(LARGEST_CHUNK, len(indices) // (4 * max(1, workers))))
    for start in range(0, len(indices), size):
        yield indices[start : start + size]


def _new_pool(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)


def _begin_worker() -> None:
    """Ctrl-C is the parent's business; a worker whose parent was killed ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
