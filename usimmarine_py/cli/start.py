"""The entry points of the programs: every program ends with an exit code and at most one line, never a traceback.

Signals end a program cleanly, also if its output is not read. This module imports only what every program needs, so
that an interrupt is handled from the beginning.
"""

from __future__ import annotations

import _thread
import atexit
import errno
import gc
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
#: Exit codes after a signal: buffered standard output is dropped, because it may have no reader.
_ENDED_BY_SIGNALS = (_INTERRUPTED, 128 + 15, 128 + 1)
#: Real s after which a signal whose exception Python has dropped is sent again.
_AGAIN = 0.005
#: Bytes read at a time from the pipe of signals.
_MOST_SIGNALS = 4096


def usim() -> int:
    """Run ``usim`` with the arguments of this process."""
    return _run("usim", "usim", "entry")


def usimmarine() -> int:
    """Run ``usimmarine`` with the arguments of this process."""
    return _run("usimmarine", "usimmarine", "main", signal_code=0)


def usim_guidance() -> int:
    """Run ``usim_guidance`` with the arguments of this process."""
    return _run("usim_guidance", "steering", "guidance_main", signal_code=0)


def usim_helm() -> int:
    """Run ``usim_helm`` with the arguments of this process."""
    return _run("usim_helm", "steering", "helm_main", signal_code=0)


def usim_pid() -> int:
    """Run ``usim_pid`` with the arguments of this process."""
    return _run("usim_pid", "steering", "pid_main", signal_code=0)


def usim_community() -> int:
    """Run applications of one community in this process: ``FILE.moos [--Key=Value ...] [NAMES]``, as pAntler does."""
    return _run("usim_community", "live.antler", "main", signal_code=0)


def usim_original() -> int:
    """Run uPokeDB, uQueryDB or uMAC, whichever ``sys.argv[0]`` names."""
    return _run("usim_original", "community.originals", "main")


def usim_typed() -> int:
    """Run uXMS, uHelmScope or uTermCommand, whichever ``sys.argv[0]`` names."""
    return _run("usim_typed", "community.keys.typed", "main")


def usim_about() -> int:
    """Say what the program ``sys.argv[1]`` is, as the switch ``sys.argv[2]`` asks."""
    return _run("usim_about", "community.about", "main")


def stand_in(name: str, entry: str) -> int:
    """Run an entry point in the place of the program ``name``, under whose name this process is listed, too."""
    for key, before in (("PYTHONHOME", None), ("PYTHONPATH", os.environ.pop("USIM_PYTHONPATH", None))):
        os.environ.pop(key, None)  # they were for the start of this process only
        if before is not None:
            os.environ[key] = before
    sys.executable = os.environ.pop("USIM_PYTHON", sys.executable)
    sys.argv[0] = name
    with suppress(OSError), open("/proc/self/comm", "w") as comm:  # noqa: PTH123
        comm.write(name)
    return int(globals()[entry]())


def _run(program: str, module: str, function: str, signal_code: int | None = None) -> int:
    """Run a program. ``signal_code``: its exit code after SIGTERM and SIGHUP, None for 128 + n."""
    atexit.register(_spare_collector)
    try:
        with ended_by_signals(signal_code):
            open_streams()
            code = int(getattr(import_module(f"usimmarine_py.cli.{module}"), function)())
            if code not in _ENDED_BY_SIGNALS:
                sys.stdout.flush()  # an error must occur here: at the exit of Python it would be a traceback
                return code
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except SignalExit as exit_request:
        exit_request.handled = True
        code = exit_request.code
    except OSError as error:
        # errors without a message of a command, such as a full disk behind standard output
        where = f"{error.filename}: " if error.filename else "cannot write the output: "
        print(f"{program}: {where}{error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    _leave(code)
    return code


def _leave(code: int) -> None:
    """Exit after a signal without the finalisation of Python.

    Extensions that were interrupted in their work, or while they were loaded, may abort in the finalisation.
    """
    _drop_output()
    atexit.unregister(_spare_collector)
    with suppress(Exception):
        # a process that was being started may wait for ever for a reader of its inherited output
        for child in sys.modules["multiprocessing"].active_children() if "multiprocessing" in sys.modules else ():
            child.kill()
        atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)


