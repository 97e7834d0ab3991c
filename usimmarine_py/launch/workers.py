"""Processes that work for this one, each at the end of a pipe of its own.

Nothing is shared between them, no lock and no semaphore: one that is killed, also in the middle of a large answer,
costs what it was at and holds up nobody, and none stays behind this process, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection
from multiprocessing.context import BaseContext
from types import ModuleType
from typing import Any

#: How long a process that closed its pipe may take to end by itself, s.
_PATIENCE = 1.0


class Worker:
    """A process that does one piece of work at a time: ``work`` of what it is given."""

    def __init__(self, context: BaseContext, work: Callable[[Any], Any], scratch: str = "") -> None:
        """``scratch``: a folder for its temporary files; removed should this process be killed."""
        self.task: Any = None  #: what it is at; None: nothing
        self.line, far_end = context.Pipe()
        with without_interrupts():
            self._process = context.Process(  # type: ignore[attr-defined]  # every context has it
                target=_serve, args=(far_end, work, scratch), daemon=True
            )
            self._process.start()
        # the worker alone holds it now: its death is the end of the file
        far_end.close()

    def give(self, task: Any) -> None:
        """Let it do this next; that it is gone already shows when its answer is awaited."""
        self.task = task
        with suppress(OSError):
            self.line.send(task)

    def answer(self) -> Any:
        """What came of it; waits. Raises ``WorkerDiedError``, and has ended the process by then."""
        task, self.task = self.task, None
        try:
            return self.line.recv()
        except (EOFError, OSError):
            raise WorkerDiedError(task, self.end(_PATIENCE)) from None

    def end(self, patience: float = 0.0) -> str:
        """End it, at once unless it ends by itself within ``patience`` seconds; how it ended."""
        self.line.close()
        self._process.join(patience)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        code = self._process.exitcode
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class WorkerDiedError(Exception):
    """A process ended before its answer had come, whole."""

    def __init__(self, task: Any, how: str) -> None:
        super().__init__(how)
        self.task = task  #: what it was at
        self.how = how  #: ``signal 9``, ``exit code 1``


def ready(workers: Sequence[Worker]) -> list[Worker]:
    """Those that have answered, or died; waits for the first of them, where there are any."""
    found = connection.wait([worker.line for worker in workers]) if workers else []
    return [worker for worker in workers if worker.line in found]


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes started in here never see Ctrl-C, not even while they still import; ours comes afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def without_main() -> Iterator[None]:
    """Processes started in here do not run the user's script again, so that it need not ask for its own name."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(line: connection.Connection, work: Callable[[Any], Any], scratch: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    for name in ("SIGTERM", "SIGHUP"):  # a copy of that one has its handlers
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    sys.stdout = sys.stderr  # standard output is that one's, for what it has to say: JSON, say
    tempfile.tempdir = scratch or tempfile.tempdir
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel, scratch), daemon=True).start()
    while True:
        try:
            task = line.recv()
        except (EOFError, OSError):
            return
        answer = work(task)
        try:
            line.send(answer)
        except OSError:
            return  # nobody waits for it any more


def _end_with(sentinel: int, scratch: str) -> None:
    """A process whose parent was killed ends too, and takes the temporary files along."""
    connection.wait([sentinel])
    if scratch:
        shutil.rmtree(scratch, ignore_errors=True)
    os._exit(1)
