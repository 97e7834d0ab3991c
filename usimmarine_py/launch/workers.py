"""A pool of worker processes: tasks in numbers, done by processes that may die, or by any executor.

Each process stands at the end of a pipe of its own. They share nothing, no lock and no semaphore: one that is killed,
also in the middle of a large answer, costs only its task, and none outlives this process, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import signal
import sys
import tempfile
import threading
import time
from array import array
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import connection
from multiprocessing.context import BaseContext
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from usimmarine_py.errors import TransportError, UsimError
from usimmarine_py.moos.app.processes import end_offspring

_Answer = TypeVar("_Answer")
#: What workers do: the tasks of these numbers; an answer for each.
Work = Callable[[Sequence[int]], list[_Answer]]

#: How long a process that closed its pipe may take to end by itself, s.
_PATIENCE = 1.0
#: Tasks handed out at once, at most, and about how long they may take, s: a killed worker costs little.
LARGEST_CHUNK = 16
CHUNK_TIME = 1.0
#: A task that failed so often is not tried again.
MOST_ATTEMPTS = 3


class WorkFailed(NamedTuple):
    """The answer to tasks whose worker failed."""

    worker: str  #: ``a worker died``, ``the executor failed``
    how: str  #: ``signal 9``, ``exit code 1``, an exception

    def after(self, attempts: int) -> str:
        """Why a task has no result, in words."""
        return f"the process that did it was ended {attempts} times ({self.how})"


def do_tasks(
    numbers: Sequence[int],
    pool: Processes | Futures,
    lost: Callable[[int, WorkFailed], _Answer],
    *,
    attempts: int = MOST_ATTEMPTS,
    largest: int = LARGEST_CHUNK,
    say: Callable[[str], None] | None = None,
) -> Generator[list[_Answer], None, None]:
    """Yield the answers to all tasks as they come; the pool is ended.

    Tasks whose worker failed are done again one by one, so that the one to blame is found: one that failed
    ``attempts`` times while it was alone with its worker gets the answer of ``lost``. ``say`` receives a line for each
    failure.
    """
    queue = TaskQueue(numbers, pool.size, largest)
    again: deque[int] = deque()
    failures: Counter[int] = Counter()
    found: list[list[_Answer]] = []
    try:
        while True:
            while (again or queue) and pool.has_room():
                pool.give([again.popleft()] if again else queue.take())
            # the workers are busy while these are stored
            yield from found
            found = []
            done = list(pool.answers())
            if not done:
                return
            for chunk, answer in done:
                if not isinstance(answer, WorkFailed):
                    queue.finished(len(chunk))
                    found.append(answer)
                    continue
                failures.update(chunk if len(chunk) == 1 else ())
                if failures[chunk[0]] >= attempts:
                    found.append([lost(chunk[0], answer)])
                    continue
                if say is not None:
                    tasks = "one run is" if len(chunk) == 1 else f"{len(chunk)} runs are"
                    say(f"{answer.worker} ({answer.how}); {tasks} done again")
                again.extend(chunk)
    finally:
        pool.end()


class TaskQueue:
    """Tasks that wait, handed out in chunks: one task at first, more when tasks turn out to be short."""

    def __init__(
        self,
        numbers: Sequence[int],
        workers: int,
        largest: int = LARGEST_CHUNK,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._waiting = array("q", numbers)  # a million of them are eight megabytes
        self._waiting.reverse()
        self._workers, self._largest = workers, largest
        self._clock = clock
        self._began = clock()
        self._done = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def finished(self, tasks: int) -> None:
        """Count tasks as done."""
        self._done += tasks

    def take(self) -> list[int]:
        """Return the next chunk, as long as there are tasks."""
        size = 1
        if self._done:
            each = (self._clock() - self._began) * self._workers / self._done
            size = min(self._largest, int(CHUNK_TIME / each) if each > CHUNK_TIME / self._largest else self._largest)
        # small ones at the end, so that all workers end together
        size = max(1, min(size, len(self._waiting) // (2 * self._workers)))
        return [self._waiting.pop() for _ in range(min(size, len(self._waiting)))]


class Processes:
    """A pool of ``size`` processes that do ``work``, started when they are needed.

    ``copies``: each is a copy of this process where the system can make one, so that what is loaded need not be loaded
    again; otherwise they are started afresh. Their temporary files lie in one folder named after ``name``, which is
    removed at the end, also if this process is killed.
    """

    def __init__(self, work: Work[Any], size: int, name: str, *, copies: bool = False) -> None:
        self.size = size
        self._work = work
        self._busy: list[Worker] = []
        self._free: list[Worker] = []
        method = "fork" if copies and "fork" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        # objects of the user's script itself can only be unpickled where that script is run again
        own = method == "fork" or b"__main__" in pickle.dumps(work)
        self._starting = nullcontext if own else _without_main
        self._scratch = tempfile.TemporaryDirectory(prefix=f"usim-{name}-", ignore_cleanup_errors=True)

    def has_room(self) -> bool:
        """Return whether a process has nothing to do."""
        return len(self._busy) < self.size

    def give(self, numbers: Sequence[int]) -> None:
        """Give tasks to a process."""
        if not self._free:
            with self._starting():
                self._free.append(Worker(self._context, self._work, self._scratch.name))
        worker = self._free.pop()
        self._busy.append(worker)
        worker.give(numbers)

    def answers(self) -> Iterator[tuple[Sequence[int], Any]]:
        """Wait, and yield tasks with their answers (a list, or ``WorkFailed``); nothing if no process is at work."""
        lines = connection.wait([worker.line for worker in self._busy]) if self._busy else []
        for worker in [worker for worker in self._busy if worker.line in lines]:
            self._busy.remove(worker)
            answer = worker.answer()
            if not isinstance(answer, WorkFailed):
                self._free.append(worker)
            yield worker.task, answer

    def end(self) -> None:
        """Kill all processes and remove their temporary files."""
        for worker in (*self._busy, *self._free):
            worker.end()
        self._scratch.cleanup()


class Futures:
    """A pool of any ``concurrent.futures`` executor, a Dask cluster's too; it is left open."""

    def __init__(self, work: Work[Any], executor: Executor, parallel: int) -> None:
        self.size = parallel
        self._work, self._executor = work, executor
        self._running: dict[Future[Any], Sequence[int]] = {}

    def has_room(self) -> bool:
        """Return whether less than two chunks a worker are under way."""
        return len(self._running) < 2 * self.size

    def give(self, numbers: Sequence[int]) -> None:
        """Submit tasks. Raises ``TransportError`` when the executor accepts none."""
        try:
            self._running[self._executor.submit(self._work, numbers)] = numbers
        except Exception as refusal:
            # broken, shut down, cut off: the message differs from executor to executor
            raise _refused(refusal) from refusal

    def answers(self) -> Iterator[tuple[Sequence[int], Any]]:
        """Wait, and yield tasks with their answers (a list, or ``WorkFailed``); nothing if none is under way."""
        ready = wait(self._running, return_when=FIRST_COMPLETED).done if self._running else ()
        for future in ready:
            numbers = self._running.pop(future)
            try:
                error = future.exception()
            except CancelledError as cancelled:
                raise _refused(cancelled) from cancelled
            failed = None if error is None else WorkFailed("the executor failed", f"{type(error).__name__}: {error}")
            yield numbers, failed or future.result()

    def end(self) -> None:
        """Cancel what has not begun."""
        for future in self._running:
            future.cancel()