def _spare_collector() -> None:
    """Let Python end without looking at all objects, thrice: that takes 0.6 s where numba is loaded.

    Files that the code of a user has left open, in a cycle of objects, are written first.
    """
    gc.unfreeze()
    for one in gc.get_objects():
        if issubclass(type(one), (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)) and not one.closed:
            try:
                if one.writable():
                    one.flush()
            except (OSError, ValueError):
                return  # Python says it
    gc.freeze()


def _drop_output() -> None:
    """Drop buffered standard output: at its exit Python would write it, and fail or wait for ever."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class SignalExit(BaseException):
    """Raised by the signal ``number`` to end the program; not a ``SystemExit``, which an application may raise.

    The handler sets ``handled``. Extensions, and some code of Python, drop exceptions that are raised during their
    work: if the exception was dropped, the signal is sent again.
    """

    handled = False

    def __init__(self, code: int, number: int) -> None:
        super().__init__(code, number)
        self.code, self.number = code, number

    def __del__(self) -> None:
        if not self.handled:
            _send_again(self.number)


@contextmanager
def ended_by_signals(code: int | None) -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise ``SignalExit``, so that files, processes and the terminal are cleaned up.

    ``code``: the exit code, None for 128 + n, unless the program installs handlers of its own. A hang-up that is
    ignored (``nohup``) stays ignored. After the context, a signal ends Python silently.
    """

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SignalExit(128 + number if code is None else code, number)

    there = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    for number in (ours := [n for n in there if signal.getsignal(n) == signal.SIG_DFL]):
        signal.signal(number, leave)
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        ours.append(signal.SIGINT)
    sys.unraisablehook = _repeat_lost_signal
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _repeat_lost_signal(lost: Any) -> None:
    """Send a signal again whose exception Python has dropped in a callback, such as one of the import system."""
    if lost.exc_type is KeyboardInterrupt:
        _send_again(signal.SIGINT)
    elif lost.exc_type is not SignalExit:  # which does that itself
        sys.__unraisablehook__(lost)


def _send_again(number: int) -> None:
    def send() -> None:
        time.sleep(_AGAIN)
        if signal.getsignal(number) != signal.SIG_DFL:  # the program still runs
            os.kill(os.getpid(), number)

    with suppress(Exception):  # during the finalisation of Python no thread can be started
        _thread.start_new_thread(send, ())


class _Pipe(io.FileIO):
    """A terminal or pipe whose reader may close it, as in ``| head -1``: output after that is dropped.

    Signals interrupt a blocked output: Python would not handle a signal that arrives just before a blocking write. So
    only data that the reader accepts immediately is written, and the waiting is done by a ``select`` that signals end.
    """

    left = False

    def __init__(self, number: int, signals: int) -> None:
        """``number``: the stream; ``signals``: a descriptor that becomes readable when a signal arrives."""
        super().__init__(number, "w", closefd=False)
        self._signals = signals

    def write(self, data: Any) -> int:
        """Write at most a part of ``data``; after the reader has closed the stream, drop all of it."""
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


def _signal_pipe() -> int:
    """Return a descriptor that becomes readable when a signal arrives, whatever Python is doing."""
    reads, writes = os.pipe()
    os.set_blocking(reads, False)
    os.set_blocking(writes, False)
    signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
    return reads


def open_streams() -> None:
    """Prepare the standard streams, so that output without a reader does not fail or block a program.

    A closed stream is opened on the null device: otherwise the next file would get its descriptor and its output.
    """
    signals: int | None = None
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115
        elif name != "stdin" and os.name == "posix" and not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            signals = _signal_pipe() if signals is None else signals
            outlet = io.BufferedWriter(_Pipe(stream.fileno(), signals))
            text = io.TextIOWrapper(
                outlet, stream.encoding, stream.errors, None, stream.line_buffering, stream.write_through
            )
            setattr(sys, name, text)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: bytes that are not text are shown


def reader_left() -> bool:
    """Whether the reader of standard output has closed it, so that a command that only shows can end."""
    return getattr(getattr(getattr(sys.stdout, "buffer", None), "raw", None), "left", False)
