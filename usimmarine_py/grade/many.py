"""Many missions judged, in several processes."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from tempfile import TemporaryDirectory

from usimmarine_py.grade.grade import ERROR, Grade, GradeOptions, grade_file
from usimmarine_py.launch.workers import Worker, WorkerDiedError, ready

#: A mission whose process was ended from outside this often is given up.
MOST_ATTEMPTS = 2

Work = Callable[[str, GradeOptions], Grade]


def grade_all(
    files: Sequence[str],
    asked: GradeOptions,
    jobs: int | None = None,
    work: Work = grade_file,
    done: dict[int, Grade] | None = None,
) -> Generator[Grade, None, None]:
    """The grades, in the order of ``files``. ``jobs``: processes; None: as many as there are processors to use.

    A mission whose process dies is played again in another one. When the caller leaves off (Ctrl-C), or dies itself,
    no process stays, nor a temporary file. ``done`` gets each by its place as soon as there is one, before its turn.
    """
    done = {} if done is None else done
    jobs = min(processors() if jobs is None else jobs, len(files))
    if jobs <= 1:
        for index, file in enumerate(files):
            done[index] = work(file, asked)
            yield done[index]
        return
    # where it can be had, a copy of this process: what is loaded need not be loaded again
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    waiting = deque(range(len(files)))
    deaths: dict[int, int] = {}
    workers: list[Worker] = []
    following = 0
    scratch = TemporaryDirectory(prefix="usim-grade-", ignore_cleanup_errors=True)
    try:
        while following < len(files):
            while waiting and (len(workers) < jobs or any(worker.task is None for worker in workers)):
                free = next((worker for worker in workers if worker.task is None), None)
                if free is None:
                    free = Worker(context, partial(_play, work, asked), scratch.name)
                    workers.append(free)
                index = waiting.popleft()
                free.give((index, files[index]))
            for worker in ready([worker for worker in workers if worker.task is not None]):
                index, file = worker.task
                try:
                    done[index] = worker.answer()
                except WorkerDiedError as death:
                    workers.remove(worker)
                    deaths[index] = deaths.get(index, 0) + 1
                    if deaths[index] < MOST_ATTEMPTS:
                        waiting.appendleft(index)
                    else:
                        reason = f"the process that played it was ended {MOST_ATTEMPTS} times ({death.how})"
                        done[index] = Grade(file, ERROR, [reason])
            while following in done:
                yield done[following]
                following += 1
    finally:
        for worker in workers:
            worker.end()
        scratch.cleanup()


def _play(work: Work, asked: GradeOptions, task: tuple[int, str]) -> Grade:
    return work(task[1], asked)


def processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
