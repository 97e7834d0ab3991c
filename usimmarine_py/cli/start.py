"""The entries of the programs: what ends any of them is an exit code and at most one line, never a traceback.

Signals end a program cleanly, and nobody has to read what it says. Nothing is imported here but what every program
needs, so that an interrupt finds us ready.
"""

from __future__ import annotations

import _thread
import atexit
import errno
import io
import os
import select
import signal
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType
from typing import Any

_INTERRUPTED = 130
#: What a signal ended: nobody may read any more what standard output still holds.
_ENDED_BY_SIGNALS = (_INTERRUPTED, 128 + 15, 128 + 1)
#: Real s after which a signal that Python has lost is sent again.
_AGAIN = 0.005
#: Signals taken note of at once.
_MOST_SIGNALS = 4096


def usim() -> int:
    """Run ``usim`` with the arguments of this process."""
    return _run("usim", "usim", "entry")


def usimmarine() -> int:
    """Run ``usimmarine`` with the arguments of this process."""
    return _run("usimmarine", "usimmarine", "main", told=0)


def usim_guidance() -> int:
    """Run ``usim_guidance`` with the arguments of this process."""
    return _run("usim_guidance", "steering", "guidance_main", told=0)


def usim_pid() -> int:
    """Run ``usim_pid`` with the arguments of this process."""
    return _run("usim_pid", "steering", "pid_main", told=0)


def _run(program: str, module: str, function: str, told: int | None = None) -> int:
    """``told``: the exit code after SIGTERM and SIGHUP, None for 128 + n, until the program has its own say."""
    try:
        with ended_by_signals(told):
            open_streams()
            code = int(getattr(import_module(f"usimmarine_py.cli.{module}"), function)())
            if code not in _ENDED_BY_SIGNALS:
                sys.stdout.flush()  # what fails must do so here: at the end of Python it would be a traceback
                return code
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except Told as told_to:
        told_to.heard = True
        code = told_to.code
    except OSError as error:
        # what no command has words of its own for: a full disk behind standard output, say
        where = f"{error.filename}: " if error.filename else "cannot write the output: "
        print(f"{program}: {where}{error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    _leave(code)
    return code


def _leave(code: int) -> None:
    """End a program that a signal has unwound, without the end of Python.

    Extensions that were broken off in the midst of their work, or of being loaded, may abort there.
    """
    _drop_output()
    with suppress(Exception):
        # one that was being started may wait for ever for somebody to read what it inherited
        for child in sys.modules["multiprocessing"].active_children() if "multiprocessing" in sys.modules else ():
            child.kill()
        atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)


def _drop_output() -> None:
    """Give up what standard output still holds: Python would try again at its end, and complain, or wait for ever."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Told(BaseException):
    """The program was told to leave by signal ``number``; no ``SystemExit``, which an application may raise.

    Who ends the program sets ``heard``. Extensions, and Python in places, drop what is raised in the midst of their
    work: one that goes unheard comes again.
    """

    heard = False

    def __init__(self, code: int, number: int) -> None:
        super().__init__(code, number)
        self.code, self.number = code, number

    def __del__(self) -> None:
        if not self.heard:
            _send_again(self.number)


@contextmanager
def ended_by_signals(code: int | None) -> Iterator[None]:
    """SIGTERM and SIGHUP unwind the program, so that no file, process or raw terminal is left behind it.

    ``code``: its exit code then, None for 128 + n, unless the program has its own say. A hang-up that is ignored
    (``nohup``) stays so. When all is done, a signal ends Python without a word.
    """

    def leave(number: int, _frame: FrameType | None) -> None:
        raise Told(128 + number if code is None else code, number)

    there = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    for number in (ours := [n for n in there if signal.getsignal(n) == signal.SIG_DFL]):
        signal.signal(number, leave)
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        ours.append(signal.SIGINT)
    sys.unraisablehook = _hear_again
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _hear_again(lost: Any) -> None:
    """Python drops what is raised in a callback of its own, of the import system say: the signal comes once more."""
    if lost.exc_type is KeyboardInterrupt:
        _send_again(signal.SIGINT)
    elif lost.exc_type is not Told:  # which sees to that by itself
        sys.__unraisablehook__(lost)


def _send_again(number: int) -> None:
    def send() -> None:
        time.sleep(_AGAIN)
        if signal.getsignal(number) != signal.SIG_DFL:  # it is not over yet
            os.kill(os.getpid(), number)

    with suppress(Exception):  # at the end of Python there are no new threads
        _thread.start_new_thread(send, ())


class _Outlet(io.FileIO):
    """A terminal or pipe whose reader may leave, as in ``| head -1``: what is written after that goes nowhere.

    No signal waits for a reader: one that comes just before a write that blocks would only be noted by Python. So
    nothing is written but what is taken at once, and the waiting is left to a ``select`` that hears of signals.
    """

    left = False

    def __init__(self, number: int, signals: int) -> None:
        """``number``: the stream; ``signals``: what can be read as soon as a signal has come."""
        super().__init__(number, "w", closefd=False)
        self._signals = signals

    def write(self, data: Any) -> int:
        """As any file, a part of it at most; all of it is taken once the reader has left."""
        try:
            while not select.select([self._signals], [self], [])[1]:
                with suppress(BlockingIOError):  # another thread may have read it
                    os.read(self._signals, _MOST_SIGNALS)
            return super().write(data[: select.PIPE_BUF])
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EIO):
                raise
            self.left = True
            return len(data)


def _heard_of_signals() -> int:
    """A descriptor that can be read as soon as a signal has come, whatever Python is at."""
    hears, told = os.pipe()
    os.set_blocking(hears, False)
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    return hears


def open_streams() -> None:
    """Let no program fail, nor stop half-way, because nobody reads what it says; closed streams lead nowhere.

    A closed one is opened on the null device: the next file would get its number, and all that goes to the stream.
    """
    signals: int | None = None
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115
        elif name != "stdin" and os.name == "posix" and not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            signals = _heard_of_signals() if signals is None else signals
            outlet = io.BufferedWriter(_Outlet(stream.fileno(), signals))
            text = io.TextIOWrapper(
                outlet, stream.encoding, stream.errors, None, stream.line_buffering, stream.write_through
            )
            setattr(sys, name, text)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: bytes that are no text can be told


def reader_left() -> bool:
    """Whether the reader of standard output is known to be gone: nothing is left to do for what only shows."""
    return getattr(getattr(getattr(sys.stdout, "buffer", None), "raw", None), "left", False)
