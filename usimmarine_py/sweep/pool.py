"""Getting many runs done: in this process, in worker processes that may die, or by anybody's executor."""

from __future__ import annotations

import multiprocessing
import pickle
import tempfile
import time
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import nullcontext
from functools import partial

from usimmarine_py.errors import TransportError
from usimmarine_py.launch.workers import Worker, WorkerDiedError, ready, without_main
from usimmarine_py.sweep.run import Job, RunOutcome, failed_row, run_chunk

#: Runs handed out at once, at most, and about how long they may take, s: a killed worker costs little.
LARGEST_CHUNK = 16
CHUNK_TIME = 1.0
#: A run whose worker died this often is given up.
MOST_ATTEMPTS = 3

Work = Callable[[Job, Sequence[int]], list[RunOutcome]]


class Queue:
    """Runs that wait, handed out in chunks: one run at first, more when runs turn out to be short."""

    def __init__(self, indices: Sequence[int], workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting = array("q", indices)  # a million of them are eight megabytes
        self._waiting.reverse()
        self._workers = workers
        self._clock = clock
        self._began = clock()
        self._done = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

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
        return [self._waiting.pop() for _ in range(min(size, len(self._waiting)))]


def run_here(job: Job, indices: Sequence[int]) -> Iterator[list[RunOutcome]]:
    """One run after the other in this process."""
    for index in indices:
        yield run_chunk(job, [index])


def run_in_processes(
    job: Job, indices: Sequence[int], workers: int, say: Callable[[str], None], work: Work = run_chunk
) -> Iterator[list[RunOutcome]]:
    """Worker processes (spawned). A worker that dies costs nothing but the time of the runs it had.

    They are done again one by one, so that the one to blame is found; one whose worker died ``MOST_ATTEMPTS`` times
    while it was alone there is given up with a row of status ``lost``.
    """
    # of workers that are killed: what they had in the folder for temporary files
    with tempfile.TemporaryDirectory(prefix="usim-sweep-", ignore_cleanup_errors=True) as scratch:
        pool = _Pool(job, Queue(indices, workers), workers, work, scratch)
        found: list[list[RunOutcome]] = []
        try:
            while pool.hand_out() or found:
                # the workers are busy while these are stored
                yield from found
                found = [pool.take(worker, say) for worker in ready(pool.busy)]
        finally:
            pool.close()


class _Pool:
    """Workers, and what they are to do."""

    def __init__(self, job: Job, queue: Queue, size: int, work: Work, scratch: str) -> None:
        self.busy: list[Worker] = []
        self._free: list[Worker] = []
        self._job, self._queue, self._size, self._work, self._scratch = job, queue, size, work, scratch
        self._again: deque[int] = deque()  #: runs whose worker died
        self._deaths: Counter[int] = Counter()
        self._context = multiprocessing.get_context("spawn")
        # what comes from the user's script itself can only be unpickled where that was run again
        self._start = nullcontext if b"__main__" in pickle.dumps((work, job)) else without_main

    def hand_out(self) -> bool:
        """Give work to all who have none, as long as there is some; whether anybody is at work."""
        while (self._again or self._queue) and len(self.busy) < self._size:
            if not self._free:
                with self._start():
                    self._free.append(Worker(self._context, partial(self._work, self._job), self._scratch))
            worker = self._free.pop()
            self.busy.append(worker)
            worker.give([self._again.popleft()] if self._again else self._queue.take())
        return bool(self.busy)

    def take(self, worker: Worker, say: Callable[[str], None]) -> list[RunOutcome]:
        """What came of the work of one that is ready."""
        self.busy.remove(worker)
        try:
            outcomes: list[RunOutcome] = worker.answer()
        except WorkerDiedError as death:
            return self._lost(death, say)
        self._free.append(worker)
        self._queue.finished(len(outcomes))
        return outcomes

    def _lost(self, death: WorkerDiedError, say: Callable[[str], None]) -> list[RunOutcome]:
        index = death.task[0]
        if len(death.task) == 1:
            self._deaths[index] += 1
            if self._deaths[index] >= MOST_ATTEMPTS:
                error = f"the worker died {MOST_ATTEMPTS} times in this run"
                return [RunOutcome(index, {**failed_row(self._job, index, error), "status": "lost"})]
        runs = "one run is" if len(death.task) == 1 else f"{len(death.task)} runs are"
        say(f"a worker died ({death.how}); {runs} done again")
        self._again.extend(death.task)
        return []

    def close(self) -> None:
        """Nobody waits for the runs under way when the sweep is broken off."""
        for worker in (*self.busy, *self._free):
            worker.end()


def run_by_executor(
    job: Job, indices: Sequence[int], executor: Executor, parallel: int, work: Work = run_chunk
) -> Iterator[list[RunOutcome]]:
    """Any ``concurrent.futures`` executor, a Dask cluster's too; it is left open.

    A chunk whose future fails is handed in again run by run; a run that fails ``MOST_ATTEMPTS`` times is given up.
    Raises ``TransportError`` when the executor takes no more work.
    """
    queue = Queue(indices, parallel)
    again: deque[int] = deque()
    failures: Counter[int] = Counter()
    running: dict[Future[list[RunOutcome]], Sequence[int]] = {}
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
                    yield [RunOutcome(index, {**failed_row(job, index, text), "status": "lost"})]
    finally:
        for future in running:
            future.cancel()


def _gave_up(error: Exception) -> TransportError:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    problem = f"the executor takes no more work ({reason})"
    return TransportError(f"{problem}; what is done is kept, and the same sweep goes on from there")
