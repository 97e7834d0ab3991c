"""What ``usim run`` does: signals, progress, words on the terminal, exit code."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import read_mission
from usimmarine_py.run.loop import LockStep
from usimmarine_py.run.output import ENDINGS, RunFiles
from usimmarine_py.run.progress import Progress
from usimmarine_py.run.run import LONGEST_RUN, RunProgress, plan_run, run_to_files
from usimmarine_py.run.summary import RunSummary

EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The command line of ``usim run``."""

    mission: Path
    output: Path | None = None
    files: RunFiles = field(default_factory=RunFiles)
    duration: float | None = None
    seed: int | None = None
    block: str | None = None
    replay: Path | None = None
    quiet: bool = False


class _Signals:
    """SIGINT and SIGTERM end the run between two ticks, so that every file is whole."""

    def __init__(self) -> None:
        self.loop: LockStep | None = None
        self.caught: int | None = None

    def watch(self, loop: LockStep) -> None:
        """The loop to stop."""
        self.loop = loop
        if self.caught is not None:
            loop.stop()

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Catch them; outside the main thread nothing can be caught."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def leave(number: int, _frame: FrameType | None) -> None:
            if self.caught is not None:  # a second Ctrl-C means it
                raise KeyboardInterrupt
            self.caught = number
            if self.loop is not None:
                self.loop.stop()

        before = [(n, signal.signal(n, leave)) for n in (signal.SIGINT, signal.SIGTERM)]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    @property
    def exit_code(self) -> int:
        """What they mean for the shell."""
        return EXIT_INTERRUPTED if self.caught == signal.SIGINT else EXIT_DONE


def run_command(request: RunRequest, say: Callable[[str], None]) -> int:
    """Run as asked; the exit code. Raises ``UsimError`` for what cannot be run."""
    mission = read_mission(request.mission)
    folder = request.output or Path(f"{request.mission.stem}_run")
    signals = _Signals()
    progress = None if request.quiet else Progress(sys.stderr)
    with signals.handled(), ExitStack() as stack:
        if progress is not None:
            stack.callback(progress.close)
        if request.replay is not None:
            from usimmarine_py.run.replay import replay_to_files

            if request.duration is not None or request.seed is not None:
                raise ConfigError("--replay takes times and seed from the recording: leave --duration and --seed out")
            summary = replay_to_files(
                mission, request.replay, folder, request.files,
                block=request.block, progress=progress, on_begin=signals.watch,
            )  # fmt: skip
        else:
            plan = plan_run(mission, duration=request.duration, seed=request.seed, block=request.block)
            shown: RunProgress | None = progress
            if progress is not None and request.duration is None:
                shown = partial(_towards_the_limit, progress)
            summary = run_to_files(plan, folder, request.files, progress=shown, on_begin=signals.watch)
        if progress is not None and summary.ended not in ("interrupted", "limit"):
            progress(summary.time, 1.0)
    if not request.quiet:
        _tell(summary, folder, say)
    failed = summary.ended == "limit" or bool(summary.differences)
    return signals.exit_code or (EXIT_FAILED if failed else EXIT_DONE)


def _towards_the_limit(progress: Progress, simulated: float, part: float) -> None:
    """Show how far a run is that may come to nothing: guidance that gets nowhere is on its way to the limit."""
    progress(simulated, max(part, simulated / LONGEST_RUN))


def _tell(summary: RunSummary, folder: Path, say: Callable[[str], None]) -> None:
    for text in summary.config_warnings:
        say(f"warning      {text}")
    for text, count in summary.run_warnings.items():
        say(f"warning      {text}" + (f" ({count} times)" if count > 1 else ""))
    if summary.left_out:
        played = "a lock-step run plays one simulator, scripts, PID and guidance"
        say(f"not played   {', '.join(summary.left_out)}: {played}")
    if (
        summary.waypoints is None
        and summary.energy == 0.0
        and any(n.lower().startswith("phelm") for n in summary.left_out)
    ):
        say(
            "note         nothing drove the vehicle: a block ProcessConfig = usim_guidance takes the place of the helm,"
        )
        say("             see usim_guidance --example")
    for line in summary.lines():
        say(line)
    for name, digest in summary.files.items():
        say(f"file         {folder / name}  sha256 {digest[:16]}...")
    stem = Path(summary.mission).stem
    say(f"summary      {folder / stem}.json")
    for ending in ENDINGS:
        if f"{stem}{ending}" not in summary.files and (folder / f"{stem}{ending}").exists():
            say(f"note         {folder / stem}{ending} is of an earlier run")