def _refused(error: Exception) -> TransportError:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    problem = f"the executor takes no more work ({reason})"
    return TransportError(f"{problem}; what is done is kept, and the same sweep continues from there")


# -- one process


class Worker:
    """A process that does one piece of work at a time: ``work`` of what it is given."""

    def __init__(self, context: BaseContext, work: Callable[[Any], Any], scratch: str = "") -> None:
        """``scratch``: a folder for its temporary files; removed if this process is killed.

        Raises ``UsimError`` where the system starts no process.
        """
        self.task: Any = None  #: what it was given last
        self.line, far_end = context.Pipe()
        with _without_interrupts():
            self._process = context.Process(  # type: ignore[attr-defined]  # every context has it
                target=_serve, args=(far_end, work, scratch), daemon=True
            )
            try:
                self._process.start()
            except OSError as error:
                ways = "use fewer (--workers 1), or end other programs"
                raise UsimError(f"a worker cannot be started: {error.strerror or error}; {ways}") from error
        # the worker alone holds it now: its death is the end of the file
        far_end.close()

    def give(self, task: Any) -> None:
        """Send a task. A process that is gone shows when its answer is awaited."""
        self.task = task
        with suppress(OSError):
            self.line.send(task)

    def answer(self) -> Any:
        """Wait for the answer and return it; ``WorkFailed`` if the process died, which has ended then."""
        try:
            return self.line.recv()
        except (EOFError, OSError):
            return WorkFailed("a worker died", self.end(_PATIENCE))

    def end(self, patience: float = 0.0) -> str:
        """Return how it ended: by itself within ``patience`` seconds, or killed."""
        self.line.close()
        self._process.join(patience)
        if self._process.is_alive():
            end_offspring(self._process.pid)
            self._process.kill()
            self._process.join()
        code = self._process.exitcode
        return f"signal {-code}" if code < 0 else f"exit code {code}"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C for processes that are started here, also while they still import; ours arrives afterwards."""
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
    """Keep processes that are started here from running the user's script again: it needs no ``__main__`` guard."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(line: connection.Connection, work: Callable[[Any], Any], scratch: str) -> None:
    """Run in the process: answer tasks until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    for name in ("SIGTERM", "SIGHUP"):  # a copy of the parent has its handlers
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    sys.stdout = sys.stderr  # standard output belongs to the parent, for JSON perhaps
    tempfile.tempdir = scratch or tempfile.tempdir
    parent, watcher = multiprocessing.parent_process(), None
    if parent is not None:
        watcher = threading.Thread(target=_end_with, args=(parent.sentinel, scratch), daemon=True)
        watcher.start()
    while True:
        try:
            task = line.recv()
        except (EOFError, OSError):
            if watcher is not None:
                watcher.join(1.0)  # a killed parent closes the pipe, too: the files are removed before the process ends
            return
        answer = work(task)
        try:
            line.send(answer)
        except OSError:
            return  # the parent has closed the pipe


def _end_with(sentinel: int, scratch: str) -> None:
    """End this process when its parent ends, and remove the temporary files."""
    connection.wait([sentinel])
    for _ in range(10):  # another process may write a file meanwhile
        if not scratch or not Path(scratch).exists():
            break
        shutil.rmtree(scratch, ignore_errors=True)
    os._exit(1)
