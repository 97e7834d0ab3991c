"""Grade many missions, in several processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from functools import partial

from usimmarine_py.grade.grade import ERROR, Grade, GradeOptions, grade_file
from usimmarine_py.launch.dask import dask_pool
from usimmarine_py.launch.workers import Processes, WorkFailed, do_tasks, processors
from usimmarine_py.run.stop import EXIT_TIMEOUT

#: A mission whose process was ended from outside this often is not played again.
MOST_ATTEMPTS = 2

Work = Callable[[str, GradeOptions], Grade]


def grade_all(
    files: Sequence[str],
    asked: GradeOptions,
    jobs: int | None = None,
    work: Work = grade_file,
    done: dict[int, Grade] | None = None,
    dask: str = "",
    say: Callable[[str], None] = lambda text: None,
) -> Generator[Grade, None, None]:
    """Yield the grades, in the order of ``files``. ``jobs``: processes; None: as many as there are processors to use.

    A mission whose process dies is played again in another one. When the caller stops (Ctrl-C) or dies, no process
    stays, nor a temporary file. ``done`` receives each grade by its place as soon as there is one. ``dask``: the
    workers of this scheduler (``launch.dask``) instead of processes, which need absolute paths; ``say`` receives a
    line of what they are.
    """
    done = {} if done is None else done
    jobs = min(processors() if jobs is None else jobs, len(files))
    # a tick that does not end needs a process that can be ended
    if not dask and jobs <= 1 and not (asked.own.apps or asked.timeout):
        for index, file in enumerate(files):
            done[index] = work(file, asked)
            yield done[index]
        return

    def lost(index: int, failed: WorkFailed) -> tuple[int, Grade]:
        if failed.how == f"exit code {EXIT_TIMEOUT}":
            return index, Grade(
                files[index], ERROR, ["cut short by --timeout: a tick did not end and had to be killed"]
            )
        reason = f"the process that played it was ended {MOST_ATTEMPTS} times ({failed.how})"
        return index, Grade(files[index], ERROR, [reason])

    play = partial(_play, work, asked, files)
    workers = dask_pool(play, dask, jobs, say) if dask else nullcontext(Processes(play, jobs, "grade", copies=True))
    following = 0
    with (
        workers as pool,
        closing(do_tasks(range(len(files)), pool, lost, attempts=MOST_ATTEMPTS, largest=1)) as answers,
    ):
        for pairs in answers:
            done.update(pairs)
            while following in done:
                yield done[following]
                following += 1


def _play(work: Work, asked: GradeOptions, files: Sequence[str], numbers: Sequence[int]) -> list[tuple[int, Grade]]:
    return [(number, work(files[number], asked)) for number in numbers]
