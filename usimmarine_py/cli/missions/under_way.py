"""What the ways to run a mission share: the options of ``usim run``, signals, progress, and the report at the end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.cli.options import echo_json
from usimmarine_py.cli.progress import progress_of
from usimmarine_py.cli.start import SignalExit
from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.run.asked import MissionReading, Operator, OwnCode

if TYPE_CHECKING:
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.requirements import Requirements
    from usimmarine_py.run.summary import RunResult

EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


@dataclass(frozen=True, slots=True)
class FileOptions:
    """Which files a run leaves, and how large they may become."""

    csv: bool = False
    parquet: bool = False
    mcap: bool = False
    every: float = 0.0  #: s, between two states
    no_log: bool = False
    most: float = inf  #: bytes

    def files(self, required: Requirements) -> RunFiles:
        """Return the files of a run with these requirements."""
        from usimmarine_py.run.output import RunFiles

        return RunFiles(
            log=not self.no_log, csv=self.csv, parquet=self.parquet, mcap=self.mcap, every=self.every,
            required=required, most=self.most,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecordedOptions:
    """Which recording is played in place of the mission's applications."""

    replay: Path | None = None
    again: Path | None = None
    copies: bool = False
    commands: Path | None = None
    start: str | None = None
    begin: float | None = None
    actuators: bool = False

    @property
    def drives(self) -> bool:
        """Whether there is one."""
        return self.replay is not None or self.commands is not None


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How messages travel between communities."""

    share_loss: float = 0.0
    share_delay: float | None = None  #: s


@dataclass(frozen=True, slots=True)
class ShownOptions:
    """What is printed."""

    as_json: bool = False
    asked: bool = False  #: for the progress
    quiet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The options of ``usim run``, by their names in the command."""

    output: Path | None
    duration: float | None
    max_time: float | None
    timeout: float | None
    seed: int | None
    require: tuple[str, ...]
    strict: bool
    engine: str
    processes: int | None = None
    reading: MissionReading = field(default_factory=MissionReading)
    own: OwnCode = field(default_factory=OwnCode)
    operator: Operator = field(default_factory=Operator)
    files: FileOptions = field(default_factory=FileOptions)
    recorded: RecordedOptions = field(default_factory=RecordedOptions)
    links: LinkOptions = field(default_factory=LinkOptions)
    shown: ShownOptions = field(default_factory=ShownOptions)


class RunUnderWay:
    """A run under way: its options, its folder, its progress, and what ends it."""

    def __init__(self, given: RunOptions, folder: Path) -> None:
        self.given, self.folder = given, folder
        self.command: tuple[str, ...] = ()  #: words that do it again
        self.made: dict[str, Path] = {}  #: as of ``RunFiles``
        self.progress = progress_of(sys.stderr, asked=given.shown.asked, quiet=given.shown.quiet)
        self.signals = _Signals(given.timeout)
        self.stop = self.signals.stop

    def files(self, required: Requirements) -> RunFiles:
        """Return the files that it leaves, with these requirements."""
        return replace(self.given.files.files(required), command=self.command, made=self.made)

    @property
    def speaks(self) -> bool:
        """Whether text is printed to standard output."""
        return not (self.given.shown.quiet or self.given.shown.as_json)

    @contextmanager
    def under_way(self, *, ticks: bool) -> Iterator[None]:
        """Let signals end the run instead of the process, and end the line of progress. ``ticks``: end a tick, too."""
        with self.signals.handled(ticks=ticks):
            try:
                yield
            finally:
                if self.progress is not None:
                    self.progress.close()

    def show(self, simulated: float, part: float) -> None:
        """Show the progress."""
        if self.progress is not None:
            self.progress(simulated, part)

    def report(self, summary: RunResult, tell: Callable[[], None]) -> list[str]:
        """Print the result, as JSON or by ``tell``; return why the run has failed."""
        failures = [*summary.faults(), *summary.unmet()]
        if self.given.shown.as_json:
            echo_json({**summary.as_dict(), "folder": str(self.folder), "failures": failures})
        elif self.speaks:
            tell()
        return failures

    def exit_code(self, failed: bool) -> int:
        """The exit code of the command."""
        return self.signals.exit_code or (EXIT_FAILED if failed else EXIT_DONE)


class _Signals:
    """Lets SIGINT, SIGTERM and SIGHUP end the run between two ticks, so that every file is complete."""

    def __init__(self, timeout: float | None) -> None:
        from usimmarine_py.run.stop import TIMEOUT, Stop

        self._caught: int | None = None
        self.stop = Stop(timeout, lambda why: EXIT_FAILED if why == TIMEOUT else self.exit_code)

    @contextmanager
    def handled(self, *, ticks: bool) -> Iterator[None]:
        """Catch the signals; only possible in the main thread. ``ticks``: end one that does not end."""

        def leave(number: int) -> None:
            if self._caught is not None:  # a second Ctrl-C ends immediately
                raise KeyboardInterrupt
            self._caught = number
            self.stop.interrupt()

        from usimmarine_py.run.stop import TickEnded

        try:
            with ended_by(leave), self.stop.watching() if ticks else nullcontext():
                yield
        except TickEnded:  # while the run was set up: there are no files to complete
            if self._caught is None:
                error = ConfigError("the run did not begin in this time", key="timeout")
                error.exit_code = EXIT_FAILED
                raise error from None
            if self._caught == signal.SIGINT:
                raise KeyboardInterrupt from None
            raise SignalExit(128 + self._caught, self._caught) from None

    @property
    def exit_code(self) -> int:
        """The exit code for the shell."""
        return EXIT_INTERRUPTED if self._caught == signal.SIGINT else EXIT_DONE
