"""The processes of this machine, where /proc tells of them: what one has started, that has started, and its end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # not needed at the start
    from pathlib import Path

#: Time to end after SIGTERM, real s; then comes SIGKILL.
PATIENCE = 0.15
#: Variable of the environment with which a process marks all that is started in it: by it those are found whose parents
#: have ended. It holds those above, too, as ``:NUMBER-START:NUMBER-START:``.
MARK = "USIM_STARTED_BY"
#: Of prctl (Linux): processes whose parents end become children of this one.
_SET_CHILD_SUBREAPER = 36
#: In the fields of /proc/NUMBER/stat, from the state on.
_PARENT, _GROUP, _START = 1, 2, 19
#: Rounds in which those are ended that were started while others ended.
_ROUNDS = 3


def place(process: int | None = None) -> Path:
    """Return the folder of a process, or that of all."""
    from pathlib import Path

    return Path("/proc") if process is None else Path("/proc", str(process))


def running() -> Iterator[tuple[int, int, int]]:
    """Yield number, parent and group of each process that has not ended; none where there is no /proc."""
    for number, fields in stats():
        yield number, int(fields[_PARENT]), int(fields[_GROUP])


def stats() -> Iterator[tuple[int, list[str]]]:
    """Yield number and the fields of /proc/NUMBER/stat, from the state on, of each process that has not ended."""
    with suppress(OSError):
        for entry in place().iterdir():
            if entry.name.isdigit() and (fields := _stat(int(entry.name))):
                yield int(entry.name), fields


def _stat(process: int) -> list[str]:
    """Return the fields of /proc/NUMBER/stat from the state on; none of a process that has ended."""
    try:
        fields = (place(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return fields if fields and fields[0] not in "ZX" else []


def _children(process: int, threads: Collection[int] | None = None) -> set[int]:
    """Return what a process has started, or only some of its threads; none where the system does not say."""
    found: set[int] = set()
    with suppress(OSError, ValueError):
        for task in (place(process) / "task").iterdir():
            if threads is None or int(task.name) in threads:
                with suppress(OSError):  # a thread that has ended
                    found.update(map(int, (task / "children").read_text().split()))
    return found


class Offspring:
    """What is started in this process from now on: its children, theirs, and those whose parents have ended.

    Where other threads run at the beginning, what these start is none of it while they live: a program that plays a run
    in a thread keeps its own processes. Those whose parents have ended are found only where there are no other threads:
    by their environment, and copies of this process (``os.fork``), which have none of their own, as they become its
    children.
    """

    def __init__(self) -> None:
        self._alone = threading.active_count() == 1
        self._thread = threading.get_native_id()
        self._before = _children(os.getpid())
        self._mark_before = os.environ.get(MARK)
        self._used = _used()
        if self._alone:
            _Adopting.count += 1
            os.environ[MARK] = f"{self._mark_before or ':'}{_own_mark(os.getpid())}:"

    def end(self) -> None:
        """End it, and mark no more."""
        own = os.getpid()
        threads = None if self._alone else {self._thread}
        found = _children(own, threads) - self._before
        if found or (self._alone and _used() != self._used):  # otherwise there was none
            _end(lambda: _tree(_children(own, threads) - self._before, own if self._alone else 0))
            for child in _children(own, threads) - self._before:  # has ended before, and its code was never taken
                with suppress(OSError):
                    os.waitpid(child, os.WNOHANG)
        if self._alone:
            _Adopting.leave()
            if self._mark_before is None:
                os.environ.pop(MARK, None)
            else:
                os.environ[MARK] = self._mark_before


class _Adopting:
    """Whether this process becomes the parent of those whose parents end: from its first ``os.fork`` while it plays."""

    count = 0  #: how many ``Offspring`` there are
    active = False

    @classmethod
    def begin(cls) -> None:
        """Called before each ``os.fork``."""
        if cls.count and not cls.active:
            cls.active = _adopt(True)

    @classmethod
    def leave(cls) -> None:
        """Count one ``Offspring`` less."""
        cls.count -= 1
        if cls.active and not cls.count:
            cls.active = False
            _adopt(False)

    @classmethod
    def forget(cls) -> None:
        """Called in a copy of this process: what played is not its own."""
        cls.count, cls.active = 0, False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_Adopting.begin, after_in_child=_Adopting.forget)


def _adopt(whether: bool) -> bool:
    """Let the system make orphans children of this process, or not; return whether it does. Linux."""
    import ctypes  # where a process is copied, which few do

    try:
        return ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, int(whether), 0, 0, 0) == 0 and whether
    except (OSError, AttributeError, TypeError):
        return False


@contextmanager
def ending_offspring() -> Iterator[Offspring]:
    """End what is started inside, at the end."""
    offspring = Offspring()
    try:
        yield offspring
    finally:
        offspring.end()


def end_offspring(process: int) -> None:
    """End all that another process has started."""
    _end(lambda: _tree(_children(process), process))


def _used() -> int:
    """Return what grows whenever a child has ended and its exit code was taken."""
    try:
        import resource  # there is none on Windows
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt


def _own_mark(process: int) -> str:
    fields = _stat(process)
    return f"{process}-{fields[_START]}" if fields else ""


def _is_marked(process: int, mark: bytes) -> bool:
    try:
        variables = (place(process) / "environ").read_bytes().split(b"\0")
    except OSError:  # of another user, say
        return False
    return any(one.startswith(MARK.encode() + b"=") and mark in one for one in variables)


def _tree(roots: Collection[int], marking: int) -> dict[int, str]:
    """Return some processes, those that bear the mark of ``marking`` (0: none), and what they have started: when each
    began.
    """
    starts: dict[int, str] = {}
    children: dict[int, list[int]] = defaultdict(list)
    for number, fields in stats():
        starts[number] = fields[_START]
        children[int(fields[_PARENT])].append(number)
    found = [number for number in roots if number in starts]
    if marking and (mark := _own_mark(marking)):
        found += [number for number in starts if number != marking and _is_marked(number, f":{mark}:".encode())]
    for number in found:  # grows meanwhile
        found += (child for child in children[number] if child not in found)
    return {number: starts[number] for number in found}


def _end(find: Callable[[], dict[int, str]]) -> None:
    """End processes, politely at first, and what they start meanwhile."""
    for _ in range(_ROUNDS):
        if not (left := find()):
            return
        for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            for process in left:
                with suppress(OSError):
                    os.kill(process, number)
            end = time.monotonic() + PATIENCE
            while (left := {p: start for p, start in left.items() if not _has_ended(p, start)}) and (
                time.monotonic() < end
            ):
                time.sleep(0.005)
            if not left:
                break


def _has_ended(process: int, start: str) -> bool:
    """Whether a process has ended; takes the exit code of a child."""
    with suppress(OSError):  # it is no child, or its code was taken
        os.waitpid(process, os.WNOHANG)
    fields = _stat(process)
    return not fields or fields[_START] != start
