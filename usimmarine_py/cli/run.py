"""``usim run``: options, the ways to run a mission, and the report of one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from usimmarine_py.cli.missions.several import run_files, run_script
from usimmarine_py.cli.missions.under_way import EXIT_USAGE, RunOptions, RunUnderWay
from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    ScriptCommand,
    Whole,
    app_option,
    behaviors_option,
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
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.launch.standins.names import is_script
from usimmarine_py.mission.fields import communities_of
from usimmarine_py.run.asked import gathered

if TYPE_CHECKING:
    from usimmarine_py.logs.measured import Measured
    from usimmarine_py.mission import Mission
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.summary import RunSummary


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
def run(mission: Path, more: tuple[str, ...], **options: Any) -> int:
    """Run a mission offline, as fast as the machine allows. NAME is a shipped mission (usim missions).

    The simulator, the mission's helm (pHelmIvP), uTimerScript blocks, controllers (embedded or pMarinePID*) and
    guidance (usim_guidance), with your own applications (--app), run on one simulated clock. Equal seeds give equal
    logs. Ctrl-C ends the run with complete files.

    Several files, those of a folder that are one field, or what a launch script would start (its arguments follow,
    options after --), are communities of one field on one clock. A script runs with your rights.
    """
    given = gathered(RunOptions, options)
    named = mission.stem
    if mission.is_dir():
        mission, *others = communities_of(mission)
        more = (*map(str, others), *more)
    if more or is_script(mission):
        return _run_several(mission, more, given, named)
    links, recorded, own = given.links, given.recorded, given.own
    if links.share_loss or links.share_delay is not None:
        raise ConfigError("is for several communities", key="--share-loss" if links.share_loss else "--share-delay")
    _check(given)
    folder = given.output or Path(f"{mission.stem}_{'run' if recorded.commands is None else 'commanded'}")
    from usimmarine_py.run.changes import changed_mission
    from usimmarine_py.run.run import start_warnings
    from usimmarine_py.run.summary import Requirements

    required = Requirements(given.require)
    running = RunUnderWay(given, folder)
    with ExitStack() as stack:
        stack.enter_context(prints_aside(given.shown.as_json))
        read = changed_mission(mission, given.reading, apps=own.apps)
        if given.strict and (
            warnings := start_warnings(read, block=given.reading.block, apps=own.apps, behaviors=own.behaviors)
        ):
            for text in warnings:
                say(f"usim: {text}", err=True)
            say("usim: ended by --strict: correct the mission file, or leave --strict out", err=True)
            return EXIT_USAGE
        stack.enter_context(running.under_way(ticks=not recorded.drives))
        play = _replayed if recorded.replay is not None else _commanded if recorded.commands is not None else _planned
        summary = play(read, running, given.files.files(required))
        if summary.ended not in ("interrupted", "timeout", "limit", "stuck", "full"):
            running.show(summary.time, 1.0)
    failures = running.report(summary, lambda: _tell(summary, folder))
    for text in failures if given.shown.quiet or given.shown.as_json or given.require else ():
        say(f"{mission}: {text}", err=True)
    return running.exit_code(bool(failures or summary.differences))


def _check(given: RunOptions) -> None:
    """Raise ``ConfigError`` for options of a run of one community that do not go together."""
    recorded, own = given.recorded, given.own
    if recorded.commands is None and (recorded.start is not None or recorded.begin is not None or recorded.actuators):
        raise ConfigError("--start, --from and --actuators are for --commands LOG")
    for key, words, what in (("--app", own.apps, "only the vehicle"), ("--behaviors", own.behaviors, "no helm")):
        if words and recorded.drives:
            raise ConfigError(f"is for a mission; with --commands and --replay there is {what}", key=key)
    if recorded.commands is not None and recorded.replay is not None:
        raise ConfigError("choose one of --commands and --replay")


def _run_several(mission: Path, more: Sequence[str], given: RunOptions, named: str) -> int:
    """Run several communities: those of the files, or of a script with its arguments."""
    refused = {
        "--block": given.reading.block, "--app": given.own.apps, "--strict": given.strict,
        "--replay": given.recorded.replay, "--commands": given.recorded.commands, "--engine": given.engine != "auto",
    }  # fmt: skip
    if wrong := [name for name, value in refused.items() if value]:
        raise ConfigError("is for a mission of one community", key=wrong[0])
    running = RunUnderWay(given, given.output or Path(f"{named}_run"))
    with running.under_way(ticks=not is_script(mission)):
        if is_script(mission):
            failed = run_script(mission, more, running)
        else:
            failed = run_files([mission, *map(Path, more)], running)
    return running.exit_code(failed)


def _replayed(read: Mission, running: RunUnderWay, files: RunFiles) -> RunSummary:
    """Run ``--replay``."""
    from usimmarine_py.run.replay import replay_to_files

    given, recording = running.given, running.given.recorded.replay
    assert recording is not None
    if given.duration is not None or given.seed is not None:
        raise ConfigError("--replay takes times and seed from the recording: leave --duration and --seed out")
    return replay_to_files(
        read, recording, running.folder, files, block=given.reading.block, progress=running.show, stopped=running.stop
    )


def _commanded(read: Mission, running: RunUnderWay, files: RunFiles) -> RunSummary:
    """Run ``--commands``, with the figure of measured and simulated values."""
    from usimmarine_py.run.commanded import FROM_LOG, Wanted, commanded_to_files

    given, recorded = running.given, running.given.recorded
    assert recorded.commands is not None
    if given.duration is not None and not given.duration > 0.0:
        raise ConfigError(f"must be above 0 seconds, found {given.duration:g}", key="duration")
    start = recorded.start or FROM_LOG
    wanted = Wanted(recorded.commands, start, recorded.begin, given.duration, recorded.actuators)
    summary, measured, simulated = commanded_to_files(
        read, wanted, running.folder, files, block=given.reading.block, seed=given.seed, progress=running.show,
        stopped=running.stop,
    )  # fmt: skip
    if summary.measured:
        _draw_measured(summary, measured, simulated, recorded.commands, running.folder)
    return summary


def _planned(read: Mission, running: RunUnderWay, files: RunFiles) -> RunSummary:
    """Run the mission with all its applications."""
    from usimmarine_py.mission.unplayed import REMEDY
    from usimmarine_py.run.engine import use_engine_for_run
    from usimmarine_py.run.run import LONGEST_RUN, limits, plan_run, run_to_files

    def towards_the_limit(simulated: float, part: float) -> None:
        # guidance that does not arrive is still under way
        running.show(simulated, max(part, simulated / LONGEST_RUN))

    given = running.given
    limit, cut = limits(given.duration, given.max_time)
    plan = plan_run(
        read, duration=given.duration, seed=given.seed, block=given.reading.block, limit=limit, cut=cut,
        apps=given.own.apps, behaviors=given.own.behaviors, operator=given.operator,
    )  # fmt: skip
    if plan.played.left_out and running.speaks:
        names = ", ".join(one.name for one in plan.played.left_out)
        say(f"not played   {names}: {REMEDY}")
    use_engine_for_run(plan.applications.simulator, given.engine, given.duration)
    if running.progress is not None:
        longest = f"of at most {plan.limit:.0f} s" if plan.duration is None else f"of {plan.duration:.0f} s"
        running.progress.whole = longest
    show = towards_the_limit if given.duration is None else running.show
    return run_to_files(plan, running.folder, files, progress=show, stopped=running.stop)


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
