"""Many missions judged, in several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.context import BaseContext

from usimmarine_py.grade.grade import ERROR, Asked, Grade, grade_file

#: A mission whose process was ended from outside this often is given up.
MOST_ATTEMPTS = 2

Work = Callable[[str, Asked], Grade]


def grade_all(files: Sequence[str], asked: Asked, jobs: int | None = None, work: Work = grade_file) -> Iterator[Grade]:
    """The grades, in the order of ``files``. ``jobs``: processes; None: as many as there are processors to use.

    A mission whose process dies is played again in another one. When the caller leaves off (Ctrl-C), or dies itself,
    no process stays.
    """
    jobs = min(processors() if jobs is None else jobs, len(files))
    if jobs <= 1:
        for file in files:
            yield work(file, asked)
        return
    # where it can be had, a copy of this process: what is loaded need not be loaded again
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    waiting = deque(range(len(files)))
    done: dict[int, Grade] = {}
    deaths: dict[int, int] = {}
    workers: list[_Worker] = []
    following = 0
    try:
        while following < len(files):
            while waiting and (len(workers) < jobs or any(worker.index is None for worker in workers)):
                free = next((worker for worker in workers if worker.index is None), None)
                if free is None:
                    free = _Worker(context, asked, work)
                    workers.append(free)
                free.take(waiting.popleft(), files)
            connection.wait([worker.line for worker in workers if worker.index is not None])
            for worker in [w for w in workers if w.index is not None and w.line.poll()]:
                index, worker.index = worker.index, None
                assert index is not None
                try:
                    done[index] = worker.line.recv()
                except (EOFError, OSError):
                    workers.remove(worker)
                    how = worker.end(patience=1.0)
                    deaths[index] = deaths.get(index, 0) + 1
                    if deaths[index] < MOST_ATTEMPTS:
                        waiting.appendleft(index)
                    else:
                        reason = f"the process that played it was ended {MOST_ATTEMPTS} times ({how})"
                        done[index] = Grade(files[index], ERROR, [reason])
            while following in done:
                yield done.pop(following)
                following += 1
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that plays one mission at a time."""

    def __init__(self, context: BaseContext, asked: Asked, work: Work) -> None:
        self.index: int | None = None  #: of the mission under way
        self.line, far_end = context.Pipe()
        self._process = context.Process(  # type: ignore[attr-defined]  # every context has it
            target=_serve, args=(far_end, asked, work), daemon=True
        )
        self._process.start()
        far_end.close()

    def take(self, index: int, files: Sequence[str]) -> None:
        """Play a mission next; a process that is gone already shows when its answer is awaited."""
        self.index = index
        with suppress(OSError):
            self.line.send(files[index])

    def end(self, patience: float = 0.0) -> str:
        """End it, at once unless it is ending by itself; how it ended."""
        self.line.close()
        self._process.join(patience)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        code = self._process.exitcode
        return f"signal {-code}" if code < 0 else f"exit code {code}"


def _serve(line: connection.Connection, asked: Asked, work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    while True:
        try:
            file = line.recv()
        except (EOFError, OSError):
            return
        line.send(work(file, asked))


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
