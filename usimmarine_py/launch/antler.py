"""pAntler's command line, and the programs of other makers that a community starts beside ours."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.launch.groups import signal_group
from usimmarine_py.launch.plan import Child, changed_text
from usimmarine_py.values.frozen import dataclass

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
        Path(target).write_bytes(changed_text(text, arguments.values).encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise MissionFileError(f"cannot write: {error.strerror or error}", file=target) from None
    return target


class OtherPrograms:
    """Programs that run beside ours, with our terminal, each in a process group of its own."""

    def __init__(self) -> None:
        self._running: list[tuple[Child, subprocess.Popen[bytes]]] = []

    def start(self, child: Child) -> str:
        """Start one; return why it cannot be started, empty where it runs."""
        try:
            process = subprocess.Popen(
                [child.argv0, *child.arguments],
                executable=child.program.command[0],
                cwd=child.folder,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            return error.strerror or str(error)
        self._running.append((child, process))
        return ""

    def ended(self) -> list[tuple[str, int]]:
        """Return the names and exit codes of those that have ended since the last call."""
        gone = [(child.name, process.returncode) for child, process in self._running if process.poll() is not None]
        self._running = [(child, process) for child, process in self._running if process.returncode is None]
        return gone

    @property
    def count(self) -> int:
        """How many run."""
        return len(self._running)

    def end(self) -> None:
        """End all, the last one first: SIGTERM, and SIGKILL to what stays."""
        for _, process in reversed(self._running):
            signal_group(process.pid, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        for _, process in reversed(self._running):
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, until - time.monotonic()))
            signal_group(process.pid, signal.SIGKILL)
            process.wait()
        self._running.clear()
