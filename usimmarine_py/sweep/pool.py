"""Getting many runs done: in this process, in worker processes that may die, or by anybody's executor."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection
from types import ModuleType

from usimmarine_py.errors import TransportError
from usimmarine_py.sweep.run import Job, Outcome, failed_row, run_chunk

#: Runs handed out at once, at most, and about how long they may take, s: a killed worker costs little.
LARGEST_CHUNK = 16
CHUNK_TIME = 1.0
#: A run whose worker died this often is given up.
MOST_ATTEMPTS = 3

Work = Callable[[Job, Sequence[int]], list[Outcome]]


class Queue:
    """Runs that wait, handed out in chunks: one run at first, more when runs turn out to be short."""

    def __init__(self, indices: Sequence[int], workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting = deque(indices)
        self._workers = workers
        self._clock = clock
        self._began = clock()
        self._done = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put_back(self, indices: Sequence[int]) -> None:
        """Runs that nobody took; they come first."""
        self._waiting.extendleft(reversed(indices))

    def finished(self, runs: int) -> None:
        """So many more are done."""
        self._done += runs

    def take(self) -> list[int]:
        """The next chunk, as long as there are runs."""
        size = 1
        if self._done:
            each = (self._clock() - self._began) * self._workers / self._done
            size = min(LARGEST_CHUNK, int(CHUNK_TIME / each) if each > CHUNK_TIME / LARGEST_CHUNK else LARGEST_CHUNK)
        # small ones at the end, so that all workers end together
        size = max(1, min(size, len(self._waiting) // (2 * self._workers)))
        return [self._waiting.popleft() for _ in range(min(size, len(self._waiting)))]


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
    queue = Queue(indices, workers)
    # what comes from the user's script itself can only be unpickled where that was run again
    start = _without_interrupts if b"__main__" in pickle.dumps((work, job)) else _without_main
    suspects: deque[int] = deque()
    deaths: Counter[int] = Counter()
    while queue or suspects:
        alone = bool(suspects)
        pool, lifeline = _new_pool(1 if alone else workers)
        running: dict[Future[list[Outcome]], Sequence[int]] = {}
        try:
            while running or (suspects if alone else queue):
                if alone:
                    if not running:
                        # taken off the queue only when the pool has it: a pool that just broke refuses
                        with start():
                            running[pool.submit(work, job, [suspects[0]])] = [suspects[0]]
                        suspects.popleft()
                else:
                    while queue and len(running) < 2 * workers:
                        chunk = queue.take()
                        try:
                            with start():
                                running[pool.submit(work, job, chunk)] = chunk
                        except BrokenProcessPool:
                            queue.put_back(chunk)
                            raise
                ready, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    outcomes = future.result()
                    del running[future]
                    queue.finished(len(outcomes))
                    yield outcomes
        except BrokenProcessPool:
            # chunks that had come back when the pool broke are not lost
            for future in [f for f in running if f.done() and f.exception() is None]:
                yield future.result()
                del running[future]
            lost = sorted(index for chunk in running.values() for index in chunk)
            say(f"a worker died; {len(lost)} runs are done again")
            for index in lost:
                deaths[index] += len(lost) == 1
                if deaths[index] >= MOST_ATTEMPTS:
                    error = f"the worker died {MOST_ATTEMPTS} times in this run"
                    yield [Outcome(index, {**failed_row(job, index, error), "status": "lost"})]
                else:
                    suspects.append(index)
        finally:
            # nobody waits for the runs under way when the sweep is broken off
            lifeline.close()
            pool.shutdown(wait=True, cancel_futures=True)


def run_by_executor(
    job: Job, indices: Sequence[int], executor: Executor, parallel: int, work: Work = run_chunk
) -> Iterator[list[Outcome]]:
    """Any ``concurrent.futures`` executor, a Dask cluster's too; it is left open.

    A chunk whose future fails is handed in again run by run; a run that fails ``MOST_ATTEMPTS`` times is given up.
    Raises ``TransportError`` when the executor takes no more work.
    """
    queue = Queue(indices, parallel)
    again: deque[int] = deque()
    failures: Counter[int] = Counter()
    running: dict[Future[list[Outcome]], Sequence[int]] = {}
    try:
        while queue or again or running:
            while (queue or again) and len(running) < 2 * parallel:
                chunk = queue.take() if queue else [again.popleft()]
                try:
                    running[executor.submit(work, job, chunk)] = chunk
                except Exception as refusal:
                    # broken, shut down, cut off: its own words differ from executor to executor
                    raise _gave_up(refusal) from refusal
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                taken = running.pop(future)
                try:
                    error = future.exception()
                except CancelledError as cancelled:
                    raise _gave_up(cancelled) from cancelled
                if error is None:
                    queue.finished(len(taken))
                    yield future.result()
                    continue
                for index in taken:
                    failures[index] += 1
                    if failures[index] < MOST_ATTEMPTS:
                        again.append(index)
                        continue
                    text = f"the executor failed {MOST_ATTEMPTS} times: {type(error).__name__}: {error}"
                    yield [Outcome(index, {**failed_row(job, index, text), "status": "lost"})]
    finally:
        for future in running:
            future.cancel()


def _gave_up(error: Exception) -> TransportError:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    problem = f"the executor takes no more work ({reason})"
    return TransportError(f"{problem}; what is done is kept, and the same sweep goes on from there")


def _new_pool(workers: int) -> tuple[ProcessPoolExecutor, connection.Connection]:
    """A pool, and a connection: its workers end at once when that is closed."""
    context = multiprocessing.get_context("spawn")
    far_end, lifeline = context.Pipe(duplex=False)
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker, initargs=(far_end,)), lifeline


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Workers started in here never see Ctrl-C, not even while they still import; ours comes afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_main() -> Iterator[None]:
    """Workers started in here do not run the user's script again, so that it need not ask for its own name."""
    with _without_interrupts():
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def _begin_worker(far_end: connection.Connection) -> None:
    """Ctrl-C is the parent's business; a worker whose parent was killed ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    ends = [far_end] if parent is None else [far_end, parent.sentinel]
    threading.Thread(target=_end_with, args=(ends,), daemon=True).start()


def _end_with(ends: Sequence[connection.Connection | int]) -> None:
    connection.wait(ends)
    os._exit(1)
