"""What ends a run from outside: a signal, or the real time that it may take."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from math import inf
from pathlib import Path
from types import FrameType

from usimmarine_py.moos.app.processes import Offspring, ending_offspring
from usimmarine_py.run.loop import TickEnded as TickEnded

INTERRUPTED, TIMEOUT = "interrupted", "timeout"
#: Exit code of a process that had to end itself, as of timeout(1).
EXIT_TIMEOUT = 124
#: Real s in which the tick that is under way may end by itself, and between later attempts.
GRACE, AGAIN = 0.6, 0.25
#: Attempts to end a tick by an exception; then the process ends.
ATTEMPTS = 3
#: Real s behind a time-out at which the process ends where not even Python runs, as in an extension.
_LAST = 3.0


class Stop:
    """Asks a run to end. Call it before each tick: empty, or why the run is to end."""

    def __init__(
        self, timeout: float | None = None, exit_code: Callable[[str], int] = lambda why: EXIT_TIMEOUT
    ) -> None:
        """``timeout``: real s. ``exit_code``: of the process, by reason, where a tick drops all exceptions."""
        self._timeout = timeout
        self.exit_code = exit_code
        self.ticking: Callable[[], str] = str  #: returns the name of the application that ticks
        self.closing: list[Callable[[], object]] = []  #: completes the files, where the process ends so
        self._end = inf
        self._rings = 0
        self._armed = False
        self._offspring: Offspring | None = None
        self.why = ""

    def __call__(self) -> str:
        """Return ``interrupted``, ``timeout``, or an empty text."""
        if not self.why and time.monotonic() > self._end:
            self.why = TIMEOUT
        if self.why:
            self.over()  # the run ends by itself now
        return self.why

    def interrupt(self) -> None:
        """Ask the run to end, from the handler of a signal."""
        self.why = self.why or INTERRUPTED
        self._set(GRACE)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Let time pass, and end a tick that does not; the last only in the main thread and where there are alarms."""
        if self._timeout is not None:
            self._end = time.monotonic() + self._timeout
        with ending_offspring() as self._offspring, self._watching():  # of applications of the user's
            yield

    @contextmanager
    def _watching(self) -> Iterator[None]:
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return
        with ExitStack() as stack:
            stack.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, self._ring))
            stack.callback(self.over)
            self._armed = True
            if self._timeout is not None:
                self._set(self._timeout)
                stack.enter_context(_woken(self._timeout))
                trace = stack.enter_context(Path(os.devnull).open("w"))
                faulthandler.dump_traceback_later(self._timeout + _LAST, exit=True, file=trace)
            yield

    def again(self) -> None:
        """Go on in a copy of the process."""
        self.closing = []
        if self._timeout is not None:
            self._set(max(self._end - time.monotonic(), GRACE))

    def over(self) -> None:
        """Take note that the last tick is made: what follows, such as files and pictures, is not ended."""
        self._set(0.0)
        if self._armed and self._timeout is not None:
            faulthandler.cancel_dump_traceback_later()
        self._armed = False

    def _set(self, seconds: float) -> None:
        if self._armed:
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN if seconds else 0.0)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        if not self.why:
            self.why = TIMEOUT
            self._set(GRACE)
            return
        self._rings += 1
        if self._rings <= ATTEMPTS:
            raise TickEnded
        for close in self.closing:
            with suppress(Exception):
                close()
        if self._offspring is not None:
            self._offspring.end()
        who = self.ticking() or "an application"
        text = f"usim: {who} drops every exception: ended here, {self.why}, without a summary\n"
        os.write(2, text.encode())
        os._exit(self.exit_code(self.why))


@contextmanager
def _woken(seconds: float) -> Iterator[None]:
    """Let another process wake this one after ``seconds`` (real) and later: where it is stopped, no alarm rings."""
    import subprocess  # a run without a limit starts without it

    own = os.getpid()
    words = ["sh", "-c", f"sleep {seconds:.3f}; while kill -CONT {own} 2>/dev/null; do sleep {AGAIN}; done"]
    try:
        nothing = subprocess.DEVNULL
        waker = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(waker.pid, signal.SIGKILL)
        waker.wait()
