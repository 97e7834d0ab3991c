"""The supervisor of a launch: it starts processes, prints their output, and ends all of them.

Alone it waits in ``run``. Beside programs that play in this process it is a service of their loop, which calls
``begin``, ``serve``, ``sweep`` and ``close``; what ends inside is reported by ``inside_ended``.
"""

from __future__ import annotations

import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.groups import signal_group
from usimmarine_py.launch.output import Printer, Relay, Stream
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
    ended_by_hand: bool = False


class Supervisor:
    """Runs the children of all communities; ``run`` gives the exit code."""

    def __init__(
        self,
        children: Sequence[tuple[str, Child]],
        printer: Printer,
        say: Callable[[str], None],
        seconds: float | None = None,
        keep_going: bool = False,
        reports: bool = False,
    ) -> None:
        """``children``: with the name before their lines. ``seconds``: real s from the last start to the end."""
        self.children, self.printer, self.say = children, printer, say
        self.seconds, self.keep_going, self.reports = seconds, keep_going, reports
        self.inside: frozenset[str] = frozenset()  #: names of children that play in this process
        self.running: list[Running] = []
        self.exit_code = EXIT_DONE
        self.on_over: Callable[[], object] = lambda: None  #: called when all is to end
        self.is_unread: Callable[[], bool] = lambda: False  #: whether what reads the output has gone, which ends all
        self._waiting: deque[tuple[str, Child]] = deque()
        self._next_start = 0.0
        self._gone: set[str] = set()  # names of children that have ended
        self._selector = selectors.DefaultSelector()
        self._signals: list[int] = []
        self._over = False

    def run(self) -> int:
        """Start all, wait, end all; return 0 if all is well, 130 by Ctrl-C, else the first exit code."""
        with ended_by(self.signal):
            try:
                self.begin()
                self._wait()
            finally:
                self.close(lambda: None)
        return self.code

    @property
    def code(self) -> int:
        """The exit code: 0 if all is well, 130 by Ctrl-C, else the first of a program that failed."""
        return EXIT_INTERRUPTED if self._signals[:1] == [signal.SIGINT] and not self.exit_code else self.exit_code

    @property
    def signalled(self) -> bool:
        """Whether a signal has ended it."""
        return bool(self._signals)

    @property
    def signal_number(self) -> int:
        """The number of the signal that has ended it, 0 without one."""
        return self._signals[0] if self._signals else 0

    @property
    def is_over(self) -> bool:
        """Whether all is to end."""
        return self._over or bool(self._signals)

    def signal(self, number: int) -> None:
        """Take a signal that ends all."""
        self._signals.append(number)
        self.on_over()

    def end(self) -> None:
        """Make all processes end."""
        self._over = True
        self.on_over()

    # -- as a service of a loop

    def fileno(self) -> int:
        """Becomes readable when a process has printed something."""
        return self._selector.fileno()

    def begin(self) -> None:
        """Begin to start the processes, with their pauses."""
        self._waiting.extend((name, child) for name, child in self.children if name not in self.inside)
        self._start_due()

    def serve(self) -> None:
        """Print what processes have printed."""
        self._read(0.0)

    def sweep(self) -> None:
        """Start what is due, and see what has ended."""
        self._look(time.monotonic())

    def play_inside(self, names: Collection[str]) -> None:
        """Take note of which children play in this process, which are not to be started."""
        self.inside = frozenset(names)
        for name, child in self.children:
            if name in self.inside:
                self.printer.line(name, f"started: {child.program.what}")

    def inside_ended(self, name: str, code: int) -> None:
        """Take note that a program in this process has ended."""
        child = next((child for known, child in self.children if known == name), None)
        if child is not None and name not in self._gone:
            self._gone.add(name)
            self._report(name, child, code)

    def end_one(self, name: str) -> bool:
        """End one process by hand; False if there is none of this name."""
        for one in self.running:
            if one.name == name and not one.gone:
                one.ended_by_hand = True
                signal_group(one.process.pid, signal.SIGTERM)
                return True
        return False

    def _start_due(self) -> None:
        while self._waiting and time.monotonic() >= self._next_start and not self.is_over:
            name, child = self._waiting.popleft()
            self._start(name, child)
            self._next_start = time.monotonic() + child.pause

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
            self._gone.add(name)
            self._fail(f"{name}: cannot be started: {error.strerror or error}", EXIT_FAILED)
            return
        finally:
            os.close(sink)
        stream = Relay(name, self.printer) if child.is_part else Stream(name, self.printer, reports=self.reports)
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
            until = self._next_start if self._waiting and end is None else end
            self._look(until)

    def _look(self, until: float | None = None) -> None:
        """Print output for a moment, then poll the processes, and start those that are due."""
        self._read(LOOK if until is None else min(LOOK, max(until - time.monotonic(), 0.0)))
        for one in self.running:
            if not one.gone and one.process.poll() is not None:
                self._has_gone(one)
        self._start_due()
        if self.is_unread():
            self.end()
        clients = [name for name, child in self.children if not child.is_database]
        if clients and not self._over and self._gone.issuperset(clients):
            self.say("all programs have ended")
            self.end()

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
        self._gone.add(one.name)
        self._report(one.name, one.child, 0 if one.ended_by_hand else one.process.returncode)

    def _report(self, name: str, child: Child, code: int) -> None:
        """Say that a program has ended, and end all where that follows."""
        if self.is_over:
            return
        if code == 0:
            self.printer.line(name, "ended")
            if child.ends_all and all(other in self._gone for other, one in self.children if one.ends_all):
                self.say(f"{name} has ended: the mission is over")
                self.end()
            elif child.is_database:
                self._fail(f"{name} has ended; the others cannot run without it", EXIT_DONE)
            return
        how = f"ended by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
        self._fail(f"{name} {how}", 128 - code if code < 0 else code)

    def _pending(self, one: Running) -> bool:
        return any(key.data is one for key, _ in self._selector.select(0.0))

    def _fail(self, text: str, code: int) -> None:
        go_on = self.keep_going and "cannot run without it" not in text
        self.exit_code = self.exit_code or code
        self.say(text if go_on else f"{text}; the others are ended")
        if not go_on:
            self.end()

    def close(self, meanwhile: Callable[[], object]) -> None:
        """End all: clients first, then the databases; SIGINT, SIGTERM, SIGKILL. A second Ctrl-C goes straight to the
        last. ``meanwhile`` is called time and again.
        """
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
                    meanwhile()
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
