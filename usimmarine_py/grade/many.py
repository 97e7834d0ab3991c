"""Grade many missions, in several processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial

from usimmarine_py.grade.grade import ERROR, Grade, GradeOptions, grade_file
from usimmarine_py.launch.pools import ONE_A_PROCESSOR, WorkersWanted
from usimmarine_py.launch.workers import WorkFailed
from usimmarine_py.run.stop import EXIT_TIMEOUT

#: A mission whose process was ended from outside this often is not played again.
MOST_ATTEMPTS = 2

Work = Callable[[str, GradeOptions], Grade]


def grade_all(
    files: Sequence[str],
    asked: GradeOptions,
    workers: WorkersWanted = ONE_A_PROCESSOR,
    work: Work = grade_file,
    done: dict[int, Grade] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Generator[Grade, None, None]:
    """Yield the grades, in the order of ``files``.

    A mission whose process dies is played again in another one. When the caller stops (Ctrl-C) or dies, no process
    stays, nor a temporary file. ``done`` receives each grade by its place as soon as there is one. Workers of a cluster
    need absolute paths; ``say`` receives a line of what they are.
    """
    done = {} if done is None else done
    # a tick that does not end needs a process that can be ended
    if workers.alone(len(files)) and not (asked.own.apps or asked.timeout):
        for index, file in enumerate(files):
            done[index] = work(file, asked)
            yield done[index]
        return

    def lost(index: int, failed: WorkFailed) -> Grade:
        if failed.how == f"exit code {EXIT_TIMEOUT}":
            return Grade(files[index], ERROR, ["cut short by --timeout: a tick did not end and had to be killed"])
        reason = f"the process that played it was ended {MOST_ATTEMPTS} times ({failed.how})"
        return Grade(files[index], ERROR, [reason])

    play = partial(_play, work, asked, files)
    following = 0
    grades = workers.each(play, len(files), "grade", lost, copies=True, attempts=MOST_ATTEMPTS, say=say)
    with closing(grades):
        for index, found in grades:
            done[index] = found
            while following in done:
                yield done[following]
                following += 1


def _play(work: Work, asked: GradeOptions, files: Sequence[str], index: int) -> Grade:
    return work(files[index], asked)
