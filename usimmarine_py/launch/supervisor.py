"""The supervisor of a launch: it starts processes, prints their output, and ends all of them."""

from __future__ import annotations

import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.groups import signal_group
from usimmarine_py.launch.output import Printer, Stream
from usimmarine_py.launch.plan import Child
from usimmarine_py.launch.programs import our_environment
from usimmarine_py.moos.app.signals import ended_by

#: Interval at which processes are polled, s.
LOOK = 0.05
#: How long a process may take to end after SIGINT, and then after SIGTERM, s.
PATIENCE = 2.5
EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130

_PR_SET_PDEATHSIG = 1


def check_system(command: str) -> None:
    """Raise ``ConfigError`` where there are no process groups."""
    if not hasattr(os, "killpg"):
        raise ConfigError(
            f"{command} needs Linux or macOS: there are no process groups here; usim run plays missions offline"
        )


@dataclass(slots=True)
class Running:
    """A process with its output."""

    child: Child
    name: str
    process: subprocess.Popen[bytes]
    source: int  #: file descriptor that is read, -1 when closed
    stream: Stream
    gone: bool = False


@dataclass(slots=True)
class Supervisor:
    """Runs the children of all communities; ``run`` gives the exit code."""

    children: Sequence[tuple[str, Child]]  #: with the name before its lines
    printer: Printer
    say: Callable[[str], None]
    seconds: float | None = None  #: real s from the last start to the end
    keep_going: bool = False
    reports: bool = False
    running: list[Running] = field(default_factory=list)
    exit_code: int = EXIT_DONE
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    _signals: list[int] = field(default_factory=list)
    _over: bool = False

    def run(self) -> int:
        """Start all, wait, end all; return 0 if all is well, 130 by Ctrl-C, else the first exit code."""
        with ended_by(self._signals.append):
            try:
                self._start_all()
                self._wait()
            finally:
                self._end_all()
        return EXIT_INTERRUPTED if self._signals[:1] == [signal.SIGINT] and not self.exit_code else self.exit_code

    @property
    def signalled(self) -> bool:
        """Whether a signal has ended it."""
        return bool(self._signals)

    def end(self) -> None:
        """Make ``run`` end all processes."""
        self._over = True

    def _start_all(self) -> None:
        for name, child in self.children:
            if self._over or self._signals:
                return
            self._start(name, child)
            until = time.monotonic() + child.pause
            while time.monotonic() < until and not (self._over or self._signals):
                self._look(until)

    def _start(self, name: str, child: Child) -> None:
        ours = child.program.ours
        # original programs buffer their output unless it goes to a terminal
        source, sink = os.pipe() if ours or os.name != "posix" else _terminal()
        command = list(child.command) if ours else [child.argv0, *child.arguments]
        try:
            process = subprocess.Popen(
                command,
                executable=None if ours else child.program.command[0],
                cwd=child.folder,
                env=our_environment() if ours else None,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                start_new_session=True,
                preexec_fn=_end_with_us if sys.platform == "linux" else None,
            )
        except OSError as error:
            os.close(source)
            self._fail(f"{name}: cannot be started: {error.strerror or error}", EXIT_FAILED)
            return
        finally:
            os.close(sink)
        stream = Stream(name, self.printer, reports=self.reports, members=child.members)
        found = Running(child, name, process, source, stream)
        self.running.append(found)
        self._selector.register(source, selectors.EVENT_READ, found)
        self.printer.line(name, f"started: {child.program.what}")

    def _wait(self) -> None:
        end = None if self.seconds is None else time.monotonic() + self.seconds
        while not (self._over or self._signals):
            if end is not None and time.monotonic() >= end:
                self.say(f"ends after {self.seconds:.3g} s, as --for asks")
                return
            self._look(end)

    def _look(self, until: float | None = None) -> None:
        """Print output for a moment, then poll the processes."""
        self._read(LOOK if until is None else min(LOOK, max(until - time.monotonic(), 0.0)))
        for one in self.running:
            if not one.gone and one.process.poll() is not None:
                self._has_gone(one)
        clients = [one for one in self.running if not one.child.is_database]
        if clients and len(self.running) == len(self.children) and all(one.gone for one in clients) and not self._over:
            self.say("all programs have ended")
            self._over = True

    def _read(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            one: Running = key.data
            try:
                data = os.read(one.source, 65536)
            except OSError:  # the other end of a terminal is closed
                data = b""
            if data:
                one.stream.feed(data, time.monotonic())
            else:
                self._close(one)

    def _close(self, one: Running) -> None:
        if one.source >= 0:
            self._selector.unregister(one.source)
            os.close(one.source)
            one.source = -1
            one.stream.close()

    def _has_gone(self, one: Running) -> None:
        """Handle the end of a process."""
        one.gone = True
        for _ in range(100):  # its last output
            if one.source < 0 or not self._pending(one):
                break
            self._read(0.0)
        signal_group(one.process.pid, signal.SIGKILL)  # and what it has started
        if self._over or self._signals:
            return
        code = one.process.returncode
        if code == 0:
            self.printer.line(one.name, "ended")
            ends = sum(child.ends_all for _, child in self.children)
            if one.child.ends_all and ends == sum(other.gone and other.child.ends_all for other in self.running):
                self.say(f"{one.name} has ended: the mission is over")
                self._over = True
            elif one.child.is_database:
                self._fail(f"{one.name} has ended; the others cannot run without it", EXIT_DONE)
            return
        how = f"ended by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
        self._fail(f"{one.name} {how}", 128 - code if code < 0 else code)

    def _pending(self, one: Running) -> bool:
        return any(key.data is one for key, _ in self._selector.select(0.0))

    def _fail(self, text: str, code: int) -> None:
        go_on = self.keep_going and "cannot run without it" not in text
        self.exit_code = self.exit_code or code
        self.say(text if go_on else f"{text}; the others are ended")
        self._over = self._over or not go_on

    def _end_all(self) -> None:
        """Clients first, then the databases: SIGINT, SIGTERM, SIGKILL; a second Ctrl-C goes straight to the last."""
        self._over = True
        asked = len(self._signals)
        for databases in (False, True):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                left = [one for one in self.running if not one.gone and one.child.is_database is databases]
                for one in left:
                    # those of this package end by SIGTERM, too, without a traceback while Python starts
                    ours = one.child.program.ours and number == signal.SIGINT
                    signal_group(one.process.pid, signal.SIGTERM if ours else number)
                patience = PATIENCE if len(self._signals) <= max(asked, 1) else 0.0
                until = time.monotonic() + (60.0 if number == signal.SIGKILL else patience)
                while any(not one.gone for one in left) and time.monotonic() < until:
                    if number != signal.SIGKILL and len(self._signals) > max(asked, 1):
                        break
                    self._look()
        for one in self.running:
            self._close(one)
        self._selector.close()


def _terminal() -> tuple[int, int]:
    import pty  # there is none on Windows
    import termios

    ours, theirs = pty.openpty()
    attributes = termios.tcgetattr(theirs)
    attributes[1] &= ~termios.OPOST  # a newline stays one
    termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    return ours, theirs


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def _end_with_us() -> None:
    """Run in a new process: it gets SIGTERM if the launcher is killed."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
