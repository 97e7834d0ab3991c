"""``usim run``: options, signals, progress, output, exit code."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.missions.several import FieldRequest, run_files, run_script
from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    ScriptCommand,
    Whole,
    app_option,
    behaviors_option,
    echo_json,
    engine_option,
    json_option,
    log_limit,
    press_options,
    prints_aside,
    progress_option,
    quiet_option,
    set_option,
    share_options,
    template_options,
    timeout_option,
)
from usimmarine_py.cli.progress import Progress, progress_of, say
from usimmarine_py.cli.start import SignalExit
from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.launch.standins.names import is_script
from usimmarine_py.mission.fields import communities_of
from usimmarine_py.moos.app.signals import ended_by

if TYPE_CHECKING:
    from usimmarine_py.logs.measured import Measured
    from usimmarine_py.mission import Mission
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.summary import RunSummary

EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


@click.command(cls=ScriptCommand)
@click.argument("mission", type=MissionPath(folders=True), metavar="FILE.moos|SCRIPT|DIR|NAME")
@click.argument("more", nargs=-1, metavar="[FILE.moos|ARGUMENT] ...")
@click.option(
    "--duration", type=Finite(), metavar="S", help="Simulated seconds; a limit if a plan or a script ends the run."
)
@click.option(
    "--max-time",
    type=Finite(0.0, min_open=True),
    metavar="S",
    help="Limit of a run that a plan or a script ends [a day].",
)
@timeout_option
@click.option("--seed", type=Whole(0, 10**18 - 1), metavar="N", help="Else that of the block, else 0.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Folder [NAME_run; NAME_commanded]."
)
@click.option("--block", metavar="NAME", help="The simulator's block, if there are several.")
@app_option
@behaviors_option
@click.option("--csv", is_flag=True, help="Also write the state after each tick as CSV.")
@click.option("--parquet", is_flag=True, help="Also write the state after each tick as Parquet.")
@click.option("--mcap", is_flag=True, help="Also write all posts as MCAP.")
@click.option(
    "--every",
    type=Finite(0.0),
    default=0.0,
    metavar="S",
    help="Minimum time between two states in CSV and Parquet [0: each tick].",
)
@click.option("--no-log", is_flag=True, help="Write no .alog, only the summary.")
@log_limit()
@set_option
@click.option("--lenient", is_flag=True, help="Treat a refused value of --set as a warning, as in a sweep.")
@click.option("--strict", is_flag=True, help="Do not run with a configuration warning: exit code 2.")
@click.option("--replay", type=click.Path(path_type=Path), metavar="LIVE.alog", help="Repeat a recorded live run.")
@click.option(
    "--commands",
    type=click.Path(path_type=Path),
    metavar="LOG",
    help="Drive the vehicle with the commands of an .alog, CSV or Parquet, and compare with the measurements.",
)
@click.option(
    "--start",
    metavar="WORD",
    help="With --commands: log (its pose) [default], mission, or a pose as in x=0,y=0,heading=90,speed=1.",
)
@click.option("--from", "begin", type=Finite(), metavar="S", help="With --commands: begin at this time of the log.")
@click.option("--actuators", is_flag=True, help="With --commands: use the measured states of the actuators.")
@engine_option("python: interpreted; compiled: a Fossen vehicle's equations by numba; auto: the faster one.")
@click.option(
    "--require",
    metavar="EXPR",
    multiple=True,
    help="Exit code 1 unless this holds, such as 'near(30,-50) < 5'; plan: the plan or script came to its end; "
    "waypoints: none was missed; driven: the vehicle was driven.",
)
@press_options
@share_options
@template_options
@json_option
@progress_option
@quiet_option()
def run(
    mission: Path,
    more: tuple[str, ...],
    duration: float | None,
    max_time: float | None,
    timeout: float | None,
    seed: int | None,
    output: Path | None,
    block: str | None,
    apps: tuple[str, ...],
    behaviors: tuple[str, ...],
    csv: bool,
    parquet: bool,
    mcap: bool,
    every: float,
    no_log: bool,
    most: float,
    changes: dict[str, str],
    lenient: bool,
    strict: bool,
    replay: Path | None,
    commands: Path | None,
    start: str | None,
    begin: float | None,
    actuators: bool,
    engine: str,
    require: tuple[str, ...],
    presses: tuple[str, ...],
    pokes: tuple[str, ...],
    no_press: bool,
    share_loss: float,
    share_delay: float | None,
    definitions: tuple[str, ...],
    folders: tuple[str, ...],
    as_json: bool,
    asked: bool,
    quiet: bool,
) -> int:
    """Run a mission offline, as fast as the machine allows. NAME is a shipped mission (usim missions).

    The simulator, the mission's helm (pHelmIvP), uTimerScript blocks, controllers (embedded or pMarinePID*) and
    guidance (usim_guidance), with your own applications (--app), run on one simulated clock. Equal seeds give equal
    logs. Ctrl-C ends the run with complete files.

    Several files, those of a folder that are one field, or what a launch script would start (its arguments follow,
    options after --), are communities of one field on one clock. A script runs with your rights.
    """
    from usimmarine_py.run.output import RunFiles

    named = mission.stem
    if mission.is_dir():
        mission, *others = communities_of(mission)
        more = (*map(str, others), *more)
    if more or is_script(mission):
        refused = {
            "--block": block, "--app": apps, "--strict": strict, "--replay": replay,
            "--commands": commands, "--engine": engine != "auto",
        }  # fmt: skip
        if given := [name for name, value in refused.items() if value]:
            raise ConfigError("is for a mission of one community", key=given[0])
        progress = progress_of(sys.stderr, asked=asked, quiet=quiet)
        files = RunFiles(log=not no_log, csv=csv, parquet=parquet, mcap=mcap, every=every, most=most)
        several = FieldRequest(
            output or Path(f"{named}_run"), files, duration, max_time, seed, changes, behaviors, presses, pokes,
            not no_press, share_loss, share_delay, require, definitions, folders, as_json, quiet,
        )  # fmt: skip
        signals = _Signals(timeout)
        with signals.handled(ticks=not is_script(mission)):
            try:
                if is_script(mission):
                    failed = run_script(mission, more, several, progress, signals.stop)
                else:
                    failed = run_files([mission, *map(Path, more)], several, progress, signals.stop)
            finally:
                if progress is not None:
                    progress.close()
        return signals.exit_code or (EXIT_FAILED if failed else EXIT_DONE)
    if share_loss or share_delay is not None:
        raise ConfigError("is for several communities", key="--share-loss" if share_loss else "--share-delay")
    from usimmarine_py.run.run import start_warnings
    from usimmarine_py.run.summary import Requirements

    if commands is None and (start is not None or begin is not None or actuators):
        raise ConfigError("--start, --from and --actuators are for --commands LOG")
    if apps and (commands is not None or replay is not None):
        raise ConfigError("is for a mission; with --commands and --replay there is only the vehicle", key="--app")
    if behaviors and (commands is not None or replay is not None):
        raise ConfigError("is for a mission; with --commands and --replay there is no helm", key="--behaviors")
    if commands is not None and replay is not None:
        raise ConfigError("choose one of --commands and --replay")
    folder = output or Path(f"{mission.stem}_{'run' if commands is None else 'commanded'}")
    files = RunFiles(
        log=not no_log, csv=csv, parquet=parquet, mcap=mcap, every=every, required=Requirements(require), most=most
    )
    progress = progress_of(sys.stderr, asked=asked, quiet=quiet)
    request = _Asked(folder, files, block, seed, duration, progress, timeout, speaks=not (quiet or as_json))
    with ExitStack() as stack:
        from usimmarine_py.run.changes import changed_mission

        stack.enter_context(prints_aside(as_json))
        read = changed_mission(
            mission, changes, block=block, definitions=definitions, folders=folders, apps=apps, lenient=lenient
        )
        if strict and (warnings := start_warnings(read, block=block, apps=apps, behaviors=behaviors)):
            for text in warnings:
                say(f"usim: {text}", err=True)
            say("usim: ended by --strict: correct the mission file, or leave --strict out", err=True)
            return EXIT_USAGE
        stack.enter_context(request.under_way(ticks=replay is None and commands is None))
        if replay is not None:
            summary = request.replayed(read, replay)
        elif commands is not None:
            summary = request.commanded(read, commands, start, begin, actuators=actuators)
        else:
            summary = request.planned(read, max_time, apps, behaviors, engine, (presses, pokes, not no_press))
    failed = _report(summary, mission, folder, as_json=as_json, quiet=quiet, require=require)
    return request.signals.exit_code or (EXIT_FAILED if failed else EXIT_DONE)


def _report(
    summary: RunSummary, mission: Path, folder: Path, *, as_json: bool, quiet: bool, require: tuple[str, ...]
) -> bool:
    """Print the result of the run and return whether it failed."""
    failures = [*summary.faults(), *summary.unmet()]
    if as_json:
        echo_json({**summary.as_dict(), "folder": str(folder), "failures": failures})
    elif not quiet:
        _tell(summary, folder)
    for text in failures if quiet or as_json or require else ():
        say(f"{mission}: {text}", err=True)
    return bool(failures or summary.differences)


class _Asked:
    """The options that the three ways to run a mission share, and the present run."""

    def __init__(
        self, folder: Path, files: RunFiles, block: str | None, seed: int | None, duration: float | None,
        progress: Progress | None, timeout: float | None, *, speaks: bool,
    ) -> None:  # fmt: skip
        self._folder, self._files, self._block, self._seed, self._duration = folder, files, block, seed, duration
        self._progress = progress
        self._speaks = speaks
        self.signals = _Signals(timeout)

    @contextmanager
    def under_way(self, *, ticks: bool) -> Iterator[None]:
        """Let signals end the run instead of the process, and end the line of progress."""
        with self.signals.handled(ticks=ticks):
            try:
                yield
            finally:
                if self._progress is not None:
                    self._progress.close()

    def replayed(self, read: Mission, recording: Path) -> RunSummary:
        """Run ``--replay``."""
        from usimmarine_py.run.replay import replay_to_files

        if self._duration is not None or self._seed is not None:
            raise ConfigError("--replay takes times and seed from the recording: leave --duration and --seed out")
        return self._whole(
            replay_to_files(
                read, recording, self._folder, self._files, block=self._block, progress=self._show,
                stopped=self.signals.stop,
            )
        )  # fmt: skip

    def commanded(
        self, read: Mission, log: Path, start: str | None, begin: float | None, *, actuators: bool
    ) -> RunSummary:
        """Run ``--commands``, with the figure of measured and simulated values."""
        from usimmarine_py.run.commanded import FROM_LOG, Wanted, commanded_to_files

        if self._duration is not None and not self._duration > 0.0:
            raise ConfigError(f"must be above 0 seconds, found {self._duration:g}", key="duration")
        wanted = Wanted(log, start or FROM_LOG, begin, self._duration, actuators)
        summary, measured, simulated = commanded_to_files(
            read, wanted, self._folder, self._files, block=self._block, seed=self._seed, progress=self._show,
            stopped=self.signals.stop,
        )  # fmt: skip
        if summary.measured:
            _draw_measured(summary, measured, simulated, log, self._folder)
        return self._whole(summary)

    def planned(
        self, read: Mission, max_time: float | None, apps: tuple[str, ...],
        behaviors: tuple[str, ...], engine: str, pressed: tuple[tuple[str, ...], tuple[str, ...], bool],
    ) -> RunSummary:  # fmt: skip
        """Run the mission with all its applications."""
        from usimmarine_py.mission.unplayed import REMEDY
        from usimmarine_py.run.engine import use_engine_for_run
        from usimmarine_py.run.run import LONGEST_RUN, limits, plan_run, run_to_files

        def towards_the_limit(simulated: float, part: float) -> None:
            # guidance that does not arrive is still under way
            self._show(simulated, max(part, simulated / LONGEST_RUN))

        limit, cut = limits(self._duration, max_time)
        presses, pokes, deploy = pressed
        plan = plan_run(
            read, duration=self._duration, seed=self._seed, block=self._block, limit=limit, cut=cut, apps=apps,
            behaviors=behaviors, presses=presses, pokes=pokes, deploy=deploy,
        )  # fmt: skip
        if plan.played.left_out and self._speaks:
            names = ", ".join(one.name for one in plan.played.left_out)
            say(f"not played   {names}: {REMEDY}")
        use_engine_for_run(plan.applications.simulator, engine, self._duration)
        if self._progress is not None:
            longest = f"of at most {plan.limit:.0f} s" if plan.duration is None else f"of {plan.duration:.0f} s"
            self._progress.whole = longest
        show = towards_the_limit if self._duration is None else self._show
        return self._whole(run_to_files(plan, self._folder, self._files, progress=show, stopped=self.signals.stop))

    def _show(self, simulated: float, part: float) -> None:
        if self._progress is not None:
            self._progress(simulated, part)

    def _whole(self, summary: RunSummary) -> RunSummary:
        if summary.ended not in ("interrupted", "timeout", "limit", "stuck", "full"):
            self._show(summary.time, 1.0)
        return summary


def _draw_measured(summary: RunSummary, measured: Measured, simulated: Measured, log: Path, folder: Path) -> None:
    """Write the figure of measured and simulated values; without matplotlib add a note."""
    from usimmarine_py.plots.measured import measured_figure
    from usimmarine_py.plots.output import save_figure

    stem = Path(summary.mission).stem
    target = folder / f"{stem}_measured.png"
    try:
        figure = measured_figure(f"{stem} with the commands of {log.name}", measured, simulated, summary.measured)
        save_figure(figure, target)
    except MissingExtraError as error:
        summary.notes.append(f"no figure: {error}")
        return
    summary.notes.append(f"figure {target}")


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


def _tell(summary: RunSummary, folder: Path) -> None:
    from usimmarine_py.run.output import ENDINGS

    for line in (*summary.warning_lines(), *summary.lines()):
        say(line)
    for name, digest in summary.files.items():
        say(f"file         {folder / name}  sha256 {digest[:16]}...")
    stem = Path(summary.mission).stem
    say(f"summary      {folder / stem}.json")
    for ending in ENDINGS:
        if f"{stem}{ending}" not in summary.files and (folder / f"{stem}{ending}").exists():
            say(f"note         {folder / stem}{ending} is of an earlier run")
