"""Compiled functions that work on rows, in threads of Python: none of them holds its lock while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


def processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def thread_count(rows: int, chunk: int, most: int | None) -> int:
    """Return in how many threads so many rows are worked on: one for ``chunk`` rows, at most ``most`` and as many as
    there are processors.
    """
    count = min(-(-rows // chunk), processors())
    return max(1, count if most is None else min(count, most))


def in_threads(function: Callable[..., Any], rows: int, chunk: int, most: int | None, *given: Any) -> list[Any]:
    """Call ``function(first, end, *given)`` for parts of the rows, each in its own thread; what each returns.

    There are as many as ``thread_count`` says. A part begins at a multiple of ``chunk``, so that what belongs to a
    chunk is one thread's. The calling thread takes the first part.
    """
    if rows <= chunk or most == 1:
        return [function(0, rows, *given)]
    threads, chunks = thread_count(rows, chunk, most), -(-rows // chunk)
    ends = [min(rows, chunk * (chunks * part // threads)) for part in range(threads + 1)]
    (own, *parts) = pairwise(ends)
    others = [_pool().submit(function, *part, *given) for part in parts]
    try:
        found = [function(*own, *given)]
    finally:
        # also where this part fails: the arrays are not written to any more when the call ends
        answers = [other.result() for other in others]
    return found + answers


@cache
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(max(1, processors() - 1), thread_name_prefix="rows")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not come along
