"""Many missions judged, in several processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from usimmarine_py.grade.grade import ERROR, Asked, Grade, grade_file


def grade_all(files: Sequence[str], asked: Asked, jobs: int | None = None) -> Iterator[Grade]:
    """The grades, in the order of ``files``. ``jobs``: processes; None: as many as there are processors to use."""
    jobs = min(processors() if jobs is None else jobs, len(files))
    if jobs <= 1:
        for file in files:
            yield grade_file(file, asked)
        return
    # where it can be had, a copy of this process: what is loaded need not be loaded again
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    with ProcessPoolExecutor(jobs, multiprocessing.get_context(method)) as pool:
        futures = [pool.submit(grade_file, file, asked) for file in files]
        for file, future in zip(files, futures, strict=True):
            try:
                yield future.result()
            except BrokenProcessPool:
                yield Grade(file, ERROR, ["the process that played it, or one beside it, was ended from outside"])


def processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
