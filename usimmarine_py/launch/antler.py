"""pAntler's command line, and the programs of other makers that a community starts beside ours."""

from __future__ import annotations

import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.launch.groups import signal_group
from usimmarine_py.launch.plan import Child, changed_text
from usimmarine_py.launch.programs import our_environment
from usimmarine_py.logs.whole_files import write_whole
from usimmarine_py.moos.app.terminal import stderr_line, stdout_line
from usimmarine_py.values.frozen import dataclass

#: Between two looks at what has ended, real s.
LOOK = 0.1
#: Real s that a program may take to end after SIGTERM, before SIGKILL; the original waits for ever.
PATIENCE = 3.0


@dataclass(frozen=True, slots=True)
class AntlerArguments:
    """What pAntler is asked for."""

    file: str
    values: tuple[tuple[str, str], ...] = ()  #: keys of the mission that get other values
    names: tuple[str, ...] = ()  #: of the clients to start, none: all


def read_antler_arguments(words: Sequence[str]) -> AntlerArguments:
    """Read ``FILE.moos [--Key=Value ...] ["NAME NAME ..."]``. Raises ``ConfigError`` for a file that is not there."""
    plain = [word for word in words if not word.startswith("-")]
    file = plain[0] if plain else "Mission.moos"
    if not Path(file).is_file():
        raise ConfigError("cannot be read: there is no such file", key=file)
    pairs = [word.lstrip("-").partition("=") for word in words if word.startswith("--")]
    values = tuple((key, value) for key, equals, value in pairs if equals)
    return AntlerArguments(file, values, tuple(name for word in plain[1:] for name in word.split()))


def with_values(arguments: AntlerArguments) -> str:
    """Return the mission file; with ``--Key=Value`` a copy ``FILE++`` with these values, as the original makes it.

    Raises ``MissionFileError``.
    """
    if not arguments.values:
        return arguments.file
    target = f"{arguments.file}++"
    try:
        text = Path(arguments.file).read_bytes().decode("utf-8", "surrogateescape")
        write_whole(Path(target), changed_text(text, arguments.values))
    except OSError as error:
        raise MissionFileError(f"cannot write: {error.strerror or error}", file=target) from None
    return target


class AntlerProcesses:
    """Programs as processes beside those of this one, with our terminal, each in a process group of its own.

    A service of the loop that plays the others; without one, ``run`` waits. ``signals`` fills when all is to end.
    """

    def __init__(self, signals: Sequence[int]) -> None:
        self.on_sweep: Callable[[], object] = lambda: None
        self._signals = signals
        self._waiting: deque[Child] = deque()
        self._next_start = 0.0
        self._running: list[tuple[Child, subprocess.Popen[bytes]]] = []

    def take(self, children: Sequence[Child]) -> None:
        """Take what is to be started, one after another."""
        self._waiting.extend(children)

    @property
    def count(self) -> int:
        """How many run, or are to be started."""
        return len(self._running) + len(self._waiting)

    def run(self) -> bool:
        """Wait until all have ended, or a signal ends them; whether all have."""
        self.begin()
        while self.count and not self._signals:
            time.sleep(LOOK)
            self.sweep()
        self.close(lambda: None)
        return not self._signals

    def fileno(self) -> int:
        """Nothing is read of them."""
        return -1

    def serve(self) -> None:
        """Nothing."""

    def begin(self) -> None:
        """Begin to start them, with their pauses."""
        self._start_due()

    def sweep(self) -> None:
        """Start what is due, and see what has ended."""
        self._start_due()
        for child, process in self._running:
            if process.poll() is not None:
                self.say_ended(child.name, process.returncode)
        self._running = [(child, process) for child, process in self._running if process.returncode is None]
        self.on_sweep()

    @staticmethod
    def say_ended(name: str, code: int) -> None:
        """Say that a program has ended."""
        stdout_line(f"pAntler: {name} has ended" + (f" with exit code {code}" if code else ""))

    def end_one(self, name: str) -> bool:
        """End one process by hand; False if there is none of this name."""
        for child, process in self._running:
            if child.name == name:
                signal_group(process.pid, signal.SIGTERM)
                return True
        return False

    def close(self, meanwhile: Callable[[], object]) -> None:
        """End all, the last one first: SIGTERM, and SIGKILL to what stays."""
        self._waiting.clear()
        for _, process in reversed(self._running):
            signal_group(process.pid, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and any(process.poll() is None for _, process in self._running):
            meanwhile()
            time.sleep(0.01)
        for _, process in reversed(self._running):
            signal_group(process.pid, signal.SIGKILL)
            process.wait()
        self._running.clear()

    def _start_due(self) -> None:
        while self._waiting and time.monotonic() >= self._next_start and not self._signals:
            child = self._waiting.popleft()
            if problem := self._start(child):
                stderr_line(f"pAntler: {child.name} cannot be started: {problem}")
            self._next_start = time.monotonic() + child.pause

    def _start(self, child: Child) -> str:
        """Start one; return why it cannot be started, empty where it runs."""
        ours = child.program.ours
        command = list(child.command) if ours else [child.argv0, *child.arguments]
        try:
            process = subprocess.Popen(
                command,
                executable=None if ours else child.program.command[0],
                cwd=child.folder,
                env=our_environment() if ours else None,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            return error.strerror or str(error)
        self._running.append((child, process))
        return ""
